"""Withdrawals, one by one: what a word brings that undoes a vote, and who is told of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.refusal import refused
from tests.session.stories import uttered
from tests.session.test_leaving import at_a_turn, decided_in_secret
from tortuga_p2p.errors import Code
from tortuga_p2p.session import leaving
from tortuga_p2p.session.event import Impatience, Tell
from tortuga_p2p.session.message import Play, Want
from tortuga_p2p.testing.forging import changed, content_of, said_in

if TYPE_CHECKING:
    from tortuga_p2p.testing.company import Company, Peer


def withdrawn(company: Company, slow: Peer, first: Peer) -> tuple[bytes, bytes]:
    """The slow one's move, and the withdrawal by which the first one makes it known."""
    company.take(first.name, Impatience())
    move = decided_in_secret(company, slow)
    (withdraw,) = uttered(company.say(first.name, move), "withdraw")
    company.post.clear()
    return move, withdraw


def test_a_withdrawal_brings_a_word_of_somebody_who_was_called_missing() -> None:
    company, slow, (first, second) = at_a_turn()
    before = first.session
    _, withdraw = withdrawn(company, slow, first)
    assert leaving.check(before.position, content_of(withdraw)) == said_in(withdraw)
    another = replace(said_in(withdraw), missing=1 << second.seat)
    with refused(Code.WRONG_KIND, "nobody who was missing"):
        leaving.check(before.position, content_of(changed(before, withdraw, another)))


def test_a_withdrawal_brings_a_word_that_counts() -> None:
    """Otherwise anything that the missing one ever signed for this place would undo a vote."""
    company, slow, (first, _) = at_a_turn()
    before = first.session
    move, withdraw = withdrawn(company, slow, first)
    illegal = changed(slow.session, move, Play(replace(said_in(move).deed, data=(77,))))
    for wrong, code in (
        (replace(said_in(withdraw), envelope=illegal), Code.ILLEGAL_MOVE),
        (replace(said_in(withdraw), envelope=changed(slow.session, move, prev=bytes(32))), Code.WRONG_KIND),
    ):
        with refused(code):
            leaving.check(before.position, content_of(changed(before, withdraw, wrong)))


def test_whoever_is_behind_is_told_of_withdrawals_with_the_step_they_belong_to() -> None:
    company, slow, (first, second) = at_a_turn()
    step = first.session.position.step
    _, withdraw = withdrawn(company, slow, first)
    assert first.session.position.step > step
    effects = company.hear(first.name, Want(company.meeting.id, step, 0), second.name)
    assert withdraw in [effect.talk.envelope for effect in effects if isinstance(effect, Tell)]  # type: ignore[union-attr]

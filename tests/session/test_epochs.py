"""Sessions of those who stay, in the epoch after a removal: they speak, hear, judge and finish as ever.

No vote leads there yet: everybody's table is moved at once, as a ballot that all have confirmed would do it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import CREWS, CUPS, HARBOUR, MUTINY, RACE, SCREENS
from tortuga_p2p import games
from tortuga_p2p.crypto import blind_tag
from tortuga_p2p.errors import Code, Refused
from tortuga_p2p.rules.ask import PILE, Over
from tortuga_p2p.session import renewing
from tortuga_p2p.session.advancing import go_on
from tortuga_p2p.session.evidence import check_evidence
from tortuga_p2p.session.ledger import Hidden
from tortuga_p2p.session.message import Say
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.position import next_history
from tortuga_p2p.testing.company import TOY, Company, Mail
from tortuga_p2p.testing.forging import changed, content_of, said_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from tortuga_p2p.testing.company import Peer

TINY = (RACE, SCREENS, HARBOUR, MUTINY, CUPS, CREWS)
OURS = tuple(games.load(name) for name in games.names())


def playing(game: Any, seats: int, decisions: int, stride: int = 7) -> Company:
    """A table after so many decisions; each takes one of the legal moves, not always the same."""
    made = 0

    def is_enough(company: Company) -> bool:
        nonlocal made
        made += 1
        return made > decisions

    return Company.make(game, seats).sit().play_until(is_enough, choose=turning(stride))


def turning(stride: int = 7) -> Callable[[Peer], Any]:
    """Whoever always takes the first move goes in circles."""
    count = 0

    def choose(peer: Peer) -> Any:
        nonlocal count
        count += stride
        moves = peer.session.moves
        return moves[count % len(moves)]

    return choose


def removed(company: Company, seat: int) -> list[Peer]:
    """That seat is gone: the tables of all others move. They have said nothing yet."""
    gone = company[seat]
    stay = [peer for peer in company.players if peer is not gone]
    company.post.clear()
    for peer in stay:
        session = peer.session
        assert session.table is not None
        table = renewing.remove(session.table, 1, 1 << seat)
        history = next_history(session.history, ())
        known = renewing.forget(session.known, table)
        peer.session = replace(session, position=table, history=history, known=known, accepted={}, early={}, nods={})
    return stay


def go(company: Company, stay: list[Peer]) -> Company:
    for peer in stay:
        peer.session, effects = go_on(peer.session)
        company.put(peer.name, effects)
    return company


@pytest.mark.parametrize("decisions", [0, 1, 4, 9])
@pytest.mark.parametrize("game", TINY, ids=lambda game: game.name)
def test_those_who_stay_finish_and_seal_the_game(game: Any, decisions: int) -> None:
    company = playing(game, 4, decisions)
    if company.players[0].session.phase is not SessionPhase.PLAYING:
        return
    stay = removed(company, 2)
    gone = next(peer.name for peer in company.players if peer not in stay)
    go(company, stay).carry(leave_out=[gone])
    company.play_until(lambda _: False, choose=turning(), leave_out=[gone])
    assert {peer.session.phase for peer in stay} == {SessionPhase.SEALED}
    assert len({peer.session.history for peer in stay}) == 1
    for peer in stay:
        table = peer.session.table
        assert table is not None
        assert (table.epoch, table.present) == (1, (0, 1, 3))
        assert isinstance(table.ask, Over)
        assert 2 not in table.ask.result.winners


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_a_real_game_goes_on(game: Any) -> None:
    company = playing(game, 3, 25)
    stay = removed(company, 1)
    gone = next(peer.name for peer in company.players if peer not in stay)
    go(company, stay).carry(leave_out=[gone])
    before = [peer.session.position.step for peer in stay]
    made = 0

    def is_enough(company: Company) -> bool:
        nonlocal made
        made += 1
        return made > 30

    company.play_until(is_enough, choose=turning(), leave_out=[gone])
    after = [peer.session.position.step for peer in stay]
    assert all(late > early + 10 for late, early in zip(after, before, strict=True))
    assert len({peer.session.history for peer in stay}) == 1
    assert all(not peer.session.verdicts for peer in stay)


def test_a_sealed_choice_is_revealed_in_the_next_epoch() -> None:
    """Its author does not choose again, and says what was sealed in a step of the epoch before."""
    company = Company.make(CREWS, 4).sit()

    def is_reveal(mail: Mail) -> bool:
        return isinstance(mail.talk, Say) and content_of(mail.talk.envelope).kind == "reveal"

    company.play_until(lambda _: False, lose=is_reveal)
    assert {peer.session.position.kind for peer in company.players} == {"reveal"}
    stay = removed(company, 3)
    gone = next(peer.name for peer in company.players if peer not in stay)
    go(company, stay).carry(leave_out=[gone], lose=lambda mail: False)
    sealed = {peer.session.sealed for peer in stay}
    assert len(sealed) >= 1
    assert all(peer.session.position.kind == "commit" for peer in stay), "the next round, without another question"
    assert all(len(peer.session.closed) > content_of_reveal(peer) for peer in stay)


def content_of_reveal(peer: Peer) -> int:
    """The step in which this peer's reveal was closed: of epoch 1."""
    steps = [content_of(raw) for said in peer.session.closed for raw in said.values()]
    reveals = [content for content in steps if content.kind == "reveal"]
    assert {content.epoch for content in reveals} == {1}
    return max(content.step for content in reveals)


# --- offences ------------------------------------------------------------------------------------------------------

LIES: dict[str, tuple[str, Callable[[Any], Any], Code]] = {
    "no copy": ("stay", lambda said: replace(said, copies=()), Code.WRONG_COUNT),
    "another ballot": ("stay", lambda said: replace(said, attempt=2), Code.WRONG_KIND),
    "copies swapped": ("stay", lambda said: replace(said, copies=said.copies[::-1]), Code.BAD_HAND_OVER),
    "cards swapped": ("mix", lambda said: replace(said, deck=said.deck[66:] + said.deck[:66]), Code.BAD_SHUFFLE),
    "tags swapped": ("tag", lambda said: replace(said, cards=said.cards[66:] + said.cards[:66]), Code.BAD_TAG),
    "half a tag": ("tag", lambda said: replace(said, cards=said.cards[33:66] + said.cards[33:]), Code.BAD_TAG),
    "shares swapped": (
        "unveil",
        lambda said: replace(said, shares=said.shares[33:] + said.shares[:33]),
        Code.BAD_SHARE,
    ),
}


def holding() -> tuple[Company, int]:
    """Harbour, played until a seat holds two crates while others lie in the pile; and which seat."""
    company, seat = playing(HARBOUR, 4, 10, stride=12), 1
    table = company.players[0].session.table
    assert table is not None
    cards = [thing for thing in table.things.values() if isinstance(thing, Hidden)]
    crates = [card.place for card in cards if card.pile == "crates"]
    assert crates.count(seat) >= 2
    assert PILE in crates
    return company, seat


@pytest.mark.parametrize("lie", LIES)
def test_whoever_lies_while_a_pile_is_made_anew_is_convicted_by_all(lie: str) -> None:
    kind, tell, code = LIES[lie]
    company, seat = holding()
    liar, gone = company[seat], company[(seat + 1) % 4].name
    stay = removed(company, (seat + 1) % 4)
    forged: set[bytes] = set()

    def is_lie(mail: Mail) -> bool:
        """The first word of the liar of this kind is exchanged on its way: it signs something else."""
        raw = mail.talk.envelope if isinstance(mail.talk, Say) else b""
        if mail.sender != liar.name or not raw or content_of(raw).kind != kind or raw in forged:
            return False
        if not forged:
            forged.add(changed(liar.session, raw, tell(said_in(raw))))
            company.post.append(Mail(liar.name, None, Say(company.meeting.id, *forged)))
        return True

    go(company, stay).carry(leave_out=[gone], lose=is_lie)
    assert forged
    for peer in [one for one in stay if one is not liar]:
        (proof,) = peer.session.verdicts
        assert (proof.verdict.seat, proof.verdict.code) == (seat, code)
        verdict = check_evidence(proof.evidence, lambda terms: (HARBOUR, TOY))
        assert verdict == proof.verdict


def test_where_tags_name_no_place_the_table_ends_and_nobody_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No honest table comes to it: all proofs would have failed before."""
    company, seat = holding()
    gone = (seat + 1) % 4
    stay = removed(company, gone)
    name = company[gone].name

    def nowhere(deck: object, copies: object) -> tuple[int, ...]:
        raise Refused(Code.UNKNOWN_CARD, "A card that is held is not where the tags say.")

    monkeypatch.setattr(blind_tag, "places", nowhere)
    go(company, stay).carry(leave_out=[name])
    assert [peer.session.ending.kind for peer in stay if peer.session.ending] == ["diverged"] * 3
    assert not any(peer.session.verdicts for peer in stay)

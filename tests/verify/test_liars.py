"""Whatever a seat signs in its own name: nothing breaks, and nobody else is blamed for it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.generators.vectors.lies import lies
from tests.generators.vectors.story import content_of, find, in_envelope, state_of, story
from tests.verify.files import judged, parts
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import Code, Refused
from tortuga_p2p.session import position as at
from tortuga_p2p.session.evidence import Evidence, check_evidence, write
from tortuga_p2p.session.table import state_digest
from tortuga_p2p.session.transcript import write_closed, write_header
from tortuga_p2p.testing.damage import damaged
from tortuga_p2p.verify.verifier import Outcome
from tortuga_p2p.wire.codec import decode, encode

if TYPE_CHECKING:
    from tortuga_p2p.wire.codec import Plain

SEEDS = range(120)
ALL = (*parts().entries, *parts().seals)


def spoiled(value: Plain, draw: SeededDraw) -> Any:
    """A value with one to three things changed, as far as it can still be spelled."""
    while True:
        changed = value
        for _ in range(1 + draw.below(3)):
            changed = damaged(changed, draw)
        try:
            encode(changed)
        except (TypeError, ValueError, OverflowError):
            continue
        return changed


@pytest.mark.parametrize("seed", SEEDS)
def test_words_that_are_spoiled_and_signed_are_their_signer_s_own_offence(seed: int) -> None:
    draw = SeededDraw(seed, "words")
    number = draw.below(len(ALL))
    content = content_of(ALL[number])
    seat = story().seated(content.step, content.seat)
    spoken = in_envelope(seat, replace(content, body=spoiled(content.body, draw)))
    found = judged(write_header(story().meeting) + write_closed((*ALL[:number], spoken)))
    key = seat.position.identities[content.seat]
    if found.outcome is Outcome.CHEATING:
        assert found.culprit is not None
        assert found.culprit[1] == key
        assert (found.entry, found.step) == (number + 1, content.step)
    else:  # another nonce, another seal: words as good as the true ones
        assert found.outcome in (Outcome.UNFINISHED, Outcome.HONEST)
        assert found.entries == number + 1


@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_that_was_never_there_convicts_nobody(seed: int) -> None:
    """Whoever signs the hash of nonsense may send it as evidence, to see a judge stumble."""
    draw = SeededDraw(seed, "states")
    told = story()
    step = 4 + draw.below(len(told.said) - 4)
    content = content_of(told.said[step][0])
    state = encode(spoiled(decode(state_of(told.open[step])), draw))
    exhibit = in_envelope(told.seated(step, content.seat), replace(content, state=state_digest(state)))
    meeting = told.meeting
    proof = Evidence(
        meeting.terms, meeting.call, meeting.people, told.sitting, state, (exhibit,), str(Code.ILLEGAL_MOVE)
    )
    with pytest.raises(Refused):
        check_evidence(write(proof), find)


@pytest.mark.parametrize("name", lies())
def test_every_lie_of_the_vectors_is_found_in_a_file_too(name: str) -> None:
    lie, told = lies()[name], story()
    before = [raw for envelopes in told.said[: lie.step] for raw in envelopes]
    content = content_of(lie.envelope)
    if content.seat in at.speakers(told.open[lie.step].position):  # whoever is not asked comes before the step closes
        before += [raw for raw in told.said[lie.step] if content_of(raw).seat < content.seat]
    found = judged(write_header(told.meeting) + write_closed((*before, lie.envelope)))
    if content.lane not in ("sit", "play"):  # no entry at all: evidence holds such words
        assert (found.outcome, found.code) == (Outcome.TAMPERED, Code.MISPLACED_ENTRY)
        return
    assert (found.outcome, found.code, found.step) == (Outcome.CHEATING, lie.code, lie.step)
    assert found.entry == len(before) + 1
    assert found.culprit is not None
    assert found.culprit[1] == told.open[lie.step].position.identities[content.seat]

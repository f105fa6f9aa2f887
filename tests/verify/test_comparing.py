"""Several files of one meeting: each alone is in order, and together they show who told two people two things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.session.stories import meet, two_seals, uttered
from tests.tinygames import RACE
from tests.verify.files import file_of
from tortuga_p2p.errors import Code
from tortuga_p2p.session.event import RecordStep
from tortuga_p2p.session.message import Confirm, Enter, Resign
from tortuga_p2p.session.transcript import write_claims, write_closed, write_header
from tortuga_p2p.testing.company import Company, Peer
from tortuga_p2p.testing.forging import changed, content_of, kind_of, worded
from tortuga_p2p.verify import comparing
from tortuga_p2p.verify.comparing import Comparison, compare
from tortuga_p2p.verify.report import compared_lines, compared_record
from tortuga_p2p.verify.verifier import Outcome, verify

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest


def compared(company: Company, files: Sequence[bytes]) -> Comparison:
    return compare(files, lambda terms: (company.game, company.group))


def closed_of(company: Company, peer: Peer) -> bytes:
    """What was closed for a peer, without what it found out later."""
    closed = [raw for entry in peer.log if isinstance(entry, RecordStep) for raw in entry.envelopes]
    return write_header(company.meeting) + write_closed(closed)


def two_stories(table: int = 0) -> tuple[Company, Peer, list[bytes]]:
    """The liar seals one thing for one of the others, and something else for the other; then he resigns."""
    company, liar, honest, *seals = two_seals(table)
    resignation = worded(liar.session, Resign(), step=content_of(seals[0]).step)
    for peer, raw in zip(honest, seals, strict=True):
        company.say(peer.name, raw)
    return company, liar, [closed_of(company, peer) + write_claims([resignation]) for peer in honest]


def test_files_that_are_in_order_alone_name_together_who_signed_twice() -> None:
    company, liar, files = two_stories()
    for raw in files:
        assert verify(raw, lambda terms: (company.game, company.group)).outcome is Outcome.UNFINISHED
    found = compared(company, files)
    (verdict,) = found.verdicts
    assert (verdict.identity, verdict.code) == (liar.key, Code.EQUIVOCATION)
    assert found.common == verdict.step
    assert not found.agrees
    assert compared(company, files[::-1]).verdicts == (verdict,)
    _, line = compared_lines(["a", "b"], found)
    assert line.startswith(f'  CHEATING: "{liar.name}" [')
    assert compared_record(["a", "b"], found)["verdicts"][0]["identity"] == liar.key.hex()


def test_files_of_honest_peers_agree_as_far_as_the_shorter_goes() -> None:
    company = Company.make(RACE, 3).sit()
    short = closed_of(company, company.players[0])
    company.play()
    whole = [file_of(company, peer) for peer in company.players]
    found = compared(company, [*whole, short])
    assert (found.agrees, found.verdicts) == (True, ())
    assert found.common == found.steps[-1] < found.steps[0] == found.steps[1]
    (line,) = compared_lines(["a", "b", "c", "d"], found)
    assert f"a goes on to {found.steps[0]}" in line


def test_a_file_that_breaks_off_within_a_step_parts_from_nobody() -> None:
    company = Company.make(RACE, 3).sit().play()
    whole = file_of(company, company.players[0])
    told = [raw for entry in company.players[0].log if isinstance(entry, RecordStep) for raw in entry.envelopes]
    steps = [content_of(raw).step for raw in told if kind_of(raw) != "seal"]
    end = max(at for at in range(1, len(steps)) if steps[at - 1] == steps[at])  # in it somebody spoke before
    short = write_header(company.meeting) + write_closed(told[:end])
    for files in ([whole, short], [short, whole]):
        found = compared(company, files)
        assert (found.agrees, found.verdicts) == (True, ())
        assert found.common == steps[end]


def test_a_file_that_somebody_changed_proves_nobody_guilty() -> None:
    company = Company.make(RACE, 3).sit().play()
    whole = file_of(company, company.players[0])
    spoiled = whole[:-40] + bytes([whole[-40] ^ 1]) + whole[-39:]
    found = compared(company, [whole, spoiled, whole[: len(whole) // 2]])
    assert found.verdicts == ()


def test_a_forged_word_hides_no_two_that_were_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is found out might add a third file, in which that place is filled with rubbish."""
    company, liar, files = two_stories()
    (verdict,) = compared(company, files).verdicts
    honest = next(peer for peer in company.players if peer is not liar)
    told = [raw for entry in honest.log if isinstance(entry, RecordStep) for raw in entry.envelopes]
    (seal,) = [raw for raw in told if (content_of(raw).step, content_of(raw).seat) == (verdict.step, liar.seat)]
    forged = seal[:-1] + bytes([seal[-1] ^ 1])
    rubbish = write_header(company.meeting) + write_closed([forged if raw == seal else raw for raw in told])
    for some in ([rubbish, *files], [files[0], rubbish, files[1]], [*files, rubbish]):
        assert compared(company, some).verdicts == (verdict,)
    monkeypatch.setattr(comparing, "check_evidence", None)  # what anybody may have written costs no judgement
    assert compared(company, [files[0], rubbish]).verdicts == ()


def test_whoever_left_in_one_file_and_went_on_in_the_other_is_named() -> None:
    company = Company.make(RACE, 3).sit()
    liar = company.players[0]
    before = liar.session
    company.play_until(lambda now: any(content_of(raw).step > before.position.step for raw in uttered(liar.log)))
    confirm = worded(before, Confirm(1, 0b111 & ~(1 << liar.seat)))
    left = write_header(company.meeting) + write_closed(
        [raw for step in before.closed for _, raw in sorted(step.items())]
    )
    files = [left + write_claims([confirm]), closed_of(company, company.players[1])]
    (verdict,) = compared(company, files).verdicts
    assert (verdict.identity, verdict.code) == (liar.key, Code.WENT_ON)


def test_a_chair_and_a_seat_of_one_number_are_two_places() -> None:
    """Somebody lied while sitting down, on the chair that has the number of the seat of somebody who lied in play."""
    company, liar, files = two_stories(table=1)  # where they are two people
    other = company[company.named(company.meeting.company[liar.seat])]
    honest = next(peer for peer in company.players if peer is not liar)
    told = [raw for entry in honest.log if isinstance(entry, RecordStep) for raw in entry.envelopes]
    (enter,) = [raw for raw in told if kind_of(raw) == "enter" and content_of(raw).seat == liar.seat]
    again = changed(other.session, enter, Enter(bytes(32)))
    third = write_header(company.meeting) + write_closed([again if raw == enter else raw for raw in told])
    verdicts = compared(company, [*files, third]).verdicts
    assert sorted(verdict.identity for verdict in verdicts) == sorted([liar.key, other.key])
    assert other is not liar


def test_everybody_who_signed_twice_is_named_once() -> None:
    company, liar, files = two_stories()
    meet(company)
    honest = [peer for peer in company.players if peer is not liar]
    again = [file_of(company, peer) for peer in honest]
    found = compared(company, [*files, *again])
    assert [verdict.identity for verdict in found.verdicts] == [liar.key]

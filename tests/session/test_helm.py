"""Who decided is signed with the decision: in the open, under a seal, after a crash, and in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.session.stories import uttered
from tests.tinygames import RACE, SCREENS
from tortuga_p2p.session.event import Intent, RecordStep
from tortuga_p2p.session.helm import PERSON, PROGRAM, HelmTally, called, changed
from tortuga_p2p.session.message import Commit, Play
from tortuga_p2p.session.table import FIRST_STEP
from tortuga_p2p.session.transcript import write_entries, write_header, write_seals
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.forging import said_in
from tortuga_p2p.verify.export import export
from tortuga_p2p.verify.verifier import Outcome, verify

if TYPE_CHECKING:
    from tortuga_p2p.testing.company import Peer


def decide(company: Company, peer: Peer, helm: int) -> list[bytes]:
    return uttered(company.take(peer.name, Intent(peer.session.moves[0], helm)))


@pytest.mark.parametrize("helm", [PERSON, PROGRAM])
def test_a_move_in_the_open_says_who_decided(helm: int) -> None:
    company = Company.make(RACE, 2).sit()
    mover = next(company.deciding())
    raw, *_next = decide(company, mover, helm)
    said = said_in(raw)
    assert isinstance(said, Play)
    assert said.helm == helm
    company.carry()
    for peer in company.players:
        assert peer.session.helms == helm << mover.seat


def test_a_tally_tells_from_which_step_to_which_a_program_decided() -> None:
    tally = HelmTally()
    for step, helm in ((4, PERSON), (6, PROGRAM), (7, PERSON), (9, PROGRAM), (11, PERSON)):
        tally = tally.plus(step, helm)
    assert tally == HelmTally(decisions=5, by_program=2, first=6, last=9)


def test_a_seal_says_it_and_the_next_one_may_say_otherwise() -> None:
    company = Company.make(SCREENS, 2).sit()
    first = next(company.deciding())
    (raw,) = decide(company, first, PROGRAM)
    assert said_in(raw) == Commit(said_in(raw).digest, PROGRAM)
    assert all(not peer.session.helms for peer in company.players)  # its step is not closed yet
    company.play_until(lambda company: bool(company.players[0].session.helms))
    assert {peer.session.helms for peer in company.players} == {1 << first.seat}
    company.play()  # the person decides from then on
    assert {peer.session.helms for peer in company.players} == {0}


def test_whoever_crashed_before_the_word_left_says_who_had_decided() -> None:
    company = Company.make(RACE, 2).sit()
    mover = next(company.deciding())
    before = len(mover.log)
    raw, *_next = decide(company, mover, PROGRAM)
    company.post.clear()
    del mover.log[before + 1 :]  # the decision was written down, the envelope was not
    mover.durable = len(mover.log)
    mover.crash(0)
    assert raw in uttered(mover.wake())


def test_a_file_tells_how_much_was_whose() -> None:
    company = Company.make(RACE, 2).sit()
    records: list[RecordStep] = []
    for turn in range(400):
        deciding = list(company.deciding())
        if not deciding:
            break
        helm = PROGRAM if turn % 3 == 0 and deciding[0].name == "Ana" else PERSON
        company.take(deciding[0].name, Intent(deciding[0].session.moves[0], helm))
        company.carry()
    ana = next(peer for peer in company.players if peer.name == "Ana")
    records = [entry for entry in ana.log if isinstance(entry, RecordStep)]
    *entries, seals = [record.envelopes for record in records]
    file = write_header(company.meeting) + b"".join(map(write_entries, entries)) + write_seals(seals)
    found = verify(file, lambda terms: (company.game, company.group))
    assert found.outcome is Outcome.HONEST
    mine, others = found.helms[ana.seat], found.helms[1 - ana.seat]
    assert 0 < mine.by_program < mine.decisions
    assert FIRST_STEP <= mine.first <= mine.last
    assert others == HelmTally(others.decisions)
    lines = export("file", file, lambda terms: (company.game, company.group))
    by_program = {line["step"]: line["by_program"] for line in lines if line["kind"] == "answer"}
    assert (by_program[mine.first], by_program[mine.last]) == ([ana.seat], [ana.seat])
    assert [] in by_program.values(), "between them Ana decided herself"


def test_names_tell_it_and_nobody_can_be_called_so() -> None:
    assert called(("Ana", "Ben", "Cleo"), 0b010, 0b100) == ("Ana", "Ben (bot)", "Cleo (left)")
    assert changed(("Ana", "Ben"), 0b01, 0b10, own=0) == ["You play yourself again.", "Ben's program plays for them."]

"""Evidence: what proves an offence to a stranger, and everything that only looks like it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.refusal import refused
from tests.session.stories import ending, meet, proof_of, says, steps, uttered, verdicts
from tests.tinygames import RACE
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import Code, Refused
from tortuga_p2p.limits import ENVELOPE_BYTES_MAX, EVIDENCE_BYTES_MAX
from tortuga_p2p.rules.ask import Move
from tortuga_p2p.session import evidence, offences
from tortuga_p2p.session.event import Convict, Heard, Refuse, Tell
from tortuga_p2p.session.evidence import check_evidence
from tortuga_p2p.session.message import Accuse, Deed, Enter, Have, Play, Say
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.table import state_digest
from tortuga_p2p.testing.company import SPECTATOR, TOY, Company
from tortuga_p2p.testing.damage import damaged
from tortuga_p2p.testing.forging import changed, worded
from tortuga_p2p.wire.codec import decode, encode

if TYPE_CHECKING:
    from tortuga_p2p.session.message import Terms
    from tortuga_p2p.testing.company import Peer

NOTHING = Deed((99,), (), (), (), b"", b"", ())


def find(terms: Terms) -> Any:
    """A stranger's own copies of the rules."""
    if terms.game != RACE.name:
        raise Refused(Code.OTHER_RULES, "This stranger knows one game only.")
    return RACE, TOY


def convicted(company: Company, cheat: Peer) -> bytes:
    """The evidence that everybody at the table has, and that a stranger believes."""
    (proof,) = {proof_of(peer) for peer in company.peers.values() if peer is not cheat}
    verdict = check_evidence(proof, find)
    assert verdict.identity == cheat.key
    assert verdict.name == cheat.name
    assert len(proof) <= EVIDENCE_BYTES_MAX
    for peer in company.peers.values():
        assert {name for name, _ in verdicts(peer)} <= {cheat.name}
    return proof


def at_a_turn(table: int = 0, watchers: int = 0) -> tuple[Company, Peer, Peer]:
    """A company in which one seat must decide, and somebody else."""
    company = Company.make(RACE, 3, table, watchers=watchers).sit()
    (mover,) = company.deciding()
    return company, mover, company.others(mover.name)[0]


def an_illegal_move(table: int = 0) -> tuple[Company, Peer, bytes]:
    company, mover, _ = at_a_turn(table, watchers=1)
    raw = worded(mover.session, Play(NOTHING))
    for other in company.others(mover.name):
        company.say(other.name, raw)
    return company, mover, convicted(company, mover)


# --- offences ----------------------------------------------------------------------------------------------------


def test_an_illegal_move_convicts_its_mover_everywhere_with_the_same_evidence() -> None:
    company, mover, _ = an_illegal_move()
    for other in company.others(mover.name):
        assert verdicts(other) == [(mover.name, Code.ILLEGAL_MOVE)]
        assert other.session.waiting_for == tuple(sorted(one.seat for one in company.players if one is not mover))


def test_one_witness_is_enough() -> None:
    company, mover, witness = at_a_turn(watchers=1)
    company.say(witness.name, worded(mover.session, Play(NOTHING)))
    company.carry()
    convicted(company, mover)
    assert proof_of(mover), "even the cheat is told"


def test_two_different_words_in_one_place_are_proof_whatever_they_say() -> None:
    company, mover, witness = at_a_turn()
    (honest,) = uttered(company.intend(mover.name), "move")
    company.post.clear()
    other = changed(mover.session, honest, Play(NOTHING))
    company.say(witness.name, honest)
    company.say(witness.name, other)
    assert verdicts(witness) == [(mover.name, Code.EQUIVOCATION)]
    company.carry()
    convicted(company, mover)


def test_two_words_of_one_step_in_different_places_prove_nothing() -> None:
    company, mover, witness = at_a_turn()
    (honest,) = uttered(company.intend(mover.name), "move")
    company.say(witness.name, honest)
    for other in ({"lane": "chatter"}, {"table": bytes(32)}, {"epoch": 1}):
        company.say(witness.name, changed(mover.session, honest, **other))
        assert not witness.convictions


def test_words_of_a_step_that_is_closed_elsewhere_are_judged_by_those_who_still_stand_there() -> None:
    company, mover, witness = at_a_turn()
    outsider = next(peer for peer in company.players if peer not in (mover, witness))
    raw = worded(outsider.session, Play(NOTHING))
    company.intend(mover.name)
    company.carry(leave_out=(witness.name,))
    company.say(mover.name, raw)
    assert not mover.convictions, "the step is closed there, and this seat had nothing to say in it"
    company.say(witness.name, raw)
    assert verdicts(witness) == [(outsider.name, Code.OUT_OF_TURN)]
    company.carry()
    assert mover.session.verdicts == witness.session.verdicts


def test_the_two_largest_envelopes_still_fit_into_evidence() -> None:
    company = Company.make(RACE, 5).sit()
    (mover,) = company.deciding()
    witness = company.others(mover.name)[0]
    step = mover.session.position.step + 1
    around = len(worded(mover.session, Play(NOTHING), step=step, body=(bytes(4096),))) - 4096
    for filling in (b"a", b"b"):
        raw = worded(mover.session, Play(NOTHING), step=step, body=(filling * (ENVELOPE_BYTES_MAX - around),))
        assert len(raw) == ENVELOPE_BYTES_MAX
        company.say(witness.name, raw)
    assert verdicts(witness) == [(mover.name, Code.EQUIVOCATION)]


def test_an_enter_said_twice_is_found_though_it_leads_to_two_lobbies() -> None:
    company = Company.make(RACE, 3)
    liar, first, second = company.players
    company.begin()
    (enter,) = [mail.talk.envelope for mail in company.post if mail.sender == liar.name and isinstance(mail.talk, Say)]
    me = liar.session.me
    assert me is not None
    other = changed(liar.session, enter, Enter(bytes(32)))
    company.post = [mail for mail in company.post if mail.sender != liar.name]
    company.say(first.name, enter)
    company.say(second.name, other)
    company.carry(leave_out=(liar.name,))
    for peer in (first, second):
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]
        assert ending(peer).verdict == ending(first).verdict


def test_words_said_twice_while_sitting_down_are_proof_long_after() -> None:
    company, mover, witness = at_a_turn()
    said = witness.session.closed[2][company.meeting.company.index(mover.key)]
    raw = changed(mover.session, said, prev=bytes(32))
    company.say(witness.name, raw)
    assert verdicts(witness) == [(mover.name, Code.EQUIVOCATION)]
    assert convict_seat(witness) == -1, "nobody had a seat then"


def convict_seat(peer: Peer) -> int:
    return peer.convictions[0].verdict.seat


# --- what proves nothing ---------------------------------------------------------------------------------------------


def test_evidence_of_another_table_ends_no_game_here() -> None:
    """The same people play the same game twice; what somebody did in the first is no offence in the second."""
    _, cheat, proof = an_illegal_move()
    company = Company.make(RACE, 3).sit()
    again = replace(company.meeting, call=bytes(32))
    company.meeting = again
    for peer in company.players:
        me = peer.start.me
        peer.session = peer.start.make(again, RACE, TOY, me)
    company.post.clear()
    company.sit()
    other = company.others(cheat.name)[0]
    effects = company.hear(other.name, Accuse(again.id, proof), cheat.name)
    assert [effect.code for effect in effects if hasattr(effect, "code")] == [Code.BAD_EVIDENCE]
    assert other.session.phase is SessionPhase.PLAYING


def test_evidence_is_refused_where_the_rules_are_not_the_same() -> None:
    _, _, proof = an_illegal_move()

    class OtherRace(type(RACE)):  # type: ignore[misc]
        version = 2

    with refused(Code.OTHER_RULES):
        check_evidence(proof, lambda terms: (OtherRace(), TOY))


def test_an_honest_message_is_no_evidence() -> None:
    company, mover, witness = at_a_turn()
    state = witness.session.table
    assert state is not None
    (honest,) = uttered(company.intend(mover.name), "move")
    alone, both = ((honest,), state.raw, Code.ILLEGAL_MOVE), (honest, honest)
    for exhibits, stood_on, code in (alone, (both, b"", Code.EQUIVOCATION), (both, b"", Code.WENT_ON)):
        raw = evidence.gather(company.meeting, witness.session.closed, stood_on, exhibits, code)
        with refused(Code.BAD_EVIDENCE):
            check_evidence(raw, find)


def test_an_offence_under_another_name_is_no_evidence() -> None:
    _, _, proof = an_illegal_move()
    named = replace(evidence.read(proof), code=str(Code.NOT_YOURS))
    with refused(Code.BAD_EVIDENCE, "a different one"):
        check_evidence(evidence.write(named), find)


def test_an_offence_needs_the_very_state_it_stands_on() -> None:
    company, mover, witness = at_a_turn()
    table = witness.session.table
    assert table is not None
    raw = worded(mover.session, Play(NOTHING))
    other = table.change(beacons=table.beacons + 1).raw
    forged = evidence.gather(company.meeting, witness.session.closed, other, (raw,), Code.ILLEGAL_MOVE)
    with refused(Code.BAD_EVIDENCE, "does not stand on this state"):
        check_evidence(forged, find)


@pytest.mark.parametrize("stage", ["nonsense", "mix", "show", "give", "reveal", "remask", "commit", "sealed"])
def test_a_state_in_which_no_table_can_be_convicts_nobody_and_stops_no_program(stage: str) -> None:
    company, mover, witness = at_a_turn()
    table = witness.session.table
    assert table is not None
    state = table.change(stage=table.stage._replace(kind=stage)).raw
    raw = worded(mover.session, Play(NOTHING), state=state_digest(state))
    for code in (Code.ILLEGAL_MOVE, Code.WRONG_KIND, Code.MALFORMED):
        forged = evidence.gather(company.meeting, witness.session.closed, state, (raw,), code)
        company.hear(witness.name, Accuse(company.meeting.id, forged), mover.name)
    for name, _ in verdicts(witness):
        assert name == mover.name, "whoever signs a state that never was accuses themselves, if anybody"


@pytest.mark.parametrize("seed", range(20))
def test_damaged_evidence_is_refused_with_a_code_or_still_names_the_same_cheat(seed: int) -> None:
    draw = SeededDraw(seed, "damage")
    _, cheat, proof = an_illegal_move()
    for _ in range(20):
        verdict = None
        with suppress(Refused):
            verdict = check_evidence(_damaged(proof, draw), find)
        assert verdict is None or verdict.identity == cheat.key


def _damaged(raw: bytes, draw: SeededDraw) -> bytes:
    """The bytes with one thing changed, deep inside or on the surface."""
    while True:
        with suppress(TypeError, ValueError, OverflowError):  # no plain value any more: nobody could write it
            return encode(damaged(decode(raw), draw))


def test_half_a_step_of_sitting_down_is_no_evidence() -> None:
    _, _, proof = an_illegal_move()
    whole = evidence.read(proof)
    for entries in (whole.entries[:-1], (whole.entries[1], whole.entries[0], *whole.entries[2:])):
        with refused(Code.BAD_EVIDENCE):
            check_evidence(evidence.write(replace(whole, entries=entries)), find)


def test_evidence_names_a_company_in_its_order() -> None:
    _, _, proof = an_illegal_move()
    whole = evidence.read(proof)
    with refused(Code.BAD_EVIDENCE, "names people who could not sit"):
        check_evidence(evidence.write(replace(whole, people=whole.people[::-1])), find)


def test_bytes_that_are_no_evidence() -> None:
    with refused(Code.MALFORMED):
        evidence.read(encode((1, 2)))
    company, _, witness = at_a_turn()
    company.hear(witness.name, Accuse(company.meeting.id, b"\x01"), witness.name)
    assert [one.code for one in witness.refusals] == [Code.MALFORMED]


# --- endings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["seal", "nothing"])
def test_a_verdict_stands_beside_a_finished_game_and_undoes_nothing(lost: str) -> None:
    """Otherwise a loser could sign something else for an old step, and take the result away from everybody."""
    company = Company.make(RACE, 3).sit().play(lose=says(lost))
    loser, first, second = company.players
    phase, table = first.session.phase, first.session.table
    assert phase is (SessionPhase.FINISHED if lost == "seal" else SessionPhase.SEALED)
    stored = next(step[loser.seat] for step in reversed(first.session.closed) if loser.seat in step)
    company.say(first.name, changed(loser.session, stored, prev=bytes(32)))
    company.carry()
    for peer in (first, second):
        assert verdicts(peer) == [(loser.name, Code.EQUIVOCATION)]
        assert (peer.session.phase, peer.session.ending, peer.session.table) == (phase, None, table)


def test_everybody_who_contradicts_himself_is_convicted_whoever_was_the_first() -> None:
    company = Company.make(RACE, 4).sit().play()
    *liars, witness = company.players
    for liar in liars[:2]:
        (seat,) = uttered(liar.log, "seat")
        company.say(witness.name, changed(liar.session, seat, prev=bytes(32)))
    company.carry()
    for peer in (liars[2], witness):
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION) for liar in liars[:2]]


def test_evidence_that_was_lost_is_asked_for_at_a_sealed_table_too() -> None:
    company = Company.make(RACE, 3).sit().play()
    liar, witness, other = company.players
    (seat,) = uttered(liar.log, "seat")
    company.say(witness.name, changed(liar.session, seat, prev=bytes(32)))
    company.post.clear()
    assert not other.convictions
    meet(company, times=1)
    assert verdicts(other) == [(liar.name, Code.EQUIVOCATION)]
    meet(company, times=1)
    assert not [mail for mail in company.post if isinstance(mail.talk, Accuse)]


def test_a_bad_seal_does_not_undo_a_finished_game() -> None:
    """The loser may withhold a seal, but not turn a finished game into one about which programs disagree."""
    company = Company.make(RACE, 3).sit().play(lose=says("seal"))
    loser, winner, _ = company.players
    (seal,) = [one.raw for one in loser.session.accepted.values()]
    company.say(winner.name, changed(loser.session, seal, state=bytes(32)))
    assert winner.session.phase is SessionPhase.FINISHED


def test_evidence_outranks_every_other_ending() -> None:
    company = Company.make(RACE, 2).sit()
    (mover,) = company.deciding()
    (witness,) = company.others(mover.name)
    company.say(witness.name, worded(mover.session, Play(NOTHING), state=bytes(32)))
    assert ending(witness).kind == "diverged"
    company.say(witness.name, worded(mover.session, Play(NOTHING)))
    assert ending(witness).kind == "evidence"
    assert verdicts(witness) == [(mover.name, Code.EQUIVOCATION)]


def test_whoever_differs_for_one_and_breaks_a_rule_for_another_is_convicted_by_both() -> None:
    company, mover, witness = at_a_turn()
    company.say(witness.name, worded(mover.session, Play(NOTHING), state=bytes(32)))
    other = next(peer for peer in company.players if peer not in (mover, witness))
    company.say(other.name, worded(mover.session, Play(NOTHING)))
    company.carry()
    assert other.session.verdicts == witness.session.verdicts
    assert verdicts(witness) == [(mover.name, Code.ILLEGAL_MOVE)]
    again = company.hear(witness.name, Accuse(company.meeting.id, proof_of(other)), other.name)
    assert not [effect for effect in again if isinstance(effect, Convict)]


def test_whoever_asks_is_shown_the_evidence_that_he_lacks() -> None:
    company, mover, proof = an_illegal_move()
    witness, chair = company[SPECTATOR], company.meeting.company.index(mover.key)
    shown = Tell(mover.key, Accuse(company.meeting.id, proof))
    assert shown in witness.take(Heard(mover.key, Have(company.meeting.id, 0, 0, bytes(32))))
    assert shown not in witness.take(Heard(mover.key, Have(company.meeting.id, 0, 0, bytes(32), convicted=1 << chair)))
    (refusal,) = witness.take(Heard(mover.key, Have(bytes(32), 0, 0, bytes(32))))
    assert isinstance(refusal, Refuse)


def test_a_move_for_another_step_is_judged_there() -> None:
    company, mover, witness = at_a_turn()
    raw = worded(mover.session, Play(Deed((1,), (), (), (), b"", b"", ())), step=mover.session.position.step + 5)
    company.say(witness.name, raw)
    assert not witness.convictions
    assert Move((1,)) in mover.session.moves
    assert steps(company) == {mover.session.position.step}


def test_two_offers_before_the_lobby_is_known_are_no_proof_yet() -> None:
    """A stranger could not tell that they belong to this meeting. They are found when the step is open."""
    company = Company.make(RACE, 3)
    liar, first, second = company.players
    company.begin().carry(leave_out=(second.name,))
    offer = liar.session.accepted[0].raw
    anchor = replace(liar.session.accepted[0].said, anchor=bytes(32))
    other = changed(liar.session, offer, anchor)
    company.say(second.name, offer)
    company.say(second.name, other)
    assert not second.convictions
    for raw in first.session.closed[0].values():
        company.say(second.name, raw)
    company.say(second.name, other)
    assert verdicts(second) == [(liar.name, Code.EQUIVOCATION)]


def test_a_sealed_table_judges_one_contradiction_of_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judgement for every message of a liar would be work without an end."""
    company = Company.make(RACE, 3).sit().play()
    cheat, witness, _ = company.players
    assert witness.session.phase is SessionPhase.SEALED
    judged: list[bytes] = []

    def judge(raw: bytes, find: Any) -> Any:
        judged.append(raw)
        return check_evidence(raw, find)

    monkeypatch.setattr(offences, "check_evidence", judge)
    (seat,) = uttered(cheat.log, "seat")
    for number in range(3):
        company.say(witness.name, changed(cheat.session, seat, prev=bytes([number]) * 32))
        proof = proof_of(witness)
        company.hear(witness.name, Accuse(company.meeting.id, proof), cheat.name)
    assert (len(judged), verdicts(witness)) == (1, [(cheat.name, Code.EQUIVOCATION)])

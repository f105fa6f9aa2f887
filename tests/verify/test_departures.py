"""Files of games that were finished without somebody: what is proved, what is claimed, and what was tampered with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.session.stories import meet, uttered
from tests.session.test_epochs import turning
from tests.session.test_removing import PATIENCE_S, finish, give_up, lie, pass_time, playing, waited_for
from tests.tinygames import MUTINY, RACE, SCREENS
from tests.verify.files import file_of, verified
from tortuga_p2p.errors import Code
from tortuga_p2p.node.ending import claims_of
from tortuga_p2p.session.event import Farewell, Impatience
from tortuga_p2p.session.message import Confirm, Resign
from tortuga_p2p.session.removal import Removal
from tortuga_p2p.session.transcript import (
    write_claims,
    write_entries,
    write_evidence,
    write_game,
    write_header,
    write_removal,
)
from tortuga_p2p.testing.forging import content_of, worded
from tortuga_p2p.verify.comparing import compare
from tortuga_p2p.verify.export import export
from tortuga_p2p.verify.replay import read_replay
from tortuga_p2p.verify.report import lines, record
from tortuga_p2p.verify.verifier import EXIT_CODES, Outcome

if TYPE_CHECKING:
    from tortuga_p2p.testing.company import Company, Peer


def given_up(game: Any = MUTINY, seats: int = 4) -> tuple[Company, Peer, list[Peer]]:
    """A game that was finished without somebody who fell silent."""
    company = playing(game, seats, 4)
    gone = waited_for(company)
    stay = give_up(company, gone)
    finish(company, stay, (gone.name,))
    return company, gone, stay


@pytest.mark.parametrize("game", [RACE, SCREENS, MUTINY], ids=lambda game: game.name)
def test_finished_without_somebody_by_vote_is_an_ending_of_its_own(game: Any) -> None:
    company, gone, stay = given_up(game)
    files = {file_of(company, peer) for peer in stay}
    assert len(files) == 1, "the same file for all who stay"
    (raw,) = files
    finding = verified(company, raw)
    assert (finding.outcome, EXIT_CODES[finding.outcome]) == (Outcome.WITHOUT, 3)
    (departure,) = finding.departures
    assert (departure.seat, departure.how, departure.step) == (gone.seat, "voted", stay[0].session.removals[0].step)
    assert departure.by == tuple(sorted(peer.seat for peer in stay))
    headline, *details = lines("file", finding)
    assert f'without "{gone.name}"' in headline
    assert "according to" in headline
    assert f"at step {departure.step}" in headline
    assert "wins" not in headline, "never a plain victory"
    assert any("A claim of" in line for line in details)
    told = record("file", finding)
    assert (told["outcome"], told["exit"]) == ("without", 3)
    assert told["departures"][0]["how"] == "voted"


def test_a_majority_that_votes_a_leader_out_who_is_there_gains_a_game_that_nobody_has_to_believe() -> None:
    """They do not listen to the leader, who says what is due, and say that the leader was gone."""
    company = playing(RACE, 4, 4)
    leader = waited_for(company)
    (word,) = uttered(company.intend(leader.name), "move")
    company.post.clear()  # nobody of them has it, by their own word
    stay = give_up(company, leader)
    finish(company, stay, (leader.name,))
    theirs, hers = file_of(company, stay[0]), file_of(company, leader)
    finding = verified(company, theirs)
    assert (finding.outcome, finding.winner, finding.verdicts) == (Outcome.WITHOUT, None, ())
    assert [departure.how for departure in finding.departures] == ["voted"]
    assert word in leader.session.closed[content_of(word).step].values()
    assert not any(word in said.values() for said in stay[0].session.closed)
    assert verified(company, hers).outcome is Outcome.UNFINISHED


def test_whoever_was_removed_and_came_back_has_the_same_file() -> None:
    company, gone, stay = given_up()
    meet(company, 8)
    assert file_of(company, gone) == file_of(company, stay[0])


def test_the_file_of_somebody_removed_who_left_before_the_end_says_what_the_others_say() -> None:
    company = playing(RACE, 4, 5)
    gone = waited_for(company)
    stay = give_up(company, gone)
    meet(company, 3)
    mine = file_of(company, gone)
    finding = verified(company, mine)
    assert finding.outcome is Outcome.UNFINISHED
    assert all(peer.name in finding.claim for peer in stay)
    finish(company, stay, (gone.name,))
    comparison = compare([mine, file_of(company, stay[0])], lambda terms: (company.game, company.group))
    assert comparison.agrees
    assert not comparison.verdicts


def test_a_seat_that_resigned_is_ranked_and_the_file_proves_it() -> None:
    company = playing(MUTINY, 4, 3)
    gone = company.players[1]
    company.take(gone.name, Farewell())
    company.carry(leave_out=(gone.name,))
    stay = [peer for peer in company.players if peer is not gone]
    finish(company, stay, (gone.name,))
    raw = file_of(company, stay[0])
    finding = verified(company, raw)
    assert finding.outcome is Outcome.HONEST
    assert [(one.seat, one.how) for one in finding.departures] == [(gone.seat, "resigned")]
    assert finding.result is not None
    assert gone.seat not in finding.result.winners
    bare = write_header(company.meeting) + write_game(stay[0].session.closed, stay[0].session.removals)
    assert verified(company, bare).outcome is Outcome.WITHOUT, "without the word it is a claim"


def test_a_seat_that_was_convicted_stands_beside_the_result() -> None:
    company = playing(RACE, 4, 5)
    liar = lie(company)
    stay = company.others(liar.name)
    for peer in stay:
        company.take(peer.name, Impatience())
        company.carry(leave_out=(liar.name,))
    company.play_until(lambda _: False, choose=turning(), leave_out=(liar.name,))
    finding = verified(company, file_of(company, stay[0]))
    assert finding.outcome is Outcome.CHEATING
    assert [(one.seat, one.how) for one in finding.departures] == [(liar.seat, "convicted")]
    assert finding.result is not None


def test_of_two_the_other_wins_by_resignation() -> None:
    company = playing(RACE, 2, 0)
    gone, last = company.players
    company.take(gone.name, Farewell())
    company.carry()
    for peer in (gone, last):
        finding = verified(company, file_of(company, peer))
        assert (finding.outcome, finding.winner) == (Outcome.RESIGNED, last.seat)
        assert EXIT_CODES[finding.outcome] == 0
        assert "wins by resignation" in lines("file", finding)[0]


def test_of_two_the_other_wins_by_verdict() -> None:
    company = playing(RACE, 2, 0)
    liar = lie(company)
    (other,) = company.others(liar.name)
    finding = verified(company, file_of(company, other))
    assert (finding.outcome, finding.winner) == (Outcome.CHEATING, other.seat)
    assert any("wins by verdict" in line for line in lines("file", finding))


# --- tampering -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_nobody_leaves_twice(seats: int) -> None:
    company = playing(RACE, seats, 0)
    gone = company.players[0]
    company.take(gone.name, Farewell())
    company.carry()
    whole = file_of(company, gone)
    words = write_claims(claims_of(gone.session))
    assert words
    assert whole.endswith(words)
    assert verified(company, whole).outcome in (Outcome.RESIGNED, Outcome.UNFINISHED)
    again = verified(company, whole + words)
    assert (again.outcome, again.code) == (Outcome.TAMPERED, Code.MISPLACED_ENTRY)


def bent(company: Company, peer: Peer, **changes: Any) -> bytes:
    (removal,) = peer.session.removals
    closed = peer.session.closed
    return write_header(company.meeting) + write_game(closed, [removal._replace(**changes)])


def test_a_removal_is_signed_by_all_who_stay() -> None:
    company, _gone, stay = given_up()
    (removal,) = stay[0].session.removals
    for changes, code in (
        ({"confirms": removal.confirms[:-1]}, Code.MISPLACED_ENTRY),
        ({"confirms": removal.confirms[::-1]}, Code.MISPLACED_ENTRY),
        ({"attempt": 2}, Code.MISPLACED_ENTRY),
        ({"missing": 1 << stay[0].seat}, Code.MISPLACED_ENTRY),
        ({"step": removal.step + 1}, Code.MISSING_ENTRY),
        ({"confirms": (removal.confirms[0][:-1] + b"\x00", *removal.confirms[1:])}, Code.BAD_SIGNATURE),
    ):
        finding = verified(company, bent(company, stay[0], **changes))
        assert (finding.outcome, finding.code) == (Outcome.TAMPERED, code), changes


def test_a_removal_left_out_is_found() -> None:
    company, _gone, stay = given_up()
    raw = write_header(company.meeting) + write_game(stay[0].session.closed, [])
    finding = verified(company, raw)
    assert (finding.outcome, finding.code) == (Outcome.TAMPERED, Code.MISSING_ENTRY)


def test_nothing_of_the_step_that_was_cut_stands_in_a_file() -> None:
    """Words of it were said and heard, and count for nothing: a file that tells them is not what was played."""
    company = playing(SCREENS, 4, 0)
    stay, away = [company[0], company[1], company[2]], company[3]
    for peer in stay:
        company.intend(peer.name)
    company.carry(leave_out=[away.name])
    session, missing = stay[0].session, 1 << away.seat
    words = [one.raw for _, one in sorted(session.accepted.items())]
    assert words
    confirms = tuple(worded(peer.session, Confirm(1, missing)) for peer in stay)
    before = write_header(company.meeting) + write_game(session.closed, [])
    removal = write_removal(1, missing, confirms)
    assert verified(company, before + removal).outcome is Outcome.UNFINISHED
    finding = verified(company, before + write_entries(words) + removal)
    assert (finding.outcome, finding.code) == (Outcome.TAMPERED, Code.MISPLACED_ENTRY)


def test_too_few_cannot_go_on() -> None:
    """Two of four without the lowest seat sign everything, and play on among themselves."""
    company = playing(SCREENS, 4, 0)
    pair, away = [company[2], company[3]], [company[0], company[1]]
    for peer in pair:
        company.intend(peer.name)
    names = [peer.name for peer in away]
    company.carry(leave_out=names)
    pass_time(company, 0, PATIENCE_S)
    missing = sum(1 << peer.seat for peer in away)
    confirms = tuple(worded(peer.session, Confirm(1, missing)) for peer in pair)
    session = pair[0].session
    removal = Removal(0, session.position.step, 1, missing, confirms)
    raw = write_header(company.meeting) + write_game(session.closed, [removal])
    finding = verified(company, raw)
    assert (finding.outcome, finding.code) == (Outcome.TAMPERED, Code.NO_QUORUM)


def test_whoever_is_convicted_does_not_count_among_those_without_whom_two_are_too_few() -> None:
    """Two of four without the lowest seat: of the three who are not proved guilty they are more than half."""
    company = playing(RACE, 4, 5)
    liar = lie(company)
    silent = company[0] if liar.seat else company[1]
    pair = [company[seat] for seat in range(4) if seat not in (liar.seat, silent.seat)]
    confirms = tuple(worded(peer.session, Confirm(1, 1 << liar.seat | 1 << silent.seat)) for peer in pair)
    played = write_header(company.meeting) + write_game(pair[0].session.closed, [])
    alone = played + write_removal(1, 1 << liar.seat | 1 << silent.seat, confirms)
    assert verified(company, alone).code is Code.NO_QUORUM, "nobody knows of the lie"
    (proof,) = pair[0].session.verdicts
    found = verified(company, alone + write_evidence(proof.evidence))
    assert found.outcome is Outcome.CHEATING
    assert {(one.seat, one.how) for one in found.departures} == {(liar.seat, "convicted"), (silent.seat, "voted")}


def test_a_word_of_somebody_who_stayed_proves_no_departure() -> None:
    company, _gone, stay = given_up()
    raw = file_of(company, stay[0])
    false = [peer for peer in stay if content_of(peer.session.removals[0].confirms[0]).seat == peer.seat]
    finding = verified(company, raw + write_claims([worded(false[0].session, Resign())]))
    assert (finding.outcome, finding.code) == (Outcome.TAMPERED, Code.MISPLACED_ENTRY)


# --- replay, export --------------------------------------------------------------------------------------------------


def test_replay_and_export_know_who_left() -> None:
    company, gone, stay = given_up()
    raw = file_of(company, stay[0])

    def find(terms: Any) -> Any:
        return company.game, company.group

    replay = read_replay(raw, find)
    assert replay.is_whole
    told = [sentence for number in range(len(replay.frames)) for sentence in replay.told(number)]
    assert any(gone.name in sentence for sentence in told)
    exported = list(export("file", raw, find))
    (removal,) = [line for line in exported if line["kind"] == "removal"]
    assert [one["seat"] for one in removal["gone"]] == [gone.seat]
    assert exported[-1]["outcome"] == "without"

"""A quitter stops nothing: those who stay go on from the last settled step, whatever step somebody left in, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.session.stories import ending, meet, says, uttered, verdicts
from tests.session.test_epochs import OURS, TINY, turning
from tests.tinygames import MUTINY, RACE, SCREENS
from tortuga_p2p.errors import Code
from tortuga_p2p.rules.ask import Over
from tortuga_p2p.session.event import Farewell, Impatience, RecordRemoval, Tick
from tortuga_p2p.session.message import Confirm, Gone, Nod, Resign, Say, Stay
from tortuga_p2p.session.nodding import NOD
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.testing.company import SPECTATOR, Company
from tortuga_p2p.testing.forging import changed, content_of, said_in, worded

if TYPE_CHECKING:
    from collections.abc import Callable

    from tortuga_p2p.testing.company import Peer

PATIENCE_S = 60


def table_of(peer: Peer) -> Any:
    assert peer.session.table is not None
    return peer.session.table


def playing(game: Any, seats: int, decisions: int, watchers: int = 0) -> Company:
    """A table after so many decisions."""
    made = 0

    def is_enough(company: Company) -> bool:
        nonlocal made
        made += 1
        return made > decisions

    company = Company.make(game, seats, watchers=watchers, patience_s=PATIENCE_S).sit()
    return company.play_until(is_enough, choose=turning())


def pass_time(company: Company, *seconds: int) -> None:
    for name in company.peers:
        for second in seconds:
            company.take(name, Tick(1 + 1000 * second))
    company.post.clear()


def decide(company: Company, stay: list[Peer], gone: Peer) -> None:
    """Whoever stays has said what there is to say: nobody but the silent one is waited for."""
    for peer in stay:
        if len(peer.session.moves):
            company.intend(peer.name)
    company.carry(leave_out=(gone.name,))


def give_up(company: Company, gone: Peer, seconds: int = PATIENCE_S) -> list[Peer]:
    """Somebody is silent for as long as the table waits; all others vote."""
    stay = [peer for peer in company.players if peer is not gone]
    decide(company, stay, gone)
    pass_time(company, 0, seconds)
    for peer in stay:
        company.take(peer.name, Impatience())
    company.carry(leave_out=(gone.name,))
    return stay


def finish(company: Company, stay: list[Peer], gone: tuple[str, ...]) -> None:
    company.play_until(lambda _: False, choose=turning(), leave_out=gone)
    assert {peer.session.phase for peer in stay} == {SessionPhase.SEALED}, [peer.session.position.kind for peer in stay]
    assert len({peer.session.history for peer in stay}) == 1
    assert not any(peer.convictions for peer in stay)


def waited_for(company: Company) -> Peer:
    """Somebody whom the table waits for."""
    return company[company.players[0].session.waiting_for[0]]


# --- given up by vote ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TINY, ids=lambda game: game.name)
def test_whoever_says_that_the_table_stands_otherwise_stops_nobody(game: Any) -> None:
    """Whoever is losing signs another state: once that ended the table for all."""
    company = playing(game, 3, 2)
    gone = waited_for(company)
    for peer in company.others(gone.name):
        company.say(peer.name, worded(gone.session, Nod(), lane=NOD, state=bytes(32)))
        assert peer.session.differing.keys() == {gone.seat}
    stay = give_up(company, gone)
    finish(company, stay, (gone.name,))
    for peer in stay:
        assert (table_of(peer).seats >> gone.seat & 1, peer.session.verdicts, peer.session.differing) == (0, (), {})


@pytest.mark.parametrize("decisions", [0, 1, 3, 8])
@pytest.mark.parametrize("game", TINY, ids=lambda game: game.name)
def test_those_who_stay_finish_the_game_without_somebody_who_fell_silent(game: Any, decisions: int) -> None:
    company = playing(game, 4, decisions)
    if company.players[0].session.phase is not SessionPhase.PLAYING:
        pytest.skip("this game is over by then")
    gone = waited_for(company)
    seat = gone.seat
    stay = give_up(company, gone)
    assert {table_of(peer).epoch for peer in stay} == {1}
    finish(company, stay, (gone.name,))
    for peer in stay:
        assert seat not in table_of(peer).present
        assert isinstance(table_of(peer).ask, Over)
        assert seat not in table_of(peer).ask.result.winners
        (removal,) = peer.session.removals
        assert [content_of(raw).seat for raw in removal.confirms] == sorted(one.seat for one in stay)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_a_real_game_goes_on_without_somebody_who_fell_silent(game: Any) -> None:
    company = playing(game, 3, 20)
    gone = waited_for(company)
    stay = give_up(company, gone)
    before = stay[0].session.position.step
    made = 0

    def is_enough(company: Company) -> bool:
        nonlocal made
        made += 1
        return made > 25

    company.play_until(is_enough, choose=turning(), leave_out=(gone.name,))
    assert stay[0].session.position.step > before + 10
    assert len({peer.session.history for peer in stay}) == 1


def test_whoever_was_given_up_is_told_and_reads_the_end() -> None:
    company = playing(RACE, 4, 5)
    gone = waited_for(company)
    stay = give_up(company, gone)
    finish(company, stay, (gone.name,))
    meet(company, 8)
    assert gone.session.phase is SessionPhase.SEALED
    assert gone.session.history == stay[0].session.history
    assert gone.session.removals == stay[0].session.removals
    assert any(isinstance(one, RecordRemoval) for one in gone.log)


def test_whoever_was_given_up_hears_why_while_the_others_play() -> None:
    company = playing(RACE, 4, 5)
    gone = waited_for(company)
    stay = give_up(company, gone)
    meet(company, 3)
    assert ending(gone).kind == "removed"
    assert all(peer.name in ending(gone).sentence for peer in stay)
    assert f"in step {stay[0].session.removals[0].step}" in ending(gone).sentence
    assert all(peer.session.phase is SessionPhase.PLAYING for peer in stay)


def test_whoever_was_given_up_though_his_own_word_closed_the_step_stands_back_and_reads_the_end() -> None:
    """For themselves they went on; the others never heard it."""
    company = playing(RACE, 4, 5)
    (gone,) = company.deciding()
    pass_time(company, 0, PATIENCE_S)
    step = gone.session.position.step
    company.intend(gone.name)
    company.post.clear()
    assert gone.session.position.step == step + 1
    stay = give_up(company, gone)
    assert {peer.session.removals[0].step for peer in stay} == {step}
    meet(company, 3)
    assert ending(gone).kind == "removed"
    finish(company, stay, (gone.name,))
    meet(company, 8)
    assert gone.session.phase is SessionPhase.SEALED
    assert gone.session.closed == stay[0].session.closed


def test_a_spectator_follows() -> None:
    company = playing(MUTINY, 4, 3, watchers=1)
    gone = waited_for(company)
    stay = give_up(company, gone)
    finish(company, stay, (gone.name,))
    watcher = company[SPECTATOR]
    assert watcher.session.phase is SessionPhase.SEALED
    assert watcher.session.removals == stay[0].session.removals


def test_two_are_given_up_at_once() -> None:
    company = playing(SCREENS, 5, 2)
    gone = [waited_for(company)]
    gone.append(next(peer for peer in company.players if peer is not gone[0] and peer.seat != 0))
    names = tuple(peer.name for peer in gone)
    stay = [peer for peer in company.players if peer not in gone]
    for turn in range(3):
        pass_time(company, turn * PATIENCE_S + turn, (turn + 1) * PATIENCE_S + turn)
        for peer in stay:
            company.take(peer.name, Impatience())
        company.carry(leave_out=names)
        company.play_until(lambda _: False, choose=turning(), leave_out=names)
    assert all(not table_of(peer).seats >> one.seat & 1 for peer in stay for one in gone)
    finish(company, stay, names)


def test_late_words_of_the_old_epoch_are_no_offence() -> None:
    company = playing(RACE, 4, 5)
    (gone,) = company.deciding()
    stay = give_up(company, gone)
    (move,) = uttered(company.intend(gone.name), "move")
    company.post.clear()
    late = [move, worded(gone.session, Gone(1, 1 << stay[0].seat)), worded(gone.session, Confirm(1, 1 << stay[0].seat))]
    for peer in stay:
        before = peer.session.where
        for raw in late:
            company.say(peer.name, raw, gone.name)
        assert peer.session.where == before
        assert not peer.convictions


def test_those_who_moved_go_on_without_whoever_confirmed_with_them_and_left_alone() -> None:
    """Their word that they alone stay is about a step that is over, and nobody opened the next epoch with them."""
    company = playing(RACE, 4, 5)
    (gone,) = company.deciding()
    deserter, *stay = [peer for peer in company.players if peer is not gone]
    pass_time(company, 0, PATIENCE_S)
    for peer in (deserter, *stay):
        company.take(peer.name, Impatience())
    company.carry(leave_out=(gone.name,), lose=says("confirm"))
    confirms = [raw for peer in (deserter, *stay) for raw in uttered(peer.log, "confirm")]
    assert len(confirms) == 3
    company.take(deserter.name, Tick(1 + 2000 * PATIENCE_S))
    company.take(deserter.name, Impatience())
    alone = uttered(deserter.log, "confirm")[-1]
    assert ending(deserter).kind == "abandoned"
    company.post.clear()
    for peer in stay:
        for raw in confirms:
            company.say(peer.name, raw)
    company.carry(leave_out=(gone.name, deserter.name))
    assert {peer.session.where[0] for peer in stay} == {1}
    for peer in stay:
        company.say(peer.name, alone)
        assert company.say(peer.name, alone) == []
    company.carry(leave_out=(gone.name, deserter.name))
    assert {peer.session.where[0] for peer in stay} == {2}
    finish(company, stay, (gone.name, deserter.name))
    meet(company, 8)
    assert gone.session.latest.removals == stay[0].session.removals


def test_two_of_four_without_the_lowest_seat_are_no_quorum_and_end_by_claim() -> None:
    company = playing(SCREENS, 4, 0)
    stay = [company[2], company[3]]
    away = [company[0], company[1]]
    for peer in stay:
        company.intend(peer.name)
    company.carry(leave_out=[peer.name for peer in away])
    pass_time(company, 0, PATIENCE_S)
    for peer in stay:
        company.take(peer.name, Impatience())
    company.carry(leave_out=[peer.name for peer in away])
    assert {ending(peer).kind for peer in stay} == {"abandoned"}


def test_two_of_four_with_the_lowest_seat_go_on() -> None:
    company = playing(SCREENS, 4, 0)
    stay, away = [company[0], company[3]], [company[1], company[2]]
    for peer in stay:
        company.intend(peer.name)
    names = [peer.name for peer in away]
    company.carry(leave_out=names)
    pass_time(company, 0, PATIENCE_S)
    for peer in stay:
        company.take(peer.name, Impatience())
    company.carry(leave_out=names)
    finish(company, stay, tuple(names))


# --- resigned -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decisions", [0, 1, 3, 8])
@pytest.mark.parametrize("game", TINY, ids=lambda game: game.name)
def test_after_a_resignation_the_others_go_on_by_themselves(game: Any, decisions: int) -> None:
    company = playing(game, 4, decisions)
    if company.players[0].session.phase is not SessionPhase.PLAYING:
        pytest.skip("this game is over by then")
    gone = company.players[1]
    company.take(gone.name, Farewell())
    company.carry(leave_out=(gone.name,))
    stay = [peer for peer in company.players if peer is not gone]
    assert {table_of(peer).epoch for peer in stay} == {1}
    finish(company, stay, (gone.name,))
    assert all(gone.seat in peer.session.resigned for peer in stay)


def test_two_resign_at_once() -> None:
    company = playing(MUTINY, 5, 3)
    gone = [company.players[1], company.players[3]]
    names = tuple(peer.name for peer in gone)
    for peer in gone:
        company.take(peer.name, Farewell())
    company.carry(leave_out=names)
    for turn in range(3):  # some may have voted about one of them only
        for peer in company.players:
            company.take(peer.name, Tick(10_000 * (turn + 1)))
        company.carry(leave_out=names)
    finish(company, [peer for peer in company.players if peer not in gone], names)


@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_is_left_alone_wins_by_resignation(seats: int) -> None:
    company = playing(RACE, seats, 0)
    last, *gone = company.players
    assert last.session.phase is SessionPhase.PLAYING
    for peer in gone:
        company.take(peer.name, Farewell())
        company.carry(leave_out=[one.name for one in gone])
    assert ending(last).kind == "resigned"
    assert ending(last).winner == last.seat
    assert "wins by resignation" in ending(last).sentence


def test_whoever_resigned_and_speaks_again_is_convicted() -> None:
    company = playing(RACE, 4, 5)
    (gone,) = company.deciding()
    resigned = worded(gone.session, Resign())
    later = worded(gone.session, Resign(), step=gone.session.position.step + 1)
    other = company.others(gone.name)[0]
    company.say(other.name, resigned)
    company.say(other.name, later)
    assert verdicts(other) == [(gone.name, Code.WENT_ON)]


# --- convicted ----------------------------------------------------------------------------------------------------


def lie(company: Company) -> Peer:
    """Whoever is to move signs two moves."""
    (liar,) = company.deciding()
    (first,) = uttered(company.intend(liar.name), "move")
    company.post.clear()
    second = changed(liar.session, first, prev=bytes(32))
    for peer in company.others(liar.name):
        company.say(peer.name, second, liar.name)
        company.say(peer.name, first, liar.name)
    company.carry(leave_out=(liar.name,))
    return liar


def test_after_a_verdict_everybody_is_asked_and_the_game_goes_on_if_all_say_yes() -> None:
    company = playing(RACE, 4, 5)
    liar = lie(company)
    stay = company.others(liar.name)
    for peer in stay:
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]
        assert peer.session.phase is SessionPhase.PLAYING
        assert peer.session.asked_ms is not None
        assert not peer.session.moves or peer.session.own_seat in peer.session.waiting_for
    for peer in stay:
        assert table_of(peer).epoch == 0
        company.take(peer.name, Impatience())
        company.carry(leave_out=(liar.name,))
    assert {table_of(peer).epoch for peer in stay} == {1}
    company.play_until(lambda _: False, choose=turning(), leave_out=(liar.name,))
    assert {peer.session.phase for peer in stay} == {SessionPhase.SEALED}


def test_after_a_verdict_the_game_ends_by_evidence_if_somebody_says_nothing() -> None:
    company = playing(RACE, 4, 5)
    pass_time(company, 0)
    liar = lie(company)
    first, *others = company.others(liar.name)
    company.take(first.name, Impatience())
    company.carry(leave_out=(liar.name,))
    pass_time(company, PATIENCE_S - 1)
    assert first.session.phase is SessionPhase.PLAYING
    pass_time(company, PATIENCE_S)
    for peer in (first, *others):
        assert ending(peer).kind == "evidence"


def test_with_two_at_the_table_the_other_wins_by_verdict() -> None:
    company = playing(RACE, 2, 0)
    liar = lie(company)
    (other,) = company.others(liar.name)
    assert ending(other).kind == "evidence"
    assert ending(other).winner == other.seat
    assert "wins by verdict" in ending(other).sentence


# --- votes that no honest seat signs ---------------------------------------------------------------------------------


def stayed(peer: Peer) -> bytes:
    (raw,) = [raw for raw in uttered(peer.log) if content_of(raw).kind == "stay"]
    return raw


BROKEN: dict[str, Callable[[Peer, int, int], bytes]] = {
    "confirm above stay": lambda liar, step, missing: worded(liar.session, Confirm(2, missing), step=step, epoch=0),
    "gone above a first stay": lambda liar, step, missing: worded(
        liar.session, Gone(3, missing, 2), step=step, epoch=0
    ),
}


@pytest.mark.parametrize("story", BROKEN)
def test_whoever_votes_above_the_ballot_that_he_went_on_by_is_convicted(story: str) -> None:
    company = playing(RACE, 4, 5)
    gone = waited_for(company)
    stay = give_up(company, gone)
    liar, *others = stay
    step = stay[0].session.removals[0].step
    raw = BROKEN[story](liar, step, 1 << gone.seat)
    assert isinstance(said_in(stayed(liar)), Stay)
    for peer in others:
        company.say(peer.name, raw, liar.name)
        assert verdicts(peer) == [(liar.name, Code.BROKEN_VOTE)]


def test_two_stays_of_one_epoch_convict() -> None:
    company = playing(RACE, 4, 5)
    gone = waited_for(company)
    stay = give_up(company, gone)
    liar, judge, _ = stay
    raw = stayed(liar)
    for other, code in (
        (changed(liar.session, raw, Stay(2, 1 << gone.seat, b"", ())), Code.EQUIVOCATION),
        (changed(liar.session, raw, step=content_of(raw).step + 1), Code.WENT_ON),
    ):
        before = judge.session
        company.say(judge.name, other, liar.name)
        assert verdicts(judge)[-1] == (liar.name, code)
        judge.session = before


def test_whoever_hides_a_confirm_is_convicted() -> None:
    company = playing(RACE, 4, 5)
    pass_time(company, 0, PATIENCE_S)
    gone = waited_for(company)
    liar, judge, _ = (peer for peer in company.players if peer is not gone)
    for words in (Gone(1, 1 << gone.seat), Confirm(1, 1 << gone.seat), Gone(2, 1 << gone.seat)):
        company.say(judge.name, worded(liar.session, words), liar.name)
    assert verdicts(judge) == [(liar.name, Code.BROKEN_VOTE)]


# --- after a crash ---------------------------------------------------------------------------------------------------


def test_whoever_crashes_behind_his_confirm_moves_with_the_others() -> None:
    company = playing(MUTINY, 4, 4)
    gone = waited_for(company)
    stay = [peer for peer in company.players if peer is not gone]
    decide(company, stay, gone)
    pass_time(company, 0, PATIENCE_S)
    for peer in stay:
        company.take(peer.name, Impatience())
    company.carry(leave_out=(gone.name,), lose=said_stay)
    stay[0].crash(0)
    company.put(stay[0].name, stay[0].wake())
    company.carry(leave_out=(gone.name,))
    meet(company, 6)
    company.play_until(lambda _: False, choose=turning(), leave_out=(gone.name,))
    meet(company, 6)
    assert {peer.session.phase for peer in stay} == {SessionPhase.SEALED}


def said_stay(mail: Any) -> bool:
    return isinstance(mail.talk, Say) and content_of(mail.talk.envelope).kind == "stay"


@pytest.mark.parametrize("later", [0, 2, 6])
def test_whoever_crashes_in_the_new_epoch_goes_on_in_it(later: int) -> None:
    company = playing(MUTINY, 4, 4)
    gone = waited_for(company)
    stay = give_up(company, gone)
    made = 0

    def is_enough(company: Company) -> bool:
        nonlocal made
        made += 1
        return made > later

    company.play_until(is_enough, choose=turning(), leave_out=(gone.name,))
    stay[1].crash(0)
    company.put(stay[1].name, stay[1].wake())
    assert table_of(stay[1]).epoch == 1
    company.carry(leave_out=(gone.name,))
    meet(company, 4)
    finish(company, stay, (gone.name,))


def test_a_word_of_a_later_step_parts_nobody_from_those_who_have_gone_on() -> None:
    """It frees whoever confirmed, for its author seems to have closed the step; but its author went on with another."""
    company = Company.make(RACE, 4, patience_s=PATIENCE_S).sit()
    quitter, liar, parted, other = company.players
    before = liar.session
    company.take(quitter.name, Farewell())
    company.carry(leave_out=(quitter.name,), lose=lambda mail: says("confirm")(mail) or says("stay")(mail))
    company.say(parted.name, worded(before, Nod(), step=before.position.step + 1, prev=bytes(32)))
    meet(company)
    for peer in (liar, parted, other):
        assert (peer.session.position.epoch, peer.convictions) == (1, [])
    assert parted.session.history == other.session.history

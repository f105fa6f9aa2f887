"""What a player need not be asked, and how long they may think, whatever the game (rules/game.py)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
import trio
import trio.testing

from tests.tinygames.race import RACE, Race
from tests.ui_plain.test_voice import questions
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games import load
from tortuga_p2p.games.tortuga.rules.state import Phase
from tortuga_p2p.node.asking import ALWAYS, ASK, Asking
from tortuga_p2p.node.player import Question
from tortuga_p2p.rules.ask import Move, deciders
from tortuga_p2p.rules.game import Clock, Standing, View
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.session.agreement import make_terms
from tortuga_p2p.testing.company import TOY

if TYPE_CHECKING:
    from tortuga_p2p.session.message import Terms

YES, NO, LATE, OWN = Move((1,)), Move((2,)), Move((3,)), Move((4,))
PAUSE_S = 1.5


class Asked(Race):
    """A race in which everything that this is about happens at once."""

    timed = False

    def standing(self, state: Any, seat: int) -> Standing | None:
        return None if self.timed else Standing("map", YES, NO)

    def clock(self, state: Any, seat: int) -> Clock | None:
        return Clock(30, LATE) if self.timed else None


class Slow:
    """Somebody who takes so long."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.asked = 0

    async def choose(self, question: Question) -> Move:
        self.asked += 1
        await trio.sleep(self.seconds)
        return OWN

    async def finish(self, result: Any, sentence: str) -> None:
        return None


def question(*, timed: bool, moves: tuple[Move, ...] = (YES, NO)) -> Question:
    game = Asked()
    game.timed = timed
    return Question(game, View(None, 0, {}), moves, ("Ana", "Ben"), 7)


@pytest.mark.parametrize(("said", "answer"), [(None, NO), (ALWAYS, YES), (ASK, OWN)])
async def test_a_standing_answer_is_no_until_it_is_changed_and_takes_its_time(
    said: str | None, answer: Move, autojump_clock: trio.testing.MockClock
) -> None:
    player = Slow(8)
    asking = Asking(player, PAUSE_S)
    if said is not None:
        asking.standing["map"] = said
    took = set()
    for _ in range(5):
        begun = trio.current_time()
        assert await asking.answer(question(timed=False), is_sealed=False) == answer
        took.add(trio.current_time() - begun)
    assert player.asked == (5 if said == ASK else 0)
    assert min(took) >= PAUSE_S
    assert len(took) > 1 or said == ASK, "a pause that never varies tells that nobody was asked"


async def test_a_bot_is_asked_every_time(autojump_clock: trio.testing.MockClock) -> None:
    asking = Asking(Slow(0), PAUSE_S)
    asking.is_bot = True
    assert await asking.answer(question(timed=False), is_sealed=False) == OWN


@pytest.mark.parametrize(("seconds", "answer"), [(29, OWN), (31, LATE)])
async def test_the_own_program_acts_when_time_is_up(
    seconds: float, answer: Move, autojump_clock: trio.testing.MockClock
) -> None:
    begun = trio.current_time()
    assert await Asking(Slow(seconds), 0).answer(question(timed=True), is_sealed=False) == answer
    assert trio.current_time() - begun == min(seconds, 30)


def terms(decision_s: int, bank_s: int) -> Terms:
    return make_terms(RACE, 2, {}, TOY, clock=(decision_s, bank_s))


def real_question() -> Question:
    """Of a real race, in which there is something to choose."""
    table = LocalTable.new(RACE, 2, {}, SeededDraw(1, "race"))
    while not (seats := deciders(table.ask)) or len(table.moves(seats[0])) < 2:
        table.step({seat: table.moves(seat)[0] for seat in seats})
    return Question(RACE, table.view(seats[0]), table.moves(seats[0]), ("Ana", "Ben"), 7)


async def test_beyond_its_own_time_a_decision_draws_on_the_bank_of_the_game(
    autojump_clock: trio.testing.MockClock,
) -> None:
    asking = Asking(Slow(25), 0, terms(20, 12))
    assert await asking.answer(real_question(), is_sealed=False) == OWN
    assert asking.clock.bank_s == pytest.approx(7)
    assert await asking.answer(real_question(), is_sealed=False) == OWN
    assert asking.clock.bank_s == pytest.approx(2)
    begun = trio.current_time()
    question_ = real_question()
    assert await asking.answer(question_, is_sealed=False) in question_.moves  # 22 seconds were all that was left
    assert trio.current_time() - begun == pytest.approx(22)
    assert len(asking.late) == 1
    assert asking.late[0].startswith("Your time was up: your program decided for you, as ")
    assert asking.clock.bank_s == 0


async def test_what_is_left_is_told_while_it_runs(autojump_clock: trio.testing.MockClock) -> None:
    asking, seen = Asking(Slow(50), 0, terms(20, 60)), []
    assert asking.left(trio.current_time()) is None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(asking.answer, real_question(), is_sealed=False))
        for _ in range(3):
            await trio.sleep(15)
            seen.append(asking.left(trio.current_time()))
    assert seen == [(5, 60), (0, 50), (0, 35)]
    assert asking.left(trio.current_time()) is None


async def test_the_shorter_of_two_clocks_counts(autojump_clock: trio.testing.MockClock) -> None:
    begun = trio.current_time()
    assert await Asking(Slow(99), 0, terms(40, 60)).answer(question(timed=True), is_sealed=False) == LATE
    assert trio.current_time() - begun == 30


async def test_one_way_only_is_not_asked(autojump_clock: trio.testing.MockClock) -> None:
    player = Slow(1)
    assert await Asking(player, PAUSE_S).answer(question(timed=True, moves=(YES,)), is_sealed=True) == YES
    assert not player.asked


def test_nobody_is_asked_which_of_two_equal_tiles_they_keep() -> None:
    """A person neither; a bot is asked whatever is legal."""
    equal = different = 0
    for seed in range(8):
        for asked in questions(load("tortuga"), 3, seed):
            if asked.view.state.phase == Phase.HUNT_KEEP:
                asking = Asking(Slow(1), PAUSE_S)
                coins = {asked.view.known[handle] for handle in asked.view.state.hand}
                assert (asking.settled(asked) in asked.moves) == (len(coins) == 1)
                equal += len(coins) == 1
                different += len(coins) > 1
                asking.is_bot = True
                assert asking.settled(asked) is None
    assert min(equal, different) > 2

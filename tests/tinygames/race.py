"""Race: push your luck in turn, with dice everybody sees. Uses `Turn` and `Chance`.

The mover pushes (a die; a coin doubles it; a 1 loses the pot) or holds (the pot is his). The goal ends the race, and so
does a bound on turns, so that every game is short.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.tinygames.spelling import Spelled, number
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.rules.answer import Answer, Drawn, Moved
from tortuga_p2p.rules.ask import Ask, Chance, Move, Moves, Over, Result, Seat, Turn, Unseen
from tortuga_p2p.rules.game import Known, Option, Options
from tortuga_p2p.rules.plain import Plain, a_tuple, an_int, ints

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tortuga_p2p.rules.ask import Handle, Pile

HOLD, PUSH = Move((0,)), Move((1,))
START, DECIDE, THROW = range(3)
TURNS_MAX = 30
GOAL_MAX = 100


class State(NamedTuple):
    goal: int
    turns: int  # held or lost so far
    seat: Seat
    pot: int
    doing: int
    scores: tuple[int, ...]


class Race(Spelled[State]):
    """The rules."""

    name = "race"
    title = "Race"
    options: tuple[Option, ...] = (Option("goal", 12, "points that win the race", number(2, GOAL_MAX)),)
    piles: Mapping[str, Pile] = {}

    def setup(self, seats: int, options: Options) -> State:
        self.check_table(seats, options)
        goal = an_int(options.get("goal", 12), 2, GOAL_MAX)
        return State(goal, 0, 0, 0, START, (0,) * seats)

    def asks(self, state: State) -> Ask:
        best = max(state.scores)
        if best >= state.goal or state.turns == TURNS_MAX:
            winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
            return Over(Result(state.scores, winners))
        if state.doing == START:
            return Chance((len(state.scores),))
        if state.doing == THROW:
            return Chance((6, 2))
        return Turn(state.seat)

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        return (HOLD, PUSH) if state.pot else (PUSH,)

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        if self.asks(state) != Turn(seat) or moved.faces or moved.move not in self.legal_moves(state, seat, {}):
            raise IllegalMove("Push, or hold what you have.", "turns")

    def apply(self, state: State, answer: Answer) -> State:
        match self.asks(state), answer:
            case Turn(seat), Moved(move):
                self.check_move(state, seat, answer)
                if move == PUSH:
                    return state._replace(doing=THROW)
                scores = list(state.scores)
                scores[seat] += state.pot
                return self._next(state._replace(scores=tuple(scores)))
            case Chance(bounds), Drawn(values):
                if len(values) != len(bounds) or not all(
                    0 <= value < bound for value, bound in zip(values, bounds, strict=True)
                ):
                    raise IllegalMove("Chance gave a number that no die shows.", "dice")
                if state.doing == START:
                    return state._replace(seat=values[0], doing=DECIDE)
                die, coin = values
                if die == 0:
                    return self._next(state)
                return state._replace(pot=state.pot + (die + 1) * (coin + 1), doing=DECIDE)
            case _:
                raise IllegalMove("That is not what the race waits for.", "turns")

    def _next(self, state: State) -> State:
        seat = (state.seat + 1) % len(state.scores)
        return state._replace(seat=seat, turns=state.turns + 1, pot=0, doing=DECIDE)

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        return ()

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        return ()

    def unpack(self, value: Plain) -> State:
        *numbers, scores = a_tuple(value, 6)
        points = ints(scores, 0, 10_000)
        goal, turns, seat, pot, doing = ints(tuple(numbers), 0, 10_000)
        if len(points) not in self.seats or seat >= len(points) or doing > THROW or turns > TURNS_MAX:
            raise BadInput("that is no position of a race.")
        return State(an_int(goal, 2, GOAL_MAX), turns, seat, pot, doing, points)


RACE = Race()

"""Race: push your luck in turn, with dice everybody sees. Uses `Turn` and `Chance`.

The mover pushes (a die; a coin doubles it; a 1 loses the pot) or holds (and has the pot). The goal ends the race; so
X on turns, so that every game is short.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.tinygames.spelling import Spelled, best_of, next_staying, staying
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.rules.answer import Answer, Drawn, Moved
from tortuga_p2p.rules.ask import Ask, Chance, Move, Moves, Over, Seat, Turn, Unseen, deciders
from tortuga_p2p.rules.option import Amount, Option
from tortuga_p2p.rules.plain import Plain, a_tuple, an_int, ints

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tortuga_p2p.rules.ask import Handle, Pile
    from tortuga_p2p.rules.game import Known, Options
    from tortuga_p2p.rules.record import Note

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
    gone: int = 0  # a bit for every seat that left


class Race(Spelled[State]):
    """The rules."""

    name = "race"
    title = "Race"
    options: tuple[Option, ...] = (Option("goal", Amount(2, GOAL_MAX), 12, "Goal", "Points that win the race."),)
    piles: Mapping[str, Pile] = {}

    def setup(self, seats: int, options: Options) -> State:
        goal = an_int(self.check_table(seats, options)["goal"], 2, GOAL_MAX)
        return State(goal, 0, 0, 0, START, (0,) * seats)

    def asks(self, state: State) -> Ask:
        seats = staying(len(state.scores), state.gone)
        if len(seats) < 2 or max(state.scores[seat] for seat in seats) >= state.goal or state.turns == TURNS_MAX:
            return Over(best_of(state.scores, state.gone))
        if state.doing == START:
            return Chance((len(seats),))
        if state.doing == THROW:
            return Chance((6, 2))
        return Turn(state.seat)

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        if seat not in deciders(self.asks(state)):
            return ()
        return (HOLD, PUSH) if state.pot else (PUSH,)

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        if self.asks(state) != Turn(seat) or moved.faces or moved.move not in self.legal_moves(state, seat, {}):
            raise IllegalMove("Push, or hold what you have.", "turns")

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
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
                    seats = staying(len(state.scores), state.gone)
                    return state._replace(seat=seats[values[0]], doing=DECIDE)
                die, coin = values
                if die == 0:
                    return self._next(state)
                return state._replace(pot=state.pot + (die + 1) * (coin + 1), doing=DECIDE)
            case _:
                raise IllegalMove("That is not what the race waits for.", "turns")

    def _next(self, state: State) -> State:
        seat = next_staying(state.seat, len(state.scores), state.gone)
        return state._replace(seat=seat, turns=state.turns + 1, pot=0, doing=DECIDE)

    def leave(self, state: State, seat: Seat, note: Note | None = None) -> State:
        """A mover who leaves loses the pot; the next one begins."""
        state = state._replace(gone=state.gone | 1 << seat)
        if state.doing == START or state.seat != seat:
            return state
        return state._replace(seat=next_staying(seat, len(state.scores), state.gone), pot=0, doing=DECIDE)

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        return ()

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        return ()

    def unpack(self, value: Plain) -> State:
        *numbers, scores, left = a_tuple(value, 7)
        points = ints(scores, 0, 10_000)
        goal, turns, seat, pot, doing = ints(tuple(numbers), 0, 10_000)
        if len(points) not in self.seats or seat >= len(points) or doing > THROW or turns > TURNS_MAX:
            raise BadInput("that is no position of a race.")
        gone = an_int(left, 0, 2 ** len(points) - 1)
        if doing != START and gone >> seat & 1 and len(staying(len(points), gone)) > 1:
            raise BadInput("nobody waits for a seat that has left.")
        return State(an_int(goal, 2, GOAL_MAX), turns, seat, pot, doing, points, gone)


RACE = Race()

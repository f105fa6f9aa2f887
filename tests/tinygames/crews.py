"""Crews: everybody has drawn a side and shows it to nobody. Uses `Mix`, `Deal`, `Together`, `Open`; sides win as one.

All pull at one rope, at once and three times, to port or to starboard. Then the papers are opened: the side that was
pulled for more has won; where both were pulled for alike, the smuggler has, if there is one, and otherwise nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tests.tinygames.spelling import Spelled, staying
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.rules.answer import DONE, UNOPENED, AllMoved, Answer, Moved, Opened
from tortuga_p2p.rules.ask import (
    Ask,
    Deal,
    Hand,
    Handle,
    Mix,
    Move,
    Moves,
    Open,
    Over,
    Pile,
    Result,
    Seat,
    Together,
    Unseen,
    deciders,
)
from tortuga_p2p.rules.plain import Plain, a_tuple, an_int, ints
from tortuga_p2p.rules.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tortuga_p2p.rules.game import Bot, Draw, Known, Options, View
    from tortuga_p2p.rules.record import Note

PORT, STARBOARD, SMUGGLER = range(3)
ROUNDS = 3
NO_SIDE = -1  # of somebody who left, or never showed a paper
PULLS = (Move((PORT,)), Move((STARBOARD,)))


class Phase:
    """What the table is doing."""

    DRAWING, DEALING, PULLING, SHOWING, ENDED = range(5)


class State(NamedTuple):
    phase: int
    round: int
    pulls: tuple[int, int]  # so far, to port and to starboard
    sides: tuple[int, ...]  # by seat, once they are shown
    seats: int
    gone: int = 0  # a bit for every seat that left


def papers(seats: int) -> tuple[int, ...]:
    """One for each: as many to port as to starboard, and a smuggler where the number is odd."""
    half = seats // 2
    return (PORT,) * half + (STARBOARD,) * half + (SMUGGLER,) * (seats % 2)


class Crews(Spelled[State]):
    """The rules. Paper s was dealt to seat s."""

    name = "crews"
    title = "Crews"
    piles: Mapping[str, Pile] = {"papers": Pile((PORT, PORT, STARBOARD, STARBOARD, SMUGGLER), alike=False)}

    def setup(self, seats: int, options: Options) -> State:
        self.check_table(seats, options)
        return State(Phase.DRAWING, 0, (0, 0), (), seats)

    def asks(self, state: State) -> Ask:
        seats = staying(state.seats, state.gone)
        if state.phase == Phase.ENDED or len(seats) < 2:
            return Over(self._result(state))
        match state.phase:
            case Phase.DRAWING:
                return Mix("papers", (), papers(state.seats), tuple(range(state.seats)), seats)
            case Phase.DEALING:
                return Deal(tuple(Hand(seat, (seat,)) for seat in seats))
            case Phase.PULLING:
                return Together(seats)
            case _:
                return Open(seats)

    def _result(self, state: State) -> Result:
        sides = state.sides or (NO_SIDE,) * state.seats
        port, starboard = state.pulls
        best = SMUGGLER if port == starboard else PORT if port > starboard else STARBOARD
        scores = tuple(state.pulls[side] if side in (PORT, STARBOARD) else 0 for side in sides)
        return Result(scores, tuple(seat for seat, side in enumerate(sides) if side == best), sides)

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        if seat not in deciders(self.asks(state)):
            return ()
        return PULLS

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        if seat not in deciders(self.asks(state)) or moved.faces or moved.move not in PULLS:
            raise IllegalMove("Pull to port or to starboard.", "the rope")

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
        match self.asks(state), answer:
            case (Mix() | Deal(), _) if answer is DONE:
                return state._replace(phase=state.phase + 1)
            case Together(seats), AllMoved(moves) if len(moves) == len(seats):
                for seat, moved in zip(seats, moves, strict=True):
                    self.check_move(state, seat, moved)
                starboard = sum(moved.move.data[0] for moved in moves)
                pulls = state.pulls[0] + len(moves) - starboard, state.pulls[1] + starboard
                phase = Phase.PULLING if state.round + 1 < ROUNDS else Phase.SHOWING
                return state._replace(phase=phase, round=state.round + 1, pulls=pulls)
            case Open(seats), Opened(faces) if len(faces) == len(seats):
                if not set(faces) <= {PORT, STARBOARD, SMUGGLER, UNOPENED}:
                    raise IllegalMove("There is no such side.", "the papers")
                shown = dict(zip(seats, faces, strict=True))
                return state._replace(
                    phase=Phase.ENDED, sides=tuple(shown.get(seat, NO_SIDE) for seat in range(state.seats))
                )
            case _:
                raise IllegalMove("That is not what the crews wait for.", "order of play")

    def leave(self, state: State, seat: Seat, note: Note | None = None) -> State:
        """The paper is set aside unseen."""
        return state._replace(gone=state.gone | 1 << seat)

    def sides(self, state: State, faces: Known) -> tuple[int, ...]:
        if state.phase < Phase.PULLING:
            return ()
        return tuple(NO_SIDE if state.gone >> seat & 1 else faces[seat] for seat in range(state.seats))

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        has_paper = Phase.DEALING < state.phase < Phase.ENDED and not state.gone >> seat & 1
        return (seat,) if has_paper else ()

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        if state.phase == Phase.DRAWING:
            return ()
        rest, seen = list(papers(state.seats)), self.shown(state, seat)
        for paper in seen:
            rest.remove(known[paper])
        hidden = tuple(paper for paper in range(state.seats) if paper not in seen)
        return [Unseen(hidden, tuple(rest), apart=False)]

    def unpack(self, value: Plain) -> State:
        phase, number, pulls, sides, count, left = a_tuple(value, 6)
        seats = an_int(count, self.seats[0], self.seats[-1])
        step, rounds = an_int(phase, 0, Phase.ENDED), an_int(number, 0, ROUNDS)
        port, starboard = ints(pulls, 0, ROUNDS * seats, 2)
        shown = ints(sides, NO_SIDE, SMUGGLER)
        is_over = step in (Phase.SHOWING, Phase.ENDED)
        good = len(shown) == (seats if step == Phase.ENDED else 0) and (rounds == ROUNDS) == is_over
        if not good or (step < Phase.PULLING and (rounds or port or starboard)):
            raise BadInput("that is no position of crews.")
        return State(step, rounds, (port, starboard), shown, seats, an_int(left, 0, 2**seats - 1))

    def words(self) -> Words:
        return Words(sides=("the port crew", "the starboard crew", "the smuggler"))

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"loyal": Loyal, "traitor": Traitor}


class Loyal:
    """Pulls for its own side; a smuggler for neither, as far as that goes."""

    name = "loyal"

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        assert view.seat is not None
        side = view.known[view.seat]
        return moves[side if side != SMUGGLER else draw.below(2)]


class Traitor(Loyal):
    """Pulls for the others."""

    name = "traitor"

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        return moves[1 - moves.index(super().choose(view, moves, draw))]


CREWS = Crews()

"""Cups: three cups and a pea, mixed again and again under the same numbers. Uses `Mix`, `Look`, `Turn` and `Open`.

Whoever has the turn looks under a cup, all cups are mixed onto the places where they stood, and a guess is opened. What
somebody saw before a mixing says nothing afterwards, though the cup has the same number: whoever still believes in it
remembers wrongly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.tinygames.spelling import Spelled, best_of, next_staying, staying
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.rules.answer import DONE, UNOPENED, Answer, Moved, Opened
from tortuga_p2p.rules.ask import Ask, Hand, Look, Mix, Move, Moves, Open, Over, Pile, Seat, Turn, Unseen, deciders
from tortuga_p2p.rules.plain import Plain, a_tuple, an_int, ints

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tortuga_p2p.rules.ask import Face, Handle
    from tortuga_p2p.rules.game import Known, Options
    from tortuga_p2p.rules.record import Note

EMPTY, PEA = 0, 1
FACES = (EMPTY, EMPTY, PEA)
CUPS = range(len(FACES))
TURNS = 6
NOBODY = -1


class Doing:
    """What the table is doing."""

    MIXING, PEEKING, STIRRING, GUESSING, LIFTING = range(5)


class State(NamedTuple):
    turn: int  # counted from 0; -1 before the first mixing
    doing: int
    peeked: int  # the cup that the mover saw since the last mixing, or nobody
    lifted: int  # the cup that stands open since the last mixing, or nobody
    face: int  # what was under it
    scores: tuple[int, ...]
    gone: int = 0  # a bit for every seat that left


class Cups(Spelled[State]):
    """The rules."""

    name = "cups"
    title = "Cups"
    piles: Mapping[str, Pile] = {"cups": Pile(FACES, alike=False)}

    def setup(self, seats: int, options: Options) -> State:
        self.check_table(seats, options)
        return State(-1, Doing.MIXING, NOBODY, NOBODY, EMPTY, (0,) * seats)

    def asks(self, state: State) -> Ask:
        seats = staying(len(state.scores), state.gone)
        if state.turn == TURNS or len(seats) < 2:
            return Over(best_of(state.scores, state.gone))
        match state.doing:
            case Doing.MIXING:
                if state.turn < 0:
                    return Mix("cups", (), FACES, tuple(CUPS), seats)
                hidden = tuple(cup for cup in CUPS if cup != state.lifted)
                return Mix("cups", hidden, () if state.lifted == NOBODY else (state.face,), tuple(CUPS), seats)
            case Doing.STIRRING:
                return Mix("cups", tuple(CUPS), (), tuple(CUPS), seats)
            case Doing.LIFTING:
                return Open((state.lifted,))
            case Doing.PEEKING if state.peeked != NOBODY:
                return Look((Hand(self._mover(state), (state.peeked,)),))
            case _:
                return Turn(self._mover(state))

    def _mover(self, state: State) -> Seat:
        """Everybody in turn; whoever comes after one that has left stands in."""
        return next_staying(state.turn - 1, len(state.scores), state.gone)

    def leave(self, state: State, seat: Seat, note: Note | None = None) -> State:
        """All cups change places, so whoever looked has looked in vain; the next one begins the leaver's turn anew."""
        doing, peeked, lifted = state.doing, state.peeked, state.lifted
        if seat == self._mover(state) and doing == Doing.LIFTING:
            doing, lifted = Doing.GUESSING, NOBODY
        if seat == self._mover(state) or doing != Doing.PEEKING:
            peeked = NOBODY
        return state._replace(doing=doing, peeked=peeked, lifted=lifted, gone=state.gone | 1 << seat)

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        if seat not in deciders(self.asks(state)):
            return ()
        return tuple(Move((cup,)) for cup in CUPS)

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        if self.asks(state) != Turn(seat) or moved.faces or moved.move not in self.legal_moves(state, seat, {}):
            raise IllegalMove("Point at a cup.", "moves")

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
        match self.asks(state), answer:
            case Turn(seat), Moved(move):
                self.check_move(state, seat, answer)
                (cup,) = move.data
                if state.doing == Doing.PEEKING:
                    return state._replace(peeked=cup)
                return state._replace(doing=Doing.LIFTING, lifted=cup)
            case (Look(), _) if answer is DONE:
                # Every other mover guesses at once, the others after the cups were mixed once more.
                return state._replace(doing=Doing.GUESSING if state.turn % 2 else Doing.STIRRING)
            case (Mix(), _) if answer is DONE:
                mixed = state._replace(peeked=NOBODY, lifted=NOBODY, face=EMPTY)
                if state.doing == Doing.STIRRING:
                    return mixed._replace(doing=Doing.GUESSING)
                return mixed._replace(doing=Doing.PEEKING, turn=state.turn + 1)
            case Open(), Opened((face,)) if face in FACES or face == UNOPENED:
                return self._lifted(state, face)
            case _:
                raise IllegalMove("That is not what the cups wait for.", "order of play")

    def _lifted(self, state: State, face: Face) -> State:
        scores, seat = list(state.scores), self._mover(state)
        scores[seat] += face == PEA
        lifted = NOBODY if face == UNOPENED else state.lifted
        peeked = NOBODY if lifted == state.peeked else state.peeked
        return state._replace(
            doing=Doing.MIXING, peeked=peeked, lifted=lifted, face=max(face, EMPTY), scores=tuple(scores)
        )

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        has_seen = state.peeked != NOBODY and state.doing != Doing.PEEKING
        return (state.peeked,) if has_seen and seat == self._mover(state) else ()

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        if state.turn < 0:
            return ()
        rest = list(FACES)
        if state.lifted != NOBODY and state.doing != Doing.LIFTING:
            rest.remove(state.face)
        seen = self.shown(state, seat)
        for cup in seen:
            rest.remove(known[cup])
        is_open = state.lifted if state.doing != Doing.LIFTING else NOBODY
        hidden = tuple(cup for cup in CUPS if cup not in seen and cup != is_open)
        return (Unseen(hidden, tuple(rest), apart=False),)

    def unpack(self, value: Plain) -> State:
        *numbers, scores, left = a_tuple(value, 7)
        turn, doing, peeked, lifted, face = ints(tuple(numbers), NOBODY, TURNS)
        points = ints(scores, 0, TURNS)
        is_begun = turn >= 0 or (doing, peeked, lifted) == (Doing.MIXING, NOBODY, NOBODY)
        is_open = lifted != NOBODY or face == EMPTY
        if len(points) not in self.seats or not 0 <= doing <= Doing.LIFTING or not is_begun or not is_open:
            raise BadInput("that is no position of cups.")
        if max(peeked, lifted) >= len(CUPS) or face not in FACES or sum(points) > turn + 1:
            raise BadInput("that is no position of cups.")
        return State(turn, doing, peeked, lifted, face, points, an_int(left, 0, 2 ** len(points) - 1))


CUPS_GAME = Cups()

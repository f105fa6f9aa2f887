"""The sampler: a game in which every ask there is comes once, in a fixed order. Only to try out an implementation.

Its rules are a page of the specification (protocol/sampler.md): whoever writes a second implementation can run the
vectors of whole tables without the rules of a real game. It is no fun to play and nobody can choose it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...errors import BadInput, IllegalMove
from ...rules.answer import DONE, AllMoved, Answer, Drawn, Moved, Opened
from ...rules.ask import (
    PILE,
    Ask,
    Chance,
    Deal,
    Dice,
    Give,
    Hand,
    Look,
    Mix,
    Move,
    Moves,
    Open,
    Over,
    Pile,
    Result,
    Roll,
    Seat,
    Together,
    Turn,
    Unseen,
)
from ...rules.plain import Plain, a_tuple, an_int, ints

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...rules.ask import Handle
    from ...rules.game import Bot, Fragments, Known, Option, Options, View

CARDS, FLAGS = (0, 1, 1, 2), (3, 3, 4)
ASKS = 14


class State(NamedTuple):
    """How many sit there, which ask comes next, and every public number so far."""

    seats: int
    at: int
    facts: tuple[int, ...]


def _facts_before(at: int, seats: int) -> int:
    """How many public numbers there are when an ask comes."""
    return 2 * (at > 0) + 2 * seats * (at > 7) + 2 * (at > 8) + 4 * (at > 11)


class Sampler:
    """The rules."""

    name = "sampler"
    title = "Sampler"
    version = 1
    seats = range(2, 5)
    options: tuple[Option, ...] = ()
    piles: Mapping[str, Pile] = {"cards": Pile(CARDS, alike=False), "flags": Pile(FLAGS, alike=True)}

    def setup(self, seats: int, options: Options) -> State:
        if seats not in self.seats or options:
            raise BadInput("The sampler seats 2 to 4 and has no options.")
        return State(seats, 0, ())

    def asks(self, state: State) -> Ask:
        seats = tuple(range(state.seats))
        match state.at:
            case 0:
                return Chance((6, 2))
            case 1:
                return Mix("cards", (), CARDS, (10, 11, 12, 13), seats)
            case 2:
                return Mix("flags", (), FLAGS, (20, 21, 22), seats)
            case 3:
                return Look((Hand(0, (10,)),))
            case 4:
                return Deal((Hand(0, (11,)), Hand(1, (10, 12))))
            case 5:
                return Look((Hand(0, (12,)),))
            case 6:
                return Roll(tuple(Dice(seat, (2 * seat, 2 * seat + 1), (6, 4)) for seat in seats))
            case 7:
                return Together(seats)
            case 8:
                return Turn(1)
            case 9:
                return Mix("cards", (11, 22 - self._played(state)), (), (14, 15), (0,))
            case 10:
                return Give(((14, PILE),))
            case 11:
                return Open((13, 15, 20, 1 - state.facts[2]))
            case 12:
                cards = (state.facts[3 + 2 * state.seats], *state.facts[-4:-2])
                return Mix("cards", (14,), tuple(sorted(cards)), (10, 11, 12, 13), seats)
            case _:
                scores = state.facts[3 : 3 + 2 * state.seats : 2]
                return Over(Result(scores, tuple(seat for seat in seats if scores[seat] == max(scores))))

    def _played(self, state: State) -> Handle:
        return state.facts[2 + 2 * state.seats]

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        if state.at == 7:
            return tuple(Move((die,), (2 * seat + die,)) for die in (0, 1))
        return tuple(Move((), (card,), ((22 - card, 0),)) for card in (10, 12)) if (state.at, seat) == (8, 1) else ()

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        if moved.move not in self.legal_moves(state, seat, {}) or len(moved.faces) != 1:
            raise IllegalMove("Open one of your dice, or one of your cards and give the other to seat 0.", "sampler")

    def apply(self, state: State, answer: Answer) -> State:
        match self.asks(state), answer:
            case Chance(), Drawn(values):
                facts = values
            case Together(seats), AllMoved(moves):
                for seat in seats:
                    self.check_move(state, seat, moves[seat])
                facts = tuple(number for moved in moves for number in (*moved.move.data, *moved.faces))
            case Turn(seat), Moved(move, faces):
                self.check_move(state, seat, answer)
                facts = (*move.opens, *faces)
            case Open(), Opened(faces):
                facts = faces
            case Over(), _:
                raise IllegalMove("The sampler is over.", "sampler")
            case _, told if told is DONE:
                facts = ()
            case _:
                raise IllegalMove("That is not what the sampler waits for.", "sampler")
        return State(state.seats, state.at + 1, state.facts + facts)

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        return ()

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        return ()

    def pack(self, state: State) -> Plain:
        return state

    def unpack(self, value: Plain) -> State:
        number, at, facts = a_tuple(value, 3)
        seats, ask = an_int(number, 2, 4), an_int(at, 0, ASKS - 1)
        return State(seats, ask, ints(facts, 0, 22, _facts_before(ask, seats)))

    def move_text(self, move: Move) -> str:
        return f"open {move.opens[0]}"

    def read_move(self, state: State, seat: Seat, text: str) -> Move:
        for move in self.legal_moves(state, seat, {}):
            if self.move_text(move) == text:
                return move
        raise BadInput(f"there is no such move: {text!r}.")

    def position_text(self, state: State) -> str:
        return f"sampler {' '.join(map(str, (state.seats, state.at, *state.facts)))}"

    def read_position(self, text: str) -> State:
        words = text.split()
        if words[:1] != ["sampler"] or len(words) < 3 or not all(word.isdecimal() for word in words[1:]):
            raise BadInput("a position of the sampler begins with that word, and numbers follow.")
        seats, at, *facts = map(int, words[1:])
        return self.unpack((seats, at, tuple(facts)))

    def tell(self, before: State, answer: Answer, after: State, names: Sequence[str]) -> Sequence[str]:
        return [f"Ask {before.at} is answered."]

    def render(self, view: View[State], names: Sequence[str], width: int) -> Fragments:
        return [("", self.position_text(view.state))]

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {}


SAMPLER = Sampler()

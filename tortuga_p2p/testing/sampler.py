"""The sampler: a game in which every ask there is comes once, in a fixed order. Only to try out an implementation.

Its rules are a page of the specification (protocol/sampler.md): whoever writes a second implementation can run the
vectors of whole tables without the rules of a real game. It is no fun to play and nobody can choose it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import BadInput, IllegalMove
from ..rules.answer import DONE, AllMoved, Answer, Drawn, Moved, Opened
from ..rules.ask import (
    PILE,
    Ask,
    Chance,
    Deal,
    Dice,
    Give,
    Hand,
    Look,
    Mix,
    MixHands,
    Move,
    Moves,
    Open,
    Over,
    OwnMix,
    Pile,
    Result,
    Roll,
    Seat,
    Together,
    Turn,
    Unseen,
    deciders,
)
from ..rules.game import Game
from ..rules.plain import Plain, a_tuple, an_int, ints

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..rules.ask import Handle
    from ..rules.game import Known, Options
    from ..rules.option import Option
    from ..rules.record import Note

CARDS, FLAGS = (0, 1, 1, 2), (3, 3, 4)
ASKS = 15


class SamplerState(NamedTuple):
    """How many sat down, which ask comes next, every public number so far, and who has left (bits)."""

    seats: int
    at: int
    facts: tuple[int, ...]
    gone: int = 0


def _facts_before(at: int, seats: int) -> int:
    """How many public numbers there are when an ask comes."""
    return 2 * (at > 0) + 2 * seats * (at > 8) + 2 * (at > 9) + 4 * (at > 12)


class Sampler(Game[SamplerState]):
    """The rules."""

    name = "sampler"
    title = "Sampler"
    version = 3
    seats = range(2, 5)
    options: tuple[Option, ...] = ()
    piles: Mapping[str, Pile] = {"cards": Pile(CARDS, alike=False), "flags": Pile(FLAGS, alike=True)}

    def setup(self, seats: int, options: Options) -> SamplerState:
        if seats not in self.seats or options:
            raise BadInput("The sampler seats 2 to 4 and has no options.")
        return SamplerState(seats, 0, ())

    def asks(self, state: SamplerState) -> Ask:
        seats = tuple(seat for seat in range(state.seats) if not state.gone >> seat & 1)
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
                return Deal((Hand(0, (11, 13)), Hand(1, (10, 12))))
            case 5:
                return Look((Hand(0, (12,)),))
            case 6:
                return MixHands("cards", (OwnMix(0, (11, 13), (14, 11)), OwnMix(1, (10, 12), (10, 12))))
            case 7:
                return Roll(tuple(Dice(seat, (2 * seat, 2 * seat + 1), (6, 4)) for seat in seats))
            case 8:
                return Together(seats)
            case 9:
                return Turn(1)
            case 10:
                return MixHands("cards", (OwnMix(0, (11, 22 - self._played(state)), (15, 16)),))
            case 11:
                return Give(((15, PILE),))
            case 12:
                return Open((14, 16, 20, 1 - state.facts[2]))
            case 13:
                cards = (state.facts[3 + 2 * state.seats], *state.facts[-4:-2])
                return Mix("cards", (15,), tuple(sorted(cards)), (10, 11, 12, 13), seats)
            case _:
                scores = state.facts[3 : 3 + 2 * state.seats : 2]
                if len(scores) < state.seats or state.gone & 3 or len(seats) < 2:
                    return Over(Result((0,) * state.seats, ()))
                best = max(scores[seat] for seat in seats)
                return Over(Result(scores, tuple(seat for seat in seats if scores[seat] == best)))

    def _played(self, state: SamplerState) -> Handle:
        return state.facts[2 + 2 * state.seats]

    def legal_moves(self, state: SamplerState, seat: Seat, known: Known) -> Moves:
        if state.at == 8 and seat in deciders(self.asks(state)):
            return tuple(Move((die,), (2 * seat + die,)) for die in (0, 1))
        return tuple(Move((), (card,), ((22 - card, 0),)) for card in (10, 12)) if (state.at, seat) == (9, 1) else ()

    def check_move(self, state: SamplerState, seat: Seat, moved: Moved) -> None:
        if moved.move not in self.legal_moves(state, seat, {}) or len(moved.faces) != 1:
            raise IllegalMove("Open one of your dice, or one of your cards and give the other to seat 0.", "sampler")

    def apply(self, state: SamplerState, answer: Answer, note: Note | None = None) -> SamplerState:
        match self.asks(state), answer:
            case Chance(), Drawn(values):
                facts = values
            case Together(seats), AllMoved(moves):
                shown = dict.fromkeys(range(state.seats), (0, 0))
                for seat, moved in zip(seats, moves, strict=True):
                    self.check_move(state, seat, moved)
                    shown[seat] = (moved.move.data[0], moved.faces[0])
                facts = tuple(number for pair in shown.values() for number in pair)
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
        return SamplerState(state.seats, state.at + 1, state.facts + facts, state.gone)

    def leave(self, state: SamplerState, seat: Seat, note: Note | None = None) -> SamplerState:
        gone = state.gone | 1 << seat
        is_over = bool(gone & 3) or state.seats - gone.bit_count() < 2
        return state._replace(gone=gone, at=ASKS - 1 if is_over else state.at)

    def shown(self, state: SamplerState, seat: Seat) -> tuple[Handle, ...]:
        return ()

    def unseen(self, state: SamplerState, seat: Seat, known: Known) -> Sequence[Unseen]:
        return ()

    def pack(self, state: SamplerState) -> Plain:
        return state

    def unpack(self, value: Plain) -> SamplerState:
        number, at, facts, left = a_tuple(value, 4)
        seats, ask = an_int(number, 2, 4), an_int(at, 0, ASKS - 1)
        gone = an_int(left, 0, (1 << seats) - 1)
        is_over = bool(gone & 3) or seats - gone.bit_count() < 2
        if is_over and ask != ASKS - 1:
            raise BadInput("the sampler ends when seat 0 or seat 1 leaves, or nobody is left to play with.")
        known = ints(facts, 0, 22) if is_over else ints(facts, 0, 22, _facts_before(ask, seats))
        return SamplerState(seats, ask, known, gone)

    def move_text(self, move: Move) -> str:
        return f"open {move.opens[0]}"

    def read_move(self, state: SamplerState, seat: Seat, text: str) -> Move:
        for move in self.legal_moves(state, seat, {}):
            if self.move_text(move) == text:
                return move
        raise BadInput(f"there is no such move: {text!r}.")

    def position_text(self, state: SamplerState) -> str:
        return f"sampler {' '.join(map(str, (state.seats, state.at, state.gone, *state.facts)))}"

    def read_position(self, text: str) -> SamplerState:
        words = text.split()
        if words[:1] != ["sampler"] or len(words) < 4 or not all(word.isdecimal() for word in words[1:]):
            raise BadInput("a position of the sampler begins with that word, and numbers follow.")
        seats, at, gone, *facts = map(int, words[1:])
        return self.unpack((seats, at, tuple(facts), gone))


SAMPLER = Sampler()

"""What the tiny games share: plain text for positions and moves. They are rules and nothing else: how
they are told and drawn is made of that.

`1 2 (3 4)` spells a tuple in a tuple; a move reads `1 2 open 3 give 4>-1`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, cast

from tortuga_p2p.errors import BadInput
from tortuga_p2p.rules.ask import Move, Result
from tortuga_p2p.rules.game import Game, State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tortuga_p2p.rules.ask import Handle, Pile, Seat
    from tortuga_p2p.rules.option import Option
    from tortuga_p2p.rules.plain import Plain


def spell(value: Plain) -> str:
    """Integers and tuples of them as text."""
    if isinstance(value, tuple):
        return "(" + " ".join(map(spell, value)) + ")"
    return str(value)


def read_spelling(text: str) -> Plain:
    """The inverse of `spell`; `BadInput` for anything else."""
    open_lists: list[list[Any]] = [[]]
    for word in text.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            open_lists.append([])
        elif word == ")" and len(open_lists) > 1:
            done = tuple(open_lists.pop())
            open_lists[-1].append(done)
        else:
            open_lists[-1].append(read_int(word))
    if len(open_lists) != 1 or len(open_lists[0]) != 1:
        raise BadInput(f"brackets do not match in {text!r}.")
    return cast("Plain", open_lists[0][0])


def read_int(word: str) -> int:
    """A whole number in its one spelling."""
    digits = word.removeprefix("-")
    if len(digits) > 9 or not digits.isascii() or not digits.isdigit() or str(int(word)) != word:
        raise BadInput(f"expected a whole number, found {word!r}.")
    return int(word)


def staying(seats: int, gone: int) -> tuple[Seat, ...]:
    """Who is still at the table; `gone` has a bit for every seat that left."""
    return tuple(seat for seat in range(seats) if not gone >> seat & 1)


def next_staying(seat: Seat, seats: int, gone: int) -> Seat:
    """The next seat, clockwise, that is still at the table; the seat itself where there is no other."""
    for step in range(1, seats):
        if not gone >> (seat + step) % seats & 1:
            return (seat + step) % seats
    return seat % seats


def best_of(scores: Sequence[int], gone: int) -> Result:
    """Most points win, of those who stayed."""
    seats = staying(len(scores), gone)
    best = max((scores[seat] for seat in seats), default=0)
    return Result(tuple(scores), tuple(seat for seat in seats if scores[seat] == best))


class Spelled(Game[State], Generic[State]):
    """Positions and moves as text, in the plainest form. A tiny game adds its rules."""

    name: str
    title: str
    version: int = 1
    seats: range = range(2, 6)
    options: tuple[Option, ...] = ()
    piles: Mapping[str, Pile]

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        raise NotImplementedError

    def pack(self, state: State) -> Plain:
        return cast("Plain", state)

    def unpack(self, value: Plain) -> State:
        raise NotImplementedError

    def move_text(self, move: Move) -> str:
        words = [str(number) for number in move.data]
        words += ["open", *map(str, move.opens)] if move.opens else []
        words += ["give", *(f"{handle}>{place}" for handle, place in move.gives)] if move.gives else []
        return " ".join(words)

    def read_move(self, state: State, seat: Seat, text: str) -> Move:
        before, _, gives = text.partition("give")
        data, _, opens = before.partition("open")
        pairs = [word.partition(">") for word in gives.split()]
        return Move(
            tuple(map(read_int, data.split())),
            tuple(map(read_int, opens.split())),
            tuple((read_int(handle), read_int(place)) for handle, _, place in pairs),
        )

    def position_text(self, state: State) -> str:
        return f"{self.name} {spell(self.pack(state))}"

    def read_position(self, text: str) -> State:
        name, _, rest = text.partition(" ")
        if name != self.name:
            raise BadInput(f"a position of {self.name} begins with that word.")
        return self.unpack(read_spelling(rest))

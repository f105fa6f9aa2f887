"""What the tiny games share: plain text for positions and moves, plain words, and a plain picture.

`1 2 (3 4)` spells a tuple in a tuple; a move reads `1 2 open 3 give 4>-1`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, cast

from tortuga_p2p.errors import BadInput
from tortuga_p2p.rules.answer import AllMoved, Answer, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import Move
from tortuga_p2p.rules.game import State
from tortuga_p2p.rules.plain import an_int

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tortuga_p2p.rules.ask import Handle, Pile, Seat
    from tortuga_p2p.rules.game import Bot, Fragments, Option, Options, View
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


def number(low: int, high: int) -> Callable[[str], Plain]:
    """A reader for an option that is a whole number in [low, high]."""
    return lambda text: an_int(read_int(text), low, high)


class Spelled(Generic[State]):
    """The part of a game that people see, in the plainest form. A tiny game adds its rules."""

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

    def tell(self, before: State, answer: Answer, after: State, names: Sequence[str]) -> Sequence[str]:
        match answer:
            case Moved(move, faces):
                return [f"Somebody plays {self.move_text(move)}{_showing(faces)}."]
            case AllMoved(moves):
                return [f"{len(moves)} seats choose.", *(f"One is {self.move_text(m)}{_showing(f)}." for m, f in moves)]
            case Drawn(values):
                return [f"Chance says {' '.join(map(str, values))}."]
            case Opened(faces):
                return [f"Everybody sees {' '.join(map(str, faces))}."]
            case _:
                return ["Hidden things are handled."]

    def render(self, view: View[State], names: Sequence[str], width: int) -> Fragments:
        shown = () if view.seat is None else self.shown(view.state, view.seat)
        seen = " ".join(f"{handle}={view.known[handle]}" for handle in sorted(shown))
        text = f"{self.title}: {spell(self.pack(view.state))} {seen}"
        rows = [text[start : start + width] for start in range(0, len(text), width)]
        return [("class:board", "\n".join(rows))]

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {}

    def check_table(self, seats: int, options: Options) -> None:
        """Refuses what no tiny game knows."""
        if seats not in self.seats:
            raise BadInput(f"{self.title} seats {self.seats.start} to {self.seats.stop - 1}, not {seats}.")
        unknown = sorted(set(options) - {option.name for option in self.options})
        if unknown:
            raise BadInput(f"{self.title} has no option {unknown[0]!r}.")


def _showing(faces: tuple[int, ...]) -> str:
    return f", showing {' '.join(map(str, faces))}" if faces else ""

"""Long lists that are never written down: counted, indexed, looked into, and made one by one.

Four of 29 cards are 23,751 moves, and a person or a bot looks at a few of them. A game's `legal_moves` may be any of
these; `Choose` is "k of n", also where some of the n are alike and stand for each other.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar, overload

from .ask import Move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")


class Lazy(Sequence[T]):
    """A sequence that says how long it is and what stands at a place; the rest follows."""

    __slots__ = ()

    @abstractmethod
    def at(self, index: int) -> T:
        """What stands there, from 0 on."""

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        size = len(self)
        if isinstance(index, slice):
            return [self.at(place) for place in range(*index.indices(size))]
        if index < 0:
            index += size
        if not 0 <= index < size:
            raise IndexError(index)
        return self.at(index)

    def __iter__(self) -> Iterator[T]:
        return map(self.at, range(len(self)))


class Choose(Lazy[tuple[int, ...]]):
    """Every way to take `number` things. Things of one group are alike: of these the first ones are taken.

    In the order of `itertools.combinations` where nothing is alike: `Choose([[1], [2], [3]], 2)` is 12, 13, 23.
    """

    __slots__ = ("_ways", "groups", "number")

    def __init__(self, groups: Sequence[Sequence[int]], number: int) -> None:
        self.groups = groups
        self.number = number
        # _ways[i][n]: in how many ways n things can be taken from the groups from the i-th on.
        rows = [[1] + [0] * number]
        for group in reversed(groups):
            last = rows[-1]
            rows.append([sum(last[max(0, n - len(group)) : n + 1]) for n in range(number + 1)])
        self._ways = rows[::-1]

    def __len__(self) -> int:
        return self._ways[0][self.number]

    def at(self, index: int) -> tuple[int, ...]:
        found: list[int] = []
        left = self.number
        for group, ways in zip(self.groups, self._ways[1:], strict=True):
            taken = min(left, len(group))
            while index >= ways[left - taken]:
                index -= ways[left - taken]
                taken -= 1
            found += group[:taken]
            left -= taken
        return tuple(found)

    def __contains__(self, found: object) -> bool:
        if not isinstance(found, tuple) or len(found) != self.number:
            return False
        rest = found
        for group in self.groups:
            taken = 0
            while taken < min(len(rest), len(group)) and type(rest[taken]) is int and rest[taken] == group[taken]:
                taken += 1
            rest = rest[taken:]
        return not rest


class ChosenMoves(Lazy[Move]):
    """A move for each choice; `picked` says which choice a move names, where it names one."""

    __slots__ = ("_choices", "_made", "_picked")

    def __init__(
        self, choices: Choose, made: Callable[[tuple[int, ...]], Move], picked: Callable[[Move], tuple[int, ...]]
    ) -> None:
        self._choices = choices
        self._made = made
        self._picked = picked

    def __len__(self) -> int:
        return len(self._choices)

    def at(self, index: int) -> Move:
        return self._made(self._choices.at(index))

    def __contains__(self, move: object) -> bool:
        if type(move) is not Move:
            return False
        picked = self._picked(move)
        return picked in self._choices and self._made(picked) == move

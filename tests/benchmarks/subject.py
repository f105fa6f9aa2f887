"""What can be measured: a game that plays itself at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable


class Play(Protocol):
    """A game from its beginning, every player choosing uniformly among the legal moves.

    Gives the number of decisions: moves chosen by a player and applied, forced ones too, chance not counted. With a
    `limit` it stops after that many, and gives the game as it stands instead: for the memory that one takes.
    """

    def __call__(self, seed: int, limit: int | None = None) -> object: ...


class Subject(NamedTuple):
    """`load` imports what it needs and gives the `Play`; `ImportError` where it is not installed."""

    rules: str  # the language they are written in
    load: Callable[[], Play]

"""The contract of a game: a pure state machine, and how it looks to people.

A state is public and plain: the same bytes on every replica. What one seat alone knows is a `Known`, kept beside
the state by the table, never in it. Everything here is deterministic and takes no time, chance or place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .answer import Answer, Moved
    from .ask import Ask, Face, Handle, Move, Moves, Pile, Seat, Unseen
    from .plain import Plain

Known: TypeAlias = "Mapping[Handle, Face]"  # what one seat was shown, and only that
Options: TypeAlias = "Mapping[str, Plain]"
Fragments: TypeAlias = "Sequence[tuple[str, str]]"  # (style class, text): what a screen is made of

State = TypeVar("State")


class Option(NamedTuple):
    """Something the players agree on before the game: a plain value, read from text by `read`.

    `read` raises `BadInput` with a sentence for whoever typed it.
    """

    name: str
    default: Plain
    help: str
    read: Callable[[str], Plain]


class Draw(Protocol):
    """A source of chance. The pure rings are handed one; they never make one."""

    def below(self, bound: int, /) -> int:
        """A uniform integer in [0, bound)."""


class View(NamedTuple, Generic[State]):
    """All that one seat may see: the public state, and what it was shown. Seat `None` is a spectator."""

    state: State
    seat: Seat | None
    known: Known


class Bot(Protocol):
    """A player that is a program. It is given a view and the legal moves, never the table.

    One that always decides within a millisecond, and waits for nothing, may say `is_quick = True`: no thread is needed.
    """

    name: str

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        """One of `moves`. Equal views and equal draws give equal choices."""


class Game(Protocol[State]):
    """The rules of one game."""

    name: str  # the folder's name, in commands and agreements
    title: str
    version: int  # raised when equal answers may lead to another state
    seats: range
    options: tuple[Option, ...]
    piles: Mapping[str, Pile]

    # --- the state machine ---
    def setup(self, seats: int, options: Options) -> State:
        """The state before the first ask. `BadInput` for seats or options the game does not know."""

    def asks(self, state: State) -> Ask: ...

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        """What that seat may do now, never empty if it is asked. May be lazy: len, index, iterate, in."""

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        """Raises `IllegalMove` where `apply` would refuse this seat's part of the answer.

        Sealed choices arrive one by one and each must be judged at once, by what everybody knows.
        """

    def apply(self, state: State, answer: Answer) -> State:
        """The next state. Trusts nobody: `IllegalMove` with the ruling that an answer breaks."""

    # --- what is hidden ---
    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        """The hidden things in play whose faces this seat was shown: who saw what is public."""

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        """The hidden things in play that this seat was not shown, in groups it cannot tell apart."""

    # --- one spelling for machines, one line for people ---
    def pack(self, state: State) -> Plain: ...

    def unpack(self, value: Plain) -> State:
        """The inverse of `pack`; `BadInput` for anything that `pack` would not give."""

    def move_text(self, move: Move) -> str: ...

    def read_move(self, state: State, seat: Seat, text: str) -> Move:
        """The inverse of `move_text` for a move of that seat; `BadInput` with a hint otherwise."""

    def position_text(self, state: State) -> str: ...

    def read_position(self, text: str) -> State: ...

    # --- for people ---
    def tell(self, before: State, answer: Answer, after: State, names: Sequence[str]) -> Sequence[str]:
        """What happened, in plain words: a sentence a line."""

    def render(self, view: View[State], names: Sequence[str], width: int) -> Fragments:
        """The board as styled text: the same for the same view."""

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """The players that come with the game, by name."""

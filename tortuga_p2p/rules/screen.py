"""What a game may offer to a screen: a board that fits, a prompt for each decision, and reasons. Pure; all optional.

A prompt is a function of a view and of what a person has picked so far. It is rows of items; each item says what is
picked once it is pressed, so a screen needs to know nothing of the game: it points, presses, goes back and seals.
A game without prompts gets a plain list of its moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from ..text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .ask import Move, Moves
    from .game import Fragments, Game, View

Picked: TypeAlias = tuple[int, ...]  # what is picked so far, in the game's own small integers


class Item(NamedTuple):
    """Something to press."""

    label: Fragments
    then: Picked  # what is picked once it is pressed
    is_picked: bool = False
    note: str = ""  # what it means, while somebody points at it
    why_not: str = ""  # a sentence where it cannot be pressed now


class Row(NamedTuple):
    """Items side by side. `many`: several of them may be picked, and pointing alone picks nothing."""

    label: str
    items: tuple[Item, ...]
    many: bool = False


class Prompt(NamedTuple):
    """A decision as a person sees it, with what is picked so far."""

    title: str
    rows: tuple[Row, ...]
    picked: Picked
    preview: str  # what would come of it
    move: Move | None  # what sealing it means; `None` while something is missing
    missing: str = ""  # what is missing
    help: tuple[str, ...] = ()  # paragraphs about this very decision
    chapter: str = ""  # of the rules reference


@runtime_checkable
class Screened(Protocol):
    """The optional part of a game's contract."""

    def prompt(self, view: View[Any], moves: Moves, names: Sequence[str], picked: Picked | None) -> Prompt:
        """The open decision; `picked` is `None` for the default, else a value that an item had as `then`."""

    def picks(self, view: View[Any], move: Move) -> Picked:
        """What to pick so that sealing means this move."""

    def reason(self, view: View[Any], move: Move, names: Sequence[str]) -> str:
        """What a move does and why somebody might choose it: the rest of a sentence after "would"."""

    def board(self, view: View[Any], names: Sequence[str], width: int, height: int, *, rich: bool) -> Fragments:
        """The board in at most so many columns and lines, of signs beyond ASCII if `rich`."""


def prompt_of(
    game: Game[Any], view: View[Any], moves: Moves, names: Sequence[str], picked: Picked | None = None
) -> Prompt:
    """The game's own prompt, or a list of moves in its notation."""
    if isinstance(game, Screened):
        return game.prompt(view, moves, names, picked)
    chosen = picked[0] if picked else 0
    texts = [game.move_text(move) for move in moves]
    items = tuple(Item((("", text),), (at,), at == chosen) for at, text in enumerate(texts))
    return Prompt(_("{game}: your move", game=game.title), (Row("", items),), (chosen,), texts[chosen], moves[chosen])


def picks_of(game: Game[Any], view: View[Any], moves: Moves, move: Move) -> Picked:
    """What to pick in `prompt_of` for this move."""
    if isinstance(game, Screened):
        return game.picks(view, move)
    return (list(moves).index(move),)


def reason_of(game: Game[Any], view: View[Any], move: Move, names: Sequence[str]) -> str:
    if isinstance(game, Screened):
        return game.reason(view, move, names)
    return _("play {move}.", move=game.move_text(move))


def board_of(
    game: Game[Any], view: View[Any], names: Sequence[str], width: int, height: int, *, rich: bool
) -> Fragments:
    if isinstance(game, Screened):
        return game.board(view, names, width, height, rich=rich)
    return game.render(view, names, width)

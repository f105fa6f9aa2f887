"""A game on a screen: its board as styled text, in at most so many columns and lines. Pure; optional.

A screen puts the prompts, the log and who is waited for around it by itself (telling.py), so a board shows the table
and nothing else. A game without one is shown as the table of its public things.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from ..text import _
from .words import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .answer import Told
    from .ask import Move
    from .game import Fragments, Game, View
    from .legend import BoardSign

    Way: TypeAlias = Sequence[tuple[int, int]]  # cells of a board, row and column, one behind the other

State = TypeVar("State")
COLOURS: Final = ("red", "blue", "yellow", "white", "purple", "green", "orange", "black", "brown")

# The style classes of a board, by what they are for: a screen has a colour for each of them, on every background.
# Nothing is said by style alone; a class that is not listed stays plain.
ROLES: Final[Mapping[str, str]] = {
    "": "plain text",
    "label": "the name of a row or a line",
    "player": "a player's name",
    "you": "the name of whoever looks at the board",
    "mark": "a mark beside a name: who starts, who has a role",
    "now": "what it is about just now",
    "strong": "what counts",
    "strange": "what is unlike the rest of its row",
    "dim": "frames, empty spaces, what is less important",
    "good": "an advantage",
    "bad": "a drawback",
    "alert": "what will be lost, or must be seen",
    "first": "whoever is first in something",
    "second": "whoever is second, and what is behind one",
    "winner": "whoever won",
    "die": "a die, or another thing of its own paper",
    "mine": "a thing that belongs to whoever looks at the board, where colour means something else",
    "floor": "a space of a path that things stand on",
    "ground": "the same on the next part of it",
    "sea": "waves and water: an ornament",
    "wood": "ships and boats: an ornament",
    "sand": "islands and beaches: an ornament",
    "palm": "palms and jungle: an ornament",
    **{colour: f"a thing that is {colour}" for colour in COLOURS},
    # Its colour beside it: half blocks around a letter make a thing a little narrower than its cells.
    **{f"{colour}.edge": f"the edge of a thing that is {colour}" for colour in (*COLOURS, "mine")},
}

# What is written in one of these, in capitals, digits or signs, is a thing that stands there: `B3` or a chest. Where it
# stands elsewhere on the next board, a screen lets it travel; a board adds nothing to that, unless it names the way.
THINGS: Final = frozenset((*COLOURS, "die", "mine"))


# What every table uses itself while somebody decides: no page and no choice of a game has one of these keys.
TABLE_KEYS: Final = frozenset("?ghlqtuvwx")


LEGEND_COLUMNS: Final = 20  # of a sign, before what it means


class GamePage(NamedTuple):
    """A page of a game's own beside its board, opened by one key that no table uses for anything else.

    `glance`: something that others should not see over a shoulder. It is shown in place of the log, and goes away.
    """

    key: str
    label: str  # beside the key
    title: str
    lines: Callable[[View[Any], Reader, int], Sequence[Fragments]]  # in so many columns
    glance: bool = False


class StagedMoment(NamedTuple):
    """A moment that is staged in place of the question: a picture that grows beat by beat, as cards are turned over."""

    title: str
    fragments: Fragments
    beats: int  # how many there are in all
    beat_ms: int = 600  # between two of them; the last one takes twice as long
    tells_all: bool = False  # the picture says what the sentences say: they may give way to it


class GameScreen(Generic[State]):
    """The board of a game. A game's own screen inherits from this."""

    pages: tuple[GamePage, ...] = ()
    signs: tuple[BoardSign, ...] = ()  # usually from a file beside it: `signs_in(__package__)`

    def __init__(self, game: Game[State]) -> None:
        self.game = game

    def board(self, view: View[State], reader: Reader, width: int, height: int, *, rich: bool) -> Fragments:
        """The table as the viewer sees it: never wider than `width`, as low as it can be, with air if `height` allows.

        `rich`: of signs beyond ASCII too. A board that needs more lines than `height` has them all.
        """
        return (("", "\n".join(_wrapped(public_things(self.game, view), width))),)

    def legend(self, *, rich: bool) -> Sequence[tuple[str, str]]:
        """Every sign of the board that is no word, as it stands there, and what it means: for help, beside the game and
        while one watches. The longest sign has at most `LEGEND_COLUMNS`."""
        return [(sign.rich if rich else sign.ascii, _(sign.meaning)) for sign in self.signs]

    def preview(
        self, view: View[State], move: Move | None, reader: Reader, width: int, height: int, *, rich: bool
    ) -> Fragments:
        """The board while the viewer decides, with what the move would do drawn into it; `None` while there is none.

        Every key draws it anew: it must be as quick as the board. What the question shows anyway may be left out.
        """
        return self.board(view, reader, width, height, rich=rich)

    def scene(
        self,
        before: View[State],
        answer: Told,
        after: View[State],
        reader: Reader,
        beat: int,
        width: int,
        *,
        rich: bool,
    ) -> StagedMoment | None:
        """What an answer did, where it is worth a picture of its own, after so many beats; `None` where sentences are
        enough. It shows what the viewer knows, in at most eight lines.
        """
        return None

    def ways(
        self, before: View[State], after: View[State], reader: Reader, width: int, height: int, *, rich: bool
    ) -> Sequence[Way]:
        """Between two boards: the cells that things went through, where they did not go straight from cell to cell, or
        where they came out of a heap or went into one. Nothing to add where a thing that is gone stands elsewhere now.
        """
        return ()


def public_things(game: Game[Any], view: View[Any]) -> list[str]:
    """Everything that the state holds, a thing a line, and what the viewer was shown."""
    state = view.state
    fields: Sequence[str] = getattr(state, "_fields", ())
    lines = [f"{name}: {value}" for name, value in zip(fields, state, strict=True)] if fields else []
    lines = lines or [game.position_text(state)]
    if view.seat is not None:
        known = [(handle, view.known[handle]) for handle in game.shown(state, view.seat) if handle in view.known]
        lines += [f"shown to you: {', '.join(f'{handle}={face}' for handle, face in known)}"] if known else []
    return lines


def _wrapped(lines: Sequence[str], width: int) -> list[str]:
    return [line[start : start + width] for line in lines for start in range(0, max(1, len(line)), max(1, width))]


def board_of(
    game: Game[Any], view: View[Any], names: Sequence[str], width: int, height: int, *, rich: bool
) -> Fragments:
    """The board for a screen."""
    return game.screen().board(view, Reader(view.seat, view.known, names), width, height, rich=rich)


def board_before(
    game: Game[Any], view: View[Any], move: Move | None, names: Sequence[str], width: int, height: int, *, rich: bool
) -> Fragments:
    """The same before a move that is picked and not sent yet."""
    return game.screen().preview(view, move, Reader(view.seat, view.known, names), width, height, rich=rich)

"""A game read aloud, for line mode and hints. A game brings its own voice; any other is read from its notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ..text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.ask import Move
    from ..rules.game import View
    from ..session.agreement import AnyGame


class Voice(Protocol):
    """What a game may offer as `game.voice()`: sentences, each complete in itself."""

    def question(self, view: View[Any], names: Sequence[str]) -> str:
        """What the viewer has to decide now."""

    def option(self, view: View[Any], move: Move, names: Sequence[str]) -> str:
        """One legal move, with what would come of it."""

    def board(self, view: View[Any], names: Sequence[str]) -> Sequence[str]: ...

    def dice(self, view: View[Any], names: Sequence[str]) -> Sequence[str]: ...

    def score(self, view: View[Any], names: Sequence[str]) -> Sequence[str]: ...

    def chapter(self, view: View[Any]) -> str:
        """Which chapter of the game's rules.md explains what is being waited for."""


def voice_of(game: AnyGame) -> Voice:
    make = getattr(game, "voice", None)
    return make() if make is not None else _Bare(game)


class _Bare:
    """For a game without a voice: its notation and its picture."""

    WIDTH = 80

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def question(self, view: View[Any], names: Sequence[str]) -> str:
        return _("What do you do?")

    def option(self, view: View[Any], move: Move, names: Sequence[str]) -> str:
        return self._game.move_text(move)

    def board(self, view: View[Any], names: Sequence[str]) -> Sequence[str]:
        text = "".join(text for _, text in self._game.render(view, names, self.WIDTH))
        return [line.rstrip() for line in text.splitlines() if line.strip()]

    dice = score = board

    def chapter(self, view: View[Any]) -> str:
        return ""

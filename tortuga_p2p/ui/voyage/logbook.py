"""Where a guided game was left: the learner's moves, in a file a game. Whoever comes back goes on from there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from ...limits import OPTION_FILE_BYTES_MAX
from ...node.home import replace_whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ...node.home import Home
    from ...rules.game import Game
    from .voyage import Voyage

SUFFIX: Final = ".lesson"


class Logbook:
    """The files of all lessons."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def _file(self, game: Game[Any]) -> Path:
        return self._home.lessons / f"{game.name}{SUFFIX}"

    def moves(self, game: Game[Any]) -> list[str]:
        """What the learner did so far; nothing where no lesson was begun, or its file is not ours."""
        data = self._read(game)
        found = data.get("moves") if data.get("seed") == game.lesson().seed else []
        return [text for text in found if isinstance(text, str)] if isinstance(found, list) else []

    def _read(self, game: Game[Any]) -> dict[str, Any]:
        """What stands in the file; nothing where it is not there, or damaged."""
        try:
            data = json.loads(self._file(game).read_bytes()[:OPTION_FILE_BYTES_MAX])
        except (OSError, ValueError):
            return {}
        return data if isinstance(data, dict) else {}

    def is_done(self, game: Game[Any]) -> bool:
        """Whether the learner has come to the end of it once, or has said that they need none."""
        return self._read(game).get("done") is True

    def keep(self, game: Game[Any], moves: Sequence[str], *, is_done: bool = False) -> None:
        done = is_done or self.is_done(game)
        data = json.dumps({"seed": game.lesson().seed, "moves": list(moves), "done": done})
        replace_whole(self._file(game), data.encode())

    def open(self, game: Game[Any], name: str, *, again: bool = False) -> Voyage:
        """The lesson where it was left, or from its beginning."""
        from .voyage import Voyage  # a menu that only asks how far one is does without it

        made = [] if again else self.moves(game)
        voyage = Voyage(game, name, made, lambda moves: self.keep(game, moves, is_done=voyage.is_over))
        if voyage.is_over:  # it was sailed to its end: whoever comes again begins again
            voyage.again()
        return voyage

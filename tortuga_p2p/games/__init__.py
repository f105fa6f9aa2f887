"""The games, one folder each. A game is found because its folder exists; nothing else in the tree names it.

Start with any folder's `rules.py`. A folder's `__init__.py` offers `GAME` and imports only `rules`, `errors`, `limits`.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeAlias

from ..errors import BadInput
from ..rules.game import Game

AnyGame: TypeAlias = Game[Any]


def names() -> list[str]:
    """Every game there is, in alphabetical order."""
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


def load(name: str) -> AnyGame:
    """The game of that name; `BadInput` where there is none."""
    if name not in names():
        raise BadInput(f"there is no game {name!r}: choose from {', '.join(names())}.")
    game: AnyGame = import_module(f"{__name__}.{name}").GAME
    return game

"""The games, one folder each. A game is found because its folder exists; nothing else in the tree names it.

Start with any folder's `rules.py`. Its `__init__.py` offers `GAME`; docs/architecture.md says what it may import.
Games of others are folders too, in a package `tortuga_games` that needs no file of its own: whatever installs or
`PYTHONPATH` names such a folder adds a game (docs/adding-a-game.md). Our own come first where a name is taken.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, TypeAlias

from ..errors import BadInput
from ..rules.game import Game
from ..text import _, guess

AnyGame: TypeAlias = Game[Any]
OTHERS: Final = "tortuga_games"


def names() -> list[str]:
    """Every game there is, in alphabetical order."""
    return sorted(_packages())


def package_of(name: str) -> str:
    """The dotted name of a game's folder, for whoever reads a file in it; `BadInput` where there is no such game."""
    packages = _packages()
    if name not in packages:
        raise BadInput(_("there is no game {name!r}: {hint}", name=name, hint=guess(name, sorted(packages))))
    return packages[name]


def load(name: str) -> AnyGame:
    """The game of that name; `BadInput` where there is none, or none that can be loaded."""
    package = package_of(name)
    try:
        game: AnyGame = import_module(package).GAME
    except Exception as fault:
        if package.startswith(f"{__name__}."):
            raise  # a mistake of ours
        raise BadInput(
            _(
                "the game {package} cannot be loaded: {name}: {fault}.",
                package=package,
                name=type(fault).__name__,
                fault=fault,
            )
        ) from fault
    return game


def offered() -> list[AnyGame]:
    """All games that can be loaded, in the order in which they are offered: each says itself where it stands."""
    found = []
    for name in names():
        try:
            found.append(load(name))
        except BadInput:
            continue  # of somebody else; whoever asks for it by name is told what is wrong
    return sorted(found, key=lambda game: (game.about.order, game.name))


def _packages() -> dict[str, str]:
    """The folder of each game, by its name."""
    try:
        others = iter_modules(import_module(OTHERS).__path__)
    except ModuleNotFoundError:
        others = iter(())
    found = {module.name: f"{OTHERS}.{module.name}" for module in others if module.ispkg}
    return found | {module.name: f"{__name__}.{module.name}" for module in iter_modules(__path__) if module.ispkg}

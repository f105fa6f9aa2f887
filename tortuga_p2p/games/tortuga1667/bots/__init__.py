"""Players that come with the game, the strongest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .expert import Expert
from .greedy import Greedy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....rules.game import Bot

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {"expert": Expert, "greedy": Greedy}

"""The players that come with Tortuga, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .captain import Captain
from .greedy import Greedy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...rules.game import Bot

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {"captain": Captain, "greedy": Greedy}

"""The players that come with Tortuga, by name. Each is loaded when it is made: a captain's tables take a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...rules.game import Bot


def captain() -> Bot:
    from .captain import Captain

    return Captain()


def greedy() -> Bot:
    from .greedy import Greedy

    return Greedy()


BOTS: Final[Mapping[str, Callable[[], Bot]]] = {"captain": captain, "greedy": greedy}

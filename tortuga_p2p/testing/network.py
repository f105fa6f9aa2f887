"""A network that exists only as numbers: links that delay, reorder, double and lose letters, and that are cut and heal.

Any graph of links is allowed as long as it hangs together. Deterministic: all chance comes from a `Draw`, all time from
whoever asks. Knows nothing of what a letter says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.game import Draw


@dataclass(frozen=True, slots=True)
class Weather:
    """How bad it is: parts of a thousand letters, and delays in milliseconds."""

    lost: int = 0
    doubled: int = 0
    slow: int = 0  # letters that take `slow_ms` instead of `delay_ms`, at most
    delay_ms: int = 20
    slow_ms: int = 4000
    cut_every_ms: int = 0  # on average, over all links; 0 for never
    cut_for_ms: int = 0
    crash_every_ms: int = 0  # on average, over all peers
    crash_for_ms: int = 0
    partial: bool = False  # not everybody is linked to everybody


CALM = Weather()


def some_weather(draw: Draw) -> Weather:
    """Every kind of trouble is there or not, weak or strong: rare mixtures find what the average never shows."""

    def degree(*levels: int) -> int:
        return levels[draw.below(len(levels))]

    return Weather(
        lost=degree(0, 20, 150, 400),
        doubled=degree(0, 50, 300),
        slow=degree(0, 50, 300),
        delay_ms=degree(2, 20, 200),
        slow_ms=degree(500, 4000),
        cut_every_ms=degree(0, 3000, 800),
        cut_for_ms=degree(300, 3000, 9000),
        crash_every_ms=degree(0, 0, 4000, 1200),
        crash_for_ms=degree(50, 2500, 8000),
        partial=draw.below(2) == 1,
    )


def about(average: int, draw: Draw) -> int:
    """A waiting time: between nothing and twice the average."""
    return 1 + draw.below(2 * average)


@dataclass(slots=True)
class Network:
    """Who is linked to whom, and what becomes of a letter."""

    names: Sequence[str]
    draw: Draw
    weather: Weather
    links: dict[tuple[str, str], bool] = field(default_factory=dict)  # names ascending; whether it is up

    def __post_init__(self) -> None:
        """A tree that hangs together, and every other link, or half of them."""
        for number, name in enumerate(self.names):
            tree = self.draw.below(number) if number else -1
            for other, neighbour in enumerate(self.names[:number]):
                if other == tree or not self.weather.partial or self.draw.below(2):
                    self.links[_pair(name, neighbour)] = True

    def neighbours(self, name: str) -> list[str]:
        """Everybody at the other end of a link, up or down."""
        return [other for other in self.names if _pair(name, other) in self.links]

    def is_up(self, name: str, other: str) -> bool:
        return self.links.get(_pair(name, other), False)

    def delays(self, name: str, other: str) -> list[int]:
        """When the copies of a letter arrive, in milliseconds from now: none where it is lost."""
        weather, draw = self.weather, self.draw
        if not self.is_up(name, other) or draw.below(1000) < weather.lost:
            return []
        copies = 2 if draw.below(1000) < weather.doubled else 1
        return [self._delay() for _ in range(copies)]

    def _delay(self) -> int:
        is_slow = self.draw.below(1000) < self.weather.slow
        return 1 + self.draw.below(self.weather.slow_ms if is_slow else self.weather.delay_ms)

    def cut_one(self) -> tuple[str, str]:
        """A link goes down."""
        pairs = sorted(self.links)
        pair = pairs[self.draw.below(len(pairs))]
        self.links[pair] = False
        return pair

    def heal(self, pair: tuple[str, str]) -> None:
        self.links[pair] = True

    def bridge(self, name: str) -> None:
        """Somebody is gone for good: those who were linked through them find each other."""
        neighbours = self.neighbours(name)
        for one in neighbours:
            for other in neighbours:
                if one < other:
                    self.links.setdefault((one, other), True)

    def heal_all(self, weather: Weather = CALM) -> None:
        """Every link is up again; those that never existed still do not."""
        self.weather = weather
        self.links = dict.fromkeys(self.links, True)


def _pair(name: str, other: str) -> tuple[str, str]:
    return (name, other) if name < other else (other, name)

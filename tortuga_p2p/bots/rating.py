"""Ratings of the entrants of a match, by the `openskill` library (Plackett-Luce, its default scale).

Wins alone compare an entrant with this field; a rating puts all of them on one scale and says how sure it is. Games
count in the order of their numbers, so equal records give equal ratings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .match import Record


class Rating(NamedTuple):
    """Strength as a belief: its middle, and its deviation. Everybody starts at 25 and 8.33."""

    mu: float
    sigma: float


def rate(entrants: int, records: Iterable[Record]) -> list[Rating]:
    """A rating for each entrant, from how they finished: the winners first, then by points."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating()] for _ in range(entrants)]
    for record in sorted(records, key=lambda record: record.number):
        teams = model.rate(teams, ranks=places(record))
    return [Rating(player.mu, player.sigma) for (player,) in teams]


def places(record: Record) -> list[float]:
    """The place of each entrant, equal ones sharing it."""
    # Who won shares the first place, whatever the points: a game may be won by other means.
    keys = [(0, 0) if entrant in record.winners else (1, -score) for entrant, score in enumerate(record.scores)]
    order = sorted(set(keys))
    return [float(order.index(key)) for key in keys]

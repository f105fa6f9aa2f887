"""Ratings of the entrants of a match, by the `openskill` library (Plackett-Luce, its default scale).

Wins alone compare an entrant with this field; a rating puts all of them on one scale and says how sure it is. Games
count in the order of their numbers, so equal records give equal ratings. Bots that win and lose as one are rated as a
team; an entrant that plays a whole side is one player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .match import GameRecord


class Rating(NamedTuple):
    """Strength as a belief: its middle, and its deviation. Everybody starts at 25 and 8.33."""

    mu: float
    sigma: float


def rate(entrants: int, records: Iterable[GameRecord]) -> list[Rating]:
    """A rating for each entrant, from how they finished: the winners first, then by points."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    players = [model.rating() for _ in range(entrants)]
    for record in sorted(records, key=lambda record: record.number):
        teams = groups(record)
        if len(teams) > 1:
            rated = model.rate([[players[one] for one in team] for team in teams], ranks=places(record, teams))
            for team, changed in zip(teams, rated, strict=True):
                for one, player in zip(team, changed, strict=True):
                    players[one] = player
    return [Rating(player.mu, player.sigma) for player in players]


def groups(record: GameRecord) -> list[tuple[int, ...]]:
    """Who is compared with whom: every entrant for itself, or whole sides, where each has one seat on a side."""
    entrants, sides = sorted(set(record.seating)), record.result.sides
    if not sides or record.is_of_teams:
        return [(one,) for one in entrants]
    by_side: dict[int, list[int]] = {}
    for one in entrants:
        by_side.setdefault(sides[record.seating.index(one)], []).append(one)
    return [tuple(team) for _, team in sorted(by_side.items())]


def places(record: GameRecord, teams: Sequence[Sequence[int]]) -> list[float]:
    """The place of each team, equal ones sharing it."""
    # Who won shares the first place, whatever the points: a game may be won by other means.
    keys = [
        (-max(map(record.share, team)), -max(map(record.points, team)) * (not any(map(record.share, team))))
        for team in teams
    ]
    order = sorted(set(keys))
    return [float(order.index(key)) for key in keys]

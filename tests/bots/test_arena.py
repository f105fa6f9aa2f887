"""Many games on several processes: the same games, and a clear word when a process fails."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import CREWS
from tests.tinygames.race import Race
from tortuga_p2p.bots.arena import WorkerLost, play_all
from tortuga_p2p.bots.match import GameRecord, Match
from tortuga_p2p.commands.arena import lines, summary
from tortuga_p2p.games import load

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tortuga_p2p.rules.ask import Move, Moves
    from tortuga_p2p.rules.game import Bot, Draw, View


def timeless(records: list[GameRecord]) -> list[GameRecord]:
    """The part of records that a seed repeats, in the order of their numbers."""
    return sorted(record._replace(thinking=()) for record in records)


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_processes_changes_nothing(jobs: int) -> None:
    match = Match(load("tortuga"), ("greedy", "random", "random"), {}, 7)
    alone = list(play_all(match, 40, 1))
    shared = list(play_all(match, 40, jobs))
    assert [record.number for record in alone] == list(range(40))
    assert timeless(shared) == timeless(alone)
    assert [sum(map(len, record.thinking)) for record in alone] == [
        sum(map(len, record.thinking)) for record in sorted(shared, key=lambda record: record.number)
    ]


def test_teams_are_told_by_bot_and_by_side() -> None:
    match = Match(CREWS, ("loyal", "traitor"), {}, 7, 5)
    figures = summary(match, 12, list(play_all(match, 12, 2)))
    assert figures == summary(match, 12, list(play_all(match, 12, 1)))
    assert (figures["players"], figures["teams"]) == (5, True)
    loyal, traitor = figures["bots"]
    assert loyal["win_rate"] > traitor["win_rate"]
    assert loyal["rating"] > 25 > traitor["rating"]
    told = lines({**figures, "timing": {"seconds": 1.0, "jobs": 2, "bots": []}})
    table = [line.split("  ")[0] for line in told if line.startswith("the ")]
    assert table == [
        "the port crew",
        "the port crew",
        "the starboard crew",
        "the starboard crew",
        *["the smuggler"] * 2,
    ]
    assert sum(side["games"] for side in figures["sides"]) == 12 * 3


def test_games_that_nobody_won_are_counted() -> None:
    match = Match(CREWS, ("loyal", "loyal"), {}, 7, 4)
    figures = summary(match, 6, list(play_all(match, 6, 1)))
    assert figures["nobody_won"] == 6
    assert "Nobody won 6 of the games." in lines({**figures, "timing": {"seconds": 1.0, "jobs": 1, "bots": []}})


class Clumsy(Race):
    """A race whose bots cannot be trusted. At the top of a module, so that another process can find it."""

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"raiser": Raiser, "quitter": Quitter}


class Raiser:
    name = "raiser"

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        raise ZeroDivisionError("a bug in a bot")


class Quitter:
    name = "quitter"

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        os._exit(9)


def test_a_bug_in_a_bot_says_which_game_shows_it() -> None:
    match = Match(Clumsy(), ("raiser", "raiser"), {}, 77)
    with pytest.raises(WorkerLost, match=r"(?s)game \d+ of seed 77 failed.*a bug in a bot"):
        list(play_all(match, 10, 2))


def test_a_process_that_dies_is_noticed() -> None:
    with pytest.raises(WorkerLost, match="ended from outside"):
        list(play_all(Match(Clumsy(), ("quitter", "quitter"), {}, 1), 10, 2))

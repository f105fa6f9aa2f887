"""Games of bots for other programs: the same lines as of a transcript, and with everything all that rules need."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.shell import tortuga
from tests.tinygames import TINY_GAMES
from tortuga_p2p.bots.local_export import LocalExport
from tortuga_p2p.bots.match import Match
from tortuga_p2p.games import load, names
from tortuga_p2p.rules.ask import Over, deciders

if TYPE_CHECKING:
    from pathlib import Path

    from tortuga_p2p.rules.game import Game

GAMES = (*TINY_GAMES, *map(load, names()))


def exported(game: Game[Any], seed: int = 3, *, everything: bool = True) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    match = Match(game, ("random",) * game.seats[0], {}, seed)
    match.play(5, match.bots(), LocalExport(lambda line: lines.append(json.loads(json.dumps(line))), everything))
    return lines


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_somebody_else_s_rules_find_everything_they_need(game: Game[Any]) -> None:
    header, seats, *answers, end = exported(game)
    assert (header["export"], header["source"], header["number"]) == (1, "local", 5)
    assert set(header["options"]) == {option.name for option in game.options}
    state = game.read_position(seats["position"])
    known: list[dict[int, int]] = [{} for _ in seats["people"]]
    for line in answers:
        ask = game.asks(state)
        assert [one["seat"] for one in line["legal"]] == list(deciders(ask))
        for legal in line["legal"]:
            moves = game.legal_moves(state, legal["seat"], known[legal["seat"]])
            assert legal["count"] == len(moves)
            assert legal["moves"] is None or legal["moves"] == [game.move_text(move) for move in moves]
        made = line["answer"] if isinstance(line["answer"], list) else [line["answer"]]
        for legal, answer in zip(line["legal"], made, strict=False):
            assert legal["moves"] is None or answer["move"] in legal["moves"]
        state = game.read_position(line["position"])
        shown = [game.shown(state, seat) for seat in range(len(known))]
        assert [sorted(one) for one in shown] == line["shown"]
        known = [{handle: line["faces"][str(handle)] for handle in one} for one in shown]
    over = game.asks(state)
    assert isinstance(over, Over)
    assert (end["scores"], end["winners"]) == (list(over.result.scores), list(over.result.winners))
    assert end["steps"] == len(answers)


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_what_is_hidden_is_told_only_where_somebody_asks_for_everything(game: Game[Any]) -> None:
    plain, whole = exported(game, everything=False), exported(game)
    for line in plain:
        assert not {"legal", "faces", "shown"} & set(line)
    secret = ("legal", "faces", "shown")
    assert plain == [{key: value for key, value in line.items() if key not in secret} for line in whole]


def test_arena_and_watch_write_the_same_game(tmp_path: Path) -> None:
    many, one = tmp_path / "many.jsonl", tmp_path / "one.jsonl"
    match = ("--game", names()[0], "--seats", "random,random", "--seed", "9", "--everything")
    arena = tortuga("arena", *match, "--games", "3", "--export", str(many), "--json")
    assert (arena.returncode, arena.stderr) == (0, "")
    assert tortuga("watch", *match, "--number", "2", "--export", str(one)).returncode == 0
    games = many.read_text().split('{"kind": "header"')
    assert len(games) == 4
    assert one.read_text() == '{"kind": "header"' + games[-1]
    ends = [json.loads(line) for line in many.read_text().splitlines() if '"kind": "end"' in line]
    points = [sum(end["scores"]) for end in ends]
    figures = json.loads(arena.stdout)
    assert sum(points) / 3 == pytest.approx(sum(bot["points"] for bot in figures["bots"]))


def test_a_file_that_cannot_be_written_is_said_and_nothing_is_left(tmp_path: Path) -> None:
    for words in (["--export", str(tmp_path / "no" / "file")], ["--everything"]):
        done = tortuga("watch", "--seats", "random,random", *words)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert list(tmp_path.iterdir()) == []

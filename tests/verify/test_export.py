"""A game for other programs: what was asked, what was answered, the position after it."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.generators.vectors.story import find
from tests.tinygames import TINY_GAMES
from tests.verify.files import file_of, game_of_bots, judged, parts, rewritten, whole
from tortuga_p2p.bots.local_export import LocalExport
from tortuga_p2p.bots.match import Match
from tortuga_p2p.games import names
from tortuga_p2p.rules.ask import Over
from tortuga_p2p.rules.data import EXPORT
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.sampler import SAMPLER
from tortuga_p2p.verify.export import export

if TYPE_CHECKING:
    from tortuga_p2p.session.agreement import AnyGame


def exported(raw: bytes, find: Any = find) -> list[dict[str, Any]]:
    lines = [json.loads(json.dumps(line)) for line in export("g", raw, find)]
    assert lines[-1]["kind"] == "end"
    return lines


def test_a_whole_game_has_a_header_its_seats_every_answer_and_the_end() -> None:
    lines = exported(whole())
    assert [line["kind"] for line in lines] == ["header", "seats", *["answer"] * 14, "end"]
    header, seats, *answers, end = lines
    assert (header["game"], header["version"], header["options"]) == ("sampler", 3, {})
    assert [person["name"] for person in seats["people"]] == list(judged(whole()).names)
    assert seats["position"] == "sampler 2 0 0"
    assert [next(iter(line["ask"])) for line in answers] == [
        *("chance", "mix", "mix", "look", "deal", "look", "mix_hands", "roll", "together", "turn", "mix_hands"),
        *("give", "open", "mix"),
    ]
    result = judged(whole()).result
    assert result is not None
    assert (end["scores"], end["winners"], end["outcome"]) == (list(result.scores), list(result.winners), "honest")


def test_moves_are_in_the_game_s_own_notation_with_what_they_show() -> None:
    answers = {line["step"]: line for line in exported(whole()) if line["kind"] == "answer"}
    together = next(line for line in answers.values() if "together" in line["ask"])
    assert [(one["seat"], one["move"]) for one in together["answer"]] == [(0, "open 1"), (1, "open 3")]
    turn = next(line for line in answers.values() if "turn" in line["ask"])
    assert (turn["answer"]["move"], len(turn["answer"]["shows"])) == ("open 12", 1)
    mixed = next(line for line in answers.values() if "mix" in line["ask"])
    assert mixed["answer"] is None


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_every_position_can_be_read_back_and_the_last_one_is_over(game: AnyGame) -> None:
    company = Company.make(game, 3).sit().play_until(lambda company: False)
    lines = exported(file_of(company, company.players[0]), lambda terms: (game, company.group))
    positions = [line["position"] for line in lines if "position" in line]
    states = [game.read_position(text) for text in positions]
    assert len(states) > 5
    assert isinstance(game.asks(states[-1]), Over)
    assert not any(isinstance(game.asks(state), Over) for state in states[:-1])
    assert all(line["told"] for line in lines if line["kind"] == "answer" and line["answer"])


@pytest.mark.parametrize("name", names())
def test_a_game_of_ours_is_exported_by_the_rules_that_anybody_has(name: str) -> None:
    company = game_of_bots(name)
    game = company.game
    lines = [json.loads(json.dumps(line)) for line in export("g", file_of(company, company.players[0]))]
    assert set(lines[0]["options"]) == {option.name for option in game.options}
    assert lines[-1]["outcome"] == "honest"
    moves = 0
    for before, line in pairwise(lines[1:-1]):
        if "turn" in line["ask"]:
            seat = line["ask"]["turn"]
            game.read_move(game.read_position(before["position"]), seat, line["answer"]["move"])
            moves += 1
    assert moves


@pytest.mark.parametrize("number", [0, 3, 8, 9, 20])
def test_an_unfinished_game_is_exported_as_far_as_it_was_verified(number: int) -> None:
    *lines, end = exported(rewritten(entries=parts().entries[:number], seals=()))
    assert end["outcome"] == "unfinished"
    assert end["entries"] == number
    assert [line["kind"] for line in lines[:2]] == [[], ["header"], ["header", "seats"]][(number > 1) + (number > 7)]
    assert lines == exported(whole())[: len(lines)]


def test_a_game_in_which_something_is_wrong_is_exported_up_to_there() -> None:
    entries = list(parts().entries)
    entries[20] = entries[20][:-1] + bytes([entries[20][-1] ^ 1])
    *lines, end = exported(rewritten(entries=tuple(entries)))
    assert (end["outcome"], end["entry"], end["code"]) == ("tampered", 21, "bad-signature")
    assert lines == exported(whole())[: len(lines)]


def test_the_document_names_every_key_of_every_line_and_no_other() -> None:
    """Those of the end besides the result are `tortuga verify --json`'s."""
    text = (Path(__file__).parents[2] / "docs" / "export.md").read_text("utf-8")
    assert f"**version {EXPORT}**" in text
    parts = dict(part.split("\n", 1) for part in text.split("\n## ")[1:])
    lines = exported(whole())
    match = Match(SAMPLER, ("random", "random"), {}, 1)
    match.play(0, match.bots(), LocalExport(lines.append, everything=True))
    for kind in ("header", "seats", "answer"):
        described = {
            key for row in re.findall(r"^\| (`[^|]*) \|", parts[kind], re.M) for key in re.findall(r"`(\w+)`", row)
        }
        found = {key for line in lines if line["kind"] == kind for key in line}
        assert described == found - {"kind"}, kind
    assert {"scores", "winners", "sides"} <= set(re.findall(r"`(\w+)`", parts["end"]))


def test_who_runs_a_bot_is_a_key_everywhere() -> None:
    lines = exported(whole())
    people = [line["people"] for line in lines if "people" in line]
    assert people[0] == [{key: one[key] for key in people[0][0]} for one in people[1]]
    assert all(one["bot_run_by"] is None or len(bytes.fromhex(one["bot_run_by"])) == 32 for one in people[0])


def test_what_is_no_transcript_has_an_end_and_nothing_else() -> None:
    (end,) = exported(b"ahoy")
    assert (end["outcome"], end["exit"]) == ("unreadable", 2)


def test_the_sampler_itself_reads_what_it_writes() -> None:
    for line in exported(whole()):
        if "position" in line:
            state = SAMPLER.read_position(line["position"])
            assert SAMPLER.unpack(SAMPLER.pack(state)) == state

"""A game for other programs: what was asked, what was answered, the position after it."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import TINY_GAMES
from tests.verify.files import file_of, parts, rewritten, whole
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.games import load
from tortuga_p2p.rules.ask import Over
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.vectors.sampler import SAMPLER
from tortuga_p2p.testing.vectors.story import find
from tortuga_p2p.verify.export import export

if TYPE_CHECKING:
    from tortuga_p2p.session.agreement import AnyGame


def exported(raw: bytes, find: Any = find) -> list[dict[str, Any]]:
    lines = [json.loads(json.dumps(line)) for line in export("g", raw, find)]
    assert lines[-1]["kind"] == "end"
    return lines


def test_a_whole_game_has_a_header_its_seats_every_answer_and_the_end() -> None:
    lines = exported(whole())
    assert [line["kind"] for line in lines] == ["header", "seats", *["answer"] * 13, "end"]
    header, seats, *answers, end = lines
    assert (header["game"], header["version"], header["options"]) == ("sampler", 1, {})
    assert [person["name"] for person in seats["people"]] == ["Ana", "Ben"]
    assert seats["position"] == "sampler 2 0"
    assert [next(iter(line["ask"])) for line in answers] == [
        *("chance", "mix", "mix", "look", "deal", "look", "roll", "together", "turn", "mix", "give", "open", "mix")
    ]
    assert (end["scores"], end["winners"], end["outcome"]) == ([3, 1], [0], "honest")


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


def test_tortuga_is_exported_by_the_rules_that_anybody_has() -> None:
    company = Company.make(load("tortuga"), 2, group=default_group()).sit().play_until(lambda company: False)
    lines = [json.loads(json.dumps(line)) for line in export("g", file_of(company, company.players[0]))]
    assert lines[0]["options"]["long"] == 0
    assert lines[-1]["outcome"] == "honest"
    game = load("tortuga")
    for before, line in pairwise(lines[1:-1]):
        if "turn" in line["ask"]:
            seat = line["ask"]["turn"]
            game.read_move(game.read_position(before["position"]), seat, line["answer"]["move"])


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


def test_what_is_no_transcript_has_an_end_and_nothing_else() -> None:
    (end,) = exported(b"ahoy")
    assert (end["outcome"], end["exit"]) == ("unreadable", 2)


def test_the_sampler_itself_reads_what_it_writes() -> None:
    for line in exported(whole()):
        if "position" in line:
            state = SAMPLER.read_position(line["position"])
            assert SAMPLER.unpack(SAMPLER.pack(state)) == state

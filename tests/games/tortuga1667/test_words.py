"""Decisions offer what is legal; every record and decision of whole games has its sentence, for every reader."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING

import pytest

from tests.games.tortuga1667.stage import CANNON, TORCH, WATER, Stage
from tests.games.tortuga1667.tables import sample
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.words.asked import ASKED
from tortuga_p2p.games.tortuga1667.words.said import SAID
from tortuga_p2p.rules.answer import DONE
from tortuga_p2p.rules.ask import Move, Over, deciders
from tortuga_p2p.rules.decision import fill, move_of
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.record import Record
from tortuga_p2p.rules.telling import decision_of, hint, line_of, question, sentence, waiting
from tortuga_p2p.rules.words import Cases, Reader, Said

if TYPE_CHECKING:
    from tortuga_p2p.games.tortuga1667.rules.state import State
    from tortuga_p2p.rules.game import Options, View

NAMES = ("Ana", "Bonny", "Cho", "Diego", "Eve", "Fu", "Grace", "Henry", "Ida")
MOVES_MAX = 10  # of one decision: enough to meet every kind


def check_offers(view: View[State], moves: list[Move], draw: SeededDraw) -> None:
    """Every move that is offered is legal, and picking what a legal move says gives that move."""
    decision = decision_of(GAME, view)
    reader = Reader(view.seat, view.known, NAMES)
    assert question(GAME, decision, reader)
    some = moves if len(moves) <= MOVES_MAX else [moves[draw.below(len(moves))] for _ in range(MOVES_MAX)]
    for move in some:
        filled = fill(decision, view, decision.picks(move))
        assert move_of(decision, filled) == move
        told = line_of(GAME, view, move, reader)
        assert told
        assert "{" not in told
        assert hint(GAME, view, move, reader).endswith(".")
    offered = {
        (choice.label, bool(choice.why_not)) for step in fill(decision, view, {}).steps for choice in step.choices
    }
    assert len(offered) > 1


def play(seats: int, options: Options, seed: int) -> set[str]:
    """One game told to everybody; the kinds of records that happened."""
    table = LocalTable.new(GAME, seats, options, SeededDraw(seed, "words"))
    draw, kinds = SeededDraw(seed, "choices"), set[str]()
    while not isinstance(table.ask, Over):
        choices = {}
        for seat in deciders(table.ask):
            moves = list(table.moves(seat)) if len(table.moves(seat)) < 500 else [table.moves(seat)[0]] * 2
            if len(moves) > 1:
                check_offers(table.view(seat), moves, draw)
            choices[seat] = moves[draw.below(len(moves))]
        assert "{" not in waiting(GAME, table.state, Reader(None, {}, NAMES))
        records: list[Record] = []
        readers = [Reader(None, {}, NAMES), *(Reader(seat, dict(table.known[seat]), NAMES) for seat in range(seats))]
        answer = table.step(choices, records.append)
        assert records or answer is DONE, "what somebody or chance decided is told in words, not as numbers"
        for record in records:
            kinds.add(record.kind)
            for reader in readers:
                told = sentence(GAME.words(), record, reader)
                assert not told or re.fullmatch(r"[^{}]+[.!?]", told), (record, told)
    return kinds


@pytest.mark.parametrize("seats", GAME.seats)
def test_whole_games_are_told(seats: int) -> None:
    assert {"looked", "shown", "turn", "ends", "loyalty"} <= play(seats, {"stars": 8}, seats)


@pytest.mark.parametrize(("seats", "options", "seed"), sample(6), ids=str)
def test_games_with_options_are_told(seats: int, options: Options, seed: int) -> None:
    assert "ends" in play(seats, options, seed)


def texts(found: Said | Cases[Said]) -> list[str]:
    return [text for said in (found.of.values() if isinstance(found, Cases) else [found]) for text in said]


def test_both_sentences_of_a_record_speak_of_the_same_things() -> None:
    for kind, found in SAID.items():
        for you, they in zip(texts(found)[::3], texts(found)[1::3], strict=True):
            names = [{name for _, name, _, _ in Formatter().parse(text) if name} - {"who"} for text in (you, they)]
            assert names[0] == names[1] or not you or not they, kind


def test_every_decision_names_a_chapter_of_the_rules() -> None:
    from importlib.resources import files

    text = files("tortuga_p2p.games.tortuga1667").joinpath("rules.txt").read_text("utf-8")
    chapters = set(re.findall(r"^# (\w+):", text, re.MULTILINE))
    assert {asked.chapter for asked in ASKED.values()} <= chapters


def test_what_somebody_looked_at_or_drew_is_told_to_them_alone() -> None:
    """Also to whoever does not see the map: what lies there, and which vote cards came."""
    stage = Stage(4, (0, 1), (2, 3), row=[c.PISTOL, c.SPOT], hands={0: [CANNON], 1: [TORCH]}, deck=[WATER, TORCH])
    stage.do(Do.LOOK, 0, 1)

    def heard(seat: int | None) -> list[str]:
        reader = Reader(seat, {} if seat is None else dict(stage.table.known[seat]), NAMES)
        return [told for record in stage.records if (told := sentence(GAME.words(), record, reader))]

    assert heard(0)[1:] == [
        "You see event 1: Pistol. It maroons another player: to the back of Tortuga's line.",
        "You see event 2: Black Spot. It maroons you: to the back of Tortuga's line.",
    ]
    assert heard(1) == heard(None) == ["Ana looks at events 1 and 2."]
    stage = Stage(4, (0, 1), (2, 3), hands={0: [CANNON], 1: [TORCH]}, deck=[WATER, WATER, TORCH])
    stage.do(Do.ATTACK).vote(CANNON, TORCH)
    assert heard(0)[-1] == "A vote card for you: water, British, wheel."
    assert heard(1)[-1] == "A vote card for you: torch, French, skull."
    assert not any("for you" in told for told in heard(2) + heard(None))


def test_a_look_tells_its_own_reader_and_nobody_else_which_slots_and_never_faces() -> None:
    record = Record("looked", 1, {"slots": (0, 3)})
    assert sentence(GAME.words(), record, Reader(1, {}, NAMES)) == "You look at events 1 and 4."
    assert sentence(GAME.words(), record, Reader(0, {}, NAMES)) == "Bonny looks at events 1 and 4."

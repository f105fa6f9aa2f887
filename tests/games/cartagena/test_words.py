"""Decisions and words: every legal move can be picked and is picked by itself, every record has its sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.games.cartagena.scene import Scene, escape, four
from tests.games.cartagena.variants import Variant, label, options, some
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.decision import any_alike, fill, move_of
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.telling import help_of, hint, line_of, question, sentences, waiting
from tortuga_p2p.rules.words import Reader
from tortuga_p2p.testing.damage import pick

if TYPE_CHECKING:
    from tortuga_p2p.games.cartagena.rules.state import State
    from tortuga_p2p.rules.record import Record

NAMES = ("Ana", "Bonny", "Rackham", "Mary", "Teach")


@pytest.mark.parametrize("variant", some()[::3], ids=label)
def test_every_legal_move_is_one_way_to_pick(variant: Variant) -> None:
    table: LocalTable[State] = LocalTable.new(GAME, variant["seats"], options(variant), SeededDraw(6, "table"))
    choosing, draw = SeededDraw(6, "choices"), SeededDraw(6, "alike")
    seen = 0
    for _ in range(120):
        if isinstance(table.ask, Over):
            break
        choices = {}
        for seat in deciders(table.ask):
            view, moves = table.view(seat), table.moves(seat)
            decision = GAME.decision(view)
            assert decision is not None
            reader = Reader(seat, view.known, NAMES)
            assert question(GAME, decision, reader).endswith(("?", ".", "top."))
            some_moves = [pick(moves, choosing) for _ in range(6)]
            lines = {line_of(GAME, view, move, reader) for move in some_moves}
            assert len(lines) == len({*some_moves}), lines
            for move in some_moves:
                filled = fill(decision, view, decision.picks(move))
                assert move_of(decision, filled) == move
                assert any_alike(decision, view, move, draw) in moves
                seen += 1
            first = fill(decision, view, {})
            assert move_of(decision, first) in moves, "what stands picked at first is a move"
            choices[seat] = some_moves[0]
        happened: list[Record] = []
        table.step(choices, happened.append)
        for seat in (None, *range(variant["seats"])):
            reader = Reader(seat, {} if seat is None else table.known[seat], NAMES)
            for told in sentences(GAME.words(), happened, reader):
                assert told[0].isupper() or told.startswith(NAMES), told
                assert told.endswith(".")
                assert "{" not in told
        assert waiting(GAME, table.state, Reader(None, {}, NAMES))
    assert seen > 100


def reader(scene: Scene, seat: int) -> Reader:
    return Reader(seat, scene.table.known[seat], NAMES)


def lines(scene: Scene) -> set[str]:
    view = scene.table.view(scene.state.turn)
    return {line_of(GAME, view, move, reader(scene, scene.state.turn)) for move in scene.table.moves(scene.state.turn)}


def test_moves_name_cards_and_places() -> None:
    assert {"play rum and go from space 7 to space 21", "go back from space 24 to space 22 for 1 card"} <= lines(
        four(turn=1)
    )
    assert {"sail for free", "sail", "move Bonny's pirate from space 36 to the cove for 2 cards"} <= lines(escape())


def test_a_pistol_is_read_differently_by_those_who_saw_and_those_who_did_not() -> None:
    scene = Scene([(0,) * 6] * 3, hands=("PP", "RHL", "AAA"), sorceress=1)
    scene.pistol(1)
    happened: list[Record] = []
    card = next(card for card in scene.state.hands[1] if scene.table.faces[card] == 2)
    scene.table.step({0: GAME.read_move(scene.state, 0, f"take {card}")}, happened.append)
    told = [sentences(GAME.words(), happened, reader(scene, seat)) for seat in range(3)]
    assert told == [
        ("You take lantern from Bonny.",),
        ("Ana takes lantern from you.",),
        ("Ana takes a card from Bonny.",),
    ]


def test_a_hint_says_what_comes_of_it() -> None:
    scene = four(turn=1)
    move = next(move for move in scene.table.moves(1) if GAME.move_text(move).startswith("advance 7 rum"))
    assert hint(GAME, scene.table.view(1), move, reader(scene, 1)) == (
        "play rum and go from space 7 to space 21. You play rum and go from space 7 to space 21, jumping 11 and 15."
    )
    back = next(move for move in scene.table.moves(1) if GAME.move_text(move) == "retreat 24")
    assert hint(GAME, scene.table.view(1), back, reader(scene, 1), aside=" (h picks it)") == (
        "go back from space 24 to space 22 for 1 card (h picks it)."
    ), "nothing is said twice"


def test_help_explains_the_powers_where_cards_have_any() -> None:
    def helped(scene: Scene) -> str:
        decision = GAME.decision(scene.table.view(0))
        assert decision is not None
        return " ".join(help_of(GAME, decision))

    powers = ["Pistol:", "Rum:", "Lantern:", "Hook:", "Chest:", "Two parrots", "question mark"]
    magic = helped(Scene([(0,) * 6] * 2, hands=("P", "P"), sorceress=1))
    assert [word for word in powers if word not in magic] == []
    plain = helped(Scene([(0,) * 6] * 2, hands=("P", "P")))
    assert [word for word in powers if word in plain] == []
    assert ("sloop takes three" in helped(escape()), "sloop takes three" in plain) == (True, False)
    assert "brackets" in magic
    assert "brackets" in plain


def test_what_is_not_possible_stays_in_sight_with_its_reason() -> None:
    scene = Scene([(0,) * 6] * 2, hands=("P", "P"))
    decision = GAME.decision(scene.table.view(0))
    assert decision is not None
    refused = {choice.why_not for choice in fill(decision, scene.table.view(0), {}).steps[0].choices}
    assert refused == {"", "no_company", "nothing_done", "not_held"}
    assert {code for code in refused if code} <= set(GAME.words().why_not)


def test_equal_cards_are_one_choice() -> None:
    scene = Scene([(5, 0, 0, 0, 0, 0), (0,) * 6], hands=("RRRP", "P"))
    decision = GAME.decision(scene.table.view(0))
    assert decision is not None
    choices = fill(decision, scene.table.view(0), {}).steps[0].choices
    cards = [(choice.label[1], len(choice.values)) for choice in choices if choice.label[0] == "card"]
    assert sorted(cards) == [(0, 1), (1, 3)]


def test_every_question_fits_on_a_line() -> None:
    """At 80 columns it stands between dashes, with who is waited for behind it."""
    for name, asked in GAME.words().asked.items():
        assert len(asked.question) <= 66, name

"""A game told to people: from rules alone, with decisions, with words. One description serves every surface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.rules.market import DECIDING, FISH, MARKET, RUM, SILK, WORDS, WORDY, Market, Phase, WordyMarket
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import BadInput
from tortuga_p2p.node.player import Question
from tortuga_p2p.rules.ask import Result, deciders
from tortuga_p2p.rules.decision import any_alike, fill, move_of
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.record import as_data, records_of
from tortuga_p2p.rules.telling import (
    decision_of,
    ended,
    hint,
    line_of,
    preview,
    question,
    read_line,
    standing,
    story,
    waiting,
)
from tortuga_p2p.rules.words import Reader, Said, Words, words_of
from tortuga_p2p.testing.conformance import check_game
from tortuga_p2p.text import N_
from tortuga_p2p.ui.plain.menu import Menu, spoken_line
from tortuga_p2p.ui.table.prompt import picks_of, prompt_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.rules.game import Game

NAMES = ("Ana", "Bo", "Cy")
GAMES = (MARKET, DECIDING, WORDY)


def dealt(game: Game[Any], seed: int = 3) -> LocalTable[Any]:
    """A table where the first seat is about to sell."""
    table: LocalTable[Any] = LocalTable.new(game, 3, {}, SeededDraw(seed, "market"))
    while not deciders(table.ask):
        table.step()
    return table


def decisions(game: Game[Any], seed: int) -> Iterator[tuple[LocalTable[Any], int]]:
    """Every decision of a random game."""
    table, draw = dealt(game, seed), SeededDraw(seed, "choices")
    while seats := deciders(table.ask):
        for seat in seats:
            yield table, seat
        table.step({seat: table.moves(seat)[draw.below(len(table.moves(seat)))] for seat in seats})


def reader(table: LocalTable[Any], seat: int | None) -> Reader:
    return Reader(seat, {} if seat is None else table.known[seat], NAMES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_the_game_keeps_the_contract(game: Game[Any]) -> None:
    check_game(game, seeds=range(3))


# --- rules alone -------------------------------------------------------------------------------------------------


def test_rules_alone_are_already_a_game() -> None:
    table = dealt(MARKET)
    view, moves = table.view(0), table.moves(0)
    first = prompt_of(MARKET, view, moves, NAMES)
    assert first.move == moves[0]
    assert first.title == "Market: what do you do?"
    assert len(first.rows[0].items) == len(moves)
    assert prompt_of(MARKET, view, moves, NAMES, first.rows[0].items[3].then).move == moves[3]
    assert line_of(MARKET, view, moves[3], reader(table, 0)) == MARKET.move_text(moves[3])
    assert "kind 0" in story(MARKET, table.state, table.moved(moves[0]), reader(table, 1))[0]
    assert waiting(MARKET, table.state, reader(table, None)) == "Ana decides."


class Silent(Market):
    """Notes nothing."""

    def apply(self, state: Any, answer: Any, note: Any = None) -> Any:
        return super().apply(state, answer)


def test_rules_that_note_nothing_are_told_in_their_notation() -> None:
    table = dealt(Silent())
    told = story(Silent(), table.state, table.moved(table.moves(0)[0]), reader(table, 1))
    assert told == (f"Ana plays 1 0 open 0 and shows {table.faces[0]}.",)


# --- decisions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [DECIDING, WORDY], ids=["decisions", "words"])
def test_a_decision_offers_every_legal_move_and_nothing_else(game: Game[Any]) -> None:
    for table, seat in decisions(game, 5):
        view, moves = table.view(seat), table.moves(seat)
        for move in moves:
            assert prompt_of(game, view, moves, NAMES, picks_of(game, view, moves, move)).move == move
        first = prompt_of(game, view, moves, NAMES)
        assert first.move in moves
        for row in first.rows:
            for item in row.items:
                after = prompt_of(game, view, moves, NAMES, item.then)
                assert after.move in moves or after.missing


def test_things_that_are_alike_are_one_choice_with_their_number() -> None:
    table = dealt(WORDY)
    view, moves = table.view(0), table.moves(0)
    faces = sorted(table.known[0].values())
    goods = next(row for row in prompt_of(WORDY, view, moves, NAMES).rows if row.label == "goods")
    assert len(goods.items) == len(set(faces)) < len(faces)
    texts = ["".join(text for _style, text in item.label) for item in goods.items]
    assert any("(2)" in text for text in texts)


def test_which_of_the_alike_goes_is_drawn() -> None:
    """Always the lowest would tell the others that what lies before it is something else."""
    table = dealt(WORDY)
    view = table.view(0)
    decision = decision_of(WORDY, view)
    pair = next(
        hand for hand in ((a, b) for a in range(4) for b in range(a)) if len({view.known[h] for h in hand}) == 1
    )
    move = decision.move({"buyer": (1,), "goods": pair[:1], "tip": (0,)})
    assert move is not None
    found = {any_alike(decision, view, move, SeededDraw(seed, "alike")).opens for seed in range(20)}
    assert found == {pair[:1], pair[1:]}
    assert {view.known[opens[0]] for opens in found} == {view.known[pair[0]]}


def test_one_choice_may_take_the_place_of_another() -> None:
    table = dealt(WORDY)
    view, moves = table.view(0), table.moves(0)
    first = prompt_of(WORDY, view, moves, NAMES)
    goods = next(row for row in first.rows if row.label == "goods")
    other = next(item for item in goods.items if not item.is_picked)
    after = prompt_of(WORDY, view, moves, NAMES, other.then)
    assert len(after.picked["goods"]) == 1
    assert after.move in moves


def test_an_order_is_pressed_one_after_the_other_and_the_rest_follows() -> None:
    table = next(table for table, _seat in decisions(WORDY, 2) if table.state.phase == Phase.CALL)
    view, moves = table.view(1), table.moves(1)
    first = prompt_of(WORDY, view, moves, NAMES)
    assert first.move is not None
    assert first.move.data == (FISH, RUM, SILK)
    after = prompt_of(WORDY, view, moves, NAMES, first.rows[0].items[SILK].then)
    assert after.move is not None
    assert after.move.data == (SILK, FISH, RUM)
    assert after.rows[0].items[SILK].is_picked
    assert after.preview == "You call silk, fish and rum."


def test_what_is_missing_is_said() -> None:
    table = dealt(WORDY)
    view = table.view(0)
    decision = decision_of(WORDY, view)
    filled = fill(decision, view, {"goods": ()})
    assert filled.missing == "goods"
    assert move_of(decision, filled) is None
    assert prompt_of(WORDY, view, table.moves(0), NAMES, {"goods": ()}).missing == "Pick 1 to 2."


def test_what_others_decide_is_told_without_what_they_know() -> None:
    table = dealt(WORDY)
    assert waiting(WORDY, table.state, reader(table, 2)) == "Ana sells something."
    call = next(table for table, _seat in decisions(WORDY, 2) if table.state.phase == Phase.CALL)
    assert waiting(WORDY, call.state, reader(call, None)) == "Ana, Bo and Cy call an order."


# --- line mode ---------------------------------------------------------------------------------------------------


def test_a_menu_offers_what_is_alike_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tortuga_p2p.ui.plain.menu.LINES_MAX", 200)
    table = dealt(WORDY)
    view, moves = table.view(0), table.moves(0)
    menu = Menu(Question(WORDY, view, moves, NAMES, 1))
    assert menu.count < len(moves)
    lines = [menu.line(at) for at in range(menu.count)]
    assert len(set(lines)) == menu.count
    for number, line in enumerate(lines, start=1):
        move = menu.take([number])
        assert move in moves
        assert move is not None
        assert spoken_line(Question(WORDY, view, moves, NAMES, 1), move) == line
        assert menu.number_of(move) == number


def test_many_moves_are_asked_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tortuga_p2p.ui.plain.menu.MENU_MOVES_MAX", 3)
    table = dealt(WORDY)
    menu = Menu(Question(WORDY, table.view(0), table.moves(0), NAMES, 1))
    assert menu.heading() == "Buyer: type a number."
    assert menu.line(0) == "Bo"
    assert menu.take([2]) is None
    assert menu.heading() == "Goods: type 1 to 2 numbers."
    for wrong in ([], [99], [1, 1], [1, 2, 3]):
        with pytest.raises(BadInput):
            menu.take(wrong)
    assert menu.take([1]) is None
    move = menu.take([3])
    assert move is not None
    assert move.data == (2, 2)
    assert move in table.moves(0)
    call = next(table for table, _seat in decisions(WORDY, 2) if table.state.phase == Phase.CALL)
    order = Menu(Question(WORDY, call.view(1), call.moves(1), NAMES, 1))
    assert order.heading() == "Stalls: type the numbers in the order you want; the rest follows."
    called = order.take([3])
    assert called is not None
    assert called.data == (SILK, FISH, RUM)


# --- words -------------------------------------------------------------------------------------------------------


def test_a_record_is_read_with_what_the_reader_knew() -> None:
    table: LocalTable[Any] = LocalTable.new(WORDY, 2, {}, SeededDraw(3, "market"))
    table.step()
    before = table.state
    answer = table.step()
    own = story(WORDY, before, answer, reader(table, 0))
    others = story(WORDY, before, answer, reader(table, 1))
    assert own[0].startswith("You get ")
    assert "rum" in own[0] or "fish" in own[0]
    assert own[1] == "Bo gets 4 pieces of goods."
    assert others[0] == "Ana gets 4 pieces of goods."
    assert story(WORDY, before, answer, reader(table, None)) == (others[0], own[1])


def test_records_are_the_same_whatever_is_hidden() -> None:
    for seed in range(4):
        table = dealt(WORDY, seed)
        before = LocalTable.new(WORDY, 3, {}, SeededDraw(seed, "market"))
        before.step()
        assert records_of(WORDY, before.state, before.step()) == records_of(MARKET, *_first(seed + 9))
        assert table.state.hands == dealt(WORDY, seed + 1).state.hands


def _first(seed: int) -> tuple[Any, Any]:
    table: LocalTable[Any] = LocalTable.new(MARKET, 3, {}, SeededDraw(seed, "market"))
    table.step()
    before = table.state
    return before, table.step()


def test_records_are_data_for_other_programs() -> None:
    before, answer = _first(1)
    record = as_data(records_of(WORDY, before, answer)[0])
    assert record["kind"] == "dealt"
    assert record["seat"] == 0
    assert record["args"]["goods"][0] == {"pile": "goods", "thing": 0}


def test_a_line_can_be_read_back() -> None:
    for table, seat in decisions(WORDY, 4):
        view, moves = table.view(seat), table.moves(seat)
        for move in moves:
            found = read_line(
                WORDY, view, moves, line_of(WORDY, view, move, reader(table, seat)).upper(), reader(table, seat)
            )
            assert found is not None
            lines = [line_of(WORDY, view, one, reader(table, seat)) for one in (found, move)]
            assert lines[0] == lines[1]
    assert read_line(WORDY, view, moves, "nothing of the kind", reader(table, seat)) is None


def speaking(**changes: Any) -> Game[Any]:
    """The market with other words."""

    class Other(WordyMarket):
        def words(self) -> Words:
            return WORDS._replace(**changes)

    return Other()


def surfaces(game: Game[Any]) -> dict[str, str]:
    """All that is said about selling rum to Bo."""
    table = next(t for t in (dealt(game, seed) for seed in range(20)) if RUM in t.known[0].values())
    view, moves, eyes = table.view(0), table.moves(0), reader(table, 0)
    move = next(move for move in moves if move.opens and view.known[move.opens[0]] == RUM)
    prompt = prompt_of(game, view, moves, NAMES, picks_of(game, view, moves, move))
    return {
        "prompt": " ".join(text for row in prompt.rows for item in row.items for _style, text in item.label),
        "menu line": line_of(game, view, move, eyes),
        "hint": hint(game, view, move, eyes),
        "preview": " ".join(preview(game, view, move, eyes)),
        "spoken line": spoken_line(Question(game, view, moves, NAMES, 1), move),
        "log": " ".join(story(game, table.state, table.moved(move), reader(table, 1))),
    }


def test_what_is_renamed_once_is_renamed_on_all_six_surfaces() -> None:
    before, after = (
        surfaces(WORDY),
        surfaces(speaking(terms={**WORDS.terms, "kind": words_of(N_("fish"), N_("grog"), N_("silk"))})),
    )
    assert len(before) == 6
    for surface, text in before.items():
        assert "rum" in text, surface
        assert after[surface] == text.replace("rum", "grog")


def test_the_question_names_its_arguments() -> None:
    table = dealt(WORDY)
    assert question(WORDY, decision_of(WORDY, table.view(0)), reader(table, 0)).startswith("You have 0 coins.")


# --- ends --------------------------------------------------------------------------------------------------------


RACING = speaking(points=False, sides=(N_("the fishers"), N_("the weavers")))


@pytest.mark.parametrize(
    ("game", "result", "told"),
    [
        (WORDY, Result((3, 9, 9), (1, 2)), "Bo and Cy share the victory with 9 points."),
        (WORDY, Result((1, 0, 0), (0,)), "Ana wins with 1 point."),
        (WORDY, Result((1, 0, 0), ()), "Nobody wins."),
        (RACING, Result((0, 1, 0), (1,)), "Bo wins."),
        (RACING, Result((0, 1, 1), (1, 2), (0, 1, 1)), "Victory for the weavers: Bo and Cy."),
        (WORDY, Result((0, 1, 1), (1, 2), (0, 1, 1)), "Victory for side 2: Bo and Cy."),
    ],
)
def test_how_it_ended(game: Game[Any], result: Result, told: str) -> None:
    assert ended(game, result, Reader(None, {}, NAMES)) == told


def test_points_stand_in_their_order_and_a_race_has_none() -> None:
    result = Result((3, 9, 4), (1,))
    assert standing(WORDY, result, Reader(None, {}, NAMES)) == "Bo 9, Cy 4, Ana 3"
    assert standing(RACING, result, Reader(None, {}, NAMES)) == ""


def test_a_name_is_made_harmless() -> None:
    assert Reader(None, {}, ("\x1b[2JAna\n",)).name(0) == "?[2JAna?"


def test_a_sentence_may_be_silent_for_a_reader() -> None:
    game = speaking(said={**WORDS.said, "sold": Said("", "{who} sells something.")})
    table = dealt(game)
    answer = table.moved(table.moves(0)[0])
    assert story(game, table.state, answer, reader(table, 0)) == ()
    assert story(game, table.state, answer, reader(table, 1)) == ("Ana sells something.",)

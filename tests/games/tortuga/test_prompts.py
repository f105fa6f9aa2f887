"""The nine decisions as a person sees them: everything legal can be picked, nothing else, and all is explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.games.tortuga.telling import SCARCE_STEPS, new_table, played, scarce_table
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.components import FLEET, SKULL
from tortuga_p2p.games.tortuga.rules.moves import Kind, Orders
from tortuga_p2p.games.tortuga.rules.state import Phase, State
from tortuga_p2p.rules.ask import deciders
from tortuga_p2p.rules.cells import columns
from tortuga_p2p.rules.game import View
from tortuga_p2p.rules.telling import chapter_of, hint
from tortuga_p2p.rules.words import Reader
from tortuga_p2p.ui.rules_text import chapters
from tortuga_p2p.ui.table.prompt import picks_of, prompt_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.rules.ask import Move, Moves
    from tortuga_p2p.rules.decision import Picks
    from tortuga_p2p.ui.table.prompt import Prompt

NAMES = ("Ana", "Bo", "Cy", "Di")
MOVES_TRIED_MAX = 40  # of one decision; orders have thousands


def decisions(seats: int, *seeds: int) -> Iterator[tuple[View[State], Moves]]:
    """Everything that people are asked in random games, scarce ones too: there boards are full and bags empty."""
    tables = [(seed, new_table(seats, seed), 1000) for seed in seeds]
    tables += [(seed, scarce_table(seats, seed), SCARCE_STEPS) for seed in seeds]
    for seed, table, steps in tables:
        for _ in played(table, seed, steps):
            for seat in deciders(table.ask):
                view: Any = table.view(seat)
                moves = GAME.legal_moves(view.state, seat, view.known)
                if len(moves) > 1:
                    yield view, moves


def open_roll(*faces: int) -> tuple[View[State], Moves]:
    """A-D4: seat 0 was stuck with dice C, D and E, and rolled these faces in the open."""
    state = new_table(3, 1).state._replace(phase=int(Phase.PLACE), placed=(0b11 << 15, 0, 0), stuck=(0,), faces=faces)
    return View(state, 0, {}), GAME.legal_moves(state, 0, {})


def prompt(view: View[State], moves: Moves, picked: Picks | None = None) -> Prompt:
    return prompt_of(GAME, view, moves, names(view), picked)


def picks(view: View[State], moves: Moves, move: Move) -> Picks:
    return picks_of(GAME, view, moves, move)


def reason(view: View[State], move: Move) -> str:
    return hint(GAME, view, move, Reader(view.seat, view.known, names(view)))


def names(view: View[State]) -> tuple[str, ...]:
    return NAMES[: view.state.setup.seats]


def tried(moves: Moves) -> list[Move]:
    stride = max(1, len(moves) // MOVES_TRIED_MAX)
    return [moves[at] for at in range(0, len(moves), stride)]


def reached(view: View[State], moves: Moves, first: Prompt) -> list[Prompt]:
    """Every prompt that pressing items leads to, from one on; as many as are needed to see them all for dice."""
    found = {_key(first.picked): first}
    waiting = [first]
    while waiting and len(found) < MOVES_TRIED_MAX:
        for row in waiting.pop().rows:
            for item in row.items:
                if not item.why_not and _key(item.then) not in found:
                    after = prompt(view, moves, item.then)
                    found[_key(item.then)] = after
                    waiting.append(after)
    return list(found.values())


def _key(picks: Picks) -> tuple[tuple[str, frozenset[int] | tuple[int, ...]], ...]:
    """The same dice are the same choice, in whatever order they were pressed."""
    return tuple((name, frozenset(values) if name == "dice" else values) for name, values in sorted(picks.items()))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_default_of_every_prompt_is_a_legal_move(seats: int) -> None:
    asked = set()
    for view, moves in decisions(seats, 3):
        first = prompt(view, moves)
        assert first.move is not None
        assert first.move in moves, view.state
        assert first.title
        assert first.preview
        assert chapter_of(GAME, view) in chapters("tortuga")
        asked.add(first.move.data[0])
    phases = {Kind.TAKE, Kind.BONUS, Kind.TURN, Kind.ACT, Kind.SEIZE, Kind.ORDER}
    assert phases <= asked


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_move_can_be_picked(seats: int) -> None:
    seen = set()
    for view, moves in decisions(seats, 1, 2, 3, 4):
        for move in tried(moves):
            assert prompt(view, moves, picks(view, moves, move)).move == move, (view.state, move)
            seen.add((view.state.phase, move.data[0]))
    expected = {Phase.SELECT, Phase.SKULLS, Phase.OFFER, Phase.ATTACK, Phase.MOVE_ORDER}
    assert expected | ({Phase.HUNT_KEEP} if seats > 2 else set()) <= {phase for phase, _ in seen}


@pytest.mark.parametrize("seats", [2, 4])
def test_pressing_leads_to_legal_moves_or_says_what_is_missing(seats: int) -> None:
    count = 0
    for view, moves in decisions(seats, 5):
        for found in reached(view, moves, prompt(view, moves)):
            assert (found.move in moves) if found.move is not None else found.missing, (view.state, found)
            count += 1
    assert count > 500


@pytest.mark.parametrize("seats", [2, 4])
def test_dice_can_be_picked_into_every_legal_set(seats: int) -> None:
    """By pressing alone: whatever stands picked before."""
    count = 0
    for view, moves in decisions(seats, 6):
        if view.state.phase == Phase.SELECT and moves[0].data[0] == Kind.TAKE:
            found = {one.move for one in reached(view, moves, prompt(view, moves))}
            assert set(moves) <= found, view.state
            count += 1
    assert count > 20


def test_an_open_roll_asks_for_an_action_only_where_skulls_lie_alone() -> None:
    view, moves = open_roll(FLEET, SKULL, SKULL)
    first = prompt(view, moves)
    assert [row.label for row in first.rows] == ["dice"]
    skulls = prompt(view, moves, {"dice": (3, 4)})
    assert [row.label for row in skulls.rows] == ["dice", "skulls to"]
    assert {one.move for one in reached(view, moves, first)} == {*moves, None}  # nothing picked is no move
    assert [item.why_not != "" for item in skulls.rows[1].items] == [False, False, False, True, False]
    for move in moves:
        assert prompt(view, moves, picks(view, moves, move)).move == move
        assert reason(view, move).endswith(".")


def test_what_cannot_be_picked_says_why() -> None:
    reasons = set()
    for view, moves in decisions(4, 1, 2, 3):
        for found in reached(view, moves, prompt(view, moves)):
            reasons |= {item.why_not for row in found.rows for item in row.items}
    assert any("is full" in why for why in reasons)
    assert any("room for" in why for why in reasons)
    assert any("nobody is attacked twice" in why for why in reasons)
    assert any("is the most" in why for why in reasons)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_move_has_a_reason_in_a_few_lines(seats: int) -> None:
    kinds = set()
    for view, moves in decisions(seats, 7):
        for move in tried(moves):
            why = reason(view, move)
            assert why.endswith("."), why
            assert len(why) < 420, why
            kinds.add(move.data[0])
    assert len(kinds) >= 7


def test_orders_are_picked_by_queueing_chests() -> None:
    view, moves = next((v, m) for v, m in decisions(4, 8) if isinstance(m, Orders))
    first = prompt(view, moves)
    item = first.rows[0].items[-1]
    out = prompt(view, moves, item.then)
    assert not out.rows[0].items[-1].is_picked  # it was queued, as all are at first; now it follows the others
    back = prompt(view, moves, out.rows[0].items[-1].then)
    assert back.rows[0].items[-1].is_picked


@pytest.mark.parametrize("rich", [False, True])
def test_the_board_leaves_room_for_a_prompt_on_a_small_screen(rich: bool) -> None:
    count = 0
    for seats in (2, 3, 4):
        for view, _ in decisions(seats, 9):
            reader = Reader(view.seat, view.known, names(view))
            lines = "".join(text for _, text in GAME.screen().board(view, reader, 80, 17, rich=rich)).split("\n")
            assert len(lines) <= 17, lines
            assert max(map(columns, lines)) <= 80
            assert rich or "".join(lines).isascii()
            count += 1
    assert count > 100


def test_a_preview_says_where_a_chest_without_room_goes() -> None:
    lost = 0
    for view, moves in decisions(4, 1, 2):
        for move in tried(moves) if isinstance(moves, Orders) else ():
            told = prompt(view, moves, picks(view, moves, move)).preview
            if "no room" in told:
                lost += 1
                assert "off to the centre island, or into the bag" in told
    assert lost > 5


def test_a_place_in_an_order_is_no_number_before_a_name() -> None:
    """`1[x] 2. yellow` mixed the key with the order."""
    view, moves = next((v, m) for v, m in decisions(4, 8) if isinstance(m, Orders))
    labels = ["".join(text for _style, text in item.label) for item in prompt(view, moves).rows[0].items]
    assert [label.split()[-1] for label in labels] == ["1st", "2nd", "3rd", "4th"][: len(labels)]
    assert not any(label[0].isdigit() for label in labels)

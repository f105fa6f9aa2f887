"""Three keys an action: counted on what the expert plays. Keys stay where they are, and nothing picked is sent."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.games.cartagena.scene import Scene, escape
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.cartagena.bots.expert import Expert
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules import kinds as do
from tortuga_p2p.games.cartagena.rules.components import DARK, GOAL
from tortuga_p2p.games.cartagena.rules.state import Phase
from tortuga_p2p.node.player import Question
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.decision import fill
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.screen import TABLE_KEYS
from tortuga_p2p.rules.telling import line_of
from tortuga_p2p.rules.words import Reader
from tortuga_p2p.ui.table.choice import OpenPrompt
from tortuga_p2p.ui.table.question import arranged, preview_of, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.rules.ask import Move

NAMES = ("Ana", "Bonny", "Rackham", "Mary", "Teach")
COMMON = {do.ADVANCE, do.RETREAT, do.MORGAN, do.SAIL, do.SAIL_FREE, do.PASS, do.STOP}


def opened(table: LocalTable[Any], seat: int) -> OpenPrompt:
    return OpenPrompt(Question(GAME, table.view(seat), table.moves(seat), NAMES[: len(table.known)], 1))


def words(choice: OpenPrompt, move: Move | None) -> str:
    """A move as its player sees it: equal cards are one."""
    view = choice.question.view
    return "" if move is None else line_of(GAME, view, move, Reader(view.seat, view.known, NAMES))


def press(choice: OpenPrompt, move: Move) -> int:
    """Picks the move by keys, row by row; how many it took, with Enter."""
    view, wanted, pressed = choice.question.view, words(choice, move), 1
    decision = GAME.decision(view)
    assert decision is not None
    picks = decision.picks(move)
    while words(choice, choice.prompt.move) != wanted:
        filled = fill(decision, view, choice.prompt.picked)
        for found in [found for found in filled.steps if not found.is_silent]:
            item = next(item for item in found.choices if picks[found.step.name][0] in item.values)
            if found.picked[0] not in item.values:
                choice.press_key(item.key)
                pressed += 1
                break
        assert pressed < 9
    return pressed


def played(options: dict[str, Any], seats: int, seed: int, steps: int) -> Iterator[tuple[OpenPrompt, Move]]:
    """The questions that experts answer, and their actions."""
    table: LocalTable[Any] = LocalTable.new(GAME, seats, options, SeededDraw(seed, "table"))
    draw = SeededDraw(seed, "bots")
    for _ in range(steps):
        if isinstance(table.ask, Over):
            break
        choices = {seat: Expert().choose(table.view(seat), table.moves(seat), draw) for seat in deciders(table.ask)}
        if table.state.phase == Phase.ACT and choices:
            yield opened(table, table.state.turn), choices[table.state.turn]
        table.step(choices)


EVERYTHING: Any = GAME.presets[-1]
TABLES = [*((preset, 2 + at) for at, preset in enumerate(GAME.presets[1:])), (EVERYTHING, 2)]


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_an_action_takes_three_keys_at_most(preset: Any, seats: int) -> None:
    counted: Counter[tuple[int, int]] = Counter()
    for choice, move in played(preset.options, seats, seed=4, steps=250):
        pressed, kind = press(choice, move), move.data[0]
        keys = [{item.key for item in row.items} for row in choice.prompt.rows]
        assert all("" not in row for row in keys), "everything has a key"
        assert len(set().union(*keys)) == sum(map(len, keys)), "no key means two things"
        dark = any(choice.question.view.known[card] >= DARK for card in move.opens)
        counted[kind, pressed] += 1
        if kind in COMMON and not dark and len(move.opens) < 2:
            assert pressed <= 3, words(choice, move)
        assert pressed <= 3 + dark + (kind in do.POWERS) + len(move.opens), words(choice, move)
    assert sum(counted.values()) > 30


def test_a_pirate_is_picked_in_sight_also_on_the_smallest_screen() -> None:
    """There are five lines below the question at 80x24: cards, what one is for, the pirate, and what comes of it. Only
    six pirates that stand apart, or two parrots, take a row more."""
    seen = Counter[int]()
    for choice, move in played(EVERYTHING.options, 2, seed=5, steps=120):
        press(choice, move)
        whole = len(rows_of(choice, 80)[0])
        rows, below, _ = arranged(choice, 80, 5, [])
        assert len(rows) + len(below) <= 5
        assert len(rows) == min(whole, 4)
        assert ("below" in str(rows) or "above" in str(rows)) == (whole > 4)
        assert "".join(text for _, text in below[-1]).rstrip(". ") in str(preview_of(choice, 80, 0))
        seen[whole] += 1
    assert seen[4] > 10, seen
    assert sum(count for lines, count in seen.items() if lines > 4) < sum(seen.values()) / 5, seen


def test_the_keys_of_a_turn_stay_where_they_are() -> None:
    """Six symbols on 1 to 6 whatever one holds, and letters that no table uses itself."""
    for scene in (Scene([(5, 9, 0, 0, 0, 0), (9, 0, 0, 0, 0, 0)], hands=("RH", "P")), escape(hands=("PPRC",))):
        first = opened(scene.table, 0).prompt.rows[0].items
        labels = {item.key: item.label[0][1].split()[0] for item in first}
        held = [face % DARK for face in scene.table.known[0].values()]
        symbols = ["pistol", "rum", "lantern", "parrot", "hook", "chest"]
        wanted = [symbol if at in held else "-" for at, symbol in enumerate(symbols)]
        assert [labels[key] for key in "123456"] == wanted, "what one does not hold is an empty place"
        assert labels["e"] == "end"
        assert not TABLE_KEYS & set(labels)


def test_a_digit_pressed_again_takes_the_dark_card() -> None:
    scene = Scene([(5, 0, 0, 0, 0, 0), (0,) * 6], hands=("RrP", "P"), filibusters=1)
    choice = opened(scene.table, 0)
    told = []
    for _ in range(3):
        choice.press_key("2")
        told.append(words(choice, choice.prompt.move).split(" and ")[0])
    assert told == ["play rum", "play dark rum", "play rum"]


POWER = "play lantern for its power and look at the pile: draw four, keep one, put three back"


def test_a_power_is_one_key_away_and_says_what_it_does() -> None:
    scene = Scene([(5, 0, 0, 0, 0, 0), (0,) * 6], hands=("LP", "P"), sorceress=1)
    choice = opened(scene.table, 0)
    choice.press_key("3")
    assert words(choice, choice.prompt.move).startswith("play lantern and go")
    choice.press_key("p")
    assert words(choice, choice.prompt.move) == POWER
    use = choice.prompt.rows[1]
    assert [item.label[0][1] for item in use.items] == ["move", "power: draw four, keep one, put three back"]
    choice.undo()
    assert words(choice, choice.prompt.move).startswith("play lantern and go")
    choice.undo()
    assert not choice.can_undo


def test_what_is_not_possible_says_why() -> None:
    scene = escape(free=0, hands=("PPRC",))
    choice = opened(scene.table, 0)
    for key, why in (("3", "You hold no card with that symbol."), ("e", "A turn has at least one action")):
        before = choice.prompt.move
        choice.press_key(key)
        assert choice.note.startswith(why)
        assert choice.prompt.move == before


@pytest.mark.parametrize(
    ("crew", "hand", "left", "starts"),
    [
        ((GOAL, GOAL, GOAL, GOAL, GOAL, 0), "P", 3, "play pistol"),
        ((GOAL, GOAL, GOAL, GOAL, GOAL, 0), "", 3, "pass and draw"),
        ((GOAL, GOAL, GOAL, GOAL, 9, 5), "", 3, "go back from space 5 to space 3"),
    ],
)
def test_what_stands_picked_at_first_takes_nobody_off_the_sloop(
    crew: tuple[int, ...], hand: str, left: int, starts: str
) -> None:
    scene = Scene([crew, (36, 3, 0, 0, 0, 0)], hands=(hand, "P"), left=left)
    assert any(move.data == (do.RETREAT, GOAL) for move in scene.table.moves(0))
    choice = opened(scene.table, 0)
    assert words(choice, choice.prompt.move).startswith(starts)
    choice.press_key("r")
    assert words(choice, choice.prompt.move).startswith("go back"), "it can be picked all the same"


def test_pirates_have_small_letters_that_mean_nothing_else() -> None:
    """No key differs from another one only by Shift."""
    scene = Scene([(24, 16, 10, 5, 0, 0), (0,) * 6], hands=("P", "P"))
    pirates = opened(scene.table, 0).prompt.rows[1].items
    assert "".join(item.key for item in pirates) == "abcfi"
    every = [item.key for row in opened(scene.table, 0).prompt.rows for item in row.items]
    assert not TABLE_KEYS & {key.lower() for key in every}
    far = [item.label[0][1] for item in pirates if item.is_picked]
    spaces = [[int(word) for word in item.label[0][1].replace("dungeon", "0").split(" to ")] for item in pirates]
    start, end = [int(word) for word in far[0].replace("dungeon", "0").split(" to ")]
    assert end - start == max(new - old for old, new in spaces)

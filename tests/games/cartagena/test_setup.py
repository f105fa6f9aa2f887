"""What may be agreed, how the boards come to lie, and what is refused in one line."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.games.cartagena.scene import Scene
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import BadInput
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules.components import SNAKE
from tortuga_p2p.games.cartagena.rules.options import FACES, TOKEN_VALUES, read_faces, read_tokens
from tortuga_p2p.games.cartagena.rules.state import Phase, State
from tortuga_p2p.rules.ask import Chance, Deal, Mix, MixHands
from tortuga_p2p.rules.local_table import LocalTable


def begun(seats: int, seed: int = 1, **options: Any) -> LocalTable[State]:
    table: LocalTable[State] = LocalTable.new(GAME, seats, options, SeededDraw(seed, "setup"))
    while table.state.phase != Phase.ACT:
        table.step()
    return table


def test_a_game_begins_with_boards_cards_hands() -> None:
    table: LocalTable[State] = LocalTable.new(GAME, 3, {"sorceress": 1}, SeededDraw(1, "setup"))
    asked = []
    while table.state.phase != Phase.ACT:
        asked.append(type(table.ask))
        table.step()
    assert asked == [Chance, Mix, Mix, Deal, MixHands]
    assert [len(hand) for hand in table.state.hands] == [6, 6, 6]
    assert len(table.state.pile) == 84


@pytest.mark.parametrize(("tunnel", "jungle"), [(6, 0), (4, 0), (8, 0), (0, 5), (3, 3), (5, 3), (4, 4)])
def test_boards_lie_once_each_with_their_right_side_up(tunnel: int, jungle: int) -> None:
    setup = begun(2, tunnel=tunnel, jungle=jungle).state.setup
    assert len({code // 2 for code in setup.laid}) == tunnel + jungle  # C-39
    words = [part[at : at + 6] for part in setup.path.split("|") for at in range(0, len(part), 6)]
    assert len(words) == tunnel + jungle
    for position, (code, word) in enumerate(zip(setup.laid, words, strict=True)):
        first = 12 * (code // 2) + 6 * (position >= tunnel)
        side = FACES[first : first + 6]
        assert word == (side[::-1] if code % 2 else side)
        assert sorted(word) == sorted("PRLAHC")


def test_every_board_comes_everywhere_in_both_directions() -> None:
    found: Counter[tuple[int, int]] = Counter()
    for seed in range(400):
        for place, code in enumerate(begun(2, seed).state.setup.laid):
            found[place, code] += 1
    assert len(found) == 6 * 16
    assert min(found.values()) > 8  # 25 expected


def test_the_data_of_the_box_is_what_it_should_be() -> None:
    sides = [FACES[at : at + 6] for at in range(0, len(FACES), 6)]
    assert len(sides) == 16
    assert len({*sides, *(side[::-1] for side in sides)}) == 32
    assert sorted(TOKEN_VALUES) == [SNAKE, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tunnel": 3}, "a way of one path needs 4"),
        ({"tunnel": 0}, "a way of one path needs 4"),
        ({"tunnel": 6, "jungle": 3}, "there are 8 boards"),
        ({"tunnel": 2, "jungle": 4}, "the Great Escape needs 3"),
        ({"tunnel": 5, "jungle": 1}, "the Great Escape needs 3"),
        ({"pirates": 7}, "from 4 to 6"),
        ({"tunnel_draw": "fishing"}, "retreat, morgan, both"),
        ({"jungle_draw": "morgan"}, "there is no jungle"),
        ({"tunnel": 0, "jungle": 6, "tunnel_draw": "both"}, "there is no tunnel"),
        ({"magic": 1}, "no option 'magic'"),
        ({"sorceress": 2}, "from 0 to 1"),
        ({"faces": "PRLAHC"}, "96 letters"),
        ({"faces": "P" + FACES[1:]}, "twice"),
        ({"tokens": (1, 1, 2, 2, 3, 3, 0, 0)}, "one is the snake"),
        ({"tokens": (1, 1, 2)}, "8 chest tokens"),
    ],
)
def test_what_does_not_fit_together_is_refused_in_one_line(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as refusal:
        GAME.setup(2, options)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def boards(**changes: Any) -> str:
    sides = [{"tunnel": "PRLAHC", "jungle": "CHALRP"} for _ in range(8)]
    return json.dumps({"boards": [{**side, **changes} for side in sides]})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[]", 'needs "boards"'),
        ('{"boards": [1]}', 'needs "boards"'),
        (boards(tunnel="PRLAHH"), "the tunnel side of board 1 has the symbol H twice"),
        (boards(tunnel="PRLAH"), "has 5 symbols instead of 6"),
        (boards(jungle="PRLAHX"), "has a symbol 'X'"),
        (boards(jungle=7), 'board 1 in the board file has no "jungle"'),
    ],
)
def test_a_board_file_is_read_with_care(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        read_faces(text)


def test_an_owner_of_the_box_brings_the_real_boards_and_tokens() -> None:
    faces = read_faces(boards())
    tokens = read_tokens('{"tokens": [3, 3, 3, 2, 1, 1, "snake", 0]}')
    state = begun(2, faces=faces, tokens=tokens, sorceress=1).state
    assert set(state.setup.path.strip("|")) == set("PRLAHC")
    assert state.setup.tokens == (3, 3, 3, 2, 1, 1, SNAKE, 0)
    assert GAME.read_position(GAME.position_text(state)) == state
    for text, words in (
        ("{}", "a list"),
        ('{"tokens": [9]}', "8 chest"),
        ('{"tokens": [4,1,1,1,1,1,0,"snake"]}', "1 to 3"),
    ):
        with pytest.raises(BadInput, match=words):
            read_tokens(text)


def test_the_documents_show_the_files_as_they_are() -> None:
    chapter = (Path(__file__).parents[3] / "docs" / "rules" / "cartagena.md").read_text("utf-8")
    shown = chapter.split("```json\n")[1].split("```")[0]
    assert read_faces(shown) == FACES
    (tokens,) = re.findall(r'`(\{"tokens": .*?\})`', chapter)
    assert read_tokens(tokens) == TOKEN_VALUES


def test_without_filibusters_no_card_has_a_mark() -> None:
    assert max(begun(2).faces.values()) == 5
    marked = begun(2, filibusters=1)
    dark = [face for handle, face in marked.faces.items() if face > 5]
    assert len(dark) == 12


# --- the only discard (C-26, C-28) -----------------------------------------------------------------------------


def test_the_only_discard_is_drawn_too() -> None:
    scene = Scene([(20, 5, 5, 0, 0, 0), (0,) * 6], hands=("PR",), pile="", discards="A")
    scene.say("retreat 20")
    assert scene.hand(0) == "APR"
    assert (scene.state.pile, scene.state.discards) == ((), ())


def test_the_only_discard_joins_the_cards_being_sorted() -> None:
    scene = Scene([(0,) * 6] * 3, hands=("R", "P"), pile="HL", discards="", sorceress=1)
    scene.rum()
    assert sorted(scene.table.known[0][card] for card in scene.state.sorting) == [1, 2, 4]
    card = scene.state.sorting[0]
    scene.say(f"share {card}>1")
    assert (scene.sizes()[0], scene.sizes()[1]) == (2, 2)


def test_a_lantern_that_finds_only_itself_is_kept() -> None:
    scene = Scene([(0,) * 6] * 2, hands=("LP",), pile="", discards="", sorceress=1)
    scene.lantern()
    assert scene.hand(0) == "LP"
    assert (scene.state.turn, scene.state.left, scene.state.sorting) == (0, 2, ())


def test_nothing_to_draw_leaves_everything_legal() -> None:
    scene = Scene([(20, 5, 5, 0, 0, 0), (0,) * 6], hands=("",), pile="", discards="")
    scene.say("retreat 20")
    scene.say("pass")
    assert (scene.sizes()[0], scene.state.left) == (0, 1)


def test_passing_may_end_the_turn_if_that_was_agreed() -> None:
    scene = Scene([(20, 5, 0, 0, 0, 0), (20, 0, 0, 0, 0, 0)], hands=("", "P"), pass_ends=1)
    scene.say("pass")
    assert (scene.sizes()[0], scene.state.turn) == (1, 1)


def test_an_empty_hand_that_can_do_nothing_else_passes_by_itself() -> None:
    scene = Scene([(20, 0, 0, 0, 0, 0), (0,) * 6], hands=("P", ""))
    scene.advance(0, "pistol")
    scene.say("stop")
    assert scene.state.turn == 1
    assert (scene.sizes()[1], scene.state.left) == (1, 2)
    assert [record.kind for record in scene.records][-3:] == ["stopped", "passed", "drew"]

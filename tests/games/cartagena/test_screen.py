"""The path as a picture: it fits, shows every pirate, and loses nothing in ASCII."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.games.cartagena.scene import Scene, escape, four
from tests.games.cartagena.variants import PATHS
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules.components import GOAL, SLOOP
from tortuga_p2p.node.player import Question
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.words import Reader, letters
from tortuga_p2p.ui.table.choice import OpenPrompt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tortuga_p2p.games.cartagena.rules.state import State
    from tortuga_p2p.rules.game import Fragments

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ana", "Bonny", "Rackham", "Mary Read", "Teach")
FIVE = [
    (1, 9, 11, 13, 22, GOAL),
    (7, 0, 0, 24, 15, 15),
    (9, 14, 19, 23, 24, 0),
    (19, 0, 0, 0, GOAL, GOAL),
    (19, 3, 4, 5, 0, 0),
]


def drawn(scene: Scene, width: int, *, rich: bool, seat: int | None = 0, height: int = 0, keys: str = "") -> list[str]:
    """The board; with keys that of somebody who has pressed them."""
    if keys:
        assert seat is not None
        board = picked(scene, width, keys, rich=rich, seat=seat, height=height)
    else:
        view = scene.table.view(seat)
        reader = Reader(seat, view.known, NAMES[: scene.state.setup.seats])
        board = GAME.screen().board(view, reader, width, height, rich=rich)
    return "".join(text for _, text in board).split("\n")


def picked(scene: Scene, width: int, keys: str, *, rich: bool, seat: int, height: int = 0) -> Fragments:
    """The board of somebody who has pressed these keys, in colour."""
    view, names = scene.table.view(seat), NAMES[: scene.state.setup.seats]
    choice = OpenPrompt(Question(GAME, view, scene.table.moves(seat), names, 1))
    for key in keys:
        choice.press_key(key)
    reader = Reader(seat, view.known, names)
    return GAME.screen().preview(view, choice.prompt.move, reader, width, height, rich=rich)


SCENES = {
    "base": lambda: Scene(FIVE, hands=("PPRRLA", "R" * 5)),
    "escape": lambda: escape(sorceress=1),
    "long": lambda: Scene(
        [(1, 9, 30, 31, 48, SLOOP)] * 3, laid=tuple(range(1, 9)), tunnel=5, jungle=3, sloop=1, sorceress=1
    ),
    "jungle": lambda: Scene(FIVE, laid=(1, 2, 3, 4), tunnel=0, jungle=4, filibusters=1, hands=("PrRLAa", "R")),
}


CROWDED = [
    (1, 9, 24, 31, 48, SLOOP),
    (2, 9, 18, 18, SLOOP, 0),
    (3, 9, 28, GOAL, 0, 0),
    (4, 10, 11, 12, 0, 0),
    (5, 6, 7, 8, 10, 10),
]
PREVIEWS: dict[str, tuple[Callable[[], Scene], str]] = {  # a scene and the keys that somebody has pressed in it
    "advance": (lambda: four(turn=1, hands=("", "RRHH", "", "")), "2b"),
    "retreat": (lambda: four(turn=1, hands=("", "RRHH", "", "")), "rc"),
    "boarding": (lambda: everything(CROWDED), "3c"),
    "morgan": (lambda: everything(CROWDED), "mb"),
    "sailing": (lambda: everything(CROWDED), "s"),
    "hook": (lambda: everything([(13, 13, 0, 0, 0, 0), *CROWDED[1:]]), "5p"),
    "chest": (lambda: everything([(4, 9, 0, 0, 0, 0), *CROWDED[1:]]), "6p"),
}


def everything(crews: Sequence[tuple[int, ...]]) -> Scene:
    """Five players, eight boards, every variant."""
    return Scene(
        crews,
        laid=tuple(range(1, 9)),
        tunnel=4,
        jungle=4,
        hands=("PPrRLAAHHC", "P"),
        tunnel_draw="both",
        jungle_draw="both",
        filibusters=1,
        sorceress=1,
    )


@pytest.mark.parametrize("rich", [True, False], ids=["signs", "ascii"])
@pytest.mark.parametrize("name", PREVIEWS)
def test_a_picked_move_is_drawn_on_the_path(name: str, rich: bool) -> None:
    make, keys = PREVIEWS[name]
    scene = make()
    check_golden(
        f"{name}-picked-80{'' if rich else '.ascii'}", drawn(scene, 80, rich=rich, seat=scene.state.turn, keys=keys)
    )


def test_where_a_pirate_would_stand_and_what_it_jumps() -> None:
    """CT-1: from 7 to 21 over 11 and 15; then what going back would bring."""
    scene = four(turn=1, hands=("", "RRHH", "", ""))
    lines = drawn(scene, 80, rich=False, seat=1, keys="2b")
    numbers = [line for line in lines if ">21" in line or ("x" in line and "7-" in line)]
    assert [line.count("x") for line in numbers] == [2, 0]
    assert any("[B]" in line for line in lines)
    assert any(">B<" in line for line in lines)
    back = "\n".join(drawn(scene, 80, rich=False, seat=1, keys="rc"))
    assert "+1<-----24" in back


@pytest.mark.parametrize("rich", [True, False], ids=["signs", "ascii"])
@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_as_it_was(name: str, rich: bool) -> None:
    check_golden(f"{name}-80{'' if rich else '.ascii'}", drawn(SCENES[name](), 80, rich=rich))


@pytest.mark.parametrize(("width", "height"), [(100, 22), (120, 27)])
def test_a_larger_picture_is_as_it_was(width: int, height: int) -> None:
    check_golden(f"everything-{width}", drawn(everything(CROWDED), width, rich=True, height=height))


def check_golden(name: str, lines: list[str]) -> None:
    """Written anew by deleting the file and running the test twice."""
    text = "\n".join(lines) + "\n"
    file = GOLDEN / f"{name}.txt"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        pytest.fail(f"{file.name} was written: look at it")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [60, 80, 100, 120])
@pytest.mark.parametrize("paths", PATHS, ids=str)
def test_every_length_fits_with_all_pirates(paths: tuple[int, int], width: int) -> None:
    tunnel, jungle = paths
    last = 6 * (tunnel + jungle)
    crews = [(0, 1, 2, last, last, GOAL), (0, 1, 3, 4, 5, GOAL), (0, 1, 3, 4, 6, 7), (0,) * 6, (GOAL, *(0,) * 5)]
    scene = Scene(crews, laid=tuple(range(1, tunnel + jungle + 1)), tunnel=tunnel, jungle=jungle)
    for rich in (True, False):
        lines = drawn(scene, width, rich=rich)
        assert max(map(len, lines)) <= width
        assert len(lines) <= 19, "room for a question on 24 lines"
        text = "\n".join(lines)
        assert rich or text.isascii()
        path = [line for line in lines[3:] if "pile" not in line]
        standing = "\n".join(line[4:-4] if len(line) == width else line[4:] for line in path)
        assert standing.count("A") >= 4


def test_a_spectator_sees_no_hand() -> None:
    scene = Scene([(0,) * 6] * 2, hands=("RRR", "HHH"))
    assert "rum x3" in "\n".join(drawn(scene, 80, rich=True))
    assert "rum x3" not in "\n".join(drawn(scene, 80, rich=True, seat=None))
    assert "hook x3" not in "\n".join(drawn(scene, 80, rich=True))


@pytest.mark.parametrize(
    ("names", "letters_"),
    [
        (("Ana", "Bonny", "Rackham", "Mary Read", "Teach"), "ABRMT"),
        (("Expert Bonny", "Ana", "Expert Read", "Gentle Bart"), "BARG"),
        (("Ana", "Ana", "Ana", "A", "A"), "ANBCD"),
        (("Øyvind", "李", "Ana"), "YAN"),
    ],
    ids=str,
)
def test_every_player_has_a_letter_of_their_own(names: tuple[str, ...], letters_: str) -> None:
    assert "".join(letters(names)) == letters_


def test_the_documents_show_the_path_as_it_is() -> None:
    """`python -m tests.games.cartagena.pictures` draws them anew; look at them before you commit them."""
    from tests.games.cartagena.pictures import FOLDER, pictures

    for name, drawing in pictures().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == drawing, name
        assert f"pictures/{name}" in (FOLDER.parent / "rules" / "cartagena.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("rich", [True, False], ids=["signs", "ascii"])
def test_before_the_boards_lie_the_path_is_blank(rich: bool) -> None:
    """The first page of a voyage shows it: how long the way is, where it begins, and where it ends."""
    table: LocalTable[State] = LocalTable.new(GAME, 3, {"tunnel": 4, "pirates": 4}, SeededDraw(1, "table"))
    view = table.view(0)
    board = GAME.screen().board(view, Reader(0, view.known, NAMES[:3]), 80, 20, rich=rich)
    check_golden(f"unlaid-80{'' if rich else '.ascii'}", "".join(text for _, text in board).split("\n"))


def test_the_end_of_a_game_is_nobodys_turn() -> None:
    scene = Scene([(36, GOAL, GOAL, GOAL, GOAL, GOAL), (0,) * 6], hands=("RRRR", "R"))
    assert drawn(scene, 80, rich=True)[0].startswith("Cartagena  turn 1  your turn")
    scene.advance(36, "rum")
    assert scene.is_over()
    assert drawn(scene, 80, rich=True)[0].rstrip() == "Cartagena  turn 1  the game is over"
    assert drawn(scene, 80, rich=True, seat=1)[0].rstrip() == "Cartagena  turn 1  the game is over"

"""The boards that golden files show, and how to write those files anew:

    python -m tests.games.tortuga.pictures

Look at what changed before you commit it: these files are what players will see.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.games.tortuga.telling import golden_story
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.components import (
    BLUE,
    BOARD,
    CREW,
    FLEET,
    HUNT,
    PURPLE,
    RAID,
    RED,
    SKULL,
    WHITE,
    YELLOW,
)
from tortuga_p2p.games.tortuga.rules.state import Phase, Ship, State
from tortuga_p2p.rules.game import View
from tortuga_p2p.rules.telling import picture

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES: Final = ("Ana", "Bartholomew the Red", "Cy", "Di")
GOLDEN: Final = Path(__file__).parent / "golden"


def on(action: int, dice: str) -> int:
    """Those dice on that action, as `State.placed` writes it."""
    return sum(1 << "ABCDE".index(die) for die in dice) << 5 * action


def bonus(**values: int) -> int:
    return sum(value << 2 * ("fleet", "crew", "hunt", "board", "raid").index(name) for name, value in values.items())


ANA = Ship(5, 4, (RED,), (BLUE, YELLOW), (PURPLE,), (1, 1, 1, 1, 0), (21, 25))
BARTHOLOMEW = Ship(2, 6, (), (WHITE, RED, RED, BLUE), (YELLOW, WHITE), (0, 2, 0, 0, 1), (30,))
CY = Ship(8, 1, (PURPLE, RED, BLUE), (YELLOW,), (BLUE, BLUE, RED), (2, 0, 1, 0, 0), ())
DI = Ship(3, 3, (), (), (), (0, 0, 0, 2, 0), (44, 45, 46))


def two() -> View[State]:
    """Two players, the long game: somebody is first in HUNT."""
    start = GAME.setup(2, {"long": 1})
    state = start._replace(
        phase=int(Phase.OFFER),
        round=4,
        start=1,
        ships=(ANA, BARTHOLOMEW),
        placed=(on(FLEET, "A") | on(HUNT, "CD") | on(BOARD, "BE"), on(HUNT, "AE") | on(CREW, "BCD")),
        bonus=(bonus(hunt=2, raid=1), bonus(crew=1)),
        bag=(5, 6, 7, 2, 3),
        supply=start.supply[3:],
        action=HUNT,
        ranks=(0,),
    )
    return View(state, 0, {21: 1, 25: 3})


def three() -> View[State]:
    """Three players, seen by nobody in particular: skulls to be turned, one player stuck."""
    start = GAME.setup(3, {})
    state = start._replace(
        phase=int(Phase.SKULLS),
        round=5,
        start=1,
        ships=(ANA, BARTHOLOMEW, CY),
        placed=(on(FLEET, "AC"), on(BOARD, "AB") | on(RAID, "CD"), on(BOARD, "ABD") | on(RAID, "C")),
        bonus=(bonus(fleet=1), 0, bonus(board=2, hunt=1)),
        bag=(3, 4, 6, 2, 3),
        centre=1 << RED | 1 << WHITE,
        supply=start.supply[3:],
        skulls=((0, 0b10010),),
        stuck=(2,),
    )
    return View(state, None, {})


def four() -> View[State]:
    """Four players: two choose dice, one places a bonus, all as Ana sees it."""
    start = GAME.setup(4, {})
    state = start._replace(
        phase=int(Phase.SELECT),
        round=3,
        start=2,
        ships=(ANA, BARTHOLOMEW, CY, DI),
        placed=(on(RAID, "D"), on(BOARD, "A") | on(RAID, "DE"), on(FLEET, "ABCDE"), on(HUNT, "AC") | on(FLEET, "E")),
        bonus=(bonus(fleet=1, raid=2), 0, bonus(fleet=2, crew=1), bonus(hunt=1)),
        bag=(4, 4, 7, 2, 3),
        centre=1 << BLUE | 1 << PURPLE,
        supply=start.supply[6:],
    )
    return View(state, 0, {0: FLEET, 1: SKULL, 2: FLEET, 4: BOARD, 21: 1, 25: 3})


def final() -> View[State]:
    """Four players at the end."""
    view = four()
    ships = tuple(ship._replace(island=()) for ship in (ANA, BARTHOLOMEW._replace(port=(3, 2, 1, 0, 1)), CY, DI))
    nobody = (0, 0, 0, 0)
    state = view.state._replace(phase=int(Phase.OVER), round=8, ships=ships, placed=nobody, coins=(4, 1, 0, 6))
    return view._replace(state=state)


def text(view: View[State], width: int) -> str:
    names = NAMES[: view.state.setup.seats]
    return "".join(part for _, part in picture(GAME, view, names, width)) + "\n"


def pictures() -> Mapping[str, str]:
    """Every golden board by the name of its file."""
    scenes = {
        "board-2": (two, (80, 120)),
        "board-3": (three, (80, 120)),
        "board-4": (four, (60, 80, 100, 120)),
        "final-4": (final, (80, 120)),
    }
    return {f"{name}-{width}.txt": text(make(), width) for name, (make, widths) in scenes.items() for width in widths}


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, drawn in {**pictures(), "story-3.txt": golden_story()}.items():
        (GOLDEN / name).write_text(drawn)


if __name__ == "__main__":
    main()

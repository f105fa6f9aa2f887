"""The path in colour, for the documents: `python -m tests.games.cartagena.pictures` draws the pictures anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyte

from tests.games.cartagena.scene import four
from tests.games.cartagena.test_screen import CROWDED, everything, picked
from tests.ui import svg
from tortuga_p2p.commands.terminal import paint

if TYPE_CHECKING:
    from tests.games.cartagena.scene import Scene

FOLDER: Final = Path(__file__).resolve().parents[3] / "docs" / "pictures"


def picture(scene: Scene, keys: str, columns: int, rows: int) -> str:
    """What somebody sees of the board who has pressed these keys."""
    screen = pyte.Screen(columns, rows)
    lines = paint(picked(scene, columns, keys, rich=True, seat=scene.state.turn, height=rows), True)
    pyte.Stream(screen).feed(lines.replace("\n", "\r\n"))
    return svg.draw(screen)


def pictures() -> dict[str, str]:
    """A rum from 7 to 21; and boarding the sloop with everything in play."""
    return {
        "cartagena-advance-80x15.svg": picture(four(turn=1, hands=("", "RRHH", "", "")), "2b", 80, 15),
        "cartagena-boarding-120x26.svg": picture(everything(CROWDED), "3c", 120, 26),
    }


if __name__ == "__main__":
    for name, drawing in pictures().items():
        (FOLDER / name).write_text(drawing, encoding="utf-8")

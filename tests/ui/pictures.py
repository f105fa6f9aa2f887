"""Pictures of the real program: golden screens as text for the tests, and SVG for the documents.

    python -m tests.ui.pictures          draws all of them anew; look at them before you commit them

Seeds make the games repeatable; the screen is drawn when everybody else has sealed, so that nothing depends on speed.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import trio

from tests.replay.films import replay
from tests.ui import svg
from tests.ui.tables import seal_twice, sit
from tests.ui.terminal import Glass, Terminal, drive
from tortuga_p2p.ui.replay.model import ReplayModel
from tortuga_p2p.ui.replay.screen import LeafScreen
from tortuga_p2p.ui.settings import Settings
from tortuga_p2p.ui.tavern.actions import TavernActions

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.ui.tables import Against
    from tortuga_p2p.ui.app import App
    from tortuga_p2p.ui.table.running_game import RunningGame

ROOT = Path(__file__).resolve().parent.parent.parent
GOLDEN = Path(__file__).parent / "golden"
DOCS = ROOT / "docs" / "pictures"
SEED = 12
CREW = ("random", "random", "random")  # good bots change their minds with every version; these never do
NAMES = ("Anne Bonny", "Jack Rackham", "Mary Read")
WHOLE = 2  # the seed of a game of three in which Ana meets most decisions


class Picture(NamedTuple):
    """A screen as text, and as SVG where the documents show it."""

    text: str
    drawing: str = ""


class Camera:
    """Takes pictures of a terminal on its way through a game."""

    def __init__(self, terminal: Terminal, glass: Glass, folder: str, taken: dict[str, Picture]) -> None:
        self.terminal = terminal
        self._glass = glass
        self._folder = folder
        self._taken = taken

    async def take(
        self, name: str, columns: int = 80, rows: int = 24, *, theme: svg.Theme | None = None, **settings: object
    ) -> None:
        """Makes the terminal so large, with these settings, and keeps what it shows; with a theme for the documents."""
        app, usual = self.terminal.app, self.terminal.app.settings
        app.apply(replace(usual, **settings))  # type: ignore[arg-type]
        self.terminal.resize(columns, rows)
        await trio.sleep(0.1)
        drawing = masked(svg.draw(self._glass.screen, theme), self._folder) if theme else ""
        self._taken[f"{name}-{columns}x{rows}"] = Picture(masked(self.terminal.text, self._folder), drawing)
        app.apply(usual)


# --- the ways -----------------------------------------------------------------------------------------------------


async def through_the_tavern(camera: Camera) -> None:
    await camera.terminal.see("Play Tortuga now")
    await camera.take("tavern", theme=svg.DARK)


async def through_a_round(camera: Camera) -> None:
    """Defaults all the way; at some places somebody takes a picture."""
    terminal = camera.terminal
    sitting = terminal.app.sittings[-1]
    await question(terminal, "Which dice do you take?")
    terminal.press("?")
    await terminal.see("Help")
    await camera.take("help")
    terminal.press("escape", "v")
    await terminal.see("Why this table")
    await camera.take("trust", theme=svg.DARK)
    terminal.press("escape")
    await question(terminal, "Whom do you attack")
    await camera.take("attack")
    await question(terminal, "MOVE")
    await camera.take("order")
    await question(terminal, "Which dice do you take?")
    await question(terminal, "Which dice do you take?", 2)
    await camera.take("dice", theme=svg.DARK)
    await camera.take("dice", 100, 30)
    await camera.take("dice", 120, 40)
    await camera.take("ascii", ascii=True, colour="none")
    node = sitting.node
    assert node is not None
    key = next(key for key in node.session.meeting.company if key != node.mesh.public)
    node.away_since[key] = trio.current_time() - 61
    await camera.take("away")
    del node.away_since[key]
    terminal.press("h")
    await terminal.see("h picks", "instead, it expects")
    await camera.take("hint", 100, 30, theme=svg.LIGHT, colour="light")
    sitting.tale.paced, sitting.tale.speed = True, 0.01  # the moment lasts until everybody waits for us again
    terminal.press("enter")
    terminal.resize(120, 40)
    await terminal.see("verybody shows")
    frame = sitting.tale.now
    assert frame is not None
    await terminal.see(frame.sentences[-1][:40])
    await terminal.until(lambda: sitting.player.question is not None, "the table has gone on")
    await ready(terminal, sitting)
    await camera.take("reveal", 120, 40, theme=svg.DARK)
    sitting.tale.paced = False
    sitting.tale.skip()


async def through_a_game(camera: Camera) -> None:
    terminal = camera.terminal
    sitting = terminal.app.sittings[-1]
    while not sitting.is_over:
        await terminal.until(lambda: sitting.choice is not None or sitting.is_over)
        if sitting.choice is not None:
            await answer(terminal, sitting)
    await terminal.see("Verified: yes", "rematch", "s story")
    await camera.take("end", theme=svg.DARK)


async def through_a_cheat(camera: Camera, table: Against) -> None:
    """The bot seals twice."""
    await question(camera.terminal, "Which dice do you take?")
    seal_twice(table.bots[0])
    await camera.terminal.see("has cheated", "Verified")
    await camera.take("cheat")


async def through_a_replay(camera: Camera) -> None:
    terminal = camera.terminal
    terminal.press("2", "r", "right", "right")
    await terminal.see("round 2")
    await camera.take("replay")
    terminal.press("w")
    await terminal.see("Why it came out like this")
    await camera.take("why")


async def question(terminal: Terminal, title: str, number: int = 1) -> None:
    """Takes defaults until the n-th question of that title stands there, with everybody else ready."""
    sitting = terminal.app.sittings[-1]
    while True:
        await terminal.until(lambda: sitting.choice is not None, title)
        choice = sitting.choice
        assert choice is not None
        number -= title in choice.prompt.title
        if number <= 0:
            break
        await answer(terminal, sitting)
    await ready(terminal, sitting)
    await terminal.see(choice.prompt.title[:20])


async def ready(terminal: Terminal, sitting: RunningGame) -> None:
    """Waits until everybody else has sealed."""
    node = sitting.node
    assert node is not None
    await terminal.until(lambda: node.session.waiting_for == (node.session.own_seat,), "everybody else has sealed")


async def answer(terminal: Terminal, sitting: RunningGame) -> None:
    choice = sitting.choice
    terminal.press("enter")
    await terminal.until(lambda: sitting.choice is not choice)


# --- drawing ------------------------------------------------------------------------------------------------------


def _table(app: App, folder: str) -> None:
    sit(app, Path(folder), CREW, SEED, names=NAMES)


def whole_game(app: App, folder: str) -> None:
    sit(app, Path(folder), CREW[:2], WHOLE, names=NAMES)


def _replay(app: App, folder: str) -> None:
    app.push(LeafScreen(ReplayModel(replay(3), rich=True), app))


def _tavern(app: App, folder: str) -> None:
    TavernActions(app).open(looks=False)


def take_all(*, to_the_end: bool) -> dict[str, Picture]:
    """Every picture by its name; that of the end takes a whole game."""
    taken: dict[str, Picture] = {}
    _walk(_tavern, through_the_tavern, taken)
    _walk(_table, through_a_round, taken)
    _walk(_replay, through_a_replay, taken)
    tables: list[Against] = []
    _walk(
        lambda app, folder: tables.append(sit(app, Path(folder), CREW[:1], SEED, names=NAMES)),
        lambda camera: through_a_cheat(camera, tables[0]),
        taken,
    )
    if to_the_end:
        _walk(whole_game, through_a_game, taken)
    return taken


def _walk(
    begin: Callable[[App, str], None], way: Callable[[Camera], Awaitable[None]], taken: dict[str, Picture]
) -> None:
    glass = Glass(80, 24)
    with tempfile.TemporaryDirectory(prefix="tortuga") as folder:
        environment = {"PROMPT_TOOLKIT_COLOR_DEPTH": "DEPTH_24_BIT", "TORTUGA_HOME": folder, "NO_COLOR": ""}
        with patch.dict(os.environ, environment):
            drive(
                lambda app: begin(app, folder),
                lambda terminal: way(Camera(terminal, glass, folder, taken)),
                settings=Settings(name="Ana", animation=False),
                glass=glass,
            )


FOLDER_LETTERS = 20  # of a temporary folder in /tmp; where it is elsewhere the pictures are the same


def is_golden(name: str) -> bool:
    """Whether the tests insist on it: a hint depends on how good the bots are."""
    return not name.startswith("hint")


def masked(text: str, folder: str) -> str:
    """Without the name of a folder that is another one every time, and as long as it mostly is."""
    return text.replace(folder, "~/games".ljust(FOLDER_LETTERS, "/"))


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    DOCS.mkdir(parents=True, exist_ok=True)
    for name, picture in take_all(to_the_end=True).items():
        if is_golden(name):
            (GOLDEN / f"{name}.txt").write_text(picture.text + "\n", encoding="utf-8")
        if picture.drawing:
            (DOCS / f"{name}.svg").write_text(picture.drawing, encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()

"""Boards worth looking at, kept as text in golden/. Written by: python -m tests.games.tortuga1667.pictures"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.games.tortuga1667.stage import CANNON, TORCH, WATER, Stage
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules import notes
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import NOWHERE
from tortuga_p2p.games.tortuga1667.screen.notes import flag_page, notes_page
from tortuga_p2p.rules.words import Reader

if TYPE_CHECKING:
    from collections.abc import Callable

    from tortuga_p2p.games.tortuga1667.rules.state import State
    from tortuga_p2p.rules.game import View

FOLDER: Final = Path(__file__).parent / "golden"
NAMES: Final = ("Charlotte", "Ana", "Grace", "Diego", "Bonny", "Rackham", "Jeanne", "Bartholomew", "Henry")


def action() -> Stage:
    """A captain's turn among nine: a rowboat taken, cards in front, two events seen."""
    stage = Stage(
        9, (1, 4, 2, 6), (5, 7), (8, 3), (0, NOWHERE), active=1,
        chests=(2, 2, 1, 0, 1, 1, 1), row=[c.PISTOL, c.SPOT, c.LETTER, c.ATLANTIS, c.PISTOL],
        hands={1: [CANNON, TORCH, WATER, TORCH], 3: [CANNON, WATER]},
        kept={1: [c.DORADO], 4: [c.ALBATROSS], 5: [c.LETTER], 8: [c.ALBATROSS]},
    )  # fmt: skip
    seen = list(stage.state.seen)
    for slot, eyes in ((0, 0b10100000), (1, 0b100000010), (3, 0b10000), (4, 0b10)):
        seen[stage.state.row[slot]] = eyes
    return with_seen(stage, seen)


def crowded() -> Stage:
    """All nine on Tortuga, one rowboat destroyed, Scurvy and two cards in front of somebody."""
    stage = Stage(
        9, (), (), (5, 8, 4, 0, 3, 1, 2, 6, 7), active=5, chests=(2, 1, 2, 1, 0, 0, 2),
        row=[c.SPOT, c.ARMADA], last=True, hands={8: []}, kept={5: [c.ALBATROSS, c.LETTER], 7: [c.LETTER, c.LETTER]},
    )  # fmt: skip
    stage.table.state = stage.state._replace(powder=2, scurvy=0b11)
    return stage


def vote() -> Stage:
    """Somebody gives a card in an attack: the top section counts."""
    return action().do(Do.ATTACK)


def noted() -> Stage:
    stage = action()
    lines = (
        (1, notes.STOWED, 1, 0, 0), (2, notes.LOOKED, 5, 0, 3), (3, notes.FORCED, 8, 4, 2, 4),
        (3, notes.REVEALED, 4, 4, c.ALBATROSS, 8), (5, notes.VOTED, 0, 0, 0, 1, 3, 1, 2, 4, 0, 4, 5, 9),
        (5, notes.TOOK, 0, 0, 0, 0), (6, notes.VOTED, 4, 1, 0, 0, 2, 2, 6, 1, 3, 8), (8, notes.PLUNDERED, 6, 0, 1),
    )  # fmt: skip
    stage.table.state = GAME.unpack(stage.state._replace(notes=lines))
    return stage


def with_seen(stage: Stage, seen: list[int]) -> Stage:
    stage.table.state = GAME.unpack(stage.state._replace(seen=tuple(seen)))
    for seat, memory in enumerate(stage.table.known):
        memory.update((card, stage.faces[card]) for card in GAME.shown(stage.table.state, seat))
    return stage


def board(stage: Stage, width: int, height: int, *, rich: bool = True, seat: int | None = 1) -> str:
    view = stage.table.view(seat)
    fragments = GAME.screen().board(view, Reader(seat, view.known, NAMES), width, height, rich=rich)
    return "".join(text for _, text in fragments)


def page(make: Callable[[View[State], Reader, int], list[object]], stage: Stage, width: int) -> str:
    view = stage.table.view(1)
    return "\n".join("".join(text for _, text in line) for line in make(view, Reader(1, view.known, NAMES), width))  # type: ignore[attr-defined]


PICTURES: Final[dict[str, Callable[[], str]]] = {
    "action-80x24": lambda: board(action(), 80, 15),
    "action-80x24.ascii": lambda: board(action(), 80, 15, rich=False),
    "action-100x30": lambda: board(action(), 100, 15),
    "action-120x40": lambda: board(action(), 120, 19),  # what a table leaves for the board there
    "action-120x48": lambda: board(action(), 120, 27),
    "action-60": lambda: board(action(), 60, 20),
    "spectator-80x24": lambda: board(action(), 80, 15, seat=None),
    "crowded-80x24": lambda: board(crowded(), 80, 15),
    "vote-80x24": lambda: board(vote(), 80, 15),
    "notes-80": lambda: page(notes_page, noted(), 78),  # type: ignore[arg-type]
    "flag-80": lambda: page(flag_page, action(), 78),  # type: ignore[arg-type]
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        (FOLDER / f"{name}.txt").write_text(make() + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

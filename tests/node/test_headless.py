"""A bot that plays game after game finds its next table, and does not look for it for ever."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tortuga_p2p.errors import PeerLost
from tortuga_p2p.limits import REJOINS_MAX
from tortuga_p2p.node import headless
from tortuga_p2p.node.lobby import NoSeat, TurnedDown

from .parties import party

if TYPE_CHECKING:
    from pathlib import Path

    import trio.testing

LOST = PeerLost("Nobody answers.")
GAME = SimpleNamespace(session=SimpleNamespace(phase="sealed"), files=SimpleNamespace(transcript="game.tortuga"))


class Tables:
    """What happens at each try to play: a game, or some trouble."""

    def __init__(self, *troubles: Exception | None) -> None:
        self._troubles = list(troubles)

    async def __call__(self, _: Any) -> Any:
        trouble = self._troubles.pop(0)
        if trouble is not None:
            raise trouble
        return GAME

    @property
    def left(self) -> int:
        return len(self._troubles)


async def played(folder: Path, tables: Tables, games: int) -> None:
    await headless.play_many(lambda number: party(folder, "Bot"), tables, lambda what: None, games)


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headless, "_summary", lambda node: {})


async def test_a_table_that_is_not_open_yet_is_tried_again(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    tables = Tables(None, LOST, LOST, None, LOST, None)
    await played(tmp_path, tables, games=3)
    assert tables.left == 0


async def test_a_table_that_never_opens_again_is_given_up(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    tables = Tables(None, *[LOST] * 999)
    with pytest.raises(PeerLost, match="Nobody answers"):
        await played(tmp_path, tables, games=2)
    assert tables.left == 999 - 1 - REJOINS_MAX


@pytest.mark.parametrize("games", [1, 5])
async def test_where_nobody_answers_at_first_is_said_at_once(tmp_path: Path, games: int) -> None:
    with pytest.raises(PeerLost, match="Nobody answers"):
        await played(tmp_path, Tables(LOST), games)


async def test_who_is_turned_down_does_not_come_again(tmp_path: Path) -> None:
    with pytest.raises(TurnedDown):
        await played(tmp_path, Tables(None, TurnedDown(NoSeat.LATE, "The game has begun already.")), 2)

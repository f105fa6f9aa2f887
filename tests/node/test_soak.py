"""A soak counts what goes wrong; it does not stop there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tortuga_p2p.node import selfplay, soak
from tortuga_p2p.node.soak import Soaked

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def test_a_table_that_does_not_open_is_a_lost_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host has no such bot, says so and ends; nobody else can come."""
    monkeypatch.setattr(selfplay, "SELFPLAY_START_S", 1)
    soaked = Soaked()
    await soak.soak(("no-such-bot", "random"), 0.0001, 7, tmp_path, soaked, soak.PERIOD_S)
    assert soaked.games == 1
    (lost,) = soaked.lost
    assert "the table did not open" in lost

"""Whom the table waits for, in words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tortuga_p2p.node.waking_up import WakingUp
from tortuga_p2p.ui.table.presence import catching_up, waiting_title


@pytest.mark.parametrize(
    ("stage", "away", "title"),
    [
        ("commit", "", "Waiting for Ben and Cyn"),
        ("commit", "ben", "Waiting for Ben and Cyn"),
        ("mix", "", "The game is moving on by itself"),
        ("mix", "ben", "Waiting for Ben"),
    ],
)
def test_what_programs_do_among_themselves_waits_only_for_those_who_are_away(stage: str, away: str, title: str) -> None:
    table = SimpleNamespace(
        stage=SimpleNamespace(kind=stage), agreement=SimpleNamespace(identities=("ana", "ben", "cyn"))
    )
    session = SimpleNamespace(table=table, waiting_for=(0, 1, 2), own_seat=0, differing={})
    away_since = {away: 0.0} if away else {}
    node: Any = SimpleNamespace(
        session=session, called=("Ana", "Ben", "Cyn"), away_since=away_since, waking=None, is_over=False
    )
    assert waiting_title(node) == title
    session.differing = {2: b"another state"}
    assert waiting_title(node) == "Waiting for Cyn: their program disagrees with yours about the game"
    node.waking = WakingUp(frozenset({b"ben", b"cyn"}), 0.0, even={b"ben"})
    assert waiting_title(node) == "Catching up: 1 of 2 others have said where the game stands"
    node.is_over = True
    assert catching_up(node) == ""

"""Whom the table waits for, in words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tortuga_p2p.ui.table.presence import waiting_title


@pytest.mark.parametrize(
    ("stage", "away", "title"),
    [
        ("commit", "", "Waiting for Ben and Cyn"),
        ("commit", "ben", "Waiting for Ben and Cyn"),
        ("mix", "", "The table goes on by itself"),
        ("mix", "ben", "Waiting for Ben"),
    ],
)
def test_what_programs_do_among_themselves_waits_only_for_those_who_are_away(stage: str, away: str, title: str) -> None:
    table = SimpleNamespace(
        stage=SimpleNamespace(kind=stage), agreement=SimpleNamespace(identities=("ana", "ben", "cyn"))
    )
    session = SimpleNamespace(table=table, waiting_for=(0, 1, 2), own_seat=0)
    node: Any = SimpleNamespace(session=session, names=("Ana", "Ben", "Cyn"), away_since={away: 0.0} if away else {})
    assert waiting_title(node) == title

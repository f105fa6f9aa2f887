"""Whatever stands around a session is tested with small games: they are over in a second, and any game will do."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _small(tiny_games: object) -> None:
    pass

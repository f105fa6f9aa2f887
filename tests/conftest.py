"""How all tests are run: no property fails because a machine was slow. Speed is measured in tests/benchmarks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

settings.register_profile("tortuga", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("tortuga")

INSTALLED = Path(__file__).parent / "installed"  # a folder `tortuga_games`, as another package would bring it


@pytest.fixture
def tiny_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The tiny games are installed: they are found by their names as ours are. Gives what to put on a PYTHONPATH."""
    monkeypatch.syspath_prepend(INSTALLED)
    yield INSTALLED
    for module in [name for name in sys.modules if name.partition(".")[0] == "tortuga_games"]:
        del sys.modules[module]

"""The bazaar is on the path, here and in every program that a test starts; everybody has a home of their own."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.shell import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OUTSIDE = f"{ROOT}/tests/outside"
PATH = f"{OUTSIDE}:{ROOT}"


@pytest.fixture(autouse=True)
def bazaar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Gives the home."""
    monkeypatch.syspath_prepend(OUTSIDE)
    monkeypatch.setenv("TORTUGA_TEST_PATH", PATH)
    monkeypatch.setenv("TORTUGA_HOME", str(tmp_path / "home"))
    yield tmp_path / "home"
    for name in [name for name in sys.modules if name.partition(".")[0] == "tortuga_games"]:
        del sys.modules[name]

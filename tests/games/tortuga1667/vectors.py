"""Vectors of protocol/tortuga1667.md."""

from __future__ import annotations

from typing import Any

from tests.generators.vectors.whole_game import vector_of
from tortuga_p2p.games import load


def cases() -> dict[str, dict[str, Any]]:
    quick = next(preset.options for preset in load("tortuga1667").presets if preset.name == "quick")
    reason = "A whole quick game of two, in which moves are taken by the hash of the step."
    return {"whole": vector_of("tortuga1667", quick, reason)}

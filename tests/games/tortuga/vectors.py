"""Vectors of protocol/tortuga.md."""

from __future__ import annotations

from typing import Any

from tests.generators.vectors.whole_game import vector_of


def cases() -> dict[str, dict[str, Any]]:
    reason = "A whole game of two, in which moves are taken by the hash of the step."
    return {"whole": vector_of("tortuga", {}, reason)}

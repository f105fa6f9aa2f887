"""How far a nation has come: its chests, on both ships and on Tortuga."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rules.state import riches

if TYPE_CHECKING:
    from .rules.state import State


def progress(state: State) -> tuple[int, ...]:
    return riches(state)

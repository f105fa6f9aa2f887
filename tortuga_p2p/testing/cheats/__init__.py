"""Cheats: every one is a small class around an honest session that sends something else than it was told to.

Start with `cheat.py` (what a cheat is, and what may become of it); the others are by phase. A cheat has its own keys
and nobody else's. `CHEATS` holds all of them by name.
"""

from . import (
    agreeing,
    cards,
    chance,
    choices,
    envelopes,
    escaping,
    joining,
    leaving,
    nods,
    renewing,
    strangers,
    withdrawals,
)
from .cheat import CHEATS, PROVED, Cheat, Fate

__all__ = [
    "CHEATS",
    "PROVED",
    "Cheat",
    "Fate",
    "agreeing",
    "cards",
    "chance",
    "choices",
    "envelopes",
    "escaping",
    "joining",
    "leaving",
    "nods",
    "renewing",
    "strangers",
    "withdrawals",
]

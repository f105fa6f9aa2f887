"""Tortuga (2014): dice, chests and other people's ships, for two to four.

Start with `state.py`, then `rules.py`. Ruling numbers (A-1 ...) are those of docs/rules/tortuga.md.
Imports only `rules`, `errors` and `limits`.
"""

from .rules import GAME

__all__ = ["GAME"]

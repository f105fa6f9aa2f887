"""Tortuga 1667: loyalties, votes and mutiny on two ships, for two to nine.

Start with `rules/state.py`, then `rules/machine.py`; `game.py` is the contract. Ruling numbers (B-1 ...) are those of
docs/rules/tortuga1667.md. Imports only `rules`, `errors` and `limits`.
"""

from .game import GAME

__all__ = ["GAME"]

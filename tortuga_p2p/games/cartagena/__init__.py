"""Cartagena (2017): six pirates each through tunnel, sea and jungle, for two to five.

Start with `rules/`; `game.py` puts everything behind the contract. Ruling numbers (C-1 ...) are those of
docs/rules/cartagena.md. Imports only `rules`, `errors` and `limits`.
"""

from .game import GAME

__all__ = ["GAME"]

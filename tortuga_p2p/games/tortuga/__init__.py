"""Tortuga (2014): dice, chests and other people's ships, for two to four.

Start with `game.py`, which has the contract, then the rooms: `rules/`, `words/`, `screen/`, `bots/`. Ruling numbers
(A-1 ...) are those of docs/rules/tortuga.md. Imports only `rules`, `errors`, `limits` and `text`.
"""

from .game import GAME

__all__ = ["GAME"]

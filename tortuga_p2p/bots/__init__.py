"""Players that are programs, for any game, and the chance they are handed.

Start with `chance.py`. A game's own bots live in the game's folder.
Imports `rules`, the loader of `games` and what lies below; never `testing`.
"""

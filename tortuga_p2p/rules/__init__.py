"""What a game is: asks, answers, hidden things, the contract of a game, and a table without cryptography.

Start with `ask.py` (what a game may wait for), then `answer.py` and `game.py`; `local_table.py` plays it all locally.
Imports only the ground (docs/architecture.md): nothing here draws at random, waits, or knows what a network is.
"""

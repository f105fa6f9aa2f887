"""Tortuga P2P: pirate board games between terminals, without a server and without trust.

Start reading at docs/architecture.md; the heart is `rules` (a game asks, a table answers).
This file imports nothing, so that `tortuga --help` starts at once.
"""

__version__ = "0.1.0"

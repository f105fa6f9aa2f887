"""A participant: the loop that carries out a session's wishes, its player, its journal, and how it comes back.

Start with `node.py` (event -> step -> effects), then `journal.py` and `player.py`; `home.py` is where files live.
Imports `session`, `net` and below; trio lives here and in `net`, never further down.
"""

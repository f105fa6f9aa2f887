"""The agreement among peers: a state machine without I/O that answers a game's asks with cryptography.

Start with `phases.py` (the whole protocol in one table), then `session.py` (one step function), `table.py` (what all
replicas hold) and the small machines it calls. Imports `rules`, `crypto`, `wire`, `errors`, `limits`; never waits.
"""

"""Tools for testing tables, shipped with the product: conformance checks, simulated tables, cheaters, rigs of programs.

Start with `conformance.py` if you add a game. What no command and no author of a game needs is in tests/ (generators of
vectors too). May import every package but `commands`, which alone imports this one.
"""

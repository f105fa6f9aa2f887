"""Tools for testing tables, shipped with the product: conformance checks, simulated tables, cheaters, vector builder.

Start with `conformance.py` if you add a game, with `vectors/` if you write another implementation of protocol/.
May import every other package; no other package imports this one.
"""

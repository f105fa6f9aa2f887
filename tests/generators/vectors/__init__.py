"""The builder of protocol/vectors: one module per chapter of the specification, each with `cases()`.

Start with `case.py` (what a vector is) and `randomness.py` (a chapter). `python -m tests.generators.vectors --check`
rebuilds every file and compares it byte for byte; `--write` writes them. May import crypto, wire and session.
"""

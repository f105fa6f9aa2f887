"""What things cost, measured beside others or against a floor: commands, never tests, for machines are noisy.

Start with `playouts.py` (what is measured and how), then `ours.py` and `peers.py` (what is played). How to run and read
all of them: docs/benchmarks.md. Peers need the extra `benchmark`; one that is not installed is left out, and said so.
"""

"""Speed, memory and start-up beside other programs: a command, never a test, for machines are noisy.

Start with `playouts.py` (what is measured and how), then `ours.py` and `peers.py` (what is played). How to run and
read it: docs/benchmarks.md. Needs the extra `benchmark`; a peer that is not installed is left out, and said so.
"""

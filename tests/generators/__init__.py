"""Programs that write files of this tree: vectors, tables of the protocol chapters, playthroughs, counts.

Only developers run them, so no wheel carries them: `python -m tests.generators.NAME`, as docs/hacking.md tells.
"""

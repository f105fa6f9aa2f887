"""The verifier: a transcript through the same session as live play, as a spectator who believes nobody.

Start with `verifier.py`; `report.py` puts findings into words and JSON, `export.py` prints a game for other programs.
Imports `session` and what is below it, and the loader of games. Reads files only in the commands, never here.
"""

"""What a player sees and types: the full screen (prompt_toolkit), and plain mode, line by line.

Start with `app.py` for the screen, `plain.py` for lines; every sentence goes through the catalogue (`../text.py`).
Imports `node` and below; no rules are decided here.
"""

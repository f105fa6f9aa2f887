"""The rules of Cartagena, without a word or a picture. Ruling numbers (C-1 ...) are those of docs/rules/cartagena.md.

Start with `state.py`, then `phases.py`. Where pirates may go is in `travel.py`, what a turn may hold in `moves.py`,
what an action does in `acting.py` and `powers.py`, what comes next in `turns.py`.
"""

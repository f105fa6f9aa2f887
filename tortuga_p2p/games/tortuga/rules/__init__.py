"""The rules of Tortuga: the state, what is asked, what an answer makes of it, and the decisions described.

Start with `state.py`; then `dicing.py`, `acting.py` and `moving.py`, in the order of a round. Stands alone: imports
nothing of the words, the screen or the bots.
"""

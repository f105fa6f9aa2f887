"""Cryptography as pure functions: tagged hashing, identity, commitments, joint randomness, the group and hidden things.

Start with `hashing.py` and `tags.py`, then `chain.py` and `dice.py`; hidden things begin at `group.py`. See protocol/.
Imports only `errors` and `limits`: nothing here draws at random (entropy is an argument), waits, or knows a message.
"""

"""What travels: plain values in their one spelling, frames on a stream, typed messages and signed envelopes.

Start with `codec.py`, then `framing.py`, `message.py` and `envelope.py`. See protocol/framing.md.
Imports only `errors` and `limits`: signing and hashing come in as functions, meaning belongs to the session.
"""

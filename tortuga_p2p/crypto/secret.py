"""A seat's secret of one game: four separate keys, so that showing what one of them made says nothing about another.

Everything a seat must invent during a game (nonces, salts, permutations) is derived from here, the slot of the message
and the statement it is for: a restarted program says the same bytes again, and two statements never share a nonce.
Knows no message and no game. See protocol/conventions.md, "Secrets of a game".
"""

from __future__ import annotations

from dataclasses import dataclass

from .hashing import derive, expand, tagged
from .tags import Tag


@dataclass(frozen=True, slots=True, repr=False)
class GameSecret:
    """The four branches. Made by `derive`, shown nowhere."""

    chain_seed: bytes  # the start of the hash chain (chain.py)
    leaf_seed: bytes  # the secrets behind the dice (dice.py)
    card_seed: bytes  # the key of hidden things
    nonce_key: bytes  # everything that is used once

    @classmethod
    def derive(cls, master: bytes, lobby_id: bytes) -> GameSecret:
        """The secret of the game that `lobby_id` names, out of 32 random bytes that only this seat holds.

        Whoever has the master can make the secret again. To erase the secret of a finished game is to erase its master,
        so a master belongs to one game.
        """
        assert len(master) == len(lobby_id) == 32
        root = derive(master, salt=lobby_id, info=Tag.GAME_SECRET.encode())
        branches = (Tag.CHAIN_SEED, Tag.LEAF_SEED, Tag.CARD_SEED, Tag.NONCE_KEY)
        return cls(*(expand(root, branch.encode()) for branch in branches))

    def nonce(self, slot: bytes, statement: bytes, length: int = 32) -> bytes:
        """Entropy for what is said in this slot about this statement, and for nothing else."""
        return expand(self.nonce_key, tagged(Tag.NONCE, slot, statement), length)

    def __repr__(self) -> str:
        return "<secret>"

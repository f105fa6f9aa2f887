"""Our own seat: its keys, and what it makes of them for one slot. The only file here that holds secrets.

Everything is derived: the same slot and statement give the same bytes, so a restarted program cannot contradict itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..crypto.chain import Chain, owner_context
from ..crypto.dice import DiceTree
from ..crypto.hashing import tagged
from ..crypto.secret import GameSecret
from ..crypto.tags import Tag
from ..crypto.zone import SecretKey, secret_key

if TYPE_CHECKING:
    from ..crypto.group import Group
    from ..wire.envelope import Slot


def context(slot: Slot, label: str) -> bytes:
    """What a proof is bound to: the table, the step, the seat, and which proof of the message it is."""
    return tagged(Tag.CONTEXT, slot.encoded(), label.encode())


@dataclass(frozen=True, slots=True, repr=False)
class SeatSecrets:
    """The secrets of one seat of one game."""

    secret: GameSecret
    chain: Chain
    dice: DiceTree
    key: SecretKey

    @classmethod
    def derive(cls, group: Group, master: bytes, lobby_id: bytes, identity: bytes) -> SeatSecrets:
        secret = GameSecret.derive(master, lobby_id)
        owner = owner_context(lobby_id, identity)
        return cls(
            secret,
            Chain.grow(secret.chain_seed, owner),
            DiceTree(secret.leaf_seed, owner),
            secret_key(group, secret.card_seed),
        )

    def entropy(self, slot: Slot, label: str) -> bytes:
        """For one proof of one message. The proofs derive further by what they state."""
        return self.secret.nonce(slot.encoded(), label.encode())

    def __repr__(self) -> str:
        return "<secret>"

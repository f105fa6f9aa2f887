"""The one list of domain tags: what a hash, a key or a signature is *for* is hashed into it.

Two uses never share a tag, so a value made for one purpose means nothing for another (protocol/conventions.md,
"Tags"). Knows nothing of what is hashed behind a tag.
"""

from __future__ import annotations

from enum import StrEnum


class Tag(StrEnum):
    """What something is hashed, derived or signed for. `framed` is the tag as it opens every hash input."""

    framed: bytes

    def __new__(cls, text: str) -> Tag:
        tag = str.__new__(cls, text)
        tag._value_ = text
        tag.framed = len(text).to_bytes(4, "big") + text.encode("ascii")
        return tag

    # Reading numbers out of a digest.
    UNIFORM = "tortuga/2/uniform"

    # Branches of a seat's game secret.
    GAME_SECRET = "tortuga/2/game-secret"
    CHAIN_SEED = "tortuga/2/chain-seed"
    LEAF_SEED = "tortuga/2/leaf-seed"
    CARD_SEED = "tortuga/2/card-seed"
    NONCE_KEY = "tortuga/2/nonce-key"
    NONCE = "tortuga/2/nonce"

    # Identity and messages.
    FINGERPRINT = "tortuga/2/fingerprint"
    SIGNED_ENVELOPE = "tortuga/2/signed-envelope"
    ENVELOPE = "tortuga/2/envelope"
    LINK_KEY = "tortuga/2/link-key"
    INVITATION = "tortuga/2/invitation"

    # Sealed choices.
    COMMIT = "tortuga/2/commit"
    COMMIT_SALT = "tortuga/2/commit-salt"

    # Joint randomness.
    OWNER = "tortuga/2/owner"
    CHAIN = "tortuga/2/chain"
    BEACON = "tortuga/2/beacon"
    DRAW = "tortuga/2/draw"
    DICE_SECRET = "tortuga/2/dice-secret"
    DICE_LEAF = "tortuga/2/dice-leaf"
    DICE_ROLL = "tortuga/2/dice-roll"
    DICE_NODE = "tortuga/2/dice-node"
    DIE = "tortuga/2/die"

    # Hidden things: points, what a proof states, what is derived from a statement.
    POINT = "tortuga/2/point"
    GENERATOR = "tortuga/2/generator"
    CARD_POINT = "tortuga/2/card-point"
    CARD_KEY = "tortuga/2/card-key"
    BLIND = "tortuga/2/blind"
    PROOF_NONCE = "tortuga/2/proof-nonce"
    CHALLENGE = "tortuga/2/challenge"
    KEY_PROOF = "tortuga/2/key-proof"
    SHUFFLE = "tortuga/2/shuffle"
    SHARES = "tortuga/2/shares"
    REMASK = "tortuga/2/remask"
    HAND_OVER = "tortuga/2/hand-over"
    READING_COPY = "tortuga/2/reading-copy"
    STAY_COPY = "tortuga/2/stay-copy"
    BLIND_TAG = "tortuga/2/blind-tag"

    # The session: what names a meeting, a lobby, a table, and what messages stand on.
    GAME_DATA = "tortuga/2/game-data"
    MEETING = "tortuga/2/meeting"
    LOBBY = "tortuga/2/lobby"
    TABLE = "tortuga/2/table"
    STATE = "tortuga/2/state"
    HISTORY = "tortuga/2/history"
    CONTEXT = "tortuga/2/context"

    # The lobby.
    PASSWORD = "tortuga/2/password"

    # Nobody else's business: how a program knows its own journal again.
    JOURNAL = "tortuga/2/journal"

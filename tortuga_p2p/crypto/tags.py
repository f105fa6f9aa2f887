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
    UNIFORM = "tortuga/1/uniform"

    # Branches of a seat's game secret.
    GAME_SECRET = "tortuga/1/game-secret"
    CHAIN_SEED = "tortuga/1/chain-seed"
    LEAF_SEED = "tortuga/1/leaf-seed"
    CARD_SEED = "tortuga/1/card-seed"
    NONCE_KEY = "tortuga/1/nonce-key"
    NONCE = "tortuga/1/nonce"

    # Identity and messages.
    FINGERPRINT = "tortuga/1/fingerprint"
    SIGNED_ENVELOPE = "tortuga/1/signed-envelope"
    ENVELOPE = "tortuga/1/envelope"
    LINK_KEY = "tortuga/1/link-key"
    INVITATION = "tortuga/1/invitation"

    # Sealed choices.
    COMMIT = "tortuga/1/commit"
    COMMIT_SALT = "tortuga/1/commit-salt"

    # Joint randomness.
    OWNER = "tortuga/1/owner"
    CHAIN = "tortuga/1/chain"
    BEACON = "tortuga/1/beacon"
    DRAW = "tortuga/1/draw"
    DICE_SECRET = "tortuga/1/dice-secret"
    DICE_LEAF = "tortuga/1/dice-leaf"
    DICE_ROLL = "tortuga/1/dice-roll"
    DICE_NODE = "tortuga/1/dice-node"
    DIE = "tortuga/1/die"

    # Hidden things: points, what a proof states, what is derived from a statement.
    POINT = "tortuga/1/point"
    GENERATOR = "tortuga/1/generator"
    CARD_POINT = "tortuga/1/card-point"
    CARD_KEY = "tortuga/1/card-key"
    BLIND = "tortuga/1/blind"
    PROOF_NONCE = "tortuga/1/proof-nonce"
    CHALLENGE = "tortuga/1/challenge"
    KEY_PROOF = "tortuga/1/key-proof"
    SHUFFLE = "tortuga/1/shuffle"
    SHARES = "tortuga/1/shares"
    REMASK = "tortuga/1/remask"
    HAND_OVER = "tortuga/1/hand-over"
    READING_COPY = "tortuga/1/reading-copy"

    # The session: what names a meeting, a lobby, a table, and what messages stand on.
    GAME_DATA = "tortuga/1/game-data"
    MEETING = "tortuga/1/meeting"
    LOBBY = "tortuga/1/lobby"
    TABLE = "tortuga/1/table"
    STATE = "tortuga/1/state"
    HISTORY = "tortuga/1/history"
    CONTEXT = "tortuga/1/context"

    # The lobby.
    PASSWORD = "tortuga/1/password"

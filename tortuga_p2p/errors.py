"""Every exception by who is at fault, and every refusal code.

Our own player (`IllegalMove`, `BadInput`: nothing was sent), a peer (`Refused` where the check stands,
`PeerFault` once the session knows whose message it was), or nobody (`PeerLost`, `Diverged`).
The text of each is a sentence that a player may read. This file knows no other of ours.
"""

from __future__ import annotations

from enum import StrEnum


class TortugaError(Exception):
    """The root of all our exceptions: whatever is not one of these is a bug."""


class BadInput(TortugaError):
    """A person, a file or a command line said something we cannot use. Nothing was done."""


class NoProgram(TortugaError):
    """The program that plays in somebody's place has failed: they must decide themselves. Nobody else hears of it."""


class IllegalMove(TortugaError):
    """The rules refuse a move; `ruling` names the paragraph of the rules reference it breaks."""

    def __init__(self, sentence: str, ruling: str = "") -> None:
        super().__init__(sentence, ruling)
        self.sentence = sentence
        self.ruling = ruling

    def __str__(self) -> str:
        return f"{self.sentence} ({self.ruling})" if self.ruling else self.sentence


class Code(StrEnum):
    """The short word for one kind of refusal: the same in the specification, the vectors and on screen."""

    NOT_CANONICAL = "not-canonical"
    MALFORMED = "malformed"
    TOO_LARGE = "too-large"
    BAD_SIGNATURE = "bad-signature"
    BAD_KEY = "bad-key"
    WRONG_VERSION = "wrong-version"
    REVEAL_MISMATCH = "reveal-mismatch"
    BAD_CHAIN_VALUE = "bad-chain-value"
    BAD_OPENING = "bad-opening"

    # Hidden things (protocol/hidden.md).
    BAD_POINT = "bad-point"
    BAD_SCALAR = "bad-scalar"
    WRONG_COUNT = "wrong-count"
    BAD_KEY_PROOF = "bad-key-proof"
    BAD_SHUFFLE = "bad-shuffle"
    BAD_SHARE = "bad-share"
    BAD_REMASK = "bad-remask"
    BAD_HAND_OVER = "bad-hand-over"
    BAD_READING_COPY = "bad-reading-copy"
    BAD_TAG = "bad-tag"
    UNKNOWN_CARD = "unknown-card"

    # The session (protocol/session.md).
    OTHER_RULES = "other-rules"
    COPIED_OFFER = "copied-offer"
    OTHER_TABLE = "other-table"
    NOT_YOURS = "not-yours"
    ILLEGAL_MOVE = "illegal-move"
    OUT_OF_TURN = "out-of-turn"
    WRONG_KIND = "wrong-kind"
    EQUIVOCATION = "equivocation"
    WENT_ON = "went-on"
    BROKEN_VOTE = "broken-vote"
    UNKNOWN_SENDER = "unknown-sender"
    BAD_EVIDENCE = "bad-evidence"
    DIVERGED = "diverged"

    # The link (protocol/link.md).
    BAD_CERTIFICATE = "bad-certificate"
    OTHER_IDENTITY = "other-identity"

    # Files (protocol/transcript.md): the file is not what was played; it says nothing about a player.
    MISSING_ENTRY = "missing-entry"
    NO_QUORUM = "no-quorum"
    REPEATED_ENTRY = "repeated-entry"
    MISPLACED_ENTRY = "misplaced-entry"
    OTHER_HISTORY = "other-history"


class Refused(TortugaError):
    """Something received breaks the protocol. Whoever knows the sender turns it into a `PeerFault`."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence  # for people; programs read the code


class PeerLost(TortugaError):
    """A peer is silent or out of reach. Nobody is proven guilty of anything."""

"""What reaches a session, and what it wishes for. Events are past or nouns, effects imperative; all are frozen."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ..values import value

if TYPE_CHECKING:
    from ..errors import Code
    from ..rules.ask import Face, Handle, Move
    from .evidence import Verdict
    from .message import Accuse, Have, Say, Want
    from .removal import Removal
    from .table import Answered

    Talk: TypeAlias = Say | Have | Want | Accuse

Peer: TypeAlias = bytes  # the identity at the other end of a link

# --- events ------------------------------------------------------------------------------------------------


@value
class Begun:
    """The company is together; we may speak. After a crash: what we had judged and closed, as our journal vouches."""

    closed: tuple[bytes, ...] = ()  # by step, then by seat
    steps: int = 0  # so many of these are vouched for,
    history: bytes = b""  # and make this history


@value
class Heard:
    """A neighbour said something over its link."""

    peer: Peer
    talk: Talk


@value
class Intent:
    """What our player wants to do. `helm`: 1 where a program of theirs decided in their place."""

    move: Move
    helm: int = 0


@value
class Farewell:
    """Our player leaves the game for good."""


@value
class Impatience:
    """Our player wants to go on without those we wait for, or without somebody who is convicted."""

    away: int = -1  # who may be given up (bits) though only their vote is missing; a bot gives up nobody who is there


@value
class Propose:
    """Our player would end the game here, without a result: proposes it, or accepts it."""


@value
class PlayOn:
    """Our player does not want to end the game."""


@value
class Tick:
    """Time passes. Milliseconds of a clock that never goes back; where it started does not matter."""

    now_ms: int


@value
class Remembered:
    """From our own journal, before `Begun`: all envelopes of ours, by step what we decided, and who was removed."""

    raws: tuple[bytes, ...] = ()
    moves: tuple[tuple[int, Move, int], ...] = ()
    removals: tuple[Removal, ...] = ()


@value
class RemovalShown:
    """A file says that those who stay removed somebody in the open step. Only whoever reads files takes this."""

    removal: Removal


Event: TypeAlias = Begun | Heard | Intent | Farewell | Impatience | Propose | PlayOn | Tick | Remembered | RemovalShown

# --- effects -----------------------------------------------------------------------------------------------


@value
class Keep:
    """Write down what we decided, for ourselves alone, before anything of it is sent."""

    step: int
    move: Move
    helm: int = 0


@value
class Utter:
    """Write down this envelope of ours durably, then send it to every neighbour."""

    raw: bytes


@value
class Tell:
    """Send to one neighbour, or to all."""

    peer: Peer | None
    talk: Talk


@value
class RecordStep:
    """A step is closed: these envelopes, by seat, belong to the transcript; this is what they told the rules.

    `known` is what our own seat knew after it, and stays on this machine: an old state is looked at with it.
    """

    step: int
    envelopes: tuple[bytes, ...]
    told: tuple[Answered, ...] = ()
    known: tuple[tuple[Handle, Face], ...] = ()
    helms: int = 0  # the seats (bits) for which a program decides, by their last word of it


@value
class RecordRemoval:
    """Those who stay went on without somebody: it belongs to the transcript, before the steps of the new epoch.

    Steps from its own on that were recorded before are taken back.
    """

    removal: Removal
    told: tuple[Answered, ...] = ()
    known: tuple[tuple[Handle, Face], ...] = ()


@value
class Refuse:
    """What a neighbour sent is of no use; it says nothing about any seat. A link that does so often may be cut."""

    peer: Peer
    code: Code
    sentence: str


@value
class Convict:
    """An offence is proved. The evidence is for the transcript, for the others and for any stranger."""

    verdict: Verdict
    evidence: bytes


@value
class Reject:
    """Our own player wanted something illegal. Nothing was sent."""

    sentence: str


Effect: TypeAlias = Keep | Utter | Tell | RecordStep | RecordRemoval | Refuse | Convict | Reject

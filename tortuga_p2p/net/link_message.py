"""What two linked programs say about the link itself: hello, beat, peers, bye. See protocol/link.md.

Every other frame is the node's and is handed up unread. The kinds here begin with `link-`, so one look at the first
bytes tells them apart; nobody else may use such a kind.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from ..errors import Code, PeerLost, Refused
from ..limits import ACQUAINTANCES_MAX, AGENT_BYTES_MAX, HELLO_BYTES_MAX, PLACES_MAX
from ..text import N_, _
from ..wire.codec import decode
from ..wire.envelope import VERSION
from ..wire.framing import frame
from ..wire.message import Count, PublicKey, Vocabulary, Word, message, record
from ..wire.shape import AtMost, Between, Exactly

LINK = Vocabulary("link")


class Why(StrEnum):
    """Why a link ended or never began: the word of a bye, and what the node is told."""

    LEAVING = "leaving"  # the program ends, or has no more business with us
    LOST = "lost"  # the connection broke; the peer may be away, or the network
    SILENT = "silent"  # nothing came for too long
    SLOW = "slow"  # does not read what is sent
    GARBLED = "garbled"  # sent what no honest program sends
    REPLACED = "replaced"  # a newer link of the same identity is there
    DUPLICATE = "duplicate"  # there is a link already, and it is newer
    CLOSED = "closed"  # is not expected here
    FULL = "full"  # too many guests already
    SELF = "self"  # it is ourselves
    WRONG_VERSION = "wrong-version"  # speaks another version of the protocol


IN_WORDS = {
    Why.LEAVING: N_("left"),
    Why.LOST: N_("the connection broke"),
    Why.SILENT: N_("no word for too long"),
    Why.SLOW: N_("did not read what was sent"),
    Why.GARBLED: N_("sent what makes no sense"),
    Why.REPLACED: N_("a newer connection of the same player took over"),
    Why.DUPLICATE: N_("there is a connection already"),
    Why.CLOSED: N_("nobody new is expected at that table"),
    Why.FULL: N_("too many guests are waiting there already"),
    Why.SELF: N_("this is our own address"),
    Why.WRONG_VERSION: N_("the other program speaks another version of the protocol"),
}


class TurnedAway(PeerLost):
    """The other program answered our call with a bye. Nobody is proven guilty of anything."""

    def __init__(self, why: Why) -> None:
        super().__init__(_("The other program did not take the call: {why}.", why=_(IN_WORDS[why])))
        self.why = why


@record
class Acquaintance:
    """A peer of the same table and where its link says that it listens."""

    peer: PublicKey
    hosts: Annotated[tuple[Annotated[bytes, AtMost(16, least=4)], ...], AtMost(PLACES_MAX)]
    port: Annotated[int, Between(1, 65_535)]


@message(LINK, "link-hello")
class Hello:
    """The first frame in each direction. `turn` counts the hellos of one run (`boot`): the newest link is the one."""

    version: Annotated[int, Between(VERSION, VERSION)]
    agent: Annotated[str, AtMost(AGENT_BYTES_MAX)]
    boot: Annotated[bytes, Exactly(8)]
    turn: Count
    hosts: Annotated[tuple[Annotated[bytes, AtMost(16, least=4)], ...], AtMost(PLACES_MAX)]
    port: Annotated[int, Between(0, 65_535)]  # 0: cannot be called


@message(LINK, "link-beat")
class Beat:
    """I am here, and have nothing else to say."""


@message(LINK, "link-peers")
class Peers:
    """Who else is of our table, and where they listen. A hint: TLS says who they are."""

    others: Annotated[tuple[Acquaintance, ...], AtMost(ACQUAINTANCES_MAX)]


@message(LINK, "link-bye")
class Bye:
    """The last frame: why I end this link, or do not begin it."""

    why: Word


BEAT = LINK.encode(Beat())
BEAT_FRAME = frame(BEAT)


def is_of_the_link(payload: bytes) -> bool:
    """Whether a frame is one of these messages: a list of up to 15 items, then a short text that begins so."""
    return payload[2:7] == b"link-"


def check_payload(payload: bytes) -> None:
    """Our own mistakes only: what the node sends is not a message of the link."""
    assert payload
    assert not is_of_the_link(payload)


def read_hello(payload: bytes) -> Hello:
    """The first frame; raises `wrong-version` and what a reader raises, or `TurnedAway` if it is a bye."""
    if len(payload) > HELLO_BYTES_MAX:
        raise Refused(Code.TOO_LARGE, _("The first message has {count} bytes.", count=len(payload)))
    match decode(payload):
        case ("link-hello", int(version), *_) if version != VERSION:  # its other fields may mean anything
            raise Refused(
                Code.WRONG_VERSION,
                _(
                    "The other program speaks version {version} of the protocol, ours version {ours}: whoever has the "
                    "older program must update it.",
                    version=version,
                    ours=VERSION,
                ),
            )
    match LINK.decode(payload):
        case Hello() as hello:
            return hello
        case Bye(word):
            raise TurnedAway(read_why(word))
    raise Refused(Code.MALFORMED, _("The first message is not a hello."))


def read_why(word: str) -> Why:
    """A peer's reason; a word that we do not know is read as a plain leaving."""
    return Why(word) if word in {*Why} else Why.LEAVING

"""What nodes say to each other beside the session: before a game, in the lobby; during and after it, small talk.

Unsigned: links are authenticated. Nothing here is part of a transcript or decides anything in a game.
"""

from __future__ import annotations

from typing import Annotated

from ..limits import (
    ADDRESS_BYTES_MAX,
    ADDRESSES_MAX,
    CHAT_BYTES_MAX,
    CLAIM_NUMBER_MAX,
    CLAIM_NUMBERS_MAX,
    NAME_BYTES_MAX,
    SEATS_MAX,
    SENTENCE_BYTES_MAX,
    SMALL_TALK_BYTES_MAX,
)
from ..session.message import Person, Terms
from ..wire.message import Digest, PublicKey, Vocabulary, Word, message, record
from ..wire.shape import AtMost, Between, Exactly, Named

NODE = Vocabulary("node")

Name = Annotated[str, AtMost(NAME_BYTES_MAX, least=1)]  # of a table
Sentence = Annotated[str, AtMost(SENTENCE_BYTES_MAX)]


@record
class Whereabouts:
    """Where somebody may be reached: a hint, TLS says who they are."""

    identity: PublicKey
    addresses: Annotated[tuple[Annotated[str, AtMost(ADDRESS_BYTES_MAX)], ...], AtMost(ADDRESSES_MAX)]


# --- the lobby ---------------------------------------------------------------------------------------------


@message(NODE, "visit")
class Visit:
    """A guest asks what is played here."""


@message(NODE, "lobby")
class Lobby:
    """The host tells, and again whenever it changes. `challenge` is answered by a knock where there is a password."""

    name: Name
    terms: Terms
    people: Annotated[tuple[Person, ...], AtMost(SEATS_MAX)]
    locked: bool
    challenge: Digest


@message(NODE, "knock")
class Knock:
    """A guest wants a seat. `answer` proves that it knows the password without saying it; zeros where there is none."""

    name: Annotated[str, Named(NAME_BYTES_MAX)]
    bot: bool
    operator: PublicKey
    answer: Digest


@message(NODE, "welcome")
class Welcome:
    """The guest has a seat."""


@message(NODE, "refused")
class Refusal:
    """The guest has none; the code says why, the sentence says it to a person."""

    code: Word
    sentence: Sentence


@message(NODE, "gather")
class Gather:
    """Everybody is there: this is the meeting. From here on the host has no part that others have not."""

    terms: Terms
    call: Digest
    people: Annotated[tuple[Person, ...], AtMost(SEATS_MAX)]
    whereabouts: Annotated[tuple[Whereabouts, ...], AtMost(SEATS_MAX)]


# --- at the table ------------------------------------------------------------------------------------------


MARK_BYTES = 8
Mark = Annotated[bytes, Exactly(MARK_BYTES)]  # drawn anew for each of these: by whatever ways it comes, it is one word


@message(NODE, "chat")
class Chat:
    """A line for everybody."""

    meeting: Digest
    mark: Mark
    text: Annotated[str, AtMost(CHAT_BYTES_MAX, least=1)]


@message(NODE, "claim")
class Claim:
    """Something that my player says about the game, in numbers of the game's own. True or not."""

    meeting: Digest
    mark: Mark
    data: Annotated[tuple[Annotated[int, Between(0, CLAIM_NUMBER_MAX)], ...], AtMost(CLAIM_NUMBERS_MAX)]


@message(NODE, "alive")
class Alive:
    """My player is here and thinks; or (`helm` is 1) a program decides in their place."""

    meeting: Digest
    mark: Mark
    helm: Annotated[int, Between(0, 1)] = 0


@message(NODE, "again")
class Again:
    """Whether my player wants to play again with the same people. The host says so when it opens the table again."""

    meeting: Digest
    mark: Mark
    wanted: bool


@message(NODE, "sees")
class Sees:
    """Whom of the company (bits, by place among the sorted keys) I have a link with: others pass on what I miss."""

    meeting: Digest
    mark: Mark
    linked: Annotated[int, Between(0, 2**SEATS_MAX - 1)]


@message(NODE, "relayed")
class Relayed:
    """A chat, claim, alive, again or sees of somebody with whom you have no link, by chair, as it came. Hearsay."""

    meeting: Digest
    chair: Annotated[int, Between(0, SEATS_MAX - 1)]
    said: Annotated[bytes, AtMost(SMALL_TALK_BYTES_MAX)]


@message(NODE, "done")
class KnowsTheEnd:
    """Who of the company (bits, as above) knows how it ended, seals and all, as I have heard: nobody waits for them."""

    meeting: Digest
    knowing: Annotated[int, Between(0, 2**SEATS_MAX - 1)]

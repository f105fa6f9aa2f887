"""Every message of the protocol: signed ones for sitting down and for play, unsigned ones between two linked peers.

Declared once, with what each field may hold; protocol/messages.md lists the same and a test compares them.
"""

from __future__ import annotations

from typing import Annotated

from ..limits import (
    DECK_CARDS_MAX,
    DICE_PER_ROLL_MAX,
    DISTINCT_CARDS_MAX,
    MOVE_NUMBERS_MAX,
    NAME_BYTES_MAX,
    OPTIONS_BYTES_MAX,
    PROOF_BYTES_MAX,
    SEATS_MAX,
    SEATS_MIN,
    VOTE_ATTEMPTS_MAX,
)
from ..rules.answer import INT_MAX
from ..wire.codec import Plain
from ..wire.message import Count, Digest, PublicKey, RawEnvelope, RawEvidence, Vocabulary, Word, message, record
from ..wire.shape import Anything, AtMost, Between, Exactly, Named

# --- sitting down: lane "sit", steps 0 to 3 -------------------------------------------------------------------

SIT = Vocabulary("sitting-down")


@record
class Terms:
    """What is played, and how: the same for everybody at the table."""

    game: Word
    version: Count
    seats: Annotated[int, Between(SEATS_MIN, SEATS_MAX)]
    options: Annotated[Plain, Anything(OPTIONS_BYTES_MAX)]  # [[name, value], ...] by name, every option of the game
    data: Digest  # hash of the game's tables and piles
    group: Word
    patience_s: Count  # how long a step may stay open before the others may vote somebody away
    decision_s: Count  # what one decision may take by the clock of the table; 0: nobody counts
    bank_s: Count  # what all decisions of a seat together may take beyond that


@record
class Person:
    """Who comes to a table. `operator` runs the bot; a person's is their own key."""

    identity: PublicKey
    name: Annotated[str, Named(NAME_BYTES_MAX)]
    bot: bool
    operator: PublicKey


People = Annotated[tuple[Person, ...], AtMost(SEATS_MAX, least=SEATS_MIN)]  # of a meeting: identities ascend


@message(SIT, "enter")
class Enter:
    """I come to this meeting: its name stands in the envelope, and holds who comes under which name, on which terms."""

    nonce: Digest


@message(SIT, "offer")
class Offer:
    """What my randomness and my hidden things are locked by, fixed before anything is drawn."""

    anchor: Digest
    root: Digest
    key: Annotated[bytes, Exactly(33)]
    proof: Annotated[bytes, AtMost(PROOF_BYTES_MAX)]


@message(SIT, "sign")
class Sign:
    """This is the table I sit at, and the only one of this lobby."""

    table: Digest


@message(SIT, "seat")
class Seat:
    """My first chain value: together they draw who sits where."""

    value: Digest


# --- play: lane "play", from step 4 on ------------------------------------------------------------------------

PLAY = Vocabulary("play")

Proof = Annotated[bytes, AtMost(PROOF_BYTES_MAX)]
CardBytes = Annotated[bytes, Exactly(66)]
DiceOpening = Annotated[bytes, AtMost(1024)]


@record
class Masked:
    """A hidden thing under a new mask or key, and the proof that it is the same thing."""

    card: CardBytes
    proof: Proof


MoveHandle = Annotated[int, Between(0, INT_MAX)]


@record
class Gift:
    """A hidden thing of the mover's own that goes to a seat, or to a pile (-1)."""

    handle: MoveHandle
    place: Annotated[int, Between(-1, SEATS_MAX - 1)]


@record
class Deed:
    """A move with what it shows and hands over."""

    data: Annotated[tuple[Annotated[int, Between(-INT_MAX, INT_MAX)], ...], AtMost(MOVE_NUMBERS_MAX)]
    opens: Annotated[tuple[MoveHandle, ...], AtMost(DECK_CARDS_MAX)]
    gives: Annotated[tuple[Gift, ...], AtMost(DECK_CARDS_MAX)]
    dice: Annotated[tuple[DiceOpening, ...], AtMost(DICE_PER_ROLL_MAX)]  # one for each roll opened, rolls ascending
    shares: Annotated[bytes, AtMost(33 * DECK_CARDS_MAX)]  # one for each hidden thing opened, in the order of opens
    proof: Proof  # for all shares; empty without any
    given: Annotated[tuple[Masked, ...], AtMost(DECK_CARDS_MAX)]  # one for each of gives


# Who decided: 0 whoever sat down, a person or the bot that the meeting calls one; 1 a program in their place.
Helm = Annotated[int, Between(0, 1)]


@message(PLAY, "move")
class Play:
    """My decision, in the open."""

    deed: Deed
    helm: Helm = 0


@message(PLAY, "commit")
class Commit:
    """The seal on my decision."""

    digest: Digest
    helm: Helm = 0


@message(PLAY, "reveal")
class Reveal:
    """The decision I sealed."""

    salt: Digest
    deed: Deed


@message(PLAY, "link")
class Link:
    """My next chain value, for a beacon."""

    value: Digest


@message(PLAY, "mix")
class Mixed:
    """The deck as it came to me, or my own hand, in an order of my own under new masks."""

    deck: Annotated[bytes, AtMost(66 * DECK_CARDS_MAX)]
    proof: Proof


@message(PLAY, "remask")
class Remask:
    """Things I am about to be shown, under new masks: what was published for the old ones opens nothing now."""

    cards: Annotated[tuple[Masked, ...], AtMost(DECK_CARDS_MAX, least=1)]


@message(PLAY, "show")
class Show:
    """My part in showing hidden things: locks taken off piles, reading copies out of my hand, dice opened."""

    shares: Annotated[bytes, AtMost(33 * DECK_CARDS_MAX)]
    proof: Proof  # for all shares; empty without any
    copies: Annotated[tuple[Masked, ...], AtMost(DECK_CARDS_MAX)]
    dice: Annotated[tuple[DiceOpening, ...], AtMost(DICE_PER_ROLL_MAX)]


@message(PLAY, "give")
class HandOver:
    """Things that leave my hand, each under the key of where it goes."""

    given: Annotated[tuple[Masked, ...], AtMost(DECK_CARDS_MAX, least=1)]


@message(PLAY, "seal")
class Seal:
    """I hold the whole game as it ended: its history and state are those of this envelope."""


@message(PLAY, "stay")
class Stay:
    """I go on without those whom this ballot removed. A copy of each card I hold, to find it in a pile made anew."""

    attempt: Annotated[int, Between(1, VOTE_ATTEMPTS_MAX)]
    missing: Annotated[int, Between(1, 2**SEATS_MAX - 1)]
    follows: Annotated[bytes, AtMost(32)]  # the id of the envelope that I follow, or nothing
    copies: Annotated[tuple[Masked, ...], AtMost(DISTINCT_CARDS_MAX)]


@message(PLAY, "tag")
class Tagged:
    """Every card of the new deck, then every copy, times a number of my own."""

    base: Annotated[bytes, Exactly(33)]
    cards: Annotated[bytes, AtMost(66 * DECK_CARDS_MAX)]
    proof: Proof


@message(PLAY, "unveil")
class Unveil:
    """My shares of the sums of all tags: they name the places of what is held, and no card."""

    shares: Annotated[bytes, AtMost(33 * DECK_CARDS_MAX)]
    proof: Proof


# --- beside the open step of play, in lanes of their own: in no history ----------------------------------------------

BESIDE = Vocabulary("beside")

Missing = Annotated[int, Between(1, 2**SEATS_MAX - 1)]
Attempt = Annotated[int, Between(1, VOTE_ATTEMPTS_MAX)]


@message(BESIDE, "nod")
class Nod:
    """Lane nod: I stand here, on this history and state."""


@message(BESIDE, "gone")
class Gone:
    """Lane gone-1: I go on without these seats (bits), and take part in no ballot below this one any more.

    `last`: the highest ballot that I have confirmed in this step, or 0.
    """

    attempt: Attempt
    missing: Missing
    last: Annotated[int, Between(0, VOTE_ATTEMPTS_MAX - 1)] = 0


@message(BESIDE, "confirm")
class Confirm:
    """Lane gone-2: all who stay say so too. I take nothing from the missing any more, as long as this ballot lives."""

    attempt: Attempt
    missing: Missing


@message(BESIDE, "withdraw")
class Withdraw:
    """Lane gone-2: one of them has spoken after all; here is what was said."""

    attempt: Attempt
    missing: Missing
    envelope: RawEnvelope


@message(BESIDE, "resign")
class Resign:
    """Lane resign: I leave the game for good."""


@message(BESIDE, "wish")
class Wish:
    """Lane wish: I would end the game here, without a result. It binds nobody."""


@message(BESIDE, "agree")
class Agree:
    """Lane accord: everybody wishes it, and I say nothing more in this step, unless somebody declines."""


@message(BESIDE, "decline")
class Decline:
    """Lane accord: I never agree to end the game in this step: I play on, or (0) have only gone on already."""

    refuses: Annotated[int, Between(0, 1)] = 1


# --- between two linked peers: not signed, never in a transcript ------------------------------------------------

TALK = Vocabulary("link")


@message(TALK, "say")
class Say:
    """An envelope, of the sender or passed on."""

    meeting: Digest
    envelope: RawEnvelope


@message(TALK, "have")
class Have:
    """Where I stand: the open step, the seats (bits) whose message of it I hold, the history before it.

    `said`: the history that what I hold would make, by which two notice that they hold different messages of one seat.
    `convicted`: whom (bits, by chair) I hold evidence against. `nods`: the seats (bits) whose nod of this step I hold.
    `epoch`: how often somebody was removed before.
    """

    meeting: Digest
    step: Count
    held: Annotated[int, Between(0, 2**SEATS_MAX - 1)]
    history: Digest
    said: Digest = bytes(32)
    convicted: Annotated[int, Between(0, 2**SEATS_MAX - 1)] = 0
    nods: Annotated[int, Between(0, 2**SEATS_MAX - 1)] = 0
    epoch: Count = 0


@message(TALK, "want")
class Want:
    """Send me what you have from this step of this epoch on; of the first step I hold these seats' messages."""

    meeting: Digest
    step: Count
    held: Annotated[int, Between(0, 2**SEATS_MAX - 1)]
    epoch: Count = 0


@message(TALK, "accuse")
class Accuse:
    """Evidence of an offence, for everybody to check."""

    meeting: Digest
    evidence: RawEvidence

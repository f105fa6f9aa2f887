"""Offences: what a seat of the story could have signed instead, one wrong thing in each, with the code it earns.

Each is an envelope that stands on the right history and state: only what it says is wrong. For the chapters on the
session and on evidence.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tortuga_p2p.crypto import zone
from tortuga_p2p.crypto.element import joined
from tortuga_p2p.errors import Code
from tortuga_p2p.rules.ask import Deal, Look, MixHands, Move, Open, Roll
from tortuga_p2p.session.accord import ACCORD, WISH
from tortuga_p2p.session.choosing import make_deed
from tortuga_p2p.session.leaving import first_lane, second_lane
from tortuga_p2p.session.message import (
    Agree,
    Confirm,
    Decline,
    Deed,
    Gone,
    Link,
    Masked,
    Mixed,
    Nod,
    Play,
    Resign,
    Reveal,
    Show,
    Sign,
    Wish,
    Withdraw,
)
from tortuga_p2p.session.mixing import to_mix
from tortuga_p2p.session.nodding import NOD
from tortuga_p2p.session.seat_secrets import context

from .case import labelled
from .story import GROUP, content_of, signed, story, words_of

if TYPE_CHECKING:
    from tortuga_p2p.session.replica import Session

POINT = GROUP.encode(GROUP.generator)  # a good point that is the answer to nothing


class VectorLie(NamedTuple):
    """An envelope of a step of the story that nobody honest would sign there."""

    comment: str
    code: Code
    step: int
    envelope: bytes


@cache
def lies() -> dict[str, VectorLie]:
    """Every lie by its name."""
    chosen = {**_sealing(), **_choosing(), **_revealing()}
    return {**_sitting(), **chosen, **_drawing(), **_mixing(), **_hiding(), **_leaving()}


def _told(step: int, seat: int) -> tuple[Session, Any]:
    """A seat when a step was open, and what it really said there."""
    return story().seated(step, seat), words_of(story().spoken(step, seat))


def _sitting() -> dict[str, VectorLie]:
    entering, _ = _told(0, 0)
    offering, offer = _told(1, 0)
    _, foreign = _told(1, 1)
    signing, _ = _told(2, 1)
    seating, _ = _told(3, 1)
    return {
        "enter-of-a-short-nonce": VectorLie(
            "A nonce of 31 bytes.",
            Code.MALFORMED,
            0,
            signed(entering, words_of(story().spoken(0, 0)), body=(bytes(31),)),
        ),
        "offer-of-another-key": VectorLie(
            "The key of another chair, with one's own proof.",
            Code.BAD_KEY_PROOF,
            1,
            signed(offering, replace(offer, key=foreign.key)),
        ),
        "offer-of-no-point": VectorLie(
            "A key that is no point.", Code.BAD_POINT, 1, signed(offering, replace(offer, key=b"\x02" + bytes(32)))
        ),
        "sign-of-another-table": VectorLie(
            "A chair signs a table that is not the one of this lobby.",
            Code.OTHER_TABLE,
            2,
            signed(signing, Sign(labelled("another table"))),
        ),
        "seat-value-of-no-chain": VectorLie(
            "The first chain value does not lead to the anchor.",
            Code.BAD_CHAIN_VALUE,
            3,
            signed(seating, replace(words_of(story().spoken(3, 1)), value=labelled("no link"))),
        ),
    }


def _sealing() -> dict[str, VectorLie]:
    told = story()
    commit, sealing = told.step_of("commit"), told.step_of("seal")
    committing, seal = told.seated(commit, 0), content_of(told.spoken(commit, 0)).body
    assert isinstance(seal, tuple)
    return {
        "seal-with-words": VectorLie(
            "A seal on the whole game holds no field.",
            Code.MALFORMED,
            sealing,
            signed(told.seated(sealing, 0), words_of(told.spoken(sealing, 0)), body=(0,)),
        ),
        "commit-at-a-third-helm": VectorLie(
            "A seal by whom nobody knows.",
            Code.MALFORMED,
            commit,
            signed(committing, words_of(told.spoken(commit, 0)), body=(seal[0], 2)),
        ),
    }


def _choosing() -> dict[str, VectorLie]:
    told = story()
    commit, turn = told.step_of("commit"), told.step_of("move")
    mover, moved = _told(turn, 1)
    deed: Deed = moved.deed
    body: Any = content_of(told.spoken(turn, 1)).body
    waiting = told.seated(turn, 0)
    committing = told.seated(commit, 0)

    def of_mover(comment: str, code: Code, **changes: Any) -> VectorLie:
        return VectorLie(comment, code, turn, signed(mover, Play(replace(deed, **changes))))

    return {
        "move-out-of-turn": VectorLie(
            "Seat 0 moves where seat 1 is asked.", Code.OUT_OF_TURN, turn, signed(waiting, Play(deed))
        ),
        "move-where-a-seal-is-due": VectorLie(
            "A move in the open where everybody seals.", Code.WRONG_KIND, commit, signed(committing, Play(deed))
        ),
        "move-in-another-lane": VectorLie(
            "The right words in a lane that does not exist.",
            Code.WRONG_KIND,
            turn,
            signed(mover, Play(deed), lane="aside"),
        ),
        "move-without-a-deed": VectorLie(
            "A move of no fields.", Code.MALFORMED, turn, signed(mover, Play(deed), body=())
        ),
        "move-naming-a-thing-twice": of_mover("One card is opened twice.", Code.MALFORMED, opens=deed.opens * 2),
        "move-with-a-number-no-move-has": VectorLie(
            "-2^31 is in no move.",
            Code.MALFORMED,
            turn,
            signed(mover, Play(deed), body=(((-(2**31),), *body[0][1:]), 0)),
        ),
        "move-at-a-third-helm": VectorLie(
            "Neither whoever sat down nor a program in their place.",
            Code.MALFORMED,
            turn,
            signed(mover, Play(deed), body=(body[0], 2)),
        ),
        "move-opening-the-pile": of_mover("Flag 20 lies in the pile.", Code.NOT_YOURS, opens=(20,)),
        "move-opening-nothing-there": of_mover("There is no thing 99.", Code.NOT_YOURS, opens=(99,)),
        "move-giving-to-nobody": of_mover(
            "A card is given to seat 5 of two.", Code.NOT_YOURS, gives=(replace(deed.gives[0], place=5),)
        ),
        "move-giving-to-oneself": of_mover(
            "A card is given to its owner.", Code.NOT_YOURS, gives=(replace(deed.gives[0], place=1),)
        ),
        "move-without-its-card": of_mover("What is given is not there.", Code.WRONG_COUNT, given=()),
        "move-with-a-share-too-many": of_mover("Two shares for one card.", Code.WRONG_COUNT, shares=deed.shares * 2),
        "move-with-another-share": of_mover("The share is some other point.", Code.BAD_SHARE, shares=POINT),
        "move-with-another-card": of_mover(
            "What is given is some other card.", Code.BAD_HAND_OVER, given=(replace(deed.given[0], card=POINT * 2),)
        ),
        "move-against-the-rules": VectorLie(
            "Both cards are opened and proved; the rules want one given.",
            Code.ILLEGAL_MOVE,
            turn,
            signed(mover, Play(_deed(mover, Move((), (10, 12))))),
        ),
    }


def _revealing() -> dict[str, VectorLie]:
    reveal = story().step_of("reveal")
    revealing, revealed = _told(reveal, 0)
    return {
        "reveal-of-another-choice": VectorLie(
            "Die 1 was sealed, die 0 is opened.",
            Code.REVEAL_MISMATCH,
            reveal,
            signed(revealing, Reveal(revealed.salt, _deed(revealing, Move((0,), (0,))))),
        ),
        "reveal-with-another-salt": VectorLie(
            "The choice that was sealed, with another salt.",
            Code.REVEAL_MISMATCH,
            reveal,
            signed(revealing, replace(revealed, salt=labelled("another salt"))),
        ),
        "reveal-of-no-such-die": VectorLie(
            "One bit of the opened secret is changed.",
            Code.BAD_OPENING,
            reveal,
            signed(revealing, replace(revealed, deed=replace(revealed.deed, dice=(_flipped(revealed.deed.dice[0]),)))),
        ),
        "reveal-without-its-die": VectorLie(
            "A die is named and not opened.",
            Code.WRONG_COUNT,
            reveal,
            signed(revealing, replace(revealed, deed=replace(revealed.deed, dice=()))),
        ),
        "reveal-with-a-share-of-nothing": VectorLie(
            "A good point beside a choice that opens no card: bytes that say nothing are not carried along.",
            Code.WRONG_COUNT,
            reveal,
            signed(revealing, replace(revealed, deed=replace(revealed.deed, shares=POINT))),
        ),
        "reveal-with-a-proof-of-nothing": VectorLie(
            "A proof without anything that it proves.",
            Code.WRONG_COUNT,
            reveal,
            signed(revealing, replace(revealed, deed=replace(revealed.deed, proof=bytes(64)))),
        ),
    }


def _deed(session: Session, move: Move) -> Deed:
    """A deed with everything proved, whatever the rules say about the move."""
    assert session.own is not None
    assert session.table is not None
    return make_deed(session.table, session.own, session.own_seat, move)


def _flipped(opening: bytes) -> bytes:
    return opening[:32] + bytes([opening[32] ^ 1]) + opening[33:]


def _drawing() -> dict[str, VectorLie]:
    told = story()
    first, second = told.step_of("link"), told.step_of("link", Roll)
    seat, _ = _told(second, 0)
    return {
        "link-of-no-chain": VectorLie(
            "Any 32 bytes.", Code.BAD_CHAIN_VALUE, second, signed(seat, Link(labelled("no link")))
        ),
        "link-repeated": VectorLie(
            "The value of the last beacon again.",
            Code.BAD_CHAIN_VALUE,
            second,
            signed(seat, words_of(told.spoken(first, 0))),
        ),
    }


def _mixing() -> dict[str, VectorLie]:
    mix = story().step_of("mix")
    mixer, mixed = _told(mix, 0)
    swapped = mixed.deck[66:132] + mixed.deck[:66] + mixed.deck[132:]
    return {
        "mix-with-cards-swapped": VectorLie(
            "Two cards change places after the proof.",
            Code.BAD_SHUFFLE,
            mix,
            signed(mixer, Mixed(swapped, mixed.proof)),
        ),
        "mix-with-a-card-less": VectorLie(
            "Three cards of four.", Code.WRONG_COUNT, mix, signed(mixer, Mixed(mixed.deck[66:], mixed.proof))
        ),
        "mix-with-no-point": VectorLie(
            "The first card is no pair of points.",
            Code.BAD_POINT,
            mix,
            signed(mixer, Mixed(bytes(66) + mixed.deck[66:], mixed.proof)),
        ),
        "mix-with-a-large-scalar": VectorLie(
            "The last scalar of the proof is not below the order.",
            Code.BAD_SCALAR,
            mix,
            signed(mixer, Mixed(mixed.deck, mixed.proof[:-32] + b"\xff" * 32)),
        ),
        **_mixing_hands(),
    }


def _mixing_hands() -> dict[str, VectorLie]:
    told = story()
    both = told.step_of("mix", MixHands)
    one = next(step for step in range(both + 1, len(told.said)) if told.open[step].position.kind == "mix")
    mixer, mixed = _told(both, 0)
    _, other = _told(both, 1)
    return {
        "mix-of-another-hand": VectorLie(
            "What the other seat says of its own hand.", Code.BAD_SHUFFLE, both, signed(mixer, other)
        ),
        "mix-of-a-hand-under-the-joint-key": VectorLie(
            "The own hand in a new order, masked as if it lay in the pile.",
            Code.BAD_SHUFFLE,
            both,
            signed(mixer, _masked_for_all(mixer)),
        ),
        "mix-of-a-hand-with-a-card-less": VectorLie(
            "One card of two.", Code.WRONG_COUNT, both, signed(mixer, Mixed(mixed.deck[66:], mixed.proof))
        ),
        "mix-of-a-hand-unasked": VectorLie(
            "Seat 1 mixes too where seat 0 alone is to mix.",
            Code.OUT_OF_TURN,
            one,
            signed(told.seated(one, 1), words_of(told.spoken(one, 0))),
        ),
    }


def _masked_for_all(session: Session) -> Mixed:
    table = session.table
    assert table is not None
    slot = table.slot(session.own_seat)
    _, hand = to_mix(table, session.own_seat)
    where, entropy = context(slot, "mix"), labelled("for all")
    deck, proof = zone.mix(GROUP, table.joint_key, hand, context=where, entropy=entropy)
    return Mixed(joined(deck), proof)


def _hiding() -> dict[str, VectorLie]:
    told = story()
    remask, give = told.step_of("remask"), told.step_of("give")
    deal, look, opening = told.step_of("show", Deal), told.step_of("show", Look), told.step_of("show", Open)
    copying = next(step for step in range(look + 1, opening) if _copies(step))
    masker, masked = _told(remask, 1)
    giver, given = _told(give, 0)
    looked, shown = _told(look, 1)
    copier, copied = _told(copying, 1)
    opener, opened = _told(opening, 0)
    dealer, dealt = _told(deal, 0)
    return {
        "remask-of-another-card": VectorLie(
            "Some other card in place of the one that lay there.",
            Code.BAD_REMASK,
            remask,
            signed(masker, replace(masked, cards=(replace(masked.cards[0], card=POINT * 2),))),
        ),
        "remask-of-one-more": VectorLie(
            "Two cards for one.", Code.WRONG_COUNT, remask, signed(masker, replace(masked, cards=masked.cards * 2))
        ),
        "give-of-another-card": VectorLie(
            "Some other card in place of the one held.",
            Code.BAD_HAND_OVER,
            give,
            signed(giver, replace(given, given=(Masked(POINT * 2, given.given[0].proof),))),
        ),
        "show-without-shares": VectorLie(
            "Nothing is shown.", Code.WRONG_COUNT, look, signed(looked, Show(b"", b"", (), ()))
        ),
        "show-of-another-share": VectorLie(
            "The share is some other point.", Code.BAD_SHARE, look, signed(looked, replace(shown, shares=POINT))
        ),
        "show-of-another-copy": VectorLie(
            "The copy is one of some other card.",
            Code.BAD_READING_COPY,
            copying,
            signed(copier, replace(copied, copies=(replace(copied.copies[0], card=POINT * 2),))),
        ),
        "show-with-a-share-of-nothing": VectorLie(
            "A copy is due, and a share comes with it.",
            Code.WRONG_COUNT,
            copying,
            signed(copier, replace(copied, shares=POINT)),
        ),
        "show-of-shares-for-another-step": VectorLie(
            "Shares of an earlier step.",
            Code.WRONG_COUNT,
            deal,
            signed(dealer, replace(dealt, shares=dealt.shares[33:])),
        ),
        "show-of-another-die": VectorLie(
            "The opening of the die that was sealed before.",
            Code.BAD_OPENING,
            opening,
            signed(opener, replace(opened, dice=words_of(told.spoken(told.step_of("reveal"), 0)).deed.dice)),
        ),
    }


def _copies(step: int) -> bool:
    said = words_of(story().said[step][0])
    return isinstance(said, Show) and bool(said.copies)


def _leaving() -> dict[str, VectorLie]:
    told = story()
    turn = told.step_of("move")
    waiting, asked = told.seated(turn, 0), told.seated(turn, 1)
    late = told.spoken(turn, 1)
    one, two = first_lane(1), second_lane(1)
    return {
        "gone-of-oneself": VectorLie(
            "A seat calls itself missing.", Code.OUT_OF_TURN, turn, signed(asked, Gone(1, 0b10), lane=one)
        ),
        "gone-in-another-lane": VectorLie(
            "Attempt 1 in the lane of attempt 2.",
            Code.WRONG_KIND,
            turn,
            signed(waiting, Gone(1, 0b10), lane=first_lane(2)),
        ),
        "confirm-in-the-first-lane": VectorLie(
            "The second word in the place of the first.",
            Code.WRONG_KIND,
            turn,
            signed(waiting, Confirm(1, 0b10), lane=one),
        ),
        "resign-in-a-lane-of-votes": VectorLie(
            "A resignation has a lane of its own.", Code.WRONG_KIND, turn, signed(waiting, Resign(), lane=one)
        ),
        "wish-in-the-lane-of-accords": VectorLie(
            "A wish in the place of an agreement.", Code.WRONG_KIND, turn, signed(waiting, Wish(), lane=ACCORD)
        ),
        "agree-in-the-lane-of-wishes": VectorLie(
            "An agreement in the place of a wish.", Code.WRONG_KIND, turn, signed(waiting, Agree(), lane=WISH)
        ),
        "agree-with-words": VectorLie(
            "An agreement has no fields.", Code.MALFORMED, turn, signed(waiting, Agree(), lane=ACCORD, body=(1,))
        ),
        "decline-in-a-third-way": VectorLie(
            "Either it refuses or it does not.",
            Code.MALFORMED,
            turn,
            signed(waiting, Decline(), lane=ACCORD, body=(2,)),
        ),
        "nod-with-words": VectorLie(
            "A nod has no fields.", Code.MALFORMED, turn, signed(waiting, Nod(), lane=NOD, body=(1,))
        ),
        "nod-in-a-lane-of-votes": VectorLie(
            "A nod has a lane of its own.", Code.WRONG_KIND, turn, signed(waiting, Nod(), lane=one)
        ),
        "withdraw-with-a-nod-of-two": VectorLie(
            "At a table of two nobody waits for a nod.",
            Code.WRONG_KIND,
            turn,
            signed(waiting, Withdraw(1, 0b10, signed(told.seated(turn, 1), Nod(), lane=NOD)), lane=two),
        ),
        "withdraw-with-another-message": VectorLie(
            "The message was said in another step.",
            Code.WRONG_KIND,
            turn,
            signed(waiting, Withdraw(1, 0b10, told.spoken(turn - 1, 1)), lane=two),
        ),
        "withdraw-with-a-forged-message": VectorLie(
            "The last byte of the late message is changed.",
            Code.BAD_SIGNATURE,
            turn,
            signed(waiting, Withdraw(1, 0b10, late[:-1] + bytes([late[-1] ^ 1])), lane=two),
        ),
    }

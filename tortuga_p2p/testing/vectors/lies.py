"""Offences: what a seat of the story could have signed instead, one wrong thing in each, with the code it earns.

Each is an envelope that stands on the right history and state: only what it says is wrong. For the chapters on the
session and on evidence.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import Code
from ...rules.ask import Deal, Look, Move, Open
from ...session.choosing import make_deed
from ...session.leaving import first_lane, second_lane
from ...session.message import Confirm, Deed, Gone, Link, Masked, Mixed, Play, Resign, Reveal, Show, Sign, Withdraw
from .case import labelled
from .story import GROUP, content_of, signed, story, words_of

if TYPE_CHECKING:
    from ...session.replica import Session

POINT = GROUP.encode(GROUP.generator)  # a good point that is the answer to nothing


class Lie(NamedTuple):
    """An envelope of a step of the story that nobody honest would sign there."""

    comment: str
    code: Code
    step: int
    envelope: bytes


@cache
def lies() -> dict[str, Lie]:
    """Every lie by its name."""
    chosen = {**_choosing(), **_revealing()}
    return {**_sitting(), **chosen, **_drawing(), **_mixing(), **_hiding(), **_leaving()}


def _told(step: int, seat: int) -> tuple[Session, Any]:
    """A seat when a step was open, and what it really said there."""
    return story().seated(step, seat), words_of(story().spoken(step, seat))


def _sitting() -> dict[str, Lie]:
    entering, enter = _told(0, 0)
    other_terms = replace(enter, terms=replace(enter.terms, patience_s=7))
    offering, offer = _told(1, 0)
    _, foreign = _told(1, 1)
    signing, _ = _told(2, 1)
    seating, _ = _told(3, 1)
    return {
        "enter-on-other-terms": Lie(
            "A chair enters a meeting whose terms are not those it names.",
            Code.OTHER_RULES,
            0,
            signed(entering, other_terms),
        ),
        "offer-of-another-key": Lie(
            "The key of another chair, with one's own proof.",
            Code.BAD_KEY_PROOF,
            1,
            signed(offering, replace(offer, key=foreign.key)),
        ),
        "offer-of-no-point": Lie(
            "A key that is no point.", Code.BAD_POINT, 1, signed(offering, replace(offer, key=b"\x02" + bytes(32)))
        ),
        "sign-of-another-table": Lie(
            "A chair signs a table that is not the one of this lobby.",
            Code.OTHER_TABLE,
            2,
            signed(signing, Sign(labelled("another table"))),
        ),
        "seat-value-of-no-chain": Lie(
            "The first chain value does not lead to the anchor.",
            Code.BAD_CHAIN_VALUE,
            3,
            signed(seating, replace(words_of(story().spoken(3, 1)), value=labelled("no link"))),
        ),
    }


def _choosing() -> dict[str, Lie]:
    told = story()
    commit, turn = told.step_of("commit"), told.step_of("move")
    mover, moved = _told(turn, 1)
    deed: Deed = moved.deed
    body: Any = content_of(told.spoken(turn, 1)).body
    waiting = told.seated(turn, 0)
    committing = told.seated(commit, 0)

    def of_mover(comment: str, code: Code, **changes: Any) -> Lie:
        return Lie(comment, code, turn, signed(mover, Play(replace(deed, **changes))))

    return {
        "move-out-of-turn": Lie(
            "Seat 0 moves where seat 1 is asked.", Code.OUT_OF_TURN, turn, signed(waiting, Play(deed))
        ),
        "move-where-a-seal-is-due": Lie(
            "A move in the open where everybody seals.", Code.WRONG_KIND, commit, signed(committing, Play(deed))
        ),
        "move-in-another-lane": Lie(
            "The right words in a lane that does not exist.",
            Code.WRONG_KIND,
            turn,
            signed(mover, Play(deed), lane="aside"),
        ),
        "move-without-a-deed": Lie("A move of no fields.", Code.MALFORMED, turn, signed(mover, Play(deed), body=())),
        "move-naming-a-thing-twice": of_mover("One card is opened twice.", Code.MALFORMED, opens=deed.opens * 2),
        "move-with-a-number-no-move-has": Lie(
            "-2^31 is in no move.", Code.MALFORMED, turn, signed(mover, Play(deed), body=(((-(2**31),), *body[0][1:]),))
        ),
        "move-opening-the-pile": of_mover("Card 13 lies in the pile.", Code.NOT_YOURS, opens=(13,)),
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
        "move-against-the-rules": Lie(
            "Both cards are opened and proved; the rules want one given.",
            Code.ILLEGAL_MOVE,
            turn,
            signed(mover, Play(_deed(mover, Move((), (10, 12))))),
        ),
    }


def _revealing() -> dict[str, Lie]:
    reveal = story().step_of("reveal")
    revealing, revealed = _told(reveal, 0)
    return {
        "reveal-of-another-choice": Lie(
            "Die 1 was sealed, die 0 is opened.",
            Code.REVEAL_MISMATCH,
            reveal,
            signed(revealing, Reveal(revealed.salt, _deed(revealing, Move((0,), (0,))))),
        ),
        "reveal-with-another-salt": Lie(
            "The choice that was sealed, with another salt.",
            Code.REVEAL_MISMATCH,
            reveal,
            signed(revealing, replace(revealed, salt=labelled("another salt"))),
        ),
        "reveal-of-no-such-die": Lie(
            "One bit of the opened secret is changed.",
            Code.BAD_OPENING,
            reveal,
            signed(revealing, replace(revealed, deed=replace(revealed.deed, dice=(_flipped(revealed.deed.dice[0]),)))),
        ),
        "reveal-without-its-die": Lie(
            "A die is named and not opened.",
            Code.WRONG_COUNT,
            reveal,
            signed(revealing, replace(revealed, deed=replace(revealed.deed, dice=()))),
        ),
    }


def _deed(session: Session, move: Move) -> Deed:
    """A deed with everything proved, whatever the rules say about the move."""
    assert session.own is not None
    assert session.table is not None
    return make_deed(session.table, session.own, session.number, move)


def _flipped(opening: bytes) -> bytes:
    return opening[:32] + bytes([opening[32] ^ 1]) + opening[33:]


def _drawing() -> dict[str, Lie]:
    told = story()
    first, second = told.step_of("link"), told.step_of("link") + 9
    seat, _ = _told(second, 0)
    return {
        "link-of-no-chain": Lie("Any 32 bytes.", Code.BAD_CHAIN_VALUE, second, signed(seat, Link(labelled("no link")))),
        "link-repeated": Lie(
            "The value of the last beacon again.",
            Code.BAD_CHAIN_VALUE,
            second,
            signed(seat, words_of(told.spoken(first, 0))),
        ),
    }


def _mixing() -> dict[str, Lie]:
    mix = story().step_of("mix")
    mixer, mixed = _told(mix, 0)
    swapped = mixed.deck[66:132] + mixed.deck[:66] + mixed.deck[132:]
    return {
        "mix-with-cards-swapped": Lie(
            "Two cards change places after the proof.",
            Code.BAD_SHUFFLE,
            mix,
            signed(mixer, Mixed(swapped, mixed.proof)),
        ),
        "mix-with-a-card-less": Lie(
            "Three cards of four.", Code.WRONG_COUNT, mix, signed(mixer, Mixed(mixed.deck[66:], mixed.proof))
        ),
        "mix-with-no-point": Lie(
            "The first card is no pair of points.",
            Code.BAD_POINT,
            mix,
            signed(mixer, Mixed(bytes(66) + mixed.deck[66:], mixed.proof)),
        ),
        "mix-with-a-large-scalar": Lie(
            "The last scalar of the proof is not below the order.",
            Code.BAD_SCALAR,
            mix,
            signed(mixer, Mixed(mixed.deck, mixed.proof[:-32] + b"\xff" * 32)),
        ),
    }


def _hiding() -> dict[str, Lie]:
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
        "remask-of-another-card": Lie(
            "Some other card in place of the one that lay there.",
            Code.BAD_REMASK,
            remask,
            signed(masker, replace(masked, cards=(replace(masked.cards[0], card=POINT * 2),))),
        ),
        "remask-of-one-more": Lie(
            "Two cards for one.", Code.WRONG_COUNT, remask, signed(masker, replace(masked, cards=masked.cards * 2))
        ),
        "give-of-another-card": Lie(
            "Some other card in place of the one held.",
            Code.BAD_HAND_OVER,
            give,
            signed(giver, replace(given, given=(Masked(POINT * 2, given.given[0].proof),))),
        ),
        "show-without-shares": Lie("Nothing is shown.", Code.WRONG_COUNT, look, signed(looked, Show(b"", b"", (), ()))),
        "show-of-another-share": Lie(
            "The share is some other point.", Code.BAD_SHARE, look, signed(looked, replace(shown, shares=POINT))
        ),
        "show-of-another-copy": Lie(
            "The copy is one of some other card.",
            Code.BAD_READING_COPY,
            copying,
            signed(copier, replace(copied, copies=(replace(copied.copies[0], card=POINT * 2),))),
        ),
        "show-of-shares-for-another-step": Lie(
            "Shares of an earlier step.",
            Code.WRONG_COUNT,
            deal,
            signed(dealer, replace(dealt, shares=dealt.shares[33:])),
        ),
        "show-of-another-die": Lie(
            "The opening of the die that was sealed before.",
            Code.BAD_OPENING,
            opening,
            signed(opener, replace(opened, dice=words_of(told.spoken(told.step_of("reveal"), 0)).deed.dice)),
        ),
    }


def _copies(step: int) -> bool:
    said = words_of(story().said[step][0])
    return isinstance(said, Show) and bool(said.copies)


def _leaving() -> dict[str, Lie]:
    told = story()
    turn = told.step_of("move")
    waiting, asked = told.seated(turn, 0), told.seated(turn, 1)
    late = told.spoken(turn, 1)
    one, two = first_lane(1), second_lane(1)
    return {
        "gone-of-oneself": Lie(
            "A seat calls itself missing.", Code.OUT_OF_TURN, turn, signed(asked, Gone(1, 0b10), lane=one)
        ),
        "gone-in-another-lane": Lie(
            "Attempt 1 in the lane of attempt 2.",
            Code.WRONG_KIND,
            turn,
            signed(waiting, Gone(1, 0b10), lane=first_lane(2)),
        ),
        "confirm-in-the-first-lane": Lie(
            "The second word in the place of the first.",
            Code.WRONG_KIND,
            turn,
            signed(waiting, Confirm(1, 0b10), lane=one),
        ),
        "resign-in-a-lane-of-votes": Lie(
            "A resignation has a lane of its own.", Code.WRONG_KIND, turn, signed(waiting, Resign(), lane=one)
        ),
        "withdraw-with-another-message": Lie(
            "The message was said in another step.",
            Code.WRONG_KIND,
            turn,
            signed(waiting, Withdraw(1, 0b10, told.spoken(turn - 1, 1)), lane=two),
        ),
        "withdraw-with-a-forged-message": Lie(
            "The last byte of the late message is changed.",
            Code.BAD_SIGNATURE,
            turn,
            signed(waiting, Withdraw(1, 0b10, late[:-1] + bytes([late[-1] ^ 1])), lane=two),
        ),
    }

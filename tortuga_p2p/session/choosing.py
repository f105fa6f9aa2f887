"""Decisions: one seat in the open, or several sealed: everyone commits, then everyone reveals.

A deed opens dice and cards and hands things over in the same message, and is checked as one. Pure; see
protocol/session.md, "Choosing".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..crypto.commitment import check_opening, seal
from ..errors import Code, IllegalMove, Refused
from ..rules.answer import AllMoved, Moved
from ..rules.ask import Move, Together, Turn, deciders
from ..text import _
from ..wire.codec import encode, encode_known
from . import showing
from .giving import check_given, give, hand_over
from .ledger import Die, Hidden, owned
from .message import Commit, Deed, Gift, Play, Reveal
from .table import Stage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..crypto.element import Card
    from ..rules.ask import Seat
    from ..rules.game import Known
    from .seat_secrets import SeatSecrets
    from .table import Closed, Table


class CheckedDeed(NamedTuple):
    """A deed that is legal and proved: the move with its faces, the cards behind them, and things in new hands."""

    moved: Moved
    numbers: tuple[tuple[str, int], ...]  # pile and card of every card opened
    given: tuple[Card, ...]


# --- speaking ------------------------------------------------------------------------------------------------------


def speak_move(table: Table, own: SeatSecrets, seat: Seat, move: Move, helm: int = 0) -> Play:
    return Play(make_deed(table, own, seat, move), helm)


def speak_commit(table: Table, own: SeatSecrets, seat: Seat, move: Move, helm: int = 0) -> Commit:
    return Commit(seal(own.secret, table.slot(seat).encoded(), encode(move)).digest, helm)


def speak_reveal(table: Table, own: SeatSecrets, seat: Seat, move: Move, helm: int = 0) -> Reveal:
    sealed = seal(own.secret, table.sealed_in(seat).encoded(), encode(move))
    return Reveal(sealed.salt, make_deed(table, own, seat, move))


def make_deed(table: Table, own: SeatSecrets, seat: Seat, move: Move) -> Deed:
    """Our move with everything it shows and hands over."""
    things = [table.things[handle] for handle in move.opens]
    dice = [thing for thing in things if isinstance(thing, Die)]
    cards = [thing for thing in things if isinstance(thing, Hidden)]
    slot = table.slot(seat)
    shares, proof = showing.make_shares(table, own, slot, [thing.card for thing in cards])
    return Deed(
        move.data,
        move.opens,
        tuple(Gift(handle, place) for handle, place in move.gives),
        showing.open_dice(own, dice),
        shares,
        proof,
        hand_over(table, own, slot, move.gives),
    )


def check_own(table: Table, seat: Seat, move: Move, known: Known) -> None:
    """Raises `IllegalMove` before anything is sent: our own player's mistake."""
    for handle in (*move.opens, *(handle for handle, _last in move.gives)):
        if handle not in known or handle not in table.things:
            raise IllegalMove(_("that move shows or gives something you do not hold"))
    moved = Moved(move, tuple(known[handle] for handle in move.opens))
    table.agreement.game.check_move(table.state, seat, moved)


def find_sealed(table: Table, own: SeatSecrets, seat: Seat, digest: bytes, moves: Iterable[Move]) -> Move | None:
    """The one of these moves that we sealed so in the open step: salts follow from our secret, so we can try."""
    slot = table.slot(seat).encoded()
    return next((move for move in moves if seal(own.secret, slot, encode(move)).digest == digest), None)


# --- checking ------------------------------------------------------------------------------------------------------


def check_move(table: Table, seat: Seat, said: Play, *, is_proved: bool = False) -> CheckedDeed:
    return _check_deed(table, seat, said.deed, _move_of(said.deed), is_proved=is_proved)


def check_commit(table: Table, seat: Seat, said: Commit) -> bytes:
    return said.digest


def check_reveal(table: Table, seat: Seat, said: Reveal, *, is_proved: bool = False) -> CheckedDeed:
    digest = table.stage.seals[deciders(table.ask).index(seat)]
    move = _move_of(said.deed)
    check_opening(digest, table.sealed_in(seat).encoded(), encode_known(move), said.salt)
    return _check_deed(table, seat, said.deed, move, is_proved=is_proved)


def _check_deed(table: Table, seat: Seat, deed: Deed, move: Move, *, is_proved: bool) -> CheckedDeed:
    """Raises the refusal of the first thing wrong with it: shape, ownership, proofs, then the rules."""
    touched = (*move.opens, *[handle for handle, _ in move.gives])
    if len(set(touched)) != len(touched):
        raise Refused(Code.MALFORMED, _("A move names one thing twice."))
    slot = table.slot(seat)
    things = {handle: owned(table.things, handle, seat) for handle in move.opens}
    dice = [thing for thing in things.values() if isinstance(thing, Die)]
    cards = [thing for thing in things.values() if isinstance(thing, Hidden)]
    faces = showing.check_dice(table, seat, dice, deed.dice)
    masked = [thing.card for thing in cards]
    shares = showing.check_shares(table, seat, slot, masked, deed.shares, deed.proof, is_proved=is_proved)
    numbers = []
    for thing, share in zip(cards, shares, strict=True):
        number, face = showing.lay_bare(table, thing, (share,))
        numbers.append((thing.pile, number))
        faces[thing] = face
    given = check_given(table, seat, slot, move.gives, deed.given, is_proved=is_proved)
    moved = Moved(move, tuple([faces[thing] for thing in things.values()]))
    try:
        table.agreement.game.check_move(table.state, seat, moved)
    except IllegalMove as illegal:
        raise Refused(Code.ILLEGAL_MOVE, _("An illegal move: {illegal}.", illegal=illegal)) from None
    return CheckedDeed(moved, tuple(numbers), given)


def _move_of(deed: Deed) -> Move:
    return Move(deed.data, deed.opens, tuple([(gift.handle, gift.place) for gift in deed.gives]))


# --- closing -------------------------------------------------------------------------------------------------------


def close_commit(table: Table, checked: Mapping[Seat, bytes]) -> Closed:
    seals = tuple([checked[seat] for seat in deciders(table.ask)])
    return table.change(stage=Stage("reveal", seals=seals, sealed_at=(table.epoch, table.step))), None


def close_deeds(table: Table, checked: Mapping[Seat, CheckedDeed]) -> Closed:
    """Everybody's deed lies open: things move, then the rules are told."""
    ask = table.ask
    assert isinstance(ask, Turn | Together)
    for seat in sorted(checked):
        deed = checked[seat]
        table = showing.uncover(table, deed.moved.move.opens, deed.numbers)
        table = give(table, deed.moved.move.gives, deed.given)
    if isinstance(ask, Turn):
        return table, checked[ask.seat].moved
    return table, AllMoved(tuple(checked[seat].moved for seat in ask.seats))

"""Cheats about decisions: in the open, under seal, and with dice behind the screen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...crypto.commitment import seal
from ...errors import BadInput, Code, IllegalMove
from ...rules.answer import Moved
from ...rules.ask import Look, Move, Together, Turn
from ...session.choosing import make_deed
from ...session.ledger import Die, Hidden, place_of
from ...session.message import Commit, Play, Reveal
from ...wire.codec import encode
from ..company import Mail, some_bytes
from ..forging import content_of, said_in
from .cheat import Both, Cheat, Fate, Lie, cheat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...rules.ask import Handle
    from ...rules.game import Known
    from ...session.message import Deed
    from .cheat import Plan

DICE_PIECE = 32


def flipped(raw: bytes, place: int = 0) -> bytes:
    """The bytes with one bit changed."""
    return raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]


# --- in the open -----------------------------------------------------------------------------------------------------


@cheat(Fate.REFUSED, Code.ILLEGAL_MOVE)
class IllegalMoveInTheOpen(Lie):
    """Decides on something that the rules do not allow."""

    of = "move"

    def lie(self, raw: bytes, said: Play) -> bytes:
        return self.changed(raw, Play(replace(said.deed, data=(77, *said.deed.data))))


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, seats_min=3)
class MoveTwice(Both):
    """Tells one of the others another move, and a legal one."""

    of = "move"
    at_once = True

    def lie(self, raw: bytes, said: Play) -> bytes | None:
        other = another_choice(self, said.deed)
        return None if other is None else self.changed(raw, Play(other))


@cheat(Fate.REFUSED, Code.NOT_YOURS)
class PlayAThingNotHeld(Lie):
    """Opens a thing that lies elsewhere."""

    of = ""

    def lie(self, raw: bytes, said: Any) -> bytes | None:
        deed: Deed | None = getattr(said, "deed", None)
        things = self.table.things
        foreign = [handle for handle in sorted(things) if place_of(things[handle]) != self.session.own_seat]
        if deed is None or content_of(raw).kind != "move" or not foreign:
            return None
        return self.changed(raw, Play(replace(deed, opens=(foreign[0],))))


@cheat(Fate.REFUSED, Code.MALFORMED)
class NameAThingTwice(Lie):
    """Opens one thing twice in one move."""

    of = "move"
    at_once = True

    def lie(self, raw: bytes, said: Play) -> bytes | None:
        deed = said.deed
        return self.changed(raw, Play(replace(deed, opens=deed.opens * 2))) if deed.opens else None


@cheat(Fate.REFUSED, Code.BAD_SHARE)
class OpenAnotherCard(Lie):
    """Plays a card from its hand and shows a share that makes it look like another."""

    of = "move"
    at_once = True

    def lie(self, raw: bytes, said: Play) -> bytes | None:
        if not said.deed.shares:
            return None
        group = self.company.group
        share = group.encode(group.base(7))
        return self.changed(raw, Play(replace(said.deed, shares=share + said.deed.shares[len(share) :])))


@cheat(Fate.REFUSED, Code.BAD_HAND_OVER)
class HandOverAnotherCard(Lie):
    """Gives back, or puts into the urn, another thing than the one it names."""

    of = ""
    at_once = True

    def lie(self, raw: bytes, said: Any) -> bytes | None:
        deed: Deed | None = getattr(said, "deed", None)
        if deed is None or not deed.given:
            return None
        given = (replace(deed.given[0], card=some_card(self)), *deed.given[1:])
        return self.changed(raw, replace(said, deed=replace(deed, given=given)))


class OtherThing(Lie):
    """Decides as it should, but with another thing of its own, and proves all of it: only the rules see that."""

    of = "move"
    at_once = True

    def lie(self, raw: bytes, said: Play) -> bytes | None:
        deed = said.deed
        table, seat, known = self.table, self.session.own_seat, known_then(self)
        used = {*deed.opens, *(gift.handle for gift in deed.gives)}
        held = [handle for handle in sorted(table.things) if place_of(table.things[handle]) == seat]
        for handle in held:
            move = self.instead_of(
                Move(deed.data, deed.opens, tuple((gift.handle, gift.place) for gift in deed.gives)), handle
            )
            if handle in used or handle not in known or move is None:
                continue
            try:
                faces = tuple(known[thing] for thing in move.opens)
                table.agreement.game.check_move(table.state, seat, Moved(move, faces))
            except IllegalMove:
                return self.changed(raw, Play(make_deed(table, self.own, seat, move)))
        return None

    def instead_of(self, move: Move, handle: Handle) -> Move | None:
        """The move with that thing in it; nothing where it has no place for one."""
        raise NotImplementedError


@cheat(Fate.REFUSED, Code.ILLEGAL_MOVE)
class PlayAnotherThing(OtherThing):
    """Says what one card would allow and plays another, or shows a die instead."""

    def instead_of(self, move: Move, handle: Handle) -> Move | None:
        return move._replace(opens=(handle, *move.opens[1:])) if move.opens else None


@cheat(Fate.REFUSED, Code.ILLEGAL_MOVE)
class GiveAwayAnotherThing(OtherThing):
    """Gives away, or puts back, a thing that was not among those to choose from."""

    def instead_of(self, move: Move, handle: Handle) -> Move | None:
        if not move.gives or isinstance(self.table.things[handle], Die):
            return None  # dice stay with who rolled them
        return move._replace(gives=((handle, move.gives[0][1]), *move.gives[1:]))


def known_then(cheat_: Cheat) -> Known:
    """What it knew when it spoke: its session may have gone on since."""
    at_that_time = [one for one in (cheat_.before, cheat_.session) if one.position.step == cheat_.table.step]
    return at_that_time[0].known if at_that_time else {}


def some_card(cheat_: Cheat) -> bytes:
    """A masked card that is none of the table's."""
    group = cheat_.company.group
    return group.encode(group.base(5)) + group.encode(group.base(6))


# --- under seal ------------------------------------------------------------------------------------------------------


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, seats_min=3)
class CommitTwice(Both):
    """Seals two choices, each for other eyes."""

    of = "commit"

    def lie(self, raw: bytes, said: Commit) -> bytes:
        return self.changed(raw, Commit(some_bytes("another seal")))


@cheat(Fate.REFUSED, Code.REVEAL_MISMATCH)
class CopyASeal(Lie):
    """Copies the seal of another, in the hope to say the same: it cannot open it."""

    of = "commit"

    def plan(self, raw: bytes) -> Plan:
        if self.struck and content_of(raw).kind == "reveal":
            reveal = self.caught_up(raw)
            return lambda to: reveal
        return super().plan(raw)

    def lie(self, raw: bytes, said: Commit) -> bytes | None:
        seals = [one.said.digest for one in self.session.accepted.values() if isinstance(one.said, Commit)]
        others = [digest for digest in seals if digest != said.digest]
        return self.changed(raw, Commit(others[0])) if others else None


@cheat(Fate.REFUSED, Code.REVEAL_MISMATCH)
class RevealAnotherChoice(Lie):
    """Reveals another legal choice than the one it sealed."""

    of = "reveal"

    def lie(self, raw: bytes, said: Reveal) -> bytes | None:
        other = another_choice(self, said.deed)
        return None if other is None else self.changed(raw, Reveal(said.salt, other))


def another_choice(cheat_: Cheat, deed: Deed) -> Deed | None:
    """Another deed that would have been legal, with all its proofs."""
    table, seat = cheat_.table, cheat_.session.own_seat
    known = known_then(cheat_)
    if not known:
        return None  # our session has forgotten already what it knew then
    moves = table.agreement.game.legal_moves(table.state, seat, known)
    for move in list(moves[:50]):
        if (move.data, move.opens) != (deed.data, deed.opens):
            return make_deed(table, cheat_.own, seat, move)
    return None


@cheat(Fate.REFUSED, Code.REVEAL_MISMATCH)
class RevealAnotherSalt(Lie):
    """Reveals its choice with a salt that does not fit the seal."""

    of = "reveal"

    def lie(self, raw: bytes, said: Reveal) -> bytes:
        return self.changed(raw, Reveal(flipped(said.salt), said.deed))


@cheat(Fate.REFUSED, Code.REVEAL_MISMATCH)
class ChooseAfterTheOthers(Cheat):
    """Keeps its reveal back until it has seen all the others', then chooses."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._held: bytes | None = None
        self._other: bytes | None = None

    def plan(self, raw: bytes) -> Plan:
        content = content_of(raw)
        if content.kind != "reveal" or self._held is not None or self.draw.below(2):
            return lambda to: raw
        reveal = Reveal(some_bytes("salt"), self._deed(raw))
        self._held, self._other = raw, self.changed(raw, reveal)
        return lambda to: self._other if self.struck else None

    def _deed(self, raw: bytes) -> Deed:
        said: Reveal = said_in(raw)
        return another_choice(self, said.deed) or said.deed

    def more(self) -> list[Mail]:
        if self._held is None or self._other is None or self.struck:
            return []
        step = content_of(self._held).step
        late = self.session.position.step > step
        if late or len(self.session.waiting_for) == 0:
            self.strike()
            return self.to_all(self._other)
        return []


class SealedLie(Lie):
    """Seals and reveals a move of the cheat's choice, with the seal that fits it."""

    of = "commit"

    def plan(self, raw: bytes) -> Plan:
        content = content_of(raw)
        if self.struck and self._move is not None and (content.kind, content.step) == ("reveal", self._sealed_in + 1):
            table, seat = self.table, self.session.own_seat
            sealed = seal(self.own.secret, table.sealed_in(seat).encoded(), encode(self._move))
            deed = make_deed(table, self.own, seat, self._move)
            reveal = self.changed(self.caught_up(raw), Reveal(sealed.salt, deed))
            return lambda to: reveal
        return super().plan(raw)

    _move: Move | None = None
    _sealed_in: int = -1

    def lie(self, raw: bytes, said: Commit) -> bytes | None:
        table, seat = self.table, self.session.own_seat
        move = next(self.moves(), None)
        if move is None:
            return None
        self._move, self._sealed_in = move, table.step
        return self.changed(raw, Commit(seal(self.own.secret, table.slot(seat).encoded(), encode(move)).digest))

    def moves(self) -> Iterator[Move]:
        """What it might seal instead, all of it illegal."""
        raise NotImplementedError

    def is_legal(self, move: Move) -> bool:
        table, known = self.table, self.session.known
        moved = Moved(move, tuple(known.get(handle, 0) for handle in move.opens))
        try:
            table.agreement.game.check_move(table.state, self.session.own_seat, moved)
        except IllegalMove:
            return False
        return True

    def pretended(self) -> Iterator[Move]:
        """What would be legal if our dice showed something else."""
        table, known, seat = self.table, self.session.known, self.session.own_seat
        dice = {handle: thing for handle, thing in table.things.items() if isinstance(thing, Die) and handle in known}
        for _ in range(40):
            fake = {**known, **{handle: self.draw.below(thing.sides) for handle, thing in dice.items()}}
            for move in table.agreement.game.legal_moves(table.state, seat, fake)[:20]:
                if not self.is_legal(move):
                    yield move


@cheat(Fate.REFUSED, Code.ILLEGAL_MOVE)
class ClaimOtherFaces(SealedLie):
    """Selects dice as if they showed something else."""

    def moves(self) -> Iterator[Move]:
        return (move for move in self.pretended() if move.opens)


@cheat(Fate.REFUSED, Code.ILLEGAL_MOVE)
class StuckWhenNot(SealedLie):
    """Says that no selection is possible, and opens all dice, which show that one is."""

    def moves(self) -> Iterator[Move]:
        things, seat = self.table.things, self.session.own_seat
        dice = {handle for handle, thing in things.items() if isinstance(thing, Die) and thing.seat == seat}
        return (move for move in self.pretended() if len(dice) > 1 and set(move.opens) == dice)


@cheat(Fate.REFUSED, Code.ILLEGAL_MOVE)
class WrongOrder(SealedLie):
    """Seals an order in which something stands twice or is missing."""

    def moves(self) -> Iterator[Move]:
        if not isinstance(self.table.ask, Together):
            return
        move = self.session.sealed[1] if self.session.sealed else Move(())
        for data in ((*move.data, *move.data[:1]), move.data[:-1], tuple(sorted(move.data))):
            try:
                if data != move.data and not self.is_legal(move._replace(data=data)):
                    yield move._replace(data=data)
            except BadInput:
                continue


class OtherGift(SealedLie):
    """Seals other things to be given than those it may give."""

    def moves(self) -> Iterator[Move]:
        move = self.session.sealed[1] if self.session.sealed else Move(())
        if not move.gives:
            return
        given = {handle for handle, _ in move.gives}
        for handle, thing in sorted(self.table.things.items()):
            if isinstance(thing, Hidden) and handle not in given:
                other = self.other(move, handle, thing.place == self.session.own_seat)
                if other is not None and not self.is_legal(other):
                    yield other

    def other(self, move: Move, handle: Handle, is_own: bool) -> Move | None:
        """The move with that thing in it."""
        raise NotImplementedError


@cheat(Fate.REFUSED, Code.NOT_YOURS)
class GiveAThingNotHeld(OtherGift):
    """Votes with a card that lies elsewhere."""

    def other(self, move: Move, handle: Handle, is_own: bool) -> Move | None:
        (_, place), *rest = move.gives
        return None if is_own else move._replace(gives=tuple(sorted([(handle, place), *rest])))


@cheat(Fate.REFUSED, Code.ILLEGAL_MOVE)
class GiveOneMore(OtherGift):
    """Votes twice: gives one card more than it may, all of them its own."""

    def other(self, move: Move, handle: Handle, is_own: bool) -> Move | None:
        place = move.gives[0][1]
        return move._replace(gives=tuple(sorted((*move.gives, (handle, place))))) if is_own else None


# --- looking ---------------------------------------------------------------------------------------------------------


@cheat(Fate.REFUSED, Code.ILLEGAL_MOVE)
class LookFurther(Lie):
    """Names one thing more than it may look at."""

    of = "move"
    at_once = True

    def lie(self, raw: bytes, said: Play) -> bytes | None:
        table, seat, deed = self.table, self.session.own_seat, said.deed
        if not isinstance(table.ask, Turn):
            return None
        move = Move(deed.data, deed.opens, tuple((gift.handle, gift.place) for gift in deed.gives))
        known = tuple(self.session.known.get(handle, 0) for handle in move.opens)
        after = table.agreement.game.apply(table.state, Moved(move, known))
        ask = table.agreement.game.asks(after)
        if not isinstance(ask, Look) or ask.hands[0].seat != seat:
            return None
        return self.changed(raw, Play(replace(deed, data=(*deed.data, max(deed.data) + 1))))


# --- dice ------------------------------------------------------------------------------------------------------------


@cheat(Fate.REFUSED, Code.BAD_OPENING)
class ClaimADieNotRolled(Lie):
    """Opens a die with another secret than the one fixed before the game."""

    of = "reveal"

    def lie(self, raw: bytes, said: Reveal) -> bytes | None:
        deed = said.deed
        if not deed.dice:
            return None
        positions = [thing.position for handle in deed.opens if isinstance(thing := self.table.things.get(handle), Die)]
        at = DICE_PIECE * min(positions)
        return self.changed(raw, Reveal(said.salt, replace(deed, dice=(flipped(deed.dice[0], at), *deed.dice[1:]))))


@cheat(Fate.REFUSED, Code.BAD_OPENING)
class ReuseALeaf(Lie):
    """Opens dice with the secrets of an earlier roll, which it knows to be better."""

    of = "reveal"

    def lie(self, raw: bytes, said: Reveal) -> bytes | None:
        dice = [thing for handle in said.deed.opens if isinstance(thing := self.table.things.get(handle), Die)]
        if not dice or not dice[0].roll:
            return None
        opening = self.own.dice.open(dice[0].roll - 1, sorted(die.position for die in dice))
        return self.changed(raw, Reveal(said.salt, replace(said.deed, dice=(opening,))))


@cheat(Fate.REFUSED, Code.WRONG_COUNT)
class KeepDiceShut(Lie):
    """Reveals a selection without opening it."""

    of = "reveal"

    def lie(self, raw: bytes, said: Reveal) -> bytes | None:
        return self.changed(raw, Reveal(said.salt, replace(said.deed, dice=()))) if said.deed.dice else None

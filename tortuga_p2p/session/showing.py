"""Showing hidden things: to one seat (deal, look) or to all (open). Who has to do what follows from where they lie.

In a pile: everybody else takes a lock off. If any share of a ciphertext was ever published, whoever is to see it next
re-masks it first: otherwise two public sets of shares would open it for every spectator. In a hand: its owner makes
a copy that the viewer alone can read. See protocol/session.md, "Showing".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..crypto import zone
from ..crypto.dice import check_openings, die, opened_secrets
from ..crypto.element import joined, read_card, read_elements
from ..errors import Code, Refused
from ..rules.answer import DONE, Opened
from ..rules.ask import PILE, Deal, Hand, Look
from ..rules.ask import Open as OpenAsk
from ..text import _
from .ledger import Die, Hidden, in_pile
from .message import Masked, Remask, Show
from .seat_secrets import context
from .table import Stage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..crypto.element import Card, Element
    from ..rules.ask import Face, Handle, Seat
    from ..wire.envelope import Slot
    from .ledger import Thing
    from .seat_secrets import SeatSecrets
    from .table import Closed, Table


class Duties(NamedTuple):
    """What one seat has to do in a show, in the order of the ask."""

    shares: tuple[Handle, ...]  # cards to take our lock off
    copies: tuple[tuple[Handle, Seat], ...]  # cards of our hand, each for a viewer
    dice: tuple[Handle, ...]


class Shown(NamedTuple):
    """What one seat did, checked."""

    shares: Mapping[Handle, Element]
    copies: Mapping[Handle, Card]
    faces: Mapping[Thing, Face]


def _hands(table: Table) -> tuple[Hand, ...]:
    assert isinstance(table.ask, Deal | Look)
    return table.ask.hands


def duties(table: Table, seat: Seat) -> Duties:
    things = table.things
    if isinstance(table.ask, OpenAsk):
        mine = [handle for handle in table.ask.handles if in_pile(things[handle]) or _holder(things[handle]) == seat]
        cards = tuple(handle for handle in mine if isinstance(things[handle], Hidden))
        return Duties(cards, (), tuple(handle for handle in mine if isinstance(things[handle], Die)))
    wanted = [(handle, hand.seat) for hand in _hands(table) for handle in hand.handles if hand.seat != seat]
    shares = tuple(handle for handle, _ in wanted if in_pile(things[handle]))
    copies = tuple((handle, viewer) for handle, viewer in wanted if _holder(things[handle]) == seat)
    return Duties(shares, copies, ())


def _holder(thing: Thing) -> int:
    return thing.seat if isinstance(thing, Die) else thing.place


def speakers(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.present if any(duties(table, seat)))


# --- re-masking what others have looked at before -----------------------------------------------------------


def stale(table: Table, seat: Seat) -> tuple[Handle, ...]:
    """What this seat is to see and must re-mask first."""
    if isinstance(table.ask, OpenAsk):
        return ()
    handles = [handle for hand in _hands(table) if hand.seat == seat for handle in hand.handles]
    return tuple(handle for handle in handles if _shared(table.things[handle]))


def _shared(thing: Thing) -> frozenset[Seat]:
    return thing.shared if isinstance(thing, Hidden) else frozenset()


def remaskers(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.present if stale(table, seat))


def speak_remask(table: Table, own: SeatSecrets, seat: Seat) -> Remask:
    slot, agreement, masked = table.slot(seat), table.agreement, []
    for number, handle in enumerate(stale(table, seat)):
        label = f"remask/{number}"
        card, proof = zone.remask(
            agreement.group,
            table.joint_key,
            _card(table, handle),
            context=context(slot, label),
            entropy=own.entropy(slot, label),
        )
        masked.append(Masked(card.raw, proof))
    return Remask(tuple(masked))


def check_remask(table: Table, seat: Seat, said: Remask, *, is_proved: bool = False) -> tuple[Card, ...]:
    handles, agreement, cards = stale(table, seat), table.agreement, []
    if len(said.cards) != len(handles):
        raise Refused(
            Code.WRONG_COUNT,
            _("{due} things are to be masked anew, not {found}.", due=len(handles), found=len(said.cards)),
        )
    for number, (handle, masked) in enumerate(zip(handles, said.cards, strict=True)):
        card = read_card(agreement.group, masked.card)
        if not is_proved:
            where = context(table.slot(seat), f"remask/{number}")
            old = _card(table, handle)
            zone.check_remask(agreement.group, table.joint_key, old, card, masked.proof, context=where)
        cards.append(card)
    return tuple(cards)


def close_remask(table: Table, checked: Mapping[Seat, tuple[Card, ...]]) -> Closed:
    things = dict(table.things)
    for seat, cards in checked.items():
        for handle, card in zip(stale(table, seat), cards, strict=True):
            thing = things[handle]
            assert isinstance(thing, Hidden)
            things[handle] = Hidden(thing.pile, PILE, card)
    return table.change(things=things, stage=Stage("show")), None


def _card(table: Table, handle: Handle) -> Card:
    thing = table.things[handle]
    assert isinstance(thing, Hidden)
    return thing.card


# --- the show itself -------------------------------------------------------------------------------------


def speak(table: Table, own: SeatSecrets, seat: Seat) -> Show:
    slot, agreement, duty = table.slot(seat), table.agreement, duties(table, seat)
    shares, proof = make_shares(table, own, slot, [_card(table, handle) for handle in duty.shares])
    copies = []
    for number, (handle, viewer) in enumerate(duty.copies):
        label = f"copy/{number}"
        card, copied = zone.reading_copy(
            agreement.group,
            own.key,
            _card(table, handle),
            agreement.keys[viewer],
            context=context(slot, label),
            entropy=own.entropy(slot, label),
        )
        copies.append(Masked(card.raw, copied))
    dice = open_dice(own, [thing for thing in map(table.things.get, duty.dice) if isinstance(thing, Die)])
    return Show(shares, proof, tuple(copies), dice)


def check(table: Table, seat: Seat, said: Show, *, is_proved: bool = False) -> Shown:
    slot, agreement, duty = table.slot(seat), table.agreement, duties(table, seat)
    cards = [_card(table, handle) for handle in duty.shares]
    given = check_shares(table, seat, slot, cards, said.shares, said.proof, is_proved=is_proved)
    if len(said.copies) != len(duty.copies):
        raise Refused(
            Code.WRONG_COUNT,
            _("{due} things are to be shown, not {found}.", due=len(duty.copies), found=len(said.copies)),
        )
    copies = {}
    for number, ((handle, viewer), masked) in enumerate(zip(duty.copies, said.copies, strict=True)):
        copy = copies[handle] = read_card(agreement.group, masked.card)
        if not is_proved:
            zone.check_reading_copy(
                agreement.group,
                agreement.keys[seat],
                _card(table, handle),
                copy,
                agreement.keys[viewer],
                masked.proof,
                context=context(slot, f"copy/{number}"),
            )
    dice = [thing for thing in map(table.things.get, duty.dice) if isinstance(thing, Die)]
    faces = check_dice(table, seat, dice, said.dice)
    return Shown(dict(zip(duty.shares, given, strict=True)), copies, faces)


def close(table: Table, checked: Mapping[Seat, Shown]) -> Closed:
    match table.ask:
        case OpenAsk(handles):
            return _close_open(table, handles, checked)
        case Deal(hands):
            things = dict(table.things)
            for seat, handles in hands:
                for handle in handles:
                    thing = things[handle]
                    assert isinstance(thing, Hidden)
                    card = zone.unlock(table.agreement.group, thing.card, _given(checked, handle))
                    things[handle] = Hidden(thing.pile, seat, card)
            return table.change(things=things), DONE
        case _:
            things = dict(table.things)
            for _, handles in _hands(table):
                for handle in handles:
                    thing = things[handle]
                    if isinstance(thing, Hidden) and thing.place == PILE:
                        shared = frozenset(seat for seat, shown in checked.items() if handle in shown.shares)
                        assert len(shared) == len(table.present) - 1, "only an opening completes a set of shares"
                        things[handle] = thing._replace(shared=shared)
            return table.change(things=things), DONE


def _given(checked: Mapping[Seat, Shown], handle: Handle) -> list[Element]:
    return [shown.shares[handle] for _, shown in sorted(checked.items()) if handle in shown.shares]


def _close_open(table: Table, handles: tuple[Handle, ...], checked: Mapping[Seat, Shown]) -> Closed:
    faces, numbers = [], []
    for handle in handles:
        thing = table.things[handle]
        if isinstance(thing, Die):
            faces.append(checked[thing.seat].faces[thing])
        else:
            number, face = lay_bare(table, thing, _given(checked, handle))
            numbers.append((thing.pile, number))
            faces.append(face)
    return uncover(table, handles, tuple(numbers)), Opened(tuple(faces))


# --- also for moves that open something ---------------------------------------------------------------------


def make_shares(table: Table, own: SeatSecrets, slot: Slot, cards: Sequence[Card]) -> tuple[bytes, bytes]:
    """Our shares of these cards and one proof for all; both empty without cards."""
    if not cards:
        return b"", b""
    shares, proof = zone.shares(
        table.agreement.group,
        own.key,
        cards,
        context=context(slot, "shares"),
        entropy=own.entropy(slot, "shares"),
    )
    return joined(shares), proof


def check_shares(
    table: Table, seat: Seat, slot: Slot, cards: Sequence[Card], raw: bytes, proof: bytes, *, is_proved: bool = False
) -> tuple[Element, ...]:
    """That seat's shares of these cards; raises `wrong-count`, `bad-point` or `bad-share`.

    `is_proved`, here and elsewhere: the proof was checked when the message came, and is passed over.
    """
    if not cards:
        if raw or proof:
            raise Refused(Code.WRONG_COUNT, _("Shares are given where there is nothing to open."))
        return ()
    group = table.agreement.group
    given = read_elements(group, raw, len(cards))
    if not is_proved:
        zone.check_shares(group, table.agreement.keys[seat], cards, given, proof, context=context(slot, "shares"))
    return given


def lay_bare(table: Table, thing: Hidden, shares: Iterable[Element]) -> tuple[int, Face]:
    """The card of its pile that an opened thing is, and its face; raises `unknown-card`."""
    pack = table.agreement.packs[thing.pile]
    number = pack.card(zone.laid_bare(table.agreement.group, thing.card, shares))
    return number, pack.faces[number]


def _by_roll(dice: Iterable[Die]) -> list[tuple[int, list[Die]]]:
    """Dice by roll, rolls and positions ascending: one opening for each roll."""
    rolls: dict[int, list[Die]] = {}
    for one in sorted(dice):
        rolls.setdefault(one.roll, []).append(one)
    return sorted(rolls.items())


def open_dice(own: SeatSecrets, dice: Iterable[Die]) -> tuple[bytes, ...]:
    return tuple(own.dice.open(roll, [one.position for one in some]) for roll, some in _by_roll(dice))


def check_dice(table: Table, seat: Seat, dice: Iterable[Die], openings: Sequence[bytes]) -> dict[Thing, Face]:
    """What these dice of that seat show; raises `wrong-count` or `bad-opening`."""
    rolls = _by_roll(dice)
    if len(rolls) != len(openings):
        raise Refused(
            Code.WRONG_COUNT,
            _("Dice of {due} rolls are to be opened, not of {found}.", due=len(rolls), found=len(openings)),
        )
    agreement = table.agreement
    faces: dict[Thing, Face] = {}
    for (roll, some), opening in zip(rolls, openings, strict=True):
        positions = [one.position for one in some]
        check_openings(agreement.offers[seat].root, agreement.owners[seat], roll, positions, opening)
        for one, secret in zip(some, opened_secrets(opening, positions), strict=True):
            faces[one] = die(agreement.table_id, seat, roll, one.position, secret, one.beacon, one.sides)
    return faces


def uncover(table: Table, handles: Sequence[Handle], numbers: Sequence[tuple[str, int]]) -> Table:
    """The ledger after things were opened: they are hidden no more, and cards lie in the open."""
    if not handles:
        return table
    things = dict(table.things)
    for handle in handles:
        del things[handle]
    loose = dict(table.loose)
    for pile, number in numbers:
        loose[pile] = tuple(sorted((*loose[pile], number)))
    return table.change(things=things, loose=loose)

"""What our own seat learns when a step closes: its dice, its hand, what it was shown. Never part of the table state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crypto import zone
from ..rules.ask import PILE, Deal, Give, Look, Mix, MixHands, Roll
from . import randomness
from .ledger import Hidden

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..crypto.element import Card
    from ..rules.ask import Face, Handle, Seat
    from .position import Accepted
    from .seat_secrets import SeatSecrets
    from .table import Table


def learn(
    own: SeatSecrets,
    seat: Seat,
    known: Mapping[Handle, Face],
    before: Table,
    after: Table,
    accepted: Mapping[Seat, Accepted],
) -> dict[Handle, Face]:
    """What we know after the step: what is hidden no more or bound anew is forgotten, what is shown to us is read."""
    memory = {handle: face for handle, face in known.items() if handle in after.things}
    ask = before.ask
    finished = after.state is not before.state
    if not finished:
        return memory
    match ask:
        case Roll(dice):
            handles = tuple(handle for one in dice if one.seat == seat for handle in one.handles)
            memory.update(randomness.own_faces(after, own, seat, handles))
        case Mix():
            for handle in (*ask.hidden, *ask.into):
                memory.pop(handle, None)
        case MixHands(_, owners):
            for handle in [handle for _, hidden, into in owners for handle in (*hidden, *into)]:
                memory.pop(handle, None)
        case Look(hands):
            for handle in [handle for hand in hands if hand.seat == seat for handle in hand.handles]:
                memory[handle] = _read(own, before, handle, _shown_to_us(before, handle, accepted))
        case Deal() | Give():
            pass
    for handle, thing in after.things.items():
        if isinstance(thing, Hidden) and thing.place == seat and handle not in memory:
            memory[handle] = _read(own, after, handle, thing.card)
    return memory


def _shown_to_us(table: Table, handle: Handle, accepted: Mapping[Seat, Accepted]) -> Card:
    """The thing under our key alone: everybody else's locks taken off, or the copy that its owner made for us."""
    thing = table.things[handle]
    assert isinstance(thing, Hidden)
    if thing.place == PILE:
        shares = [one.checked.shares[handle] for one in accepted.values() if handle in one.checked.shares]
        return zone.unlock(table.agreement.group, thing.card, shares)
    if thing.place in accepted and handle in accepted[thing.place].checked.copies:
        copy: Card = accepted[thing.place].checked.copies[handle]
        return copy
    return thing.card  # our own


def _read(own: SeatSecrets, table: Table, handle: Handle, card: Card) -> Face:
    thing = table.things[handle]
    assert isinstance(thing, Hidden)
    return table.agreement.packs[thing.pile].face(zone.read(table.agreement.group, own.key, card))

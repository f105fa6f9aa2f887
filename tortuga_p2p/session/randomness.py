"""Chance and private dice: every seat shows its next chain value, and what they make together nobody chose.

A chain value is a message of its own, sent only when the step before it is closed: no decision can look at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crypto.chain import beacon, check_link, draws
from ..crypto.dice import die
from ..errors import Code, Refused
from ..limits import CHAIN_LENGTH, DICE_ROLLS_MAX
from ..rules.answer import DONE, Drawn
from ..rules.ask import Chance, Roll
from ..text import _
from .ledger import Die
from .message import Link

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..rules.ask import Face, Handle, Seat
    from .seat_secrets import SeatSecrets
    from .table import Closed, Table


def speakers(table: Table) -> tuple[Seat, ...]:
    return table.present


def is_spent(table: Table) -> bool:
    """Whether a game needs more than was fixed before it: then nobody has anything to show, and it stands still."""
    rolled = [table.rolls[one.seat] for one in table.ask.dice] if isinstance(table.ask, Roll) else [0]
    return table.beacons >= CHAIN_LENGTH or max(rolled) >= DICE_ROLLS_MAX


def speak(table: Table, own: SeatSecrets, seat: Seat) -> Link | None:
    return None if is_spent(table) else Link(own.chain.value(table.beacons + 1))


def check(table: Table, seat: Seat, said: Link) -> bytes:
    if is_spent(table):
        raise Refused(Code.BAD_CHAIN_VALUE, _("A chain goes on beyond the end that all chains have."))
    links = table.beacons + 1 - table.shown  # more than one after a removal: values in between are never used
    check_link(table.agreement.owners[seat], said.value, table.heads[seat], links)
    return said.value


def close(table: Table, checked: Mapping[Seat, bytes]) -> Closed:
    values = tuple(checked[seat] for seat in sorted(checked))
    number = table.beacons + 1
    drawn = beacon(table.agreement.table_id, table.epoch, number, values)
    heads = tuple([checked.get(seat, head) for seat, head in enumerate(table.heads)])
    table = table.change(heads=heads, beacons=number, shown=number)
    ask = table.ask
    if isinstance(ask, Chance):
        return table, Drawn(draws(drawn, ask.bounds))
    assert isinstance(ask, Roll)
    return _roll(table, ask, drawn), DONE


def _roll(table: Table, ask: Roll, drawn: bytes) -> Table:
    """Every roll of a seat uses up its next leaves, also those of dice that are never opened."""
    things, rolls = dict(table.things), list(table.rolls)
    for seat, handles, bounds in ask.dice:
        for position, (handle, sides) in enumerate(zip(handles, bounds, strict=True)):
            things[handle] = Die(seat, rolls[seat], position, sides, drawn)
        rolls[seat] += 1
    return table.change(things=things, rolls=tuple(rolls))


def own_faces(table: Table, own: SeatSecrets, seat: Seat, handles: tuple[Handle, ...]) -> dict[Handle, Face]:
    """What our dice show: nobody else can compute it."""
    faces = {}
    secrets: dict[int, tuple[bytes, ...]] = {}
    for handle in handles:
        thing = table.things[handle]
        assert isinstance(thing, Die)
        if thing.roll not in secrets:
            secrets[thing.roll] = own.dice.secrets(thing.roll)
        secret = secrets[thing.roll][thing.position]
        table_id = table.agreement.table_id
        faces[handle] = die(table_id, seat, thing.roll, thing.position, secret, thing.beacon, thing.sides)
    return faces

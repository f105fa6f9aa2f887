"""Mixing: each in turn re-masks and shuffles the deck and proves it; then nobody knows where anything lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crypto import zone
from ..crypto.element import joined, read_deck
from ..rules.answer import DONE
from ..rules.ask import PILE
from ..rules.ask import Mix as MixAsk
from .ledger import Hidden
from .message import Mixed
from .own import context

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..crypto.element import Deck, Element
    from ..rules.ask import Seat
    from .own import Own
    from .table import Closed, Table

_LABEL = "mix"


def speakers(table: Table) -> tuple[Seat, ...]:
    return (_ask(table).by[table.stage.hop],)


def _ask(table: Table) -> MixAsk:
    assert isinstance(table.ask, MixAsk)
    return table.ask


def _place(ask: MixAsk) -> int:
    return PILE if len(ask.by) > 1 else ask.by[0]


def _key(table: Table) -> Element:
    return table.agreement.key_of(_place(_ask(table)))


def begin(table: Table) -> Deck:
    """The deck as everybody knows it: what lies hidden in its order, then what is public under a lock of no secret."""
    ask = _ask(table)
    hidden = []
    for handle in ask.hidden:
        thing = table.things[handle]
        assert isinstance(thing, Hidden)
        hidden.append(thing.card)
    pack = table.agreement.packs[ask.pile]
    points = [pack.points[number] for number in _numbers(table)]
    return (*hidden, *zone.fresh(table.agreement.group, _key(table), points))


def _numbers(table: Table) -> list[int]:
    """Which cards the public faces are: of those that lie in the open, the lowest of each face."""
    ask = _ask(table)
    faces = table.agreement.packs[ask.pile].faces
    loose = list(table.loose[ask.pile])
    numbers = []
    for face in ask.shown:
        number = next(number for number in loose if faces[number] == face)
        loose.remove(number)
        numbers.append(number)
    return numbers


def speak(table: Table, own: Own, seat: Seat) -> Mixed:
    slot = table.slot(seat)
    deck, proof = zone.mix(
        table.agreement.group,
        _key(table),
        table.stage.deck,
        context=context(slot, _LABEL),
        entropy=own.entropy(slot, _LABEL),
    )
    return Mixed(joined(deck), proof)


def trust(table: Table, seat: Seat, said: Mixed) -> Deck:
    return read_deck(table.agreement.group, said.deck, len(table.stage.deck))


def check(table: Table, seat: Seat, said: Mixed) -> Deck:
    group, before, after = table.agreement.group, table.stage.deck, trust(table, seat, said)
    zone.check_mix(group, _key(table), before, after, said.proof, context=context(table.slot(seat), _LABEL))
    return after


def close(table: Table, checked: Mapping[Seat, Deck]) -> Closed:
    ask, hop = _ask(table), table.stage.hop + 1
    (deck,) = checked.values()
    if hop < len(ask.by):
        return table.change(stage=table.stage._replace(hop=hop, deck=deck)), None
    things = {handle: thing for handle, thing in table.things.items() if handle not in ask.hidden}
    place = _place(ask)
    things.update((handle, Hidden(ask.pile, place, card)) for handle, card in zip(ask.into, deck, strict=True))
    loose = list(table.loose[ask.pile])
    for number in _numbers(table):
        loose.remove(number)
    return table.change(things=things, loose={**table.loose, ask.pile: tuple(loose)}), DONE

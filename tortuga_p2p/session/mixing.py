"""Mixing: who mixes re-masks and shuffles and proves it; then nobody else knows where anything lies.

A pile goes from hand to hand, a step for each seat. Own hands are mixed by their owners all at once, in one step: what
one of them says does not depend on what the others do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crypto import zone
from ..crypto.element import joined, read_deck
from ..rules.answer import DONE
from ..rules.ask import PILE, MixHands
from ..rules.ask import Mix as MixAsk
from . import renewing
from .ledger import Hidden
from .message import Mixed
from .seat_secrets import context

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..crypto.element import Card, Deck, Element
    from ..rules.ask import Handle, OwnMix, Seat
    from .seat_secrets import SeatSecrets
    from .table import Closed, Table

_LABEL = "mix"


def speakers(table: Table) -> tuple[Seat, ...]:
    if table.stage.renewal is not None:
        return (table.present[table.stage.hop],)
    if isinstance(table.ask, MixHands):
        return tuple(own.seat for own in table.ask.hands)
    return (_ask(table).by[table.stage.hop],)


def _ask(table: Table) -> MixAsk:
    assert isinstance(table.ask, MixAsk)
    return table.ask


def _own(ask: MixHands, seat: Seat) -> OwnMix:
    return next(own for own in ask.hands if own.seat == seat)


def begin(table: Table) -> Deck:
    """The deck as everybody knows it: what lies hidden in its order, then what is public under a lock of no secret."""
    ask, agreement = _ask(table), table.agreement
    pack = agreement.packs[ask.pile]
    points = [pack.points[number] for number in _numbers(table)]
    return (*_cards(table, ask.hidden), *zone.fresh(agreement.group, table.joint_key, points))


def _cards(table: Table, handles: Sequence[Handle]) -> list[Card]:
    cards = []
    for handle in handles:
        thing = table.things[handle]
        assert isinstance(thing, Hidden)
        cards.append(thing.card)
    return cards


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


def to_mix(table: Table, seat: Seat) -> tuple[Element, Deck]:
    """What that seat is to mix in the open step, and the key it is locked by."""
    if isinstance(table.ask, MixHands) and table.stage.renewal is None:
        return table.agreement.keys[seat], tuple(_cards(table, _own(table.ask, seat).hidden))
    return table.joint_key, table.stage.deck


def speak(table: Table, own: SeatSecrets, seat: Seat) -> Mixed:
    slot, (key, before) = table.slot(seat), to_mix(table, seat)
    where, entropy = context(slot, _LABEL), own.entropy(slot, _LABEL)
    deck, proof = zone.mix(table.agreement.group, key, before, context=where, entropy=entropy)
    return Mixed(joined(deck), proof)


def trust(table: Table, seat: Seat, said: Mixed) -> Deck:
    _, before = to_mix(table, seat)
    return read_deck(table.agreement.group, said.deck, len(before))


def check(table: Table, seat: Seat, said: Mixed, *, is_proved: bool = False) -> Deck:
    group, (key, before), after = table.agreement.group, to_mix(table, seat), trust(table, seat, said)
    if not is_proved:
        zone.check_mix(group, key, before, after, said.proof, context=context(table.slot(seat), _LABEL))
    return after


def close(table: Table, checked: Mapping[Seat, Deck]) -> Closed:
    is_anew = table.stage.renewal is not None
    if isinstance(table.ask, MixHands) and not is_anew:
        return _close_hands(table, table.ask, checked)
    hop = table.stage.hop + 1
    (deck,) = checked.values()
    if hop < len(table.present):
        return table.change(stage=table.stage._replace(hop=hop, deck=deck)), None
    if is_anew:
        return renewing.mixed(table, deck), None
    ask = _ask(table)
    things = {handle: thing for handle, thing in table.things.items() if handle not in ask.hidden}
    things.update((handle, Hidden(ask.pile, PILE, card)) for handle, card in zip(ask.into, deck, strict=True))
    loose = list(table.loose[ask.pile])
    for number in _numbers(table):
        loose.remove(number)
    return table.change(things=things, loose={**table.loose, ask.pile: tuple(loose)}), DONE


def _close_hands(table: Table, ask: MixHands, checked: Mapping[Seat, Deck]) -> Closed:
    gone = {handle for own in ask.hands for handle in own.hidden}
    things = {handle: thing for handle, thing in table.things.items() if handle not in gone}
    for seat, _, into in ask.hands:
        things.update((handle, Hidden(ask.pile, seat, card)) for handle, card in zip(into, checked[seat], strict=True))
    return table.change(things=things), DONE

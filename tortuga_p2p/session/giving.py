"""Hidden things change hands: their owner puts them under the key of where they go and proves they are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crypto import zone
from ..crypto.element import read_card
from ..errors import Code, Refused
from ..rules.answer import DONE
from ..rules.ask import PILE, Give
from ..text import _
from .ledger import Hidden, owned, place_of
from .message import HandOver, Masked
from .seat_secrets import context

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..crypto.element import Card
    from ..rules.ask import Handle, Place, Seat
    from ..wire.envelope import Slot
    from .seat_secrets import SeatSecrets
    from .table import Closed, Table


def speakers(table: Table) -> tuple[Seat, ...]:
    assert isinstance(table.ask, Give)
    return tuple(sorted({place_of(table.things[handle]) for handle, _ in table.ask.things}))


def _duties(table: Table, seat: Seat) -> list[tuple[Handle, Place]]:
    assert isinstance(table.ask, Give)
    return [(handle, to) for handle, to in table.ask.things if place_of(table.things[handle]) == seat]


def speak(table: Table, own: SeatSecrets, seat: Seat) -> HandOver:
    return HandOver(hand_over(table, own, table.slot(seat), _duties(table, seat)))


def check(table: Table, seat: Seat, said: HandOver, *, is_proved: bool = False) -> tuple[Card, ...]:
    return check_given(table, seat, table.slot(seat), _duties(table, seat), said.given, is_proved=is_proved)


def close(table: Table, checked: Mapping[Seat, tuple[Card, ...]]) -> Closed:
    duties = {seat: _duties(table, seat) for seat in checked}
    for seat, cards in sorted(checked.items()):
        table = give(table, duties[seat], cards)
    return table, DONE


# --- also for moves that hand something over ----------------------------------------------------------------


def hand_over(table: Table, own: SeatSecrets, slot: Slot, gifts: Sequence[tuple[Handle, Place]]) -> tuple[Masked, ...]:
    """Our things under their new keys, each with its proof."""
    agreement = table.agreement
    given = []
    for number, (handle, place) in enumerate(gifts):
        thing = table.things[handle]
        assert isinstance(thing, Hidden)
        label = f"give/{number}"
        card, proof = zone.hand_over(
            agreement.group,
            own.key,
            thing.card,
            table.key_of(place),
            context=context(slot, label),
            entropy=own.entropy(slot, label),
        )
        given.append(Masked(card.raw, proof))
    return tuple(given)


def check_given(
    table: Table,
    seat: Seat,
    slot: Slot,
    gifts: Sequence[tuple[Handle, Place]],
    given: Sequence[Masked],
    *,
    is_proved: bool = False,
) -> tuple[Card, ...]:
    """The things in their new masks; raises `wrong-count`, `not-yours` or `bad-hand-over`."""
    if len(gifts) != len(given):
        raise Refused(
            Code.WRONG_COUNT, _("{found} things are handed over, not {due}.", found=len(given), due=len(gifts))
        )
    agreement, cards = table.agreement, []
    for number, ((handle, place), masked) in enumerate(zip(gifts, given, strict=True)):
        thing = owned(table.things, handle, seat)
        if not isinstance(thing, Hidden) or place == seat or place not in (PILE, *table.present):
            raise Refused(Code.NOT_YOURS, _("A die is never given, and nothing is given to its owner or to nobody."))
        card = read_card(agreement.group, masked.card)
        if not is_proved:
            zone.check_hand_over(
                agreement.group,
                agreement.keys[seat],
                thing.card,
                card,
                table.key_of(place),
                masked.proof,
                context=context(slot, f"give/{number}"),
            )
        cards.append(card)
    return tuple(cards)


def give(table: Table, gifts: Sequence[tuple[Handle, Place]], cards: Sequence[Card]) -> Table:
    """The ledger after things changed hands."""
    if not gifts:
        return table
    things = dict(table.things)
    for (handle, place), card in zip(gifts, cards, strict=True):
        thing = things[handle]
        assert isinstance(thing, Hidden)
        things[handle] = Hidden(thing.pile, place, card)
    return table.change(things=things)

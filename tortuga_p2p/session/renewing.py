"""Playing on without somebody: what becomes of the table, and how piles that nobody can open are made anew.

Hands stay: their owners alone lock them. A pile is under the keys of all who were there, so it is lost with one of
them, and those who stay make it again. Cards that are alike: out of all faces that do not lie in the open, as many as
were lost; the rest is set aside. Distinct cards: exactly those that nobody holds, found by blind tags. Each pile goes
`mix` by each, then `tag` and `unveil` where cards are held. Whoever stays begins with `stay`; then the open ask is
asked again. Pure; see protocol/session.md, "Piles made anew".
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..crypto import blind_tag, zone
from ..crypto.blind_tag import Tagging
from ..crypto.element import joined, read_card, read_deck, read_elements
from ..errors import Code, Refused
from ..rules.answer import Left
from ..rules.ask import PILE, Over, Together, deciders
from ..text import _
from .ledger import Die, Hidden
from .message import Masked, Stay, Tagged, Unveil
from .seat_secrets import context
from .table import Answered, Renewal, Stage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..crypto.element import Card, Deck, Element
    from ..rules.ask import Face, Handle, Seat
    from .ledger import Thing
    from .seat_secrets import SeatSecrets
    from .table import Closed, Table

RENEWED = "renewed"  # no stage: all piles are there, and the open ask is asked again
SPENT_BEACONS = 2  # of each removal: values may have been shown in the open step, and in one that was taken back
_TAG, _UNVEIL = "tag", "unveil"


# --- the removal -----------------------------------------------------------------------------------------------------


def remove(table: Table, attempt: int, missing: int) -> Table:
    """The table without these seats (bits), in a new epoch: those who stay have confirmed it in that attempt.

    The step keeps its number. No word of its own is needed from anybody: what the leavers said before counts.
    """
    game, state, stay, told = table.agreement.game, table.state, table.present, []
    for seat in [seat for seat in table.present if missing >> seat & 1]:
        if isinstance(game.asks(state), Over):
            break  # the others' leaving has ended the game
        after = game.leave(state, seat)
        stay = tuple([other for other in stay if other != seat])
        told.append(Answered(state, Left(seat, stay), after))
        state = after
    things = {handle: _left(thing, missing) for handle, thing in table.things.items() if not _is_lost(thing, missing)}
    removed = table.change(
        epoch=table.epoch + 1,
        seats=table.seats & ~missing,
        state=state,
        things=things,
        beacons=table.beacons + SPENT_BEACONS,
        told=tuple(told),
    )
    piles = () if isinstance(removed.ask, Over) else tuple(sorted(_piles_in(things)))
    seals = _standing(table, removed, missing)
    sealed_at = table.stage.sealed_at if seals else ()
    stage = Stage("stay", seals=seals, sealed_at=sealed_at, renewal=Renewal(attempt, missing, piles))
    return removed.change(stage=stage)


def _is_lost(thing: Thing, missing: int) -> bool:
    return isinstance(thing, Die) and bool(missing >> thing.seat & 1)


def _left(thing: Thing, missing: int) -> Thing:
    """A leaver's card lies in its pile, still under a lock that nobody has: the pile is made anew."""
    if isinstance(thing, Hidden) and thing.place != PILE and missing >> thing.place & 1:
        return Hidden(thing.pile, PILE, thing.card)
    return thing


def _piles_in(things: Mapping[Handle, Thing]) -> set[str]:
    return {thing.pile for thing in things.values() if isinstance(thing, Hidden) and thing.place == PILE}


def _standing(table: Table, removed: Table, missing: int) -> tuple[bytes, ...]:
    """The seals that stand: the same seats are asked, without those who left. Nobody may choose anew then."""
    if not table.stage.seals:
        return ()
    asked = deciders(table.ask)
    stay = tuple(seat for seat in asked if not missing >> seat & 1)
    if not isinstance(removed.ask, Together) or removed.ask.seats != stay:
        return ()
    return tuple(seal for seat, seal in zip(asked, table.stage.seals, strict=True) if seat in stay)


def forget(known: Mapping[Handle, Face], table: Table) -> dict[Handle, Face]:
    """What we know after a removal: of what lies in a pile nothing, since its faces are drawn anew."""
    return {handle: face for handle, face in known.items() if handle in table.things and not _lies(table, handle)}


def _lies(table: Table, handle: Handle) -> bool:
    thing = table.things[handle]
    return isinstance(thing, Hidden) and thing.place == PILE


# --- stay ------------------------------------------------------------------------------------------------------------


def present(table: Table) -> tuple[Seat, ...]:
    return table.present


def _renewal(table: Table) -> Renewal:
    assert table.stage.renewal is not None
    return table.stage.renewal


def _held(table: Table, piles: Sequence[str]) -> list[tuple[Handle, Hidden]]:
    """The cards in hands of these piles as far as they are distinct: by pile, then by handle."""
    found = []
    for name in piles:
        if not table.agreement.game.piles[name].alike:
            for handle in sorted(table.things):
                thing = table.things[handle]
                if isinstance(thing, Hidden) and thing.pile == name and thing.place != PILE:
                    found.append((handle, thing))
    return found


def _own(table: Table, seat: Seat) -> list[Card]:
    return [thing.card for _, thing in _held(table, _renewal(table).piles) if thing.place == seat]


def speak_stay(table: Table, own: SeatSecrets, seat: Seat) -> Stay:
    renewal, slot, copies = _renewal(table), table.slot(seat), []
    for number, card in enumerate(_own(table, seat)):
        label = f"stay/{number}"
        copy, proof = zone.stay_copy(
            table.agreement.group,
            own.key,
            card,
            table.joint_key,
            context=context(slot, label),
            entropy=own.entropy(slot, label),
        )
        copies.append(Masked(copy.raw, proof))
    return Stay(renewal.attempt, renewal.missing, b"", tuple(copies))


def check_stay(table: Table, seat: Seat, said: Stay, *, is_proved: bool = False) -> tuple[Card, ...]:
    renewal, agreement, cards = _renewal(table), table.agreement, _own(table, seat)
    if (said.attempt, said.missing) != (renewal.attempt, renewal.missing):
        raise Refused(Code.WRONG_KIND, _("A seat stays by a ballot other than the one that removed somebody."))
    if len(said.copies) != len(cards):
        raise Refused(
            Code.WRONG_COUNT, _("{due} things are to be copied, not {found}.", due=len(cards), found=len(said.copies))
        )
    copies = []
    for number, (card, masked) in enumerate(zip(cards, said.copies, strict=True)):
        copy = read_card(agreement.group, masked.card)
        if not is_proved:
            where = context(table.slot(seat), f"stay/{number}")
            key, joint = agreement.keys[seat], table.joint_key
            zone.check_stay_copy(agreement.group, key, card, copy, joint, masked.proof, context=where)
        copies.append(copy)
    return tuple(copies)


def close_stay(table: Table, checked: Mapping[Seat, tuple[Card, ...]]) -> Closed:
    renewal, given = _renewal(table), {seat: iter(copies) for seat, copies in checked.items()}
    copies = tuple([next(given[thing.place]) for _, thing in _held(table, renewal.piles)])
    return _next(table, renewal._replace(copies=copies)), None


# --- from pile to pile -----------------------------------------------------------------------------------------------


def _next(table: Table, renewal: Renewal) -> Table:
    """Opens the first step of the next pile, or ends with the ask that is open, or with the seals that stand."""
    stage = table.stage
    if not renewal.piles:
        again = Stage("reveal", seals=stage.seals, sealed_at=stage.sealed_at) if stage.seals else Stage(RENEWED)
        return table.change(stage=again)
    points = table.agreement.packs[renewal.piles[0]].points
    deck = zone.fresh(table.agreement.group, table.joint_key, [points[number] for number in _unseen(table, renewal)])
    table = table.change(stage=stage._replace(kind="mix", hop=0, deck=deck, renewal=renewal))
    return table if len(deck) > 1 else _lay(table, deck, renewal.copies)


def _unseen(table: Table, renewal: Renewal) -> list[int]:
    """The cards of the pile at work that do not lie in the open, as the box has them.

    Of cards that are alike a face may lie there oftener than the box has it, if this pile was made anew before: then
    none of it is left. There are always at least as many as were lost.
    """
    name = renewal.piles[0]
    pack = table.agreement.packs[name]
    left = Counter(map(pack.card, pack.points)) - Counter(table.loose[name])
    return sorted(left.elements())


def mixed(table: Table, deck: Deck) -> Table:
    """All who stay have mixed the deck: what is held must come out of it, where copies are distinct."""
    renewal = _renewal(table)
    if not _held(table, renewal.piles[:1]):
        return _lay(table, deck, renewal.copies)
    return table.change(stage=table.stage._replace(kind=_TAG, hop=0, deck=deck))


def _lay(table: Table, deck: Deck, copies: Deck) -> Table:
    """The pile lies there again, under the handles that it had; of cards that are alike the rest is set aside."""
    renewal = _renewal(table)
    name = renewal.piles[0]
    things = dict(table.things)
    lying = sorted(handle for handle in things if _lies(table, handle) and _pile_of(things[handle]) == name)
    assert len(lying) == len(deck) or (len(lying) < len(deck) and table.agreement.game.piles[name].alike)
    things.update((handle, Hidden(name, PILE, card)) for handle, card in zip(lying, deck, strict=False))
    stage = table.stage._replace(deck=(), hop=0)
    return _next(table.change(things=things, stage=stage), renewal._replace(piles=renewal.piles[1:], copies=copies))


def _pile_of(thing: Thing) -> str:
    return thing.pile if isinstance(thing, Hidden) else ""


# --- tag, unveil -----------------------------------------------------------------------------------------------------


def _to_tag(table: Table) -> Deck:
    """The deck, then the copies of what is held of it."""
    renewal = _renewal(table)
    return (*table.stage.deck, *renewal.copies[: len(_held(table, renewal.piles[:1]))])


def speak_tag(table: Table, own: SeatSecrets, seat: Seat) -> Tagged:
    slot = table.slot(seat)
    where, entropy = context(slot, _TAG), own.entropy(slot, _TAG)
    tagging, proof = blind_tag.tag(table.agreement.group, _to_tag(table), context=where, entropy=entropy)
    return Tagged(tagging.base.raw, joined(tagging.cards), proof)


def check_tag(table: Table, seat: Seat, said: Tagged, *, is_proved: bool = False) -> Deck:
    group, cards = table.agreement.group, _to_tag(table)
    tagged = read_deck(group, said.cards, len(cards))
    tagging = Tagging(zone.read_key(group, said.base), tagged)
    if not is_proved:
        blind_tag.check_tag(group, cards, tagging, said.proof, context=context(table.slot(seat), _TAG))
    return tagged


def close_tag(table: Table, checked: Mapping[Seat, Deck]) -> Closed:
    renewal = _renewal(table)
    sums = blind_tag.tag_sums(table.agreement.group, [checked[seat] for seat in sorted(checked)])
    held = len(sums) - len(table.stage.deck)
    after = renewal._replace(copies=renewal.copies[held:], sums=sums)
    return table.change(stage=table.stage._replace(kind=_UNVEIL, renewal=after)), None


def speak_unveil(table: Table, own: SeatSecrets, seat: Seat) -> Unveil:
    slot = table.slot(seat)
    where, entropy = context(slot, _UNVEIL), own.entropy(slot, _UNVEIL)
    shares, proof = zone.shares(table.agreement.group, own.key, _renewal(table).sums, context=where, entropy=entropy)
    return Unveil(joined(shares), proof)


def check_unveil(table: Table, seat: Seat, said: Unveil, *, is_proved: bool = False) -> tuple[Element, ...]:
    agreement, sums = table.agreement, _renewal(table).sums
    given = read_elements(agreement.group, said.shares, len(sums))
    if not is_proved:
        where = context(table.slot(seat), _UNVEIL)
        zone.check_shares(agreement.group, agreement.keys[seat], sums, given, said.proof, context=where)
    return given


def close_unveil(table: Table, checked: Mapping[Seat, tuple[Element, ...]]) -> Closed:
    """Raises `unknown-card` where what is held lies nowhere in the deck: no honest table comes to that."""
    renewal, deck, group = _renewal(table), table.stage.deck, table.agreement.group
    shares = zip(*[checked[seat] for seat in sorted(checked)], strict=True)
    tags = [zone.laid_bare(group, one, given) for one, given in zip(renewal.sums, shares, strict=True)]
    struck = set(blind_tag.places(tags[: len(deck)], tags[len(deck) :]))
    left = tuple([card for place, card in enumerate(deck) if place not in struck])
    done = table.change(stage=table.stage._replace(renewal=renewal._replace(sums=())))
    return _lay(done, left, renewal.copies), None

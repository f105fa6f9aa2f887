"""Piles made anew after a removal, as a second program does it. From protocol/session.md and hidden.md alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.crypto import second_reading as cards
from tests.second_reading import No
from tests.second_sampler import PILE, PILES, asks, card_numbers, left, points_of
from tests.second_table import ANEW, CHECKS, CLOSES, check_share_proof, is_die, open_stage

if TYPE_CHECKING:
    from tests.second_table import Table

ALIKE = {name: bool(alike) for name, _, alike in PILES}


def remove(table: Table, attempt: int, missing: int) -> None:
    asked, before = asks(table.game), table.stage
    for seat in [seat for seat in table.present if missing >> seat & 1]:
        if asks(table.game)[0] != "Over":
            table.game = left(table.game, seat)
    for handle, thing in list(table.things.items()):
        if is_die(thing) and missing >> thing[1] & 1:
            del table.things[handle]
        elif not is_die(thing) and thing[1] != PILE and missing >> thing[1] & 1:
            table.things[handle] = (thing[0], PILE, thing[2], ())
    table.epoch, table.seats, table.beacons = table.epoch + 1, table.seats & ~missing, table.beacons + 2
    ask = asks(table.game)
    lying = {thing[0] for thing in table.things.values() if not is_die(thing) and thing[1] == PILE}
    piles = () if ask[0] == "Over" else tuple(sorted(lying))
    seals, sealed_at = (), ()
    if before[3] and ask == ("Together", tuple(seat for seat in asked[1] if not missing >> seat & 1)):
        seals = tuple(seal for seat, seal in zip(asked[1], before[3], strict=True) if not missing >> seat & 1)
        sealed_at = before[4]
    table.stage = ("stay", 0, b"", seals, sealed_at, (attempt, missing, piles, b"", b""))


def held(table: Table, piles: Any) -> list[int]:
    """Handles of cards in hands, of distinct piles: piles in their order, then ascending."""
    rows = [(pile, handle) for pile in piles if not ALIKE[pile] for handle in sorted(table.things)]
    return [handle for pile, handle in rows if table.things[handle][0] == pile and table.things[handle][1] != PILE]


def check_stay(table: Table, seat: int, body: Any) -> list[bytes]:
    attempt, missing, _, copies = body
    if (attempt, missing) != table.stage[5][:2]:
        raise No("wrong-kind")
    own = [handle for handle in held(table, table.stage[5][2]) if table.things[handle][1] == seat]
    if len(own) != len(copies):
        raise No("wrong-count")
    for i, (handle, (card, proof)) in enumerate(zip(own, copies, strict=True)):
        keys = {"key": table.card_key(seat).hex(), "to": table.card_key(PILE).hex()}
        what = {"held": table.things[handle][2].hex(), "given": card.hex(), "proof": proof.hex()}
        cards.stay_copy_check(**keys, **what, context=table.context(seat, f"stay/{i}"))
    return [card for card, _ in copies]


def close_stay(table: Table, said: Any, checked: dict[int, list[bytes]]) -> None:
    copies = b"".join(checked[table.things[handle][1]].pop(0) for handle in held(table, table.stage[5][2]))
    table.step += 1
    attempt, missing, piles, _, _ = table.stage[5]
    begin_pile(table, attempt, missing, piles, copies)


def begin_pile(table: Table, attempt: int, missing: int, piles: Any, copies: bytes) -> None:
    _, _, _, seals, sealed_at, _ = table.stage
    if not piles:
        if seals:
            table.stage = ("reveal", 0, b"", seals, sealed_at, ())
        else:
            open_stage(table)
        return
    numbers = Counter(card_numbers(piles[0])) - Counter(table.loose[piles[0]])
    points = [points_of(piles[0])[number].hex() for number in sorted(numbers.elements())]
    deck = bytes.fromhex(cards.fresh_cards(table.card_key(PILE).hex(), points)["cards"])
    table.stage = ("mix", 0, deck, seals, sealed_at, (attempt, missing, piles, copies, b""))
    if len(points) == 1:
        lay(table, cards.pieces(deck, 66), copies)


def close_mix(table: Table, said: Any) -> None:
    ((deck, _),) = [one.body for one in said.values()]
    _, hop, _, seals, sealed_at, anew = table.stage
    table.step += 1
    if hop + 1 < len(table.present):
        table.stage = ("mix", hop + 1, deck, seals, sealed_at, anew)
    elif held(table, anew[2][:1]):
        table.stage = ("tag", 0, deck, seals, sealed_at, anew)
    else:
        lay(table, cards.pieces(deck, 66), anew[3])


def lay(table: Table, deck: list[bytes], copies: bytes) -> None:
    attempt, missing, (pile, *others), _, _ = table.stage[5]
    lying = sorted(handle for handle, thing in table.things.items() if thing[0] == pile and thing[1] == PILE)
    table.things |= {handle: (pile, PILE, card, ()) for handle, card in zip(lying, deck, strict=False)}
    begin_pile(table, attempt, missing, tuple(others), copies)


def to_tag(table: Table) -> bytes:
    count = len(held(table, table.stage[5][2][:1]))
    return bytes(table.stage[2] + table.stage[5][3][: 66 * count])


def check_tag(table: Table, seat: int, body: Any) -> bytes:
    base, tagged, proof = body
    locked = to_tag(table)
    if len(tagged) != len(locked):
        raise No("wrong-count")
    cards.tags_check(locked.hex(), base.hex(), tagged.hex(), proof.hex(), table.context(seat, "tag"))
    return bytes(tagged)


def close_tag(table: Table, said: Any, checked: dict[int, bytes]) -> None:
    sums = bytes.fromhex(cards.tag_sums([part.hex() for part in checked.values()])["sums"])
    _, _, deck, seals, sealed_at, (attempt, missing, piles, copies, _) = table.stage
    rest = copies[len(sums) - len(deck) :]
    table.step += 1
    table.stage = ("unveil", 0, deck, seals, sealed_at, (attempt, missing, piles, rest, sums))


def check_unveil(table: Table, seat: int, body: Any) -> bytes:
    shares, proof = body
    sums = table.stage[5][4]
    if len(shares) != len(sums) // 2:
        raise No("wrong-count")
    key = table.card_key(seat).hex()
    check_share_proof(key, sums.hex(), shares.hex(), proof.hex(), table.context(seat, "unveil"))
    return bytes(shares)


def close_unveil(table: Table, said: Any, checked: dict[int, bytes]) -> None:
    deck, sums = cards.pieces(table.stage[2], 66), table.stage[5][4]
    struck = cards.tag_places(sums.hex(), [shares.hex() for shares in checked.values()], len(deck))["places"]
    table.step += 1
    lay(table, [card for place, card in enumerate(deck) if place not in struck], table.stage[5][3])


CHECKS.update({"stay": check_stay, "tag": check_tag, "unveil": check_unveil})
CLOSES.update({"stay": close_stay, "tag": close_tag, "unveil": close_unveil})
ANEW["mix"] = close_mix

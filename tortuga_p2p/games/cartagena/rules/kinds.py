"""The kinds of moves: the first integer of a move's data says which decision it answers."""

from __future__ import annotations

from typing import Final

from . import components as c

ADVANCE: Final = 0  # (ADVANCE, symbol, place), opens the card, or two parrots
RETREAT: Final = 1  # (RETREAT, place)
MORGAN: Final = 2  # (MORGAN, seat, place)
SAIL: Final = 3  # (SAIL,)
SAIL_FREE: Final = 4  # (SAIL_FREE,): the captain's
PASS: Final = 5  # (PASS,)
STOP: Final = 6  # (STOP,)
PISTOL: Final = 7  # (PISTOL, seat), opens the card, or two parrots; so do all powers
RUM: Final = 8  # (RUM,)
LANTERN: Final = 9  # (LANTERN,)
HOOK: Final = 10  # (HOOK, symbol, place, cards for the hook itself), opens these and then those of the symbol
CHEST: Final = 11  # (CHEST, place)
TAKE: Final = 12  # (TAKE, handle): the pistol's booty
SHARE: Final = 13  # (SHARE,), gives one card to each: rum
KEEP: Final = 14  # (KEEP,), gives the others back to the pile, top first: lantern
DISCARD: Final = 15  # (DISCARD,), opens the cards

SIZES: Final = (3, 2, 3, 1, 1, 1, 1, 2, 1, 1, 4, 2, 2, 1, 1, 1)  # integers in the data of each kind
POWERS: Final = {PISTOL: c.PISTOL, RUM: c.RUM, LANTERN: c.LANTERN, HOOK: c.HOOK, CHEST: c.CHEST}  # by kind: its card
OPENING: Final = frozenset({ADVANCE, *POWERS, DISCARD})  # kinds that show cards

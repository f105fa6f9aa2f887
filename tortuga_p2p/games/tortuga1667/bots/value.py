"""What a position is worth: how many chests the British will lead by at the end, as far as roles and places tell.

A few numbers of a position, weighed. They speak of British minus French, so that one table serves both nations; the
Dutch player likes what is near a tie. The weights were set by hand.
"""

from __future__ import annotations

from math import erf, exp, sqrt
from typing import TYPE_CHECKING, Final

from ..rules import cards as c
from ..rules.state import BELOW, NOWHERE, SHIPS, TORTUGA, hold, riches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.state import State
    from .beliefs import Chance

WEIGHTS: Final = {  # in chests
    "lead": 1.0,  # chests that count now
    "boys": 0.4,  # what cabin boys could plunder for their nation, two at most
    "boys_soon": 0.4,  # the same, the sooner they act
    "captains": 0.3,
    "captains_soon": 0.2,
    "alone": 0.2,  # captain and cabin boy at once
    "crews": 0.2,  # a crew for its captain, or against
    "mates": 0.1,
    "governor": 0.2,
    "island": 0.2,  # votes on Tortuga
    "aboard": 0.1,  # pawns on ships
    "now": 0.1,  # who acts now
    "letters": 0.2,
    "birds": -0.2,
    "maps": 0.1,
    "scurvy": -0.1,
    "hands": 0.1,
}
EARLY, MIDDLE, LATE, SUDDEN = STAGES = range(4)
SPREADS: Final = (3.0, 2.5, 1.2, 1.0)  # by stage: how far the end may still be from what is expected


def stage(state: State) -> int:
    """How near the end is."""
    if state.sudden:
        return SUDDEN
    if state.armada != BELOW:
        return LATE
    return EARLY if len(state.event_deck) >= 6 else MIDDLE


def expected_lead(state: State, chances: Sequence[Chance]) -> float:
    """By how many chests the British will probably lead at the end."""
    seats, lean = state.setup.seats, [chance[0] - chance[1] for chance in chances]
    british, french = riches(state)
    found = dict.fromkeys(WEIGHTS, 0.0)
    found["lead"] = british - french
    for ship in SHIPS:
        line = state.lines[ship]
        if not line:
            continue
        in_british, in_french = state.chests[hold(ship, 0)], state.chests[hold(ship, 1)]
        boy, captain = line[-1], line[0]
        gain = chances[boy][0] * min(in_french, 2) - chances[boy][1] * min(in_british, 2)
        found["boys"] += gain
        found["boys_soon"] += gain * _soon(state, boy, seats)
        found["captains"] += lean[captain]
        found["captains_soon"] += lean[captain] * _soon(state, captain, seats)
        found["aboard"] += sum(lean[seat] for seat in line)
        if len(line) == 1:
            found["alone"] += lean[captain]
        else:
            found["crews"] += abs(lean[captain]) * sum(lean[seat] for seat in line[1:]) / (len(line) - 1)
            found["mates"] += lean[line[1]]
    shore = state.lines[TORTUGA]
    found["governor"] = lean[shore[0]] if shore else 0.0
    found["island"] = sum(lean[seat] * min(3, len(state.hands[seat])) for seat in shore) / 3
    found["now"] = lean[state.active]
    for seat, cards in enumerate(state.kept):
        for card in cards:
            kind = "letters" if card == c.LETTER else "birds" if card == c.ALBATROSS else "maps"
            found[kind] += lean[seat] if card != c.CODE else 0.0
    if state.scurvy:
        found["scurvy"] = sum(lean[seat] for seat in range(seats) if state.scurvy >> seat & 1)
    found["hands"] = sum(lean[seat] * (len(hand) - 3) for seat, hand in enumerate(state.hands))
    return sum(WEIGHTS[name] * number for name, number in found.items())


def _soon(state: State, seat: int, seats: int) -> float:
    """1 for whoever acts now, less for who acts later."""
    return 1 - ((seat - state.active) % seats) / seats


def worth(state: State, chances: Sequence[Chance], nation: int) -> float:
    """How likely that nation wins from here."""
    if state.winner != NOWHERE:
        return float(state.winner == nation)
    lead, spread = expected_lead(state, chances), SPREADS[stage(state)]
    if nation == c.DUTCH:
        return exp(-lead * lead / (2 * spread * spread)) * 0.5
    ahead = lead if nation == c.BRITISH else -lead
    margin = 0.5 if state.setup.seats % 2 else 0.0  # a tie is the Dutch player's
    return 0.5 * (1 + erf((ahead - margin) / (spread * sqrt(2))))

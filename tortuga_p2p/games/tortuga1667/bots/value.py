"""What a position is worth: how many chests the British will lead by at the end, as far as roles and places tell.

A few things about a position, weighed. They speak of British minus French, so that one table serves both nations; the
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

# In chests. "Soon": the sooner they act.
BOYS, BOYS_SOON = 0.4, 0.4  # what cabin boys could plunder for their nation, two at most
CAPTAINS, CAPTAINS_SOON, ALONE = 0.3, 0.2, 0.2  # alone: captain and cabin boy at once
CREWS, MATES = 0.2, 0.1  # a crew for its captain, or against
GOVERNOR, ISLAND = 0.2, 0.2  # votes on Tortuga
ABOARD: Final = 0.1  # pawns on ships
NOW: Final = 0.1  # who acts now
KEPT: Final = {c.LETTER: 0.2, c.ALBATROSS: -0.2, c.CODE: 0.0, c.ATLANTIS: 0.1, c.DORADO: 0.1, c.FOUNTAIN: 0.1}
SICK: Final = -0.1
HANDS: Final = 0.1  # vote cards more than three
EARLY, MIDDLE, LATE, SUDDEN = range(4)
SPREADS: Final = (3.0, 2.5, 1.2, 1.0)  # by stage: how far the end may still be from what is expected


def stage(state: State) -> int:
    """How near the end is."""
    if state.sudden:
        return SUDDEN
    if state.armada != BELOW:
        return LATE
    return EARLY if len(state.event_deck) >= 6 else MIDDLE


class Outlook:
    """What positions are worth to a nation, with loyalties as likely as they are thought to be. It remembers them."""

    def __init__(self, chances: Sequence[Chance], nation: int) -> None:
        self.chances = chances
        self.nation = nation
        self.lean = [chance[0] - chance[1] for chance in chances]
        self._worths: dict[tuple[object, ...], float] = {}

    def worth(self, state: State) -> float:
        """How likely the nation wins from here."""
        if state.winner != NOWHERE:
            return float(state.winner == self.nation)
        now = stage(state)
        sizes = tuple([len(hand) for hand in state.hands])
        position = (state.lines, state.chests, state.active, state.kept, state.scurvy, sizes, now)
        found = self._worths.get(position)
        if found is None:
            found = self._worths[position] = self._likely(expected_lead(state, self.chances, self.lean), state, now)
        return found

    def _likely(self, lead: float, state: State, now: int) -> float:
        spread = SPREADS[now]
        if self.nation == c.DUTCH:
            return exp(-lead * lead / (2 * spread * spread)) * 0.5
        ahead = lead if self.nation == c.BRITISH else -lead
        margin = 0.5 if state.setup.seats % 2 else 0.0  # a tie is the Dutch player's
        return 0.5 * (1 + erf((ahead - margin) / (spread * sqrt(2))))


def expected_lead(state: State, chances: Sequence[Chance], lean: Sequence[float]) -> float:
    """By how many chests the British will probably lead at the end. `lean`: how British each seat is, less how French.

    Most of what the bot thinks about ends here, thousands of times: plain sums.
    """
    seats, active, hands, scurvy = state.setup.seats, state.active, state.hands, state.scurvy
    british, french = riches(state)
    lead = british - french + NOW * lean[active]
    for ship in SHIPS:
        line = state.lines[ship]
        if not line:
            continue
        boy, captain, crew = line[-1], line[0], 0.0
        for seat in line:
            crew += lean[seat]
        gain = chances[boy][0] * min(state.chests[hold(ship, 1)], 2)
        gain -= chances[boy][1] * min(state.chests[hold(ship, 0)], 2)
        lead += gain * (BOYS + BOYS_SOON * (1 - ((boy - active) % seats) / seats))
        lead += lean[captain] * (CAPTAINS + CAPTAINS_SOON * (1 - ((captain - active) % seats) / seats))
        lead += ABOARD * crew
        if len(line) == 1:
            lead += ALONE * lean[captain]
        else:
            lead += CREWS * abs(lean[captain]) * (crew - lean[captain]) / (len(line) - 1) + MATES * lean[line[1]]
    shore = state.lines[TORTUGA]
    if shore:
        lead += GOVERNOR * lean[shore[0]]
        for seat in shore:
            lead += ISLAND * lean[seat] * min(3, len(hands[seat])) / 3
    for seat, cards in enumerate(state.kept):
        for card in cards:
            lead += KEPT[card] * lean[seat]
        lead += HANDS * lean[seat] * (len(hands[seat]) - 3)
        if scurvy >> seat & 1:
            lead += SICK * lean[seat]
    return lead

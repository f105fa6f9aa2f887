"""The players that come with Tortuga, by name. Each is loaded when it is made: its tables take a while."""

from __future__ import annotations

from typing import Final

from ....rules.roster import Roster, bots_of
from ....text import N_

BOTS: Final = bots_of(__name__, expert="Expert", greedy="Greedy")
ROSTER: Final = Roster(
    ("expert", "expert"),
    "expert",
    {
        "expert": N_("Looks ahead and weighs what a choice does to everybody's chance to win."),
        "greedy": N_("Takes whatever is worth most right now."),
    },
)

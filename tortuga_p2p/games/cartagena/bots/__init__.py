"""The players that come with Cartagena, strongest first. They see what their seat sees."""

from __future__ import annotations

from typing import Final

from ....rules.roster import Roster, bots_of
from ....text import N_

BOTS: Final = bots_of(__name__, expert="Expert", greedy="Greedy")
ROSTER: Final = Roster(
    ("expert", "expert"),
    "expert",
    {
        "expert": N_("Plans the whole turn, and thinks about what it leaves the others."),
        "greedy": N_("Takes the action that gains most right now."),
    },
)

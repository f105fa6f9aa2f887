"""The words of Tortuga, gathered for the contract (rules/words.py)."""

from __future__ import annotations

from typing import Final

from ....rules.words import Reading, Words
from ....text import N_
from ..rules.state import SKULL
from . import aloud
from .asked import ASKED, NOTES, WHY_NOT
from .said import LUCK, SAID, caption
from .terms import COLOUR_NAMES, TERMS, THINGS

WORDS: Final = Words(
    asked=ASKED,
    said=SAID,
    terms=TERMS,
    styles={"colour": lambda value: COLOUR_NAMES[value], "die": lambda one: "strange" if one[1] == SKULL else ""},
    notes=NOTES,
    why_not=WHY_NOT,
    things=THINGS,
    readings={
        "board": Reading(N_("everybody's board in words"), aloud.board),
        "dice": Reading(N_("your dice, and the dice on every action"), aloud.dice),
        "score": Reading(N_("points so far"), aloud.score),
    },
    luck=LUCK,
    caption=caption,
)

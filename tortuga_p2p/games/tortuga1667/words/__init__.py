"""What the game says to people: `glossary.py` first, then `asked.py`, `said.py` and `readings.py`."""

from __future__ import annotations

from typing import Final

from ....rules.phrases import phrases
from ....rules.words import Words
from ....text import N_
from ..rules.state import Phase
from .asked import ASKED, NOTES, WHY_NOT
from .glossary import SHORT, TERMS, THINGS
from .readings import READINGS
from .said import SAID

WORDS: Final = Words(
    asked=ASKED,
    said=SAID,
    terms=TERMS,
    short=SHORT,
    notes=NOTES,
    why_not=WHY_NOT,
    things=THINGS,
    readings=READINGS,
    sides=(N_("the British"), N_("the French"), N_("the Dutch"), N_("nobody")),
    points=False,
    progress=N_("Chests by round"),
    standing={
        "atlantis": N_("Atlantis, before a turn: change ships?"),
        "fountain": N_("The Fountain of Youth, when you are to be marooned: drink?"),
    },
    captions=phrases(__package__, "captions.txt"),
    caption=lambda state: (Phase(state.phase).name, None),
)

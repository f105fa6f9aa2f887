"""What the game says to people: `glossary.py` first, then `asked.py`, `said.py` and `readings.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.words import Words
from ....text import N_, _
from ..rules.state import Phase
from .asked import ASKED, NOTES, WHY_NOT
from .glossary import SHORT, TERMS, THINGS
from .readings import READINGS
from .said import SAID

if TYPE_CHECKING:
    from ....rules.game import View
    from ....rules.words import Reader
    from ..rules.state import State


def _caption(view: View[State], reader: Reader) -> str:
    """What the table is doing while nobody decides anything."""
    return {
        Phase.BALLOT: _("The votes are mixed."),
        Phase.COUNT: _("The votes are turned over."),
        Phase.HANDS: _("The voters mix their hands."),
        Phase.SHOW: _("The loyalties are turned over."),
    }.get(Phase(view.state.phase), "")


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
    caption=_caption,
)

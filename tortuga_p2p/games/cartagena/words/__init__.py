"""The words of Cartagena, gathered for the contract (rules/words.py).

Sentences stand in files: `asked.txt` has what is asked, `said.txt` what happened, `luck.txt` what chance gave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.phrases import phrases
from ....rules.questions import questions
from ....rules.words import Reading, Words
from ....text import N_, _
from ..decisions import CODE
from ..rules import kinds as do
from ..rules.state import Phase
from . import aloud
from .terms import SHORT, TERMS, THINGS

if TYPE_CHECKING:
    from ....rules.game import View
    from ....rules.words import Reader
    from ..rules.state import State


def _caption(view: View[State], reader: Reader) -> str:
    """What the table does while nobody decides."""
    captions = {
        Phase.BOARDS: N_("The path is laid at random."),
        Phase.SHUFFLE: N_("All cards are shuffled by everybody."),
        Phase.TOKENS: N_("The chest tokens are shuffled."),
        Phase.DEAL: N_("Cards are dealt."),
        Phase.SNAKE: N_("The chest tokens are shuffled again."),
    }
    text = captions.get(Phase(view.state.phase))
    return _(text) if text else _("{name} draws and mixes cards.", name=reader.name(view.state.turn))


_KINDS: Final = {name: kind for name, kind in vars(do).items() if name.isupper()}
_ASKED: Final = questions(
    __package__,
    "asked.txt",
    {"BACK": CODE + do.RETREAT, "HELP": CODE + do.MORGAN, **_KINDS},
    {"cardless": lambda args: any(value >= CODE for value in args["do"])},
)
WORDS: Final = Words(
    **_ASKED._asdict(),
    said=phrases(__package__, "said.txt"),
    terms=TERMS,
    short=SHORT,
    things=THINGS,
    readings={
        "hand": Reading(N_("your cards"), aloud.hand),
        "path": Reading(N_("who stands where"), aloud.path),
        "symbols": Reading(N_("the symbols of the path"), aloud.symbols),
        "score": Reading(N_("how far everybody is, and how many cards they hold"), aloud.score),
    },
    points=False,
    progress=N_("Spaces of all pirates together"),
    caption=_caption,
    luck=phrases(__package__, "luck.txt"),
)

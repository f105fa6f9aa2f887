"""The words of Cartagena, gathered for the contract (rules/words.py).

Sentences stand in files: `asked.txt` has what is asked, `said.txt` what happened, `luck.txt` what chance gave.
"""

from __future__ import annotations

from typing import Final

from ....rules.phrases import phrases
from ....rules.questions import questions
from ....rules.words import Reading, Words
from ....text import N_
from ..decisions import CODE
from ..rules import kinds as do
from ..rules.state import Phase
from . import aloud
from .terms import SHORT, TERMS, THINGS

_NAMED: Final = (Phase.BOARDS, Phase.SHUFFLE, Phase.TOKENS, Phase.DEAL, Phase.SNAKE)  # in others: `cards`
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
    captions=phrases(__package__, "captions.txt"),
    caption=lambda state: (Phase(state.phase).name if state.phase in _NAMED else "cards", state.turn),
    luck=phrases(__package__, "luck.txt"),
)

"""The words of Tortuga, gathered for the contract (rules/words.py).

Sentences stand in files: `asked.txt` has the nine decisions, `said.txt` what happened, `luck.txt` what chance gave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ....rules.phrases import phrases
from ....rules.questions import questions
from ....rules.words import Reading, Words
from ....text import N_, _
from ..rules.components import SKULL, Action, spread
from ..rules.moves import NONE, Kind
from ..rules.state import Phase
from . import aloud
from .terms import COLOUR_NAMES, TERMS, THINGS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..rules.state import State


def _draws(state: State, numbers: Sequence[tuple[int, int]]) -> list[str]:
    """Which chest each number is, counted red first, as they lie in the bag."""
    if state.phase not in (Phase.DEAL_CHESTS, Phase.HUNT_CHEST, Phase.MOVE_DRAW):
        return []
    lying, told = spread(state.bag), _("chest {value} of {bound} is {colour}")
    drawn = [(value, bound, _(COLOUR_NAMES[lying.pop(value - 1)])) for value, bound in numbers]
    return [told.format(value=value, bound=bound, colour=colour) for value, bound, colour in drawn]


def _skulls_alone(args: Mapping[str, Any]) -> bool:
    return all(face == SKULL for _die, face, _number in args["dice_labels"])


_VALUES: Final = {**Action.__members__, **Kind.__members__, "NONE": NONE}
_ASKED: Final = questions(__package__, "asked.txt", _VALUES, {"skulls_alone": _skulls_alone})
WORDS: Final = Words(
    **_ASKED._asdict(),
    said=phrases(__package__, "said.txt"),
    terms=TERMS,
    styles={"colour": lambda value: COLOUR_NAMES[value], "die": lambda one: "strange" if one[1] == SKULL else ""},
    things=THINGS,
    readings={
        "board": Reading(N_("everybody's board in words"), aloud.board),
        "dice": Reading(N_("your dice, and the dice on every action"), aloud.dice),
        "score": Reading(N_("points so far"), aloud.score),
    },
    standing={"forfeit": N_("FLEET, CREW and HUNT, when you may act there: forfeit?")},
    luck=phrases(__package__, "luck.txt"),
    captions=phrases(__package__, "captions.txt"),
    caption=lambda state: (Phase(state.phase).name, next(iter((*state.stuck, *state.ranks)), None)),
    draws=_draws,
)

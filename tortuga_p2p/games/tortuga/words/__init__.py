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

    from ....rules.game import View
    from ....rules.words import Reader
    from ..rules.state import State

# What happens while nobody decides.
_CAPTIONS: Final[Mapping[int, str]] = {
    Phase.SHUFFLE: N_("The treasure tiles are being shuffled."),
    Phase.DEAL_CHESTS: N_("Everybody draws two chests."),
    Phase.ROLL: N_("Dice roll behind the screens."),
    Phase.REROLL: N_("{who} is stuck and rolls again in the open."),
    Phase.HUNT_CHEST: N_("HUNT: {who} draws a chest."),
    Phase.HUNT_DEAL: N_("HUNT: {who} draws treasure tiles."),
    Phase.HUNT_MIX: N_("The treasure tiles are being shuffled again."),
    Phase.MOVE_DRAW: N_("MOVE: everybody draws a chest."),
    Phase.OPEN_TILES: N_("The kept treasure tiles are being opened."),
}


def _caption(view: View[State], reader: Reader) -> str:
    state = view.state
    who = (*state.stuck, *state.ranks)[:1]
    return _(_CAPTIONS[state.phase]).format(who=reader.name(who[0]) if who else "")


def _draws(state: State, numbers: Sequence[tuple[int, int]]) -> list[str]:
    """Which chest each number is, counted red first, as they lie in the bag."""
    if state.phase not in (Phase.DEAL_CHESTS, Phase.HUNT_CHEST, Phase.MOVE_DRAW):
        return []
    lying = spread(state.bag)
    return [
        _(
            "chest {value} of {bound} is {colour}",
            value=value,
            bound=bound,
            colour=_(COLOUR_NAMES[lying.pop(value - 1)]),
        )
        for value, bound in numbers
    ]


def _skulls_alone(args: Mapping[str, Any]) -> bool:
    return all(face == SKULL for _die, face, _number in args["dice_labels"])


_ASKED: Final = questions(
    __package__,
    "asked.txt",
    {**Action.__members__, **Kind.__members__, "NONE": NONE},
    {"skulls_alone": _skulls_alone},
)
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
    caption=_caption,
    draws=_draws,
)

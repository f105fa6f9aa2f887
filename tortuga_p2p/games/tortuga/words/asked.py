"""The nine decisions in words: the question, what the others read meanwhile, each choice, why not, and help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.words import Asked, Cases, Said
from ....text import N_
from ..rules.moves import ACT, NONE, PASS
from ..rules.state import HUNT, SKULL

if TYPE_CHECKING:
    from collections.abc import Mapping

ASKED: Final[Mapping[str, Asked]] = {
    "select": Asked(
        N_("Which dice do you take?"),
        Said("", N_("{who} chooses dice."), N_("{who} choose dice.")),
        Cases(
            lambda args: all(face == SKULL for _, face, _ in args["dice_labels"]),
            {True: N_("take {dice} alone, and name an action later"), False: N_("take {dice}")},
        ),
        steps={"dice": N_("dice")},
        missing=N_("Pick at least one die: those you do not take are rolled again."),
        chapter="dice",
    ),
    "bonus": Asked(
        N_("You earned a bonus: beside which action do you put it?"),
        Said("", N_("{who} places a bonus."), N_("{who} place a bonus.")),
        N_("take the bonus {bonus}"),
        steps={"bonus": N_("bonus")},
        chapter="bonus",
    ),
    "skulls": Asked(
        N_("Which action do you name for {letters}?"),
        Said("", N_("{who} names an action for skulls: {letters}.")),
        N_("turn to {action}"),
        steps={"action": N_("action")},
        chapter="skulls",
    ),
    "place": Asked(
        N_("You were stuck and rolled in the open: which dice do you take?"),
        Said("", N_("{who} chooses from the dice rolled in the open.")),
        Cases(
            lambda args: "action" in args,
            {True: N_("take {dice} and turn to {action}"), False: N_("take {dice}")},
        ),
        steps={"dice": N_("dice"), "action": N_("skulls to")},
        missing=N_("Pick at least one die: those you do not take are rolled again."),
        chapter="stuck",
    ),
    "offer": Asked(
        N_("{action}: you are {position} with {total}. Do you perform it?"),
        Said("", N_("{action}: {who}, {position} with {total}, performs or forfeits it.")),
        Cases(lambda args: args["act"], {(ACT,): N_("perform {action}"), (PASS,): N_("forfeit {action}")}),
        steps={"act": N_("you")},
        chapter=Cases(lambda args: args["action"] == HUNT, {True: "hunt", False: "tracks"}),
    ),
    "keep": Asked(
        N_("HUNT: which of the two tiles do you keep?"),
        Said("", N_("{who} chooses which of two tiles to keep.")),
        N_("keep {tile}"),
        steps={"tile": N_("tile")},
        chapter="hunt",
    ),
    "attack": Asked(
        N_("{action}: you are {position} with {total}. Whom do you attack?"),
        Said("", N_("{action}: {who}, {position} with {total}, chooses whom to attack.")),
        Cases(
            lambda args: "chest" if "chest" in args else args["victim"] == (NONE,),
            {
                "chest": N_("attack {victim} for the {chest} chest"),
                False: N_("attack {victim}"),
                True: N_("forfeit {action}"),
            },
        ),
        steps={"victim": N_("attack"), "chest": N_("chest")},
        chapter="attack",
    ),
    "order": Asked(
        N_("MOVE: in which order do your chests go on?"),
        Said("", N_("{who} orders chests."), N_("{who} order their chests.")),
        Cases(
            lambda args: ("fleet_order" in args, "crew_order" in args),
            {
                (True, True): N_("send to the fleet {fleet_order}, to the crew {crew_order}"),
                (True, False): N_("send to the fleet {fleet_order}"),
                (False, True): N_("send to the crew {crew_order}"),
            },
        ),
        steps={
            "fleet_order": N_("crew to fleet, room for {boats}"),
            "crew_order": N_("island to crew, room for {pirates}"),
        },
        chapter="move",
    ),
}

NOTES: Final = {
    "die": N_("{choice}: a die counts the number beside its letter on that action."),
    "skull": N_("A skull goes with any dice, or alone. This one counts {numbers}."),
}
WHY_NOT: Final[Mapping[str, str | Cases[str]]] = {
    "full": Cases(
        lambda args: args["space"] > 0,
        {
            False: N_("{action} is full: your {token} on box {box} allows {fits}."),
            True: N_("{action} has room for {space} more, not for {count}: your {token} on box {box} allows {fits}."),
        },
    ),
    "most": N_("{choice} is the most that a bonus can be."),
    "twice": N_("{choice} was attacked by 1st position in this action: nobody is attacked twice."),
}

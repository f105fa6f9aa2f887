"""The help for each decision (1.4): what it is, in our own words, for somebody who has not read the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...text import N_, _

if TYPE_CHECKING:
    from collections.abc import Sequence


def told(paragraphs: Sequence[str]) -> tuple[str, ...]:
    """In the player's language."""
    return tuple(map(_, paragraphs))


SELECT: Final = (
    N_(
        "Take one or more dice that show the same action, and as many skulls with them as you like: all of them go "
        "to that action. Or take skulls alone and name their action once everybody has shown."
    ),
    N_(
        "What you do not take is rolled again. Once all five dice lie you earn a bonus for every further roll of "
        "the others, so being quick pays too."
    ),
    N_("BOARD takes as many dice as your boat's box allows, RAID as your pirate's; the other actions take all five."),
    N_("When all dice lie, only the two highest totals of each action act (with two players: the highest)."),
)
BONUS: Final = (
    N_("All your dice lie on actions while others still roll, so you earn a bonus for this roll."),
    N_(
        "A new bonus counts 1. A bonus of yours that shows 1 may be turned to 2 instead. It stays for the rest of "
        "the game and counts in every round in which you have a die on that action; without a die it counts "
        "nothing."
    ),
)
SKULLS: Final = (
    N_("You took skulls alone. Now that everybody's dice lie open you say where yours go, all of them to one action."),
    N_("A die turned from its skull counts with its own number for that action."),
)
PLACE: Final = (
    N_(
        "None of your dice could be placed, so you rolled them again, in the open. Now choose at least one of them; "
        "skulls alone are given their action at once. The rest is rolled behind the screen next time."
    ),
)
SAIL: Final = (
    N_(
        "Your total is among the best in this action, so you may perform it: 1st position moves the token two "
        "boxes, 2nd position one (with two players: one box, for the 1st alone)."
    ),
    N_("A box further means one point more, and more room: for chests, and for dice of BOARD (boat) or RAID (pirate)."),
)
HUNT: Final = (
    N_(
        "1st position draws a chest from the bag to the own island, then looks at two treasure tiles and keeps one. "
        "2nd position keeps one tile."
    ),
    N_("Tiles show 1 to 3 coins, a point each at the end. Only their owner knows them."),
)
KEEP: Final = (
    N_("You alone see these two tiles. The one you keep counts its coins at the end; the other is shuffled back."),
)
SEIZE: Final = (
    N_(
        "1st position takes one chest from another player's area (BOARD: fleet, RAID: crew) to the own island and "
        "pushes that player's token (boat or pirate) one box back."
    ),
    N_("If your victim has a die on this action he defends: your own token goes back one box too."),
    N_(
        "Chests on your island are safe. Chests that no longer fit leave an area from the right when the action is "
        "over."
    ),
)
CLAIM: Final = (
    N_(
        "2nd position pushes another player's token one box back and then takes a chest from the centre island, if "
        "there is one. Whom 1st position attacked is spared."
    ),
    N_("If your victim has a die on this action he defends: your own token goes back one box too."),
    N_("Chests that no longer fit leave an area from the right when the action is over."),
)
ORDER: Final = (
    N_(
        "At the end of a round every chest goes one place on: fleet to Tortuga, crew to fleet, island to crew, as "
        "many as the tokens' boxes allow. What finds no room leaves your board."
    ),
    N_(
        "Press the chests in the order in which they shall go; those you do not press follow as they lie. The "
        "leftmost are the safest: when a token falls back, chests leave from the right."
    ),
)

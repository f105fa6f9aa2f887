"""The first voyage of Tortuga: the learner takes over a ship that is at sea already, and sails it home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.lesson import Idea, Lesson
from ...text import N_
from .rules.state import ALL_DICE, BOARD, CREW, DICE, FLEET, HANDLES, HUNT, RAID, SKULL, assigned

if TYPE_CHECKING:
    from ...rules.game import View
    from .rules.state import State


def _faces(view: View[State]) -> list[int]:
    """What the dice behind the learner's screen show."""
    seat = view.seat
    assert seat is not None
    free = ALL_DICE & ~assigned(view.state.placed[seat])
    return [view.known[handle] for handle in HANDLES[seat][free] if handle in view.known]


def _has_skull(view: View[State]) -> bool:
    return SKULL in _faces(view)


def _may_attack(view: View[State]) -> bool:
    return bool({BOARD, RAID} & set(_faces(view)))


def _has_begun(view: View[State]) -> bool:
    return len(_faces(view)) < DICE


LESSON: Final = Lesson(
    N_("A first voyage"),
    seed=46,
    opponents=("gentle", "gentle"),
    begins=3,
    minutes=8,
    welcome=(
        N_(
            "You are a pirate with a crew, a fleet and a bad reputation. Chests of loot travel from your island to "
            "your crew, from there to your fleet, and at last to Tortuga: one place a round. The further they are, "
            "the more points they bring."
        ),
        N_(
            "The ship has been at sea for two rounds, and now it is yours. Six chests in anybody's Tortuga end the "
            "game. Nothing here counts: Bonny and Rackham are gentle programs. Take your time."
        ),
    ),
    asked=(
        Idea(
            "select",
            N_(
                "Five dice choose what you do this round. Each shows an action and how much it counts there. Put "
                "down dice of one action; the others are rolled again, until all five are down. Whoever has most on "
                "an action does it, and whoever is second does half of it. Three of yours show FLEET and make 10 "
                "together: a total that is hard to beat."
            ),
            suggests="take ABE",
        ),
        Idea(
            "select",
            N_(
                "A skull joins any action and counts its own number there. Or put skulls down alone: then you name "
                "their action after everybody has shown, when you know what the others did."
            ),
            when=_has_skull,
        ),
        Idea(
            "select",
            N_(
                "BOARD robs a fleet and RAID robs a crew. They take only as many dice as your boat and your pirate "
                "give room for. FLEET, CREW and HUNT take as many as you like."
            ),
            when=_may_attack,
        ),
        Idea(
            "select",
            N_(
                "Whoever has put down all five dice early earns a bonus for every roll that the others still need. "
                "So three dice now may be worth more than one very good one."
            ),
            when=_has_begun,
        ),
        Idea(
            "bonus",
            N_(
                "Your dice are all down and the others still roll: that earns you a bonus. It adds 1 to an action "
                "in every round in which a die of yours lies there, for the rest of the game. A second one makes it "
                "2."
            ),
        ),
        Idea(
            "offer",
            N_(
                "You were among the best two here, so you may act. FLEET moves your boat and CREW your pirate, two "
                "boxes as the first, one as the second. Every box is a point at the end, and on boxes 2, 4 and 6 "
                "there is room for one chest more."
            ),
            when=lambda view: view.state.action in (FLEET, CREW),
        ),
        Idea(
            "offer",
            N_(
                "HUNT brings new loot: the first draws a chest from the bag and keeps one of two treasure tiles, "
                "the second draws a tile. Coins on tiles are points, and only you know yours."
            ),
            when=lambda view: view.state.action == HUNT,
        ),
        Idea("keep", N_("Each coin is a point at the end. Keep the better tile; the other goes back face down.")),
        Idea(
            "skulls",
            N_(
                "Everybody has shown, and now your skull takes a side. Look where its number makes you first, or "
                "where nobody is yet."
            ),
        ),
        Idea(
            "attack",
            N_(
                "The first takes a chest from somebody's fleet or crew, the second one from the centre island; both "
                "bring it to their own island. Whoever is attacked goes back a box, and so do you if they have dice "
                "here too. Purple chests count double."
            ),
        ),
        Idea(
            "order",
            N_(
                "Now all chests move one place on, and there may be less room than chests. Whatever finds no room "
                "is gone, so send first what is worth most: purple, then white, then what completes a set of red, "
                "blue and yellow."
            ),
        ),
    ),
    told=(
        Idea(
            "ranked",
            N_(
                "All dice are down. The actions are played in their order: FLEET, CREW, HUNT, BOARD, RAID. On each "
                "the best total goes first and the next one second; nobody else acts. A tie goes to whoever sits "
                "nearer to the star."
            ),
        ),
        Idea(
            "carried",
            N_(
                "The chests have moved: fleet to Tortuga, crew to fleet, island to crew. What is in Tortuga is safe "
                "and worth 3 points, in the fleet 2, with the crew 1, on the island none yet."
            ),
        ),
        Idea(
            "scored",
            N_(
                "The end: chests by their place, 3 points for every set of red, blue and yellow on your board, a "
                "point for each box of boat and pirate, and the coins on your tiles. The most points win, not the "
                "most chests."
            ),
        ),
    ),
    farewell=(
        N_(
            "You know the whole game now. What each action brings stands beside the board whenever you choose dice; "
            "a hint and the rules are one key away at every decision. The bots at a real table are stronger than "
            "these two."
        ),
    ),
)

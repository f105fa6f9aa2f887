"""The first game of Tortuga 1667: one idea at each decision, while votes and events come up by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.lesson import Idea, Lesson
from ...text import N_
from .rules.state import SHIPS, TORTUGA, place_of

if TYPE_CHECKING:
    from ...rules.game import View
    from .rules.state import State


def _line(view: View[State]) -> tuple[int, ...]:
    """The crew that the learner stands in; nobody's on Tortuga or in a rowboat."""
    assert view.seat is not None
    place = place_of(view.state, view.seat)
    return view.state.lines[place] if place in SHIPS else ()


def _is_captain(view: View[State]) -> bool:
    return _line(view)[:1] == (view.seat,)


def _is_boy(view: View[State]) -> bool:
    return _line(view)[-1:] == (view.seat,)


def _is_ashore(view: View[State]) -> bool:
    assert view.seat is not None
    return place_of(view.state, view.seat) == TORTUGA


LESSON: Final = Lesson(
    N_("A first mutiny"),
    seed=75,
    opponents=("gentle", "gentle", "gentle"),
    options={"fewer": 5},
    minutes=10,
    welcome=(
        N_(
            "Four pirates, two ships and an island. Two of you are secretly British, two are French, and nobody "
            "knows anybody's flag but their own. Chests in British holds count for the British, chests in French "
            "holds for the French. When the Spanish Armada comes, the nation with more chests wins, wherever its "
            "people stand."
        ),
        N_(
            "Your flag is hidden on the screen, because somebody may look over your shoulder; you can show it to "
            "yourself for a moment. Nothing here counts: Bonny, Rackham and Read are gentle programs."
        ),
    ),
    asked=(
        Idea(
            "act",
            N_(
                "One action a turn. Five events lie face down: turn one over and it happens to you, good or bad. So "
                "look first: you see two of them, alone, and what you saw stays written in their places."
            ),
            suggests="look 1 2",
        ),
        Idea(
            "act",
            N_(
                "You are the captain: you may call an attack on the Galleon, or maroon a shipmate on Tortuga. In an "
                "attack everybody on your ship gives a card, and the deck adds one; a cannon and more torches than "
                "water win a chest."
            ),
            when=_is_captain,
        ),
        Idea(
            "act",
            N_(
                "The last of a crew is its cabin boy, and may plunder: a chest of the ship moves from one hold to the"
                " other. It needs no vote, and everybody sees for whom you did it."
            ),
            when=_is_boy,
        ),
        Idea(
            "act",
            N_(
                "You are on Tortuga. The first in line is its governor, and may call a brawl about the two chests "
                "that always stay here. To a ship it takes two turns: into a rowboat, and out of it again."
            ),
            when=_is_ashore,
        ),
        Idea(
            "attack",
            N_(
                "All voters choose at once, the cards are mixed with one from the deck and turned over together: "
                "nobody can ever say which was yours. Help a friend with cannon and torch; water stops an attack."
            ),
        ),
        Idea(
            "take", N_("The attack is won, and the captain alone decides into which hold the chest goes. All see it.")
        ),
        Idea(
            "forced",
            N_(
                "Somebody forces you: one of these two must be turned over, and it happens to you as if you had "
                "chosen it. Have they looked there before? Who has looked at what is public, and so a hint."
            ),
        ),
    ),
    told=(
        Idea("shown", N_("An event was turned over. It is done with at once, and the deck fills its place.")),
        Idea(
            "marooned",
            N_(
                "Marooned: to the back of the line on Tortuga. Whoever was there already loses a vote card for the "
                "rest of the game, and nobody sees which."
            ),
        ),
        Idea(
            "counted",
            N_(
                "The cards tell how the vote went, not who voted how. Remember who was in it: water among friends is "
                "worth a thought. The notes keep every vote for you."
            ),
        ),
        Idea(
            "last",
            N_(
                "The deck is used up. The last five events are mixed, and the Armada is one of them: whoever turns it"
                " over ends the game. If your nation leads, look for it; if not, stay away from it."
            ),
        ),
        Idea("ends", N_("The Armada is there. Chests are counted, and now everybody shows their flag.")),
    ),
    farewell=(
        N_(
            "You know the game. What is left is people: what they do, what they say, and whether the two fit "
            "together. Claims cost nothing, and neither does doubt. Stronger programs, and friends, bluff far "
            "better than these."
        ),
    ),
)

"""The first escape: a short tunnel, four pirates each, and one idea at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.lesson import Idea, Lesson
from ...text import N_
from .rules.moves import actions
from .rules.state import ACTIONS, GOAL
from .rules.trips import Trip, trip_of

if TYPE_CHECKING:
    from ...rules.game import View
    from .rules.state import State


def _trips(view: View[State]) -> list[Trip]:
    """Where the learner's pirates could go now."""
    assert view.seat is not None
    found = [trip_of(view.state, move) for move in actions(view.state, view.seat, view.known)]
    return [trip for trip in found if trip is not None]


def _needs_cards(view: View[State]) -> bool:
    """A thin hand, and somebody to go back to."""
    assert view.seat is not None
    return len(view.state.hands[view.seat]) < 3 and any(trip.cards for trip in _trips(view))


def _brings_two(view: View[State]) -> bool:
    return any(trip.cards > 1 for trip in _trips(view))


def _gets_out(view: View[State]) -> bool:
    return any(trip.new == GOAL for trip in _trips(view))


def _is_second_turn(view: View[State]) -> bool:
    return view.state.round > 1 and view.state.left < ACTIONS


LESSON: Final = Lesson(
    N_("A first escape"),
    seed=2,
    opponents=("gentle", "gentle"),
    options={"tunnel": 4, "pirates": 4},
    minutes=8,
    welcome=(
        N_(
            "The dungeon of Cartagena, at night. A tunnel leads from your cell to the beach, where a sloop waits. You "
            "have four pirates to bring out; whoever brings out the last of theirs first wins at once."
        ),
        N_(
            "The tunnel has 24 spaces, each with one of six symbols: pistol, rum, lantern, parrot, hook and chest. "
            "The cards in your hand show the same symbols. Nothing here counts: the other two are gentle programs. "
            "Take your time."
        ),
    ),
    asked=(
        Idea(
            "act",
            N_(
                "A card takes one of your pirates forward, to the next empty space with its symbol. You hold three "
                "rums. The first rum in the tunnel is space 2: send a pirate there."
            ),
            suggests="advance 0 rum with 4",
        ),
        Idea(
            "act",
            N_(
                "Now the heart of the game: a space where somebody stands is jumped. Space 2 is taken, by your own "
                "pirate, so the same card takes the next one much further: to space 10. Look at the path before you "
                "confirm: it shows where your pirate would land."
            ),
            suggests="advance 0 rum with 3",
        ),
        Idea(
            "act",
            N_(
                "Once more, with the pirate that stayed behind: from space 2 over space 10 to space 16. Three equal "
                "cards are a ladder for whoever plays them one after the other. But the spaces that you take help "
                "everybody who comes after you."
            ),
            suggests="advance 2 rum with 2",
        ),
        Idea(
            "act",
            N_(
                "Your hand gets thin, and no card comes by itself. A pirate that goes back to the nearest space with "
                "one or two others on it brings you as many cards. Spaces behind it that are empty, or hold three, "
                "are passed. Who has no cards at all may also pass, and draws one."
            ),
            when=_needs_cards,
        ),
        Idea(
            "act",
            N_(
                "You have three actions in a turn, and one is enough: you may end your turn and keep the cards for "
                "better times. It seldom pays, because going back costs nothing but a few steps."
            ),
            when=_is_second_turn,
        ),
        Idea(
            "act",
            N_(
                "Two pirates on one space are two cards for whoever comes back to them. A short way back for two "
                "cards is the best bargain in the tunnel, also from the sloop itself."
            ),
            when=_brings_two,
        ),
        Idea(
            "act",
            N_(
                "One of your cards finds no empty space of its symbol ahead: with it a pirate runs straight to the "
                "sloop, from wherever it stands. The further back that pirate is, the more the card is worth."
            ),
            when=_gets_out,
        ),
    ),
    told=(
        Idea(
            "drew",
            N_(
                "Cards were drawn. You see only your own; of the others everybody knows how many they hold. What is "
                "played lies in the open, and is shuffled again when the pile is used up."
            ),
        ),
        Idea(
            "won", N_("The last pirate of a crew is aboard, and the sloop sails. Whoever is still in the tunnel stays.")
        ),
    ),
    farewell=(
        N_(
            "That is the whole game of the tunnel. There is more to agree on when you open a table: the jungle, the "
            "Great Escape over the sea, Morgan's rule, the Filibusters, and a sorceress who gives every card a power. "
            "The rules have an example of each."
        ),
    ),
)

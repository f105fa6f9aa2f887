"""A story under way: the sentences so far, and the state as far as they tell it. Knows no phase; see `story.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...text import _
from . import moving
from .moves import NONE
from .told import put_ship
from .words import colour_word

if TYPE_CHECKING:
    from ...rules.ask import Seat
    from .state import State


@dataclass(slots=True)
class Tale:
    """Every change of `at` is made beside the sentence about it."""

    names: list[str]
    at: State
    lines: list[str] = field(default_factory=list)

    def say(self, sentence: str) -> None:
        self.lines.append(sentence)

    def put(self, **changes: Any) -> None:
        self.at = self.at._replace(**changes)

    def put_ship(self, seat: Seat, **changes: Any) -> None:
        self.put(ships=put_ship(self.at.ships, seat, self.at.ships[seat]._replace(**changes)))


def say_round(tale: Tale, after: State) -> None:
    tale.say(_("Round {round} begins; {name} is the start player.", round=after.round, name=tale.names[after.start]))


def say_drawn(tale: Tale, seat: Seat, colour: int) -> None:
    """A chest from the bag, which is counted elsewhere; `NONE` where it was empty (A-1)."""
    if colour == NONE:
        tale.say(_("The bag is empty: no chest for {name}.", name=tale.names[seat]))
        return
    tale.say(
        _(
            "{name} draws a {colour} chest from the bag to the island.",
            name=tale.names[seat],
            colour=colour_word(colour),
        )
    )
    tale.put_ship(seat, island=(*tale.at.ships[seat].island, colour))


def drop(tale: Tale, chest: str, colour: int) -> None:
    """Surplus, one chest at a time; `chest` is the sentence up to where it goes."""
    centre = tale.at.centre
    tale.at = moving.drop(tale.at, (colour,))
    tale.say(
        _(
            "{chest} goes {where}.",
            chest=chest,
            where=_("into the bag") if tale.at.centre == centre else _("to the centre island"),
        )
    )

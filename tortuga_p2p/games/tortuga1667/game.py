"""The contract of a game (rules/game.py), for Tortuga 1667."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.about import About
from ...rules.ask import Move, Pile
from ...rules.folder import FolderGame
from ...rules.game import Clock, Standing
from ...rules.option import Amount, Flag, OneOf, Option, Preset, Several
from ...text import N_
from .rules import cards, machine
from .rules.moves import Do, when_late
from .rules.opening import CLOCK_MAX_S, FEWER_MAX, SEATS, STARS_MAX, STARS_MIN, new, settled
from .rules.state import HANDLES, LOYALTY_KINDS, NOWHERE, Phase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...rules.answer import Answer, Moved
    from ...rules.ask import Ask, Handle, Moves, Seat, Unseen
    from ...rules.game import Known, Options
    from ...rules.record import Note
    from .rules.state import State

STAR_NAMES: Final = {
    "powder": N_("Black Powder"),
    "fever": N_("Cabin Fever"),
    "nest": N_("Crow's Nest"),
    "bells": N_("Eight Bells"),
    "facade": N_("Facade"),
    "code": N_("Pirate Code"),
    "scurvy": N_("Scurvy"),
    "stormy": N_("Stormy Seas"),
}
assert tuple(STAR_NAMES) == tuple(cards.EVENT_NAMES[card] for card in cards.STARRED)
LOYALTY_NAMES: Final = dict(
    zip(LOYALTY_KINDS, (N_("hidden"), N_("one British and one French open"), N_("all open")), strict=True)
)


def _sane(seats: int, values: Options) -> bool:
    return not values["mad"]


class Tortuga1667(FolderGame["State"]):
    """The rules, and how they look to people."""

    name = "tortuga1667"
    title = "Tortuga 1667"
    version = 1
    seats = SEATS
    about = About(N_("Hidden loyalties on two ships: attack, mutiny, brawl, and trust nobody."), minutes=30, order=20)
    options: tuple[Option, ...] = (
        Option(
            "stars",
            Amount(STARS_MIN, STARS_MAX),
            STARS_MIN,
            N_("Starred events"),
            N_("How many of the eight starred events are in the deck: more make it wilder and longer."),
            when=_sane,
            why_not=N_("Mad mode has all starred events."),
        ),
        Option(
            "starred",
            Several(STAR_NAMES),
            (),
            N_("Which starred events"),
            N_("Those that everybody agrees on; the others are drawn."),
            when=_sane,
            why_not=N_("Mad mode has all starred events."),
        ),
        Option(
            "fewer",
            Amount(0, FEWER_MAX),
            0,
            N_("Events taken out"),
            N_("A shorter game: this many events are taken out of the deck, and nobody sees which."),
        ),
        Option(
            "clock",
            Amount(0, CLOCK_MAX_S),
            0,
            N_("Clock in seconds"),
            N_("Anybody who declares no action in time looks at two events. 0 means no clock; the rulebook says 30."),
        ),
        Option(
            "loyalties",
            OneOf(LOYALTY_NAMES),
            LOYALTY_KINDS[0],
            N_("Loyalties"),
            N_("Open ones make a game of plans instead of one of bluff."),
        ),
        Option(
            "mad",
            Flag(),
            0,
            N_("Mad mode"),
            N_("All eight starred events, and nobody may look at an event: every one is a surprise."),
        ),
        Option(
            "ready",
            Flag(),
            0,
            N_("Ready-made start"),
            N_("Three chests lie on each ship, the Galleon is empty, and everybody chooses where to begin."),
        ),
        Option(
            "chosen",
            Flag(),
            0,
            N_("Choose the pawns"),
            N_("Everybody chooses one of the nine Brethren instead of drawing one."),
        ),
    )
    presets: tuple[Preset, ...] = (
        Preset(
            "first",
            N_("For a first game: loyalties are open, and five events fewer."),
            {"loyalties": "open", "fewer": 5},
        ),
        Preset("wild", N_("Six starred events."), {"stars": 6}),
        Preset("mad", N_("All starred events, and nobody looks."), {"mad": 1}),
        Preset(
            "quick",
            N_("The ready-made start, a clock of 30 seconds and five events fewer."),
            {"ready": 1, "clock": 30, "fewer": 5},
        ),
    )
    # Equal cards are alike: nobody may tell two of them apart (2.11), not even two loyalties after Cabin Fever.
    piles: Mapping[str, Pile] = {
        "loyalties": Pile(cards.loyalties(SEATS[-1]), alike=True),
        "votes": Pile(cards.VOTE_DECK, alike=True),
        "events": Pile(cards.EVENT_DECK, alike=True),
    }

    # --- the state machine ---

    def setup(self, seats: int, options: Options) -> State:
        values = self.check_table(seats, options)
        values["starred"] = sum(1 << list(STAR_NAMES).index(star) for star in values["starred"])
        values["loyalties"] = LOYALTY_KINDS.index(values["loyalties"])
        return new(settled(seats, values))

    def asks(self, state: State) -> Ask:
        return machine.asks(state)

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        return machine.legal_moves(state, seat)

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        machine.check_move(state, seat, moved)

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
        return machine.apply(state, answer, note)

    # --- what is hidden ---

    def sides(self, state: State, faces: Known) -> tuple[int, ...]:
        """The loyalties, open or not, once everybody has one."""
        cards = tuple(zip(state.flags, state.loyal, strict=True))
        if any(flag == card == NOWHERE for flag, card in cards):
            return ()
        return tuple(flag if flag != NOWHERE else faces[card] for flag, card in cards)

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        if seat >= state.setup.seats:
            raise IndexError(seat)
        return tuple(handle for handle in range(HANDLES) if state.seen[handle] >> seat & 1)

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        from .rules.sight import unseen

        return unseen(state, seat, known)

    # --- the rest lies in the rooms of the folder (rules/folder.py) ---

    def round_of(self, state: State) -> int:
        """Laps around the table."""
        return (state.turn + state.setup.seats - 1) // state.setup.seats

    def clock(self, state: State, seat: Seat) -> Clock | None:
        data = when_late(state) if state.setup.clock else None
        return None if data is None else Clock(state.setup.clock, Move(data))

    def standing(self, state: State, seat: Seat) -> Standing | None:
        """B-43: Atlantis and the Fountain never make a table wait for a no."""
        name = {Phase.ATLANTIS: "atlantis", Phase.FOUNTAIN: "fountain"}.get(Phase(state.phase))
        return None if name is None else Standing(name, Move((Do.USE,)), Move((Do.DECLINE,)))


GAME: Final = Tortuga1667()

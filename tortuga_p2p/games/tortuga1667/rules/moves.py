"""Every decision: the moves it has, spelled in small integers, and why another one is refused.

A move's `data` begins with its kind. Only a vote gives something: its cards go to the middle, face down.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from ....errors import IllegalMove
from ....rules import shape
from ....rules.ask import PILE, Move
from ....rules.lazy import Choose, ChosenMoves
from ....text import _
from . import cards as c
from .events import letter_moves, whole_boats
from .state import (
    ATTACK,
    BOAT_DUTCHMAN,
    BRAWL,
    MUTINY,
    NOWHERE,
    SHIP_PAWNS_MAX,
    SHIPS,
    TORTUGA,
    Phase,
    boat_open,
    can_look,
    first,
    hold,
    others,
    place_of,
    present,
    ship_open,
    slots,
)
from .votes import may_give_two, sources

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ....rules.answer import Moved
    from ....rules.ask import Moves, Seat
    from .state import State


class Do:
    """Kinds of moves. The first eleven are actions (2.4)."""

    LOOK, REVEAL, FORCE, ROW, LETTER, ATTACK, MAROON, MUTINY, PLUNDER, BRAWL, PASS = range(11)
    USE, DECLINE, TURN, LATE, SAVE, SHOOT, GIVE, BLOW, SWAP, NEST, PICK, HOLD, TAKE, PLACE, BE, VOTE = range(11, 27)


# --- actions (B-D3) ----------------------------------------------------------------------------------------------


def role_actions(state: State, seat: Seat) -> list[tuple[int, ...]]:
    """What the pawn's place allows besides the actions of everybody. One may have two roles (B-27)."""
    place = place_of(state, seat)
    if place == TORTUGA:
        return [(Do.BRAWL,)] if state.lines[TORTUGA][0] == seat else []
    if place not in SHIPS:
        return []
    crew, found = state.lines[place], list[tuple[int, ...]]()
    if crew[0] == seat:
        found += [(Do.ATTACK,)] if sources(state, place) else []  # B-6
        found += [(Do.MAROON, other) for other in sorted(crew[1:])]
    elif crew[1] == seat:
        found += [(Do.MUTINY,)]
    if crew[-1] == seat:
        found += [(Do.PLUNDER, nation) for nation in (c.BRITISH, c.FRENCH) if state.chests[hold(place, nation)]]
    return found


def row_targets(state: State, seat: Seat) -> tuple[int, ...]:
    """Where a pawn may row: a rowboat is next to Tortuga and its own ship only (2.1)."""
    place = place_of(state, seat)
    if place == TORTUGA:
        return tuple(BOAT_DUTCHMAN + boat for boat in range(2) if boat_open(state, boat))
    if place in SHIPS:
        return (BOAT_DUTCHMAN + place,) if boat_open(state, place) else ()
    ship = place - BOAT_DUTCHMAN
    return (ship, TORTUGA) if ship_open(state, ship) else (TORTUGA,)


def actions(state: State) -> list[tuple[int, ...]]:
    """All actions of the active player, in the order of 2.4."""
    seat, row = state.active, slots(state)
    if state.pair:  # whoever was forced has left: the same two slots, for somebody else (B-55)
        return [(Do.FORCE, other, *state.pair) for other in others(state, seat)]
    pairs = tuple(combinations(row, 2))
    found: list[tuple[int, ...]] = []
    if can_look(state):
        found += [(Do.LOOK, *pair) for pair in pairs]
    found += [(Do.REVEAL, slot) for slot in row]
    found += [(Do.FORCE, other, *pair) for other in others(state, seat) for pair in pairs]  # B-3: another player
    found += [(Do.ROW, place) for place in row_targets(state, seat)]
    if c.LETTER in state.kept[seat]:
        found += [(Do.LETTER, pawn, ship) for pawn, ship in letter_moves(state)]
    found += role_actions(state, seat)
    return found or [(Do.PASS,)]  # B-34: only in sudden death, with no event card left anywhere


def when_late(state: State) -> tuple[int, ...] | None:
    """What an asked player's own program does when the agreed time is up (B-44): looks at the lowest two, reveals
    where that is not allowed; a forced player lets the forcer choose. Other decisions have no clock."""
    if state.phase == Phase.CHOICE:
        return (Do.LATE,)
    row = slots(state) if state.phase == Phase.ACTION and not state.pair else ()
    return (Do.LOOK, *row[:2]) if can_look(state) and row else (Do.REVEAL, row[0]) if row else None


# --- the other decisions -----------------------------------------------------------------------------------------


def _use(state: State) -> list[tuple[int, ...]]:
    return [(Do.USE,), (Do.DECLINE,)]


def _choice(state: State) -> list[tuple[int, ...]]:
    """B-D6. With the clock on there is one more move, which the player's own program makes (B-44)."""
    found: list[tuple[int, ...]] = [(Do.TURN, slot) for slot in state.pair]
    return [*found, (Do.LATE,)] if state.setup.clock and state.phase == Phase.CHOICE else found


def _card(state: State) -> list[tuple[int, ...]]:
    """B-D7: what the revealer does with the card."""
    others_ = others(state, state.actor)
    match state.card:
        case c.LETTER:
            return [(Do.SAVE,), *((Do.LETTER, pawn, ship) for pawn, ship in letter_moves(state))]
        case c.POWDER:
            return [(Do.BLOW, boat) for boat in whole_boats(state)]
        case c.NEST:
            return [(Do.NEST, seat) for seat in present(state)]
    kind = {c.PISTOL: Do.SHOOT, c.FEVER: Do.SWAP}.get(state.card, Do.GIVE)
    return [(kind, seat) for seat in others_]


def _hold(state: State) -> list[tuple[int, ...]]:
    return [(Do.HOLD, nation) for nation in (c.BRITISH, c.FRENCH)]


def _take(state: State) -> list[tuple[int, ...]]:
    ship = state.vote[1]
    return [(Do.TAKE, source, nation) for source in sources(state, ship) for nation in (c.BRITISH, c.FRENCH)]


def _place(state: State) -> list[tuple[int, ...]]:
    """B-D9: a free slot of a ship, or the back of Tortuga's line (B-37)."""
    free = [(Do.PLACE, ship, slot) for ship in SHIPS for slot in range(SHIP_PAWNS_MAX) if _is_free(state, ship, slot)]
    return [*free, (Do.PLACE, TORTUGA, len(state.lines[TORTUGA]))]


def _is_free(state: State, ship: int, slot: int) -> bool:
    line = state.lines[ship]
    return slot >= len(line) or line[slot] == NOWHERE


def _be(state: State) -> list[tuple[int, ...]]:
    return [(Do.BE, pawn) for pawn in range(len(c.BRETHREN)) if pawn not in state.brethren]


DECISIONS: Final[Mapping[int, Callable[[State], list[tuple[int, ...]]]]] = {
    Phase.BRETHREN: _be,
    Phase.PLACE: _place,
    Phase.HOLD: _hold,
    Phase.ATLANTIS: _use,
    Phase.ACTION: actions,
    Phase.CHOICE: _choice,
    Phase.LATE: _choice,
    Phase.CARD: _card,
    Phase.FOUNTAIN: _use,
    Phase.TAKE: _take,
}


def _votes(state: State, seat: Seat) -> list[Move]:
    """B-D4: one card of one's own, or two with El Dorado."""
    hand = state.hands[seat]
    given: list[tuple[int, ...]] = [(handle,) for handle in hand]
    if may_give_two(state, seat):
        given += combinations(hand, 2)
    return [Move((Do.VOTE,), (), tuple((handle, PILE) for handle in handles)) for handles in given]


def _picks(state: State) -> Moves:
    """2.7: a new hand out of the vote deck; 4 of 29 cards are 23,751 moves."""
    choices = Choose([(handle,) for handle in state.vote_deck], len(state.pile))
    return ChosenMoves(choices, lambda picked: Move((Do.PICK, *picked)), lambda move: move.data[1:])


def legal_moves(state: State, seat: Seat, asked: Sequence[Seat]) -> Moves:
    """What a seat may do now; nothing where it is not asked."""
    if seat not in asked:
        return ()
    if state.phase == Phase.VOTE:
        return _votes(state, seat)
    if state.phase == Phase.NEST_PICK:
        return _picks(state)
    return [Move(data) for data in DECISIONS[state.phase](state)]


# --- refusals ----------------------------------------------------------------------------------------------------


def check(state: State, seat: Seat, asked: Sequence[Seat], moved: Moved | object) -> Move:
    """The move where it is legal; `IllegalMove` says in words why it is not, and by which ruling."""
    if seat not in asked:
        raise IllegalMove(_("It is not your turn to decide anything."), "2.4")
    move = shape.moved(moved).move
    if move.opens:
        raise IllegalMove(_("Nothing is shown with this decision."), "2.11")
    simple = DECISIONS.get(state.phase)  # without building a `Move` for each: a verifier asks twice a decision
    if not move.gives and move.data in simple(state) if simple else move in legal_moves(state, seat, asked):
        return move
    if state.phase == Phase.VOTE:
        raise _bad_vote(state, seat, move)
    if move.gives:
        raise IllegalMove(_("Nothing is handed over with this decision."), "2.4")
    if state.phase == Phase.NEST_PICK:
        raise IllegalMove(_("Pick {count} different cards of the vote deck.", count=len(state.pile)), "2.7")
    if state.phase == Phase.ACTION and move.data[0] in _ACTIONS:
        raise IllegalMove(*_ACTIONS[move.data[0]](state, seat, move.data))
    if state.phase == Phase.CARD and move.data[0] in {data[0] for data in DECISIONS[Phase.CARD](state)}:
        if move.data[0] == Do.LETTER:
            raise IllegalMove(*_why_letter(state, NOWHERE, move.data))
        raise IllegalMove(_("Choose another player, or a rowboat that is whole, as the card says."), "B-D7")
    if state.phase in (Phase.CHOICE, Phase.LATE):
        raise IllegalMove(_("Turn over one of the two cards that were pointed at."), "B-D6")
    raise IllegalMove(_("That is not what is asked now."), _ASKED.get(state.phase, "2.10"))


_ASKED: Final[Mapping[int, str]] = {
    Phase.BRETHREN: "2.2",
    Phase.PLACE: "B-37",
    Phase.HOLD: "B-D1",
    Phase.ATLANTIS: "B-D2",
    Phase.ACTION: "B-D3",
    Phase.CARD: "B-D7",
    Phase.FOUNTAIN: "B-D8",
    Phase.TAKE: "B-D5",
}


def _bad_vote(state: State, seat: Seat, move: Move) -> IllegalMove:
    given = [handle for handle, _ in move.gives]
    if move.data != (Do.VOTE,) or not given:
        return IllegalMove(_("Give a vote card."), "2.5")
    if len(set(given)) != len(given) or not set(given) <= set(state.hands[seat]):
        return IllegalMove(_("A vote is a card of your own hand."), "2.5")
    if len(given) > 1:
        return IllegalMove(_("Two cards may be given with El Dorado only."), "B-D4")
    return IllegalMove(_("A vote card goes to the middle, face down."), "2.5")


_Why = tuple[str, str]


def _why_look(state: State, seat: Seat, data: tuple[int, ...]) -> _Why:
    if state.setup.mad:
        return _("In mad mode nobody looks at events."), "2.9"
    if len(slots(state)) < 2:
        return _("Looking needs two cards in the row."), "B-2"
    return _("Look at two different cards of the row, the lower slot named first."), "B-48"


def _why_force(state: State, seat: Seat, data: tuple[int, ...]) -> _Why:
    if len(slots(state)) < 2:
        return _("Forcing needs two cards in the row."), "2.8"
    if len(data) > 1 and data[1] not in others(state, seat):
        return _("Another player must be forced."), "B-3"
    return _("Point at two different cards of the row, the lower slot named first."), "2.4"


def _why_row(state: State, seat: Seat, data: tuple[int, ...]) -> _Why:
    place, target = place_of(state, seat), data[1] if len(data) == 2 else NOWHERE
    if target in SHIPS and place == BOAT_DUTCHMAN + target:
        return _("That ship is full."), "B-5"
    near = {TORTUGA: (0, 1), 0: (0,), 1: (1,)}.get(place, ())
    if target - BOAT_DUTCHMAN in near:
        destroyed = state.powder >> target - BOAT_DUTCHMAN & 1
        return (_("That rowboat is destroyed."), "2.7") if destroyed else (_("That rowboat is taken."), "BT-20")
    return _("A rowboat lies between Tortuga and its own ship; one action takes you into it or out of it."), "BT-19"


def _why_letter(state: State, seat: Seat, data: tuple[int, ...]) -> _Why:
    if state.phase == Phase.ACTION and c.LETTER not in state.kept[seat]:
        return _("You have no Letter of Marque."), "2.4"
    if len(data) == 3 and data[2] in SHIPS and not ship_open(state, data[2]):
        return _("That ship is full."), "B-5"
    return _("A Letter moves a pawn from Tortuga or a rowboat to a ship."), "2.7"


def _why_captain(state: State, seat: Seat, data: tuple[int, ...]) -> _Why:
    place = place_of(state, seat)
    if place not in SHIPS or first(state.lines[place]) != seat:
        return _("Only a captain may do that."), "2.4"
    if data[0] == Do.ATTACK:
        return _("There is no chest to take."), "B-6"
    return _("A captain maroons somebody else on the same ship."), "2.4"


def _why_boy(state: State, seat: Seat, data: tuple[int, ...]) -> _Why:
    place = place_of(state, seat)
    if place not in SHIPS or state.lines[place][-1] != seat:
        return _("Only a cabin boy plunders."), "2.4"
    return _("There is no chest in that hold."), "2.4"


_ACTIONS: Final[Mapping[int, Callable[[State, Seat, tuple[int, ...]], _Why]]] = {
    Do.LOOK: _why_look,
    Do.REVEAL: lambda state, seat, data: (_("There is no card in that slot."), "2.4"),
    Do.FORCE: _why_force,
    Do.ROW: _why_row,
    Do.LETTER: _why_letter,
    Do.ATTACK: _why_captain,
    Do.MAROON: _why_captain,
    Do.MUTINY: lambda state, seat, data: (_("Only a first mate calls a mutiny."), "2.4"),
    Do.PLUNDER: _why_boy,
    Do.BRAWL: lambda state, seat, data: (_("Only the governor calls a brawl."), "2.4"),
    Do.PASS: lambda state, seat, data: (_("You must act as long as there is anything you can do."), "B-34"),
}
VOTE_OF: Final = {Do.ATTACK: ATTACK, Do.MUTINY: MUTINY, Do.BRAWL: BRAWL}

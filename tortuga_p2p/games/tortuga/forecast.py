"""What would come of a choice, in words, from the boards as they lie: for people about to choose. Decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .moves import NONE
from .state import (
    ALL_DICE,
    BITS,
    BOARD,
    BOX_MAX,
    BOX_MIN,
    CAPACITY,
    CREW,
    DIE_LETTERS,
    FLEET,
    HUNT,
    assigned,
    room,
    total,
)
from .words import ACTION_WORDS, COLOUR_NAMES, POSITIONS, counted, die_words, positions, ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.ask import Seat
    from .state import Ship, State


# --- dice ----------------------------------------------------------------------------------------------------------


def with_dice(state: State, seat: Seat, mask: int, action: int) -> State:
    """The table with these dice on that action."""
    placed = list(state.placed)
    placed[seat] |= mask << 5 * action
    return state._replace(placed=tuple(placed))


def placed_words(state: State, seat: Seat, mask: int, action: int, names: Sequence[str]) -> str:
    """What these dice would make on an action, who is ahead there, and what stays in hand."""
    after = with_dice(state, seat, mask, action)
    lying = state.placed[seat] >> 5 * action & ALL_DICE
    dice = " + ".join(die_words(state, lying | mask, action))
    bonus = state.bonus[seat] >> 2 * action & 3
    extra = f" + bonus {bonus}" if bonus else ""
    words = (
        f"{ACTION_WORDS[action]}: {dice}{extra} = {total(after, seat, action)}{standing(after, seat, action, names)}"
    )
    if action >= BOARD:
        space = room(after.ships[seat], after.placed[seat], action)
        words += f" Room for {space} more." if space else " Then it is full."
    left = ALL_DICE & ~assigned(after.placed[seat])
    return f"{words} {_left_words(left)}"


def _left_words(left: int) -> str:
    if not left:
        return "Then all your dice lie."
    return f"You keep {' '.join(DIE_LETTERS[die] for die in BITS[left])} to roll."


def standing(state: State, seat: Seat, action: int, names: Sequence[str]) -> str:
    """How a total compares with the others', as it is now: ", 1st so far (Bo has 7)."."""
    ranks = ranking(state, action)
    seats = [other for other, _ in ranks]
    if len(seats) < 2:
        return ", nobody else is there yet."
    place = seats.index(seat)
    rival, points = ranks[1] if place == 0 else ranks[place - 1]
    if place == 0:
        return f", 1st so far ({names[rival]} has {points})."
    if place < positions(state):
        return f", {POSITIONS[place + 1]} so far ({names[rival]} has {points})."
    return f", not enough yet ({names[rival]} has {points})."


def no_room(state: State, seat: Seat, action: int, count: int = 1) -> str:
    """Why so many more dice do not fit."""
    ship = state.ships[seat]
    space = room(ship, state.placed[seat], action)
    token, box = ("boat", ship.boat) if action == BOARD else ("pirate", ship.pirate)
    left = "is full" if space == 0 else f"has room for {space} more, not for {count}"
    return f"{ACTION_WORDS[action]} {left}: your {token} on box {box} allows {counted(CAPACITY[box], 'die', 'dice')}."


# --- actions -------------------------------------------------------------------------------------------------------


def after_offer(state: State, seat: Seat) -> str:
    """What performing FLEET, CREW or HUNT would bring."""
    two = state.setup.seats == 2
    if state.action == HUNT:
        if two:
            return "A chest from the bag comes to your island, and you keep a treasure tile."
        if state.position == 1:
            return "A chest from the bag comes to your island; then you look at two treasure tiles and keep one."
        return "You take a treasure tile that nobody else sees."
    assert state.action in (FLEET, CREW)
    ship = state.ships[seat]
    token, box = ("boat", ship.boat) if state.action == FLEET else ("pirate", ship.pirate)
    return _sail_words(token, box, min(BOX_MAX, box + (1 if two or state.position == 2 else 2)))


def _sail_words(token: str, box: int, to: int) -> str:
    more = "" if CAPACITY[box] == CAPACITY[to] else f", room grows from {CAPACITY[box]} to {CAPACITY[to]}"
    return f"Your {token} sails from box {box} to {to}: {counted(to - box, 'point', 'points')} more{more}."


def prey(ship: Ship, action: int) -> tuple[int, ...]:
    """The chests that BOARD or RAID can reach."""
    return ship.fleet if action == BOARD else ship.crew


def after_attack(state: State, seat: Seat, victim: Seat, prize: int, names: Sequence[str]) -> str:
    """What an attack takes, and what it costs."""
    if victim == NONE:
        return "You attack nobody."
    first, action = state.position == 1, state.action
    chests = prey(state.ships[victim], action)
    words = []
    if first and prize != NONE:
        words.append(f"You take {names[victim]}'s {COLOUR_NAMES[chests[prize]]} chest.")
        chests = chests[1:]
    elif first:
        words.append(f"{names[victim]} has no chest there to take.")
    words.append(_back_words(f"{names[victim]}'s", state.ships[victim], action, len(chests)))
    if state.placed[victim] >> 5 * action & ALL_DICE:
        own = state.ships[seat]
        words.append(f"A die defends: {_back_words('your', own, action, len(prey(own, action)))}")
    if not first and prize != NONE:
        words.append(f"You take the {COLOUR_NAMES[prize]} chest from the centre island.")
    elif not first:
        words.append("The centre island is empty.")
    return " ".join(words)


def _back_words(whose: str, ship: Ship, action: int, chests: int) -> str:
    token, box = ("boat", ship.boat) if action == BOARD else ("pirate", ship.pirate)
    if box == BOX_MIN:
        return f"{whose} {token} stays on box 1."
    dropped = max(0, chests - CAPACITY[box - 1])
    drops = f" and drops {counted(dropped, 'chest', 'chests')}" if dropped else ""
    return f"{whose} {token} falls back to box {box - 1}{drops}."

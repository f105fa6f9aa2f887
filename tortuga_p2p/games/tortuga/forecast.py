"""What would come of a choice, in words, from the boards as they lie: for people about to choose. Decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...text import _
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
from .words import ACTION_WORDS, colour_word, counted, die_words, position_word, positions, ranking

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
    extra = _(" + bonus {bonus}", bonus=bonus) if bonus else ""
    words = (
        f"{ACTION_WORDS[action]}: {dice}{extra} = {total(after, seat, action)}{standing(after, seat, action, names)}"
    )
    if action >= BOARD:
        space = room(after.ships[seat], after.placed[seat], action)
        words += _(" Room for {space} more.", space=space) if space else _(" Then it is full.")
    left = ALL_DICE & ~assigned(after.placed[seat])
    return f"{words} {_left_words(left)}"


def _left_words(left: int) -> str:
    if not left:
        return _("Then all your dice lie.")
    return _("You keep {dice} to roll.", dice=" ".join(DIE_LETTERS[die] for die in BITS[left]))


def standing(state: State, seat: Seat, action: int, names: Sequence[str]) -> str:
    """How a total compares with the others', as it is now: ", 1st so far (Bo has 7)."."""
    ranks = ranking(state, action)
    seats = [other for other, _ in ranks]
    if len(seats) < 2:
        return _(", nobody else is there yet.")
    place = seats.index(seat)
    rival, points = ranks[1] if place == 0 else ranks[place - 1]
    if place == 0:
        return _(", 1st so far ({name} has {points}).", name=names[rival], points=points)
    if place < positions(state):
        return _(
            ", {position} so far ({name} has {points}).",
            position=position_word(place + 1),
            name=names[rival],
            points=points,
        )
    return _(", not enough yet ({name} has {points}).", name=names[rival], points=points)


def no_room(state: State, seat: Seat, action: int, count: int = 1) -> str:
    """Why so many more dice do not fit."""
    ship = state.ships[seat]
    space = room(ship, state.placed[seat], action)
    token, box = (_("boat"), ship.boat) if action == BOARD else (_("pirate"), ship.pirate)
    left = _("is full") if space == 0 else _("has room for {space} more, not for {count}", space=space, count=count)
    return _(
        "{action} {left}: your {token} on box {box} allows {dice}.",
        action=ACTION_WORDS[action],
        left=left,
        token=token,
        box=box,
        dice=counted(CAPACITY[box], "die", "dice"),
    )


# --- actions -------------------------------------------------------------------------------------------------------


def after_offer(state: State, seat: Seat) -> str:
    """What performing FLEET, CREW or HUNT would bring."""
    two = state.setup.seats == 2
    if state.action == HUNT:
        if two:
            return _("A chest from the bag comes to your island, and you keep a treasure tile.")
        if state.position == 1:
            return _("A chest from the bag comes to your island; then you look at two treasure tiles and keep one.")
        return _("You take a treasure tile that nobody else sees.")
    assert state.action in (FLEET, CREW)
    ship = state.ships[seat]
    token, box = (_("boat"), ship.boat) if state.action == FLEET else (_("pirate"), ship.pirate)
    return _sail_words(token, box, min(BOX_MAX, box + (1 if two or state.position == 2 else 2)))


def _sail_words(token: str, box: int, to: int) -> str:
    more = (
        ""
        if CAPACITY[box] == CAPACITY[to]
        else _(", room grows from {old} to {new}", old=CAPACITY[box], new=CAPACITY[to])
    )
    return _(
        "Your {token} goes from box {box} to {to}: {points} more{room}.",
        token=token,
        box=box,
        to=to,
        points=counted(to - box, "point", "points"),
        room=more,
    )


def prey(ship: Ship, action: int) -> tuple[int, ...]:
    """The chests that BOARD or RAID can reach."""
    return ship.fleet if action == BOARD else ship.crew


def after_attack(state: State, seat: Seat, victim: Seat, prize: int, names: Sequence[str]) -> str:
    """What an attack takes, and what it costs."""
    if victim == NONE:
        return _("You attack nobody.")
    first, action = state.position == 1, state.action
    chests = prey(state.ships[victim], action)
    words = []
    if first and prize != NONE:
        words.append(_("You take {victim}'s {colour} chest.", victim=names[victim], colour=colour_word(chests[prize])))
        chests = chests[1:]
    elif first:
        words.append(_("{victim} has no chest there to take.", victim=names[victim]))
    words.append(_back_words(_("{name}'s", name=names[victim]), state.ships[victim], action, len(chests)))
    if state.placed[victim] >> 5 * action & ALL_DICE:
        own = state.ships[seat]
        words.append(_("A die defends: {fall}", fall=_back_words(_("your"), own, action, len(prey(own, action)))))
    if not first and prize != NONE:
        words.append(_("You take the {colour} chest from the centre island.", colour=colour_word(prize)))
    elif not first:
        words.append(_("The centre island is empty."))
    return " ".join(words)


def _back_words(whose: str, ship: Ship, action: int, chests: int) -> str:
    token, box = (_("boat"), ship.boat) if action == BOARD else (_("pirate"), ship.pirate)
    if box == BOX_MIN:
        return _("{whose} {token} stays on box 1.", whose=whose, token=token)
    dropped = max(0, chests - CAPACITY[box - 1])
    drops = _(" and drops {chests}", chests=counted(dropped, "chest", "chests")) if dropped else ""
    return _("{whose} {token} falls back to box {box}{drops}.", whose=whose, token=token, box=box - 1, drops=drops)

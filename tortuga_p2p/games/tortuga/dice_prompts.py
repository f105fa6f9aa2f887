"""Picking dice: those rolled behind the screen (A-D1), and those a stuck player rolled in the open (A-D4).

A die that shows another action than those picked takes their place: two actions never go together, and nobody should
have to put dice back one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.screen import Item, Prompt, Row
from ...text import _, listed, n_
from . import advice
from .forecast import no_room, placed_words
from .moves import NONE, PLACE, TAKE
from .state import (
    ACTIONS,
    ALL_DICE,
    BITS,
    COUNT,
    DICE,
    DIE_LETTERS,
    HANDLES,
    SKULL,
    assigned,
    room,
)
from .words import ACTION_WORDS, die_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...rules.ask import Move, Moves, Seat
    from ...rules.game import Fragments, View
    from ...rules.screen import Picked
    from .state import State


def select(view: View[State], seat: Seat, moves: Moves, names: Sequence[str], picked: Picked | None) -> Prompt:
    """A-D1. What is picked: the dice."""
    state = view.state
    mask = ALL_DICE & ~assigned(state.placed[seat])
    faces = {handle % DICE: view.known[handle] for handle in HANDLES[seat][mask]}
    chosen = _bits(picked) if picked is not None else _default(state, seat, faces)
    legal = {move.data[1]: move for move in moves if move.data[0] == TAKE}
    action = _action(faces, chosen)
    if not chosen:
        preview = ""
    elif action == NONE:
        preview = _("{skulls} alone: once everybody has shown, you name their action.", skulls=_skull_words(chosen))
    else:
        preview = placed_words(state, seat, chosen, action, names)
    return Prompt(
        title=_("Choose dice: one action, with skulls"),
        rows=(Row(_("dice"), _dice(state, seat, faces, chosen), many=True),),
        picked=BITS[chosen],
        preview=preview,
        move=legal.get(chosen),
        missing=_("Pick at least one die: those you do not take are rolled again."),
        help=advice.told(advice.SELECT),
        chapter="1.3.1",
    )


def place(view: View[State], seat: Seat, moves: Moves, names: Sequence[str], picked: Picked | None) -> Prompt:
    """A-D4. What is picked: an action for skulls alone or `NONE`, then the dice."""
    state = view.state
    faces = dict(zip(BITS[ALL_DICE & ~assigned(state.placed[seat])], state.faces, strict=True))
    named, chosen = (picked[0], _bits(picked[1:])) if picked is not None else (NONE, _default(state, seat, faces))
    legal = {move.data[1:]: move for move in moves}
    action = _action(faces, chosen)
    dice = tuple(item._replace(then=(named, *item.then)) for item in _dice(state, seat, faces, chosen))
    rows = [Row(_("dice"), dice, many=True)]
    if chosen and action == NONE:
        options = [move[1] for move in legal if move[0] == chosen]
        action = named if named in options else options[0]
        rows.append(Row(_("skulls to"), _actions(state, seat, chosen, action, options, names)))
    return Prompt(
        title=_("Stuck, and rolled in the open: choose dice"),
        rows=tuple(rows),
        picked=(action if len(rows) > 1 else NONE, *BITS[chosen]),
        preview=placed_words(state, seat, chosen, action, names) if chosen else "",
        move=legal.get((chosen, action)),
        missing=_("Pick at least one die: those you do not take are rolled again."),
        help=advice.told(advice.PLACE),
        chapter="1.3.1",
    )


def picks(move: Move) -> Picked:
    """What to pick for a move of either kind."""
    if move.data[0] == PLACE:
        _kind, mask, action = move.data
        return (action, *BITS[mask])
    return BITS[move.data[1]]


# --- items ---------------------------------------------------------------------------------------------------------


def _bits(dice: Picked) -> int:
    return sum(1 << die for die in dice)


def _action(faces: Mapping[int, int], mask: int) -> int:
    """The action that picked dice show; `NONE` for skulls alone or nothing."""
    return next((faces[die] for die in BITS[mask] if faces[die] != SKULL), NONE)


def _dice(state: State, seat: Seat, faces: Mapping[int, int], chosen: int) -> tuple[Item, ...]:
    """The dice, those of one face together, the highest number first."""
    table = state.setup.dice

    def rank(die: int) -> tuple[int, int]:
        return faces[die], 0 if faces[die] == SKULL else -table[die][faces[die]]

    return tuple(_die(state, seat, faces, die, chosen) for die in sorted(faces, key=rank))


def _die(state: State, seat: Seat, faces: Mapping[int, int], die: int, chosen: int) -> Item:
    face, bit = faces[die], 1 << die
    label: Fragments
    if face == SKULL:
        label = (("skull", _("skull {die}", die=DIE_LETTERS[die])),)
        numbers = ", ".join(f"{ACTION_WORDS[action]} {state.setup.dice[die][action]}" for action in ACTIONS)
        note = _("A skull goes with any dice, or alone. {die} counts {numbers}.", die=DIE_LETTERS[die], numbers=numbers)
    else:
        label = (("", f"{ACTION_WORDS[face]} {die_words(state, bit, face)[0]}"),)
        note = _(
            "{die} shows {action} and counts {number} there.",
            die=DIE_LETTERS[die],
            action=ACTION_WORDS[face],
            number=state.setup.dice[die][face],
        )
    if chosen & bit:
        return Item(label, BITS[chosen & ~bit], is_picked=True, note=note)
    after, why_not, swaps = _with(state, seat, faces, die, chosen)
    return Item(label, BITS[after], note=f"{note} {swaps}".strip(), why_not=why_not)


def _with(state: State, seat: Seat, faces: Mapping[int, int], die: int, chosen: int) -> tuple[int, str, str]:
    """The dice picked once this one is pressed, or why it cannot be; and what it puts back."""
    face, bit, action = faces[die], 1 << die, _action(faces, chosen)
    ship, placed = state.ships[seat], state.placed[seat]
    goal = action if face == SKULL else face
    if goal == NONE:
        return chosen | bit, "", ""
    space = room(ship, placed, goal)
    if action in (NONE, goal):
        after = chosen | bit
        if COUNT[after] <= space:
            return after, "", ""
        if action == goal or space == 0:
            return chosen, no_room(state, seat, goal, COUNT[after]), ""
        return bit, "", _("The skulls do not fit beside it: they go back.")
    skulls = _bits(tuple(other for other in BITS[chosen] if faces[other] == SKULL))
    if space == 0:
        return chosen, no_room(state, seat, goal), ""
    after = skulls | bit if COUNT[skulls | bit] <= space else bit
    return after, "", _("It takes the place of {action}: a set shows one action.", action=ACTION_WORDS[action])


def _default(state: State, seat: Seat, faces: Mapping[int, int]) -> int:
    """The most dice of one action that fit, the highest total among equals; else one skull."""
    best, mask = (0, 0), 0
    for action in ACTIONS:
        shown = sorted((die for die in faces if faces[die] == action), key=lambda die: -state.setup.dice[die][action])
        taken = shown[: room(state.ships[seat], state.placed[seat], action)]
        worth = (len(taken), sum(state.setup.dice[die][action] for die in taken))
        if worth > best:
            best, mask = worth, _bits(tuple(taken))
    return mask or _bits(tuple(die for die in faces if faces[die] == SKULL)[:1])


def _actions(
    state: State, seat: Seat, mask: int, chosen: int, options: Sequence[int], names: Sequence[str]
) -> tuple[Item, ...]:
    items = []
    for action in ACTIONS:
        label = (("", f"{ACTION_WORDS[action]} {' '.join(die_words(state, mask, action))}"),)
        why_not = "" if action in options else no_room(state, seat, action, COUNT[mask])
        note = placed_words(state, seat, mask, action, names)
        items.append(Item(label, (action, *BITS[mask]), action == chosen, note, why_not))
    return tuple(items)


def _skull_words(mask: int) -> str:
    return n_("Skull {dice}", "Skulls {dice}", COUNT[mask]).format(
        dice=listed([DIE_LETTERS[die] for die in BITS[mask]])
    )

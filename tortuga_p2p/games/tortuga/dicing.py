"""The dice phase (1.3.1): roll behind the screen, select, turn skulls, re-roll in the open.

A selection opens its dice and nothing else, so everybody can check it without ever seeing the dice left behind.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...errors import IllegalMove
from ...rules.ask import Chance, Dice, Roll, Together, Turn
from . import acting
from .moves import (
    BONUS,
    BONUS_TO_CHOOSE,
    PLACE,
    STUCK,
    STUCKS,
    TAKE,
    TAKE_MASK,
    TURN,
    bonuses,
    legal_sets,
    open_code,
    places,
)
from .state import (
    ACTIONS,
    ALL_DICE,
    BITS,
    BOARD,
    COUNT,
    DICE,
    FACES,
    HANDLES,
    RAID,
    SKULL,
    SPREAD,
    Action,
    Phase,
    State,
    assigned,
    room,
)
from .told import all_moved, done, drawn, moved, new, plain_moved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...rules.answer import Answer, Moved
    from ...rules.ask import Ask, Seat
    from .state import Ship

_ROLL, _SELECT, _SKULLS, _REROLL, _PLACE = (
    int(phase) for phase in (Phase.ROLL, Phase.SELECT, Phase.SKULLS, Phase.REROLL, Phase.PLACE)
)

# --- asks: built once for each situation ----------------------------------------------------------------------

_TOGETHERS: dict[tuple[Seat, ...], Together] = {}
_TURNS = tuple(Turn(seat) for seat in range(4))
_REROLLS = tuple(Chance((FACES,) * count) if count else None for count in range(6))
# By seat and by the dice that lie on an action already: what he still rolls.
_ROLLED = tuple(
    tuple(Dice(seat, HANDLES[seat][ALL_DICE & ~lying], (FACES,) * (DICE - COUNT[lying])) for lying in range(32))
    for seat in range(4)
)


def ask_roll(state: State) -> Ask:
    """D0: every unfinished player rolls all unassigned dice."""
    dice = []
    for seat, placed in enumerate(state.placed):
        if placed.bit_count() < DICE:
            dice.append(_ROLLED[seat][assigned(placed)])
    return Roll(tuple(dice))


def ask_selections(state: State) -> Ask:
    """D1: unfinished players select; earlier-finished ones with a choice place their bonus (A-16)."""
    key = _choosers(state)
    found = _TOGETHERS.get(key)
    if found is None:
        found = _TOGETHERS[key] = Together(key)
    return found


def _choosers(state: State) -> tuple[Seat, ...]:
    seats, bonus = [], state.bonus
    for seat, placed in enumerate(state.placed):
        if placed.bit_count() < DICE or BONUS_TO_CHOOSE[bonus[seat]]:
            seats.append(seat)
    return tuple(seats)


def ask_turn(state: State) -> Ask:
    """D3: whose skulls were selected alone decides, clockwise from the start player."""
    return _TURNS[state.skulls[0][0]]


def ask_reroll(state: State) -> Ask:
    """D4: a stuck player rolls again, in the open."""
    ask = _REROLLS[DICE_LEFT[assigned(state.placed[state.stuck[0]])]]
    assert ask is not None
    return ask


def ask_place(state: State) -> Ask:
    return _TURNS[state.stuck[0]]


DICE_LEFT = tuple(5 - count for count in COUNT)

# --- answers --------------------------------------------------------------------------------------------------


def take_roll(state: State, answer: Answer) -> State:
    done(answer)
    return _dice(state, _SELECT, state.placed, state.bonus, (), ())


def take_selections(state: State, answer: Answer) -> State:
    """D1 and D2: sets of kind N are placed at once; skulls alone and stuck players wait for their turn."""
    chosen = iter(all_moved(answer, len(_choosers(state))))
    placed = list(state.placed)
    bonus = list(state.bonus)
    skulls: list[tuple[Seat, int]] = []
    stuck: list[Seat] = []
    ships = state.ships
    seats = len(placed)
    start = state.start
    for seat, dice in enumerate(state.placed):
        if dice.bit_count() == DICE:
            _take_bonus(bonus, seat, chosen)
            continue
        choice = next(chosen)
        mask = TAKE_MASK[seat].get(choice.move)
        if mask:
            action = check_set(ships[seat], dice, mask, choice.faces)
            if action == SKULL:
                skulls.append((seat, mask))
            else:
                placed[seat] = dice | mask << 5 * action
        else:
            check_stuck(ships[seat], dice, seat, choice)
            stuck.append(seat)
    if len(skulls) > 1:  # clockwise from the start player, skulls before re-rolls
        skulls.sort(key=lambda pair: (pair[0] - start) % seats)
    if len(stuck) > 1:
        stuck.sort(key=lambda seat: (seat - start) % seats)
    return _next(state, tuple(placed), tuple(bonus), tuple(skulls), tuple(stuck))


def _take_bonus(bonus: list[int], seat: Seat, chosen: Iterator[Moved]) -> None:
    """A-D2, and the only bonus left where there is no choice; all five at "2": nothing happens (AT-6)."""
    options = bonuses(bonus[seat])
    if len(options) > 1:
        bonus[seat] += 1 << 2 * check_bonus(bonus[seat], next(chosen))
    elif options:
        bonus[seat] += 1 << 2 * options[0].data[1]


def check_bonus(bonus: int, choice: Moved) -> int:
    """The action on which a bonus is placed (A-D2)."""
    data = plain_moved(choice)
    if len(data) != 2 or data[0] != BONUS or data[1] not in ACTIONS:
        raise IllegalMove("you have finished your dice: place the bonus you earned", "A-D2")
    if bonus >> 2 * data[1] & 3 == 2:
        raise IllegalMove(f"your bonus on {Action(data[1]).name} shows 2 already", "1.3.1")
    return data[1]


def check_set(ship: Ship, placed: int, mask: int, faces: tuple[int, ...]) -> int:
    """The action of a legal set, or SKULL for skulls alone; `IllegalMove` says what is wrong with any other."""
    if placed & SPREAD[mask]:
        raise IllegalMove("a die that already lies on an action stays there", "1.3.1")
    if len(faces) != COUNT[mask]:
        raise IllegalMove("a selection shows the face of each selected die", "1.3.1")
    action = shown_action(faces)
    if action >= BOARD and action != SKULL and len(faces) > room(ship, placed, action):
        raise IllegalMove(f"{Action(action).name} has room for {room(ship, placed, action)} more", "A-15")
    return action


@cache  # of some three hundred legal sets; what is refused is not remembered
def shown_action(faces: tuple[int, ...]) -> int:
    """The one action that the faces of a set show, or SKULL for skulls alone."""
    action = SKULL
    for face in faces:
        if face in (SKULL, action):
            continue
        if action != SKULL:
            raise IllegalMove("the dice of a set show one action (skulls may join)", "1.3.1")
        if face not in ACTIONS:
            raise IllegalMove(f"a die has no face {face!r}", "1.1.1")
        action = face
    return action


def check_stuck(ship: Ship, placed: int, seat: Seat, choice: Moved) -> None:
    """Whoever claims to be stuck has shown all his dice, and none of them could be placed."""
    moved(choice)
    mask = ALL_DICE & ~assigned(placed)
    if choice.move != STUCKS[seat][mask]:
        kind = choice.move.data[0]
        if kind == STUCK:
            raise IllegalMove("whoever is stuck shows all dice he rolled", "1.3.1")
        if kind == TAKE:
            raise IllegalMove("a selection takes one or more of your own dice and opens just those", "A-D1")
        raise IllegalMove("select some of the dice you rolled", "A-D1")
    for face in choice.faces:
        if face not in (BOARD, RAID) or room(ship, placed, face):
            raise IllegalMove("you are not stuck: some of your dice can be placed", "1.3.1")


def take_turn(state: State, answer: Answer) -> State:
    """D3: the skulls go to one action with room for all of them."""
    seat, mask = state.skulls[0]
    data = plain_moved(answer)
    if len(data) != 2 or data[0] != TURN or data[1] not in ACTIONS:
        raise IllegalMove("choose the action that your skulls turn to", "A-D3")
    action = data[1]
    space = room(state.ships[seat], state.placed[seat], action)
    if space < COUNT[mask]:
        raise IllegalMove(f"{Action(action).name} has room for {space} more", "A-15")
    placed = list(state.placed)
    placed[seat] |= mask << 5 * action
    return _next(state, tuple(placed), state.bonus, state.skulls[1:], state.stuck)


def take_reroll(state: State, answer: Answer) -> State:
    """D4: the open roll; no bonus for anyone. Nothing fits: he rolls again."""
    seat = state.stuck[0]
    ask = ask_reroll(state)
    assert isinstance(ask, Chance)
    faces = drawn(answer, ask.bounds)
    rolled = state._replace(phase=_PLACE, faces=faces)
    options = places(state.ships[seat], state.placed[seat], open_code(rolled, seat))
    if not options:
        return state
    if len(options) > 1:
        return rolled
    return _place(rolled, seat, *options[0].data[1:])


def take_place(state: State, answer: Answer) -> State:
    """A-D4: a legal set of what was rolled in the open; skulls alone get their action at once."""
    seat = state.stuck[0]
    data = plain_moved(answer)
    if len(data) != 3 or data[0] != PLACE or not 0 < data[1] <= ALL_DICE or data[2] not in ACTIONS:
        raise IllegalMove("choose which of the dice you rolled in the open go to which action", "A-D4")
    _, mask, action = data
    ship, placed, code = state.ships[seat], state.placed[seat], open_code(state, seat)
    if mask & assigned(placed):
        raise IllegalMove("a die that already lies on an action stays there", "1.3.1")
    if mask not in legal_sets(code, room(ship, placed, BOARD), room(ship, placed, RAID)):
        raise IllegalMove("those dice are no set: one action, skulls may join, and all must fit", "A-15")
    shown = code >> 25 & mask
    if shown != mask and not code >> 5 * action & mask:
        raise IllegalMove("the set goes to the action that its dice show", "1.3.1")
    if COUNT[mask] > room(ship, placed, action):
        raise IllegalMove(f"{Action(action).name} has room for {room(ship, placed, action)} more", "A-15")
    return _place(state, seat, mask, action)


def _place(state: State, seat: Seat, mask: int, action: int) -> State:
    placed = list(state.placed)
    placed[seat] |= mask << 5 * action
    return _next(state, tuple(placed), state.bonus, (), state.stuck[1:])


# --- where to next --------------------------------------------------------------------------------------------


def _next(
    state: State,
    placed: tuple[int, ...],
    bonus: tuple[int, ...],
    skulls: tuple[tuple[Seat, int], ...],
    stuck: tuple[Seat, ...],
) -> State:
    """D3, D4, another roll, or the actions."""
    if skulls:
        return _dice(state, _SKULLS, placed, bonus, skulls, stuck)
    if stuck:
        return _dice(state, _REROLL, placed, bonus, (), stuck)
    state = _dice(state, _ROLL, placed, bonus, (), ())
    for dice in placed:
        if dice.bit_count() < DICE:
            return state
    return acting.begin(state)


def _dice(
    state: State,
    phase: int,
    placed: tuple[int, ...],
    bonus: tuple[int, ...],
    skulls: tuple[tuple[Seat, int], ...],
    stuck: tuple[Seat, ...],
) -> State:
    """A new state of the dice phase: most steps of a game pass here, so it is built in one go."""
    setup, _, number, start, ships, _, _, bag, centre, supply, _, _, _, _, _, _, _, _, _ = state
    # fmt: off
    return new(State, (
        setup, phase, number, start, ships, placed, bonus, bag, centre, supply, skulls, stuck, (), 0, (), 1, -1, (), (),
    ))
    # fmt: on


assert BITS[ALL_DICE] == tuple(range(5))

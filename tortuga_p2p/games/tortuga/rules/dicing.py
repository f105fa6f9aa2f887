"""The dice phase (1.3.1): roll behind the screen, select, turn skulls, re-roll in the open.

A selection opens its dice and nothing else, so everybody can check it without ever seeing the dice left behind.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ....errors import IllegalMove
from ....rules.ask import Chance, Dice, Roll, Together
from ....rules.record import Record
from ....rules.shape import all_moved, done, drawn, moved
from ....text import _
from . import acting, moves
from . import components as c
from .components import ALL_DICE, BOARD, COUNT, DICE, SKULL, assigned
from .moves import BONUS_TO_CHOOSE, BONUSES, TAKE_MASK
from .state import Phase, State, next_state, room

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ....rules.answer import Answer, Moved
    from ....rules.ask import Ask, Seat
    from ....rules.game import View
    from ....rules.record import Note
    from .state import Ship

_ROLL, _SELECT, _SKULLS, _REROLL, _PLACE = (
    int(phase) for phase in (Phase.ROLL, Phase.SELECT, Phase.SKULLS, Phase.REROLL, Phase.PLACE)
)

# --- asks: built once for each situation ----------------------------------------------------------------------

_together = cache(Together)
_REROLLS = tuple(Chance((c.FACES,) * count) for count in range(1 + DICE))
# By seat and by the dice that lie on an action already: what they still roll.
_ROLLED = tuple(
    tuple(Dice(seat, c.HANDLES[seat][ALL_DICE & ~lying], (c.FACES,) * (DICE - COUNT[lying])) for lying in range(32))
    for seat in range(4)
)


def ask_roll(state: State) -> Roll:
    """D0: every unfinished player rolls all unassigned dice."""
    dice = []
    for seat, placed in enumerate(state.placed):
        if placed.bit_count() < DICE:
            dice.append(_ROLLED[seat][assigned(placed)])
    return Roll(tuple(dice))


def ask_selections(state: State) -> Ask:
    """D1: unfinished players select; earlier-finished ones with a choice place their bonus (A-16)."""
    return _together(choosers(state))


def choosers(state: State) -> tuple[Seat, ...]:
    seats, bonus = [], state.bonus
    for seat, placed in enumerate(state.placed):
        if placed.bit_count() < DICE or (BONUS_TO_CHOOSE[bonus[seat]] and not state.adrift >> seat & 1):
            seats.append(seat)
    return tuple(seats)


def ask_reroll(state: State) -> Chance:
    """D4: a stuck player rolls again, in the open."""
    return _REROLLS[DICE - state.placed[state.stuck[0]].bit_count()]


# --- answers --------------------------------------------------------------------------------------------------


def take_roll(state: State, answer: Answer, note: Note | None = None) -> State:
    done(answer)
    if note:
        _note_roll(state, note)
    return next_state(state, _SELECT, state.ships, state.placed, state.bonus, state.bag, state.centre)


def _note_roll(state: State, note: Note) -> None:
    """How many dice everybody rolls, and who earns a bonus meanwhile."""
    left = [DICE - placed.bit_count() for placed in state.placed]
    note(Record("rolled", None, {"rolls": tuple((seat, dice) for seat, dice in enumerate(left) if dice)}))
    for seat, dice in enumerate(left):
        if dice:  # whoever rolled reads what fell, by what that seat alone knows
            free = c.HANDLES[seat][ALL_DICE & ~assigned(state.placed[seat])]
            note(Record("behind", seat, {"behind": tuple((one, state.setup.dice[one % DICE]) for one in free)}))
    for seat, dice in enumerate(left):
        if not dice and not state.adrift >> seat & 1:
            note(Record("earned" if BONUSES[state.bonus[seat]] else "earned_nothing", seat))


def take_selections(state: State, answer: Answer, note: Note | None = None) -> State:
    """D1 and D2: sets of kind N are placed at once; skulls alone and stuck players wait for their turn."""
    chosen = iter(all_moved(answer, len(choosers(state))))
    placed = list(state.placed)
    bonus = list(state.bonus)
    skulls: list[tuple[Seat, int]] = []
    stuck: list[Seat] = []
    ships = state.ships
    seats = len(placed)
    start = state.start
    for seat, dice in enumerate(state.placed):
        if dice.bit_count() == DICE:
            if not state.adrift >> seat & 1:
                _take_bonus(bonus, seat, chosen, note)
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
        if note:
            note_selection(state, seat, choice, note)
    if len(skulls) > 1:  # clockwise from the start player, skulls before re-rolls
        skulls.sort(key=lambda pair: (pair[0] - start) % seats)
    if len(stuck) > 1:
        stuck.sort(key=lambda seat: (seat - start) % seats)
    return go_on(state, tuple(placed), tuple(bonus), tuple(skulls), tuple(stuck), note)


def note_selection(state: State, seat: Seat, choice: Moved, note: Note) -> None:
    """One seat's part of a selection: a set, skulls alone, or that nothing fits."""
    dice = tuple(handle % DICE for handle in choice.move.opens)
    skulls = sum([1 << die for die, face in zip(dice, choice.faces, strict=True) if face == SKULL])
    mask = sum([1 << die for die in dice])
    if choice.move.data[0] == moves.STUCK:
        note(Record("stuck", seat, {"shown": shown_dice(state, dict(zip(dice, choice.faces, strict=True)))}))
    elif skulls == mask:
        note(Record("took_skulls", seat, {"letters": dice}))
    else:
        note_laid(state, seat, mask, shown_action(choice.faces), skulls, note)


def note_laid(state: State, seat: Seat, mask: int, action: int, skulls: int, note: Note) -> None:
    """Dice come to lie on an action; skulls among them are turned to it."""
    numbers, lying = state.setup.dice, state.placed[seat] | mask << 5 * action
    dice = tuple((die, numbers[die][action], skulls >> die & 1) for die in c.BITS[mask])
    bonus = state.bonus[seat] >> 2 * action & 3
    total = c.sums(numbers)[action][lying >> 5 * action & ALL_DICE] + bonus
    left = DICE - lying.bit_count()
    note(Record("laid", seat, {"laid": dice, "action": action, "total": total, "with_bonus": bonus, "left": left}))


def _take_bonus(bonus: list[int], seat: Seat, chosen: Iterator[Moved], note: Note | None) -> None:
    """A-D2, and the only bonus left where there is no choice; all five at "2": nothing happens (AT-6)."""
    options = BONUSES[bonus[seat]]
    if not options:
        return
    action = check_bonus(bonus[seat], next(chosen)) if len(options) > 1 else options[0].data[1]
    if note:
        if len(options) == 1:
            note(Record("one_way", seat))
        note_bonus(bonus[seat], seat, action, note)
    bonus[seat] += 1 << 2 * action


def note_bonus(bonus: int, seat: Seat, action: int, note: Note) -> None:
    note(Record("bonus", seat, {"action": action, "value": (bonus >> 2 * action & 3) + 1}))


def check_bonus(bonus: int, choice: Moved) -> int:
    """The action on which a bonus is placed (A-D2)."""
    data = moves.plain_moved(choice)
    if len(data) != 2 or data[0] != moves.BONUS or data[1] not in c.ACTIONS:
        raise IllegalMove(_("you have finished your dice: place the bonus you earned"), "A-D2")
    if bonus >> 2 * data[1] & 3 == 2:
        raise IllegalMove(_("your bonus on {name} shows 2 already", name=c.Action(data[1]).name), "1.3.1")
    return data[1]


def check_set(ship: Ship, placed: int, mask: int, faces: tuple[int, ...]) -> int:
    """The action of a legal set, or SKULL for skulls alone; `IllegalMove` says what is wrong with any other."""
    if placed & c.SPREAD[mask]:
        raise IllegalMove(_("a die that already lies on an action stays there"), "1.3.1")
    if len(faces) != COUNT[mask]:
        raise IllegalMove(_("a selection shows the face of each selected die"), "1.3.1")
    action = shown_action(faces)
    if action >= BOARD and action != SKULL:
        _check_room(ship, placed, action, len(faces))
    return action


def _check_room(ship: Ship, placed: int, action: int, count: int) -> None:
    space = room(ship, placed, action)
    if count > space:
        raise IllegalMove(_("{name} has room for {space} more", name=c.Action(action).name, space=space), "A-15")


@cache  # of some three hundred legal sets; what is refused is not remembered
def shown_action(faces: tuple[int, ...]) -> int:
    """The one action that the faces of a set show, or SKULL for skulls alone."""
    action = SKULL
    for face in faces:
        if face in (SKULL, action):
            continue
        if action != SKULL:
            raise IllegalMove(_("the dice of a set show one action (skulls may join)"), "1.3.1")
        if face not in c.ACTIONS:
            raise IllegalMove(_("a die has no face {face!r}", face=face), "1.1.1")
        action = face
    return action


def check_stuck(ship: Ship, placed: int, seat: Seat, choice: Moved) -> None:
    """Whoever claims to be stuck has shown all their dice, and none of them could be placed."""
    moved(choice)
    mask = ALL_DICE & ~assigned(placed)
    if choice.move != moves.STUCKS[seat][mask]:
        kind = choice.move.data[0]
        if kind == moves.STUCK:
            raise IllegalMove(_("whoever is stuck shows all the dice they rolled"), "1.3.1")
        if kind == moves.TAKE:
            raise IllegalMove(_("a selection takes one or more of your own dice and opens just those"), "A-D1")
        raise IllegalMove(_("select some of the dice you rolled"), "A-D1")
    for face in choice.faces:
        if face not in (BOARD, c.RAID) or room(ship, placed, face):
            raise IllegalMove(_("you are not stuck: some of your dice can be placed"), "1.3.1")


def check_selection(state: State, seat: Seat, choice: Moved) -> None:
    """One seat's part of D1, whatever the others choose."""
    ship, placed = state.ships[seat], state.placed[seat]
    mask = TAKE_MASK[seat].get(moved(choice).move)
    if assigned(placed) == ALL_DICE:
        check_bonus(state.bonus[seat], choice)
    elif mask:
        check_set(ship, placed, mask, choice.faces)
    else:
        check_stuck(ship, placed, seat, choice)


def take_turn(state: State, answer: Answer, note: Note | None = None) -> State:
    """D3: the skulls go to one action with room for all of them."""
    seat, mask = state.skulls[0]
    data = moves.plain_moved(answer)
    if len(data) != 2 or data[0] != moves.TURN or data[1] not in c.ACTIONS:
        raise IllegalMove(_("choose the action that your skulls turn to"), "A-D3")
    action = data[1]
    _check_room(state.ships[seat], state.placed[seat], action, COUNT[mask])
    return _lay(state, seat, mask, action, mask, note)


def take_reroll(state: State, answer: Answer, note: Note | None = None) -> State:
    """D4: the open roll; no bonus for anyone. Nothing fits: they roll again."""
    seat = state.stuck[0]
    rolled = state._replace(phase=_PLACE, faces=drawn(answer, ask_reroll(state).bounds))
    code = moves.open_code(rolled, seat)
    options = moves.places(state.ships[seat], state.placed[seat], code)
    if note:
        free = c.BITS[ALL_DICE & ~assigned(state.placed[seat])]
        note(Record("rolled_openly", seat, {"shown": shown_dice(state, dict(zip(free, rolled.faces, strict=True)))}))
        if len(options) < 2:
            note(Record("one_way" if options else "nothing_fits", seat))
    if len(options) != 1:
        return rolled if options else state
    _, mask, action = options[0].data
    return _lay(rolled, seat, mask, action, code >> 5 * SKULL, note)


def shown_dice(state: State, faces: Mapping[int, int]) -> tuple[tuple[int, int, int], ...]:
    """Dice with what they show and what that counts (a skull: 0), those of one face together, the highest first."""
    numbers = state.setup.dice
    found = [(die, face, 0 if face == SKULL else numbers[die][face]) for die, face in faces.items()]
    return tuple(sorted(found, key=lambda one: (one[1], -one[2])))


def own_faces(view: View[State]) -> dict[int, int]:
    """What the dice behind the viewer's screen show, by die, as far as the viewer knows it."""
    assert view.seat is not None
    free = c.HANDLES[view.seat][ALL_DICE & ~assigned(view.state.placed[view.seat])]
    return {handle % DICE: view.known[handle] for handle in free if handle in view.known}


def take_place(state: State, answer: Answer, note: Note | None = None) -> State:
    """A-D4: a legal set of what was rolled in the open; skulls alone get their action at once."""
    seat = state.stuck[0]
    data = moves.plain_moved(answer)
    if len(data) != 3 or data[0] != moves.PLACE or not 0 < data[1] <= ALL_DICE or data[2] not in c.ACTIONS:
        raise IllegalMove(_("choose which of the dice you rolled in the open go to which action"), "A-D4")
    _kind, mask, action = data
    ship, placed, code = state.ships[seat], state.placed[seat], moves.open_code(state, seat)
    if mask & assigned(placed):
        raise IllegalMove(_("a die that already lies on an action stays there"), "1.3.1")
    if mask not in moves.legal_sets(code, room(ship, placed, BOARD), room(ship, placed, c.RAID)):
        raise IllegalMove(_("those dice are not a set: one action, skulls may join, and all must fit"), "A-15")
    shown = code >> 25 & mask
    if shown != mask and not code >> 5 * action & mask:
        raise IllegalMove(_("the set goes to the action that its dice show"), "1.3.1")
    _check_room(ship, placed, action, COUNT[mask])
    return _lay(state, seat, mask, action, code >> 5 * SKULL, note)


def _lay(state: State, seat: Seat, mask: int, action: int, skulls: int, note: Note | None) -> State:
    """Dice come to lie, skulls among them turned; whoever had to say so is done."""
    if note:
        note_laid(state, seat, mask, action, skulls, note)
    placed = list(state.placed)
    placed[seat] |= mask << 5 * action
    if state.phase == _SKULLS:
        return go_on(state, tuple(placed), state.bonus, state.skulls[1:], state.stuck, note)
    return go_on(state, tuple(placed), state.bonus, (), state.stuck[1:], note)


# --- where to next --------------------------------------------------------------------------------------------


def go_on(
    state: State,
    placed: tuple[int, ...],
    bonus: tuple[int, ...],
    skulls: tuple[tuple[Seat, int], ...],
    stuck: tuple[Seat, ...],
    note: Note | None,
) -> State:
    """D3, D4, another roll, or the actions."""
    phase = _SKULLS if skulls else _REROLL if stuck else _ROLL
    state = next_state(state, phase, state.ships, placed, bonus, state.bag, state.centre, skulls, stuck)
    if phase == _ROLL:
        for dice in placed:
            if dice.bit_count() < DICE:
                return state
        return acting.begin(state, note)
    return state

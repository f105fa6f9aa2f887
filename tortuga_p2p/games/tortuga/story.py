"""What happened, in plain words: whoever reads every sentence can follow a game without seeing the board.

The rules run on by themselves where nobody has a choice, so one answer may change much. Each teller goes the same way
again in small steps, carrying the state along (`Tale.at`), and says what every step changed. Sentences are regular on
purpose: tests/games/tortuga/reading.py rebuilds the public state from them alone. Hidden faces are never told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from ...rules.answer import AllMoved, Answer, Drawn, Moved
from . import moving
from .epilogue import begin_move, tell_draw, tell_open, tell_orders
from .moves import ACT, BONUS, NONE, PASS, STUCK, bonuses, open_code, places
from .state import (
    ALL_DICE,
    BITS,
    BOARD,
    CAPACITY,
    COUNT,
    CREW,
    DICE,
    DIE_LETTERS,
    FLEET,
    HUNT,
    RAID,
    SKULL,
    Phase,
    State,
    assigned,
    clockwise,
    total,
)
from .tale import Tale, drop, say_drawn, say_round
from .words import (
    ACTION_WORDS,
    COLOUR_NAMES,
    FACE_WORDS,
    POSITIONS,
    counted,
    die_words,
    listed,
    positions,
    ranking,
    safe,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...rules.ask import Seat


def tell(before: State, answer: Answer, after: State, names: Sequence[str]) -> Sequence[str]:
    """One sentence a line, in the order in which things happened. `after` must be what the rules made of `before`."""
    assert len(names) == before.setup.seats
    tale = Tale([safe(name) for name in names], before)
    _TELLERS[Phase(before.phase)](tale, answer, after)
    return tuple(tale.lines)


# --- setup -------------------------------------------------------------------------------------------------------


def _tell_shuffle(tale: Tale, answer: Answer, after: State) -> None:
    tale.say(f"The {len(after.supply)} treasure tiles are shuffled and lie face down.")


def _tell_deal(tale: Tale, answer: Answer, after: State) -> None:
    for name, ship in zip(tale.names, after.ships, strict=True):
        island, crew = COLOUR_NAMES[ship.island[0]], COLOUR_NAMES[ship.crew[0]]
        tale.say(f"{name} draws two chests from the bag: {island} to the island, {crew} to the crew.")
    say_round(tale, after)


# --- dice (1.3.1) -------------------------------------------------------------------------------------------------


def _tell_roll(tale: Tale, answer: Answer, after: State) -> None:
    left = [DICE - COUNT[assigned(placed)] for placed in after.placed]
    rolls = [
        f"{name} rolls {counted(dice, 'die', 'dice')}" for name, dice in zip(tale.names, left, strict=True) if dice
    ]
    tale.say(f"Behind the screens {listed(rolls)}.")
    for seat, dice in enumerate(left):
        if not dice and bonuses(after.bonus[seat]):
            tale.say(f"{tale.names[seat]} has placed all dice and earns a bonus.")
        elif not dice:
            tale.say(f"{tale.names[seat]} has placed all dice, but every bonus shows 2 already.")


def _tell_selections(tale: Tale, answer: Answer, after: State) -> None:
    moves = iter(cast(AllMoved, answer).moves)
    for seat, placed in enumerate(tale.at.placed):
        if assigned(placed) == ALL_DICE:
            _tell_bonus(tale, seat, moves)
        else:
            _tell_selection(tale, seat, next(moves))
    _after_dice(tale, after)


def _tell_bonus(tale: Tale, seat: Seat, moves: Iterator[Moved]) -> None:
    """A-D2; where one space is left the rules take it, and where none is nothing happens."""
    options = bonuses(tale.at.bonus[seat])
    if not options:
        return
    kind, action = (next(moves).move if len(options) > 1 else options[0]).data
    assert kind == BONUS
    bonus = list(tale.at.bonus)
    bonus[seat] += 1 << 2 * action
    tale.put(bonus=tuple(bonus))
    forced = " (the only choice)" if len(options) == 1 else ""
    new = bonus[seat] >> 2 * action & 3
    verb = "puts a new" if new == 1 else "flips the"
    tale.say(f"{tale.names[seat]} {verb} bonus on {ACTION_WORDS[action]}, now {new}{forced}.")


def _tell_selection(tale: Tale, seat: Seat, moved: Moved) -> None:
    name = tale.names[seat]
    dice = [handle % DICE for handle in moved.move.opens]
    if moved.move.data[0] == STUCK:
        shown = [f"{DIE_LETTERS[die]} ({FACE_WORDS[face]})" for die, face in zip(dice, moved.faces, strict=True)]
        fit = "does not fit" if len(shown) == 1 else "do not fit"
        again = counted(len(shown), "die", "dice")
        tale.say(f"{name} is stuck: {listed(shown)} {fit}, so {name} will roll {again} again in the open.")
        return
    skulls = sum([1 << die for die, face in zip(dice, moved.faces, strict=True) if face == SKULL])
    mask = moved.move.data[1]
    action = next((face for face in moved.faces if face != SKULL), SKULL)
    if action == SKULL:
        shown = [DIE_LETTERS[die] for die in dice]
        skull, their = ("the skull", "its") if len(dice) == 1 else ("the skulls", "their")
        tale.say(f"{name} takes {skull} {listed(shown)} alone and will name {their} action.")
    else:
        _lay(tale, seat, mask, action, skulls)


def _lay(tale: Tale, seat: Seat, mask: int, action: int, skulls: int, *, only: bool = False) -> None:
    """Dice come to lie on an action; skulls among them are turned to it."""
    placed = list(tale.at.placed)
    placed[seat] |= mask << 5 * action
    tale.put(placed=tuple(placed))
    words = die_words(tale.at, mask, action)
    dice = [f"the skull {word}" if skulls >> die & 1 else word for die, word in zip(BITS[mask], words, strict=True)]
    bonus = tale.at.bonus[seat] >> 2 * action & 3
    tale.say(
        f"{tale.names[seat]} {'must put' if only else 'puts'} {listed(dice)} on {ACTION_WORDS[action]}, "
        f"total {total(tale.at, seat, action)}{f' with bonus {bonus}' if bonus else ''}; "
        f"{counted(DICE - COUNT[assigned(placed[seat])], 'die', 'dice')} left."
    )


def _tell_turn(tale: Tale, answer: Answer, after: State) -> None:
    seat, mask = tale.at.skulls[0]
    _lay(tale, seat, mask, cast(Moved, answer).move.data[1], mask)
    _after_dice(tale, after)


def _tell_reroll(tale: Tale, answer: Answer, after: State) -> None:
    """The open roll; the rules place it where there is one way to."""
    seat = tale.at.stuck[0]
    name, placed = tale.names[seat], tale.at.placed[seat]
    tale.put(faces=cast(Drawn, answer).values)
    shown = [
        f"{DIE_LETTERS[die]} shows {f'{FACE_WORDS[face]} {numbers[face]}' if face != SKULL else 'a skull'}"
        for (die, numbers), face in zip(_in_hand(tale.at, placed), tale.at.faces, strict=True)
    ]
    tale.say(f"{name} rolls in the open: {listed(shown)}.")
    code = open_code(tale.at, seat)
    options = places(tale.at.ships[seat], placed, code)
    if not options:
        tale.say(f"Nothing fits, so {name} will roll again.")
    elif len(options) == 1:
        _, mask, action = options[0].data
        _lay(tale, seat, mask, action, code >> 5 * SKULL, only=True)
        _after_dice(tale, after)


def _in_hand(at: State, placed: int) -> list[tuple[int, tuple[int, ...]]]:
    """The dice that lie on no action, each with its numbers."""
    return [(die, at.setup.dice[die]) for die in BITS[ALL_DICE & ~assigned(placed)]]


def _tell_place(tale: Tale, answer: Answer, after: State) -> None:
    seat = tale.at.stuck[0]
    _, mask, action = cast(Moved, answer).move.data
    _lay(tale, seat, mask, action, open_code(tale.at, seat) >> 5 * SKULL)
    _after_dice(tale, after)


def _after_dice(tale: Tale, after: State) -> None:
    if after.round == tale.at.round and after.phase <= Phase.PLACE:
        return  # somebody still has dice: the next ask says who
    tale.say("All dice are placed: the actions begin.")
    _enter(tale, FLEET)
    _go_on(tale, after)


# --- actions (1.3.2) ----------------------------------------------------------------------------------------------


def _enter(tale: Tale, action: int) -> None:
    """The ranking of an action, as it is read out before anybody acts."""
    ranks, acting = ranking(tale.at, action), positions(tale.at)
    tale.put(action=action, ranks=tuple([seat for seat, _ in ranks[:acting]]), position=1, victim=NONE)
    if not ranks:
        tale.say(f"{ACTION_WORDS[action]}: nobody has dice there.")
        return
    words = [
        f"{tale.names[seat]} {f'is {POSITIONS[place]}' if place <= acting else 'follows'} with {points}"
        for place, (seat, points) in enumerate(ranks, start=1)
    ]
    totals = [points for _, points in ranks]
    tie = f"; ties go clockwise from {tale.names[tale.at.start]}" if len(set(totals)) < len(totals) else ""
    tale.say(f"{ACTION_WORDS[action]}: {listed(words)}{tie}.")


def _go_on(tale: Tale, after: State) -> None:
    """What the rules did by themselves up to `after`: positions with nothing to decide, surplus, the next actions."""
    while not _arrived(tale.at, after):
        if tale.at.ranks:
            tale.say(_nothing_to_gain(tale))
            _pass(tale)
            continue
        _tell_surplus(tale)
        if tale.at.action == RAID:
            begin_move(tale, after)
            return
        _enter(tale, tale.at.action + 1)


def _arrived(at: State, after: State) -> bool:
    return (
        after.round == at.round
        and Phase.OFFER <= after.phase <= Phase.ATTACK
        and (at.action, at.ranks) == (after.action, after.ranks)
    )


def _pass(tale: Tale) -> None:
    tale.put(ranks=tale.at.ranks[1:], position=2)


def _nothing_to_gain(tale: Tale) -> str:
    at = tale.at
    reasons: Mapping[int, str] = {
        FLEET: "the boat is on the last box already",
        CREW: "the pirate is on the last box already",
        HUNT: "no chest and no tile are left" if at.position == 1 else "no tile is left",
    }
    reason = reasons.get(at.action, "no attack would change anything")
    return f"{tale.names[at.ranks[0]]} does nothing in {ACTION_WORDS[at.action]}: {reason}."


def _tell_offer(tale: Tale, answer: Answer, after: State) -> None:
    if _tell_forfeit(tale, answer, after):
        return
    seat, action = tale.at.ranks[0], tale.at.action
    name, old, new = tale.names[seat], tale.at.ships[seat], after.ships[seat]
    if action == HUNT:
        tale.say(f"{name} goes on a treasure hunt.")
        if after.phase == Phase.HUNT_CHEST:
            return
        if tale.at.position == 1:
            _tell_chest(tale, seat, ())
        _tell_tiles_left(tale, after)
        return
    if action == FLEET:
        tale.say(f"{name}'s boat advances from {_boxes(old.boat, new.boat)}.")
        tale.put_ship(seat, boat=new.boat)
    else:
        tale.say(f"{name}'s pirate advances from {_boxes(old.pirate, new.pirate)}.")
        tale.put_ship(seat, pirate=new.pirate)
    _pass(tale)
    _go_on(tale, after)


def _tell_forfeit(tale: Tale, answer: Answer, after: State) -> bool:
    data = cast(Moved, answer).move.data
    assert data[0] in (ACT, PASS) or tale.at.action >= BOARD
    if data[0] != PASS:
        return False
    tale.say(f"{tale.names[tale.at.ranks[0]]} forfeits {ACTION_WORDS[tale.at.action]}.")
    _pass(tale)
    _go_on(tale, after)
    return True


def _boxes(old: int, new: int) -> str:
    return f"box {old} to {new} (capacity {CAPACITY[new]})"


# HUNT: a chest for 1st position, then tiles; their faces are the hunter's own.


def _tell_hunt_chest(tale: Tale, answer: Answer, after: State) -> None:
    _tell_chest(tale, tale.at.ranks[0], cast(Drawn, answer).values)
    _tell_tiles_left(tale, after)


def _tell_chest(tale: Tale, seat: Seat, values: tuple[int, ...]) -> None:
    colours, bag = moving.draw(tale.at.bag, 1, values)
    tale.put(bag=bag)
    say_drawn(tale, seat, colours[0] if colours else NONE)


def _tell_tiles_left(tale: Tale, after: State) -> None:
    if not tale.at.supply:
        tale.say(f"No treasure tile is left for {tale.names[tale.at.ranks[0]]}.")
        _pass(tale)
        _go_on(tale, after)


def _tell_hunt_deal(tale: Tale, answer: Answer, after: State) -> None:
    name = tale.names[tale.at.ranks[0]]
    if after.phase == Phase.HUNT_KEEP:
        tale.say(f"{name} looks at two treasure tiles.")
        return
    tale.say(f"{name} takes a treasure tile and keeps it face down.")
    _tiles_lie(tale, after)
    _pass(tale)
    _go_on(tale, after)


def _tiles_lie(tale: Tale, after: State) -> None:
    """Tiles move in no step that the rules take by themselves: they lie where `after` says."""
    seat = tale.at.ranks[0]
    tale.put(supply=after.supply)
    tale.put_ship(seat, tiles=after.ships[seat].tiles)


def _tell_hunt_keep(tale: Tale, answer: Answer, after: State) -> None:
    tale.say(f"{tale.names[tale.at.ranks[0]]} keeps one of the two tiles face down and returns the other.")
    _tiles_lie(tale, after)
    if after.phase != Phase.HUNT_MIX:  # the other is the only one: nothing to shuffle
        _pass(tale)
        _go_on(tale, after)


def _tell_hunt_mix(tale: Tale, answer: Answer, after: State) -> None:
    tale.say(f"The {len(tale.at.supply)} treasure tiles left are shuffled again.")
    _pass(tale)
    _go_on(tale, after)


# BOARD and RAID.

_VERBS: Final = {BOARD: "boards", RAID: "raids"}
_TOKENS: Final = {BOARD: "boat", RAID: "pirate"}
_AREAS: Final = {BOARD: "fleet", RAID: "crew"}


def _tell_attack(tale: Tale, answer: Answer, after: State) -> None:
    if _tell_forfeit(tale, answer, after):
        return
    at, action = tale.at, tale.at.action
    seat = at.ranks[0]
    _, victim, prize = cast(Moved, answer).move.data
    attack = f"{tale.names[seat]} {_VERBS[action]} {tale.names[victim]}"
    if at.position == 1:
        _tell_seized(tale, attack, seat, victim, prize)
    else:
        _tell_claimed(tale, attack, seat, prize)
    _tell_falls(tale, seat, victim, after)
    _pass(tale)
    _go_on(tale, after)


def _tell_seized(tale: Tale, attack: str, seat: Seat, victim: Seat, position: int) -> None:
    area = _AREAS[tale.at.action]
    chests: tuple[int, ...] = getattr(tale.at.ships[victim], area)
    tale.put(victim=victim)
    if position == NONE:
        tale.say(f"{attack} and finds no chest in the {area}.")
        return
    colour = chests[position]
    tale.say(
        f"{attack} and takes the {COLOUR_NAMES[colour]} chest ({position + 1} of {len(chests)}) from the {area} "
        f"to {tale.names[seat]}'s island."
    )
    tale.put_ship(victim, **{area: (*chests[:position], *chests[position + 1 :])})
    tale.put_ship(seat, island=(*tale.at.ships[seat].island, colour))


def _tell_claimed(tale: Tale, attack: str, seat: Seat, colour: int) -> None:
    if colour == NONE:
        tale.say(f"{attack}; the centre island has no chest to take.")
        return
    tale.say(
        f"{attack} and takes the {COLOUR_NAMES[colour]} chest from the centre island to {tale.names[seat]}'s island."
    )
    tale.put(centre=tale.at.centre & ~(1 << colour))
    tale.put_ship(seat, island=(*tale.at.ships[seat].island, colour))


def _tell_falls(tale: Tale, seat: Seat, victim: Seat, after: State) -> None:
    """The victim's token goes back, and the attacker's where the victim has dice there."""
    _tell_fall(tale, victim, after, "")
    if tale.at.placed[victim] >> 5 * tale.at.action & ALL_DICE:
        _tell_fall(tale, seat, after, f"{tale.names[victim]} has dice on {ACTION_WORDS[tale.at.action]}: ")


def _tell_fall(tale: Tale, seat: Seat, after: State, reason: str) -> None:
    token = _TOKENS[tale.at.action]
    old, new = getattr(tale.at.ships[seat], token), getattr(after.ships[seat], token)
    falls = f"falls back from {_boxes(old, new)}" if new < old else "is on box 1 and cannot fall back"
    tale.say(f"{reason}{tale.names[seat]}'s {token} {falls}.")
    tale.put_ship(seat, **{token: new})


def _tell_surplus(tale: Tale) -> None:
    """A-4: once the whole action is done, chests beyond capacity leave from the right."""
    action = tale.at.action
    if action not in _AREAS:
        return
    area = _AREAS[action]
    for seat in clockwise(tale.at):
        space = moving.space(tale.at.ships[seat], action)
        chests: tuple[int, ...] = getattr(tale.at.ships[seat], area)
        tale.put_ship(seat, **{area: chests[:space]})
        for colour in chests[space:]:
            chest = f"{tale.names[seat]}'s {area} has capacity {space}: its {COLOUR_NAMES[colour]} chest beyond that"
            drop(tale, chest, colour)


# By the phase that the answer ends; when the game is over nothing happens any more.
_TELLERS: Final[Mapping[Phase, Callable[[Tale, Answer, State], None]]] = {
    Phase.SHUFFLE: _tell_shuffle,
    Phase.DEAL_CHESTS: _tell_deal,
    Phase.ROLL: _tell_roll,
    Phase.SELECT: _tell_selections,
    Phase.SKULLS: _tell_turn,
    Phase.REROLL: _tell_reroll,
    Phase.PLACE: _tell_place,
    Phase.OFFER: _tell_offer,
    Phase.HUNT_CHEST: _tell_hunt_chest,
    Phase.HUNT_DEAL: _tell_hunt_deal,
    Phase.HUNT_KEEP: _tell_hunt_keep,
    Phase.HUNT_MIX: _tell_hunt_mix,
    Phase.ATTACK: _tell_attack,
    Phase.MOVE_DRAW: tell_draw,
    Phase.MOVE_ORDER: tell_orders,
    Phase.OPEN_TILES: tell_open,
}

"""What happened, in plain words: whoever reads every sentence can follow a game without seeing the board.

The rules run on by themselves where nobody has a choice, so one answer may change much. Each teller goes the same way
again in small steps, carrying the state along (`Tale.at`), and says what every step changed. Sentences are regular on
purpose: tests/games/tortuga/reading.py rebuilds the public state from them alone. Hidden faces are never told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from ...rules.answer import AllMoved, Answer, Drawn, Moved
from ...text import N_, _, listed
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
from .words import ACTION_WORDS, colour_word, counted, die_words, face_word, position_word, positions, ranking, safe

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
    tale.say(_("The {count} treasure tiles are shuffled and lie face down.", count=len(after.supply)))


def _tell_deal(tale: Tale, answer: Answer, after: State) -> None:
    for name, ship in zip(tale.names, after.ships, strict=True):
        island, crew = colour_word(ship.island[0]), colour_word(ship.crew[0])
        tale.say(
            _(
                "{name} draws two chests from the bag: {island} to the island, {crew} to the crew.",
                name=name,
                island=island,
                crew=crew,
            )
        )
    say_round(tale, after)


# --- dice (1.3.1) -------------------------------------------------------------------------------------------------


def _tell_roll(tale: Tale, answer: Answer, after: State) -> None:
    left = [DICE - COUNT[assigned(placed)] for placed in after.placed]
    rolls = [
        _("{name} rolls {dice}", name=name, dice=counted(dice, "die", "dice"))
        for name, dice in zip(tale.names, left, strict=True)
        if dice
    ]
    tale.say(_("Behind the screens {rolls}.", rolls=listed(rolls)))
    for seat, dice in enumerate(left):
        if not dice and bonuses(after.bonus[seat]):
            tale.say(_("{name} has placed all dice and earns a bonus.", name=tale.names[seat]))
        elif not dice:
            tale.say(_("{name} has placed all dice, but every bonus shows 2 already.", name=tale.names[seat]))


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
    forced = _(" (the only choice)") if len(options) == 1 else ""
    new = bonus[seat] >> 2 * action & 3
    verb = _("puts a new") if new == 1 else _("flips the")
    tale.say(
        _(
            "{name} {verb} bonus on {action}, now {new}{forced}.",
            name=tale.names[seat],
            verb=verb,
            action=ACTION_WORDS[action],
            new=new,
            forced=forced,
        )
    )


def _tell_selection(tale: Tale, seat: Seat, moved: Moved) -> None:
    name = tale.names[seat]
    dice = [handle % DICE for handle in moved.move.opens]
    if moved.move.data[0] == STUCK:
        shown = [f"{DIE_LETTERS[die]} ({face_word(face)})" for die, face in zip(dice, moved.faces, strict=True)]
        fit = _("does not fit") if len(shown) == 1 else _("do not fit")
        again = counted(len(shown), "die", "dice")
        tale.say(
            _(
                "{name} is stuck: {dice} {fit}, so {name} will roll {again} again in the open.",
                name=name,
                dice=listed(shown),
                fit=fit,
                again=again,
            )
        )
        return
    skulls = sum([1 << die for die, face in zip(dice, moved.faces, strict=True) if face == SKULL])
    mask = moved.move.data[1]
    action = next((face for face in moved.faces if face != SKULL), SKULL)
    if action == SKULL:
        shown = [DIE_LETTERS[die] for die in dice]
        skull, their = (_("the skull"), _("its")) if len(dice) == 1 else (_("the skulls"), _("their"))
        tale.say(
            _(
                "{name} takes {skulls} {dice} alone and will name {their} action.",
                name=name,
                skulls=skull,
                dice=listed(shown),
                their=their,
            )
        )
    else:
        _lay(tale, seat, mask, action, skulls)


def _lay(tale: Tale, seat: Seat, mask: int, action: int, skulls: int, *, only: bool = False) -> None:
    """Dice come to lie on an action; skulls among them are turned to it."""
    placed = list(tale.at.placed)
    placed[seat] |= mask << 5 * action
    tale.put(placed=tuple(placed))
    words = die_words(tale.at, mask, action)
    dice = [
        _("the skull {word}", word=word) if skulls >> die & 1 else word
        for die, word in zip(BITS[mask], words, strict=True)
    ]
    bonus = tale.at.bonus[seat] >> 2 * action & 3
    tale.say(
        _(
            "{name} {puts} {dice} on {action}, total {total}{bonus}; {left} left.",
            name=tale.names[seat],
            puts=_("must put") if only else _("puts"),
            dice=listed(dice),
            action=ACTION_WORDS[action],
            total=total(tale.at, seat, action),
            bonus=_(" with bonus {bonus}", bonus=bonus) if bonus else "",
            left=counted(DICE - COUNT[assigned(placed[seat])], "die", "dice"),
        )
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
        _(
            "{die} shows {face}",
            die=DIE_LETTERS[die],
            face=f"{face_word(face)} {numbers[face]}" if face != SKULL else _("a skull"),
        )
        for (die, numbers), face in zip(_in_hand(tale.at, placed), tale.at.faces, strict=True)
    ]
    tale.say(_("{name} rolls in the open: {shown}.", name=name, shown=listed(shown)))
    code = open_code(tale.at, seat)
    options = places(tale.at.ships[seat], placed, code)
    if not options:
        tale.say(_("Nothing fits, so {name} will roll again.", name=name))
    elif len(options) == 1:
        _kind, mask, action = options[0].data
        _lay(tale, seat, mask, action, code >> 5 * SKULL, only=True)
        _after_dice(tale, after)


def _in_hand(at: State, placed: int) -> list[tuple[int, tuple[int, ...]]]:
    """The dice that lie on no action, each with its numbers."""
    return [(die, at.setup.dice[die]) for die in BITS[ALL_DICE & ~assigned(placed)]]


def _tell_place(tale: Tale, answer: Answer, after: State) -> None:
    seat = tale.at.stuck[0]
    _kind, mask, action = cast(Moved, answer).move.data
    _lay(tale, seat, mask, action, open_code(tale.at, seat) >> 5 * SKULL)
    _after_dice(tale, after)


def _after_dice(tale: Tale, after: State) -> None:
    if after.round == tale.at.round and after.phase <= Phase.PLACE:
        return  # somebody still has dice: the next ask says who
    tale.say(_("All dice are placed: the actions begin."))
    _enter(tale, FLEET)
    _go_on(tale, after)


# --- actions (1.3.2) ----------------------------------------------------------------------------------------------


def _enter(tale: Tale, action: int) -> None:
    """The ranking of an action, as it is read out before anybody acts."""
    ranks, acting = ranking(tale.at, action), positions(tale.at)
    tale.put(action=action, ranks=tuple([seat for seat, _ in ranks[:acting]]), position=1, victim=NONE)
    if not ranks:
        tale.say(_("{action}: nobody has dice there.", action=ACTION_WORDS[action]))
        return
    words = [
        _(
            "{name} {place} with {points}",
            name=tale.names[seat],
            place=_("is {position}", position=position_word(place)) if place <= acting else _("follows"),
            points=points,
        )
        for place, (seat, points) in enumerate(ranks, start=1)
    ]
    totals = [points for _, points in ranks]
    tie = _("; ties go clockwise from {name}", name=tale.names[tale.at.start]) if len(set(totals)) < len(totals) else ""
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
        FLEET: _("the boat is on the last box already"),
        CREW: _("the pirate is on the last box already"),
        HUNT: _("no chest and no tile are left") if at.position == 1 else _("no tile is left"),
    }
    reason = reasons.get(at.action, _("no attack would change anything"))
    return _(
        "{name} does nothing in {action}: {reason}.",
        name=tale.names[at.ranks[0]],
        action=ACTION_WORDS[at.action],
        reason=reason,
    )


def _tell_offer(tale: Tale, answer: Answer, after: State) -> None:
    if _tell_forfeit(tale, answer, after):
        return
    seat, action = tale.at.ranks[0], tale.at.action
    name, old, new = tale.names[seat], tale.at.ships[seat], after.ships[seat]
    if action == HUNT:
        tale.say(_("{name} goes on a treasure hunt.", name=name))
        if after.phase == Phase.HUNT_CHEST:
            return
        if tale.at.position == 1:
            _tell_chest(tale, seat, ())
        _tell_tiles_left(tale, after)
        return
    if action == FLEET:
        tale.say(_("{name}'s boat advances from {boxes}.", name=name, boxes=_boxes(old.boat, new.boat)))
        tale.put_ship(seat, boat=new.boat)
    else:
        tale.say(_("{name}'s pirate advances from {boxes}.", name=name, boxes=_boxes(old.pirate, new.pirate)))
        tale.put_ship(seat, pirate=new.pirate)
    _pass(tale)
    _go_on(tale, after)


def _tell_forfeit(tale: Tale, answer: Answer, after: State) -> bool:
    data = cast(Moved, answer).move.data
    assert data[0] in (ACT, PASS) or tale.at.action >= BOARD
    if data[0] != PASS:
        return False
    tale.say(_("{name} forfeits {action}.", name=tale.names[tale.at.ranks[0]], action=ACTION_WORDS[tale.at.action]))
    _pass(tale)
    _go_on(tale, after)
    return True


def _boxes(old: int, new: int) -> str:
    return _("box {old} to {new} (capacity {room})", old=old, new=new, room=CAPACITY[new])


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
        tale.say(_("No treasure tile is left for {name}.", name=tale.names[tale.at.ranks[0]]))
        _pass(tale)
        _go_on(tale, after)


def _tell_hunt_deal(tale: Tale, answer: Answer, after: State) -> None:
    name = tale.names[tale.at.ranks[0]]
    if after.phase == Phase.HUNT_KEEP:
        tale.say(_("{name} looks at two treasure tiles.", name=name))
        return
    tale.say(_("{name} takes a treasure tile and keeps it face down.", name=name))
    _tiles_lie(tale, after)
    _pass(tale)
    _go_on(tale, after)


def _tiles_lie(tale: Tale, after: State) -> None:
    """Tiles move in no step that the rules take by themselves: they lie where `after` says."""
    seat = tale.at.ranks[0]
    tale.put(supply=after.supply)
    tale.put_ship(seat, tiles=after.ships[seat].tiles)


def _tell_hunt_keep(tale: Tale, answer: Answer, after: State) -> None:
    tale.say(_("{name} keeps one of the two tiles face down and returns the other.", name=tale.names[tale.at.ranks[0]]))
    _tiles_lie(tale, after)
    if after.phase != Phase.HUNT_MIX:  # the other is the only one: nothing to shuffle
        _pass(tale)
        _go_on(tale, after)


def _tell_hunt_mix(tale: Tale, answer: Answer, after: State) -> None:
    tale.say(_("The {count} treasure tiles left are shuffled again.", count=len(tale.at.supply)))
    _pass(tale)
    _go_on(tale, after)


# BOARD and RAID.

_TOKENS: Final = {BOARD: N_("boat"), RAID: N_("pirate")}
_AREAS: Final = {BOARD: N_("fleet"), RAID: N_("crew")}


def _tell_attack(tale: Tale, answer: Answer, after: State) -> None:
    if _tell_forfeit(tale, answer, after):
        return
    at, action = tale.at, tale.at.action
    seat = at.ranks[0]
    _kind, victim, prize = cast(Moved, answer).move.data
    attack = _("{name} boards {victim}") if action == BOARD else _("{name} raids {victim}")
    attack = attack.format(name=tale.names[seat], victim=tale.names[victim])
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
        tale.say(_("{attack} and finds no chest in the {area}.", attack=attack, area=_(area)))
        return
    colour = chests[position]
    tale.say(
        _(
            "{attack} and takes the {colour} chest ({place} of {count}) from the {area} to {name}'s island.",
            attack=attack,
            colour=colour_word(colour),
            place=position + 1,
            count=len(chests),
            area=_(area),
            name=tale.names[seat],
        )
    )
    tale.put_ship(victim, **{area: (*chests[:position], *chests[position + 1 :])})
    tale.put_ship(seat, island=(*tale.at.ships[seat].island, colour))


def _tell_claimed(tale: Tale, attack: str, seat: Seat, colour: int) -> None:
    if colour == NONE:
        tale.say(_("{attack}; the centre island has no chest to take.", attack=attack))
        return
    tale.say(
        _(
            "{attack} and takes the {colour} chest from the centre island to {name}'s island.",
            attack=attack,
            colour=colour_word(colour),
            name=tale.names[seat],
        )
    )
    tale.put(centre=tale.at.centre & ~(1 << colour))
    tale.put_ship(seat, island=(*tale.at.ships[seat].island, colour))


def _tell_falls(tale: Tale, seat: Seat, victim: Seat, after: State) -> None:
    """The victim's token goes back, and the attacker's where the victim has dice there."""
    _tell_fall(tale, victim, after, "")
    if tale.at.placed[victim] >> 5 * tale.at.action & ALL_DICE:
        _tell_fall(
            tale,
            seat,
            after,
            _("{victim} has dice on {action}: ", victim=tale.names[victim], action=ACTION_WORDS[tale.at.action]),
        )


def _tell_fall(tale: Tale, seat: Seat, after: State, reason: str) -> None:
    token = _TOKENS[tale.at.action]
    old, new = getattr(tale.at.ships[seat], token), getattr(after.ships[seat], token)
    falls = _("falls back from {boxes}", boxes=_boxes(old, new)) if new < old else _("is on box 1 and cannot fall back")
    tale.say(_("{reason}{name}'s {token} {falls}.", reason=reason, name=tale.names[seat], token=_(token), falls=falls))
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
            chest = _(
                "{name}'s {area} has capacity {space}: its {colour} chest beyond that",
                name=tale.names[seat],
                area=_(area),
                space=space,
                colour=colour_word(colour),
            )
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

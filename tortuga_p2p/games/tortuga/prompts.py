"""The nine decisions of Tortuga (1.4) as a person sees them: what can be picked, and what would come of it.

Pure functions of a view and of what is picked so far (rules/screen.py). Dice are in `dice_prompts.py`. Nothing here
decides what is legal: a move is offered only if it is among the legal ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.screen import Item, Prompt, Row
from ...text import _, listed
from . import advice, dice_prompts
from .forecast import after_attack, after_offer, no_room, placed_words
from .moves import ACT, BONUS, CLAIM, FORFEIT, NONE, PASS, PERFORM, SEIZE, keeps, mixed, order, read_order
from .notation import COLOUR_LETTERS
from .state import (
    ACTIONS,
    ALL_DICE,
    BITS,
    BOARD,
    BONUS_MAX,
    CAPACITY,
    COUNT,
    DIE_LETTERS,
    HUNT,
    PURPLE,
    WHITE,
    Phase,
    assigned,
    total,
)
from .words import ACTION_WORDS, COLOUR_NAMES, colour_word, counted, die_words, position_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...rules.ask import Move, Moves, Seat
    from ...rules.game import View
    from ...rules.screen import Picked
    from .state import Ship, State


def prompt(view: View[State], moves: Moves, names: Sequence[str], picked: Picked | None) -> Prompt:
    """The decision that is open for the viewer."""
    seat = view.seat
    assert seat is not None
    state = view.state
    if state.phase == Phase.SELECT and assigned(state.placed[seat]) == ALL_DICE:
        return _bonus(view, seat, moves, names, picked)
    return _MAKERS[Phase(state.phase)](view, seat, moves, names, picked)


def picks(view: View[State], move: Move) -> Picked:
    """What to pick for this move."""
    data = move.data
    if view.state.phase in (Phase.SELECT, Phase.PLACE) and data[0] != BONUS:
        return dice_prompts.picks(move)
    if data[0] in (PASS, ACT):
        return (NONE,) if view.state.phase == Phase.ATTACK else (data[0],)
    rows = read_order(move)
    if rows is None:
        return data[1:]
    assert view.seat is not None
    ship = view.state.ships[view.seat]
    return _join(_places(ship.crew, rows[0]), _places(ship.island, rows[1]))


def chest(colour: int) -> tuple[str, str]:
    return (f"chest.{COLOUR_NAMES[colour]}", f" {COLOUR_LETTERS[colour]} ")


# --- A-D2: a bonus ------------------------------------------------------------------------------------------------


def _bonus(view: View[State], seat: Seat, moves: Moves, names: Sequence[str], picked: Picked | None) -> Prompt:
    state = view.state
    legal = {move.data[1]: move for move in moves}
    chosen = picked[0] if picked else _best_bonus(state, seat, list(legal))
    items = []
    for action in ACTIONS:
        now = state.bonus[seat] >> 2 * action & 3
        label = (("", f"{ACTION_WORDS[action]} +{now + (action in legal)}"),)
        full = (
            ""
            if action in legal
            else _(
                "Your bonus on {action} is {most} already: that is the most.",
                action=ACTION_WORDS[action],
                most=BONUS_MAX,
            )
        )
        items.append(Item(label, (action,), action == chosen, _bonus_note(state, seat, action), full))
    return Prompt(
        title=_("A bonus for you: put it beside an action"),
        rows=(Row(_("bonus"), tuple(items)),),
        picked=(chosen,),
        preview=_bonus_note(state, seat, chosen),
        move=legal.get(chosen),
        missing=_("Point at an action."),
        help=advice.told(advice.BONUS),
        chapter="1.3.1",
    )


def _best_bonus(state: State, seat: Seat, legal: list[int]) -> int:
    """Where most dice of the own lie: there it counts at once."""
    return max(legal, key=lambda action: (total(state, seat, action), -action))


def _bonus_note(state: State, seat: Seat, action: int) -> str:
    now = state.bonus[seat] >> 2 * action & 3
    word = ACTION_WORDS[action]
    kind = _("A new bonus") if now == 0 else _("The bonus turned to 2")
    if not state.placed[seat] >> 5 * action & ALL_DICE:
        return _(
            "{kind} on {action}: no die of yours lies there, so it waits for a later round.", kind=kind, action=word
        )
    return _(
        "{kind} on {action}: {total} there becomes {new}, now and later.",
        kind=kind,
        action=word,
        total=total(state, seat, action),
        new=total(state, seat, action) + 1,
    )


# --- A-D3: an action for skulls -----------------------------------------------------------------------------------


def _skulls(view: View[State], seat: Seat, moves: Moves, names: Sequence[str], picked: Picked | None) -> Prompt:
    state = view.state
    mask = state.skulls[0][1]
    legal = {move.data[1]: move for move in moves}
    chosen = picked[0] if picked else max(legal, key=lambda action: (_added(state, mask, action), -action))
    items = []
    for action in ACTIONS:
        label = (("", f"{ACTION_WORDS[action]} {' '.join(die_words(state, mask, action))}"),)
        full = "" if action in legal else no_room(state, seat, action, COUNT[mask])
        items.append(Item(label, (action,), action == chosen, placed_words(state, seat, mask, action, names), full))
    dice = listed([DIE_LETTERS[die] for die in BITS[mask]])
    return Prompt(
        title=_(
            "Name an action for your {skulls} {dice}", skulls=_("skull") if COUNT[mask] == 1 else _("skulls"), dice=dice
        ),
        rows=(Row(_("action"), tuple(items)),),
        picked=(chosen,),
        preview=placed_words(state, seat, mask, chosen, names),
        move=legal.get(chosen),
        missing=_("Point at an action."),
        help=advice.told(advice.SKULLS),
        chapter="1.3.1",
    )


def _added(state: State, mask: int, action: int) -> int:
    return sum(state.setup.dice[die][action] for die in BITS[mask])


# --- A-D5, A-D6: perform or forfeit, which tile -------------------------------------------------------------------


def _offer(view: View[State], seat: Seat, moves: Moves, names: Sequence[str], picked: Picked | None) -> Prompt:
    state = view.state
    chosen = picked[0] if picked else ACT
    gain = after_offer(state, seat)
    give_up = _("You do nothing in this action. The other position does not move up.")
    items = (
        Item((("", _("perform it")),), (ACT,), chosen == ACT, gain),
        Item((("", _("forfeit")),), (PASS,), chosen == PASS, give_up),
    )
    word, position = ACTION_WORDS[state.action], position_word(state.position)
    return Prompt(
        title=_(
            "{action}: you are {position} with {total}",
            action=word,
            position=position,
            total=total(state, seat, state.action),
        ),
        rows=(Row(_("you"), items),),
        picked=(chosen,),
        preview=gain if chosen == ACT else give_up,
        move=PERFORM if chosen == ACT else FORFEIT,
        help=advice.told(advice.HUNT if state.action == HUNT else advice.SAIL),
        chapter="1.3.2",
    )


def _keep(view: View[State], seat: Seat, moves: Moves, names: Sequence[str], picked: Picked | None) -> Prompt:
    state, known = view.state, view.known
    coins = [known[handle] for handle in state.hand]
    chosen = picked[0] if picked else coins.index(max(coins))
    items = tuple(
        Item(
            (("", counted(coin, "coin", "coins")),),
            (at,),
            at == chosen,
            _("{points} at the end.", points=counted(coin, "point", "points")),
        )
        for at, coin in enumerate(coins)
    )
    return Prompt(
        title=_("HUNT: keep one of the two tiles"),
        rows=(Row(_("tile"), items),),
        picked=(chosen,),
        preview=_(
            "You keep {kept} and {other} goes back; nobody else sees either.",
            kept=coins[chosen],
            other=coins[1 - chosen],
        ),
        move=keeps(state.hand)[chosen],
        help=advice.told(advice.KEEP),
        chapter="1.3.2",
    )


# --- A-D7, A-D8: attacks ------------------------------------------------------------------------------------------


def _attack(view: View[State], seat: Seat, moves: Moves, names: Sequence[str], picked: Picked | None) -> Prompt:
    """What is picked: the victim and the chest, or `NONE` for forfeiting."""
    state = view.state
    first = state.position == 1
    legal = {move.data[1:]: move for move in moves if move.data[0] in (SEIZE, CLAIM)}
    chosen = picked or _first_target(state, legal)
    victim, prize = chosen if len(chosen) == 2 else (NONE, NONE)
    verb = _("board") if state.action == BOARD else _("raid")
    whom = [_victim(state, seat, other, legal, names, other == victim) for other in _others(state, seat)]
    whom.append(
        Item((("", _("forfeit")),), (NONE,), victim == NONE, _("You attack nobody; the action is lost to you."))
    )
    rows = [Row(verb, tuple(whom))]
    prizes = [choice for choice in legal if choice[0] == victim and choice[1] != NONE]
    if prizes:
        area = _prey(state, victim)
        colours = [area[at] if first else at for _, at in prizes]
        items = tuple(
            Item(
                (chest(colour),),
                choice,
                choice[1] == prize,
                _("Take the {colour} chest to your island.", colour=colour_word(colour)),
            )
            for choice, colour in zip(prizes, colours, strict=True)
        )
        rows.append(Row(_("chest"), items))
    position, points = position_word(state.position), total(state, seat, state.action)
    return Prompt(
        title=_(
            "{action}: you are {position} with {points}: whom do you {verb}?",
            action=ACTION_WORDS[state.action],
            position=position,
            points=points,
            verb=verb,
        ),
        rows=tuple(rows),
        picked=chosen,
        preview=after_attack(state, seat, victim, prize, names),
        move=FORFEIT if victim == NONE else legal.get((victim, prize)),
        missing=_("Point at a chest."),
        help=advice.told(advice.SEIZE if first else advice.CLAIM),
        chapter="1.3.2",
    )


def _others(state: State, seat: Seat) -> list[Seat]:
    seats = state.setup.seats
    return [(seat + step) % seats for step in range(1, seats)]


def _prey(state: State, victim: Seat) -> tuple[int, ...]:
    ship = state.ships[victim]
    return ship.fleet if state.action == BOARD else ship.crew


def _victim(
    state: State, seat: Seat, other: Seat, legal: Iterable[tuple[int, ...]], names: Sequence[str], chosen: bool
) -> Item:
    targets = [choice for choice in legal if choice[0] == other]
    why_not = (
        ""
        if targets
        else _("{other} was attacked by 1st position in this action: nobody is attacked twice.", other=names[other])
    )
    best = _best_prize(state, targets) if targets else (other, NONE)
    return Item((("player", names[other]),), best, chosen, after_attack(state, seat, other, best[1], names), why_not)


def _best_prize(state: State, targets: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Purple first, then white; else the leftmost."""
    first = state.position == 1

    def rank(choice: tuple[int, ...]) -> int:
        colour = choice[1] if not first or choice[1] == NONE else _prey(state, choice[0])[choice[1]]
        return {PURPLE: 0, WHITE: 1}.get(colour, 2)

    return min(targets, key=rank)


def _first_target(state: State, legal: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Whoever has something to take; of these whoever leads in Tortuga."""
    options = list(legal)
    victim = max(options, key=lambda choice: (choice[1] != NONE, sum(state.ships[choice[0]].port)))[0]
    return _best_prize(state, [choice for choice in options if choice[0] == victim])


# --- A-D9: the order of chests ------------------------------------------------------------------------------------


def _order(view: View[State], seat: Seat, moves: Moves, names: Sequence[str], picked: Picked | None) -> Prompt:
    """What is picked: how many of the crew's chests, then their places, then places on the island; in order."""
    ship = view.state.ships[seat]
    if picked is None:
        picked = _join(*(_wanted(chests) if mixed(chests) else () for chests in (ship.crew, ship.island)))
    crew, island = _split(picked)
    rows = []
    if mixed(ship.crew):
        items = _queue(ship.crew, crew, lambda places: _join(places, island))
        rows.append(Row(_("crew to fleet, room for {room}", room=CAPACITY[ship.boat]), items, many=True))
    if mixed(ship.island):
        items = _queue(ship.island, island, lambda places: _join(crew, places))
        rows.append(Row(_("island to crew, room for {room}", room=CAPACITY[ship.pirate]), items, many=True))
    fleet_row, fleet_left = _filled(ship.crew, crew, CAPACITY[ship.boat])
    crew_row, crew_left = _filled(ship.island, island, CAPACITY[ship.pirate])
    move = order(fleet_row, crew_row)
    return Prompt(
        title=_("MOVE: in which order do your chests go on?"),
        rows=tuple(rows),
        picked=picked,
        preview=_order_words(fleet_row, crew_row, (*fleet_left, *crew_left), ship),
        move=move if move in moves else None,
        missing=_("Press the chests in the order in which they go."),
        help=advice.told(advice.ORDER),
        chapter="1.3.3",
    )


def _wanted(chests: tuple[int, ...]) -> tuple[int, ...]:
    """Places, purple first, then white, then as they lie."""
    return tuple(sorted(range(len(chests)), key=lambda at: (chests[at] != PURPLE, chests[at] != WHITE, at)))


def _join(crew: tuple[int, ...], island: tuple[int, ...]) -> Picked:
    return (len(crew), *crew, *island)


def _split(picked: Picked) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return picked[1 : 1 + picked[0]], picked[1 + picked[0] :]


def _queue(
    chests: tuple[int, ...], queue: tuple[int, ...], then: Callable[[tuple[int, ...]], Picked]
) -> tuple[Item, ...]:
    """Pressing a chest puts it at the end of the queue, or takes it out of it."""
    items = []
    for place, colour in enumerate(chests):
        waits = place in queue
        after = tuple(other for other in queue if other != place) if waits else (*queue, place)
        number = f"{queue.index(place) + 1}." if waits else "  "
        note = (
            _("The {colour} chest is number {number}.", colour=colour_word(colour), number=queue.index(place) + 1)
            if waits
            else _("It follows those picked.")
        )
        items.append(Item((("", number), chest(colour)), then(after), waits, note))
    return tuple(items)


def _filled(chests: tuple[int, ...], queue: tuple[int, ...], space: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The row that comes of a queue, the others following as they lie, and what finds no room."""
    rest = [place for place in range(len(chests)) if place not in queue]
    row = tuple(chests[place] for place in (*queue, *rest))
    return row[:space], row[space:]


def _places(chests: tuple[int, ...], row: tuple[int, ...]) -> tuple[int, ...]:
    """Places of chests that make this row."""
    left = list(range(len(chests)))
    found = []
    for colour in row:
        place = next(at for at in left if chests[at] == colour)
        left.remove(place)
        found.append(place)
    return tuple(found)


def _order_words(fleet: tuple[int, ...], crew: tuple[int, ...], left: tuple[int, ...], ship: Ship) -> str:
    words = []
    if ship.fleet:
        words.append(_("To Tortuga: {colours}.", colours=_colours(ship.fleet)))
    if fleet:
        words.append(_("Fleet: {colours}.", colours=_colours(fleet)))
    if crew:
        words.append(_("Crew: {colours}.", colours=_colours(crew)))
    if left:
        words.append(_("No room for {colours}.", colours=_colours(left)))
    return " ".join(words)


def _colours(chests: Iterable[int]) -> str:
    return ", ".join(colour_word(colour) for colour in chests)


_MAKERS: Final = {
    Phase.SELECT: dice_prompts.select,
    Phase.SKULLS: _skulls,
    Phase.PLACE: dice_prompts.place,
    Phase.OFFER: _offer,
    Phase.HUNT_KEEP: _keep,
    Phase.ATTACK: _attack,
    Phase.MOVE_ORDER: _order,
}

"""The game read aloud: every question, every choice and the whole table as sentences, for whoever sees no board.

A pure function of a view, like `view.py`; what the viewer may not see is not said. For line mode, screen readers and
hints. `chapter` names the part of rules.md that a question is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...text import N_, _, listed
from .moves import ACT, BONUS, CLAIM, KEEP, NONE, PASS, PLACE, SEIZE, STUCK, TAKE, TURN, read_order, roll_code
from .scoring import sets, sheet, winners
from .state import (
    ACTIONS,
    ALL_DICE,
    BITS,
    BOARD,
    BOX_MAX,
    BOX_MIN,
    CAPACITY,
    COLOURS,
    COUNT,
    CREW,
    DICE,
    DIE_LETTERS,
    FACES,
    FLEET,
    HUNT,
    RAID,
    SKULL,
    TILE_FIRST,
    Phase,
    assigned,
    room,
    total,
)
from .words import ACTION_WORDS, COLOUR_NAMES, colour_word, counted, die_words, face_word, position_word, ranking, safe

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...rules.ask import Move, Seat
    from ...rules.game import View
    from .state import Ship, State

# --- which chapter of rules.md -----------------------------------------------------------------------------------

_CHAPTERS: Final[Mapping[int, str]] = {
    Phase.SELECT: "dice",
    Phase.SKULLS: "skulls",
    Phase.PLACE: "stuck",
    Phase.HUNT_KEEP: "hunt",
    Phase.MOVE_ORDER: "move",
    Phase.OPEN_TILES: "scoring",
    Phase.OVER: "scoring",
}
_ACTION_CHAPTERS: Final = ("tracks", "tracks", "hunt", "attack", "attack")


def chapter(view: View[State]) -> str:
    """The name of the chapter behind what is being waited for."""
    state, seat, _known = view
    if state.phase == Phase.SELECT and seat is not None and assigned(state.placed[seat]) == ALL_DICE:
        return "bonus"
    if state.phase in (Phase.OFFER, Phase.ATTACK):
        return _ACTION_CHAPTERS[state.action]
    return _CHAPTERS.get(state.phase, "round")


# --- questions ---------------------------------------------------------------------------------------------------


def question(view: View[State], names: Sequence[str]) -> str:
    """What the viewer has to decide, with everything needed to decide it in one breath."""
    return _QUESTIONS[Phase(view.state.phase)](view, _own_seat(view))


def _own_seat(view: View[State]) -> Seat:
    assert view.seat is not None, "a spectator is asked nothing"
    return view.seat


def _ask_dice(view: View[State], seat: Seat) -> str:
    state = view.state
    placed = state.placed[seat]
    free = ALL_DICE & ~assigned(placed)
    if not free:
        return _("You have placed all dice and earned a bonus. On which action do you put it?")
    return _("You rolled {rolled}. Which dice do you take?", rolled=_rolled(state, roll_code(seat, free, view.known)))


def _ask_skulls(view: View[State], seat: Seat) -> str:
    dice = [DIE_LETTERS[die] for die in BITS[view.state.skulls[0][1]]]
    return _(
        "To which action do you turn {skull} {dice}?",
        skull=_("the skull") if len(dice) == 1 else _("the skulls"),
        dice=listed(dice),
    )


def _ask_place(view: View[State], seat: Seat) -> str:
    state = view.state
    dice = BITS[ALL_DICE & ~assigned(state.placed[seat])]
    code = sum(1 << 5 * face + die for die, face in zip(dice, state.faces, strict=True))
    return _("You rolled in the open {rolled}. Which dice do you take?", rolled=_rolled(state, code))


def _ask_offer(view: View[State], seat: Seat) -> str:
    return _("{standing} Do you perform it?", standing=_standing(view.state))


def _ask_keep(view: View[State], seat: Seat) -> str:
    coins = [counted(view.known[handle], "coin", "coins") for handle in view.state.hand]
    return _("You look at two treasure tiles: {coins}. Which one do you keep?", coins=listed(coins))


def _ask_attack(view: View[State], seat: Seat) -> str:
    return _("{standing} Whom do you {verb}?", standing=_standing(view.state), verb=_(_VERBS[view.state.action]))


def _ask_order(view: View[State], seat: Seat) -> str:
    ship = view.state.ships[seat]
    fleet, crew = CAPACITY[ship.boat], CAPACITY[ship.pirate]
    return _(
        "Your chests move on. Into the fleet, with room for {fleet}: {first}. Into the crew, with room for {crew}: "
        "{second}. In which order, left to right? What does not fit is lost, and later losses come from the right. "
        "The answer lists letters, fleet then crew, like: order RB/YP",
        fleet=fleet,
        first=_chests(ship.crew),
        crew=crew,
        second=_chests(ship.island),
    )


_QUESTIONS: Final[Mapping[Phase, Callable[[View[State], Seat], str]]] = {
    Phase.SELECT: _ask_dice,
    Phase.SKULLS: _ask_skulls,
    Phase.PLACE: _ask_place,
    Phase.OFFER: _ask_offer,
    Phase.HUNT_KEEP: _ask_keep,
    Phase.ATTACK: _ask_attack,
    Phase.MOVE_ORDER: _ask_order,
}
_VERBS: Final = {BOARD: N_("board"), RAID: N_("raid")}


def _standing(state: State) -> str:
    seat = state.ranks[0]
    return _(
        "{action}: you are {position} with {total}.",
        action=ACTION_WORDS[state.action],
        position=position_word(state.position),
        total=total(state, seat, state.action),
    )


def _rolled(state: State, code: int) -> str:
    """Dice by what they show, so that sets stand together."""
    groups = []
    for face in range(FACES):
        mask = code >> 5 * face & ALL_DICE
        if mask and face == SKULL:
            groups.append(_("a skull on {dice}", dice=listed([DIE_LETTERS[die] for die in BITS[mask]])))
        elif mask:
            groups.append(f"{face_word(face)} {' '.join(die_words(state, mask, face))}")
    return "; ".join(groups)


def _chests(colours: Sequence[int]) -> str:
    return ", ".join(colour_word(colour) for colour in colours) or _("none")


# --- choices -----------------------------------------------------------------------------------------------------


def option(view: View[State], move: Move, names: Sequence[str]) -> str:
    """One legal move, with what would come of it."""
    seat = _own_seat(view)
    rows = read_order(move)
    if rows is not None:
        return _order(view.state.ships[seat], *rows)
    return _OPTIONS[move.data[0]](view, seat, move.data, [safe(name) for name in names])


def _take(view: View[State], seat: Seat, data: tuple[int, ...], names: list[str]) -> str:
    state = view.state
    mask = data[1]
    code = roll_code(seat, mask, view.known)
    skulls = code >> 5 * SKULL
    if skulls == mask:
        dice = listed([DIE_LETTERS[die] for die in BITS[mask]])
        return (
            _("the skull {dice} alone: you name the action later", dice=dice)
            if COUNT[mask] == 1
            else (_("the skulls {dice} alone: you name their action later", dice=dice))
        )
    action = next(action for action in ACTIONS if code >> 5 * action & ALL_DICE)
    return _laid(state, seat, mask, action, skulls)


def _place(view: View[State], seat: Seat, data: tuple[int, ...], names: list[str]) -> str:
    state = view.state
    dice = BITS[ALL_DICE & ~assigned(state.placed[seat])]
    skulls = sum(1 << die for die, face in zip(dice, state.faces, strict=True) if face == SKULL)
    return _laid(state, seat, data[1], data[2], skulls & data[1])


def _turn(view: View[State], seat: Seat, data: tuple[int, ...], names: list[str]) -> str:
    return _laid(view.state, seat, view.state.skulls[0][1], data[1], 0)


def _laid(state: State, seat: Seat, mask: int, action: int, skulls: int) -> str:
    """Dice on an action: the total there, and how much room is left where room is short."""
    placed = list(state.placed)
    placed[seat] |= mask << 5 * action
    after = state._replace(placed=tuple(placed))
    words = die_words(state, mask, action)
    dice = [
        _("skull {word}", word=word) if skulls >> die & 1 else word for die, word in zip(BITS[mask], words, strict=True)
    ]
    left = counted(5 - COUNT[assigned(placed[seat])], "die", "dice")
    space = room(state.ships[seat], placed[seat], action)
    tight = (
        (_(", room for {space} more", space=space) if space else _(", no room left")) if action in (BOARD, RAID) else ""
    )
    return _(
        "{dice} on {action}: total {total}{tight}, {left} left",
        dice=listed(dice),
        action=ACTION_WORDS[action],
        total=total(after, seat, action),
        tight=tight,
        left=left,
    )


def _stuck(view: View[State], seat: Seat, data: tuple[int, ...], names: list[str]) -> str:
    return _("nothing fits: show the dice and roll them again in the open")


def _bonus(view: View[State], seat: Seat, data: tuple[int, ...], names: list[str]) -> str:
    action = data[1]
    there = view.state.bonus[seat] >> 2 * action & 3
    points = total(view.state, seat, action)
    now = _("total {total} this round", total=points + 1) if points else _("no dice there this round")
    return f"{ACTION_WORDS[action]}: {_('turn the bonus to 2') if there else _('a new bonus of 1')}, {now}"


def _act(view: View[State], seat: Seat, data: tuple[int, ...], names: list[str]) -> str:
    state = view.state
    ship, two = state.ships[seat], state.setup.seats == 2
    if state.action == HUNT:
        first = _("draw a chest and a tile") if two else _("draw a chest, then keep one of two tiles")
        return _("hunt: {prize}", prize=first if state.position == 1 else _("draw a tile"))
    token, box = ("boat", ship.boat) if state.action == FLEET else ("pirate", ship.pirate)
    assert state.action in (FLEET, CREW)
    new = min(BOX_MAX, box + (2 if state.position == 1 and not two else 1))
    return _(
        "perform: your {token} goes from box {box} to {new}, capacity {room}",
        token=_(token),
        box=box,
        new=new,
        room=CAPACITY[new],
    )


def _pass(view: View[State], seat: Seat, data: tuple[int, ...], names: list[str]) -> str:
    return _("forfeit")


def _keep(view: View[State], seat: Seat, data: tuple[int, ...], names: list[str]) -> str:
    coins = counted(view.known[view.state.hand[data[1]]], "coin", "coins")
    return _("keep the {which}, with {coins}", which=(_("first"), _("second"))[data[1]], coins=coins)


def _seize(view: View[State], seat: Seat, data: tuple[int, ...], names: list[str]) -> str:
    state = view.state
    _kind, victim, position = data
    area = "fleet" if state.action == BOARD else "crew"
    chests: tuple[int, ...] = getattr(state.ships[victim], area)
    if position == NONE:
        prize = _("no chest in the {area}", area=_(area))
    else:
        which = _(", {place} of {count}", place=position + 1, count=len(chests)) if len(chests) > 1 else ""
        prize = _("take the {colour} chest{which}", colour=colour_word(chests[position]), which=which)
    return f"{_(_VERBS[state.action])} {names[victim]}: {prize}; {_falls(state, seat, victim, names)}"


def _claim(view: View[State], seat: Seat, data: tuple[int, ...], names: list[str]) -> str:
    _kind, victim, colour = data
    prize = (
        _("the centre island is empty")
        if colour == NONE
        else _("take the {colour} chest of the centre", colour=colour_word(colour))
    )
    verb = _(_VERBS[view.state.action])
    return f"{verb} {names[victim]}: {prize}; {_falls(view.state, seat, victim, names)}"


def _falls(state: State, seat: Seat, victim: Seat, names: list[str]) -> str:
    """Whose token goes back, and how far."""
    token = "boat" if state.action == BOARD else "pirate"
    box: int = getattr(state.ships[victim], token)
    theirs = _(
        "{token} of {victim} {falls}",
        token=_(token),
        victim=names[victim],
        falls=_("stays on box 1") if box == BOX_MIN else _("back to box {box}", box=box - 1),
    )
    own: int = getattr(state.ships[seat], token)
    if not state.placed[victim] >> 5 * state.action & ALL_DICE or own == BOX_MIN:
        return theirs
    return _("{theirs}, and yours to box {box}", theirs=theirs, box=own - 1)


def _order(ship: Ship, fleet: tuple[int, ...], crew: tuple[int, ...]) -> str:
    lost = [colour_word(colour) for colour in (*_rest(ship.crew, fleet), *_rest(ship.island, crew))]
    tail = _("; lost: {lost}", lost=listed(lost)) if lost else ""
    return _("fleet {fleet}; crew {crew}{lost}", fleet=_chests(fleet), crew=_chests(crew), lost=tail)


def _rest(chests: tuple[int, ...], taken: tuple[int, ...]) -> list[int]:
    rest = list(chests)
    for colour in taken:
        rest.remove(colour)
    return rest


_OPTIONS: Final[Mapping[int, Callable[[View[State], Seat, tuple[int, ...], list[str]], str]]] = {
    TAKE: _take,
    STUCK: _stuck,
    BONUS: _bonus,
    TURN: _turn,
    PLACE: _place,
    ACT: _act,
    PASS: _pass,
    KEEP: _keep,
    SEIZE: _seize,
    CLAIM: _claim,
}


# --- the table ---------------------------------------------------------------------------------------------------


def board(view: View[State], names: Sequence[str]) -> list[str]:
    """Round, middle and every player's board, a few short sentences each."""
    state = view.state
    spoken = [safe(name) for name in names]
    if state.phase == Phase.OVER:
        return score(view, names)
    goal = state.setup.goal
    lines = [
        _(
            "Round {round}. {name} is the start player. {goal} chests in Tortuga end the game.",
            round=state.round,
            name=spoken[state.start],
            goal=goal,
        )
    ]
    if state.setup.seats > 2:
        lines.append(_("Centre island: {chests}.", chests=_chests(BITS[state.centre])))
    bag = ", ".join(f"{count} {name}" for count, name in zip(state.bag, map(_, COLOUR_NAMES), strict=True) if count)
    lines.append(
        _(
            "Bag: {count} chests: {bag}. Treasure tiles left: {tiles}.",
            count=sum(state.bag),
            bag=bag or _("none"),
            tiles=len(state.supply),
        )
    )
    lines += [_ship(view, seat, spoken) for seat in _from_viewer(view)]
    return lines


def _from_viewer(view: View[State]) -> list[Seat]:
    """Everybody clockwise, whoever listens first."""
    seats, first = view.state.setup.seats, view.seat or 0
    return [(first + place) % seats for place in range(seats)]


def _ship(view: View[State], seat: Seat, names: list[str]) -> str:
    ship = view.state.ships[seat]
    port = [colour for colour in COLOURS for _ in range(ship.port[colour])]
    you = _(", you") if seat == view.seat else ""
    return _(
        "{name}{you}: boat on box {boat}, pirate on box {pirate}. Tortuga: {port}. Fleet, {loaded} of {boats}: {fleet}."
        " Crew, {handed} of {pirates}: {crew}. Island: {island}. Treasure tiles: {tiles}{coins}.",
        name=names[seat],
        you=you,
        boat=ship.boat,
        pirate=ship.pirate,
        port=_chests(port),
        loaded=len(ship.fleet),
        boats=CAPACITY[ship.boat],
        fleet=_chests(ship.fleet),
        handed=len(ship.crew),
        pirates=CAPACITY[ship.pirate],
        crew=_chests(ship.crew),
        island=_chests(ship.island),
        tiles=len(ship.tiles),
        coins=_coins_aside(view, seat),
    )


def _coins(view: View[State], seat: Seat) -> int | None:
    """Coins on a seat's tiles; `None` where the viewer cannot know them. Others' tiles are never looked up."""
    tiles = view.state.ships[seat].tiles
    if tiles and (seat != view.seat or not all(handle in view.known for handle in tiles)):
        return None
    return sum(view.known[handle] for handle in tiles)


def _coins_aside(view: View[State], seat: Seat) -> str:
    coins = _coins(view, seat)
    if not view.state.ships[seat].tiles:
        return ""
    return _(", face down") if coins is None else _(", with {coins}", coins=counted(coins, "coin", "coins"))


def dice(view: View[State], names: Sequence[str]) -> list[str]:
    """Own dice, then every action with who stands where on it, then bonuses."""
    state, seat, known = view
    lines = []
    if state.phase == Phase.SELECT and seat is not None:
        mask = ALL_DICE & ~assigned(state.placed[seat])
        if mask:
            lines.append(_("Your dice: {rolled}.", rolled=_rolled(state, roll_code(seat, mask, known))))
    for action in ACTIONS:
        ranks = ranking(state, action)
        words = [
            _(
                "{other} {points} with {dice}",
                other=safe(names[other]),
                points=points,
                dice=" ".join(die_words(state, _mask(state, other, action), action)),
            )
            for other, points in ranks
        ]
        lines.append(f"{ACTION_WORDS[action]}: {'; '.join(words) or _('nobody')}.")
    lines += [_("Still in hand: {words}.", words=words) for words in [_in_hand(state, names)] if words]
    for other in _from_viewer(view):
        bonus = [f"{ACTION_WORDS[at]} {value}" for at in ACTIONS if (value := state.bonus[other] >> 2 * at & 3)]
        if bonus:
            lines.append(_("Bonuses of {other}: {bonus}.", other=safe(names[other]), bonus=listed(bonus)))
    return lines


def _mask(state: State, seat: Seat, action: int) -> int:
    return state.placed[seat] >> 5 * action & ALL_DICE


def _in_hand(state: State, names: Sequence[str]) -> str:
    if state.phase > Phase.PLACE:
        return ""
    hands = [
        f"{safe(names[seat])} {' '.join(DIE_LETTERS[die] for die in BITS[ALL_DICE & ~assigned(placed)])}"
        for seat, placed in enumerate(state.placed)
        if assigned(placed) != ALL_DICE
    ]
    return "; ".join(hands)


_ROWS: Final = (N_("Tortuga"), N_("fleet"), N_("crew"), N_("sets"), N_("tracks"), N_("coins"))


def score(view: View[State], names: Sequence[str]) -> list[str]:
    """Points row by row; at the end with who has won, before it with what is still hidden."""
    state = view.state
    over = state.phase == Phase.OVER
    lines = []
    for seat in range(state.setup.seats) if over else _from_viewer(view):
        coins = state.coins[seat] if over else _coins(view, seat)
        points = sheet(state.ships[seat], coins or 0)
        rows = [f"{_(name)} {value}" for name, value in zip(_ROWS, points, strict=True)]
        hidden = _(", its coins still hidden") if coins is None else ""
        count = counted(sets(state.ships[seat]), "set", "sets")
        lines.append(
            _(
                "{name}: {total} points{hidden}: {dice} ({count}).",
                name=safe(names[seat]),
                total=points.total,
                hidden=hidden,
                dice=", ".join(rows),
                count=count,
            )
        )
    if over:
        totals = [sheet(ship, coins).total for ship, coins in zip(state.ships, state.coins, strict=True)]
        best = [safe(names[seat]) for seat in winners(totals)]
        lines.append(
            _(
                "{names} {verb} with {points} points.",
                names=listed(best),
                verb=_("wins") if len(best) == 1 else _("share the victory"),
                points=max(totals),
            )
        )
    return lines


def thing(handle: int, names: Sequence[str]) -> str:
    """A hidden thing, as people call it."""
    if handle >= TILE_FIRST:
        return _("treasure tile {number}", number=handle - TILE_FIRST + 1)
    seat, die = divmod(handle, DICE)
    return _("{name}'s die {die}", name=safe(names[seat]), die=DIE_LETTERS[die])


def face(handle: int, shown: int) -> str:
    """What is on it."""
    return counted(shown, "coin", "coins") if handle >= TILE_FIRST else face_word(shown)

"""The table read aloud, for whoever sees no board: every player's things, the dice, the points, as sentences.

Pure functions of a view; what the viewer may not see is not said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....text import _, listed, n_
from ..rules.acting import ranking
from ..rules.components import ACTIONS, ALL_DICE, BITS, CAPACITY, DIE_LETTERS, assigned, spread
from ..rules.dicing import own_faces, shown_dice
from ..rules.scoring import known_coins, sets, sheet
from ..rules.state import Phase, total
from .terms import ACTION_WORDS, COLOUR_NAMES, TERMS, coins, dice_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....rules.ask import Seat
    from ....rules.game import View
    from ....rules.words import Reader
    from ..rules.state import State


def board(view: View[State], reader: Reader) -> list[str]:
    """Round, middle and every player's board, a few short sentences each."""
    state, goal = view.state, view.state.setup.goal
    if state.phase == Phase.OVER:
        return score(view, reader)
    start = reader.name(state.start)
    opening = _("Round {round}. {name} is the start player. {goal} chests in Tortuga end the game.")
    lines = [opening.format(round=state.round, name=start, goal=goal)]
    if state.setup.seats > 2:
        lines.append(_("Centre island: {chests}.", chests=_chests(BITS[state.centre])))
    bag = [f"{count} {name}" for count, name in zip(state.bag, map(_, COLOUR_NAMES), strict=True) if count]
    middle = _("Bag: {count} chests: {bag}. Treasure tiles left: {tiles}.")
    lines.append(middle.format(count=sum(state.bag), bag=", ".join(bag) or _("none"), tiles=len(state.supply)))
    for seat in _from_viewer(view):
        lines += _ship(view, seat, reader)
    return lines


def _chests(colours: Sequence[int]) -> str:
    return ", ".join(_(COLOUR_NAMES[colour]) for colour in colours) or _("none")


def _from_viewer(view: View[State]) -> list[Seat]:
    """Everybody clockwise, whoever listens first."""
    seats, first = view.state.setup.seats, view.seat or 0
    return [(first + place) % seats for place in range(seats)]


def _ship(view: View[State], seat: Seat, reader: Reader) -> list[str]:
    ship, held = view.state.ships[seat], known_coins(view, seat)
    own = _("{name}: boat on box {boat}, pirate on box {pirate}.")
    areas = _(
        "Tortuga: {port}. Fleet, {loaded} of {boats}: {fleet}. Crew, {handed} of {pirates}: {crew}. Island: {island}."
    )
    tiles = _("No treasure tile.")
    if ship.tiles and held is None:
        tiles = n_("{number} treasure tile, face down.", "{number} treasure tiles, face down.", len(ship.tiles))
    elif ship.tiles:
        tiles = n_("{number} treasure tile with {coins}.", "{number} treasure tiles with {coins}.", len(ship.tiles))
    parts = (
        own.format(name=reader.name(seat), boat=ship.boat, pirate=ship.pirate),
        areas.format(
            port=_chests(spread(ship.port)),
            loaded=len(ship.fleet),
            boats=CAPACITY[ship.boat],
            fleet=_chests(ship.fleet),
            handed=len(ship.crew),
            pirates=CAPACITY[ship.pirate],
            crew=_chests(ship.crew),
            island=_chests(ship.island),
        ),
        tiles.format(number=len(ship.tiles), coins=coins(held or 0)),
    )
    return [" ".join(parts)]


def dice(view: View[State], reader: Reader) -> list[str]:
    """Own dice, then every action with who stands where on it, then dice in hand and bonuses."""
    state = view.state
    lines = [_("Your dice: {dice}.", dice=words) for words in [own_dice(view, reader)] if words]
    for action in ACTIONS:
        who = []
        for seat in ranking(state, action):
            lying = dice_on(state.setup.dice, state.placed[seat] >> 5 * action & ALL_DICE, action)
            points = total(state, seat, action)
            who.append(_("{name} {total} with {dice}", name=reader.name(seat), total=points, dice=lying))
        lines.append(f"{ACTION_WORDS[action]}: {'; '.join(who) or _('nobody')}.")
    free = {seat: BITS[ALL_DICE & ~assigned(placed)] for seat, placed in enumerate(state.placed)}
    hands = [f"{reader.name(seat)} {' '.join(DIE_LETTERS[die] for die in left)}" for seat, left in free.items() if left]
    if hands and state.phase <= Phase.PLACE:
        lines.append(_("Still in hand: {dice}.", dice="; ".join(hands)))
    for seat in _from_viewer(view):
        bonus = [f"{ACTION_WORDS[at]} {value}" for at in ACTIONS if (value := state.bonus[seat] >> 2 * at & 3)]
        if bonus:
            lines.append(_("Bonuses of {name}: {bonus}.", name=reader.name(seat), bonus=listed(bonus)))
    return lines


def own_dice(view: View[State], reader: Reader) -> str:
    """What the viewer rolled behind the screen, while it is there."""
    if view.state.phase != Phase.SELECT or view.seat is None:
        return ""
    return TERMS["shown"](shown_dice(view.state, own_faces(view)), reader)


def score(view: View[State], reader: Reader) -> list[str]:
    """Points row by row, with what is still hidden."""
    state = view.state
    over = state.phase == Phase.OVER
    lines = []
    for seat in range(state.setup.seats) if over else _from_viewer(view):
        held = state.coins[seat] if over else known_coins(view, seat)
        points = sheet(state.ships[seat], held or 0)
        rows = _("Tortuga {port}, fleet {fleet}, crew {crew}, sets {sets} ({number}), tracks {tracks}, coins {coins}.")
        rows = rows.format(**points._asdict(), number=sets(state.ships[seat]))
        head = (
            _("{name} has {total} points, and coins still hidden:") if held is None else _("{name} has {total} points:")
        )
        lines.append(f"{head.format(name=reader.name(seat), total=points.total)} {rows}")
    return lines

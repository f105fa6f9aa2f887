"""A second reading of Tortuga's rules, slow and plain, to compare the fast one with.

Written from docs/rules/tortuga.md before the game's own state machine was read, and it shares nothing with it: words
instead of bits, lists that change in place, every option tried on a copy of the world. The whole game is one generator:
it says what it needs (`Chest`, `Roll`, `Choose`, `Tiles`, `Reveal`) and is sent the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations, permutations, product
from typing import Any, TypeAlias

ACTIONS = ("fleet", "crew", "hunt", "board", "raid")
LETTERS = ("A", "B", "C", "D", "E")
CHESTS = {"red": 10, "blue": 10, "yellow": 10, "white": 5, "purple": 5}
CAPACITY = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4, 7: 4, 8: 4}

# The recommended table of 1.1.1, typed again by hand: a misprint in either copy shows as a difference.
TABLE = {
    "A": {"fleet": 5, "crew": 2, "hunt": 4, "board": 1, "raid": 3},
    "B": {"fleet": 3, "crew": 5, "hunt": 2, "board": 4, "raid": 1},
    "C": {"fleet": 1, "crew": 3, "hunt": 5, "board": 2, "raid": 4},
    "D": {"fleet": 4, "crew": 1, "hunt": 3, "board": 5, "raid": 2},
    "E": {"fleet": 2, "crew": 4, "hunt": 1, "board": 3, "raid": 5},
}

Option: TypeAlias = tuple[Any, ...]


@dataclass
class Board:
    """What lies before one player."""

    boat: int = 3
    pirate: int = 3
    island: list[str] = field(default_factory=list)
    crew: list[str] = field(default_factory=list)
    fleet: list[str] = field(default_factory=list)
    tortuga: list[str] = field(default_factory=list)
    dice: dict[str, str] = field(default_factory=dict)  # die letter -> the action it lies on
    bonus: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ACTIONS, 0))
    tiles: list[int] = field(default_factory=list)

    def unassigned(self) -> list[str]:
        return [die for die in LETTERS if die not in self.dice]

    def dice_on(self, action: str) -> list[str]:
        return [die for die in LETTERS if self.dice.get(die) == action]

    def fits(self, action: str, more: int) -> bool:
        limit = {"board": CAPACITY[self.boat], "raid": CAPACITY[self.pirate]}.get(action, 5)
        return len(self.dice_on(action)) + more <= limit


@dataclass
class World:
    """All of the table. `supply` counts the face-down tiles: which is which, only their takers learn."""

    seats: int
    goal: int = 6
    table: dict[str, dict[str, int]] = field(default_factory=lambda: TABLE)
    start: int = 0
    round: int = 1
    boards: list[Board] = field(default_factory=list)
    bag: list[str] = field(default_factory=lambda: [c for c, n in CHESTS.items() for _ in range(n)])
    centre: list[str] = field(default_factory=list)
    supply: int = 30
    victim: int | None = None  # of 1st position in the action being resolved

    def __post_init__(self) -> None:
        self.boards = self.boards or [Board() for _ in range(self.seats)]

    def clockwise(self) -> list[int]:
        return [(self.start + i) % self.seats for i in range(self.seats)]


# --- what the oracle needs from outside ----------------------------------------------------------------------


@dataclass
class Chest:
    """A chest from the bag for a player. Answer: its colour. Asked only while there are chests."""

    seat: int


@dataclass
class Roll:
    """These dice are rolled. Answer: {seat: {letter: an action or "skull"}}."""

    dice: dict[int, list[str]]
    openly: bool


@dataclass
class Choose:
    """These players choose at once. Answer: {seat: option}."""

    point: str
    options: dict[int, list[Option]]


@dataclass
class Tiles:
    """A hunter draws tiles. Answer: their numbers, any that identify them."""

    seat: int
    count: int


@dataclass
class Reveal:
    """Kept tiles are turned over. Answer: {tile: coins, or None where its owner does not open it}."""

    tiles: list[int]


Need: TypeAlias = Chest | Roll | Choose | Tiles | Reveal


@dataclass
class Final:
    scores: list[int]
    winners: list[int]


Play: TypeAlias = Generator[Need, Any, Final]
Part: TypeAlias = Generator[Need, Any, None]


Rolled: TypeAlias = dict[int, dict[str, str]]  # what each seat rolled: {seat: {letter: an action or "skull"}}


def play(
    world: World, enter: str = "setup", action: str = "fleet", position: int = 1, rolled: Rolled | None = None
) -> Play:
    """A whole game, or the rest of one: from the next roll ("dice"), from an action and position on, or from "move".

    `rolled`: that roll was made already. `world` changes in place, so whoever holds it can look at it at any time.
    """
    if enter == "setup":
        yield from setup(world)
        enter = "dice"
    while True:
        if enter == "dice":
            yield from dice_phase(world, rolled)
            enter, action, position, rolled = "actions", "fleet", 1, None
        if enter == "actions":
            yield from actions_phase(world, action, position)
        yield from move_phase(world)
        if any(len(board.tortuga) >= world.goal for board in world.boards):
            return (yield from final_scoring(world))
        world.start = (world.start + 1) % world.seats
        world.round += 1
        enter = "dice"


def setup(world: World) -> Part:
    for seat in world.clockwise():
        board = world.boards[seat]
        yield from draw_chest(world, seat, board.island)
        yield from draw_chest(world, seat, board.crew)


def draw_chest(world: World, seat: int, area: list[str]) -> Part:
    """From the bag into an area; from an empty bag, nothing (A-1)."""
    if world.bag:
        colour = yield Chest(seat)
        world.bag.remove(colour)
        area.append(colour)


def drop(world: World, colour: str) -> None:
    """A surplus chest: to the centre island if none of its colour is there, else into the bag. 2 players: the bag."""
    if world.seats == 2 or colour in world.centre:
        world.bag.append(colour)
    else:
        world.centre.append(colour)


# --- DICE ----------------------------------------------------------------------------------------------------


def dice_phase(world: World, rolled: Rolled | None = None) -> Part:
    while any(board.unassigned() for board in world.boards):
        rolling = [seat for seat in range(world.seats) if world.boards[seat].unassigned()]
        done = [seat for seat in range(world.seats) if seat not in rolling]
        if rolled is None:
            rolled = yield Roll({seat: world.boards[seat].unassigned() for seat in rolling}, openly=False)
        assert rolled is not None
        options: dict[int, list[Option]] = {}
        for seat in rolling:
            sets = legal_sets(world.boards[seat], rolled[seat])
            options[seat] = [("select", *letters) for letters in sets] or [("stuck",)]
        bonuses = {seat: bonus_options(world.boards[seat]) for seat in done}
        options.update({seat: found for seat, found in bonuses.items() if len(found) > 1})
        chosen = yield Choose("A-D1/A-D2", options)
        for seat, found in bonuses.items():
            if len(found) == 1:
                chosen = {**chosen, seat: found[0]}
        for seat in done:
            if seat in chosen:
                world.boards[seat].bonus[chosen[seat][1]] += 1

        waiting: dict[int, tuple[str, ...]] = {}
        stuck: list[int] = []
        for seat in rolling:
            if chosen[seat] == ("stuck",):
                stuck.append(seat)
                continue
            letters = chosen[seat][1:]
            actions = {rolled[seat][die] for die in letters} - {"skull"}
            if actions:
                place(world.boards[seat], letters, actions.pop())
            else:
                waiting[seat] = letters
        for seat in world.clockwise():
            if seat in waiting:
                turns: list[Option] = [("turn", a) for a in ACTIONS if world.boards[seat].fits(a, len(waiting[seat]))]
                chosen = yield Choose("A-D3", {seat: turns})
                place(world.boards[seat], waiting[seat], chosen[seat][1])
        for seat in world.clockwise():
            if seat in stuck:
                yield from open_reroll(world, seat)
        rolled = None


def open_reroll(world: World, seat: int) -> Part:
    board = world.boards[seat]
    while True:
        rolled = yield Roll({seat: board.unassigned()}, openly=True)
        places: list[Option] = []
        for letters in legal_sets(board, rolled[seat]):
            actions = {rolled[seat][die] for die in letters} - {"skull"}
            places += [("place", a, *letters) for a in (actions or ACTIONS) if board.fits(a, len(letters))]
        if places:
            chosen = (yield Choose("A-D4", {seat: places})) if len(places) > 1 else {seat: places[0]}
            _, action, *letters_chosen = chosen[seat]
            place(board, tuple(letters_chosen), action)
            return


def legal_sets(board: Board, rolled: dict[str, str]) -> list[tuple[str, ...]]:
    sets = []
    for size in range(1, len(rolled) + 1):
        for letters in combinations(sorted(rolled), size):
            actions = {rolled[die] for die in letters} - {"skull"}
            if len(actions) == 0 or (len(actions) == 1 and board.fits(min(actions), size)):
                sets.append(letters)
    return sets


def place(board: Board, letters: tuple[str, ...], action: str) -> None:
    assert board.fits(action, len(letters))
    for die in letters:
        assert die not in board.dice
        board.dice[die] = action


def bonus_options(board: Board) -> list[Option]:
    return [("bonus", action) for action in ACTIONS if board.bonus[action] < 2]


# --- ACTIONS -------------------------------------------------------------------------------------------------


def total(world: World, seat: int, action: str) -> int:
    dice = world.boards[seat].dice_on(action)
    return sum(world.table[die][action] for die in dice) + world.boards[seat].bonus[action]


def ranking(world: World, action: str) -> list[int]:
    """Who acts: 1st position, then 2nd if there is one."""
    taking_part = [seat for seat in world.clockwise() if world.boards[seat].dice_on(action)]
    # A stable sort keeps clockwise order among equals, which is the tie rule.
    ranked = sorted(taking_part, key=lambda seat: -total(world, seat, action))
    return ranked[: 1 if world.seats == 2 else 2]


def actions_phase(world: World, first: str, position: int) -> Part:
    for action in ACTIONS[ACTIONS.index(first) :]:
        ranks = ranking(world, action)
        while position <= len(ranks):
            seat = ranks[position - 1]
            last = position == len(ranks)
            if action in ("fleet", "crew"):
                yield from advance(world, seat, action, position)
            elif action == "hunt":
                yield from hunt(world, seat, position)
            else:
                yield from attack(world, seat, action, position, last)
            position += 1
        position, world.victim = 1, None
        if action in ("board", "raid"):
            leave_surplus(world, action)
    for board in world.boards:
        board.dice.clear()


def advance(world: World, seat: int, action: str, position: int) -> Part:
    def perform(w: World, option: Option) -> None:
        if option == ("perform",):
            steps = 2 if position == 1 and w.seats > 2 else 1
            board = w.boards[seat]
            if action == "fleet":
                board.boat = min(8, board.boat + steps)
            else:
                board.pirate = min(8, board.pirate + steps)

    yield from decide(world, seat, "A-D5", [("perform",), ("forfeit",)], perform)


def hunt(world: World, seat: int, position: int) -> Part:
    board = world.boards[seat]
    if not (world.supply or (position == 1 and world.bag)):
        return  # nothing to find: performing and forfeiting are the same
    chosen = yield Choose("A-D5", {seat: [("perform",), ("forfeit",)]})
    if chosen[seat] == ("forfeit",):
        return
    if position == 1:
        yield from draw_chest(world, seat, board.island)
    if world.supply == 0:
        return
    count = min(world.supply, 2 if position == 1 and world.seats > 2 else 1)
    tiles = yield Tiles(seat, count)
    assert len(tiles) == count
    keep = tiles[0]
    if count == 2:
        chosen = yield Choose("A-D6", {seat: [("keep", tile) for tile in tiles]})
        keep = chosen[seat][1]
    board.tiles.append(keep)
    world.supply -= 1


def attack(world: World, seat: int, action: str, position: int, last: bool) -> Part:
    """BOARD and RAID. `last`: nobody acts after this one, so whom they chose is soon forgotten."""
    others = [s for s in range(world.seats) if s != seat and s != (world.victim if position == 2 else None)]
    options: list[Option] = [("forfeit",)]
    for victim in others:
        chests = set(area_of(world.boards[victim], action)) if position == 1 else world.centre
        prizes: list[Any] = sorted(chests)  # equal ones are equal
        options += [("attack", victim, prize) for prize in prizes or [None]]

    def perform(w: World, option: Option) -> None:
        if option == ("forfeit",):
            return
        _, victim, chest = option
        me, him = w.boards[seat], w.boards[victim]
        if position == 1:
            if not last:
                w.victim = victim
            if chest is not None:
                area_of(him, action).remove(chest)
                me.island.append(chest)
        elif chest is not None:
            w.centre.remove(chest)
            me.island.append(chest)
        step_back(him, action)
        if him.dice_on(action):
            step_back(me, action)

    yield from decide(world, seat, "A-D7" if position == 1 else "A-D8", options, perform)


def area_of(board: Board, action: str) -> list[str]:
    return board.fleet if action == "board" else board.crew


def step_back(board: Board, action: str) -> None:
    if action == "board":
        board.boat = max(1, board.boat - 1)
    else:
        board.pirate = max(1, board.pirate - 1)


def leave_surplus(world: World, action: str) -> None:
    for seat in world.clockwise():
        board = world.boards[seat]
        box = board.boat if action == "board" else board.pirate
        while len(area_of(board, action)) > CAPACITY[box]:
            drop(world, area_of(board, action).pop())


def decide(
    world: World, seat: int, point: str, options: list[Option], perform: Callable[[World, Option], None]
) -> Part:
    """One player decides in the open, unless every option leads to the same table."""
    first = deepcopy(world)
    perform(first, options[0])
    for option in options[1:]:
        other = deepcopy(world)
        perform(other, option)
        if other != first:
            chosen = yield Choose(point, {seat: options})
            perform(world, chosen[seat])
            return


# --- MOVE ----------------------------------------------------------------------------------------------------


def move_phase(world: World) -> Part:
    for seat in world.clockwise():
        yield from draw_chest(world, seat, world.boards[seat].island)
    options = {seat: orders(world.boards[seat]) for seat in range(world.seats)}
    asked = {seat: found for seat, found in options.items() if len(found) > 1}
    chosen = {seat: found[0] for seat, found in options.items() if len(found) == 1}
    if asked:
        chosen = {**chosen, **(yield Choose("A-D9", asked))}
    for seat in world.clockwise():
        board = world.boards[seat]
        _, fleet, crew = chosen[seat]
        board.tortuga += board.fleet
        surplus = Counter(board.crew) - Counter(fleet) + (Counter(board.island) - Counter(crew))
        board.fleet, board.crew, board.island = list(fleet), list(crew), []
        for colour in sorted(surplus.elements()):
            drop(world, colour)


def orders(board: Board) -> list[Option]:
    """What may lie in the fleet area and in the crew area after the move, left to right."""
    fleets = {order[: CAPACITY[board.boat]] for order in permutations(board.crew)}
    crews = {order[: CAPACITY[board.pirate]] for order in permutations(board.island)}
    return [("order", fleet, crew) for fleet, crew in product(sorted(fleets), sorted(crews))]


# --- the end -------------------------------------------------------------------------------------------------


def final_scoring(world: World) -> Play:
    kept = [tile for board in world.boards for tile in board.tiles]
    coins = (yield Reveal(kept)) if kept else {}
    scores = [score(board, sum(coins[tile] or 0 for tile in board.tiles)) for board in world.boards]
    return Final(scores, [seat for seat in range(world.seats) if scores[seat] == max(scores)])


def score(board: Board, coins: int) -> int:
    points = 0
    for area, worth in ((board.tortuga, 3), (board.fleet, 2), (board.crew, 1)):
        for colour in area:
            points += 2 * worth if colour == "purple" else worth
    return points + 3 * sets(board) + board.boat + board.pirate + coins


def sets(board: Board) -> int:
    """As many yellow-blue-red sets as can be made: found by making them, one joker at a time."""
    plain = Counter(board.tortuga + board.fleet + board.crew)
    jokers = board.tortuga.count("white")
    made = 0
    while True:
        for colour in ("yellow", "blue", "red"):
            if plain[colour]:
                plain[colour] -= 1
            elif jokers:
                jokers -= 1
            else:
                return made
        made += 1

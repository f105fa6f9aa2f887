"""A reader of Tortuga's records: knows no rules, sees no board, and rebuilds the public state from what was noted.

Every kind of record has a function below; a kind that has none raises `Untold`, and so does a record that contradicts
what was told before (a chest taken from where none lies, a total that is not the sum of its dice).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tortuga_p2p.games.tortuga.rules.components import (
    ACTIONS,
    ALL_DICE,
    BITS,
    BOARD,
    CAPACITY,
    CHESTS,
    DICE,
    RAID,
    SKULL,
    assigned,
)
from tortuga_p2p.games.tortuga.rules.scoring import sheet
from tortuga_p2p.games.tortuga.rules.state import Phase, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tortuga_p2p.rules.record import Record


class Untold(AssertionError):
    """A record that cannot be read, or that does not fit what was told before."""


def must(holds: object, record: Record) -> None:
    if not holds:
        raise Untold(str(record))


@dataclass
class Board:
    """One player's board."""

    boat: int = 3
    pirate: int = 3
    island: list[int] = field(default_factory=list)
    crew: list[int] = field(default_factory=list)
    fleet: list[int] = field(default_factory=list)
    port: Counter[int] = field(default_factory=Counter)
    tiles: int = 0
    dice: dict[int, dict[int, int]] = field(default_factory=lambda: {action: {} for action in ACTIONS})
    bonus: dict[int, int] = field(default_factory=lambda: dict.fromkeys(ACTIONS, 0))
    # Chests that found no room, by the area that had none: none is left once it was told where each of them goes.
    lost: dict[int, list[int]] = field(default_factory=lambda: {BOARD: [], RAID: []})


@dataclass
class World:
    """All that is public."""

    boards: dict[int, Board]
    bag: Counter[int] = field(default_factory=lambda: Counter(dict(enumerate(CHESTS))))
    centre: set[int] = field(default_factory=set)
    supply: int = 30
    hand: int = 0  # tiles that a hunter looks at
    skulls: dict[int, tuple[int, ...]] = field(default_factory=dict)  # selected alone, without an action yet
    stuck: set[int] = field(default_factory=set)
    rolled: dict[int, int] = field(default_factory=dict)  # in the open, by die
    round: int = 0
    start: int = -1
    coins: dict[int, int] = field(default_factory=dict)
    scores: dict[int, int] = field(default_factory=dict)


def world(state: State) -> World:
    """The same facts, taken from a state: what the reader should know by then."""
    table = state.setup.dice
    boards = {}
    for seat, ship in enumerate(state.ships):
        placed, bonus = state.placed[seat], state.bonus[seat]
        dice = {action: BITS[placed >> 5 * action & ALL_DICE] for action in ACTIONS}
        boards[seat] = Board(
            ship.boat,
            ship.pirate,
            list(ship.island),
            list(ship.crew),
            list(ship.fleet),
            +Counter(dict(enumerate(ship.port))),
            len(ship.tiles),
            {action: {die: table[die][action] for die in lying} for action, lying in dice.items()},
            {action: bonus >> 2 * action & 3 for action in ACTIONS},
        )
    begun = state.phase > Phase.DEAL_CHESTS
    over = state.phase == Phase.OVER
    return World(
        boards,
        +Counter(dict(enumerate(state.bag))),
        set(BITS[state.centre]),
        len(state.supply),
        len(state.hand),
        {seat: BITS[mask] for seat, mask in state.skulls},
        set(state.stuck),
        rolled(state),
        state.round if begun else 0,
        state.start if begun else -1,
        dict(enumerate(state.coins)),
        {seat: sheet(ship, state.coins[seat]).total for seat, ship in enumerate(state.ships)} if over else {},
    )


def rolled(state: State) -> dict[int, int]:
    if state.phase != Phase.PLACE:
        return {}
    dice = BITS[ALL_DICE & ~assigned(state.placed[state.stuck[0]])]
    return dict(zip(dice, state.faces, strict=True))


class Folder:
    """Folds records into `world`, one by one."""

    def __init__(self, seats: int, told: World | None = None) -> None:
        self.world = told or World({seat: Board() for seat in range(seats)})
        self.read: Counter[str] = Counter()  # how often each kind was met

    def take(self, records: Iterable[Record]) -> None:
        for record in records:
            if record.kind not in KINDS:
                raise Untold(f"nobody understands {record}")
            self.read[record.kind] += 1
            KINDS[record.kind](self.world, record, record.args)


# --- what the records do -------------------------------------------------------------------------------------------


def nothing(world: World, record: Record, args: Any) -> None:
    """Told for whoever follows; nothing on the table changes."""


def own(world: World, record: Record) -> Board:
    assert record.seat is not None
    return world.boards[record.seat]


def take_from_bag(world: World, record: Record, colour: int) -> None:
    must(world.bag[colour], record)
    world.bag[colour] -= 1
    world.bag = +world.bag  # without colours that are gone


def begin(world: World, record: Record, args: Any) -> None:
    for colour in (*args["island"], *args["crew"]):
        take_from_bag(world, record, colour)
    own(world, record).island += args["island"]
    own(world, record).crew += args["crew"]


def begin_round(world: World, record: Record, args: Any) -> None:
    must(args["round"] == world.round + 1, record)
    must(record.seat is not None, record)
    world.round, world.start = args["round"], record.seat or 0


def left(board: Board) -> int:
    return DICE - sum(map(len, board.dice.values()))


def roll(world: World, record: Record, args: Any) -> None:
    must(dict(args["rolls"]) == {seat: left(board) for seat, board in world.boards.items() if left(board)}, record)


def lay(world: World, record: Record, args: Any) -> None:
    board, action = own(world, record), args["action"]
    board.dice[action].update({die: number for die, number, _ in args["laid"]})
    must(args["with_bonus"] == board.bonus[action], record)
    must(sum(board.dice[action].values()) + board.bonus[action] == args["total"], record)
    dice = tuple(die for die, _, _ in args["laid"])
    must(world.skulls.pop(record.seat or 0, dice) == dice, record)
    world.stuck.discard(record.seat or 0)
    world.rolled.clear()
    must(left(board) == args["left"], record)


def take_skulls(world: World, record: Record, args: Any) -> None:
    world.skulls[record.seat or 0] = args["letters"]


def be_stuck(world: World, record: Record, args: Any) -> None:
    placed = {die for row in own(world, record).dice.values() for die in row}
    must({die for die, _, _ in args["shown"]} == set(range(DICE)) - placed, record)
    must({face for _, face, _ in args["shown"]} <= {BOARD, RAID}, record)
    world.stuck.add(record.seat or 0)


def roll_openly(world: World, record: Record, args: Any) -> None:
    must(record.seat in world.stuck, record)
    must(all((face == SKULL) == (number == 0) for _, face, number in args["shown"]), record)
    world.rolled = {die: face for die, face, _ in args["shown"]}


def roll_in_vain(world: World, record: Record, args: Any) -> None:
    must(record.seat in world.stuck, record)
    world.rolled.clear()


def put_bonus(world: World, record: Record, args: Any) -> None:
    bonus = own(world, record).bonus
    bonus[args["action"]] += 1
    must(bonus[args["action"]] == args["value"], record)


def earn(world: World, record: Record, args: Any) -> None:
    board = own(world, record)
    must(left(board) == 0, record)
    must((set(board.bonus.values()) == {2}) == (record.kind == "earned_nothing"), record)


def rank(world: World, record: Record, args: Any) -> None:
    action, ranks = args["action"], args["ranks"]
    totals = {
        seat: sum(board.dice[action].values()) + board.bonus[action]
        for seat, board in world.boards.items()
        if board.dice[action]
    }
    must({seat: total for _, seat, total in ranks} == totals, record)
    must([total for _, _, total in ranks] == sorted(totals.values(), reverse=True), record)
    must(bool(args["tie"]) == (len(set(totals.values())) < len(totals)), record)
    acting = 1 if len(world.boards) == 2 else 2
    must([place for place, _, _ in ranks] == [1, 2, 0, 0][:acting][: len(ranks)] + [0] * (len(ranks) - acting), record)


def token(action: int) -> str:
    return "boat" if action == BOARD else "pirate"


def area(action: int) -> str:
    return "fleet" if action == BOARD else "crew"


def step(world: World, record: Record, args: Any) -> None:
    board, which = own(world, record), token(args["token"])
    must(getattr(board, which) == args["old"] and CAPACITY[args["new"]] == args["room"], record)
    must((args["new"] > args["old"]) == (record.kind == "sailed"), record)
    setattr(board, which, args["new"])


def stay(world: World, record: Record, args: Any) -> None:
    must(getattr(own(world, record), token(args["token"])) == 1, record)


def draw(world: World, record: Record, args: Any) -> None:
    take_from_bag(world, record, args["colour"])
    own(world, record).island.append(args["colour"])


def empty_bag(world: World, record: Record, args: Any) -> None:
    must(not world.bag.total(), record)


def look(world: World, record: Record, args: Any) -> None:
    must(len(args["tiles"]) == 2, record)
    world.supply -= 2
    world.hand = 2


def take_tile(world: World, record: Record, args: Any) -> None:
    own(world, record).tiles += len(args["tiles"])
    world.supply -= len(args["tiles"])


def keep(world: World, record: Record, args: Any) -> None:
    must(world.hand == 2, record)
    own(world, record).tiles += 1
    world.hand = 0
    world.supply += 1


def mixed(world: World, record: Record, args: Any) -> None:
    must(args["count"] == world.supply, record)


def no_tile(world: World, record: Record, args: Any) -> None:
    must(world.supply == 0, record)


def attack(world: World, record: Record, args: Any) -> None:
    chests: list[int] = getattr(world.boards[args["victim"]], area(args["area"]))
    colour = args["colour"]
    if args["position"] == 1 and colour >= 0:
        must(colour in chests, record)
        chests.remove(colour)
    elif args["position"] == 1:
        must(not chests, record)
    elif colour >= 0:
        must(colour in world.centre, record)
        world.centre.remove(colour)
    else:
        must(not world.centre, record)
    own(world, record).island += [colour] if colour >= 0 else []


def strike_back(world: World, record: Record, args: Any) -> None:
    must(own(world, record).dice[args["action"]], record)


def shrink(world: World, record: Record, args: Any) -> None:
    chests: list[int] = getattr(own(world, record), area(args["area"]))
    must(len(chests) > args["room"] and chests[args["room"]] == args["colour"], record)
    del chests[args["room"]]
    drop(world, record, args)


def drop(world: World, record: Record, args: Any) -> None:
    colour = args["colour"]
    if args["to_centre"]:
        must(colour not in world.centre and len(world.boards) > 2, record)
        world.centre.add(colour)
    else:
        must(colour in world.centre or len(world.boards) == 2, record)
        world.bag[colour] += 1


def move_begins(world: World, record: Record, args: Any) -> None:
    for board in world.boards.values():
        for dice in board.dice.values():
            dice.clear()


def carry(world: World, record: Record, args: Any) -> None:
    board = own(world, record)
    must(list(args["port"]) == board.fleet, record)
    board.port += Counter(board.fleet)
    must(board.port.total() == args["there"], record)
    board.lost = {BOARD: rest(board.crew, args["fleet"], record), RAID: rest(board.island, args["crew"], record)}
    board.fleet, board.crew, board.island = list(args["fleet"]), list(args["crew"]), []


def carry_nothing(world: World, record: Record, args: Any) -> None:
    board = own(world, record)
    must(not (board.fleet or board.crew or board.island), record)


def rest(chests: list[int], taken: tuple[int, ...], record: Record) -> list[int]:
    found = list(chests)
    for colour in taken:
        must(colour in found, record)
        found.remove(colour)
    return found


def lose(world: World, record: Record, args: Any) -> None:
    lost = own(world, record).lost[args["area"]]
    must(args["colour"] in lost, record)
    lost.remove(args["colour"])
    drop(world, record, args)


def arrive(world: World, record: Record, args: Any) -> None:
    must(own(world, record).port.total() == args["there"] >= args["goal"], record)


def not_yet(world: World, record: Record, args: Any) -> None:
    must(all(board.port.total() < args["goal"] for board in world.boards.values()), record)


def turn_over(world: World, record: Record, args: Any) -> None:
    must(len(args["each"]) == own(world, record).tiles, record)
    must(sum(max(0, face) for face in args["each"]) == args["coins"], record)
    world.coins[record.seat or 0] = args["coins"]


def score(world: World, record: Record, args: Any) -> None:
    board, seat = own(world, record), record.seat or 0
    rows = {name: value for name, value in args.items() if name.endswith("_points")}
    must(sum(rows.values()) == args["total"] and len(rows) == 6, record)
    must(rows["tracks_points"] == board.boat + board.pirate, record)
    must(rows["coins_points"] == world.coins.setdefault(seat, 0), record)
    world.scores[seat] = args["total"]


KINDS: Final[Mapping[str, Callable[[World, Record, Any], None]]] = {
    "mixed": mixed,
    "began": begin,
    "round": begin_round,
    "rolled": roll,
    "behind": nothing,
    "earned": earn,
    "earned_nothing": earn,
    "bonus": put_bonus,
    "one_way": nothing,
    "stuck": be_stuck,
    "took_skulls": take_skulls,
    "laid": lay,
    "rolled_openly": roll_openly,
    "nothing_fits": roll_in_vain,
    "placed": nothing,
    "ranked": rank,
    "idle": nothing,
    "forfeited": nothing,
    "sailed": step,
    "hunted": nothing,
    "drew": draw,
    "no_chest": empty_bag,
    "no_tile": no_tile,
    "looked": look,
    "took": take_tile,
    "kept": keep,
    "attacked": attack,
    "defended": strike_back,
    "fell": step,
    "held": stay,
    "dropped": shrink,
    "moving": move_begins,
    "carried": carry,
    "carried_nothing": carry_nothing,
    "lost": lose,
    "not_yet": not_yet,
    "arrived": arrive,
    "opened": turn_over,
    "scored": score,
}

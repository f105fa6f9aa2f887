"""A reader of Tortuga's stories: knows no rules, sees no board, and rebuilds the public state from the sentences.

Every sentence must have one of the forms below; one that has none raises `Untold`, and so does one that contradicts
what the reader was told before (a chest taken from where none lies, a total that is not the sum of its dice).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tortuga_p2p.games.tortuga.scoring import result
from tortuga_p2p.games.tortuga.state import (
    ACTIONS,
    ALL_DICE,
    BITS,
    CAPACITY,
    CHESTS,
    DIE_LETTERS,
    Phase,
    State,
    assigned,
)
from tortuga_p2p.games.tortuga.words import ACTION_WORDS, COLOUR_NAMES, FACE_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Untold(AssertionError):
    """A sentence that cannot be read, or that does not fit what was told before."""


def must(holds: object, sentence: str) -> None:
    if not holds:
        raise Untold(sentence)


@dataclass
class Board:
    """One player's board, in words."""

    boat: int = 3
    pirate: int = 3
    island: list[str] = field(default_factory=list)
    crew: list[str] = field(default_factory=list)
    fleet: list[str] = field(default_factory=list)
    port: Counter[str] = field(default_factory=Counter)
    tiles: int = 0
    dice: dict[str, dict[str, int]] = field(default_factory=lambda: {word: {} for word in ACTION_WORDS})
    bonus: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ACTION_WORDS, 0))
    # Chests that found no room, by where they came from: none is left once the story says where each of them goes.
    lost: dict[str, list[str]] = field(default_factory=lambda: {"crew": [], "island": []})


@dataclass
class World:
    """All that is public, in words."""

    boards: dict[str, Board]
    bag: Counter[str] = field(default_factory=lambda: Counter(dict(zip(COLOUR_NAMES, CHESTS, strict=True))))
    centre: set[str] = field(default_factory=set)
    supply: int = 30
    hand: int = 0  # tiles that a hunter looks at
    skulls: dict[str, set[str]] = field(default_factory=dict)  # selected alone, without an action yet
    stuck: set[str] = field(default_factory=set)
    rolled: dict[str, str] = field(default_factory=dict)  # in the open, by die
    round: int = 0
    start: str = ""
    coins: dict[str, int] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    winners: list[str] = field(default_factory=list)


def world(state: State, names: Sequence[str]) -> World:
    """The same facts, taken from a state: what the reader should know by then."""
    table = state.setup.dice
    boards = {}
    for seat, ship in enumerate(state.ships):
        placed, bonus = state.placed[seat], state.bonus[seat]
        boards[names[seat]] = Board(
            ship.boat,
            ship.pirate,
            colours(ship.island),
            colours(ship.crew),
            colours(ship.fleet),
            counter(ship.port),
            len(ship.tiles),
            {
                ACTION_WORDS[action]: {
                    DIE_LETTERS[die]: table[die][action] for die in BITS[placed >> 5 * action & ALL_DICE]
                }
                for action in ACTIONS
            },
            {ACTION_WORDS[action]: bonus >> 2 * action & 3 for action in ACTIONS},
        )
    begun = state.phase > Phase.DEAL_CHESTS
    return World(
        boards,
        counter(state.bag),
        set(colours(BITS[state.centre])),
        len(state.supply),
        len(state.hand),
        {names[seat]: {DIE_LETTERS[die] for die in BITS[mask]} for seat, mask in state.skulls},
        {names[seat] for seat in state.stuck},
        rolled(state),
        state.round if begun else 0,
        names[state.start] if begun else "",
        {name: coins for name, coins in zip(names, state.coins, strict=False) if coins},
        dict(zip(names, result(state).scores, strict=True)) if state.phase == Phase.OVER else {},
        [names[seat] for seat in result(state).winners] if state.phase == Phase.OVER else [],
    )


def rolled(state: State) -> dict[str, str]:
    if state.phase != Phase.PLACE:
        return {}
    dice = BITS[ALL_DICE & ~assigned(state.placed[state.stuck[0]])]
    return {DIE_LETTERS[die]: FACE_WORDS[face] for die, face in zip(dice, state.faces, strict=True)}


def colours(chests: Sequence[int]) -> list[str]:
    return [COLOUR_NAMES[colour] for colour in chests]


def counter(counts: Sequence[int]) -> Counter[str]:
    return Counter({name: count for name, count in zip(COLOUR_NAMES, counts, strict=True) if count})


class Reader:
    """Reads a story sentence by sentence into `world`."""

    def __init__(self, names: Sequence[str], told: World | None = None) -> None:
        self.world = told or World({name: Board() for name in names})
        self.forms = [(re.compile(_form(form, names)), take) for form, take in FORMS]
        self.read: Counter[str] = Counter()  # how often each form was met

    def take(self, sentence: str) -> None:
        for (form, _), (pattern, take) in zip(FORMS, self.forms, strict=True):
            found = pattern.fullmatch(sentence)
            if found:
                self.read[form] += 1
                take(self.world, sentence, *found.groups())
                return
        raise Untold(f"no reader understands: {sentence}")


def _form(form: str, names: Sequence[str]) -> str:
    name = "|".join(re.escape(name) for name in names)
    colour = "|".join(COLOUR_NAMES)
    for short, long in {"NAME": f"({name})", "COLOUR": f"({colour})", "ACTION": f"({'|'.join(ACTION_WORDS)})"}.items():
        form = form.replace(short, long)
    return form


# --- what the sentences do ----------------------------------------------------------------------------------------


def nothing(world: World, sentence: str, *_: str) -> None:
    """Told for whoever follows; nothing on the table changes."""


def deal(world: World, sentence: str, name: str, island: str, crew: str) -> None:
    for colour in (island, crew):
        take_from_bag(world, sentence, colour)
    world.boards[name].island.append(island)
    world.boards[name].crew.append(crew)


def take_from_bag(world: World, sentence: str, colour: str) -> None:
    must(world.bag[colour], sentence)
    world.bag[colour] -= 1
    world.bag += Counter()  # without colours that are gone


def begin_round(world: World, sentence: str, number: str, name: str) -> None:
    must(int(number) == world.round + 1, sentence)
    world.round, world.start = int(number), name


def roll(world: World, sentence: str, rolls: str) -> None:
    told = dict(re.findall(r"(?:^|, )([^,]+) rolls (\d) di", rolls.replace(" and ", ", ")))
    left = {name: 5 - sum(map(len, board.dice.values())) for name, board in world.boards.items()}
    must(told == {name: str(dice) for name, dice in left.items() if dice}, sentence)


def put_dice(world: World, sentence: str, name: str, dice: str, action: str, total: str, bonus: str, left: str) -> None:
    board = world.boards[name]
    board.dice[action].update((letter, int(number)) for letter, number in re.findall(r"([A-E])(\d)", dice))
    must(int(bonus or 0) == board.bonus[action], sentence)
    must(sum(board.dice[action].values()) + board.bonus[action] == int(total), sentence)
    must(world.skulls.pop(name, None) in (None, set(re.findall("[A-E]", dice))), sentence)
    world.stuck.discard(name)
    world.rolled.clear()
    must(5 - sum(map(len, board.dice.values())) == (0 if left == "no" else int(left)), sentence)


def take_skulls(world: World, sentence: str, name: str, dice: str) -> None:
    world.skulls[name] = set(re.findall(r"\b[A-E]\b", dice))


def be_stuck(world: World, sentence: str, name: str, dice: str, same: str, count: str) -> None:
    placed = {letter for row in world.boards[name].dice.values() for letter in row}
    shown = dict(re.findall(r"([A-E]) \((\w+)\)", dice))
    must(name == same and set(shown) == set(DIE_LETTERS) - placed and len(shown) == int(count), sentence)
    must(set(shown.values()) <= {"BOARD", "RAID"}, sentence)
    world.stuck.add(name)


def roll_openly(world: World, sentence: str, name: str, dice: str) -> None:
    must(name in world.stuck, sentence)
    world.rolled = dict(re.findall(r"([A-E]) shows (?:a )?(\w+)", dice))


def roll_in_vain(world: World, sentence: str, name: str) -> None:
    must(name in world.stuck, sentence)
    world.rolled.clear()


def put_bonus(world: World, sentence: str, name: str, verb: str, action: str, value: str, only: str) -> None:
    bonus = world.boards[name].bonus
    bonus[action] += 1
    must(bonus[action] == int(value) == {"puts a new": 1, "flips the": 2}[verb], sentence)


def earn(world: World, sentence: str, name: str, rest: str) -> None:
    board = world.boards[name]
    must(sum(map(len, board.dice.values())) == 5, sentence)
    must((set(board.bonus.values()) == {2}) == rest.endswith("already"), sentence)


def rank(world: World, sentence: str, action: str, ranks: str) -> None:
    told = re.findall(r"(?:^|, | and )([^,]+?) (?:is 1st|is 2nd|follows) with (\d+)", ranks.split(";")[0])
    totals = {
        name: sum(board.dice[action].values()) + board.bonus[action]
        for name, board in world.boards.items()
        if board.dice[action]
    }
    must({name: int(total) for name, total in told} == totals, sentence)
    must([int(total) for _, total in told] == sorted(totals.values(), reverse=True), sentence)
    must(("ties go" in ranks) == (len(set(totals.values())) < len(totals)), sentence)


def step(world: World, sentence: str, *words: str) -> None:
    name, token, verb, old, new, capacity = words
    board = world.boards[name]
    must(getattr(board, token) == int(old) and CAPACITY[int(new)] == int(capacity), sentence)
    must((int(new) > int(old)) == (verb == "advances"), sentence)
    setattr(board, token, int(new))


def stay(world: World, sentence: str, name: str, token: str) -> None:
    must(getattr(world.boards[name], token) == 1, sentence)


def draw(world: World, sentence: str, name: str, colour: str) -> None:
    take_from_bag(world, sentence, colour)
    world.boards[name].island.append(colour)


def empty_bag(world: World, sentence: str, name: str) -> None:
    must(not world.bag.total(), sentence)


def look(world: World, sentence: str, name: str) -> None:
    world.supply -= 2
    world.hand = 2


def keep(world: World, sentence: str, name: str, how: str) -> None:
    world.boards[name].tiles += 1
    if how.startswith("keeps one"):
        must(world.hand == 2, sentence)
        world.hand = 0
        world.supply += 1
    else:
        world.supply -= 1


def shuffled(world: World, sentence: str, tiles: str) -> None:
    must(int(tiles) == world.supply, sentence)


def no_tile(world: World, sentence: str, name: str) -> None:
    must(world.supply == 0, sentence)


def seize(world: World, sentence: str, *words: str) -> None:
    name, victim, colour, at, count, area, owner = words
    chests: list[str] = getattr(world.boards[victim], area)
    must(len(chests) == int(count) and chests[int(at) - 1] == colour and owner == name, sentence)
    del chests[int(at) - 1]
    world.boards[name].island.append(colour)


def find_nothing(world: World, sentence: str, name: str, victim: str, area: str) -> None:
    must(not getattr(world.boards[victim], area), sentence)


def claim(world: World, sentence: str, name: str, victim: str, colour: str, owner: str) -> None:
    must(colour in world.centre and owner == name, sentence)
    world.centre.remove(colour)
    world.boards[name].island.append(colour)


def empty_centre(world: World, sentence: str, name: str, victim: str) -> None:
    must(not world.centre, sentence)


def shrink(world: World, sentence: str, name: str, area: str, capacity: str, colour: str, where: str) -> None:
    chests: list[str] = getattr(world.boards[name], area)
    must(len(chests) > int(capacity) and chests[int(capacity)] == colour, sentence)
    del chests[int(capacity)]
    drop(world, sentence, colour, where)


def drop(world: World, sentence: str, colour: str, where: str) -> None:
    if where == "into the bag":
        must(colour in world.centre or len(world.boards) == 2, sentence)
        world.bag[colour] += 1
    else:
        must(colour not in world.centre and len(world.boards) > 2, sentence)
        world.centre.add(colour)


def move_begins(world: World, sentence: str) -> None:
    for board in world.boards.values():
        for dice in board.dice.values():
            dice.clear()


def carry(world: World, sentence: str, name: str, moves: str) -> None:
    board = world.boards[name]
    port = re.search(r"brings (.+?) to Tortuga \((\d+) of \d\)", moves)
    fleet = re.search(r"loads (.+?) into the fleet", moves)
    crew = re.search(r"hands (.+?) to the crew", moves)
    must(bool(port) == bool(board.fleet), sentence)
    if port:
        must(port[1].split(" + ") == board.fleet, sentence)
        board.port += Counter(board.fleet)
        must(board.port.total() == int(port[2]), sentence)
    board.fleet = fleet[1].split(" + ") if fleet else []
    rest = board.crew
    remove(rest, board.fleet, sentence)
    new_crew = crew[1].split(" + ") if crew else []
    remove(board.island, new_crew, sentence)
    board.lost = {"crew": rest, "island": board.island}
    board.crew, board.island = new_crew, []


def remove(chests: list[str], taken: list[str], sentence: str) -> None:
    for colour in taken:
        must(colour in chests, sentence)
        chests.remove(colour)


def lose(world: World, sentence: str, colour: str, name: str, origin: str, area: str, where: str) -> None:
    remove(world.boards[name].lost[origin], [colour], sentence)
    drop(world, sentence, colour, where)


def turn_over(world: World, sentence: str, name: str, tiles: str, coins: str, total: str) -> None:
    must(int(tiles) == world.boards[name].tiles == len(coins.split(", ")) - coins.count("unopened"), sentence)
    must(total in ("no", str(sum(map(int, re.findall(r"\d", coins))))), sentence)
    if total != "no":
        world.coins[name] = int(total)


def no_tiles(world: World, sentence: str, name: str) -> None:
    must(not world.boards[name].tiles, sentence)


def score(world: World, sentence: str, name: str, total: str, rows: str) -> None:
    points = {word: int(number) for word, number in re.findall(r"(\w+) (\d+)", rows)}
    board = world.boards[name]
    must(sum(points.values()) == int(total), sentence)
    must(points["tracks"] == board.boat + board.pirate and points["coins"] == world.coins.get(name, 0), sentence)
    world.scores[name] = int(total)


def win(world: World, sentence: str, names: str, verb: str, points: str) -> None:
    best = [name for name, total in world.scores.items() if total == max(world.scores.values())]
    told = names.replace(" and ", ", ").split(", ")
    must(told == best and int(points) == max(world.scores.values()), sentence)
    must((len(best) == 1) == (verb == "wins"), sentence)
    world.winners = told


DICE: Final = r"((?:(?:the skull )?[A-E]\d(?:, | and )?)+)"
TOTAL: Final = r"total (\d+)(?: with bonus (\d))?"
LEFT: Final = r"(no|\d) (?:die|dice) left"
WHERE: Final = "(into the bag|to the centre island)"
KEPT: Final = (
    "(keeps one of the two tiles face down and returns the other|takes a treasure tile and keeps it face down)"
)
DEFENDED: Final = "(?:.+ has dice on (?:BOARD|RAID): )?"
AREA: Final = "(fleet|crew)"
TOKEN: Final = "(boat|pirate)"

FORMS: Final[list[tuple[str, Callable[..., None]]]] = [
    (r"The (\d+) treasure tiles (?:left are shuffled again|are shuffled and lie face down)\.", shuffled),
    (r"NAME draws two chests from the bag: COLOUR to the island, COLOUR to the crew\.", deal),
    (r"Round (\d+) begins; NAME is the start player\.", begin_round),
    (r"Behind the screens (.+)\.", roll),
    (r"NAME has placed all dice(?:,)? (and earns a bonus|but every bonus shows 2 already)\.", earn),
    (rf"NAME (?:puts|must put) {DICE} on ACTION, {TOTAL}; {LEFT}\.", put_dice),
    (r"NAME (puts a new|flips the) bonus on ACTION, now (\d)( \(the only choice\))?\.", put_bonus),
    (r"NAME takes the skulls? ([A-E, and]+) alone and will name (?:its|their) action\.", take_skulls),
    (r"NAME is stuck: (.+) do(?:es)? not fit, so NAME will roll (\d) (?:die|dice) again in the open\.", be_stuck),
    (r"NAME rolls in the open: (.+)\.", roll_openly),
    (r"Nothing fits, so NAME will roll again\.", roll_in_vain),
    (r"All dice are placed: the actions begin\.", nothing),
    (r"ACTION: nobody has dice there(\.)", rank),
    (r"ACTION: (.+ with \d+.*)\.", rank),
    (r"NAME forfeits ACTION\.", nothing),
    (r"NAME does nothing in ACTION: .+\.", nothing),
    (rf"{DEFENDED}NAME's {TOKEN} (advances|falls back) from box (\d) to (\d) \(capacity (\d)\)\.", step),
    (rf"{DEFENDED}NAME's {TOKEN} is on box 1 and cannot fall back\.", stay),
    (r"NAME goes on a treasure hunt\.", nothing),
    (r"NAME draws a COLOUR chest from the bag to the island\.", draw),
    (r"The bag is empty: no chest for NAME\.", empty_bag),
    (r"No treasure tile is left for NAME\.", no_tile),
    (r"NAME looks at two treasure tiles\.", look),
    (rf"NAME {KEPT}\.", keep),
    (
        rf"NAME (?:boards|raids) NAME and takes the COLOUR chest \((\d) of (\d)\) from the {AREA} to NAME's island\.",
        seize,
    ),
    (rf"NAME (?:boards|raids) NAME and finds no chest in the {AREA}\.", find_nothing),
    (r"NAME (?:boards|raids) NAME and takes the COLOUR chest from the centre island to NAME's island\.", claim),
    (r"NAME (?:boards|raids) NAME; the centre island has no chest to take\.", empty_centre),
    (rf"NAME's {AREA} has capacity (\d): its COLOUR chest beyond that goes {WHERE}\.", shrink),
    (r"The actions are done: all dice go back to their owners, and the chests move\.", move_begins),
    (r"NAME ((?:brings|loads|hands) .+|has no chest to move)\.", carry),
    (rf"A COLOUR chest from NAME's (crew|island) finds no room in the {AREA} and goes {WHERE}\.", lose),
    (r"Nobody has \d chests in Tortuga yet\.", nothing),
    (r".+ ha(?:s|ve) at least \d chests in Tortuga: the game ends\.", nothing),
    (r"NAME has no treasure tile\.", no_tiles),
    (r"NAME turns over (\d+) treasure tiles? \((.+)\): (no|\d+) coins?\.", turn_over),
    (r"NAME scores (\d+): (.+)\.", score),
    (r"(.+) (wins|share the victory) with (\d+) points\.", win),
]

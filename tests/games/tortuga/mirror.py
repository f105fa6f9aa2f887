"""The game and its oracle side by side: fed the same chance and the same choices, compared at every step.

`Mirror` wraps a table; `step` answers one ask on both sides and raises `Difference` at the first thing not equal: who
is asked, what they may do, what lies where afterwards. `duel.py` plays games in front of it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.games.tortuga import oracle
from tortuga_p2p.errors import IllegalMove
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.components import BITS, HANDLES
from tortuga_p2p.games.tortuga.rules.moves import Kind, Orders, read_order
from tortuga_p2p.games.tortuga.rules.state import Phase, State
from tortuga_p2p.rules.answer import AllMoved, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import PILE, Chance, Deal, Mix, Move, Open, Over, Roll, Together, Turn, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.testing.scenario import ANSWERS, ScenarioLine, ScriptedDraw, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.games.tortuga.oracle import Option
    from tortuga_p2p.rules.answer import Answer
    from tortuga_p2p.rules.game import Draw

COLOURS = ("red", "blue", "yellow", "white", "purple")  # in the order in which chance counts through the bag
FACES = (*oracle.ACTIONS, "skull")


class Difference(AssertionError):
    """The two readings of the rules disagree."""


def same(what: str, game: object, other: object, state: State) -> None:
    if game != other:
        position = GAME.position_text(state)
        raise Difference(f"{what}:\n  game:   {game}\n  oracle: {other}\n  at: {position}")


# --- one vocabulary ------------------------------------------------------------------------------------------


def letters(mask: int) -> tuple[str, ...]:
    return tuple(oracle.LETTERS[die] for die in BITS[mask])


def option(move: Move, state: State) -> Option:
    """A move of the game as the oracle says it."""
    kind, *rest = move.data
    match kind, rest:
        case Kind.TAKE, [mask]:
            return ("select", *letters(mask))
        case Kind.STUCK, []:
            return ("stuck",)
        case Kind.BONUS, [action]:
            return ("bonus", oracle.ACTIONS[action])
        case Kind.TURN, [action]:
            return ("turn", oracle.ACTIONS[action])
        case Kind.PLACE, [mask, action]:
            return ("place", oracle.ACTIONS[action], *letters(mask))
        case Kind.PASS, []:
            return ("forfeit",)
        case Kind.ACT, []:
            return ("perform",)
        case Kind.KEEP, [index]:
            return ("keep", state.hand[index])
        case Kind.SEIZE | Kind.CLAIM, [victim, colour]:
            return ("attack", victim, None if colour == -1 else COLOURS[colour])
    rows = read_order(move)
    assert rows is not None, move
    return ("order", colours(rows[0]), colours(rows[1]))


def colours(row: Sequence[int]) -> tuple[str, ...]:
    return tuple(COLOURS[colour] for colour in row)


def public(state: State) -> dict[str, Any]:
    """All that lies on the table, said in the oracle's words."""
    boards = []
    for ship, placed, bonus in zip(state.ships, state.placed, state.bonus, strict=True):
        dice = {die: x for at, x in enumerate(oracle.ACTIONS) for die in letters(placed >> 5 * at & 31)}
        boards.append(
            {
                "boat": ship.boat,
                "pirate": ship.pirate,
                "island": sorted(colours(ship.island)),
                "crew": list(colours(ship.crew)),
                "fleet": list(colours(ship.fleet)),
                "tortuga": Counter({COLOURS[c]: n for c, n in enumerate(ship.port) if n}),
                "dice": dice,
                "bonus": {x: bonus >> 2 * at & 3 for at, x in enumerate(oracle.ACTIONS)},
                "tiles": list(ship.tiles),
            }
        )
    return {
        "seats": state.setup.seats,
        "goal": state.setup.goal,
        "start": state.start,
        "round": state.round,
        "bag": Counter({COLOURS[c]: n for c, n in enumerate(state.bag) if n}),
        "centre": {COLOURS[c] for c in BITS[state.centre]},
        "supply": len(state.supply) + len(state.hand),
        "boards": boards,
    }


def public_of(world: oracle.World) -> dict[str, Any]:
    return {
        "seats": world.seats,
        "goal": world.goal,
        "start": world.start,
        "round": world.round,
        "bag": Counter(world.bag),
        "centre": set(world.centre),
        "supply": world.supply,
        "boards": [
            {
                "boat": board.boat,
                "pirate": board.pirate,
                "island": sorted(board.island),
                "crew": board.crew,
                "fleet": board.fleet,
                "tortuga": Counter(board.tortuga),
                "dice": board.dice,
                "bonus": board.bonus,
                "tiles": board.tiles,
            }
            for board in world.boards
        ],
    }


def world_of(state: State) -> oracle.World:
    """The oracle's world for a position: where something is rolled, drawn for the move, or decided in an action."""
    said = public(state)
    boards = [
        oracle.Board(**{**board, "tortuga": list(board["tortuga"].elements()), "island": list(colours(ship.island))})
        for board, ship in zip(said["boards"], state.ships, strict=True)
    ]
    table = {
        die: dict(zip(oracle.ACTIONS, numbers, strict=True))
        for die, numbers in zip(oracle.LETTERS, state.setup.dice, strict=True)
    }
    return oracle.World(
        seats=said["seats"],
        goal=said["goal"],
        table=table,
        start=said["start"],
        round=said["round"],
        boards=boards,
        bag=sorted(said["bag"].elements()),
        centre=sorted(said["centre"]),
        supply=said["supply"],
        victim=None if state.victim == -1 else state.victim,
    )


# --- side by side --------------------------------------------------------------------------------------------


class Mirror:
    """A table and the oracle playing the same game."""

    def __init__(self, table: LocalTable[State], world: oracle.World, playing: oracle.Play) -> None:
        self.table = table
        self.world = world
        self.playing = playing
        self.final: oracle.Final | None = None
        self.thorough = False  # try every move of every kind at each decision
        self.compared = 0
        self.met: Counter[str] = Counter()  # what happened on the way, so that a test can ask for rare things
        self.need: oracle.Need | None = None
        self._send(None)

    @classmethod
    def new(cls, seats: int, draw: Draw, *, goal: int = 6) -> Mirror:
        state = GAME.setup(seats, {})
        state = state._replace(setup=state.setup._replace(goal=goal))
        world = oracle.World(seats, goal)
        return cls(LocalTable(GAME, state, seats, draw), world, oracle.play(world))

    @classmethod
    def at(cls, table: LocalTable[State]) -> Mirror:
        """From a position where dice are rolled or selected, an action is offered, or chests are about to move."""
        state = table.state
        world = world_of(state)
        match state.phase:
            case Phase.ROLL:
                return cls(table, world, oracle.play(world, "dice"))
            case Phase.SELECT:
                rolled = {
                    seat: {
                        die: FACES[table.faces[5 * seat + at]] for at, die in enumerate(oracle.LETTERS) if die in left
                    }
                    for seat, left in enumerate(board.unassigned() for board in world.boards)
                    if left
                }
                return cls(table, world, oracle.play(world, "dice", rolled=rolled))
            case Phase.OFFER | Phase.ATTACK:
                action = oracle.ACTIONS[state.action]
                return cls(table, world, oracle.play(world, "actions", action, state.position))
            case Phase.MOVE_DRAW:
                return cls(table, world, oracle.play(world, "move"))
        raise NotImplementedError(f"the oracle cannot begin in the middle of {Phase(state.phase).name}")

    def retrace(self, lines: Sequence[ScenarioLine], draw: ScriptedDraw) -> None:
        """The answers of a playthrough or a scenario, on both sides; what the file says is refused must be refused."""
        answers = [line for line in lines if line.word in (*ANSWERS, "refused")]
        while answers:
            asked = deciders(self.table.ask)
            now = [answers.pop(0) for _ in asked or (0,)]
            words = [line.rest.partition(" ") for line in now]
            moves = {int(seat): GAME.read_move(self.table.state, int(seat), text) for seat, _, text in words if asked}
            if answers and answers[0].word == "refused":
                answers.pop(0)
                assert isinstance(self.need, oracle.Choose)
                legal = [option(move, self.table.state) in self.need.options[seat] for seat, move in moves.items()]
                same("who may do this", False, all(legal), self.table.state)
                continue
            if now[0].word == "chance":
                draw.give(numbers(now[0]))
            self.step(lambda seat, _: moves[seat])  # noqa: B023
            draw.rest()

    @property
    def over(self) -> bool:
        return isinstance(self.table.ask, Over)

    def step(self, choose: Callable[[int, Sequence[Move]], Move]) -> None:
        """Answers the present ask on both sides, then compares the tables."""
        table, ask, state = self.table, self.table.ask, self.table.state
        match ask:
            case Turn(seat):
                self._choose((seat,), choose)
            case Together(seats):
                self._choose(seats, choose)
            case Chance(bounds):
                answer = table.step()
                assert isinstance(answer, Drawn)
                if isinstance(self.need, oracle.Roll):
                    self._reroll(bounds, answer.values)
                else:
                    self._draw(state, answer.values)
            case Roll(dice):
                table.step()
                self._roll({seat: [handle - 5 * seat for handle in handles] for seat, handles, _ in dice})
            case Deal(((seat, handles),)):
                table.step()
                same("tiles drawn", oracle.Tiles(seat, len(handles)), self.need, state)
                self._send(list(handles))
            case Open(handles):
                answer = table.step()
                assert isinstance(answer, Opened)
                same("tiles opened", oracle.Reveal(list(handles)), self.need, state)
                self._send(dict(zip(handles, answer.faces, strict=True)))
            case Mix():
                table.step()
            case _:
                raise AssertionError(f"Tortuga never asks this: {ask}")
        self._draw_forced()
        self.compare()

    def compare(self) -> None:
        state, ask = self.table.state, self.table.ask
        if isinstance(ask, Mix):
            return  # the oracle's tiles have no order, so it is further on by now
        same("the table", public(state), public_of(self.world), state)
        self.compared += 1
        if isinstance(ask, Over):
            same("what is asked", "the end", "the end" if self.need is None else self.need, state)
            assert self.final is not None
            same("scores", list(ask.result.scores), self.final.scores, state)
            same("winners", list(ask.result.winners), self.final.winners, state)

    def _send(self, answer: object) -> None:
        try:
            self.need = self.playing.send(answer)
        except StopIteration as end:
            self.need, self.final = None, end.value

    def _choose(self, seats: tuple[int, ...], choose: Callable[[int, Sequence[Move]], Move]) -> None:
        table, state, need = self.table, self.table.state, self.need
        if not isinstance(need, oracle.Choose):
            raise Difference(f"game asks {table.ask}, oracle needs {need}, at: {GAME.position_text(state)}")
        same("who decides", sorted(seats), sorted(need.options), state)
        chosen: dict[int, Move] = {}
        for seat in seats:
            moves = list(table.moves(seat))
            offered = [option(move, state) for move in moves]
            assert len(set(offered)) == len(offered), f"a move stands twice in {offered}"
            same(
                f"{need.point}, seat {seat} may",
                sorted(map(repr, offered)),
                sorted(map(repr, need.options[seat])),
                state,
            )
            chosen[seat] = choose(seat, moves)
            if self.thorough:
                taken = {option(move, state) for move in accepted(table, seat)}
                same(f"{need.point}, seat {seat} is let", taken, set(need.options[seat]), state)
            self.met[f"{need.point} {option(chosen[seat], state)[0]}"] += 1
            if need.point == "A-D6" and not state.supply:
                self.met["the last two tiles"] += 1
        said = {seat: option(move, state) for seat, move in chosen.items()}
        table.step(chosen)
        self._send(said)
        if need.point == "A-D6":  # the tile that went back must not be known by its place
            same("tiles are mixed", isinstance(table.ask, Mix), self.world.supply > 1, state)

    def _roll(self, dice: dict[int, list[int]]) -> None:
        table = self.table
        need = oracle.Roll({seat: [oracle.LETTERS[die] for die in found] for seat, found in dice.items()}, openly=False)
        same("who rolls what", need, self.need, table.state)
        self._send(
            {
                seat: {oracle.LETTERS[die]: FACES[table.known[seat][5 * seat + die]] for die in found}
                for seat, found in dice.items()
            }
        )

    def _reroll(self, bounds: tuple[int, ...], values: tuple[int, ...]) -> None:
        assert isinstance(self.need, oracle.Roll)
        ((seat, dice),) = self.need.dice.items()
        same("an open re-roll", bounds, (6,) * len(dice) if self.need.openly else None, self.table.state)
        self.met["open re-roll"] += 1
        self._send({seat: {die: FACES[face] for die, face in zip(dice, values, strict=True)}})

    def _draw(self, state: State, values: tuple[int, ...]) -> None:
        """Chests from the bag: chance counts through the colours in their order."""
        for value in values:
            same("a chest is drawn", "Chest", type(self.need).__name__, state)
            bag = sorted(self.world.bag, key=COLOURS.index)
            self._send(bag[value])

    def _draw_forced(self) -> None:
        """Where the bag leaves no choice the game asks for no chance, and the oracle takes what there is."""
        while isinstance(self.need, oracle.Chest) and len(set(self.world.bag)) == 1:
            if isinstance(self.table.ask, Chance) and self.table.ask.bounds == (len(self.world.bag),):
                raise Difference(f"chance is asked though the bag holds one colour: {self.table.ask}")
            self.met["forced chest"] += 1
            self._send(self.world.bag[0])
        if not self.world.bag:
            self.met["empty bag"] += 1


# --- every move there is ----------------------------------------------------------------------------------------


def every_move(state: State, seat: int) -> Iterator[Move]:
    """Moves of every kind, with numbers a little beyond what the kind allows. Orders are too many: all legal ones and
    each with a chest changed, left out or added."""
    for mask in range(32):
        yield Move((int(Kind.TAKE), mask), HANDLES[seat][mask])
        yield Move((int(Kind.STUCK),), HANDLES[seat][mask])
        for action in range(-1, 6):
            yield Move((int(Kind.PLACE), mask, action))
    for action in range(-1, 6):
        yield Move((int(Kind.BONUS), action))
        yield Move((int(Kind.TURN), action))
    yield Move((int(Kind.PASS),))
    yield Move((int(Kind.ACT),))
    for kept in range(-1, 3):
        for handle in (*state.hand, *state.ships[seat].tiles[:1]):
            yield Move((int(Kind.KEEP), kept), (), ((handle, PILE),))
        yield Move((int(Kind.KEEP), kept))
    for victim in range(-1, state.setup.seats + 1):
        for prize in range(-1, 6):
            yield Move((int(Kind.SEIZE), victim, prize))
            yield Move((int(Kind.CLAIM), victim, prize))
    if state.phase == Phase.MOVE_ORDER:
        orders = {order.data for order in Orders(state.ships[seat])}
        for data in sorted(orders)[:9]:
            changed = [(*data[:at], colour, *data[at + 1 :]) for at in range(2, len(data)) for colour in range(5)]
            orders |= {*changed, data[:-1], (*data, 0), (data[0], data[1] + 1, *data[2:])}
        yield from (Move(data) for data in orders)


def accepted(table: LocalTable[State], seat: int) -> Iterator[Move]:
    """What the rules let a seat do, whatever they list as legal."""
    state, asked = table.state, deciders(table.ask)
    others = {other: table.moved(table.moves(other)[0]) for other in asked if other != seat}
    for move in every_move(state, seat):
        moved = Moved(move, tuple(table.faces.get(handle, 0) for handle in move.opens))
        answer: Answer = moved
        if isinstance(table.ask, Together):
            answer = AllMoved(tuple(others.get(other, moved) for other in asked))
        try:
            GAME.apply(state, answer)
        except IllegalMove as refusal:
            fails_alike(state, seat, moved, refusal)
            continue
        GAME.check_move(state, seat, moved)  # one seat's part, judged by itself, is judged the same
        yield move


def fails_alike(state: State, seat: int, moved: Moved, refusal: IllegalMove) -> None:
    try:
        GAME.check_move(state, seat, moved)
    except IllegalMove as other:
        same(f"the refusal of {moved}", (refusal.sentence, refusal.ruling), (other.sentence, other.ruling), state)
    else:
        raise Difference(f"check_move lets seat {seat} do {moved}, apply does not, at: {GAME.position_text(state)}")

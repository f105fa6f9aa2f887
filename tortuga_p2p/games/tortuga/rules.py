"""The state machine of Tortuga: what it asks, and what an answer makes of a state. Pure; trusts no answer.

Dice phase in `dicing.py`, actions in `acting.py`, the transport of chests in `moving.py`; each returns the next state.
Where public state leaves one successor nothing is asked (design 1): the rules go on by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...errors import BadInput, IllegalMove
from ...rules.answer import UNOPENED, Answer, Opened
from ...rules.ask import Ask, Mix, Open, Over, Pile, Unseen
from ...rules.game import Option
from ...rules.plain import an_int
from . import acting, dicing, moving
from .judging import check_move
from .moves import LEGAL_MOVES
from .scoring import result
from .state import (
    ALL_DICE,
    BOX_START,
    CHESTS,
    FACES,
    GOAL,
    GOAL_LONG,
    HANDLES,
    STANDARD_DICE,
    TILE_HANDLES,
    TILES,
    Phase,
    Setup,
    Ship,
    State,
    assigned,
    check_dice,
    read_dice,
)
from .told import done, put

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import ModuleType

    from ...rules.answer import Moved
    from ...rules.ask import Handle, Move, Moves, Seat
    from ...rules.game import Bot, Fragments, Known, Options, View
    from ...rules.plain import Plain
    from ...rules.screen import Picked, Prompt
    from .state import DiceTable

SEATS: Final = range(2, 5)
EMPTY: Final = Ship(BOX_START, BOX_START, (), (), (), (0, 0, 0, 0, 0), ())


def _yes_or_no(text: str) -> int:
    if text.lower() not in ("yes", "no"):
        raise BadInput(f"say yes or no, not {text!r}.")
    return int(text.lower() == "yes")


class Tortuga:
    """The contract of a game (rules/game.py), for Tortuga."""

    name = "tortuga"
    title = "Tortuga"
    version = 1
    seats = SEATS
    options: tuple[Option, ...] = (
        Option("long", 0, "play until 8 chests are in Tortuga instead of 6 (yes or no)", _yes_or_no),
        Option("dice", STANDARD_DICE, "a dice table, as in dice.json", read_dice),
    )
    piles: Mapping[str, Pile] = {"tiles": Pile(TILES, alike=False)}

    # --- the state machine ---

    def setup(self, seats: int, options: Options) -> State:
        if seats not in SEATS:
            raise BadInput(f"Tortuga is for {SEATS[0]} to {SEATS[-1]} players, not {seats}.")
        unknown = sorted(set(options) - {option.name for option in self.options})
        if unknown:
            raise BadInput(f"Tortuga has no option {unknown[0]!r}.")
        goal = GOAL_LONG if an_int(options.get("long", 0), 0, 1) else GOAL  # one spelling of yes, for one agreement
        nobody = (0,) * seats
        # Seat 0 starts: a table seats its players at random, so nobody chose it (1.2, step 6).
        return State(
            Setup(seats, goal, _dice(options)),
            int(Phase.SHUFFLE),
            round=1,
            start=0,
            ships=(EMPTY,) * seats,
            placed=nobody,
            bonus=nobody,
            bag=CHESTS,
            centre=0,
            supply=TILE_HANDLES,
            skulls=(),
            stuck=(),
            faces=(),
            action=0,
            ranks=(),
            position=1,
            victim=-1,
            hand=(),
            coins=(),
        )

    def asks(self, state: State) -> Ask:
        return _ASKS[state.phase](state)

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        return LEGAL_MOVES[state.phase](state, seat, known)

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        check_move(self, state, seat, moved)

    def apply(self, state: State, answer: Answer) -> State:
        return _APPLY[state.phase](state, answer)

    # --- what is hidden ---

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        handles = state.ships[seat].tiles
        if state.phase == Phase.SELECT:
            return HANDLES[seat][ALL_DICE & ~assigned(state.placed[seat])] + handles
        if state.phase == Phase.HUNT_KEEP and state.ranks[0] == seat:
            return handles + state.hand
        if state.phase == Phase.HUNT_MIX and state.ranks[0] == seat:
            return handles + state.supply[-1:]  # what he just gave back, until it is mixed in
        return handles

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        groups = []
        if state.phase == Phase.SELECT:
            dice = [
                handle
                for other, placed in enumerate(state.placed)
                if other != seat
                for handle in HANDLES[other][ALL_DICE & ~assigned(placed)]
            ]
            if dice:
                groups.append(Unseen(tuple(dice), tuple(range(FACES)), apart=True))
        if state.phase > Phase.SHUFFLE:
            shown = [handle for handle in self.shown(state, seat) if handle in TILE_HANDLES]
            hidden = tuple(handle for handle in TILE_HANDLES if handle not in shown)
            faces = list(TILES)
            for handle in shown:
                faces.remove(known[handle])
            if hidden:
                groups.append(Unseen(hidden, tuple(faces), apart=False))
        return groups

    # --- texts and pictures: imported when wanted, so that a playout does not pay for them ---

    def pack(self, state: State) -> Plain:
        return state

    def unpack(self, value: Plain) -> State:
        from .packing import unpack

        return unpack(value)

    def move_text(self, move: Move) -> str:
        from .notation import move_text

        return move_text(move)

    def read_move(self, state: State, seat: Seat, text: str) -> Move:
        from .notation import read_move

        return read_move(state, seat, text)

    def position_text(self, state: State) -> str:
        from .notation import position_text

        return position_text(state)

    def read_position(self, text: str) -> State:
        from .notation import read_position

        return read_position(text)

    def tell(self, before: State, answer: Answer, after: State, names: Sequence[str]) -> Sequence[str]:
        from .story import tell

        return tell(before, answer, after, names)

    def render(self, view: View[State], names: Sequence[str], width: int) -> Fragments:
        from .view import render

        return render(view, names, width)

    def prompt(self, view: View[State], moves: Moves, names: Sequence[str], picked: Picked | None) -> Prompt:
        from .prompts import prompt

        return prompt(view, moves, names, picked)

    def picks(self, view: View[State], move: Move) -> Picked:
        from .prompts import picks

        return picks(view, move)

    def reason(self, view: View[State], move: Move, names: Sequence[str]) -> str:
        from .reasons import reason

        return reason(view, move, names)

    def board(self, view: View[State], names: Sequence[str], width: int, height: int, *, rich: bool) -> Fragments:
        from .view import board

        return board(view, names, width, height, rich=rich)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        from .bots import BOTS

        return BOTS

    def voice(self) -> ModuleType:
        """The game read aloud, for line mode (ui/voice.py)."""
        from . import voice

        return voice


GAME: Final = Tortuga()


def _dice(options: Options) -> DiceTable:
    table = options.get("dice", STANDARD_DICE)
    if table == STANDARD_DICE:
        return STANDARD_DICE
    if not isinstance(table, tuple) or [len(row) if isinstance(row, tuple) else 0 for row in table] != [5] * 5:
        raise BadInput("a dice table has five numbers for each of five dice.")
    return check_dice(table)  # type: ignore[arg-type]  # the line above and check_dice are what make it one


# --- setup and end ---------------------------------------------------------------------------------------------


def _ask_shuffle(state: State) -> Ask:
    return _SHUFFLES[state.setup.seats]


_SHUFFLES: Final = {
    seats: Mix("tiles", hidden=(), shown=TILES, into=TILE_HANDLES, by=tuple(range(seats))) for seats in SEATS
}


def _take_shuffle(state: State, answer: Answer) -> State:
    done(answer)
    return put(state, phase=int(Phase.DEAL_CHESTS))


def _kept(state: State) -> tuple[Handle, ...]:
    return tuple(handle for ship in state.ships for handle in ship.tiles)


def _ask_open(state: State) -> Ask:
    return Open(_kept(state))


def _take_open(state: State, answer: Answer) -> State:
    handles = _kept(state)
    if type(answer) is not Opened or len(answer.faces) != len(handles):
        raise IllegalMove("the kept treasure tiles are to be opened now", "1.5")
    left = [*TILES, *[UNOPENED] * len(handles)]
    for face in answer.faces:
        if face not in left:
            raise IllegalMove("there are not that many treasure tiles of this value", "1.1")
        left.remove(face)
    coins_of = dict(zip(handles, answer.faces, strict=True))
    # a tile that its owner does not open counts 0 for him.
    coins = tuple(sum(max(0, coins_of[handle]) for handle in ship.tiles) for ship in state.ships)
    return put(state, phase=int(Phase.OVER), coins=coins)


def _ask_over(state: State) -> Ask:
    return Over(result(state))


def _take_nothing(state: State, answer: Answer) -> State:
    raise IllegalMove("the game is over")


_ASKS: Final[tuple[Callable[[State], Ask], ...]] = (
    _ask_shuffle,
    moving.ask_setup,
    dicing.ask_roll,
    dicing.ask_selections,
    dicing.ask_turn,
    dicing.ask_reroll,
    dicing.ask_place,
    acting.ask_turn,
    acting.ask_chest,
    acting.ask_tiles,
    acting.ask_turn,
    acting.ask_mix,
    acting.ask_turn,
    moving.ask_draw,
    moving.ask_orders,
    _ask_open,
    _ask_over,
)
_APPLY: Final[tuple[Callable[[State, Answer], State], ...]] = (
    _take_shuffle,
    moving.take_setup,
    dicing.take_roll,
    dicing.take_selections,
    dicing.take_turn,
    dicing.take_reroll,
    dicing.take_place,
    acting.take_offer,
    acting.take_chest,
    acting.take_tiles,
    acting.take_keep,
    acting.take_mix,
    acting.take_attack,
    moving.take_draw,
    moving.take_orders,
    _take_open,
    _take_nothing,
)
assert len(_ASKS) == len(_APPLY) == len(Phase)

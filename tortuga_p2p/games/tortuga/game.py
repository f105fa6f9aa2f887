"""The state machine of Tortuga: what it asks, and what an answer makes of a state. Pure; trusts no answer.

Dice phase in `dicing.py`, actions in `acting.py`, the transport of chests in `moving.py`; each returns the next state.
Where public state leaves one successor nothing is asked (design 1): the rules go on by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...errors import BadInput, IllegalMove
from ...rules.about import About
from ...rules.answer import UNOPENED
from ...rules.ask import Ask, Mix, Open, Over, Pile, Unseen
from ...rules.folder import FolderGame
from ...rules.option import File, Flag, Option, Preset
from ...rules.record import Record
from ...rules.shape import done, opened
from ...text import N_, _
from .rules import acting, dicing, moving
from .rules.moves import LEGAL_MOVES
from .rules.scoring import result, totals
from .rules.state import (
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
    staying,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...rules.answer import Answer, Moved
    from ...rules.ask import Handle, Moves, Seat
    from ...rules.game import Known, Options
    from ...rules.plain import Plain
    from ...rules.record import Note
    from .rules.state import DiceTable

SEATS: Final = range(2, 5)
EMPTY: Final = Ship(BOX_START, BOX_START, (), (), (), (0, 0, 0, 0, 0), ())


def _check_dice(table: Plain) -> DiceTable:
    if table == STANDARD_DICE:
        return STANDARD_DICE
    if not isinstance(table, tuple) or [len(row) if isinstance(row, tuple) else 0 for row in table] != [5] * 5:
        raise BadInput(_("a dice table has five numbers for each of five dice."))
    return check_dice(table)  # type: ignore[arg-type]  # the line above and check_dice are what make it one


DICE: Final = File(read_dice, _check_dice)


class Tortuga(FolderGame[State]):
    """The contract of a game (rules/game.py), for Tortuga."""

    name = "tortuga"
    title = "Tortuga"
    version = 2
    seats = SEATS
    about = About(N_("Dice behind screens, chests, and other people's ships."), order=10)
    options: tuple[Option, ...] = (
        Option("long", Flag(), 0, N_("A long game"), N_("Play until 8 chests are in Tortuga instead of 6.")),
        Option("dice", DICE, STANDARD_DICE, N_("Dice"), N_("A dice table of your own, as in dice.json.")),
    )
    presets = (Preset("long", N_("Until 8 chests are in Tortuga instead of 6."), {"long": 1}),)
    piles: Mapping[str, Pile] = {"tiles": Pile(TILES, alike=False)}

    # --- the state machine ---

    def setup(self, seats: int, options: Options) -> State:
        values = self.check_table(seats, options)
        nobody = (0,) * seats
        # Seat 0 starts: a table seats its players at random, so nobody chose it (1.2, step 6).
        return State(
            Setup(seats, GOAL_LONG if values["long"] else GOAL, _check_dice(values["dice"])),
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

    def check_part(self, state: State, seat: Seat, moved: Moved) -> None:
        (dicing.check_selection if state.phase == Phase.SELECT else moving.check_order)(state, seat, moved)

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
        return _APPLY[state.phase](state, answer, note)

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

    # --- for people; the rest lies in the rooms of the folder (rules/folder.py) ---

    def round_of(self, state: State) -> int:
        return state.round

    def points_so_far(self, state: State) -> tuple[int, ...]:
        return totals(state)


GAME: Final = Tortuga()


# --- setup and end ---------------------------------------------------------------------------------------------


def _ask_shuffle(state: State) -> Ask:
    return Mix("tiles", hidden=(), shown=TILES, into=TILE_HANDLES, by=staying(state))


def _take_shuffle(state: State, answer: Answer, note: Note | None = None) -> State:
    done(answer)
    if note:
        note(Record("mixed", None, {"count": len(state.supply)}))
    return state._replace(phase=int(Phase.DEAL_CHESTS))


def _kept(state: State) -> tuple[Handle, ...]:
    return tuple(handle for ship in state.ships for handle in ship.tiles)


def _ask_open(state: State) -> Ask:
    return Open(_kept(state))


def _take_open(state: State, answer: Answer, note: Note | None = None) -> State:
    handles = _kept(state)
    faces = opened(answer, len(handles))
    left = [*TILES, *[UNOPENED] * len(handles)]
    for face in faces:
        if face not in left:
            raise IllegalMove(_("there are not that many treasure tiles of this value"), "1.1")
        left.remove(face)
    coins_of = dict(zip(handles, faces, strict=True))
    # a tile that its owner does not open counts 0 for him.
    coins = tuple(sum(max(0, coins_of[handle]) for handle in ship.tiles) for ship in state.ships)
    if note:
        for seat in staying(state):
            ship = state.ships[seat]
            each = tuple(coins_of[handle] for handle in ship.tiles)
            note(Record("opened", seat, {"each": each, "coins": coins[seat]}))
    state = state._replace(phase=int(Phase.OVER), coins=coins)
    if note:
        moving.note_scores(state, note)
    return state


def _ask_over(state: State) -> Ask:
    return Over(result(state))


def _take_nothing(state: State, answer: Answer, note: Note | None = None) -> State:
    raise IllegalMove(_("the game is over"))


# By phase: what is asked, and what an answer makes of the state.
_STEPS: Final[Mapping[int, tuple[Callable[[State], Ask], Callable[[State, Answer, Note | None], State]]]] = {
    Phase.SHUFFLE: (_ask_shuffle, _take_shuffle),
    Phase.DEAL_CHESTS: (moving.ask_setup, moving.take_setup),
    Phase.ROLL: (dicing.ask_roll, dicing.take_roll),
    Phase.SELECT: (dicing.ask_selections, dicing.take_selections),
    Phase.SKULLS: (dicing.ask_turn, dicing.take_turn),
    Phase.REROLL: (dicing.ask_reroll, dicing.take_reroll),
    Phase.PLACE: (dicing.ask_place, dicing.take_place),
    Phase.OFFER: (acting.ask_turn, acting.take_offer),
    Phase.HUNT_CHEST: (acting.ask_chest, acting.take_chest),
    Phase.HUNT_DEAL: (acting.ask_tiles, acting.take_tiles),
    Phase.HUNT_KEEP: (acting.ask_turn, acting.take_keep),
    Phase.HUNT_MIX: (acting.ask_mix, acting.take_mix),
    Phase.ATTACK: (acting.ask_turn, acting.take_attack),
    Phase.MOVE_DRAW: (moving.ask_draw, moving.take_draw),
    Phase.MOVE_ORDER: (moving.ask_orders, moving.take_orders),
    Phase.OPEN_TILES: (_ask_open, _take_open),
    Phase.OVER: (_ask_over, _take_nothing),
}
_ASKS: Final = tuple(_STEPS[phase][0] for phase in Phase)
_APPLY: Final = tuple(_STEPS[phase][1] for phase in Phase)

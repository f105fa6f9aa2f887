"""The state machine of Tortuga: what it asks, and what an answer makes of a state. Pure; trusts no answer.

Dice phase in `dicing.py`, actions in `acting.py`, the transport of chests in `moving.py`; each returns the next state.
Where public state leaves one successor nothing is asked (design 1): the rules go on by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...errors import IllegalMove
from ...rules.about import About
from ...rules.answer import UNOPENED
from ...rules.ask import Deal, Hand, Mix, Open, Over, Pile, Together, Turn, Unseen
from ...rules.folder import FolderGame
from ...rules.game import Standing
from ...rules.option import File, Flag, Option, Preset
from ...rules.record import Record
from ...rules.shape import done, opened
from ...text import N_, _
from .rules import acting, dicing, moving
from .rules import components as c
from .rules.moves import FORFEIT, LEGAL_MOVES, PERFORM
from .rules.scoring import result, totals
from .rules.state import Phase, Setup, Ship, State, afloat, staying

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...rules.answer import Answer, Moved
    from ...rules.ask import Ask, Handle, Moves, Seat
    from ...rules.game import Known, Options
    from ...rules.record import Note

DICE: Final = File(c.read_dice, c.check_dice)
EMPTY: Final = Ship(c.BOX_START, c.BOX_START, (), (), (), (0, 0, 0, 0, 0), ())


class Tortuga(FolderGame[State]):
    """The contract of a game (rules/game.py), for Tortuga."""

    name = "tortuga"
    title = "Tortuga"
    version = 2
    seats = range(2, c.SEATS_MAX + 1)
    about = About(N_("Dice behind screens, chests, and other people's ships."), order=10)
    options: tuple[Option, ...] = (
        Option("long", Flag(), 0, N_("A long game"), N_("Play until 8 chests are in Tortuga instead of 6.")),
        Option("dice", DICE, c.STANDARD_DICE, N_("Dice"), N_("A dice table of your own, as in dice.json.")),
    )
    presets = (Preset("long", N_("Until 8 chests are in Tortuga instead of 6."), {"long": 1}),)
    piles: Mapping[str, Pile] = {"tiles": Pile(c.TILES, alike=False)}

    # --- the state machine ---

    def setup(self, seats: int, options: Options) -> State:
        values = self.check_table(seats, options)
        setup = Setup(seats, c.GOAL_LONG if values["long"] else c.GOAL, c.check_dice(values["dice"]))
        nobody = (0,) * seats
        # Seat 0 starts: a table seats its players at random, so nobody chose it (1.2, step 6).
        return State(setup, int(Phase.SHUFFLE), 1, 0, (EMPTY,) * seats, nobody, nobody)

    def asks(self, state: State) -> Ask:
        return _ASKS[state.phase](state)

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        return LEGAL_MOVES[state.phase](state, seat, known)

    def check_part(self, state: State, seat: Seat, moved: Moved) -> None:
        if state.phase == Phase.SELECT:
            dicing.check_selection(state, seat, moved)
        else:
            moving.carry(state.ships[seat], moved)

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
        return _APPLY[state.phase](state, answer, note)

    # --- what is hidden ---

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        handles = state.ships[seat].tiles
        if state.phase == Phase.SELECT:
            return c.HANDLES[seat][c.ALL_DICE & ~c.assigned(state.placed[seat])] + handles
        if state.phase == Phase.HUNT_KEEP and state.ranks[0] == seat:
            return handles + state.hand
        if state.phase == Phase.HUNT_MIX and state.ranks[0] == seat:
            return handles + state.supply[-1:]  # what they just gave back, until it is mixed in
        return handles

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        groups = []
        if state.phase == Phase.SELECT:
            free = [c.HANDLES[other][c.ALL_DICE & ~c.assigned(placed)] for other, placed in enumerate(state.placed)]
            dice = sum(free[:seat] + free[seat + 1 :], ())
            if dice:
                groups.append(Unseen(dice, tuple(range(c.FACES)), apart=True))
        if state.phase > Phase.SHUFFLE:
            shown = [handle for handle in self.shown(state, seat) if handle in c.TILE_HANDLES]
            faces = list(c.TILES)
            for handle in shown:
                faces.remove(known[handle])
            hidden = tuple(handle for handle in c.TILE_HANDLES if handle not in shown)
            if hidden:
                groups.append(Unseen(hidden, tuple(faces), apart=False))
        return groups

    # --- for people; the rest lies in the rooms of the folder (rules/folder.py) ---

    def round_of(self, state: State) -> int:
        return state.round

    def standing(self, state: State, seat: Seat) -> Standing | None:
        """Nobody gains anything by forfeiting a box, a chest or a tile: people are asked only where they want to be."""
        return Standing("forfeit", FORFEIT, PERFORM) if state.phase == Phase.OFFER else None

    def points_so_far(self, state: State) -> tuple[int, ...]:
        return totals(state)


GAME: Final = Tortuga()


# --- setup and end ---------------------------------------------------------------------------------------------


def _take_mix(state: State, answer: Answer, note: Note | None = None) -> State:
    """The tiles are shuffled: before the first round, or because a hunter has given one back."""
    done(answer)
    if note:
        note(Record("mixed", None, {"count": len(state.supply)}))
    if state.phase == Phase.SHUFFLE:
        return state._replace(phase=int(Phase.DEAL_CHESTS))
    return acting.pass_on(state, state.ships, note)


def _kept(state: State) -> tuple[Handle, ...]:
    return tuple(handle for ship in state.ships for handle in ship.tiles)


def _take_open(state: State, answer: Answer, note: Note | None = None) -> State:
    handles = _kept(state)
    faces = opened(answer, len(handles))
    left = [*c.TILES, *[UNOPENED] * len(handles)]
    for face in faces:
        if face not in left:
            raise IllegalMove(_("there are not that many treasure tiles of this value"), "1.1")
        left.remove(face)
    coins_of = dict(zip(handles, faces, strict=True))
    each = [tuple(coins_of[handle] for handle in ship.tiles) for ship in state.ships]
    # a tile that its owner does not open counts 0 for them.
    coins = tuple(sum(max(0, face) for face in tiles) for tiles in each)
    state = state._replace(phase=int(Phase.OVER), coins=coins)
    if note:
        for seat in staying(state):
            note(Record("opened", seat, {"each": each[seat], "coins": coins[seat]}))
        moving.note_scores(state, note)
    return state


def _take_nothing(state: State, answer: Answer, note: Note | None = None) -> State:
    raise IllegalMove(_("the game is over"))


# By phase: what is asked, and what an answer makes of the state.
_TURNS: Final = tuple(Turn(seat) for seat in range(c.SEATS_MAX))
_STEPS: Final[Mapping[int, tuple[Callable[[State], Ask], Callable[[State, Answer, Note | None], State]]]] = {
    Phase.SHUFFLE: (lambda state: Mix("tiles", (), c.TILES, c.TILE_HANDLES, staying(state)), _take_mix),
    Phase.DEAL_CHESTS: (lambda state: moving.ask_chests(state.bag, 2 * len(afloat(state))), moving.take_setup),
    Phase.ROLL: (dicing.ask_roll, dicing.take_roll),
    Phase.SELECT: (dicing.ask_selections, dicing.take_selections),
    Phase.SKULLS: (lambda state: _TURNS[state.skulls[0][0]], dicing.take_turn),
    Phase.REROLL: (dicing.ask_reroll, dicing.take_reroll),
    Phase.PLACE: (lambda state: _TURNS[state.stuck[0]], dicing.take_place),
    Phase.OFFER: (lambda state: _TURNS[state.ranks[0]], acting.take_offer),
    Phase.HUNT_CHEST: (lambda state: moving.ask_chests(state.bag, 1), acting.take_chest),
    Phase.HUNT_DEAL: (lambda state: Deal((Hand(state.ranks[0], acting.dealt(state)),)), acting.take_tiles),
    Phase.HUNT_KEEP: (lambda state: _TURNS[state.ranks[0]], acting.take_keep),
    Phase.HUNT_MIX: (lambda state: Mix("tiles", state.supply, (), state.supply, staying(state)), _take_mix),
    Phase.ATTACK: (lambda state: _TURNS[state.ranks[0]], acting.take_attack),
    Phase.MOVE_DRAW: (lambda state: moving.ask_chests(state.bag, len(afloat(state))), moving.take_draw),
    Phase.MOVE_ORDER: (lambda state: Together(moving.choosers(state)), moving.take_orders),
    Phase.OPEN_TILES: (lambda state: Open(_kept(state)), _take_open),
    Phase.OVER: (lambda state: Over(result(state)), _take_nothing),
}
_ASKS: Final = tuple(_STEPS[phase][0] for phase in Phase)
_APPLY: Final = tuple(_STEPS[phase][1] for phase in Phase)

"""Cartagena behind the contract of a game (rules/game.py). Texts and pictures are imported when they are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.about import About
from ...rules.ask import Pile, deciders
from ...rules.folder import FolderGame
from ...text import N_
from .rules import components as c
from .rules.judging import check_move
from .rules.moves import LEGAL_MOVES
from .rules.options import OPTIONS, PRESETS, SEATS, setup_of
from .rules.phases import APPLY, ASKS
from .rules.sight import shown, unseen
from .rules.state import Phase, State, crowd_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...rules.answer import Answer, Moved
    from ...rules.ask import Ask, Handle, Moves, Seat, Unseen
    from ...rules.game import Known, Options
    from ...rules.plain import Plain
    from ...rules.record import Note

_ACT: Final = int(Phase.ACT)  # enums compare slowly


class Cartagena(FolderGame[State]):
    """Two to five crews flee through tunnel and jungle."""

    name = "cartagena"
    title = "Cartagena"
    version = 1
    seats = SEATS
    about = About(N_("Get your six pirates out of the fortress before anybody else does."), minutes=45, order=20)
    options = OPTIONS
    presets = PRESETS
    piles: Mapping[str, Pile] = {
        c.PLAIN: Pile(c.PLAIN_FACES, alike=True),
        c.MARKED: Pile(c.MARKED_FACES, alike=True),
        c.TOKEN_PILE: Pile(tuple(range(c.TOKENS)), alike=False),
    }

    # --- the state machine ---

    def setup(self, seats: int, options: Options) -> State:
        setup = setup_of(seats, self.check_table(seats, options))
        pirates = ((c.START,) * setup.pirates,) * seats
        # Seat 0 begins: a table seats its players at random, so nobody chose it (3.2).
        return State(
            setup,
            int(Phase.BOARDS),
            round=1,
            turn=0,
            left=c.ACTIONS,
            free=0,
            sloop=c.CARTAGENA,
            pirates=pirates,
            hands=((),) * seats,
            fresh=0,
            pile=(),
            discards=(),
            tokens=(),
            opened=tuple(range(c.TOKENS)) if setup.sorceress else (),
            seen=(),
            doing=(),
            owed=(),
            sorting=(),
            gone=0,
            crowd=crowd_of(pirates),
        )

    def asks(self, state: State) -> Ask:
        return ASKS[state.phase](state)

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        if state.phase == _ACT:  # nearly always: without asking whom the rules ask
            is_asked = seat == state.turn and not state.fresh >> seat & 1
        else:
            is_asked = seat in deciders(self.asks(state))
        return LEGAL_MOVES[state.phase](state, seat, known) if is_asked else ()

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        check_move(state, seat, moved)

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
        return APPLY[state.phase](state, answer, note)

    # --- what is hidden ---

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        return shown(state, seat)

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        return unseen(state, seat, known)

    # --- the rest lies in the rooms of the folder (rules/folder.py) ---

    def pack(self, state: State) -> Plain:
        return (state.setup[:-1], *state[1:-1])  # the path and the crowd follow from the rest

    def round_of(self, state: State) -> int:
        return state.round


GAME: Final = Cartagena()

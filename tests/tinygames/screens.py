"""Screens: dice behind a screen, chosen at once. Uses `Roll`, `Together` and `Open` of dice.

Everybody rolls what they have left: dice of six, four and two sides. Dice that show even faces may be taken and score;
whoever has none shows being stuck. Whoever has no dice cheers for somebody. What is left at the end is rolled once
more and opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.tinygames.spelling import Spelled, best_of, staying
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.rules.answer import DONE, UNOPENED, AllMoved, Answer, Moved, Opened
from tortuga_p2p.rules.ask import (
    Ask,
    Dice,
    Handle,
    Move,
    Moves,
    Open,
    Over,
    Roll,
    Seat,
    Together,
    Unseen,
    deciders,
)
from tortuga_p2p.rules.plain import Plain, a_tuple, an_int, ints

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tortuga_p2p.rules.ask import Pile
    from tortuga_p2p.rules.game import Known, Options
    from tortuga_p2p.rules.record import Note

BOUNDS = (6, 4, 2)
ALL = 0b111
ROUNDS = 3
TAKE, STUCK, CHEER = range(3)


class Phase:
    """What the table is doing."""

    ROLLING, CHOOSING, OPENING, ENDED = range(4)


class State(NamedTuple):
    round: int
    phase: int
    left: tuple[int, ...]  # by seat: a bit for every die not yet taken
    scores: tuple[int, ...]
    gone: int = 0  # a bit for every seat that left


def handles(seat: Seat, mask: int) -> tuple[Handle, ...]:
    return tuple(3 * seat + die for die in range(3) if mask >> die & 1)


class Screens(Spelled[State]):
    """The rules."""

    name = "screens"
    title = "Screens"
    piles: Mapping[str, Pile] = {}

    def setup(self, seats: int, options: Options) -> State:
        self.check_table(seats, options)
        return State(0, Phase.ROLLING, (ALL,) * seats, (0,) * seats)

    def asks(self, state: State) -> Ask:
        seats = staying(len(state.left), state.gone)
        if state.phase == Phase.ENDED or len(seats) < 2:
            return Over(best_of(state.scores, state.gone))
        if state.phase == Phase.ROLLING:
            return Roll(
                tuple(
                    Dice(seat, handles(seat, mask), tuple(BOUNDS[handle % 3] for handle in handles(seat, mask)))
                    for seat, mask in enumerate(state.left)
                    if mask
                )
            )
        if state.phase == Phase.CHOOSING:
            return Together(seats)
        return Open(self._behind_screens(state))

    def _behind_screens(self, state: State) -> tuple[Handle, ...]:
        return tuple(handle for seat, mask in enumerate(state.left) for handle in handles(seat, mask))

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        if seat not in deciders(self.asks(state)):
            return ()
        mask = state.left[seat]
        if not mask:
            return tuple(Move((CHEER, other)) for other in range(len(state.left)) if other != seat)
        even = sum(1 << handle % 3 for handle in handles(seat, mask) if known[handle] % 2 == 0)
        takes = [Move((TAKE, part), handles(seat, part)) for part in range(1, 8) if part & even == part]
        return tuple(takes) or (Move((STUCK,), handles(seat, mask)),)

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        if seat not in deciders(self.asks(state)):
            raise IllegalMove("Nobody chooses now.", "order of play")
        move, faces = moved
        shapes = [Move((STUCK,), handles(seat, state.left[seat]))]
        shapes += [Move((TAKE, part), handles(seat, part)) for part in range(1, 8) if part & ~state.left[seat] == 0]
        if not state.left[seat]:
            shapes = list(self.legal_moves(state, seat, {}))
        if move not in shapes or len(faces) != len(move.opens):
            raise IllegalMove("Take some of your dice, show that you are stuck, or cheer for another.", "choosing")
        odd = 1 if move.data[0] == STUCK else 0
        for handle, face in zip(move.opens, faces, strict=True):
            if not 0 <= face < BOUNDS[handle % 3] or face % 2 != odd:
                raise IllegalMove("Only even dice are taken, and whoever has one is not stuck.", "choosing")

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
        match -1 if isinstance(self.asks(state), Over) else state.phase, answer:
            case Phase.ROLLING, _ if answer is DONE:
                return state._replace(phase=Phase.CHOOSING if state.round < ROUNDS else Phase.OPENING)
            case Phase.CHOOSING, AllMoved(moves) if len(moves) == len(staying(len(state.left), state.gone)):
                return self._choose(state, moves)
            case Phase.OPENING, Opened(faces):
                return self._open(state, faces)
            case _:
                raise IllegalMove("That is not what the table waits for.", "order of play")

    def _choose(self, state: State, moves: tuple[Moved, ...]) -> State:
        left, scores = list(state.left), list(state.scores)
        for seat, moved in zip(staying(len(left), state.gone), moves, strict=True):
            self.check_move(state, seat, moved)
            move, faces = moved
            if move.data[0] == TAKE:
                left[seat] &= ~move.data[1]
                scores[seat] += sum(faces) + len(faces)
            elif move.data[0] == CHEER:
                scores[move.data[1]] += 1
        phase = Phase.ROLLING if any(left) else Phase.ENDED
        return State(state.round + 1, phase, tuple(left), tuple(scores), state.gone)

    def leave(self, state: State, seat: Seat, note: Note | None = None) -> State:
        """Its dice are gone. What the others have sealed stands, so one may still cheer for it, in vain."""
        left = (*state.left[:seat], 0, *state.left[seat + 1 :])
        phase = state.phase if any(left) or state.phase == Phase.CHOOSING else Phase.ENDED
        return state._replace(phase=phase, left=left, gone=state.gone | 1 << seat)

    def _open(self, state: State, faces: tuple[int, ...]) -> State:
        dice = self._behind_screens(state)
        if len(faces) != len(dice):
            raise IllegalMove("Every die is opened once.", "the end")
        scores = list(state.scores)
        for handle, face in zip(dice, faces, strict=True):
            if not UNOPENED <= face < BOUNDS[handle % 3]:
                raise IllegalMove("No die has such a face.", "the end")
            scores[handle // 3] += face  # a die that stays behind its screen costs a point
        return state._replace(phase=Phase.ENDED, left=(0,) * len(scores), scores=tuple(scores))

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        return handles(seat, state.left[seat]) if state.phase in (Phase.CHOOSING, Phase.OPENING) else ()

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        if state.phase not in (Phase.CHOOSING, Phase.OPENING):
            return ()
        hidden = [handle for handle in self._behind_screens(state) if handle // 3 != seat]
        groups = [tuple(handle for handle in hidden if handle % 3 == die) for die in range(3)]
        return [Unseen(group, tuple(range(BOUNDS[die])), True) for die, group in enumerate(groups) if group]

    def unpack(self, value: Plain) -> State:
        number, phase, left, scores, away = a_tuple(value, 5)
        masks = ints(left, 0, ALL)
        points = ints(scores, -3, 10_000, len(masks))
        rounds, step = ints((number, phase), 0, Phase.ENDED)
        gone = an_int(away, 0, 2 ** len(masks) - 1)
        busy = any(masks) if step != Phase.ENDED else not any(masks)
        busy = (busy or (bool(gone) and step == Phase.CHOOSING)) and not any(
            mask and gone >> seat & 1 for seat, mask in enumerate(masks)
        )
        if len(masks) not in self.seats or not busy or (step == Phase.CHOOSING and rounds == ROUNDS):
            raise BadInput("that is no position of this game.")
        return State(rounds, step, masks, points, gone)


SCREENS = Screens()

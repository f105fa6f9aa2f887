"""Mutiny: votes shuffled together, so that nobody knows whose is whose. Uses `Mix`, `MixHands`, `Deal`, `Look`,
`Together`, `Open`.

Each round the captain spies on a neighbour, all mix their own hands at once and give one vote each to the urn, with a
card from the deck; the urn is mixed and opened. Opened votes go back into the deck, face up, and are mixed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.tinygames.spelling import Spelled, best_of, next_staying, staying
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.rules.answer import DONE, UNOPENED, AllMoved, Answer, Moved, Opened
from tortuga_p2p.rules.ask import (
    PILE,
    Ask,
    Deal,
    Face,
    Hand,
    Handle,
    Look,
    Mix,
    MixHands,
    Move,
    Moves,
    Open,
    Over,
    OwnMix,
    Pile,
    Seat,
    Together,
    Unseen,
    deciders,
)
from tortuga_p2p.rules.plain import Plain, a_tuple, an_int, ints

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tortuga_p2p.rules.game import Known, Options
    from tortuga_p2p.rules.record import Note

AYE, NAY = 0, 1
VOTES = (AYE,) * 8 + (NAY,) * 8
NUMBERS = range(32)  # more handles than votes: a mixed vote gets another number where it can
HAND, ROUNDS = 2, 2


class Phase:
    """What the crew is doing."""

    GATHER, FILL, SPY, MINGLE, VOTE, STIR, COUNT, ENDED = range(8)


class State(NamedTuple):
    round: int
    phase: int
    deck: tuple[Handle, ...]
    hands: tuple[tuple[Handle, ...], ...]
    urn: tuple[Handle, ...]  # by seat while they are given; then mixed with one from the deck
    shown: tuple[Face, ...]  # votes lying face up
    scores: tuple[int, ...]
    gone: int = 0  # a bit for every seat that left


class Mutiny(Spelled[State]):
    """The rules."""

    name = "mutiny"
    title = "Mutiny"
    piles: Mapping[str, Pile] = {"votes": Pile(VOTES, alike=True)}

    def setup(self, seats: int, options: Options) -> State:
        self.check_table(seats, options)
        return State(0, Phase.GATHER, (), ((),) * seats, (), VOTES, (0,) * seats)

    def asks(self, state: State) -> Ask:
        seats = staying(len(state.hands), state.gone)
        if state.phase == Phase.ENDED or len(seats) < 2:
            return Over(best_of(state.scores, state.gone))
        match state.phase:
            case Phase.GATHER:
                into = self._numbers(state, state.deck, len(state.deck) + len(state.shown))
                return Mix("votes", state.deck, state.shown, into, seats)
            case Phase.FILL:
                return Deal(tuple(Hand(seat, self._filling(state)[seat]) for seat in seats))
            case Phase.SPY:
                return Look((Hand(self._captain(state), (self._spied(state),)),))
            case Phase.MINGLE:
                free = self._numbers(state, (), HAND * len(seats))
                return MixHands(
                    "votes", tuple(OwnMix(seat, state.hands[seat], self._new(state, seat, free)) for seat in seats)
                )
            case Phase.VOTE:
                return Together(seats)
            case Phase.STIR:
                return Mix("votes", state.urn, (), self._numbers(state, state.urn, len(state.urn)), seats)
            case _:
                return Open(state.urn)

    def _numbers(self, state: State, old: tuple[Handle, ...], count: int) -> tuple[Handle, ...]:
        """Handles for things about to be mixed: free ones first, then their old ones."""
        free = [handle for handle in NUMBERS if handle not in self._in_play(state)]
        return tuple([*free, *old][:count])

    def _new(self, state: State, seat: Seat, free: tuple[Handle, ...]) -> tuple[Handle, ...]:
        """Handles for a hand about to be mixed: its part of the free ones first, then its old ones."""
        return (*free[HAND * seat :][:HAND], *state.hands[seat])[:HAND]

    def _in_play(self, state: State) -> tuple[Handle, ...]:
        return (*state.deck, *(handle for hand in state.hands for handle in hand), *state.urn)

    def _filling(self, state: State) -> list[tuple[Handle, ...]]:
        deck = iter(state.deck)
        seats = staying(len(state.hands), state.gone)
        needed = [HAND - len(hand) if seat in seats else 0 for seat, hand in enumerate(state.hands)]
        return [tuple(next(deck) for _ in range(count)) for count in needed]

    def _captain(self, state: State) -> Seat:
        """Everybody in turn; whoever comes after one that has left stands in."""
        return next_staying(state.round - 1, len(state.hands), state.gone)

    def _neighbour(self, state: State) -> Seat:
        return next_staying(self._captain(state), len(state.hands), state.gone)

    def _spied(self, state: State) -> Handle:
        return state.hands[self._neighbour(state)][0]

    def leave(self, state: State, seat: Seat, note: Note | None = None) -> State:
        """Its votes go to the deck. A vote that lay is held again; whoever has spied in vain spies again."""
        hands = (*state.hands[:seat], (), *state.hands[seat + 1 :])
        deck, urn, phase = {*state.deck, *state.hands[seat]}, state.urn, state.phase
        if phase in (Phase.STIR, Phase.COUNT):
            deck, urn, phase = {*deck, *urn}, (), Phase.FILL
        elif phase == Phase.MINGLE and seat in (self._captain(state), self._neighbour(state)):
            phase = Phase.SPY
        left = state.gone | 1 << seat
        return state._replace(phase=phase, deck=tuple(sorted(deck)), hands=hands, urn=urn, gone=left)

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        if seat not in deciders(self.asks(state)):
            return ()
        return tuple(Move((), (), ((handle, PILE),)) for handle in state.hands[seat])

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        is_asked = seat in deciders(self.asks(state))
        if not is_asked or moved.faces or moved.move not in self.legal_moves(state, seat, {}):
            raise IllegalMove("A vote is one of your own cards, given to the urn.", "votes")

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
        match self.asks(state), answer:
            case Together(seats), AllMoved(moves) if len(moves) == len(seats):
                return self._vote(state, dict(zip(seats, moves, strict=True)))
            case Open(handles), Opened(faces) if len(faces) == len(handles):
                return self._count(state, faces)
            case (Mix() | MixHands() | Deal() | Look()) as ask, _ if answer is DONE:
                return self._handled(state, ask)
            case _:
                raise IllegalMove("That is not what the crew waits for.", "order of play")

    def _handled(self, state: State, ask: Mix | MixHands | Deal | Look) -> State:
        match state.phase, ask:
            case Phase.GATHER, Mix(into=into):
                return state._replace(phase=Phase.FILL, deck=into, shown=())
            case Phase.FILL, Deal(hands):
                new = dict(hands)
                filled = tuple((*hand, *new.get(seat, ())) for seat, hand in enumerate(state.hands))
                dealt = sum(map(len, new.values()))
                return state._replace(phase=Phase.SPY, hands=filled, deck=state.deck[dealt:])
            case Phase.MINGLE, MixHands(_, mixed):
                new = {seat: into for seat, _, into in mixed}
                return state._replace(
                    phase=Phase.VOTE, hands=tuple(new.get(seat, ()) for seat in range(len(state.hands)))
                )
            case Phase.STIR, Mix(into=into):
                return state._replace(phase=Phase.COUNT, urn=into)
            case _:
                return state._replace(phase=Phase.MINGLE)

    def _vote(self, state: State, moves: Mapping[Seat, Moved]) -> State:
        hands, urn = list(state.hands), []
        for seat, moved in moves.items():
            self.check_move(state, seat, moved)
            urn.append(moved.move.gives[0][0])
            hands[seat] = tuple(handle for handle in state.hands[seat] if handle != urn[-1])
        return state._replace(phase=Phase.STIR, hands=tuple(hands), urn=(*urn, state.deck[0]), deck=state.deck[1:])

    def _count(self, state: State, faces: tuple[Face, ...]) -> State:
        if not set(faces) <= {AYE, NAY, UNOPENED}:
            raise IllegalMove("A vote says aye or nay.", "votes")
        closed = tuple(handle for handle, face in zip(state.urn, faces, strict=True) if face == UNOPENED)
        carried = faces.count(AYE) > faces.count(NAY)
        captain = self._captain(state)
        scores = tuple(score + ((seat == captain) == carried) for seat, score in enumerate(state.scores))
        rounds = state.round + 1
        return state._replace(
            round=rounds,
            phase=Phase.GATHER if rounds < ROUNDS else Phase.ENDED,
            deck=state.deck + closed,
            urn=(),
            shown=state.shown + tuple(face for face in faces if face != UNOPENED),
            scores=scores,
        )

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        handles, seats = [*state.hands[seat]], staying(len(state.hands), state.gone)
        if state.phase == Phase.STIR and seat in seats:
            handles.append(state.urn[seats.index(seat)])
        if state.phase == Phase.MINGLE and seat == self._captain(state):
            handles.append(self._spied(state))
        return tuple(handles)

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        shown = self.shown(state, seat)
        handles = tuple(handle for handle in self._in_play(state) if handle not in shown)
        if state.gone:  # votes are alike: the deck was drawn anew, and each could be anything
            return [Unseen(handles, VOTES, apart=True)] if handles else []
        faces = list(VOTES)
        for face in (*state.shown, *(known[handle] for handle in shown)):
            faces.remove(face)
        return [Unseen(handles, tuple(faces), apart=False)] if handles else []

    def unpack(self, value: Plain) -> State:
        number, phase, deck, hands, urn, shown, scores, away = a_tuple(value, 8)
        lists = tuple(ints(hand, 0, NUMBERS.stop - 1) for hand in a_tuple(hands))
        rounds, step = an_int(number, 0, ROUNDS), an_int(phase, Phase.GATHER, Phase.ENDED)
        state = State(
            rounds,
            step,
            ints(deck, 0, NUMBERS.stop - 1),
            lists,
            ints(urn, 0, NUMBERS.stop - 1),
            ints(shown, AYE, NAY),
            ints(scores, 0, ROUNDS, len(lists)),
            an_int(away, 0, 2 ** len(lists) - 1),
        )
        self._check_position(state)
        return state

    def _check_position(self, state: State) -> None:
        things, seats = self._in_play(state), staying(len(state.hands), state.gone)
        voting = state.phase in (Phase.STIR, Phase.COUNT)
        # How many votes everybody holds: none before the first deal, one fewer once they have voted.
        held: tuple[int, ...] = (HAND if state.phase in (Phase.SPY, Phase.MINGLE, Phase.VOTE) else HAND - 1,)
        if state.phase in (Phase.GATHER, Phase.FILL) and state.round == 0:
            held = (0,) if not state.gone or state.phase == Phase.GATHER else (0, HAND - 1)
        wanted = {Phase.FILL: len(seats) * HAND + 1, Phase.SPY: 1, Phase.MINGLE: 1, Phase.VOTE: 1}
        hands = [state.hands[seat] for seat in seats]
        good = (
            len(state.hands) in self.seats
            and len(set(things)) == len(things) == len(VOTES) - len(state.shown)
            and (state.gone or all(state.shown.count(face) <= VOTES.count(face) for face in (AYE, NAY)))
            and len({len(hand) for hand in hands}) <= 1
            and all(len(hand) in held for hand in hands)
            and not any(state.hands[seat] for seat in range(len(state.hands)) if seat not in seats)
            and len(state.urn) == (len(seats) + 1 if voting else 0)
            and len(state.deck) + sum(map(len, hands)) >= wanted.get(state.phase, 0)
            and (state.phase == Phase.ENDED) == (state.round == ROUNDS)
        )
        if not good:
            raise BadInput("that is no position of this game.")


MUTINY = Mutiny()

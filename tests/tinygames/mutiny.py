"""Mutiny: votes shuffled together, so that nobody knows whose is whose. Uses `Mix`, `Deal`, `Look`, `Together`, `Open`.

Each round the captain spies on his neighbour, everybody mixes his own hand and gives one vote to the urn, with a card
from the deck; the urn is mixed and opened. Opened votes go back into the deck, face up, and are mixed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.tinygames.spelling import Spelled
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
    Move,
    Moves,
    Open,
    Over,
    Pile,
    Result,
    Seat,
    Together,
    Unseen,
)
from tortuga_p2p.rules.plain import Plain, a_tuple, an_int, ints

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tortuga_p2p.rules.game import Known, Options

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
    mixer: Seat  # MINGLE: whose hand is being mixed
    deck: tuple[Handle, ...]
    hands: tuple[tuple[Handle, ...], ...]
    urn: tuple[Handle, ...]  # by seat while they are given; then mixed with one from the deck
    shown: tuple[Face, ...]  # votes lying face up
    scores: tuple[int, ...]


class Mutiny(Spelled[State]):
    """The rules."""

    name = "mutiny"
    title = "Mutiny"
    piles: Mapping[str, Pile] = {"votes": Pile(VOTES, alike=True)}

    def setup(self, seats: int, options: Options) -> State:
        self.check_table(seats, options)
        return State(0, Phase.GATHER, 0, (), ((),) * seats, (), VOTES, (0,) * seats)

    def asks(self, state: State) -> Ask:
        seats = tuple(range(len(state.hands)))
        match state.phase:
            case Phase.GATHER:
                into = self._numbers(state, state.deck, len(state.deck) + len(state.shown))
                return Mix("votes", state.deck, state.shown, into, seats)
            case Phase.FILL:
                return Deal(tuple(Hand(seat, self._filling(state)[seat]) for seat in seats))
            case Phase.SPY:
                return Look((Hand(self._captain(state), (self._spied(state),)),))
            case Phase.MINGLE:
                hand = state.hands[state.mixer]
                return Mix("votes", hand, (), self._numbers(state, hand, len(hand)), (state.mixer,))
            case Phase.VOTE:
                return Together(seats)
            case Phase.STIR:
                return Mix("votes", state.urn, (), self._numbers(state, state.urn, len(state.urn)), seats)
            case Phase.COUNT:
                return Open(state.urn)
        best = max(state.scores)
        return Over(Result(state.scores, tuple(seat for seat in seats if state.scores[seat] == best)))

    def _numbers(self, state: State, old: tuple[Handle, ...], count: int) -> tuple[Handle, ...]:
        """Handles for things about to be mixed: free ones first, then their old ones."""
        free = [handle for handle in NUMBERS if handle not in self._in_play(state)]
        return tuple([*free, *old][:count])

    def _in_play(self, state: State) -> tuple[Handle, ...]:
        return (*state.deck, *(handle for hand in state.hands for handle in hand), *state.urn)

    def _filling(self, state: State) -> list[tuple[Handle, ...]]:
        deck = iter(state.deck)
        return [tuple(next(deck) for _ in range(HAND - len(hand))) for hand in state.hands]

    def _captain(self, state: State) -> Seat:
        return state.round % len(state.hands)

    def _spied(self, state: State) -> Handle:
        return state.hands[(state.round + 1) % len(state.hands)][0]

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        return tuple(Move((), (), ((handle, PILE),)) for handle in state.hands[seat])

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        if state.phase != Phase.VOTE or moved.faces or moved.move not in self.legal_moves(state, seat, {}):
            raise IllegalMove("A vote is one of your own cards, given to the urn.", "votes")

    def apply(self, state: State, answer: Answer) -> State:
        match self.asks(state), answer:
            case Together(), AllMoved(moves) if len(moves) == len(state.hands):
                return self._vote(state, moves)
            case Open(handles), Opened(faces) if len(faces) == len(handles):
                return self._count(state, faces)
            case (Mix() | Deal() | Look()) as ask, _ if answer is DONE:
                return self._handled(state, ask)
            case _:
                raise IllegalMove("That is not what the crew waits for.", "order of play")

    def _handled(self, state: State, ask: Mix | Deal | Look) -> State:
        match state.phase, ask:
            case Phase.GATHER, Mix(into=into):
                return state._replace(phase=Phase.FILL, deck=into, shown=())
            case Phase.FILL, Deal(hands):
                filled = tuple((*hand, *new) for hand, (_, new) in zip(state.hands, hands, strict=True))
                dealt = sum(len(new) for _, new in hands)
                return state._replace(phase=Phase.SPY, hands=filled, deck=state.deck[dealt:])
            case Phase.MINGLE, Mix(into=into):
                hands_ = [*state.hands[: state.mixer], into, *state.hands[state.mixer + 1 :]]
                last = state.mixer + 1 == len(state.hands)
                mixer = 0 if last else state.mixer + 1
                return state._replace(phase=Phase.VOTE if last else Phase.MINGLE, mixer=mixer, hands=tuple(hands_))
            case Phase.STIR, Mix(into=into):
                return state._replace(phase=Phase.COUNT, urn=into)
            case _:
                return state._replace(phase=Phase.MINGLE)

    def _vote(self, state: State, moves: tuple[Moved, ...]) -> State:
        hands, urn = [], []
        for seat, (move, _) in enumerate(moves):
            self.check_move(state, seat, moves[seat])
            urn.append(move.gives[0][0])
            hands.append(tuple(handle for handle in state.hands[seat] if handle != urn[-1]))
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
        handles = [*state.hands[seat]]
        if state.phase == Phase.STIR:
            handles.append(state.urn[seat])
        neighbour = (state.round + 1) % len(state.hands)
        if state.phase == Phase.MINGLE and seat == self._captain(state) and state.mixer <= neighbour:
            handles.append(self._spied(state))
        return tuple(handles)

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        shown = self.shown(state, seat)
        handles = tuple(handle for handle in self._in_play(state) if handle not in shown)
        faces = list(VOTES)
        for face in (*state.shown, *(known[handle] for handle in shown)):
            faces.remove(face)
        return [Unseen(handles, tuple(faces), apart=False)] if handles else []

    def unpack(self, value: Plain) -> State:
        number, phase, mixer, deck, hands, urn, shown, scores = a_tuple(value, 8)
        lists = tuple(ints(hand, 0, NUMBERS.stop - 1) for hand in a_tuple(hands))
        rounds, step = an_int(number, 0, ROUNDS), an_int(phase, Phase.GATHER, Phase.ENDED)
        state = State(
            rounds,
            step,
            an_int(mixer, 0, len(lists) - 1),
            ints(deck, 0, NUMBERS.stop - 1),
            lists,
            ints(urn, 0, NUMBERS.stop - 1),
            ints(shown, AYE, NAY),
            ints(scores, 0, ROUNDS, len(lists)),
        )
        self._check_position(state)
        return state

    def _check_position(self, state: State) -> None:
        things, seats = self._in_play(state), len(state.hands)
        held = 0 if state.phase == Phase.GATHER and not state.round else HAND - 1
        if state.phase not in (Phase.GATHER, Phase.FILL, Phase.STIR, Phase.COUNT, Phase.ENDED):
            held = HAND
        if state.phase == Phase.FILL and state.round == 0:
            held = 0
        voting = state.phase in (Phase.STIR, Phase.COUNT)
        enough = {Phase.FILL: seats * (HAND - held) + 1, Phase.GATHER: 0, Phase.ENDED: 0}.get(
            state.phase, 0 if voting else 1
        )
        good = (
            seats in self.seats
            and len(set(things)) == len(things) == len(VOTES) - len(state.shown)
            and all(state.shown.count(face) <= VOTES.count(face) for face in (AYE, NAY))
            and all(len(hand) == held for hand in state.hands)
            and len(state.urn) == (seats + 1 if voting else 0)
            and len(state.deck) >= enough
            and (state.phase == Phase.MINGLE or state.mixer == 0)
            and (state.phase == Phase.ENDED) == (state.round == ROUNDS)
        )
        if not good:
            raise BadInput("that is no position of this game.")


MUTINY = Mutiny()

"""Harbour: hidden goods go from any place to any other, in whatever order the players like.

Made to meet every way in which a hidden thing may travel: seen in a pile by one, then by another, then dealt; taken
from a hand, passed on, put back, mixed, opened. Two piles: every crate is one of its kind, flags of a colour are alike.
Uses every ask but `Chance`, `Roll` and `Together`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tests.tinygames.spelling import Spelled, best_of, next_staying, staying
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.rules.answer import DONE, UNOPENED, Answer, Moved, Opened
from tortuga_p2p.rules.ask import (
    PILE,
    Ask,
    Deal,
    Face,
    Give,
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
    Place,
    Seat,
    Turn,
    Unseen,
    deciders,
)
from tortuga_p2p.rules.option import Amount, Option
from tortuga_p2p.rules.plain import Plain, a_tuple, an_int, ints

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tortuga_p2p.rules.game import Known, Options
    from tortuga_p2p.rules.record import Note

KINDS = ("crates", "flags")
FACES = ((0, 1, 2, 2), (5, 5, 6, 6))
NUMBERS = 6  # handles of each kind, more than things: a mixed thing gets another number where it can
OUT: Place = -2  # no thing has this handle now
HANDLES = NUMBERS * len(KINDS)
TURNS, TURNS_MAX = 16, 200


class Do:
    """What a player may choose. Those before `REST` become an ask; the others are done by the move itself."""

    START, STIR, MINGLE, DRAW, SERVE, PEEK, PEEK_ALL, TAKE, PASS, FLIP, SHOWDOWN, REST, HAND, PLAY, TRADE = range(15)


class State(NamedTuple):
    left: int  # turns
    turn: Seat
    doing: tuple[int, ...]  # what the mover chose and the table carries out; empty while they choose
    place: tuple[Place, ...]  # by handle
    seen: tuple[int, ...]  # by handle: a bit for every seat that saw it
    public: tuple[tuple[Face, ...], ...]  # by kind: what lies face up, sorted
    scores: tuple[int, ...]
    gone: int = 0  # a bit for every seat that left


class Harbour(Spelled[State]):
    """The rules."""

    name = "harbour"
    title = "Harbour"
    options: tuple[Option, ...] = (Option("turns", Amount(1, TURNS_MAX), TURNS, "Turns", "How long the day is."),)
    piles: Mapping[str, Pile] = {"crates": Pile(FACES[0], alike=False), "flags": Pile(FACES[1], alike=True)}

    def setup(self, seats: int, options: Options) -> State:
        turns = an_int(self.check_table(seats, options)["turns"], 1, TURNS_MAX)
        return State(turns, 0, (Do.START, 0), (OUT,) * HANDLES, (0,) * HANDLES, FACES, (0,) * seats)

    def asks(self, state: State) -> Ask:
        seats = staying(len(state.scores), state.gone)
        pile, things = self._at(state, PILE), self._in_play(state)
        match state.doing:
            case _ if len(seats) < 2 or (state.left == 0 and not state.doing):
                return Over(best_of(state.scores, state.gone))
            case ():
                return Turn(state.turn)
            case (Do.START | Do.STIR, kind):
                hidden, shown = self._of(state, kind, PILE), state.public[kind]
                free = self._free(state, kind)
                return Mix(KINDS[kind], hidden, shown, (*free, *hidden)[: len(hidden) + len(shown)], seats)
            case (Do.MINGLE, kind):
                return self._mingle(state, kind)
            case (Do.DRAW, handle):
                return Deal((Hand(state.turn, (handle,)),))
            case (Do.SERVE,):
                return Deal(tuple(Hand(seat, (handle,)) for seat, handle in zip(seats, pile, strict=False)))
            case (Do.PEEK, handle):
                return Look((Hand(state.turn, (handle,)),))
            case (Do.PEEK_ALL,):
                return Look(tuple(Hand(seat, (things[-1 - place],)) for place, seat in enumerate(seats)))
            case (Do.TAKE, handle):
                return Give(((handle, state.turn),))
            case (Do.PASS,):
                holders = [seat for seat in seats if self._at(state, seat)]
                towards = [*holders[1:], PILE]
                return Give(tuple((self._at(state, seat)[0], to) for seat, to in zip(holders, towards, strict=True)))
            case (Do.FLIP, handle):
                return Open((handle,))
            case _:
                return Open(tuple(self._at(state, place)[-1] for place in (PILE, *seats) if self._at(state, place)))

    def _mingle(self, state: State, kind: int) -> MixHands:
        """Whoever holds several of a kind mixes them; the first of them gets new numbers, where there are any."""
        hands, free = [], self._free(state, kind)
        for seat in staying(len(state.scores), state.gone):
            hidden = self._of(state, kind, seat)
            if len(hidden) > 1:
                hands.append(OwnMix(seat, hidden, (*free, *hidden)[: len(hidden)]))
                free = ()
        return MixHands(KINDS[kind], tuple(hands))

    def _of(self, state: State, kind: int, place: Place) -> tuple[Handle, ...]:
        return tuple(handle for handle in self._at(state, place) if handle // NUMBERS == kind)

    def _free(self, state: State, kind: int) -> tuple[Handle, ...]:
        return self._of(state, kind, OUT)

    def _at(self, state: State, place: Place) -> tuple[Handle, ...]:
        return tuple(handle for handle, at in enumerate(state.place) if at == place)

    def _in_play(self, state: State) -> tuple[Handle, ...]:
        return tuple(handle for handle, at in enumerate(state.place) if at != OUT)

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        return self._choices(state, seat) if seat in deciders(self.asks(state)) else ()

    def _choices(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """What can be chosen at the beginning of a turn."""
        own, pile, things = self._at(state, seat), self._at(state, PILE), self._in_play(state)
        holders = staying(len(state.scores), state.gone)
        seats, elsewhere = len(holders), [place for place in (PILE, *holders) if place != seat]
        chosen: list[tuple[int, ...]] = [(Do.REST,)]
        for kind, faces in enumerate(state.public):
            if sum(handle // NUMBERS == kind for handle in pile) + len(faces) > 1:
                chosen.append((Do.STIR, kind))
            if any(len(self._of(state, kind, holder)) > 1 for holder in holders):
                chosen.append((Do.MINGLE, kind))
        chosen += [(choice, handle) for handle in pile for choice in (Do.DRAW, Do.FLIP)]
        chosen += [(Do.PEEK, handle) for handle in things]
        chosen += [(Do.TAKE, handle) for handle in things if state.place[handle] not in (seat, PILE)]
        wholes = {Do.SERVE: seats <= len(pile), Do.PEEK_ALL: seats <= len(things), Do.PASS: pile != things}
        chosen += [(choice,) for choice, possible in {**wholes, Do.SHOWDOWN: bool(things)}.items() if possible]
        moves = [Move(data) for data in chosen]
        moves += [Move((Do.HAND,), (), ((handle, to),)) for handle in own for to in elsewhere]
        moves += [Move((Do.PLAY,), (handle,)) for handle in own]
        moves += [Move((Do.TRADE,), (own[0],), ((own[1], to),)) for to in elsewhere if len(own) > 1]
        return tuple(moves)

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        if self.asks(state) != Turn(seat) or moved.move not in self.legal_moves(state, seat, {}):
            raise IllegalMove("Nobody at the harbour may do that now.", "moves")
        self._open(state, moved.move.opens, moved.faces)

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
        match self.asks(state), answer:
            case Turn(seat), Moved(move, faces):
                self.check_move(state, seat, answer)
                if move.data[0] < Do.REST:
                    return state._replace(doing=move.data)
                return self._next(self._give(self._open(state, move.opens, faces), move.gives))
            case Open(handles), Opened(faces):
                return self._next(self._open(state, handles, faces, closed=True))
            case (Mix() | MixHands() | Deal() | Look() | Give()) as ask, _ if answer is DONE:
                return self._next(self._handled(state, ask))
            case _:
                raise IllegalMove("That is not what the harbour waits for.", "order of play")

    def _next(self, state: State) -> State:
        if state.doing and state.doing[0] == Do.START:
            return state._replace(doing=(Do.START, 1) if state.doing[1] == 0 else ())
        turn = next_staying(state.turn, len(state.scores), state.gone)
        return state._replace(doing=(), left=state.left - 1, turn=turn)

    def leave(self, state: State, seat: Seat, note: Note | None = None) -> State:
        """Its goods go to the pile. What its turn had begun is over; what another's can no longer do is too."""
        place = tuple(PILE if at == seat else at for at in state.place)
        seen = tuple(0 if at == PILE else bits & ~(1 << seat) for at, bits in zip(place, state.seen, strict=True))
        state = state._replace(place=place, seen=seen, gone=state.gone | 1 << seat)
        if state.turn == seat:
            state = state._replace(turn=next_staying(seat, len(state.scores), state.gone))
            return state if self._is_starting(state) else state._replace(doing=())
        if self._is_starting(state) or state.doing in [move.data for move in self._choices(state, state.turn)]:
            return state
        return state._replace(doing=())

    def _is_starting(self, state: State) -> bool:
        return state.doing[:1] == (Do.START,)

    def _handled(self, state: State, ask: Mix | MixHands | Deal | Look | Give) -> State:
        place, seen = list(state.place), list(state.seen)
        match ask:
            case Mix(pile, hidden, shown, into):
                public = list(state.public)
                if shown:
                    public[KINDS.index(pile)] = ()
                for handle in hidden:
                    place[handle], seen[handle] = OUT, 0
                for handle in into:
                    place[handle], seen[handle] = PILE, 0
                return state._replace(place=tuple(place), seen=tuple(seen), public=tuple(public))
            case MixHands(_, mixed):
                for seat, hidden, into in mixed:
                    for handle in hidden:
                        place[handle], seen[handle] = OUT, 0
                    for handle in into:
                        place[handle], seen[handle] = seat, 1 << seat
            case Give(things):
                return self._give(state, things)
            case Deal(hands) | Look(hands):
                for seat, handles in hands:
                    for handle in handles:
                        place[handle] = seat if isinstance(ask, Deal) else place[handle]
                        seen[handle] |= 1 << seat
        return state._replace(place=tuple(place), seen=tuple(seen))

    def _give(self, state: State, things: tuple[tuple[Handle, Place], ...]) -> State:
        place, seen = list(state.place), list(state.seen)
        for handle, to in things:
            place[handle] = to
            seen[handle] |= 0 if to == PILE else 1 << to
        return state._replace(place=tuple(place), seen=tuple(seen))

    def _open(self, state: State, handles: tuple[Handle, ...], faces: tuple[Face, ...], closed: bool = False) -> State:
        if len(handles) != len(faces):
            raise IllegalMove("Every opened thing shows one face.", "opening")
        place, seen, public, scores = list(state.place), list(state.seen), list(state.public), list(state.scores)
        for handle, face in zip(handles, faces, strict=True):
            kind = handle // NUMBERS
            if closed and face == UNOPENED:
                scores[state.turn] -= 1  # it stays where it is
                continue
            is_left = self._is_drawn_anew(state, kind) or public[kind].count(face) < FACES[kind].count(face)
            if face not in FACES[kind] or not is_left:
                raise IllegalMove("There is no such thing left to be opened.", "opening")
            place[handle], seen[handle] = OUT, 0
            public[kind] = tuple(sorted((*public[kind], face)))
            scores[state.turn] += face
        return state._replace(place=tuple(place), seen=tuple(seen), public=tuple(public), scores=tuple(scores))

    def _is_drawn_anew(self, state: State, kind: int) -> bool:
        """Flags of a colour are alike: once somebody has left, there may be more of one than there were."""
        return bool(state.gone) and self.piles[KINDS[kind]].alike

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        return tuple(handle for handle, seen in enumerate(state.seen) if seen >> seat & 1)

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        groups = []
        for kind, faces in enumerate(FACES):
            things = [handle for handle in self._in_play(state) if handle // NUMBERS == kind]
            seen = [known[handle] for handle in things if state.seen[handle] >> seat & 1]
            rest = Counter(faces) - Counter(state.public[kind]) - Counter(seen)
            hidden = tuple(handle for handle in things if not state.seen[handle] >> seat & 1)
            if self._is_drawn_anew(state, kind):
                groups += [Unseen(hidden, faces, apart=True)] if hidden else []
                continue
            groups += [Unseen(hidden, tuple(sorted(rest.elements())), apart=False)] if hidden else []
        return groups

    def unpack(self, value: Plain) -> State:
        left, turn, doing, place, seen, public, scores, away = a_tuple(value, 8)
        points = ints(scores, -1000, 10_000)
        kinds = tuple(ints(faces, 0, 6) for faces in a_tuple(public, 2))
        seats = an_int(len(points), self.seats.start, self.seats.stop - 1)
        places, sights = ints(place, OUT, seats - 1, HANDLES), ints(seen, 0, (1 << seats) - 1, HANDLES)
        turns, seat, chosen = an_int(left, 0, TURNS_MAX), an_int(turn, 0, seats - 1), ints(doing, 0, 15)
        gone = an_int(away, 0, (1 << seats) - 1)
        state = State(turns, seat, chosen, places, sights, kinds, points, gone)
        for kind, faces in enumerate(kinds):
            things = [handle for handle in self._in_play(state) if handle // NUMBERS == kind]
            known = set(faces) <= set(FACES[kind]) and list(faces) == sorted(faces)
            known = known and (self._is_drawn_anew(state, kind) or Counter(faces) <= Counter(FACES[kind]))
            if not known or len(things) + len(faces) != len(FACES[kind]):
                raise BadInput("something in the harbour is missing, or one too many.")
        for at, sight in zip(places, sights, strict=True):
            if (at == OUT and sight) or (at >= 0 and not sight >> at & 1):
                raise BadInput("whoever holds a thing has seen it.")
            if sight & gone or (at >= 0 and gone >> at & 1):
                raise BadInput("whoever has left holds and knows nothing.")
        if gone >> seat & 1 and len(staying(seats, gone)) > 1:
            raise BadInput("nobody waits for a seat that has left.")
        starts = [(Do.START, kind) for kind in range(2) if kinds[kind] == FACES[kind]]
        choices = [move.data for move in self._choices(state, seat) if move.data[0] < Do.REST]
        if chosen and (turns == 0 or chosen not in [*starts, *choices]):
            raise BadInput("nobody could have chosen that.")
        return state


HARBOUR = Harbour()

"""A table without cryptography: it answers every ask that needs no player, from one source of chance.

For the arena, for bots that think ahead and for tests: the same rules as among peers, thousands of times faster.
It trusts the game (laws.py checks a game); it never lets a seat see more than `known[seat]`.

Loops here are plain where a comprehension would be shorter: in 3.11 a comprehension is a function call, and for the two
or three things of a move it takes twice as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from .answer import DONE, UNOPENED, AllMoved, Answer, Drawn, Moved, Opened
from .ask import PILE, Chance, Deal, Give, Look, Mix, MixHands, Open, Over, Roll, Together, Turn
from .game import Draw, Game, Known, Options, State, View
from .laws import DIE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from .ask import Ask, Face, Handle, Move, Moves, Pile, Place, Seat
    from .laws import ThingPlaces
    from .record import Note

_new = tuple.__new__  # a named tuple from its fields: the class itself takes twice as long, and every move becomes one


class LocalTable(Generic[State]):
    """One game in progress. `ask` is what it waits for; `step` answers it and goes on to the next."""

    __slots__ = ("_apply", "_asks", "_legal_moves", "ask", "draw", "faces", "game", "known", "state")

    def __init__(self, game: Game[State], state: State, seats: int, draw: Draw) -> None:
        self.game = game
        self.state = state
        self.draw = draw
        self.faces: dict[Handle, Face] = {}
        self.known: tuple[dict[Handle, Face], ...] = tuple({} for _ in range(seats))
        self._asks = game.asks
        self._apply = game.apply
        self._legal_moves = game.legal_moves
        self.ask: Ask = game.asks(state)

    @classmethod
    def new(cls, game: Game[State], seats: int, options: Options, draw: Draw) -> LocalTable[State]:
        return cls(game, game.setup(seats, options), seats, draw)

    @classmethod
    def imagined(
        cls, game: Game[State], state: State, seats: int, seat: Seat, known: Known, draw: Draw
    ) -> LocalTable[State]:
        """A table that could be the true one, as far as `seat` can know: unseen faces are dealt at random."""
        table = cls(game, state, seats, draw)
        table.faces.update((handle, known[handle]) for handle in game.shown(state, seat))
        for group in game.unseen(state, seat, known):
            faces = list(group.faces)
            for handle in group.handles:
                pick = draw.below(len(faces)) if len(faces) > 1 else 0
                table.faces[handle] = faces[pick] if group.apart else faces.pop(pick)
        for other, memory in enumerate(table.known):
            memory.update((handle, table.faces[handle]) for handle in game.shown(state, other))
        return table

    def view(self, seat: Seat | None) -> View[State]:
        return View(self.state, seat, {} if seat is None else self.known[seat])

    def moves(self, seat: Seat) -> Moves:
        return self._legal_moves(self.state, seat, self.known[seat])

    def step(self, choices: Mapping[Seat, Move] | None = None, note: Note | None = None) -> Answer:
        """Answers the present ask; `choices` holds a move for every seat that must decide and no other.

        `note` gets a record of everything the rules then do.

        Raises `IllegalMove` and changes nothing where the rules refuse a choice.
        """
        ask = self.ask
        answer = _ANSWERS[type(ask)](self, ask, choices)
        self.state = state = self._apply(self.state, answer, note)
        self.ask = self._asks(state)
        if choices:
            for move in choices.values():
                if move.gives:
                    self._hand_over(move.gives)
        return answer

    def leave(self, seat: Seat, places: ThingPlaces, note: Note | None = None) -> None:
        """That seat is gone for good. The rules say what becomes of it, and piles are made anew (rules/game.py).

        `places` has followed this table (`ThingPlaces.take`) and says what lies where; it follows this too. Only tables
        at which people may leave keep one: a playout does not pay for it.
        """
        self.state = self.game.leave(self.state, seat, note)
        self.ask = self._asks(self.state)
        for handle in [handle for handle, place in places.at.items() if place == seat and places.kind[handle] == DIE]:
            del self.faces[handle]
        places.leave(seat)
        self.known[seat].clear()
        if not isinstance(self.ask, Over):
            for name, pile in self.game.piles.items():
                self._renew(pile, [handle for handle, kind in places.kind.items() if kind == name], places)

    def _renew(self, pile: Pile, handles: list[Handle], places: ThingPlaces) -> None:
        """What lies in a pile gets a new order, and new faces where nobody could find the lost ones again.

        Cards that are alike: all that are not in the open are mixed, as many as lay in the pile form it, the rest is
        set aside. Hands stay as they are.
        """
        lying = tuple(sorted(handle for handle in handles if places.at[handle] == PILE))
        if lying:
            held = [self.faces[handle] for handle in handles if places.at[handle] != PILE] if pile.alike else []
            _stir(self, lying, tuple(held), lying)

    def moved(self, move: Move) -> Moved:
        """A move with the faces it opens: what everybody sees of it."""
        if not move.opens:
            return _new(Moved, (move, ()))
        faces = []
        for handle in move.opens:
            faces.append(self.faces.get(handle, UNOPENED))  # one that names nothing is for the rules to refuse
        return _new(Moved, (move, tuple(faces)))

    def _hand_over(self, things: tuple[tuple[Handle, Place], ...]) -> None:
        """Whoever receives a thing sees it; whoever knew it still does."""
        for handle, place in things:
            if place != PILE:
                self.known[place][handle] = self.faces[handle]


def _turn(table: LocalTable[State], ask: Turn, choices: Mapping[Seat, Move] | None) -> Answer:
    assert choices is not None, "a Turn needs its seat's move"
    move = choices[ask.seat]
    opens = move.opens
    if len(opens) == 1:  # as `moved` has it
        return _new(Moved, (move, (table.faces.get(opens[0], UNOPENED),)))
    return table.moved(move) if opens else _new(Moved, (move, ()))


def _together(table: LocalTable[State], ask: Together, choices: Mapping[Seat, Move] | None) -> Answer:
    assert choices is not None, "a Together needs every seat's move"
    moves = []
    for seat in ask.seats:
        moves.append(table.moved(choices[seat]))
    return AllMoved(tuple(moves))


def _chance(table: LocalTable[State], ask: Chance, _: object) -> Answer:
    below = table.draw.below
    return Drawn(tuple([below(bound) for bound in ask.bounds]))


def _roll(table: LocalTable[State], ask: Roll, _: object) -> Answer:
    below = table.draw.below
    faces = table.faces
    for seat, handles, bounds in ask.dice:
        memory = table.known[seat]
        for handle, bound in zip(handles, bounds, strict=True):
            memory[handle] = faces[handle] = below(bound)
    return DONE


def _mix(table: LocalTable[State], ask: Mix, _: object) -> Answer:
    _stir(table, ask.hidden, ask.shown, ask.into)
    return DONE


def _mix_hands(table: LocalTable[State], ask: MixHands, _: object) -> Answer:
    faces, below = table.faces, table.draw.below
    for seat, hidden, into in ask.hands:
        memory = table.known[seat]
        things = []
        for handle in hidden:
            things.append(faces[handle])
        if hidden != into:  # a hand mostly keeps its handles, and then all its faces are written over
            for handle in hidden:
                del faces[handle], memory[handle]
            _forget(table, into)
        for other in table.known:
            if other is not memory and not other.keys().isdisjoint(hidden):
                _forget(table, hidden)
        size = len(things)
        for handle in into[::-1]:
            pick = below(size) if size > 1 else 0
            size -= 1
            memory[handle] = faces[handle] = things[pick]  # they alone still know what is where
            things[pick] = things[size]
    return DONE


def _stir(
    table: LocalTable[State], hidden: tuple[Handle, ...], shown: tuple[Face, ...], into: tuple[Handle, ...]
) -> None:
    """All these in a new order that nobody knows."""
    things = [*map(table.faces.pop, hidden), *shown]
    _forget(table, {*hidden, *into})
    below = table.draw.below
    for last in range(len(things) - 1, 0, -1):
        pick = below(last + 1)
        things[last], things[pick] = things[pick], things[last]
    table.faces.update(zip(into, things, strict=False))  # where a pile is made anew some are set aside


def _forget(table: LocalTable[State], handles: Collection[Handle]) -> None:
    """Nobody knows any more what these name."""
    for memory in table.known:
        for handle in memory.keys() & handles:
            del memory[handle]


def _show(table: LocalTable[State], ask: Deal | Look, _: object) -> Answer:
    faces = table.faces
    for seat, handles in ask.hands:
        memory = table.known[seat]
        for handle in handles:
            memory[handle] = faces[handle]
    return DONE


def _give(table: LocalTable[State], ask: Give, _: object) -> Answer:
    table._hand_over(ask.things)
    return DONE


def _open(table: LocalTable[State], ask: Open, _: object) -> Answer:
    return Opened(tuple([table.faces[handle] for handle in ask.handles]))


def _over(table: LocalTable[State], ask: Over, _: object) -> Answer:
    raise AssertionError("the game is over: nothing is asked")


_ANSWERS: Mapping[type, Callable[..., Answer]] = {
    Turn: _turn,
    Together: _together,
    Chance: _chance,
    Roll: _roll,
    Mix: _mix,
    MixHands: _mix_hands,
    Deal: _show,
    Look: _show,
    Give: _give,
    Open: _open,
    Over: _over,
}


def play_out(table: LocalTable[State], choose: Callable[[Seat, Moves], Move]) -> Over:
    """Plays to the end. Where what a seat knows leaves one legal move, nobody is asked."""
    while True:
        ask = table.ask
        if isinstance(ask, Turn):  # `match` would read nicer, and takes five times as long
            table.step({ask.seat: _pick(table, ask.seat, choose)})
        elif isinstance(ask, Together):
            table.step({seat: _pick(table, seat, choose) for seat in ask.seats})
        elif isinstance(ask, Over):
            return ask
        else:
            table.step()


def _pick(table: LocalTable[State], seat: Seat, choose: Callable[[Seat, Moves], Move]) -> Move:
    moves = table.moves(seat)
    return choose(seat, moves) if len(moves) > 1 else moves[0]

"""The laws of the table language, checked of every ask and move of a game.

A game that breaks one has a bug: these raise `AssertionError` by name, and run in tests and at the start of a session
step, never on a hot path. `Places` remembers where each hidden thing lies and who saw it, from asks and answers alone.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .answer import UNOPENED, AllMoved, Answer, Moved, Opened
from .ask import (
    PILE,
    Ask,
    Chance,
    Deal,
    Face,
    Give,
    Handle,
    Look,
    Mix,
    MixHands,
    Move,
    Open,
    Over,
    Place,
    Roll,
    Seat,
    Together,
    Turn,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .ask import Pile

DIE = ""  # stands for a pile's name where the thing is a die


class LawBroken(AssertionError):
    """A game asks for something that no table could answer."""


def _law(holds: bool, sentence: str) -> None:
    if not holds:
        raise LawBroken(sentence)


@dataclass(slots=True)
class ThingPlaces:
    """Where each hidden thing lies: a seat's hand, or `PILE`. Dice lie in their roller's hand."""

    seats: int
    piles: Mapping[str, Pile]
    at: dict[Handle, Place] = field(default_factory=dict)
    kind: dict[Handle, str] = field(default_factory=dict)  # the pile a thing belongs to; `DIE` for a die
    seen: dict[Handle, frozenset[Seat]] = field(default_factory=dict)  # who was shown it
    dice: dict[Handle, tuple[Seat, int]] = field(default_factory=dict)  # roller and bound of every handle ever rolled
    public: dict[str, Counter[Face]] = field(init=False)  # by pile: the copies whose faces lie in the open
    gone: set[Seat] = field(default_factory=set)  # who has left for good

    def __post_init__(self) -> None:
        self.public = {name: Counter(pile.faces) for name, pile in self.piles.items()}

    @property
    def present(self) -> tuple[Seat, ...]:
        """Who is at the table, ascending."""
        return tuple(seat for seat in range(self.seats) if seat not in self.gone)

    # --- asks ------------------------------------------------------------------------------------------------
    def check_ask(self, ask: Ask) -> None:
        """Raises `LawBroken` where the ask leaves nothing to do, repeats a handle or names a thing elsewhere."""
        match ask:
            case Turn(seat):
                self._check_seats((seat,))
            case Together(seats):
                self._check_seats(seats)
            case Chance(bounds):
                _law(bool(bounds) and min(bounds) >= 2, "a Chance has bounds, each at least 2")
            case Roll():
                self._check_roll(ask)
            case Mix():
                self._check_mix(ask)
            case MixHands():
                self._check_mix_hands(ask)
            case Deal(hands):
                self._check_seats([seat for seat, _ in hands])
                handles = [handle for hand in hands for handle in hand.handles]
                self._check_things(handles, PILE)
                _law(all(hand.handles for hand in hands), "every seat in a Deal gets something")
            case Look(hands):
                self._check_seats([seat for seat, _ in hands])
                self._check_things([handle for hand in hands for handle in hand.handles])
                _law(all(hand.handles for hand in hands), "every seat in a Look sees something")
                _law(
                    all(self.kind[handle] != DIE for hand in hands for handle in hand.handles), "nobody looks at a die"
                )
            case Give(things):
                self._check_things([handle for handle, _ in things])
                for handle, place in things:
                    self._check_gift(handle, self.at[handle], place)
            case Open(handles):
                self._check_things(handles)
            case Over(result):
                _law(len(result.scores) == self.seats, "the end gives every seat its points")
                self._check_order(result.winners)
                _law(not self.gone & set(result.winners), "whoever has left does not win")
                _law(len(result.sides) in (0, self.seats), "the end gives every seat its side, or none")
                if result.sides:
                    won = {result.sides[seat] for seat in result.winners}
                    losers = set(self.present) - set(result.winners)
                    _law(not won & {result.sides[seat] for seat in losers}, "a side wins as one")

    def check_move(self, seat: Seat, move: Move) -> None:
        """Raises `LawBroken` where a move opens or gives what does not lie in the mover's hand."""
        touched = (*move.opens, *(handle for handle, _ in move.gives))
        _law(len(set(touched)) == len(touched), "a move names no handle twice")
        for handle in touched:
            _law(self.at.get(handle) == seat, f"a move opens and gives the mover's own things, not {handle}")
        for handle, place in move.gives:
            self._check_gift(handle, seat, place)

    def _check_seats(self, seats: Sequence[Seat]) -> None:
        _law(bool(seats), "an ask names a seat")
        self._check_order(seats)
        _law(not self.gone & set(seats), "whoever has left is asked nothing and gets nothing")

    def _check_order(self, seats: Sequence[Seat]) -> None:
        _law(list(seats) == sorted(set(seats)), "seats ascend and stand once")
        _law(not seats or (seats[0] >= 0 and seats[-1] < self.seats), "seats are at the table")

    def _check_once(self, handles: Sequence[Handle]) -> None:
        _law(len(set(handles)) == len(handles), "no handle stands twice")
        _law(min(handles, default=0) >= 0, "a handle is never negative")

    def _check_things(self, handles: Sequence[Handle], place: Place | None = None) -> None:
        _law(bool(handles), "an ask names a thing")
        self._check_once(handles)
        for handle in handles:
            _law(handle in self.at, f"{handle} is not a hidden thing in play")
            _law(place is None or self.at[handle] == place, f"{handle} does not lie where the ask takes it from")

    def _check_gift(self, handle: Handle, owner: Place, place: Place) -> None:
        _law(owner != PILE, "only a thing in a hand can be given")
        _law(self.kind[handle] != DIE, "a die is never given")
        _law(place != owner and PILE <= place < self.seats, "a thing is given to somewhere else")
        _law(place not in self.gone, "nothing is given to whoever has left")

    def _check_roll(self, ask: Roll) -> None:
        self._check_seats([seat for seat, _, _ in ask.dice])
        self._check_once([handle for _, handles, _ in ask.dice for handle in handles])
        for seat, handles, bounds in ask.dice:
            _law(0 < len(handles) == len(bounds), "every die has a handle and a bound")
            _law(min(bounds) >= 2, "a die has two faces or more")
            for handle in handles:
                _law(self.dice.get(handle, (seat, 0))[0] == seat, "a die's handle is never another seat's")
                _law(self.kind.get(handle, DIE) == DIE, "a die takes no other thing's handle")

    def _check_mix(self, ask: Mix) -> None:
        _law(ask.pile in self.piles, f"there is no pile {ask.pile!r}")
        _law(len(ask.hidden) + len(ask.shown) == len(ask.into) >= 2, "a Mix holds two things or more")
        self._check_once(ask.into)
        self._check_once(ask.hidden)
        for handle in ask.into:
            _law(handle in ask.hidden or handle not in self.at, f"{handle} still names another hidden thing")
            _law(handle not in self.dice, f"{handle} names a die")
        _law(Counter(ask.shown) <= self.public[ask.pile], "a Mix takes copies that lie in the open")
        _law(ask.by == self.present, "a pile is mixed by everybody")
        for handle in ask.hidden:
            _law(self.at.get(handle) == PILE, f"{handle} does not lie in the pile that is mixed")
            _law(self.kind[handle] == ask.pile, f"{handle} belongs to another pile")

    def _check_mix_hands(self, ask: MixHands) -> None:
        _law(ask.pile in self.piles, f"there is no pile {ask.pile!r}")
        self._check_seats([seat for seat, _, _ in ask.hands])
        self._check_once([handle for _, _, into in ask.hands for handle in into])
        self._check_once([handle for _, hidden, _ in ask.hands for handle in hidden])
        for seat, hidden, into in ask.hands:
            _law(len(hidden) == len(into) >= 2, "a hand that is mixed holds two things or more")
            for handle in into:
                _law(handle in hidden or handle not in self.at, f"{handle} still names another hidden thing")
                _law(handle not in self.dice, f"{handle} names a die")
            for handle in hidden:
                _law(self.at.get(handle) == seat, f"{handle} does not lie in the hand that is mixed")
                _law(self.kind[handle] == ask.pile, f"{handle} belongs to another pile")

    # --- answers ---------------------------------------------------------------------------------------------
    def take(self, ask: Ask, answer: Answer) -> None:
        """Moves things as the answered ask says. Raises `LawBroken` where a move touches a thing not the mover's."""
        match ask, answer:
            case Turn(seat), Moved():
                self._take_moves([(seat, answer)])
            case Together(seats), AllMoved(moves):
                self._take_moves(list(zip(seats, moves, strict=True)))
            case Roll(dice), _:
                for seat, handles, bounds in dice:
                    self._bind(handles, seat, DIE)
                    self.dice.update((handle, (seat, bound)) for handle, bound in zip(handles, bounds, strict=True))
            case Mix(), _:
                self._drop(ask.hidden)
                self.public[ask.pile] -= Counter(ask.shown)
                self._bind(ask.into, PILE, ask.pile)
            case MixHands(pile, owners), _:
                for _, hidden, _ in owners:
                    self._drop(hidden)
                for seat, _, into in owners:
                    self._bind(into, seat, pile)
            case Deal(hands), _:
                for seat, handles in hands:
                    self.at.update((handle, seat) for handle in handles)
                    self._show(handles, seat)
            case Look(hands), _:
                for seat, handles in hands:
                    self._show(handles, seat)
            case Give(things), _:
                self._hand_over(things)
            case Open(handles), Opened(faces):
                self._reveal(handles, faces)
            case _:
                pass

    def leave(self, seat: Seat) -> None:
        """A seat is gone for good: its dice too, and its cards lie in piles. What anybody saw in a pile is void."""
        _law(seat in self.present, "only a seat at the table can leave")
        self.gone.add(seat)
        self._drop([handle for handle, place in self.at.items() if place == seat and self.kind[handle] == DIE])
        for handle, place in self.at.items():
            if place == seat:
                self.at[handle] = PILE
            self.seen[handle] = self.seen[handle] - {seat} if self.at[handle] != PILE else frozenset()

    def _take_moves(self, moves: Sequence[tuple[Seat, Moved]]) -> None:
        for seat, moved in moves:  # all are checked before any is carried out: they were made at once
            self.check_move(seat, moved.move)
            _law(UNOPENED not in moved.faces, "what a move opens is seen")
        for _, moved in moves:
            self._reveal(moved.move.opens, moved.faces)
            self._hand_over(moved.move.gives)

    def _bind(self, handles: Iterable[Handle], place: Place, kind: str) -> None:
        for handle in handles:
            self.at[handle], self.kind[handle] = place, kind
            self.seen[handle] = frozenset() if place == PILE else frozenset({place})

    def _drop(self, handles: Iterable[Handle]) -> None:
        for handle in handles:
            del self.at[handle], self.kind[handle], self.seen[handle]

    def _show(self, handles: Iterable[Handle], seat: Seat) -> None:
        for handle in handles:
            self.seen[handle] |= {seat}

    def _hand_over(self, things: Iterable[tuple[Handle, Place]]) -> None:
        for handle, place in things:
            self.at[handle] = place
            if place != PILE:
                self._show((handle,), place)

    def _reveal(self, handles: Sequence[Handle], faces: Sequence[Face]) -> None:
        _law(len(handles) == len(faces), "every opened thing shows one face")
        for handle, face in zip(handles, faces, strict=True):
            if face == UNOPENED:
                continue
            kind = self.kind[handle]
            if kind == DIE:
                _law(0 <= face < self.dice[handle][1], "an opened die shows one of its faces")
            else:
                _law(face in self.piles[kind].faces, "an opened thing shows a face of its pile")
                self.public[kind][face] += 1
            self._drop((handle,))

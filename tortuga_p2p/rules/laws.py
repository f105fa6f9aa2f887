"""The laws of the table language, checked of every ask that a game makes.

A game that breaks one has a bug: these raise `AssertionError` by name, and run in tests and at the start of a session
step, never on a hot path. `Places` remembers where each hidden thing lies, from the asks and answers alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .answer import AllMoved, Answer, Moved
from .ask import (
    PILE,
    Ask,
    Chance,
    Deal,
    Give,
    Handle,
    Look,
    Mix,
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
    from collections.abc import Mapping, Sequence

    from .ask import Pile


class LawBroken(AssertionError):
    """A game asks for something that no table could answer."""


def _law(holds: bool, sentence: str) -> None:
    if not holds:
        raise LawBroken(sentence)


@dataclass(slots=True)
class Places:
    """Where each hidden thing lies: a seat's hand, or `PILE`. Dice lie in their roller's hand."""

    seats: int
    piles: Mapping[str, Pile]
    at: dict[Handle, Place] = field(default_factory=dict)
    kind: dict[Handle, str] = field(default_factory=dict)  # the pile a thing belongs to; "" for a die

    def check_ask(self, ask: Ask) -> None:
        """Raises `LawBroken` where the ask leaves nothing to do, repeats a handle or names a thing elsewhere."""
        match ask:
            case Turn(seat):
                self._seats((seat,))
            case Together(seats):
                self._seats(seats)
            case Chance(bounds):
                _law(bool(bounds) and min(bounds) >= 2, "a Chance has bounds, each at least 2")
            case Roll(dice):
                self._seats([seat for seat, _, _ in dice])
                self._fresh([handle for _, handles, _ in dice for handle in handles])
                for _, handles, bounds in dice:
                    _law(bool(handles) and len(handles) == len(bounds), "every die has a handle and a bound")
                    _law(min(bounds) >= 2, "a die has two faces or more")
            case Mix():
                self._mix(ask)
            case Deal(hands):
                self._seats([seat for seat, _ in hands])
                self._each([handle for _, handles in hands for handle in handles], PILE)
            case Look(hands):
                self._seats([seat for seat, _ in hands])
                self._each([handle for _, handles in hands for handle in handles], None)
            case Give(things):
                self._each([handle for handle, _ in things], None)
                for handle, place in things:
                    _law(self.at[handle] != PILE, "only a thing in a hand can be given")
                    _law(place != self.at[handle], "a thing is given to somewhere else")
            case Open(handles):
                self._each(handles, None)
            case Over(result):
                _law(len(result.scores) == self.seats, "the end gives every seat its points")
                self._seats(result.winners)

    def take(self, ask: Ask, answer: Answer) -> None:
        """Moves things as the answered ask says. Raises `LawBroken` where a move touches a thing not the mover's."""
        match ask, answer:
            case Turn(seat), Moved():
                self._take_move(seat, answer)
            case Together(seats), AllMoved(moves):
                for seat, moved in zip(seats, moves, strict=True):
                    self._take_move(seat, moved)
            case Roll(dice), _:
                for seat, handles, _bounds in dice:
                    for handle in handles:
                        self.at[handle], self.kind[handle] = seat, ""
            case Mix(), _:
                for handle in ask.hidden:
                    del self.at[handle], self.kind[handle]
                place = PILE if len(ask.by) > 1 else ask.by[0]
                for handle in ask.into:
                    self.at[handle], self.kind[handle] = place, ask.pile
            case Deal(hands), _:
                self.at.update((handle, seat) for seat, handles in hands for handle in handles)
            case Give(things), _:
                self.at.update(things)
            case _:
                pass

    def check_move(self, seat: Seat, move: Move) -> None:
        """Raises `LawBroken` where a move opens or gives what does not lie in the mover's hand."""
        touched = (*move.opens, *(handle for handle, _ in move.gives))
        _law(len(set(touched)) == len(touched), "a move names no handle twice")
        for handle in touched:
            _law(self.at.get(handle) == seat, f"a move opens and gives the mover's own things, not {handle}")
        for _, place in move.gives:
            _law(place != seat and PILE <= place < self.seats, "a thing is given to somewhere else")

    def _take_move(self, seat: Seat, moved: Moved) -> None:
        self.check_move(seat, moved.move)
        _law(len(moved.faces) == len(moved.move.opens), "every opened thing shows one face")
        self.at.update(moved.move.gives)

    def _seats(self, seats: Sequence[Seat]) -> None:
        _law(bool(seats), "an ask names a seat")
        _law(list(seats) == sorted(set(seats)), "seats ascend and stand once")
        _law(seats[0] >= 0 and seats[-1] < self.seats, "seats are at the table")

    def _fresh(self, handles: Sequence[Handle]) -> None:
        _law(len(set(handles)) == len(handles) and min(handles, default=0) >= 0, "no handle stands twice")

    def _each(self, handles: Sequence[Handle], place: Place | None) -> None:
        _law(bool(handles), "an ask names a thing")
        self._fresh(handles)
        for handle in handles:
            _law(handle in self.at, f"{handle} is not a hidden thing in play")
            _law(
                place is None or self.at[handle] == place,
                f"{handle} does not lie where the ask takes it from",
            )

    def _mix(self, ask: Mix) -> None:
        pile = self.piles.get(ask.pile)
        _law(pile is not None, f"there is no pile {ask.pile!r}")
        _law(len(ask.hidden) + len(ask.shown) == len(ask.into) >= 2, "a Mix holds two things or more")
        self._fresh(ask.into)
        self._fresh(ask.hidden)
        assert pile is not None
        _law(set(ask.shown) <= set(pile.faces), "a Mix shows faces of its pile")
        if len(ask.by) > 1:
            _law(ask.by == tuple(range(self.seats)), "a pile is mixed by everybody")
            place = PILE
        else:
            self._seats(ask.by)
            _law(not ask.shown, "nothing public goes into a hand")
            place = ask.by[0]
        for handle in ask.hidden:
            _law(self.at.get(handle) == place, f"{handle} does not lie where the Mix takes it from")
            _law(self.kind.get(handle) == ask.pile, f"{handle} belongs to another pile")

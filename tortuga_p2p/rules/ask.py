"""What a game may wait for. The rules never roll, draw, deal or shuffle: they ask, and a table answers.

An ask that leaves nothing to do is never asked: lists are not empty, a `Chance` or `Roll` bound is at least 2, whatever
is mixed is two things or more, and no handle stands twice in one ask. `laws.py` checks this of every game.

Hidden things are **handles**: small integers that the game chooses and that stand in its public state. A handle
has a face only for those who were shown it. `Roll`, `Mix` and `MixHands` *bind* the handles they name to new hidden
things: what anybody knew of an earlier binding is forgotten, so a game may use the same small numbers again and again.

Whoever holds a thing has seen it: being dealt or given something shows it. An opened thing is hidden no more: its face
belongs to the state from then on, and its handle is free. A thing that was not opened (`UNOPENED`) stays where it was.
A die stays with its roller until it is opened or rolled again, and its handle is never anybody else's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Seat: TypeAlias = int  # 0-based place at the table, clockwise
Handle: TypeAlias = int  # names a hidden thing
Face: TypeAlias = int  # what is on it, once shown
Place: TypeAlias = int  # a seat, or PILE

PILE: Place = -1  # nobody's hand: the thing lies in the middle, face down


class Dice(NamedTuple):
    """One seat's private roll: die i is bound to `handles[i]` and falls on a face in [0, bounds[i])."""

    seat: Seat
    handles: tuple[Handle, ...]
    bounds: tuple[int, ...]


class Hand(NamedTuple):
    """Some handles for one seat."""

    seat: Seat
    handles: tuple[Handle, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat decides in the open."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Together:
    """Several seats decide at once, sealed: nobody sees a choice before all are made. Seats ascend."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """Public random integers, the i-th in [0, bounds[i])."""

    bounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Private dice: each owner alone sees theirs. Seats ascend."""

    dice: tuple[Dice, ...]


@dataclass(frozen=True, slots=True)
class Mix:
    """Things of a pile, hidden and public, are put into an order nobody knows, and bound to the handles `into`.

    `by` is every seat at the table: whoever did not mix would have to believe the others.
    """

    pile: str
    hidden: tuple[Handle, ...]
    shown: tuple[Face, ...]
    into: tuple[Handle, ...]
    by: tuple[Seat, ...]


class OwnMix(NamedTuple):
    """One seat's own hand, or a part of it, in a `MixHands`: `hidden` is put into a new order and bound to `into`."""

    seat: Seat
    hidden: tuple[Handle, ...]
    into: tuple[Handle, ...]


@dataclass(frozen=True, slots=True)
class MixHands:
    """Several seats mix their own hands at once, each alone and unseen by the others. Seats ascend.

    At a real table a hand has no order: before a card leaves a hand face down, its owner has mixed it.
    """

    pile: str
    hands: tuple[OwnMix, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """From a pile into hands; each seat alone sees what it gets. Seats ascend."""

    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """Each seat sees these things, wherever they lie; nothing moves. Seats ascend."""

    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class Give:
    """Hidden things leave their owners' hands, each to a pile or to another seat, who alone sees what it gets."""

    things: tuple[tuple[Handle, Place], ...]


@dataclass(frozen=True, slots=True)
class Open:
    """Everyone sees these things, wherever they lie; they are hidden no more."""

    handles: tuple[Handle, ...]


class Result(NamedTuple):
    """How a game ended: points by seat, and the seats that share the victory (ascending; none: nobody won).

    `sides` gives every seat the number of its side where several win and lose as one, -1 to one that has none. Empty:
    each plays for itself.
    """

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    sides: tuple[int, ...] = ()

    @property
    def shares(self) -> int:
        """Among how many the victory is shared: a side that wins as one has one victory, however many it is."""
        return len({self.sides[seat] for seat in self.winners}) if self.sides else len(self.winners)


@dataclass(frozen=True, slots=True)
class Over:
    """The end."""

    result: Result


Ask: TypeAlias = Turn | Together | Chance | Roll | Mix | MixHands | Deal | Look | Give | Open | Over


class Pile(NamedTuple):
    """The hidden things of one kind: the face of every physical copy.

    `alike`: equal faces can never be told apart. Otherwise whoever is shown a thing could tell two equal ones apart
    (and lost copies can be found again): protocol/hidden.md.
    """

    faces: tuple[Face, ...]
    alike: bool


class Unseen(NamedTuple):
    """Handles that a seat cannot tell apart, and the faces they share: what a bot may imagine.

    `apart`: each handle has one of `faces` by itself, as dice do. Otherwise there are as many faces as handles, and
    they are dealt out among them.
    """

    handles: tuple[Handle, ...]
    faces: tuple[Face, ...]
    apart: bool


class Move(NamedTuple):
    """What a seat decides: the game's own small integers, and what the mover shows or hands over with it.

    `opens` are things of the mover's own that everybody sees with this move; `gives` are things that go to a pile or to
    another seat, as in `Give`. One message among peers, checked as one.
    """

    data: tuple[int, ...]
    opens: tuple[Handle, ...] = ()
    gives: tuple[tuple[Handle, Place], ...] = ()


Moves: TypeAlias = Sequence[Move]


def deciders(ask: Ask) -> tuple[Seat, ...]:
    """The seats that must decide something now."""
    if isinstance(ask, Turn):
        return (ask.seat,)
    return ask.seats if isinstance(ask, Together) else ()

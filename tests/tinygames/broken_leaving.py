"""The tiny games, each with one thing wrong about somebody who leaves. As in `broken.py`, for three at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.tinygames.broken import asking, broken
from tests.tinygames.harbour import Do, Harbour
from tests.tinygames.mutiny import Mutiny
from tests.tinygames.race import Race, State
from tests.tinygames.screens import Screens
from tortuga_p2p.rules.ask import PILE, Chance, Mix, Move, Over, Result
from tortuga_p2p.rules.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable


def leaving(leave: Callable[..., Any], base: type = Race) -> Any:
    """The game with another thing done when somebody leaves."""
    return broken(base, leave=lambda self, state, seat, note=None: leave(self, state, seat, note))


class Scribbling(Race):
    """Writes on the state that somebody leaves."""

    def __init__(self) -> None:
        self.marked: set[State] = set()

    def pack(self, state: State) -> Any:
        return state._replace(turns=state.turns + 1) if state in self.marked else state

    def leave(self, state: State, seat: int, note: Any = None) -> State:
        after = super().leave(state, seat)
        self.marked.add(state)
        return after


class Wavering(Race):
    """Makes something else of every third departure."""

    def __init__(self) -> None:
        self.asked = 0

    def leave(self, state: State, seat: int, note: Any = None) -> State:
        self.asked += 1
        return super().leave(state, seat)._replace(pot=self.asked // 3)


def _knowing_for_ever(self: Any, state: Any, seat: int, note: Any) -> Any:
    """Whoever was first at the table still knows what lies in the pile."""
    after = Harbour.leave(self, state, seat, note)
    seen = [sight | (at == PILE and not after.gone & 1) for at, sight in zip(after.place, after.seen, strict=True)]
    return after._replace(seen=tuple(map(int, seen)))


def _noting_something_else(self: Any, state: Any, seat: int, note: Any) -> Any:
    if note:
        note(Record("went", seat))
    return Race.leave(self, state, seat)


def _told_to_the_gone(self: Any, state: Any, seat: int) -> tuple[int, ...]:
    return Harbour._at(self, state, PILE) if state.gone >> seat & 1 else Harbour.shown(self, state, seat)


def _fewer_cheers(self: Any, state: Any, seat: int, known: Any) -> Any:
    return Screens.legal_moves(self, state, seat, known)[: 1 if state.gone else None]


def _generous(self: Any, state: Any, seat: int, known: Any) -> Any:
    """Lets people hand their goods to a seat that is empty, and do nothing else with them."""
    moves, gone = Harbour.legal_moves(self, state, seat, known), [s for s in range(3) if state.gone >> s & 1]
    gifts = tuple(Move((Do.HAND,), (), ((handle, to),)) for handle in Harbour._at(self, state, seat) for to in gone)
    return gifts or moves


def _mixed_by_all(state: Any, ask: Any) -> Any:
    return Mix(ask.pile, ask.hidden, ask.shown, ask.into, (0, 1, 2)) if isinstance(ask, Mix) and state.gone else None


def _over(state: Any, ask: Any) -> bool:
    return bool(state.gone) and isinstance(ask, Over)


BROKEN_LEAVING: tuple[tuple[str, Any], ...] = (
    ("whoever notes anything notes that a seat left", leaving(_noting_something_else)),
    ("leave leaves the state it was given as it was", Scribbling()),
    (
        "leave does the same where somebody reads",
        leaving(lambda self, s, seat, note: Race.leave(self, s, seat)._replace(pot=7 if note else 8)),
    ),
    ("leave gives the same state every time", Wavering()),
    (
        "a departed state survives packing",
        broken(Race, unpack=lambda self, value: Race.unpack(self, value)._replace(gone=0)),
    ),
    ("whoever has left is asked nothing", leaving(lambda self, s, seat, note: s)),
    ("a pile is mixed by everybody", asking(_mixed_by_all, Mutiny)),
    ("nothing is given to whoever has left", broken(Harbour, legal_moves=_generous)),
    (
        "whoever has left does not win",
        asking(lambda s, ask: Over(Result(s.scores, (0, 1, 2))) if _over(s, ask) else None),
    ),
    (
        "the game is over where fewer than two stay",
        asking(lambda s, ask: Chance((2,)) if s.gone.bit_count() > 1 and _over(s, ask) else None),
    ),
    (
        "of two who leave it does not matter who is first",
        leaving(lambda self, s, seat, note: Race.leave(self, s, seat)._replace(pot=seat)),
    ),
    ("what others have sealed stands when somebody leaves", broken(Screens, legal_moves=_fewer_cheers)),
    ("has left and knows nothing", broken(Harbour, shown=_told_to_the_gone)),
    ("shown: seat 0 was never shown", leaving(_knowing_for_ever, Harbour)),
)

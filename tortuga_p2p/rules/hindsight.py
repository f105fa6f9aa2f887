"""Who knew what, and when: the knowledge that belongs to a moment of a game, for whoever looks back at it. Pure.

A handle means something only at its moment: a later `Roll` or `Mix` binds it to another thing. So an old state is never
shown with the knowledge of today, and what happened is told with what its reader knew then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .answer import UNOPENED, AllMoved, Left, Moved, Opened
from .ask import Mix, MixHands, Open, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .answer import Answer, Told
    from .ask import Ask, Face, Handle, Seat
    from .game import Game, Known


class Moment(NamedTuple):
    """One answer of a game, with what the reader's seat knew before and after it."""

    before: Any
    answer: Told
    after: Any
    knew: Known
    known: Known


def known_while(ask: Ask, before: Known, after: Known) -> Known:
    """What a seat may use to read what the answer to an ask did: what it knew until then, and what it was shown."""
    return after if isinstance(ask, Roll | Mix | MixHands) else {**before, **after}


class Hindsight:
    """What seats knew at every moment, as far as the public course of a game shows it afterwards.

    Whoever was shown a thing knew its face; which one it was is public once the thing is opened. A thing that never was
    stays hidden. `add` every answer in its order, then ask for a moment: 0 is the state before the first answer.
    """

    def __init__(self, game: Game[Any], start: Any) -> None:
        self._game = game
        self._states = [start]
        self._bound: dict[Handle, int] = {}  # the thing that each handle names now
        self._moments: list[dict[Handle, int]] = [{}]
        self._faces: dict[int, Face] = {}  # of things that were opened
        self._things = 0

    def add(self, ask: Ask, answer: Told, after: Any) -> None:
        if isinstance(answer, Left):
            self._renew(answer, after)
            return
        for handle, face in opened(ask, answer):
            thing = self._bound.pop(handle, None)
            if thing is not None:
                self._faces[thing] = face
        for handle in _unbound(ask):
            self._bound.pop(handle, None)
        for handle in _bound(ask):
            self._things += 1
            self._bound[handle] = self._things
        self._states.append(after)
        self._moments.append(dict(self._bound))

    def _renew(self, left: Left, after: Any) -> None:
        """Piles are made anew: what nobody who stays was shown, or what is void since, is another thing from now on."""
        seen = {handle for seat in left.stay for handle in self._game.shown(after, seat)}
        for handle in [handle for handle in self._bound if handle not in seen]:
            self._things += 1
            self._bound[handle] = self._things
        self._states.append(after)
        self._moments.append(dict(self._bound))

    def known(self, moment: int, seat: Seat) -> dict[Handle, Face]:
        """What that seat surely knew then. Never more than it was shown."""
        bound = self._moments[moment]
        shown = self._game.shown(self._states[moment], seat)
        return {handle: self._faces[bound[handle]] for handle in shown if bound.get(handle) in self._faces}


def opened(ask: Ask, answer: Answer) -> Iterator[tuple[Handle, Face]]:
    """The things that an answer opened for everybody, with their faces."""
    match ask, answer:
        case _, Moved(move, faces):
            yield from zip(move.opens, faces, strict=True)
        case _, AllMoved(moves):
            for move, faces in moves:
                yield from zip(move.opens, faces, strict=True)
        case Open(handles), Opened(faces):
            yield from ((handle, face) for handle, face in zip(handles, faces, strict=True) if face != UNOPENED)


def _unbound(ask: Ask) -> tuple[Handle, ...]:
    """Handles that name nothing from now on, unless they are bound anew."""
    match ask:
        case Mix(hidden=hidden):
            return hidden
        case MixHands(hands=hands):
            return tuple(handle for hand in hands for handle in hand.hidden)
    return ()


def _bound(ask: Ask) -> tuple[Handle, ...]:
    """Handles that name a new thing from now on."""
    match ask:
        case Roll(dice):
            return tuple(handle for one in dice for handle in one.handles)
        case Mix(into=into):
            return into
        case MixHands(hands=hands):
            return tuple(handle for hand in hands for handle in hand.into)
    return ()

"""A game whose parts lie in the rooms of its folder: each is loaded when it is wanted, so that a playout pays for none.

The class stands in `game.py` and has the state machine; the rest is found by name:

| room | what |
|---|---|
| `rules/packing.py` | `unpack` |
| `rules/leaving.py` | `leave` |
| `notation.py` | `move_text`, `read_move`, `position_text`, `read_position` |
| `decisions.py` | `decision`, and `rehearse` where the usual one does not do |
| `words` | `WORDS` |
| `screen` | `SCREEN`, a class |
| `bots` | `BOTS`, `ROSTER` |
| `claims` | `claims`, `claimed` |
| `lesson` | `LESSON` |
| `fortune` | `luck` |
| `progress` | `progress` |
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from .game import Game, State

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .answer import Answer
    from .ask import Move, Seat
    from .decision import Decision
    from .game import Bot, Known, View
    from .lesson import Lesson
    from .luck import Luck
    from .plain import Plain
    from .record import Note, Record
    from .roster import Roster
    from .screen import GameScreen
    from .words import Words


class FolderGame(Game[State]):
    """What has a default in `Game` may be missing from the folder."""

    def _part(self, room: str, name: str) -> Any:
        """That part of the folder; `None` where it has no such room, or the room no such part."""
        found = _rooms.get((type(self), room))
        if found is None:
            package = type(self).__module__.rpartition(".")[0]
            there = find_spec(f"{package}.{room}") is not None
            found = _rooms[type(self), room] = import_module(f"{package}.{room}") if there else self
        return None if found is self else getattr(found, name, None)

    def pack(self, state: State) -> Plain:
        return state  # type: ignore[return-value]  # a state made of named tuples is plain

    def unpack(self, value: Plain) -> State:
        found: State = self._part("rules.packing", "unpack")(value)
        return found

    def move_text(self, move: Move) -> str:
        return str(self._part("notation", "move_text")(move))

    def read_move(self, state: State, seat: Seat, text: str) -> Move:
        found: Move = self._part("notation", "read_move")(state, seat, text)
        return found

    def position_text(self, state: State) -> str:
        return str(self._part("notation", "position_text")(state))

    def read_position(self, text: str) -> State:
        found: State = self._part("notation", "read_position")(text)
        return found

    def leave(self, state: State, seat: Seat, note: Note | None = None) -> State:
        found: State = self._part("rules.leaving", "leave")(state, seat, note)
        return found

    def decision(self, view: View[State]) -> Decision | None:
        part = self._part("decisions", "decision")
        found: Decision | None = super().decision(view) if part is None else part(view)
        return found

    def rehearse(self, view: View[State], move: Move, note: Note) -> None:
        """A game's own gives `True`, or nothing, where it has noted it all; `False` for what the usual one does."""
        part = self._part("decisions", "rehearse")
        if part is None or part(view, move, note) is False:
            super().rehearse(view, move, note)

    def claims(self, view: View[State]) -> Decision | None:
        part = self._part("claims", "claims")
        found: Decision | None = None if part is None else part(view)
        return found

    def sayings(self, view: View[State]) -> Sequence[tuple[int, ...]]:
        part = self._part("claims", "sayings")
        found: Sequence[tuple[int, ...]] = () if part is None else part(view)
        return found

    def claimed(self, state: State, seat: Seat, data: tuple[int, ...]) -> Record | None:
        part = self._part("claims", "claimed")
        found: Record | None = None if part is None else part(state, seat, data)
        return found

    def words(self) -> Words:
        found: Words = self._part("words", "WORDS") or super().words()
        return found

    def screen(self) -> GameScreen[State]:
        part = self._part("screen", "SCREEN")
        found: GameScreen[State] = super().screen() if part is None else part(self)
        return found

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        found: Mapping[str, Callable[[], Bot]] = self._part("bots", "BOTS") or super().bots()
        return found

    def roster(self) -> Roster:
        found: Roster = self._part("bots", "ROSTER") or super().roster()
        return found

    def lesson(self) -> Lesson:
        found: Lesson = self._part("lesson", "LESSON") or super().lesson()
        return found

    def luck(self, before: State, answer: Answer, after: State, faces: Known) -> Sequence[Luck]:
        part = self._part("fortune", "luck")
        found: Sequence[Luck] = () if part is None else part(before, answer, after, faces)
        return found

    def progress(self, state: State) -> tuple[int, ...]:
        part = self._part("progress", "progress")
        found: tuple[int, ...] = super().progress(state) if part is None else part(state)
        return found


_rooms: dict[tuple[type, str], Any] = {}

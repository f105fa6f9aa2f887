"""The person at this seat as a player: a question waits here until somebody seals an answer to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...node.node_message import Lobby
    from ...node.player import Question
    from ...rules.ask import Move, Result


class ScreenPlayer:
    """Whoever sits before the screen. The screen reads `question` and calls `seal`."""

    def __init__(self, notify: Callable[[], None] = lambda: None) -> None:
        self.question: Question | None = None
        self.notify = notify
        self.invited: Lobby | None = None  # a table at which we have not yet agreed to sit down
        self.is_asked_again = False  # other people gather than those with whom we had agreed to sit down
        self._password = ""
        self._agreed = trio.Event()
        self._sealed = trio.Event()
        self._move: Move | None = None

    async def consent(self, lobby: Lobby) -> str:
        """Waits until somebody has seen who sits there, and wants to sit down too."""
        self.is_asked_again = self._agreed.is_set()
        self.invited, self._agreed = lobby, trio.Event()
        self.notify()
        try:
            await self._agreed.wait()
        finally:
            self.invited = None
        return self._password

    def agree(self, password: str) -> None:
        self._password = password
        self._agreed.set()

    async def choose(self, question: Question) -> Move:
        self.question, self._move, self._sealed = question, None, trio.Event()
        self.notify()
        try:
            await self._sealed.wait()
        finally:
            if self.question is question:  # withdrawn, not answered
                self.question = None
            self.notify()
        assert self._move is not None
        return self._move

    def seal(self, step: int, move: Move) -> bool:
        """Answers the question of that step, and no other: a key that comes late answers nothing."""
        if self.question is None or self.question.step != step:
            return False
        self.question, self._move = None, move
        self._sealed.set()
        return True

    async def finish(self, result: Result | None, sentence: str) -> None:
        self.notify()

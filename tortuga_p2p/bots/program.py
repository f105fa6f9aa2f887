"""A bot that is another program, in any language: lines in, lines out, as chess engines do it.

    > tortuga-bot 1
    < id Parrot 0.3            any number of lines that begin with id, name or info
    < ready
    > game yourgame 4 2        its name, the number of seats, the seat you have
    > position yourgame/1 phase=play ...
    > known 10=5 11=0          faces that only your seat was shown
    > move take AC             every legal move, a line each
    > move take A
    > go
    < info thinking hard       as often as you like, within reason (limits.py)
    < best take AC             one of the moves
    > quit

Lines that either side does not know are passed over. The program sees what its seat sees and nothing else. One that
dies, says nonsense, thinks too long or talks without end is at fault itself: the game is saved, and a sentence says
what happened.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from ..errors import BadInput
from ..limits import PROGRAM_REPLY_S, PROGRAM_START_S
from ..text import _
from .dialogue import Dialogue, Failed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..rules.ask import Move, Moves
    from ..rules.game import Draw, Game, View

GREETING = "tortuga-bot 1"


class Program:
    """Starts its program at the first question; `name` is the command."""

    def __init__(self, game: Game[Any], seats: int, command: str) -> None:
        self.name = command
        self._game = game
        self._seats = seats
        try:
            self._words = shlex.split(command)
        except ValueError as fault:
            raise BadInput(
                _("the command of the bot program cannot be read: {fault}: {command!r}.", fault=fault, command=command)
            ) from None
        if not self._words:
            raise BadInput(_("a bot that is a program needs a command: program:COMMAND."))
        self._dialogue: Dialogue | None = None

    def choose(self, view: View[Any], moves: Moves, draw: Draw) -> Move:
        texts = {self._game.move_text(move): move for move in moves}
        try:
            best = self._ask(view, texts)
            if best not in texts:
                raise Failed(f"wants to play {best[:60]!r}, which is none of the moves it was offered")
        except Failed as fault:
            if self._dialogue is not None:
                self._dialogue.end()
            raise BadInput(_("the bot program {name!r} {fault}.", name=self.name, fault=fault)) from None
        return texts[best]

    def close(self) -> None:
        """Says quit and lets the program end; it is ended if it does not."""
        if self._dialogue is not None:
            self._dialogue.close("quit\n", PROGRAM_START_S)
            self._dialogue = None

    def _ask(self, view: View[Any], texts: Iterable[str]) -> str:
        assert view.seat is not None
        known = " ".join(f"{handle}={face}" for handle, face in sorted(view.known.items()))
        lines = [
            f"game {self._game.name} {self._seats} {view.seat}",
            f"position {self._game.position_text(view.state)}",
            f"known {known}".rstrip(),
            *(f"move {text}" for text in texts),
            "go",
        ]
        dialogue = self._start()
        dialogue.forget()  # a second answer to the last question is none to this one
        dialogue.say("".join(f"{line}\n" for line in lines))
        return dialogue.hear("best", PROGRAM_REPLY_S)

    def _start(self) -> Dialogue:
        if self._dialogue is None:
            try:
                self._dialogue = Dialogue(self._words)
            except OSError as fault:
                raise BadInput(
                    _(
                        "the bot program {words!r} cannot be started: {strerror}.",
                        words=self._words[0],
                        strerror=fault.strerror,
                    )
                ) from None
            self._dialogue.say(f"{GREETING}\n")
            self._dialogue.hear("ready", PROGRAM_START_S)
        return self._dialogue

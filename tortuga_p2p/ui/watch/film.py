"""A game of bots as a film: it grows while they play, and every moment of it stays.

Nothing is proved here, for nobody could gain anything: one program plays all seats. What each seat knows is kept beside
every state, so that one may look through its eyes; a spectator sees no more than at any table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...bots.advice import advise
from ...bots.playing import steps
from ...rules.answer import AllMoved, Moved
from ...rules.ask import Over, deciders
from ...rules.game import View
from ...rules.hindsight import known_while
from ...rules.telling import told as words_for
from ...rules.words import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...bots.match import Match
    from ...bots.playing import BotStep
    from ...rules.answer import Answer
    from ...rules.ask import Move, Result, Seat
    from ...rules.game import Game, Known


class Opinion(NamedTuple):
    """One decision, and what the bot that advises in this game thinks of it."""

    seat: Seat
    choices: int  # how many moves were legal
    advised: Move | None  # what the adviser would have done; `None`: nobody asked, it was the adviser's own
    agrees: bool


class BotFrame(NamedTuple):
    """One thing that happened, the state after it, and what every seat knew then."""

    state: Any
    round: int  # 0 for a game that counts none
    step: BotStep[Any] | None  # `None` for the table before anything happened
    known: tuple[Known, ...]
    opinions: tuple[Opinion, ...] = ()


class BotFilm:
    """One game of a match. `go_on` plays a step of it, which may take a while: for a thread."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.number = number
        self.table, players = match.sit_down(number, match.bots())
        self.names: tuple[str, ...] = tuple(player.name for player in players)
        self.frames: list[BotFrame] = []
        self.rounds: list[int] = []  # the frame where each round begins
        self._bots = [player.bot.name for player in players]
        self._adviser = self.game.roster().adviser
        self._is_advised = self._adviser in self.game.bots()  # others may think for minutes
        self._going: Iterator[BotStep[Any]] = steps(self.table, players)
        self._add(None)

    @property
    def game(self) -> Game[Any]:
        return self.match.game

    @property
    def is_all(self) -> bool:
        return isinstance(self.table.ask, Over)

    @property
    def result(self) -> Result | None:
        return self.table.ask.result if isinstance(self.table.ask, Over) else None

    def go_on(self) -> None:
        """One step more; `BadInput` from a bot that is a program and fails."""
        step = next(self._going, None)
        if step is not None:
            self._add(step, self._opinions(step))

    def _add(self, step: BotStep[Any] | None, opinions: tuple[Opinion, ...] = ()) -> None:
        state = self.table.state
        known = tuple(dict(one) for one in self.table.known)
        frame = BotFrame(state, self.game.round_of(state), step, known, opinions)
        if not self.frames or frame.round > self.frames[-1].round:
            self.rounds.append(len(self.frames))
        self.frames.append(frame)

    def _opinions(self, step: BotStep[Any]) -> tuple[Opinion, ...]:
        game, found = self.game, []
        for seat, move in _moves(game, step.before, step.answer):
            view = View(step.before, seat, self.frames[-1].known[seat])
            legal = game.legal_moves(step.before, seat, view.known)
            if len(legal) < 2:
                continue
            advised = None
            if self._is_advised and self._bots[seat] != self._adviser:
                advised = advise(game, view, legal, len(self.names), len(self.frames)).move
            found.append(Opinion(seat, len(legal), advised, advised in (None, move)))
        return tuple(found)

    # --- how it looks and reads ------------------------------------------------------------------------------------

    def known(self, number: int, seat: Seat | None) -> Known:
        return {} if seat is None else self.frames[number].known[seat]

    def view(self, number: int, seat: Seat | None) -> View[Any]:
        return View(self.frames[number].state, seat, self.known(number, seat))

    def called(self, number: int) -> tuple[str, ...]:
        """Their names: bots play for nobody but themselves."""
        return self.names

    def told(self, number: int, seat: Seat | None) -> tuple[str, ...]:
        step = self.frames[number].step
        if step is None:
            return ()
        known = known_while(self.game.asks(step.before), self.known(number - 1, seat), self.known(number, seat))
        return words_for(self.game, *step, Reader(seat, known, self.names))


def _moves(game: Game[Any], before: Any, answer: Answer) -> list[tuple[Seat, Move]]:
    """Who decided what in this answer."""
    seats = deciders(game.asks(before))
    match answer:
        case Moved(move):
            return [(seats[0], move)]
        case AllMoved(moves):
            return [(seat, moved.move) for seat, moved in zip(seats, moves, strict=True)]
    return []

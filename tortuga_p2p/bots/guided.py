"""A lesson at a local table: the learner's seat is asked, the others are bots, and chance is the lesson's own.

The same lesson begins the same way every time. Nothing else has to be kept to leave one and go on later: the learner's
moves so far, played again, lead to the same place with the same ideas read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BadInput
from ..rules.ask import Over, deciders
from ..rules.decision import only_move
from ..rules.lesson import Idea, Lesson, idea_beside, ideas_after
from ..rules.local_table import LocalTable
from ..rules.telling import decision_of
from .chance import SeededDraw
from .playing import SeatedBot, decision
from .registry import make

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..rules.answer import Answer
    from ..rules.ask import Move
    from ..rules.game import Game
    from ..rules.record import Record


class GuidedStep(NamedTuple):
    """One answer, what the rules did with it, and what the learner reads of the lesson after it."""

    before: Any
    answer: Answer
    after: Any
    records: tuple[Record, ...]
    ideas: tuple[Idea, ...]


class GuidedGame:
    """A lesson in progress."""

    def __init__(self, game: Game[Any], lesson: Lesson | None = None) -> None:
        self.game = game
        self.lesson = lesson or game.lesson()
        seats, seed = self.lesson.seats, self.lesson.seed
        self.table = LocalTable.new(game, seats, self.lesson.options, SeededDraw(seed, "table"))
        self.read: list[Idea] = []
        chairs = [seat for seat in range(seats) if seat != self.lesson.seat]
        self._bots = {
            seat: SeatedBot(name, make(game, seats, name), SeededDraw(seed, "bot", seat))
            for seat, name in zip(chairs, self.lesson.opponents, strict=True)
        }
        if self.lesson.begins > 1:
            self._sail_ahead()

    def _sail_ahead(self) -> None:
        """Plays on by itself until the round in which the learner takes over."""
        seat = self.lesson.seat
        bots = {**self._bots, seat: _helmsman(self.game, self.lesson)}
        while not self.is_over and self.game.round_of(self.table.state) < self.lesson.begins:
            chosen = {one: decision(self.table, one, bots[one])[1] for one in deciders(self.table.ask)}
            self.table.step(chosen)

    @property
    def is_over(self) -> bool:
        return isinstance(self.table.ask, Over)

    @property
    def is_asked(self) -> bool:
        """Whether the learner has to decide something. Where there is nothing to choose nobody is bothered."""
        return self.lesson.seat in deciders(self.table.ask) and self._settled() is None

    def _settled(self) -> Move | None:
        """The learner's move where a table would not ask either: the only one, one of equals, or what all would do."""
        seat, moves = self.lesson.seat, self.table.moves(self.lesson.seat)
        if len(moves) == 1:
            return moves[0]
        if (standing := self.game.standing(self.table.state, seat)) is not None:
            return standing.no
        view = self.table.view(seat)
        move = only_move(decision_of(self.game, view, moves), view)
        return move if move in moves else None

    def go_on(self) -> Iterator[GuidedStep]:
        """Everything that happens until the learner is asked, or the game is over."""
        while not self.is_over and not self.is_asked:
            yield self._step(None)

    def choose(self, move: Move) -> GuidedStep:
        """The learner's move. `IllegalMove` where it is none, and nothing has happened."""
        return self._step(move)

    def idea(self) -> Idea | None:
        """What to read beside the open question; it stays the same until the learner has decided."""
        view = self.table.view(self.lesson.seat)
        return idea_beside(self.lesson, decision_of(self.game, view).name, view, self.read)

    def suggestion(self) -> Move | None:
        """What the open idea suggests, while that is legal."""
        idea, seat = self.idea(), self.lesson.seat
        if idea is None or not idea.suggests:
            return None
        try:
            move = self.game.read_move(self.table.state, seat, idea.suggests)
        except BadInput:  # it names what is not there in this game
            return None
        return move if move in self.table.moves(seat) else None

    def _step(self, move: Move | None) -> GuidedStep:
        table, before, happened = self.table, self.table.state, list[Any]()
        beside = self.idea() if move is not None else None
        choices = {}
        for seat in deciders(table.ask):
            if seat == self.lesson.seat:
                settled = self._settled() if move is None else move
                assert settled is not None  # nobody goes on past a question
                choices[seat] = settled
            else:
                _said, choices[seat] = decision(table, seat, self._bots[seat])
        answer = table.step(choices, happened.append)
        self.read += [] if beside is None else [beside]
        ideas = ideas_after(self.lesson, happened, table.view(self.lesson.seat), self.read)
        self.read += ideas
        return GuidedStep(before, answer, table.state, tuple(happened), ideas)


def _helmsman(game: Game[Any], lesson: Lesson) -> SeatedBot:
    """Who sits on the learner's chair before the learner does."""
    name = game.roster().adviser
    return SeatedBot(name, make(game, lesson.seats, name), SeededDraw(lesson.seed, "helm"))

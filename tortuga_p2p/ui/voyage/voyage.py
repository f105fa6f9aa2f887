"""A guided game as its learner goes through it: pages of what happened, then a question with an idea beside it.

The same for a screen and for lines. Nothing but the learner's moves is kept: played again, they lead to the same place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...bots.advice import Advice, advise
from ...bots.guided import GuidedGame
from ...errors import BadInput, IllegalMove
from ...node.bot_processes import PIRATES
from ...node.player import Question
from ...rules.answer import Moved
from ...rules.hindsight import known_while
from ...rules.telling import chapter_of, told
from ...rules.words import Reader
from ...text import _
from ..rules_text import chapters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...rules.ask import Move
    from ...rules.game import Game, View
    from ...rules.lesson import Idea, Lesson

SENTENCES_MAX: Final = 4  # of a page that nothing else ends: more than that nobody keeps in mind


class VoyagePage(NamedTuple):
    """Something to read before going on: what happened, what it means, and the table as it then was."""

    view: View[Any]
    sentences: tuple[str, ...]
    ideas: tuple[str, ...] = ()
    learnt: int = 0  # how many of these are ideas of the lesson: they count once the page is turned
    is_seen: bool = False  # nothing but what the learner has just decided, and saw before


class Voyage:
    """One lesson in progress. `keep` is given the learner's moves in their notation whenever there is one more."""

    def __init__(
        self, game: Game[Any], name: str, made: Sequence[str] = (), keep: Callable[[Sequence[str]], None] | None = None
    ) -> None:
        self.game = game
        self._name = name
        self._keep = keep
        self._begin()
        self._sail(made)

    def _begin(self) -> None:
        self.guided = GuidedGame(self.game)
        self.moves: list[str] = []
        self.pages: list[VoyagePage] = []
        self._chapters: set[str] = set()  # read beside a question, where the lesson has no idea for it
        self._beside = ""
        lesson = self.lesson
        others = (pirate for pirate in PIRATES if pirate != self._name)
        self.names = tuple(self._name if seat == lesson.seat else next(others) for seat in range(lesson.seats))
        view = self.guided.table.view(lesson.seat)
        # A page for each paragraph: so there is room for the whole board beside it at 80x24.
        self.pages += [VoyagePage(view, (), (_(paragraph),)) for paragraph in lesson.welcome]

    def _sail(self, made: Sequence[str]) -> None:
        """To the question behind these moves; as far as they still can be made, where the lesson is another by now."""
        self._go_on()
        for text in made:
            move = self._read(text)
            if move is None:
                break
            self.pages.clear()
            self._choose(move)

    def _read(self, text: str) -> Move | None:
        if self.is_over:
            return None
        table, seat = self.guided.table, self.lesson.seat
        try:
            move = self.game.read_move(table.state, seat, text)
        except (BadInput, IllegalMove):
            return None
        return move if move in table.moves(seat) else None

    # --- where it stands ---------------------------------------------------------------------------------------

    @property
    def lesson(self) -> Lesson:
        return self.guided.lesson

    @property
    def is_over(self) -> bool:
        return self.guided.is_over

    @property
    def progress(self) -> tuple[int, int]:
        """How many ideas were read, and how many there are. What lies on a page still to be turned was not read."""
        return len(self.guided.read) - sum(page.learnt for page in self.pages), self.lesson.ideas

    @property
    def waits(self) -> str:
        """How to go on with it, for whoever leaves; empty where it has come to its end."""
        if self.is_over:
            return ""
        return _("The voyage waits for you: tortuga learn {game}", game=self.game.name)

    @property
    def view(self) -> View[Any]:
        return self.guided.table.view(self.lesson.seat)

    @property
    def reader(self) -> Reader:
        return Reader(self.lesson.seat, self.view.known, self.names)

    def question(self) -> Question | None:
        """What the learner has to decide; a new one after each decision."""
        if self.is_over:
            return None
        seat = self.lesson.seat
        return Question(self.game, self.view, self.guided.table.moves(seat), self.names, len(self.moves))

    def beside(self) -> str:
        """What to read beside the question, the same until it is answered; empty where nothing is new about it."""
        return self._beside

    def _idea(self) -> str:
        if self.is_over:
            return ""
        idea: Idea | None = self.guided.idea()
        if idea is not None:
            return _(idea.text)
        name = "" if self.lesson.asked else chapter_of(self.game, self.view)
        chapter = chapters(self.game.name).get(name)
        if chapter is None or name in self._chapters:
            return ""
        self._chapters.add(name)
        return next((block for block in chapter.blocks if block), "")

    # --- going on ----------------------------------------------------------------------------------------------

    def suggestion(self) -> Move | None:
        return self.guided.suggestion()

    def advice(self) -> Advice:
        """What the lesson suggests here, or else what a good bot would do. May take a while: for a thread."""
        move = self.guided.suggestion()
        question = self.question()
        assert question is not None
        return advise(*question.for_advice) if move is None else Advice("", move)

    def choose(self, move: Move) -> None:
        """The learner's move, and all that follows until the next question."""
        self._choose(move)
        if self._keep is not None:
            self._keep(self.moves)

    def _choose(self, move: Move) -> None:
        text = self.game.move_text(move)
        known = dict(self.view.known)
        step = self.guided.choose(move)
        self.moves.append(text)
        self._tell(step, known)
        own = self.pages[-1] if self.pages and isinstance(step.answer, Moved) else None
        self._go_on()
        if own is not None and self.pages == [own] and len(own.sentences) == 1 and not own.ideas and not self.is_over:
            self.pages = [own._replace(is_seen=True)]

    def back(self) -> bool:
        """Takes the last decision back: the voyage is sailed once more up to it."""
        if not self.moves:
            return False
        made = self.moves[:-1]
        self._begin()
        self._sail(made)
        if made:
            self.pages.clear()
        if self._keep is not None:
            self._keep(self.moves)
        return True

    def again(self) -> None:
        """From the first page on."""
        self._begin()
        self._go_on()
        if self._keep is not None:
            self._keep(self.moves)

    def _go_on(self) -> None:
        known = dict(self.view.known)
        for step in self.guided.go_on():
            self._tell(step, known)
            known = dict(self.view.known)
        if self.is_over and self.lesson.farewell:
            self.pages.append(VoyagePage(self.view, (), tuple(map(_, self.lesson.farewell))))
        self._beside = self._idea()

    def _tell(self, step: Any, before: dict[int, int]) -> None:
        """Adds what an answer did to the last page, or begins a new one."""
        game, view = self.game, self.view
        known = known_while(game.asks(step.before), before, view.known)
        sentences = told(game, step.before, step.answer, step.after, Reader(view.seat, known, self.names))
        ideas = tuple(_(idea.text) for idea in step.ideas)
        if not sentences and not ideas:
            return
        view = view._replace(known=dict(view.known))
        last = self.pages[-1] if self.pages else None
        if last is not None and not last.ideas and len(last.sentences) + len(sentences) <= SENTENCES_MAX:
            self.pages[-1] = VoyagePage(view, (*last.sentences, *sentences), ideas, len(ideas))
        else:
            self.pages.append(VoyagePage(view, sentences, ideas, len(ideas)))

"""A lesson is data: the same beginning every time, each idea where it belongs and once, and every promise checked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.market import RUM, WORDY, WordyMarket
from tortuga_p2p import games
from tortuga_p2p.bots.guided import GuidedGame
from tortuga_p2p.errors import IllegalMove
from tortuga_p2p.rules.ask import Move
from tortuga_p2p.rules.lesson import Idea, Lesson, with_texts
from tortuga_p2p.testing.conformance import NotConforming, check_lesson

SELL, RUM_TOO, ORDER = (
    Idea("sell", "Two of a kind bring a coin more."),
    Idea("sell", "Your rum.", when=lambda view: RUM in [view.known[card] for card in view.state.hands[view.seat]]),
    Idea("call", "Everybody calls at once."),
)
PAID = Idea("sold", "That is a coin for each piece.")
LESSON = Lesson("Selling", 3, ("random", "random"), seat=1, asked=(SELL, RUM_TOO, ORDER), told=(PAID,))


class Taught(WordyMarket):
    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson

    def lesson(self) -> Lesson:
        return self._lesson


def played(lesson: Lesson) -> tuple[list[Any], list[str]]:
    """All states and ideas of a lesson in which the learner takes the first legal move."""
    guided, states = GuidedGame(Taught(lesson)), []
    while not guided.is_over:
        states += [step.after for step in guided.go_on()]
        if guided.is_asked:
            states.append(guided.choose(guided.table.moves(lesson.seat)[0]).after)
    return states, [idea.text for idea in guided.read]


def test_a_lesson_is_the_same_every_time() -> None:
    assert played(LESSON) == played(LESSON)
    assert played(LESSON)[0] != played(LESSON._replace(seed=4))[0]


def test_each_idea_is_read_once_where_it_belongs() -> None:
    guided = GuidedGame(Taught(LESSON))
    happened = list(guided.go_on())
    assert [idea for step in happened for idea in step.ideas] == [PAID]  # seat 0 has sold
    assert guided.idea() == guided.idea() == SELL
    guided.choose(guided.table.moves(1)[0])
    list(guided.go_on())
    assert guided.idea() == ORDER
    guided.choose(guided.table.moves(1)[-1])
    list(guided.go_on())
    assert guided.idea() == RUM_TOO
    with pytest.raises(IllegalMove):
        guided.choose(Move((99,)))
    assert guided.idea() == RUM_TOO


def test_a_suggestion_is_offered_while_it_is_legal() -> None:
    guided = GuidedGame(Taught(LESSON))
    list(guided.go_on())
    last = guided.table.moves(1)[-1]
    assert guided.suggestion() is None
    text = WORDY.move_text(last)
    suggesting = GuidedGame(Taught(LESSON._replace(asked=(SELL._replace(suggests=text),))))
    list(suggesting.go_on())
    assert suggesting.suggestion() == last


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_a_lesson_that_can_be_played(name: str) -> None:
    check_lesson(games.load(name), 2000)


def test_a_game_without_one_gets_the_usual_one() -> None:
    check_lesson(WORDY, 100)
    assert GuidedGame(WORDY).lesson.opponents == ("random", "random")


@pytest.mark.parametrize(
    ("lesson", "words"),
    [
        (LESSON._replace(asked=(SELL, ORDER)), ""),
        (LESSON._replace(title=" "), "title"),
        (LESSON._replace(seat=3), "somebody learns"),
        (LESSON._replace(opponents=("random",) * 7), "a table of the game"),
        (LESSON._replace(opponents=("nobody",)), "a table of the game"),
        (LESSON._replace(asked=(Idea("sell", " "),)), "is a text"),
        (LESSON._replace(asked=(Idea("haggle", "Never asked."),)), "comes up"),
        (LESSON._replace(told=(Idea("sold", "Never so.", when=lambda view: False),)), "comes up"),
        (LESSON._replace(asked=(SELL._replace(suggests="9 9 open 17"),)), "suggests what is legal"),
        (LESSON._replace(asked=(SELL._replace(suggests="sell it all"),)), "suggests what is legal"),
    ],
)
def test_a_lesson_that_breaks_its_promise_is_caught(lesson: Lesson, words: str) -> None:
    if not words:
        check_lesson(Taught(lesson), 100)
        return
    with pytest.raises(NotConforming, match=words):
        check_lesson(Taught(lesson), 100)


def test_the_texts_of_a_lesson_stand_in_a_file() -> None:
    def rich(view: Any) -> bool:
        return bool(view)

    text = (
        "# welcome\nCome\nin.\n\nSit down.\n\n# asked sell: sell 1\nTwo of a kind\nbring more.\n\n"
        "# asked sell if rich\nKeep one.\n\n# told sold\nPaid.\n\n# farewell\nBye.\n"
    )
    assert with_texts(Lesson("Selling", 3, ("random",)), text, {"rich": rich}) == Lesson(
        "Selling",
        3,
        ("random",),
        welcome=("Come in.", "Sit down."),
        asked=(Idea("sell", "Two of a kind bring more.", suggests="sell 1"), Idea("sell", "Keep one.", when=rich)),
        told=(Idea("sold", "Paid."),),
        farewell=("Bye.",),
    )

"""What a lesson promises: it is a game that can be played, its suggestions are legal, and all its ideas come up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..bots.chance import SeededDraw
from ..bots.guided import GuidedGame
from ..bots.registry import make
from ..errors import BadInput
from .trial import NotConforming, holds

if TYPE_CHECKING:
    from ..rules.game import Game


def check_lesson(game: Game[Any], steps_max: int) -> None:
    """Plays the lesson to its end as its script suggests, and where that says nothing as the adviser would."""
    lesson = game.lesson()
    holds(bool(lesson.title.strip()), "a lesson has a title")
    holds(0 <= lesson.seat < lesson.seats, "somebody learns in a lesson")
    holds(all(idea.text.strip() for idea in (*lesson.asked, *lesson.told)), "an idea of a lesson is a text")
    try:
        guided = GuidedGame(game, lesson)
    except BadInput as refusal:
        raise NotConforming(f"a lesson is a table of the game: {refusal}") from None
    adviser = make(game, lesson.seats, game.roster().adviser)
    for step in range(steps_max):
        for _happened in guided.go_on():
            pass
        if guided.is_over:
            break
        idea, move = guided.idea(), guided.suggestion()
        if idea is not None and idea.suggests:
            holds(move is not None, f"a lesson suggests what is legal, not {idea.suggests!r}")
        view = guided.table.view(lesson.seat)
        moves = guided.table.moves(lesson.seat)
        guided.choose(adviser.choose(view, moves, SeededDraw(step, "lesson")) if move is None else move)
    holds(guided.is_over, f"a lesson ends within {steps_max} decisions")
    for promised in (*lesson.asked, *lesson.told):
        holds(promised in guided.read, f"every idea of a lesson comes up, but not {promised.text!r}")

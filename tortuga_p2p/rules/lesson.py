"""A first game with somebody at one's elbow: a beginning that is always the same, and one idea at each decision.

A lesson is data of a game. Its seed, options and opponents make the beginning: the same dice fall and the same cards
are dealt as long as the learner does what is suggested. Whoever goes another way plays on, and still reads each idea
where it belongs, once. The game is a real one, with the ordinary board and the ordinary questions (ui/voyage).

A whole game is often too long for a first one. Then the learner takes over a ship that is at sea already: `begins` says
in which round; before that the learner's chair is played by the bot that advises.

    Lesson(N_("A first voyage"), seed=4, opponents=("gentle", "gentle"), begins=3, asked=(
        Idea("select", N_("Dice that show one action go there together. Take your two HUNTs."), suggests="take AC"),
        Idea("select", N_("A skull joins any action."), when=lambda view: bool(skulls(view))),
    ))

Longer ones are written in a file of the game's folder, `lesson.txt`, and read by `with_texts`:

    # welcome
    You are a pirate with a crew.

    # asked select: take AC
    Dice that show one action go there together. Take your two HUNTs.

    # asked select if skull
    A skull joins any action.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from .ask import Seat
    from .game import Game, View
    from .plain import Plain
    from .record import Record

NO_OPTIONS: Final[Mapping[str, Plain]] = MappingProxyType({})


class Idea(NamedTuple):
    """One thing to understand, read when it comes up for the first time and never again."""

    at: str  # the name of a decision; in `told` the kind of a record
    text: str  # a sentence or two; says what, never which key to press
    when: Callable[[View[Any]], bool] | None = None  # only where this holds of what the learner sees then
    suggests: str = ""  # a move in the game's notation: what the script goes on from; a suggestion, never an order


class Lesson(NamedTuple):
    """A guided game. Seat `seat` learns; `opponents` sit on the other chairs in their order."""

    title: str
    seed: int  # of everything that falls or is dealt, and of the opponents' chance
    opponents: tuple[str, ...]  # bots by name, as on a command line
    options: Mapping[str, Plain] = NO_OPTIONS
    seat: Seat = 0
    welcome: tuple[str, ...] = ()  # paragraphs before the first thing happens
    asked: tuple[Idea, ...] = ()  # beside a question, the first that fits and was not read
    told: tuple[Idea, ...] = ()  # after something happened
    farewell: tuple[str, ...] = ()  # paragraphs after the end
    begins: int = 0  # the round (`Game.round_of`) in which the learner takes over; 0 or 1: from the first ask on
    minutes: int = 8  # how long it takes somebody who reads everything

    @property
    def ideas(self) -> int:
        """How many there are to read."""
        return len(self.asked) + len(self.told)

    @property
    def seats(self) -> int:
        return len(self.opponents) + 1


def with_texts(lesson: Lesson, text: str, when: Mapping[str, Callable[[View[Any]], bool]]) -> Lesson:
    """The lesson with what stands in a file: welcome and farewell by paragraph, an idea for each other chapter.

    A chapter begins with `# asked DECISION` or `# told RECORD`, then ` if ` and the name of a condition in `when`,
    and a colon and the move it suggests, where it has them. Lines may be wrapped anywhere.
    """
    parts: dict[str, list[Any]] = {"welcome": [], "asked": [], "told": [], "farewell": []}
    for chapter in f"\n{text}".split("\n# ")[1:]:
        head, _newline, body = chapter.partition("\n")
        blocks = [" ".join(block.split()) for block in body.strip().split("\n\n")]
        place, _colon, suggests = head.partition(": ")
        part, _space, at = place.partition(" ")
        if part in ("asked", "told"):
            at, _if, condition = at.partition(" if ")
            parts[part].append(Idea(at, "\n\n".join(blocks), when[condition] if condition else None, suggests))
        else:
            parts[part] += blocks
    welcome, asked, told, farewell = map(tuple, parts.values())
    return lesson._replace(welcome=welcome, asked=asked, told=told, farewell=farewell)


def usual_lesson(game: Game[Any]) -> Lesson:
    """Of a game that has none: its weakest bots, and no ideas; then the chapter of a decision is read beside it."""
    weakest = next(reversed(list(game.bots())), None)
    opponents = game.roster().opponents
    return Lesson(game.title, 1, opponents if weakest is None else (weakest,) * len(opponents))


def idea_beside(lesson: Lesson, decision: str, view: View[Any], read: Collection[Idea]) -> Idea | None:
    """What to read beside a question of that name; `read` holds the ideas that the learner has had."""
    return _first(lesson.asked, (decision,), view, read)


def ideas_after(lesson: Lesson, records: Iterable[Record], view: View[Any], read: Collection[Idea]) -> tuple[Idea, ...]:
    """What to read once these things have happened, one idea for each kind at most, in the order of the lesson."""
    found = [_first(lesson.told, (kind,), view, read) for kind in dict.fromkeys(record.kind for record in records)]
    return tuple(sorted([idea for idea in found if idea is not None], key=lesson.told.index))


def _first(ideas: Sequence[Idea], at: Collection[str], view: View[Any], read: Collection[Idea]) -> Idea | None:
    for idea in ideas:
        if idea.at in at and idea not in read and (idea.when is None or idea.when(view)):
            return idea
    return None

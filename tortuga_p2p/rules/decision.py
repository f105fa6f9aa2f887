"""One question to one seat, described once: named steps, what can be chosen in each, and the move that comes of it.

Prompt, menu line, preview, hint, speech and log are all made from this (telling.py) and from the game's words
(words.py). Nothing here is a word: a choice has a label that the glossary names, a refusal is a code.

    Decision("board", {"points": 7}, (Step("victim", ONE, victims), Step("chest", ONE, chests)), move, picks)

Four kinds of step are enough: one of several, some of them, all of them in an order, a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from .ask import Move
from .record import NOTHING

if TYPE_CHECKING:
    from .game import Draw, View
    from .plain import Plain
    from .record import Args

Picks: TypeAlias = Mapping[str, tuple[int, ...]]  # by the name of a step: the values picked, in order
Label: TypeAlias = "tuple[str, Plain]"  # a term of the glossary and its value: ("player", 2), ("colour", 4)


class Pick(NamedTuple):
    """How many of the choices of a step are picked. `ordered`: all of them, one behind the other."""

    low: int
    high: int
    ordered: bool = False


ONE: Final = Pick(1, 1)
ORDER: Final = Pick(0, 0, ordered=True)


def SOME(low: int, high: int) -> Pick:  # written like the other kinds
    """From `low` to `high` of the choices, in no order."""
    return Pick(low, high)


class Choice(NamedTuple):
    """Something that can be picked."""

    value: int  # what goes into the move
    label: Label
    alike: tuple[int, ...] = ()  # more values that are the same to whoever chooses: offered once, with their number
    why_not: str = ""  # a refusal code, where it cannot be picked now; the words have its sentence
    note: str = ""  # the code of a sentence about it, read while somebody points at it
    args: Args = NOTHING  # what these sentences speak of
    worth: tuple[int, ...] = ()  # of those that can be picked the greatest stands picked before anybody picks
    instead_of: tuple[int, ...] = ()  # SOME: values that are put back when this one is picked
    key: str = ""  # a key of its own on the screen, always the same one; none that tables use (screen.TABLE_KEYS)

    @property
    def values(self) -> tuple[int, ...]:
        return (self.value, *self.alike)


Choices: TypeAlias = "Callable[[View[Any], Picks], Sequence[Choice]]"


class Step(NamedTuple):
    """A part of a decision. `of` sees what was picked in the steps before, and in this one so far.

    A step without choices is left out, one with a single choice is taken silently. `first` is what stands picked before
    anybody picks: else it is the choice of the greatest worth, the first of several.
    """

    name: str
    pick: Pick
    of: Choices
    first: Callable[[View[Any], Picks], tuple[int, ...]] | None = None


class Decision(NamedTuple):
    """What a seat has to decide. Its name is the key in the words; `args` hold what the question speaks of.

    A game makes it from public state: only `of` and `first` of a step look at what the seat knows, so that everybody
    can be told what the others are deciding.
    """

    name: str
    args: Args
    steps: tuple[Step, ...]
    move: Callable[[Picks], Move | None]  # `None` where the picks make no move yet
    picks: Callable[[Move], Picks]  # the inverse: what to pick for a move


def spelled(head: tuple[int, ...], *names: str) -> tuple[Callable[[Picks], Move], Callable[[Move], Picks]]:
    """For a move that is a head and then what was picked in these steps, one each: how it is made and taken apart."""

    def made(picks: Picks) -> Move:
        return Move((*head, *[picks[name][0] for name in names]))

    return made, lambda move: {name: (value,) for name, value in zip(names, move.data[len(head) :], strict=True)}


def amounts(low: int, high: int, term: str = "amount") -> tuple[Choice, ...]:
    """The choices of a step that asks for a number."""
    return tuple(Choice(number, (term, number)) for number in range(low, high + 1))


def only_move(decision: Decision, view: View[Any]) -> Move | None:
    """The move, where whoever chooses could make no other but for what is alike; `None` where there is a choice."""
    filled = fill(decision, view, {})
    if not filled.steps or not all(found.is_silent for found in filled.steps):
        return None
    return move_of(decision, filled)


# --- what is picked so far ---------------------------------------------------------------------------------------


class OpenStep(NamedTuple):
    """A step that has something to choose, and what is picked in it."""

    step: Step
    choices: Sequence[Choice]
    picked: tuple[int, ...]

    @property
    def is_silent(self) -> bool:
        """Whether there is only one way: it is taken, and nobody is asked."""
        return self.step.pick == ONE and len(self.choices) == 1 and not self.choices[0].why_not

    @property
    def is_whole(self) -> bool:
        return self.step.pick.ordered or self.step.pick.low <= len(self.picked) <= self.step.pick.high


class Filled(NamedTuple):
    """A decision with what a person picked, and the defaults for the rest."""

    steps: tuple[OpenStep, ...]
    picks: Picks
    missing: str  # the name of the first step that lacks something; empty where a move is whole


def fill(decision: Decision, view: View[Any], picks: Picks) -> Filled:
    """Every step in order. What was picked and can be no more gives way to the default."""
    steps: list[OpenStep] = []
    done: dict[str, tuple[int, ...]] = {}
    missing = ""
    for step in decision.steps:
        found = _open(step, view, done, picks.get(step.name))
        if found is None:
            continue
        steps.append(found)
        done[step.name] = found.picked
        missing = missing or ("" if found.is_whole else step.name)
    return Filled(tuple(steps), done, missing)


def _open(step: Step, view: View[Any], done: Picks, picked: tuple[int, ...] | None) -> OpenStep | None:
    """The step with what is picked in it, `None` where it asks nothing."""
    choices = step.of(view, {**done, step.name: ()})
    if not choices:
        return None
    if picked is not None:
        values = {value for choice in choices if not choice.why_not for value in choice.values}
        picked = tuple(value for value in picked if value in values)
    if picked is None or (step.pick == ONE and not picked):
        picked = step.first(view, done) if step.first else _default(step, choices)
    return OpenStep(step, step.of(view, {**done, step.name: picked}) if picked else choices, picked)


def _default(step: Step, choices: Sequence[Choice]) -> tuple[int, ...]:
    if step.pick.ordered:
        return ()  # the rest follows as it lies
    allowed = [choice for choice in choices if not choice.why_not]
    best = sorted(allowed, key=lambda choice: choice.worth, reverse=True)  # equals stay in their order
    return tuple([value for choice in best for value in choice.values][: step.pick.low])


def press(found: OpenStep, choice: Choice) -> tuple[int, ...]:
    """What is picked in a step once that choice is pressed: picked, put back, or one more of those that are alike."""
    picked, pick = found.picked, found.step.pick
    if pick == ONE:
        return (choice.value,)
    own = [value for value in choice.values if value in picked]
    free = [value for value in choice.values if value not in picked]
    kept = tuple(value for value in picked if value not in choice.instead_of)
    if not free or (own and not pick.ordered and len(kept) >= pick.high):
        return tuple(value for value in picked if value not in own)
    if not pick.ordered and len(kept) >= pick.high:
        kept = kept[1:] if pick.high == 1 else kept
    return (*kept, free[0]) if pick.ordered or len(kept) < pick.high else picked


def move_of(decision: Decision, filled: Filled, draw: Draw | None = None) -> Move | None:
    """The move, where every step has what it needs. What an order leaves out follows as it lies.

    Of things that are alike to the chooser `draw` says which: always the first of them would tell the others that what
    lies before it is something else.
    """
    if filled.missing:
        return None
    picks = dict(filled.picks)
    for step, choices, picked in filled.steps:
        values = picked if draw is None else _any_alike(choices, picked, draw)
        if step.pick.ordered:
            rest = [value for choice in choices for value in choice.values if value not in picked]
            values = (*values, *rest)
        picks[step.name] = values
    return decision.move(picks)


def _any_alike(choices: Sequence[Choice], picked: tuple[int, ...], draw: Draw) -> tuple[int, ...]:
    """As many of each kind, but any of them."""
    found = list(picked)
    for choice in choices:
        free = list(choice.values)
        for place, value in enumerate(picked):
            if choice.alike and value in choice.values:
                found[place] = free.pop(draw.below(len(free)) if len(free) > 1 else 0)
    return tuple(found)


def any_alike(decision: Decision, view: View[Any], move: Move, draw: Draw) -> Move:
    """The move, or one that is the same to whoever makes it."""
    return move_of(decision, fill(decision, view, decision.picks(move)), draw) or move

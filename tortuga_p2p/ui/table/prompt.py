"""A decision as rows of things to press, made from what the game describes. Pure.

A row is a step of the decision, an item one of its choices; each item says what is picked once it is pressed. Nothing
here knows a game, and nothing decides what is legal: a move counts only if it is among the legal ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...rules.decision import ONE, fill, move_of, press
from ...rules.telling import (
    asked_of,
    claim_line,
    decision_of,
    help_of,
    line,
    note,
    preview,
    question,
    step_label,
    styled_label,
    why_not,
)
from ...rules.words import Reader
from ...text import N_, _, n_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.ask import Move, Moves
    from ...rules.decision import Decision, Filled, OpenStep, Picks
    from ...rules.game import Fragments, Game, View


MORE_KEYS: Final = "defjkmprsyz"  # after the digits: letters that neither tables and voyages nor a page of a game have


class Item(NamedTuple):
    """Something to press."""

    label: Fragments
    then: Picks  # what is picked once it is pressed
    key: str = ""  # what to press for it: the game's own, else a digit, or a letter after the ninth
    is_picked: bool = False
    note: str = ""  # what it means, while somebody points at it
    why_not: str = ""  # a sentence where it cannot be pressed now


class Row(NamedTuple):
    """Items side by side. `many`: several of them may be picked, and pointing alone picks nothing.

    `own_keys`: all have keys of the game's own, which stay the same from turn to turn.
    """

    label: str
    items: tuple[Item, ...]
    many: bool = False
    own_keys: bool = False


class Prompt(NamedTuple):
    """A decision as a person sees it, with what is picked so far."""

    title: str
    rows: tuple[Row, ...]
    picked: Picks
    preview: str  # what would come of it
    move: Move | None  # what sealing it means; `None` while something is missing
    missing: str = ""  # what is missing
    help: tuple[str, ...] = ()  # paragraphs about this very decision
    reference: str = ""  # the paragraph of the exact rules


def prompt_of(
    game: Game[Any], view: View[Any], moves: Moves, names: Sequence[str], picked: Picks | None = None
) -> Prompt:
    """The open decision with what is picked so far; defaults stand for the rest."""
    reader = Reader(view.seat, view.known, names)
    decision = decision_of(game, view, moves)
    filled = fill(decision, view, picked or {})
    move = move_of(decision, filled)
    move = move if move is not None and move in moves else None
    told = "" if move is None else " ".join(preview(game, view, move, reader))
    return _prompt(game, decision, filled, picked or {}, move, told, reader)


def claim_prompt(game: Game[Any], view: View[Any], names: Sequence[str], picked: Picks | None = None) -> Prompt | None:
    """What can be said about the game, with what is picked so far; `None` where nothing can."""
    decision = game.claims(view)
    if decision is None or view.seat is None:
        return None
    reader = Reader(view.seat, view.known, names)
    filled = fill(decision, view, picked or {})
    move = move_of(decision, filled)
    told = "" if move is None else claim_line(game, view, move.data, reader)
    return _prompt(game, decision, filled, picked or {}, move if told else None, told, reader)


def _prompt(
    game: Game[Any], decision: Decision, filled: Filled, picked: Picks, move: Move | None, told: str, reader: Reader
) -> Prompt:
    asked = asked_of(game, decision)
    asked_steps = [found for found in filled.steps if not found.is_silent] or filled.steps
    return Prompt(
        title=question(game, decision, reader),
        rows=_with_keys([_row(game, decision, found, picked, reader) for found in asked_steps]),
        picked=picked,
        preview="" if move is None else told or _sentence(game, decision, filled, reader),
        move=move,
        missing=_(asked.missing) if asked.missing else _missing(filled),
        help=help_of(game, decision),
        reference=asked.reference,
    )


def picks_of(game: Game[Any], view: View[Any], moves: Moves, move: Move) -> Picks:
    """What to pick in `prompt_of` for this move."""
    return decision_of(game, view, moves).picks(move)


def _row(game: Game[Any], decision: Decision, found: OpenStep, picked: Picks, reader: Reader) -> Row:
    step = found.step
    items = []
    for choice in found.choices:
        own = [value for value in choice.values if value in found.picked]
        label = styled_label(game, choice, reader)
        if step.pick.ordered:
            label = (*label, ("", f" {_ordinal(found.picked.index(own[0]) + 1)}" if own else ""))
        elif step.pick != ONE and (len(own) > 1 or (own and choice.alike)):
            label = (*label, ("", _(": {number} picked", number=len(own))))
        then = {**picked, step.name: press(found, choice)}
        told = note(game, choice, reader), why_not(game, choice, reader)
        items.append(Item(label, then, choice.key, bool(own), *told))
    own_keys = step.pick == ONE and all(item.key for item in items)
    return Row(step_label(game, decision, step, reader), tuple(items), step.pick != ONE, own_keys)


def _ordinal(place: int) -> str:
    """A place in an order. It stands behind the name, where nobody takes it for a key."""
    return _(_FIRST[place - 1]) if place <= len(_FIRST) else _("{place}th", place=place)


_FIRST: Final = (N_("1st"), N_("2nd"), N_("3rd"))


def _with_keys(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Digits for the items that have no key of their own, row after row; letters once there are no more digits."""
    own = {item.key for row in rows for item in row.items}
    free = iter([key for key in f"123456789{MORE_KEYS}" if key not in own])
    return tuple(
        [
            row._replace(items=tuple([item if item.key else item._replace(key=next(free, "")) for item in row.items]))
            for row in rows
        ]
    )


def _sentence(game: Game[Any], decision: Decision, filled: Filled, reader: Reader) -> str:
    """What is picked, where there is nothing more to say about it."""
    text = line(game, decision, filled, reader)
    return f"{text[:1].upper()}{text[1:]}."


def _missing(filled: Filled) -> str:
    """How many are to be picked, where fewer or more are."""
    for step, _choices, _picked in filled.steps:
        if step.name == filled.missing:
            low, high = step.pick.low, step.pick.high
            if low == high:
                return n_("Pick {number}.", "Pick {number}.", low).format(number=low)
            return _("Pick {low} to {high}.", low=low, high=high)
    return _("That is not one of your choices.")

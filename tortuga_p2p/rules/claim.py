"""What people say about the game at the table, true or not. Talk, never rules: a claim proves nothing.

A game that lives of talk lists what can be claimed as a decision (`Game.claims`) whose move holds the claim's numbers.
Whoever hears those numbers makes a record of them (`Game.claimed`), read like any other; a view holds what its seat has
heard, so that notes can keep it and bots can weigh it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .decision import fill, move_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .decision import Decision, Picks
    from .game import Game, View
    from .record import Record


def all_claims(decision: Decision, view: View[Any]) -> list[tuple[int, ...]]:
    """Everything that could be said, in the order of the menu. Steps of one choice each."""
    return [found.data for picks in _ways(decision, view, {}, 0) if (found := _move(decision, view, picks)) is not None]


def _move(decision: Decision, view: View[Any], picks: Picks) -> Any:
    return move_of(decision, fill(decision, view, picks))


def _ways(decision: Decision, view: View[Any], picks: Picks, at: int) -> Iterator[Picks]:
    if at == len(decision.steps):
        yield picks
        return
    step = decision.steps[at]
    choices = [choice for choice in step.of(view, {**picks, step.name: ()}) if not choice.why_not]
    if not choices:
        yield from _ways(decision, view, picks, at + 1)
    for choice in choices:
        yield from _ways(decision, view, {**picks, step.name: (choice.value,)}, at + 1)


def speech(game: Game[Any], bot: object, view: View[Any], draw: Any) -> tuple[tuple[int, ...], Record] | None:
    """What a bot says before it decides, where it is one that talks: the numbers, and the record of them."""
    says = getattr(bot, "says", None)
    if says is None or view.seat is None or (data := says(view, draw)) is None:
        return None
    record = game.claimed(view.state, view.seat, data)
    return None if record is None else (data, record)

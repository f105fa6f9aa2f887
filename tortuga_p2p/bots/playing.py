"""Bots at a local table: each is asked when its seat must decide, and told no more than its seat may see."""

from __future__ import annotations

from time import perf_counter_ns
from typing import TYPE_CHECKING, Generic, NamedTuple

from ..rules.ask import Over, deciders
from ..rules.game import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..rules.answer import Answer
    from ..rules.ask import Move, Seat
    from ..rules.game import Bot, Draw
    from ..rules.table import LocalTable


class Player(NamedTuple):
    """A bot on its chair, with chance of its own: what it draws changes nothing for the others."""

    name: str
    bot: Bot
    draw: Draw


class Step(NamedTuple, Generic[State]):
    """One answer, between two states."""

    before: State
    answer: Answer
    after: State


def steps(
    table: LocalTable[State], players: Sequence[Player], thought: Callable[[Seat, int], object] = lambda *_: None
) -> Iterator[Step[State]]:
    """Plays to the end, a step at a time; `table.ask` is then `Over`. `thought` hears what a decision took, in ns."""
    while type(table.ask) is not Over:
        before = table.state
        choices = {seat: _decision(table, seat, players[seat], thought) for seat in deciders(table.ask)}
        yield Step(before, table.step(choices), table.state)


def _decision(table: LocalTable[State], seat: Seat, player: Player, thought: Callable[[Seat, int], object]) -> Move:
    moves = table.moves(seat)
    if len(moves) == 1:
        return moves[0]  # nobody is bothered where nothing is left to decide
    begun = perf_counter_ns()
    move = player.bot.choose(table.view(seat), moves, player.draw)
    thought(seat, perf_counter_ns() - begun)
    return move

"""Bots at a local table: each is asked when its seat must decide, and told no more than its seat may see."""

from __future__ import annotations

from time import perf_counter_ns
from typing import TYPE_CHECKING, Generic, NamedTuple

from ..limits import CLAIMS_KEPT_MAX
from ..rules.ask import Over, deciders
from ..rules.claim import speech
from ..rules.game import State
from ..rules.shape import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..rules.answer import Answer
    from ..rules.ask import Move, Seat
    from ..rules.game import Bot, Draw
    from ..rules.local_table import LocalTable
    from ..rules.record import Record


class SeatedBot(NamedTuple):
    """A bot on its chair, with chance of its own: what it draws changes nothing for the others."""

    name: str
    bot: Bot
    draw: Draw


class BotStep(NamedTuple, Generic[State]):
    """One answer, between two states."""

    before: State
    answer: Answer
    after: State


def steps(
    table: LocalTable[State], players: Sequence[SeatedBot], thought: Callable[[Seat, int], object] = lambda *_: None
) -> Iterator[BotStep[State]]:
    """Plays to the end, a step at a time; `table.ask` is then `Over`. `thought` hears what a decision took, in ns."""
    heard: list[Record] = []  # what they claim, true or not
    while type(table.ask) is not Over:
        before, said = table.state, tuple(heard[-CLAIMS_KEPT_MAX:])
        choices = {}
        for seat in deciders(table.ask):
            spoken, choices[seat] = decision(table, seat, players[seat], thought, said)
            heard += [spoken] if spoken is not None else []
        yield BotStep(before, table.step(choices), table.state)


def decision(
    table: LocalTable[State],
    seat: Seat,
    player: SeatedBot,
    thought: Callable[[Seat, int], object] = lambda *_: None,
    heard: tuple[Record, ...] = (),
) -> tuple[Record | None, Move]:
    """What a bot on that seat claims before it decides, if anything, and what it does now."""
    moves = table.moves(seat)
    if len(moves) == 1:
        return None, moves[0]  # nobody is bothered where nothing is left to decide
    view = table.view(seat)
    view = view._replace(heard=heard) if heard else view
    begun = perf_counter_ns()
    said = speech(table.game, player.bot, view, player.draw)
    move = player.bot.choose(view, moves, player.draw)
    thought(seat, perf_counter_ns() - begun)
    move = listed(moves, move)
    return said and said[1], move

"""A game of bots at a local table for other programs, in the lines of `tortuga export` (docs/export.md).

Nothing is hidden from whoever plays all seats: on request every line also has the faces of all hidden things, who was
shown which, and the legal moves of each decision, so that somebody else's rules can check ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..limits import EXPORTED_MOVES_MAX
from ..rules.ask import Over, deciders
from ..rules.data import EXPORT, answer_line, plain_data, result_data
from ..rules.option import agreed
from ..rules.telling import told
from ..rules.words import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..rules.local_table import LocalTable
    from .match import Match
    from .playing import BotStep, SeatedBot

    Line = dict[str, Any]


class LocalExport(NamedTuple):
    """Where the lines go, and how much they tell."""

    write: Callable[[dict[str, Any]], object]
    everything: bool

    def follow(
        self,
        match: Match,
        number: int,
        table: LocalTable[Any],
        players: Sequence[SeatedBot],
        going: Iterator[BotStep[Any]],
    ) -> Iterator[BotStep[Any]]:
        """The same steps, each written as soon as it was made."""
        names = [player.name for player in players]
        self.write(_header(match, number))
        self.write(_seats(table, players))
        step = 0
        while type(ask := table.ask) is not Over:
            legal = _legal(table) if self.everything else {}
            made = next(going)
            line = {"kind": "answer", "step": step, **answer_line(table.game, *made), **legal}
            hidden = _hidden(table, len(players)) if self.everything else {}
            self.write({**line, **hidden, "told": list(told(table.game, *made, Reader(None, {}, names)))})
            yield made
            step += 1
        self.write({"kind": "end", "steps": step, **result_data(ask.result)})


def _header(match: Match, number: int) -> Line:
    game = match.game
    options = agreed(game.title, game.options, match.seats, match.options)
    return {
        "kind": "header",
        "export": EXPORT,
        "source": "local",
        "game": game.name,
        "version": game.version,
        "options": {name: plain_data(value) for name, value in options.items()},
        "seed": match.seed,
        "number": number,
    }


def _seats(table: LocalTable[Any], players: Sequence[SeatedBot]) -> Line:
    people = [{"name": player.name, "bot": player.bot.name} for player in players]
    return {"kind": "seats", "people": people, "position": table.game.position_text(table.state)}


def _legal(table: LocalTable[Any]) -> Line:
    """What everybody who is asked may do; of very many moves only how many."""
    found = []
    for seat in deciders(table.ask):
        moves = table.moves(seat)
        few = len(moves) <= EXPORTED_MOVES_MAX
        listed = [table.game.move_text(move) for move in moves] if few else None
        found.append({"seat": seat, "count": len(moves), "moves": listed})
    return {"legal": found}


def _hidden(table: LocalTable[Any], seats: int) -> Line:
    """The true face of everything hidden that is in play, by handle, and who was shown what."""
    game, state = table.game, table.state
    shown = [game.shown(state, seat) for seat in range(seats)]
    handles = {handle for one in shown for handle in one}
    for seat in range(seats):
        handles |= {handle for group in game.unseen(state, seat, table.known[seat]) for handle in group.handles}
    return {
        "faces": {str(handle): table.faces[handle] for handle in sorted(handles)},
        "shown": [sorted(one) for one in shown],
    }

"""Tortuga through the public contract, as an arena plays it, and the floor below it."""

from __future__ import annotations

from .subject import Play, Subject


def _tortuga(seats: int) -> Play:
    from tortuga_p2p.bots.chance import SeededDraw
    from tortuga_p2p.games.tortuga import GAME
    from tortuga_p2p.rules.ask import Over, Together, Turn
    from tortuga_p2p.rules.table import LocalTable

    def play(seed: int, limit: int | None = None) -> object:
        table = LocalTable.new(GAME, seats, {}, SeededDraw(seed, "table"))
        below = SeededDraw(seed, "seats").below
        decisions = 0
        while decisions != limit:
            ask = table.ask
            if isinstance(ask, Turn):
                moves = table.moves(ask.seat)
                table.step({ask.seat: moves[below(len(moves))]})
                decisions += 1
            elif isinstance(ask, Together):
                choices = {}
                for seat in ask.seats:
                    moves = table.moves(seat)
                    choices[seat] = moves[below(len(moves))]
                table.step(choices)
                decisions += len(choices)
            elif isinstance(ask, Over):
                return decisions
            else:
                table.step()
            if limit is not None and decisions > limit:
                break
        return table

    return play


def _floor() -> Play:
    from .floor import play

    return play


OURS = {
    "tortuga (4)": Subject("Python", lambda: _tortuga(4)),
    "tortuga (3)": Subject("Python", lambda: _tortuga(3)),
    "tortuga (2)": Subject("Python", lambda: _tortuga(2)),
    "tortuga without contract (4)": Subject("Python", _floor),
}
MAIN = "tortuga (4)"  # the one that all others are compared with

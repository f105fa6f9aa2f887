"""Our games through the public contract, as an arena plays them, and the floor below the first of them."""

from __future__ import annotations

from tortuga_p2p.games import names

from .subject import Play, Subject


def _game(name: str, seats: int) -> Play:
    from tortuga_p2p.bots.chance import SeededDraw
    from tortuga_p2p.games import load
    from tortuga_p2p.rules.ask import Over, Together, Turn
    from tortuga_p2p.rules.local_table import LocalTable

    game = load(name)

    def play(seed: int, limit: int | None = None) -> object:
        table = LocalTable.new(game, seats, {}, SeededDraw(seed, "table"))
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


def _subject(name: str, seats: int) -> Subject:
    return Subject("Python", lambda: _game(name, seats))


OURS = {
    **{f"tortuga ({seats})": _subject("tortuga", seats) for seats in (4, 3, 2)},
    **{f"{name} (4)": _subject(name, 4) for name in names() if name != "tortuga"},
    "tortuga without contract (4)": Subject("Python", _floor),
}
MAIN = "tortuga (4)"  # the one that all others are compared with

"""A table of a game and a second reading of its chapter, side by side: both are told the same."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.games.second_fields import plain
from tortuga_p2p.rules.answer import DONE, AllMoved, Answer, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import Ask, Mix, MixHands, deciders
from tortuga_p2p.testing.damage import pick

if TYPE_CHECKING:
    from tortuga_p2p.bots.chance import SeededDraw
    from tortuga_p2p.rules.laws import ThingPlaces
    from tortuga_p2p.rules.local_table import LocalTable


def asked(ask: Ask) -> Any:
    """An ask as the second reading says it: without the pile's name."""
    fields = [getattr(ask, name) for name in type(ask).__dataclass_fields__]
    return plain((type(ask).__name__, *(fields[1:] if isinstance(ask, (Mix, MixHands)) else fields)))


def answered(answer: Answer) -> Any:
    match answer:
        case Drawn(values):
            return plain(values)
        case Opened(faces):
            return plain(faces)
        case AllMoved(moves):
            return [answered(moved) for moved in moves]
        case Moved(move, faces):
            return plain((*move, faces))
    assert answer is DONE
    return None


class SecondPair:
    """A table and its second reading, side by side."""

    def __init__(self, table: LocalTable[Any], places: ThingPlaces, second: Any) -> None:
        self.table, self.places, self.second = table, places, second
        self.met: Counter[int] = Counter()

    def step(self, draw: SeededDraw) -> None:
        table, ask = self.table, self.table.ask
        self.met[table.state.phase] += 1
        answer = table.step({seat: pick(table.moves(seat), draw) for seat in deciders(ask)})
        self.places.take(ask, answer)
        self.second.take(answered(answer))
        self.compare()

    def leave(self, seat: int) -> None:
        self.table.leave(seat, self.places)
        self.second.leave(seat)
        self.compare()

    def compare(self) -> None:
        """What must be the same; each game says how."""
        raise NotImplementedError

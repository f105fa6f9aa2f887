"""Asks and answers for other programs: values that JSON can say (docs/export.md). Pure.

A hidden thing is its handle; moves are in the game's own notation. Nothing here is read back by our programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .answer import AllMoved, Drawn, Left, Moved, Opened
from .ask import PILE, Chance, Deal, Give, Look, Mix, MixHands, Open, Over, Roll, Together, Turn
from .record import as_data, records_of

if TYPE_CHECKING:
    from .answer import Told
    from .ask import Ask, Result
    from .game import Game

EXPORT: Final = 1  # the version of the format: raised where a reader must read something otherwise (docs/export.md)


def answer_line(game: Game[Any], before: Any, answer: Told, after: Any) -> dict[str, Any]:
    """What was asked and answered, what the rules did with it, and where that led."""
    ask = game.asks(before)
    points = game.points_so_far(after)
    return {
        "ask": ask_data(ask),
        "answer": answer_data(game, ask, answer),
        "records": [as_data(record) for record in records_of(game, before, answer)],
        "position": game.position_text(after),
        "round": game.round_of(after) or None,
        "points": list(points) or None,
    }


def ask_data(ask: Ask) -> dict[str, Any]:
    match ask:
        case Turn(seat):
            return {"turn": seat}
        case Together(seats):
            return {"together": list(seats)}
        case Chance(bounds):
            return {"chance": list(bounds)}
        case Roll(dice):
            return {"roll": [{"seat": one.seat, "dice": list(one.handles), "sides": list(one.bounds)} for one in dice]}
        case Mix():
            things = {"hidden": list(ask.hidden), "shown": list(ask.shown), "into": list(ask.into)}
            return {"mix": {"pile": ask.pile, **things, "by": list(ask.by)}}
        case MixHands(pile, hands_):
            owners = [{"seat": one.seat, "hidden": list(one.hidden), "into": list(one.into)} for one in hands_]
            return {"mix_hands": {"pile": pile, "hands": owners}}
        case Deal(hands):
            return {"deal": [{"seat": hand.seat, "things": list(hand.handles)} for hand in hands]}
        case Look(hands):
            return {"look": [{"seat": hand.seat, "things": list(hand.handles)} for hand in hands]}
        case Give(things):
            return {"give": [{"thing": handle, "to": None if to == PILE else to} for handle, to in things]}
        case Open(handles):
            return {"open": list(handles)}
        case Over(result):
            return {"over": result_data(result)}


def answer_data(game: Game[Any], ask: Ask, answer: Told) -> Any:
    match ask, answer:
        case Turn(seat), Moved():
            return _moved(game, seat, answer)
        case Together(seats), AllMoved(moves):
            return [_moved(game, seat, moved) for seat, moved in zip(seats, moves, strict=True)]
        case _, Left(seat, stay):
            return {"left": seat, "stay": list(stay)}
        case _, Drawn(values):
            return list(values)
        case _, Opened(faces):
            return list(faces)
        case _:
            return None  # what happened is nobody's business, or nobody's secret


def _moved(game: Game[Any], seat: int, moved: Moved) -> dict[str, Any]:
    return {"seat": seat, "move": game.move_text(moved.move), "shows": list(moved.faces)}


def result_data(result: Result | None) -> dict[str, Any]:
    """How it ended; nothing where it did not."""
    if result is None:
        return {"scores": None, "winners": None, "sides": None}
    return {"scores": list(result.scores), "winners": list(result.winners), "sides": list(result.sides) or None}


def plain_data(value: Any) -> Any:
    """A plain value; bytes in hexadecimal."""
    match value:
        case bytes():
            return value.hex()
        case tuple():
            return [plain_data(item) for item in value]
        case _:
            return value

"""The story of a finished game: how far everybody was by round, what turned it, what chance gave, and where a player
chose otherwise than the strong bot would have, with what that cost. Data, made of the answers; the words are the ui's.

Nothing is known here that the reader's seat did not know at that moment: what a file does not show is not judged.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..rules.answer import AllMoved, Left, Moved
from ..rules.ask import Over, deciders
from ..rules.game import View
from ..rules.hindsight import Moment, known_while
from ..rules.local_table import LocalTable, play_out
from ..rules.luck import summed
from ..rules.record import records_of
from ..rules.telling import line_of, sentence
from ..rules.words import Reader
from .chance import SeededDraw
from .registry import make

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..rules.ask import Move, Result, Seat
    from ..rules.game import Bot, Game
    from ..rules.luck import LuckSum

TURNING_MAX: Final = 4  # turning points that are told: more of them are none
PARTS_MAX: Final = 24  # of a game that counts no rounds, or very many
WORLDS: Final = 12  # imagined games in which two choices are compared
POLICY: Final = "greedy"  # who plays on in them: quick, and not foolish


class Part(NamedTuple):
    """How far everybody was at the end of a round."""

    round: int
    progress: tuple[int, ...]


class TurningPoint(NamedTuple):
    """Something that moved one of them further than the others."""

    round: int
    lane: int  # whose: a seat, or a side where progress is counted by sides
    gain: int
    swing: Fraction  # the same against the average of all
    sentence: str


class JudgedChoice(NamedTuple):
    """A decision of the reader's beside what the bot would have done."""

    round: int
    own: str
    bots: str
    is_same: bool
    points: Fraction = Fraction(0)  # what the other choice was worth on average, in points of one's own
    chance: Fraction = Fraction(0)  # and in chances to win


class Story(NamedTuple):
    """All of it."""

    game: Game[Any]
    names: tuple[str, ...]
    seat: Seat | None
    result: Result
    parts: tuple[Part, ...]
    turning: tuple[TurningPoint, ...]
    luck: tuple[LuckSum, ...]
    is_by_hindsight: bool = False  # then luck is only what came out in the open


def story_of(
    game: Game[Any],
    names: Sequence[str],
    seat: Seat | None,
    moments: Sequence[Moment],
    *,
    is_by_hindsight: bool = False,
) -> Story:
    """Of a game that is over.

    By hindsight a hidden thing is known only because somebody opened it later, and what is opened was chosen: nothing
    could be expected of it. Then no hidden face counts as luck at all.
    """
    over = game.asks(moments[-1].after)
    assert isinstance(over, Over)
    lucks = [
        one
        for at in moments
        if not isinstance(at.answer, Left)  # somebody who leaves is no answer: chance had no part in it
        for one in game.luck(at.before, at.answer, at.after, {} if is_by_hindsight else at.known)
    ]
    return Story(
        game,
        tuple(names),
        seat,
        over.result,
        tuple(_parts(game, moments, over.result)),
        tuple(_turning(game, names, seat, moments)),
        summed(lucks),
        is_by_hindsight,
    )


def _parts(game: Game[Any], moments: Sequence[Moment], result: Result) -> list[Part]:
    last: dict[int, tuple[int, ...]] = {}
    for number, moment in enumerate(moments):
        if found := game.progress(moment.after):
            last[game.round_of(moment.after) or number] = found
    parts = [Part(number, found) for number, found in last.items()]
    if parts and game.words().points and len(parts[-1].progress) == len(result.scores):
        parts[-1] = parts[-1]._replace(progress=result.scores)
    if len(parts) <= PARTS_MAX:
        return parts
    return [parts[(at + 1) * len(parts) // PARTS_MAX - 1] for at in range(PARTS_MAX)]


def _turning(game: Game[Any], names: Sequence[str], seat: Seat | None, moments: Sequence[Moment]) -> list[TurningPoint]:
    found: list[tuple[Fraction, int, TurningPoint]] = []
    for number, moment in enumerate(moments):
        old, new = game.progress(moment.before), game.progress(moment.after)
        if not old or len(old) != len(new) or old == new:
            continue
        gains = [after - before for before, after in zip(old, new, strict=True)]
        middle = Fraction(sum(gains), len(gains))
        # Between two it is as much for the one as against the other: then whoever moved is meant.
        lane = max(range(len(gains)), key=lambda at: (abs(gains[at] - middle), abs(gains[at])))
        swing = gains[lane] - middle
        if swing:
            told = _about(game, names, seat, moment, lane, gains[lane])
            found.append(
                (abs(swing), number, TurningPoint(game.round_of(moment.before), lane, gains[lane], swing, told))
            )
    best = sorted(found, key=lambda one: (-one[0], one[1]))[:TURNING_MAX]
    return [point for _swing, _number, point in sorted(best, key=lambda one: one[1])]


def _about(game: Game[Any], names: Sequence[str], seat: Seat | None, moment: Moment, lane: int, gain: int) -> str:
    """The sentence of that moment that speaks of whom it moved; else what came first."""
    reader = Reader(seat, known_while(game.asks(moment.before), moment.knew, moment.known), names)
    records = records_of(game, moment.before, moment.answer)
    words = game.words()
    own = (
        [record for record in records if record.seat == lane] if len(names) == len(game.progress(moment.after)) else []
    )
    texts = [text for record in (own or records) if (text := sentence(words, record, reader))]
    return (texts[0] if own and gain > 0 else texts[-1]) if texts else ""


# --- beside the strong bot -----------------------------------------------------------------------------------------


def judged(game: Game[Any], names: Sequence[str], seat: Seat, moments: Sequence[Moment]) -> Iterator[JudgedChoice]:
    """Every decision of that seat's that can be judged, one by one: each takes a while. Deterministic."""
    seats = len(names)
    adviser = make(game, seats, game.roster().adviser)
    policy = make(game, seats, POLICY if POLICY in game.bots() else game.roster().adviser)
    for number, moment in enumerate(moments):
        move = chosen(game, seat, moment)
        if move is None or any(handle not in moment.knew for handle in game.shown(moment.before, seat)):
            continue
        moves = game.legal_moves(moment.before, seat, moment.knew)
        if len(moves) < 2:
            continue
        view = View(moment.before, seat, moment.knew)
        bots = adviser.choose(view, moves, SeededDraw(number, "story"))
        reader = Reader(seat, moment.knew, names)
        own_line, bot_line = (line_of(game, view, one, reader, moves) for one in (move, bots))
        same = own_line == bot_line  # of things that are alike it does not matter which
        lost = (Fraction(0), Fraction(0)) if same else cost(game, seats, view, move, bots, policy, number)
        yield JudgedChoice(game.round_of(moment.before), own_line, bot_line, same, *lost)


def chosen(game: Game[Any], seat: Seat, moment: Moment) -> Move | None:
    """What that seat decided with this answer, if anything."""
    seats = deciders(game.asks(moment.before))
    match moment.answer:
        case Moved(move) if seats == (seat,):
            return move
        case AllMoved(moves) if seat in seats:
            return moves[seats.index(seat)].move
    return None


def cost(
    game: Game[Any], seats: int, view: View[Any], own: Move, bots: Move, policy: Bot, number: int
) -> tuple[Fraction, Fraction]:
    """How much better the bot's choice ends on average, in the same imagined worlds; never less than nothing."""
    points, chance = compared(game, seats, view, (bots, own), policy, number, WORLDS)
    return max(Fraction(0), points), max(Fraction(0), chance)


def compared(
    game: Game[Any], seats: int, view: View[Any], moves: tuple[Move, Move], policy: Bot, number: int, worlds: int
) -> tuple[Fraction, Fraction]:
    """By how many points, and how much of a victory, the first of two moves ends better than the second on average."""
    points, wins = 0, Fraction(0)
    for world in range(worlds):
        ends = [_play_on(game, seats, view, move, policy, SeededDraw(world, "story", number)) for move in moves]
        (better, share), (worse, part) = ends
        points += better - worse
        wins += share - part
    return Fraction(points, worlds), wins / worlds


def _play_on(
    game: Game[Any], seats: int, view: View[Any], move: Move, policy: Bot, draw: SeededDraw
) -> tuple[int, Fraction]:
    """The points and the share of the victory that the chooser ends with."""
    seat = view.seat
    assert seat is not None
    table = LocalTable.imagined(game, view.state, seats, seat, view.known, draw)

    def choose(other: Seat, moves: Any) -> Move:
        return moves[0] if len(moves) == 1 else policy.choose(table.view(other), moves, draw)

    choices = {other: move if other == seat else choose(other, table.moves(other)) for other in deciders(table.ask)}
    table.step(choices)
    result = play_out(table, choose).result
    share = Fraction(1, len(result.winners)) if seat in result.winners else Fraction(0)
    return result.scores[seat] if result.scores else 0, share

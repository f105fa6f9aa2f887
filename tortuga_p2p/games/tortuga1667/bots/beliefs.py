"""Who is probably loyal to whom: every way the loyalties can lie, weighed by what everybody did in public.

Nobody's hand is looked into: the notes of the public state are all there is, and one's own loyalty. A vote tells only
how many of its cards spoke for or against, never whose they were.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Final, TypeAlias

from ..claims import LOYAL, RECORDS
from ..claims import number as number_of
from ..rules import cards as c
from ..rules import notes
from ..rules.state import ATTACK, BRAWL, MUTINY, NOWHERE

if TYPE_CHECKING:
    from ....rules.game import View
    from ..rules.state import State

Deal: TypeAlias = tuple[int, ...]  # by seat: a nation
Weights: TypeAlias = tuple[float, ...]  # by number of the deal
Chance: TypeAlias = tuple[float, float, float]  # British, French, Dutch

# How likely somebody does a thing for one's own nation, and how likely to a friend. A Dutch player has no side: half.
OWN_CHEST: Final = 0.93
CLAIMED: Final = 0.57
FRIEND: Final = {notes.ORDERED: 0.27, notes.SHOT: 0.3, notes.LETTER: 0.66, notes.GAVE: 0.6, notes.FORCED: 0.42}
FOR_IT, AGAINST = 0.25, 0.6  # how often a voter's card is water, in an attack by a friend or by somebody else
SKULL_FRIEND, SKULL_FOE = 0.42, 0.66  # how often it is a skull, against a captain who is a friend or a foe
OWN_FLAG: Final = 0.84
DECK: Final = {ATTACK: 0.41, MUTINY: 0.5, BRAWL: 0.5}  # the deck's card: water, skull, British flag


@lru_cache(maxsize=16)
def deals(seats: int) -> tuple[Deal, ...]:
    """Every way the loyalties of a table can lie."""
    return tuple(sorted(set(permutations(c.loyalties(seats))))) if seats < 8 else tuple(_deals(c.LOYALTIES[seats]))


def _deals(left: tuple[int, ...]) -> list[Deal]:
    if not any(left):
        return [()]
    found = []
    for nation, number in enumerate(left):
        if number:
            rest = (*left[:nation], number - 1, *left[nation + 1 :])
            found += [(nation, *deal) for deal in _deals(rest)]
    return found


def beliefs(view: View[State]) -> tuple[Chance, ...]:
    """By seat: how likely each nation is, from the viewer's seat; what is known is certain."""
    state, seat = view.state, view.seat
    known = list(state.flags)
    if seat is not None and state.loyal[seat] != NOWHERE:
        known[seat] = view.known[state.loyal[seat]]
    claims = tuple(
        (claim.seat or 0, number_of(claim, "nation")) for claim in view.heard if claim.kind == RECORDS[LOYAL]
    )
    return _beliefs(state.setup.seats, state.notes, tuple(known), tuple(dict(claims).items()))


def suspicion(state: State, seat: int) -> Chance:
    """What the others can think of a seat: all that is public."""
    return _beliefs(state.setup.seats, state.notes, state.flags)[seat]


@lru_cache(maxsize=256)  # the decisions of one turn share it
def _beliefs(
    seats: int, noted: tuple[tuple[int, ...], ...], known: tuple[int, ...], claims: tuple[tuple[int, int], ...] = ()
) -> tuple[Chance, ...]:
    weights = weigh(seats, noted)
    for seat, nation in claims:  # the last of each: a word weighs far less than a deed
        weights = _times(weights, _side(nation, CLAIMED), _column(seats, seat))
    found = [[0.0, 0.0, 0.0] for _ in range(seats)]
    total = 0.0
    for number, deal in _fitting(seats, known):
        weight = weights[number]
        total += weight
        for row, nation in zip(found, deal, strict=True):
            row[nation] += weight
    if not total:  # somebody left and loyalties were made anew: every way is as good as another
        return tuple((0.45, 0.45, 0.1) for _ in range(seats))
    return tuple((row[0] / total, row[1] / total, row[2] / total) for row in found)


@lru_cache(maxsize=64)
def _fitting(seats: int, known: tuple[int, ...]) -> tuple[tuple[int, Deal], ...]:
    """The deals that agree with what is known, and their numbers."""
    return tuple(
        (number, deal)
        for number, deal in enumerate(deals(seats))
        if all(nation in (NOWHERE, deal[seat]) for seat, nation in enumerate(known))
    )


@lru_cache(maxsize=256)  # what was known before the last note was asked for before: each note is weighed once
def weigh(seats: int, noted: tuple[tuple[int, ...], ...]) -> Weights:
    """How well each deal explains the notes."""
    if not noted:
        return (1.0,) * len(deals(seats))
    weights, note = weigh(seats, noted[:-1]), noted[-1]
    kind, seat = note[1], note[2]
    if kind in (notes.STOWED, notes.TOOK):
        return _times(weights, _side(note[-1], OWN_CHEST), _column(seats, seat))
    if kind == notes.PLUNDERED:
        return _times(weights, _side(1 - note[-1], OWN_CHEST), _column(seats, seat))
    if kind in FRIEND and note[3] != seat:
        return _times(weights, (1 - FRIEND[kind], FRIEND[kind], 0.5), _friends(seats, seat, note[3]))
    if kind == notes.VOTED:
        return _vote(weights, seats, notes.ballot(note))
    if kind == notes.FEVER:  # as likely as not they have each other's card
        swapped = _swapped(seats, seat, note[3])
        return tuple([0.5 * weight + 0.5 * weights[other] for weight, other in zip(weights, swapped, strict=True)])
    return weights


def _times(weights: Weights, factors: tuple[float, ...], which: tuple[int, ...]) -> Weights:
    """Each weight times the factor for its deal."""
    return tuple([weight * factors[one] for weight, one in zip(weights, which, strict=True)])


def _side(nation: int, likely: float) -> tuple[float, float, float]:
    """By nation: how likely somebody of it does something for `nation`. A Dutch player has no side."""
    return (likely, 1 - likely, 0.5) if nation == c.BRITISH else (1 - likely, likely, 0.5)


@lru_cache(maxsize=64)
def _column(seats: int, seat: int) -> tuple[int, ...]:
    """By deal: the nation of a seat."""
    return tuple(deal[seat] for deal in deals(seats))


@lru_cache(maxsize=512)
def _friends(seats: int, one: int, two: int) -> tuple[int, ...]:
    """By deal: 1 for friends, 0 for foes, 2 where one of them is Dutch."""
    return tuple(2 if c.DUTCH in (deal[one], deal[two]) else int(deal[one] == deal[two]) for deal in deals(seats))


@lru_cache(maxsize=512)
def _swapped(seats: int, one: int, two: int) -> tuple[int, ...]:
    """By deal: the number of the one in which these two have each other's loyalty."""
    numbers = {deal: number for number, deal in enumerate(deals(seats))}
    found = []
    for deal in deals(seats):
        other = list(deal)
        other[one], other[two] = other[two], other[one]
        found.append(numbers[tuple(other)])
    return tuple(found)


def _vote(weights: Weights, seats: int, vote: notes.CountedVote) -> Weights:
    if not vote.voters:
        return weights
    count = sum(_counts(vote.kind, face) for face in vote.cards)
    cache: dict[tuple[float, ...], float] = {}
    found = []
    for deal, weight in zip(deals(seats), weights, strict=True):
        leaning = _LEANING[vote.kind][deal[vote.caller]]
        chances = tuple(sorted([leaning[deal[seat]] for seat in vote.voters]))
        if chances not in cache:
            cache[chances] = _chance_of(count, (*chances, DECK[vote.kind]), len(vote.cards))
        found.append(weight * cache[chances])
    return tuple(found)


def _counts(kind: int, face: int) -> bool:
    icons = c.VOTES[face]
    return bool({ATTACK: icons.water, MUTINY: icons.skull, BRAWL: icons.british}[kind])


def _like(caller: int, same: float, other: float) -> tuple[float, ...]:
    return tuple(same if nation == caller else other for nation in range(3))


# By the caller's nation, then by a voter's: how likely their card is water, a skull, or a British flag. Who calls a
# mutiny is the captain's foe.
_LEANING: Final = {
    ATTACK: tuple(_like(caller, FOR_IT, AGAINST) for caller in range(3)),
    MUTINY: tuple(_like(caller, SKULL_FOE, SKULL_FRIEND) for caller in range(3)),
    BRAWL: ((OWN_FLAG, 1 - OWN_FLAG, 0.5),) * 3,
}


def _chance_of(count: int, chances: tuple[float, ...], cards: int) -> float:
    """How likely `count` of the cards count; one given more by El Dorado is like the deck's."""
    chances += (0.5,) * max(0, cards - len(chances))
    found = [1.0]
    for chance in chances:
        found = [
            (found[number] * (1 - chance) if number < len(found) else 0.0)
            + (found[number - 1] * chance if number else 0.0)
            for number in range(len(found) + 1)
        ]
    return max(found[count], 1e-6) if count < len(found) else 1e-6

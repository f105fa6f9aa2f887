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
Chance: TypeAlias = tuple[float, float, float]  # British, French, Dutch

# How likely somebody does a thing for the own nation, and how likely to a friend. A Dutch player has no side: half.
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
        _side(weights, seat, nation, CLAIMED)
    found = [[0.0, 0.0, 0.0] for _ in range(seats)]
    total = 0.0
    for deal, weight in weights.items():
        if all(nation in (NOWHERE, deal[seat]) for seat, nation in enumerate(known)):
            total += weight
            for seat, nation in enumerate(deal):
                found[seat][nation] += weight
    if not total:  # somebody left and loyalties were made anew: every way is as good as another
        return tuple((0.45, 0.45, 0.1) for _ in range(seats))
    return tuple((row[0] / total, row[1] / total, row[2] / total) for row in found)


def weigh(seats: int, noted: tuple[tuple[int, ...], ...]) -> dict[Deal, float]:
    """How well each deal explains the notes."""
    weights = dict.fromkeys(deals(seats), 1.0)
    for note in noted:
        kind, seat = note[1], note[2]
        if kind in (notes.STOWED, notes.TOOK):
            _side(weights, seat, note[-1], OWN_CHEST)
        elif kind == notes.PLUNDERED:
            _side(weights, seat, 1 - note[-1], OWN_CHEST)
        elif kind in FRIEND and note[3] != seat:
            _pair(weights, seat, note[3], FRIEND[kind])
        elif kind == notes.VOTED:
            _vote(weights, notes.ballot(note))
        elif kind == notes.FEVER:
            weights = _swapped(weights, seat, note[3])
    return weights


def _side(weights: dict[Deal, float], seat: int, nation: int, likely: float) -> None:
    for deal in weights:
        own = deal[seat]
        weights[deal] *= 0.5 if own == c.DUTCH else likely if own == nation else 1 - likely


def _pair(weights: dict[Deal, float], one: int, two: int, friendly: float) -> None:
    for deal in weights:
        if c.DUTCH not in (deal[one], deal[two]):
            weights[deal] *= friendly if deal[one] == deal[two] else 1 - friendly
        else:
            weights[deal] *= 0.5


def _swapped(weights: dict[Deal, float], one: int, two: int) -> dict[Deal, float]:
    """Cabin Fever: as likely as not they have each other's card."""
    found = {}
    for deal, weight in weights.items():
        other = list(deal)
        other[one], other[two] = other[two], other[one]
        found[deal] = 0.5 * weight + 0.5 * weights[tuple(other)]
    return found


def _vote(weights: dict[Deal, float], vote: notes.CountedVote) -> None:
    if not vote.voters:
        return
    count = sum(_counts(vote.kind, face) for face in vote.cards)
    cache: dict[tuple[float, ...], float] = {}
    for deal in weights:
        chances = tuple(sorted(_leaning(vote, deal, seat) for seat in vote.voters))
        if chances not in cache:
            cache[chances] = _chance_of(count, (*chances, DECK[vote.kind]), len(vote.cards))
        weights[deal] *= cache[chances]


def _counts(kind: int, face: int) -> bool:
    icons = c.VOTES[face]
    return bool({ATTACK: icons.water, MUTINY: icons.skull, BRAWL: icons.british}[kind])


def _leaning(vote: notes.CountedVote, deal: Deal, seat: int) -> float:
    """How likely the card of a voter is water, a skull, or a British flag."""
    nation = deal[seat]
    if vote.kind == BRAWL:
        return 0.5 if nation == c.DUTCH else OWN_FLAG if nation == c.BRITISH else 1 - OWN_FLAG
    if vote.kind == ATTACK:
        return FOR_IT if nation == deal[vote.caller] else AGAINST
    return SKULL_FRIEND if nation != deal[vote.caller] else SKULL_FOE  # who calls a mutiny is the captain's foe


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

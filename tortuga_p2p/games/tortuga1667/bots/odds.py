"""What a vote will probably bring: the cards of others and of the deck as chances, one's own as it is."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from ..rules import cards as c
from ..rules.packing import votes_shown
from ..rules.sight import unseen_events
from ..rules.state import ATTACK, BRAWL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ....rules.game import View
    from ..rules.state import State

Chances: TypeAlias = "tuple[float, ...]"  # by face: how likely a card is that one


def unseen_votes(view: View[State]) -> Chances:
    """How likely a card that we have not seen is each face."""
    state, seat = view.state, view.seat
    left = Counter(c.VOTE_DECK)
    left.subtract(votes_shown(state))
    if seat is not None:
        left.subtract(view.known[card] for card in range(len(c.VOTE_DECK)) if state.seen[card] >> seat & 1)
    weights = [max(0, left[face]) for face in range(len(c.VOTES))]
    total = sum(weights) or 1
    return tuple(weight / total for weight in weights)


# A vote is decided by one or two sums: by how many torches beat water (and whether there is a cannon), skulls wheels,
# or British flags French ones. A spread says how likely each sum is.
Spread: TypeAlias = "dict[tuple[int, int], float]"


def _mark(kind: int, face: int) -> tuple[int, int]:
    icons = c.VOTES[face]
    if kind == ATTACK:
        return icons.torch - icons.water, min(1, icons.cannon)
    if kind == BRAWL:
        return icons.british - icons.french, 0
    return icons.skull - icons.wheel, 0


def spread(kind: int, given: Sequence[int], others: Sequence[Chances]) -> Spread:
    """How likely each sum is with these cards for certain and the others by their chances."""
    return _spread(kind, tuple(sorted(given)), tuple(others))


@lru_cache(maxsize=4096)  # one decision asks for the same vote a few times
def _spread(kind: int, given: tuple[int, ...], others: tuple[Chances, ...]) -> Spread:
    start = [_mark(kind, face) for face in given]
    found: Spread = {(sum(score for score, _ in start), max((cannon for _, cannon in start), default=0)): 1.0}
    for chances in others:
        marks: Counter[tuple[int, int]] = Counter()
        for face, chance in enumerate(chances):
            if chance:
                marks[_mark(kind, face)] += chance  # type: ignore[assignment]
        grown: Spread = {}
        for (score, cannon), likely in found.items():
            for (more, shot), chance in marks.items():
                key = (score + more, cannon | shot)
                grown[key] = grown.get(key, 0.0) + likely * chance
        found = grown
    return found


def chance_of(kind: int, given: Sequence[int], others: Sequence[Chances]) -> float:
    """How likely an attack or a mutiny is won."""
    found = spread(kind, given, others)
    return sum(chance for (score, cannon), chance in found.items() if score > 0 and (kind != ATTACK or cannon))


def flags_of(given: Sequence[int], others: Sequence[Chances]) -> tuple[float, float, float]:
    """How likely a brawl gives both chests to the French, one each, or both to the British."""
    found = spread(BRAWL, given, others)
    lost = sum(chance for (score, _), chance in found.items() if score < 0)
    tied = sum(chance for (score, _), chance in found.items() if score == 0)
    return lost, tied, 1 - lost - tied


def leaning(chances: Chances, liking: Mapping[int, float]) -> Chances:
    """The chances of a card that somebody chose: what they like comes more often."""
    weights = [chance * liking.get(face, 1.0) for face, chance in enumerate(chances)]
    total = sum(weights) or 1
    return tuple(weight / total for weight in weights)


def faces_held(view: View[State]) -> tuple[int, ...]:
    """Our own vote cards by their faces."""
    if view.seat is None:
        return ()
    return tuple(view.known[card] for card in view.state.hands[view.seat])


def event_chances(view: View[State]) -> Counter[int]:
    """How often each event may lie where we have not looked."""
    return unseen_events(view.state, view.seat, view.known) if view.seat is not None else Counter()

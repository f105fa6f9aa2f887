"""Where a pirate gets to: forward by a card, back or forward by counting others, back by a snake. Knows no turns.

No pirate leaves its own path by any of these (C-29): one in the tunnel stops at the sloop, one in the jungle never
goes back to it.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Final, Protocol

from . import components as c
from . import draft
from .state import Crew, Layout, State, layout

if TYPE_CHECKING:
    from ....rules.ask import Seat


class Position(Protocol):
    """What the ways of pirates depend on: a state has it, and so has a position within a plan."""

    @property
    def crowd(self) -> bytes: ...
    @property
    def sloop(self) -> int: ...


COMPANY: Final = bytes([0, 1, 1, *[0] * 253])  # by the number of pirates on a space: one or two may get company


def landing(way: Layout, crowd: bytes, symbol: int, place: int) -> int:
    """The next empty space ahead with that symbol, or the end of the path. Occupied ones are jumped."""
    for space in way.ahead[symbol][place]:
        if not crowd[space]:
            return space
    return way.end[place]


def jumped(way: Layout, symbol: int, old: int, new: int) -> tuple[int, ...]:
    """The occupied spaces with that symbol that were jumped on the way."""
    return tuple(space for space in way.ahead[symbol][old] if space < new)


def go(after: draft.Fields, seat: Seat, old: int, new: int) -> None:
    """A pirate changes its place in a state that is being made."""
    crews = list(after[draft.PIRATES])
    crew = list(crews[seat])
    crew.remove(old)
    insort(crew, new)
    crews[seat] = tuple(crew)
    after[draft.PIRATES] = tuple(crews)
    crowd = bytearray(after[draft.CROWD])
    if 0 < old < c.SLOOP:
        crowd[old] -= 1
    if 0 < new < c.SLOOP:
        crowd[new] += 1
    after[draft.CROWD] = bytes(crowd)


def boards(position: Position, crew: Crew, count: int = 1) -> bool:
    """Whether so many more of that crew may board now: the sloop lies at Cartagena and has room for them (C-10)."""
    return position.sloop == c.CARTAGENA and crew.count(c.SLOOP) + count <= c.ABOARD_MAX


def retreat(position: Position, way: Layout, place: int) -> int:
    """The nearest space behind with one or two pirates, or NOWHERE. Empty and full ones are passed, the start never
    reached; from the sloop only while it lies at Cartagena (C-4, C-5, C-11)."""
    if place == c.SLOOP and position.sloop == c.TORTUGA:
        return c.NOWHERE
    first, last = way.behind[place]
    return position.crowd.translate(COMPANY).rfind(1, first, last)


def may_retreat(state: State, way: Layout, place: int) -> int:
    """Whether the agreement lets pirates go back from there (C-31): the sloop at Cartagena belongs to the tunnel."""
    return state.setup.drawing[c.TUNNEL if place == c.SLOOP else way.path_of[place]] & c.RETREAT


def retreats(state: State, way: Layout, places: list[int]) -> list[int]:
    """From which of these places, which ascend, a pirate can go back."""
    drawing = state.setup.drawing
    company = state.crowd.translate(COMPANY)  # whoever stands beyond the first of these can go back
    if not way.escape:
        first = company.find(1) if drawing[way.path_of[c.START]] & c.RETREAT else c.NOWHERE
        return [place for place in places if place > first > 0]
    found = []
    first = company.find(1, 1, way.tunnel + 1)
    if first > 0 and drawing[c.TUNNEL] & c.RETREAT:
        found += [place for place in places if first < place <= way.tunnel]
        if state.sloop == c.CARTAGENA and c.SLOOP in places:
            found.append(c.SLOOP)
    first = company.find(1, way.tunnel + 1)
    if first > 0 and drawing[c.JUNGLE] & c.RETREAT:
        found += [place for place in places if place > first and place != c.SLOOP]
    return found


def morgan(position: Position, way: Layout, crew: Crew, place: int) -> int:
    """Where an opponent's pirate gets to by Morgan's rule: the next space ahead with one or two pirates, else the end
    of its path; NOWHERE where it cannot be moved (C-10, C-17, C-30)."""
    if place == c.GOAL or (place == c.SLOOP and position.sloop == c.CARTAGENA):
        return c.NOWHERE
    end = way.end[place]
    first = way.tunnel + 1 if place == c.SLOOP else place + 1
    last = way.tunnel if end == c.SLOOP else way.spaces
    space = position.crowd.translate(COMPANY).find(1, first, last + 1)
    if space > 0:
        return space
    return end if end == c.GOAL or boards(position, crew) else c.NOWHERE


def may_morgan(state: State, place: int) -> bool:
    """Whether the agreement lets others be moved from there (C-31): the sloop at Tortuga belongs to the jungle."""
    return bool(state.setup.drawing[layout(state.setup.path).path_of[place]] & c.MORGAN)


def company(position: Position, space: int) -> int:
    """The cards that a pirate brings who comes to that space: one for each who was there, two at the end of a path."""
    return 2 if space >= c.SLOOP else position.crowd[space]


def snake(state: State, seat: Seat, place: int) -> int:
    """C-12, C-32: back to the nearest empty rum space behind; else to the empty space nearest the start; else to the
    start. In the jungle of the Great Escape that is the sloop, if it is there and has room; otherwise it stays."""
    way = layout(state.setup.path)
    first, last = way.behind[place]
    for space in range(last - 1, first - 1, -1):
        if way.symbols[space] == c.RUM and not state.crowd[space]:
            return space
    for space in range(first, last):
        if not state.crowd[space]:
            return space
    if not way.escape or way.path_of[place] == c.TUNNEL:
        return c.START
    has_room = state.sloop == c.TORTUGA and state.pirates[seat].count(c.SLOOP) < c.ABOARD_MAX
    return c.SLOOP if has_room else place


def can_sail(position: Position, way: Layout, crew: Crew) -> bool:
    """To Tortuga with an own pirate aboard; back for an own pirate in tunnel or dungeon (C-6). Also for the captain's
    free sail (C-9)."""
    if not way.escape:
        return False
    return c.SLOOP in crew if position.sloop == c.CARTAGENA else crew[0] <= way.tunnel


def is_captain(state: State, seat: Seat) -> bool:
    """C-7, C-8: at least one aboard, and as many as any other who still plays."""
    own = state.pirates[seat].count(c.SLOOP)
    return own > 0 and all(
        crew.count(c.SLOOP) <= own for other, crew in enumerate(state.pirates) if not state.gone >> other & 1
    )

"""The moves of Cartagena, and which of them a seat may make.

The first integer of `Move.data` says which decision it answers. Cards that are played are opened by the move; the
symbol they stand for is in the data, because two parrots may stand for any (C-14). Of equal cards the list names one,
but any of them is as good: `in` says yes to all.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ....errors import IllegalMove
from ....rules.answer import UNOPENED, Moved
from ....rules.ask import PILE, Move
from ....rules.lazy import Choose, Lazy
from . import components as c
from . import kinds as do
from .state import Phase, State, layout, others, stops
from .travel import COMPANY, boards, can_sail, landing, may_morgan, morgan, retreats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ....rules.ask import Face, Handle, Moves, Seat
    from ....rules.game import Known
    from .state import Crew, Layout


SAILING: Final = Move((do.SAIL,))
SAILING_FREE: Final = Move((do.SAIL_FREE,))
PASSING: Final = Move((do.PASS,))
STOPPING: Final = Move((do.STOP,))
RETREATS: Final = tuple(Move((do.RETREAT, place)) for place in range(c.GOAL + 1))
MORGANS: Final = tuple(
    tuple(Move((do.MORGAN, seat, place)) for place in range(c.GOAL + 1)) for seat in range(c.SEATS_MAX)
)

_new = tuple.__new__  # a named tuple from its fields: the class itself takes twice as long


class Payment(NamedTuple):
    """Cards that stand for a symbol: one that shows it, or two parrots (C-14, C-35)."""

    symbol: int
    cards: tuple[Handle, ...]


# --- lists of moves --------------------------------------------------------------------------------------------


class LegalMoves(Lazy[Move]):
    """A list of legal moves in which equal cards stand once. What is asked of `in` is judged, not looked up."""

    __slots__ = ("known", "seat", "state")

    def __init__(self, state: State, seat: Seat, known: Known) -> None:
        self.state = state
        self.seat = seat
        self.known = known

    def __contains__(self, move: object) -> bool:
        from .judging import check_move  # it needs the rules, and the rules need these lists

        if type(move) is not Move:
            return False
        faces = [self.known.get(handle, UNOPENED) for handle in move.opens]
        try:
            check_move(self.state, self.seat, Moved(move, tuple(faces)))
        except IllegalMove:
            return False
        return True


class ListedMoves(LegalMoves):
    """Moves that were written down one by one."""

    __slots__ = ("moves",)

    def __init__(self, state: State, seat: Seat, known: Known, moves: list[Move]) -> None:
        super().__init__(state, seat, known)
        self.moves = moves

    def __len__(self) -> int:
        return len(self.moves)

    def at(self, index: int) -> Move:
        return self.moves[index]


class Actions(LegalMoves):
    """The actions of a turn. Lazy: most are a way to pay and a pirate that may use any of them.

    A way to pay is a symbol and the cards that stand for it; as `paid` it is that, or just the handle of one card.
    `backs` are the places from which a pirate may go back, wherever `rest` does not say it already.
    """

    __slots__ = ("advances", "backs", "movers", "paid", "rest", "size")

    def __init__(
        self,
        state: State,
        seat: Seat,
        known: Known,
        paid: list[Payment] | list[Handle],
        movers: list[int],
        backs: list[int],
        rest: list[Move],
    ) -> None:
        self.state = state  # not by `super`: that would take as long as all of these lines
        self.seat = seat
        self.known = known
        self.paid = paid
        self.movers = movers
        self.backs = backs
        self.rest = rest
        self.advances = len(paid) * len(movers)
        self.size = self.advances + len(backs) + len(rest)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, index: Any) -> Any:  # what `Lazy` does, without three calls for one of them
        if type(index) is not int or not 0 <= index < self.size:
            return super().__getitem__(index)
        at = index - self.advances
        if at >= 0:
            backs = self.backs
            return RETREATS[backs[at]] if at < len(backs) else self.rest[at - len(backs)]
        which, mover = divmod(index, len(self.movers))
        paid = self.paid[which]
        if isinstance(paid, int):
            return _new(Move, ((do.ADVANCE, self.known[paid] % c.DARK, self.movers[mover]), (paid,), ()))
        symbol, cards = paid
        return _new(Move, ((do.ADVANCE, symbol, self.movers[mover]), cards, ()))

    def at(self, index: int) -> Move:
        move: Move = self[index]
        return move


def _advance(symbol: int, place: int, cards: tuple[Handle, ...]) -> Move:
    move: Move = _new(Move, ((do.ADVANCE, symbol, place), cards, ()))
    return move


# --- what cards can pay ----------------------------------------------------------------------------------------

Cards: TypeAlias = dict[int, list[int]]  # the cards of a hand by face: faces ascend, and so do the handles of each


def by_face(handles: Iterable[Handle], known: Known) -> Cards:
    found: Cards = {}
    for handle in handles:
        found.setdefault(known[handle], []).append(handle)
    return dict(sorted(found.items()))


def take(cards: Cards, faces: Iterable[Face]) -> list[Handle]:
    """For each face a card that shows it, the same one never twice."""
    used: Counter[Face] = Counter()
    found = []
    for face in faces:
        found.append(cards[face][used[face]])
        used[face] += 1
    return found


def magic_payments(cards: Cards) -> list[tuple[int, tuple[Face, ...]]]:
    """The same with the Black Sorceress, as symbol and faces: two parrots stand for any card (C-14)."""
    found: list[tuple[int, tuple[Face, ...]]] = [(face % c.DARK, (face,)) for face in cards]
    parrots = [face for face, handles in cards.items() if face % c.DARK == c.PARROT for _ in handles[:2]]
    pairs = sorted({(first, second) for at, first in enumerate(parrots) for second in parrots[at + 1 :]})
    return found + [(symbol, pair) for pair in pairs for symbol in c.SYMBOLS]


# --- the actions of a turn (C-D1, C-D2) ------------------------------------------------------------------------


def actions(state: State, seat: Seat, known: Known) -> Actions:
    """Everything that the active player may do now."""
    setup, hand = state.setup, state.hands[seat]
    way = layout(setup.path)
    places: list[int] = []
    last = c.NOWHERE
    for place in state.pirates[seat]:
        if place != last:
            places.append(place)
            last = place
    rest: list[Move] = []
    if setup.sorceress or way.escape:
        paid: list[Payment] | list[Handle]
        paid, movers = _many_actions(state, seat, known, places, rest)
        backs: list[int] = []
    else:  # most games are like this, and all that a playout of them does is to pick one of these
        one_of = {}
        for handle in hand:
            one_of[known[handle]] = handle
        paid = [*one_of.values()]
        movers = places[:-1] if last == c.GOAL else places
        drawing = setup.drawing[way.path_of[c.START]]
        first = state.crowd.translate(COMPANY).find(1) if drawing & c.RETREAT else c.NOWHERE
        backs = places[bisect_right(places, first) :] if first > 0 else []  # as `retreats` has it
        if drawing & c.MORGAN:
            rest = morgans(state, seat)
    if not hand:
        rest.append(PASSING)
    if state.left < c.ACTIONS:
        rest.append(STOPPING)
    return Actions(state, seat, known, paid, movers, backs, rest)


def _many_actions(
    state: State, seat: Seat, known: Known, places: list[int], rest: list[Move]
) -> tuple[list[Payment], list[int]]:
    """With a sloop or with powers: ways to pay, and the pirates that may use any of them. The others go to `rest`."""
    setup, hand = state.setup, state.hands[seat]
    way = layout(setup.path)
    if setup.sorceress:
        cards = by_face(hand, known)
        ways = magic_payments(cards)
        paid = [Payment(symbol, tuple(sorted(take(cards, faces)))) for symbol, faces in ways]
    else:
        paid = [Payment(face % c.DARK, (card,)) for face, card in {known[card]: card for card in hand}.items()]
    if way.escape:
        movers = _movers_of_the_escape(state, way, seat, places, paid, rest)
    else:
        movers = places[:-1] if places[-1] == c.GOAL else places
    rest += [RETREATS[place] for place in retreats(state, way, places)]
    if setup.drawing != _RETREAT_ONLY:
        rest += morgans(state, seat)
    if can_sail(state, way, state.pirates[seat]):
        rest += [SAILING_FREE, SAILING] if state.free else [SAILING]
    if setup.sorceress:
        rest += _powers(state, seat, paid)
        rest += _hooks(state, seat, cards, ways)
    return paid, movers


_RETREAT_ONLY: Final = (c.RETREAT, c.RETREAT)


def _movers_of_the_escape(
    state: State, way: Layout, seat: Seat, places: list[int], paid: list[Payment], rest: list[Move]
) -> list[int]:
    """The places from which every payment is good. Where boarding is not possible (C-10), advances in the tunnel are
    good for some symbols only: those are put into `rest`."""
    if boards(state, state.pirates[seat]):
        return [place for place in places if place < c.SLOOP]
    crowd, tunnel = state.crowd, way.tunnel
    for symbol, cards in paid:
        for place in places:
            if place <= tunnel and landing(way, crowd, symbol, place) != c.SLOOP:
                rest.append(_advance(symbol, place, cards))
    lands = state.sloop == c.TORTUGA
    return [place for place in places if tunnel < place < c.SLOOP or (lands and place == c.SLOOP)]


def morgans(state: State, seat: Seat) -> list[Move]:
    """Every pirate of another player that may be moved on."""
    found, way = [], layout(state.setup.path)
    for other in others(state, seat):
        crew = state.pirates[other]
        for place in stops(crew):
            if may_morgan(state, place) and morgan(state, way, crew, place) != c.NOWHERE:
                found.append(MORGANS[other][place])
    return found


def _powers(state: State, seat: Seat, paid: list[Payment]) -> list[Move]:
    """Every power that can do something (C-36), with every way to pay for it."""
    victims = [other for other in others(state, seat) if state.hands[other]]
    chests = chests_of(state, seat)
    found = []
    for symbol, cards in paid:
        if symbol == c.PISTOL:
            found += [Move((do.PISTOL, other), cards) for other in victims]
        elif symbol == c.RUM:
            found.append(Move((do.RUM,), cards))
        elif symbol == c.LANTERN:
            found.append(Move((do.LANTERN,), cards))
        elif symbol == c.CHEST:
            found += [Move((do.CHEST, place), cards) for place in chests]
    return found


def chests_of(state: State, seat: Seat) -> list[int]:
    """The chest spaces where a pirate of that seat stands on a token (C-20)."""
    chests = layout(state.setup.path).chests
    crew = state.pirates[seat]
    return [space for space, token in zip(chests, state.tokens, strict=True) if token != c.TAKEN and space in crew]


def pairs_of(crew: Crew) -> list[int]:
    """The spaces on which two pirates of a crew stand together (C-15: not at the start, aboard or at the goal)."""
    return [place for place in stops(crew) if c.START < place < c.SLOOP and crew.count(place) > 1]


def _hooks(state: State, seat: Seat, cards: Cards, ways: list[tuple[int, tuple[Face, ...]]]) -> list[Move]:
    """Two pirates at once: a hook, and any other card; each may be two parrots, as far as there are enough (C-35)."""
    crew = state.pirates[seat]
    pairs = pairs_of(crew)
    if not pairs or state.left < 2:
        return []
    way = layout(state.setup.path)
    has_room = boards(state, crew, 2)
    found = []
    for _, first in [payment for payment in ways if payment[0] == c.HOOK]:
        for symbol, second in ways:
            if all(needed <= len(cards[face]) for face, needed in Counter(first + second).items()):
                handles = take(cards, first + second)
                opens = (*sorted(handles[: len(first)]), *sorted(handles[len(first) :]))
                found += [
                    Move((do.HOOK, symbol, place, len(first)), opens)
                    for place in pairs
                    if has_room or landing(way, state.crowd, symbol, place) != c.SLOOP
                ]
    return found


# --- the smaller decisions -------------------------------------------------------------------------------------


def robberies(state: State, seat: Seat, known: Known) -> Moves:
    """C-D6: one of the cards in the hand that was looked into."""
    cards = by_face(state.hands[state.doing[1]], known)
    return ListedMoves(state, seat, known, [Move((do.TAKE, handles[0])) for handles in cards.values()])


def receivers(state: State) -> tuple[Seat, ...]:
    """Who gets a card of the rum: clockwise from the left neighbour, as far as the cards go (C-27)."""
    return others(state, state.turn)[: len(state.sorting) - KEPT_OF_RUM]


KEPT_OF_RUM: Final = 2
KEPT_OF_LANTERN: Final = 1


def shares(state: State, seat: Seat, known: Known) -> Moves:
    """C-D4: a card for each of the others; the rest is kept."""
    cards = by_face(state.sorting, known)
    to = receivers(state)
    rows = [zip(take(cards, faces), to, strict=True) for faces in _orders(cards, len(to))]
    return ListedMoves(state, seat, known, [Move((do.SHARE,), (), tuple(row)) for row in rows])


def keeps(state: State, seat: Seat, known: Known) -> Moves:
    """C-D5: one is kept, the others go back in any order, top first."""
    cards = by_face(state.sorting, known)
    back = len(state.sorting) - KEPT_OF_LANTERN
    rows = [[(card, PILE) for card in take(cards, faces)] for faces in _orders(cards, back)]
    return ListedMoves(state, seat, known, [Move((do.KEEP,), (), tuple(row)) for row in rows])


def _orders(cards: Cards, length: int) -> list[tuple[Face, ...]]:
    """The different rows of so many of these cards."""
    return sorted(set(permutations([face for face, handles in cards.items() for _ in handles], length)))


class Discards(LegalMoves):
    """C-D3: every choice of as many cards as are too many. Lazy: a large hand has more of them than fit into memory."""

    __slots__ = ("choices",)

    def __init__(self, state: State, seat: Seat, known: Known) -> None:
        super().__init__(state, seat, known)
        hand = state.hands[seat]
        self.choices = Choose(list(by_face(hand, known).values()), len(hand) - c.HAND_MAX)

    def __len__(self) -> int:
        return len(self.choices)

    def at(self, index: int) -> Move:
        """As few as possible of the first face come first."""
        return Move((do.DISCARD,), tuple(sorted(self.choices.at(len(self) - 1 - index))))


# --- which of them, by phase -----------------------------------------------------------------------------------


def _discards(state: State, seat: Seat, known: Known) -> Moves:
    return Discards(state, seat, known) if len(state.hands[seat]) > c.HAND_MAX else ()


LEGAL_MOVES: Final[dict[int, Callable[[State, Seat, Known], Moves]]] = {
    int(Phase.ACT): actions,  # enums are looked up slowly
    int(Phase.DISCARD): _discards,
    int(Phase.TAKE): robberies,
    int(Phase.SHARE): shares,
    int(Phase.KEEP): keeps,
}

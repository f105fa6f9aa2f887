"""A bot that does what brings its own nation chests now. It trusts nobody, and thinks about nobody's loyalty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..rules import cards as c
from ..rules.ballot import voters
from ..rules.hands import birds, walk
from ..rules.moves import Do
from ..rules.sight import face_in
from ..rules.state import AMONG, ATTACK, BRAWL, GALLEON, MUTINY, NOWHERE, SHIPS, TORTUGA, Phase, hold, place_of, riches
from ..rules.votes import sources
from .hearsay import something_to_say
from .odds import chance_of, event_chances, faces_held, flags_of, unseen_votes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....rules.ask import Move, Moves
    from ....rules.game import Draw, View
    from ..rules.state import State

WIN: Final = 50.0  # in chests: ending a game that is won
# What revealing a card is worth to whoever does it, in chests, where it does not depend on the position.
CARDS: Final = {
    c.LETTER: 0.4, c.PISTOL: 0.4, c.ALBATROSS: -0.6, c.SPOT: -0.8, c.ATLANTIS: -0.2, c.DORADO: -0.2, c.FOUNTAIN: -0.2,
    c.CODE: -0.3, c.SCURVY: -0.3, c.FEVER: -0.1, c.NEST: 0.1, c.BELLS: 0.0, c.FACADE: 0.0, c.POWDER: 0.0,
}  # fmt: skip
LOOKING: Final = 0.2  # what a look is worth
FORCING: Final = 0.1
ROLES: Final = {0: 0.6, 1: 0.3}  # captain, first mate; the cabin boy's worth is what can be plundered


class Greedy:
    """Maximises chests at once; ties are broken by chance."""

    name = "greedy"
    is_quick = False

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        if view.state.phase == Phase.NEST_PICK:
            return self._pick(view, moves)
        forced: dict[tuple[int, ...], float] = {}  # by slots: whoever is forced, it is worth the same
        worth = []
        for move in moves:
            if move.data[0] != Do.FORCE:
                worth.append(self.worth(view, move))
                continue
            if move.data[2:] not in forced:
                forced[move.data[2:]] = _forced(view, move.data)
            worth.append(forced[move.data[2:]])
        best = max(worth)
        among = [move for move, value in zip(moves, worth, strict=True) if value > best - 1e-9]
        return among[draw.below(len(among))] if len(among) > 1 else among[0]

    def says(self, view: View[Any], draw: Draw, /) -> tuple[int, ...] | None:
        return something_to_say(view, draw, honest=8)

    def worth(self, view: View[State], move: Move) -> float:
        """What a move is worth, in chests of our own nation."""
        kind = move.data[0]
        if kind == Do.VOTE:
            return _vote(view, move)
        return _WORTH[kind](view, move.data)

    def _pick(self, view: View[State], moves: Moves) -> Move:
        """Crow's Nest: for ourselves what an attack and a brawl need, for others water and wheels."""
        state = view.state
        own = state.other == view.seat
        order = sorted(range(len(state.vote_deck)), key=lambda at: _liking(view, view.known[state.vote_deck[at]], own))
        picked = sorted(order[-len(state.pile) :])
        return moves[0]._replace(data=(Do.PICK, *(state.vote_deck[at] for at in picked)))


def nation_of(view: View[State]) -> int:
    """Our own loyalty."""
    assert view.seat is not None
    flag = view.state.flags[view.seat]
    return flag if flag != NOWHERE else view.known[view.state.loyal[view.seat]]


def lead_of(view: View[State], state: State | None = None) -> float:
    """By how many chests our nation leads; the Dutch player likes a tie."""
    british, french = riches(state or view.state)
    nation = nation_of(view)
    if nation == c.DUTCH:
        return -abs(british - french)
    return british - french if nation == c.BRITISH else french - british


def after_chests(view: View[State], *changes: tuple[int, int]) -> float:
    """How our lead changes if chests are counted otherwise: `(place, by how many)`."""
    chests = list(view.state.chests)
    for place, by in changes:
        chests[place] += by
    return lead_of(view, view.state._replace(chests=tuple(chests))) - lead_of(view)


def _liking(view: View[State], face: int, own: bool) -> float:
    icons, nation = c.VOTES[face], nation_of(view)
    flag = (icons.british - icons.french) * {c.BRITISH: 1, c.FRENCH: -1, c.DUTCH: 0}[nation]
    good = 2 * icons.cannon + 2 * icons.torch - 2 * icons.water + flag
    return good if own else -good


# --- actions -----------------------------------------------------------------------------------------------------


def _called(view: View[State], kind: int) -> float:
    """What a vote that we call will bring."""
    state, seat = view.state, view.seat
    assert seat is not None
    place = place_of(state, seat)
    playing = voters(state, kind, place)
    others = [unseen_votes(view)] * (len(playing) - (seat in playing) + 1)
    hand = [(face,) for face in set(faces_held(view))] if seat in playing else [()]
    return max(_outcome(view, kind, place, given, others) for given in hand)


def _outcome(view: View[State], kind: int, place: int, given: tuple[int, ...], others: Any) -> float:
    if kind == ATTACK:
        gain = max(
            after_chests(view, (at, -1), (hold(place, to), 1)) for at in sources(view.state, place) for to in (0, 1)
        )
        return chance_of(ATTACK, given, others) * gain
    if kind == MUTINY:
        return chance_of(MUTINY, given, others) * (ROLES[0] - ROLES[1])
    return _brawled(view, given, others)


def _brawled(view: View[State], given: tuple[int, ...], others: Any) -> float:
    british = view.state.chests[hold(TORTUGA, c.BRITISH)]
    return sum(
        chance
        * after_chests(view, (hold(TORTUGA, c.BRITISH), then - british), (hold(TORTUGA, c.FRENCH), british - then))
        for then, chance in enumerate(flags_of(given, others))
    )


def _place_worth(view: View[State], state: State) -> float:
    """What our own pawn may do where it stands in that state."""
    seat = view.seat
    assert seat is not None
    place = place_of(state, seat)
    if place not in SHIPS:
        return 0.3 if place == TORTUGA and state.lines[TORTUGA][0] == seat else 0.15 if place > TORTUGA else 0.0
    line = state.lines[place]
    worth = ROLES.get(line.index(seat), 0.1)
    if line[-1] == seat:
        worth += max(0.0, *(0.4 * after_chests(view, (hold(place, n), -1), (hold(place, 1 - n), 1)) for n in (0, 1)
                            if state.chests[hold(place, n)]), 0.0)  # fmt: skip
    return worth


def _moved(view: View[State], pawn: int, place: int) -> float:
    """What our own place gains if a pawn moves."""
    after = birds(walk(view.state, pawn, place), None)
    return _place_worth(view, after) - _place_worth(view, view.state)


def _slot_worth(view: View[State], slot: int) -> float:
    face = face_in(view, slot)
    if face != NOWHERE:
        return _card_worth(view, face)
    faces = event_chances(view)
    total = sum(faces.values()) or 1
    return sum(number * _card_worth(view, face) for face, number in faces.items()) / total


def _card_worth(view: View[State], face: int) -> float:
    state, seat = view.state, view.seat
    assert seat is not None
    if face == c.ARMADA:
        lead = lead_of(view)
        dutch = nation_of(view) == c.DUTCH
        if lead == 0 and not state.setup.seats % 2:
            return 0.0
        return WIN if lead > 0 or (dutch and lead == 0) else -WIN
    if face == c.STORMY:
        place = place_of(state, seat)
        if place in SHIPS:
            british, french = (state.chests[hold(place, nation)] for nation in (0, 1))
            return after_chests(
                view, (GALLEON, british + french), (hold(place, 0), -british), (hold(place, 1), -french)
            )
        if place == TORTUGA:
            more = 1 - state.chests[hold(TORTUGA, 0)]
            return after_chests(view, (hold(TORTUGA, 0), more), (hold(TORTUGA, 1), -more))
        return 0.0
    return CARDS[face]


def _forced(view: View[State], data: tuple[int, ...]) -> float:
    """What is bad for another is good for us; the Armada is the same for everybody."""
    found = 0.0
    for slot in data[2:]:
        face = face_in(view, slot)
        if face == c.ARMADA:
            found += _card_worth(view, face)
        elif face != NOWHERE:
            found -= CARDS.get(face, 0.0)
        else:
            chances = event_chances(view)
            found += _card_worth(view, c.ARMADA) * chances[c.ARMADA] / (sum(chances.values()) or 1)
    return found / 2 + FORCING


def _looked(view: View[State], data: tuple[int, ...]) -> float:
    """Cards that we do not know yet; above all where the Armada may be."""
    new = sum(face_in(view, slot) == NOWHERE for slot in data[1:])
    late = view.state.armada == AMONG and c.ARMADA in event_chances(view)
    return new * (LOOKING if late else LOOKING / 2)


def _plundered(view: View[State], data: tuple[int, ...]) -> float:
    assert view.seat is not None
    ship = place_of(view.state, view.seat)
    return after_chests(view, (hold(ship, data[1]), -1), (hold(ship, 1 - data[1]), 1))


# --- answers to cards --------------------------------------------------------------------------------------------


def _used(view: View[State], data: tuple[int, ...]) -> float:
    """Atlantis where the other ship is better; the Fountain always."""
    assert view.seat is not None
    if view.state.phase == Phase.FOUNTAIN:
        return 1.0
    return _moved(view, view.seat, 1 - place_of(view.state, view.seat))


def _shot(view: View[State], data: tuple[int, ...]) -> float:
    """Whoever stands before us, or could plunder."""
    state, victim = view.state, data[1]
    return _moved(view, victim, TORTUGA) + (0.2 if place_of(state, victim) in SHIPS else 0.0)


def _taken(view: View[State], data: tuple[int, ...]) -> float:
    ship = view.state.vote[1]
    return after_chests(view, (data[1], -1), (hold(ship, data[2]), 1))


def _stowed(view: View[State], data: tuple[int, ...]) -> float:
    assert view.seat is not None
    return after_chests(view, (hold(place_of(view.state, view.seat), data[1]), 1))


def _placed(view: View[State], data: tuple[int, ...]) -> float:
    return {0: 3.0, 1: 2.0}.get(data[2], 1.0) if data[1] in SHIPS else 0.5


_WORTH: Final[Mapping[int, Callable[[Any, tuple[int, ...]], float]]] = {
    Do.LOOK: _looked,
    Do.REVEAL: lambda view, data: _slot_worth(view, data[1]),
    Do.FORCE: _forced,
    Do.ROW: lambda view, data: _moved(view, view.seat, data[1]),
    Do.LETTER: lambda view, data: _moved(view, data[1], data[2]) - (0.1 if data[1] != view.seat else 0.0),
    Do.ATTACK: lambda view, data: _called(view, ATTACK),
    Do.MAROON: lambda view, data: _moved(view, data[1], TORTUGA) - 0.1,
    Do.MUTINY: lambda view, data: _called(view, MUTINY),
    Do.PLUNDER: _plundered,
    Do.BRAWL: lambda view, data: _called(view, BRAWL),
    Do.USE: _used,
    Do.TURN: lambda view, data: _slot_worth(view, data[1]),
    Do.LATE: lambda view, data: -WIN * 2,
    Do.SAVE: lambda view, data: 0.05,
    Do.SHOOT: _shot,
    Do.NEST: lambda view, data: float(data[1] == view.seat),
    Do.HOLD: _stowed,
    Do.TAKE: _taken,
    Do.PLACE: _placed,
    **dict.fromkeys((Do.PASS, Do.DECLINE, Do.GIVE, Do.BLOW, Do.SWAP, Do.BE), lambda view, data: 0.0),
}


# --- votes -------------------------------------------------------------------------------------------------------


def _vote(view: View[State], move: Move) -> float:
    """For an attack of our own the best cards, against anybody else's the worst; flags of our own in a brawl."""
    state, seat = view.state, view.seat
    assert seat is not None
    kind, place, caller, *_ = state.vote
    given = tuple(sorted(view.known[card] for card, _ in move.gives))
    others = [unseen_votes(view)] * len(state.voters)
    spare = 0.02 * sum(_liking(view, face, own=True) for face in given) + 0.2 * (len(given) - 1)  # better kept
    if kind == ATTACK:
        chance = chance_of(ATTACK, given, others)
        return (chance if caller == seat else -chance) - spare
    if kind == MUTINY:
        wanted = 1.0 if state.lines[place].index(seat) == 1 else 0.2
        return wanted * chance_of(MUTINY, given, others) - spare
    return _brawled(view, given, others) - spare

"""Setting up: what was agreed, the draws, the deals, the pawns and the first chests (2.2, 2.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....errors import BadInput
from ....rules.ask import Chance, Deal, Hand, Mix
from ....rules.plain import an_int
from ....rules.record import Thing
from ....rules.shape import done, drawn, put
from ....text import _
from . import cards as c
from . import notes
from .hands import say, show
from .notes import write
from .state import (
    DUTCHMAN,
    EVENT_HANDLES,
    GALLEON,
    HAND,
    HIDDEN,
    LOYALTY_FIRST,
    NOWHERE,
    OPEN,
    PAIR,
    ROGER,
    ROW,
    TORTUGA,
    VOTE_HANDLES,
    Phase,
    Setup,
    State,
    first,
    hold,
    in_play,
    laid,
    place_of,
    present,
)
from .turn import begin

if TYPE_CHECKING:
    from ....rules.answer import Answer
    from ....rules.ask import Ask, Handle, Seat
    from ....rules.game import Options
    from ....rules.record import Note

SEATS: Final = range(2, 10)
STARS_MIN, STARS_MAX = 3, len(c.STARRED)
CLOCK_MAX_S: Final = 600
FEWER_MAX: Final = len(c.EVENT_DECK)
ALL_STARS: Final = (1 << STARS_MAX) - 1
NOT_FOR_FEW: Final = sum(1 << c.STARRED.index(card) for card in (c.FACADE, c.FEVER))  # B-49


def settled(seats: int, options: Options) -> Setup:
    """What the options mean at this table; `BadInput` where they do not fit together."""
    bounds = {
        "stars": (STARS_MIN, STARS_MAX),
        "starred": (0, ALL_STARS),
        "fewer": (0, FEWER_MAX),
        "clock": (0, CLOCK_MAX_S),
        "loyalties": (HIDDEN, OPEN),
        "mad": (0, 1),
        "ready": (0, 1),
        "chosen": (0, 1),
    }
    values = {name: an_int(value, *bounds[name]) for name, value in options.items()}
    setup = Setup(seats, **values)
    if setup.mad:  # all eight, and no looking (2.9)
        setup = setup._replace(stars=STARS_MAX, starred=ALL_STARS)
    else:  # those that were named are in, the others are drawn
        setup = setup._replace(stars=max(setup.stars, setup.starred.bit_count()))
    room = deck_size(setup) - ROW  # B-36: five cards stay, the Armada included
    if setup.fewer > room:
        raise BadInput(_("at most {room} event cards can be taken out here: five must stay.", room=room))
    return setup


def deck_size(setup: Setup) -> int:
    """Cards of the event deck, the Armada included: 19 or 16 in the usual game (2.1.2)."""
    usual = len(c.EVENT_DECK) - STARS_MAX
    return usual - (c.EVENT_COPIES[c.ALBATROSS] if setup.seats <= 3 else 0) + setup.stars


def new(setup: Setup) -> State:
    """The state before the first ask."""
    nobody, nothing = (NOWHERE,) * setup.seats, ((),) * setup.seats
    state = State(
        setup,
        int(Phase.BRETHREN if setup.chosen else Phase.OPENING),
        brethren=nobody,
        kept=nothing,
        hands=nothing,
        loyal=nobody,
        flags=nobody,
        stars=setup.starred,
    )
    return to_mixes(state) if state.phase == Phase.OPENING and not _bounds(state) else state


# --- pawns that are chosen ---------------------------------------------------------------------------------------


def who_chooses(state: State) -> Seat:
    """Who chooses a pawn now, by seat; `NOWHERE` once all have one."""
    return next((seat for seat in present(state) if state.brethren[seat] == NOWHERE), NOWHERE)


def be(state: State, pawn: int, note: Note | None) -> State:
    seat = who_chooses(state)
    say(note, "pawn", seat, brother=pawn)
    return choosing(state._replace(brethren=put(state.brethren, seat, pawn)), note)


def choosing(state: State, note: Note | None) -> State:
    """The next who chooses; the ninth gets the pawn that is left."""
    seat = who_chooses(state)
    left = [pawn for pawn in range(len(c.BRETHREN)) if pawn not in state.brethren]
    if seat != NOWHERE and len(left) == 1:
        return be(state, left[0], note)
    if seat != NOWHERE:
        return state
    return state._replace(phase=int(Phase.OPENING)) if _bounds(state) else to_mixes(state)


# --- everything that chance decides in the open ------------------------------------------------------------------


def _pool(setup: Setup) -> tuple[int, ...]:
    """The starred cards to draw from; with two or three players Facade and Cabin Fever only if they must (B-49)."""
    pool = tuple(place for place in range(STARS_MAX) if not setup.starred >> place & 1)
    few = tuple(place for place in pool if not NOT_FOR_FEW >> place & 1)
    return few if setup.seats <= 3 and len(few) >= _drawn_stars(setup) else pool


def _drawn_stars(setup: Setup) -> int:
    return setup.stars - setup.starred.bit_count()


def _draws(things: int, count: int) -> tuple[int, ...]:
    """Bounds to draw `count` of `things` one after the other; what is left over needs no draw."""
    return tuple(range(things, max(1, things - count), -1))


def _parts(state: State) -> tuple[tuple[int, ...], ...]:
    """Bounds for starred cards, open loyalties, pawns for the seats, and the order of the pawns."""
    setup, seats = state.setup, len(present(state))
    return (
        _draws(len(_pool(setup)), _drawn_stars(setup)) if _drawn_stars(setup) < len(_pool(setup)) else (),
        {HIDDEN: (), PAIR: _draws(seats, 2), OPEN: _draws(setup.seats, setup.seats)}[setup.loyalties],
        () if setup.chosen else _draws(len(c.BRETHREN), seats),
        () if setup.ready else _draws(seats, seats),
    )


def _bounds(state: State) -> tuple[int, ...]:
    return tuple(bound for part in _parts(state) for bound in part)


def ask_opening(state: State) -> Ask:
    return Chance(_bounds(state))


def _taken(things: list[int], places: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The things at these places, each place among what is left; then what is left, up to `count`."""
    left = list(things)
    return tuple([left.pop(place) for place in places] + left)[:count]


def take_opening(state: State, answer: Answer, note: Note | None) -> State:
    values = iter(drawn(answer, _bounds(state)))
    stars, flags, pawns, order = (tuple(next(values) for _ in part) for part in _parts(state))
    setup, seats = state.setup, list(present(state))
    drawn_stars = _taken(list(_pool(setup)), stars, _drawn_stars(setup))
    state = state._replace(stars=setup.starred | sum(1 << place for place in drawn_stars))
    say(note, "stars", None, events=tuple(card for card in c.STARRED if state.stars >> c.STARRED.index(card) & 1))
    if setup.loyalties == PAIR:
        state = _show_pair(state, _taken(seats, flags, 2), note)
    elif setup.loyalties == OPEN:
        nations = _taken(list(c.loyalties(setup.seats)), flags, setup.seats)
        state = _show(state, dict(enumerate(nations)), note)
    if not setup.chosen:
        for seat, pawn in zip(seats, _taken(list(range(len(c.BRETHREN))), pawns, len(seats)), strict=True):
            say(note, "pawn", seat, brother=pawn)
            state = state._replace(brethren=put(state.brethren, seat, pawn))
    if not setup.ready:
        line = _taken(seats, order, len(seats))
        state = state._replace(lines=(line[::2], line[1::2], ()))  # by turns, the Flying Dutchman first (2.2)
        say(note, "crews", None, dutchman=line[::2], roger=line[1::2])
    return to_mixes(state)


def _show_pair(state: State, pair: tuple[Seat, ...], note: Note | None) -> State:
    """One British and one French loyalty lie open; a single card that is left over is no secret either."""
    nations = {pair[0]: c.BRITISH, pair[1]: c.FRENCH}
    rest = _rest(state, nations)
    if len(rest) == 1:
        nations |= {seat: rest[0] for seat in range(state.setup.seats) if seat not in nations}
    return _show(state, nations, note)


def _show(state: State, nations: dict[Seat, int], note: Note | None) -> State:
    for seat, nation in sorted(nations.items()):
        say(note, "loyalty", seat, nation=nation)
    flags = tuple(nations.get(seat, NOWHERE) for seat in range(state.setup.seats))
    return state._replace(flags=flags)


def _rest(state: State, nations: dict[Seat, int]) -> tuple[int, ...]:
    """The loyalties that are not dealt face up."""
    left = list(c.loyalties(state.setup.seats))
    for nation in nations.values():
        left.remove(nation)
    return tuple(left)


# --- mixing and dealing ------------------------------------------------------------------------------------------


def _secret(state: State) -> tuple[Seat, ...]:
    """Who gets a loyalty face down."""
    return tuple(seat for seat in range(state.setup.seats) if state.flags[seat] == NOWHERE)


def to_mixes(state: State) -> State:
    return state._replace(phase=int(Phase.LOYALTIES if _secret(state) else Phase.VOTES))


def ask_loyalties(state: State) -> Ask:
    open_flags = {seat: flag for seat, flag in enumerate(state.flags) if flag != NOWHERE}
    into = tuple(LOYALTY_FIRST + seat for seat in _secret(state))
    return Mix("loyalties", (), _rest(state, open_flags), into, present(state))


def take_loyalties(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    pile = tuple(LOYALTY_FIRST + seat for seat in _secret(state))
    return state._replace(phase=int(Phase.VOTES), pile=pile)


def ask_votes(state: State) -> Ask:
    return Mix("votes", (), c.VOTE_DECK, VOTE_HANDLES, present(state))


def take_votes(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    return state._replace(phase=int(Phase.EVENTS), vote_deck=VOTE_HANDLES)


def _events(state: State) -> tuple[tuple[int, ...], tuple[Handle, ...]]:
    """The Armada is set aside: it lies last in the deck, which everybody knows (2.2)."""
    faces = tuple(face for face in in_play(state) if face != c.ARMADA)
    return faces, EVENT_HANDLES[: len(faces)]


def ask_events(state: State) -> Ask:
    faces, into = _events(state)
    return Mix("events", (), faces, into, present(state))


def take_events(state: State, answer: Answer, note: Note | None) -> State:
    """Five are laid out; the shorter game takes some out before, unseen, and mixes at once what are five (B-36)."""
    done(answer)
    _, into = _events(state)
    deck = into[: len(into) - state.setup.fewer]
    state = state._replace(removed=into[len(deck) :], row=laid(deck), event_deck=deck[ROW:])
    return state._replace(phase=int(Phase.ROW if len(deck) < ROW else Phase.DEAL))


def _dealt(state: State) -> tuple[tuple[Seat, tuple[Handle, ...], tuple[Handle, ...]], ...]:
    """Vote cards and loyalty for each seat."""
    secret = _secret(state)
    found = []
    for place, seat in enumerate(present(state)):
        votes = state.vote_deck[HAND * place : HAND * (place + 1)]
        found.append((seat, votes, (LOYALTY_FIRST + seat,) if seat in secret else ()))
    return tuple(found)


def ask_deal(state: State) -> Ask:
    return Deal(tuple(Hand(seat, votes + loyal) for seat, votes, loyal in _dealt(state)))


def take_deal(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    hands, loyal = list(state.hands), list(state.loyal)
    for handle in state.pile:  # that of somebody who left stays where it is, unseen (B-55)
        loyal[handle - LOYALTY_FIRST] = handle
    for seat, votes, card in _dealt(state):
        hands[seat] = votes
        state = show(state, votes + card, seat)
    deck = state.vote_deck[HAND * len(present(state)) :]
    say(note, "dealt", None, count=HAND)
    for seat, votes, _loyalty in _dealt(state):  # a loyalty is never read out unasked: somebody may listen
        for vote in votes:
            say(note, "drew", seat, card=Thing("votes", vote))
    state = state._replace(hands=tuple(hands), loyal=tuple(loyal), vote_deck=deck, pile=())
    if not state.setup.ready:
        return to_hold(state, note)
    return to_pawn(state._replace(chests=(0, 3, 0, 0, 3, 1, 1)), note)


# --- captains stow their first chests (B-D1) ---------------------------------------------------------------------


def to_hold(state: State, note: Note | None) -> State:
    """A captain who is gone with the whole crew leaves the chest on the Galleon (B-55)."""
    if sum(state.chests) == 8:
        return start(state, note)
    ship = DUTCHMAN if sum(state.chests) == 6 else ROGER
    if not state.lines[ship]:
        return to_hold(state._replace(chests=put(state.chests, GALLEON, state.chests[GALLEON] + 1)), note)
    return state._replace(phase=int(Phase.HOLD), actor=state.lines[ship][0])


def stow(state: State, nation: int, note: Note | None) -> State:
    seat, ship = state.actor, place_of(state, state.actor)
    at = hold(ship, nation)
    say(note, "stowed", seat, ship=ship, nation=nation)
    state = write(state, notes.STOWED, seat, ship, nation)
    return to_hold(state._replace(chests=put(state.chests, at, state.chests[at] + 1), actor=NOWHERE), note)


def start(state: State, note: Note | None) -> State:
    """The Jolly Roger's captain begins; without one the Flying Dutchman's, else the governor (2.2, B-37)."""
    line = next(state.lines[place] for place in (ROGER, DUTCHMAN, TORTUGA) if state.lines[place])
    return begin(state._replace(actor=NOWHERE), first(line), note)


# --- the ready-made start (B-37, B-D9) ---------------------------------------------------------------------------


def _waiting(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in present(state) if place_of(state, seat) == NOWHERE)


def to_pawn(state: State, note: Note | None) -> State:
    """The next pawn is drawn; when all stand somewhere the lines close up."""
    waiting = _waiting(state)
    if len(waiting) > 1:
        return state._replace(phase=int(Phase.PAWN), actor=NOWHERE)
    if waiting:
        return state._replace(phase=int(Phase.PLACE), actor=waiting[0])
    lines = tuple(tuple(seat for seat in line if seat != NOWHERE) for line in state.lines)
    return start(state._replace(lines=lines), note)


def ask_pawn(state: State) -> Ask:
    return Chance((len(_waiting(state)),))


def take_pawn(state: State, answer: Answer, note: Note | None) -> State:
    waiting = _waiting(state)
    (place_,) = drawn(answer, (len(waiting),))
    say(note, "pawn_drawn", waiting[place_])
    return state._replace(phase=int(Phase.PLACE), actor=waiting[place_])


def place(state: State, where: int, slot: int, note: Note | None) -> State:
    seat = state.actor
    line = list(state.lines[where])
    line += [NOWHERE] * (slot + 1 - len(line))
    line[slot] = seat
    say(note, "placed", seat, place=where, slot=slot)
    return to_pawn(state._replace(lines=put(state.lines, where, tuple(line)), actor=NOWHERE), note)

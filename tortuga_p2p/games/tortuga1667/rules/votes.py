"""Attack, mutiny and brawl: who votes, what the cards decide, and what comes of it (2.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....errors import IllegalMove
from ....rules.answer import AllMoved
from ....rules.ask import Together
from ....rules.shape import put
from ....text import _
from . import notes
from .ballot import hold_vote, settle, to_ballot, voters
from .cards import BRITISH, CODE, DORADO, FRENCH, VOTES, tally
from .hands import carry, discard, opened, say, unseen
from .marooning import maroon
from .notes import write
from .state import ATTACK, BRAWL, GALLEON, TORTUGA, Phase, hold, holder, place_of
from .turn import check_lead, decided

if TYPE_CHECKING:
    from ....rules.answer import Answer, Moved
    from ....rules.ask import Ask, Seat
    from ....rules.record import Note
    from .cards import Icons
    from .state import State


def call(state: State, kind: int, caller: Seat, note: Note | None) -> State:
    place = place_of(state, caller)
    say(note, "called", caller, vote=kind, place=place, voters=voters(state, kind, place))
    return hold_vote(state, kind, place, caller)


def ask_vote(state: State) -> Ask:
    return Together(state.voters)


def may_give_two(state: State, seat: Seat) -> bool:
    """El Dorado, with two cards or more in hand (B-25)."""
    return DORADO in state.kept[seat] and len(state.hands[seat]) > 1


def take_vote(state: State, moves: tuple[Moved, ...], note: Note | None) -> State:
    """All cards lie in the middle; how many somebody gave is public (B-51)."""
    hands, pile, ones, twos = list(state.hands), list[int](), list[int](), list[int]()
    for seat, (move, _faces) in zip(state.voters, moves, strict=True):
        given = [handle for handle, _ in move.gives]
        pile += given
        hands[seat] = tuple(handle for handle in hands[seat] if handle not in given)
        (twos if len(given) == 2 else ones).append(seat)
    if ones:
        say(note, "voted", None, voters=tuple(ones), lone=int(len(ones) == 1))
    for seat in twos:
        say(note, "doubled", seat)
        state = discard(state, seat, DORADO)
    return to_ballot(state._replace(hands=tuple(hands), pile=tuple(sorted(pile))))


def all_moved(answer: Answer, count: int) -> tuple[Moved, ...]:
    if type(answer) is not AllMoved or type(answer.moves) is not tuple or len(answer.moves) != count:
        raise IllegalMove(_("{count} players give a vote card here.", count=count), "2.5")
    return answer.moves


# --- counting ----------------------------------------------------------------------------------------------------


def is_won(kind: int, icons: Icons) -> bool:
    """Whether an attack or a mutiny succeeds; a tie is none (2.5)."""
    if kind == ATTACK:
        return icons.cannon > 0 and icons.torch > icons.water
    return icons.skull > icons.wheel


def take_count(state: State, answer: Answer, note: Note | None) -> State:
    """The cards are turned over in mixed order, neither author nor deck card marked (B-51)."""
    cards = tuple(sorted(opened(answer, len(state.pile), len(VOTES))))
    if cards[0] < 0:
        raise IllegalMove(_("The cards of a vote are all turned over."), "B-51")
    state = unseen(state, state.pile)._replace(cards=cards, pile=())
    kind, place, caller, skipped, _again = state.vote
    icons = tally(cards)
    if skipped:  # said before what comes of the vote; counted down in `settle`
        say(note, "sat_out", holder(state, CODE), more=state.code - 1)
    for card in cards:  # one by one, as they are turned over
        say(note, "vote", None, signs=card, vote=kind)
    if kind == BRAWL:
        return _brawl(state, icons, note)
    won = is_won(kind, icons)
    state = _noted(state, int(won))
    say(note, "counted", caller, vote=kind, won=int(won), attack=icons, mutiny=icons)
    if not won:
        return settle(state, note)
    if kind == ATTACK:
        return state._replace(phase=int(Phase.TAKE))
    return maroon(state, state.lines[place][0], note)


def _noted(state: State, result: int) -> State:
    kind, place, caller, *_rest = state.vote
    return write(state, notes.VOTED, caller, kind, place, result, len(state.voters), *state.voters, *state.cards)


def _brawl(state: State, icons: Icons, note: Note | None) -> State:
    """The flags decide, the governor does not (B-30): both chests to the greater number, one each in a tie."""
    british = 2 if icons.british > icons.french else 0 if icons.british < icons.french else 1
    say(note, "brawled", state.vote[2], flags=icons, british=british)
    state = _noted(state, british)
    chests = put(state.chests, hold(TORTUGA, BRITISH), british)
    state = state._replace(chests=put(chests, hold(TORTUGA, FRENCH), 2 - british))
    state = check_lead(state, note)
    return state if decided(state) else settle(state, note)


# --- a won attack ------------------------------------------------------------------------------------------------


def sources(state: State, ship: int) -> tuple[int, ...]:
    """Where an attack may take a chest from: the Galleon while it has any, else the other ship's holds (BT-7, BT-8)."""
    if state.chests[GALLEON]:
        return (GALLEON,)
    return tuple(at for at in (hold(1 - ship, BRITISH), hold(1 - ship, FRENCH)) if state.chests[at])


def take(state: State, source: int, nation: int, note: Note | None) -> State:
    """The captain takes exactly one chest (BT-5), and may not refuse (B-7)."""
    _, ship, caller, *_ = state.vote
    say(note, "took", caller, source=source, ship=ship, nation=nation)
    state = write(state, notes.TOOK, caller, source, ship, nation)
    state = check_lead(carry(state, source, hold(ship, nation)), note)
    return state if decided(state) else settle(state, note)

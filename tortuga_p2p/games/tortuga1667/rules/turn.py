"""The order of play: whose turn it is, what comes when an action is done, and how a game ends (2.4, 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.answer import UNOPENED
from ....rules.ask import Open, Result
from .cards import ARMADA, ATLANTIS, BRITISH, DUTCH, FRENCH, NATIONS
from .hands import opened, say, unseen
from .state import (
    AMONG,
    EMPTY_ROW,
    NOBODY,
    NOWHERE,
    OUT,
    ROW,
    SHIPS,
    Phase,
    after,
    holder,
    known,
    laid,
    place_of,
    present,
    riches,
    ship_open,
)

if TYPE_CHECKING:
    from ....rules.answer import Answer
    from ....rules.ask import Ask, Seat
    from ....rules.record import Note
    from .state import State


# --- turns -------------------------------------------------------------------------------------------------------


def begin(state: State, seat: Seat, note: Note | None) -> State:
    """T0: before a turn, also one that Scurvy takes (B-22), the owner of Atlantis is asked if it can be used (B-43).

    A row that is used up is laid out first, as soon as no card is being resolved: Atlantis is not among it (B-33).
    """
    state = state._replace(active=seat, second=0)
    if _must_mix(state):
        return state._replace(phase=int(Phase.AGAIN))
    state = _laid_out(state)
    if may_use_atlantis(state):
        return state._replace(phase=int(Phase.ATLANTIS))
    return take_up(state, note)


def may_use_atlantis(state: State) -> bool:
    owner = holder(state, ATLANTIS)
    place = place_of(state, owner) if owner != NOWHERE else NOWHERE
    return place in SHIPS and ship_open(state, 1 - place)


def take_up(state: State, note: Note | None) -> State:
    """T1: Scurvy takes the whole turn, both actions of it with two players; a mark, not a counter (B-46).

    Only the turn: Atlantis, the Fountain, forced reveals and votes remain (B-50).
    """
    if state.scurvy >> state.active & 1:
        say(note, "sick", state.active)
        state = state._replace(scurvy=state.scurvy & ~(1 << state.active))
        return begin(state, after(state, state.active), note)
    state = state._replace(turn=state.turn + 1, phase=int(Phase.ACTION))
    say(note, "turn", state.active, number=state.turn)
    return to_action(state)


def to_action(state: State) -> State:
    """T2. Whether the row is used up is looked at here too: a card may have been discarded since (B-33)."""
    if _must_mix(state):
        return state._replace(phase=int(Phase.AGAIN))
    state = _laid_out(state)
    return state if state.phase == Phase.ACTION else state._replace(phase=int(Phase.ACTION))


def _is_used_up(state: State) -> bool:
    return state.row == EMPTY_ROW and not state.event_deck


def _must_mix(state: State) -> bool:
    """Whether the discards become a new deck: in sudden death, with two of them or more."""
    return _is_used_up(state) and state.armada != AMONG and len(state.discards) > 1


def _laid_out(state: State) -> State:
    """What a row that is used up is filled with where nothing needs mixing."""
    if not _is_used_up(state):
        return state
    if state.armada == AMONG:
        # Only after somebody left a shorter game: the Armada was mixed among the cards taken out (B-55).
        return state._replace(row=laid(state.removed), event_deck=state.removed[ROW:], removed=())
    if state.discards:
        return state._replace(row=(known(state.discards[0]), *EMPTY_ROW[1:]), discards=())
    return state


def end_action(state: State, note: Note | None) -> State:
    """T5, T6: two players have two actions a turn; the rules of the number that began stay in force (B-55)."""
    if state.setup.seats == 2 and not state.second:
        return to_action(state._replace(second=1))
    return begin(state, after(state, state.active), note)


# --- the end -----------------------------------------------------------------------------------------------------


def lead(state: State) -> int:
    """The nation with more chests, or `NOWHERE` in a tie."""
    british, french = riches(state)
    return NOWHERE if british == french else BRITISH if british > french else FRENCH


def decided(state: State) -> bool:
    return state.winner != NOWHERE


def check_lead(state: State, note: Note | None) -> State:
    """In sudden death the first nation to take the lead wins, at once, after a whole effect (B-24, B-32)."""
    return finish(state, lead(state), note) if state.sudden and lead(state) != NOWHERE else state


def armada(state: State, note: Note | None) -> State:
    """The Armada is there: chests decide; a tie goes to the Dutch player, or into sudden death (2.8)."""
    state = state._replace(armada=OUT)
    nation = lead(state)
    if nation != NOWHERE:
        return finish(state, nation, note)
    if state.setup.seats % 2:
        return finish(state, DUTCH, note)
    say(note, "sudden", None)
    state = clear(state)._replace(sudden=1)
    hidden = [card for card in (*state.row, *state.event_deck) if card != NOWHERE]
    if len(hidden) + len(state.discards) > 1:
        return state._replace(phase=int(Phase.SUDDEN))
    return end_action(state, note)  # B-31: exactly where it stood; one card or none needs no mixing


def finish(state: State, winner: int, note: Note | None) -> State:
    """The loyalties are turned over, as far as they are hidden (B-53)."""
    british, french = riches(state)
    say(note, "ends", None, british=british, french=french, winner=winner)
    if state.card not in (NOWHERE, ARMADA):  # a card whose effect ended sudden death
        state = state._replace(discards=tuple(sorted((*state.discards, state.card))))
    state = clear(state)._replace(winner=winner)
    if loyalty_handles(state):
        return state._replace(phase=int(Phase.SHOW))
    return state._replace(phase=int(Phase.OVER))


def clear(state: State) -> State:
    """Nothing is being resolved any more; votes that were turned over stay on the table."""
    return state._replace(card=NOWHERE, slot=NOWHERE, actor=NOWHERE, other=NOWHERE, pair=(), vote=(), voters=())


def loyalty_handles(state: State) -> tuple[int, ...]:
    return tuple(state.loyal[seat] for seat in present(state) if state.loyal[seat] != NOWHERE)


def ask_show(state: State) -> Ask:
    return Open(loyalty_handles(state))


def take_show(state: State, answer: Answer, note: Note | None) -> State:
    """Whoever does not turn their card over belongs to nobody, and does not win. Only possible between programs."""
    handles = loyalty_handles(state)
    faces = dict(zip(handles, opened(answer, len(handles), len(NATIONS)), strict=True))
    flags, loyal = list(state.flags), list(state.loyal)
    for seat in present(state):
        face = faces.get(state.loyal[seat], UNOPENED)
        if face != UNOPENED:
            flags[seat], loyal[seat] = face, NOWHERE
            say(note, "loyalty", seat, nation=face)
    state = unseen(state, (handle for handle in handles if handle not in loyal))
    return state._replace(phase=int(Phase.OVER), flags=tuple(flags), loyal=tuple(loyal))


def result(state: State) -> Result:
    """Chests of one's own nation are one's points; the Dutch player has as many as a tie left to each (2.8)."""
    british, french = riches(state)
    points = (british, french, british if state.winner == DUTCH else 0, 0)
    sides = tuple(flag if flag != NOWHERE else NOBODY for flag in state.flags)
    winners = tuple(seat for seat in present(state) if sides[seat] == state.winner != NOBODY)
    return Result(tuple(points[side] for side in sides), winners, sides)

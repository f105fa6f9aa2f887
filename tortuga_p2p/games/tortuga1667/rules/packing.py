"""A state from plain values that somebody sent or wrote: only what a game of Tortuga 1667 could reach is taken."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ....rules.field import StateField, named, number, row, runs, several, unpacked
from ....rules.plain import a_tuple, holds, ints
from ....text import N_
from . import cards as c
from .ballot import group
from .moves import DECISIONS
from .notes import LETTERS, NOTES_MAX, is_note
from .opening import SEATS, settled
from .state import (
    AMONG,
    BELOW,
    BRAWL,
    CHESTS,
    EVENT_HANDLES,
    HANDLES,
    LOYALTY_FIRST,
    MUTINY,
    NOBODY,
    NOWHERE,
    OUT,
    ROW,
    SHIP_PAWNS_MAX,
    SHIPS,
    TORTUGA,
    VOTE_HANDLES,
    Phase,
    Setup,
    State,
    VoteCall,
    holder,
    in_play,
    known,
    others,
    place_of,
    present,
    slots,
)
from .turn import may_use_atlantis
from .votes import sources

if TYPE_CHECKING:
    from collections.abc import Mapping

TURNS_MAX: Final = 1_000_000  # nobody sits so long


# --- what each field may hold, and how a position says it --------------------------------------------------------


def _row(low: int, high: int, size: int | None = None) -> StateField:
    """Numbers in their order, three or more in a row shortened: 2,5..9. Some are negative, so a dash will not do."""
    return runs(low, high, size, between="..", least=3)


def _check_setup(value: object) -> Setup:
    seats, *options = ints(value, 0, TURNS_MAX, len(Setup._fields))
    holds(seats in SEATS, "it is for 2 to 9 players.")
    setup = Setup(seats, *options)
    holds(settled(seats, dict(zip(Setup._fields[1:], options, strict=True))) == setup, "these options do not fit.")
    return setup


SETUP: Final = _row(0, TURNS_MAX)._replace(check=_check_setup)


@cache
def fields(seats: int) -> Mapping[str, StateField]:
    """The fields of a state behind its setup, for so many players."""
    everybody, handle, face = (1 << seats) - 1, HANDLES - 1, len(c.EVENT_NAMES) - 1
    votes, handles = len(c.VOTES) - 1, _row(0, HANDLES - 1)
    return {
        "phase": named([phase.name.lower() for phase in Phase], "phase"),
        "gone": number(0, everybody),
        "turn": number(0, TURNS_MAX),
        "active": number(0, seats - 1),
        "second": number(0, 1),
        "brethren": _row(NOWHERE, len(c.BRETHREN) - 1, seats),
        "lines": several(_row(NOWHERE, seats - 1), "/", 3),
        "boats": _row(NOWHERE, seats - 1, 2),
        "powder": number(0, 3),
        "chests": _row(0, CHESTS, 7),
        "stars": number(0, (1 << len(c.STARRED)) - 1),
        "row": _row(known(face), handle, ROW),
        "event_deck": handles,
        "removed": handles,
        "armada": number(BELOW, OUT),
        "discards": _row(0, face),
        "kept": _by_seat(_row(0, face), seats),
        "code": number(0, 2),
        "scurvy": number(0, everybody),
        "vote_deck": handles,
        "under": several(row(":", handles, _row(0, votes)), "/"),
        "hands": _by_seat(handles, seats),
        "loyal": _row(NOWHERE, handle, seats),
        "flags": _row(NOWHERE, c.DUTCH, seats),
        "seen": _row(0, everybody, HANDLES),
        "card": number(NOWHERE, face),
        "slot": number(NOWHERE, ROW - 1),
        "actor": number(NOWHERE, seats - 1),
        "other": number(NOWHERE, seats - 1),
        "pair": _row(0, ROW - 1),
        "vote": _row(0, seats - 1 if seats > 3 else 3),
        "voters": _row(0, seats - 1),
        "pile": handles,
        "cards": _row(0, votes),
        "sudden": number(0, 1),
        "notes": several(_NOTE),
        "winner": number(NOWHERE, NOBODY),
    }


def _by_seat(field: StateField, seats: int) -> StateField:
    """One for each player; fewer than there could be are written as well."""
    return several(field, "/")._replace(check=several(field, "/", seats).check)


def _note_text(note: tuple[int, ...]) -> str:
    """A turn, a letter for the kind, and a sign for each number: 24L014."""
    return f"{note[0]}{LETTERS[note[1]]}{''.join(_DIGITS[number] for number in note[2:])}"


def _read_note(word: str) -> tuple[int, ...]:
    turn, kind, signs = re.split(f"([{LETTERS}])", word)
    return (int(turn), LETTERS.index(kind), *(-1 if sign == "-" else _DIGITS.index(sign) for sign in signs))


_DIGITS: Final = "0123456789abcdef-"  # the last is for -1
_NOTE: Final = StateField(
    lambda value: ints(value, -1, TURNS_MAX), f"[0-9]{{1,7}}[{LETTERS}][0-9a-f-]{{1,24}}", _note_text, _read_note
)


def unpack(value: object) -> State:
    """The inverse of packing; `BadInput` for anything that is no position of this game."""
    agreed, *others = a_tuple(value, len(State._fields))
    setup = _check_setup(agreed)
    state = unpacked(lambda *values: State(setup, *values), fields(setup.seats), tuple(others))
    stopped = len(present(state)) < 2  # too few were left: wherever the game stood, it goes nowhere from there
    for check in (_check_lists, _check_seats) if stopped else _CHECKS:
        check(state)
    return state


# --- how the parts fit together ----------------------------------------------------------------------------------

_BEFORE_PAWNS: Final = (Phase.BRETHREN, Phase.OPENING)
_BEFORE_TURNS: Final = (
    *_BEFORE_PAWNS,
    *(Phase.LOYALTIES, Phase.VOTES, Phase.EVENTS, Phase.DEAL, Phase.PAWN, Phase.PLACE, Phase.HOLD),
)
_PLACING: Final = (Phase.PAWN, Phase.PLACE)
_IN_VOTE: Final = (Phase.HANDS, Phase.VOTE, Phase.BALLOT, Phase.COUNT, Phase.TAKE, Phase.DRAW)
_PART_OF_DECK: Final = (Phase.NEST_LOOK, Phase.NEST_PICK, Phase.NEST_DEAL)  # `pile` names cards of the vote deck
_WITH_CARD: Final = (
    *(Phase.CARD, Phase.EXTRA, Phase.FEVER_GIVE, Phase.FEVER_MIX, Phase.FEVER_DEAL, Phase.FEVER_DRAW, Phase.BELLS),
    *(Phase.NEST_GIVE, Phase.NEST_MIX, Phase.NEST_LOOK, Phase.NEST_PICK, Phase.NEST_DEAL, Phase.NEST_SHUFFLE),
    *(Phase.LOSE_MIX, Phase.LOSE_DRAW, Phase.LOSE),
)


_GOES_ON: Final = (  # what is carried out although whoever revealed the card has left (B-55)
    *(Phase.LOSE_MIX, Phase.LOSE_DRAW, Phase.LOSE, Phase.EXTRA, Phase.FEVER_DEAL),
    *(Phase.NEST_MIX, Phase.NEST_DEAL, Phase.NEST_SHUFFLE),
)


def _check_lists(state: State) -> None:
    """What notes and the layers under the vote deck may look like."""
    notes = state.notes
    fine = len(notes) <= NOTES_MAX and all(is_note(note, state.setup.seats) for note in notes)
    holds(fine and all(0 <= one[0] <= two[0] for one, two in pairwise(notes)), "nobody could note that.")
    for handles, faces in state.under:
        holds(len(handles) + len(faces) >= (2 if faces else 1), "a layer under the vote deck has cards.")
        holds(list(faces) == sorted(faces), "cards that are to be mixed are listed in order.")


def _check_seats(state: State) -> None:
    here = present(state)
    if len(here) < 2:
        holds(state.phase == Phase.OVER and state.winner == NOBODY, "two or more are at the table.")
        return
    ended = state.phase in (Phase.SHOW, Phase.OVER)
    holds(ended == (state.winner != NOWHERE), "who wins is known at the end, and only then.")
    holds((state.turn > 0) == (state.phase not in _BEFORE_TURNS) or (ended or _is_first_row(state)), "turns count.")
    acting = state.phase in (Phase.ATLANTIS, Phase.ACTION, Phase.LOOK)
    holds(state.active in here or not acting, "the active player is at the table.")
    holds(not state.second or state.setup.seats == 2, "only two players have a second action.")
    holds(not state.sudden or state.setup.seats % 2 == 0, "a Dutch player wins a tie.")
    holds(not state.scurvy & state.gone, "who left has no Scurvy.")


def _is_first_row(state: State) -> bool:
    return state.phase == Phase.ROW and not state.turn


def _check_pawns(state: State) -> None:
    here, (dutchman, roger, island) = present(state), state.lines
    standing = [seat for seat in (*dutchman, *roger, *island, *state.boats) if seat != NOWHERE]
    holds(len(set(standing)) == len(standing) and set(standing) <= set(here), "a pawn stands in one place.")
    placing = state.setup.ready and state.phase in (*_BEFORE_TURNS, Phase.ROW)
    if state.phase in _BEFORE_PAWNS or (state.setup.ready and not state.turn and state.phase not in _PLACING):
        holds(not standing and state.winner in (NOWHERE, NOBODY), "no pawn is placed yet.")
    elif not placing and len(here) > 1:
        holds(set(standing) == set(here) and NOWHERE not in (*dutchman, *roger), "every pawn stands somewhere.")
    holds(max(len(dutchman), len(roger)) <= SHIP_PAWNS_MAX and NOWHERE not in island, "a ship holds five.")
    holds(not (dutchman[-1:] + roger[-1:]).count(NOWHERE), "a line ends with a pawn.")
    holds(state.turn or state.boats == (NOWHERE, NOWHERE), "nobody has rowed yet.")
    holds(all(not state.powder >> boat & 1 or _afloat(state, boat) for boat in range(2)), "a destroyed boat is empty.")
    chosen = [pawn for pawn in state.brethren if pawn != NOWHERE]
    holds(len(set(chosen)) == len(chosen), "everybody has a pawn of their own.")
    waiting = any(state.brethren[seat] == NOWHERE for seat in here)
    holds(state.phase != Phase.BRETHREN or waiting, "somebody still chooses a pawn.")
    drawn = state.phase in _BEFORE_PAWNS and not state.setup.chosen
    holds(drawn or state.phase == Phase.BRETHREN or all(state.brethren[seat] >= 0 for seat in here), "pawns are given.")
    holds(not drawn or not chosen, "pawns are not drawn yet.")


def _afloat(state: State, boat: int) -> bool:
    """A Facade can still put a pawn into a destroyed rowboat only by swapping with one in it: there is none."""
    return state.boats[boat] == NOWHERE


def _check_chests(state: State) -> None:
    total, island = sum(state.chests), state.chests[5] + state.chests[6]
    stowed: tuple[int, ...] = {Phase.HOLD: (6, 7)}.get(Phase(state.phase), (8,))
    early = state.phase in _BEFORE_TURNS and state.phase not in (*_PLACING, Phase.HOLD)
    if early or _is_first_row(state) or state.winner == NOBODY:
        stowed = (6, 7, 8)
    holds(total in stowed and island == 2, "there are eight chests, two of them on Tortuga.")
    if early:
        holds(state.chests == (4, 0, 0, 0, 0, 1, 1), "no chest has been stowed yet.")


def _once(handles: list[int], among: tuple[int, ...], sentence: str) -> None:
    holds(len(set(handles)) == len(handles) and set(handles) <= set(among), sentence)


def votes_hidden(state: State) -> list[int]:
    """Every vote card that lies face down, or in a hand."""
    found = [*state.vote_deck, *(card for hand in state.hands for card in hand)]
    for handles, _last in state.under:
        found += handles
    if state.phase not in (*_PART_OF_DECK, Phase.LOSE):
        found += [card for card in state.pile if card in VOTE_HANDLES]
    return found


def votes_shown(state: State) -> list[int]:
    """The faces of vote cards that everybody has seen and that were not mixed since."""
    return [*state.cards, *(face for _, faces in state.under for face in faces)]


def _check_votes(state: State) -> None:
    hidden, shown = votes_hidden(state), votes_shown(state)
    _once(hidden, VOTE_HANDLES, N_("a vote card lies in one place."))
    early = state.phase in (*_BEFORE_PAWNS, Phase.LOYALTIES, Phase.VOTES)
    holds(len(hidden) + len(shown) == (0 if early else len(c.VOTE_DECK)), "there are 32 vote cards.")
    box = Counter(c.VOTE_DECK)
    holds(state.gone or not Counter(shown) - box, "there are not that many such vote cards.")
    holds(list(state.cards) == sorted(state.cards), "votes that were turned over are listed in order.")
    holds(all(list(hand) == sorted(hand) for hand in state.hands), "hands are listed in order.")
    holds(
        not any(state.hands[seat] for seat in range(state.setup.seats) if state.gone >> seat & 1), "who left has none."
    )
    holds(early or sum(map(len, (state.vote_deck, *(a + b for a, b in state.under)))) >= 2, "the vote deck has cards.")
    if state.phase == Phase.DEAL:
        holds(not any(state.hands) and len(state.vote_deck) == len(c.VOTE_DECK), "nothing is dealt yet.")


def events_hidden(state: State) -> list[int]:
    """Every event card that lies face down."""
    return [*(card for card in state.row if card >= 0), *state.event_deck, *state.removed]


def events_shown(state: State) -> list[int]:
    """Every event card that everybody knows, besides an Armada that is not in the row."""
    found = [-2 - card for card in state.row if card <= known(0)]
    found += [card for cards in state.kept for card in cards]
    return [*found, *state.discards, *([state.card] if state.card not in (NOWHERE, c.ARMADA) else [])]


def _check_events(state: State) -> None:
    hidden, shown = events_hidden(state), events_shown(state)
    _once(hidden, EVENT_HANDLES, N_("an event card lies in one place."))
    box = Counter(in_play(state))
    holds(not Counter(shown) - box and c.ARMADA not in shown, "there are not that many such events.")
    early = state.phase in _BEFORE_TURNS[:5]
    there = len(hidden) + len(shown) + (1 if state.armada != AMONG else 0)
    holds(early or there == sum(box.values()), "no event card is missing.")
    holds(not early or (not hidden and not shown and state.armada == BELOW), "events are not laid out yet.")
    if state.phase not in _BEFORE_PAWNS:
        holds(state.stars.bit_count() == state.setup.stars, "that many starred cards are in play.")
        holds(state.setup.starred & ~state.stars == 0, "the starred cards were agreed on.")
    holds(all(list(cards) == sorted(cards) and set(cards) <= set(c.STAYING) for cards in state.kept), "kept cards.")
    holds(list(state.discards) == sorted(state.discards), "discards are listed in order.")
    holds((holder(state, c.CODE) == NOWHERE) == (state.code == 0), "the Pirate Code counts two votes.")
    taken = 0 if early else state.setup.fewer
    holds(len(state.removed) in (taken, 0 if state.armada != BELOW else taken), "that many events were taken out.")
    holds(state.armada != AMONG or not state.event_deck or state.setup.fewer, "the Armada came last.")
    if state.armada == BELOW and not early:
        empty = state.row.count(NOWHERE)
        filled = state.card == NOWHERE and state.phase not in (Phase.ROW, Phase.CHOICE)
        holds(empty == (0 if filled and state.turn else empty) and empty <= 1, "the row has five cards.")
        holds(min(state.row) >= NOWHERE, "only sudden death has cards that all know.")
    holds(min(state.row) >= NOWHERE or (state.sudden and len(slots(state)) == 1), "one known card lies alone.")
    holds(not state.sudden or state.armada == OUT, "sudden death has no Armada.")
    holds(state.armada != OUT or state.sudden or state.winner != NOWHERE, "the Armada ends the game.")
    holds(all(not cards for seat, cards in enumerate(state.kept) if state.gone >> seat & 1), "who left keeps nothing.")


def _check_loyalties(state: State) -> None:
    handles = [handle for handle in state.loyal if handle != NOWHERE]
    handles += [card for card in state.pile if card >= LOYALTY_FIRST]
    _once(handles, tuple(range(LOYALTY_FIRST, LOYALTY_FIRST + state.setup.seats)), N_("a loyalty lies in one place."))
    both = [seat for seat in range(state.setup.seats) if state.loyal[seat] != NOWHERE and state.flags[seat] != NOWHERE]
    holds(not both, "a loyalty is hidden or open.")
    fits = Counter(flag for flag in state.flags if flag != NOWHERE) <= Counter(c.loyalties(state.setup.seats))
    holds(fits or state.gone, "there are not that many of a nation.")
    dealt = state.phase not in (*_BEFORE_TURNS[:6], Phase.ROW, Phase.FEVER_MIX, Phase.FEVER_DEAL) or (
        state.phase == Phase.ROW and state.turn
    )
    if dealt:
        known_ = [seat for seat in present(state) if (state.loyal[seat] == NOWHERE) == (state.flags[seat] == NOWHERE)]
        holds(not known_ or state.winner == NOBODY, "everybody has a loyalty.")
    else:
        holds(not handles or state.phase >= Phase.VOTES, "loyalties are not mixed yet.")
    if state.phase in (Phase.VOTES, Phase.EVENTS, Phase.DEAL) or _is_first_row(state):
        wanted = tuple(LOYALTY_FIRST + seat for seat, flag in enumerate(state.flags) if flag == NOWHERE)
        holds(state.pile == wanted and not any(handle >= 0 for handle in state.loyal), "loyalties wait to be dealt.")
    if state.phase == Phase.LOYALTIES:
        holds(state.flags.count(NOWHERE) >= 2 and fits, "two loyalties or more are mixed.")
    if state.phase in _BEFORE_PAWNS:
        holds(state.flags.count(NOWHERE) == state.setup.seats and not handles, "no loyalty is known yet.")


def _check_seen(state: State) -> None:
    there = {*votes_hidden(state), *events_hidden(state), *(handle for handle in state.loyal if handle != NOWHERE)}
    there |= set(state.pile)
    holds(all(not mask or handle in there for handle, mask in enumerate(state.seen)), "only what is hidden was seen.")
    for seat, hand in enumerate(state.hands):
        holds(all(state.seen[card] >> seat & 1 for card in hand), "whoever holds a card has seen it.")
    for seat, card in enumerate(state.loyal):
        eyes = 0 if state.gone >> seat & 1 else 1 << seat
        holds(card == NOWHERE or state.seen[card] == eyes, "a loyalty is seen by its owner alone.")
    holds(not any(mask & state.gone for mask in state.seen), "who left has seen nothing any more.")


def _check_vote(state: State) -> None:
    in_vote = state.phase in _IN_VOTE or (state.phase == Phase.FOUNTAIN and state.vote)
    over = state.winner != NOWHERE
    holds(bool(state.vote) == bool(in_vote), "a vote is under way.")
    if not state.vote:
        holds(not state.voters and (over or not state.cards), "nobody votes now.")
        return
    holds(len(state.vote) == len(VoteCall._fields), "a vote has a kind, a place, a caller and who sits it out.")
    kind, place, caller, skipped, again = state.vote
    holds(kind <= BRAWL and place <= TORTUGA and caller < state.setup.seats, "there can be no such vote.")
    holds(skipped <= 1 and again <= int(state.phase == Phase.DRAW and state.gone > 0), "a vote is held once.")
    holds((kind == BRAWL) == (place == TORTUGA), "a brawl is on Tortuga.")
    holds(list(state.voters) == sorted(set(state.voters)), "voters are listed by seat.")
    line = state.lines[place]
    left = state.phase == Phase.FOUNTAIN and state.gone >> caller & 1  # a mutiny that is counted needs no caller (B-55)
    if state.phase != Phase.DRAW and not left:
        holds(place_of(state, caller) == place, "the caller belongs to the vote.")
        holds(len(line) > (kind == MUTINY) and line[int(kind == MUTINY)] == caller, "the caller has the role.")
    if state.phase != Phase.DRAW:
        holds(set(state.voters) <= set(group(state, kind, place)), "voters belong to the vote.")
    held = holder(state, c.CODE)
    if state.phase != Phase.DRAW:
        holds(skipped == int(held in group(state, kind, place)) and held not in state.voters, "the Pirate Code counts.")
    if state.phase in (Phase.HANDS, Phase.VOTE):
        holds(state.voters and all(state.hands[seat] for seat in state.voters), "voters have cards.")
        holds(state.phase == Phase.VOTE or any(len(state.hands[seat]) > 1 for seat in state.voters), "hands are mixed.")
    if state.phase == Phase.BALLOT:
        holds(bool(state.pile) == bool(state.voters), "who votes gives a card.")
        holds(state.pile or not state.vote_deck, "the deck's card alone is not mixed.")
    if state.phase in (Phase.TAKE, Phase.FOUNTAIN):
        holds(state.cards, "the votes lie open.")
    if state.phase == Phase.TAKE:
        holds(kind == 0 and sources(state, place), "a chest can be taken.")
    if state.phase == Phase.DRAW:
        holds(state.voters and not state.cards, "who played draws.")
    holds(bool(state.cards) == (state.phase in (Phase.TAKE, Phase.FOUNTAIN)), "votes lie open until they are counted.")


def _check_card(state: State) -> None:
    """What is being resolved, and by whom."""
    phase, here = state.phase, present(state)
    resolving = phase in _WITH_CARD or (phase == Phase.FOUNTAIN and not state.vote and state.card != NOWHERE)
    holds((state.card != NOWHERE) == bool(resolving), "a card is being resolved.")
    slotted = resolving or phase == Phase.REVEAL
    holds((state.slot != NOWHERE) == bool(slotted), "a card lay in a slot.")
    acting = slotted or phase in (Phase.CHOICE, Phase.LATE, Phase.PLACE, Phase.HOLD)
    holds((state.actor != NOWHERE) == bool(acting), "somebody turns a card over.")
    holds(not acting or state.actor in here or phase in _GOES_ON, "who decides is at the table.")
    if phase == Phase.REVEAL:
        holds(state.row[state.slot] >= 0, "there is a card to turn over.")
    elif slotted:
        holds(state.row[state.slot] == NOWHERE, "the card was turned over.")
    named = (2,) if phase in (Phase.LOOK, Phase.CHOICE, Phase.LATE) else (0, 2) if _forces_again(state) else (0,)
    holds(len(state.pair) in named, "two slots are named.")
    if state.pair:
        low, high = state.pair
        holds(low < high and {low, high} <= set(slots(state)), "two cards of the row are named.")
    if phase in (Phase.CHOICE, Phase.LATE):
        holds(state.actor in others(state, state.active), "another player is forced.")
        holds(phase == Phase.CHOICE or state.setup.clock, "there is no clock.")
    _check_other(state, here)
    _check_pile(state)


def _forces_again(state: State) -> bool:
    return state.phase == Phase.ACTION and state.gone > 0 and len(present(state)) > 2


_ABOUT_OTHER: Final = (
    *(Phase.FOUNTAIN, Phase.LOSE_MIX, Phase.LOSE_DRAW, Phase.LOSE, Phase.EXTRA, Phase.NEST_GIVE, Phase.NEST_MIX),
    *(Phase.NEST_LOOK, Phase.NEST_PICK, Phase.NEST_DEAL, Phase.NEST_SHUFFLE),
    *(Phase.FEVER_GIVE, Phase.FEVER_MIX, Phase.FEVER_DEAL, Phase.FEVER_DRAW),
)
_CARDS: Final = {  # which cards may be in these phases
    Phase.CARD: (c.LETTER, c.PISTOL, *c.MAPS, c.POWDER, c.FEVER, c.NEST),
    Phase.EXTRA: (c.DORADO,),
    Phase.BELLS: (c.BELLS,),
    Phase.LOSE_MIX: (c.PISTOL, c.SPOT),
    Phase.LOSE_DRAW: (c.PISTOL, c.SPOT),
    Phase.LOSE: (c.PISTOL, c.SPOT),
    Phase.FOUNTAIN: (c.PISTOL, c.SPOT, NOWHERE),
}


def _check_other(state: State, here: tuple[int, ...]) -> None:
    phase, about = Phase(state.phase), state.phase in _ABOUT_OTHER
    holds((state.other != NOWHERE) == about, "a card is about somebody.")
    holds(
        not about or state.other in here or phase in (Phase.FEVER_DEAL, Phase.NEST_SHUFFLE),
        "a card says whom it is about.",
    )
    if phase in _WITH_CARD or phase == Phase.FOUNTAIN:
        usual = (c.FEVER,) if phase.name.startswith("FEVER") else (c.NEST,)
        holds(state.card in _CARDS.get(phase, usual), "another card does this.")
    if state.card == c.SPOT:
        holds(state.other == state.actor, "a Black Spot is one's own.")
    if state.card in (c.PISTOL, c.FEVER) and about:
        holds(state.other != state.actor, "it is about another player.")
    if phase == Phase.FOUNTAIN:
        holds(c.FOUNTAIN in state.kept[state.other], "only the owner of the Fountain is asked.")
        if state.vote:
            holds(
                state.vote[0] == MUTINY and state.lines[state.vote[1]][:1] == (state.other,), "a mutiny hits a captain."
            )
        elif state.card == NOWHERE:
            crew = state.lines[max(place_of(state, state.active), 0)] if place_of(state, state.active) in SHIPS else ()
            holds(crew and crew[0] == state.active and state.other in crew[1:], "a captain maroons a shipmate.")
    if phase in (Phase.LOSE_MIX, Phase.LOSE_DRAW):
        holds(len(state.hands[state.other]) > 1, "a hand is mixed.")
    if phase == Phase.BELLS:
        place = place_of(state, state.actor)
        holds(place <= TORTUGA and len(state.lines[place]) > 1, "a line gets a new order.")
    if phase == Phase.ATLANTIS:
        holds(may_use_atlantis(state), "Atlantis can be used.")
    if phase in (Phase.FEVER_GIVE, Phase.FEVER_DRAW):
        holds((phase == Phase.FEVER_DRAW) == (state.setup.loyalties == 2), "open loyalties are drawn for.")
        hidden = [seat for seat in (state.actor, state.other) if state.loyal[seat] != NOWHERE]
        holds(phase == Phase.FEVER_DRAW or hidden, "a hidden loyalty is given.")
    if phase == Phase.CARD:
        holds(len(DECISIONS[phase](state)) > 1, "there is something to choose.")


def _check_pile(state: State) -> None:
    phase, pile = state.phase, state.pile
    holds(list(pile) == sorted(set(pile)), "cards in the middle are listed in order.")
    if phase == Phase.LOSE:
        holds(len(pile) == 1 and set(pile) <= set(state.hands[state.other]), "a card of the hand is lost.")
    elif phase in _PART_OF_DECK:
        holds(pile and set(pile) <= set(state.vote_deck) and not state.under, "cards of the deck are picked.")
        holds(not state.hands[state.other], "the hand lies in the deck.")
        holds(phase == Phase.NEST_DEAL or pile == state.vote_deck[: len(pile)], "nothing is picked yet.")
    elif phase == Phase.NEST_MIX:
        holds(pile and set(pile) <= set(VOTE_HANDLES) and not state.hands[state.other], "a hand is in the deck.")
    elif phase == Phase.NEST_GIVE:
        holds(not pile and state.hands[state.other], "a hand goes into the deck.")
    elif phase in (Phase.BALLOT, Phase.COUNT):
        holds(set(pile) <= set(VOTE_HANDLES) and (pile or phase == Phase.BALLOT), "votes lie in the middle.")
    elif phase in (Phase.FEVER_MIX, Phase.FEVER_DEAL):
        seats = sorted((state.actor, state.other))
        wanted = tuple(LOYALTY_FIRST + seat for seat in seats)
        open_ = [seat for seat in seats if state.flags[seat] != NOWHERE]
        holds(all(state.loyal[seat] == NOWHERE for seat in seats), "two loyalties are mixed.")
        if phase == Phase.FEVER_DEAL:
            left = [card for seat, card in zip(seats, wanted, strict=True) if card in pile and seat in present(state)]
            whole = pile == wanted and not open_
            holds(whole or (state.gone and left and set(pile) <= set(wanted)), "two loyalties are dealt.")
        else:
            holds(pile == tuple(LOYALTY_FIRST + seat for seat in seats if seat not in open_), "they are mixed.")
    elif phase not in (Phase.VOTES, Phase.EVENTS, Phase.DEAL) and not (phase == Phase.ROW and not state.turn):
        holds(not pile, "nothing lies in the middle.")


def _check_row(state: State) -> None:
    hidden = [card for card in state.row if card >= 0]
    if state.phase == Phase.ROW:
        holds(state.armada == BELOW and not state.event_deck and len(hidden) == ROW - 1, "the last five are mixed.")
    if state.phase == Phase.SUDDEN:
        holds(state.sudden and len(hidden) + len(state.event_deck) + len(state.discards) > 1, "sudden death begins.")
    if state.phase == Phase.AGAIN:
        holds(state.sudden and not slots(state) and not state.event_deck and len(state.discards) > 1, "a new deck.")
    if state.phase == Phase.HOLD:
        ship = SHIPS[0] if sum(state.chests) == 6 else SHIPS[1]
        holds(state.lines[ship] and state.lines[ship][0] == state.actor, "a captain stows a chest.")
    if state.phase == Phase.PAWN:
        holds(sum(place_of(state, seat) == NOWHERE for seat in present(state)) > 1, "a pawn is drawn.")
    if state.phase == Phase.PLACE:
        holds(place_of(state, state.actor) == NOWHERE, "a pawn is placed.")
    if state.phase in _PLACING:
        holds(state.setup.ready and state.chests == (0, 3, 0, 0, 3, 1, 1), "the ready-made start has its chests.")
    if state.phase == Phase.SHOW:
        holds(any(state.loyal[seat] != NOWHERE for seat in present(state)), "a loyalty is turned over.")
    if state.phase == Phase.DRAW:
        total = sum(map(len, (state.vote_deck, *(handles + faces for handles, faces in state.under))))
        holds(total >= len(state.voters), "there are cards to draw.")


_CHECKS: Final = (
    *(_check_lists, _check_seats, _check_pawns, _check_chests, _check_votes, _check_events, _check_loyalties),
    *(_check_vote, _check_card, _check_seen, _check_row),
)

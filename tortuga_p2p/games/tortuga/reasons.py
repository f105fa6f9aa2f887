"""What a move does and why somebody might choose it, in one sentence: what a hint says after "would"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...text import N_, _, listed
from .forecast import after_attack, after_offer, prey, standing, with_dice
from .moves import (
    ACT,
    BONUS,
    CLAIM,
    KEEP,
    NONE,
    PASS,
    PLACE,
    SEIZE,
    STUCK,
    TAKE,
    TURN,
    read_order,
    roll_code,
    set_action,
)
from .notation import COLOUR_LETTERS
from .state import ALL_DICE, BITS, BOARD, DIE_LETTERS, assigned, total
from .words import ACTION_WORDS, colour_word, counted, die_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.ask import Move, Seat
    from ...rules.game import View
    from .state import State

_GOALS: Final = (  # by action: what winning it is good for
    N_("boxes are points, and room for the fleet"),
    N_("boxes are points, and room for the crew"),
    N_("a hunt brings a chest and coins"),
    N_("it takes a chest that is nearly in Tortuga"),
    N_("it takes a chest and pushes a crew back"),
)


def reason(view: View[State], move: Move, names: Sequence[str]) -> str:
    """The rest of the sentence, with its full stop."""
    state, seat = view.state, view.seat
    assert seat is not None
    data = move.data
    match data:
        case (kind, mask) if kind == TAKE:
            return _take(view, seat, mask, names)
        case (kind, mask, action) if kind == PLACE:
            return _put(state, seat, mask, action, names)
        case (kind, action) if kind == TURN:
            return _put(state, seat, state.skulls[0][1], action, names)
        case (kind, action) if kind == BONUS:
            now = total(state, seat, action)
            why = (
                _("{now} there becomes {new}", now=now, new=now + 1) if now else _("it will count once dice lie there")
            )
            return _("put the bonus on {action}: {why}.", action=ACTION_WORDS[action], why=why)
        case (kind, index) if kind == KEEP:
            coins = view.known[state.hand[index]]
            return _("keep the tile with {coins}: a coin is a point.", coins=counted(coins, "coin", "coins"))
        case (kind, victim, prize) if kind in (SEIZE, CLAIM):
            verb = _("board") if state.action == BOARD else _("raid")
            what = _prize(state, victim, prize, seizes=kind == SEIZE)
            return f"{verb} {names[victim]}{what}. {after_attack(state, seat, victim, prize, names)}"
    return (
        _(_BARE[data[0]])
        if data[0] in _BARE
        else _("perform it. {gain}", gain=after_offer(state, seat))
        if data[0] == ACT
        else _order(move)
    )


_BARE: Final = {PASS: N_("forfeit: acting would cost more than it brings."), STUCK: N_("show that nothing fits.")}


def _prize(state: State, victim: Seat, prize: int, *, seizes: bool) -> str:
    if prize == NONE:
        return ""
    colour = prey(state.ships[victim], state.action)[prize] if seizes else prize
    return (
        _(" for the {colour} chest", colour=colour_word(colour))
        if seizes
        else _(" and claim the {colour} chest", colour=colour_word(colour))
    )


def _take(view: View[State], seat: Seat, mask: int, names: Sequence[str]) -> str:
    state = view.state
    code = roll_code(seat, ALL_DICE & ~assigned(state.placed[seat]), view.known)
    if code >> 25 & mask == mask:
        dice = listed([DIE_LETTERS[die] for die in BITS[mask]])
        return _(
            "take {skulls} {dice} alone, and name an action later.",
            skulls=_("skull") if len(BITS[mask]) == 1 else _("the skulls"),
            dice=dice,
        )
    return _put(state, seat, mask, set_action(code, mask), names)


def _put(state: State, seat: Seat, mask: int, action: int, names: Sequence[str]) -> str:
    after = with_dice(state, seat, mask, action)
    dice = listed(die_words(state, mask, action))
    rank = standing(after, seat, action, names)[:-1]
    return _(
        "put {dice} on {action}, {total} there{rank}: {goal}.",
        dice=dice,
        action=ACTION_WORDS[action],
        total=total(after, seat, action),
        rank=rank,
        goal=_(_GOALS[action]),
    )


def _order(move: Move) -> str:
    rows = read_order(move)
    assert rows is not None
    fleet, crew = ("".join(COLOUR_LETTERS[colour] for colour in row) for row in rows)
    parts = [
        _("{row} to the {area}", row=row, area=_(area))
        for row, area in ((fleet, N_("fleet")), (crew, N_("crew")))
        if row
    ]
    return _("send {chests}: the best lie left, where they are safest.", chests=listed(parts))

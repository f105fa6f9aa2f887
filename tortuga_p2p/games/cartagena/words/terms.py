"""What the things of Cartagena are called. A value is worded by the term that has the name of its argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ....rules.words import ThingWords, counted, letters, player, several, somebody, words_of
from ....text import N_, _, n_
from ..decisions import ALONE, CODE
from ..rules import components as c
from ..rules import kinds as do
from ..rules.spots import ABOARD, COVE, DUNGEON, LEAKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....rules.words import Reader, Term

_SYMBOLS: Final = (N_("pistol"), N_("rum"), N_("lantern"), N_("parrot"), N_("hook"), N_("chest"))
_DARKS: Final = (
    N_("dark pistol"),
    N_("dark rum"),
    N_("dark lantern"),
    N_("dark parrot"),
    N_("dark hook"),
    N_("dark chest"),
)
_FACES: Final = (*_SYMBOLS, *_DARKS)


def card(face: Any, reader: Reader | None = None) -> str:
    return _(_FACES[face])


def place(value: Any, reader: Reader | None = None) -> str:
    """Somewhere on the way."""
    named = {
        DUNGEON: N_("the dungeon"),
        LEAKING: N_("the leaking sloop"),
        ABOARD: N_("the sloop"),
        COVE: N_("the cove"),
    }
    return _(named[value]) if value in named else _("space {number}", number=value)


def _walk(value: Any, reader: Reader) -> str:
    return _("from {old} to {new}", old=place(value[0]), new=place(value[1]))


def _walk_for(value: Any, reader: Reader) -> str:
    old, new, count = value
    told = n_("from {old} to {new} for {count} card", "from {old} to {new} for {count} cards", count)
    return told.format(old=place(old), new=place(new), count=count)


def _walk_of(value: Any, reader: Reader) -> str:
    seat, old, new, count = value
    told = n_(
        "{name}'s pirate from {old} to {new} for {count} card",
        "{name}'s pirate from {old} to {new} for {count} cards",
        count,
    )
    return told.format(name=reader.name(seat), old=place(old), new=place(new), count=count)


_DOING: Final = {
    do.RETREAT: N_("go back and draw"),
    do.MORGAN: N_("help by Morgan's rule and draw"),
    do.SAIL_FREE: N_("sail for free"),
    do.SAIL: N_("sail"),
    do.PASS: N_("pass and draw"),
    do.STOP: N_("end the turn"),
}
_USES: Final = {
    do.ADVANCE: N_("a move"),
    do.PISTOL: N_("its power: look into a hand and take a card"),
    do.RUM: N_("its power: draw, keep two, give one to each"),
    do.LANTERN: N_("its power: draw four, keep one, put three back"),
    do.HOOK: N_("its power: two pirates at once, with a second card"),
    do.CHEST: N_("its power: open the chest"),
}


TERMS: Final[Mapping[str, Term]] = {
    "card": card,
    "symbol": card,
    "played": several(card),
    "other": somebody,
    "whose": lambda value, reader: _("your") if value == reader.seat else _("{name}'s", name=reader.name(value)),
    "place": place,
    "old": place,
    "new": place,
    "walk": _walk,
    "walk_for": _walk_for,
    "walk_of": _walk_of,
    "no_card": card,
    "jumped": several(lambda value, reader: str(value)),
    "doing": lambda value, reader: _(_DOING[value - CODE]),
    "use": lambda value, reader: _(_USES[value]),
    "stands_for": lambda value, reader: _("itself") if value == ALONE else card(value),
    "count": counted(N_("{number} card"), N_("{number} cards")),
    "left": counted(N_("{number} action"), N_("{number} actions")),
    "boards": several(lambda value, reader: str(value // 2 + 1)),
    "to": words_of(N_("Cartagena"), N_("Tortuga")),
    **dict.fromkeys(("to_1", "to_2", "to_3", "to_4"), player),
}


# --- the same where there is little room: (value, how many are alike) --------------------------------------------

_SHORT_DOING: Final = {
    do.RETREAT: N_("go back"),
    do.MORGAN: N_("Morgan"),
    do.SAIL_FREE: N_("sail free"),
    do.SAIL: N_("sail"),
    do.PASS: N_("draw a card"),
    do.STOP: N_("end turn"),
}
_SHORT_USES: Final = {
    do.ADVANCE: N_("move"),
    do.PISTOL: N_("power: look into a hand, take a card"),
    do.RUM: N_("power: draw, keep two, give one to each"),
    do.LANTERN: N_("power: draw four, keep one, put three back"),
    do.HOOK: N_("power: two pirates at once, with a second card"),
    do.CHEST: N_("power: open the chest"),
}


def short_place(value: int) -> str:
    named = {DUNGEON: N_("dungeon"), LEAKING: N_("start"), ABOARD: N_("sloop"), COVE: N_("cove")}
    return _(named[value]) if value in named else str(value)


def _short_walk(value: Any, reader: Reader) -> str:
    (old, new, *cards), _alike = value
    told = _("{old} to {new}", old=short_place(old), new=short_place(new))
    if not cards:
        return told
    return n_("{walk} +{number} card", "{walk} +{number} cards", cards[0]).format(walk=told, number=cards[0])


def _short_walk_of(value: Any, reader: Reader) -> str:
    (seat, *walk), alike = value
    return f"{letters(reader.names)[seat]} {_short_walk((walk, alike), reader)}"


SHORT: Final[Mapping[str, Term]] = {
    "card": lambda value, reader: card(value[0]) if value[1] == 1 else f"{card(value[0])} x{value[1]}",
    "no_card": lambda value, reader: "-",  # its place stays empty
    "doing": lambda value, reader: _(_SHORT_DOING[value[0] - CODE]),
    "use": lambda value, reader: _(_SHORT_USES[value[0]]),
    "walk": _short_walk,
    "walk_for": _short_walk,
    "walk_of": _short_walk_of,
    "place": lambda value, reader: short_place(value[0]),
}


# --- hidden things -----------------------------------------------------------------------------------------------


_CARDS: Final = ThingWords(
    lambda number: n_("a card", "{number} cards", number).format(number=number),
    lambda face: card(face),
    lambda handle, reader: _("card {number}", number=handle + 1),
    is_told_apart=False,
)
_TOKENS: Final = ThingWords(
    lambda number: n_("a chest token", "{number} chest tokens", number).format(number=number),
    lambda face: _("chest token {number}", number=face + 1),
    lambda handle, reader: _("the chest token {number}", number=handle - c.CARDS + 1),
)
THINGS: Final[Mapping[str, ThingWords]] = {c.PLAIN: _CARDS, c.MARKED: _CARDS, c.TOKEN_PILE: _TOKENS}

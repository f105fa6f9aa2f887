"""What the things of the game are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ....rules.words import ThingWords, counted, letters, several, somebody, words_of
from ....text import N_, _, listed, n_
from ..rules import cards as c
from ..rules.moves import Do
from ..rules.state import ATTACK, BRAWL, EVENT_FIRST, LOYALTY_FIRST, MUTINY, NOWHERE, TORTUGA

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....rules.words import Reader, Term

EVENTS: Final = (
    N_("Letter of Marque"),
    N_("Pistol"),
    N_("Albatross"),
    N_("Black Spot"),
    N_("Atlantis"),
    N_("El Dorado"),
    N_("Fountain of Youth"),
    N_("Black Powder"),
    N_("Cabin Fever"),
    N_("Crow's Nest"),
    N_("Eight Bells"),
    N_("Facade"),
    N_("Pirate Code"),
    N_("Scurvy"),
    N_("Stormy Seas"),
    N_("Spanish Armada"),
)
AN_EVENT: Final = (  # as a sentence names it
    *(N_("a Letter of Marque"), N_("a Pistol"), N_("an Albatross"), N_("a Black Spot")),
    *(N_("Atlantis"), N_("El Dorado"), N_("the Fountain of Youth")),
    *(N_("Black Powder"), N_("Cabin Fever"), N_("the Crow's Nest"), N_("Eight Bells"), N_("the Facade")),
    *(N_("the Pirate Code"), N_("Scurvy"), N_("Stormy Seas"), N_("the Spanish Armada")),
)
BRIEF_EVENTS: Final = (  # where there is little room
    *(N_("Letter"), N_("Pistol"), N_("Albatross"), N_("Black Spot"), N_("Atlantis"), N_("El Dorado"), N_("Fountain")),
    *(N_("Powder"), N_("Fever"), N_("Crow's N."), N_("Bells"), N_("Facade"), N_("Code"), N_("Scurvy"), N_("Storm")),
    N_("Armada"),
)
EFFECTS: Final = (  # what each does to whoever turns it over, in one sentence
    N_("It moves a pawn from Tortuga or a rowboat to the back of a ship, at once or later."),
    N_("It maroons another player: to the back of Tortuga's line."),
    N_("It stays in front of you; two of them on one ship maroon its whole crew."),
    N_("It maroons you: to the back of Tortuga's line."),
    N_("A map to give away: its owner may go to the other ship before anybody's turn, once."),
    N_("A map to give away: its owner gets one vote card more, and may give two in a vote, once."),
    N_("A map to give away: its owner may escape being marooned, once."),
    N_("It destroys a rowboat for good; you choose which."),
    N_("It shuffles your loyalty with another player's: each of you gets one of the two."),
    N_("You choose new vote cards for anybody, out of the whole deck."),
    N_("Everybody on your ship or island stands in a new order."),
    N_("You and the player on your right swap places."),
    N_("You sit out the next two votes that you would belong to."),
    N_("Everybody on your ship or island loses the next turn."),
    N_("All chests of your ship go back to the Galleon; on Tortuga one goes to each area."),
    N_("The game ends: the nation with more chests wins."),
)


def by_name() -> list[int]:
    """All events in the order of their names."""
    return sorted(range(len(EVENTS)), key=lambda face: _(EVENTS[face]))


NATIONS: Final = (N_("British"), N_("French"), N_("Dutch"))
PLACES: Final = (
    N_("the Flying Dutchman"),
    N_("the Jolly Roger"),
    N_("Tortuga"),
    N_("the rowboat of the Flying Dutchman"),
    N_("the rowboat of the Jolly Roger"),
)
ACTIONS: Final = (
    N_("look at two"),
    N_("reveal one"),
    N_("force another"),
    N_("row"),
    N_("Letter of Marque"),
    N_("attack"),
    N_("maroon"),
    N_("mutiny"),
    N_("plunder"),
    N_("brawl"),
    N_("pass"),
)
SIGNS: Final = (N_("cannon"), N_("torch"), N_("water"), N_("British"), N_("French"), N_("skull"), N_("wheel"))
DOUBLE: Final = (
    *(N_("two cannons"), N_("two torches"), N_("two water"), N_("two British"), N_("two French")),
    *(N_("two skulls"), N_("two wheels")),
)
_COUNTED: Final = (
    counted(N_("{number} cannon"), N_("{number} cannons")),
    counted(N_("{number} torch"), N_("{number} torches")),
    counted(N_("{number} water"), N_("{number} water")),
    counted(N_("{number} British flag"), N_("{number} British flags")),
    counted(N_("{number} French flag"), N_("{number} French flags")),
    counted(N_("{number} skull"), N_("{number} skulls")),
    counted(N_("{number} wheel"), N_("{number} wheels")),
)
SECTIONS: Final = {ATTACK: (0, 1, 2), BRAWL: (3, 4), MUTINY: (5, 6)}  # which signs count in which vote


def _passenger(value: Any, reader: Reader) -> str:
    """Whom somebody brings aboard: oneself too (B-9)."""
    return _("yourself") if value == reader.seat else reader.name(value)


def signs(face: int) -> str:
    """A vote card by its three sections: "torch, French, wheel"."""
    return ", ".join(_((SIGNS, DOUBLE)[number - 1][sign]) for sign, number in enumerate(c.VOTES[face]) if number)


def _slot(value: Any, reader: Reader) -> str:
    return str(value + 1)


def _event_slot(value: Any, reader: Reader) -> str:
    """A slot with what the reader knows of it."""
    slot, face = value
    return str(slot + 1) if face == NOWHERE else _("{slot}: {event}", slot=slot + 1, event=_(EVENTS[face]))


def _brief_slot(value: Any, reader: Reader) -> str:
    """The same beside its key, which is its number."""
    (_slot, face), _alike = value
    return _("hidden") if face == NOWHERE else _(EVENTS[face])


def short_name(seat: int, reader: Reader) -> str:
    """The last word of a name, which says most about somebody, where nobody else has the same."""
    last = [name.split()[-1] if name.split() else name for name in map(reader.name, range(len(reader.names)))]
    return last[seat] if last.count(last[seat]) == 1 else reader.name(seat)


def marks(reader: Reader) -> list[str]:
    """A letter for everybody, out of the name that stands on the board."""
    return letters([short_name(seat, reader) for seat in range(len(reader.names))])


def _icons(value: Any, reader: Reader) -> str:
    """The signs of some cards together, as far as there are any."""
    return listed([_COUNTED[sign](number, reader) for sign, number in enumerate(value) if number])


def _counting(kind: int) -> Term:
    """Only the signs of one section, those that are not there too."""
    return lambda value, reader: listed([_COUNTED[sign](value[sign], reader) for sign in SECTIONS[kind]])


def _source(value: Any, reader: Reader) -> str:
    if value == 0:
        return _("the Galleon")
    ship, nation = divmod(value - 1, 2)
    return _("the {nation} hold of {ship}", nation=_(NATIONS[nation]), ship=_(PLACES[ship]))


def _berth(value: Any, reader: Reader) -> str:
    place, slot = value
    if place == TORTUGA:
        return _("the back of the line")
    return _(BERTHS[slot])


BERTHS: Final = (N_("captain"), N_("first mate"), N_("third"), N_("fourth"), N_("fifth"))


def _roles(value: Any, reader: Reader) -> str:
    """What somebody is: "captain and cabin boy"."""
    names = (_("captain"), _("first mate"), _("cabin boy"), _("governor"))
    return listed([name for name, held in zip(names, value, strict=True) if held]) or _("one of the crew")


def _prey(value: Any, reader: Reader) -> str:
    return _("the Galleon") if value == 0 else _(PLACES[value - 1])


_place: Final = words_of(*PLACES)
_nation: Final = words_of(*NATIONS)
TERMS: Final[Mapping[str, Term]] = {
    "victim": somebody,
    "other": somebody,
    "pawn": somebody,
    "passenger": _passenger,
    "mate": somebody,
    "caller": somebody,
    "active": somebody,
    "player": somebody,
    "voters": several(somebody, N_("nobody")),
    "seats": several(somebody),
    "crew": several(somebody),
    "line": several(somebody),
    "dutchman": several(somebody),
    "roger": several(somebody),
    "nations": several(_nation),
    "nation": _nation,
    "winner": words_of(*NATIONS, N_("nobody")),
    "place": _place,
    "start": _place,
    "ship": _place,
    "boat": _place,
    "slot": _slot,
    "slots": several(_slot),
    "event_slot": _event_slot,
    "card": words_of(*AN_EVENT),
    "effect": words_of(*EFFECTS),
    "events": several(words_of(*EVENTS)),
    "claim": words_of(N_("your loyalty"), N_("an event"), N_("this vote")),
    "wish": words_of(N_("against"), N_("for")),
    "signs": lambda value, reader: signs(value),
    "icons": _icons,
    "attack": _counting(ATTACK),
    "mutiny": _counting(MUTINY),
    "flags": _counting(BRAWL),
    "brother": lambda value, reader: c.BRETHREN[value],
    "source": _source,
    "berth": _berth,
    "roles": _roles,
    "prey": _prey,
    "action": words_of(*ACTIONS),
    "use": lambda value, reader: _("use it") if value == Do.USE else _("keep it"),
    "save": lambda value, reader: _("save it"),
    "time": lambda value, reader: _("time is up"),
    "left": counted(N_("{number} vote card"), N_("{number} vote cards")),
    "count": counted(N_("{number} card"), N_("{number} cards")),
    "more": counted(N_("{number} vote"), N_("{number} votes")),
}

SHORT: Final[Mapping[str, Term]] = {  # of (value, how many alike)
    "event_slot": _brief_slot,
    "player": lambda value, reader: short_name(value[0], reader),
}

THINGS: Final = {
    "looks": ThingWords(  # events that are looked at: with what they do, if one still knows which they were
        lambda number: n_("an event", "{number} events", number).format(number=number),
        lambda face: f"{_(EVENTS[face])}. {_(EFFECTS[face])}".rstrip("."),
        lambda handle, reader: _("event card {number}", number=handle - EVENT_FIRST + 1),
    ),
    "loyalties": ThingWords(
        lambda number: n_("a loyalty", "{number} loyalties", number).format(number=number),
        lambda face: _(NATIONS[face]),
        lambda handle, reader: _("the loyalty of {name}", name=reader.name(handle - LOYALTY_FIRST)),
    ),
    "votes": ThingWords(
        lambda number: n_("a vote card", "{number} vote cards", number).format(number=number),
        signs,
        lambda handle, reader: _("vote card {number}", number=handle + 1),
    ),
    "events": ThingWords(
        lambda number: n_("an event", "{number} events", number).format(number=number),
        lambda face: _(EVENTS[face]),
        lambda handle, reader: _("event card {number}", number=handle - EVENT_FIRST + 1),
    ),
}

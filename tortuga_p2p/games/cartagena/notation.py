"""One line of text for every move and every position, as UCI and FEN are for chess (docs/notation.md).

    advance 7 rum with 23          a card's handle; two parrots: with 23,40
    retreat 21     morgan 2 19     sail     sail free     pass     stop
    pistol 2 with 14    rum with 3    lantern with 3    chest 9 with 60    hook 19 lantern with 4+17
    take 33        share 5>1 9>2   back 4,9,2             discard 3,7

Seats count from 0; 0, `sloop` and `goal` are places. Symbols in a row are P R L A H C, dark cards in small letters.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

from ...errors import BadInput
from ...rules.ask import PILE, Move
from ...rules.line import (
    Verb,
    bits_of,
    check_spelling,
    fields_text,
    numbers_text,
    read_choice,
    read_fields,
    read_numbers,
    read_runs,
    read_verb,
    runs_text,
)
from ...text import _
from .rules.moves import (
    ADVANCE,
    DISCARD,
    GO_BACK,
    GRAPPLE,
    HELP,
    KEEP,
    LIGHT,
    PASS,
    ROUND,
    SAIL,
    SAIL_FREE,
    SHARE,
    SHOOT,
    STOP,
    TAKE,
    UNLOCK,
)
from .rules.options import FACES, TOKEN_VALUES, WAYS
from .rules.packing import unpack
from .rules.state import BOARDS, CARDS, DARK, GOAL, LETTERS, SEATS_MAX, SLOOP, SNAKE, SPACES_MAX, Phase, State, Symbol

if TYPE_CHECKING:
    from ...rules.ask import Seat

SYMBOL_NAMES: Final = tuple(symbol.name.lower() for symbol in Symbol)
CARD_LETTERS: Final = LETTERS + LETTERS.lower()  # by face
_PLACES: Final = {SLOOP: "sloop", GOAL: "goal"}


# --- moves -----------------------------------------------------------------------------------------------------


def move_text(move: Move) -> str:
    """A move in one line; the inverse of `read_move`."""
    data, opens, gives = move
    match data:
        case (kind,) if kind in _BARE:
            return _BARE[kind]
        case (kind, symbol, place) if kind == ADVANCE:
            return f"advance {_place(place)} {SYMBOL_NAMES[symbol]} with {numbers_text(opens)}"
        case (kind, place) if kind == GO_BACK:
            return f"retreat {_place(place)}"
        case (kind, seat, place) if kind == HELP:
            return f"morgan {seat} {_place(place)}"
        case (kind, seat) if kind == SHOOT:
            return f"pistol {seat} with {numbers_text(opens)}"
        case (kind,) if kind in (ROUND, LIGHT):
            return f"{'rum' if kind == ROUND else 'lantern'} with {numbers_text(opens)}"
        case (kind, place) if kind == UNLOCK:
            return f"chest {_place(place)} with {numbers_text(opens)}"
        case (kind, symbol, place, first) if kind == GRAPPLE:
            hook, cards = numbers_text(opens[:first]), numbers_text(opens[first:])
            return f"hook {_place(place)} {SYMBOL_NAMES[symbol]} with {hook}+{cards}"
        case (kind, card) if kind == TAKE:
            return f"take {card}"
        case (kind,) if kind == SHARE:
            return "share " + " ".join(f"{card}>{seat}" for card, seat in gives)
        case (kind,) if kind == KEEP:
            return f"back {numbers_text(card for card, _ in gives)}"
        case (kind,) if kind == DISCARD:
            return f"discard {numbers_text(opens)}"
    raise AssertionError(f"no such move: {move}")


_BARE: Final = {SAIL: "sail", SAIL_FREE: "sail free", PASS: "pass", STOP: "stop"}


def read_move(state: State, seat: Seat, text: str) -> Move:
    """The move; `BadInput` with the form it should have. The rules say whether it is legal."""
    return read_verb(_VERBS, text)


def _read_hook(place: str, symbol: str, first: str, second: str) -> Move:
    hook, cards = read_numbers(first), read_numbers(second)
    return Move((GRAPPLE, SYMBOL_NAMES.index(symbol), _read_place(place), len(hook)), hook + cards)


def _read_share(text: str) -> Move:
    pairs = [word.split(">") for word in text.split()]
    return Move((SHARE,), (), tuple((int(card), int(seat)) for card, seat in pairs))


_SEAT, _CARD, _AT = "([0-4])", r"(\d{1,3})", r"(\d{1,2}|sloop|goal)"
_CARDS: Final = r"(\d{1,3}(?:,\d{1,3})*)"
_SYMBOL: Final = f"({'|'.join(SYMBOL_NAMES)})"
_VERBS: Final = {
    "advance": Verb(
        f"{_AT} {_SYMBOL} with {_CARDS}",
        "advance 7 rum with 23",
        lambda at, name, cards: Move((ADVANCE, SYMBOL_NAMES.index(name), _read_place(at)), read_numbers(cards)),
    ),
    "retreat": Verb(_AT, "retreat 21", lambda at: Move((GO_BACK, _read_place(at)))),
    "morgan": Verb(f"{_SEAT} {_AT}", "morgan 2 19", lambda seat, at: Move((HELP, int(seat), _read_place(at)))),
    "sail": Verb("(free)?", "sail", lambda free: Move((SAIL_FREE if free else SAIL,))),
    "pass": Verb("", "pass", lambda: Move((PASS,))),
    "stop": Verb("", "stop", lambda: Move((STOP,))),
    "pistol": Verb(
        f"{_SEAT} with {_CARDS}",
        "pistol 2 with 14",
        lambda seat, cards: Move((SHOOT, int(seat)), read_numbers(cards)),
    ),
    "rum": Verb(f"with {_CARDS}", "rum with 3", lambda cards: Move((ROUND,), read_numbers(cards))),
    "lantern": Verb(f"with {_CARDS}", "lantern with 3", lambda cards: Move((LIGHT,), read_numbers(cards))),
    "chest": Verb(
        f"{_AT} with {_CARDS}",
        "chest 9 with 60",
        lambda at, cards: Move((UNLOCK, _read_place(at)), read_numbers(cards)),
    ),
    "hook": Verb(rf"{_AT} {_SYMBOL} with {_CARDS}\+{_CARDS}", "hook 19 lantern with 4+17", _read_hook),
    "take": Verb(_CARD, "take 33", lambda card: Move((TAKE, int(card)))),
    "share": Verb(r"(\d{1,3}>[0-4](?: \d{1,3}>[0-4])*)", "share 5>1 9>2", _read_share),
    "back": Verb(
        _CARDS, "back 4,9,2", lambda cards: Move((KEEP,), (), tuple((card, PILE) for card in read_numbers(cards)))
    ),
    "discard": Verb(_CARDS, "discard 3,7", lambda cards: Move((DISCARD,), read_numbers(cards))),
}


def _place(place: int) -> str:
    return _PLACES.get(place, str(place))


def _read_place(text: str) -> int:
    for place, name in _PLACES.items():
        if text == name:
            return place
    if int(text) > SPACES_MAX:
        raise BadInput(_("there is no space {text}: they end with {spaces_max}.", text=text, spaces_max=SPACES_MAX))
    return int(text)


# --- positions -------------------------------------------------------------------------------------------------


def position_text(state: State) -> str:
    """A position in one line: what was agreed, the players' boards, the rest where there is any."""
    setup = state.setup
    ways = {bits: name for name, bits in WAYS.items()}
    variants = {"filibusters": setup.filibusters, "sorceress": setup.sorceress, "pass_ends": setup.pass_ends}
    words = [
        "cartagena/1",
        f"phase={Phase(state.phase).name.lower()}",
        f"boards={setup.boards[0]}+{setup.boards[1]}",
        f"pirates={setup.pirates}",
        f"draw={ways[setup.drawing[0]]},{ways[setup.drawing[1]]}",
        f"with={'+'.join(name for name, on in variants.items() if on) or '-'}",
        f"laid={','.join(_laid(code) for code in setup.laid) or '-'}",
        f"round={state.round}",
        f"turn={state.turn}",
        f"left={state.left}",
        f"sloop={'tortuga' if state.sloop else 'cartagena'}",
        *(f"{_crew_text(crew)}:{runs_text(hand)}" for crew, hand in zip(state.pirates, state.hands, strict=True)),
        f"pile={runs_text(state.pile)}",
        f"discards={''.join(CARD_LETTERS[face] for face in state.discards) or '-'}",
    ]
    extra = {
        "faces": "" if setup.faces == FACES else setup.faces,
        "values": ""
        if setup.tokens == TOKEN_VALUES
        else ",".join("snake" if v == SNAKE else str(v) for v in setup.tokens),
        "free": "yes" if state.free else "",
        "fresh": numbers_text(seat for seat in range(setup.seats) if state.fresh >> seat & 1),
        "tokens": numbers_text(state.tokens),
        "opened": numbers_text(state.opened),
        "seen": ",".join(f"{card}:{mask}" for card, mask in state.seen),
        "doing": numbers_text(state.doing),
        "owed": numbers_text(state.owed),
        "sorting": runs_text(state.sorting) if state.sorting else "",
        "gone": numbers_text(seat for seat in range(setup.seats) if state.gone >> seat & 1),
    }
    return " ".join([*words, *fields_text(extra)])


def _values_text(tokens: tuple[int, ...]) -> str:
    return ",".join("snake" if value == SNAKE else str(value) for value in tokens)


def _laid(code: int) -> str:
    return f"{code // 2 + 1}{'r' if code % 2 else ''}"


def _crew_text(crew: tuple[int, ...]) -> str:
    groups = [(place, len(list(same))) for place, same in groupby(crew)]
    return ".".join(_place(place) + (f"*{count}" if count > 1 else "") for place, count in groups)


POSITION_CHARS_MAX: Final = 3_000  # the longest is under 1,200
_ALWAYS: Final = 12
_FORMS: Final = {  # the first are always there
    "phase": "[a-z_]{1,20}",
    "boards": r"\d\+\d",
    "pirates": r"\d",
    "draw": "[a-z]+,[a-z]+",
    "with": "-|[a-z_]+(?:[+][a-z_]+)*",
    "laid": f"-|[1-{BOARDS}]r?(?:,[1-{BOARDS}]r?)*",
    "round": r"[1-9]\d{0,6}",
    "turn": r"\d",
    "left": r"\d",
    "sloop": "cartagena|tortuga",
    "pile": r"-|[\d,-]+",
    "discards": f"-|[{CARD_LETTERS}]+",
    "faces": f"[{LETTERS}]+",
    "values": "[a-z0-9,]+",
    "free": "yes",
    "seen": r"\d+:\d+(?:,\d+:\d+)*",
    "sorting": r"[\d,-]+",
    **dict.fromkeys(("fresh", "tokens", "opened", "doing", "owed", "gone"), r"-?\d+(?:,-?\d+)*"),
}
_CREW: Final = re.compile(r"((?:\d{1,2}|sloop|goal)(?:\*\d)?(?:\.(?:\d{1,2}|sloop|goal)(?:\*\d)?)*):(-|[\d,-]+)")


def read_position(text: str) -> State:
    """The position; `BadInput` where it is not one, or not one of a game in progress."""
    found, words = read_fields(text, "cartagena/1", _FORMS, _ALWAYS, POSITION_CHARS_MAX)
    crews = [_read_crew(word) for word in words]
    state = unpack(_plain(found, crews))
    check_spelling(text, position_text(state))
    return state


def _plain(found: dict[str, str], crews: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> tuple[object, ...]:
    """What `unpack` reads; wrong values are for it to refuse."""
    phase = read_choice([known.name.lower() for known in Phase], found["phase"], "phase")
    variants = found["with"].split("+")
    laid = () if found["laid"] == "-" else found["laid"].split(",")
    values = found.get("values")
    setup = (
        len(crews),
        tuple(map(int, found["boards"].split("+"))),
        int(found["pirates"]),
        tuple(WAYS.get(way, 0) for way in found["draw"].split(",")),
        *(int(name in variants) for name in ("filibusters", "sorceress", "pass_ends")),
        found.get("faces", FACES),
        read_numbers(values.replace("snake", str(SNAKE))) if values else TOKEN_VALUES,
        tuple(2 * int(code[0]) - 2 + code.endswith("r") for code in laid),
    )
    return (
        setup,
        phase,
        int(found["round"]),
        int(found["turn"]),
        int(found["left"]),
        int("free" in found),
        int(found["sloop"] == "tortuga"),
        tuple(crew for crew, _ in crews),
        tuple(hand for _, hand in crews),
        bits_of(found.get("fresh", ""), SEATS_MAX),
        read_runs(found["pile"], CARDS - 1),
        () if found["discards"] == "-" else tuple(CARD_LETTERS.index(letter) for letter in found["discards"]),
        read_numbers(found.get("tokens", "")),
        read_numbers(found.get("opened", "")),
        tuple(read_numbers(pair.replace(":", ",")) for pair in found["seen"].split(",")) if "seen" in found else (),
        read_numbers(found.get("doing", "")),
        read_numbers(found.get("owed", "")),
        read_runs(found.get("sorting", "-"), CARDS - 1),
        bits_of(found.get("gone", ""), SEATS_MAX),
    )


def _read_crew(word: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    found = _CREW.fullmatch(word)
    if found is None:
        raise BadInput(_("{word!r} is no crew with its hand: write it like '0*3.7.19.goal:3-8,14'.", word=word[:40]))
    places: list[int] = []
    for group in found[1].split("."):
        place, _star, count = group.partition("*")
        places += [_read_place(place)] * int(count or 1)
    return tuple(places), read_runs(found[2], CARDS - 1)


assert len(CARD_LETTERS) == 2 * DARK

"""One line of text for every move and every position, as UCI and FEN are for chess (docs/notation.md).

    advance 7 rum with 23          a card's handle; two parrots: with 23,40
    retreat 21     morgan 2 19     sail     sail free     pass     stop
    pistol 2 with 14    rum with 3    lantern with 3    chest 9 with 60    hook 19 lantern with 4+17
    take 33        share 5>1 9>2   back 4,9,2             discard 3,7

Seats count from 0; 0, `sloop` and `goal` are places. Symbols in a row are P R L A H C, dark cards in small letters.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from ...errors import BadInput
from ...rules.ask import PILE, Move
from ...rules.field import StateField, named, number, numbers, row, several
from ...rules.line import Line, MoveLines, Verb, check_spelling
from ...rules.plain import a_tuple, an_int
from ...text import _
from .rules import components as c
from .rules import kinds as do
from .rules.options import FACES, TOKEN_VALUES, WAYS
from .rules.packing import CARD_LETTERS, CARDS_ROW, fields, unpack
from .rules.state import State

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLACES: Final = {c.SLOOP: "sloop", c.GOAL: "goal"}
_VARIANTS: Final = ("filibusters", "sorceress", "pass_ends")


def _read_place(text: str) -> int:
    for place, name in _PLACES.items():
        if text == name:
            return place
    if int(text) > c.SPACES_MAX:
        raise BadInput(_("there is no space {text}: they end with {spaces_max}.", text=text, spaces_max=c.SPACES_MAX))
    return int(text)


_AT: Final = StateField(
    lambda value: an_int(value, 0, c.GOAL),
    "(?:[0-9]{1,2}|sloop|goal)",
    lambda place: _PLACES.get(place, str(place)),
    _read_place,
)

# --- moves -----------------------------------------------------------------------------------------------------


def _showing(kind: int, form: str, example: str) -> Verb:
    """A move that opens the cards named last."""
    return Verb(
        kind,
        form,
        example,
        lambda _state, _seat, *words: Move((kind, *words[:-1]), words[-1]),
        lambda move: (*move.data[1:], move.opens),
    )


_MOVES: Final = MoveLines(
    {
        "at": _AT,
        "seat": number(0, c.SEATS_MAX - 1),
        "symbol": named(c.SYMBOL_NAMES),
        "card": number(0, c.CARDS - 1),
        "cards": numbers(0, c.CARDS - 1),
        "gifts": several(row(">", number(0, c.CARDS - 1), number(0, c.SEATS_MAX - 1)), " "),
    },
    Verb(
        do.ADVANCE,
        "advance {at} {symbol} with {cards}",
        "advance 7 rum with 23",
        lambda _state, _seat, at, symbol, cards: Move((do.ADVANCE, symbol, at), cards),
        lambda move: (move.data[2], move.data[1], move.opens),
    ),
    Verb(do.RETREAT, "retreat {at}", "retreat 21"),
    Verb(do.MORGAN, "morgan {seat} {at}", "morgan 2 19"),
    Verb(do.SAIL, "sail", "sail"),
    Verb(do.SAIL_FREE, "sail free", "sail free"),
    Verb(do.PASS, "pass", "pass"),
    Verb(do.STOP, "stop", "stop"),
    _showing(do.PISTOL, "pistol {seat} with {cards}", "pistol 2 with 14"),
    _showing(do.RUM, "rum with {cards}", "rum with 3"),
    _showing(do.LANTERN, "lantern with {cards}", "lantern with 3"),
    _showing(do.CHEST, "chest {at} with {cards}", "chest 9 with 60"),
    Verb(
        do.HOOK,
        "hook {at} {symbol} with {cards}+{cards}",
        "hook 19 lantern with 4+17",
        lambda _state, _seat, at, symbol, hook, more: Move((do.HOOK, symbol, at, len(hook)), hook + more),
        lambda move: (move.data[2], move.data[1], move.opens[: move.data[3]], move.opens[move.data[3] :]),
    ),
    Verb(do.TAKE, "take {card}", "take 33"),
    Verb(
        do.SHARE,
        "share {gifts}",
        "share 5>1 9>2",
        lambda _state, _seat, gifts: Move((do.SHARE,), (), gifts),
        lambda move: (move.gives,),
    ),
    Verb(
        do.KEEP,
        "back {cards}",
        "back 4,9,2",
        lambda _state, _seat, cards: Move((do.KEEP,), (), tuple((card, PILE) for card in cards)),
        lambda move: ([card for card, _ in move.gives],),
    ),
    _showing(do.DISCARD, "discard {cards}", "discard 3,7"),
)
move_text, read_move = _MOVES.text, _MOVES.read

# --- positions -------------------------------------------------------------------------------------------------


def _crew_text(crew: Sequence[int]) -> str:
    groups = [(place, len(list(same))) for place, same in groupby(crew)]
    return ".".join(_AT.text(place) + (f"*{count}" if count > 1 else "") for place, count in groups)


def _read_crew(word: str) -> tuple[int, ...]:
    places: list[int] = []
    for group in word.split("."):
        place, _star, count = group.partition("*")
        places += [_read_place(place)] * int(count or 1)
    return tuple(places)


_GROUP: Final = rf"{_AT.form}(?:\*[0-9])?"
_CREW: Final = StateField(a_tuple, rf"{_GROUP}(?:\.{_GROUP})*", _crew_text, _read_crew)
_WAY: Final = named(tuple(WAYS), first=min(WAYS.values()))
_BOARD: Final = StateField(
    lambda value: an_int(value, 0, 2 * c.BOARDS - 1),
    f"[1-{c.BOARDS}]r?",
    lambda code: f"{code // 2 + 1}{'r' if code % 2 else ''}",
    lambda word: 2 * int(word[0]) - 2 + word.endswith("r"),
)
_TOKEN: Final = StateField(
    lambda value: an_int(value, c.SNAKE, c.CARDS),
    "(?:snake|[0-9]{1,2})",
    lambda value: "snake" if value == c.SNAKE else str(value),
    lambda word: c.SNAKE if word == "snake" else int(word),
)
_TABLE: Final = {
    **fields(c.SEATS_MAX),
    "boards": row("+", number(0, 9), number(0, 9)),
    "pirates": number(0, 9),
    "draw": row(",", _WAY, _WAY),
    "with": several(named(_VARIANTS), "+"),
    "laid": several(_BOARD),
    "": row(":", _CREW, CARDS_ROW, example="0*3.7.19.goal:3-8,14"),
    "faces": StateField(str, f"[{c.LETTERS}]+"),
    "values": several(_TOKEN),
}
_ALWAYS: Final = (
    *("phase", "boards", "pirates", "draw", "with", "laid", "round", "turn", "left", "sloop"),
    *("", "pile", "discards"),
)
_USUAL: Final[dict[str, Any]] = {
    "faces": FACES,
    "values": TOKEN_VALUES,
    "free": 0,
    "fresh": 0,
    "tokens": (),
    "opened": (),
    "seen": (),
    "doing": (),
    "owed": (),
    "sorting": (),
    "gone": 0,
}
_LINE: Final = Line("cartagena/1", {name: _TABLE[name] for name in (*_ALWAYS, *_USUAL)}, chars_max=3_000)


def position_text(state: State) -> str:
    """A position in one line: what was agreed, the players' boards, the rest where there is any."""
    setup = state.setup
    values = {
        **state._asdict(),
        "boards": setup.boards,
        "pirates": setup.pirates,
        "draw": setup.drawing,
        "with": [place for place, name in enumerate(_VARIANTS) if getattr(setup, name)],
        "laid": setup.laid,
        "": tuple(zip(state.pirates, state.hands, strict=True)),
        "faces": setup.faces,
        "values": setup.tokens,
    }
    return _LINE.text(values, _USUAL)


def read_position(text: str) -> State:
    """The position; `BadInput` where it is not one, or not one of a game in progress."""
    found = _LINE.whole(_LINE.read(text), _USUAL)
    crews = found[""]
    found["setup"] = (
        len(crews),
        found["boards"],
        found["pirates"],
        found["draw"],
        *(int(place in found["with"]) for place in range(len(_VARIANTS))),
        found["faces"],
        found["values"],
        found["laid"],
    )
    found["pirates"] = tuple(crew for crew, _ in crews)
    found["hands"] = tuple(hand for _, hand in crews)
    state = unpack(tuple([found[name] for name in State._fields[:-1]]))
    check_spelling(text, position_text(state))
    return state


assert len(CARD_LETTERS) == 2 * c.DARK

"""One line of text for every move and every position (docs/notation.md).

    look 1 4      reveal 3      force 2 1 4      row boat-fd      letter 5 jr      attack      maroon 3      mutiny
    plunder british      brawl      pass      use      decline      turn 4      late      save      shoot 2      give 2
    blow boat-jr      swap 2      nest 2      pick 3 9 30      hold french      take galleon british
    place fd 2      place tortuga      be morgan      vote 12      vote 12 17

Seats count from 0, slots from 1; vote cards are named by their handles. Places are fd, jr, tortuga, boat-fd, boat-jr.
"""

from __future__ import annotations

from typing import Any, Final

from ...errors import BadInput
from ...rules.ask import PILE, Move
from ...rules.field import named, number, row, several
from ...rules.line import Line, MoveLines, Verb, check_spelling
from ...text import _
from .rules.cards import BRETHREN, NATION_NAMES
from .rules.moves import Do
from .rules.opening import SEATS
from .rules.packing import SETUP, fields, unpack
from .rules.state import HANDLES, NOWHERE, ROW, SHIP_PAWNS_MAX, TORTUGA, Setup, State

PLACE_NAMES: Final = ("fd", "jr", "tortuga", "boat-fd", "boat-jr")
SOURCES: Final = ("galleon", "fd-british", "fd-french", "jr-british", "jr-french")
PAWN_NAMES: Final = (
    *("morgan", "charlotte", "johnson", "francois", "anne", "bertrand", "rock", "lawrence", "bartholomew"),
)
assert len(PAWN_NAMES) == len(BRETHREN)

# --- moves -------------------------------------------------------------------------------------------------------

_CARD: Final = number(0, HANDLES - 1)
_MOVES: Final = MoveLines(
    {
        "slot": number(0, ROW - 1, shift=1),
        "seat": number(0, SEATS[-1] - 1),
        "place": named(PLACE_NAMES),
        "ship": named(PLACE_NAMES[:TORTUGA]),
        "line": named(PLACE_NAMES[: TORTUGA + 1]),
        "boat": named(PLACE_NAMES[TORTUGA + 1 :]),
        "berth": number(0, 2 * SHIP_PAWNS_MAX - 2, shift=1),
        "nation": named(NATION_NAMES[:2]),
        "source": named(SOURCES),
        "pawn": named(PAWN_NAMES),
        "cards": several(_CARD, " "),
    },
    Verb(Do.LOOK, "look {slot} {slot}", "look 1 4"),
    Verb(Do.REVEAL, "reveal {slot}", "reveal 3"),
    Verb(Do.FORCE, "force {seat} {slot} {slot}", "force 2 1 4"),
    Verb(Do.ROW, "row {place}", "row boat-fd"),
    Verb(Do.LETTER, "letter {seat} {ship}", "letter 5 jr"),
    Verb(Do.ATTACK, "attack", "attack"),
    Verb(Do.MAROON, "maroon {seat}", "maroon 3"),
    Verb(Do.MUTINY, "mutiny", "mutiny"),
    Verb(Do.PLUNDER, "plunder {nation}", "plunder british"),
    Verb(Do.BRAWL, "brawl", "brawl"),
    Verb(Do.PASS, "pass", "pass"),
    Verb(Do.USE, "use", "use"),
    Verb(Do.DECLINE, "decline", "decline"),
    Verb(Do.TURN, "turn {slot}", "turn 4"),
    Verb(Do.LATE, "late", "late"),
    Verb(Do.SAVE, "save", "save"),
    Verb(Do.SHOOT, "shoot {seat}", "shoot 2"),
    Verb(Do.GIVE, "give {seat}", "give 2"),
    Verb(Do.BLOW, "blow {boat}", "blow boat-jr"),
    Verb(Do.SWAP, "swap {seat}", "swap 2"),
    Verb(Do.NEST, "nest {seat}", "nest 2"),
    Verb(
        Do.PICK,
        "pick {cards}",
        "pick 3 9 30",
        lambda _state, _seat, cards: Move((Do.PICK, *cards)),
        lambda move: (move.data[1:],),
    ),
    Verb(Do.HOLD, "hold {nation}", "hold french"),
    Verb(Do.TAKE, "take {source} {nation}", "take galleon british"),
    Verb(Do.PLACE, "place {line} {berth}", "place fd 2"),
    Verb(Do.BE, "be {pawn}", "be morgan"),
    Verb(
        Do.VOTE,
        "vote {cards}",
        "vote 12",
        lambda _state, _seat, cards: Move((Do.VOTE,), (), tuple((card, PILE) for card in cards)),
        lambda move: ([card for card, _ in move.gives],),
    ),
)
move_text, read_move = _MOVES.text, _MOVES.read

# --- positions ---------------------------------------------------------------------------------------------------

_TABLE: Final = {
    "setup": SETUP,
    **fields(SEATS[-1]),
    "seen": several(row(":", _CARD, number(0, (1 << SEATS[-1]) - 1))),  # only where it is not as one would think
}
_LINE: Final = Line("tortuga1667/1", _TABLE, chars_max=8_000)  # with all notes the longest is under 4,000


def _usual(setup: Setup) -> dict[str, Any]:
    """The fields of an empty state, which are left out."""
    nobody, nothing = (NOWHERE,) * setup.seats, ((),) * setup.seats
    empty = State(setup, 0, brethren=nobody, kept=nothing, hands=nothing, loyal=nobody, flags=nobody, seen=())
    return {name: value for name, value in empty._asdict().items() if name not in ("setup", "phase")}


def position_text(state: State) -> str:
    """A position in one line: what was agreed, the phase, then every field that is not as in an empty state."""
    seen = enumerate(zip(state.seen, _expected(state.hands, state.loyal), strict=True))
    unexpected = tuple((handle, mask) for handle, (mask, expected) in seen if mask != expected)
    return _LINE.text({**state._asdict(), "seen": unexpected}, _usual(state.setup))


def _expected(hands: tuple[tuple[int, ...], ...], loyal: tuple[int, ...]) -> list[int]:
    """Who has seen what, if only holders have."""
    seen = [0] * HANDLES
    for seat, (hand, card) in enumerate(zip(hands, loyal, strict=False)):
        for one in (*hand, *([card] if card != NOWHERE else [])):
            seen[one] = 1 << seat
    return seen


def read_position(text: str) -> State:
    """The position; `BadInput` where it is not one, or not one of a game in progress."""
    found = _LINE.read(text)
    setup = SETUP.check(found.get("setup", ()))
    found = _LINE.whole(found, _usual(setup))
    try:
        seen = _expected(found["hands"], found["loyal"])
        for handle, mask in found["seen"]:
            seen[handle] = mask
    except IndexError:
        raise BadInput(_("a hand names a card that does not exist.")) from None
    state = unpack(tuple([{**found, "seen": tuple(seen)}[name] for name in State._fields]))
    check_spelling(text, position_text(state))
    return state

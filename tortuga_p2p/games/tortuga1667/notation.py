"""One line of text for every move and every position (docs/notation.md).

    look 1 4      reveal 3      force 2 1 4      row boat-fd      letter 5 jr      attack      maroon 3      mutiny
    plunder british      brawl      pass      use      decline      turn 4      late      save      shoot 2      give 2
    blow boat-jr      swap 2      nest 2      pick 3 9 30      hold french      take galleon british
    place fd 2      place tortuga      be morgan      vote 12      vote 12 17

Seats count from 0, slots from 1; vote cards are named by their handles. Places are fd, jr, tortuga, boat-fd, boat-jr.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ...errors import BadInput
from ...rules.ask import PILE, Move
from ...text import _
from .rules.cards import BRETHREN, NATION_NAMES
from .rules.moves import Do
from .rules.notes import LETTERS
from .rules.packing import unpack
from .rules.state import BOAT_DUTCHMAN, HANDLES, NOWHERE, Phase, Setup, State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...rules.ask import Seat
    from ...rules.plain import Plain

PLACE_NAMES: Final = ("fd", "jr", "tortuga", "boat-fd", "boat-jr")
SOURCES: Final = ("galleon", "fd-british", "fd-french", "jr-british", "jr-french")
PAWN_NAMES: Final = (
    "morgan",
    "charlotte",
    "johnson",
    "francois",
    "anne",
    "bertrand",
    "rock",
    "lawrence",
    "bartholomew",
)
assert len(PAWN_NAMES) == len(BRETHREN)

# --- moves -------------------------------------------------------------------------------------------------------

_SLOT, _SEAT, _CARD = "([1-5])", "([0-8])", "(0|[1-9][0-9]?)"
_FORMS: Final[dict[str, tuple[int, str, str]]] = {  # verb: kind, the words after it, an example
    "look": (Do.LOOK, f"{_SLOT} {_SLOT}", "look 1 4"),
    "reveal": (Do.REVEAL, _SLOT, "reveal 3"),
    "force": (Do.FORCE, f"{_SEAT} {_SLOT} {_SLOT}", "force 2 1 4"),
    "row": (Do.ROW, f"({'|'.join(PLACE_NAMES)})", "row boat-fd"),
    "letter": (Do.LETTER, f"{_SEAT} (fd|jr)", "letter 5 jr"),
    "attack": (Do.ATTACK, "", "attack"),
    "maroon": (Do.MAROON, _SEAT, "maroon 3"),
    "mutiny": (Do.MUTINY, "", "mutiny"),
    "plunder": (Do.PLUNDER, "(british|french)", "plunder british"),
    "brawl": (Do.BRAWL, "", "brawl"),
    "pass": (Do.PASS, "", "pass"),
    "use": (Do.USE, "", "use"),
    "decline": (Do.DECLINE, "", "decline"),
    "turn": (Do.TURN, _SLOT, "turn 4"),
    "late": (Do.LATE, "", "late"),
    "save": (Do.SAVE, "", "save"),
    "shoot": (Do.SHOOT, _SEAT, "shoot 2"),
    "give": (Do.GIVE, _SEAT, "give 2"),
    "blow": (Do.BLOW, "(boat-fd|boat-jr)", "blow boat-jr"),
    "swap": (Do.SWAP, _SEAT, "swap 2"),
    "nest": (Do.NEST, _SEAT, "nest 2"),
    "pick": (Do.PICK, f"{_CARD}(?: {_CARD})?(?: {_CARD})?(?: {_CARD})?", "pick 3 9 30"),
    "hold": (Do.HOLD, "(british|french)", "hold french"),
    "take": (Do.TAKE, f"({'|'.join(SOURCES)}) (british|french)", "take galleon british"),
    "place": (Do.PLACE, "(fd|jr|tortuga) ([1-9])", "place fd 2"),
    "be": (Do.BE, f"({'|'.join(PAWN_NAMES)})", "be morgan"),
    "vote": (Do.VOTE, f"{_CARD}(?: {_CARD})?", "vote 12"),
}
_VERBS: Final = {kind: verb for verb, (kind, _, _) in _FORMS.items()}
_BY_ONE: Final = {Do.LOOK: 0, Do.REVEAL: 0, Do.FORCE: 1, Do.TURN: 0}  # where slots begin, which are written from 1


def _words(kind: int, numbers: tuple[int, ...]) -> list[str]:
    if kind in _BY_ONE:
        start = _BY_ONE[kind]
        return [str(number + (place >= start)) for place, number in enumerate(numbers)]
    match kind, numbers:
        case Do.ROW, (place,):
            return [PLACE_NAMES[place]]
        case Do.LETTER, (seat, ship):
            return [str(seat), PLACE_NAMES[ship]]
        case ((Do.PLUNDER | Do.HOLD), (nation,)):
            return [NATION_NAMES[nation]]
        case Do.BLOW, (boat,):
            return [PLACE_NAMES[BOAT_DUTCHMAN + boat]]
        case Do.TAKE, (source, nation):
            return [SOURCES[source], NATION_NAMES[nation]]
        case Do.PLACE, (place, slot):
            return [PLACE_NAMES[place], str(slot + 1)]
        case Do.BE, (pawn,):
            return [PAWN_NAMES[pawn]]
    return [str(number) for number in numbers]


def move_text(move: Move) -> str:
    """A move in one line; the inverse of `read_move` for the seat that makes it."""
    kind, *numbers = move.data
    if kind == Do.VOTE:
        numbers = [handle for handle, _ in move.gives]
    return " ".join([_VERBS[kind], *_words(kind, tuple(numbers))])


def read_move(state: State, seat: Seat, text: str) -> Move:
    """The move of that seat; `BadInput` with the form it should have. The rules say whether it is legal."""
    verb, _space, rest = text.partition(" ")
    if verb not in _FORMS:
        raise BadInput(
            _("there is no move {verb!r}: moves begin with {forms}.", verb=verb[:20], forms=", ".join(_FORMS))
        )
    kind, form, example = _FORMS[verb]
    found = re.fullmatch(form, rest) if len(rest) < 40 else None
    if found is None:
        raise BadInput(_("{text!r} is not a move: write it like {example!r}.", text=text[:40], example=example))
    numbers = [_number(kind, place, word) for place, word in enumerate(word for word in found.groups() if word)]
    if kind == Do.VOTE:
        return Move((kind,), (), tuple((handle, PILE) for handle in numbers))
    return Move((kind, *numbers))


def _number(kind: int, place: int, word: str) -> int:
    if kind in _BY_ONE:
        return int(word) - (place >= _BY_ONE[kind])
    if kind == Do.TAKE and place == 0:
        return SOURCES.index(word)
    if kind == Do.BLOW:
        return PLACE_NAMES.index(word) - BOAT_DUTCHMAN
    if kind == Do.BE:
        return PAWN_NAMES.index(word)
    if kind == Do.PLACE and place == 1:
        return int(word) - 1
    for names in (PLACE_NAMES, NATION_NAMES):
        if word in names:
            return names.index(word)
    return int(word)


# --- positions ---------------------------------------------------------------------------------------------------

HEAD: Final = "tortuga1667/1"
POSITION_CHARS_MAX: Final = 8_000  # with all notes the longest is under 4,000
_LISTS: Final = ("lines", "kept", "hands")  # lists of lists
_NAMES: Final = State._fields[2:]


def position_text(state: State) -> str:
    """A position in one line: what was agreed, the phase, then every field that is not as in an empty state."""
    empty = _empty(state.setup)
    words = [HEAD, f"setup={_spell(state.setup)}", f"phase={Phase(state.phase).name.lower()}"]
    for name, value, usual in zip(_NAMES, state[2:], empty[2:], strict=True):
        if name == "seen":
            value = _unexpected(state)
            if value:
                words.append("seen=" + ",".join(f"{handle}:{mask}" for handle, mask in value))
        elif value != usual:
            words.append(f"{name}={_spell(value, name)}")
    return " ".join(words)


def _empty(setup: Setup) -> State:
    nobody, nothing = (NOWHERE,) * setup.seats, ((),) * setup.seats
    return State(setup, 0, brethren=nobody, kept=nothing, hands=nothing, loyal=nobody, flags=nobody)


def _spell(value: object, name: str = "") -> str:
    if name == "under":
        assert isinstance(value, tuple)
        return "/".join(f"{_runs(layer[0])}:{_runs(layer[1])}" for layer in value)
    if name == "notes":
        assert isinstance(value, tuple)
        return ",".join(_note_text(note) for note in value)
    if name in _LISTS:
        assert isinstance(value, tuple)
        return "/".join(_runs(item) for item in value)
    return _runs(value) if isinstance(value, tuple) else str(value)


def _note_text(note: tuple[int, ...]) -> str:
    """A turn, a letter for the kind, and a sign for each number: 24L014."""
    return f"{note[0]}{LETTERS[note[1]]}{''.join(_DIGITS[number] for number in note[2:])}"


_DIGITS: Final = "0123456789abcdef-"  # the last is for -1


def _read_note(text: str) -> tuple[int, ...]:
    found = re.fullmatch(rf"(\d{{1,7}})([{LETTERS}])([0-9a-f-]{{1,24}})", text)
    if found is None:
        raise BadInput(_("{text!r} is no note, like '24L014'.", text=text[:20]))
    numbers = [_DIGITS.index(sign) for sign in found[3]]
    return (int(found[1]), LETTERS.index(found[2]), *(-1 if number == 16 else number for number in numbers))


def _runs(numbers: Iterable[int]) -> str:
    """Numbers with commas between, three or more in a row shortened: 2,5..9."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]}..{run[-1]}"] if len(run) > 2 else map(str, run)
    return ",".join(words) or "-"


def _expected(state: State) -> list[int]:
    """Who has seen what, if only holders have."""
    seen = [0] * HANDLES
    for seat, hand in enumerate(state.hands):
        for card in hand:
            seen[card] = 1 << seat
    for seat, card in enumerate(state.loyal):
        if card != NOWHERE:
            seen[card] = 1 << seat
    return seen


def _unexpected(state: State) -> list[tuple[int, int]]:
    pairs = enumerate(zip(state.seen, _expected(state), strict=True))
    return [(handle, mask) for handle, (mask, expected) in pairs if mask != expected]


def read_position(text: str) -> State:
    """The position; `BadInput` where it is not one, or not one of a game in progress."""
    words = text.split(" ") if len(text) <= POSITION_CHARS_MAX else []
    if words[:1] != [HEAD] or not all("=" in word for word in words[1:]):
        raise BadInput(_("not a position of Tortuga 1667: it begins with '{head} setup=... phase=...'.", head=HEAD))
    given = dict(word.split("=", 1) for word in words[1:])
    setup = Setup(*_sized(_read_runs(given.pop("setup", "")), len(Setup._fields)))
    phase = given.pop("phase", "")
    if phase.upper() not in Phase.__members__ or phase != phase.lower() or not 2 <= setup.seats <= 9:
        raise BadInput(_("there is no phase {phase!r}, or no such table.", phase=phase[:20]))
    seen = given.pop("seen", "")
    fields: dict[str, Plain] = {"phase": int(Phase[phase.upper()])}
    usual = _empty(setup)._asdict()
    for name, word in given.items():
        if name not in _NAMES:
            raise BadInput(_("there is no field {name!r}.", name=name[:20]))
        fields[name] = _read(name, word, usual[name])
    state = _empty(setup)._replace(**fields)  # type: ignore[arg-type]
    found = unpack(state._replace(seen=_read_seen(state, seen)))
    if position_text(found) != text:
        raise BadInput(_("the position is not written the one way it should be: fields in order, none twice."))
    return found


def _sized(numbers: tuple[int, ...], size: int) -> tuple[int, ...]:
    if len(numbers) != size:
        raise BadInput(_("setup has {size} numbers.", size=size))
    return numbers


def _read(name: str, word: str, usual: object) -> Plain:
    if name == "under":
        layers = [layer.split(":") for layer in word.split("/")]
        if any(len(layer) != 2 for layer in layers):
            raise BadInput(_("a layer under the vote deck is written 'handles:faces'."))
        return tuple((_read_runs(handles), _read_runs(faces)) for handles, faces in layers)
    if name == "notes":
        return tuple(_read_note(part) for part in word.split(","))
    if name in _LISTS:
        return tuple(_read_runs(part) for part in word.split("/"))
    numbers = _read_runs(word)
    if isinstance(usual, int):
        if len(numbers) != 1:
            raise BadInput(_("{name} is one number.", name=name))
        return numbers[0]
    return numbers


_RUN: Final = re.compile(r"(-?\d{1,7})(?:\.\.(\d{1,2}))?")


def _read_runs(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    numbers: list[int] = []
    for part in text.split(","):
        run = _RUN.fullmatch(part)
        if run is None:
            raise BadInput(_("{part!r} is no number and no run of numbers like '5..9'.", part=part[:20]))
        numbers += range(int(run[1]), int(run[2]) + 1) if run[2] else [int(run[1])]
    if len(numbers) > HANDLES:
        raise BadInput(_("that are more numbers than there are things."))
    return tuple(numbers)


def _read_seen(state: State, text: str) -> tuple[int, ...]:
    try:
        seen = _expected(state)
    except IndexError:
        raise BadInput(_("a hand names a card that does not exist.")) from None
    for part in text.split(",") if text else []:
        found = re.fullmatch(r"(\d{1,2}):(\d{1,3})", part)
        if found is None or int(found[1]) >= HANDLES:
            raise BadInput(_("{part!r} does not say who has seen what, like '34:3'.", part=part[:20]))
        seen[int(found[1])] = int(found[2])
    return tuple(seen)

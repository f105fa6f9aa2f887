"""Names as people see them: which are fit for a screen, which look alike, and whose key came under a name before.

Tables of Unicode change with the machine, so none of this judges anybody: it decides with whom *we* sit down, and what
we tell our player first. What every program refuses alike is the shape of a name (`wire/shape.py`). See
protocol/session.md, "Meeting".
"""

from __future__ import annotations

import json
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from ..crypto.identity import fingerprint
from ..errors import BadInput
from ..limits import KNOWN_KEYS_BYTES_MAX, KNOWN_KEYS_PER_NAME_MAX, KNOWN_NAMES_MAX, NAME_BYTES_MAX
from ..text import _, listed
from .home import replace_whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ..session.message import Person

_MARKS: Final = frozenset('[](),"')  # what stands around names in sentences of ours: refused by every program
# Default_Ignorable_Code_Point of Unicode 15: what a font draws as nothing. Braille's blank is no such, and as empty.
_IGNORABLE: Final = frozenset(
    chr(code)
    for first, last in (
        (0xAD, 0xAD),
        (0x34F, 0x34F),
        (0x61C, 0x61C),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x200B, 0x200F),
        (0x202A, 0x202E),
        (0x2060, 0x206F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFEFF, 0xFEFF),
        (0xFFA0, 0xFFA0),
        (0xFFF0, 0xFFF8),
        (0x1BCA0, 0x1BCA3),
        (0x1D173, 0x1D17A),
        (0xE0000, 0xE0FFF),
    )
    for code in range(first, last + 1)
)


def skeleton(name: str) -> str:
    """What is left of a name when everything is taken away that may not be seen: two names with one look alike."""
    seen = "".join(letter for letter in unicodedata.normalize("NFKC", name) if not _is_unseen(letter))
    return unicodedata.normalize("NFKC", seen.casefold())


def _is_unseen(letter: str) -> bool:
    return letter in _IGNORABLE or unicodedata.category(letter)[0] in "CZ"


def look_alike(names: Iterable[str]) -> bool:
    """Whether two of these are one to the eye, or one of them is nothing."""
    seen = [skeleton(name) for name in names]
    return len(set(seen)) < len(seen) or not all(seen)


def clean_name(text: str) -> str:
    """A name as somebody typed it, fit for any screen; `BadInput` for what no name may hold."""
    name = clean_title(text)
    if not _MARKS.isdisjoint(name):
        raise BadInput(_("a name cannot contain brackets, commas or quotes: {name}", name=name))
    return name


def clean_title(text: str) -> str:
    """Without what cannot be seen, one space between words, not too long: for names of tables too."""
    kept = "".join(c for c in unicodedata.normalize("NFC", text) if c == " " or not _is_unseen(c))
    name = " ".join(kept.split())
    while len(name.encode()) > NAME_BYTES_MAX:
        name = name[:-1]
    if not skeleton(name):
        raise BadInput(_("a name needs at least one visible letter."))
    return name.strip()


def is_clean(name: str) -> bool:
    """Whether a name that somebody sent is one that we would have sent."""
    try:
        return clean_name(name) == name
    except BadInput:
        return False


# --- keys that came before -------------------------------------------------------------------------------------------


class KnownKeys:
    """Under which keys people of a name came before: a file of ours, and nobody's protocol. Bots come and go."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._keys: dict[str, dict[str, str]] = {}  # skeleton -> key in hex -> the name as it was written; latest last
        with suppress(OSError, ValueError):  # a damaged list knows nobody; it is written anew
            if file.stat().st_size <= KNOWN_KEYS_BYTES_MAX:
                self._keys = _read(json.loads(file.read_text("utf-8")))

    def caution(self, person: Person) -> str:
        """What our player should know about somebody before sitting down; empty if there is nothing."""
        if person.bot:
            return ""
        key, seen = person.identity.hex(), skeleton(person.name)
        before = self._keys.get(seen, {})
        if before and key not in before:
            words = listed([fingerprint(bytes.fromhex(one)) for one in before])
            return _(
                "You know {name} by a different key: {words}. Check with them before you play.",
                name=person.name,
                words=words,
            )
        others = [keys[key] for other, keys in self._keys.items() if other != seen and key in keys]
        return _("You know this key as {name}.", name=listed(others)) if others else ""

    def remember(self, people: Iterable[Person]) -> None:
        """Whom we have played with. What cannot be written is not remembered: no game fails for it."""
        for person in people:
            seen = skeleton(person.name)
            if person.bot or not seen:
                continue
            keys = self._keys.pop(seen, {})
            keys.pop(person.identity.hex(), None)
            self._keys[seen] = dict([*keys.items(), (person.identity.hex(), person.name)][-KNOWN_KEYS_PER_NAME_MAX:])
        self._keys = dict([*self._keys.items()][-KNOWN_NAMES_MAX:])
        with suppress(OSError, BadInput):
            replace_whole(self._file, json.dumps(self._keys, ensure_ascii=False, indent=1).encode())


def _read(plain: object) -> dict[str, dict[str, str]]:
    """What the file says, as far as it is what we would have written."""
    rows = plain.items() if isinstance(plain, dict) else ()
    return {
        name: {key: called for key, called in keys.items() if _is_key(key) and isinstance(called, str)}
        for name, keys in rows
        if isinstance(name, str) and isinstance(keys, dict)
    }


def _is_key(text: object) -> bool:
    try:
        return isinstance(text, str) and len(bytes.fromhex(text)) == 32
    except ValueError:
        return False

"""Where the words of the screen are translated: every sentence for a player goes through `_`, whole and literal.

Values are put in afterwards, by name: `_("Waiting for {names}.").format(names=...)`, so that a translator sees whole
sentences and may change their order. English stands in the code; `locale/` holds the rest, as gettext has it. What the
games themselves tell (`game.tell`, `voice.py`) is English only for now.
"""

from __future__ import annotations

from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final

DOMAIN: Final = "tortuga"
LOCALE: Final = Path(__file__).parent / "locale"

_catalogue: NullTranslations = translation(DOMAIN, LOCALE, fallback=True)


def _(sentence: str) -> str:
    """The sentence in the player's language, as far as we have it."""
    return _catalogue.gettext(sentence)


def n_(one: str, many: str, number: int) -> str:
    """One of two sentences, by number; a language may have more than two."""
    return _catalogue.ngettext(one, many, number)


def speak(languages: list[str] | None, folder: Path = LOCALE) -> None:
    """Takes other languages than the environment says: for a setting, and for tests."""
    global _catalogue
    _catalogue = translation(DOMAIN, folder, languages, fallback=True)


def listed(words: list[str]) -> str:
    """ "Ana", "Ana and Ben", "Ana, Ben and Cleo"."""
    if len(words) < 2:
        return "".join(words)
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def clean(line: str) -> str:
    """One line of text that came from elsewhere, without anything that a terminal would obey or that hides."""
    return "".join(letter if letter.isprintable() else "?" for letter in line)

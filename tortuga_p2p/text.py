"""Everything a player reads goes through `_`, so that a catalogue can say it in another language (gettext).

A sentence stays whole and takes its values by name, because other languages order words otherwise:

    _("{name} rolls {dice}.", name=name, dice=dice)

`N_` marks a text of a table that `_` looks up where it is shown. `python -m tests.texts` extracts them all. Knows no
screen, and nothing of a game; no state, message or hash ever holds a translated word.
"""

from __future__ import annotations

from gettext import NullTranslations, translation
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DOMAIN: Final = "tortuga"


def _locale() -> str:
    spec = find_spec(__package__)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return f"{spec.submodule_search_locations[0]}/locale"


_catalogue: NullTranslations = translation(DOMAIN, _locale(), fallback=True)


def _(sentence: str, /, **values: object) -> str:
    """The sentence in the player's language, as far as we have it, with its values."""
    found = _catalogue.gettext(sentence)
    return found.format(**values) if values else found


def n_(one: str, many: str, number: int) -> str:
    """One of two sentences, by number; a language may have more than two."""
    return _catalogue.ngettext(one, many, number)


def N_(sentence: str) -> str:  # as everybody who translates knows it
    """Only marks a text to be translated where it is shown."""
    return sentence


def translated(page: str) -> str:
    """A page of text, block by block: what stands between empty lines is one text for translators."""
    return "\n\n".join(_(block) for block in page.split("\n\n"))


def speak(languages: list[str] | None, folder: str | None = None) -> None:
    """Takes other languages than the environment says: for a setting, and for tests."""
    use(translation(DOMAIN, folder or _locale(), languages, fallback=True))


def use(catalogue: NullTranslations) -> NullTranslations:
    """Takes a catalogue; gives the one before."""
    global _catalogue
    before, _catalogue = _catalogue, catalogue
    return before


def guess(word: str, known: Iterable[str]) -> str:
    """The end of a complaint about a name that there is not: what was meant, or all there are."""
    from difflib import get_close_matches  # only whoever mistypes waits for it

    names = list(known)
    near = get_close_matches(word, names, n=1)
    return _("did you mean {name!r}?", name=near[0]) if near else _("choose from {names}.", names=", ".join(names))


def listed(words: Sequence[str]) -> str:
    """ "Ana", "Ana and Ben", "Ana, Ben and Cleo"."""
    if len(words) < 2:
        return "".join(words)
    return _("{first} and {last}", first=", ".join(words[:-1]), last=words[-1])


def duration(seconds: int, parts: int = 2) -> str:
    """As people say it: "45 seconds", "1 minute and 30 seconds", "36 hours", "30 days"; the rest is left out."""
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86_400
    if minutes < 1:
        return n_("{n} second", "{n} seconds", seconds).format(n=seconds)
    if hours < 1:
        said, rest = n_("{n} minute", "{n} minutes", minutes).format(n=minutes), seconds % 60
    elif hours < 48:
        said, rest = n_("{n} hour", "{n} hours", hours).format(n=hours), seconds % 3600 // 60 * 60
    else:
        said, rest = n_("{n} day", "{n} days", days).format(n=days), seconds % 86_400 // 3600 * 3600
    return listed([said, duration(rest, 1)]) if rest and parts > 1 else said

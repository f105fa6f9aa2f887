"""Text that came from elsewhere, made harmless. Our own texts are in the catalogue: `tortuga_p2p/text.py`."""

from __future__ import annotations


def clean(line: str) -> str:
    """One line of text that came from elsewhere, without anything that a terminal would obey or that hides."""
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def sentence(trouble: object) -> str:
    """A trouble on a screen. It begins in lower case, because a command says it behind its own name."""
    text = clean(str(trouble))
    return text[:1].upper() + text[1:]

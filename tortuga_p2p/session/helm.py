"""Who decides at a seat: whoever sat down, or a program in their place. By their own signed word, and in words. Pure.

See protocol/session.md, "The helm".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..text import _
from .message import Commit, Play

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..wire.envelope import Content

PERSON, PROGRAM = 0, 1


def after(helms: int, said: Mapping[int, Any]) -> int:
    """The seats (bits) for which a program decides, once these words of a step count: a seat's last one tells."""
    for seat, words in said.items():
        if isinstance(words, Play | Commit):
            helms = helms & ~(1 << seat) | words.helm << seat
    return helms


def called(names: Sequence[str], helms: int, left: int = 0) -> tuple[str, ...]:
    """What everybody is called; `left` are seats (bits) without whom the others went on. A name has no brackets, so
    nobody can call themselves that."""
    if not helms and not left:
        return tuple(names)
    return tuple(_called(name, helms >> seat & 1, left >> seat & 1) for seat, name in enumerate(names))


def _called(name: str, helm: int, has_left: int) -> str:
    if has_left:
        return _("{name} (left)", name=name)
    return _("{name} (bot)", name=name) if helm else name


def changed(names: Sequence[str], before: int, now: int, own: int | None) -> list[str]:
    """Who has let a program take over since, and who has taken the seat back: sentences for a reader on that seat."""
    found = []
    for seat, name in enumerate(names):
        if (before ^ now) >> seat & 1:
            mine, is_program = seat == own, now >> seat & 1
            if is_program:
                found.append(
                    _("Your program plays for you.") if mine else _("{name}'s program plays for them.", name=name)
                )
            else:
                found.append(_("You play yourself again.") if mine else _("{name} plays again.", name=name))
    return found


class HelmTally(NamedTuple):
    """How often a seat decided, and how often a program did it in their place, from which step to which."""

    decisions: int = 0
    by_program: int = 0
    first: int = 0
    last: int = 0

    def plus(self, step: int, helm: int) -> HelmTally:
        if helm == PERSON:
            return self._replace(decisions=self.decisions + 1)
        return HelmTally(self.decisions + 1, self.by_program + 1, self.first or step, step)


def counted(tally: dict[int, HelmTally], content: Content) -> None:
    """Adds an envelope that was taken: most of them decide nothing."""
    if content.kind in ("move", "commit"):
        *_rest, helm = content.body if isinstance(content.body, tuple) else (PERSON,)
        assert isinstance(helm, int), "it was taken, so it fits"
        tally[content.seat] = tally.get(content.seat, HelmTally()).plus(content.step, helm)

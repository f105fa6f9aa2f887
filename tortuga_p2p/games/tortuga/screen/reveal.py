"""The reveal as a picture: below every player's column what came out from behind the screen, and what it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.cells import joined
from ....rules.screen import StagedMoment
from ....text import _
from ..rules.components import ALL_DICE, BITS, DIE_LETTERS
from ..rules.state import DICING
from ..words.terms import ACTION_WORDS
from .cells import dice_parts, padded, spaced, total_parts

if TYPE_CHECKING:
    from ....rules.ask import Seat
    from ....rules.cells import Cell
    from ..rules.state import State
    from .cells import BoardLook

LINES: Final = 3
BEAT_MS: Final = 250  # it happens several times in every round


def reveal(before: State, look: BoardLook, label: int, beat: int) -> StagedMoment | None:
    """Seat by seat in the order of the board; `None` where no dice came out."""
    after, seats = look.state, range(look.state.setup.seats)
    if before.phase not in DICING:
        return None
    shown = [_shown(before, after, seat) for seat in seats]
    if sum(any(cells) for cells in shown) < 2:
        return None
    labels = [_("shown"), _("goes to"), _("makes")]
    lines = []
    for number in range(LINES):
        line: Cell = padded([("label", labels[number])], label)
        for seat in seats:
            line += padded(shown[seat][number] if seat < beat else [], look.column)
        lines.append(line)
    title = _("The screens go up: everybody shows what they sealed")
    return StagedMoment(title, joined(lines), len(seats), beat_ms=BEAT_MS)


def _shown(before: State, after: State, seat: Seat) -> tuple[Cell, Cell, Cell]:
    """The dice that lie there now and did not before, where, and what they make; a skull alone has no place yet."""
    for action in range(len(ACTION_WORDS)):
        new = (after.placed[seat] & ~before.placed[seat]) >> 5 * action & ALL_DICE
        if new:
            makes = spaced(total_parts(after, seat, action))
            return spaced(dice_parts(after, new, action)), [("strong", ACTION_WORDS[action])], makes
    skulls = dict(after.skulls).get(seat, 0) & ~dict(before.skulls).get(seat, 0)
    if skulls:
        letters = " ".join(DIE_LETTERS[die] for die in BITS[skulls])
        return [("strange", _("skull {dice}", dice=letters))], [("dim", _("named next"))], []
    return [], [], []

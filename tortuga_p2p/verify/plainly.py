"""Why it came out like this, in words for a friend: whose numbers were mixed, what came of it, and why nobody chose it.

The same figures as explaining.py, which has every hash: a sentence here never says more than is computed there. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..crypto.chain import beacon
from ..crypto.element import CARD_BYTES
from ..crypto.group import POINT_BYTES
from ..crypto.hashing import tagged, u32, uniform
from ..crypto.tags import Tag
from ..rules.ask import Chance, Roll
from ..session.joining import Sit
from ..session.message import Commit, HandOver, Mixed, Offer, Play, Remask, Reveal, Seal, Seat, Show, Sign
from ..text import N_, _, listed, n_
from .explaining import opened_dice, read_word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..rules.game import Known
    from ..session.message import Deed
    from ..session.position import Position
    from ..session.table import Table
    from .explaining import Naming

DRAWS_MAX: Final = 8  # numbers of one draw that are told; a deck of forty is told by its size


def plainly(
    before: Position, closed: Mapping[int, bytes], naming: Naming, seat: int | None, learned: Known | None = None
) -> list[str]:
    """The step that these envelopes closed, for the reader on that seat: some sentences, without a hash.

    Numbers count from 1, as people do: "5 of 6" is what the hashes one key deeper call 4.

    `learned` is what the reader, and nobody else, was shown by it: their own dice behind their screen.
    """
    said = {one: read_word(before, raw) for one, raw in closed.items()}
    if isinstance(before, Sit):
        return _sitting(said)
    called = _Called(before, seat)
    if before.stage.kind == "link":
        values = {one: word.value for one, word in said.items()}
        return [*_mixed_numbers(before, values, called), *_own_dice(before, naming, seat, learned or {})]
    sentences: list[str] = []
    if all(isinstance(word, Commit) for word in said.values()):
        return [_("{names} sealed a choice: nobody can read it, and nobody can change it.", names=called.all(said))]
    for one in sorted(said):
        sentences += _word(before, one, said[one], naming, called)
    return list(dict.fromkeys(sentences))


class _Called:
    """What everybody is called by the reader: "you" is the reader."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self._names = table.agreement.names
        self._seat = seat

    def one(self, seat: int) -> str:
        return _("You") if seat == self._seat else self._names[seat]

    def own(self, seat: int) -> str:
        return _("your") if seat == self._seat else _("{name}'s", name=self._names[seat])

    def whose(self, seats: Mapping[int, Any]) -> str:
        """Of all of them, the reader last: "Ana's, Ben's and your"."""
        return listed([self.own(seat) for seat in sorted(seats, key=lambda seat: (seat == self._seat, seat))])

    def all(self, seats: Mapping[int, Any] | Sequence[int]) -> str:
        others = [self._names[seat] for seat in sorted(seats) if seat != self._seat]
        return listed([*others, _("you")] if self._seat in seats and others else others or [_("You")])


def _sitting(said: Mapping[int, Any]) -> list[str]:
    first = said[min(said)]
    match first:
        case Offer():
            return [_("Everybody sealed the numbers for every roll and draw of this game, before anything was drawn.")]
        case Seat():
            return [_("Who sits where was drawn by lot: everybody's sealed numbers were mixed. Nobody could choose.")]
        case Sign():
            return [_("Everybody signed the table that came of it.")]
    return [_("Everybody signed who they are and what is played.")]


def _mixed_numbers(table: Table, values: Mapping[int, bytes], called: _Called) -> list[str]:
    """A beacon: a number of everybody's, sealed before the game, and what they make together."""
    agreement, ask = table.agreement, table.ask
    whose = called.whose(values)
    if isinstance(ask, Chance):
        drawn = beacon(agreement.table_id, table.epoch, table.beacons + 1, [values[seat] for seat in sorted(values)])
        found = [
            _("{value} of {bound}", value=uniform(tagged(Tag.DRAW, drawn, u32(index)), bound) + 1, bound=bound)
            for index, bound in enumerate(ask.bounds)
        ]
        if len(found) > DRAWS_MAX:
            found = [_("{count} numbers", count=len(found))]
        result = _("{whose} numbers were mixed: {found}.", whose=whose, found=listed(found))
    else:
        assert isinstance(ask, Roll)
        dice = sum(len(one.handles) for one in ask.dice)
        result = n_(
            "{whose} numbers were mixed to roll {dice} die.",
            "{whose} numbers were mixed to roll {dice} dice.",
            dice,
        ).format(whose=whose, dice=dice)
    sealed = _("All of them had been sealed before the game: nobody could choose, not even all the others together.")
    if isinstance(ask, Roll):
        secret = _(
            "Whoever rolled adds a secret of their own, sealed just as early: so nobody else can know what was rolled."
        )
        return [result, sealed, secret]
    return [result, sealed]


def _own_dice(table: Table, naming: Naming, seat: int | None, learned: Known) -> list[str]:
    """What the reader's own dice show behind their screen."""
    ask, found = table.ask, list[str]()
    for owner, handles, bounds in ask.dice if isinstance(ask, Roll) else ():
        for handle, sides in zip(handles, bounds, strict=True):
            if owner == seat and handle in learned:
                found.append(_shows(naming, handle, learned[handle], sides))
    return [_("So, for your eyes only: {dice}. Nobody could choose it.", dice="; ".join(found))] if found else []


def _shows(naming: Naming, handle: int, face: int, sides: int) -> str:
    thing, shown = naming.thing(handle), naming.face(face)
    return _("{thing} shows {face}: {value} of {sides}", thing=thing, face=shown, value=face + 1, sides=sides)


def _word(table: Table, seat: int, said: Any, naming: Naming, called: _Called) -> list[str]:
    who = called.one(seat)
    match said:
        case Commit():
            return [_("{who} sealed a choice: nobody can read it, and nobody can change it.", who=who)]
        case Reveal(_, deed):
            shown = _("{who} opened the seal: it is the choice that was sealed before anybody showed.", who=who)
            return [shown, *_dice(table, seat, deed, naming, called)]
        case Play(deed, _):
            return [_("{who} decided in the open, and signed it.", who=who), *_dice(table, seat, deed, naming, called)]
        case Mixed(deck, _):
            words = _(
                "{who} shuffled {count} things face down, and proved that none was changed, added or lost. Nobody "
                "knows the order, unless all who shuffled told each other.",
                who=who,
                count=len(deck) // CARD_BYTES,
            )
            return [words]
        case Show(shares, _, copies, _):
            count = len(shares) // POINT_BYTES + len(copies)
            return [
                n_(
                    "{who} took their lock off {count} hidden thing, for those alone who may see it; proved.",
                    "{who} took their lock off {count} hidden things, for those alone who may see them; proved.",
                    count,
                ).format(who=who, count=count)
            ]
    return [_(text).format(who=who) for kind, text in _OTHERS.items() if isinstance(said, kind)]


_OTHERS: Final[Mapping[type, str]] = {
    Remask: N_("{who} hid things anew before looking at them: nobody sees which ones come back. Proved."),
    HandOver: N_("{who} handed hidden things over: whoever got them can read them, nobody else. Proved."),
    Seal: N_("{who} signed the end of the game."),
}


def _dice(table: Table, seat: int, deed: Deed, naming: Naming, called: _Called) -> list[str]:
    """Every die that a decision opened: what it shows, of how many, and why nobody chose it."""
    found = [_shows(naming, one.handle, one.face, one.die.sides) for one in opened_dice(table, seat, deed)]
    if not found:
        return []
    why = _(
        "Each is made of everybody's mixed numbers and of a secret sealed before the game: nobody could choose it, "
        "{whose} own program included.",
        whose=called.own(seat),
    )
    told = "; ".join(found)
    return [f"{told[:1].upper()}{told[1:]}.", why]

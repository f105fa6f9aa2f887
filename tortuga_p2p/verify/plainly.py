"""Why it came out like this, in words for a friend: whose numbers were mixed, what came of it, and why nobody chose it.

The same figures as explaining.py, which has every hash: a sentence here never says more than is computed there. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..crypto.chain import beacon
from ..crypto.element import CARD_BYTES
from ..crypto.group import POINT_BYTES
from ..crypto.hashing import tagged, u32, uniform
from ..crypto.tags import Tag
from ..rules.ask import Chance, Roll
from ..rules.words import UNNAMED
from ..session.joining import Sit
from ..session.ledger import Hidden
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


Step: TypeAlias = "tuple[Position, Mapping[int, bytes]]"  # the table before it, and the envelopes that closed it


def plainly(steps: Sequence[Step], naming: Naming, seat: int | None, learned: Known | None = None) -> list[str]:
    """What these steps did, for the reader on that seat: some sentences, without a hash.

    Numbers count from 1, as people do: "5 of 6" is what the hashes one key deeper call 4.

    `learned` is what the reader, and nobody else, was shown by it: their own dice behind their screen.
    """
    told: list[str] = []
    shuffles: dict[int, int] = {}  # whoever shuffled one behind the other is told of in one sentence
    for number, (before, closed) in enumerate(steps):
        said = {one: read_word(before, raw) for one, raw in closed.items()}
        if isinstance(before, Sit):
            told += _sitting(said)
            continue
        called = _Called(before, seat)
        if all(isinstance(word, Mixed) for word in said.values()):
            shuffles |= {one: len(word.deck) // CARD_BYTES for one, word in said.items()}
            if number + 1 < len(steps) and _is_mixed(*steps[number + 1]):
                continue
            told += _shuffled(before, shuffles, naming, called)
            shuffles = {}
        else:
            told += _told(before, said, naming, called, learned or {})
    return list(dict.fromkeys(told))


def _is_mixed(before: Position, closed: Mapping[int, bytes]) -> bool:
    return not isinstance(before, Sit) and all(isinstance(read_word(before, raw), Mixed) for raw in closed.values())


def _told(before: Table, said: Mapping[int, Any], naming: Naming, called: _Called, learned: Known) -> list[str]:
    if before.stage.kind == "link":
        values = {one: word.value for one, word in said.items()}
        return [*_mixed_numbers(before, values, naming, called), *_own_dice(before, naming, called.seat, learned)]
    if all(isinstance(word, Commit) for word in said.values()):
        return [_("{names} sealed a choice: nobody can read it, and nobody can change it.", names=called.all(said))]
    sentences = _unlocked(before, said, naming, called)
    for one in sorted(said):
        sentences += _word(before, one, said[one], naming, called)
    return sentences


class _Called:
    """What everybody is called by the reader: "you" is the reader."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self._names = table.agreement.names
        self.seat = seat

    def one(self, seat: int) -> str:
        return _("You") if seat == self.seat else self._names[seat]

    def own(self, seat: int) -> str:
        return _("your") if seat == self.seat else _("{name}'s", name=self._names[seat])

    def whose(self, seats: Mapping[int, Any]) -> str:
        """Of all of them, the reader last: "Ana's, Ben's and your"."""
        return listed([self.own(seat) for seat in sorted(seats, key=lambda seat: (seat == self.seat, seat))])

    def all(self, seats: Mapping[int, Any] | Sequence[int]) -> str:
        others = [self._names[seat] for seat in sorted(seats) if seat != self.seat]
        return listed([*others, _("you")] if self.seat in seats and others else others or [_("You")])


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


def _mixed_numbers(table: Table, values: Mapping[int, bytes], naming: Naming, called: _Called) -> list[str]:
    """A beacon: a number of everybody's, sealed before the game, and what they make together."""
    agreement, ask = table.agreement, table.ask
    whose = called.whose(values)
    if isinstance(ask, Chance):
        drawn = beacon(agreement.table_id, table.epoch, table.beacons + 1, [values[seat] for seat in sorted(values)])
        numbers = [
            (uniform(tagged(Tag.DRAW, drawn, u32(index)), bound) + 1, bound) for index, bound in enumerate(ask.bounds)
        ]
        found = [*naming.words.draws(table.state, numbers)]
        if not found and len(numbers) > 1:  # nobody could tell which is which
            found = [_("{count} numbers", count=len(numbers))]
        found = found or [_("{value} of {bound}", value=value, bound=bound) for value, bound in numbers]
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
            chose = _("{who} chose this where everybody could see it, and signed it.", who=who)
            return [chose, *_dice(table, seat, deed, naming, called)]
    return [_(text).format(who=who) for kind, text in _OTHERS.items() if isinstance(said, kind)]


_OTHERS: Final[Mapping[type, str]] = {
    Remask: N_("{who} hid things anew before looking at them: nobody sees which ones come back. Proved."),
    HandOver: N_("{who} handed hidden things over: whoever got them can read them, nobody else. Proved."),
    Seal: N_("{who} signed the end of the game."),
}


def _shuffled(table: Table, counts: Mapping[int, int], naming: Naming, called: _Called) -> list[str]:
    """Everybody who shuffled, in turn; hands of different size are told one by one."""
    found = []
    for count in dict.fromkeys(counts.values()):
        seats = {seat: count for seat, one in counts.items() if one == count}
        things = _some(table, count, naming)
        if len(seats) == 1:
            words = _("{who} shuffled {things} face down, and proved that none was changed, added or lost.")
        else:
            words = _("{who} each shuffled {things} face down, and proved that none was changed, added or lost.")
        found.append(words.format(who=called.all(seats), things=things))
    return [*found, _("Nobody knows the order, unless all who shuffled would tell each other.")]


def _unlocked(table: Table, said: Mapping[int, Any], naming: Naming, called: _Called) -> list[str]:
    """Whoever has a lock on something that somebody may look at takes it off."""
    counts = {
        seat: len(word.shares) // POINT_BYTES + len(word.copies)
        for seat, word in said.items()
        if isinstance(word, Show)
    }
    found = []
    for count in dict.fromkeys(counts.values()):
        seats = {seat: count for seat, one in counts.items() if one == count}
        things = _some(table, count, naming)
        if len(seats) > 1:
            words = _("{who} each took a lock of their own off {things}.")
        else:
            own, others = _("You took your lock off {things}."), _("{who} took their lock off {things}.")
            words = own if called.seat in seats else others
        found.append(words.format(who=called.all(seats), things=things))
    if found:
        found.append(_("Whoever may look can look now, and nobody else: every lock was proved to be the right one."))
    return found


def _some(table: Table, count: int, naming: Naming) -> str:
    """So many of the things that the table is at work on: "6 cards"; of several kinds "6 hidden things"."""
    ask = table.ask
    handles = [handle for hand in getattr(ask, "hands", ()) for handle in getattr(hand, "handles", ())]
    things = [table.things.get(handle) for handle in (*handles, *getattr(ask, "handles", ()))]
    piles = {thing.pile for thing in things if isinstance(thing, Hidden)} or {getattr(ask, "pile", "")}
    named = naming.words.things.get(piles.pop(), UNNAMED) if len(piles) == 1 else UNNAMED
    return named.some(count)


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

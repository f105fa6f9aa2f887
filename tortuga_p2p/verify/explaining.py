"""Why a die fell so: for each closed step, the values that went in and the hashes that came out, to be computed again.

Every figure is computed here from the envelopes and the table before them, never copied from what the session found; a
test compares the two. Values are in hexadecimal, whole: with protocol/randomness.md and a calculator for SHA-256
anybody gets the same. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..crypto.chain import beacon
from ..crypto.dice import opened_secrets
from ..crypto.element import CARD_BYTES
from ..crypto.group import POINT_BYTES
from ..crypto.hashing import tagged, u8, u32, uniform
from ..crypto.tags import Tag
from ..rules.ask import Chance, Mix, Roll
from ..rules.laws import DIE
from ..rules.words import UNNAMED, Reader
from ..session import position as at
from ..session.joining import Sit
from ..session.ledger import Die
from ..session.message import Commit, Deed, HandOver, Mixed, Offer, Play, Remask, Reveal, Seal, Seat, Show, Sign
from ..text import _
from ..wire.envelope import read_envelope

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..rules.words import Words
    from ..session.position import Position
    from ..session.table import Table


class Naming(NamedTuple):
    """How people call hidden things and their faces: by the words of the game."""

    words: Words
    names: Sequence[str]
    seat: int | None = None  # who reads

    def thing(self, handle: int, pile: str = DIE) -> str:
        return self.words.things.get(pile, UNNAMED).one(handle, Reader(self.seat, {}, self.names))

    def face(self, shown: int, pile: str = DIE) -> str:
        return self.words.things.get(pile, UNNAMED).face(shown)


class BeaconDraw(NamedTuple):
    """One number out of a hash: `uniform(seed, bound)` is `value`. `of`: what was drawn."""

    of: str
    parts: str  # what was hashed into the seed
    seed: bytes
    bound: int
    value: int

    def lines(self) -> list[str]:
        return [
            f"{self.of}: {self.parts}",
            f"  {self.seed.hex()}",
            _("  a number below {bound} out of it: {value}", bound=self.bound, value=self.value),
        ]


def explain(before: Position, closed: Mapping[int, bytes], naming: Naming) -> list[str]:
    """The step that these envelopes closed, in lines for whoever wants to know it exactly."""
    said = {seat: read_word(before, raw) for seat, raw in closed.items()}
    if isinstance(before, Sit):
        return _explain_sitting(before, said)
    if before.stage.kind == "link":
        return _explain_link(before, {seat: one.value for seat, one in said.items()}, naming)
    lines: list[str] = []
    for seat in sorted(said):
        lines += _explain_word(before, seat, said[seat], naming)
    return lines


def read_word(before: Position, raw: bytes) -> Any:
    """What an envelope says at that position."""
    content = read_envelope(raw).content
    return at.vocabulary(before).read(content.kind, content.body)


# --- sitting down ------------------------------------------------------------------------------------------------


def _explain_sitting(sit: Sit, said: Mapping[int, Any]) -> list[str]:
    names = [person.name for person in sit.meeting.people]
    first = said[min(said)]
    if isinstance(first, Offer):
        lines = [_("Everybody fixes a hash chain, secret dice and a key before anything is drawn:")]
        for chair in sorted(said):
            lines += [_("{name}: the chain ends in", name=names[chair]), f"  {said[chair].anchor.hex()}"]
            lines += [_("  the dice are under the root"), f"  {said[chair].root.hex()}"]
        return lines
    if isinstance(first, Sign):
        return [_("Everybody signs the table that came of it:"), f"  {sit.table.hex()}"]
    if isinstance(first, Seat):
        return _explain_seats(sit, names, {chair: said[chair].value for chair in said})
    return [_("Everybody signs who they are and what is played, in the meeting"), f"  {sit.meeting.id.hex()}"]


def _explain_seats(sit: Sit, names: Sequence[str], values: Mapping[int, bytes]) -> list[str]:
    lines, drawn = _beacon(names, values, [offer.anchor for offer in sit.offers], sit.table, sit.epoch, 1)
    chairs = list(sit.speakers)
    for index, bound in enumerate(range(len(chairs), 1, -1)):
        draw = _public(drawn, index, bound, _("Seat {index}", index=index))
        lines += [
            *draw.lines(),
            _("  so seat {index} goes to {name}", index=index, name=names[chairs.pop(draw.value)]),
        ]
    return [*lines, _("The last seat goes to {name}.", name=names[chairs[0]])]


# --- chance ------------------------------------------------------------------------------------------------------


def _beacon(
    names: Sequence[str], values: Mapping[int, bytes], heads: Sequence[bytes], table_id: bytes, epoch: int, number: int
) -> tuple[list[str], bytes]:
    """Everybody's next chain value, and what they make together."""
    lines = [_("Beacon {number}: the next value of every chain that was fixed before the game.", number=number)]
    for seat in sorted(values):
        lines += [_("{name} shows", name=names[seat]), f"  {values[seat].hex()}"]
        lines += [_("  which hashes to the value before it"), f"  {heads[seat].hex()}"]
    drawn = beacon(table_id, epoch, number, [values[seat] for seat in sorted(values)])
    lines += [
        _("Hashed together, with epoch {epoch}, number {number} and the table", epoch=epoch, number=number),
        f"  {table_id.hex()}",
    ]
    return [*lines, _("they give"), f"  {drawn.hex()}"], drawn


def _public(drawn: bytes, index: int, bound: int, of: str) -> BeaconDraw:
    seed = tagged(Tag.DRAW, drawn, u32(index))
    return BeaconDraw(of, _("hash of the beacon and {index}", index=index), seed, bound, uniform(seed, bound))


def _explain_link(table: Table, values: Mapping[int, bytes], naming: Naming) -> list[str]:
    agreement, ask = table.agreement, table.ask
    number = table.beacons + 1
    lines, drawn = _beacon(agreement.names, values, table.heads, agreement.table_id, table.epoch, number)
    if isinstance(ask, Chance):
        for index, bound in enumerate(ask.bounds):
            lines += _public(
                drawn, index, bound, _("Number {index} of {count}", index=index + 1, count=len(ask.bounds))
            ).lines()
        return lines
    assert isinstance(ask, Roll)
    for seat, handles, _bounds in ask.dice:
        dice = ", ".join(naming.thing(handle) for handle in handles)
        lines.append(
            _(
                "It is for roll {rolls} of {names}: {dice}.",
                rolls=table.rolls[seat],
                names=agreement.names[seat],
                dice=dice,
            )
        )
    return [*lines, _("What a die shows needs its owner's secret too: it is told when the die is opened.")]


# --- dice and decisions ------------------------------------------------------------------------------------------


def _helmed(name: str, helm: int) -> str:
    return _("{name} (bot)", name=name) if helm else name


def _explain_word(table: Table, seat: int, said: Any, naming: Naming) -> list[str]:
    name = table.agreement.names[seat]
    match said:
        case Commit(digest, _):
            return [_("{name} seals a choice", name=_helmed(name, said.helm)), f"  {digest.hex()}"]
        case Reveal(salt, deed):
            opens = _("{name} opens the seal, with the salt", name=name)
            return [opens, f"  {salt.hex()}", *_explain_dice(table, seat, deed, naming)]
        case Play(deed, _):
            return [
                _("{name} decides in the open", name=_helmed(name, said.helm)),
                *_explain_dice(table, seat, deed, naming),
            ]
        case Mixed(deck, proof):
            cards, size = len(deck) // CARD_BYTES, len(proof)
            if isinstance(table.ask, Mix):
                words = _("{name} shuffles {cards} things under new masks; the proof of {size} bytes was checked")
            else:
                words = _(
                    "{name} shuffles {cards} things of their own hand under new masks; "
                    "the proof of {size} bytes was checked"
                )
            return [words.format(name=name, cards=cards, size=size)]
        case Remask(cards):
            count = len(cards)
            return [_("{name} masks {count} things anew before looking at them; proved", name=name, count=count)]
        case Show(shares, _, copies, _):
            count = len(shares) // POINT_BYTES + len(copies)
            words = _("{name} shows {count} hidden things to those who may see them; proved", name=name, count=count)
            return [words]
        case HandOver(given):
            return [_("{name} hands over {count} hidden things; proved", name=name, count=len(given))]
        case Seal():
            return [_("{name} signs the end of the game", name=name)]
        case _:
            raise AssertionError(said)


def _explain_dice(table: Table, seat: int, deed: Deed, naming: Naming) -> list[str]:
    """Every die that a decision opened: its secret leaf, the beacon of its roll, and the face they make."""
    lines: list[str] = []
    for one in opened_dice(table, seat, deed):
        thing = naming.thing(one.handle)
        lines += [
            _(
                "{thing} (seat {seat}, roll {roll}, position {position}): its secret is",
                thing=thing,
                seat=seat,
                roll=one.die.roll,
                position=one.die.position,
            ),
            f"  {one.secret.hex()}",
            _("  hashed with these numbers, the table, and the beacon of that roll"),
            f"  {one.die.beacon.hex()}",
            _("  it gives"),
            f"  {one.seed.hex()}",
            _(
                "  a number below {sides} out of it: {face}, which is {face_2}",
                sides=one.die.sides,
                face=one.face,
                face_2=naming.face(one.face),
            ),
        ]
    return lines


class OpenedDie(NamedTuple):
    """A die that its owner opened: `uniform(seed, die.sides)` is `face`."""

    handle: int
    die: Die
    secret: bytes
    seed: bytes
    face: int


def opened_dice(table: Table, seat: int, deed: Deed) -> list[OpenedDie]:
    """The dice that a deed opens, each with its secret and how its face comes about."""
    opened: dict[int, list[tuple[int, Die]]] = {}
    for handle in deed.opens:
        thing = table.things.get(handle)
        if isinstance(thing, Die):
            opened.setdefault(thing.roll, []).append((handle, thing))
    found = []
    for opening, roll in zip(deed.dice, sorted(opened), strict=True):
        dice = opened[roll]
        secrets = opened_secrets(opening, [die.position for _, die in dice])
        for (handle, die), secret in zip(dice, secrets, strict=True):
            parts = (table.agreement.table_id, u8(seat), u32(roll), u8(die.position), secret, die.beacon)
            seed = tagged(Tag.DIE, *parts)
            found.append(OpenedDie(handle, die, secret, seed, uniform(seed, die.sides)))
    return found

"""Why a die fell so: for each closed step, the values that went in and the hashes that came out, to be computed again.

Every figure is computed here from the envelopes and the table before them, never copied from what the session found; a
test compares the two. Values are in hexadecimal, whole: with protocol/randomness.md and a calculator for SHA-256
anybody gets the same. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..crypto.chain import beacon
from ..crypto.dice import opened_secrets
from ..crypto.hashing import tagged, u8, u32, uniform
from ..crypto.tags import Tag
from ..rules.ask import Chance, Mix, Roll
from ..session import position as at
from ..session.ledger import Die
from ..session.message import Commit, Deed, Give, Mixed, Offer, Play, Remask, Reveal, Seal, Seat, Show, Sign
from ..session.sitting import Sit
from ..wire.envelope import read_envelope

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..session.position import Position
    from ..session.table import Table


class Naming(Protocol):
    """How people call hidden things and their faces."""

    def thing(self, handle: int) -> str: ...

    def face(self, handle: int, shown: int) -> str: ...


class Draw(NamedTuple):
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
            f"  a number below {self.bound} out of it: {self.value}",
        ]


def explain(before: Position, closed: Mapping[int, bytes], naming: Naming) -> list[str]:
    """The step that these envelopes closed, in lines for whoever wants to know it exactly."""
    said = {seat: _read(before, raw) for seat, raw in closed.items()}
    if isinstance(before, Sit):
        return _explain_sitting(before, said)
    names = before.agreement.names
    if before.stage.kind == "link":
        return _explain_link(before, {seat: one.value for seat, one in said.items()}, naming)
    lines: list[str] = []
    for seat in sorted(said):
        first, *rest = _explain_word(before, seat, said[seat], naming)
        lines += [f"{names[seat]} {first}", *rest]
    return lines


def _read(before: Position, raw: bytes) -> Any:
    content = read_envelope(raw).content
    return at.vocabulary(before).read(content.kind, content.body)


# --- sitting down ------------------------------------------------------------------------------------------------


def _explain_sitting(sit: Sit, said: Mapping[int, Any]) -> list[str]:
    names = [enter.name for enter in sit.enters] or [said[chair].name for chair in sorted(said)]
    first = said[min(said)]
    if isinstance(first, Offer):
        lines = ["Everybody fixes a hash chain, secret dice and a key before anything is drawn:"]
        for chair in sorted(said):
            lines += [f"{names[chair]}: the chain ends in", f"  {said[chair].anchor.hex()}"]
            lines += ["  the dice are under the root", f"  {said[chair].root.hex()}"]
        return lines
    if isinstance(first, Sign):
        return ["Everybody signs the table that came of it:", f"  {sit.table.hex()}"]
    if isinstance(first, Seat):
        return _explain_seats(sit, names, {chair: said[chair].value for chair in said})
    return ["Everybody signs who he is and what is played, in the meeting", f"  {sit.meeting.id.hex()}"]


def _explain_seats(sit: Sit, names: Sequence[str], values: Mapping[int, bytes]) -> list[str]:
    lines, drawn = _beacon(names, values, [offer.anchor for offer in sit.offers], sit.table, sit.epoch, 1)
    chairs = list(sit.speakers)
    for index, bound in enumerate(range(len(chairs), 1, -1)):
        draw = _public(drawn, index, bound, f"Seat {index}")
        lines += [*draw.lines(), f"  so seat {index} goes to {names[chairs.pop(draw.value)]}"]
    return [*lines, f"The last seat goes to {names[chairs[0]]}."]


# --- chance ------------------------------------------------------------------------------------------------------


def _beacon(
    names: Sequence[str], values: Mapping[int, bytes], heads: Sequence[bytes], table_id: bytes, epoch: int, number: int
) -> tuple[list[str], bytes]:
    """Everybody's next chain value, and what they make together."""
    lines = [f"Beacon {number}: the next value of every chain that was fixed before the game."]
    for seat in sorted(values):
        lines += [f"{names[seat]} shows", f"  {values[seat].hex()}"]
        lines += ["  which hashes to the value before it", f"  {heads[seat].hex()}"]
    drawn = beacon(table_id, epoch, number, [values[seat] for seat in sorted(values)])
    lines += [f"Hashed together, with epoch {epoch}, number {number} and the table", f"  {table_id.hex()}"]
    return [*lines, "they give", f"  {drawn.hex()}"], drawn


def _public(drawn: bytes, index: int, bound: int, of: str) -> Draw:
    seed = tagged(Tag.DRAW, drawn, u32(index))
    return Draw(of, f"hash of the beacon and {index}", seed, bound, uniform(seed, bound))


def _explain_link(table: Table, values: Mapping[int, bytes], naming: Naming) -> list[str]:
    agreement, ask = table.agreement, table.ask
    number = table.beacons + 1
    lines, drawn = _beacon(agreement.names, values, table.heads, agreement.table_id, table.epoch, number)
    if isinstance(ask, Chance):
        for index, bound in enumerate(ask.bounds):
            lines += _public(drawn, index, bound, f"Number {index + 1} of {len(ask.bounds)}").lines()
        return lines
    assert isinstance(ask, Roll)
    for seat, handles, _ in ask.dice:
        dice = ", ".join(naming.thing(handle) for handle in handles)
        lines.append(f"It is for roll {table.rolls[seat]} of {agreement.names[seat]}: {dice}.")
    return [*lines, "What a die shows needs its owner's secret too: it is told when the die is opened."]


# --- dice and decisions ------------------------------------------------------------------------------------------


def _explain_word(table: Table, seat: int, said: Any, naming: Naming) -> list[str]:
    match said:
        case Commit(digest):
            return ["seals a choice", f"  {digest.hex()}"]
        case Reveal(salt, deed):
            return ["opens the seal, with the salt", f"  {salt.hex()}", *_explain_dice(table, seat, deed, naming)]
        case Play(deed):
            return ["decides in the open", *_explain_dice(table, seat, deed, naming)]
        case Mixed(deck, proof):
            assert isinstance(table.ask, Mix)
            count = len(deck) // 66
            return [f"shuffles {count} things under new masks; the proof of {len(proof)} bytes was checked"]
        case Remask(cards):
            return [f"masks {len(cards)} things anew before looking at them; proved"]
        case Show(shares, _, copies, _):
            return [f"shows {len(shares) // 33 + len(copies)} hidden things to those who may see them; proved"]
        case Give(given):
            return [f"hands over {len(given)} hidden things; proved"]
        case Seal():
            return ["signs the end of the game"]
        case _:
            raise AssertionError(said)


def _explain_dice(table: Table, seat: int, deed: Deed, naming: Naming) -> list[str]:
    """Every die that a decision opened: its secret leaf, the beacon of its roll, and the face they make."""
    lines: list[str] = []
    for one in opened_dice(table, seat, deed):
        thing = naming.thing(one.handle)
        lines += [
            f"{thing} (seat {seat}, roll {one.die.roll}, position {one.die.position}): its secret is",
            f"  {one.secret.hex()}",
            "  hashed with these numbers, the table, and the beacon of that roll",
            f"  {one.die.beacon.hex()}",
            "  it gives",
            f"  {one.seed.hex()}",
            f"  a number below {one.die.sides} out of it: {one.face}, which is {naming.face(one.handle, one.face)}",
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
        dice = sorted(opened[roll], key=lambda pair: pair[1].position)
        secrets = opened_secrets(opening, [die.position for _, die in dice])
        for (handle, die), secret in zip(dice, secrets, strict=True):
            parts = (table.agreement.table_id, u8(seat), u32(roll), u8(die.position), secret, die.beacon)
            seed = tagged(Tag.DIE, *parts)
            found.append(OpenedDie(handle, die, secret, seed, uniform(seed, die.sides)))
    return found

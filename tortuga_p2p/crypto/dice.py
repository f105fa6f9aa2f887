"""Private dice: only their owner can compute them, not even the owner could choose them, and each can be opened alone.

Before the game a seat fixes the root of a tree over secrets, one per die of every roll. A die is a function of its
secret and of a beacon that came later. Opening some dice of a roll shows their secrets and nothing about the others.
Knows no game: a die is a number in [0, sides). See protocol/randomness.md, "Private dice".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..errors import Code, Refused
from ..limits import DICE_PER_ROLL_MAX, DICE_ROLLS_MAX
from ..text import _
from ..values import once
from .hashing import DIGEST_BYTES, expand, tagged, tagged_digests, u8, u32, uniform
from .tags import Tag

if TYPE_CHECKING:
    from collections.abc import Sequence

_DEPTH = DICE_ROLLS_MAX.bit_length() - 1
assert DICE_ROLLS_MAX == 1 << _DEPTH, "the tree over the rolls is complete"

OPENING_BYTES = (DICE_PER_ROLL_MAX + _DEPTH) * DIGEST_BYTES


@dataclass(frozen=True)
class DiceTree:
    """A seat's own dice of a whole game. `root` is public.

    The tree is grown when its root or an opening is asked for: whoever goes on with a game may need neither for long.
    A tree for fewer rolls has nothing behind the others, which nobody can see.
    """

    _leaf_seed: bytes = field(repr=False)
    owner: bytes
    rolls: int = DICE_ROLLS_MAX

    @once
    def _levels(self) -> list[list[bytes]]:
        return _grow(self._leaf_seed, self.owner, self.rolls)

    @property
    def root(self) -> bytes:
        return self._levels[-1][0]

    def secrets(self, roll: int) -> tuple[bytes, ...]:
        """The secrets of one roll, by position. For the owner's eyes until they are opened."""
        assert 0 <= roll < DICE_ROLLS_MAX, "too many rolls for this game: limits.DICE_ROLLS_MAX"
        return _secrets(self._leaf_seed, roll)

    def open(self, roll: int, positions: Sequence[int]) -> bytes:
        """Opens these dice of a roll: their secrets, the leaves of its other dice, and the path to the root."""
        assert _is_set_of_positions(positions)
        secrets = self.secrets(roll)
        leaves = _leaves(secrets)
        row = [secrets[at] if at in positions else leaves[at] for at in range(DICE_PER_ROLL_MAX)]
        path = [level[(roll >> height) ^ 1] for height, level in enumerate(self._levels[:-1])]
        return b"".join((*row, *path))


def _grow(leaf_seed: bytes, owner: bytes, rolls: int) -> list[list[bytes]]:
    """From the nodes of the rolls up to the root. The secrets are not kept: each roll's come back from the seed."""
    level = [_roll_node(owner, roll, _leaves(_secrets(leaf_seed, roll))) for roll in range(rolls)]
    level += [bytes(DIGEST_BYTES)] * (DICE_ROLLS_MAX - rolls)
    levels = [level]
    while len(level) > 1:
        level = [_node(left, right) for left, right in zip(level[::2], level[1::2], strict=True)]
        levels.append(level)
    return levels


def check_openings(root: bytes, owner: bytes, roll: int, positions: Sequence[int], opening: bytes) -> None:
    """Raises `bad-opening` unless `opening` is the one string that opens exactly these dice of this owner's roll.

    Positions ascend. An opening of no dice at all is refused too: it would show nothing.
    """
    if len(opening) != OPENING_BYTES or not _is_set_of_positions(positions):
        raise Refused(Code.BAD_OPENING, _("An opening of dice has the wrong length or names impossible dice."))
    row, path = _pieces(opening)
    leaves = [_leaf(piece) if at in positions else piece for at, piece in enumerate(row)]
    node = _roll_node(owner, roll, leaves)
    for height, sibling in enumerate(path):
        node = _node(sibling, node) if roll >> height & 1 else _node(node, sibling)
    if node != root:
        raise Refused(Code.BAD_OPENING, _("Dice were opened that are not the ones fixed before the game."))


def opened_secrets(opening: bytes, positions: Sequence[int]) -> tuple[bytes, ...]:
    """The secrets that a checked opening shows, in the order of `positions`."""
    return tuple([opening[at * DIGEST_BYTES : (at + 1) * DIGEST_BYTES] for at in positions])


def die(table_id: bytes, seat: int, roll: int, position: int, secret: bytes, beacon_bytes: bytes, sides: int) -> int:
    """What the die shows, in [0, sides), given its secret and the beacon of its roll."""
    return uniform(tagged(Tag.DIE, table_id, u8(seat), u32(roll), u8(position), secret, beacon_bytes), bound=sides)


def _is_set_of_positions(positions: Sequence[int]) -> bool:
    return len(positions) > 0 and list(positions) == sorted(set(positions) & _POSITIONS)


_POSITIONS = frozenset(range(DICE_PER_ROLL_MAX))


def _pieces(opening: bytes) -> tuple[list[bytes], list[bytes]]:
    """The 32-byte pieces of an opening: one per die of the roll, then the path upwards."""
    pieces = [opening[start : start + DIGEST_BYTES] for start in range(0, len(opening), DIGEST_BYTES)]
    return pieces[:DICE_PER_ROLL_MAX], pieces[DICE_PER_ROLL_MAX:]


def _secrets(leaf_seed: bytes, roll: int) -> tuple[bytes, ...]:
    stream = expand(leaf_seed, tagged(Tag.DICE_SECRET, u32(roll)), DICE_PER_ROLL_MAX * DIGEST_BYTES)
    return tuple(stream[start : start + DIGEST_BYTES] for start in range(0, len(stream), DIGEST_BYTES))


_leaf = tagged_digests(Tag.DICE_LEAF)


def _leaves(secrets: Sequence[bytes]) -> list[bytes]:
    return [_leaf(secret) for secret in secrets]


def _roll_node(owner: bytes, roll: int, leaves: Sequence[bytes]) -> bytes:
    # One flat node per roll: what stays closed is shown as leaves, so every opening has the same length and shape.
    return tagged(Tag.DICE_ROLL, owner, u32(roll), *leaves)


def _node(left: bytes, right: bytes) -> bytes:
    return tagged(Tag.DICE_NODE, left, right)

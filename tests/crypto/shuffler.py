"""The shuffle prover by the letter of protocol/hidden.md: slow, obvious, and willing to lie where a test asks it to.

Shares nothing with crypto/shuffle.py but the hash, so that an honest run which gives the same bytes checks both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tortuga_p2p.crypto.hashing import derive, expand, tagged, u32
from tortuga_p2p.crypto.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tortuga_p2p.crypto.element import Deck, Element
    from tortuga_p2p.crypto.group import Group, Point


def honest_weights(weights: list[int], order: Sequence[int]) -> list[int]:
    return [weights[place] for place in order]


@dataclass
class NaiveProver:
    """Proves that `after` is `before` in `order` under new `masks`; `carried` may lie about the exponents."""

    group: Group
    key: Element
    before: Deck
    after: Deck
    order: Sequence[int]
    masks: Sequence[int]
    context: bytes
    entropy: bytes
    carried: Callable[[list[int], Sequence[int]], list[int]] = honest_weights
    trace: dict[str, bytes | list[int]] = field(default_factory=dict)  # what `prove` came across, by its name

    def total(self, scalars: Sequence[int], points: Sequence[Point]) -> Point:
        products = [self.group.mul(scalar, point) for scalar, point in zip(scalars, points, strict=True)]
        return self.group.sum([product for product in products if product is not None])

    def commit(self, blind: int, numbers: Sequence[int]) -> Point:
        return self.total([blind, *numbers], [self.generator(index) for index in range(len(numbers) + 1)])

    def generator(self, index: int) -> Point:
        return self.group.hash_to_point(tagged(Tag.GENERATOR, self.group.name.encode(), u32(index)))

    def nonces(self, label: bytes, count: int) -> list[int]:
        key = derive(self.entropy, salt=self.statement(), info=Tag.PROOF_NONCE.encode())
        return [self.full(raw) for raw in pieces(expand(key, label, 32 * count), 32)] if count else []

    def full(self, raw: bytes) -> int:
        return 1 + int.from_bytes(raw, "big") % (self.group.order - 1)

    def short(self, raw: bytes) -> int:
        low, high = (int.from_bytes(part, "big") for part in pieces(raw, 8))
        return (low + self.group.lam * high) % self.group.order

    def statement(self) -> bytes:
        decks = [b"".join(card.raw for card in deck) for deck in (self.before, self.after)]
        return tagged(Tag.SHUFFLE, self.group.name.encode(), self.context, self.key.raw, *decks)

    def prove(self) -> bytes:
        group, n = self.group, len(self.after)
        encode = group.encode
        r_a, r_b, r_beta, tau, r_s, r_small, r_large = self.nonces(b"blinds", 7)
        beta, s = self.nonces(b"beta", n), self.nonces(b"s", n)
        delta = [s[0], *self.nonces(b"delta", n - 2), 0]

        a = self.commit(r_a, [place + 1 for place in self.order])
        seed = tagged(Tag.CHALLENGE, self.statement(), encode(a))
        u = [self.short(raw) for raw in pieces(expand(seed, b"weights", 16 * n), 16)]
        carried = self.carried(u, self.order)
        b = self.commit(r_b, carried)
        seed = tagged(Tag.CHALLENGE, seed, encode(b))
        y, z = (self.full(raw) for raw in pieces(expand(seed, b"y and z", 64), 32))

        d = [y * (place + 1) + weight - z for place, weight in zip(self.order, carried, strict=True)]
        p = [d[0]]
        for factor in d[1:]:
            p.append(p[-1] * factor % group.order)
        later = [
            self.commit(r_beta, beta),
            self.total([*beta, -tau], [*(card.a for card in self.after), group.generator]),
            self.total([*beta, -tau], [*(card.b for card in self.after), self.key.point]),
            self.commit(r_s, s),
            self.commit(r_small, [-delta[i] * s[i + 1] for i in range(n - 1)]),
            self.commit(r_large, [delta[i + 1] - d[i + 1] * delta[i] - p[i] * s[i + 1] for i in range(n - 1)]),
        ]
        points = b"".join(map(encode, later))
        e = self.full(tagged(Tag.CHALLENGE, seed, points))
        self.trace = {"statement": self.statement(), "u": u, "y": [y], "z": [z], "e": [e]}
        answers = [
            *(beta[i] + e * carried[i] for i in range(n)),
            *(s[i] + e * d[i] for i in range(n)),
            *(delta[i] + e * p[i] for i in range(1, n - 1)),
            r_beta + e * r_b,
            tau + e * sum(carried[i] * self.masks[i] for i in range(n)),
            r_s + e * (y * r_a + r_b),
            r_small + e * r_large,
        ]
        scalars = b"".join((answer % group.order).to_bytes(32, "big") for answer in answers)
        return encode(a) + encode(b) + points + scalars


def pieces(raw: bytes, size: int) -> list[bytes]:
    return [raw[start : start + size] for start in range(0, len(raw), size)]

"""The shuffle proof: these cards are those cards, re-masked and in another order; nobody learns the order.

One-row Bayer-Groth argument, made non-interactive; protocol/hidden.md, "Shuffle proof", gives the equations under the
names used here. Sound for two cards or more if the generators are unrelated (pedersen.py) and every challenge is bound
to all that was said before it (statement.py). Says nothing about who shuffled: that is the context's part.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from ..errors import Code, Refused
from ..limits import DECK_CARDS_MAX, DECK_CARDS_MIN
from ..text import _
from .element import Deck, Element, joined, read_elements, read_scalars, spell_scalars
from .group import POINT_BYTES, SCALAR_BYTES, Group, full_scalar
from .hashing import expand
from .pedersen import generators
from .statement import Nonces, challenge, state, weights
from .tags import Tag

if TYPE_CHECKING:
    from collections.abc import Sequence

POINTS = 8


def proof_bytes(cards: int) -> int:
    return POINTS * POINT_BYTES + (3 * cards + 2) * SCALAR_BYTES


def prove_shuffle(
    group: Group,
    key: Element,
    before: Deck,
    after: Deck,
    order: Sequence[int],
    masks: Sequence[int],
    *,
    context: bytes,
    entropy: bytes,
) -> bytes:
    """The proof that after[i] is before[order[i]] re-masked by masks[i]; accepted only if that is so."""
    q, n = group.order, len(before)
    assert DECK_CARDS_MIN <= n <= DECK_CARDS_MAX
    assert len(after) == len(order) == len(masks) == n
    commit = generators(group).commit
    statement = _state(group, key, before, after, context)
    nonces = Nonces(group, entropy, statement)
    blind_a, blind_b, blind_beta, tau, blind_s, blind_small, blind_large = nonces.scalars(b"blinds", 7)

    # The order is committed to before its weights are known, and the weights before y and z are.
    a = commit([blind_a, *(place + 1 for place in order)])
    seed = challenge(statement, group.encode(a))
    u = weights(group, seed, n)
    carried = [u[place] for place in order]
    b = commit([blind_b, *carried])
    seed = challenge(seed, group.encode(b))
    y, z = _two_scalars(group, seed)

    # d multiplies up to the same product for every order; p are the products on the way there.
    d = [(y * (place + 1) + weight - z) % q for place, weight in zip(order, carried, strict=True)]
    p = list(accumulate(d, lambda product, factor: product * factor % q))

    # Masks for what the answers would otherwise show.
    beta = nonces.scalars(b"beta", n)
    s = nonces.scalars(b"s", n)
    delta = [s[0], *nonces.scalars(b"delta", n - 2), 0]
    b0 = commit([blind_beta, *beta])
    e0 = [
        group.msm([*beta, -tau], [*(card.a for card in after), group.generator]),
        group.msm([*beta, -tau], [*(card.b for card in after), key.point]),
    ]
    c_s = commit([blind_s, *s])
    steps = range(n - 1)
    c_small = commit([blind_small, *(-delta[i] * s[i + 1] for i in steps)])
    c_large = commit([blind_large, *(delta[i + 1] - d[i + 1] * delta[i] - p[i] * s[i + 1] for i in steps)])
    points = b"".join(map(group.encode, (b0, *e0, c_s, c_small, c_large)))
    e = full_scalar(group, challenge(seed, points))

    answers = [
        *(mask + e * weight for mask, weight in zip(beta, carried, strict=True)),
        *(mask + e * factor for mask, factor in zip(s, d, strict=True)),
        *(delta[i] + e * p[i] for i in range(1, n - 1)),
        blind_beta + e * blind_b,
        tau + e * sum(weight * mask for weight, mask in zip(carried, masks, strict=True)),
        blind_s + e * (y * blind_a + blind_b),
        blind_small + e * blind_large,
    ]
    return group.encode(a) + group.encode(b) + points + spell_scalars([answer % q for answer in answers])


@dataclass(frozen=True, slots=True)
class _Proof:
    """A proof taken apart: announced points, then answers."""

    a: Element
    b: Element
    later: tuple[Element, ...]  # B0, E0 (two), c_s, c_δ, c_Δ
    f: list[int]
    d: list[int]
    p: list[int]  # without its first and last, which follow from d and the challenges
    r_f: int
    t_f: int
    r_d: int
    r_p: int


def _read(group: Group, raw: bytes, n: int) -> _Proof:
    if len(raw) != proof_bytes(n):
        raise Refused(
            Code.WRONG_COUNT,
            _("The proof for {cards} cards has {due} bytes, not {found}.", cards=n, due=proof_bytes(n), found=len(raw)),
        )
    a, b, *later = read_elements(group, raw[: POINTS * POINT_BYTES], POINTS)
    scalars = read_scalars(group, raw[POINTS * POINT_BYTES :], 3 * n + 2)
    f, d, p = scalars[:n], scalars[n : 2 * n], scalars[2 * n : 3 * n - 2]
    return _Proof(a, b, tuple(later), f, d, p, *scalars[3 * n - 2 :])


def check_shuffle(group: Group, key: Element, before: Deck, after: Deck, proof: bytes, *, context: bytes) -> None:
    """Raises `Refused`: bad-shuffle if the proof fails, wrong-count, bad-point or bad-scalar if it has not its form."""
    q, n = group.order, len(before)
    if not DECK_CARDS_MIN <= n <= DECK_CARDS_MAX or len(after) != n:
        raise Refused(
            Code.WRONG_COUNT, _("{before} cards cannot be shuffled into {after}.", before=n, after=len(after))
        )
    read = _read(group, proof, n)
    statement = _state(group, key, before, after, context)
    seed = challenge(statement, read.a.raw)
    u = weights(group, seed, n)
    seed = challenge(seed, read.b.raw)
    y, z = _two_scalars(group, seed)
    seed = challenge(seed, joined(read.later))
    e = full_scalar(group, seed)

    product = e
    for place, weight in enumerate(u, start=1):
        product = product * (y * place + weight - z) % q
    p = [read.d[0], *read.p, product]

    # The three equations between commitments, folded into one by weights that depend on every answer.
    v, w = weights(group, challenge(seed, proof[POINTS * POINT_BYTES :]), 2)
    sums = [f + v * (d + e * z) for f, d in zip(read.f, read.d, strict=True)]
    for i in range(n - 1):
        sums[i] += w * (e * p[i + 1] - p[i] * read.d[i + 1])
    b0, e0_a, e0_b, c_s, c_small, c_large = (value.point for value in read.later)
    left = generators(group).commit([read.r_f + v * read.r_d + w * read.r_p, *sums])
    right = group.msm(
        [1, e + v * e, v * e * y, v, w * e, w],
        [b0, read.b.point, read.a.point, c_s, c_large, c_small],
    )
    _check_equal(group, left, right)

    # The answers carry the cards as the weights do, in both halves of every card.
    for half, base, e0 in (("a", group.generator, e0_a), ("b", key.point, e0_b)):
        old = group.msm(u, [getattr(card, half) for card in before])
        new = group.msm([*read.f, -read.t_f], [*(getattr(card, half) for card in after), base])
        _check_equal(group, new, group.msm([e, 1], [old, e0]))


def _state(group: Group, key: Element, before: Deck, after: Deck, context: bytes) -> bytes:
    return state(Tag.SHUFFLE, group, context, key.raw, joined(before), joined(after))


def _two_scalars(group: Group, seed: bytes) -> tuple[int, int]:
    raw = expand(seed, b"y and z", 2 * SCALAR_BYTES)
    return full_scalar(group, raw[:SCALAR_BYTES]), full_scalar(group, raw[SCALAR_BYTES:])


def _check_equal(group: Group, left: object, right: object) -> None:
    # Two sums of peers' points are compared by their difference, so that neither needs a spelling.
    if left is None or group.sub(left, right) is not None:
        raise Refused(Code.BAD_SHUFFLE, _("The cards after the shuffle are not those before it."))

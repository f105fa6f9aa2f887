"""Proofs that someone knows secrets behind linear relations: the shape of every small proof of hidden.md.

A relation says: the sum of secret·base over its terms is its result. A proof is the challenge and one answer a secret.
Assumes discrete logarithms are hard and the hash behaves at random; promises nothing about who speaks or when, which is
what the statement's context is for. A verifier learns nothing of the secrets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import Code, Refused
from ..text import _
from .element import read_scalars, spell_scalars
from .group import SCALAR_BYTES, Group, Point
from .statement import Nonces, as_short, challenge

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Relation:
    """Σ secrets[index]·base = result, over the (index, base) in `terms`."""

    terms: tuple[tuple[int, Point], ...]
    result: Point | None


def proof_bytes(secrets: int) -> int:
    return SCALAR_BYTES * (1 + secrets)


def prove(
    group: Group, relations: Sequence[Relation], secrets: Sequence[int], *, statement: bytes, entropy: bytes
) -> bytes:
    """The proof; it is only accepted if the secrets satisfy the relations, which is not checked here."""
    nonces = Nonces(group, entropy, statement).scalars(b"nonce", len(secrets))
    announced = [
        # A nonce that shows in the time it takes gives its key away piece by piece.
        group.sum([_mul_nonce(group, nonces[index], base) for index, base in relation.terms])
        for relation in relations
    ]
    dare = as_short(group, challenge(statement, *map(group.encode, announced)))
    answers = [(nonce + dare * secret) % group.order for nonce, secret in zip(nonces, secrets, strict=True)]
    return spell_scalars([dare, *answers])


def check(
    group: Group, relations: Sequence[Relation], proof: bytes, *, secrets: int, statement: bytes, refusal: Refused
) -> None:
    """Raises `refusal` if the proof is not one, and wrong-count or bad-scalar if its bytes are not even of the form."""
    dare, *answers = read_scalars(group, proof, 1 + secrets)
    if not dare:
        raise Refused(Code.BAD_SCALAR, _("The challenge of a proof is never zero."))
    announced = []
    for relation in relations:
        scalars = [answers[index] for index, _ in relation.terms]
        point = group.msm([*scalars, -dare], [*(base for _, base in relation.terms), relation.result])
        if point is None or relation.result is None:
            raise refusal
        announced.append(group.encode(point))
    if dare != as_short(group, challenge(statement, *announced)):
        raise refusal


def _mul_nonce(group: Group, nonce: int, base: Point) -> Point:
    return group.base(nonce) if base is group.generator else group.mul_secret(nonce, base)

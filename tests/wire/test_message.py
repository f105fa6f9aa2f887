"""Typed messages: what is declared reads back, and whatever does not fit is malformed."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusal import refused
from tortuga_p2p.errors import Code, Refused
from tortuga_p2p.wire.codec import Plain, encode
from tortuga_p2p.wire.message import AnyPlain, Count, Digest, SeatNumber, Vocabulary, Word, message, record
from tortuga_p2p.wire.shape import AtMost, Between, Exactly

TALK = Vocabulary("talk")


@record
class Chest:
    """A part of a message."""

    colour: Annotated[int, Between(0, 4)]
    digest: Digest


@message(TALK, "ahoy")
class Ahoy:
    """One field of every shape."""

    seat: SeatNumber
    step: Count
    loud: bool
    digest: Digest
    blob: Annotated[bytes, AtMost(5)]
    name: Annotated[str, AtMost(6, least=1)]
    numbers: Annotated[tuple[Count, ...], AtMost(3)]
    pair: Annotated[tuple[Word, ...], Exactly(2)]
    chests: Annotated[tuple[Chest, ...], AtMost(2, least=1)]
    best: Chest
    move: AnyPlain


@message(TALK, "bye")
class Bye:
    """No field at all."""


D = b"d" * 32
PARTS: dict[str, Plain] = {
    "seat": 3,
    "step": 7,
    "loud": True,
    "digest": D,
    "blob": b"abc",
    "name": "Ana",
    "numbers": (1, 2),
    "pair": ("x", "y"),
    "chests": ((4, D),),
    "best": (0, D),
    "move": ("sail", (1, 2)),
}
AHOY = Ahoy(3, 7, True, D, b"abc", "Ana", (1, 2), ("x", "y"), (Chest(4, D),), Chest(0, D), ("sail", (1, 2)))


def test_a_message_travels_as_its_kind_and_its_fields() -> None:
    assert TALK.encode(AHOY) == encode(("ahoy", *PARTS.values()))
    assert TALK.decode(TALK.encode(AHOY)) == AHOY
    assert TALK.encode(Bye()) == encode(("bye",))
    assert TALK.decode(encode(("bye",))) == Bye()


def test_a_message_is_matched_by_its_class_and_fields() -> None:
    match TALK.decode(TALK.encode(AHOY)):
        case Ahoy(seat, step):
            assert (seat, step) == (3, 7)
        case _:
            pytest.fail("not recognised")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seat", 9),
        ("seat", -1),
        ("seat", True),
        ("seat", "3"),
        ("step", 2**32),
        ("loud", 1),
        ("digest", b"d" * 31),
        ("digest", b"d" * 33),
        ("digest", "d" * 32),
        ("blob", b"abcdef"),
        ("blob", ()),
        ("name", ""),
        ("name", "Anabel!"),
        ("name", "€€€"),  # nine bytes
        ("name", b"Ana"),
        ("name", "A\x1b[2J"),  # would clear a terminal
        ("name", "A\x9b"),
        ("name", "A\n"),
        ("numbers", (1, 2, 3, 4)),
        ("numbers", (1, "2")),
        ("numbers", 1),
        ("pair", ("x",)),
        ("pair", ("x", "y", "z")),
        ("pair", ("x", "y" * 25)),
        ("chests", ()),
        ("chests", ((5, D),)),
        ("chests", ((4, D, 1),)),
        ("chests", (4,)),
        ("best", (0,)),
        ("best", 0),
    ],
)
def test_a_field_that_does_not_fit_is_malformed(field: str, value: Plain) -> None:
    with refused(Code.MALFORMED, field):
        TALK.read("ahoy", tuple({**PARTS, field: value}.values()))


@pytest.mark.parametrize(
    "plain", [(), 3, "ahoy", b"ahoy", ((),), (3,), ("nobody",), ("bye", 1), ("ahoy",), ("ahoy", 3, 7)]
)
def test_what_is_no_message_is_malformed(plain: Plain) -> None:
    with refused(Code.MALFORMED):
        TALK.decode(encode(plain))


def test_one_field_too_few_or_too_many_is_malformed() -> None:
    body = tuple(PARTS.values())
    assert TALK.read("ahoy", body) == AHOY
    for wrong in (body[:-1], (*body, 0), ()):
        with refused(Code.MALFORMED):
            TALK.read("ahoy", wrong)


@given(st.binary(max_size=80))
def test_no_bytes_do_worse_than_being_refused(raw: bytes) -> None:
    try:
        said = TALK.decode(raw)
    except Refused:
        return
    assert TALK.encode(said) == raw


def test_an_own_message_that_nobody_could_read_is_never_sent() -> None:
    with pytest.raises(ValueError, match="seat"):
        TALK.encode(Ahoy(**{**{name: getattr(AHOY, name) for name in PARTS}, "seat": 9}))


def test_a_vocabulary_tells_its_kinds_and_fields_for_the_specification() -> None:
    assert TALK.kinds == {"ahoy": Ahoy, "bye": Bye}
    assert TALK.fields("ahoy") == (
        ("seat", "integer 0..8"),
        ("step", "integer 0..4294967295"),
        ("loud", "truth value"),
        ("digest", "32 bytes"),
        ("blob", "0..5 bytes"),
        ("name", "text of 1..6 bytes"),
        ("numbers", "list of 0..3: integer 0..4294967295"),
        ("pair", "list of 2: text of 1..24 bytes"),
        ("chests", "list of 1..2: list of 2 fields (colour, digest)"),
        ("best", "list of 2 fields (colour, digest)"),
        ("move", "plain value"),
    )


def test_a_kind_is_declared_once() -> None:
    with pytest.raises(AssertionError, match="bye"):
        message(TALK, "bye")(type("Again", (), {}))


class Unbounded:
    blob: bytes


class UnboundedList:
    numbers: tuple[int, ...]


class BoundedOnTheOutside:
    numbers: Annotated[tuple[int, ...], AtMost(3)]


@pytest.mark.parametrize("cls", [Unbounded, UnboundedList, BoundedOnTheOutside])
def test_a_message_with_a_field_without_a_bound_cannot_be_said_or_read(cls: type) -> None:
    other = Vocabulary("other")
    declared: Any = message(other, "unbounded")(cls)
    with pytest.raises(TypeError, match="too little"):
        other.encode(declared(b""))
    with pytest.raises(TypeError, match="too little"):
        other.read("unbounded", (b"",))

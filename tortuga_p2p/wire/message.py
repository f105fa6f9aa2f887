"""Typed messages: a frozen class declared once, with what each field may hold; both directions follow from it.

A message travels as the list `[kind, field, ...]`. Reading is strict: unknown kind, wrong number of fields, wrong type,
length or range are all `malformed`, before anyone looks at the meaning. Which messages exist is said by whoever
declares them in a `Vocabulary`; this file knows none.

    LINK = Vocabulary("link")

    @message(LINK, "want")
    class Want:
        step: Count
        lanes: Annotated[tuple[Word, ...], AtMost(8)]

    raw = LINK.encode(Want(step=7, lanes=("play",)))
    match LINK.decode(raw):
        case Want(step): ...
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar, dataclass_transform, get_type_hints

from ..errors import Code, Refused
from ..limits import ENVELOPE_BYTES_MAX, EVIDENCE_BYTES_MAX, SEATS_MAX, WORD_BYTES_MAX
from ..text import _
from ..values import value
from .codec import Plain, decode, encode
from .shape import Anything, AtMost, Between, Exactly, Misfit, RecordOf, shape_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

T = TypeVar("T")

# What fields are usually declared as.
Digest: TypeAlias = Annotated[bytes, Exactly(32)]
PublicKey: TypeAlias = Annotated[bytes, Exactly(32)]
SeatNumber: TypeAlias = Annotated[int, Between(0, SEATS_MAX - 1)]
Count: TypeAlias = Annotated[int, Between(0, 2**32 - 1)]
Word: TypeAlias = Annotated[str, AtMost(WORD_BYTES_MAX, least=1)]
AnyPlain: TypeAlias = Annotated[Plain, Anything()]
RawEnvelope: TypeAlias = Annotated[bytes, AtMost(ENVELOPE_BYTES_MAX)]  # signed, and not looked into here
RawEvidence: TypeAlias = Annotated[bytes, AtMost(EVIDENCE_BYTES_MAX)]


class Vocabulary:
    """The kinds of message that may be said in one place, each with its class."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._by_kind: dict[str, type] = {}
        self._kinds: dict[type, str] = {}

    @property
    def kinds(self) -> Mapping[str, type]:
        """Every kind and its class, in the order of declaration: what the tables of the specification must list."""
        return MappingProxyType(self._by_kind)

    def fields(self, kind: str) -> tuple[tuple[str, str], ...]:
        """The fields of a kind in order, each with what it may hold in words."""
        return tuple((name, str(shape)) for name, shape in record_shape(self._by_kind[kind]).fields)

    def kind(self, said: object) -> str:
        """The kind of a message of this vocabulary."""
        return self._kinds[type(said)]

    def body(self, said: object) -> tuple[Plain, ...]:
        """The fields of a message as plain values. A field that does not fit is our own mistake."""
        shape = record_shape(self._by_kind[self.kind(said)])
        body = shape.give(said)
        assert shape.take(body) == said, f"{said!r} is not what it would be read as"
        return body

    def read(self, kind: str, body: Plain) -> object:
        """The message of that kind with these fields; raises `malformed`."""
        cls = self._by_kind.get(kind)
        if cls is None:
            raise Refused(Code.MALFORMED, _("There is no {name} message of kind {kind!r}.", name=self.name, kind=kind))
        try:
            return record_shape(cls).take(body)
        except Misfit as misfit:
            raise Refused(
                Code.MALFORMED, _("A message of kind {kind!r} does not fit: {misfit}.", kind=kind, misfit=misfit)
            ) from None

    def encode(self, said: object) -> bytes:
        """A message as the bytes of `[kind, field, ...]`."""
        return encode((self.kind(said), *self.body(said)))

    def decode(self, raw: bytes) -> object:
        """The message that these bytes spell; raises `too-large`, `malformed` or `not-canonical`."""
        plain = decode(raw)
        if type(plain) is tuple and plain and type(plain[0]) is str:
            return self.read(plain[0], plain[1:])
        raise Refused(Code.MALFORMED, _("A {name} message is a list that begins with its kind.", name=self.name))

    def _declare(self, kind: str, cls: type) -> None:
        assert kind not in self._by_kind, f"two {self.name} messages are called {kind!r}"
        self._by_kind[kind] = cls
        self._kinds[cls] = kind


@dataclass_transform(frozen_default=True)
def message(vocabulary: Vocabulary, kind: str) -> Callable[[type[T]], type[T]]:
    """Makes a class a frozen message of that kind; its fields are its annotations, in order."""

    def declare(cls: type[T]) -> type[T]:
        frozen = value(cls)
        vocabulary._declare(kind, frozen)
        return frozen

    return declare


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Makes a class a frozen list of fields without a kind: a part of messages."""
    _RECORDS.add(frozen := value(cls))
    return frozen


_RECORDS: set[type] = set()


@cache  # found out when it is first needed: most programs say a few kinds of message only
def record_shape(cls: Any) -> RecordOf:
    """How a class declared with `record` or `message` is read and written."""
    # `Plain` is named inside itself, so the file that declares a message need not import it.
    hints = get_type_hints(cls, localns={"Plain": Plain}, include_extras=True)
    return RecordOf(cls, tuple((one.name, shape_of(hints[one.name], _part)) for one in fields(cls)))


def _part(hint: object) -> RecordOf | None:
    return record_shape(hint) if isinstance(hint, type) and hint in _RECORDS else None

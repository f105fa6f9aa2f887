"""What a field of a message may hold: type, length, range. Read strictly, written back the same.

A shape turns a plain value into a field (`take`) and back (`give`), and says in words what it takes: the words stand in
the tables of the specification. Made from annotations by `shape_of`; bounds are part of every one. Knows no message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Protocol, get_args, get_origin

from ..limits import FRAME_BYTES_MAX, PLAIN_ITEMS_MAX
from ..values import once, value
from .codec import encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from .codec import Plain


class Misfit(ValueError):
    """A plain value does not fit a shape. The message layer turns it into `malformed`."""


class Shape(Protocol):
    """How one field is read and written."""

    def take(self, plain: Plain) -> Any:
        """The field that a plain value stands for; raises `Misfit`."""

    def give(self, value: Any) -> Plain:
        """The plain value that stands for a field."""

    def spell(self, plain: str, take: str) -> tuple[str, str]:
        """`take` in Python, for names of a value and of the function: a test, or none, and what is the field then."""


# --- how much, as written in an annotation ----------------------------------------------------------------------


@value
class Between:
    """Bounds of an integer, both included."""

    low: int
    high: int


@value
class Exactly:
    """A number of bytes or items."""

    count: int


@value
class AtMost:
    """A largest number of bytes or items; `least` where it may not be empty."""

    count: int
    least: int = 0


@value
class Named:
    """A name of so many bytes at most: text that reads like a name wherever it is put in a sentence."""

    count: int


@value
class Anything:
    """Any plain value: the session hands it to a game, which reads it strictly by itself. Bounded in bytes, or by what
    it stands in."""

    high: int = FRAME_BYTES_MAX


# --- the shapes -----------------------------------------------------------------------------------------------------


class _Unchanged:
    """A shape whose fields are plain values already."""

    __slots__ = ()

    def give(self, value: Any) -> Plain:
        plain: Plain = value
        return plain

    def spell(self, plain: str, take: str) -> tuple[str, str]:
        return "", f"{take}({plain})"


@value
class WholeNumber(_Unchanged):
    low: int
    high: int

    def take(self, plain: Plain) -> int:
        if type(plain) is int and self.low <= plain <= self.high:
            return plain
        raise Misfit(f"{self} expected")

    def spell(self, plain: str, take: str) -> tuple[str, str]:
        return f"type({plain}) is int and {self.low} <= {plain} <= {self.high}", plain

    def __str__(self) -> str:
        return f"integer {self.low}..{self.high}"


@value
class Truth(_Unchanged):
    def take(self, plain: Plain) -> bool:
        if type(plain) is bool:
            return plain
        raise Misfit(f"{self} expected")

    def __str__(self) -> str:
        return "truth value"


@value
class Octets(_Unchanged):
    low: int
    high: int

    def take(self, plain: Plain) -> bytes:
        if type(plain) is bytes and self.low <= len(plain) <= self.high:
            return plain
        raise Misfit(f"{self} expected")

    def spell(self, plain: str, take: str) -> tuple[str, str]:
        return f"type({plain}) is bytes and {self.low} <= len({plain}) <= {self.high}", plain

    def __str__(self) -> str:
        return f"{_amount(self.low, self.high)} bytes"


@value
class Text(_Unchanged):
    """Counted in bytes of UTF-8. Control characters are refused: a terminal would obey them."""

    low: int
    high: int

    def take(self, plain: Plain) -> str:
        if type(plain) is str:
            if plain.isascii() and plain.isprintable():  # nearly always, and no need to look at every letter
                if self.low <= len(plain) <= self.high:
                    return plain
            elif self.low <= len(plain.encode()) <= self.high and not _CONTROLS & set(plain):
                return plain
        raise Misfit(f"{self} expected")

    def __str__(self) -> str:
        return f"text of {_amount(self.low, self.high)} bytes"


@value
class Name(Text):
    """What somebody calls themselves: nothing in it ends the quotes, brackets or lists that a name is written in."""

    def take(self, plain: Plain) -> str:
        name = Text.take(self, plain)
        if _MARKS.isdisjoint(name) and name[0] != " " != name[-1]:
            return name
        raise Misfit(f"{self} expected")

    def __str__(self) -> str:
        return f"name of {_amount(self.low, self.high)} bytes"


_MARKS = frozenset('[](),"')
_CONTROLS = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0))))


@value
class PlainValue(_Unchanged):
    high: int

    def take(self, plain: Plain) -> Plain:
        if self.high < FRAME_BYTES_MAX and len(encode(plain)) > self.high:
            raise Misfit(f"{self} expected")
        return plain

    def __str__(self) -> str:
        return "plain value" if self.high == FRAME_BYTES_MAX else f"plain value of 1..{self.high} bytes"


@value
class ListOf:
    item: Shape
    low: int
    high: int

    def take(self, plain: Plain) -> tuple[Any, ...]:
        if type(plain) is tuple and self.low <= len(plain) <= self.high:
            take = self.item.take
            return tuple([take(item) for item in plain])
        raise Misfit(f"{self} expected")

    def give(self, value: tuple[Any, ...]) -> Plain:
        return tuple([self.item.give(item) for item in value])

    def spell(self, plain: str, take: str) -> tuple[str, str]:
        always = f"{take}({plain})"
        return "", always if self.low else f"{plain} if {plain} == () else {always}"

    def __str__(self) -> str:
        return f"list of {_amount(self.low, self.high)}: {self.item}"


class RecordOf:
    """The fields of a class in their order, as a list."""

    def __init__(self, cls: type, fields: tuple[tuple[str, Shape], ...]) -> None:
        self.cls, self.fields = cls, fields

    @once
    def take(self) -> Callable[[Plain], Any]:
        """Written when the first one comes: all messages are read here, and a call for each of their fields shows."""
        scope: dict[str, Any] = {"cls": self.cls, "Misfit": Misfit, "complaint": self._complaint}
        tests, read = [], []
        for at, (_, shape) in enumerate(self.fields):
            scope[f"take_{at}"] = shape.take
            condition, field = shape.spell(f"plain_{at}", f"take_{at}")
            tests += [condition] if condition else []
            read.append(field)
        names = "".join(f"plain_{at}, " for at in range(len(self.fields)))
        test = " and ".join(tests) or "True"
        source = _READER.format(count=len(read), names=names or "()", test=test, read=", ".join(read))
        exec(source, scope)  # of our own declarations, nothing else
        written: Callable[[Plain], Any] = scope["take"]
        return written

    def _complaint(self, plain: Plain) -> str:
        if type(plain) is tuple and len(plain) == len(self.fields):
            for (name, shape), item in zip(self.fields, plain, strict=True):
                try:
                    shape.take(item)
                except Misfit as misfit:
                    return f"{name}: {misfit}"
        return f"{self} expected"

    def spell(self, plain: str, take: str) -> tuple[str, str]:
        return "", f"{take}({plain})"

    def give(self, value: Any) -> tuple[Plain, ...]:
        return tuple([shape.give(getattr(value, name)) for name, shape in self.fields])

    def __str__(self) -> str:
        return f"list of {len(self.fields)} fields ({', '.join(name for name, _ in self.fields)})"


_READER = """
def take(plain):
    if type(plain) is tuple and len(plain) == {count}:
        {names} = plain
        if {test}:
            try:
                return cls({read})
            except Misfit:
                pass
    raise Misfit(complaint(plain))
"""


# --- from annotations ------------------------------------------------------------------------------------------


def shape_of(hint: Any, part: Callable[[object], RecordOf | None]) -> Shape:
    """The shape that an annotation stands for. Every length and range must be said: nothing is unbounded.

    `part` knows classes that are parts of others.
    """
    bound = None
    if get_origin(hint) is Annotated:
        hint, bound = get_args(hint)
    match hint, bound:
        case _, Anything(high):
            return PlainValue(high)
        case type(), None if found := part(hint):
            return found
        case type(), None if hint is bool:
            return Truth()
        case type(), Between(low, high) if hint is int:
            return WholeNumber(low, high)
        case type(), Exactly() | AtMost() if hint is bytes:
            return Octets(*_low_high(bound))
        case type(), Exactly() | AtMost() if hint is str:
            return Text(*_low_high(bound))
        case type(), Named(count) if hint is str:
            return Name(1, count)
    match get_origin(hint), get_args(hint), bound:
        case origin, (item, rest), Exactly() | AtMost() if origin is tuple and rest is ...:
            low, high = _low_high(bound)
            assert high <= PLAIN_ITEMS_MAX
            return ListOf(shape_of(item, part), low, high)
    raise TypeError(f"{hint} with {bound} says too little about a field")


def _low_high(bound: Exactly | AtMost) -> tuple[int, int]:
    return (bound.count if isinstance(bound, Exactly) else bound.least), bound.count


def _amount(low: int, high: int) -> str:
    return str(high) if low == high else f"{low}..{high}"

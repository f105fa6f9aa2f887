"""Frozen classes of fields, of which there are many, and which must cost little before they are used.

A frozen dataclass compiles half a dozen functions for each class; with all our messages and events that was more than
all else of ours that a program must load before it can join a table. What is declared with `value` has the same few
functions as every other. It is made, compared, shown and matched as a dataclass is, and `dataclasses.replace` takes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import FrozenInstanceError, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, dataclass_transform, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")
Item = TypeVar("Item")
Owner = TypeVar("Owner")


class once(Generic[T]):  # it is written like `property`
    """A property that is found out once for each object and kept there: a `cached_property` without its lock."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, of: None, owner: type) -> once[T]: ...
    @overload
    def __get__(self, of: object, owner: type) -> T: ...
    def __get__(self, of: object, owner: type) -> Any:
        if of is None:
            return self
        found = vars(of)[self._name] = self._find(of)  # found there the next time, before anybody asks here
        return found


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A frozen class of these fields; those at the end may have defaults, but no factories."""
    cls.__doc__ = cls.__doc__ or cls.__name__  # else one would be put together, at more cost than all the rest
    made = dataclass(init=False, repr=False, eq=False)(cls)
    for name, function in _COMMON.items():
        setattr(made, name, function)
    return made


def _first_init(self: Any, *values: Any, **named: Any) -> None:
    """What makes one of a class is written when the first is made: most programs use a few classes only."""
    cls = type(self)
    cls.__init__ = _written_init(cls)
    cls.__init__(self, *values, **named)


def _written_init(cls: Any) -> Any:
    """As a dataclass writes it, but all fields are set at once."""
    names = cls.__match_args__
    arguments = [f"{name}=cls.{name}" if name in vars(cls) else name for name in names]
    fields = ", ".join(f"{name!r}: {name}" for name in names)
    source = f"def __init__(self, {', '.join(arguments)}): set_all(self, '__dict__', {{{fields}}})"
    scope: dict[str, Any] = {"cls": cls, "set_all": object.__setattr__}
    exec(source, scope)  # of names in our own classes, nothing else
    return scope["__init__"]


def _eq(self: Any, other: object) -> bool:
    return type(self) is type(other) and vars(self) == vars(other)


def _hash(self: Any) -> int:
    return hash((type(self), *vars(self).values()))


def _repr(self: Any) -> str:
    return f"{type(self).__name__}({', '.join(f'{name}={one!r}' for name, one in vars(self).items())})"


def _frozen(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change {name!r} of a {type(self).__name__}")


_COMMON = {
    "__init__": _first_init,
    "__eq__": _eq,
    "__hash__": _hash,
    "__repr__": _repr,
    "__setattr__": _frozen,
    "__delattr__": _frozen,
}


class Grown(Sequence[Item]):
    """As a tuple, but one with an item more is made without a copy: all that grew from each other share a list."""

    __slots__ = ("_items", "_size")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = list(items)  # what stands behind the first `_size` belongs to those that grew from us
        self._size = len(self._items)

    def plus(self, item: Item) -> Grown[Item]:
        """These items and one more; these themselves stay as they are."""
        new: Grown[Item] = object.__new__(Grown)
        new._items = self._items if len(self._items) == self._size else self._items[: self._size]
        new._items.append(item)
        new._size = self._size + 1
        return new

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return tuple([self._items[one] for one in range(*at.indices(self._size))])
        if not -self._size <= at < self._size:
            raise IndexError(f"there is no item {at} among {self._size}")
        return self._items[at if at >= 0 else at + self._size]

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self._size)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Grown({list(self)!r})"

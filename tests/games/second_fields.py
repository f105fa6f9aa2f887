"""A state as a second reading keeps it: fields with names, made of the plain value. Knows no code of the program."""

from __future__ import annotations

from typing import Any, ClassVar


def plain(value: Any) -> Any:
    """Lists all the way down."""
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value


class SecondFields:
    """A state, field by field, in the order of the chapter."""

    names: ClassVar[tuple[str, ...]]
    setup: list[Any]
    gone: int

    def __init__(self, value: Any) -> None:
        for name, field in zip(self.names, plain(value), strict=True):
            setattr(self, name, field)

    def value(self) -> list[Any]:
        return [plain(getattr(self, name)) for name in self.names]

    @property
    def seats(self) -> list[int]:
        return [seat for seat in range(self.setup[0]) if not self.gone >> seat & 1]

"""One vector: a comment, an operation with its inputs, what comes out or the code with which it is refused.

The builder runs the operation, so a vector says what the code of today does; the committed file says what it did, and a
second reading of the specification checks the file (tests/test_second_reading.py). Secrets come from labels.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tortuga_p2p.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from tortuga_p2p.wire.codec import Plain

ACCEPT = "accept"


@dataclass(frozen=True, slots=True)
class VectorOutcome:
    """What an operation gives, and the values on the way that help to find where another program departs.

    An operation that finds something wrong and can say where ends with that code; others raise `Refused`.
    """

    output: dict[str, Any] = field(default_factory=dict)
    intermediate: dict[str, Any] = field(default_factory=dict)
    ending: str = ACCEPT


def case(
    comment: str, operation: Callable[..., VectorOutcome], *, expect: str = ACCEPT, **inputs: Any
) -> dict[str, Any]:
    """Runs an operation and writes down the vector; the operation must end as expected."""
    try:
        outcome = operation(**inputs)
    except Refused as refused:
        outcome = VectorOutcome(ending=refused.code.value)
    assert outcome.ending == expect, f"{comment}: {outcome.ending} instead of {expect}"
    return {
        "comment": comment,
        "operation": operation.__name__.replace("_", "-"),
        "inputs": _plain_json(inputs),
        "intermediate": _plain_json(outcome.intermediate),
        "output": _plain_json(outcome.output),
        "expect": expect,
    }


def labelled(label: str) -> bytes:
    """Thirty-two bytes that everyone can make again and nobody uses for real: the SHA-256 of words."""
    return hashlib.sha256(f"tortuga vector: {label}".encode()).digest()


def typed(value: Plain) -> Any:
    """A plain value with its types said: JSON alone cannot tell bytes from text."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return {"integer": str(value)}
    if isinstance(value, bytes):
        return {"bytes": value}
    if isinstance(value, str):
        return {"text": value}
    return [typed(item) for item in value]


def _plain_json(value: Any) -> Any:
    """Bytes become hexadecimal; numbers that not every reader of JSON holds exactly become decimal text."""
    match value:
        case bytes():
            return value.hex()
        case bool() | str():
            return value
        case int():
            return value if abs(value) < 2**53 else str(value)
        case dict():
            return {key: _plain_json(item) for key, item in value.items()}
        case tuple() | list():
            return [_plain_json(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no place in a vector")

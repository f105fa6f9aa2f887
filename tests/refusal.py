"""How tests say that something must be refused, and with which code."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tortuga_p2p.errors import Code, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def refused(code: Code, words: str = "") -> Iterator[None]:
    """The block must be refused with exactly this code, in a sentence that holds these words."""
    with pytest.raises(Refused) as caught:
        yield
    assert caught.value.code is code
    assert words in caught.value.sentence

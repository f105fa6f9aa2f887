"""Lines come from wherever standard input points."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tortuga_p2p.ui.plain.lines import Lines

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("content", "lines"), [(b"one\ntwo", ["one", "two"]), (b"", [])])
async def test_a_file_is_read_to_its_end(tmp_path: Path, content: bytes, lines: list[str]) -> None:
    path = tmp_path / "moves"
    path.write_bytes(content)
    descriptor = os.open(path, os.O_RDONLY)
    try:
        assert [line async for line in Lines(descriptor)] == lines
    finally:
        os.close(descriptor)


async def test_the_null_device_is_the_end_at_once() -> None:
    descriptor = os.open(os.devnull, os.O_RDONLY)
    try:
        assert [line async for line in Lines(descriptor)] == []
    finally:
        os.close(descriptor)

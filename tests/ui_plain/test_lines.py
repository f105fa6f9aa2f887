"""Lines come from wherever standard input points."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import struct
import termios
from typing import TYPE_CHECKING

import pytest

from tortuga_p2p.ui.plain.lines import Lines, Printer

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


TALE = "Gentle Bonny draws two chests from the bag: yellow to the island, red to the crew. See /a/path/" + "x" * 90


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_terminal_gets_lines_that_are_broken_between_words(width: int) -> None:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    try:
        with open(slave, "w", encoding="utf-8") as out:
            Printer(out, prompts=False).say(TALE)
            told = os.read(master, 4096).decode()
    finally:
        os.close(master)
    lines = told.split("\r\n")[:-1]
    assert " ".join(lines) == TALE, "words stay whole, and so does what somebody copies"
    assert all(len(line) <= width or " " not in line for line in lines)
    assert len(lines) == 1 or width < 200


def test_a_pipe_gets_every_line_whole() -> None:
    out = io.StringIO()
    Printer(out, prompts=False).say(TALE)
    assert out.getvalue() == f"{TALE}\n"

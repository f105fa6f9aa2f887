"""Names: which look alike, which are refused, and whose key came under a name before."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tortuga_p2p.crypto.identity import fingerprint
from tortuga_p2p.errors import BadInput
from tortuga_p2p.limits import KNOWN_KEYS_BYTES_MAX, KNOWN_KEYS_PER_NAME_MAX, KNOWN_NAMES_MAX, NAME_BYTES_MAX
from tortuga_p2p.node.names import KnownKeys, clean_name, clean_title, is_clean, look_alike, skeleton
from tortuga_p2p.session.message import Person
from tortuga_p2p.wire.message import record_shape

if TYPE_CHECKING:
    from pathlib import Path

# Each was let in beside "Ana" by a program that looked for control characters only.
UNSEEN = "\u034f\ufe0f\ufe00\u17b4\u180b\u3164\u115f\u1160\uffa0\u2800\u00ad\u200b\u202e\u2060\ufeff\U000e0041 "


@pytest.mark.parametrize("letter", UNSEEN, ids=lambda letter: f"U+{ord(letter):04X}")
def test_a_name_with_something_that_cannot_be_seen_is_the_name_without_it(letter: str) -> None:
    for name in (f"Ana{letter}", f"{letter}Ana", f"A{letter}na"):
        assert skeleton(name) == skeleton("Ana")
        assert look_alike(["Ana", name])
    assert not is_clean(f"Ana{letter}")
    assert look_alike([letter]), "a name of nothing is nobody's"
    with pytest.raises(BadInput):
        clean_name(letter)


@pytest.mark.parametrize("name", ["ANA", "\uff21na", "a\u0301na".replace("\u0301", ""), "An\u1d43"])
def test_letters_that_are_the_same_to_unicode_look_alike(name: str) -> None:
    assert look_alike(["Ana", name])


def test_different_names_do_not_look_alike() -> None:
    assert not look_alike(["Ana", "Anna", "Ben", "Zoë", "Zoe", "李雷"])


@given(st.text(max_size=20))
def test_a_skeleton_has_one_skeleton_and_a_clean_name_is_one_that_every_program_takes(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(unicodedata.normalize("NFKC", text)) == skeleton(text)
    try:
        name = clean_name(text)
    except BadInput:
        return
    assert is_clean(name)
    person = (bytes(32), name, False, bytes(32))
    assert record_shape(Person).take(person).name == name


@pytest.mark.parametrize("name", ["Ana [hopoh-juvob-jugak-varig]", "Cleo 48 (wins), Ben", 'Ana" and "Ben', "a,b"])
def test_a_name_that_reads_like_a_report_is_refused_and_a_table_may_be_called_so(name: str) -> None:
    with pytest.raises(BadInput, match="cannot contain brackets, commas or quotes"):
        clean_name(name)
    assert clean_title(name) == name


def somebody(name: str, key: int, *, bot: bool = False) -> Person:
    return Person(bytes([key]) * 32, name, bot, bytes([key]) * 32)


def test_a_known_name_under_another_key_is_told_with_the_words_of_the_key_it_had(tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    known = KnownKeys(file)
    assert known.caution(somebody("Ben", 1)) == ""
    known.remember([somebody("Ben", 1), somebody("Rumbot", 9, bot=True)])
    known = KnownKeys(file)  # tomorrow
    assert known.caution(somebody("Ben", 1)) == ""
    assert fingerprint(bytes([1]) * 32) in known.caution(somebody("Ben", 2))
    assert known.caution(somebody("BEN\u3164", 2)), "by what is seen, not by its letters"
    assert known.caution(somebody("Rumbot", 8, bot=True)) == "", "bots have new keys all the time"
    assert "Ben" in known.caution(somebody("Fred", 1)), "a known key under another name"
    known.remember([somebody("Ben", 2)])
    assert known.caution(somebody("Ben", 2)) == known.caution(somebody("Ben", 1)) == ""


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b'{"ben": 3}', b'{"ben": {"zz": "Ben", "00": 7}}', b"\xff"])
def test_a_damaged_list_knows_nobody_and_is_written_anew(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "known.json"
    file.write_bytes(raw)
    known = KnownKeys(file)
    assert known.caution(somebody("Ben", 1)) == ""
    known.remember([somebody("Ben", 1)])
    assert KnownKeys(file).caution(somebody("Ben", 2))


def test_the_list_is_bounded_and_forgets_the_longest_ago(tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    known = KnownKeys(file)
    for number in range(KNOWN_NAMES_MAX + 3):
        known.remember([somebody(f"N{number}", number % 250)])
    assert len(json.loads(file.read_text())) == KNOWN_NAMES_MAX
    assert KnownKeys(file).caution(somebody("N0", 251)) == ""
    for key in range(KNOWN_KEYS_PER_NAME_MAX + 1):
        known.remember([somebody("N9", key)])
    assert known.caution(somebody("N9", 0))
    row = {f"{key:064x}": "n" * NAME_BYTES_MAX for key in range(KNOWN_KEYS_PER_NAME_MAX)}
    whole = {f"{name:0{NAME_BYTES_MAX}}": row for name in range(KNOWN_NAMES_MAX)}
    assert len(json.dumps(whole, indent=1)) < KNOWN_KEYS_BYTES_MAX

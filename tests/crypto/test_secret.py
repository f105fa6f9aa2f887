"""The secret of a game: separate branches, nonces that repeat for the same words and never for others."""

from __future__ import annotations

import re
from dataclasses import astuple
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tortuga_p2p.crypto.hashing import tagged
from tortuga_p2p.crypto.secret import GameSecret
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.limits import DECK_CARDS_MAX

MASTER, LOBBY = b"m" * 32, b"l" * 32
SECRET = GameSecret.derive(MASTER, LOBBY)


def test_the_same_master_and_lobby_give_the_same_secret() -> None:
    assert GameSecret.derive(MASTER, LOBBY) == SECRET


def test_branches_of_all_masters_and_lobbies_differ() -> None:
    keys = [
        key
        for master in (MASTER, b"n" * 32)
        for lobby in (LOBBY, b"k" * 32)
        for key in astuple(GameSecret.derive(master, lobby))
    ]
    assert len(set(keys)) == 16
    assert all(len(key) == 32 for key in keys)


def test_a_secret_shows_nothing_of_itself() -> None:
    for shown in (repr(SECRET), str(SECRET), f"{[SECRET]}"):
        assert "<secret>" in shown
        assert all(key.hex() not in shown and repr(key) not in shown for key in astuple(SECRET))


@given(st.tuples(st.binary(max_size=4), st.binary(max_size=4)), st.tuples(st.binary(max_size=4), st.binary(max_size=4)))
def test_slots_and_statements_never_share_a_nonce(one: tuple[bytes, bytes], other: tuple[bytes, bytes]) -> None:
    assert (SECRET.nonce(*one) == SECRET.nonce(*other)) == (one == other)


def test_a_nonce_is_as_long_as_asked_for() -> None:
    assert [len(SECRET.nonce(b"slot", b"statement", length)) for length in (1, 32, 64, 4000)] == [1, 32, 64, 4000]
    assert len(SECRET.nonce(b"slot", b"statement")) == 32


def test_a_salt_that_is_shown_is_never_what_a_proof_grows_from() -> None:
    """Both are nonces of one slot. Proofs are named by labels, seals by digests; no label is as long as a digest."""
    chapter = Path(__file__).parents[2].joinpath("protocol", "session.md").read_text(encoding="utf-8")
    contexts = chapter.partition("## Contexts")[2].partition("\n## ")[0]
    labels = re.findall(r"^\| `([a-z/]+)` \|", contexts, re.MULTILINE)
    assert len(labels) == 9
    for label in labels:
        assert len(label.replace("/i", f"/{DECK_CARDS_MAX}")) < len(tagged(Tag.COMMIT_SALT, b"a choice"))

"""Sealed choices: opened as promised, in the promised slot, or refused."""

from __future__ import annotations

import pytest

from tests.refusal import refused
from tortuga_p2p.crypto.commitment import check_opening, seal
from tortuga_p2p.crypto.secret import GameSecret
from tortuga_p2p.errors import Code

SECRET = GameSecret.derive(b"m" * 32, b"l" * 32)
SLOT, CHOICE = b"table, epoch 0, step 7, play, seat 2", b"parley"


def test_the_promised_choice_opens() -> None:
    sealed = seal(SECRET, SLOT, CHOICE)
    check_opening(sealed.digest, SLOT, CHOICE, sealed.salt)


@pytest.mark.parametrize(
    ("slot", "choice", "salt"),
    [
        (b"another slot", CHOICE, None),
        (SLOT, b"fire", None),
        (SLOT, CHOICE, bytes(32)),
        (SLOT + CHOICE[:1], CHOICE[1:], None),  # the same bytes, cut elsewhere
    ],
)
def test_anything_but_what_was_promised_is_refused(slot: bytes, choice: bytes, salt: bytes | None) -> None:
    sealed = seal(SECRET, SLOT, CHOICE)
    with refused(Code.REVEAL_MISMATCH):
        check_opening(sealed.digest, slot, choice, sealed.salt if salt is None else salt)


def test_a_copied_seal_does_not_open_in_the_copiers_slot() -> None:
    sealed = seal(SECRET, SLOT, CHOICE)
    with refused(Code.REVEAL_MISMATCH):
        check_opening(sealed.digest, SLOT.replace(b"seat 2", b"seat 3"), CHOICE, sealed.salt)


def test_sealing_again_gives_the_same_seal_and_another_choice_another_salt() -> None:
    assert seal(SECRET, SLOT, CHOICE) == seal(SECRET, SLOT, CHOICE)
    assert seal(SECRET, SLOT, CHOICE).salt != seal(SECRET, SLOT, b"fire").salt
    assert seal(SECRET, SLOT, CHOICE).salt != seal(SECRET, b"another slot", CHOICE).salt

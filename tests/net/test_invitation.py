"""One line to paste, with the host's whole key; every slip of the hand is found and named."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tortuga_p2p.crypto.hashing import tagged
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import BadInput
from tortuga_p2p.limits import PLACES_MAX
from tortuga_p2p.net.address import Address, is_dialable, is_link_local, plain_host
from tortuga_p2p.net.invitation import ALPHABET, _letters, is_invitation, make_invitation, read_invitation

from .people import ANA

HERE = make_invitation(ANA.public, [Address("192.168.178.23", 1667)])
CODE = HERE.code

hosts = (st.ip_addresses(v=4) | st.ip_addresses(v=6)).map(str).filter(lambda host: plain_host(host) == host)
keys = st.binary(min_size=32, max_size=32).map(lambda seed: Identity.from_seed(seed).public)


def is_wide(host: str) -> bool:
    return is_dialable(host) and not is_link_local(host)


def spell(content: bytes) -> str:
    """A code with a good checksum for any content: what a malicious host could send."""
    return _letters(content + tagged(Tag.INVITATION, content)[:4])


def test_a_usual_invitation_fits_into_one_line_of_a_terminal() -> None:
    assert len(HERE.line) <= 79
    assert HERE.line == f"tortuga join {CODE}"


@settings(max_examples=50)
@given(keys, st.lists(hosts.filter(is_wide), min_size=1, max_size=PLACES_MAX, unique=True), st.integers(1, 65_535))
def test_an_invitation_is_read_as_it_was_made(key: bytes, hosts: list[str], port: int) -> None:
    made = make_invitation(key, [Address(host, port) for host in hosts])
    assert read_invitation(made.line) == read_invitation(made.code) == made
    assert is_invitation(made.code)
    assert {address.host for address in made.addresses} == set(hosts)


def test_link_local_numbers_travel_only_where_there_are_no_others() -> None:
    wide, near = Address("192.168.1.7", 7), (Address("169.254.3.4", 7), Address("fe80::7", 7))
    assert make_invitation(ANA.public, (wide, *near)).addresses == (wide,)
    alone = make_invitation(ANA.public, near)
    assert read_invitation(alone.code).addresses == alone.addresses == near


def test_only_the_first_addresses_travel() -> None:
    many = [Address(f"10.0.0.{number}", 1667) for number in range(1, 20)]
    assert make_invitation(ANA.public, many).addresses == tuple(many[:PLACES_MAX])


@pytest.mark.parametrize("pasted", [f"  {HERE.line}\n", f"tortuga join\n{CODE}", CODE[:30] + "\r\n  " + CODE[30:]])
def test_what_a_mail_program_adds_does_no_harm(pasted: str) -> None:
    assert is_invitation(pasted)
    assert read_invitation(pasted) == HERE


@pytest.mark.parametrize("place", [1, 2, 3, 17, 31, 44, len(CODE) - 1, len(CODE)])
def test_one_wrong_letter_is_found_and_named(place: int) -> None:
    right = CODE[place - 1]
    wrong = ALPHABET[(ALPHABET.index(right) + 7) % 58]
    with pytest.raises(BadInput, match=rf"letter {place}: '{wrong}' may have to be '{right}'"):
        read_invitation(CODE[: place - 1] + wrong + CODE[place:])


def test_other_slips_are_found_and_named() -> None:
    for slip, words in (
        (CODE[:9] + CODE[10:], r"'.' may be missing before"),
        (CODE[:9] + "x" + CODE[9:], r"'x' may be too many"),
        (CODE[:9] + CODE[10] + CODE[9] + CODE[11:], r"may be swapped"),
        (CODE[:-1], r"may be missing at the end"),
        (CODE[:20] + "zz" + CODE[22:], "Copy it again"),
        (CODE[:20], "Copy it again"),
        (CODE * 6, "too long"),
    ):
        with pytest.raises(BadInput, match=words):
            read_invitation(slip)


@pytest.mark.parametrize("letter", ["0", "O", "I", "l", "-", "é", "\x1b"])
def test_a_letter_that_never_occurs_is_named(letter: str) -> None:
    with pytest.raises(BadInput, match="Letter 5"):
        read_invitation(CODE[:4] + letter + CODE[5:])


@settings(max_examples=20)  # where the one wrong letter is takes a while to find out
@given(st.text(st.sampled_from(ALPHABET), min_size=1, max_size=60))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_invitation(text)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (bytes([2, 0x10, 6, 131, 10, 0, 0, 1]) + ANA.public, "version 2"),
        (bytes([1, 0x00, 6, 131]) + ANA.public, "no sense"),
        (bytes([1, 0x70, 6, 131]) + bytes(28) + ANA.public, "no sense"),
        (bytes([1, 0x10, 0, 0, 10, 0, 0, 1]) + ANA.public, "no sense"),
        (bytes([1, 0x10, 6, 131, 10, 0, 0, 1]) + ANA.public + b"x", "no sense"),
        (bytes([1, 0x20, 6, 131, 10, 0, 0, 1]) + ANA.public, "no sense"),
        (bytes([1, 0x10, 6, 131, 224, 0, 0, 251]) + ANA.public, "nobody can have"),
        (bytes([1, 0x10, 6, 131, 0, 0, 0, 0]) + ANA.public, "nobody can have"),
        (bytes([1, 0x01, 6, 131]) + bytes(10) + b"\xff\xff\x0a\x00\x00\x01" + ANA.public, "nobody can have"),
        (bytes([1, 0x20, 6, 131]) + bytes([10, 0, 0, 1]) * 2 + ANA.public, "twice"),
        (bytes([1, 0x10, 6, 131, 10, 0, 0, 1]) + (1).to_bytes(32, "little"), "no player can have"),
    ],
)
def test_nonsense_with_a_good_checksum_is_refused(content: bytes, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        read_invitation(spell(content))


def test_every_letter_of_the_alphabet_is_unlike_the_others() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET) == 58
    assert not set("0OIl") & set(ALPHABET)


@pytest.mark.parametrize("text", ["Ana's table", "192.168.1.7:1667", "[2001:db8::7]:1667", "tortuga", "", "a-" * 40])
def test_names_and_addresses_are_not_taken_for_invitations(text: str) -> None:
    assert not is_invitation(text)

"""An invitation: one line to paste that says where a host listens and which key it must prove.

Pure. The key is whole, so whoever stands between is refused. A checksum finds a slip of the hand, and reading says
where it probably is; nothing is ever corrected silently. See protocol/link.md, "Invitations".
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from ..crypto.hashing import tagged
from ..crypto.identity import KEY_BYTES, check_key
from ..crypto.tags import Tag
from ..errors import BadInput, Refused
from ..limits import PLACES_MAX
from ..text import _
from .address import Address, is_dialable, is_link_local, pack_host, plain_host

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMMAND: Final = "tortuga join"
ALPHABET: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"  # no 0 O, no I l
_VERSION: Final = 1
_CHECK_BYTES: Final = 4
_BYTES_MIN: Final = 4 + KEY_BYTES + _CHECK_BYTES  # without any address
_BYTES_MAX: Final = _BYTES_MIN + 16 * PLACES_MAX
_LETTERS_MIN: Final = 48  # no table is called like this, and no machine
_LETTERS_CUT: Final = 20  # hardly any table is called like this


@dataclass(frozen=True, slots=True)
class Invitation:
    """Who is to be found, and where."""

    key: bytes
    addresses: tuple[Address, ...]  # all with the same port

    @property
    def code(self) -> str:
        return _letters(_sealed(_content(self)))

    @property
    def line(self) -> str:
        """What a guest pastes into a terminal."""
        return f"{COMMAND} {self.code}"


def make_invitation(key: bytes, addresses: Sequence[Address]) -> Invitation:
    """An invitation with the first few of these addresses; at least one, and all with one port.

    Link-local ones only where there are no others: they make a line long, and work on one network.
    """
    assert addresses
    assert len({address.port for address in addresses}) == 1
    wider = [address for address in addresses if not is_link_local(address.host)]
    return _normal(key, tuple((wider or addresses)[:PLACES_MAX]))


def is_invitation(text: str) -> bool:
    """Whether this is meant as one, well spelled or not; else it is an address or the name of a table."""
    code = _bare(text)
    return len(code) >= _LETTERS_MIN and code.isalnum()


def is_cut_short(text: str) -> bool:
    """Whether this looks like the begin of one: long, and of its letters only. A table may be called so, too."""
    return len(text) >= _LETTERS_CUT and all(letter in ALPHABET for letter in text)


def read_invitation(text: str) -> Invitation:
    """The invitation in a pasted code or line; raises `BadInput` with what is wrong with it."""
    code = _bare(text)
    for place, letter in enumerate(code, 1):
        if letter not in ALPHABET:
            hint = _(" (there is no 0, O, I and l in it)") if letter in "0OIl" else ""
            raise BadInput(
                _(
                    "Letter {place} of the invitation, {letter!r}, cannot be right{hint}.",
                    place=place,
                    letter=letter,
                    hint=hint,
                )
            )
    raw = _unsealed(code)
    if raw is None:
        raise BadInput(_("The invitation has a typing mistake. {suspect}", suspect=_suspect(code)))
    return _read(raw)


# --- bytes -----------------------------------------------------------------------------------------------------------


def _content(invitation: Invitation) -> bytes:
    hosts = [pack_host(address.host) for address in invitation.addresses]
    small = [host for host in hosts if len(host) == 4]
    large = [host for host in hosts if len(host) == 16]
    port = invitation.addresses[0].port
    counts = bytes([_VERSION, len(small) << 4 | len(large)])
    return counts + port.to_bytes(2, "big") + b"".join(small + large) + invitation.key


def _read(raw: bytes) -> Invitation:
    """The content of a code whose checksum fits: whoever wrote it meant it so."""
    if raw[0] != _VERSION:
        raise BadInput(
            _(
                "The invitation is of version {raw}, this program reads version {version}: one of the two must be "
                "updated.",
                raw=raw[0],
                version=_VERSION,
            )
        )
    small, large, port = raw[1] >> 4, raw[1] & 15, int.from_bytes(raw[2:4], "big")
    end_of_small = 4 + 4 * small
    end = end_of_small + 16 * large
    if not (1 <= small + large <= PLACES_MAX and port and len(raw) == end + KEY_BYTES):
        raise BadInput(_("The invitation says something that makes no sense."))
    packed = [raw[at : at + 4] for at in range(4, end_of_small, 4)]
    packed += [raw[at : at + 16] for at in range(end_of_small, end, 16)]
    hosts = [str(ip_address(one)) for one in packed]
    if any(plain_host(host) != host or not is_dialable(host) for host in hosts):
        raise BadInput(_("The invitation leads to an address that nobody can have."))
    try:
        check_key(raw[end:])
    except Refused:
        raise BadInput(_("The invitation names a key that no player can have.")) from None
    invitation = _normal(raw[end:], tuple(Address(host, port) for host in hosts))
    if len(set(hosts)) != len(hosts) or _content(invitation) != raw:
        raise BadInput(_("The invitation says something twice."))
    return invitation


def _normal(key: bytes, addresses: tuple[Address, ...]) -> Invitation:
    """IPv4 first, as it is written."""
    return Invitation(key, tuple(sorted(addresses, key=lambda address: ":" in address.host)))


def _sealed(content: bytes) -> bytes:
    return content + tagged(Tag.INVITATION, content)[:_CHECK_BYTES]


def _unsealed(code: str) -> bytes | None:
    """The content, if the checksum fits and the code is the one spelling of it."""
    number = 0
    for letter in code:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    if not _BYTES_MIN <= len(raw) <= _BYTES_MAX or code[0] == ALPHABET[0]:
        return None
    content = raw[:-_CHECK_BYTES]
    return content if _sealed(content) == raw else None


# --- letters ---------------------------------------------------------------------------------------------------------


def _letters(raw: bytes) -> str:
    number = int.from_bytes(raw, "big")
    letters = ""
    while number:
        number, digit = divmod(number, len(ALPHABET))
        letters = ALPHABET[digit] + letters
    return letters


def _bare(text: str) -> str:
    """The code alone: without the command before it, and without the line breaks of a mail."""
    return "".join(text.strip().removeprefix(COMMAND).split())


def _suspect(code: str) -> str:
    """Where the one wrong letter is, if there is only one: almost every typing mistake is."""
    if len(code) > 2 * _BYTES_MAX:
        return _("It is too long: was something else pasted with it?")
    for place, better, what in _neighbours(code):
        if _unsealed(better) is not None:
            return _("Look at letter {place}: {what}.", place=place, what=what)
    return _("Copy it again, the whole line.")


def _neighbours(code: str) -> Iterator[tuple[int, str, str]]:
    """Every code that is one slip away: a letter wrong, two exchanged, one missing, one too many."""
    for at, letter in enumerate(code):
        before, after = code[:at], code[at + 1 :]
        for other in ALPHABET:
            yield (
                at + 1,
                before + other + after,
                _("{letter!r} may have to be {other!r}", letter=letter, other=other),
            )
            yield (
                at + 1,
                before + other + code[at:],
                _("{other!r} may be missing before {letter!r}", other=other, letter=letter),
            )
        yield at + 1, before + after, _("one {letter!r} may be too many", letter=letter)
        if after:
            yield (
                at + 1,
                before + after[0] + letter + after[1:],
                _("{letter!r} may be swapped", letter=letter + after[0]),
            )
    for other in ALPHABET:
        yield len(code), code + other, _("{other!r} may be missing at the end", other=other)

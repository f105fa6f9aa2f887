"""Where a guest wants to go: an invitation, an address, the name of a table on this network, or just any."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import BadInput
from ..net.address import Address, parse_address
from ..net.invitation import is_invitation, read_invitation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..net.discovery import Table
    from .party import Expected


class Target(NamedTuple):
    """Addresses with the key that is expected there, or the name of a table to look for."""

    addresses: tuple[Address, ...] = ()
    key: bytes | None = None
    name: str = ""


def read_target(text: str | None) -> Target:
    """What somebody typed; `BadInput` where an invitation or an address has a slip in it."""
    if text is None:
        return Target()
    if is_invitation(text):
        invitation = read_invitation(text)
        return Target(invitation.addresses, invitation.key)
    if ":" in text or _looks_like_a_machine(text):
        return Target((parse_address(text),))
    return Target(name=text)


def _looks_like_a_machine(text: str) -> bool:
    return "." in text and " " not in text


async def find(target: Target) -> tuple[Sequence[Address], Expected]:
    """Where to go, and who must be there. Looks around where only a name, or nothing, is known.

    A table that was found announces only words of its host's key: whoever answers must have a key with these words.
    """
    if target.addresses:
        return target.addresses, target.key

    from .announcing import look_around  # loading multicast DNS takes as long as joining by address

    def fits(table: Table) -> bool:
        return table.notice.seats_free > 0 and target.name in ("", table.notice.name)

    tables = await look_around(fits, only=bool(target.name))
    if not tables:
        wanted = f"called {target.name!r} " if target.name else ""
        raise BadInput(f"no table {wanted}with a free seat is seen on this network: ask for an invitation.")
    if len(tables) > 1:
        names = ", ".join(repr(table.notice.name) for table in tables)
        raise BadInput(f"there are several tables: say which. {names}.")
    return tables[0].addresses, tables[0].notice.fingerprint

"""Where a guest wants to go: an invitation, an address, the name of a table on this network, or just any."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

import trio

from ..errors import BadInput
from ..net.address import PORT_DEFAULT, Address, parse_address
from ..net.invitation import is_cut_short, is_invitation, read_invitation
from ..text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..net.discovery import FoundTable
    from .one_game import Expected


HERE: Final = "127.0.0.1"  # where a table for this machine alone listens
HERE_S: Final = 1.0  # longer than a machine takes to answer itself


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


async def _is_open(place: Address) -> bool:
    """Whether anybody answers there at all."""
    with suppress(OSError), trio.move_on_after(HERE_S):
        stream = await trio.open_tcp_stream(place.host, place.port)
        await stream.aclose()
        return True
    return False


async def find(target: Target) -> tuple[Sequence[Address], Expected]:
    """Where to go, and who must be there. Looks around where only a name, or nothing, is known.

    A table that was found announces only words of its host's key: whoever answers must have a key with these words.
    """
    if target.addresses:
        return target.addresses, target.key

    from .announcing import look_around  # loading multicast DNS takes as long as joining by address

    def fits(table: FoundTable) -> bool:
        return table.notice.seats_free > 0 and target.name in ("", table.notice.name)

    tables = await look_around(fits)
    if not tables and not target.name and await _is_open(here := Address(HERE, PORT_DEFAULT)):
        return (here,), None  # a table for this machine alone shows itself to nobody
    if not tables:
        raise BadInput(_not_seen(target.name))
    if len(tables) > 1:
        raise BadInput(_several(tables))
    return tables[0].addresses, tables[0].notice.fingerprint


def _not_seen(name: str) -> str:
    if is_cut_short(name):
        return _(
            "there is no table {name!r} on this network; if that is an invitation, part of it is missing: copy "
            "the whole line.",
            name=name,
        )
    if name:
        return _(
            "there is no table called {name!r} with a free seat on this network: ask for an invitation.", name=name
        )
    return _(
        "there is no table with a free seat on this network, and none at port {port} of this machine: ask for an "
        "invitation.",
        port=PORT_DEFAULT,
    )


def _several(tables: Sequence[FoundTable]) -> str:
    """Which they are: by name, and by address and the words of the host where names do not tell them apart."""
    names = [table.notice.name for table in tables]
    if len(set(names)) == len(names):
        return _("there are several tables: say which. {tables}.", tables=", ".join(map(repr, names)))
    where = [f"{table.notice.name!r} at {table.addresses[0]} ({table.notice.fingerprint})" for table in tables]
    return _("several tables have that name: join by address. {where}.", where=", ".join(where))

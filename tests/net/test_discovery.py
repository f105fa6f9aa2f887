"""Tables found by multicast, on loopback only; and what strangers may announce."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from zeroconf import ServiceInfo

from tortuga_p2p.crypto.identity import fingerprint
from tortuga_p2p.limits import (
    NAME_BYTES_MAX,
    OPTIONS_TOLD_BYTES_MAX,
    PLACES_MAX,
    SEATS_MAX,
    TABLES_MAX,
)
from tortuga_p2p.net import Address
from tortuga_p2p.net.discovery import (
    SERVICE,
    Appeared,
    Changed,
    Discovery,
    FoundTable,
    Notice,
    Vanished,
    _info,
    busiest,
    clean,
    open_discovery,
    read_table,
)
from tortuga_p2p.wire.envelope import VERSION

from .people import ANA, BEN, PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = ("127.0.0.1",)
WORDS = fingerprint(ANA.public)
NOTICE = Notice("Ana's table", "tortuga", 3, WORDS)
AT = (Address("127.0.0.1", 1667),)
RECORDS = {
    "v": str(VERSION),
    "name": "Ana's table",
    "game": "tortuga",
    "free": "3",
    "key": WORDS,
    "patience": "180",
    "options": "",
}


async def next_of(
    discovery: Discovery, kind: type[Appeared] | type[Changed] | type[Vanished], words: str = WORDS
) -> FoundTable:
    """The next event of that kind about that host; other tests on this machine may have tables too."""
    with trio.fail_after(PATIENCE_S):
        async for event in discovery.events:
            if isinstance(event, kind) and event.table.notice.fingerprint == words:
                return event.table
    raise AssertionError


def info(records: Mapping[str, str | bytes | None], *, port: int = 1667, hosts: tuple[str, ...] = HERE) -> ServiceInfo:
    return ServiceInfo(SERVICE, f"x.{SERVICE}", port=port, properties=dict(records), parsed_addresses=list(hosts))


async def test_a_table_appears_changes_and_vanishes() -> None:
    async with open_discovery(HERE) as host, open_discovery(HERE) as guest:
        assert (host.trouble, guest.trouble) == (None, None)
        await host.announce(NOTICE, AT)
        table = await next_of(guest, Appeared)
        assert (table.notice, table.addresses) == (NOTICE, AT)
        assert guest.tables[table.label] == table
        await host.announce(Notice("Ana's table", "tortuga", 2, WORDS), AT)
        assert (await next_of(guest, Changed)).notice.seats_free == 2
        await host.withdraw()
        assert (await next_of(guest, Vanished)).notice.name == "Ana's table"
        assert table.label not in guest.tables


async def test_who_comes_later_finds_it_too_and_a_host_that_leaves_is_gone() -> None:
    async with open_discovery(HERE) as guest:
        async with open_discovery(HERE) as host:
            await host.announce(Notice("Ben's. Table!", "tortuga", 1, fingerprint(BEN.public)), AT)
            async with open_discovery(HERE) as late:
                table = await next_of(late, Appeared, fingerprint(BEN.public))
                assert table.notice.name == "Ben's. Table!"
        await next_of(guest, Vanished, fingerprint(BEN.public))


async def test_a_table_with_another_name_replaces_the_old_notice() -> None:
    async with open_discovery(HERE) as host, open_discovery(HERE) as guest:
        await host.announce(NOTICE, AT)
        await next_of(guest, Appeared)
        await host.announce(Notice("The Black Pearl", "tortuga", 3, WORDS), AT)
        assert (await next_of(guest, Appeared)).notice.name == "The Black Pearl"


async def test_where_there_is_no_such_network_it_is_said_and_nothing_happens() -> None:
    async with open_discovery(["192.0.2.77"]) as discovery:
        assert discovery.trouble is not None
        await discovery.announce(NOTICE, AT)
        await discovery.withdraw()
        assert discovery.tables == {}


async def test_a_prankster_with_thousands_of_tables_costs_little() -> None:
    send, receive = trio.open_memory_channel[Appeared | Changed | Vanished](1)
    async with send, receive:
        discovery = Discovery(None, None, send, receive, is_alone=True)
        for number in range(5_000):
            discovery._note(f"table {number}.{SERVICE}", True)
        assert len(discovery._pending) == TABLES_MAX


def test_a_crowd_of_false_tables_makes_room_for_a_true_one() -> None:
    """Sixty-four of a prankster's hid every table that was announced after them."""

    def found(label: str, host: str) -> FoundTable:
        return FoundTable(label, Notice(label, "tortuga", 1, "babab-babab-babab-babab"), (Address(host, 1667),))

    tables = {"true": found("true", "10.0.0.9")}
    tables |= {f"false {number}": found("false", "10.0.0.66") for number in range(TABLES_MAX - 1)}
    for _ in range(TABLES_MAX - 2):
        assert tables.pop(busiest(tables)).notice.name == "false"
    assert "true" in tables


def test_a_notice_is_read_as_it_was_written() -> None:
    assert read_table(info(RECORDS)) == FoundTable(f"x.{SERVICE}", NOTICE, AT)


@pytest.mark.parametrize(
    "change",
    [
        {"v": None},
        {"v": "one"},
        {"v": "-1"},
        {"v": "1" * 200},
        {"free": "10"},
        {"free": "3.5"},
        {"free": ""},
        {"free": "\N{ARABIC-INDIC DIGIT THREE}"},
        {"game": ""},
        {"game": "../../etc"},
        {"game": "Tortuga"},
        {"game": "x" * 25},
        {"game": b"\xff\xfe"},
        {"key": ""},
        {"key": "tulom-ganar"},
        {"key": WORDS + "\n"},
        {"patience": None},
        {"patience": "long"},
        {"patience": "1" * 11},
    ],
    ids=lambda change: repr(change)[:30],
)
def test_a_notice_that_makes_no_sense_is_not_shown(change: dict[str, str | bytes | None]) -> None:
    assert read_table(info({**RECORDS, **change})) is None


def test_a_table_that_nobody_can_call_is_not_shown() -> None:
    assert read_table(info(RECORDS, port=0)) is None
    assert read_table(info(RECORDS, hosts=())) is None
    assert read_table(info(RECORDS, hosts=("224.0.0.251", "0.0.0.0"))) is None


def test_a_table_at_a_link_local_number_can_be_called() -> None:
    table = read_table(info(RECORDS, hosts=("fe80::1",)))
    assert table is not None
    assert table.addresses == (Address("fe80::1", 1667),)


def test_what_is_not_usual_is_announced_too() -> None:
    odd = Notice("Ana's table", "tortuga", 3, WORDS, patience_s=2**32 - 1, options="long=yes; dice=@FILE")
    table = read_table(_info(odd, AT))
    assert table is not None
    assert table.notice == odd


def test_options_that_a_terminal_would_obey_or_that_never_end_are_cleaned() -> None:
    table = read_table(info({**RECORDS, "options": "\x1b[2Jgoal=" + "x" * 235}))
    assert table is not None
    assert table.notice.options == "[2Jgoal=" + "x" * (OPTIONS_TOLD_BYTES_MAX - 8)


async def test_loopback_is_never_announced_to_a_network() -> None:
    async with open_discovery(HERE) as host, open_discovery(HERE) as guest:
        host._is_alone = False  # as if others heard it too
        await host.announce(NOTICE, AT)
        assert host._info is None
        await host.announce(NOTICE, (*AT, Address("fe80::1", 1667), Address("192.0.2.7", 1667)))
        table = await next_of(guest, Appeared)
        assert {place.host for place in table.addresses} == {"fe80::1", "192.0.2.7"}
        await host.announce(NOTICE, AT)
        await next_of(guest, Vanished)


def test_another_version_is_shown_as_such() -> None:
    table = read_table(info({**RECORDS, "v": str(VERSION + 1)}))
    assert table is not None
    assert table.notice.version == VERSION + 1


def test_only_the_first_addresses_are_kept() -> None:
    table = read_table(info(RECORDS, hosts=tuple(f"10.0.0.{number}" for number in range(1, 30))))
    assert table is not None
    assert len(table.addresses) == PLACES_MAX


@given(st.dictionaries(st.sampled_from([*RECORDS, "other"]), st.none() | st.binary(max_size=80)))
def test_whatever_is_announced_is_read_or_left_out(records: dict[str, bytes | None]) -> None:
    table = read_table(info({**RECORDS, **records}))
    if table is not None:
        assert table.notice.name.isprintable()
        assert 0 < len(table.notice.name.encode()) <= NAME_BYTES_MAX
        assert table.notice.seats_free <= SEATS_MAX


@given(st.text(max_size=200), st.integers(0, 60))
def test_cleaned_text_is_printable_short_and_stays_so(text: str, bytes_max: int) -> None:
    cleaned = clean(text, bytes_max)
    assert cleaned.isprintable()
    assert len(cleaned.encode()) <= bytes_max
    assert cleaned == cleaned.strip()
    assert clean(cleaned, bytes_max) == cleaned


def test_what_a_terminal_would_obey_is_gone() -> None:
    assert clean("\x1b[2JAna\u202e\u2028s\ttable\x00", 48) == "[2JAna s table"

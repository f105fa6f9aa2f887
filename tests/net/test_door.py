"""Who may knock, and how much somebody may cost in a while."""

from __future__ import annotations

import pytest

from tortuga_p2p.limits import (
    HANDSHAKES_MAX,
    HANDSHAKES_PER_HOST_BURST,
    HANDSHAKES_PER_HOST_MAX,
    HANDSHAKES_PER_HOST_PER_S,
    HOSTS_REMEMBERED_MAX,
)
from tortuga_p2p.net.bucket import Bucket
from tortuga_p2p.net.door import Door, block_of


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(per_s=10, burst=40, now_s=0)
    assert [bucket.has(1, 0) for _ in range(41)] == [True] * 40 + [False]
    assert [bucket.has(1, 1) for _ in range(11)] == [True] * 10 + [False]
    assert sum(bucket.has(1, 1_000) for _ in range(100)) == 40  # it never holds more than its burst


def test_a_debt_is_waited_for() -> None:
    bucket = Bucket(per_s=10, burst=40, now_s=0)
    assert bucket.pay(40, 0) == 0
    assert bucket.pay(5, 0) == pytest.approx(0.5)
    assert bucket.pay(5, 0.5) == pytest.approx(0.5)


def test_one_address_gets_its_share_and_no_more() -> None:
    door = Door()
    assert [door.enter("10.0.0.1", 0) for _ in range(HANDSHAKES_PER_HOST_MAX + 1)][-2:] == [True, False]
    assert door.enter("10.0.0.2", 0)
    door.leave("10.0.0.1")
    assert door.enter("10.0.0.1", 0)


def test_all_addresses_together_get_no_more_than_there_is() -> None:
    door = Door()
    entered = sum(door.enter(f"10.0.0.{number}", 0) for number in range(100))
    assert entered == door.inside == HANDSHAKES_MAX


def test_who_comes_and_goes_without_end_is_slowed_down() -> None:
    door = Door()
    entered = 0
    for tick in range(1_000):  # for ten seconds
        if door.enter("10.0.0.1", tick / 100):
            entered += 1
            door.leave("10.0.0.1")
    assert entered == pytest.approx(HANDSHAKES_PER_HOST_BURST + 10 * HANDSHAKES_PER_HOST_PER_S, abs=1)


def test_a_whole_network_of_ipv6_numbers_is_one_address() -> None:
    assert block_of("2001:db8:1:2:3:4:5:6") == block_of("2001:db8:1:2::1") == "2001:db8:1:2::"
    assert block_of("2001:db8:1:3::1") != block_of("2001:db8:1:2::1")
    assert block_of("10.0.0.1") == "10.0.0.1"


def test_the_book_of_addresses_does_not_grow() -> None:
    door = Door()
    for number in range(10 * HOSTS_REMEMBERED_MAX):
        host = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        assert door.enter(host, 0)
        door.leave(host)
    assert len(door._rates) == HOSTS_REMEMBERED_MAX
    assert not door._inside

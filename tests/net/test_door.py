"""Who may knock, and how much somebody may cost in a while."""

from __future__ import annotations

import pytest

from tortuga_p2p.limits import (
    HANDSHAKES_EXPECTED_MAX,
    HANDSHAKES_MAX,
    HANDSHAKES_PER_HOST_BURST,
    HANDSHAKES_PER_HOST_MAX,
    HANDSHAKES_PER_HOST_PER_S,
    HOSTS_REMEMBERED_MAX,
)
from tortuga_p2p.net.bucket import Bucket
from tortuga_p2p.net.door import Caller, Door, block_of


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


class Street:
    """Callers at one door, and who was sent away."""

    def __init__(self) -> None:
        self.door = Door()
        self.sent_away: list[str] = []

    def call(self, host: str, now_s: float = 0, *, is_expected: bool = False) -> Caller | None:
        caller = Caller(host, is_expected, lambda: self.sent_away.append(host))
        return caller if self.door.enter(caller, now_s) else None


def test_who_takes_more_than_its_share_loses_its_oldest_call() -> None:
    street = Street()
    assert all(street.call("10.0.0.1") for _ in range(HANDSHAKES_PER_HOST_MAX))
    assert street.sent_away == []
    assert street.call("10.0.0.2")
    assert street.sent_away == []
    assert street.call("10.0.0.1")
    assert street.sent_away == ["10.0.0.1"]
    assert street.door.inside == HANDSHAKES_PER_HOST_MAX + 1


def test_a_full_door_opens_for_somebody_new_at_the_cost_of_the_busiest_address() -> None:
    street = Street()
    for number in range(1, 4):
        assert all(street.call(f"10.0.0.{number}") for _ in range(HANDSHAKES_MAX // 3))
    assert all(street.call(f"10.0.1.{number}") for number in range(HANDSHAKES_MAX % 3))
    assert street.door.inside == HANDSHAKES_MAX
    assert street.call("10.9.9.9")
    assert street.sent_away == ["10.0.0.1"]
    assert street.call("10.9.9.8")
    assert street.sent_away == ["10.0.0.1", "10.0.0.2"]
    assert street.door.inside == HANDSHAKES_MAX


def test_where_every_address_has_one_call_the_oldest_goes() -> None:
    street = Street()
    assert all(street.call(f"10.0.0.{number}") for number in range(HANDSHAKES_MAX + 2))
    assert street.sent_away == ["10.0.0.0", "10.0.0.1"]


def test_peers_of_our_table_have_places_that_no_stranger_takes() -> None:
    street = Street()
    assert street.call("10.5.5.5", is_expected=True)
    assert all(street.call(f"10.0.0.{number}") for number in range(3 * HANDSHAKES_MAX))
    assert "10.5.5.5" not in street.sent_away
    assert street.door.inside == HANDSHAKES_MAX + 1
    for number in range(HANDSHAKES_EXPECTED_MAX):
        assert street.call(f"10.6.6.{number}", is_expected=True)
    assert street.door.inside == HANDSHAKES_MAX + HANDSHAKES_EXPECTED_MAX
    assert street.sent_away[-1] == "10.5.5.5"


def test_who_was_sent_away_may_leave_again_without_harm() -> None:
    street = Street()
    caller = street.call("10.0.0.1")
    assert caller is not None
    street.door.leave(caller)
    street.door.leave(caller)
    assert street.door.inside == 0


def test_who_comes_and_goes_without_end_is_slowed_down() -> None:
    street = Street()
    entered = 0
    for tick in range(1_000):  # for ten seconds
        caller = street.call("10.0.0.1", tick / 100)
        if caller is not None:
            entered += 1
            street.door.leave(caller)
    assert entered == pytest.approx(HANDSHAKES_PER_HOST_BURST + 10 * HANDSHAKES_PER_HOST_PER_S, abs=1)


def test_a_whole_network_of_ipv6_numbers_is_one_address() -> None:
    assert block_of("2001:db8:1:2:3:4:5:6") == block_of("2001:db8:1:2::1") == "2001:db8:1:2::"
    assert block_of("2001:db8:1:3::1") != block_of("2001:db8:1:2::1")
    assert block_of("10.0.0.1") == "10.0.0.1"


def test_on_our_own_network_every_ipv6_number_is_an_address() -> None:
    assert block_of("fd00::2", is_on_link=True) != block_of("fd00::3", is_on_link=True)
    assert block_of("fe80::2") != block_of("fe80::3")  # link-local numbers are of our own network by their nature


def test_the_book_of_addresses_does_not_grow() -> None:
    street = Street()
    for number in range(10 * HOSTS_REMEMBERED_MAX):
        caller = street.call(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
        assert caller is not None
        street.door.leave(caller)
    assert len(street.door._rates) == HOSTS_REMEMBERED_MAX
    assert street.door.inside == 0

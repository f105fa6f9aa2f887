"""What we know of one peer: whether it is of our table, where it may be reached, when to dial it, and its link.

Addresses are kept by who said so: our own user or discovery, the peer itself, other peers. The last kind is hearsay:
it is tried but never passed on, so nobody can make addresses travel. No I/O; net/mesh.py acts on what stands here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import trio

from ..limits import ACQUAINTANCES_MAX, BACKOFF_MAX_S, BACKOFF_MIN_S, HANDICAP_S, PLACES_MAX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .address import Address
    from .link import PeerLink
    from .link_message import Peers

_FAILURES_MAX: Final = 16  # more change nothing: the longest pause is reached after seven


class KnownPeer:
    """One peer in the mesh's book. `draw` gives numbers in [0, 1): two peers shall not redial in step."""

    def __init__(self, peer: bytes, *, is_smaller: bool, draw: Callable[[], float]) -> None:
        self.peer = peer
        self.wanted = False
        self.latest: PeerLink | None = None  # until it is closed
        self.host: str | None = None  # where its link comes from or goes to
        self.turn = trio.Lock()  # whose link is up: one PeerDown comes before the next PeerUp
        self.told: Peers | None = None  # what it says about others
        self.was_told = b""  # and what we told it

        # Dialling.
        self.news = trio.Event()  # set and replaced whenever the pursuit may have something to do
        self.pursuit: trio.CancelScope | None = None  # the task that dials again and again
        self.attempt = trio.CancelScope()  # what it tries now
        self.greeting: trio.Event | None = None  # a call of ours waits for its answer: set when that is decided
        self._handicap_s = 0 if is_smaller else HANDICAP_S
        self._draw = draw
        self._failures = 0
        self._last_s = trio.current_time() - BACKOFF_MIN_S
        self.due_s = trio.current_time() + self._handicap_s

        # Addresses.
        self.own: tuple[Address, ...] = ()  # what the peer says of itself, and where it was seen
        self._given: tuple[Address, ...] = ()
        self._hearsay: dict[bytes, tuple[Address, ...]] = {}
        self._best: Address | None = None  # where it answered last
        self._seen: frozenset[Address] = frozenset()

    @property
    def is_idle(self) -> bool:
        """Whether nothing would be lost by forgetting it."""
        return not (self.wanted or self.latest or self.greeting or self.turn.locked())

    @property
    def link(self) -> PeerLink | None:
        """Its link, unless that is about to end."""
        return self.latest if self.latest is not None and self.latest.ended is None else None

    def wake(self) -> None:
        """Makes the pursuit look again."""
        self.news.set()
        self.news = trio.Event()

    # --- when to dial ------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Our user wants it now."""
        self._failures = 0
        self.due_s = trio.current_time()
        self.wake()

    def begin(self) -> None:
        self._last_s = trio.current_time()

    def fail(self, *, for_long: bool = False) -> None:
        """An attempt was in vain, or a link died young: the pause doubles, or is at once the longest."""
        self._failures = _FAILURES_MAX if for_long else min(self._failures + 1, _FAILURES_MAX)
        self._pause()

    def lose(self) -> None:
        """A good link is gone."""
        self._failures = 0
        self._pause()

    def _pause(self) -> None:
        pause_s = min(BACKOFF_MAX_S, BACKOFF_MIN_S * 2 ** (self._failures - 1)) if self._failures else 0
        self.due_s = trio.current_time() + pause_s * (0.5 + self._draw() / 2) + self._handicap_s
        self.wake()

    # --- where -------------------------------------------------------------------------------------------------------

    @property
    def addresses(self) -> tuple[Address, ...]:
        """All known, those more likely to work first."""
        known = dict.fromkeys((*self._given, *self.own, *(one for told in self._hearsay.values() for one in told)))
        return tuple(sorted(known, key=lambda address: address != self._best))  # stable

    def give(self, addresses: Iterable[Address]) -> None:
        """From our user, an invitation or discovery: the newest first."""
        self._given = tuple(dict.fromkeys((*addresses, *self._given)))[:PLACES_MAX]
        self._look_for_news()

    def introduce(self, addresses: tuple[Address, ...]) -> None:
        """From the peer itself."""
        self.own = addresses[:PLACES_MAX]
        self._look_for_news()

    def hear(self, teller: bytes, addresses: tuple[Address, ...]) -> None:
        """From another peer."""
        if teller in self._hearsay or len(self._hearsay) < ACQUAINTANCES_MAX:
            self._hearsay[teller] = addresses[:PLACES_MAX]
            self._look_for_news()

    def answered(self, address: Address) -> None:
        self._best = address

    def strike(self, address: Address) -> None:
        """Somebody else answers there."""

        def without(addresses: tuple[Address, ...]) -> tuple[Address, ...]:
            return tuple(one for one in addresses if one != address)

        self._given, self.own = without(self._given), without(self.own)
        self._hearsay = {teller: without(told) for teller, told in self._hearsay.items()}

    def _look_for_news(self) -> None:
        """An address that was not known is tried soon, however often we failed at others."""
        now = frozenset(self.addresses)
        if now - self._seen:
            soon_s = max(trio.current_time() + self._handicap_s, self._last_s + BACKOFF_MIN_S)
            self.due_s = min(self.due_s, soon_s)
            self.wake()
        self._seen = now

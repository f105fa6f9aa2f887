"""What everybody could know after a game, compared with what everybody was shown.

Reads the public messages of a game like any spectator, and notes which locks of which hidden thing they take off. Then
no spectator and no coalition of seats may be able to read a thing that was neither opened nor shown to one of them; no
die that was not selected may be told anywhere; and every seat knows exactly what the rules say it was shown. Every
state on the way must be one that evidence can hold.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..crypto import zone
from ..crypto.element import element
from ..crypto.group import POINT_BYTES
from ..limits import STATE_BYTES_MAX
from ..rules.answer import Left
from ..rules.ask import PILE, MixHands
from ..rules.laws import ThingPlaces
from ..session import showing
from ..session.event import Begun, Heard, RemovalShown
from ..session.ledger import Die, Hidden, place_of
from ..session.message import HandOver, Play, Remask, Reveal, Say, Show
from ..session.randomness import own_faces
from ..session.replica import Session
from ..session.session import step
from ..session.table import Table
from .forging import content_of, said_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..rules.ask import Face, Handle, Seat
    from ..session.evidence import Verdict
    from ..session.message import Masked
    from ..session.removal import Removal
    from ..session.replica import Where
    from ..session.seat_secrets import SeatSecrets
    from .company import Company, Peer

Lock = bytes  # the first half of a masked card: what a share takes a lock off


@dataclass(slots=True)
class Locks:
    """Who could read what, from public messages alone and the keys of a coalition."""

    needed: dict[Lock, frozenset[Seat]] = field(default_factory=dict)
    given: defaultdict[Lock, set[Seat]] = field(default_factory=lambda: defaultdict(set))
    same: defaultdict[Lock, set[tuple[Lock, Seat]]] = field(default_factory=lambda: defaultdict(set))

    def lie(self, table: Table, thing: Hidden) -> Lock:
        """A thing lies in the ledger: these keys lock it. What was dealt keeps the lock of the pile it came from."""
        lock = thing.card.raw[:POINT_BYTES]
        everybody = frozenset(table.present)
        self.needed.setdefault(lock, everybody if thing.place == PILE else frozenset({thing.place}))
        return lock

    def link(self, old: Lock, new: Lock, known_to: Seat) -> None:
        """Two locks on the same thing; only whoever made the new one knows how they differ."""
        self.same[old].add((new, known_to))
        self.same[new].add((old, known_to))

    def can_read(self, lock: Lock, coalition: frozenset[Seat]) -> bool:
        """Whether all locks are off, here or under any other mask that the coalition can take away."""
        met, waiting = {lock}, [lock]
        while waiting:
            one = waiting.pop()
            if one in self.needed and self.needed[one] <= self.given[one] | coalition:
                return True
            for other, known_to in self.same[one]:
                if known_to in coalition and other not in met:
                    met.add(other)
                    waiting.append(other)
        return False


def coalitions(seats: int) -> list[frozenset[Seat]]:
    """Nobody (a spectator), and every company that leaves somebody out."""
    return [frozenset(some) for size in range(seats) for some in combinations(range(seats), size)]


class Auditor:
    """Follows one game from its closed steps."""

    def __init__(self, company: Company, owns: Mapping[bytes, SeatSecrets]) -> None:
        self.company = company
        self.owns = owns  # by identity: in a simulated company nothing is secret
        meeting = company.meeting
        self.session, _ = step(Session.make(meeting, company.game, company.group, None), Begun())
        self.places = ThingPlaces(len(meeting.company), company.game.piles)
        self.locks = Locks()
        self.coalitions = coalitions(len(meeting.company))
        self.readers: defaultdict[Lock, set[Seat]] = defaultdict(set)  # who was shown the thing under this lock
        self.opened_dice: set[tuple[Seat, int, int]] = set()
        self._faces: dict[bytes | Die, Face] = {}
        self._shown = 0  # how often a lock was taken off or exchanged
        self._found_safe: dict[Lock, tuple[int, frozenset[Seat]]] = {}  # when nothing has changed since, it still is

    def follow(
        self,
        closed: Sequence[Mapping[int, bytes]],
        known: Mapping[tuple[Where, bytes], Any],
        removals: Sequence[Removal] = (),
    ) -> None:
        """Every step: the ledger lies where the rules say, nothing is readable too early, everybody knows their part.

        `known` is what seats knew, by epoch and step, and identity, wherever that was seen.
        """
        waiting = list(removals)
        for number, said in enumerate(closed):
            while waiting and waiting[0].step == number:
                self._remove(waiting.pop(0), known)
            before = self.session.position
            for raw in said.values():
                self.session, _ = step(self.session, Heard(b"", Say(self.company.meeting.id, raw)))
            after = self.session.position
            if isinstance(before, Table) and isinstance(after, Table):
                self._take(before, after, said.values())
            if isinstance(after, Table):
                assert len(after.raw) <= STATE_BYTES_MAX, "no evidence could hold this state: nobody could be convicted"
                self._check_known(after, known)
        self._check_bytes(closed)

    def _remove(self, removal: Removal, known: Mapping[tuple[Where, bytes], Any]) -> None:
        """Those who stay go on without somebody."""
        before = self.session.position
        self.session, refused = step(self.session, RemovalShown(removal))
        after = self.session.position
        assert isinstance(before, Table)
        assert isinstance(after, Table)
        assert after is not before, f"the removal of step {removal.step} is not what was signed: {refused!r}"
        self._take(before, after, ())
        self._check_known(after, known)

    # --- what a step shows ------------------------------------------------------------------------------------------

    def _take(self, before: Table, after: Table, raws: Iterable[bytes]) -> None:
        touched = set()
        for raw in raws:
            seat, said = content_of(raw).seat, said_in(raw)
            match said:
                case Show():
                    duty = showing.duties(before, seat)
                    touched |= self._give_shares(before, seat, duty.shares)
                    self._open_dice(before, duty.dice)
                case Play() | Reveal():
                    cards = [h for h in said.deed.opens if isinstance(before.things[h], Hidden)]
                    touched |= self._give_shares(before, seat, cards)
                    self._open_dice(before, said.deed.opens)
                    self._pass_on(before, seat, [gift.handle for gift in said.deed.gives], said.deed.given)
                case HandOver():
                    handles = [h for h, _ in before.ask.things if place_of(before.things[h]) == seat]  # type: ignore[union-attr]
                    self._pass_on(before, seat, handles, said.given)
                case Remask():
                    self._pass_on(before, seat, showing.stale(before, seat), said.cards)
        opened = [h for h in before.things if h not in after.things] if after.epoch == before.epoch else []
        for told in after.told:
            if isinstance(told.answer, Left):
                self.places.leave(told.answer.seat)
                continue
            ask = self.company.game.asks(told.before)
            if isinstance(ask, MixHands):
                opened = []  # handles of hands that were mixed: nothing is opened
            self.places.check_ask(ask)
            self.places.take(ask, told.answer)
        self._check_ledger(after)
        self._check_secrecy(before, after, touched, set(opened))

    def _give_shares(self, table: Table, seat: Seat, handles: Iterable[Handle]) -> set[Lock]:
        locks = {self._lock(table, handle) for handle in handles}
        self._shown += len(locks)
        for lock in locks:
            self.locks.given[lock].add(seat)
        return locks

    def _pass_on(self, table: Table, seat: Seat, handles: Iterable[Handle], given: Iterable[Masked]) -> None:
        for handle, masked in zip(handles, given, strict=True):
            self._shown += 1
            old, new = self._lock(table, handle), masked.card[:POINT_BYTES]
            self.locks.link(old, new, known_to=seat)
            self.readers[new] |= self.readers[old]

    def _open_dice(self, table: Table, handles: Iterable[Handle]) -> None:
        dice = [thing for thing in map(table.things.get, handles) if isinstance(thing, Die)]
        self.opened_dice |= {(die.seat, die.roll, die.position) for die in dice}

    def _lock(self, table: Table, handle: Handle) -> Lock:
        thing = table.things[handle]
        assert isinstance(thing, Hidden)
        return self.locks.lie(table, thing)

    # --- what must hold ---------------------------------------------------------------------------------------------

    def _check_ledger(self, table: Table) -> None:
        lies = {handle: place_of(thing) for handle, thing in table.things.items()}
        assert lies == self.places.at, f"step {table.step}: things lie where the rules do not know"

    def _check_secrecy(self, before: Table, after: Table, touched: set[Lock], opened: set[Handle]) -> None:
        """Whoever can read a thing was shown it; what everybody can read was opened."""
        is_open = {self._lock(before, h) for h in opened if isinstance(before.things[h], Hidden)}
        for handle, thing in after.things.items():
            if isinstance(thing, Hidden):
                lock = self.locks.lie(after, thing)
                self.readers[lock] |= self.places.seen[handle]
                touched.add(lock)
        for lock in touched - is_open:
            now = self._shown, frozenset(self.readers[lock])
            if self._found_safe.get(lock) == now:
                continue
            self._found_safe[lock] = now
            everybody = frozenset(after.present)
            for coalition in self.coalitions:
                if not coalition & self.readers[lock] and not coalition >= everybody:
                    who = f"seats {sorted(coalition)}" if coalition else "every spectator"
                    assert not self.locks.can_read(lock, coalition), f"step {after.step}: {who} can read a hidden thing"

    def _check_known(self, table: Table, known: Mapping[tuple[Where, bytes], Any]) -> None:
        for seat, identity in enumerate(table.agreement.identities):
            where = (table.epoch, table.step)
            if (where, identity) in known and table.seats >> seat & 1:
                shown = [handle for handle, seen in self.places.seen.items() if seat in seen]
                due = {handle: self._face(table, handle) for handle in shown}
                assert known[where, identity] == due, f"seat {seat} knows something else than it was shown"

    def _face(self, table: Table, handle: Handle) -> Face:
        """What is on a thing, read with everybody's keys."""
        thing, agreement = table.things[handle], table.agreement
        if isinstance(thing, Die):
            if thing not in self._faces:
                own = self.owns[agreement.identities[thing.seat]]
                self._faces[thing] = own_faces(table, own, thing.seat, (handle,))[handle]
            return self._faces[thing]
        if thing.card.raw not in self._faces:
            places = table.present if thing.place == PILE else (thing.place,)
            owners = [agreement.identities[place] for place in places]
            group, keys = agreement.group, [self.owns[owner].key.scalar for owner in owners]
            shares = [element(group, group.mul_secret(key, thing.card.a)) for key in keys]
            self._faces[thing.card.raw] = agreement.packs[thing.pile].face(zone.laid_bare(group, thing.card, shares))
        return self._faces[thing.card.raw]

    def _check_bytes(self, closed: Sequence[Mapping[int, bytes]]) -> None:
        """No secret that was not due stands anywhere in what was said."""
        table = self.session.table
        if table is None:
            return
        everything = b"".join(raw for said in closed for raw in said.values())
        for seat, identity in enumerate(table.agreement.identities):
            own = self.owns[identity]
            assert own.chain.value(table.beacons + 1) not in everything, f"seat {seat} has shown its next chain value"
            for roll in range(table.rolls[seat] + 1):
                for position, secret in enumerate(own.dice.secrets(roll)):
                    if (seat, roll, position) not in self.opened_dice:
                        assert secret not in everything, f"a die of seat {seat} is told that was not opened"


def audit(company: Company, honest: Sequence[Peer], known: Mapping[tuple[Where, bytes], Any]) -> None:
    """Raises `AssertionError` where somebody could know more than they were shown, or knows something else.

    Where somebody cheated: up to the step that is proved. From there on, each may have been told another story, unless
    those who stay went on from there without the culprit.
    """
    verdicts = [proof.verdict for peer in honest for proof in peer.session.verdicts]
    until = min((verdict.step for verdict in verdicts), default=1 << 32)
    longest = max(honest, key=lambda peer: (len(peer.session.removals), len(peer.session.closed)))
    if verdicts and all(_is_without(longest, verdict) for verdict in verdicts):
        until = 1 << 32
    me_s = [peer.start.me for peer in company.players]
    lobby = next((peer.session.table.agreement.lobby_id for peer in honest if peer.session.table), None)
    if lobby is None:
        return
    owns = {me.identity.public: me.secrets(company.group, lobby) for me in me_s if me is not None}
    cuts = [(removal.epoch, removal.step) for removal in longest.session.removals]
    told = {
        (where, who): faces
        for (where, who), faces in known.items()
        if where[1] <= until and not any(where[0] == epoch and where[1] > step for epoch, step in cuts)
    }
    Auditor(company, owns).follow(longest.session.closed[:until], told, longest.session.removals)


def _is_without(peer: Peer, verdict: Verdict) -> bool:
    """Whether they were removed before anything was closed that is proved to be a lie."""
    table = peer.session.table
    seat = table.agreement.identities.index(verdict.identity) if table is not None else -1
    removed = [removal.step for removal in peer.session.removals if seat >= 0 and removal.missing >> seat & 1]
    return any(step <= verdict.step for step in removed)

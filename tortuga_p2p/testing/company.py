"""A company of peers in one process: real sessions, what each wrote down, what each wishes to say. No network, no time.

Stories in tests let peers take events one by one; the simulator puts a network and a clock around them. Everything
follows from the numbers given to `Company.make`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeAlias

from ..crypto.chain import Chain, owner_context
from ..crypto.dice import DiceTree
from ..crypto.identity import Identity
from ..crypto.secret import GameSecret
from ..crypto.toygroup import ToyGroup
from ..crypto.zone import secret_key
from ..limits import PATIENCE_DEFAULT_S
from ..session import position as at
from ..session.agreement import Meeting, make_terms
from ..session.event import (
    Begun,
    Convict,
    Heard,
    Intent,
    Keep,
    RecordRemoval,
    RecordStep,
    Refuse,
    Reject,
    Remembered,
    Tell,
    Utter,
)
from ..session.message import Person, Say
from ..session.replica import Me, Session
from ..session.seat_secrets import SeatSecrets
from ..session.session import step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..crypto.group import Group
    from ..rules.ask import Move
    from ..rules.game import Options
    from ..session.agreement import AnyGame
    from ..session.event import Effect, Event, Talk

TOY = ToyGroup()
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hugo", "Ida")
SPECTATOR = "a spectator"
BRIEF_CHAIN_LENGTH = 512  # twice what the longest simulated game needs
BRIEF_DICE_ROLLS = 64
MAIL_MAX = 20_000  # letters that one `carry` delivers; a long game has some thousands
DECISIONS_MAX = 2_000  # of one game: the longest of ours have some hundreds, and a game that goes in circles has no end


def some_bytes(*label: object) -> bytes:
    """32 bytes that a label names: in a company nothing is secret, and everything can be repeated."""
    return sha256(repr(label).encode()).digest()


class KnownMe(Me):
    """A seat whose chain and dice grow once for equal lobbies: growing them takes longer than a short game."""

    __slots__ = ()

    def secrets(self, group: Group, lobby: bytes) -> SeatSecrets:
        return _grown(group, self.master, lobby, self.identity.public)


@lru_cache(maxsize=256)
def _grown(group: Group, master: bytes, lobby: bytes, identity: bytes) -> SeatSecrets:
    return SeatSecrets.derive(group, master, lobby, identity)


class BriefMe(KnownMe):
    """A seat that has randomness for no more than a usual game. Nobody can see how much of it another has."""

    __slots__ = ()

    def secrets(self, group: Group, lobby: bytes) -> SeatSecrets:
        return _grown_briefly(group, self.master, lobby, self.identity.public)


@lru_cache(maxsize=1024)
def _grown_briefly(group: Group, master: bytes, lobby: bytes, identity: bytes) -> SeatSecrets:
    secret, owner = GameSecret.derive(master, lobby), owner_context(lobby, identity)
    chain = Chain.grow(secret.chain_seed, owner, BRIEF_CHAIN_LENGTH)
    dice = DiceTree(secret.leaf_seed, owner, BRIEF_DICE_ROLLS)
    return SeatSecrets(secret, chain, dice, secret_key(group, secret.card_seed))


@dataclass(frozen=True, slots=True)
class Mail:
    """Something on its way. Without a recipient it is for every neighbour."""

    sender: str
    to: str | None
    talk: Talk


Entry: TypeAlias = Keep | Utter | RecordStep | RecordRemoval


@dataclass(slots=True)
class Peer:
    """One participant. `log` is what it wrote down; the first `durable` entries outlive a crash for certain."""

    name: str
    key: bytes  # what its neighbours know it by
    start: Session
    session: Session
    log: list[Entry] = field(default_factory=list)
    durable: int = 0
    convictions: list[Convict] = field(default_factory=list)
    refusals: list[Refuse] = field(default_factory=list)
    rejections: list[Reject] = field(default_factory=list)
    _written: set[Entry] = field(default_factory=set)

    @property
    def seat(self) -> int:
        return self.session.own_seat

    def take(self, event: Event) -> list[Effect]:
        """One event; the effects are noted as a node would carry them out."""
        effects = self.step(event)
        self.note(effects)
        return effects

    def step(self, event: Event) -> list[Effect]:
        """One event; nothing of it is written down yet."""
        self.session, effects = step(self.session, event)
        return effects

    def note(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            match effect:
                case Keep() | Utter() | RecordStep() | RecordRemoval():
                    if effect not in self._written:  # a resumed peer says and closes again what it did before
                        self._written.add(effect)
                        self.log.append(effect)
                        self.durable = len(self.log) if isinstance(effect, Utter) else self.durable
                case Convict():
                    self.convictions.append(effect)
                case Refuse():
                    self.refusals.append(effect)
                case Reject():
                    self.rejections.append(effect)
                case Tell():
                    pass

    def crash(self, kept: int) -> None:
        """Everything is forgotten but what was written down; of that, `kept` entries beyond the durable ones."""
        del self.log[self.durable + kept :]
        self._written = set(self.log)
        self.session = self.start

    def wake(self) -> list[Effect]:
        """Goes on from the log, as a node goes on from its journal."""
        removals = tuple(entry.removal for entry in self.log if isinstance(entry, RecordRemoval))
        moves = tuple((entry.step, entry.move, entry.helm) for entry in _standing(self.log) if isinstance(entry, Keep))
        self.take(Remembered(tuple(entry.raw for entry in self.log if isinstance(entry, Utter)), moves, removals))
        durable, torn = self.log[: self.durable], self.log[self.durable :]  # a journal vouches with every sync
        kept = _standing(durable)
        closed = [entry for entry in kept if isinstance(entry, RecordStep)]
        history = at.first_history(self.session.meeting.id)
        for entry in kept:
            if isinstance(entry, RecordStep):
                history = at.next_history(history, entry.envelopes)
            elif isinstance(entry, RecordRemoval):
                history = at.next_history(history, entry.removal.confirms)
        effects = self.take(Begun(tuple(raw for one in closed for raw in one.envelopes), len(closed), history))
        for envelopes in [entry.envelopes for entry in torn if isinstance(entry, RecordStep)]:
            for raw in envelopes:
                effects += self.take(Heard(b"", Say(self.session.meeting.id, raw)))
        return effects


def _standing(log: Iterable[Entry]) -> list[Entry]:
    """What was written down, without what a removal has taken back."""
    kept: list[Entry] = []
    for entry in log:
        if isinstance(entry, RecordRemoval):
            cut = entry.removal.step
            kept = [one for one in kept if not (isinstance(one, Keep | RecordStep) and one.step >= cut)]
        kept.append(entry)
    return kept


@dataclass(slots=True)
class Company:
    """Peers by name: those who play in the order of their chairs, then those who watch."""

    meeting: Meeting
    game: AnyGame
    group: Group
    peers: dict[str, Peer]
    post: list[Mail] = field(default_factory=list)  # all that somebody wants to have sent and nobody has delivered

    @classmethod
    def make(
        cls,
        game: AnyGame,
        seats: int = 3,
        table: int = 0,
        options: Options | None = None,
        group: Group = TOY,
        watchers: int = 0,
        patience_s: int = PATIENCE_DEFAULT_S,
        seated: type[KnownMe] = KnownMe,
    ) -> Company:
        """People come together; `table` says which. Nobody has begun yet."""
        terms = make_terms(game, seats, options or {}, group, patience_s)
        label = (game.name, seats, table)
        people = sorted((Identity.from_seed(some_bytes(*label, at)) for at in range(seats)), key=lambda one: one.public)
        coming = [Person(one.public, name, False, one.public) for name, one in zip(NAMES, people, strict=False)]
        meeting = Meeting(terms, some_bytes(*label, "call"), tuple(coming))
        peers = {}
        for name, one in zip(NAMES, people, strict=False):
            me = seated(one, some_bytes(*label, name, "master"), some_bytes(*label, name, "nonce"))
            session = Session.make(meeting, game, group, me)
            peers[name] = Peer(name, one.public, session, session)
        for number in range(watchers):
            name = SPECTATOR if number == 0 else f"{SPECTATOR} {number + 1}"
            session = Session.make(meeting, game, group, None)
            peers[name] = Peer(name, some_bytes(*label, name), session, session)
        return cls(meeting, game, group, peers)

    # --- people --------------------------------------------------------------------------------------------------

    def __getitem__(self, who: str | int) -> Peer:
        """A peer by name, or by seat once seats are drawn."""
        if isinstance(who, str):
            return self.peers[who]
        return next(peer for peer in self.players if peer.session.table is not None and peer.seat == who)

    @property
    def players(self) -> list[Peer]:
        return [peer for peer in self.peers.values() if peer.start.me is not None]

    def named(self, key: bytes) -> str:
        return next(peer.name for peer in self.peers.values() if peer.key == key)

    def others(self, name: str) -> list[Peer]:
        return [peer for peer in self.peers.values() if peer.name != name]

    # --- events --------------------------------------------------------------------------------------------------

    def take(self, name: str, event: Event) -> list[Effect]:
        """A peer takes an event; what it wants sent is put into the post."""
        effects = self.peers[name].take(event)
        self.put(name, effects)
        return effects

    def put(self, name: str, effects: Iterable[Effect]) -> None:
        """What these effects send, into the post."""
        for effect in effects:
            if isinstance(effect, Utter):
                self.post.append(Mail(name, None, Say(self.meeting.id, effect.raw)))
            elif isinstance(effect, Tell) and effect.peer != b"":
                to = None if effect.peer is None else self.named(effect.peer)
                self.post.append(Mail(name, to, effect.talk))

    def begin(self) -> Company:
        for name in self.peers:
            self.take(name, Begun())
        return self

    def hear(self, name: str, talk: Talk, sender: str) -> list[Effect]:
        return self.take(name, Heard(self.peers[sender].key, talk))

    def say(self, name: str, raw: bytes, sender: str | None = None) -> list[Effect]:
        """Somebody hears an envelope."""
        return self.hear(name, Say(self.meeting.id, raw), sender or self.others(name)[0].name)

    def carry(self, *, leave_out: Iterable[str] = (), lose: Callable[[Mail], bool] = lambda mail: False) -> Company:
        """Delivers all post, and what it leads to, until nobody wants anything sent.

        Those left out hear nothing; what is lost reaches nobody. Fails where the talk would never end.
        """
        deaf = set(leave_out)
        for _ in range(MAIL_MAX):
            if not self.post:
                return self
            mail = self.post.pop(0)
            for name in self.peers if mail.to is None else (mail.to,):
                if name not in deaf and name != mail.sender and not lose(mail):
                    self.hear(name, mail.talk, mail.sender)
        raise AssertionError(f"{MAIL_MAX} letters and no end: {self.post[0]}")

    # --- a game without trouble ------------------------------------------------------------------------------------

    def deciding(self) -> Iterator[Peer]:
        return (peer for peer in self.players if len(peer.session.moves))

    def intend(self, name: str, move: Move | None = None) -> list[Effect]:
        """A player decides; without a move, on the first legal one."""
        return self.take(name, Intent(self.peers[name].session.moves[0] if move is None else move))

    def sit(self, **carried: Any) -> Company:
        """Everybody begins, and the post is carried: until somebody must decide, or the game is over."""
        return self.begin().carry(**carried)

    def play_until(
        self,
        reached: Callable[[Company], bool],
        choose: Callable[[Peer], Move | None] = lambda peer: None,
        **carried: Any,
    ) -> Company:
        """Everybody takes what is chosen (else the first legal move) until it is reached, or nobody has to decide.

        In some games whoever always takes the first move goes in circles: that fails, it never hangs.
        """
        for _ in range(DECISIONS_MAX):
            if reached(self):
                return self
            peer = next(self.deciding(), None)
            if peer is None:
                return self
            self.intend(peer.name, choose(peer))
            self.carry(**carried)
        raise AssertionError(f"{DECISIONS_MAX} decisions and no end")

    def play(self, **carried: Any) -> Company:
        return self.play_until(lambda _: False, **carried)

"""Everything between a wish to play and the end of a game: open or find a table, wait for people, sit down, play.

One `Party` is one attempt at one game. A screen, a bot or a test starts one of its `host`, `join`, `resume` and reads
`lobby` and `node` while it runs; `changed` is set whenever either appears or changes. Raises `BadInput` with a sentence
for whoever typed something wrong, `PeerLost` where nobody is to blame.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

import trio

from ..crypto.group import default_group
from ..crypto.identity import fingerprint
from ..errors import BadInput, Code, PeerLost, Refused, TortugaError
from ..limits import CALL_AGAIN_S, CALLS_MAX, PATIENCE_DEFAULT_S
from ..net.link_message import TurnedAway
from ..net.mesh import open_mesh
from ..session.agreement import make_terms
from ..session.message import Person
from ..session.warming import warm_up
from ..text import _
from .afterwards import SameAgain
from .files import GameFiles
from .lobby import GuestLobby, HostLobby, NoSeat, TurnedDown
from .names import clean_name, clean_title
from .readmission import Readmission
from .start import check_rules, sit_down, wake_up

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from ..crypto.identity import Identity
    from ..net.address import Address
    from ..net.mesh import Mesh
    from ..rules.game import Options
    from ..session.agreement import AnyGame
    from .names import KnownKeys
    from .node import Node
    from .node_message import Gather, Lobby
    from .player import Player

Entropy: TypeAlias = Callable[[str], bytes]  # 32 bytes for what the label says
# Tells the neighbourhood about an open table, for as long as it is open.
Announce: TypeAlias = "Callable[[Mesh, HostLobby], AbstractAsyncContextManager[object]]"


Expected: TypeAlias = bytes | str | None  # whom we want to meet: a whole key, the words of one, or anybody


def fresh(label: str) -> bytes:
    """Real entropy: what every game that matters is made of."""
    return secrets.token_bytes(32)


def seeded(seed: int, who: str) -> Entropy:
    """Repeatable bytes, known to whoever knows the seed: for self-play and tests, where nobody is to be fooled."""
    return lambda label: sha256(f"{seed}/{who}/{label}".encode()).digest()


@asynccontextmanager
async def unannounced(mesh: Mesh, lobby: HostLobby) -> AsyncIterator[None]:
    yield


@asynccontextmanager
async def warming(game: AnyGame) -> AsyncIterator[None]:
    """While people are waited for, the program gets ready to play."""

    async def warm() -> None:
        for _turn in warm_up(game, default_group()):
            await trio.lowlevel.checkpoint()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(warm)
        yield
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def plain_errors() -> AsyncIterator[None]:
    """Nurseries wrap what goes wrong in them; whoever plays gets the one sentence inside."""
    try:
        yield
    except BaseExceptionGroup as group:
        ours, others = group.split(TortugaError)
        if ours is None or others is not None:
            raise
        raise _first(ours) from None


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


@dataclass(frozen=True, slots=True)
class GamePlan:
    """What a host wants to play."""

    game: AnyGame
    seats: int
    options: Options
    name: str
    password: str = ""
    patience_s: int = PATIENCE_DEFAULT_S
    clock: tuple[int, int] = (0, 0)  # seconds for a decision, and for all of them together beyond that; 0: no clock


@dataclass
class Party:
    """One seat's way through one game."""

    identity: Identity
    name: str
    player: Player
    folder: Path  # where transcript and journal go
    bot: bool = False
    operator: bytes = b""  # who runs the bot; ourselves if empty
    entropy: Entropy = fresh
    forced_pause_s: float = 0.0
    stay_s: float | None = None  # for others, after the game; None is the table's patience
    listen: str | None = None  # an address of ours to listen on; all if None
    is_guessable: bool = False  # our key and secrets follow from a number: good among bots only
    known: KnownKeys | None = None  # whom we have met before
    is_alone: bool = False  # whether every other seat is for a bot of ours: nobody else is waited for
    lingers: bool = False  # whether somebody looks at the end, talks, and may want to play again
    before: SameAgain | None = None  # of a rematch: what our player has agreed to already
    password: str = ""  # that let us in
    lobby: HostLobby | GuestLobby | None = None
    node: Node | None = None
    changed: trio.Event = field(default_factory=trio.Event)

    def __post_init__(self) -> None:
        self.name = clean_name(self.name)

    @property
    def me(self) -> Person:
        return Person(self.identity.public, self.name, self.bot, self.operator or self.identity.public)

    @property
    def can_rematch(self) -> bool:
        """Whether the same people can be met again in the same way: a game that was resumed had no lobby."""
        return self.lobby is not None

    @property
    def same_again(self) -> SameAgain | None:
        """What our player has agreed to by sitting down here."""
        if self.node is None:
            return None
        meeting = self.node.session.meeting
        return SameAgain(frozenset(meeting.people), meeting.terms, self.password)

    async def host(self, plan: GamePlan, port: int | None = None, announce: Announce = unannounced) -> Node:
        """Opens a table, waits for guests, plays. The `lobby` tells where it can be reached."""
        terms = make_terms(plan.game, plan.seats, plan.options, default_group(), plan.patience_s, plan.clock)
        async with plain_errors(), open_mesh(self.identity, host=self.listen, port=port) as mesh:
            name = clean_title(plan.name)
            lobby = HostLobby(mesh, name, terms, self.me, lambda: self.entropy("lobby"), plan.password)
            self.lobby = lobby
            self._notify()
            with ExitStack() as until_it_runs:
                async with announce(mesh, lobby), warming(plan.game):
                    gather = await lobby.fill()
                    node = self._sit_down(mesh, gather, Readmission(lobby.name, gather))
                    until_it_runs.callback(node.close)
                    lobby.call(gather)
                until_it_runs.pop_all()
            await node.run()
            return node

    async def join(
        self,
        addresses: Sequence[Address],
        host: Expected,
        ask_password: Callable[[Lobby], str] = lambda lobby: "",
    ) -> Node:
        """Goes to a table, knocks, plays. `host` is whom we expect there; anybody else is refused."""
        async with plain_errors(), open_mesh(self.identity, host=self.listen, port=0) as mesh:
            guest = GuestLobby(mesh, await _meet(mesh, addresses, host))
            self.lobby = guest
            lobby = await guest.visit()
            game = check_rules(lobby.terms)
            self._notify()
            password = await self._think(guest, partial(self._consent, lobby, ask_password))
            await guest.knock(self.me, password)
            async with warming(game):
                gather = await guest.wait(self.me)
                if not guest.is_as_shown(gather):
                    await self._think(guest, partial(self._consent_again, guest.show(gather)))
            node = self._sit_down(mesh, gather)
            await node.run()
            return node

    async def _think(self, guest: GuestLobby, consent: Callable[[], Awaitable[str]]) -> str:
        """What our player says, unless there is nothing left to say yes to: that ends the question."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest.listen)
            password = await consent()
            nursery.cancel_scope.cancel()
        return password

    async def _consent(self, lobby: Lobby, ask_password: Callable[[Lobby], str]) -> str:
        """A player with eyes is shown what is played here and by whom before we knock. Gives the password."""
        if self.before is not None and self.before.covers(lobby):
            self.password = self.before.password
        else:
            self.password = await self._ask(lobby, ask_password)
        return self.password

    async def _ask(self, lobby: Lobby, ask_password: Callable[[Lobby], str]) -> str:
        consent: Callable[[Lobby], Awaitable[str]] | None = getattr(self.player, "consent", None)
        if consent is not None:
            return await consent(lobby)
        return ask_password(lobby) if lobby.locked else ""

    async def _consent_again(self, lobby: Lobby) -> str:
        """The host gathers others than it had shown. Whoever has eyes decides; a program has agreed to the others."""
        look = None if self.bot else getattr(self.player, "consent", None)
        if look is None:
            told = _("The host began with different people from those it had shown: nothing was signed.")
            raise TurnedDown(NoSeat.OTHER_RULES, told)
        return str(await look(lobby))

    async def resume(self, journal: Path) -> Node:
        """Goes on with an unfinished game, on the port where the others remember us."""
        port, _ = GameFiles(journal.parent, journal.stem).read_people()
        async with plain_errors(), _same_port(self.identity, self.listen, port) as mesh:
            self.node = wake_up(
                mesh, journal, self.identity, self.player, forced_pause_s=self.forced_pause_s, stay_s=self.stay_s
            )
            self._linger(self.node)
            self._notify()
            await self.node.run()
            return self.node

    def _linger(self, node: Node) -> None:
        node.afterwards.lingers = self.lingers
        if isinstance(self.lobby, GuestLobby):
            node.afterwards.opener = self.lobby.host

    def _sit_down(self, mesh: Mesh, gather: Gather, readmission: Readmission | None = None) -> Node:
        if self.is_guessable and not all(person.bot for person in gather.people):
            raise BadInput(_("with --seed anybody could guess the secrets of this bot: it plays with bots only."))
        self.node = sit_down(
            mesh,
            gather,
            self.me,
            self.identity,
            self.folder,
            self.player,
            entropy=self.entropy,
            forced_pause_s=self.forced_pause_s,
            stay_s=self.stay_s,
            readmission=readmission,
        )
        self._linger(self.node)
        if self.known is not None:
            self.known.remember(person for person in gather.people if person != self.me)
        self._notify()
        return self.node

    def _notify(self) -> None:
        self.changed.set()
        self.changed = trio.Event()


async def _meet(mesh: Mesh, addresses: Sequence[Address], host: Expected) -> bytes:
    """The first of these addresses where somebody answers, and where it is who it should be.

    Where nobody answered is called again when all others were: on a bad line the question who has a number, or part of
    the greeting, gets lost like anything else. Whoever said no has answered.
    """
    trouble: PeerLost | Refused | None = None
    began_s, to_call = trio.current_time(), list(addresses)
    for _call in range(CALLS_MAX):
        silent = []
        for address in to_call:
            try:
                return await _meet_at(mesh, address, host)
            except (TurnedAway, Refused) as no:
                trouble = no
            except PeerLost as lost:
                trouble = lost
                silent.append(address)
        to_call = silent if trio.current_time() - began_s < CALL_AGAIN_S else []
    if isinstance(trouble, Refused):
        raise BadInput(trouble.sentence)
    raise trouble or PeerLost(_("There is no address to try."))


async def _meet_at(mesh: Mesh, address: Address, host: Expected) -> bytes:
    try:
        met = await mesh.meet(address, None if isinstance(host, str) else host)
    except Refused as refused:
        if refused.code is not Code.OTHER_IDENTITY:
            raise
        words = _("Somebody other than your host answers at {address}: ask for a new invitation.", address=address)
        raise Refused(refused.code, words) from None
    if isinstance(host, str) and fingerprint(met) != host:
        mesh.forget(met)
        raise Refused(
            Code.OTHER_IDENTITY, _("Somebody other than {host} answers at {address}.", host=host, address=address)
        )
    return met


@asynccontextmanager
async def _same_port(identity: Identity, listen: str | None, port: int) -> AsyncIterator[Mesh]:
    """A mesh on the port we had before, or on any if that is taken now: then we call the others."""
    async with AsyncExitStack() as stack:
        try:
            mesh = await stack.enter_async_context(open_mesh(identity, host=listen, port=port))
        except BadInput:
            if port == 0:
                raise
            mesh = await stack.enter_async_context(open_mesh(identity, host=listen, port=0))
        yield mesh

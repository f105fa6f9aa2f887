"""Everything between a wish to play and the end of a game: open or find a table, wait for people, sit down, play.

One `Party` is one attempt at one game. A screen, a bot or a test starts one of its `host`, `join`, `resume` and reads
`lobby` and `node` while it runs; `changed` is set whenever either appears or changes. Raises `BadInput` with a sentence
for whoever typed something wrong, `PeerLost` where nobody is to blame.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

import trio

from ..crypto.group import default_group
from ..crypto.identity import fingerprint
from ..errors import BadInput, Code, PeerLost, Refused, TortugaError
from ..limits import PATIENCE_DEFAULT_S
from ..net.mesh import open_mesh
from ..session.agreement import make_terms
from ..session.warming import warm_up
from .files import GameFiles
from .lobby import GuestLobby, HostLobby, clean_name
from .start import check_rules, sit_down, wake_up
from .talk import Person

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from ..crypto.identity import Identity
    from ..net.address import Address
    from ..net.mesh import Mesh
    from ..rules.game import Options
    from ..session.agreement import AnyGame
    from .node import Node
    from .player import Player
    from .talk import Gather, Lobby

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
        for _ in warm_up(game, default_group()):
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
class Plan:
    """What a host wants to play."""

    game: AnyGame
    seats: int
    options: Options
    name: str
    password: str = ""
    patience_s: int = PATIENCE_DEFAULT_S


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

    async def host(self, plan: Plan, port: int | None = None, announce: Announce = unannounced) -> Node:
        """Opens a table, waits for guests, plays. The `lobby` tells where it can be reached."""
        terms = make_terms(plan.game, plan.seats, plan.options, default_group(), plan.patience_s)
        async with plain_errors(), open_mesh(self.identity, host=self.listen, port=port) as mesh:
            lobby = HostLobby(mesh, clean_name(plan.name), terms, self.me, lambda: self.entropy("lobby"), plan.password)
            self.lobby = lobby
            self._notify()
            async with announce(mesh, lobby), warming(plan.game):
                gather = await lobby.fill()
            return await self._play(mesh, gather)

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
            return await self._play(mesh, gather)

    async def _think(self, guest: GuestLobby, consent: Callable[[], Awaitable[str]]) -> str:
        """What our player says, unless there is nothing left to say yes to: that ends the question."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest.listen)
            password = await consent()
            nursery.cancel_scope.cancel()
        return password

    async def _consent(self, lobby: Lobby, ask_password: Callable[[Lobby], str]) -> str:
        """A player with eyes is shown what is played here and by whom before we knock. Gives the password."""
        consent: Callable[[Lobby], Awaitable[str]] | None = getattr(self.player, "consent", None)
        if consent is not None:
            return await consent(lobby)
        return ask_password(lobby) if lobby.locked else ""

    async def resume(self, journal: Path) -> Node:
        """Goes on with an unfinished game, on the port where the others remember us."""
        port, _ = GameFiles(journal.parent, journal.stem).read_people()
        async with plain_errors(), _same_port(self.identity, self.listen, port) as mesh:
            self.node = wake_up(
                mesh, journal, self.identity, self.player, forced_pause_s=self.forced_pause_s, stay_s=self.stay_s
            )
            self._notify()
            await self.node.run()
            return self.node

    async def _play(self, mesh: Mesh, gather: Gather) -> Node:
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
        )
        self._notify()
        await self.node.run()
        return self.node

    def _notify(self) -> None:
        self.changed.set()
        self.changed = trio.Event()


async def _meet(mesh: Mesh, addresses: Sequence[Address], host: Expected) -> bytes:
    """The first of these addresses where somebody answers, and where it is who it should be."""
    trouble: PeerLost | Refused | None = None
    for address in addresses:
        try:
            if not isinstance(host, str):
                return await mesh.meet(address, host)
            met = await mesh.meet(address)
            if fingerprint(met) == host:
                return met
            mesh.forget(met)
            trouble = Refused(Code.OTHER_IDENTITY, f"Somebody else than {host} answers at {address}.")
        except Refused as refused:
            trouble = refused
            if refused.code is Code.OTHER_IDENTITY:
                words = f"Somebody else than your host answers at {address}: ask for a new invitation."
                trouble = Refused(refused.code, words)
        except PeerLost as lost:
            trouble = lost
    if isinstance(trouble, Refused):
        raise BadInput(trouble.sentence)
    raise trouble or PeerLost("There is no address to go to.")


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

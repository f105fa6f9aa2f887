"""A host or guest that pretends to be in other company: nobody sits down with somebody whom they were not shown.

Real programs over loopback, one of them changed in one place.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import trio

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.random_bot import RandomBot
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.crypto.identity import Identity, fingerprint
from tortuga_p2p.errors import BadInput
from tortuga_p2p.node import one_game
from tortuga_p2p.node import start as start_module
from tortuga_p2p.node.headless import play_many, play_one
from tortuga_p2p.node.lobby import GuestLobby, HostLobby, TurnedDown
from tortuga_p2p.node.node_message import Gather, Lobby
from tortuga_p2p.node.player import BotPlayer, LateBot
from tortuga_p2p.session.agreement import make_terms
from tortuga_p2p.session.message import Person
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.verify.report import record
from tortuga_p2p.verify.verifier import verify

from .parties import GAME, PATIENCE_S, Table, Waiter, opened, party, plan, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tortuga_p2p.net.address import Address
    from tortuga_p2p.node.one_game import Party

TERMS = make_terms(GAME, 3, {}, default_group())
REAL_BEN = Identity.from_seed(b"the real Ben, who never comes!!!").public


class SwappingLobby(HostLobby):
    """Shows the others Ben under the key that they know, and gathers another one."""

    __slots__ = ()

    def _lobby(self, peer: bytes) -> Lobby:
        honest = HostLobby._lobby(self, peer)
        people = [Person(REAL_BEN, "Ben", False, REAL_BEN) if one.name == "Ben" else one for one in honest.people]
        return replace(honest, people=tuple(people))


class Accomplice(Waiter):
    """Knows that Ben is not the one whom the host shows."""

    async def consent(self, lobby: Lobby) -> str:
        return ""


class Guest(Waiter):
    """Somebody who looks at the company and says yes once."""

    def __init__(self) -> None:
        self.shown: list[dict[str, bytes]] = []

    async def consent(self, lobby: Lobby) -> str:
        self.shown.append({person.name: person.identity for person in lobby.people})
        if len(self.shown) > 1:
            raise BadInput("these are other people")
        return ""


@asynccontextmanager
async def swapping_host(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Party, Party, Address]]:
    """Mal, the accomplice who sits there as Ben, and where they are. One seat is free."""
    monkeypatch.setattr(one_game, "HostLobby", SwappingLobby)
    mal, ben = party(folder, "Mal"), party(folder, "Ben", Accomplice())
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            table = Table(nursery, mal, plan(3))
            at = await opened(mal)
            nursery.start_soon(table.join, ben)
            await until(lambda: isinstance(mal.lobby, HostLobby) and len(mal.lobby.people) == 2)
            yield mal, ben, at
            nursery.cancel_scope.cancel()


async def test_whoever_gathers_another_key_under_a_shown_name_must_ask_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = Guest()
    ana = party(tmp_path, "Ana", look)
    async with swapping_host(tmp_path, monkeypatch) as (mal, ben, at):
        with pytest.raises(BadInput, match="other people"):
            await ana.join([at], mal.identity.public)
    assert [fingerprint(shown["Ben"]) for shown in look.shown] == [
        fingerprint(REAL_BEN),
        fingerprint(ben.identity.public),
    ]
    assert ana.node is None
    assert list((tmp_path / "Ana").iterdir()) == [], "nothing was signed"


@pytest.mark.parametrize("player", [LateBot("random", 1, "Bot"), BotPlayer(RandomBot(), SeededDraw(1, "Bot"))])
async def test_a_bot_signs_what_it_agreed_to_or_says_that_it_does_not_sit_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, player: object
) -> None:
    """Nobody looks at a bot's screen: it cannot be asked again, and whoever runs it hears why."""
    bot = party(tmp_path, "Bot", player)
    bot.bot = True
    told: list[dict[str, Any]] = []
    async with swapping_host(tmp_path, monkeypatch) as (mal, _ben, at):
        with pytest.raises(TurnedDown, match="different people from those it had shown: nothing was signed"):
            await play_many(lambda number: bot, lambda me: me.join([at], mal.identity.public), told.append, 3)
    assert [(one["event"], one.get("code")) for one in told] == [("turned-down", "other-rules")]
    assert bot.node is None
    assert list((tmp_path / "Bot").iterdir()) == [], "nothing was signed"


async def test_a_bot_tells_with_whom_and_on_which_terms_it_sits_down(tmp_path: Path) -> None:
    host, bot = party(tmp_path, "Ana"), party(tmp_path, "Bot", LateBot("random", 1, "Bot"))
    bot.bot = True
    told: list[dict[str, Any]] = []
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            table = Table(nursery, host, plan(2))
            at = await opened(host)
            node = await play_one(bot, lambda me: me.join([at], host.identity.public), told.append, tells=False)
            await until(lambda: len(table.nodes) == 1)
    seated, _over = told
    found = record("", verify(node.files.transcript.read_bytes()))
    assert {key: seated[key] for key in ("options", "patience_s")} == {
        key: found[key] for key in ("options", "patience_s")
    }
    signed = {(one["name"], one["identity"], one["bot_run_by"]) for one in found["people"]}
    assert {(one["name"], one["identity"], one["bot_run_by"]) for one in seated["people"]} == signed
    assert ("Bot", bot.identity.public.hex(), bot.identity.public.hex()) in signed


def test_people_who_come_and_go_are_no_reason_to_ask_again() -> None:
    host, ana, ben, cleo = (Person(bytes([key]) * 32, name, False, bytes(32)) for key, name in enumerate("HABC"))
    shown = Lobby("table", TERMS, (host, ana, ben), False, bytes(32))
    guest = GuestLobby(None, host.identity, shown)  # type: ignore[arg-type]
    guest._agreed = (host, ana, ben)
    guest.lobby = replace(shown, people=(host, ana, cleo))  # Ben has gone, and Cleo came
    assert guest.is_as_shown(Gather(TERMS, bytes(32), (cleo, host, ana), ()))
    other_ben, unseen = replace(ben, identity=b"x" * 32), replace(ben, name="Dora")
    guest.lobby = replace(shown, people=(host, ana, other_ben))
    for stranger in (other_ben, replace(ben, name="B\u3164"), replace(ben, bot=True), unseen):
        gather = Gather(TERMS, bytes(32), (host, ana, stranger), ())
        assert not guest.is_as_shown(gather)
    assert guest.show(gather).people == gather.people
    assert guest.is_as_shown(gather), "our player has seen them now"


async def test_whoever_knocks_under_one_name_cannot_enter_under_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mal's program signs the meeting in which he is called like his victim: nobody else is in that meeting."""
    mal, ana = party(tmp_path, "Mal", Waiter()), party(tmp_path, "Ana", Waiter())
    honest = start_module.sit_down

    def renamed(mesh: object, gather: Gather, me: Person, *rest: object, **more: object) -> object:
        if me.name == "Mal":
            people = tuple(replace(one, name="Anna") if one == me else one for one in gather.people)
            gather = replace(gather, people=people)
        return honest(mesh, gather, me, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(one_game, "sit_down", renamed)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            table = Table(nursery, ana, plan(2))
            nursery.start_soon(table.join, mal)
            await until(lambda: ana.node is not None and mal.node is not None)
            assert ana.node is not None
            assert mal.node is not None
            await until(lambda: bool(ana.node and ana.node.mesh.linked))
            await trio.sleep(1)
            assert ana.node.session.phase is mal.node.session.phase is SessionPhase.SITTING
            assert [one.name for one in ana.node.session.meeting.people if one.identity == mal.identity.public] == [
                "Mal"
            ]
            assert ana.node.session.position.step == 0
            nursery.cancel_scope.cancel()


async def test_a_bot_whose_secrets_can_be_guessed_sits_down_with_no_person(tmp_path: Path) -> None:
    host, guest = party(tmp_path, "Ana", Waiter()), party(tmp_path, "Bot")
    guest.bot = guest.is_guessable = True
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            Table(nursery, host, plan(2))
            with pytest.raises(BadInput, match="anybody could guess"):
                await guest.join([await opened(host)], host.identity.public)
            nursery.cancel_scope.cancel()
    assert list((tmp_path / "Bot").iterdir()) == [], "nothing was signed"

"""Somebody at the table who plays by the rules and does anything else they can: the game ends, the same for everybody.

They have a link and a seat, so nothing may be refused them but what they say. What strangers can do is in tests/net.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import trio

from tests.tinygames import SCREENS
from tortuga_p2p.limits import CHAT_KEPT_MAX, FRAME_BYTES_MAX
from tortuga_p2p.net.link_message import is_of_the_link
from tortuga_p2p.node.node_message import NODE, Alive, Chat, Gather, Knock, KnowsTheEnd, Relayed, Sees, Visit, Welcome
from tortuga_p2p.session.message import TALK, Accuse, Have, Say, Want
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.verify.verifier import Outcome, verify

from .parties import PATIENCE_S, Table, party, plan
from .players import Room, sessions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tortuga_p2p.node.node import Node

SEED = 11
Talk = Say | Have | Want | Accuse
BURST, ALL = 20, 1200  # payloads between two breaths, and in a game


def old_table() -> list[bytes]:
    """Every envelope of a game that others played."""
    room = Room(sessions(SCREENS, 3, 1), 1, lambda chair, effect: None)
    room.play()
    return [raw for step in room.table[0].closed for raw in step.values()]


def mischief(node: Node, old: list[bytes], draw: random.Random) -> Iterator[bytes]:
    """Payloads without end: noise, lies about who is where, who knows what, words of other tables and of the past."""
    here = node.session.meeting.id
    while True:
        session = node.session
        own = [raw for step in session.closed[-3:] for raw in step.values()]
        step = draw.choice([0, session.position.step, draw.getrandbits(32)])
        torn = bytearray(draw.choice(own or old))
        torn[draw.randrange(len(torn))] ^= 1 << draw.randrange(8)
        said: list[object] = [
            Say(here, draw.choice(old)),
            Say(draw.randbytes(32), draw.choice(own or old)),
            Say(here, bytes(torn)),
            Say(here, draw.choice(own or old)),
            Have(here, step, draw.getrandbits(9), draw.randbytes(32)),
            Want(here, step, draw.getrandbits(9)),
            Accuse(here, draw.randbytes(300)),
            Sees(here, draw.randbytes(8), draw.getrandbits(9)),
            KnowsTheEnd(here, draw.getrandbits(9)),
            Chat(here, draw.randbytes(8), "\u202e" * 100),
            Alive(here, draw.randbytes(8)),
            Relayed(here, draw.randrange(9), NODE.encode(Sees(here, draw.randbytes(8), draw.getrandbits(9)))),
            Relayed(here, draw.randrange(9), draw.randbytes(100)),
            Visit(),
            Welcome(),
            Knock("Ana", True, bytes(32), bytes(32)),
            Gather(session.meeting.terms, bytes(32), (), ()),
        ]
        words = draw.choice(said)
        noise = draw.randbytes(draw.choice([1, 20, 200, FRAME_BYTES_MAX]))
        yield noise if draw.random() < 0.1 else (TALK if isinstance(words, Talk) else NODE).encode(words)


async def test_whatever_a_seat_says_beside_the_game_it_ends_the_same_for_everybody(tmp_path: Path) -> None:
    draw, old = random.Random(SEED), old_table()
    sent = 0

    async def pester(mallory: Any) -> None:
        nonlocal sent
        while mallory.node is None:
            await mallory.changed.wait()
        for payload in mischief(mallory.node, old, draw):
            if not is_of_the_link(payload):  # that would be the link's business, and end it
                mallory.node.mesh.broadcast(payload)
                sent += 1
            if sent == ALL:
                return
            if sent % BURST == 0:
                await mallory.node.changed.wait()  # however fast the game is, all of it comes while it lasts

    async with trio.open_nursery() as nursery:
        mallory = party(tmp_path, "Mallory")
        nursery.start_soon(pester, mallory)
        with trio.fail_after(PATIENCE_S):
            async with trio.open_nursery() as game:
                table = Table(game, party(tmp_path, "Ana"), plan(seats=3))
                game.start_soon(table.join, party(tmp_path, "Ben"))
                game.start_soon(table.join, mallory)
        nursery.cancel_scope.cancel()
    honest = [table.nodes["Ana"], table.nodes["Ben"]]
    assert sent == ALL, f"seed {SEED}"
    assert [node.session.phase for node in honest] == [SessionPhase.SEALED] * 2
    assert len({node.files.transcript.read_bytes() for node in honest}) == 1
    assert verify(honest[0].files.transcript.read_bytes()).outcome is Outcome.HONEST
    for node in honest:
        assert len(node.chat) <= CHAT_KEPT_MAX
        assert len(node._small_talk.neighbours._said) <= 3

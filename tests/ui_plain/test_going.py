"""Going and stopping, typed line by line: a proposal that is accepted or not, and a verdict after which it goes on."""

from __future__ import annotations

from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import trio

from tests.ui_plain.table import DEADLINE_S, Person, bot_party, join, plan
from tests.ui_plain.test_plain import join_node
from tortuga_p2p.session.message import TALK, Link, Say
from tortuga_p2p.testing.forging import worded
from tortuga_p2p.verify.verifier import Outcome, verify

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@asynccontextmanager
async def seated(folder: Path, *names: str) -> AsyncIterator[list[Person]]:
    """These people at one table, each asked for dice."""
    people = [Person(folder / name, name, attended=True) for name in names]
    host, *guests = people
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.play, partial(host.party.host, plan(len(people)), 0))
            for guest in guests:
                nursery.start_soon(guest.play, partial(join_node, guest, host))
                await guest.wait_to_hear("Type yes to sit down")
                guest.type("yes")
            for person in people:
                await person.wait_to_hear("Which dice do you take?")
            yield people
            nursery.cancel_scope.cancel()
    for person in people:
        person.close()


async def test_a_proposal_that_all_accept_ends_the_game_and_nobody_is_ranked(tmp_path: Path) -> None:
    async with seated(tmp_path, "Ana", "Ben", "Cleo") as (ana, ben, cleo):
        ana.type("end yes")
        await ana.wait_to_hear("You propose to end the game here, without a result. Still to answer: ")
        await ben.wait_to_hear("Ana proposes to end the game here, without a result.")
        await ben.wait_to_hear("Type end yes to accept, or end no to play on.")
        ben.type("end yes")
        await cleo.wait_to_hear("So would Ben.")
        cleo.type("end yes")
        for person in (ana, ben, cleo):
            await person.wait_to_hear("You all agreed to end the game here: nobody wins.")
            await person.wait_to_hear("Everything up to there is verified.")
    files = [person.party.node.files.transcript.read_bytes() for person in (ana, ben, cleo) if person.party.node]
    assert len(set(files)) == 1
    found = verify(files[0])
    assert (found.outcome, found.result) == (Outcome.AGREED, None)


async def test_a_proposal_that_somebody_refuses_is_off_the_table(tmp_path: Path) -> None:
    async with seated(tmp_path, "Ana", "Ben") as (ana, ben):
        ana.type("end yes")
        await ben.wait_to_hear("Type end yes to accept, or end no to play on.")
        ben.type("end no")
        for person in (ana, ben):
            await person.wait_to_hear("The game goes on.")
        ana.type("end yes")
        await ana.wait_to_hear("it was declined just now")


async def test_a_bot_accepts_what_every_person_wishes(tmp_path: Path) -> None:
    ana = Person(tmp_path / "Ana", "Ana", attended=True)
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ana.play, partial(ana.party.host, plan(2), 0))
            nursery.start_soon(join, bot_party(tmp_path / "Bot", "Bot"), ana.party)
            await ana.wait_to_hear("Which dice do you take?")
            ana.type("end yes")
            await ana.wait_to_hear("You all agreed to end the game here: nobody wins.")
            nursery.cancel_scope.cancel()
    ana.close()


async def test_after_a_verdict_those_who_stay_are_asked_and_go_on(tmp_path: Path) -> None:
    async with seated(tmp_path, "Ana", "Ben", "Cleo") as (ana, ben, cleo):
        node = cleo.party.node
        assert node is not None
        lie = worded(node.session, Link(bytes(32)))  # a chain value, where a sealed choice is due
        node.mesh.broadcast(TALK.encode(Say(node.session.meeting.id, lie)))
        for person in (ana, ben):
            said = await person.wait_to_hear("Go on without Cleo?")
            assert "Cleo has cheated, and it is proved: " in said
            await person.wait_to_hear("Type vote to go on without them.")
        ana.type("vote")
        await ana.wait_to_hear("You go on without Cleo. Still to agree: Ben.")
        ben.type("vote")
        for person in (ana, ben):
            await person.wait_to_hear("Cleo was removed for cheating. The game goes on without them.")
            await person.wait_to_hear("Which dice do you take?")

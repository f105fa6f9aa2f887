"""A journal that went back in time: a backup, a snapshot, a disk that lied. Its owner is neither convicted nor stuck.

Real programs over loopback. Ben is stopped in the middle of a game, the end of his journal is cut off as if a copy from
a moment before had been put back, and he goes on: with a player who would now decide otherwise. Many of them, with
programs that are really killed: `python -m tests.node.roll_backs`.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import pytest
import trio

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.random_bot import RandomBot
from tortuga_p2p.limits import HAVE_PERIOD_S, WAKING_LINKED_S, WAKING_S
from tortuga_p2p.node.player import BotPlayer
from tortuga_p2p.node.waking_up import WakingUp
from tortuga_p2p.session.message import Have
from tortuga_p2p.testing.company import Company
from tortuga_p2p.verify.verifier import Outcome, verify
from tortuga_p2p.wire.framing import frame_end

from .parties import GAME, PATIENCE_S, Table, party, plan, until

if TYPE_CHECKING:
    from pathlib import Path

    from tortuga_p2p.node.node import Node


def cut_back(journal: Path, records: int) -> int:
    """Takes so many records off the end of a journal, never the first; gives how many bytes went."""
    raw, ends = journal.read_bytes(), [0]
    while ends[-1] < len(raw):
        ends.append(frame_end(raw, ends[-1]))
    kept = ends[max(1, len(ends) - 1 - records)]
    journal.write_bytes(raw[:kept])
    return len(raw) - kept


async def rolled_back(folder: Path, seed: int) -> tuple[Node, dict[str, Node]]:
    """A game of three in which Ben's journal goes back; Ben's node and all nodes at the end."""
    draw = SeededDraw(seed, "roll-back")
    key = secrets.token_bytes(32)
    ana, ben, cleo = party(folder, "Ana"), party(folder, "Ben", seed=key), party(folder, "Cleo")
    stop_at, back = 12 + draw.below(60), 1 + draw.below(40)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            table = Table(nursery, ana, plan(3))
            nursery.start_soon(table.join, cleo)
            with trio.CancelScope() as first_life:
                async with trio.open_nursery() as living:
                    living.start_soon(table.join, ben)
                    await until(lambda: ben.node is not None and ben.node.session.position.step >= stop_at)
                    first_life.cancel()
            (journal,) = (folder / "Ben").glob("*.journal")
            assert cut_back(journal, back)
            again = party(folder, "Ben", BotPlayer(RandomBot(), SeededDraw(seed, "another mind")), seed=key)
            table.nodes["Ben"] = await again.resume(journal)
            await until(lambda: len(table.nodes) == 3)
    return table.nodes["Ben"], table.nodes


@pytest.mark.parametrize("seed", range(5))
async def test_whoever_comes_back_with_an_old_journal_ends_the_game_with_the_others(tmp_path: Path, seed: int) -> None:
    ben, nodes = await rolled_back(tmp_path, seed)
    files = {node.files.transcript.read_bytes() for node in nodes.values()}
    assert len(files) == 1
    found = verify(files.pop())
    assert (found.outcome, found.unsealed, found.verdicts) == (Outcome.HONEST, (), ())
    assert all(not node.session.verdicts for node in nodes.values())
    assert ben.session.ending is None


# --- when it is over, without a network -----------------------------------------------------------------------------


def test_whoever_wakes_up_waits_for_those_who_may_know_more_and_for_nobody_for_ever() -> None:
    company = Company.make(GAME, 3).sit()
    ana, ben, cleo = company.players
    session, all_keys = ana.session, frozenset({ben.key, cleo.key})
    step = session.position.step
    same, more = (Have(company.meeting.id, number, 0, bytes(32)) for number in (step, step + 1))

    def waking(**heard: Have) -> WakingUp:
        begun = WakingUp(all_keys, 0.0)
        for name, talk in heard.items():
            begun.hear(company[name].key, talk, session)
        return begun

    assert waking(Ben=same, Cleo=same).is_over(session, frozenset(), 0.0), "all have told"
    assert not waking().is_over(session, frozenset(), 1e6), "alone, nobody knows what was said"
    assert not waking(Ben=same).is_over(session, {ben.key}, HAVE_PERIOD_S), "Cleo may still come"
    assert waking(Ben=same).is_over(session, {ben.key}, WAKING_S)
    assert not waking(Ben=same).is_over(session, all_keys, WAKING_S), "Cleo is linked and has not told"
    assert waking(Ben=same).is_over(session, all_keys, WAKING_LINKED_S), "and cannot hold us up"
    assert not waking(Ben=same, Cleo=more).is_over(session, all_keys, WAKING_S), "Cleo holds something that we lack"
    late = waking(Ben=same)
    late.link(100.0)
    assert not late.is_over(session, all_keys, 101.0)
    held = Have(company.meeting.id, step, 0b111, bytes(32))
    assert not waking(Ben=same, Cleo=held).is_over(session, all_keys, WAKING_S)

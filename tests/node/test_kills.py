"""Killed at a chosen moment of a real game over real links, and started again: both hold the same sealed game."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import pytest
import trio

from tortuga_p2p.errors import BadInput
from tortuga_p2p.node import node as node_module
from tortuga_p2p.node.journal import Journal
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.verify.verifier import Outcome, verify

from .parties import PATIENCE_S, Table, Waiter, party, plan, until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tortuga_p2p.session.replica import Session


class Killed(BaseException):
    """A process ends here: nothing after it is done."""


MOMENTS: dict[str, Callable[[str, Session], bool]] = {
    "before its offer is durable": lambda where, session: where == "sync" and session.position.step == 1,
    "in the middle of play": lambda where, session: where == "write" and session.position.step == 40,
    "before its seal is durable": lambda where, session: where == "sync" and session.phase is SessionPhase.FINISHED,
    "before the journal of a sealed game is erased": lambda where, session: where == "erase",
}


@pytest.mark.parametrize("moment", MOMENTS)
async def test_whoever_is_killed_then_comes_back_to_the_same_sealed_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    monkeypatch.setattr(node_module, "STAY_S", 0.5)  # the other may know that we had finished, and be gone
    seed, create = secrets.token_bytes(32), Journal.create
    ben = party(tmp_path, "Ben", seed=seed)

    def kill(where: str) -> None:
        if ben.node is not None and MOMENTS[moment](where, ben.node.session):
            raise Killed

    def create_mortal(path: Path, session: Session, fail_point: Any = None) -> Journal:
        return create(path, session, kill if path.parent == ben.folder else None)

    monkeypatch.setattr(Journal, "create", create_mortal)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            table = Table(nursery, party(tmp_path, "Ana"), plan())
            with pytest.raises(BaseExceptionGroup) as ended:
                await table.join(ben)
            assert ended.group_contains(Killed)
            assert ben.node is not None
            again = party(tmp_path, "Ben", seed=seed)
            table.nodes["Ben"] = await again.resume(ben.node.files.journal)
    files = {node.files.transcript.read_bytes() for node in table.nodes.values()}
    assert len(files) == 1
    finding = verify(files.pop())
    assert (finding.outcome, finding.unsealed) == (Outcome.HONEST, ())
    assert not any(node.files.journal.exists() for node in table.nodes.values())


async def test_a_journal_whose_words_are_damaged_is_refused_in_one_sentence(tmp_path: Path) -> None:
    seed = secrets.token_bytes(32)
    ben = party(tmp_path, "Ben", Waiter(), seed)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            table = Table(nursery, party(tmp_path, "Ana", Waiter()), plan())
            nursery.start_soon(table.join, ben)
            await until(lambda: ben.node is not None and ben.node.session.position.step > 3)
            nursery.cancel_scope.cancel()
        assert ben.node is not None
        path = ben.node.files.journal
        journal, memory = Journal.open(path)
        journal.close()
        said = memory.uttered[0]
        changed = said[:-1] + bytes([said[-1] ^ 1])
        path.write_bytes(path.read_bytes().replace(said, changed))
        with pytest.raises(BadInput, match=r"journal is damaged: The record at byte \d+ is not what was written"):
            await party(tmp_path, "Ben", seed=seed).resume(path)

"""A bot as a peer of its own: it opens or joins a table, plays, reports in JSON lines, and comes back after a crash.

What it reports is for programs (`selfplay`, `soak`, scripts); its log is for people. It sees what its seat sees only.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import trio

from ..errors import PeerLost
from ..limits import LOG_PERIOD_S, REJOIN_PAUSE_S, REJOINS_MAX
from ..rules.data import plain_data, result_data
from ..verify.report import verdict_record
from .lobby import HostLobby, TurnedDown
from .one_game import plain_errors

if TYPE_CHECKING:
    from .node import Node
    from .one_game import Party

log = logging.getLogger(__name__)

Report = Callable[[dict[str, Any]], None]
Play = Callable[["Party"], Awaitable["Node"]]


def report_lines(write: Callable[[str], object]) -> Report:
    """Writes one JSON object a line."""

    def report(what: dict[str, Any]) -> None:
        write(json.dumps(what) + "\n")

    return report


async def play_one(party: Party, play: Play, report: Report, *, tells: bool) -> Node:
    """One game, reported as it goes; the log tells it move by move, or only that it was."""
    async with plain_errors(), trio.open_nursery() as nursery:
        nursery.start_soon(_follow, party, report, tells)
        node = await play(party)
        nursery.cancel_scope.cancel()
    report(_summary(node))
    log.info("%s: %s", node.session.phase, node.files.transcript)
    return node


async def play_many(
    make: Callable[[int], Party], play: Play, report: Report, games: int, *, tells: bool = False
) -> None:
    """Game after game. A next table that is not open yet is looked for again, so many times; a refusal is final."""
    played = looked = 0
    while played < games:
        try:
            await play_one(make(played), play, report, tells=tells)
            played, looked = played + 1, 0
        except TurnedDown as no:
            report({"event": "turned-down", "code": str(no.code), "sentence": str(no)})
            raise
        except PeerLost as lost:
            if played == 0 or looked == REJOINS_MAX:
                raise
            log.info("no game: %s", lost)
            looked += 1
            await trio.sleep(REJOIN_PAUSE_S)


async def _follow(party: Party, report: Report, tells: bool) -> None:
    """Reports the table when it opens, and perhaps what happens at it into the log."""
    while party.lobby is None and party.node is None:
        await party.changed.wait()
    if isinstance(party.lobby, HostLobby):
        mesh = party.lobby.mesh
        addresses = [str(address) for address in mesh.addresses]
        report({"event": "table", "port": mesh.port, "key": mesh.public.hex(), "addresses": addresses})
    while party.node is None:
        await party.changed.wait()
    node = party.node
    report(_seated(node))
    log.info("seated: %s", node.files.transcript)
    if tells:
        await _tell(node)


def _seated(node: Node) -> dict[str, Any]:
    """With whom, and on which terms: what this bot signs, for whoever runs it."""
    meeting = node.session.meeting
    return {
        "event": "seated",
        "game": node.files.name,
        "transcript": str(node.files.transcript),
        "people": [
            {"name": one.name, "identity": one.identity.hex(), "bot_run_by": one.operator.hex() if one.bot else None}
            for one in meeting.people
        ],
        "options": dict(plain_data(meeting.terms.options)),
        "patience_s": meeting.terms.patience_s,
    }


async def _tell(node: Node) -> None:
    said = 0
    try:
        while True:
            changed = node.changed
            said = _tell_since(node, said)
            await changed.wait()
            await trio.sleep(LOG_PERIOD_S)
    finally:
        _tell_since(node, said)


def _tell_since(node: Node, said: int) -> int:
    """Writes what happened since into the log, and gives how much there is now."""
    lines = list(node.log)
    for sentence in lines[max(0, len(lines) - (node.chronicle.logged - said)) :]:
        log.info("%s", sentence)
    return node.chronicle.logged


def _summary(node: Node) -> dict[str, Any]:
    session, result = node.session, node.result
    ending = session.ending
    return {
        "event": "over",
        "phase": str(session.phase),
        "step": session.position.step,
        "names": list(node.names),
        "seat": session.own_seat,
        **result_data(result),
        "ending": ending.kind if ending else None,
        "sentence": ending.sentence if ending else "",
        "removed": [seat for seat in range(len(node.names)) if session.table and not session.table.seats >> seat & 1],
        "verdicts": [verdict_record(proof.verdict) for proof in session.verdicts],
        "transcript": str(node.files.transcript),
    }

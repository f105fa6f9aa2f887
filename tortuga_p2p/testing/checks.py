"""What must hold after a simulated game: safety, whatever the faults were; liveness, where they ended."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from ..errors import Refused
from ..limits import EVIDENCE_BYTES_MAX
from ..session.evidence import check_evidence
from ..session.phases import Phase
from .cheats import PROVED, Fate
from .forging import content_of, said_in
from .setup import SimulationFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..session.evidence import Verdict
    from .cheats import Cheat
    from .company import Company, Peer
    from .setup import Setup

OVER = (Phase.SEALED, Phase.ENDED)


def check_safety(setup: Setup, company: Company, honest: Sequence[Peer], cheat: Cheat | None) -> None:
    """Nobody honest is blamed, closed steps are the same everywhere, and no two endings contradict each other."""
    _check_blame(setup, honest, cheat)
    _check_history(setup, honest)
    _check_endings(setup, company, honest, cheat)


def check_liveness(setup: Setup, honest: Sequence[Peer], cheat: Cheat | None) -> None:
    """Every game has ended, and as it should; a cheat that struck met its fate."""
    is_convicted = any(peer.convictions for peer in honest)
    if cheat is not None and (fate := cheat.due(is_convicted)) is not None:
        _check_fate(setup, honest, cheat, fate)
        return
    ended = [peer for peer in honest if peer.session.phase is Phase.ENDED]
    for peer in honest:
        finished = peer.session.phase is Phase.FINISHED and setup.leaving
        if peer.session.phase not in OVER and not finished:
            waiting = f"in step {peer.session.position.step} for {peer.session.waiting_for}"
            raise SimulationFailed(setup, f"{peer.name} still waits, {peer.session.phase} {waiting}")
    if ended and not setup.leaving:
        raise SimulationFailed(setup, f"{ended[0].name} ended though nobody left: {_why(ended[0])}")


def _why(peer: Peer) -> str:
    return peer.session.ending.sentence if peer.session.ending else "not at all"


# --- safety ----------------------------------------------------------------------------------------------------------


def _check_blame(setup: Setup, honest: Sequence[Peer], cheat: Cheat | None) -> None:
    for peer in honest:
        for conviction in peer.convictions:
            verdict = conviction.verdict
            if cheat is None or verdict.identity != cheat.peer.key:
                raise SimulationFailed(setup, f"{peer.name} blames {verdict.name}, who is honest: {verdict}")
            if verdict.code not in cheat.codes:
                raise SimulationFailed(setup, f"{peer.name} convicts of {verdict.code}, not of {cheat.codes}")
            _check_proof(setup, conviction.evidence, verdict)


def _check_proof(setup: Setup, evidence: bytes, verdict: Verdict) -> None:
    """A stranger who has nothing but the rules comes to the same verdict."""
    try:
        again = check_evidence(evidence, lambda _: (setup.rules, setup.hiding))
    except Refused as refused:
        raise SimulationFailed(setup, f"a stranger does not believe the evidence: {refused}") from None
    if again != verdict or len(evidence) > EVIDENCE_BYTES_MAX:
        raise SimulationFailed(setup, f"a stranger comes to another verdict: {again}, not {verdict}")


def _check_history(setup: Setup, honest: Sequence[Peer]) -> None:
    """Closed steps are identical, up to the first about which there is evidence."""
    proved = [peer.session.ending.verdict for peer in honest if peer.session.ending]
    until = min((verdict.step for verdict in proved if verdict), default=1 << 32)
    for one, other in combinations(honest, 2):
        for number, (mine, yours) in enumerate(zip(one.session.closed, other.session.closed, strict=False)):
            if number < until and mine != yours:
                raise SimulationFailed(setup, f"step {number} is not the same for {one.name} and {other.name}")


def _check_endings(setup: Setup, company: Company, honest: Sequence[Peer], cheat: Cheat | None) -> None:
    for peer in honest:
        ending = peer.session.ending
        if ending is None:
            continue
        if ending.kind in ("diverged", "unseated") and (cheat is None or cheat.fate not in (Fate.STOPPED, *PROVED)):
            raise SimulationFailed(setup, f"{peer.name} stopped: {ending.sentence}")
        if ending.kind == "abandoned":
            _check_abandoned(setup, company, peer, honest)


def _check_abandoned(setup: Setup, company: Company, peer: Peer, honest: Sequence[Peer]) -> None:
    """Nobody who stayed ever goes on past a step that all who stayed have given up."""
    ending = peer.session.ending
    assert ending is not None
    step = content_of(ending.claims[0]).step
    missing = said_in(ending.claims[0]).missing
    for other in honest:
        stayed = other.session.me is not None and not missing >> other.session.number & 1
        if stayed and other.session.position.step > step:
            raise SimulationFailed(setup, f"{peer.name} gave up in step {step}, {other.name} went on")


# --- fates of cheats -------------------------------------------------------------------------------------------------


def _check_fate(setup: Setup, honest: Sequence[Peer], cheat: Cheat, fate: Fate) -> None:
    phases = {peer.session.phase for peer in honest}
    kinds = {peer.session.ending.kind for peer in honest if peer.session.ending}
    match fate:
        case Fate.REFUSED | Fate.EQUIVOCATION | Fate.WENT_ON:
            verdicts = {peer.session.ending.verdict for peer in honest if peer.session.ending}
            if kinds != {"evidence"} or phases != {Phase.ENDED} or len({v.identity for v in verdicts if v}) != 1:
                raise SimulationFailed(setup, f"not everybody convicts {cheat.peer.name}: {phases} {kinds} {verdicts}")
        case Fate.SILENCE:
            if kinds - {"abandoned", "resigned"} or Phase.SEALED in phases:
                raise SimulationFailed(setup, f"silence is not shown as away: {phases} {kinds}")
        case Fate.STOPPED:
            if len(kinds) != 1 or phases != {Phase.ENDED} or "evidence" in kinds:
                raise SimulationFailed(setup, f"the table does not stop everywhere alike: {phases} {kinds}")
        case Fate.HARMLESS:
            if phases != {Phase.SEALED}:
                raise SimulationFailed(setup, f"the game does not come to its end: {phases} {kinds}")

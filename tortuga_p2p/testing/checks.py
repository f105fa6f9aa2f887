"""What must hold after a simulated game: safety, whatever the faults were; liveness, where they ended."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from ..errors import Refused
from ..limits import EVIDENCE_BYTES_MAX
from ..session import position as at
from ..session.event import RecordStep
from ..session.evidence import check_evidence
from ..session.ledger import Hidden
from ..session.nodding import SPLIT_SEATS_MIN
from ..session.phases import Phase
from .cheats import PROVED, Fate
from .forging import content_of, said_in
from .sampler import SAMPLER
from .simulation_setup import SimulationFailed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..session.evidence import Verdict
    from .cheats import Cheat
    from .company import Company, Peer
    from .simulation_setup import SimulationSetup

OVER = (Phase.SEALED, Phase.ENDED)
FINISHED = (Phase.FINISHED, Phase.SEALED)


def check_safety(setup: SimulationSetup, company: Company, honest: Sequence[Peer], cheat: Cheat | None) -> None:
    """Nobody honest is blamed, closed steps are the same everywhere, and no two endings contradict each other."""
    _check_blame(setup, honest, cheat)
    _check_history(setup, honest)
    _check_endings(setup, company, honest, cheat)


def check_releases(setup: SimulationSetup, honest: Sequence[Peer], released: Iterable[tuple[str, int, bytes]]) -> None:
    """No two honest seats ever release secrets on different histories: whoever releases later stands behind it.

    `released`: by whom, in which step, on which history.
    """
    if setup.seats < SPLIT_SEATS_MIN:
        return
    histories = {peer.name: _histories(peer) for peer in honest}
    last: dict[str, int] = {}
    for name, step, _ in released:
        last[name] = max(last.get(name, 0), step)
    for name, step, history in released:
        for other, later in last.items():
            if {name, other} <= histories.keys() and later >= step and histories[other][step] != history:
                raise SimulationFailed(setup, f"{name} and {other} released secrets on two histories, in step {step}")


def _histories(peer: Peer) -> list[bytes]:
    """By step: the history before it, as far as the peer wrote it down; before it releases anything, all of it is."""
    histories = [at.first_history(peer.session.meeting.id)]
    for entry in peer.log:
        if isinstance(entry, RecordStep):
            histories.append(at.next_history(histories[-1], entry.envelopes))
    return histories


def are_ends_alike(honest: Sequence[Peer]) -> bool:
    """Whether nobody holds a finished game while somebody else's ended before its end.

    Where somebody is convicted, each may have been told another story: then there is no common end.
    """
    finished = any(peer.session.phase in FINISHED for peer in honest)
    ended = any(peer.session.phase is Phase.ENDED for peer in honest)
    return not (finished and ended) or any(peer.session.verdicts for peer in honest)


def check_knowledge(setup: SimulationSetup, peer: Peer) -> None:
    """A seat knows the cards that the game says it was shown, and no others: what is mixed again is forgotten."""
    session, table = peer.session, peer.session.table
    if table is None or session.me is None or setup.rules is SAMPLER:  # which is no game: it never says what was shown
        return
    cards = {handle for handle, thing in table.things.items() if isinstance(thing, Hidden)}
    known, shown = cards & session.known.keys(), cards & set(setup.rules.shown(table.state, session.own_seat))
    if known != shown:
        wrong = f"believes to know {known - shown} and knows nothing of {shown - known}"
        raise SimulationFailed(setup, f"in step {table.step} {peer.name} {wrong}")


def check_liveness(setup: SimulationSetup, honest: Sequence[Peer], cheat: Cheat | None) -> None:
    """Every game has ended, and as it should; a cheat that struck met its fate."""
    if not are_ends_alike(honest):
        raise SimulationFailed(setup, "the game is finished here, and ended before its end there")
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


def _check_blame(setup: SimulationSetup, honest: Sequence[Peer], cheat: Cheat | None) -> None:
    for peer in honest:
        for conviction in peer.convictions:
            verdict = conviction.verdict
            if cheat is None or verdict.identity != cheat.peer.key:
                raise SimulationFailed(setup, f"{peer.name} blames {verdict.name}, who is honest: {verdict}")
            if verdict.code not in cheat.codes:
                raise SimulationFailed(setup, f"{peer.name} convicts of {verdict.code}, not of {cheat.codes}")
            _check_proof(setup, conviction.evidence, verdict)


def _check_proof(setup: SimulationSetup, evidence: bytes, verdict: Verdict) -> None:
    """A stranger who has nothing but the rules comes to the same verdict."""
    try:
        again = check_evidence(evidence, lambda _: (setup.rules, setup.hiding))
    except Refused as refused:
        raise SimulationFailed(setup, f"a stranger does not believe the evidence: {refused}") from None
    if again != verdict or len(evidence) > EVIDENCE_BYTES_MAX:
        raise SimulationFailed(setup, f"a stranger comes to another verdict: {again}, not {verdict}")


def proved_step(honest: Sequence[Peer]) -> int:
    """The first step about which there is evidence: from there on, each may have been told another story."""
    verdicts = [proof.verdict for peer in honest for proof in peer.session.verdicts]
    return min((verdict.step for verdict in verdicts), default=1 << 32)


def _check_history(setup: SimulationSetup, honest: Sequence[Peer]) -> None:
    """Closed steps are identical, up to the first about which there is evidence."""
    until = proved_step(honest)
    for one, other in combinations(honest, 2):
        for number, (mine, yours) in enumerate(zip(one.session.closed, other.session.closed, strict=False)):
            if number < until and mine != yours:
                raise SimulationFailed(setup, f"step {number} is not the same for {one.name} and {other.name}")


def _check_endings(setup: SimulationSetup, company: Company, honest: Sequence[Peer], cheat: Cheat | None) -> None:
    for peer in honest:
        ending = peer.session.ending
        if ending is None:
            continue
        if ending.kind in ("diverged", "unseated") and (cheat is None or cheat.fate not in (Fate.STOPPED, *PROVED)):
            raise SimulationFailed(setup, f"{peer.name} stopped: {ending.sentence}")
        if ending.kind == "abandoned":
            _check_abandoned(setup, company, peer, honest)


def _check_abandoned(setup: SimulationSetup, company: Company, peer: Peer, honest: Sequence[Peer]) -> None:
    """Nobody who stayed ever goes on past a step that all who stayed have given up."""
    ending = peer.session.ending
    assert ending is not None
    step = content_of(ending.claims[0]).step
    missing = said_in(ending.claims[0]).missing
    for other in honest:
        stayed = other.session.me is not None and not missing >> other.session.own_seat & 1
        if stayed and other.session.position.step > step and other.session.phase not in FINISHED:
            raise SimulationFailed(setup, f"{peer.name} gave up in step {step}, {other.name} went on")


# --- fates of cheats -------------------------------------------------------------------------------------------------


def _check_fate(setup: SimulationSetup, honest: Sequence[Peer], cheat: Cheat, fate: Fate) -> None:
    phases = {peer.session.phase for peer in honest}
    kinds = {peer.session.ending.kind for peer in honest if peer.session.ending}
    match fate:
        case Fate.REFUSED | Fate.EQUIVOCATION | Fate.WENT_ON:
            convicted = {peer.session.convicted for peer in honest}
            if kinds - {"evidence"} or phases - {Phase.ENDED, *FINISHED} or convicted != {frozenset([cheat.peer.key])}:
                raise SimulationFailed(setup, f"not everybody convicts {cheat.peer.name}: {phases} {kinds}")
        case Fate.SILENCE:
            if kinds - {"abandoned", "resigned"} or Phase.SEALED in phases:
                raise SimulationFailed(setup, f"silence is not shown as away: {phases} {kinds}")
        case Fate.STOPPED:
            if len(kinds) != 1 or phases != {Phase.ENDED} or "evidence" in kinds:
                raise SimulationFailed(setup, f"the table does not stop everywhere alike: {phases} {kinds}")
        case Fate.HARMLESS:
            if phases != {Phase.SEALED}:
                raise SimulationFailed(setup, f"the game does not come to its end: {phases} {kinds}")

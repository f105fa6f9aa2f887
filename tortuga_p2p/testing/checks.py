"""What must hold after a simulated game: safety, whatever the faults were; liveness, where they ended."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from ..errors import Refused
from ..limits import EVIDENCE_BYTES_MAX
from ..session import position as at
from ..session.broken_words import proved_by
from ..session.event import RecordRemoval, RecordStep, Utter
from ..session.evidence import check_evidence
from ..session.ledger import Hidden
from ..session.nodding import SPLIT_SEATS_MIN
from ..session.phases import SessionPhase
from ..session.table import LANE
from .cheats import PROVED, Fate
from .forging import content_of, said_in
from .sampler import SAMPLER
from .simulation_setup import SimulationFailed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..session.evidence import Verdict
    from ..session.replica import Where
    from .cheats import Cheat
    from .company import Company, Peer
    from .simulation_setup import SimulationSetup

OVER = (SessionPhase.SEALED, SessionPhase.ENDED)
FINISHED = (SessionPhase.FINISHED, SessionPhase.SEALED)


def check_safety(setup: SimulationSetup, company: Company, honest: Sequence[Peer], cheat: Cheat | None) -> None:
    """Nobody honest is blamed, closed steps are the same everywhere, and no two endings contradict each other."""
    _check_blame(setup, honest, cheat)
    _check_words(setup, honest)
    _check_history(setup, honest)
    _check_endings(setup, company, honest, cheat)


def check_releases(
    setup: SimulationSetup, honest: Sequence[Peer], released: Iterable[tuple[str, Where, bytes]]
) -> None:
    """No two honest seats ever release secrets on different histories: whoever releases later stands behind it.

    `released`: by whom, in which epoch and step, on which history.
    """
    if setup.seats < SPLIT_SEATS_MIN:
        return
    histories = {peer.name: _histories(peer) for peer in honest}
    last: dict[str, Where] = {}
    for name, where, _ in released:
        last[name] = max(last.get(name, (0, 0)), where)
    for name, where, history in released:
        for other, later in last.items():
            both = {name, other} <= histories.keys() and later >= where
            if both and histories[other].get(where, history) != history:
                raise SimulationFailed(setup, f"{name} and {other} released secrets on two histories, in {where}")


def _histories(peer: Peer) -> dict[Where, bytes]:
    """By epoch and step: the history before it, as far as the peer wrote it down; before it releases anything, all of
    it is."""
    epoch, step, history = 0, 0, at.first_history(peer.session.meeting.id)
    histories = {(epoch, step): history}
    for entry in peer.log:
        if isinstance(entry, RecordStep):
            step, history = entry.step + 1, at.next_history(history, entry.envelopes)
        elif isinstance(entry, RecordRemoval):
            epoch, step = entry.removal.epoch + 1, entry.removal.step
            before = histories[entry.removal.epoch, step]
            history = at.next_history(before, entry.removal.confirms)
        histories[epoch, step] = history
    return histories


def are_ends_alike(honest: Sequence[Peer]) -> bool:
    """Whether nobody holds a finished game while somebody else's ended before its end.

    Where somebody is convicted, each may have been told another story: then there is no common end.
    """
    finished = any(peer.session.phase in FINISHED for peer in honest)
    ended = any(peer.session.phase is SessionPhase.ENDED for peer in honest)
    return not (finished and ended) or any(peer.session.verdicts for peer in honest)


def check_knowledge(setup: SimulationSetup, peer: Peer) -> None:
    """A seat knows the cards that the game says it was shown, and no others: what is mixed again is forgotten."""
    session, table = peer.session, peer.session.table
    if table is None or session.me is None or setup.rules is SAMPLER:  # which is no game: it never says what was shown
        return
    if not table.seats >> session.own_seat & 1:
        return  # what somebody remembers who was removed is of no use any more, and the game says nothing of it
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
    ended = [peer for peer in honest if peer.session.phase is SessionPhase.ENDED]
    somebody_left = setup.leaving or (cheat is not None and cheat.needs_a_leaver)
    for peer in honest:
        finished = peer.session.phase is SessionPhase.FINISHED and somebody_left
        if peer.session.phase not in OVER and not finished:
            waiting = f"in step {peer.session.position.step} for {peer.session.waiting_for}"
            raise SimulationFailed(setup, f"{peer.name} still waits, {peer.session.phase} {waiting}")
    if ended and not somebody_left:
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


def _check_words(setup: SimulationSetup, honest: Sequence[Peer]) -> None:
    """Of all that somebody honest signed no two words prove anything, whoever may hold both one day."""
    for peer in honest:
        said = [content_of(entry.raw) for entry in peer.log if isinstance(entry, Utter)]
        if len({content.slot for content in said}) < len(said):
            raise SimulationFailed(setup, f"{peer.name} has signed two things in one place")
        for one in [content for content in said if content.lane != LANE or content.kind == "stay"]:
            for other in said:
                code = proved_by(one, other, setup.seats) if other is not one else None
                if code is not None:
                    raise SimulationFailed(setup, f"{peer.name} could be convicted of {code}: {one}, {other}")


def _check_proof(setup: SimulationSetup, evidence: bytes, verdict: Verdict) -> None:
    """A stranger who has nothing but the rules comes to the same verdict."""
    try:
        again = check_evidence(evidence, lambda _: (setup.rules, setup.hiding))
    except Refused as refused:
        raise SimulationFailed(setup, f"a stranger does not believe the evidence: {refused!r}") from None
    if again != verdict or len(evidence) > EVIDENCE_BYTES_MAX:
        raise SimulationFailed(setup, f"a stranger comes to another verdict: {again}, not {verdict}")


def proved_step(honest: Sequence[Peer]) -> int:
    """The first step about which there is evidence: from there on, each may have been told another story."""
    verdicts = [proof.verdict for peer in honest for proof in peer.session.verdicts]
    return min((verdict.step for verdict in verdicts), default=1 << 32)


def _check_history(setup: SimulationSetup, honest: Sequence[Peer]) -> None:
    """Closed steps are identical, up to the first about which there is evidence, or after which only one was removed.

    Whoever was given up though their last word ended the game keeps what they have.
    """
    proved = proved_step(honest)
    for one, other in combinations(honest, 2):
        until = min(proved, _parted(one, other))
        for number, (mine, yours) in enumerate(zip(one.session.closed, other.session.closed, strict=False)):
            if number < until and mine != yours:
                raise SimulationFailed(setup, f"step {number} is not the same for {one.name} and {other.name}")


def _parted(one: Peer, other: Peer) -> int:
    """The step in which one of two went on without somebody, and the other did not."""
    mine, yours = one.session.latest.removals, other.session.latest.removals
    same = sum(1 for left, right in zip(mine, yours, strict=False) if left == right)
    return min((removal.step for removal in (*mine[same:], *yours[same:])), default=1 << 32)


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
            if "evidence" in kinds:  # for whom the verdict was the end, and somebody who waited for them in vain
                kinds.discard("abandoned")
            if (
                kinds - {"evidence", "removed"}
                or phases - {SessionPhase.ENDED, *FINISHED}
                or convicted != {frozenset([cheat.peer.key])}
            ):
                raise SimulationFailed(setup, f"not everybody convicts {cheat.peer.name}: {phases} {kinds}")
        case Fate.SILENCE:
            if kinds - {"abandoned", "resigned", "removed"} or not _is_without(honest, cheat):
                raise SimulationFailed(setup, f"silence is not shown as away: {phases} {kinds}")
        case Fate.LEFT:
            if kinds - {"abandoned", "resigned", "removed"} or phases - {SessionPhase.ENDED, *FINISHED}:
                raise SimulationFailed(setup, f"the table neither ends nor goes on: {phases} {kinds}")
        case Fate.STOPPED:
            if setup.faults and kinds == {"diverged"}:  # who had gone on before they heard it waits for whoever stopped
                phases.discard(SessionPhase.PLAYING)
            if len(kinds) != 1 or phases != {SessionPhase.ENDED} or "evidence" in kinds:
                raise SimulationFailed(setup, f"the table does not stop everywhere alike: {phases} {kinds}")
        case Fate.HARMLESS:
            if phases != {SessionPhase.SEALED}:
                raise SimulationFailed(setup, f"the game does not come to its end: {phases} {kinds}")


def _is_without(honest: Sequence[Peer], cheat: Cheat) -> bool:
    """Whether everybody's game ended, or went on without whoever fell silent; a finished game lacks their seal.

    Whoever falls silent while all sit down keeps the game from beginning.
    """
    for peer in honest:
        session, seat = peer.session, cheat.peer.session.own_seat
        is_removed = session.table is not None and not session.table.seats >> seat & 1
        if not (session.phase in (SessionPhase.SITTING, SessionPhase.ENDED, SessionPhase.FINISHED) or is_removed):
            return False
    return True

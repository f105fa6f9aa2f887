"""What the stories about sessions share: how a table ended, who was convicted, and what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.tinygames import SCREENS
from tortuga_p2p.session.event import Tick, Utter
from tortuga_p2p.session.message import Commit, Say
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.forging import changed, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tortuga_p2p.errors import Code
    from tortuga_p2p.session.event import Effect
    from tortuga_p2p.session.replica import Ending
    from tortuga_p2p.testing.company import Mail, Peer


def ending(peer: Peer) -> Ending:
    assert peer.session.ending is not None, f"{peer.name} plays on"
    return peer.session.ending


def verdicts(peer: Peer) -> list[tuple[str, Code]]:
    """Whom a peer has convicted, and of what."""
    return [(one.verdict.name, one.verdict.code) for one in peer.convictions]


def uttered(effects: Iterable[Effect], kind: str = "") -> list[bytes]:
    """The envelopes that these effects send, or those of one kind."""
    raws = [effect.raw for effect in effects if isinstance(effect, Utter)]
    return [raw for raw in raws if kind in ("", kind_of(raw))]


def two_seals(table: int = 0) -> tuple[Company, Peer, list[Peer], bytes, bytes]:
    """All but the liar have sealed a choice; the liar has two, and has told nobody of either."""
    company = Company.make(SCREENS, 3, table).sit()
    company.play_until(lambda now: all(peer.session.position.kind == "commit" for peer in now.players))
    liar, *honest = company.players
    for peer in honest:
        company.intend(peer.name)
    company.carry(leave_out=(liar.name,))
    (seal,) = uttered(company.intend(liar.name), "commit")
    company.post.clear()
    return company, liar, honest, seal, changed(liar.session, seal, Commit(bytes(32)))


def says(kind: str) -> Any:
    """Whether a letter carries an envelope of that kind."""

    def is_that(mail: Mail) -> bool:
        return isinstance(mail.talk, Say) and kind_of(mail.talk.envelope) == kind

    return is_that


def meet(company: Company, times: int = 4) -> None:
    """Everybody tells everybody else where they stand, several times."""
    for turn in range(times):
        for name in company.peers:
            company.take(name, Tick(1_000_000 + 10_000 * turn))
        company.carry()


def wait_out(company: Company) -> None:
    """Nobody says that they go on without whoever is convicted, for longer than anybody is waited for."""
    for name in company.peers:
        company.take(name, Tick(50_000_000))
        company.take(name, Tick(100_000_000))
    company.carry()


def steps(company: Company) -> set[int]:
    return {peer.session.position.step for peer in company.peers.values()}


def proof_of(peer: Peer) -> bytes:
    """The evidence that a peer holds, of one verdict."""
    (proof,) = peer.session.verdicts
    return proof.evidence

"""What the stories about sessions share: how a table ended, who was convicted, and what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tortuga_p2p.session.event import Tick, Utter
from tortuga_p2p.session.message import Say
from tortuga_p2p.testing.forging import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tortuga_p2p.errors import Code
    from tortuga_p2p.session.event import Effect
    from tortuga_p2p.session.replica import Ending
    from tortuga_p2p.testing.company import Company, Mail, Peer


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


def says(kind: str) -> Any:
    """Whether a letter carries an envelope of that kind."""

    def is_that(mail: Mail) -> bool:
        return isinstance(mail.talk, Say) and kind_of(mail.talk.envelope) == kind

    return is_that


def meet(company: Company, times: int = 4) -> None:
    """Everybody tells everybody else where he stands, several times."""
    for turn in range(times):
        for name in company.peers:
            company.take(name, Tick(1_000_000 + 10_000 * turn))
        company.carry()


def steps(company: Company) -> set[int]:
    return {peer.session.position.step for peer in company.peers.values()}


def proof_of(peer: Peer) -> bytes:
    """The evidence that a peer holds, of one verdict."""
    (proof,) = peer.session.verdicts
    return proof.evidence

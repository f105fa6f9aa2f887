"""What we say in a step, and how it is signed. Remembered bytes go out as they are: a peer never says two things."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..crypto.tags import Tag
from ..wire.envelope import VERSION, Content, Envelope, sign_envelope
from . import joining, nodding, stages
from . import position as at
from .joining import Sit
from .message import BESIDE, Enter, Nod, Seat, Sign

if TYPE_CHECKING:
    from ..wire.envelope import Slot
    from ..wire.message import Vocabulary
    from .replica import Me, Session
    from .seat_secrets import SeatSecrets


def our_words(session: Session) -> Any:
    """Our message of the open step: remembered bytes, or words made now; `None` while our player has not decided.

    Or while somebody has not nodded yet, without whose nod nothing secret leaves. What is remembered has left already.
    """
    position, me = session.position, session.me
    remembered = session.spoken.get(session.where, {}).get(position.lane)
    if remembered is not None:
        return remembered
    assert me is not None
    if isinstance(position, Sit):
        return _sitting_words(position, me, session.own, session.own_seat)
    assert session.own is not None
    if nodding.is_held_back(session):
        return None
    work = stages.work(position)
    if position.kind == "stay":
        return replace(work.speak(position, session.own, session.own_seat), follows=session.follows)
    if not work.decides:
        return work.speak(position, session.own, session.own_seat)
    decision = session.decision
    if decision is None:
        return None
    return work.speak(position, session.own, session.own_seat, decision.move, decision.helm)


def _sitting_words(sit: Sit, me: Me, own: SeatSecrets | None, chair: int) -> Any:
    if sit.kind == "enter":
        return Enter(me.nonce)
    assert own is not None
    match sit.kind:
        case "offer":
            return joining.speak_offer(sit, own, chair)
        case "sign":
            return Sign(sit.table)
        case _:
            return Seat(own.chain.value(1))


def signed(session: Session, words: Any) -> Envelope:
    """Our words of the open step in their envelope."""
    position = session.position
    return _envelope(session, position.slot(session.own_seat), at.vocabulary(position), words)


def in_lane(session: Session, lane: str, words: Any, step: int | None = None) -> bytes:
    """Our words beside the open step, or beside another one, in a lane of their own."""
    slot = session.position.slot(session.own_seat)._replace(lane=lane)
    slot = slot if step is None else slot._replace(step=step)
    return _envelope(session, slot, BESIDE, words).raw


def beside_closed(session: Session, beside: Content, lane: str, words: Any) -> bytes:
    """Our words about a closed step, beside what was said in it."""
    slot = beside.slot._replace(lane=lane, seat=session.own_seat)
    return _signed_on(session, slot, beside.prev, beside.state, BESIDE, words).raw


def nod(session: Session) -> bytes:
    """That we stand here. A nod leaves no choice, so a remembered one has these very bytes."""
    return in_lane(session, nodding.NOD, Nod())


def _envelope(session: Session, slot: Slot, vocabulary: Vocabulary, words: Any) -> Envelope:
    return _signed_on(session, slot, session.history, session.position.digest, vocabulary, words)


def _signed_on(
    session: Session, slot: Slot, history: bytes, state: bytes, vocabulary: Vocabulary, words: Any
) -> Envelope:
    me = session.me
    assert me is not None
    content = Content(VERSION, *slot, history, state, vocabulary.kind(words), vocabulary.body(words))
    return sign_envelope(content, lambda raw: me.identity.sign(Tag.SIGNED_ENVELOPE, raw))

"""What we say in a step, and how it is signed. Remembered bytes go out as they are: a peer never says two things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..crypto.tags import Tag
from ..wire.envelope import VERSION, Content, Envelope, sign_envelope
from . import position as at
from . import sitting, stages
from .message import LEAVE, Seat, Sign
from .sitting import Sit

if TYPE_CHECKING:
    from ..rules.ask import Move
    from ..wire.envelope import Slot
    from ..wire.message import Vocabulary
    from .own import Own
    from .replica import Me, Session
    from .table import Table


def our_words(session: Session) -> Any:
    """Our message of the open step: remembered bytes, or words made now; `None` while our player has not decided."""
    position, me = session.position, session.me
    remembered = session.spoken.get((position.step, position.lane))
    if remembered is not None:
        return remembered
    assert me is not None
    if isinstance(position, Sit):
        return _sitting_words(position, me, session.own, session.number)
    assert session.own is not None
    work = stages.work(position)
    if not work.decides:
        return work.speak(position, session.own, session.number)
    move = _decided(session, position)
    return None if move is None else work.speak(position, session.own, session.number, move)


def _decided(session: Session, position: Table) -> Move | None:
    """What we decided for this step, or for the seal that it opens."""
    number = position.step - 1 if position.stage.kind == "reveal" else position.step
    if session.sealed is not None and session.sealed[0] == number:
        return session.sealed[1]
    return session.decisions.get(number)


def _sitting_words(sit: Sit, me: Me, own: Own | None, chair: int) -> Any:
    if sit.kind == "enter":
        return me.enter
    assert own is not None
    match sit.kind:
        case "offer":
            return sitting.speak_offer(sit, own, chair)
        case "sign":
            return Sign(sit.table)
        case _:
            return Seat(own.chain.value(1))


def signed(session: Session, words: Any) -> Envelope:
    """Our words of the open step in their envelope."""
    position = session.position
    return _envelope(session, position.slot(session.number), at.vocabulary(position), words)


def in_lane(session: Session, lane: str, words: Any) -> bytes:
    """Our words of leaving in a lane of their own."""
    slot = session.position.slot(session.number)._replace(lane=lane)
    return _envelope(session, slot, LEAVE, words).raw


def _envelope(session: Session, slot: Slot, vocabulary: Vocabulary, words: Any) -> Envelope:
    me = session.me
    assert me is not None
    content = Content(
        VERSION, *slot, session.history, session.position.digest, vocabulary.kind(words), vocabulary.body(words)
    )
    return sign_envelope(content, lambda raw: me.identity.sign(Tag.SIGNED_ENVELOPE, raw))

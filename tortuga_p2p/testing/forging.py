"""Envelopes that no honest session would write: other fields, other words, another place; signed with a peer's own key.

Whoever cheats has their own keys and nobody else's. For cheats and for tests of what must be refused.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..crypto.tags import Tag
from ..session.accord import ACCORD, WISH
from ..session.leaving import first_lane, second_lane
from ..session.message import BESIDE, PLAY, SIT, Agree, Confirm, Decline, Gone, Nod, Resign, Wish, Withdraw
from ..session.nodding import NOD
from ..wire.envelope import VERSION, Content, read_envelope, sign_envelope

if TYPE_CHECKING:
    from ..session.replica import Session
    from ..wire.message import Vocabulary

_LANES = {Gone: first_lane, Confirm: second_lane, Withdraw: second_lane}


@lru_cache(maxsize=4096)
def content_of(raw: bytes) -> Content:
    return read_envelope(raw).content


def kind_of(raw: bytes) -> str:
    return content_of(raw).kind


def said_in(raw: bytes) -> Any:
    """The message inside an envelope."""
    content = content_of(raw)
    return _vocabulary(content.kind).read(content.kind, content.body)


def sign(session: Session, content: Content) -> bytes:
    """The content in an envelope of the session's own seat, whatever it says."""
    assert session.me is not None
    identity = session.me.identity
    return sign_envelope(content, lambda raw: identity.sign(Tag.SIGNED_ENVELOPE, raw)).raw


def changed(session: Session, raw: bytes, said: object = None, **fields: Any) -> bytes:
    """An envelope with other fields, or with another message of the same place, signed again."""
    content = content_of(raw)
    if said is not None:
        vocabulary = _vocabulary(content.kind)
        fields = {"kind": vocabulary.kind(said), "body": vocabulary.body(said), **fields}
    return sign(session, replace(content, **fields))


def worded(session: Session, said: Any, **fields: Any) -> bytes:
    """A message of the session's seat in the open step, in the lane where it belongs."""
    vocabulary = next(one for one in (SIT, PLAY, BESIDE) if type(said) in one.kinds.values())
    lane = session.position.lane
    if vocabulary is BESIDE:
        named = {Resign: "resign", Nod: NOD, Wish: WISH, Agree: ACCORD, Decline: ACCORD}
        lane = named[type(said)] if type(said) in named else _LANES[type(said)](said.attempt)
    slot = session.position.slot(session.own_seat)._replace(lane=lane)
    content = Content(
        VERSION, *slot, session.history, session.position.digest, vocabulary.kind(said), vocabulary.body(said)
    )
    return sign(session, replace(content, **fields))


def _vocabulary(kind: str) -> Vocabulary:
    return next(one for one in (SIT, PLAY, BESIDE) if kind in one.kinds)

"""Leaving as it happens: our player resigns or loses patience, others say so, and words of leaving are counted.

What these words mean and how they are counted is in `leaving.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..text import _
from . import catching_up, incoming, leaving
from .event import Farewell, Impatience, Reject, Utter
from .leaving import Vote
from .message import Confirm, Gone, Resign, Withdraw
from .offences import end
from .replica import Ending, Session, Stepped, replace
from .speaking import in_lane
from .table import FIRST_STEP, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..wire.envelope import Envelope
    from .event import Effect, Peer


def resign(session: Session, event: Farewell) -> Stepped:
    if session.me is None:
        return session, [Reject(_("you only watch: you may go whenever you like"))]
    raw = in_lane(session, leaving.RESIGN, Resign())
    return _end_resigned(session, raw, [Utter(raw)])


def _end_resigned(session: Session, raw: bytes, effects: list[Effect]) -> Stepped:
    ending = Ending("resigned", _("you have left the game"), claims=(raw,))
    session, more = end(replace(session, has_left=True), ending)
    return session, effects + more


def hear_resignation(session: Session, envelope: Envelope) -> Stepped:
    """A resignation counts whatever step it was signed in, from the first step of play on: before that, nobody sits."""
    content, table = envelope.content, session.table
    if table is None or content.step < FIRST_STEP or content.table != table.where:
        return session, []
    if content.kind != "resign" or content.body != ():
        return session, []
    sentence = _("{name} has left the game", name=table.agreement.called(content.seat))
    return end(session, Ending("resigned", sentence, claims=(envelope.raw,)))


def vote(session: Session, event: Impatience) -> Stepped:
    """Our player does not want to wait any longer."""
    if session.me is None:
        return session, [Reject(_("you only watch: those who play decide"))]
    missing = leaving.unheard(session, event.away)
    open_s = (session.now_ms - session.opened_ms) // 1000
    patience_s = session.meeting.terms.patience_s
    if missing >> session.own_seat & 1:
        return session, [Reject(_("the table waits for you, not for others"))]
    if open_s < patience_s:
        return session, [
            Reject(
                _(
                    "this table waits {seconds} seconds for everybody: {left} to go",
                    seconds=patience_s,
                    left=patience_s - open_s,
                )
            )
        ]
    attempt = leaving.next_attempt(session, missing)
    if attempt is None:
        return session, [Reject(_("too many votes have failed in this step"))]
    if (leaving.first_lane(attempt), session.own_seat) in session.votes:
        return session, [Reject(_("you have said so already: the others must say it too"))]
    return _cast(session, leaving.first_lane(attempt), Gone(attempt, missing))


def _cast(session: Session, lane: str, words: Gone | Confirm | Withdraw) -> Stepped:
    """Signs and takes our own word of leaving, then counts."""
    raw = in_lane(session, lane, words)
    votes = {**session.votes, (lane, session.own_seat): Vote(raw, words)}
    # Once we have confirmed, the table waits for the others to do so, and they too have their time.
    opened_ms = session.now_ms if isinstance(words, Confirm) else session.opened_ms
    is_called = isinstance(words, Gone) and leaving.is_new_call(session, words)
    called_ms = session.now_ms if is_called else session.called_ms
    session, effects = count(replace(session, votes=votes, opened_ms=opened_ms, called_ms=called_ms))
    return session, [Utter(raw), *effects]


def take_vote(session: Session, envelope: Envelope, words: Any) -> Stepped:
    if isinstance(words, Resign):
        return hear_resignation(session, envelope)
    key = (envelope.content.lane, envelope.content.seat)
    return count(replace(session, votes=leaving.keep(session.votes, *key, Vote(envelope.raw, words))))


def withdraw(session: Session, late: Envelope) -> Stepped:
    """Somebody we called missing has spoken before we confirmed anything: we say so, with the proof."""
    if not session.votes:
        return session, []
    votes = dict(session.votes)
    effects: list[Effect] = []
    for call in leaving.open_calls(session, late.content.seat):
        words, lane = Withdraw(call.attempt, call.missing, late.raw), leaving.second_lane(call.attempt)
        raw = in_lane(session, lane, words)
        votes[lane, session.own_seat] = Vote(raw, words)
        effects.append(Utter(raw))
    return replace(session, votes=votes), effects


def count(session: Session) -> Stepped:
    """What the votes of the open step amount to: the end, or a late message that counts, or a second word of ours.

    Each attempt counts for itself: whoever withdraws from one has not saved those who are bound by another.
    """
    table = session.table
    assert table is not None
    ballots = leaving.ballots(session.votes)
    for ballot in ballots:
        stay = ballot.stay(table.agreement.seats)
        if not ballot.withdrawn and ballot.confirmed >= stay:
            session = replace(session, has_left=stay == {session.own_seat})
            return end(session, leaving.abandoned(table.agreement, table.step, session.votes, ballot))
    late = [raw for ballot in ballots for raw in ballot.withdrawn if not _is_accepted(session, raw)]
    return (_release(session, late), []) if late else _confirm(session, table)


def _is_accepted(session: Session, raw: bytes) -> bool:
    return incoming.is_nodded(session, raw) or any(one.raw == raw for one in session.accepted.values())


def _confirm(session: Session, table: Table) -> Stepped:
    """Our second word, where all who stay have said the first."""
    for ballot in leaving.ballots(session.votes):
        lane = leaving.second_lane(ballot.attempt)
        called = session.own_seat in ballot.gone and ballot.gone >= ballot.stay(table.agreement.seats)
        if called and not ballot.withdrawn and (lane, session.own_seat) not in session.votes:
            return _cast(session, lane, Confirm(ballot.attempt, ballot.missing))
    return session, []


def _release(session: Session, late: Iterable[bytes]) -> Session:
    """A vote has failed: what came late counts, here too."""
    number = session.position.step
    held = [raw for (step, *_), raw in session.early.items() if step == number]
    early = {key: raw for key, raw in session.early.items() if key[0] != number}
    return replace(session, early=early, again=(*session.again, *late, *held))


def hear_late_vote(session: Session, peer: Peer, envelope: Envelope) -> Stepped:
    """About a step that is closed here: whoever cast it misses something, or all who stayed ended the table there."""
    number, table = envelope.content.step, session.table
    claim = leaving.late_claim(session, envelope)
    if claim is None or isinstance(claim.words, Withdraw):
        return session, []
    if table is not None and isinstance(claim.words, Confirm):
        session = replace(session, claims={**session.claims, envelope.content.seat: (number, claim)})
        ballot = leaving.claimed(session.claims, table.agreement.seats)
        if ballot is not None:
            votes = {(leaving.second_lane(ballot.attempt), seat): vote for seat, (_, vote) in session.claims.items()}
            return end(session, leaving.abandoned(table.agreement, number, votes, ballot))
    if not peer:
        return session, []
    return catching_up.answer(session, peer, lambda: catching_up.serve_step(session, peer, number))


def recall(session: Session) -> Stepped:
    """Words of leaving that our journal remembers of the step just opened stand before anything else is heard."""
    if not session.spoken:
        return session, []
    spoken = session.spoken.get(session.position.step, {})
    ours = {lane: raw for lane, raw in spoken.items() if leaving.is_leaving(lane)}
    if not ours:
        return session, []
    effects: list[Effect] = [Utter(raw) for raw in ours.values()]
    if leaving.RESIGN in ours:
        return _end_resigned(session, ours[leaving.RESIGN], effects)
    votes = {(lane, session.own_seat): Vote(raw, leaving.words_of(raw)) for lane, raw in ours.items()}
    session, more = count(replace(session, votes=votes))
    return session, effects + more

"""Leaving as it happens: our player resigns or loses patience, others say so, and words of leaving are counted.

What these words mean is in `leaving.py`, how they are counted in `ballots.py`, where they lead in `removing.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..text import _, duration
from . import ballots as counting
from . import catching_up, incoming, leaving, removing
from .ballots import Vote
from .broken_words import ends_alone
from .event import Farewell, Impatience, Reject, Utter
from .message import Confirm, Gone, Resign, Withdraw
from .offences import end, part
from .phases import SessionPhase
from .replica import Ending, Session, Stepped, replace
from .speaking import in_lane
from .table import FIRST_STEP, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..wire.envelope import Content, Envelope
    from .ballots import Ballot, Votes
    from .event import Effect, Peer


# --- resigning ---------------------------------------------------------------------------------------------------


def resign(session: Session, event: Farewell) -> Stepped:
    if session.me is None:
        return session, [Reject(_("you only watch: you may go whenever you like"))]
    # Whoever has stood back has said something of later steps, and a resignation is the last word of its author.
    raw = in_lane(session, leaving.RESIGN, Resign(), session.reached if session.is_back else None)
    return _end_resigned(session, raw, [Utter(raw)])


def _end_resigned(session: Session, raw: bytes, effects: list[Effect]) -> Stepped:
    ending = Ending("resigned", _("you have left the game"), claims=(raw,))
    resigned = {**session.resigned, session.own_seat: raw}
    session, more = end(replace(session, has_left=True, resigned=resigned), ending)
    return session, effects + more


def is_resignation(session: Session, content: Content) -> bool:
    """Whether this is one, of this table: it counts whatever step it was signed in, on whatever history."""
    table = session.table
    is_here = table is not None and content.step >= FIRST_STEP and content.table == table.where
    return is_here and (content.lane, content.kind, content.body) == (leaving.RESIGN, leaving.RESIGN, ())


def hear_resignation(session: Session, envelope: Envelope) -> Stepped:
    """Those who stay go on, if they are two or more. Also of somebody who was removed: it is more than a claim."""
    content, table = envelope.content, session.table
    if table is None or content.seat in session.resigned or not is_resignation(session, content):
        return session, []
    if session.me is not None and content.seat == session.own_seat:
        return _end_resigned(session, envelope.raw, [])
    session = replace(session, resigned={**session.resigned, content.seat: envelope.raw})
    if session.phase is not SessionPhase.PLAYING or not table.seats >> content.seat & 1 or counting.can_go_on(session):
        return session, []
    return end(session, _resigned(session, table, content.seat))


def _resigned(session: Session, table: Table, seat: int) -> Ending:
    """The end where somebody has resigned and fewer than two stay: whoever is left has won."""
    name, claims = table.agreement.called(seat), tuple(raw for _, raw in sorted(session.resigned.items()))
    left = counting.staying(session)
    if len(left) != 1:
        return Ending("resigned", _("{name} has left the game", name=name), claims=claims)
    winner = table.agreement.called(left[0])
    sentence = _("{name} has left the game: {winner} wins by resignation", name=name, winner=winner)
    return Ending("resigned", sentence, claims=claims, winner=left[0])


# --- our own votes -----------------------------------------------------------------------------------------------


def vote(session: Session, event: Impatience) -> Stepped:
    """Our player does not want to wait any longer, or to play on with somebody who is convicted."""
    if session.me is None:
        return session, [Reject(_("you only watch: those who play decide"))]
    # Where all who are convicted have resigned, too, there is nothing to agree to: but whoever is asked may answer.
    is_asked = session.asked_ms is not None or session.out & ~counting.bits(session.resigned)
    if session.out and is_asked and not session.is_agreed:
        return _call_out(replace(session, is_agreed=True))
    missing = leaving.unheard(session, event.away)
    open_s = (session.now_ms - session.opened_ms) // 1000
    patience_s = session.meeting.terms.patience_s
    if missing >> session.own_seat & 1:
        return session, [Reject(_("the table waits for you, not for others"))]
    if open_s < patience_s and missing & ~session.out:
        return session, [
            Reject(
                _(
                    "this table waits {time} for everybody: {left} to go",
                    time=duration(patience_s),
                    left=duration(patience_s - open_s),
                )
            )
        ]
    attempt = leaving.next_attempt(session, missing)
    if attempt is None:
        return session, [Reject(_("too many votes have failed in this step"))]
    if (leaving.first_lane(attempt), session.own_seat) in session.votes:
        return session, [Reject(_("you have said so already: the others must say it too"))]
    return _call(session, attempt, missing)


def _call(session: Session, attempt: int, missing: int) -> Stepped:
    table = session.table
    if session.is_back and table is not None and table.seats & ~missing == 1 << session.own_seat:
        # That would be our last word, and we have spoken in later steps: it would look as if we had gone on.
        return session, [Reject(_("nobody else votes: the game ends by the evidence, or you may leave it"))]
    return _cast(session, leaving.first_lane(attempt), Gone(attempt, missing, counting.last_confirmed(session)))


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


def _call_out(session: Session) -> Stepped:
    """Says that we go on without whoever has resigned or is convicted, unless our last word says so already."""
    missing = leaving.unwanted(session)
    ours = counting.calls(session.votes).get(session.own_seat)
    if missing and ours is not None:  # and without those whom we called gone before, if they are silent still
        missing |= ours.missing & ~counting.bits(session.accepted.keys() | session.nods.keys())
    attempt = leaving.next_attempt(session, missing) if missing else None
    if attempt is None or (leaving.first_lane(attempt), session.own_seat) in session.votes:
        return session, []
    return _call(session, attempt, missing)


def settle(session: Session, *, again: bool = False) -> Stepped:
    """What is due by itself: our vote about who has left, and what was kept for a ballot that is dead.

    We call anew only `again`, now and then: otherwise somebody who answers each vote with another could go on for ever.
    """
    effects: list[Effect] = []
    session = part(session)
    if session.phase is not SessionPhase.PLAYING or session.table is None:
        return session, effects
    if session.me is not None and not session.has_left and session.out:
        called = counting.calls(session.votes).get(session.own_seat)
        if again or called is None or leaving.unwanted(session) & ~called.missing:
            session, effects = _call_out(session)
    if session.phase is SessionPhase.PLAYING and session.votes:
        session, more = count(session)
        effects = [*effects, *more]
    return _free(session), effects


def _free(session: Session) -> Session:
    """Words of the open step that a confirm of ours kept waiting are heard, once it binds us no more."""
    held = {key: raw for key, raw in session.early.items() if key[:2] == session.where}
    if not held or session.phase is not SessionPhase.PLAYING:
        return session
    free = {key: raw for key, raw in held.items() if not counting.is_bound(session, key[2])}
    early = {key: raw for key, raw in session.early.items() if key not in free}
    return replace(session, early=early, again=(*session.again, *free.values())) if free else session


# --- what others vote ----------------------------------------------------------------------------------------------


def take_vote(session: Session, envelope: Envelope, words: Any) -> Stepped:
    if isinstance(words, Resign):
        return hear_resignation(session, envelope)
    seat = envelope.content.seat
    votes = {**session.votes, (envelope.content.lane, seat): Vote(envelope.raw, words)}
    session, effects = count(replace(session, votes=votes))  # it counts, also where it is not kept
    return replace(session, votes=leaving.kept(session.votes, seat, session.own_seat)), effects


def withdraw(session: Session, late: Envelope) -> Stepped:
    """Somebody we called missing has spoken before we confirmed anything: we say so, with the proof."""
    if not session.votes or session.me is None or session.has_left:
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
    """What the votes of the open step amount to: going on without somebody, the end, or a second word of ours.

    Each ballot counts for itself: whoever withdraws from one has not saved those who are bound by another.
    """
    table = session.table
    assert table is not None
    ballots = counting.ballots(session.votes)
    for ballot in ballots:
        stay = ballot.stay(table.present)
        if not stay or not ballot.confirmed >= stay:
            continue
        if counting.is_quorum(session, stay):
            if (follows := counting.follows(session, ballot)) is not None:
                removal = removing.removal_of(session, table.step, ballot, session.votes)
                return removing.go_on_without(session, removal, follows)
        elif not (ballot.withdrawn or session.has_left) and (
            found := _left_behind(session, table, table.step, ballot, session.votes)
        ):
            return found, []
    late = [raw for ballot in ballots for raw in ballot.withdrawn if not _is_known(session, raw)]
    return (replace(session, again=(*session.again, *late)), []) if late else _confirm(session, table, ballots)


def _left_behind(session: Session, table: Table, step: int, ballot: Ballot, votes: Votes) -> Session | None:
    """All who stay in a ballot have confirmed it, and are no quorum: they have ended the game, for themselves.

    If the others can go on they do; somebody who stayed alone has left by this word, as by a resignation.
    """
    stay = ballot.stay(table.present)
    rest = frozenset(table.present) - stay
    if session.own_seat not in stay:
        if len(stay) == 1:
            (seat,) = stay
            resigned = {**session.resigned, seat: votes[leaving.second_lane(ballot.attempt), seat].raw}
            without = replace(session, resigned=resigned)
            if counting.can_go_on(without):
                return None if seat in session.resigned else without
        elif counting.is_quorum(session, rest):
            return None
    session = replace(session, has_left=session.has_left or stay == {session.own_seat})
    return end(session, leaving.abandoned(table.agreement, step, votes, ballot))[0]


def _is_known(session: Session, raw: bytes) -> bool:
    """Whether a late message counts already, or is kept until we are free."""
    return incoming.is_nodded(session, raw) or any(
        raw == kept for kept in (*(one.raw for one in session.accepted.values()), *session.early.values())
    )


def _confirm(session: Session, table: Table, ballots: Iterable[Ballot]) -> Stepped:
    """Our second word, where all who stay have said the first, and we have called nothing higher."""
    if session.me is None or session.has_left:
        return session, []
    ours = counting.calls(session.votes).get(session.own_seat)
    for ballot in ballots:
        lane = leaving.second_lane(ballot.attempt)
        is_ours = ours is not None and ballot[:2] == (ours.attempt, ours.missing)
        called = is_ours and ballot.gone >= ballot.stay(table.present)
        if called and (lane, session.own_seat) not in session.votes and not counting.is_dead(session, ballot):
            return _cast(session, lane, Confirm(ballot.attempt, ballot.missing))
    return session, []


def hear_late_vote(session: Session, peer: Peer, envelope: Envelope) -> Stepped:
    """About a step that is closed here: whoever cast it misses something, or all who stayed ended the epoch there."""
    content, table = envelope.content, session.table
    if session.resigned.get(content.seat) == envelope.raw:
        return session, []
    if (without := _without_deserter(session, envelope)) is not None:
        return without, []
    claim = leaving.late_claim(session, envelope) if content.epoch == session.position.epoch else None
    if claim is not None and isinstance(claim.words, Withdraw):
        return session, []
    if table is not None and claim is not None and isinstance(claim.words, Confirm):
        session = replace(session, claims={**session.claims, content.seat: (content.step, claim)})
        session, effects, is_done = count_late(session, table)
        if is_done:
            return session, effects
    if not peer or (claim is None and content.epoch == session.position.epoch):
        return session, []
    return catching_up.answer(session, peer, lambda: catching_up.serve_from(session, peer, content))


def _without_deserter(session: Session, envelope: Envelope) -> Session | None:
    """Somebody confirmed with us that we go on, and then left alone in the same step, before the new epoch was open:
    that is a word of leaving like a resignation, for those who can go on without them too."""
    content, table = envelope.content, session.table
    if table is None or session.phase is not SessionPhase.PLAYING or content.epoch >= table.epoch:
        return None
    seat = content.seat
    if seat in session.resigned or not table.seats >> seat & 1 or content.table != table.where:
        return None
    if not ends_alone(content, table.agreement.seats):
        return None
    without = replace(session, resigned={**session.resigned, seat: envelope.raw})
    return without if counting.can_go_on(without) else None


def count_late(session: Session, table: Table) -> tuple[Session, list[Effect], bool]:
    """Whether all who stayed ended the epoch in a step that we have closed: then so did we, or we are who was removed.

    Whoever stayed has not signed this: they keep to what they closed, and somebody has signed two things.
    """
    found = leaving.claimed(session.claims, table.present)
    if found is None or session.phase is not SessionPhase.PLAYING:
        return session, [], False
    step, ballot = found
    votes = {(leaving.second_lane(ballot.attempt), seat): vote for seat, (_, vote) in session.claims.items()}
    stay = ballot.stay(table.present)
    if not counting.is_quorum(session, stay):
        after = _left_behind(session, table, step, ballot, votes)
        return after or session, [], after is not None
    said = counting.stays(session, step)
    moved = {seat for seat, (_, one) in said.items() if (one.attempt, one.missing) == ballot[:2]} & stay
    is_open = counting.is_gone_on(session, stay, moved)
    plays = session.me is not None and not session.has_left and session.own_seat in stay
    if not is_open or plays:
        return session, [], False
    removal = removing.removal_of(session, step, ballot, votes)
    session, effects = removing.go_on_without(removing.taken_back(session, step), removal)
    return session, effects, True


def recall(session: Session) -> Stepped:
    """Words of leaving that our journal remembers of the step just opened stand before anything else is heard."""
    if not session.spoken and not session.expected:
        return session, []
    for removal in session.expected:
        if (removal.epoch, removal.step) == session.where:
            return _recall_removal(session, removal)
    spoken = session.spoken.get(session.where, {})
    ours = {lane: raw for lane, raw in spoken.items() if leaving.is_leaving(lane)}
    if not ours:
        return session, []
    effects: list[Effect] = [Utter(raw) for raw in ours.values()]
    if leaving.RESIGN in ours:
        return _end_resigned(session, ours[leaving.RESIGN], effects)
    votes = {(lane, session.own_seat): Vote(raw, leaving.words_of(raw)) for lane, raw in ours.items()}
    session, more = count(replace(session, votes=votes))
    return session, effects + more


def _recall_removal(session: Session, removal: Any) -> Stepped:
    """We had gone on without somebody in this step, or were removed in it. Two may follow each other in one step."""
    removing.check(session, removal)
    session, effects = removing.go_on_without(session, removal)
    if session.phase is not SessionPhase.PLAYING:
        return session, effects
    session, more = recall(session)
    return session, effects + more

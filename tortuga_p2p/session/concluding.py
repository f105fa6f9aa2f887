"""The game ends by agreement: one proposes, all accept, each in words of their own. What they mean is in `accord.py`.

Nobody ends up elsewhere: whoever has agreed in a step closes it only after somebody has declined there, and of each
seat and step there is one such word. So either all have agreed and nobody goes on, or somebody never will, and
everybody is free. See protocol/session.md, "Ending by agreement".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import Refused
from ..limits import EARLY_STEPS_MAX, PROPOSALS_MAX, WISH_S
from ..text import _
from ..wire.envelope import read_envelope
from . import catching_up
from .accord import (
    ACCORD,
    AGREED,
    WISH,
    Accord,
    Wished,
    is_bound,
    is_declined,
    lane_of,
    own_accord,
    own_seat_wishes,
    undecided,
)
from .ballots import is_bound as is_bound_by_vote
from .event import Reject, Utter
from .leaving import read_words
from .message import Agree, Decline, Wish
from .offences import end
from .phases import SessionPhase
from .replica import Ending, Session, Stepped, replace
from .speaking import beside_closed, in_lane
from .table import FIRST_STEP

if TYPE_CHECKING:
    from ..wire.envelope import Envelope
    from .accord import Words
    from .event import Peer, PlayOn, Propose
    from .replica import Where


# --- our own player ------------------------------------------------------------------------------------------------


def propose(session: Session, event: Propose) -> Stepped:
    """Our player would end the game here: proposes it, or accepts what somebody has proposed."""
    own, table = session.own_seat, session.table
    if session.me is None or table is None:
        return session, [Reject(_("you only watch: those who play decide"))]
    if own in session.wishes:
        return session, [Reject(_("you have said so already: the others must say it too"))]
    if session.wished.get(own) == session.where or own_accord(session) is not None:
        return session, [Reject(_("it was declined just now: wait until the game has gone on"))]
    if not session.wishes and session.proposals.get(own, 0) >= PROPOSALS_MAX:
        return session, [Reject(_("you have proposed it {count} times, and others want to play", count=PROPOSALS_MAX))]
    raw = in_lane(session, WISH, Wish())
    return _take_wish(session, own, raw, session.where), [Utter(raw)]


def play_on(session: Session, event: PlayOn) -> Stepped:
    """Our player does not want to end the game."""
    if session.me is None or not session.wishes:
        return session, [Reject(_("nobody proposes to end the game"))]
    return _decline(session)


def _decline(session: Session) -> Stepped:
    if own_accord(session) is not None:  # we have agreed in this step, and cannot take that back
        return session, [Reject(_("you have agreed to end it: only another player can decline now"))]
    raw = in_lane(session, ACCORD, Decline())
    return _take_accord(session, session.own_seat, Accord(raw, Decline())), [Utter(raw)]


# --- what others say -----------------------------------------------------------------------------------------------


def take(session: Session, envelope: Envelope, words: Words) -> Stepped:
    """A word of the open step, judged."""
    seat = envelope.content.seat
    if isinstance(words, Wish):
        return _take_wish(session, seat, envelope.raw, session.where), []
    session = _take_accord(session, seat, Accord(envelope.raw, words))
    if isinstance(words, Agree) and _is_unwilling(session):
        return _decline(session)  # so that nobody waits for us: our player has not said that they wish it
    return session, []


def _is_unwilling(session: Session) -> bool:
    is_playing = session.me is not None and not session.has_left and session.phase is SessionPhase.PLAYING
    return is_playing and session.own_seat not in session.wishes and own_accord(session) is None


def _take_wish(session: Session, seat: int, raw: bytes, where: Where) -> Session:
    """A wish stands until somebody declines, or for a while. Of each seat only newer ones count, and a few that begin
    a proposal: whoever asks again and again is not heard."""
    if (
        session.phase is not SessionPhase.PLAYING
        or where <= session.wished.get(seat, (0, 0))
        or where <= session.declined
    ):
        return session
    session = replace(session, wished={**session.wished, seat: where})
    if not session.wishes:
        count = session.proposals.get(seat, 0) + 1
        session = replace(session, proposals={**session.proposals, seat: count})
        if count > PROPOSALS_MAX:
            return session
    return replace(session, wishes={**session.wishes, seat: Wished(raw, where, session.now_ms)})


def _take_accord(session: Session, seat: int, accord: Accord) -> Session:
    session = replace(session, accords={**session.accords, seat: accord})
    return _forget_wishes(session, session.where) if _refuses(accord.words) else session


def _refuses(words: Words) -> bool:
    """Whether somebody wants to play; whoever has only gone on already may still agree where they are."""
    return isinstance(words, Decline) and bool(words.refuses)


def _forget_wishes(session: Session, where: Where) -> Session:
    """Somebody declined: nobody's wish of then or before stands any more."""
    wishes = {seat: wish for seat, wish in session.wishes.items() if wish.where > where}
    return replace(session, wishes=wishes, declined=max(session.declined, where))


def hear_early(session: Session, envelope: Envelope) -> Session:
    """A wish counts whatever step it was signed in; what is said about a step comes again together with it."""
    content = envelope.content
    is_near = content.step <= session.position.step + EARLY_STEPS_MAX and content.epoch <= session.position.epoch + 1
    words = _words_of(envelope) if is_near and not _is_ours(session, envelope) else None
    where = (content.epoch, content.step)
    return _take_wish(session, content.seat, envelope.raw, where) if isinstance(words, Wish) else session


def hear_late(session: Session, peer: Peer, envelope: Envelope) -> Stepped:
    """About a step that is closed here. Whoever agreed there waits for us: we never will, and say so.

    Words of another table of the same people are none; nor is an old wish of our own that somebody brings: what our
    player wishes now, they tell us.
    """
    content, table = envelope.content, session.table
    if table is None or content.table != table.where:
        return session, []
    words, where = _words_of(envelope), (content.epoch, content.step)
    if isinstance(words, Wish):
        is_news = not _is_ours(session, envelope)
        return (_take_wish(session, content.seat, envelope.raw, where) if is_news else session), []
    if isinstance(words, Decline):
        return (_forget_wishes(session, where) if _refuses(words) else session), []
    if not isinstance(words, Agree) or content.step < FIRST_STEP or content.epoch != session.position.epoch:
        return session, []
    beside = read_envelope(next(iter(session.closed[content.step].values()))).content
    stands_on = (content.table, content.epoch, content.prev, content.state)
    if stands_on != (beside.table, beside.epoch, beside.prev, beside.state):
        return session, []  # also of an epoch in which this step was never open: our word of it has its place already
    remembered = session.spoken.get(where, {}).get(ACCORD)
    if remembered is not None and remembered not in session.withdrawn.get(content.step, ()):
        session = _set_free(session, content.step, remembered)  # what we said before a crash, if it sets anybody free
    has_spoken = remembered is not None or where in session.agreed_in
    if session.me is not None and not session.has_left and not has_spoken and session.phase is SessionPhase.PLAYING:
        raw = beside_closed(session, beside, ACCORD, Decline(refuses=0))
        session = _set_free(session, content.step, raw)
        return replace(session, agreed_in=session.agreed_in | {where}), [Utter(raw)]
    if not peer:
        return session, []
    return catching_up.answer(session, peer, lambda: catching_up.serve_from(session, peer, content))


def _is_ours(session: Session, envelope: Envelope) -> bool:
    return session.me is not None and envelope.content.seat == session.own_seat


def _set_free(session: Session, step: int, raw: bytes) -> Session:
    """Keeps a word about a closed step, to be served with it; only whoever declined sets anybody free."""
    if read_envelope(raw).content.kind != "decline":
        return session
    return replace(session, withdrawn={**session.withdrawn, step: (*session.withdrawn.get(step, ()), raw)})


def _words_of(envelope: Envelope) -> Any:
    """What it says, where that fits; nothing is judged of words about other steps."""
    try:
        words: Any = read_words(envelope.content)
    except Refused:
        return None
    return words if envelope.content.lane == lane_of(words) else None


# --- what follows by itself ----------------------------------------------------------------------------------------


def settle(session: Session) -> Stepped:
    """Our word where all wish it, and the end where all have agreed."""
    table = session.table
    if session.phase is not SessionPhase.PLAYING or table is None:
        return session, []
    session, effects = _recall(session)
    speaks = session.me is not None and not session.has_left and session.own_seat in table.present
    is_free = speaks and not session.out and own_accord(session) is None and not is_bound_by_vote(session)
    if is_free and own_seat_wishes(session) and not undecided(session) and not is_declined(session):
        raw = in_lane(session, ACCORD, Agree())
        session = _take_accord(session, session.own_seat, Accord(raw, Agree()))
        effects = [*effects, Utter(raw)]
    agreed = [seat for seat in table.present if isinstance(_said(session, seat), Agree)]
    if len(agreed) < len(table.present):
        return session, effects
    claims = tuple(session.accords[seat].raw for seat in agreed)
    session, more = end(session, _agreed(session, claims))
    return session, [*effects, *more]


def _said(session: Session, seat: int) -> Words | None:
    said = session.accords.get(seat)
    return None if said is None else said.words


def _recall(session: Session) -> Stepped:
    """Our word about this step, as our journal remembers it, stands before we say anything else.

    A wish of ours does not: nobody knows how old it is, or who declined since. Our player may say it again.
    """
    if not session.spoken:
        return session, []
    own = session.own_seat
    raw = session.spoken.get(session.where, {}).get(ACCORD)
    if raw is None or own in session.accords:
        return session, []
    words: Any = read_words(read_envelope(raw).content)
    return _take_accord(session, own, Accord(raw, words)), [Utter(raw)]


def _agreed(session: Session, claims: tuple[bytes, ...]) -> Ending:
    sentence = _("all at the table agreed to end it in step {step}, and nobody is ranked", step=session.position.step)
    return Ending(AGREED, sentence, claims=claims)


def tick(session: Session) -> Session:
    """Wishes that nobody answered in time are forgotten, unless we have agreed because of them."""
    if not session.wishes or is_bound(session):
        return session
    if any(not wish.heard_ms for wish in session.wishes.values()):  # they came before we knew what time it is
        wishes = {
            seat: wish._replace(heard_ms=wish.heard_ms or session.now_ms) for seat, wish in session.wishes.items()
        }
        return replace(session, wishes=wishes)
    old = [wish.where for wish in session.wishes.values() if session.now_ms - wish.heard_ms >= WISH_S * 1000]
    return _forget_wishes(session, max(old)) if old else session

"""Vectors of protocol/session.md: names and hashes, the table's state, what is an offence, and what is heard how."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tortuga_p2p.crypto.chain import beacon, draws
from tortuga_p2p.crypto.element import element
from tortuga_p2p.crypto.hashing import tagged
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.crypto.zone import SecretKey
from tortuga_p2p.errors import Code
from tortuga_p2p.limits import CHAIN_LENGTH, DICE_ROLLS_MAX
from tortuga_p2p.rules.ask import Chance, MixHands, Move, Roll
from tortuga_p2p.session import position as at
from tortuga_p2p.session.accord import ACCORD, WISH
from tortuga_p2p.session.agreement import Meeting, piles_of
from tortuga_p2p.session.event import Begun, Convict, Heard, Refuse, Tell
from tortuga_p2p.session.evidence import replay
from tortuga_p2p.session.joining import Sit, speak_offer
from tortuga_p2p.session.leaving import first_lane, judge, second_lane
from tortuga_p2p.session.message import (
    TALK,
    Accuse,
    Agree,
    Confirm,
    Decline,
    Gone,
    Have,
    Nod,
    Person,
    Resign,
    Say,
    Terms,
    Want,
    Wish,
    Withdraw,
)
from tortuga_p2p.session.nodding import NOD
from tortuga_p2p.session.seat_secrets import context
from tortuga_p2p.session.session import Session, step
from tortuga_p2p.session.table import FIRST_STEP, Table, read_table, state_digest
from tortuga_p2p.session.transcript import read_transcript, write_header
from tortuga_p2p.testing.sampler import SAMPLER
from tortuga_p2p.wire.codec import decode, encode
from tortuga_p2p.wire.envelope import Slot
from tortuga_p2p.wire.message import record_shape

from .case import VectorOutcome, case, labelled, typed
from .evidence import equivocation
from .lies import lies
from .removals import made_anew
from .story import GROUP, content_of, in_envelope, signed, state_of, story, words_of

if TYPE_CHECKING:
    from tortuga_p2p.session.position import Accepted


def cases() -> dict[str, dict[str, Any]]:
    heard = {**_hearings(), **_hearings_of_going_on(), **_hearings_of_nods(), **_hearings_of_accords()}
    return {**_names(), **_states(), **_judgements(), **heard, **made_anew()}


# --- operations ------------------------------------------------------------------------------------------------


def game_data(start: bytes, piles: bytes) -> VectorOutcome:
    data = encode((decode(start), decode(piles)))
    return VectorOutcome({"data": tagged(Tag.GAME_DATA, data)}, {"hashed": data})


def meeting(call: bytes, terms: bytes, people: bytes) -> VectorOutcome:
    coming: Any = decode(people)
    together = Meeting(record_shape(Terms).take(decode(terms)), call, tuple(map(record_shape(Person).take, coming)))
    return VectorOutcome({"meeting_id": together.id, "first_history": at.first_history(together.id)})


def lobby(meeting_id: bytes, enters: list[bytes]) -> VectorOutcome:
    ids = [at.envelope_id(raw) for raw in enters]
    return VectorOutcome({"lobby_id": tagged(Tag.LOBBY, meeting_id, *ids)}, {"envelope_ids": ids})


def table(lobby_id: bytes, offers: list[bytes]) -> VectorOutcome:
    ids = [at.envelope_id(raw) for raw in offers]
    return VectorOutcome({"table_id": tagged(Tag.TABLE, lobby_id, *ids)}, {"envelope_ids": ids})


def history(before: bytes, envelopes: list[bytes]) -> VectorOutcome:
    ids = [at.envelope_id(raw) for raw in envelopes]
    return VectorOutcome({"after": tagged(Tag.HISTORY, before, *ids)}, {"envelope_ids": ids})


def sitting_state(step: int, meeting_id: bytes, lobby_id: bytes, table_id: bytes) -> VectorOutcome:
    raw = encode((step, meeting_id, lobby_id, table_id))
    return VectorOutcome({"state": state_digest(raw)}, {"bytes": raw})


def seats(table_id: bytes, values: list[bytes]) -> VectorOutcome:
    drawn = beacon(table_id, 0, 1, values)
    picks = draws(drawn, tuple(range(len(values), 1, -1)))
    chairs = list(range(len(values)))
    return VectorOutcome({"chairs": [chairs.pop(pick) for pick in (*picks, 0)]}, {"beacon": drawn, "picks": picks})


def proof_context(slot: bytes, label: str) -> VectorOutcome:
    where: Any = decode(slot)
    return VectorOutcome({"context": context(Slot(*where), label)})


def choice(data: list[int], opens: list[int], gives: list[list[int]]) -> VectorOutcome:
    pairs = tuple((handle, place) for handle, place in gives)
    return VectorOutcome({"choice": encode(Move(tuple(data), tuple(opens), pairs))})


def table_state(raw: bytes) -> VectorOutcome:
    return VectorOutcome({"value": typed(decode(raw)), "state": state_digest(raw)})


def judgement(header: bytes, sitting_down: list[bytes], state: bytes, envelope: bytes) -> VectorOutcome:
    together = read_transcript(header).meeting
    position = replay(together, SAMPLER, GROUP, sitting_down)
    if isinstance(position, Table):
        position = read_table(position.agreement, state)
    opened = at.open_signed(position, envelope)
    content = opened.content
    assert (content.table, content.step, content.state) == (position.where, position.step, position.digest)
    judge(position, opened)
    return VectorOutcome({"step": content.step, "seat": content.seat, "kind": content.kind})


def hearing(header: bytes, heard: list[bytes], talk: bytes) -> VectorOutcome:
    """A spectator has heard these envelopes; now one more message comes over a link."""
    together = read_transcript(header).meeting
    session, _ = step(Session.make(together, SAMPLER, GROUP, None), Begun())
    for raw in heard:
        session, _ = step(session, Heard(b"", Say(together.id, raw)))
    said: Any = TALK.decode(talk)
    after, effects = step(session, Heard(b"neighbour", said))
    replies = [TALK.encode(effect.talk) for effect in effects if isinstance(effect, Tell)]
    output = {
        "step": after.position.step,
        "held": sorted(after.accepted),
        "kept": len(after.early) + len(after.unread),
        "phase": str(after.phase),
        "wishes": sorted(after.wishes),
        "replies": replies,
    }
    for effect in effects:
        if isinstance(effect, Refuse):
            return VectorOutcome(output, ending=str(effect.code))
        if isinstance(effect, Convict):
            blamed = {"blamed": effect.verdict.identity, "blamed_in_step": effect.verdict.step}
            return VectorOutcome({**output, **blamed}, ending=str(effect.verdict.code))
    if after.ending is not None and after.ending.kind == "diverged":
        return VectorOutcome(output, ending=str(Code.DIVERGED))
    return VectorOutcome(output)


def closing_offers(offers: list[bytes]) -> VectorOutcome:
    """All of these are good by themselves; may their senders sit down together?"""
    told = story()
    position = told.open[1].position
    assert isinstance(position, Sit)
    accepted: dict[int, Accepted] = {}
    for raw in offers:
        envelope = at.open_signed(position, raw)
        accepted[envelope.content.seat] = at.judge(position, envelope)
    after = at.close(position, accepted)
    assert isinstance(after, Sit)
    return VectorOutcome({"table_id": after.table})


def _opposite_offer() -> bytes:
    """What chair 1 could offer if it knew the secret of chair 0."""
    told = story()
    first, second = told.seated(1, 0), told.seated(1, 1)
    assert first.own is not None
    assert second.own is not None
    scalar = GROUP.order - first.own.key.scalar
    own = replace(second.own, key=SecretKey(scalar, element(GROUP, GROUP.base(scalar))))
    position = second.position
    assert isinstance(position, Sit)
    return signed(second, speak_offer(position, own, 1))


# --- names and hashes ----------------------------------------------------------------------------------------------


def _names() -> dict[str, dict[str, Any]]:
    told = story()
    together, sat = told.meeting, told.open[3].position
    assert isinstance(sat, Sit)
    terms = encode(record_shape(Terms).give(together.terms))
    people = encode(tuple(map(record_shape(Person).give, together.people)))
    start = encode(SAMPLER.pack(SAMPLER.setup(2, {})))
    link = told.step_of("link")
    slot = content_of(told.spoken(link, 1)).slot
    values = [words_of(raw).value for raw in told.said[3]]
    copied = replace(words_of(told.spoken(1, 1)), anchor=words_of(told.spoken(1, 0)).anchor)
    both = [told.spoken(1, 0), signed(told.seated(1, 1), copied)]
    return {
        "game-data": case(
            "What the sampler for two starts from, and its piles.",
            game_data,
            start=start,
            piles=encode(piles_of(SAMPLER)),
        ),
        "meeting": case("Two people come together.", meeting, call=together.call, terms=terms, people=people),
        "lobby": case("Both have entered.", lobby, meeting_id=together.id, enters=list(told.said[0])),
        "table": case("Both have made their offers.", table, lobby_id=sat.lobby, offers=list(told.said[1])),
        "offers": case("Offers that differ in everything.", closing_offers, offers=list(told.said[1])),
        "offers-with-one-anchor": case(
            "The second offers the anchor of the first. Nobody is blamed, nobody sits down.",
            closing_offers,
            offers=both,
            expect="copied-offer",
        ),
        "offers-that-cancel": case(
            "The second offers the opposite of the first one's key, and can prove it: one person is both.",
            closing_offers,
            offers=[told.spoken(1, 0), _opposite_offer()],
            expect="copied-offer",
        ),
        "history": case(
            "The history after the first step.",
            history,
            before=at.first_history(together.id),
            envelopes=list(told.said[0]),
        ),
        "sitting-state-at-first": case(
            "Nothing is agreed yet.", sitting_state, step=0, meeting_id=together.id, lobby_id=b"", table_id=b""
        ),
        "sitting-state-at-last": case(
            "Everything is agreed but the seats.",
            sitting_state,
            step=3,
            meeting_id=together.id,
            lobby_id=sat.lobby,
            table_id=sat.table,
        ),
        "seats-of-two": case("The first beacon draws who sits where.", seats, table_id=sat.table, values=values),
        "seats-of-four": case(
            "Four chairs are drawn one by one.",
            seats,
            table_id=labelled("table"),
            values=[labelled(f"value {chair}") for chair in range(4)],
        ),
        "proof-context": case("A proof is bound to its message.", proof_context, slot=slot.encoded(), label="mix"),
        "choice": case("What is sealed.", choice, data=[1, -1], opens=[2], gives=[[10, -1], [11, 0]]),
        "choice-of-nothing": case("A move that shows and gives nothing.", choice, data=[], opens=[], gives=[]),
    }


def _states() -> dict[str, dict[str, Any]]:
    told = story()
    comments = {
        "link": "Before the first ask: nothing is hidden yet, every card lies in the open.",
        "mix": "The first hop of a mix: the deck as everybody computes it.",
        "remask": "A card that seat 0 has looked at: the shares of seat 1 are public.",
        "reveal": "Dice are rolled, choices are sealed.",
        "seal": "The game is over.",
        "sealed": "Everybody has signed the end.",
    }
    states = {kind: told.step_of(kind) for kind in comments}
    comments["mix-of-hands"] = "Two seats mix their own hands at once: no deck goes round."
    states["mix-of-hands"] = told.step_of("mix", MixHands)
    return {
        f"state-{name}": case(comment, table_state, raw=state_of(told.open[states[name]]))
        for name, comment in comments.items()
    }


# --- what is an offence ----------------------------------------------------------------------------------------------


def _judged(
    comment: str, number: int, envelope: bytes, expect: str = "accept", state: bytes | None = None
) -> dict[str, Any]:
    told = story()
    return case(
        comment,
        judgement,
        header=write_header(told.meeting),
        sitting_down=[raw for envelopes in told.said[: min(number, 4)] for raw in envelopes],
        state=state_of(told.open[number]) if state is None else state,
        envelope=envelope,
        expect=expect,
    )


def _judgements() -> dict[str, dict[str, Any]]:
    told = story()
    vectors = {}
    for number, envelopes in enumerate(told.said):
        for raw in envelopes:
            content = content_of(raw)
            name = f"judge-{content.kind}"
            if name not in vectors:
                vectors[name] = _judged(f"An honest message of the kind {content.kind!r}.", number, raw)
    hands = told.step_of("mix", MixHands)
    for seat in (0, 1):
        raw = told.spoken(hands, seat)
        vectors[f"judge-mix-of-hand-{seat}"] = _judged(f"Seat {seat} mixes its own hand.", hands, raw)
    turn = told.step_of("move")
    waiting, late = told.seated(turn, 0), told.spoken(turn, 1)
    votes = {
        "gone": (Gone(1, 0b10), first_lane(1)),
        "wish": (Wish(), WISH),
        "agree": (Agree(), ACCORD),
        "decline": (Decline(), ACCORD),
        "confirm": (Confirm(1, 0b10), second_lane(1)),
        "withdraw": (Withdraw(1, 0b10, late), second_lane(1)),
        "resign": (Resign(), "resign"),
        "nod": (Nod(), NOD),
    }
    for kind, (words, lane) in votes.items():
        envelope = signed(waiting, words, lane=lane)
        vectors[f"judge-{kind}"] = _judged(f"An honest message of the kind {kind!r}.", turn, envelope)
    for name, lie in lies().items():
        vectors[f"judge-{name}"] = _judged(lie.comment, lie.step, lie.envelope, str(lie.code))
    return {**vectors, **_spent()}


def _spent() -> dict[str, dict[str, Any]]:
    """The true next value, in games that have used up all there is."""
    told = story()
    ends: dict[str, tuple[int, dict[str, Any]]] = {
        "judge-link-behind-the-last-beacon": (told.step_of("link", Chance), {"beacons": CHAIN_LENGTH}),
        "judge-link-behind-the-last-roll": (told.step_of("link", Roll), {"rolls": (0, DICE_ROLLS_MAX)}),
    }
    vectors = {}
    for name, (number, used) in ends.items():
        table, seat = told.open[number].table, told.seated(number, 0)
        assert table is not None
        state = table.change(**used)
        envelope = signed(seat, words_of(told.spoken(number, 0)), state=state.digest)
        comment = "The true next value of a chain, where nobody has anything to show any more."
        vectors[name] = _judged(comment, number, envelope, str(Code.BAD_CHAIN_VALUE), state.raw)
    return vectors


# --- what is heard how -------------------------------------------------------------------------------------------


def _heard(comment: str, talk: object, after: list[bytes], expect: str) -> dict[str, Any]:
    header = write_header(story().meeting)
    return case(comment, hearing, header=header, heard=after, talk=TALK.encode(talk), expect=expect)


def _hearings() -> dict[str, dict[str, Any]]:
    told = story()
    meeting_id = told.meeting.id
    enters, offers = list(told.said[0]), list(told.said[1])
    first, half = told.seated(1, 0), [*enters, offers[0]]

    def heard(comment: str, talk: object, *, after: list[bytes] = enters, expect: str = "accept") -> dict[str, Any]:
        return _heard(comment, talk, after, expect)

    def say(raw: bytes) -> Say:
        return Say(meeting_id, raw)

    content = content_of(offers[0])
    contrary = signed(first, replace(words_of(offers[0]), anchor=labelled("another anchor")))
    nobody = in_envelope(first, replace(content, seat=5))
    bad = offers[0][:-1] + bytes([offers[0][-1] ^ 1])
    elsewhere = in_envelope(first, replace(content, table=labelled("another lobby")))
    other_past = in_envelope(first, replace(content, prev=labelled("another history")))
    other_state = in_envelope(first, replace(content, state=labelled("another state")))
    liar = lies()["offer-of-another-key"].envelope
    return {
        "hear-in-time": heard("The first message of the open step.", say(offers[0])),
        "hear-the-second-first": heard("Order within a step means nothing.", say(offers[1])),
        "hear-the-last-of-a-step": heard("The step closes.", say(offers[1]), after=half),
        "hear-again": heard("The same message again.", say(offers[0]), after=half),
        "hear-late": heard("A message of a closed step again.", say(enters[1])),
        "hear-early": heard("A message of a later step is kept.", say(told.said[2][0])),
        "hear-of-play-while-sitting-down": heard("Kept unread: nobody has a seat yet.", say(told.said[4][0])),
        "hear-of-another-meeting": heard(
            "A message for another meeting.", Say(labelled("another meeting"), offers[0]), expect="other-table"
        ),
        "hear-of-another-lobby": heard("Signed for another lobby: as on another history.", say(elsewhere)),
        "hear-of-no-seat": heard("There is no chair 5.", say(nobody), expect="unknown-sender"),
        "hear-with-a-bad-signature": heard("A byte is changed.", say(bad), expect="bad-signature"),
        "hear-on-another-history": heard("No offence: the last closed step is shown and asked for.", say(other_past)),
        "hear-on-another-state": heard("Two programs disagree.", say(other_state), expect="diverged"),
        "hear-two-things": heard(
            "A second message for one place.", say(contrary), after=half, expect="equivocation"
        ),
        "hear-two-things-on-two-histories": heard(
            "The right message after one on another history, for the same place.",
            say(offers[0]),
            after=[*enters, other_past],
            expect="equivocation",
        ),
        "hear-an-offence": heard("A key without its proof.", say(liar), expect="bad-key-proof"),
        "hear-have-of-less": heard(
            "A neighbour misses what we have.", Have(meeting_id, 0, 0b10, at.first_history(meeting_id)), after=half
        ),
        "hear-have-of-more": heard(
            "A neighbour has what we miss.", Have(meeting_id, 1, 0b11, first.history), after=half
        ),
        "hear-have-on-another-history": heard(
            "A neighbour in the same step, with another past: it is shown the last closed step.",
            Have(meeting_id, 1, 0, labelled("another history")),
        ),
        "hear-have-of-later": heard("A neighbour is ahead.", Have(meeting_id, 3, 0, labelled("history"))),
        "hear-want": heard("Everything from the first step on.", Want(meeting_id, 0, 0), after=half),
        "hear-accuse": heard("Evidence about this table.", Accuse(meeting_id, equivocation()), expect="equivocation"),
        "hear-accuse-of-nothing": heard("Bytes that prove nothing.", Accuse(meeting_id, b""), expect="malformed"),
    }  # fmt: skip


def _hearings_of_going_on() -> dict[str, dict[str, Any]]:
    """Somebody gives up everybody else in the first step of play, and says something in the next."""
    told = story()
    sitting = [raw for envelopes in told.said[:FIRST_STEP] for raw in envelopes]
    later = told.said[FIRST_STEP + 1][0]
    seat = content_of(later).seat
    confirm = signed(told.seated(FIRST_STEP, seat), Confirm(1, 0b11 ^ 1 << seat), lane=second_lane(1))
    orders = {
        "hear-of-somebody-alone-who-went-on": ("All others are gone, says whoever has spoken since.", later, confirm),
        "hear-somebody-go-on-who-was-alone": ("Whoever has ended the table speaks again.", confirm, later),
    }
    at_first = told.seated(FIRST_STEP, seat)
    hiding = signed(at_first, Gone(2, 0b100, 0), lane=first_lane(2))
    hidden = signed(at_first, Confirm(1, 0b100), lane=second_lane(1))
    broken = _heard(
        "A confirm that the next call hides.", Say(told.meeting.id, hidden), [*sitting, hiding], "broken-vote"
    )
    return {
        **{
            name: _heard(comment, Say(told.meeting.id, last), [*sitting, first], "went-on")
            for name, (comment, first, last) in orders.items()
        },
        "hear-a-broken-vote": broken,
    }


def _hearings_of_nods() -> dict[str, dict[str, Any]]:
    """Nods of the first step of play: at a table of two they are compared like any, though nobody needs them."""
    told = story()
    sitting = [raw for envelopes in told.said[:FIRST_STEP] for raw in envelopes]
    seat = told.seated(FIRST_STEP, 0)
    nod = signed(seat, Nod(), lane=NOD)
    other_past = signed(seat, Nod(), lane=NOD, prev=labelled("another history"))
    other_state = signed(seat, Nod(), lane=NOD, state=labelled("another state"))

    def heard(comment: str, raw: bytes, before: list[bytes], expect: str = "accept") -> dict[str, Any]:
        return _heard(comment, Say(told.meeting.id, raw), [*sitting, *before], expect)

    return {
        "hear-a-nod": heard("It stands where we stand, and closes nothing.", nod, []),
        "hear-a-nod-late": heard("Of a closed step: nothing.", nod, list(told.said[FIRST_STEP])),
        "hear-a-nod-on-another-history": heard("As any message on another history.", other_past, []),
        "hear-a-nod-on-another-state": heard("Two programs disagree.", other_state, [], "diverged"),
        "hear-two-nods": heard("Nobody stands on two histories.", nod, [other_past], "equivocation"),
    }


def _hearings_of_accords() -> dict[str, dict[str, Any]]:
    """Words about ending by agreement, in the step they were signed in and behind it."""
    told = story()
    sitting = [raw for envelopes in told.said[:FIRST_STEP] for raw in envelopes]
    first, seat = list(told.said[FIRST_STEP]), told.seated(FIRST_STEP, 0)
    wish, elsewhere = (signed(seat, Wish(), lane=WISH, **more) for more in ({}, {"table": labelled("another table")}))
    agree, decline, merely = (
        signed(seat, words, lane=ACCORD) for words in (Agree(), Decline(refuses=1), Decline(refuses=0))
    )

    def heard(comment: str, raw: bytes, before: list[bytes], expect: str = "accept") -> dict[str, Any]:
        return _heard(comment, Say(told.meeting.id, raw), [*sitting, *before], expect)

    return {
        "hear-a-wish": heard("It stands.", wish, []),
        "hear-a-wish-late": heard("It stands whatever step its hearer is in.", wish, first),
        "hear-a-wish-of-another-table": heard(
            "Of the same people, and of an old step: they wished to end another game.", elsewhere, first
        ),
        "hear-a-wish-behind-a-refusal": heard("Somebody has refused in the step it is of.", wish, [decline]),
        "hear-a-refusal": heard("No wish stands any more.", decline, [wish]),
        "hear-who-has-gone-on": heard("A decline that refuses nothing: wishes stand.", merely, [wish]),
        "hear-agree-and-decline": heard("Two words in one place.", decline, [agree], "equivocation"),
        "hear-two-ways-to-decline": heard("Two words in one place.", merely, [decline], "equivocation"),
    }

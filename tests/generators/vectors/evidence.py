"""Vectors of protocol/session.md, "Evidence": what a stranger is shown, what it proves, and what proves nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.crypto import edwards
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import Code
from tortuga_p2p.session.evidence import Evidence, check_evidence, read, write
from tortuga_p2p.session.leaving import RESIGN, first_lane, second_lane
from tortuga_p2p.session.message import Commit, Confirm, Gone, Resign, Stay, Withdraw
from tortuga_p2p.session.table import FIRST_STEP

from .case import VectorOutcome, case, labelled
from .lies import lies
from .story import content_of, find, in_envelope, signed, state_of, story, words_of

if TYPE_CHECKING:
    from tortuga_p2p.session.replica import Session


def cases() -> dict[str, dict[str, Any]]:
    return {**_proofs(), **_refused(), **_going_on(), **_not_going_on(), **_kept_votes()}


# --- operations ------------------------------------------------------------------------------------------------


def evidence(raw: bytes) -> VectorOutcome:
    verdict = check_evidence(raw, find)
    parts = read(raw)
    found = {"identity": verdict.identity, "name": verdict.name, "seat": verdict.seat, "step": verdict.step}
    return VectorOutcome(
        {**found, "code": str(verdict.code)},
        {"sitting_down": parts.entries, "state": parts.state, "exhibits": parts.exhibits, "code": parts.code},
    )


# --- what is proved ------------------------------------------------------------------------------------------------


def offence(name: str) -> Evidence:
    """Evidence of a lie."""
    lie, told = lies()[name], story()
    state = state_of(told.open[lie.step])
    entries = [raw for envelopes in told.said[: min(lie.step, 4)] for raw in envelopes]
    meeting = told.meeting
    return Evidence(meeting.terms, meeting.call, meeting.people, tuple(entries), state, (lie.envelope,), str(lie.code))


def contradiction(step: int, *exhibits: bytes, code: Code = Code.EQUIVOCATION) -> Evidence:
    """Evidence of two messages."""
    told = story()
    entries = tuple(raw for envelopes in told.said[: min(step, 4)] for raw in envelopes)
    meeting = told.meeting
    both = tuple(sorted(exhibits))
    return Evidence(meeting.terms, meeting.call, meeting.people, entries, b"", both, str(code))


def _two_seals() -> Evidence:
    told = story()
    step = told.step_of("commit")
    seat = told.seated(step, 0)
    return contradiction(step, told.spoken(step, 0), signed(seat, Commit(labelled("another seal"))))


@cache
def equivocation() -> bytes:
    """A seat has sealed two choices in one step."""
    return write(_two_seals())


def signed_again(raw: bytes, seed: bytes) -> bytes:
    """The same content with another signature of the same key: an honest library makes only one."""
    content = raw[:-64]
    message = Tag.SIGNED_ENVELOPE.framed + content
    scalar = edwards.secret_scalar(seed)
    key = edwards.encode(edwards.times(scalar, edwards.BASE))
    nonce = int.from_bytes(labelled("another nonce"), "little") % edwards.L
    r_bytes = edwards.encode(edwards.times(nonce, edwards.BASE))
    s = (nonce + edwards.challenge(r_bytes, key, message) * scalar) % edwards.L
    return content + r_bytes + s.to_bytes(32, "little")


def _proofs() -> dict[str, dict[str, Any]]:
    told = story()
    turn, commit = told.step_of("move"), told.step_of("commit")
    waiting = told.seated(turn, 0)
    confirm = signed(waiting, Confirm(1, 0b10), lane=second_lane(1))
    withdraw = signed(waiting, Withdraw(1, 0b10, told.spoken(turn, 1)), lane=second_lane(1))
    offering = told.seated(1, 1)
    offer = replace(words_of(told.spoken(1, 1)), anchor=labelled("another anchor"))
    table = told.open[commit].table
    assert table is not None
    again = signed_again(told.spoken(commit, 0), labelled(f"identity of {table.agreement.names[0]}"))
    proofs = {
        "offence-of-a-reveal": ("A choice was shown that was not sealed.", offence("reveal-of-another-choice")),
        "offence-of-a-mix": ("A deck is not the one that came.", offence("mix-with-cards-swapped")),
        "offence-of-the-rules": ("Everything is proved, and illegal.", offence("move-against-the-rules")),
        "offence-of-an-offer": ("While sitting down the state is empty.", offence("offer-of-another-key")),
        "offence-of-a-vote": ("Votes are judged too.", offence("gone-of-oneself")),
        "two-seals": ("Two messages for one place.", _two_seals()),
        "two-offers": (
            "Two messages for one place, while sitting down.",
            contradiction(1, told.spoken(1, 1), signed(offering, offer)),
        ),
        "two-votes": ("Confirmed and withdrawn.", contradiction(turn, confirm, withdraw)),
        "two-signatures": (
            "One content with two signatures is two messages: its signer made both.",
            contradiction(commit, told.spoken(commit, 0), again),
        ),
    }
    return {name: case(comment, evidence, raw=write(proof)) for name, (comment, proof) in proofs.items()}


# --- what proves nothing ---------------------------------------------------------------------------------------------


def _refused() -> dict[str, dict[str, Any]]:
    told = story()
    turn, commit = told.step_of("move"), told.step_of("commit")
    lie, two = offence("reveal-of-another-choice"), _two_seals()
    honest = told.spoken(turn, 1)
    seat = told.seated(commit, 0)
    elsewhere = [in_envelope(seat, replace(content_of(raw), table=labelled("another table"))) for raw in two.exhibits]
    forged = two.exhibits[0][:-1] + bytes([two.exhibits[0][-1] ^ 1])
    nothing = {
        "no-offence": (
            "An honest move.",
            replace(lie, state=state_of(told.open[turn]), exhibits=(honest,), code=str(Code.ILLEGAL_MOVE)),
        ),
        "another-offence": ("The offence is another one.", replace(lie, code=str(Code.BAD_OPENING))),
        "another-state": ("The state is that of the step before.", replace(lie, state=state_of(told.open[turn - 2]))),
        "no-state": ("An offence in play without the state it stands on.", replace(lie, state=b"")),
        "one-message-twice": ("The same message twice.", replace(two, exhibits=two.exhibits[:1] * 2)),
        "exhibits-out-of-order": ("Exhibits ascend: one spelling only.", replace(two, exhibits=two.exhibits[::-1])),
        "different-steps": (
            "Two messages of one seat, each in its own step.",
            contradiction(turn, told.spoken(commit, 0), told.spoken(commit + 1, 0)),
        ),
        "different-seats": ("Two seats, one message each.", contradiction(turn, *told.said[commit])),
        "another-table": (
            "Two messages for one place at a table that these people did not sign here.",
            replace(two, exhibits=tuple(sorted(elsewhere))),
        ),
        "two-messages-of-another-code": (
            "Two messages for one place, and another offence is named.",
            replace(two, code=str(Code.WRONG_KIND)),
        ),
        "two-messages-of-no-code": ("A code that nobody knows.", replace(two, code="rum")),
        "two-messages-and-a-state": ("Nothing is judged by it.", replace(two, state=state_of(told.open[commit]))),
        "a-state-while-sitting-down": (
            "Nothing is judged by it.",
            replace(offence("offer-of-another-key"), state=state_of(told.open[commit])),
        ),
        "company-out-of-order": ("Identities ascend.", replace(two, people=two.people[::-1])),
        "a-step-not-whole": ("One message of sitting down is missing.", replace(two, entries=two.entries[:-1])),
        "more-than-sitting-down": (
            "The first step of play stands behind those of sitting down.",
            replace(two, entries=(*two.entries, *told.said[4])),
        ),
        "two-seals-before-seats-are-drawn": (
            "Two messages of play, and the step that drew the seats is not told.",
            replace(two, entries=two.entries[:-2]),
        ),
        "sitting-down-out-of-order": (
            "Two messages of sitting down have changed places.",
            replace(two, entries=(two.entries[1], two.entries[0], *two.entries[2:])),
        ),
        "another-call": ("People who came together for something else.", replace(two, call=labelled("another call"))),
    }
    codes = {name: "malformed" if name == "no-state" else "bad-evidence" for name in nothing}
    unknown = replace(two, terms=replace(two.terms, version=two.terms.version + 1))
    others = {
        "forged": ("A signature is changed.", replace(two, exhibits=(forged, two.exhibits[1])), "bad-signature"),
        "other-rules": ("Nobody here knows these rules.", unknown, "other-rules"),
    }
    vectors = {
        name: case(comment, evidence, raw=write(proof), expect=codes[name])
        for name, (comment, proof) in nothing.items()
    }
    for name, (comment, proof, code) in others.items():
        vectors[name] = case(comment, evidence, raw=write(proof), expect=code)
    return vectors


# --- whoever ended the table alone and went on -----------------------------------------------------------------------


class Alone(NamedTuple):
    """Seat 0 waits for the only other one, gives it up, and has spoken before and since."""

    step: int
    seat: Session
    confirm: bytes
    before: bytes
    later: bytes


@cache
def alone() -> Alone:
    told = story()
    step = told.step_of("move")
    seat = told.seated(step, 0)
    mine = [raw for said in told.said[4:] for raw in said if content_of(raw).seat == 0]
    before = [raw for raw in mine if content_of(raw).step < step]
    later = [raw for raw in mine if content_of(raw).step > step]
    return Alone(step, seat, signed(seat, Confirm(1, 0b10), lane=second_lane(1)), before[-1], later[0])


def went_on(*exhibits: bytes) -> Evidence:
    return contradiction(FIRST_STEP, *exhibits, code=Code.WENT_ON)


def broken(*exhibits: bytes) -> Evidence:
    return contradiction(FIRST_STEP, *exhibits, code=Code.BROKEN_VOTE)


def staying(seat: Session, words: Stay, step: int | None = None) -> bytes:
    """A `stay` of the next epoch, signed though nobody was removed: what it stands on does not matter here."""
    raw = in_envelope(seat, replace(content_of(signed(seat, words)), epoch=1))
    return raw if step is None else in_envelope(seat, replace(content_of(raw), step=step))


def _going_on() -> dict[str, dict[str, Any]]:
    told, (step, seat, confirm, _, later) = story(), alone()
    sitting_later = told.seated(content_of(later).step, 0)
    nonsense = in_envelope(seat, replace(content_of(later), lane="rum", kind="rum", body=()))
    proofs = {
        "went-on": ("All others are gone; and a move in a later step.", went_on(confirm, later)),
        "went-on-to-resign": (
            "The later message may be of any lane.",
            went_on(confirm, signed(sitting_later, Resign(), lane=RESIGN)),
        ),
        "went-on-with-nonsense": ("The later message need not mean anything.", went_on(confirm, nonsense)),
        "went-on-from-a-later-attempt": (
            "In its third attempt, and of more seats than there are.",
            went_on(signed(seat, Confirm(3, 0b111111110), lane=second_lane(3)), later),
        ),
        "went-on-in-a-later-epoch": (
            "An epoch is later than any step of the one before.",
            went_on(confirm, in_envelope(seat, replace(content_of(later), epoch=1, step=step))),
        ),
        "went-on-after-resigning": (
            "Whoever resigned says nothing more.",
            went_on(signed(seat, Resign(), lane=RESIGN), later),
        ),
        "went-on-by-staying-twice": (
            "Two epochs with one number, cut in two steps.",
            went_on(*(staying(seat, Stay(1, 0b10, b"", ()), step + at) for at in range(2))),
        ),
        "broken-vote-confirm-above-stay": (
            "A ballot is confirmed above the one by which its author went on.",
            broken(signed(seat, Confirm(2, 0b100), lane=second_lane(2)), staying(seat, Stay(1, 0b10, bytes(32), ()))),
        ),
        "broken-vote-gone-above-first-stay": (
            "A higher ballot is called, and yet somebody goes on first by a lower one.",
            broken(signed(seat, Gone(2, 0b100, 1), lane=first_lane(2)), staying(seat, Stay(1, 0b10, b"", ()))),
        ),
        "broken-vote-hidden-confirm": (
            "Ballot 1 was confirmed, and the call of ballot 2 hides it.",
            broken(
                signed(seat, Gone(2, 0b100, 0), lane=first_lane(2)),
                signed(seat, Confirm(1, 0b100), lane=second_lane(1)),
            ),
        ),
    }
    return {name: case(comment, evidence, raw=write(proof)) for name, (comment, proof) in proofs.items()}


def _not_going_on() -> dict[str, dict[str, Any]]:
    told, (step, seat, confirm, before, later) = story(), alone()
    other = next(raw for said in told.said[step + 1 :] for raw in said if content_of(raw).seat == 1)
    commit = told.step_of("commit")
    beside = signed(told.seated(commit, 0), Confirm(1, 0b10), lane=second_lane(1))
    sitting = in_envelope(seat, replace(content_of(confirm), step=3))
    elsewhere = labelled("another table")
    proof = went_on(confirm, later)

    def both_with(**fields: Any) -> list[bytes]:
        return [in_envelope(seat, replace(content_of(raw), **fields)) for raw in (confirm, later)]

    nothing = {
        "alone-and-no-more": (
            "A message of the same step: it was said before.",
            went_on(beside, told.spoken(commit, 0)),
        ),
        "alone-after-all": ("A message of an earlier step.", went_on(confirm, before)),
        "alone-and-another-seat": ("It was the other seat that went on.", went_on(confirm, other)),
        "alone-and-another-table": (
            "The later message is of another table.",
            went_on(confirm, in_envelope(seat, replace(content_of(later), table=elsewhere))),
        ),
        "alone-at-another-table": (
            "The confirm is of another table.",
            went_on(in_envelope(seat, replace(content_of(confirm), table=elsewhere)), later),
        ),
        "alone-and-on-at-another-table": ("Both are of another table.", went_on(*both_with(table=elsewhere))),
        "alone-twice-in-one-step": (
            "Two such confirms in one step, in two attempts.",
            went_on(confirm, signed(seat, Confirm(2, 0b10), lane=second_lane(2))),
        ),
        "alone-in-another-epoch": (
            "The confirm is of a later epoch, and so of a later time.",
            went_on(in_envelope(seat, replace(content_of(confirm), epoch=1)), later),
        ),
        "not-alone": (
            "Seat 1 is not among those who are gone: its word is awaited too.",
            went_on(signed(seat, Confirm(1, 0b100), lane=second_lane(1)), later),
        ),
        "alone-in-the-first-round": (
            "The first word ends nothing.",
            went_on(signed(seat, Gone(1, 0b10), lane=first_lane(1)), later),
        ),
        "alone-in-another-lane": (
            "A confirm in a lane that is not its own is another offence.",
            went_on(signed(seat, Confirm(1, 0b10), lane=second_lane(2)), later),
        ),
        "alone-while-sitting-down": ("There is nobody to give up yet.", went_on(sitting, later)),
        "went-on-before-seats-are-drawn": ("Nobody has a seat yet.", replace(proof, entries=proof.entries[:6])),
        "went-on-out-of-order": ("Exhibits ascend: one spelling only.", replace(proof, exhibits=proof.exhibits[::-1])),
        "went-on-by-another-code": (
            "No two messages for one place.",
            replace(proof, code=str(Code.EQUIVOCATION)),
        ),
        "equivocation-by-another-code": ("Nobody has ended anything.", replace(_two_seals(), code=str(Code.WENT_ON))),
    }
    vectors = {
        name: case(comment, evidence, raw=write(proof), expect="bad-evidence")
        for name, (comment, proof) in nothing.items()
    }
    forged = went_on(confirm[:-1] + bytes([confirm[-1] ^ 1]), later)
    vectors["went-on-forged"] = case("A signature is changed.", evidence, raw=write(forged), expect="bad-signature")
    return vectors


def _kept_votes() -> dict[str, dict[str, Any]]:
    """Words of one vote that honest seats may sign both."""
    step, seat, *_ = alone()
    nothing = {
        "kept-vote-following": (
            "Whoever follows somebody who went on first may have called a higher ballot.",
            broken(signed(seat, Gone(2, 0b100, 1), lane=first_lane(2)), staying(seat, Stay(1, 0b10, bytes(32), ()))),
        ),
        "kept-vote-told": (
            "The call of ballot 2 tells that ballot 1 was confirmed.",
            broken(
                signed(seat, Gone(2, 0b100, 1), lane=first_lane(2)),
                signed(seat, Confirm(1, 0b100), lane=second_lane(1)),
            ),
        ),
        "kept-vote-of-another-step": (
            "Votes of two steps do not concern each other.",
            broken(
                signed(seat, Gone(2, 0b100, 0), lane=first_lane(2)),
                in_envelope(
                    seat, replace(content_of(signed(seat, Confirm(1, 0b100), lane=second_lane(1))), step=step + 1)
                ),
            ),
        ),
        "broken-vote-by-another-code": (
            "Nobody has left and gone on.",
            went_on(
                signed(seat, Gone(2, 0b100, 0), lane=first_lane(2)),
                signed(seat, Confirm(1, 0b100), lane=second_lane(1)),
            ),
        ),
    }
    return {
        name: case(comment, evidence, raw=write(proof), expect="bad-evidence")
        for name, (comment, proof) in nothing.items()
    }

"""Vectors of protocol/transcript.md: whole files, files that were cut, and files that are not what was played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...session.evidence import write
from ...session.leaving import second_lane
from ...session.message import Confirm, Resign
from ...session.transcript import (
    FILE,
    FORMAT,
    Header,
    StepPart,
    write_claims,
    write_entries,
    write_evidence,
    write_header,
    write_seals,
)
from ...verify.verifier import Outcome as Result
from ...verify.verifier import verify
from ...wire.codec import encode
from ...wire.framing import HEADER_BYTES, frame
from .case import ACCEPT, Outcome, case, labelled
from .evidence import alone, contradiction, equivocation, offence, went_on
from .lies import lies
from .story import content_of, find, in_envelope, signed, story, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...wire.codec import Plain


def cases() -> dict[str, dict[str, Any]]:
    return {**_good(), **_tampered(), **_cheating(), **_headers()}


# --- operations ------------------------------------------------------------------------------------------------


def transcript(raw: bytes) -> Outcome:
    finding = verify(raw, find)
    output: dict[str, Any] = {
        "outcome": str(finding.outcome),
        "entries": finding.entries,
        "steps": finding.steps,
        "names": finding.names,
    }
    if finding.result is not None:
        output |= {"scores": finding.result.scores, "winners": finding.result.winners, "unsealed": finding.unsealed}
    for name in ("entry", "step", "seat"):
        if (number := getattr(finding, name)) is not None:
            output[name] = number
    if finding.culprit is not None:
        output["identity"] = finding.culprit[1]
    if finding.outcome is Result.UNFINISHED:
        output["waiting_for"] = finding.waiting_for
    return Outcome(output, ending=ACCEPT if finding.code is None else str(finding.code))


# --- cases -------------------------------------------------------------------------------------------------------


def _head() -> bytes:
    return write_header(story().meeting)


def _file(entries: Sequence[bytes], seals: Sequence[bytes] = ()) -> bytes:
    return _head() + write_entries(entries) + write_seals(seals)


def _sitting(steps: int = 2) -> list[bytes]:
    """The entries of the first steps: enough to show what is wrong with a file."""
    return [raw for envelopes in story().said[:steps] for raw in envelopes]


def _part(envelope: bytes) -> StepPart:
    """A part with this entry alone."""
    part = FILE.decode(write_entries([envelope])[HEADER_BYTES:])
    assert isinstance(part, StepPart)
    return part


def _plain(part: StepPart) -> tuple[Plain, ...]:
    return ("step", *FILE.body(part))


def _good() -> dict[str, dict[str, Any]]:
    told = story()
    turn = told.step_of("move")
    before = [raw for envelopes in told.said[:turn] for raw in envelopes]
    waiting, asked = told.seated(turn, 0), told.seated(turn, 1)
    resign = signed(asked, Resign(), lane="resign")
    confirm = signed(waiting, Confirm(1, 0b10), lane=second_lane(1))
    whole = _file(told.entries, told.seals)
    return {
        "whole": case("A whole game, sealed by both.", transcript, raw=whole),
        "without-a-seal": case(
            "The seal of seat 0 is missing: finished all the same.", transcript, raw=_file(told.entries, told.seals[1:])
        ),
        "without-any-seal": case("No seals.", transcript, raw=_file(told.entries)),
        "unfinished": case("Only the beginning.", transcript, raw=_file(_sitting(3))),
        "unfinished-in-a-step": case("A step that is not closed.", transcript, raw=_file(_sitting(3)[:-1])),
        "step-in-two-parts": case(
            "The entries of every step in parts of their own, as no writer does it: the same game.",
            transcript,
            raw=_head() + b"".join(write_entries([raw]) for raw in told.entries) + write_seals(told.seals),
        ),
        "without-entries": case("A header and nothing else.", transcript, raw=_head()),
        "torn": case("Cut off inside the last part.", transcript, raw=_file(_sitting())[:-20]),
        "torn-in-a-length": case("Two bytes of a length.", transcript, raw=_file(_sitting()) + b"\0\0"),
        "resigned": case("Seat 1 has left.", transcript, raw=_file(before) + write_claims([resign])),
        "abandoned": case("Seat 0 says that seat 1 is gone.", transcript, raw=_file(before) + write_claims([confirm])),
    }


def _refused(comment: str, raw: bytes, code: str) -> dict[str, Any]:
    return case(comment, transcript, raw=raw, expect=code)


def _tampered() -> dict[str, dict[str, Any]]:
    told = story()
    one, two, three, four = _sitting()
    ana = told.seated(1, 0)
    turn = told.step_of("move")
    before = [raw for envelopes in told.said[:turn] for raw in envelopes]
    resign = signed(told.seated(turn, 1), Resign(), lane="resign")
    changed = three[:-1] + bytes([three[-1] ^ 1])
    resigned_by_another = in_envelope(told.seated(1, 1), content_of(three))
    other_history = signed(ana, words_of(three), prev=labelled("another history"))
    other_state = signed(ana, words_of(three), state=labelled("another state"))
    seal_early = _file([one, two], [three])
    sealed = content_of(told.seals[1])
    other_end = in_envelope(told.seated(sealed.step, sealed.seat), replace(sealed, state=labelled("another state")))
    vote = signed(told.seated(turn, 0), Confirm(1, 0b10), lane=second_lane(1))
    since = [raw for envelopes in told.said[: content_of(alone().later).step + 1] for raw in envelopes]
    return {
        "entry-missing": _refused("The second entry is missing.", _file([one, three, four]), "missing-entry"),
        "entry-missing-in-its-step": _refused("The third is missing.", _file([one, two, four]), "missing-entry"),
        "entry-repeated": _refused("The second entry twice.", _file([one, two, two, three]), "repeated-entry"),
        "entry-repeated-later": _refused("The first entry again.", _file([one, two, three, one]), "repeated-entry"),
        "entries-swapped": _refused("Seats ascend within a step.", _file([two, one, three]), "missing-entry"),
        "entry-changed": _refused("A byte is changed.", _file([one, two, changed, four]), "bad-signature"),
        "entry-signed-by-another": _refused(
            "The third entry, signed with the key of the other.",
            _file([one, two, resigned_by_another, four]),
            "bad-signature",
        ),
        "entry-on-another-history": _refused(
            "Signed by its seat, for another history.", _file([one, two, other_history]), "other-history"
        ),
        "entry-on-another-state": _refused(
            "Signed by its seat, for another state.", _file([one, two, other_state]), "diverged"
        ),
        "entry-among-seals": _refused("An offer stands where seals stand.", seal_early, "misplaced-entry"),
        "seal-among-entries": _refused("A seal as an entry.", _file([*told.entries, told.seals[0]]), "misplaced-entry"),
        "seals-swapped": _refused("Seals by seat.", _file(told.entries, told.seals[::-1]), "misplaced-entry"),
        "seal-on-another-state": _refused(
            "Signed by its seat, for another end of the game.", _file(told.entries, [other_end]), "diverged"
        ),
        "vote-among-entries": _refused("A vote as an entry.", _file([*before, vote]), "misplaced-entry"),
        "entry-of-leaving-in-a-filled-place": _refused(
            "Seat 1 has moved; the file goes on with its resignation in the same step.",
            _file([*before, told.spoken(turn, 1), resign]),
            "repeated-entry",
        ),
        "entry-after-seals": _refused(
            "A part too late.", _file(told.entries, told.seals) + write_entries([one]), "misplaced-entry"
        ),
        "claim-after-the-end": _refused(
            "Nobody leaves a finished game.", _file(told.entries) + write_claims([resign]), "misplaced-entry"
        ),
        "claim-of-too-few": _refused(
            "A claim that ends nothing.", _file(before[:-1]) + write_claims([vote]), "misplaced-entry"
        ),
        "claim-of-whoever-went-on": _refused(
            "Seat 0 has given up everybody else, in a step after which it has spoken: offences stand in evidence.",
            _file(since) + write_claims([vote]),
            "misplaced-entry",
        ),
        **_misbuilt(),
    }  # fmt: skip


def _misbuilt() -> dict[str, dict[str, Any]]:
    """Files whose parts are none, or belong elsewhere."""
    told = story()
    one, two, three, _ = _sitting()
    spliced = Header(FORMAT, told.meeting.terms, labelled("another call"), told.meeting.company)
    turn = told.step_of("move")
    before = [raw for envelopes in told.said[:turn] for raw in envelopes]
    resign = signed(told.seated(turn, 1), Resign(), lane="resign")
    return {
        "header-of-another-meeting": _refused(
            "The entries of one meeting behind the header of another.",
            frame(FILE.encode(spliced)) + write_entries([one, two]),
            "other-table",
        ),
        "part-not-canonical": _refused(
            "The third entry in a second spelling.",
            _file([one, two]) + frame(b"\xdc\x00\x04" + FILE.encode(_part(three))[1:]),
            "not-canonical",
        ),
        "part-without-entries": _refused(
            "A step in which nobody speaks.",
            _file([one, two]) + frame(encode((*_plain(_part(three))[:-1], ()))),
            "malformed",
        ),
        "entry-that-is-none": _refused(
            "The third entry has a body that spells nothing.",
            _file([one, two]) + frame(FILE.encode(replace(_part(three), entries=(b"\x00\xc1" + bytes(64),)))),
            "malformed",
        ),
        "part-too-large": _refused("A length no part has.", _file([one, two]) + b"\xff" * 8, "too-large"),
        "part-unknown": _refused("A part of no kind.", _file([one, two]) + frame(encode(("rum", b""))), "malformed"),
        "evidence-of-nothing": _refused(
            "Evidence that proves nothing.",
            _file([one, two]) + write_evidence(write(replace(offence("gone-of-oneself"), code="bad-share"))),
            "bad-evidence",
        ),
        "evidence-twice": _refused(
            "A game is ended by evidence once. What proves nothing comes first, so what follows is not read.",
            _file([one, two])
            + write_evidence(write(replace(offence("gone-of-oneself"), code="bad-share")))
            + write_evidence(equivocation()),
            "bad-evidence",
        ),
        "claim-beyond-the-last": _refused(
            "One resignation ten times: no ending has as many claims.",
            _file(before) + write_claims([resign] * 10),
            "misplaced-entry",
        ),
        "evidence-of-another-table": _refused(
            "What somebody did elsewhere.",
            _file([one, two]) + write_evidence(write(replace(offence("gone-of-oneself"), call=labelled("elsewhere")))),
            "bad-evidence",
        ),
    }


def _cheating() -> dict[str, dict[str, Any]]:
    told = story()
    one, two, three, _ = _sitting()
    lie = lies()["offer-of-another-key"].envelope
    contrary = signed(told.seated(1, 0), replace(words_of(three), anchor=labelled("another anchor")))
    turn = told.step_of("move")
    before = [raw for envelopes in told.said[:turn] for raw in envelopes]
    proof = write(offence("move-against-the-rules"))
    sealed = content_of(told.seals[0])
    other_seal = in_envelope(told.seated(sealed.step, sealed.seat), replace(sealed, prev=labelled("another history")))
    return {
        "cheating-in-an-entry": _refused("An entry is an offence.", _file([one, two, lie]), "bad-key-proof"),
        "cheating-in-two-entries": _refused(
            "Two different messages for one place.", _file([one, two, three, contrary]), "equivocation"
        ),
        "cheating-behind-all-seals": _refused(
            "Everybody has sealed the game, and seat 0 another one too.",
            _file(told.entries, [*told.seals, other_seal]),
            "equivocation",
        ),
        "cheating-in-evidence": _refused(
            "The game stopped at an illegal move.", _file(before) + write_evidence(proof), "illegal-move"
        ),
        "cheating-after-the-end": _refused(
            "A finished game, and proof of two seals in the middle of it.",
            _file(told.entries) + write_evidence(equivocation()),
            "equivocation",
        ),
        "cheating-by-going-on": _refused(
            "Seat 0 has given up everybody else, and goes on.",
            _file(before)
            + write_claims([alone().confirm])
            + write_evidence(write(went_on(alone().confirm, alone().later))),
            "went-on",
        ),
        "cheating-while-sitting-down": _refused(
            "Two offers, found when nobody had a seat.",
            _file([one, two]) + write_evidence(write(contradiction(1, three, contrary))),
            "equivocation",
        ),
    }


def _headers() -> dict[str, dict[str, Any]]:
    meeting = story().meeting
    terms, call, company = meeting.terms, meeting.call, meeting.company

    def header(comment: str, said: Header, code: str) -> dict[str, Any]:
        return _refused(comment, frame(FILE.encode(said)), code)

    body = FILE.body(Header(FORMAT, terms, call, company))
    format_1 = frame(encode(("tortuga-transcript", 1, *body[1:])))
    return {
        "header-missing": _refused("An entry comes first.", write_entries(_sitting()), "malformed"),
        "header-of-another-format": _refused("A format of drafts.", format_1, "wrong-version"),
        "header-company-out-of-order": header(
            "Identities ascend.", Header(FORMAT, terms, call, company[::-1]), "malformed"
        ),
        "header-company-of-three": header(
            "Three people at a table for two.", Header(FORMAT, terms, call, (bytes(32), *company)), "malformed"
        ),
        "header-of-other-rules": header(
            "Nobody here knows version 2 of the game. That is no offence.",
            Header(FORMAT, replace(terms, version=2), call, company),
            "other-rules",
        ),
        "header-torn": _refused("A header that was cut off.", _head()[:-1], "malformed"),
    }

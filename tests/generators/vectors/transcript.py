"""Vectors of protocol/transcript.md: whole files, files that were cut, and files that are not what was played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tortuga_p2p.limits import OPTIONS_BYTES_MAX
from tortuga_p2p.session.accord import ACCORD
from tortuga_p2p.session.evidence import write
from tortuga_p2p.session.leaving import second_lane
from tortuga_p2p.session.message import Agree, Confirm, Decline, Resign, Terms
from tortuga_p2p.session.transcript import (
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
from tortuga_p2p.verify.comparing import compare
from tortuga_p2p.verify.verifier import Outcome as Result
from tortuga_p2p.verify.verifier import verify
from tortuga_p2p.wire.codec import encode
from tortuga_p2p.wire.framing import HEADER_BYTES, frame
from tortuga_p2p.wire.message import record_shape

from .case import ACCEPT, VectorOutcome, case, labelled
from .evidence import alone, contradiction, equivocation, offence, went_on
from .lies import lies
from .story import content_of, find, in_envelope, signed, story, words_of
from .without import without

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tortuga_p2p.wire.codec import Plain


def cases() -> dict[str, dict[str, Any]]:
    return {**_good(), **_tampered(), **_cheating(), **_headers(), **_several(), **without()}


# --- operations ------------------------------------------------------------------------------------------------


def transcript(raw: bytes) -> VectorOutcome:
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
        output |= {"identity": finding.culprit[1], "guilty": [verdict.identity for verdict in finding.verdicts]}
    if finding.outcome in (Result.UNFINISHED, Result.RESIGNED):
        output["waiting_for"] = finding.waiting_for
    if finding.departures:
        output["departures"] = [[one.seat, one.step, one.how] for one in finding.departures]
    if finding.winner is not None:
        output["winner"] = finding.winner
    return VectorOutcome(output, ending=ACCEPT if finding.code is None else str(finding.code))


def several_files(raws: Sequence[bytes]) -> VectorOutcome:
    found = compare(raws, find)
    guilty = [
        {"identity": one.identity, "seat": one.seat, "step": one.step, "code": str(one.code)} for one in found.verdicts
    ]
    return VectorOutcome({"common": found.common, "steps": found.steps, "guilty": guilty})


# --- cases -------------------------------------------------------------------------------------------------------


def _head() -> bytes:
    return write_header(story().meeting)


def _file(entries: Sequence[bytes], seals: Sequence[bytes] = ()) -> bytes:
    return _head() + write_entries(entries) + write_seals(seals)


VERSION_2, VERSION_3 = b"\x9a\x02\xc4\x20", b"\x9a\x03\xc4\x20"  # how contents begin: a list of ten, its first item


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
    agreed = [signed(seat, Agree(), lane=ACCORD) for seat in (waiting, asked)]
    whole = _file(told.entries, told.seals)
    return {
        "agreed": case("Both have agreed to end it.", transcript, raw=_file(before) + write_claims(agreed)),
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
        "disagreed": case(
            "To seat 1 the table looks otherwise, and one alone is no quorum.",
            transcript,
            raw=_file(before)
            + write_claims([signed(asked, words_of(told.said[turn][0]), state=labelled("another state"))]),
        ),
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
        **_disagreed(),
        **_misbuilt(),
    }  # fmt: skip


def _disagreed() -> dict[str, dict[str, Any]]:
    """Agreements that are none."""
    told = story()
    turn = told.step_of("move")
    before = [raw for envelopes in told.said[:turn] for raw in envelopes]
    agreed = [signed(told.seated(turn, seat), Agree(), lane=ACCORD) for seat in (0, 1)]
    declined = signed(told.seated(turn, 1), Decline(), lane=ACCORD)
    return {
        "agreed-by-one": _refused("One of two agreed.", _file(before) + write_claims(agreed[:1]), "misplaced-entry"),
        "agreed-in-another-order": _refused(
            "Claims stand by seat.", _file(before) + write_claims(agreed[::-1]), "misplaced-entry"
        ),
        "agreed-and-declined": _refused(
            "One agreed, the other declined.", _file(before) + write_claims([agreed[0], declined]), "misplaced-entry"
        ),
        "agreed-before-the-last-step": _refused(
            "Both agreed in a step that is closed in the file.",
            _file([*before, *told.said[turn]]) + write_claims(agreed),
            "misplaced-entry",
        ),
        "agreed-after-the-end": _refused(
            "A finished game is not ended by agreement.", _file(told.entries) + write_claims(agreed), "misplaced-entry"
        ),
    }


def _misbuilt() -> dict[str, dict[str, Any]]:
    """Files whose parts are none, or belong elsewhere."""
    told = story()
    one, two, three, _ = _sitting()
    spliced = Header(FORMAT, told.meeting.terms, labelled("another call"), told.meeting.people)
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
        "evidence-of-nothing-twice": _refused(
            "Two pieces of evidence that prove nothing: the first decides.",
            _file([one, two])
            + write_evidence(write(replace(offence("gone-of-oneself"), code="bad-share")))
            + write_evidence(write(replace(offence("gone-of-oneself"), call=labelled("elsewhere")))),
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
        "cheating-of-both": _refused(
            "Evidence that proves nothing, then against one and against the other: the first of these is the culprit.",
            _file(before)
            + write_evidence(write(replace(offence("gone-of-oneself"), code="bad-share")))
            + write_evidence(proof)
            + write_evidence(equivocation()),
            "illegal-move",
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


def _several() -> dict[str, dict[str, Any]]:
    """Files of one meeting, each of them in order as far as it goes."""
    told = story()
    number = told.step_of("commit")
    before = [raw for envelopes in told.said[:number] for raw in envelopes]
    first, second = told.said[number]
    other = in_envelope(told.seated(number, 1), replace(content_of(second), body=(labelled("another seal"),)))
    spoiled = second[:-1] + bytes([second[-1] ^ 1])
    whole = _file(told.entries, told.seals)

    def files(comment: str, *raws: bytes) -> dict[str, Any]:
        return case(comment, several_files, raws=list(raws))

    return {
        "several-alike": files("The same game twice, once without seals.", whole, _file(told.entries)),
        "several-shorter": files("One of them was cut off.", whole, _file(before)),
        "several-two-stories": files(
            "Seat 1 sealed one choice for one of them, and another one for the other.",
            _file([*before, first, second]),
            _file([*before, first, other]),
        ),
        "several-two-stories-in-evidence": files(
            "The other choice is an exhibit.",
            whole,
            _file(before) + write_evidence(write(contradiction(number, second, other))),
        ),
        "several-went-on": files(
            "Seat 0 gave up everybody else in one, and goes on in the other.",
            _file([raw for envelopes in told.said[: content_of(alone().confirm).step] for raw in envelopes])
            + write_claims([alone().confirm]),
            whole,
        ),
        "several-spoiled": files(
            "Somebody changed a signature in one: nobody is guilty.", whole, _file([*before, first, spoiled])
        ),
    }


def _headers() -> dict[str, dict[str, Any]]:
    meeting = story().meeting
    terms, call, people = meeting.terms, meeting.call, meeting.people

    def header(comment: str, said: Header, code: str) -> dict[str, Any]:
        return _refused(comment, frame(FILE.encode(said)), code)

    body = FILE.body(Header(FORMAT, terms, call, people))
    format_1 = frame(encode(("tortuga-transcript", 1, *body[1:])))
    sitting = _file(_sitting(3))
    return {
        "entries-of-another-version": _refused(
            "All of them: nobody has tampered with anything.", sitting.replace(VERSION_2, VERSION_3), "wrong-version"
        ),
        "entry-of-another-version": _refused(
            "Those of one step alone: that is no version, but tampering.",
            sitting.replace(VERSION_2, VERSION_3, 1),
            "wrong-version",
        ),
        "header-missing": _refused("An entry comes first.", write_entries(_sitting()), "malformed"),
        "header-of-another-format": _refused("A format of drafts.", format_1, "wrong-version"),
        "header-company-out-of-order": header(
            "Identities ascend.", Header(FORMAT, terms, call, people[::-1]), "malformed"
        ),
        "header-company-of-three": header(
            "Three people at a table for two.",
            Header(FORMAT, terms, call, (replace(people[0], identity=bytes(32)), *people)),
            "malformed",
        ),
        "header-of-other-rules": header(
            "Nobody here knows the next version of the game. That is no offence.",
            Header(FORMAT, replace(terms, version=terms.version + 1), call, people),
            "other-rules",
        ),
        "header-torn": _refused("A header that was cut off.", _head()[:-1], "malformed"),
        **_misspelled_headers(body),
    }


def _misspelled_headers(body: Any) -> dict[str, dict[str, Any]]:
    """Terms and people as no meeting has them: whatever follows, nobody signed anything in such a meeting."""
    number, terms, call, (ana, ben) = body

    def named(name: str) -> tuple[Plain, ...]:
        return (number, terms, call, ((ana[0], name, *ana[2:]), ben))

    def played(**changes: Plain) -> tuple[Plain, ...]:
        names = [name for name, _shape in record_shape(Terms).fields]
        return (number, tuple({**dict(zip(names, terms, strict=True)), **changes}.values()), call, (ana, ben))

    long = (("long", "a" * (OPTIONS_BYTES_MAX - 9)),)
    bad: dict[str, tuple[str, tuple[Plain, ...]]] = {
        "without-a-name": ("A name of no letters.", named("")),
        "with-a-long-name": ("A name of 49 bytes.", named("a" * 49)),
        "with-a-control-character": ("A name that clears a terminal.", named("A\x1b[2J")),
        "with-a-control-character-of-latin-1": ("U+009B does so too.", named("A\x9b2J")),
        "with-a-bracket": ("A name that brings its own key words.", named("Ana [hopoh-juvob-jugak-varig]")),
        "with-a-round-bracket": ("A name that says who wins.", named("Ana (wins)")),
        "with-a-comma": ("A name that is two.", named("Ana, Ben")),
        "with-a-quote": ("A name that ends the quotes around it.", named('Ana"')),
        "with-a-space-before": ("A name that begins with a space.", named(" Ana")),
        "with-a-space-behind": ("A name that ends with a space.", named("Ana ")),
        "with-a-number-for-bot": ("0 is no truth value.", (number, terms, call, ((*ana[:2], 0, ana[3]), ben))),
        "with-a-key-for-a-person": ("As in format 2.", (number, terms, call, (ana[0], ben[0]))),
        "with-long-options": (f"Options of {OPTIONS_BYTES_MAX + 1} bytes.", played(options=long)),
        "for-ten-seats": ("A table has nine.", played(seats=10)),
        "for-one-seat": ("A table has two.", played(seats=1)),
    }
    return {
        f"header-{name}": _refused(comment, frame(encode(("tortuga-transcript", *plain))), "malformed")
        for name, (comment, plain) in bad.items()
    }

"""The bounds of a session fit each other: what may be said fits into what must hold it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.session.stories import uttered
from tests.tinygames import RACE
from tests.tinygames.broken import broken
from tests.tinygames.race import Race
from tortuga_p2p.crypto.element import read_deck
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.crypto.zone import prove_key, secret_key
from tortuga_p2p.errors import BadInput, Code
from tortuga_p2p.limits import (
    DECK_CARDS_MAX,
    ENVELOPE_BYTES_MAX,
    EVIDENCE_BYTES_MAX,
    FRAME_BYTES_MAX,
    NAME_BYTES_MAX,
    OPTIONS_BYTES_MAX,
    SEATS_MAX,
    STATE_BYTES_MAX,
    WORD_BYTES_MAX,
)
from tortuga_p2p.rules.option import OneOf, Option
from tortuga_p2p.session.agreement import Meeting, make_terms
from tortuga_p2p.session.evidence import Evidence, read, write
from tortuga_p2p.session.ledger import Hidden, pack_things
from tortuga_p2p.session.message import SIT, TALK, Accuse, Enter, Offer, Person, Seat, Sign, Terms
from tortuga_p2p.session.table import LANE
from tortuga_p2p.session.transcript import FILE, StepPart, read_transcript, write_entries, write_evidence, write_header
from tortuga_p2p.testing.company import TOY, Company, some_bytes
from tortuga_p2p.testing.forging import changed, content_of
from tortuga_p2p.wire.codec import encode
from tortuga_p2p.wire.envelope import VERSION, Content, sign_envelope
from tortuga_p2p.wire.framing import Framer, frame

COUNT_MAX = 2**32 - 1


def longest_terms() -> Terms:
    options = (("long", "a" * (OPTIONS_BYTES_MAX - 10)),)
    assert len(encode(options)) == OPTIONS_BYTES_MAX
    word = "w" * WORD_BYTES_MAX
    return Terms(word, COUNT_MAX, SEATS_MAX, options, bytes(32), word, COUNT_MAX, COUNT_MAX, COUNT_MAX)


def somebody(key: bytes) -> Person:
    return Person(key, "n" * NAME_BYTES_MAX, True, bytes(32))


def longest_sitting_down() -> tuple[bytes, ...]:
    """What nine chairs say at most until everybody sits, as long as nobody commits an offence."""
    group = default_group()
    proof = prove_key(group, secret_key(group, some_bytes("key")), context=bytes(32), entropy=bytes(32))
    all_words = (Enter(bytes(32)), Offer(bytes(32), bytes(32), bytes(33), proof), Sign(bytes(32)), Seat(bytes(32)))
    entries = []
    for step, words in enumerate(all_words):
        for chair in range(SEATS_MAX):
            slot = (bytes(32), 0, step, "sit", chair)
            content = Content(VERSION, *slot, bytes(32), bytes(32), SIT.kind(words), SIT.body(words))
            entries.append(sign_envelope(content, lambda _: bytes(64)).raw)
    return tuple(entries)


@pytest.mark.parametrize(
    ("state", "exhibits"),
    [(b"", (bytes(ENVELOPE_BYTES_MAX),) * 2), (bytes(STATE_BYTES_MAX), (bytes(ENVELOPE_BYTES_MAX),))],
    ids=["two of the largest envelopes", "the largest state and envelope"],
)
def test_the_largest_evidence_of_nine_seats_fits_into_its_bound_and_a_frame(
    state: bytes, exhibits: tuple[bytes, ...]
) -> None:
    terms = longest_terms()
    people = tuple(somebody(bytes([chair]) * 32) for chair in range(SEATS_MAX))
    longest = Evidence(terms, bytes(32), people, longest_sitting_down(), state, exhibits, max(map(str, Code), key=len))
    raw = write(longest)
    assert read(raw) == longest
    assert EVIDENCE_BYTES_MAX - 3000 < len(raw) <= EVIDENCE_BYTES_MAX, "the bound is as tight as it says"
    assert len(frame(TALK.encode(Accuse(bytes(32), bytes(EVIDENCE_BYTES_MAX))))) <= FRAME_BYTES_MAX + 4
    assert len(write_evidence(bytes(EVIDENCE_BYTES_MAX))) <= FRAME_BYTES_MAX + 4


@pytest.mark.parametrize(
    ("sizes", "parts"),
    [((600,) * 9, [9]), ((600,) * 11, [9, 2]), ((23_000, 23_000, 23_000), [2, 1]), ((21_600,) * 4, [3, 1])],
    ids=["nine", "more than nine", "large ones", "as many as fit"],
)
def test_a_step_is_cut_into_parts_that_fit_into_frames(sizes: tuple[int, ...], parts: list[int]) -> None:
    envelopes = [envelope_of(size, number % SEATS_MAX) for number, size in enumerate(sizes)]
    raw = write_entries(envelopes)
    held = [FILE.decode(payload) for payload in Framer().feed(raw)]
    assert [len(part.entries) for part in held if isinstance(part, StepPart)] == parts
    two = make_terms(RACE, 2, {}, TOY)
    again = read_transcript(write_header(Meeting(two, bytes(32), (somebody(bytes(32)), somebody(b"1" * 32)))) + raw)
    assert again.entries == tuple(envelopes)


def envelope_of(size: int, seat: int) -> bytes:
    content = Content(VERSION, bytes(32), 0, 7, LANE, seat, bytes(32), bytes(32), "mix", bytes(256))
    more = size - len(sign_envelope(content, lambda _: bytes(64)).raw)
    raw = sign_envelope(replace(content, body=bytes(256 + more)), lambda _: bytes(64)).raw
    assert len(raw) == size
    return raw


def test_the_largest_mix_is_a_state_that_can_be_proved() -> None:
    card = TOY.encode(TOY.generator) * 2
    (masked,) = read_deck(TOY, card, 1)
    thing = Hidden("pile of a long name", -1, masked, frozenset(range(SEATS_MAX)))
    things = dict.fromkeys(range(DECK_CARDS_MAX), thing)
    assert len(encode(pack_things(things))) + len(card) * DECK_CARDS_MAX < STATE_BYTES_MAX - 1000


def with_motto(letters: int) -> Race:
    """A race with an option that is a text."""
    motto = "a" * letters
    option = Option("motto", OneOf({motto: "long"}), motto, "Motto", "A text.")
    game: Race = broken(Race, options=(option,), setup=lambda self, seats, options: RACE.setup(seats, {}))
    return game


def test_options_are_as_long_as_they_may_be_and_no_longer() -> None:
    letters = OPTIONS_BYTES_MAX - 11
    terms = make_terms(with_motto(letters), 2, {}, TOY)
    assert len(encode(terms.options)) == OPTIONS_BYTES_MAX
    with pytest.raises(BadInput, match="are allowed"):
        make_terms(with_motto(letters + 1), 2, {}, TOY)


def test_an_enter_with_longer_options_is_an_offence_of_whoever_signed_it() -> None:
    company = Company.make(RACE, 2).begin()
    ana, ben = company.players
    (enter,) = uttered(ana.log, "enter")
    body: Any = content_of(enter).body
    *front, terms = body
    longer = (*terms[:3], (("motto", "a" * OPTIONS_BYTES_MAX),), *terms[4:])
    company.say(ben.name, changed(ana.session, enter, body=(*front, longer)))
    assert [conviction.verdict.code for conviction in ben.convictions] == [Code.MALFORMED]

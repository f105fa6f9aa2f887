"""Vectors of protocol/messages.md: every kind of message as it is spelled, and its nearest misspellings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tortuga_p2p.session.message import (
    BESIDE,
    PLAY,
    SIT,
    TALK,
    Accuse,
    Agree,
    Confirm,
    Decline,
    Gone,
    HandOver,
    Have,
    Nod,
    Resign,
    Say,
    Stay,
    Tagged,
    Unveil,
    Want,
    Wish,
    Withdraw,
)
from tortuga_p2p.session.transcript import FILE
from tortuga_p2p.wire.codec import encode

from .case import VectorOutcome, case, labelled, typed
from .evidence import equivocation
from .story import story, words_of

if TYPE_CHECKING:
    from tortuga_p2p.wire.codec import Plain
    from tortuga_p2p.wire.message import Vocabulary

VOCABULARIES: dict[str, Vocabulary] = {"sit": SIT, "play": PLAY, "beside": BESIDE, "talk": TALK, "file": FILE}


def cases() -> dict[str, dict[str, Any]]:
    vectors = {}
    for kind, said in _examples().items():
        place = _place(said)
        vocabulary = VOCABULARIES[place]
        plain = (kind, *vocabulary.body(said))
        comment = f"A message of the kind {kind!r}."
        vectors[kind] = case(comment, message, vocabulary=place, raw=encode(plain))
        vectors[f"{kind}-with-one-field-more"] = _malformed(f"{kind!r} with one field more.", place, (*plain, 0))
        if len(plain) > 1:
            short = _malformed(f"{kind!r} without its last field.", place, plain[:-1])
            vectors[f"{kind}-with-one-field-less"] = short
    return {**vectors, **_misspelled()}


# --- operations ------------------------------------------------------------------------------------------------


def message(vocabulary: str, raw: bytes) -> VectorOutcome:
    spoken = VOCABULARIES[vocabulary]
    said = spoken.decode(raw)
    kind = spoken.kind(said)
    names = [name for name, _ in spoken.fields(kind)]
    return VectorOutcome({"kind": kind, "fields": dict(zip(names, map(typed, spoken.body(said)), strict=True))})


# --- cases -------------------------------------------------------------------------------------------------------


def _examples() -> dict[str, Any]:
    """One message of each kind: those of a whole game, then those that were not needed in it."""
    told = story()
    said = [words_of(raw) for envelopes in told.said for raw in envelopes]
    late = told.spoken(told.step_of("move"), 1)
    meeting = told.meeting.id
    others = [
        Nod(),
        Stay(1, 0b10, b"", _first(said, HandOver).given),
        Tagged(bytes(33), bytes(66), bytes(64)),
        Unveil(bytes(33), bytes(64)),
        Gone(1, 0b10),
        Confirm(1, 0b10),
        Withdraw(1, 0b10, late),
        Resign(),
        Wish(),
        Agree(),
        Decline(),
        Say(meeting, late),
        Have(meeting, 16, 0b01, labelled("history")),
        Want(meeting, 12, 0),
        Accuse(meeting, equivocation()),
    ]
    examples: dict[str, Any] = {}
    for one in (*said, *others):
        examples.setdefault(VOCABULARIES[_place(one)].kind(one), one)
    return examples


def _first(said: list[Any], kind: type) -> Any:
    return next(one for one in said if isinstance(one, kind))


def _place(said: Any) -> str:
    return next(place for place, spoken in VOCABULARIES.items() if type(said) in spoken.kinds.values())


def _malformed(comment: str, vocabulary: str, plain: Plain) -> dict[str, Any]:
    return case(comment, message, vocabulary=vocabulary, raw=encode(plain), expect="malformed")


def _misspelled() -> dict[str, dict[str, Any]]:
    examples = _examples()

    def changed(kind: str, **fields: Plain) -> Plain:
        """An example with other fields."""
        spoken = VOCABULARIES[_place(examples[kind])]
        names = [name for name, _ in spoken.fields(kind)]
        body = dict(zip(names, spoken.body(examples[kind]), strict=True))
        return (kind, *{**body, **fields}.values())

    deed: Any = PLAY.body(examples["move"])[0]
    card: Any = PLAY.body(examples["give"])[0]
    bad: dict[str, tuple[str, str, Plain]] = {
        "enter-with-a-short-nonce": ("A nonce of 31 bytes.", "sit", changed("enter", nonce=bytes(31))),
        "offer-with-a-short-key": ("A key of 32 bytes.", "sit", changed("offer", key=bytes(32))),
        "sign-of-a-short-name": ("A table's name of 31 bytes.", "sit", changed("sign", table=bytes(31))),
        "commit-of-a-text": ("A text is not bytes.", "play", changed("commit", digest="a" * 32)),
        "move-to-nowhere": ("A thing for the place -2.", "play", ("move", (*deed[:2], ((10, -2),), *deed[3:]), 0)),
        "move-with-a-large-number": ("2^31 does not fit.", "play", ("move", ((2**31,), *deed[1:]), 0)),
        "move-with-many-numbers": ("65 numbers.", "play", ("move", ((0,) * 65, *deed[1:]), 0)),
        "move-at-a-third-helm": ("A helm is 0 or 1.", "play", changed("move", helm=2)),
        "commit-at-a-third-helm": ("A helm is 0 or 1.", "play", changed("commit", helm=2)),
        "remask-of-nothing": ("Nothing is masked anew.", "play", ("remask", ())),
        "give-of-nothing": ("Nothing is handed over.", "play", ("give", ())),
        "give-of-half-a-card": ("A card of 65 bytes.", "play", ("give", ((card[0][0][:65], card[0][1]),))),
        "decline-in-a-third-way": ("Either it refuses or it does not.", "beside", changed("decline", refuses=2)),
        "gone-in-attempt-0": ("Attempts count from 1.", "beside", changed("gone", attempt=0)),
        "gone-in-attempt-1000": ("There are 999.", "beside", changed("gone", attempt=1000)),
        "gone-of-nobody": ("Nobody is missing.", "beside", changed("gone", missing=0)),
        "gone-of-a-tenth-seat": ("Nobody sits there.", "beside", changed("gone", missing=512)),
        "have-of-a-tenth-seat": ("Nobody sits there.", "talk", changed("have", held=512)),
        "have-of-a-negative-step": ("Steps count from 0.", "talk", changed("have", step=-1)),
        "kind-of-another-place": ("A chain value among the words beside the steps.", "beside", changed("link")),
        "kind-unknown": ("There is no such kind.", "play", ("parley", 1)),
        "kind-in-bytes": ("A kind is a text.", "play", (b"seal",)),
        "kind-missing": ("A list of nothing.", "play", ()),
        "kind-without-a-list": ("A text alone is no message.", "play", "seal"),
    }  # fmt: skip
    vectors = {name: _malformed(comment, place, plain) for name, (comment, place, plain) in bad.items()}
    wide = bytes.fromhex("91d9047365616c")
    vectors["kind-not-canonical"] = case(
        "A kind behind a wide header.", message, vocabulary="play", raw=wide, expect="not-canonical"
    )
    return vectors

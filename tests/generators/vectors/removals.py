"""Vectors of "Piles made anew" (protocol/session.md): a table of three that loses one, and every step after it.

Seat 2 leaves where a card lies in a pile, seat 0 holds two and three flags lie in a pile of their own: the cards are
found by tags, the flags are only mixed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tortuga_p2p.errors import Code
from tortuga_p2p.session import position as at
from tortuga_p2p.session import renewing, stages
from tortuga_p2p.session.evidence import replay
from tortuga_p2p.session.table import FIRST_STEP, Table, read_table
from tortuga_p2p.session.transcript import read_transcript, write_header
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.sampler import SAMPLER

from .case import VectorOutcome, case
from .story import GROUP, signed, state_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tortuga_p2p.session.replica import Session

POINT = GROUP.encode(GROUP.generator)
ATTEMPT, MISSING = 1, 0b100


class Sitting(NamedTuple):
    """What a stranger needs to read a state of this table."""

    header: bytes
    sitting_down: list[bytes]

    def table(self, state: bytes) -> Table:
        position = replay(read_transcript(self.header).meeting, SAMPLER, GROUP, self.sitting_down)
        assert isinstance(position, Table)
        return read_table(position.agreement, state)


# --- operations ------------------------------------------------------------------------------------------------


def removal(header: bytes, sitting_down: list[bytes], state: bytes, attempt: int, missing: int) -> VectorOutcome:
    table = Sitting(header, sitting_down).table(state)
    return VectorOutcome({"state": renewing.remove(table, attempt, missing).raw})


def closing(header: bytes, sitting_down: list[bytes], state: bytes, envelopes: list[bytes]) -> VectorOutcome:
    """All of these are of the open step and close it."""
    table = Sitting(header, sitting_down).table(state)
    accepted = {}
    for raw in envelopes:
        envelope = at.open_signed(table, raw)
        accepted[envelope.content.seat] = at.judge(table, envelope)
    assert sorted(accepted) == list(stages.speakers(table))
    after = at.close(table, accepted)
    assert isinstance(after, Table)
    return VectorOutcome({"state": after.raw})


# --- the story -----------------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """An open step of the new epoch: the sessions of those who stay, by seat, and what each says in it."""

    players: dict[int, Session]
    said: dict[int, bytes]

    @property
    def kind(self) -> str:
        return next(iter(self.players.values())).position.kind

    @property
    def state(self) -> bytes:
        return state_of(next(iter(self.players.values())))


def _said(players: dict[int, Session], lie: Callable[[Any], Any] = lambda words: words) -> dict[int, bytes]:
    said = {}
    for seat, session in players.items():
        table = session.table
        assert table is not None
        if seat in stages.speakers(table):
            said[seat] = signed(session, lie(stages.work(table).speak(table, session.own, seat)))
    return said


@cache
def told() -> tuple[Sitting, bytes, bytes, tuple[Moment, ...]]:
    """How they sat down, the state at which seat 2 is gone, one in which choices are sealed, and all that follows."""
    company = Company.make(SAMPLER, 3, group=GROUP).begin()
    sealed = b""
    states: dict[int, Session] = {}

    def is_lost(mail: Any) -> bool:
        """Seat 2 says nothing more once the cards are to be opened; what everybody saw on the way is looked at."""
        nonlocal sealed
        table = company.players[0].session.table
        if table is not None and table.kind == "reveal":
            sealed = sealed or table.raw
        at_ = [peer.session.table for peer in company.players if peer.session.table is not None]
        return bool(at_) and max(one.state.at for one in at_) == 12

    company.carry(lose=is_lost)
    company.play(lose=is_lost)
    for peer in company.players:
        states[peer.seat] = peer.session
    first = states[0]
    cut = state_of(first)
    sitting = [raw for said in first.closed[:FIRST_STEP] for _, raw in sorted(said.items())]
    there = Sitting(write_header(company.meeting), sitting)
    players = {}
    for seat in (0, 1):
        table = renewing.remove(there.table(cut), ATTEMPT, MISSING)
        players[seat] = replace(states[seat], position=table, accepted={})
    return there, cut, sealed, _renewed(players)


def _renewed(players: dict[int, Session]) -> tuple[Moment, ...]:
    moments = []
    while True:
        said = _said(players)
        moments.append(Moment(players, said))
        position = next(iter(players.values())).position
        if not isinstance(position, Table) or position.stage.renewal is None:
            return tuple(moments)
        accepted = {seat: at.judge(position, at.open_signed(position, raw)) for seat, raw in said.items()}
        after = at.close(position, accepted)
        players = {seat: replace(session, position=after) for seat, session in players.items()}


# --- cases -------------------------------------------------------------------------------------------------------


def made_anew() -> dict[str, dict[str, Any]]:
    there, cut, sealed, moments = told()
    sitting: dict[str, Any] = there._asdict()
    kinds = [moment.kind for moment in moments]
    assert kinds[:-1] == ["stay", "mix", "mix", "tag", "unveil", "mix", "mix"], kinds
    names = ["stay", "first-mix", "last-mix", "tag", "unveil", "mix-of-alike", "last-mix-of-alike"]
    closings = {
        f"anew-{name}": case(
            f"{name.replace('-', ' ').capitalize()}: the state after it.",
            closing,
            **sitting,
            state=moment.state,
            envelopes=list(moment.said.values()),
        )
        for name, moment in zip(names, moments, strict=False)
    }
    removals = {
        "removal": ("A card lies in a pile, two are held, three flags lie in theirs.", cut, ATTEMPT, MISSING),
        "removal-with-seals": ("Choices are sealed: those of the others stand.", sealed, 2, MISSING),
        "removal-that-ends-the-game": ("Seat 1 is gone, and the game is over.", cut, ATTEMPT, 0b010),
        "removal-during-a-renewal": ("Another leaves while a deck is mixed.", moments[1].state, 3, 0b010),
    }
    return {
        **{
            name: case(comment, removal, **sitting, state=state, attempt=attempt, missing=missing)
            for name, (comment, state, attempt, missing) in removals.items()
        },
        **closings,
        **_lies(sitting, dict(zip(names, moments, strict=False))),
    }


def _lies(sitting: dict[str, Any], moments: dict[str, Moment]) -> dict[str, dict[str, Any]]:
    from .session import judgement

    def judged(comment: str, name: str, lie: Callable[[Any], Any], code: Code | None) -> dict[str, Any]:
        moment = moments[name]
        said = _said(moment.players, lie)
        expect = "accept" if code is None else str(code)
        return case(comment, judgement, **sitting, state=moment.state, envelope=min(said.items())[1], expect=expect)

    def cut(words: Any, field: str, count: int) -> Any:
        return replace(words, **{field: getattr(words, field)[count:]})

    rows: dict[str, tuple[str, str, Callable[[Any], Any], Code | None]] = {
        "stay": ("Seat 0 stays, and copies both cards it holds.", "stay", lambda one: one, None),
        "stay-by-another-ballot": (
            "The attempt is another.",
            "stay",
            lambda one: replace(one, attempt=2),
            Code.WRONG_KIND,
        ),
        "stay-without-a-copy": ("One of two.", "stay", lambda one: cut(one, "copies", 1), Code.WRONG_COUNT),
        "stay-with-copies-swapped": (
            "Each is a copy of the other card.",
            "stay",
            lambda one: replace(one, copies=one.copies[::-1]),
            Code.BAD_HAND_OVER,
        ),
        "mix-anew": ("Seat 0 mixes the new deck.", "first-mix", lambda one: one, None),
        "mix-anew-with-cards-swapped": (
            "Two cards changed places.",
            "first-mix",
            lambda one: replace(one, deck=one.deck[66:132] + one.deck[:66] + one.deck[132:]),
            Code.BAD_SHUFFLE,
        ),
        "tag": ("The tags of seat 0.", "tag", lambda one: one, None),
        "tag-in-one-half": (
            "The second half of the first card is another point.",
            "tag",
            lambda one: replace(one, cards=one.cards[:33] + POINT + one.cards[66:]),
            Code.BAD_TAG,
        ),
        "tag-one-less": ("The last is missing.", "tag", lambda one: cut(one, "cards", 66), Code.WRONG_COUNT),
        "unveil": ("The shares of seat 0.", "unveil", lambda one: one, None),
        "unveil-of-another-share": (
            "The first is another point.",
            "unveil",
            lambda one: replace(one, shares=POINT + one.shares[33:]),
            Code.BAD_SHARE,
        ),
        "unveil-one-less": ("The first is missing.", "unveil", lambda one: cut(one, "shares", 33), Code.WRONG_COUNT),
    }
    return {f"judge-{name}": judged(*row) for name, row in rows.items()}

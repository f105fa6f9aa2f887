"""Vectors of protocol/transcript.md, "Removals": games of three, finished without seat 2, and files that lie."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.session.test_removing import PATIENCE_S, pass_time
from tortuga_p2p.session.event import Farewell, Impatience
from tortuga_p2p.session.message import Confirm, Nod, Resign
from tortuga_p2p.session.nodding import NOD
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.transcript import write_claims, write_game, write_header, write_removal
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.forging import changed, worded
from tortuga_p2p.testing.sampler import SAMPLER

from .case import case, labelled
from .story import GROUP

if TYPE_CHECKING:
    from tortuga_p2p.session.removal import Removal


class Tale(NamedTuple):
    """A game that two have finished, and everything to write it with."""

    company: Company
    closed: Any
    removal: Removal
    resigned: tuple[bytes, ...]

    @property
    def head(self) -> bytes:
        return write_header(self.company.meeting)

    def file(self, *removals: Removal) -> bytes:
        return self.head + write_game(self.closed, removals or (self.removal,))

    @property
    def cut(self) -> bytes:
        """Up to the removal, without it."""
        return self.head + write_game(self.closed[: self.removal.step], ())


@cache
def tale(*, resigns: bool) -> Tale:
    company = Company.make(SAMPLER, 3, group=GROUP, patience_s=PATIENCE_S).begin()

    def is_lost(mail: Any) -> bool:
        """Seat 2 says nothing more once a card lies in a pile, and others are held."""
        tables = [peer.session.table for peer in company.players if peer.session.table is not None]
        return len(tables) == 3 and mail.sender == company[2].name and max(table.state.at for table in tables) == 12

    company.carry(lose=is_lost)
    company.play(lose=is_lost)
    gone, stay = company[2], [company[0], company[1]]
    company.post.clear()
    if resigns:
        company.take(gone.name, Farewell())
        company.carry(leave_out=(gone.name,))
    else:
        pass_time(company, 0, PATIENCE_S)
        for peer in stay:
            company.take(peer.name, Impatience())
        company.carry(leave_out=(gone.name,))
    company.play(leave_out=(gone.name,))
    session = stay[0].session
    assert session.phase is SessionPhase.SEALED, session.position.kind
    return Tale(company, session.closed, session.removals[0], tuple(session.resigned.values()))


@cache
def _four() -> Company:
    company = Company.make(SAMPLER, 4, group=GROUP, patience_s=PATIENCE_S).sit()
    assert len({peer.session.position.step for peer in company.players}) == 1
    return company


def _disagreements() -> dict[str, dict[str, Any]]:
    from .transcript import transcript

    told = {
        "disagreed-of-four": ("To seats 0 and 3 the table looks otherwise: the other two are no quorum.", (3, 0)),
        "disagreed-with-one": ("To seat 3 the table looks otherwise: three may go on.", (3,)),
        "disagreed-with-more-than-needed": ("It had ended with seat 1, before seat 0 was heard.", (3, 2, 1, 0)),
    }
    ends = ("disagreed-of-four",)
    return {
        name: case(comment, transcript, raw=_disagreed(*seats), expect="accept" if name in ends else "misplaced-entry")
        for name, (comment, seats) in told.items()
    }


def _disagreed(*seats: int) -> bytes:
    """Of four these have nodded on another state."""
    company = _four()
    claims = [worded(company[seat].session, Nod(), lane=NOD, state=labelled("another state")) for seat in seats]
    session = company[0].session
    return write_header(company.meeting) + write_game(session.closed, ()) + write_claims(claims)


def _too_few() -> bytes:
    """Two of four without the lowest seat say that the others are gone."""
    company = _four()
    session, missing = company[2].session, 0b0011
    confirms = tuple(worded(company[seat].session, Confirm(1, missing)) for seat in (2, 3))
    return write_header(company.meeting) + write_game(session.closed, ()) + write_removal(1, missing, confirms)


def without() -> dict[str, dict[str, Any]]:
    from .transcript import transcript

    told, left = tale(resigns=False), tale(resigns=True)
    removal, confirms = told.removal, told.removal.confirms
    session = told.company[0].session
    other = changed(session, confirms[0], Confirm(2, removal.missing), lane="gone-2.2")
    moved = changed(session, confirms[0], prev=bytes(32))
    good = {
        "without-somebody": ("Seats 0 and 1 say that seat 2 was gone.", told.file()),
        "without-somebody-who-resigned": ("And seat 2 says so too.", left.file() + write_claims(left.resigned)),
        "without-somebody-whose-word-is-missing": ("The same game without that word: a claim.", left.file()),
        "without-somebody-unfinished": ("Nothing behind the removal.", told.cut + told.file()[len(told.cut) :][:600]),
        "removed": ("The file of seat 2, who hears it and no more.", told.cut + write_claims(confirms)),
    }
    stayed = worded(told.company[1].session, Resign())
    bad = {
        "removal-by-one": ("One confirm is missing.", removal._replace(confirms=confirms[:1] * 2), "misplaced-entry"),
        "removal-by-another-ballot": ("Another number.", removal._replace(attempt=2), "misplaced-entry"),
        "removal-of-another-seat": ("Another set.", removal._replace(missing=0b010), "misplaced-entry"),
        "removal-with-another-word": (
            "A confirm of another ballot among them.",
            removal._replace(confirms=(other, confirms[1])),
            "misplaced-entry",
        ),
        "removal-on-another-history": (
            "A confirm that stands elsewhere.",
            removal._replace(confirms=(moved, confirms[1])),
            "misplaced-entry",
        ),
        "removal-out-of-order": ("By descending seat.", removal._replace(confirms=confirms[::-1]), "misplaced-entry"),
        "removal-forged": (
            "A signature is changed.",
            removal._replace(confirms=(confirms[0][:-1] + bytes([confirms[0][-1] ^ 1]), confirms[1])),
            "bad-signature",
        ),
    }
    files = {
        "removal-left-out": (
            "The next entry is of a later epoch.",
            told.head + write_game(told.closed, ()),
            "missing-entry",
        ),
        "removal-by-too-few": ("Two of four, without the lowest seat.", _too_few(), "no-quorum"),
        "removal-while-sitting-down": (
            "Nobody sits yet.",
            told.head + write_game(told.closed[:2], ()) + write_removal(1, 0b100, confirms),
            "misplaced-entry",
        ),
        "removal-behind-seals": (
            "A part too late.",
            told.file() + write_removal(1, 0b100, confirms),
            "misplaced-entry",
        ),
        "claim-of-somebody-who-stayed": (
            "A resignation of seat 1 in a game that seat 1 finished.",
            told.file() + write_claims([stayed]),
            "misplaced-entry",
        ),
    }
    return {
        **{name: case(comment, transcript, raw=raw) for name, (comment, raw) in good.items()},
        **_disagreements(),
        **{
            name: case(comment, transcript, raw=told.file(bent), expect=code)
            for name, (comment, bent, code) in bad.items()
        },
        **{name: case(comment, transcript, raw=raw, expect=code) for name, (comment, raw, code) in files.items()},
    }

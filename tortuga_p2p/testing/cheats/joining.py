"""Cheats while people sit down."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...crypto.zone import secret_key
from ...errors import Code
from ..company import some_bytes
from ..forging import said_in
from .cheat import Both, Fate, Lie, cheat

if TYPE_CHECKING:
    from ...session.agreement import Meeting
    from ...session.message import Enter, Offer, Sign
    from ...session.message import Seat as SeatWords


class EnterAnotherMeeting(Lie):
    """Signs the name of a meeting that is not the company's; nobody else is there, and it is waited for."""

    of = "enter"
    at_once = True

    def lie(self, raw: bytes, said: Enter) -> bytes:
        meeting = self.company.meeting
        return self.changed(raw, said, table=self.other(meeting).id)

    def other(self, meeting: Meeting) -> Meeting:
        raise NotImplementedError

    def mine(self, meeting: Meeting, **changes: Any) -> Meeting:
        """Where one comes as somebody else."""
        people = [replace(one, **changes) if one.identity == self.peer.key else one for one in meeting.people]
        return replace(meeting, people=tuple(people))


@cheat(Fate.SILENCE)
class EnterUnderAnotherName(EnterAnotherMeeting):
    """Knocks under one name and enters under the name of somebody else at the table, to be called so in verdicts."""

    def other(self, meeting: Meeting) -> Meeting:
        victim = next(one for one in meeting.people if one.identity != self.peer.key)
        return self.mine(meeting, name=victim.name)


@cheat(Fate.SILENCE)
class EnterAsSomebodysBot(EnterAnotherMeeting):
    """Comes as a person and enters as a bot that somebody else runs."""

    def other(self, meeting: Meeting) -> Meeting:
        victim = next(one for one in meeting.people if one.identity != self.peer.key)
        return self.mine(meeting, bot=True, operator=victim.identity)


@cheat(Fate.SILENCE)
class EnterOnOtherTerms(EnterAnotherMeeting):
    """Comes to play on other terms than the company's."""

    def other(self, meeting: Meeting) -> Meeting:
        return replace(meeting, terms=replace(meeting.terms, patience_s=meeting.terms.patience_s + 1))


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, seats_min=3)
class EnterTwice(Both):
    """Brings the others into two lobbies."""

    of = "enter"
    at_once = True

    def lie(self, raw: bytes, said: Enter) -> bytes:
        return self.changed(raw, replace(said, nonce=some_bytes("another nonce")))


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, seats_min=3)
class OfferTwice(Both):
    """Fixes its randomness in two ways, to choose the better one later."""

    of = "offer"
    at_once = True

    def lie(self, raw: bytes, said: Offer) -> bytes:
        return self.changed(raw, replace(said, anchor=some_bytes("another chain")))


@cheat(Fate.REFUSED, Code.BAD_KEY_PROOF)
class KeyWithoutSecret(Lie):
    """Offers a key whose secret it does not know: one made out of the others' keys would open everything."""

    of = "offer"
    at_once = True

    def lie(self, raw: bytes, said: Offer) -> bytes:
        return self.changed(raw, replace(said, key=secret_key(self.company.group, some_bytes("not mine")).public.raw))


@cheat(Fate.STOPPED)
class CopyAnOffer(Lie):
    """Offers the chain of somebody else: a copy shows no author, so nobody sits down and nobody is blamed."""

    of = "offer"
    at_once = True

    def lie(self, raw: bytes, said: Offer) -> bytes | None:
        heard = [one.said for one in self.session.accepted.values()]
        heard += [said_in(early) for (_, step, *_), early in self.session.early.items() if step == 1]
        anchors = [offer.anchor for offer in heard if hasattr(offer, "anchor") and offer.anchor != said.anchor]
        return self.changed(raw, replace(said, anchor=anchors[0])) if anchors else None


@cheat(Fate.REFUSED, Code.OTHER_TABLE, Code.EQUIVOCATION)
class SignAnotherTable(Lie):
    """Signs a table that is not the one of this lobby."""

    of = "sign"
    at_once = True

    def lie(self, raw: bytes, said: Sign) -> bytes:
        return self.changed(raw, replace(said, table=some_bytes("another table")))


@cheat(Fate.REFUSED, Code.OTHER_TABLE, Code.EQUIVOCATION, seats_min=3)
class SignTwoTables(SignAnotherTable, Both):
    """Signs two tables for one lobby."""


@cheat(Fate.REFUSED, Code.BAD_CHAIN_VALUE)
class ChooseTheSeats(Lie):
    """Shows a first chain value of its choice, to sit where it likes."""

    of = "seat"
    at_once = True

    def lie(self, raw: bytes, said: SeatWords) -> bytes:
        return self.changed(raw, replace(said, value=some_bytes("a better seat")))

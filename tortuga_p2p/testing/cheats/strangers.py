"""What anybody on a link may try without the key of another: forged seats, old or foreign words, false proof.

All of it is harmless: it is refused on the link, and the game goes on to its end.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...crypto.tags import Tag
from ...errors import Code
from ...limits import ENVELOPE_BYTES_MAX
from ...session import evidence
from ...session.event import Begun
from ...session.message import Accuse, Deed, Enter, Have, Link, Play, Resign, Say, Want
from ...session.replica import Session
from ...session.session import step
from ...session.table import state_digest
from ..company import KnownMe, Mail, some_bytes
from ..forging import content_of, worded
from .cheat import Besides, Fate, cheat

if TYPE_CHECKING:
    from ...session.event import Talk
    from ...session.table import Table


class Nuisance(Besides):
    """Sends things besides."""

    def tell(self, *talks: Talk) -> list[Mail]:
        return [Mail(self.peer.name, None, talk) for talk in talks]

    def say(self, *raws: bytes) -> list[Mail]:
        return self.tell(*(Say(self.company.meeting.id, raw) for raw in raws))

    def other_meeting(self) -> list[Session]:
        """The same people at another table of the same game, before anybody has said anything."""
        meeting = replace(self.company.meeting, call=some_bytes("another call"))
        sessions = []
        for peer in self.company.players:
            assert isinstance(peer.start.me, KnownMe)
            sessions.append(Session.make(meeting, self.company.game, self.company.group, peer.start.me))
        return sessions


@cheat(Fate.HARMLESS)
class ForgeASeat(Nuisance):
    """Speaks for another seat, signed with its own key."""

    def besides(self, table: Table) -> list[Mail]:
        waiting = [seat for seat in self.session.waiting_for if seat != self.session.own_seat]
        return self.say(self.worded(Link(bytes(32)), seat=waiting[0])) if waiting else []


@cheat(Fate.HARMLESS)
class ForgeAStranger(Nuisance):
    """Speaks for a seat that is not at the table."""

    def besides(self, table: Table) -> list[Mail]:
        return self.say(self.worded(Link(bytes(32)), seat=8))


@cheat(Fate.HARMLESS)
class RepeatOldWords(Nuisance):
    """Sends everything again that was ever said."""

    def besides(self, table: Table) -> list[Mail]:
        return self.say(*(raw for said in self.session.closed[-12:] for raw in said.values()))


@cheat(Fate.HARMLESS)
class WordsOfAnotherTable(Nuisance):
    """Sends what the others signed at another table of the same people."""

    def besides(self, table: Table) -> list[Mail]:
        raws = []
        for session in self.other_meeting():
            _, effects = step(session, Begun())
            raws += [effect.raw for effect in effects if hasattr(effect, "raw")]
        return self.say(*raws)


@cheat(Fate.HARMLESS)
class OwnWordsOfAnotherTable(Nuisance):
    """Sends own words of another table, for steps to come and for the open one."""

    def besides(self, table: Table) -> list[Mail]:
        elsewhere = some_bytes("another table")
        return self.say(*(self.worded(Link(bytes(32)), table=elsewhere, step=table.step + more) for more in range(3)))


@cheat(Fate.HARMLESS)
class SpellItOtherwise(Nuisance):
    """Spells an envelope in another way than the only one, and signs that."""

    def besides(self, table: Table) -> list[Mail]:
        me = self.session.me
        assert me is not None
        raw = self.worded(Link(bytes(32)))
        longer = b"\xdc\x00\x0a" + raw[1:-64]  # the same list, its length in three bytes instead of one
        return self.say(longer + me.identity.sign(Tag.SIGNED_ENVELOPE, longer))


@cheat(Fate.HARMLESS)
class SendNonsense(Nuisance):
    """Sends bytes that are nothing."""

    def besides(self, table: Table) -> list[Mail]:
        return self.say(b"", b"\x00" * 65, some_bytes("noise") * 4, b"\x93" * 200, b"\xff" * ENVELOPE_BYTES_MAX)


@cheat(Fate.HARMLESS)
class TalkOfAnotherMeeting(Nuisance):
    """Says words of this table under the name of another."""

    def besides(self, table: Table) -> list[Mail]:
        other = some_bytes("another meeting")
        return self.tell(Say(other, self.worded(Link(bytes(32)))), Have(other, 0, 0, bytes(32)), Accuse(other, b"\x00"))


@cheat(Fate.HARMLESS)
class PretendToHaveMore(Nuisance):
    """Says that it stands far ahead, and asks for what nobody has."""

    def besides(self, table: Table) -> list[Mail]:
        meeting = self.company.meeting.id
        last, history = 2**32 - 1, self.session.history
        return self.tell(
            Have(meeting, last, 511, history), Want(meeting, last, 0), Have(meeting, table.step, 511, history)
        )


@cheat(Fate.HARMLESS)
class FloodTheFuture(Nuisance):
    """Sends words for all steps to come, within bounds and far beyond; each is judged when its step comes."""

    def besides(self, table: Table) -> list[Mail]:
        return self.say(*(self.worded(Link(bytes(32)), step=table.step + more) for more in range(40, 100)))


@cheat(Fate.HARMLESS)
class AccuseTheHonest(Nuisance):
    """Accuses an honest seat of an illegal move, and of saying two things; both are what it really said."""

    def besides(self, table: Table) -> list[Mail]:
        honest = [
            raw
            for said in self.session.closed[-3:]
            for raw in said.values()
            if content_of(raw).lane == "play" and content_of(raw).seat != self.session.own_seat
        ]
        if not honest:
            return []
        proofs = [
            evidence.gather(self.company.meeting, self.session.closed, table.raw, (honest[-1],), Code.ILLEGAL_MOVE),
            evidence.gather(self.company.meeting, self.session.closed, b"", (honest[0], honest[-1]), Code.EQUIVOCATION),
            evidence.gather(self.company.meeting, self.session.closed, b"", (honest[0],) * 2, Code.EQUIVOCATION),
            b"\x00",
        ]
        return self.tell(*(Accuse(self.company.meeting.id, proof) for proof in proofs))


@cheat(Fate.HARMLESS)
class EvidenceOfAnotherTable(Nuisance):
    """Shows good evidence against itself, of another table: it ends that game and not this one."""

    def besides(self, table: Table) -> list[Mail]:
        sessions = self.other_meeting()
        mine = next(one for one in sessions if one.me is not None and one.me.identity.public == self.peer.key)
        words = [worded(mine, Enter(mine.me.nonce), **more) for more in ({}, {"prev": bytes(32)})] if mine.me else []
        proof = evidence.gather(mine.meeting, (), b"", words, Code.EQUIVOCATION)
        return self.tell(Accuse(self.company.meeting.id, proof), Accuse(mine.meeting.id, proof))


@cheat(Fate.HARMLESS)
class ImpossibleState(Nuisance):
    """Accuses itself with a state in which no table can be, to stop the programs of the others."""

    def besides(self, table: Table) -> list[Mail]:
        proofs = []
        for kind in ("nonsense", "give", "mix", "remask"):
            state = table.change(stage=table.stage._replace(kind=kind)).raw
            deed = Deed((0,), (), (), (), b"", b"", ())
            raw = self.worded(Play(deed), state=state_digest(state))
            proofs.append(evidence.gather(self.company.meeting, self.session.closed, state, (raw,), Code.MALFORMED))
        return self.tell(*(Accuse(self.company.meeting.id, proof) for proof in proofs))


@cheat(Fate.HARMLESS)
class AskForEverything(Nuisance):
    """Asks again and again for the whole game, so that the others have no time for it."""

    def besides(self, table: Table) -> list[Mail]:
        meeting = self.company.meeting.id
        asked = [(Want(meeting, 0, held), Have(meeting, table.step, held, bytes(32))) for held in range(40)]
        return self.tell(*(talk for both in asked for talk in both))


@cheat(Fate.HARMLESS)
class DisputeInManyLanes(Nuisance):
    """Stands on another history in lanes that do not exist, so that everybody tells everybody the last step."""

    def besides(self, table: Table) -> list[Mail]:
        prev = some_bytes("another history")
        return self.say(*(self.worded(Link(bytes(32)), prev=prev, lane=f"aside-{lane}") for lane in range(40)))


@cheat(Fate.HARMLESS)
class AccuseAgainAndAgain(Nuisance):
    """Sends one accusation after the other, all of them false and long."""

    def besides(self, table: Table) -> list[Mail]:
        raws = [self.worded(Play(Deed((number,), (), (), (), b"", b"", ()))) for number in range(20)]
        closed = self.session.closed
        proofs = [evidence.gather(self.company.meeting, closed, table.raw, (raw,), Code.BAD_SHARE) for raw in raws]
        return self.tell(*(Accuse(self.company.meeting.id, proof) for proof in proofs))


@cheat(Fate.HARMLESS)
class ResignForAnother(Nuisance):
    """Resigns by its chair, which is another's seat."""

    def besides(self, table: Table) -> list[Mail]:
        chair = self.company.meeting.company.index(self.peer.key)
        raws = [self.worded(Resign(), step=1, seat=chair)]
        raws += [
            self.worded(Resign(), seat=seat) for seat in range(table.agreement.seats) if seat != self.session.own_seat
        ]
        return self.say(*raws)

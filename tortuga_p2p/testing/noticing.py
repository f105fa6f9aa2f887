"""What a simulated game has seen: rare things that a campaign must meet, or it has tested less than it says.

Noticed from events, effects and letters alone; the sessions know nothing of it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from ..errors import Code, Refused
from ..rules.ask import PILE
from ..session.broken_words import ends_alone
from ..session.event import Convict, Heard, Keep, Tell, Utter
from ..session.message import Gone, Have, Play, Reveal, Say, Show, Want
from ..session.phases import SessionPhase
from ..session.position import speakers
from .company import SPECTATOR
from .forging import content_of, said_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..session.event import Effect, Talk
    from ..session.replica import Session, Where
    from ..wire.envelope import Content
    from .company import Company, Peer

# Everything a campaign with faults must meet at least once.
SOMETIMES: Final[dict[str, str]] = {
    "reveal-lost": "a letter with a reveal was lost",
    "mix-lost": "a letter with a mix was lost",
    "share-again": "a share came a second time to somebody who had it",
    "kept-early": "a message came before its step was open, and was kept",
    "unread": "a message of play came to somebody who still sat down",
    "late": "a message came after its step was closed",
    "served": "somebody asked for what it missed, and got it",
    "crash": "a peer crashed",
    "torn": "a crash took something that was written but not yet durable",
    "forgot": "a crash took a decision, and the player was asked again",
    "woke-sitting": "a peer resumed while people sat down",
    "woke-sealed": "a peer resumed between its commit and its reveal",
    "woke-behind": "a peer resumed while the others were steps ahead",
    "gone": "somebody voted",
    "confirmed": "somebody confirmed a vote",
    "withdrawn": "somebody withdrew a vote",
    "confirm-waited": "a late message had to wait, because its hearer had confirmed",
    "second-attempt": "a vote failed and another was tried",
    "abandoned": "a game was abandoned by claim",
    "resigned": "somebody left with a word",
    "alone": "somebody gave up everybody else",
    "told-gone": "somebody heard that the others gave them up",
    "watched": "somebody who only watched saw the whole game",
}
# Where the games of a campaign can do it at all, and where somebody cheats.
SOMETIMES_HIDDEN: Final = {
    "remask": "a thing was masked anew before somebody saw it again",
    "nod": "somebody signed where it stands, before anything was released",
}
SOMETIMES_CHEATED: Final = {
    "dispute": "two histories met, and the last closed step was shown",
    "dispute-settled": "an equivocation was found in a step that was closed already",
    "stood-back": "somebody stood back from one of two histories",
    "stood-far-back": "somebody took back more than the open step",
    "rejoined": "those who had stood back went on together",
}
SOMETIMES_WENT_ON: Final = {
    "claim-last": "somebody's claim to be alone met what they had said in a later step",
    "word-last": "somebody's word met their claim to be alone since an earlier step",
    "went-on-afterwards": "whoever had given up the table learned who had gone on",
}

# What must happen where people leave tables of three and more: asked for in long campaigns, since much of it is rare.
SOMETIMES_LEFT: Final = {
    "went-on-without": "those who stayed went on without somebody",
    "left-two": "two were removed at once",
    "left-while-anew": "somebody left while piles were made anew",
    "left-unopened": "somebody left who had gone on with the others, before the new epoch was open",
    "left-last-revealer": "somebody left who alone had not revealed a choice",
    "told-gone": "somebody heard that the others gave them up",
    "read-on": "somebody who had been removed read the end",
    "split-vote": "people named different seats in one step",
    "withdrawn": "somebody withdrew a vote",
    "confirm-waited": "a late message had to wait, because its hearer had confirmed",
    "no-quorum": "people gave others up and were too few to go on",
}
# In which kind of step somebody left; asked for where games had such steps often enough.
STAGES_LEFT: Final = {
    f"left-in-{kind}": f"somebody left when a {kind!r} was due"
    for kind in ("move", "commit", "reveal", "link", "mix", "remask", "show", "give", "stay", "tag", "unveil")
}
# Counted by games and never asked for: the first is rare, the second must not be where faults end.
ENDS: Final = {
    "parted": "a game was finished here and ended before its end there, for a while",
    "apart": "a game was finished here and ended before its end there, for good",
}


class Notices:
    """Counts what happens at one table."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.happened: Counter[str] = Counter()
        self.known: dict[tuple[Where, bytes], Any] = {}  # by epoch and step, and identity: what seats knew
        self.released: set[tuple[str, Where, bytes]] = set()  # by whom, in which epoch and step, on which history
        self._said: dict[Any, bytes] = {}
        self._ended_in: dict[str, int] = {}  # by name: where a peer gave up everybody else

    def see(self, what: str) -> None:
        self.happened[what] += 1

    # --- called by the simulator -----------------------------------------------------------------------------------

    def letter(self, talk: Talk, copies: int) -> None:
        content = _content(talk.envelope) if not copies and isinstance(talk, Say) else None
        if content is not None and content.kind in ("reveal", "mix"):
            self.see(f"{content.kind}-lost")

    def utter(self, name: str, raw: bytes) -> None:
        """Also: an honest peer never says two things in one place, nor anything more once it is alone at its table."""
        content = content_of(raw)
        before = self._said.setdefault((name, content.slot), raw)
        assert before == raw, f"{name} says two things in one place of step {content.step}"
        ended_in = self._ended_in.get(name, content.step)
        assert content.step <= ended_in, f"{name} ended the table in step {ended_in} and speaks in step {content.step}"
        if ends_alone(content, self.company.meeting.terms.seats):
            self._ended_in[name] = content.step
            self.see("alone")
        if releases(raw):
            self.released.add((name, (content.epoch, content.step), content.prev))
        match content.kind:
            case "nod":
                self.see("nod")
            case "remask":
                self.see("remask")
            case "gone":
                self.see("gone")
                if said_in(raw).attempt > 1:
                    self.see("second-attempt")
            case "confirm":
                self.see("confirmed")
            case "withdraw":
                self.see("withdrawn")

    def undone(self, peer: Peer, before: Session) -> None:
        """A crash came in the middle of an event: what was decided then may never leave, and be decided otherwise."""
        for where, key in list(self.known):
            if key == peer.key and where > before.where:
                del self.known[where, key]

    def crash(self, peer: Peer, lost: int) -> None:
        self.see("crash")
        if lost:
            self.see("torn")
            if any(isinstance(entry, Keep) for entry in peer.log[len(peer.log) - lost :]):
                self.see("forgot")

    def wake(self, peer: Peer) -> None:
        session = peer.session
        if session.phase is SessionPhase.SITTING:
            self.see("woke-sitting")
        if session.table is not None and session.table.stage.kind in ("commit", "reveal"):
            spoken = [content_of(entry.raw).kind for entry in peer.log if isinstance(entry, Utter)]
            if spoken[-1:] == ["commit"]:
                self.see("woke-sealed")
        if any(other.session.position.step > session.position.step + 1 for other in self.company.peers.values()):
            self.see("woke-behind")

    def event(self, peer: Peer, before: Session, event: Any, effects: Sequence[Effect]) -> None:
        after = peer.session
        if after.me is not None:
            self.known[after.where, peer.key] = after.known
        if isinstance(event, Heard):
            self._heard(before, after, event, effects)
        self._left(peer, before, after)
        if after.is_back and not before.is_back:
            self.see("stood-back")
            if after.reached > after.position.step + 1:
                self.see("stood-far-back")
        if before.is_back and len(after.removals) > len(before.removals):
            self.see("rejoined")
        if after.phase is SessionPhase.ENDED and before.phase is not SessionPhase.ENDED and after.ending is not None:
            self.see(after.ending.kind)
            if after.me is not None and after.ending.kind == "removed":
                self.see("told-gone")
        if after.phase is SessionPhase.SEALED and before.phase is not SessionPhase.SEALED:
            if peer.name == SPECTATOR:
                self.see("watched")
            elif before.ending is not None and before.ending.kind == "removed":
                self.see("read-on")

    def _left(self, peer: Peer, before: Session, after: Session) -> None:
        """What somebody who stays saw of it that somebody else was removed."""
        table, now = before.table, after.table
        if table is None or now is None or after.me is None:
            return
        if now is not table and len(now.present) > 2 and peer is self.company.players[0]:
            self.see(f"stage-{now.kind}")
        if after.ending is not None and after.ending.kind == "abandoned" and before.ending is None:
            words = said_in(after.ending.claims[0])
            if words.missing.bit_count() + 1 < table.agreement.seats:
                self.see("no-quorum")
        if len({vote.words.missing for vote in after.votes.values() if isinstance(vote.words, Gone)}) > 1:
            self.see("split-vote")
        if len(after.removals) == len(before.removals) or before.where != after.removals[-1][:2] or after.ending:
            return
        missing = after.removals[-1].missing
        self.see("went-on-without")
        self.see(f"left-in-{table.kind}")
        if missing.bit_count() > 1:
            self.see("left-two")
        if table.stage.renewal is not None:
            self.see("left-while-anew")
        if table.kind == "stay":
            self.see("left-unopened")
        if table.kind == "reveal" and {seat for seat in speakers(table) if missing >> seat & 1} == set(before.unsaid):
            self.see("left-last-revealer")

    def _heard(self, before: Session, after: Session, event: Heard, effects: Sequence[Effect]) -> None:
        talk = event.talk
        if isinstance(talk, Have | Want):
            if any(isinstance(effect, Tell) and isinstance(effect.talk, Say) for effect in effects):
                self.see("served")
            return
        if not isinstance(talk, Say):
            return
        if len(after.early) > len(before.early):
            is_held = any(key[:2] == after.where for key in after.early)
            self.see("confirm-waited" if is_held else "kept-early")
        if len(after.unread) > len(before.unread):
            self.see("unread")
        if any(
            isinstance(effect, Tell) and effect.peer is None and isinstance(effect.talk, Want) for effect in effects
        ):
            self.see("dispute")
        self._placed(before, talk.envelope, effects)

    def _placed(self, before: Session, raw: bytes, effects: Sequence[Effect]) -> None:
        content = _content(raw)
        if content is not None and (content.epoch, content.step) < before.where:
            self.see("late")
            if content.kind == "show" and raw in [
                one for said in before.closed[content.step :][:1] for one in said.values()
            ]:
                self.see("share-again")
            if Code.EQUIVOCATION in [effect.verdict.code for effect in effects if isinstance(effect, Convict)]:
                self.see("dispute-settled")
        for verdict in [effect.verdict for effect in effects if isinstance(effect, Convict)]:
            if content is not None and verdict.code == Code.WENT_ON:
                self.see("claim-last" if content.step == verdict.step else "word-last")
                if before.phase is SessionPhase.ENDED:
                    self.see("went-on-afterwards")


def releases(raw: bytes) -> bool:
    """Whether an envelope tells secrets: by what it holds, whatever a session thinks of its step."""
    said = said_in(raw)
    match said:
        case Show():
            return True
        case Play(deed, _) | Reveal(_, deed):
            return isinstance(said, Reveal) or bool(deed.opens) or any(gift.place != PILE for gift in deed.gives)
        case _:
            return False


def _content(raw: bytes) -> Content | None:
    """What an envelope holds; `None` for the nonsense that a cheat may send."""
    try:
        return content_of(raw)
    except Refused:
        return None

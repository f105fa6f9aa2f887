"""One whole game of the sampler between two, told step by step: what the vectors of whole tables are taken from.

Everything follows from labels. Beside what was said, a story holds the table as a spectator saw it when each step
opened, and can sit any player there: a vector may show what else somebody could have signed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.session.agreement import Meeting, make_terms
from tortuga_p2p.session.event import Begun, Heard, Intent, RecordStep, Utter
from tortuga_p2p.session.message import BESIDE, PLAY, SIT, Person, Say
from tortuga_p2p.session.replica import Me, Session
from tortuga_p2p.session.session import step
from tortuga_p2p.session.table import FIRST_STEP, Table
from tortuga_p2p.testing.sampler import SAMPLER
from tortuga_p2p.wire.envelope import VERSION, Content, read_envelope, sign_envelope

from .case import labelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tortuga_p2p.crypto.group import Group
    from tortuga_p2p.rules.ask import Move
    from tortuga_p2p.rules.game import Options
    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.session.message import Terms
    from tortuga_p2p.wire.message import Vocabulary

NAMES = ("Ana", "Ben")
GROUP: Group = default_group()


def find(terms: Terms) -> tuple[AnyGame, Group]:
    """The rules and the group of the story, whatever terms are asked for."""
    return SAMPLER, GROUP


@dataclass(frozen=True, slots=True)
class Story:
    """`said[step]`: its envelopes by seat; `open[step]`: a spectator's session when the step opened."""

    meeting: Meeting
    players: tuple[Session, ...]  # at the end, by chair
    said: tuple[tuple[bytes, ...], ...]
    open: tuple[Session, ...]

    @property
    def sitting(self) -> tuple[bytes, ...]:
        """The envelopes of sitting down."""
        return tuple(raw for envelopes in self.said[:FIRST_STEP] for raw in envelopes)

    @property
    def entries(self) -> tuple[bytes, ...]:
        """Everything up to the end of the game; the last step holds the seals."""
        return tuple(raw for envelopes in self.said[:-1] for raw in envelopes)

    @property
    def seals(self) -> tuple[bytes, ...]:
        return self.said[-1]

    def step_of(self, kind: str, ask: type | None = None) -> int:
        """The first step in which a message of that kind was due (for such an ask)."""
        for number, session in enumerate(self.open):
            table = session.table
            if session.position.kind == kind and (ask is None or (table and isinstance(table.ask, ask))):
                return number
        raise AssertionError(f"nobody had to say {kind!r}")

    def seated(self, number: int, seat: int) -> Session:
        """The session of that seat (chair while sitting down) when a step was open."""
        watched = self.open[number]
        key = watched.position.identities[seat]
        player = self.players[self.meeting.company.index(key)]
        return replace(watched, me=player.me, own=player.own)

    def spoken(self, number: int, seat: int) -> bytes:
        """What that seat said in a step."""
        return next(raw for raw in self.said[number] if content_of(raw).seat == seat)


@cache
def story() -> Story:
    """Ana and Ben play; each always takes the last of the legal moves."""
    meeting, players = _company(SAMPLER, GROUP, "call", {})
    said = _play(meeting, players, lambda session: session.moves[-1])
    return Story(meeting, tuple(players), said, _watch(meeting, said))


def played(
    game: AnyGame, group: Group, call: str, choose: Callable[[Session], Move], options: Options
) -> tuple[Meeting, tuple[tuple[bytes, ...], ...]]:
    """Another game of the two: the meeting, and what was said by step and seat."""
    meeting, players = _company(game, group, call, options)
    return meeting, _play(meeting, players, choose)


def _company(game: AnyGame, group: Group, call: str, options: Options) -> tuple[Meeting, list[Session]]:
    terms = make_terms(game, len(NAMES), options, group)
    people = {Identity.from_seed(labelled(f"identity of {name}")): name for name in NAMES}
    chairs = sorted(people, key=lambda one: one.public)
    ana = next(one.public for one, name in people.items() if name == "Ana")
    # Ben is a bot of Ana's: her key stands where his own would.
    coming = [Person(one.public, people[one], people[one] == "Ben", ana) for one in chairs]
    meeting = Meeting(terms, labelled(call), tuple(coming))
    players = []
    for one in chairs:
        name = people[one]
        me = Me(one, labelled(f"master of {name}"), labelled(f"nonce of {name}"))
        players.append(Session.make(meeting, game, group, me))
    return meeting, players


def _play(meeting: Meeting, players: list[Session], choose: Callable[[Session], Move]) -> tuple[tuple[bytes, ...], ...]:
    """Lets the players talk until nobody has anything to say. Their sessions are changed in place."""
    post: list[tuple[int, bytes]] = []
    said: list[tuple[bytes, ...]] = []

    def take(chair: int, event: Any) -> None:
        players[chair], effects = step(players[chair], event)
        for effect in effects:
            if isinstance(effect, Utter):
                post.append((chair, effect.raw))
            elif isinstance(effect, RecordStep) and chair == 0:
                said.append(effect.envelopes)

    for chair in range(len(players)):
        take(chair, Begun())
    while True:
        deciding = [chair for chair, session in enumerate(players) if len(session.moves)]
        if post:
            sender, raw = post.pop(0)
            take(1 - sender, Heard(b"", Say(meeting.id, raw)))
        elif deciding:
            take(deciding[0], Intent(choose(players[deciding[0]]), _helm(players[deciding[0]])))
        else:
            return tuple(said)


def _helm(session: Session) -> int:
    """Ana, who is no bot, lets her program decide now and then."""
    return int(session.person is not None and not session.person.bot and session.position.step % 3 == 0)


def _watch(meeting: Meeting, said: Sequence[Sequence[bytes]]) -> tuple[Session, ...]:
    session, _ = step(Session.make(meeting, SAMPLER, GROUP, None), Begun())
    opened = [session]
    for envelopes in said:
        for raw in envelopes:
            session, _ = step(session, Heard(b"", Say(meeting.id, raw)))
        opened.append(session)
    return tuple(opened)


# --- envelopes -----------------------------------------------------------------------------------------------


def content_of(raw: bytes) -> Content:
    return read_envelope(raw).content


def words_of(raw: bytes) -> Any:
    """The message inside an envelope."""
    content = content_of(raw)
    return _vocabulary(content.kind).read(content.kind, content.body)


def signed(session: Session, said: Any, **changes: Any) -> bytes:
    """What the seat of this session could sign in the open step, honest or not."""
    vocabulary = next(one for one in (SIT, PLAY, BESIDE) if type(said) in one.kinds.values())
    slot = session.position.slot(session.own_seat)
    words = (vocabulary.kind(said), vocabulary.body(said))
    content = Content(VERSION, *slot, session.history, session.position.digest, *words)
    return in_envelope(session, replace(content, **changes))


def in_envelope(session: Session, content: Content) -> bytes:
    """Any content, signed by the seat of this session."""
    assert session.me is not None
    identity = session.me.identity
    return sign_envelope(content, lambda raw: identity.sign(Tag.SIGNED_ENVELOPE, raw)).raw


def state_of(session: Session) -> bytes:
    """The bytes of the table's state; none while people sit down."""
    return session.position.raw if isinstance(session.position, Table) else b""


def _vocabulary(kind: str) -> Vocabulary:
    return next(one for one in (SIT, PLAY, BESIDE) if kind in one.kinds)

"""Whole tables in one process from one seed: real sessions, random players, a network and a clock that exist only here.

`simulate(Setup(...))` plays one game and checks what must always hold (safety) and, where faults end, what must be
reached (liveness). Virtual time jumps from event to event. Whatever fails names the one line that repeats it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, Final

from ..bots.chance import SeededDraw
from ..session.event import Begun, Farewell, Heard, Impatience, Intent, RecordRemoval, RecordStep, Tell, Tick, Utter
from ..session.message import Say
from ..session.phases import SessionPhase
from ..session.table import FIRST_STEP
from .auditor import audit
from .cheats import Fate
from .checks import are_ends_alike, check_knowledge, check_liveness, check_releases, check_safety
from .company import SPECTATOR, TOY, BriefMe, Company, KnownMe
from .forging import content_of
from .network import CALM, Network, about, some_weather
from .noticing import STAGES_LEFT, Notices
from .simulation_setup import SimulationFailed, SimulationSetup

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable

    from ..rules.ask import Move, Moves
    from ..rules.game import Draw
    from ..session.event import Effect, Talk
    from ..session.replica import Where
    from .cheats.cheat import Cheat
    from .company import Peer
    from .network import Weather

TICK_MS: Final = 500
PATIENCE_S: Final = 15
TROUBLE_MS: Final = 30_000  # how long faults last in a liveness run
SAFETY_MS: Final = 90_000  # how long a safety run lasts, if its game does not end before
CALM_MS: Final = 1_200_000  # how long a game may take once all is well
SETTLE_MS: Final = 8_000  # how long letters may be on their way once all is done
EVENTS_MAX: Final = 400_000  # a run with more is a storm of messages
TABLES: Final = 8  # different companies for each game and number of seats: keys that are known need not grow again


@dataclass(slots=True)
class SimulationOutcome:
    """What became of one simulated game."""

    setup: SimulationSetup
    ending: str  # "sealed", or why the table stopped, or "open" where a safety run was over first
    steps: int
    letters: int
    time_ms: int
    happened: Counter[str]
    struck: bool = False  # whether the cheat got its chance
    codes: tuple[str, ...] = ()  # of what the cheat was convicted
    evidence_bytes: int = 0


def simulate(setup: SimulationSetup) -> SimulationOutcome:
    """Plays one game. Raises `SimulationFailed`, with the line that repeats it, where something must not be."""
    try:
        return SimulatedTable(setup).run()
    except SimulationFailed:
        raise
    except Exception as fault:
        raise SimulationFailed(setup, f"{type(fault).__name__}: {fault}") from fault


@dataclass(slots=True)
class SimulatedTable:
    """One table, its network and its clock."""

    setup: SimulationSetup
    company: Company = field(init=False)
    network: Network = field(init=False)
    notices: Notices = field(init=False)
    cheat: Cheat | None = field(init=False)
    faults: Draw = field(init=False)
    players: dict[str, SeededDraw] = field(init=False)
    now_ms: int = 1
    letters: int = 0
    down: set[str] = field(default_factory=set)  # crashed and not yet awake
    gone: str = ""  # who never comes back
    departed: str = ""  # who has resigned so that a cheat may have its chance
    unforgiving: str = ""  # who does not play on after a verdict
    impatient: bool = False
    _leaves_in: str = ""  # the kind of word that somebody leaves with unsaid, for as long as others have patience
    _queue: list[tuple[int, int, Callable[[], None]]] = field(default_factory=list)
    _order: int = 0
    _done_ms: int = 0
    _leavers: SeededDraw = field(init=False)
    _patience_ms: dict[str, int] = field(init=False)
    _thinking: dict[str, Where] = field(default_factory=dict)  # the step about which somebody thinks, or has thought

    def __post_init__(self) -> None:
        setup = self.setup
        seed = setup.seed
        self.company = Company.make(
            setup.rules,
            setup.seats,
            table=seed % TABLES,
            options=dict(setup.options),
            group=setup.hiding,
            watchers=int(setup.watched),
            patience_s=PATIENCE_S,
            seated=BriefMe if setup.group == TOY.name else KnownMe,
        )
        self.faults = SeededDraw(seed, "faults")
        weather = some_weather(SeededDraw(seed, "weather")) if setup.faults else CALM
        if setup.leaving:
            weather = replace(weather, slow=400, slow_ms=6000)
        if setup.cheat:
            # Those who are honest must hear each other: what reaches nobody, or is forgotten by all, proves nothing.
            weather = replace(weather, partial=False, crash_every_ms=0)
        self.network = Network(list(self.company.peers), SeededDraw(seed, "network"), weather)
        self.notices = Notices(self.company)
        self._leavers = SeededDraw(seed, "leavers")
        self.players = {name: SeededDraw(seed, "player", name) for name in self.company.peers}
        self.cheat = setup.make_cheat(self.company)
        self.impatient = setup.leaving
        if setup.leaving and self.cheat is None and self._leavers.below(2) == 0:
            kinds = [what.removeprefix("left-in-") for what in STAGES_LEFT]
            self._leaves_in = kinds[self._leavers.below(len(kinds))]
        if SeededDraw(seed, "unforgiving").below(4) == 0:
            self.unforgiving = next(iter(self.company.peers))
        self._patience_ms = {name: 1000 * PATIENCE_S + self.faults.below(6000) for name in self.company.peers}

    # --- the clock -----------------------------------------------------------------------------------------------

    def later(self, delay_ms: int, do: Callable[[], None]) -> None:
        self._order += 1
        heappush(self._queue, (self.now_ms + delay_ms, self._order, do))

    def run(self) -> SimulationOutcome:
        for name in self.company.peers:
            self.later(1 + self.faults.below(300), lambda name=name: self._take(name, Begun()))  # type: ignore[misc]
            self.later(1 + self.faults.below(TICK_MS), lambda name=name: self._tick(name))  # type: ignore[misc]
        # In every other game people sit down in peace: otherwise bad weather would seldom meet a game.
        weather, peace_ms = self.network.weather, self.faults.below(2) * (300 + self.faults.below(3000))
        self.network.weather = replace(CALM, partial=weather.partial)
        self.later(peace_ms, lambda: self._begin_trouble(weather))
        if self.setup.is_liveness:
            self.later(TROUBLE_MS if self.setup.faults else 1, self._all_is_well)
        if self.setup.leaving and self.cheat is None:
            self.later(500 + self.faults.below(6000), self._quit)
        if self.cheat is not None and self.cheat.needs_a_leaver:
            self.later(500 + self.faults.below(4000), self._depart)
        limit_ms = TROUBLE_MS + CALM_MS if self.setup.is_liveness else SAFETY_MS
        cheat = self.cheat
        is_silence = cheat is not None and (cheat.fate is Fate.SILENCE or cheat.leaves_it_unsealed)
        events = 0
        while self._queue and self.now_ms < limit_ms and not self._is_settled():
            if is_silence and self.cheat is not None and self.cheat.struck:
                limit_ms, is_silence = self.now_ms + SAFETY_MS, False  # what is not said then does not come later
            self.now_ms, _, do = heappop(self._queue)
            do()
            events += 1
            if events > EVENTS_MAX:
                raise SimulationFailed(self.setup, f"{events} events and no end: a storm")
        return self._outcome()

    def _is_settled(self) -> bool:
        """Whether nothing will change any more. Where somebody cheated, evidence may still be on its way, and where
        ends differ, what makes them alike."""
        faults_ms = TROUBLE_MS if self.cheat and self.setup.faults and self.setup.is_liveness else 0
        if self.now_ms < faults_ms or not self._is_done():
            self._done_ms = self.now_ms
        return self.now_ms - self._done_ms >= (SETTLE_MS if self.cheat or not are_ends_alike(self.live()) else 1)

    def _is_done(self) -> bool:
        over = (SessionPhase.SEALED, SessionPhase.ENDED)
        return not self.down - {self.gone} and all(peer.session.phase in over for peer in self.live())

    def live(self) -> list[Peer]:
        """Those who will ever speak again, and play by the rules."""
        cheat = self.cheat.peer.name if self.cheat else ""
        return [peer for peer in self.company.peers.values() if peer.name not in (self.gone, self.departed, cheat)]

    def _outcome(self) -> SimulationOutcome:
        check_safety(self.setup, self.company, self.live(), self.cheat)
        check_releases(self.setup, self.live(), self.notices.released)
        if self.setup.is_liveness:
            check_liveness(self.setup, self.live(), self.cheat)
        audit(self.company, self.live(), self.notices.known)
        self.notices.happened["apart"] = int(not are_ends_alike(self.live()))
        kinds = sorted({_ending(peer) for peer in self.live()})
        evidence = [proof.evidence for peer in self.live() for proof in peer.session.verdicts]
        codes = {str(one.verdict.code) for peer in self.live() for one in peer.convictions}
        return SimulationOutcome(
            self.setup,
            "+".join(kinds),
            max(peer.session.position.step for peer in self.live()),
            self.letters,
            self.now_ms,
            self.notices.happened,
            struck=self.cheat is not None and self.cheat.met,
            codes=tuple(sorted(codes)),
            evidence_bytes=max(map(len, evidence), default=0),
        )

    # --- what happens --------------------------------------------------------------------------------------------

    def _tick(self, name: str) -> None:
        self.later(TICK_MS, lambda: self._tick(name))
        if name in self.down or name == self.gone:
            return
        self._take(name, Tick(self.now_ms))
        if name != SPECTATOR and (self._goes_on(name) or (self._is_impatient() and self._waits_long(name))):
            self._take(name, Impatience())

    def _is_impatient(self) -> bool:
        """Whether people vote about who is away: after a verdict somebody may have ended the game for themselves."""
        return self.impatient or any(_has_given_up(peer) for peer in self.live())

    def _goes_on(self, name: str) -> bool:
        """Somebody is convicted: at some tables all want to go on without, at others one does not."""
        session = self.company[name].session
        is_playing = session.phase is SessionPhase.PLAYING
        is_asked = is_playing and session.asked_ms is not None and not session.is_agreed and session.out
        return bool(is_asked) and name != self.unforgiving and self.faults.below(4) == 0

    def _waits_long(self, name: str) -> bool:
        session = self.company[name].session
        if session.phase is not SessionPhase.PLAYING or session.own_seat in session.waiting_for:
            return False
        return session.now_ms - session.opened_ms >= self._patience_ms[name] and self.faults.below(2) == 0

    def _begin_trouble(self, weather: Weather) -> None:
        self.network.weather = weather
        if weather.cut_every_ms:
            self.later(about(weather.cut_every_ms, self.faults), self._cut)
        if weather.crash_every_ms:
            self.later(about(weather.crash_every_ms, self.faults), self._crash)

    def _cut(self) -> None:
        weather = self.network.weather
        if weather.cut_every_ms:
            pair = self.network.cut_one()
            self.later(about(weather.cut_for_ms, self.faults), lambda: self.network.heal(pair))
            self.later(about(weather.cut_every_ms, self.faults), self._cut)

    def _crash(self) -> None:
        weather = self.network.weather
        if not weather.crash_every_ms:
            return
        self.later(about(weather.crash_every_ms, self.faults), self._crash)
        names = [peer.name for peer in self.live() if peer.name not in self.down]
        if names:
            self._go_down(names[self.faults.below(len(names))])

    def _go_down(self, name: str, time_ms: int = 0) -> None:
        peer = self.company[name]
        loose = len(peer.log) - peer.durable
        kept = self.faults.below(loose + 1)
        self.notices.crash(peer, lost=loose - kept)
        peer.crash(kept)
        self.down.add(name)
        self._thinking.pop(name, None)
        away_ms = time_ms or about(self.network.weather.crash_for_ms or 500, self.faults)
        self.later(away_ms, lambda: self._wake(name))

    def _wake(self, name: str) -> None:
        if name in self.down and name != self.gone:
            self.down.discard(name)
            peer = self.company[name]
            effects = peer.wake()
            self.notices.wake(peer)
            self._carry_out(name, effects)

    def _quit(self) -> None:
        """Somebody who plays goes away: with a word, without one, or for about as long as the others have patience."""
        players = [peer for peer in self.live() if peer.session.me]
        # While people sit down nobody can be voted away: whoever is left alone there must look for another table. So
        # must whoever has said nothing in play yet: a crash may take them back there, and nobody is left to help.
        if not all(peer.session.phase is SessionPhase.PLAYING and _has_played(peer) for peer in players):
            self.later(1000, self._quit)
            return
        peer = players[self.faults.below(len(players))]
        match self.faults.below(5):
            case 0:
                self._take(peer.name, Farewell())
            case 1:
                self.gone = peer.name
                self.down.add(peer.name)
                self.network.bridge(peer.name)
            case _:
                away_ms = 1000 * PATIENCE_S + self.faults.below(14_000)
                for away in [peer] if len(players) < 4 else [peer, *[one for one in players if one is not peer][:1]]:
                    if away.name not in self.down:
                        self._go_down(away.name, away_ms)
                    away_ms += 3000 + self.faults.below(6000)
                self.later(2000 * PATIENCE_S, self._quit)

    def _depart(self) -> None:
        """Somebody resigns, and stays linked: what they say is heard sooner or later."""
        players = [peer for peer in self.live() if peer.session.me]
        if all(peer.session.phase is SessionPhase.PLAYING and _has_played(peer) for peer in players):
            self.departed = players[self.faults.below(len(players))].name
            self._take(self.departed, Farewell())
        elif not self._is_done():
            self.later(500, self._depart)

    def _provoke(self, raw: bytes) -> None:
        """Whoever was given up may come back just then: between the two rounds of a vote everything is delicate."""
        if content_of(raw).kind == "confirm" and self.faults.below(2):
            for name in sorted(self.down - {self.gone}):
                self.later(self.faults.below(3000), lambda name=name: self._wake(name))  # type: ignore[misc]

    def _all_is_well(self) -> None:
        # Where people vote, letters stay slow: what is interesting about votes happens between them.
        self.network.heal_all(replace(CALM, slow=400, slow_ms=6000) if self.setup.leaving else CALM)
        for name in sorted(self.down - {self.gone}):
            self._wake(name)
        self.impatient = self.setup.leaving

    # --- peers -------------------------------------------------------------------------------------------------------

    def _take(self, name: str, event: Any) -> None:
        if name in self.down or name == self.gone:
            return
        peer = self.company[name]
        before = peer.session
        if self.cheat is not None and self.cheat.peer is peer:
            self.cheat.before = before
        effects = peer.step(event)
        if peer.session.position is not before.position:
            check_knowledge(self.setup, peer)
        self.notices.event(peer, before, event, effects)
        if peer.session.phase is not before.phase and not are_ends_alike(self.live()):
            self.notices.happened["parted"] = 1
        if self._leaves_in and self._leaves_with(peer, effects):
            self.notices.undone(peer, before)
            self._go_down(name, 1000 * PATIENCE_S + self._leavers.below(40_000))
        elif effects and self._dies(name, often=isinstance(event, Intent)):
            # In the middle of it: some of the effects were carried out, of the rest some were written down.
            self.notices.undone(peer, before)
            noted = self.faults.below(len(effects) + 1)
            peer.note(effects[:noted])
            self._carry_out(name, effects[: self.faults.below(noted + 1)])
            self._go_down(name)
        else:
            peer.note(effects)
            self._carry_out(name, effects)

    def _leaves_with(self, peer: Peer, effects: list[Effect]) -> bool:
        """Whether somebody leaves who is about to say such a word: nobody hears it for a long time."""
        due = [one for one in effects if isinstance(one, Utter) and content_of(one.raw).kind == self._leaves_in]
        if not due or not _has_played(peer) or peer.session.phase is not SessionPhase.PLAYING or self._leavers.below(2):
            return False
        self._leaves_in = ""
        return True

    def _dies(self, name: str, often: bool) -> bool:
        can_die = self.network.weather.crash_every_ms and (self.cheat is None or self.cheat.peer.name != name)
        return bool(can_die) and self.faults.below(8 if often else 150) == 0

    def _carry_out(self, name: str, effects: list[Effect]) -> None:
        """Sends what is to be sent, in its order; lets the player think where they must decide."""
        cheat = self.cheat if self.cheat is not None and self.cheat.peer.name == name else None
        for effect in effects:
            if cheat is not None and isinstance(effect, RecordStep):
                cheat.watch(effect)
            elif cheat is not None and isinstance(effect, RecordRemoval):
                cheat.follow(effect.removal)
            elif isinstance(effect, Utter):
                self.notices.utter(name, effect.raw)
                self._provoke(effect.raw)
                self._send(name, None, Say(self.company.meeting.id, effect.raw), cheat)
            elif isinstance(effect, Tell) and effect.peer != b"":
                to = None if effect.peer is None else self.company.named(effect.peer)
                self._send(name, to, effect.talk, cheat)
        if cheat is not None:
            for mail in cheat.more():
                cheat.lies.add(mail.talk)
                self._send(name, mail.to, mail.talk, None)
        session = self.company[name].session
        if session.phase is SessionPhase.PLAYING and self._thinking.get(name) != session.where and len(session.moves):
            self._thinking[name] = where = session.where
            self.later(1 + self.players[name].below(60), lambda: self._decide(name, where))

    def _decide(self, name: str, where: Where) -> None:
        peer = self.company[name]
        if name not in self.down and peer.session.where == where and len(moves := peer.session.moves):
            self._take(name, Intent(some_move(moves, self.players[name])))

    def _send(self, name: str, to: str | None, talk: Talk, cheat: Cheat | None) -> None:
        for other in self.network.neighbours(name) if to is None else (to,):
            said = cheat.instead(talk, other) if cheat is not None else talk
            if said is None:
                continue
            self.letters += 1
            delays = self.network.delays(name, other)
            self.notices.letter(said, copies=len(delays))
            for delay_ms in delays:
                self.later(delay_ms, lambda other=other, said=said: self._arrive(name, other, said))  # type: ignore[misc]

    def _arrive(self, name: str, other: str, talk: Talk) -> None:
        if not self.network.is_up(name, other):
            return
        if self.cheat is not None and talk in self.cheat.lies:
            if other == self.cheat.peer.name:
                return  # its own session knows nothing of what it said besides
            self.cheat.land(talk, self.company[other])
        heard = self.cheat.hears(talk) if self.cheat is not None and self.cheat.peer.name == other else talk
        if heard is not None:
            self._take(other, Heard(self.company[name].key, heard))


def some_move(moves: Moves, draw: Draw) -> Move:
    """One of them, every kind of move being as likely as the others where there are few."""
    if len(moves) > 200:
        return moves[draw.below(len(moves))]
    kinds = sorted({move.data[:1] for move in moves})
    kind = kinds[draw.below(len(kinds))]
    some = [move for move in moves if move.data[:1] == kind]
    return some[draw.below(len(some))]


def _has_given_up(peer: Peer) -> bool:
    session = peer.session
    return session.me is not None and session.ending is not None and session.ending.kind == "evidence"


def _ending(peer: Peer) -> str:
    session = peer.session
    if session.ending is not None:
        return session.ending.kind
    return str(session.phase) if session.phase in (SessionPhase.SEALED, SessionPhase.FINISHED) else "open"


def _has_played(peer: Peer) -> bool:
    """Whether it has said something in play: all that was said before is durable with it."""
    return any(isinstance(one, Utter) and content_of(one.raw).step >= FIRST_STEP for one in peer.log)

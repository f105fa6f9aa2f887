"""What fair play costs: CPU and bytes a seat for whole games, and verifying them, each against its floor.

    python -m tests.benchmarks.fairplay [--games 3] [--seats 4] [--bot captain] [--json]

The floor is the time spent inside the primitives that the protocol cannot avoid (signing, checking signatures, shuffle
proofs, shares, hash chains, dice and their openings, seals, hashes of state and history), measured in the same run by
the same clock; everything else is ours: encoding, rules, bookkeeping. Ratios are what counts: these machines are noisy.
Never part of the tests.
"""

from __future__ import annotations

import hashlib
import sys
from contextlib import ExitStack, contextmanager
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from tests.benchmarks.entry import run
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.registry import make
from tortuga_p2p.crypto import zone
from tortuga_p2p.crypto.element import joined
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.crypto.identity import Identity, check_signature
from tortuga_p2p.crypto.pack import Pack
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.games import load
from tortuga_p2p.session.agreement import Meeting, make_terms
from tortuga_p2p.session.event import Begun, Heard, Intent, Record, Utter
from tortuga_p2p.session.message import Enter, Say
from tortuga_p2p.session.phases import Phase
from tortuga_p2p.session.replica import Me, Session
from tortuga_p2p.session.session import step
from tortuga_p2p.session.transcript import write_entries, write_header, write_seals
from tortuga_p2p.verify.verifier import Outcome, verify

if TYPE_CHECKING:
    import argparse

# Where each primitive is called: what is patched there is timed, from the outside in.
PRIMITIVES = (
    "tortuga_p2p.session.position.check_signature",
    "tortuga_p2p.crypto.identity.Identity.sign",
    "tortuga_p2p.crypto.zone.mix",
    "tortuga_p2p.crypto.zone.check_mix",
    "tortuga_p2p.crypto.zone.shares",
    "tortuga_p2p.crypto.zone.check_shares",
    "tortuga_p2p.crypto.zone.hand_over",
    "tortuga_p2p.crypto.zone.check_hand_over",
    "tortuga_p2p.crypto.zone.check_key",
    "tortuga_p2p.crypto.zone.prove_key",
    "tortuga_p2p.crypto.zone.unlock",
    "tortuga_p2p.crypto.zone.laid_bare",
    "tortuga_p2p.crypto.zone.read",
    "tortuga_p2p.crypto.zone.fresh",
    "tortuga_p2p.session.mixing.read_deck",
    "tortuga_p2p.session.showing.read_elements",
    "tortuga_p2p.session.showing.check_openings",
    "tortuga_p2p.session.showing.die",
    "tortuga_p2p.session.drawing.check_link",
    "tortuga_p2p.session.drawing.beacon",
    "tortuga_p2p.session.drawing.draws",
    "tortuga_p2p.session.drawing.die",
    "tortuga_p2p.session.choosing.seal",
    "tortuga_p2p.session.choosing.check_opening",
    "tortuga_p2p.session.position.tagged",
    "tortuga_p2p.session.table.tagged",
    "tortuga_p2p.session.own.Chain.grow",
    "tortuga_p2p.session.own.DiceTree.grow",
    "tortuga_p2p.crypto.dice.DiceTree.open",
    "tortuga_p2p.crypto.dice.DiceTree.secrets",
    "tortuga_p2p.crypto.chain.Chain.value",
)


VERIFICATIONS = 7  # of each game


class Clock:
    """Time inside primitives; nested ones count once."""

    def __init__(self) -> None:
        self.inside = 0.0
        self.by_name: dict[str, list[float]] = {}
        self._depth = 0

    def wrap(self, name: str, call: Any) -> Any:
        def timed(*args: Any, **more: Any) -> Any:
            self._depth += 1
            began = process_time()
            try:
                return call(*args, **more)
            finally:
                self._depth -= 1
                if self._depth == 0:
                    spent = process_time() - began
                    self.inside += spent
                    self.by_name.setdefault(name, []).append(spent)

        return timed


@contextmanager
def timed_primitives(clock: Clock) -> Any:
    with ExitStack() as stack:
        for path in PRIMITIVES:
            parent, _, name = path.rpartition(".")
            found = _find(path)
            wrapped = clock.wrap(name, found)
            stack.enter_context(patch(path, staticmethod(wrapped) if name == "grow" else wrapped))
            del parent
        yield


def _find(path: str) -> Any:
    import importlib

    parts = path.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for name in parts[cut:]:
            found = getattr(found, name)
        return found
    raise LookupError(path)


def secret(*label: object) -> bytes:
    return hashlib.sha256(repr(label).encode()).digest()


class Game:
    """One game among sessions in this process; CPU and bytes by chair."""

    def __init__(self, seats: int, bot: str, seed: int) -> None:
        self.game, self.group = load("tortuga"), default_group()
        people = sorted((Identity.from_seed(secret(seed, n)) for n in range(seats)), key=lambda one: one.public)
        terms = make_terms(self.game, seats, {}, self.group)
        self.meeting = Meeting(terms, secret(seed, "call"), tuple(one.public for one in people))
        self.sessions = [
            Session.make(
                self.meeting,
                self.game,
                self.group,
                Me(one, secret(seed, n, "m"), Enter(f"P{n}", True, one.public, secret(n), terms)),
            )
            for n, one in enumerate(people)
        ]
        self.cpu = [0.0] * seats
        self.floor = [0.0] * seats
        self.sent = [0] * seats
        self.closed: list[tuple[bytes, ...]] = []
        self.bots = [make(self.game, seats, bot) for _ in people]
        self.draws = [SeededDraw(seed, n) for n in range(seats)]
        self.clock = Clock()

    def do(self, chair: int, event: Any, queue: list[tuple[int, bytes]]) -> None:
        inside, began = self.clock.inside, process_time()
        self.sessions[chair], effects = step(self.sessions[chair], event)
        self.cpu[chair] += process_time() - began
        self.floor[chair] += self.clock.inside - inside
        for effect in effects:
            if isinstance(effect, Utter):
                self.sent[chair] += len(effect.raw) * (len(self.sessions) - 1)
                queue += [(other, effect.raw) for other in range(len(self.sessions)) if other != chair]
            elif isinstance(effect, Record) and chair == 0:
                self.closed.append(effect.envelopes)

    def play(self) -> None:
        queue: list[tuple[int, bytes]] = []
        for chair in range(len(self.sessions)):
            self.do(chair, Begun(), queue)
        while any(session.phase is not Phase.SEALED for session in self.sessions):
            while queue:
                chair, raw = queue.pop(0)
                self.do(chair, Heard(b"", Say(self.meeting.id, raw)), queue)
            for chair, session in enumerate(self.sessions):
                moves = session.moves
                if len(moves):
                    view = session.view
                    move = moves[0] if len(moves) == 1 else self.bots[chair].choose(view, moves, self.draws[chair])
                    self.do(chair, Intent(move), queue)

    @property
    def transcript(self) -> bytes:
        *steps, seals = self.closed
        entries = b"".join(write_entries(envelopes) for envelopes in steps)
        return write_header(self.meeting) + entries + write_seals(seals)


def whole_games(games: int, seats: int, bot: str) -> dict[str, Any]:
    play_ratio, verify_ratio, cpu_ms, sent, size_round, verify_ms = [], [], [], [], [], []
    for seed in range(games):
        game = Game(seats, bot, seed)
        with timed_primitives(game.clock):
            game.play()
        raw = game.transcript
        spent, floor = verifying(raw)
        table = game.sessions[0].table
        assert table is not None
        play_ratio.append(sum(game.cpu) / sum(game.floor))
        verify_ratio.append(spent / floor)
        cpu_ms.append(1000 * max(game.cpu))
        verify_ms.append(1000 * spent)
        sent.append(max(game.sent))
        size_round.append(len(raw) / table.state.round)
    return {
        "games": games,
        "seats": seats,
        "bot": bot,
        "play_over_floor": median(play_ratio),
        "verify_over_floor": median(verify_ratio),
        "cpu_ms_a_seat": median(cpu_ms),
        "verify_ms": median(verify_ms),
        "bytes_sent_a_seat": median(sent),
        "transcript_bytes_a_round": median(size_round),
    }


def verifying(raw: bytes) -> tuple[float, float]:
    """CPU seconds of a verification, and inside its primitives; of several the one with the median ratio.

    Both of one run: what else a shared machine does changes from second to second. What the clock itself takes is
    measured too, and taken away from both.
    """
    around, inside = cost_of_a_clock()
    runs = []
    for _ in range(VERIFICATIONS):
        clock = Clock()
        with timed_primitives(clock):
            began = process_time()
            assert verify(raw).outcome is Outcome.HONEST
            spent = process_time() - began
        looks = sum(map(len, clock.by_name.values()))
        runs.append((spent - looks * around, clock.inside - looks * inside))
    return sorted(runs, key=lambda run: run[0] / run[1])[len(runs) // 2]


def cost_of_a_clock(times: int = 20_000) -> tuple[float, float]:
    """CPU seconds that looking at the clock adds to a call, and those of them that are counted as inside."""

    def nothing() -> None:
        pass

    clock = Clock()
    timed = clock.wrap("nothing", nothing)
    began = process_time()
    for _ in range(times):
        nothing()
    plain = process_time() - began
    for _ in range(times):
        timed()
    return (process_time() - began - 2 * plain) / times, (clock.inside - plain) / times


def primitives() -> dict[str, float]:
    """Milliseconds, the best of several: what the floor is made of, and the shuffle of 52 cards."""
    group = default_group()
    key = zone.secret_key(group, bytes(32))
    identity = Identity.from_seed(bytes(32))
    signature = identity.sign(Tag.SIGNED_ENVELOPE, bytes(300))
    found = {
        "sign": _best(lambda: identity.sign(Tag.SIGNED_ENVELOPE, bytes(300))),
        "check signature": _best(lambda: check_signature(identity.public, Tag.SIGNED_ENVELOPE, bytes(300), signature)),
    }
    about: Any = {"context": bytes(32), "entropy": bytes(32)}
    for count in (30, 52):
        pack = Pack(group, f"cards {count}", tuple(range(count)), alike=False)
        deck = zone.fresh(group, key.public, pack.points)
        after, proof = zone.mix(group, key.public, deck, **about)
        found[f"mix {count} and prove it"] = _best(lambda d=deck: zone.mix(group, key.public, d, **about))
        found[f"check a mix of {count}"] = _best(
            lambda d=deck, a=after, p=proof: zone.check_mix(group, key.public, d, a, p, context=bytes(32))
        )
        assert joined(after)
    return found


def _best(call: Any, times: int = 15) -> float:
    best = float("inf")
    for _ in range(times):
        began = process_time()
        call()
        best = min(best, process_time() - began)
    return 1000 * best


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bot", default="greedy")


def measure(options: argparse.Namespace) -> dict[str, Any]:
    return {"primitives_ms": primitives(), **whole_games(options.games, options.seats, options.bot)}


def show(report: dict[str, Any]) -> None:
    for name, value in report.items():
        if name == "primitives_ms":
            print("\n".join(f"  {what:<28} {ms:8.3f} ms" for what, ms in value.items()))
        else:
            print(f"  {name:<28} {value if isinstance(value, int | str) else round(value, 3)}")


if __name__ == "__main__":
    sys.exit(run(__doc__, add_options, measure, show))

"""What fair play costs: CPU and bytes a seat for whole games, and verifying them, each against its floor.

    python -m tests.benchmarks.fairplay [--game NAME] [--preset NAME] [--games 3] [--seats 4] [--bot expert] [--json]

Two floors. The first is the time spent inside the primitives that this program calls (signing, checking signatures,
shuffle proofs, shares, hash chains, dice and their openings, seals, hashes of state and history), measured in the
same run by the same clock; everything else is ours: encoding, rules, bookkeeping. Goals are about this one. The
second is what the best known algorithms would make of the same primitives when a whole file is verified: all
products of all proofs in one sum, all signatures in one batch. It is reckoned (`best_known`), for libsecp256k1
offers no such sum. Ratios are what counts: these machines are noisy. All of it is CPU time. Never part of the
tests.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from contextlib import ExitStack, contextmanager
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from tests.benchmarks.entry import run
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.registry import make
from tortuga_p2p.commands.arguments import read_preset
from tortuga_p2p.crypto import zone
from tortuga_p2p.crypto.element import joined
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.crypto.identity import Identity, check_signature
from tortuga_p2p.crypto.pack import Pack
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.games import load
from tortuga_p2p.session.agreement import Meeting, make_terms
from tortuga_p2p.session.event import Begun, Heard, Intent, RecordStep, Utter
from tortuga_p2p.session.message import Person, Say
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.replica import Me, Session
from tortuga_p2p.session.session import step
from tortuga_p2p.session.transcript import read_transcript, write_entries, write_header, write_seals
from tortuga_p2p.verify.verifier import Outcome, verify
from tortuga_p2p.wire.envelope import read_envelope

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from tortuga_p2p.session.replica import Stepped

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
    "tortuga_p2p.crypto.zone.stay_copy",
    "tortuga_p2p.crypto.zone.check_stay_copy",
    "tortuga_p2p.crypto.blind_tag.tag",
    "tortuga_p2p.crypto.blind_tag.check_tag",
    "tortuga_p2p.crypto.blind_tag.tag_sums",
    "tortuga_p2p.crypto.zone.check_key",
    "tortuga_p2p.crypto.zone.prove_key",
    "tortuga_p2p.crypto.zone.unlock",
    "tortuga_p2p.crypto.zone.laid_bare",
    "tortuga_p2p.crypto.zone.read",
    "tortuga_p2p.crypto.zone.fresh",
    "tortuga_p2p.session.mixing.read_deck",
    "tortuga_p2p.session.renewing.read_deck",
    "tortuga_p2p.session.renewing.read_elements",
    "tortuga_p2p.session.showing.read_elements",
    "tortuga_p2p.session.showing.check_openings",
    "tortuga_p2p.session.showing.die",
    "tortuga_p2p.session.randomness.check_link",
    "tortuga_p2p.session.randomness.beacon",
    "tortuga_p2p.session.randomness.draws",
    "tortuga_p2p.session.randomness.die",
    "tortuga_p2p.session.choosing.seal",
    "tortuga_p2p.session.choosing.check_opening",
    "tortuga_p2p.session.position.tagged",
    "tortuga_p2p.session.table.tagged",
    "tortuga_p2p.session.seat_secrets.Chain.grow",
    "tortuga_p2p.crypto.dice._grow",
    "tortuga_p2p.crypto.dice.DiceTree.open",
    "tortuga_p2p.crypto.dice.DiceTree.secrets",
    "tortuga_p2p.crypto.chain.Chain.value",
)


USUAL = "tortuga"
VERIFICATIONS = 7  # of each game

# Where products of points and numbers are made, and how many such a call makes.
PRODUCTS = {
    "msm": lambda group, scalars, points: len(scalars),
    "mul": lambda group, scalar, point: 1,
    "base": lambda group, scalar: 1,
}
# One product in libsecp256k1, in additions: 128 doublings at 7/11 of an addition each, and 43 additions (both halves
# of the number in signed windows of five digits).
PRODUCT_ADDITIONS = 128 * 7 / 11 + 43
SCALAR_BITS = 256
BATCHED_SIGNATURE = 0.49  # of a single one, in batches of 64 (Bernstein, Duif, Lange, Schwabe, Yang 2011, section 5)


def bucket_additions(terms: int) -> float:
    """Additions for each term of one long sum by buckets (Pippenger), with windows of the best size."""
    return min(SCALAR_BITS / digits * (terms + float(1 << digits)) / terms for digits in range(1, 20))


def best_known(floor_s: float, clock: Clock) -> float:
    """The floor with one sum for all products and one batch for all signatures; everything else as it is."""
    signatures_s = sum(clock.by_name.get("check_signature", ()))
    cheaper = bucket_additions(max(1, clock.products)) / PRODUCT_ADDITIONS
    return floor_s - signatures_s * (1 - BATCHED_SIGNATURE) - clock.products_s * (1 - cheaper)


class Clock:
    """Time inside primitives; nested ones count once."""

    def __init__(self) -> None:
        self.inside = 0.0
        self.by_name: dict[str, list[float]] = {}
        self.products, self.products_s = 0, 0.0  # of points and numbers, all inside of primitives
        self._depth = 0
        self._multiplying = False

    def wrap_product(self, count: Any, call: Any) -> Any:
        def timed(*args: Any) -> Any:
            if self._multiplying:
                return call(*args)
            self._multiplying = True
            began = process_time()
            try:
                return call(*args)
            finally:
                self._multiplying = False
                self.products_s += process_time() - began
                self.products += count(*args)

        return timed

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


@contextmanager
def timed_products(clock: Clock) -> Any:
    group = type(default_group())
    with ExitStack() as stack:
        for name, count in PRODUCTS.items():
            stack.enter_context(patch.object(group, name, clock.wrap_product(count, getattr(group, name))))
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

    def __init__(self, seats: int, bot: str, seed: int, game: str = USUAL, preset: str | None = None) -> None:
        self.game, self.group = load(game), default_group()
        people = sorted((Identity.from_seed(secret(seed, n)) for n in range(seats)), key=lambda one: one.public)
        terms = make_terms(self.game, seats, read_preset(self.game, preset), self.group)
        coming = tuple(Person(one.public, f"P{n}", True, one.public) for n, one in enumerate(people))
        self.meeting = Meeting(terms, secret(seed, "call"), coming)
        self.sessions = [
            Session.make(
                self.meeting,
                self.game,
                self.group,
                Me(one, secret(seed, n, "m"), secret(n)),
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
        self.dealt: tuple[float, float] | None = None  # CPU of all and what of it were primitives, until the first move

    def do(self, chair: int, event: Any, queue: list[tuple[int, bytes]]) -> None:
        self.change(chair, lambda session: step(session, event), queue)

    def change(self, chair: int, call: Callable[[Session], Stepped], queue: list[tuple[int, bytes]]) -> None:
        inside, began = self.clock.inside, process_time()
        self.sessions[chair], effects = call(self.sessions[chair])
        self.cpu[chair] += process_time() - began
        self.floor[chair] += self.clock.inside - inside
        for effect in effects:
            if isinstance(effect, Utter):
                self.sent[chair] += len(effect.raw) * (len(self.sessions) - 1)
                queue += [(other, effect.raw) for other in range(len(self.sessions)) if other != chair]
            elif isinstance(effect, RecordStep) and chair == 0:
                self.closed.append(effect.envelopes)

    def play(self) -> None:
        queue: list[tuple[int, bytes]] = []
        for chair in range(len(self.sessions)):
            self.do(chair, Begun(), queue)
        while any(session.phase is not SessionPhase.SEALED for session in self.sessions):
            self.deliver(queue)
            for chair in range(len(self.sessions)):
                self.decide(chair, queue)

    def deliver(self, queue: list[tuple[int, bytes]]) -> None:
        while queue:
            chair, raw = queue.pop(0)
            self.do(chair, Heard(b"", Say(self.meeting.id, raw)), queue)

    def decide(self, chair: int, queue: list[tuple[int, bytes]]) -> bool:
        """Whether anything was asked there."""
        moves, view = self.sessions[chair].moves, self.sessions[chair].view
        if not len(moves):
            return False
        assert view is not None
        self.dealt = self.dealt or (sum(self.cpu), sum(self.floor))
        move = moves[0] if len(moves) == 1 else self.bots[chair].choose(view, moves, self.draws[chair])
        self.do(chair, Intent(move), queue)
        return True

    @property
    def transcript(self) -> bytes:
        *steps, seals = self.closed
        entries = b"".join(write_entries(envelopes) for envelopes in steps)
        return write_header(self.meeting) + entries + write_seals(seals)


def whole_games(games: int, seats: int, bot: str, name: str = USUAL, preset: str | None = None) -> dict[str, Any]:
    play_ratio, verify_ratio, best_ratio, cpu_ms, sent, size_round, verify_ms = [], [], [], [], [], [], []
    deal_ratio, sizes, turns, steps = [], [], [], Counter[str]()
    for seed in range(games):
        game = Game(seats, bot, seed, name, preset)
        with timed_primitives(game.clock):
            game.play()
        raw = game.transcript
        spent, floor = verifying(raw)
        best_ratio.append(spent / (floor * best_known_share(raw)))
        table = game.sessions[0].table
        assert table is not None
        play_ratio.append(sum(game.cpu) / sum(game.floor))
        verify_ratio.append(spent / floor)
        cpu_ms.append(1000 * max(game.cpu))
        verify_ms.append(1000 * spent)
        sent.append(max(game.sent))
        rounds = game.game.round_of(table.state)
        size_round.append(len(raw) / rounds)
        assert game.dealt is not None
        deal_ratio.append(game.dealt[0] / game.dealt[1])
        sizes.append(len(raw))
        turns.append(rounds)
        steps += message_rounds(raw)
    return {
        "game": name if preset is None else f"{name}, {preset}",
        "games": games,
        "seats": seats,
        "bot": bot,
        "setup_over_floor": median(deal_ratio),
        "play_over_floor": median(play_ratio),
        "verify_over_floor": median(verify_ratio),
        "verify_over_best_known": median(best_ratio),
        "cpu_ms_a_seat": median(cpu_ms),
        "verify_ms": median(verify_ms),
        "bytes_sent_a_seat": median(sent),
        "transcript_bytes_a_round": median(size_round),
        "transcript_bytes": median(sizes),
        "rounds_of_the_game": median(turns),
        "message_rounds": {kind: round(count / games, 1) for kind, count in sorted(steps.items())},
    }


def message_rounds(raw: bytes) -> Counter[str]:
    """The steps of a game by what is said in them: each is a round of messages."""
    said = [read_envelope(one).content for one in read_transcript(raw).entries]
    return Counter({content.step: content.kind for content in said}.values())


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


def best_known_share(raw: bytes) -> float:
    """The second floor of a verification over its first, from a run that looks at products too."""
    clock = Clock()
    with timed_primitives(clock), timed_products(clock):
        assert verify(raw).outcome is Outcome.HONEST
    return best_known(clock.inside, clock) / clock.inside


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
    parser.add_argument("--game", default=USUAL)
    parser.add_argument("--preset")


def measure(options: argparse.Namespace) -> dict[str, Any]:
    games = whole_games(options.games, options.seats, options.bot, options.game, options.preset)
    return {"primitives_ms": primitives(), **games}


def show(report: dict[str, Any]) -> None:
    for name, value in report.items():
        if name == "primitives_ms":
            print("\n".join(f"  {what:<28} {ms:8.3f} ms" for what, ms in value.items()))
        else:
            print(f"  {name:<28} {round(value, 3) if isinstance(value, float) else value}")


if __name__ == "__main__":
    sys.exit(run(__doc__, add_options, measure, show))

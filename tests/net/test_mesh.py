"""Links with everybody of a table, over real sockets and real TLS on loopback."""

from __future__ import annotations

import itertools
import os
import random
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

import pytest
import trio
import trio.testing

from tests.refusal import refused
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.errors import Code, PeerLost
from tortuga_p2p.limits import (
    BACKOFF_MAX_S,
    BACKOFF_MIN_S,
    EVENTS_MAX,
    HANDICAP_S,
    SILENCE_S,
    STRANGERS_PER_HOST_MAX,
)
from tortuga_p2p.net import Address, TurnedAway, Why, open_mesh
from tortuga_p2p.net.address import connect

from .cable import cable
from .people import ANA, BEN, CLEO, DORA, PATIENCE_S, check_story, program, words

if TYPE_CHECKING:
    from .cable import Cable
    from .people import Program

LOOPBACKS = ("127.0.0.1", "::1")
SEEDS = range(int(os.environ.get("TORTUGA_MESH_SEEDS", "1")))  # more on a day with time


def fast(mock_clock: trio.testing.MockClock) -> None:
    """From now on time jumps when nothing happens for a moment: what waits for a deadline need not be waited for."""
    mock_clock.autojump_threshold = 0.05


async def exchange(one: Program, other: Program) -> None:
    """Both can say something to the other over the link they have."""
    for speaker, listener in ((one, other), (other, one)):
        heard = listener.frames[speaker.mesh.public]
        before = len(heard)
        assert speaker.mesh.send(listener.mesh.public, words("do you hear me?"))
        await listener.until(partial(_has_more, heard, before))


def _has_more(heard: list[bytes], before: int) -> bool:
    return len(heard) > before


async def settled(*programs: Program) -> None:
    """Waits until nothing more happens."""
    await trio.testing.wait_all_tasks_blocked(0.1)
    for one in programs:
        check_story(one)


# --- who dials -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", LOOPBACKS)
@pytest.mark.parametrize(("knows", "known"), [(ANA, BEN), (BEN, ANA)], ids=["smaller dials", "larger dials"])
async def test_one_address_is_enough_whoever_knows_it(host: str, knows: Identity, known: Identity) -> None:
    async with program(knows, host=host) as caller, program(known, host=host) as called:
        called.mesh.want(knows.public)
        caller.mesh.want(known.public, [called.address])
        await caller.until_linked(known)
        await called.until_linked(knows)
        await exchange(caller, called)
        await settled(caller, called)
        assert (caller.story(known), called.story(knows)) == (["up"], ["up"])
        assert called.mesh.addresses_of(knows.public) == (caller.address,)  # and could now be called back


async def test_calls_that_cross_become_one_link() -> None:
    """Both connections stand before either side may say hello: the tightest crossing there is."""
    for _ in range(5):
        arrived = 0
        both = trio.Event()

        async def meet_halfway(address: Address, both: trio.Event = both) -> trio.abc.Stream:
            nonlocal arrived
            stream = await connect(address)
            arrived += 1
            if arrived == 2:
                both.set()
            await both.wait()
            return stream

        async with program(ANA, connect=meet_halfway) as ana, program(BEN, connect=meet_halfway) as ben:
            ana.mesh.want(BEN.public, [ben.address])
            ben.mesh.want(ANA.public, [ana.address])
            await ana.until_linked(BEN)
            await ben.until_linked(ANA)
            await exchange(ana, ben)
            await settled(ana, ben)
            assert (ana.story(BEN), ben.story(ANA)) == (["up"], ["up"])
            await exchange(ana, ben)


async def test_two_that_meet_each_other_at_once_become_one_link() -> None:
    async with program(ANA) as ana, program(BEN) as ben:
        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(ana.mesh.meet, ben.address)
                nursery.start_soon(ben.mesh.meet, ana.address)
        await settled(ana, ben)
        assert (ana.story(BEN), ben.story(ANA)) == (["up"], ["up"])
        await exchange(ana, ben)


@pytest.mark.parametrize("host", LOOPBACKS)
async def test_guests_who_know_only_the_host_are_linked_to_all(host: str) -> None:
    people = (DORA, ANA, CLEO, BEN)  # the host has the largest key
    async with AsyncExitStack() as stack:
        programs = [await stack.enter_async_context(program(who, host=host)) for who in people]
        for guest in programs[1:]:
            assert await guest.mesh.meet(programs[0].address) == DORA.public
        for one, other in itertools.permutations(programs, 2):
            one.mesh.want(other.mesh.public)
        for who, one in zip(people, programs, strict=True):
            await one.until_linked(*(other for other in people if other is not who))
        for one, other in itertools.combinations(programs, 2):
            await exchange(one, other)
        await settled(*programs)
        for who, one in zip(people, programs, strict=True):
            assert [one.story(other) for other in people if other is not who] == [["up"]] * 3


# --- meeting ---------------------------------------------------------------------------------------------------------


async def test_a_man_in_the_middle_is_refused() -> None:
    """CLEO sits at the address of the invitation, but she has not the host's key."""
    async with program(ANA) as ana, program(CLEO) as cleo:
        with refused(Code.OTHER_IDENTITY):
            await ana.mesh.meet(cleo.address, BEN.public)
        await settled(ana, cleo)
        assert (ana.events, cleo.events) == ([], [])


async def test_an_address_where_somebody_else_answers_is_struck_out() -> None:
    async with program(ANA) as ana, program(BEN) as ben, program(CLEO) as cleo:
        ana.mesh.want(BEN.public, [cleo.address, ben.address])
        await ana.until_linked(BEN)
        assert ana.mesh.addresses_of(BEN.public) == (ben.address,)
        assert cleo.events == []


async def test_nobody_at_an_address_is_said_in_words() -> None:
    async with program(ANA) as ana:
        async with program(BEN) as ben:
            gone = ben.address
        with pytest.raises(PeerLost, match=rf"Nobody answers at 127\.0\.0\.1:{gone.port}: .*refused"):
            await ana.mesh.meet(gone)


async def test_an_address_that_swallows_everything_is_given_up(mock_clock: trio.testing.MockClock) -> None:
    async with program(ANA) as ana, program(BEN) as ben, cable(ben.address) as line:
        line.cut()
        fast(mock_clock)
        with pytest.raises(PeerLost, match="too long"):
            await ana.mesh.meet(line.address)


async def test_our_own_address_is_not_a_peer() -> None:
    async with program(ANA) as ana:
        with pytest.raises(TurnedAway) as caught:
            await ana.mesh.meet(ana.address)
        assert caught.value.why is Why.SELF
        assert ana.mesh.linked == frozenset()


async def test_a_closed_door_is_said_and_wanted_peers_come_in_all_the_same() -> None:
    async with program(ANA) as ana, program(BEN) as ben, program(CLEO) as cleo:
        ana.mesh.is_open = False
        ana.mesh.want(CLEO.public)
        with pytest.raises(TurnedAway, match="nobody new is expected") as caught:
            await ben.mesh.meet(ana.address)
        assert caught.value.why is Why.CLOSED
        assert await cleo.mesh.meet(ana.address) == ANA.public
        await ana.until_linked(CLEO)
        assert ana.mesh.linked == {CLEO.public}


async def test_of_too_many_strangers_from_one_machine_the_longest_there_that_says_nothing_makes_room() -> None:
    async with AsyncExitStack() as stack:
        ana = await stack.enter_async_context(program(ANA))
        guests = []
        for number in range(STRANGERS_PER_HOST_MAX + 1):
            guests.append(await stack.enter_async_context(program(Identity.from_seed(bytes([100 + number]) * 32))))
        for guest in guests[:-1]:
            await guest.mesh.meet(ana.address)
        first, second, third, *_, last = guests
        ana.mesh.want(first.mesh.public)  # sits down: no stranger any more
        assert second.mesh.send(ANA.public, words("may I?"))
        await ana.until(lambda: ana.frames[second.mesh.public])
        extra = await stack.enter_async_context(program(Identity.from_seed(bytes([99]) * 32)))
        for guest in (last, extra):
            await guest.mesh.meet(ana.address)
        await third.until(lambda: third.story(ANA)[-1:] == ["down full"])
        assert {first.mesh.public, second.mesh.public, last.mesh.public, extra.mesh.public} <= ana.mesh.linked
        assert len(ana.mesh.linked) == STRANGERS_PER_HOST_MAX + 1


async def test_strangers_hear_no_broadcast_and_are_told_nothing() -> None:
    async with program(ANA) as ana, program(BEN) as ben, program(CLEO) as cleo:
        await ben.mesh.meet(ana.address)
        await cleo.mesh.meet(ana.address)
        await ana.until_linked(BEN, CLEO)
        ben.mesh.want(CLEO.public)
        ana.mesh.want(BEN.public)
        ana.mesh.broadcast(words("for my table"))
        assert ana.mesh.send(CLEO.public, words("for you"))
        await ben.until(lambda: ben.frames[ANA.public])
        await cleo.until(lambda: cleo.frames[ANA.public])
        assert (ben.frames[ANA.public], cleo.frames[ANA.public]) == ([words("for my table")], [words("for you")])
        assert ben.mesh.addresses_of(CLEO.public) == ()
        ana.mesh.want(CLEO.public)
        await ben.until_linked(CLEO)


# --- coming back -----------------------------------------------------------------------------------------------------


async def test_a_link_that_breaks_is_dialled_again() -> None:
    async with program(ANA) as ana, program(BEN) as ben, cable(ben.address) as line:
        ana.mesh.want(BEN.public, [line.address])
        ben.mesh.want(ANA.public)
        await ana.until_linked(BEN)
        await line.snap()
        await ana.until(lambda: ana.story(BEN) == ["up", "down lost", "up"])
        await ben.until(lambda: ben.story(ANA) == ["up", "down lost", "up"])
        await exchange(ana, ben)


async def test_a_cable_pulled_out_is_noticed_and_healed(mock_clock: trio.testing.MockClock) -> None:
    async with program(ANA) as ana, program(BEN, connect=nowhere) as ben, cable(ben.address) as line:
        ana.mesh.want(BEN.public, [line.address])
        ben.mesh.want(ANA.public)
        await ana.until_linked(BEN)
        line.cut()
        fast(mock_clock)
        began_s = trio.current_time()
        await ana.until(lambda: ana.story(BEN) == ["up", "down silent"])
        await ben.until(lambda: ben.story(ANA) == ["up", "down silent"])
        assert trio.current_time() - began_s <= SILENCE_S + 1
        await trio.sleep(60)
        line.heal()
        healed_s = trio.current_time()
        await ana.until_linked(BEN)
        assert trio.current_time() - healed_s <= BACKOFF_MAX_S + 10
        await ben.until_linked(ANA)
        await exchange(ana, ben)
        check_story(ana)
        check_story(ben)


async def nowhere(address: Address) -> trio.abc.Stream:
    await trio.lowlevel.checkpoint()
    raise OSError(f"{address} cannot be reached from here")


async def test_a_restarted_program_replaces_its_dead_link_at_once() -> None:
    """The cable hides from ANA that BEN's first program is gone."""
    async with program(ANA) as ana, cable(ana.address) as line:
        async with program(BEN) as before:
            await before.mesh.meet(line.address)
            await ana.until_linked(BEN)
            ana.mesh.want(BEN.public)
            line.cut()
        async with program(BEN) as after:
            await after.mesh.meet(ana.address)
            await ana.until(lambda: ana.story(BEN) == ["up", "down replaced", "up"])
            await exchange(ana, after)
            await settled(ana)


@pytest.mark.parametrize(("notices", "sleeps"), [(ANA, BEN), (BEN, ANA)], ids=["smaller notices", "larger notices"])
async def test_who_noticed_the_break_gets_a_new_link_at_once(notices: Identity, sleeps: Identity) -> None:
    """The same run of the program: its newer hello replaces the link that the other still believes in."""
    async with program(notices) as one, program(sleeps) as other, cable(other.address) as line:
        one.mesh.want(sleeps.public, [line.address])
        await one.until_linked(sleeps)
        await other.until_linked(notices)
        line.cut()
        one.mesh._book[sleeps.public].latest.end(Why.LOST)  # type: ignore[union-attr]
        await one.until(lambda: one.story(sleeps) == ["up", "down lost"])
        line.heal()
        await one.until_linked(sleeps)
        await other.until(lambda: other.story(notices) == ["up", "down replaced", "up"])
        await exchange(one, other)


async def test_two_programs_with_one_identity_do_not_take_turns_in_haste(mock_clock: trio.testing.MockClock) -> None:
    async with program(ANA) as ana, program(BEN) as first, program(BEN) as second:
        fast(mock_clock)
        await first.mesh.meet(ana.address)
        await trio.sleep(60)
        await second.mesh.meet(ana.address)
        await trio.sleep(120)
        assert "down replaced" in first.story(ANA)
        assert len(ana.story(BEN)) <= 2 + 2 * 120 / (BACKOFF_MAX_S / 2)


async def test_failed_calls_are_repeated_ever_more_slowly(autojump_clock: trio.testing.MockClock) -> None:
    for draw, share in ((0.0, 0.5), (1.0, 1.0)):
        for who, whom, handicap_s in ((ANA, BEN, 0), (BEN, ANA, HANDICAP_S)):
            called_s: list[float] = []

            async def fail(address: Address, called_s: list[float] = called_s) -> trio.abc.Stream:
                called_s.append(trio.current_time())
                return await nowhere(address)

            async with open_mesh(who, host="127.0.0.1", port=0, connect=fail, draw=partial(float, draw)) as mesh:
                began_s = trio.current_time()
                mesh.want(whom.public, [Address("127.0.0.1", 9)])
                await trio.sleep(100)
            assert called_s[0] == began_s
            pauses = [later - earlier - handicap_s for earlier, later in itertools.pairwise(called_s)]
            doubling = [min(BACKOFF_MAX_S, BACKOFF_MIN_S * 2**n) * share for n in range(len(pauses))]
            assert pauses == pytest.approx(doubling)


async def test_a_new_address_is_tried_at_once_and_a_repeated_one_is_not(autojump_clock: trio.testing.MockClock) -> None:
    called = []

    async def fail(address: Address) -> trio.abc.Stream:
        called.append((trio.current_time(), address.port))
        return await nowhere(address)

    pause = partial(float, 1.0)  # drawn, it would now and then end a moment before the news, which then wait
    async with open_mesh(ANA, host="127.0.0.1", port=0, connect=fail, draw=pause) as mesh:
        mesh.want(BEN.public, [Address("127.0.0.1", 9)])
        await trio.sleep(100)
        entry = mesh._book[BEN.public]
        called.clear()
        now_s = trio.current_time()
        for _ in range(100):
            entry.hear(CLEO.public, (Address("127.0.0.1", 10),))
        await trio.sleep(0.1)
        assert called == [(now_s, 9), (now_s, 10)]


# --- the end ---------------------------------------------------------------------------------------------------------


async def test_leaving_is_said() -> None:
    async with program(ANA) as ana:
        async with program(BEN) as ben:
            await ben.mesh.meet(ana.address)
            await ana.until_linked(BEN)
            ben.mesh.send(ANA.public, words("so long"))
        await ana.until(lambda: ana.story(BEN) == ["up", "down leaving"])
        assert ana.frames[BEN.public] == [words("so long")]  # what was queued was still written


async def test_a_forgotten_peer_is_not_dialled_any_more(mock_clock: trio.testing.MockClock) -> None:
    async with program(ANA) as ana, program(BEN) as ben:
        ana.mesh.want(BEN.public, [ben.address])
        await ana.until_linked(BEN)
        await ben.until_linked(ANA)
        ana.mesh.forget(BEN.public)
        assert ana.mesh.linked == frozenset()
        assert not ana.mesh.send(BEN.public, words("anybody?"))
        await ana.until(lambda: ana.story(BEN) == ["up", "down leaving"])
        fast(mock_clock)
        await trio.sleep(60)
        assert ana.story(BEN) == ["up", "down leaving"]
        assert ana.mesh._book == {}


async def test_a_node_that_does_not_listen_holds_up_nobody_and_can_leave() -> None:
    async with open_mesh(ANA, host="127.0.0.1", port=0) as ana, program(BEN) as ben:
        await ben.mesh.meet(ana.addresses[0])
        for number in range(4 * EVENTS_MAX):
            ben.mesh.send(ANA.public, words(f"{number}"))
        await trio.testing.wait_all_tasks_blocked(0.1)
        assert ana.events.statistics().current_buffer_used == EVENTS_MAX


async def test_whoever_waits_is_told_when_the_program_is_cancelled() -> None:
    async with program(ANA) as ana:
        with trio.move_on_after(PATIENCE_S) as scope:
            async with program(BEN) as ben:
                await ben.mesh.meet(ana.address)
                await ana.until_linked(BEN)
                scope.cancel()
                await trio.sleep_forever()
        await ana.until(lambda: ana.story(BEN) == ["up", "down leaving"])


# --- everything at once ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
async def test_whatever_the_cables_do_all_are_linked_again(mock_clock: trio.testing.MockClock, seed: int) -> None:
    """Cables, one per direction, are cut, healed and snapped at random; then all are well again."""
    dice = random.Random(seed)
    people = (ANA, BEN, CLEO, DORA)
    lines: dict[tuple[Identity, Address], Cable] = {}

    async def by_cable(who: Identity, address: Address) -> trio.abc.Stream:
        return await connect(lines[who, address].address)

    async with AsyncExitStack() as stack:
        programs = [await stack.enter_async_context(program(who, connect=partial(by_cable, who))) for who in people]
        for who, called in itertools.product(people, programs):
            lines[who, called.address] = await stack.enter_async_context(cable(called.address))
        for one, other in itertools.permutations(programs, 2):
            one.mesh.want(other.mesh.public, [other.address])
        fast(mock_clock)
        for _ in range(12):
            line = dice.choice([*lines.values()])
            match dice.randrange(3):
                case 0:
                    line.cut()
                case 1:
                    line.heal()
                case 2:
                    await line.snap()
            await trio.sleep(dice.random() * 2 * SILENCE_S)
        for line in lines.values():
            line.heal()
        await trio.sleep(SILENCE_S + 2 * BACKOFF_MAX_S)
        everybody = {who.public for who in people}
        assert [one.mesh.linked for one in programs] == [everybody - {one.mesh.public} for one in programs]
        for one, other in itertools.combinations(programs, 2):
            await exchange(one, other)
        for one in programs:
            check_story(one)

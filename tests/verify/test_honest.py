"""Files of honest people: never blamed, whatever became of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.generators.vectors.story import story
from tests.session.stories import ending, proof_of, uttered
from tests.tinygames import RACE, SCREENS, TINY_GAMES
from tests.verify.files import file_of, game_of_bots, judged, parts, rewritten, verified
from tortuga_p2p.crypto.identity import called
from tortuga_p2p.errors import Code
from tortuga_p2p.games import names
from tortuga_p2p.session.event import Farewell, Impatience, Tick
from tortuga_p2p.session.message import Play
from tortuga_p2p.session.transcript import write_claims, write_closed, write_evidence, write_header
from tortuga_p2p.testing.company import SPECTATOR, Company
from tortuga_p2p.testing.forging import changed, said_in, worded
from tortuga_p2p.verify.verifier import Outcome, verify

if TYPE_CHECKING:
    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.testing.company import Peer
    from tortuga_p2p.verify.verifier import Finding


def play(company: Company) -> Company:
    return company.sit().play_until(lambda company: False)


def findings(company: Company) -> dict[str, Finding]:
    return {name: verified(company, file_of(company, peer)) for name, peer in company.peers.items()}


# --- whole games ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_tiny_game_is_honest_and_the_same_file_for_all(game: AnyGame, seats: int) -> None:
    company = play(Company.make(game, seats, watchers=1))
    files = {file_of(company, peer) for peer in company.peers.values()}
    assert len(files) == 1
    found = verified(company, files.pop())
    table = company[SPECTATOR].session.table
    assert table is not None
    assert (found.outcome, found.unsealed, found.result) == (Outcome.HONEST, (), table.ask.result)  # type: ignore[union-attr]
    assert found.names == table.agreement.names


@pytest.mark.parametrize("name", names())
def test_a_game_of_ours_in_the_real_group_is_honest_by_the_rules_that_anybody_has(name: str) -> None:
    company = game_of_bots(name)
    found = verify(file_of(company, company.players[0]))
    assert (found.outcome, found.code, found.game) == (Outcome.HONEST, None, name)
    assert found.result is not None
    assert len(found.result.scores) == company.game.seats[0]


def test_a_game_in_a_group_that_hides_nothing_is_not_called_honest(tiny_games: object) -> None:
    company = play(Company.make(SCREENS, 2))
    found = verify(file_of(company, company.players[0]))
    assert (found.outcome, found.code) == (Outcome.UNREADABLE, Code.OTHER_RULES)


def test_rules_that_the_verifier_does_not_have_make_nobody_a_cheat() -> None:
    had = parts()
    for terms in (
        replace(had.meeting.terms, version=had.meeting.terms.version + 1),
        replace(had.meeting.terms, game="ludo"),
        replace(had.meeting.terms, data=bytes(32)),
        replace(had.meeting.terms, options=(("rum", 1),)),
        replace(had.meeting.terms, options=7),
    ):
        found = judged(rewritten(meeting=replace(had.meeting, terms=terms)))
        assert (found.outcome, found.code) == (Outcome.UNREADABLE, Code.OTHER_RULES)


# --- games that did not come to their end ---------------------------------------------------------------------


def test_a_game_that_somebody_left_is_unfinished_and_says_who_left() -> None:
    company = Company.make(RACE, 3, watchers=1).sit()
    (slow,) = company.deciding()
    company.take(slow.name, Farewell())
    company.carry()
    for name, found in findings(company).items():
        assert (found.outcome, found.code) == (Outcome.UNFINISHED, None), name
        if name == slow.name:
            assert found.claim == f"{called(slow.name, slow.key)} has left the game"
        else:
            assert [(one.seat, one.how) for one in found.departures] == [(slow.seat, "resigned")]


def test_a_game_that_was_abandoned_shows_who_says_so() -> None:
    company = Company.make(RACE, 2, watchers=1, patience_s=60).sit()
    (slow,) = company.deciding()
    others = [peer for peer in company.players if peer is not slow]
    for peer in others:
        company.take(peer.name, Tick(1))
        company.take(peer.name, Tick(61_000))
    company.post.clear()
    for peer in others:
        company.take(peer.name, Impatience())
    company.carry()
    for name, found in findings(company).items():
        assert (found.outcome, found.code) == (Outcome.UNFINISHED, None), name
        assert f"{called(slow.name, slow.key)} has been gone since step" in found.claim
        assert all(peer.name in found.claim for peer in others)


def test_a_game_that_was_ended_by_evidence_names_the_cheat_in_every_file() -> None:
    company, cheat = with_a_cheat()
    for name, found in findings(company).items():
        if name == cheat.name:
            continue
        assert (found.outcome, found.code) == (Outcome.CHEATING, Code.OUT_OF_TURN), name
        assert found.culprit == (cheat.name, cheat.key)
        assert found.entry == found.entries + 1


def with_a_cheat(which: int = 0) -> tuple[Company, Peer]:
    """Somebody decides where another is asked: the first or the second of those who have nothing to say."""
    company = Company.make(RACE, 3, watchers=1).sit()
    (mover,) = company.deciding()
    cheat = [peer for peer in company.players if peer is not mover][which]
    effects = company.intend(mover.name)
    company.post.clear()
    (move,) = uttered(effects, "move")
    stolen = Play(said_in(move).deed)
    for other in company.others(cheat.name):
        if other is not mover:
            company.say(other.name, worded(cheat.session, stolen))
    company.carry()
    return company, cheat


def test_two_programs_that_disagree_leave_files_that_blame_nobody() -> None:
    company = Company.make(SCREENS, 2, watchers=1).sit()
    odd, other = company.players
    effects = company.intend(odd.name)
    company.post.clear()
    (raw,) = uttered(effects, "commit")
    company.say(other.name, changed(odd.session, raw, state=bytes(32)))
    assert ending(other).kind == "diverged"
    found = verified(company, file_of(company, other))
    assert (found.outcome, found.culprit) == (Outcome.UNFINISHED, None)
    assert "disagree" in found.claim
    assert odd.name in found.claim


def test_a_file_with_some_of_the_seals_lists_the_others() -> None:
    had = parts()
    for seals in ((), had.seals[:1], had.seals[1:]):
        found = judged(rewritten(seals=seals))
        assert (found.outcome, len(found.unsealed)) == (Outcome.HONEST, 2 - len(seals))


def test_seals_that_a_crash_put_into_the_journal_are_written_as_seals() -> None:
    had = parts()
    assert judged(write_header(had.meeting) + write_closed((*had.entries, *had.seals))) == judged(rewritten())


# --- what was done elsewhere ----------------------------------------------------------------------------------


def test_evidence_of_another_table_says_nothing_about_this_one() -> None:
    company, _ = with_a_cheat()
    proof = proof_of(company[SPECTATOR])
    clean = play(Company.make(RACE, 3, table=7))
    found = verified(clean, file_of(clean, clean.players[0]) + write_evidence(proof))
    assert (found.outcome, found.code, found.culprit) == (Outcome.TAMPERED, Code.BAD_EVIDENCE, None)


def test_claims_of_another_table_say_nothing_about_this_one() -> None:
    company = Company.make(RACE, 3).sit()
    (slow,) = company.deciding()
    company.take(slow.name, Farewell())
    clean = Company.make(RACE, 3, table=9).sit()
    raw = file_of(clean, clean.players[0])
    found = verified(clean, raw + write_claims(ending(slow).claims))
    assert (found.outcome, found.code) == (Outcome.TAMPERED, Code.MISPLACED_ENTRY)


def test_a_valid_proof_counts_whatever_else_is_in_the_file() -> None:
    company, cheat = with_a_cheat()
    raw = file_of(company, company[SPECTATOR])
    for more in (b"\xff" * 9, write_evidence(b"\x90"), write_evidence(proof_of(company[SPECTATOR]))):
        found = verified(company, raw + more)
        assert (found.outcome, found.culprit) == (Outcome.CHEATING, (cheat.name, cheat.key))


def test_everybody_who_is_proved_guilty_is_named_once_also_of_the_same_offence() -> None:
    (company, first), (other, second) = with_a_cheat(0), with_a_cheat(1)
    proofs = [proof_of(company[SPECTATOR]), proof_of(other[SPECTATOR])]
    raw = file_of(company, company[SPECTATOR])
    found = verified(company, raw + write_evidence(proofs[1]) + write_evidence(proofs[0]))
    assert [verdict.identity for verdict in found.verdicts] == [first.key, second.key]
    assert len({verdict.sentence for verdict in found.verdicts}) == 1, "the same words, and yet two people"
    assert found.culprit == (first.name, first.key)


def test_whoever_sits_in_the_story_is_known_by_name_and_key() -> None:
    found = judged(rewritten())
    assert set(found.names) == {"Ana", "Ben"}
    assert set(found.identities) == set(story().meeting.company)
    assert dict(zip(found.names, found.bots, strict=True)) == {"Ana": "", "Ben": "Ana"}

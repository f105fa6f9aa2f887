"""What is found, in words for people and in JSON for programs."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.generators.vectors.evidence import alone, equivocation, went_on
from tests.generators.vectors.story import story
from tests.verify.files import judged, parts, rewritten, whole
from tortuga_p2p.crypto.identity import called, fingerprint
from tortuga_p2p.errors import Code
from tortuga_p2p.rules.ask import Result
from tortuga_p2p.session.evidence import write
from tortuga_p2p.session.transcript import write_claims, write_evidence
from tortuga_p2p.verify.report import lines, record
from tortuga_p2p.verify.verifier import EXIT_CODES, Finding, Outcome

HONEST = judged(whole())
# By seat: a draw, and another one whenever the terms change. Always with the words of the key.
FIRST, SECOND = (called(name, key) for name, key in zip(HONEST.names, HONEST.identities, strict=True))


def cut(number: int) -> Finding:
    return judged(rewritten(entries=parts().entries[:number], seals=()))


AGREED = "  Agreed: patience: 3 minutes."
BY_PROGRAM = (
    f"  By their own word {next(one for one in (FIRST, SECOND) if 'Ana' in one)} let a program decide in their place: "
    "1 of 1 decision, in step 15."
)


def test_an_honest_game_is_one_line_with_its_scores_and_one_with_its_terms() -> None:
    first, *more = lines("game.tortuga", replace(HONEST, bots=("", "")))
    assert HONEST.result is not None
    one, two = HONEST.result.scores
    told = [f"{FIRST} {one}{' (wins)' * (one >= two)}", f"{SECOND} {two}{' (wins)' * (two >= one)}"]
    assert (first, more) == (f"game.tortuga: honest: sampler, {', '.join(told)}.", [AGREED, BY_PROGRAM])


def test_a_game_that_nobody_won_says_so() -> None:
    nobody = replace(HONEST, bots=("", ""), result=Result((2, 2), (), (0, 1)))
    assert lines("g", nobody) == [f"g: honest: sampler, {FIRST} 2, {SECOND} 2, nobody wins.", AGREED, BY_PROGRAM]
    found = record("g", nobody)
    assert (found["winners"], found["sides"]) == ([], [0, 1])


def test_bots_are_named_with_whom_they_call_their_operator() -> None:
    (ben,) = [one for one in (FIRST, SECOND) if one.startswith('"Ben" [')]
    assert lines("g", HONEST)[1:] == [AGREED, f"  {ben} is a bot, by its own word run by Ana.", BY_PROGRAM]


def test_missing_seals_are_listed() -> None:
    text = "\n".join(lines("g", judged(rewritten(seals=()))))
    assert "honest" in text
    assert f"Not sealed by {FIRST} and {SECOND}" in text


def test_a_cheat_is_named_with_key_step_and_offence() -> None:
    found = judged(rewritten(seals=()) + write_evidence(equivocation()))
    assert found.culprit is not None
    first, *more = lines("g", found)
    step = story().step_of("commit")
    assert fingerprint(found.culprit[1]) in FIRST
    what = f"signed two different messages for one place in step {step}"
    assert first == f"g: CHEATING: {FIRST} in step {step}: {what}."
    entries, steps = len(parts().entries), len(story().said) - 1
    assert f"  sampler: {FIRST}, {SECOND}; {entries} entries of {steps} whole steps are verified." in more


def test_whoever_was_alone_and_went_on_is_told_in_one_sentence() -> None:
    proof = write(went_on(alone().confirm, alone().later))
    first, *_ = lines("g", judged(rewritten(seals=()) + write_evidence(proof)))
    step = alone().step
    what = f"in step {step}: left the game in step {step}, and spoke again afterwards"
    assert first == f"g: CHEATING: {FIRST} {what}."


def test_tampering_names_the_place_and_blames_nobody() -> None:
    entries = parts().entries
    first, *more = lines("g", judged(rewritten(entries=(*entries[:9], *entries[10:]))))
    assert first == "g: TAMPERED: entry 10, step 5, seat 0: An entry before this one is missing."
    assert "  Nobody at the table is blamed: this file is not what was played." in more
    first, *_ = lines("g", judged(rewritten(entries=(entries[0], entries[2]))))
    assert "entry 2, step 1, chair 0" in first, "nobody has a seat while sitting down"


def test_an_unfinished_game_says_how_far_and_whose_word_is_missing() -> None:
    text = "\n".join(lines("g", cut(20)))
    assert text.startswith("g: unfinished: The game is not finished: verified up to step ")
    assert "The next word was " in text
    assert "not finished: not one step of it is whole." in lines("g", cut(1))[0]
    torn = judged(whole()[:-200])
    assert any("cut off" in line for line in lines("g", torn))


def test_a_claim_is_shown_as_one() -> None:
    found = Finding(
        Outcome.UNFINISHED, "Not finished.", game="race", names=("Ana",), bots=("",), identities=(b"a" * 32,)
    )
    text = "\n".join(lines("g", replace(found, claim="Ben says that Ana has been gone since step 9")))
    assert "A claim, proved by nothing but its signatures: Ben says that Ana has been gone since step 9." in text


def test_two_people_with_one_name_are_told_apart_by_their_keys() -> None:
    first, *_ = lines("g", replace(HONEST, names=("Ana", "Ana")))
    assert all(f'"Ana" [{fingerprint(key)}]' in first for key in HONEST.identities)


def test_names_and_paths_cannot_write_on_the_terminal() -> None:
    sly = replace(HONEST, names=("A\u202eneB\u200b", "B\x1b[2J"), bots=("\u2067x", ""), unsealed=(0,))
    for line in lines("dir/\x1b]0;title\a\u202e.tortuga", sly):
        assert line.isprintable()


@pytest.mark.parametrize(
    "found",
    [
        HONEST,
        cut(20),
        cut(3),
        judged(b""),
        judged(rewritten(entries=parts().entries[1:])),
        judged(whole() + write_evidence(equivocation())),
        judged(whole() + write_claims((b"x" * 70,))),
    ],
    ids=lambda found: str(found.outcome),
)
def test_json_holds_everything_under_the_same_keys(found: Finding) -> None:
    said: dict[str, Any] = json.loads(json.dumps(record("g", found)))
    assert said.keys() == record("g", HONEST).keys()
    assert said["outcome"] == found.outcome
    assert said["exit"] == EXIT_CODES[found.outcome]
    assert said["code"] in {None, *Code}
    assert (said["entry"], said["step"], said["seat"]) == (found.entry, found.step, found.seat)
    assert [person["name"] for person in said["people"]] == list(found.names)
    assert lines("g", found)


def test_terms_that_are_not_the_usual_are_told_and_all_of_them_to_programs() -> None:
    odd = replace(HONEST, agreed=("dice: other ones",), options=(("dice", (1, 2)), ("long", 1)), patience_s=2**32 - 1)
    assert lines("g", odd)[1] == "  Agreed: dice: other ones; patience: 49710 days and 6 hours."
    found = record("g", odd)
    assert (found["options"], found["patience_s"]) == ({"dice": [1, 2], "long": 1}, 2**32 - 1)

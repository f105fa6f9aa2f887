"""Findings in words and as JSON. Names come from strangers: nothing in them may move a terminal's cursor.

A key is the truth about a person, a name only what he calls himself: wherever two at a table share one, and for
whoever cheated, the words of the key stand beside it. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..crypto.identity import fingerprint
from .verifier import EXIT_CODES, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .verifier import Finding


def lines(file: str, finding: Finding) -> list[str]:
    """One line for the file, and below it what else there is to say."""
    return [f"{clean(file)}: {_headline(finding)}", *(f"  {line}" for line in _details(finding))]


def clean(text: str) -> str:
    """Text fit for a terminal: what cannot be printed, or turns writing around, becomes a question mark."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _headline(finding: Finding) -> str:
    match finding.outcome:
        case Outcome.HONEST:
            return f"honest: {finding.game}, {_scores(finding)}."
        case Outcome.CHEATING:
            assert finding.culprit is not None
            return f"CHEATING: {_person(*finding.culprit)} in step {finding.step}: {_sentence(finding)}"
        case Outcome.TAMPERED:
            return f"TAMPERED: {_place(finding)}: {_sentence(finding)}"
        case _:
            return f"{finding.outcome}: {_sentence(finding)}"


def _sentence(finding: Finding) -> str:
    """What was found, with its code."""
    sentence = clean(finding.sentence).rstrip(".")
    return f"{sentence} ({finding.code})." if finding.code else f"{sentence}."


def _place(finding: Finding) -> str:
    where = [f"entry {finding.entry}"]
    if finding.step is not None:
        where.append(f"step {finding.step}")
    if finding.seat is not None:
        where.append(f"{'chair' if finding.step is not None and finding.step < 4 else 'seat'} {finding.seat}")
    return ", ".join(where)


def _scores(finding: Finding) -> str:
    assert finding.result is not None
    scores, winners = finding.result
    points = [
        f"{name} {score}{' (wins)' if seat in winners else ''}"
        for seat, (name, score) in enumerate(zip(_people(finding), scores, strict=True))
    ]
    return ", ".join(points)


def _people(finding: Finding) -> list[str]:
    """Everybody by seat, each under a name that nobody else has."""
    pairs = zip(finding.names, finding.identities, strict=True)
    return [_person(name, key) if finding.names.count(name) > 1 else clean(name) for name, key in pairs]


def _person(name: str, key: bytes) -> str:
    return f"{clean(name)} [{fingerprint(key)}]" if name else f"[{fingerprint(key)}]"


def _details(finding: Finding) -> Iterator[str]:
    if finding.outcome is Outcome.UNREADABLE:
        return
    if finding.outcome is not Outcome.HONEST:
        people = f": {', '.join(_people(finding))}" if finding.names else ""
        yield f"{finding.game}{people}; {finding.entries} entries of {finding.steps} whole steps are verified."
    if finding.outcome is Outcome.TAMPERED:
        yield "Nobody at the table is blamed: this file is not what was played."
    if finding.claim:
        yield f"A claim, proved by nothing but its signatures: {clean(finding.claim)}."
    if finding.waiting_for and finding.outcome is Outcome.UNFINISHED:
        yield f"The next word was {_listed(finding.waiting_for)}'s."
    if finding.unsealed:
        yield f"Not sealed by {_listed(finding.unsealed)}: what came after their last word rests on the others' alone."
    for name, operator in zip(_people(finding), finding.bots, strict=True):
        if operator:
            yield f"{name} is a bot, by its own word run by {clean(operator)}."
    if finding.torn:
        yield f"The last {finding.torn} bytes of the file are no whole entry: it was cut off."


def _listed(names: tuple[str, ...]) -> str:
    return " and ".join(map(clean, names))


def record(file: str, finding: Finding) -> dict[str, Any]:
    """The same for programs: plain JSON values, every key always there."""
    culprit = finding.culprit
    return {
        "file": file,
        "outcome": str(finding.outcome),
        "exit": EXIT_CODES[finding.outcome],
        "sentence": finding.sentence,
        "code": None if finding.code is None else str(finding.code),
        "entry": finding.entry,
        "step": finding.step,
        "seat": finding.seat,
        "culprit": None if culprit is None else {"name": culprit[0], "identity": culprit[1].hex()},
        "claim": finding.claim or None,
        "game": finding.game or None,
        "people": [
            {"name": name, "identity": key.hex(), "fingerprint": fingerprint(key), "bot_run_by": operator or None}
            for name, key, operator in zip(finding.names, finding.identities, finding.bots, strict=True)
        ],
        "entries": finding.entries,
        "steps": finding.steps,
        "scores": None if finding.result is None else list(finding.result.scores),
        "winners": None if finding.result is None else list(finding.result.winners),
        "unsealed": list(finding.unsealed),
        "waiting_for": list(finding.waiting_for),
        "torn_bytes": finding.torn,
    }

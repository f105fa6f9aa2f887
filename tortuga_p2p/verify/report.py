"""Findings in words and as JSON. Names come from strangers: nothing in them may move a terminal's cursor.

A key is the truth about a person, a name only what they call themselves: the words of the key always stand beside it,
and the name stands in quotes, so that nothing in it reads like a word of ours. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..crypto.identity import called, fingerprint
from ..rules.data import plain_data, result_data
from ..session.table import FIRST_STEP
from ..text import N_, _, duration, listed, n_
from .verifier import EXIT_CODES, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..session.evidence import Verdict
    from ..session.helm import HelmTally
    from .comparing import Comparison
    from .verifier import Departure, Finding


_WORDS = {  # for people; programs get the code
    Outcome.AGREED: N_("ended by agreement"),
    Outcome.UNFINISHED: N_("unfinished"),
    Outcome.UNREADABLE: N_("unreadable"),
}


def lines(file: str, finding: Finding) -> list[str]:
    """One line for the file, and below it what else there is to say."""
    return [f"{clean(file)}: {_headline(finding)}", *(f"  {line}" for line in _details(finding))]


def clean(text: str) -> str:
    """Text fit for a terminal: what cannot be printed, or turns writing around, becomes a question mark."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _headline(finding: Finding) -> str:
    match finding.outcome:
        case Outcome.HONEST:
            return _("honest: {game}, {scores}.", game=finding.game, scores=_scores(finding))
        case Outcome.WITHOUT:
            return _(
                "finished {how}: {game}, {points}.", how=_claimed(finding), game=finding.game, points=_points(finding)
            )
        case Outcome.RESIGNED:
            return _("honest: {game}, {winner} wins by resignation.", game=finding.game, winner=_winner(finding))
        case Outcome.CHEATING:
            return _("CHEATING: {who_did_what}", who_did_what=_accused(finding.verdicts[0]))
        case Outcome.TAMPERED:
            return _("TAMPERED: {place}: {sentence}", place=_place(finding), sentence=_sentence(finding))
        case Outcome.AGREED:
            return clean(finding.sentence)
        case _:
            return f"{_(_WORDS[finding.outcome])}: {_sentence(finding)}"


def _sentence(finding: Finding) -> str:
    """What was found, in words; its code is for programs."""
    return f"{clean(finding.sentence).rstrip('.')}."


def _accused(verdict: Verdict) -> str:
    return _(
        "{who} in step {step}: {what}.",
        who=_person(verdict.name, verdict.identity),
        step=verdict.step,
        what=clean(verdict.sentence).rstrip("."),
    )


def _place(finding: Finding) -> str:
    where = [_("entry {number}", number=finding.entry)]
    if finding.step is not None:
        where.append(_("step {number}", number=finding.step))
    if finding.seat is not None:
        is_chair = finding.step is not None and finding.step < FIRST_STEP
        place = _("chair {number}") if is_chair else _("seat {number}")
        where.append(place.format(number=finding.seat))
    return ", ".join(where)


def _scores(finding: Finding) -> str:
    assert finding.result is not None
    scores, winners, _sides = finding.result
    points = [f"{name} {score}" for name, score in zip(_people(finding), scores, strict=True)]
    told = [_("{who} (wins)", who=who) if seat in winners else who for seat, who in enumerate(points)]
    return ", ".join(told if winners else [*told, _("nobody wins")])


def _points(finding: Finding) -> str:
    """Without a winner: it is a claim, and no plain victory."""
    assert finding.result is not None
    return ", ".join(f"{name} {score}" for name, score in zip(_people(finding), finding.result.scores, strict=True))


def _winner(finding: Finding) -> str:
    assert finding.winner is not None
    return _people(finding)[finding.winner]


def _claimed(finding: Finding) -> str:
    """Without whom, and who says so."""
    told = []
    for departure in finding.departures:
        if departure.how == "voted":
            told.append(_without_somebody(finding, departure))
    return "; ".join(told)


def _without_somebody(finding: Finding, departure: Departure) -> str:
    gone, stay = _people(finding)[departure.seat], _listed(finding, departure.by)
    return _("without {gone} (according to {stay}, at step {step})", gone=gone, stay=stay, step=departure.step)


def departure_line(finding: Finding, departure: Departure) -> str:
    """How somebody left, as it is proved or claimed."""
    who, step = _people(finding)[departure.seat], departure.step
    match departure.how:
        case "resigned":
            return _("{who} left by their own word; the others went on from step {step}.", who=who, step=step)
        case "convicted":
            return _("{who} was removed for cheating; the others went on from step {step}.", who=who, step=step)
        case _:
            by = _listed(finding, departure.by)
            return _("A claim of {by}: {who} was gone at step {step}. They went on without.", by=by, who=who, step=step)


def _people(finding: Finding) -> list[str]:
    """Everybody by seat, by name and key: two names may look alike, and a name may look like anything."""
    return [_person(name, key) for name, key in zip(finding.names, finding.identities, strict=True)]


def _person(name: str, key: bytes) -> str:
    return called(clean(name), key)


def _details(finding: Finding) -> Iterator[str]:
    if finding.outcome is Outcome.UNREADABLE:
        return
    if finding.outcome not in (Outcome.HONEST, Outcome.WITHOUT):
        people = f": {', '.join(_people(finding))}" if finding.names else ""
        verified = _(
            "{entries} entries of {steps} whole steps are verified.", entries=finding.entries, steps=finding.steps
        )
        yield f"{finding.game}{people}; {verified}"
    if finding.patience_s is not None:
        patience = _("patience: {time}", time=duration(finding.patience_s))
        decision_s, bank_s = finding.clock
        timed = _(
            "clock: {decision} a decision, {bank} more a game", decision=duration(decision_s), bank=duration(bank_s)
        )
        times = (timed, patience) if decision_s else (patience,)
        yield _("Agreed: {options}.", options="; ".join((*finding.agreed, *times)))
    if finding.outcome is Outcome.TAMPERED:
        yield _("Nobody at the table is blamed: this file is not what was played.")
    for verdict in finding.verdicts[1:]:
        yield _("Also: {who_did_what}", who_did_what=_accused(verdict))
    if finding.outcome is Outcome.CHEATING and finding.result is not None:
        yield _("The game was finished: {scores}.", scores=_scores(finding))
    for departure in finding.departures:
        yield departure_line(finding, departure)
    if finding.outcome is Outcome.CHEATING and finding.winner is not None:
        yield _("{winner} wins by verdict.", winner=_winner(finding))
    if finding.claim and finding.outcome is not Outcome.RESIGNED:
        yield _("A claim, proved by nothing but its signatures: {claim}.", claim=clean(finding.claim))
    if finding.waiting_for and finding.outcome is Outcome.UNFINISHED:
        yield _("The next word was due from {names}.", names=_listed(finding, finding.waiting_for))
    if finding.unsealed:
        yield _(
            "Not sealed by {names}: what came after their last word rests on the others' alone.",
            names=_listed(finding, finding.unsealed),
        )
    for name, operator in zip(_people(finding), finding.bots, strict=True):
        if operator:
            yield _("{name} is a bot, by its own word run by {operator}.", name=name, operator=clean(operator))
    for name, tally in zip(_people(finding), finding.helms, strict=False):
        if tally.by_program:
            yield _by_program(name, tally)
    if finding.torn:
        yield _("The last {count} bytes of the file are no whole entry: it was cut off.", count=finding.torn)


def unsealed_people(finding: Finding) -> list[str]:
    """Who has not sealed the game."""
    people = _people(finding)
    return [people[seat] for seat in finding.unsealed]


def _listed(finding: Finding, seats: tuple[int, ...]) -> str:
    people = _people(finding)
    return listed([people[seat] for seat in seats])


def _by_program(name: str, tally: HelmTally) -> str:
    """How much of a seat's play was its program's, by its own word."""
    when = _("in step {first}") if tally.first == tally.last else _("in steps {first} to {last}")
    words = n_(
        "By their own word {name} let a program decide in their place: {count} of {all} decision, {when}.",
        "By their own word {name} let a program decide in their place: {count} of {all} decisions, {when}.",
        tally.decisions,
    )
    steps = when.format(first=tally.first, last=tally.last)
    return words.format(name=name, count=tally.by_program, all=tally.decisions, when=steps)


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
        "verdicts": [verdict_record(verdict) for verdict in finding.verdicts],
        "meeting": finding.meeting.hex() or None,
        "claim": finding.claim or None,
        "game": finding.game or None,
        "options": dict(plain_data(finding.options)),
        "patience_s": finding.patience_s,
        "decision_s": finding.clock[0],
        "bank_s": finding.clock[1],
        "people": [
            {
                "name": name,
                "identity": key.hex(),
                "fingerprint": fingerprint(key),
                "bot_run_by": operator.hex() or None,
                "decisions": tally.decisions,
                "decided_by_program": tally.by_program,
                "program_steps": [tally.first, tally.last] if tally.by_program else None,
            }
            for name, key, operator, tally in zip(
                finding.names, finding.identities, finding.operators, finding.helms, strict=True
            )
        ],
        "entries": finding.entries,
        "steps": finding.steps,
        **result_data(finding.result),
        "unsealed": [_somebody(finding, seat) for seat in finding.unsealed],
        "waiting_for": [_somebody(finding, seat) for seat in finding.waiting_for],
        "departures": [
            {
                **_somebody(finding, departure.seat),
                "step": departure.step,
                "how": departure.how,
                "by": [_somebody(finding, seat) for seat in departure.by],
            }
            for departure in finding.departures
        ],
        "won_by": None if finding.winner is None else _somebody(finding, finding.winner),
        "torn_bytes": finding.torn,
    }


def _somebody(finding: Finding, seat: int) -> dict[str, Any]:
    key = finding.identities[seat]
    return {"name": finding.names[seat], "identity": key.hex(), "fingerprint": fingerprint(key), "seat": seat}


def verdict_record(verdict: Verdict) -> dict[str, Any]:
    """Who did what, with the key: a name alone may be anybody's."""
    return {
        "name": verdict.name,
        "identity": verdict.identity.hex(),
        "fingerprint": fingerprint(verdict.identity),
        "seat": verdict.seat,
        "step": verdict.step,
        "code": str(verdict.code),
        "sentence": verdict.sentence,
    }


# --- several files of one meeting -----------------------------------------------------------------------------


_NAMED_MAX: Final = 8  # a whole table; more are somebody's copies


def compared_lines(files: Sequence[str], comparison: Comparison) -> list[str]:
    """What files of one meeting say together, below what each says alone."""
    names = ", ".join(map(clean, files[:_NAMED_MAX]))
    if len(files) > _NAMED_MAX:
        names = _("{names} and {count} more", names=names, count=len(files) - _NAMED_MAX)
    found = [_("CHEATING: {who_did_what}", who_did_what=_accused(verdict)) for verdict in comparison.verdicts]
    headline = _("{files}: one meeting, {how_far}", files=names, how_far=_how_far(files, comparison))
    return [headline, *(f"  {line}" for line in found)]


def _how_far(files: Sequence[str], comparison: Comparison) -> str:
    if not comparison.agrees:
        if comparison.verdicts:
            return _("and they part in step {step}.", step=comparison.parted)
        return _(
            "and they part in step {step}. They prove nobody guilty: one of them is not what was played.",
            step=comparison.parted,
        )
    longest = max(comparison.steps)
    if min(comparison.steps) == longest:
        return _("the same in all {steps} steps.", steps=longest)
    further = next(clean(file) for file, steps in zip(files, comparison.steps, strict=True) if steps == longest)
    return _(
        "the same in the {common} steps that all of them have; {file} goes on to {longest}.",
        common=comparison.common,
        file=further,
        longest=longest,
    )


def compared_record(files: Sequence[str], comparison: Comparison) -> dict[str, Any]:
    """The same for programs."""
    outcome = "cheating" if comparison.verdicts else "agree" if comparison.agrees else "differ"
    return {
        "files": list(files),
        "meeting": comparison.meeting.id.hex(),
        "outcome": outcome,
        "exit": 0 if comparison.agrees and not comparison.verdicts else 1,
        "common_steps": comparison.common,
        "parted_in_step": comparison.parted,
        "steps": list(comparison.steps),
        "verdicts": [verdict_record(verdict) for verdict in comparison.verdicts],
    }

"""A second verifier, written from the text of protocol/ alone: files, evidence, and the operations of their vectors.

Imports nothing of ours. It follows protocol/transcript.md, "Verifying", and protocol/session.md, "Evidence"; tables are
in tests/second_table.py. Where it and the product differ, the specification is unclear or one of the two is wrong.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests import second_renewing
from tests.second_leaving import alone_and_later, broken_vote, departed, is_quorum, may_go_on
from tests.second_reading import Json, No, drawn_seats, sha
from tests.second_sampler import asks, known_rules, result
from tests.second_table import Table, close_sitting, judge_leaving, opened
from tests.second_words import Envelope, Meeting, envelope, fit_all, meet, read, shapes, write

b = bytes.fromhex


# --- transcript.md ------------------------------------------------------------------------------------------

ORDER = ("step", "seal", "claim", "evidence")
RANK = {"step": 0, "removal": 0, "seal": 1, "claim": 2, "evidence": 3}
MOST = {"seal": 9, "claim": 9, "evidence": 9}


def parts_of(raw: bytes) -> tuple[list[Any], int, str]:
    """The parts of a file, how many bytes are torn off at its end, and the code of the part that is none."""
    parts: list[Any] = []
    at = 0
    while at < len(raw):
        size = int.from_bytes(raw[at : at + 4], "big")
        if len(raw) - at >= 4 and not 0 < size <= 65536:
            return parts, 0, "too-large" if size else "malformed"
        if len(raw) - at < 4 + size:
            return parts, len(raw) - at, ""
        try:
            parts.append(part(raw[at + 4 : at + 4 + size], parts))
        except No as no:
            return parts, 0, str(no)
        at += 4 + size
    return parts, 0, ""


def part(payload: bytes, before: list[Any]) -> Any:
    said = read(payload)
    if type(said) is not tuple or not said or f"file/{said[0]}" not in shapes()[0]:
        raise No("malformed")
    if not before and said[0] == "tortuga-transcript" and [type(one) for one in said[1:2]] == [int] and said[1] != 3:
        raise No("wrong-version")
    fit_all(shapes()[0][f"file/{said[0]}"], said[1:])
    if before and (said[0] not in RANK or RANK[said[0]] < max(RANK.get(one[0], 0) for one in before)):
        raise No("misplaced-entry")
    if said[0] in MOST and [one[0] for one in before].count(said[0]) == MOST[said[0]]:
        raise No("misplaced-entry")
    return said


def header_of(parts: list[Any], fault: str) -> Meeting:
    if not parts or parts[0][0] != "tortuga-transcript":
        raise No(fault or "malformed")
    meeting = meet(*parts[0][2:])
    if meeting is None:
        raise No("malformed")
    known_rules(meeting.terms)
    return meeting


def envelopes(before: bytes, after: bytes, own: list[bytes]) -> list[bytes]:
    """What was signed in a step."""
    return [before + one[:1] + after + one[1:] for one in own]


def transcript(raw: str) -> tuple[Json, str]:
    """The verdict, and the code of what is wrong; as the vectors say it."""
    parts, _, fault = parts_of(b(raw))
    try:
        table = Table.begin(header_of(parts, fault))
    except No as no:
        return {"outcome": "unreadable", "entries": 0, "steps": 0, "names": []}, str(no)
    rows = {kind: [said[1] for said in parts[1:] if said[0] == kind] for kind in ORDER[1:]}
    rows["step"] = [raw for said in parts[1:] if said[0] == "step" for raw in envelopes(*said[1:])]
    entries = [*rows["step"], *rows["seal"]]
    versions = {version_of(one) for one in entries}
    if len(versions) == 1 and not versions <= {2, None}:
        return {"outcome": "unreadable", "entries": 0, "steps": 0, "names": []}, "wrong-version"
    number = 0
    for said in parts[1:]:
        ones: list[bytes] = envelopes(*said[1:]) if said[0] == "step" else [said[1]] if RANK[said[0]] < 2 else []
        for one in ones:
            number += 1
            before = deepcopy(table)
            try:
                if said[0] == "removal":
                    take_removal(table, *said[1:])
                else:
                    take(table, one, is_seal=said[0] == "seal")
            except Found as found:
                told = report(before, number - 1, found, number)
                return (told[0] | {"step": before.step}, told[1]) if said[0] == "removal" else told
    return conclude(table, rows, fault, number)


def take_removal(table: Table, attempt: int, missing: int, raws: tuple[bytes, ...]) -> None:
    """transcript.md, "Removals": exactly those who stay have confirmed it, on the history and state there."""
    stay = [seat for seat in table.present if not missing >> seat & 1] if not table.sitting else []
    over = not table.sitting and asks(table.game)[0] == "Over"
    good = not table.sitting and not over and not table.accepted and table.seats & missing
    if not good or len(stay) < 2 or len(raws) != len(stay):
        raise Found("misplaced-entry")
    for seat, raw in zip(stay, raws, strict=True):
        try:
            one = opened(table, raw)
        except No as no:
            raise Found(str(no)) from None
        slot = (table.where, table.epoch, table.step, f"gone-2.{attempt}", seat)
        if (one.slot, one.prev, one.state) != (slot, table.history, table.state):
            raise Found("misplaced-entry")
        if (one.kind, one.body) != ("confirm", (attempt, missing)):
            raise Found("misplaced-entry")
    table.removals.append((table.step, missing, stay))
    table.history = sha("history", table.history, *(envelope(raw).id for raw in raws))
    second_renewing.remove(table, attempt, missing)


def version_of(raw: bytes) -> int | None:
    try:
        plain = read(raw[:-64])
    except No:
        return None
    return plain[0] if type(plain) is tuple and plain and type(plain[0]) is int else None


class Found(Exception):
    """Something is wrong with an entry: an offence of its signer, or the file is not what was played."""

    def __init__(self, code: str, *, one: Envelope | None = None, guilty: bytes = b"", seat: int | None = None) -> None:
        super().__init__(code)
        self.code, self.one, self.guilty, self.seat = code, one, guilty, seat


def take(table: Table, raw: bytes, *, is_seal: bool) -> None:
    try:
        one = envelope(raw)
    except No as no:
        raise Found(str(no)) from None
    held = (table.closed[one.step] if one.step < table.step else {}).get(one.seat)
    if one.step == table.step and one.seat in table.accepted:
        held = table.accepted[one.seat][0]
    if held is not None and held.raw == raw:
        raise Found("repeated-entry", one=one)
    if held is None and (code := misplaced(table, one, is_seal=is_seal)):
        raise Found(code, one=one)
    try:
        opened(table, raw)
    except No as no:
        raise Found(str(no), one=one) from None
    if held is not None:
        guilty = held.slot == one.slot
        raise accused(table, one, "equivocation") if guilty else Found("repeated-entry", one=one)
    if one.state != table.state:
        raise Found("diverged", one=one)
    try:
        table.hear(one)
    except No as no:
        raise Found(str(no), one=one) if str(no) == "copied-offer" else accused(table, one, str(no)) from None


def accused(table: Table, one: Envelope, code: str) -> Found:
    keys = table.meeting.company if one.step < 4 else table.keys
    return Found(code, one=one, guilty=keys[one.seat], seat=-1 if one.step < 4 else one.seat)


def misplaced(table: Table, one: Envelope, *, is_seal: bool) -> str:
    due = table.waiting_for
    if one.step > table.step or (one.table == table.where and one.epoch > table.epoch):
        return "missing-entry"
    lane = "sit" if table.sitting else "play"
    if one.step < table.step or one.lane != lane or is_seal != (table.kind == "seal"):
        return "misplaced-entry"
    if one.seat in due and any(seat > one.seat for seat in table.accepted):
        return "misplaced-entry"
    if one.seat in due and one.seat != due[0] and not is_seal:
        return "missing-entry"
    if (one.table, one.epoch) != (table.where, table.epoch):
        return "other-table"
    return "" if one.prev == table.history else "other-history"


def conclude(table: Table, rows: dict[str, list[bytes]], fault: str, entries: int) -> tuple[Json, str]:
    number = entries + 1
    over = not table.sitting and table.kind in ("seal", "sealed")
    claims = departed(table, rows["claim"])
    claimed_well = not claims or (not over and claims_hold(table, claims))
    proofs: list[Found] = []
    wrong: list[tuple[Json, str]] = []
    first = 0
    for at, raw in enumerate(rows["evidence"], start=number + len(rows["claim"])):
        try:
            if read(raw)[:3] != (table.meeting.terms, table.meeting.call, table.meeting.people):
                raise No("bad-evidence")
            proofs.append(judge_evidence(raw))
            first = first or at
        except No as no:
            wrong.append(report(table, entries, Found(str(no)), at))
    table.out |= {seat for seat, key in enumerate(table.keys) if key in [found.guilty for found in proofs]}
    if proofs:
        told, code = report(table, entries, proofs[0], first)
        resigned = {envelope(raw).seat for raw in claims if envelope(raw).kind == "resign"}
        left = [seat for seat in table.present if seat not in resigned | table.out] if not table.sitting else []
        told |= {"winner": left[0]} if len(left) == 1 and not over else {}
        return told | {"guilty": list(dict.fromkeys(found.guilty.hex() for found in proofs))}, code
    if wrong:
        return wrong[0]
    if not claimed_well:
        at = number if over else number + len(rows["claim"]) - len(claims)
        return report(table, entries, Found("misplaced-entry"), at)
    for at, (step, _, stay) in enumerate(table.removals):
        if not is_quorum(table, at, stay):
            told, code = report(table, entries, Found("no-quorum"), entries)
            return told | {"step": step}, code
    if fault:
        return report(table, entries, Found(fault), number + len(rows["claim"]) + len(rows["evidence"]))
    told, code = report(table, entries, None, 0)
    if rows["claim"] and opened(table, rows["claim"][0]).lane == "accord":
        told = {key: value for key, value in told.items() if key != "waiting_for"} | {"outcome": "agreed"}
        return told, code
    resigned = {envelope(raw).seat for raw in claims if envelope(raw).kind == "resign"}
    left = [seat for seat in table.present if seat not in resigned] if resigned else []
    return (told | {"outcome": "resigned", "winner": left[0]} if len(left) == 1 else told), code


def claims_hold(table: Table, raws: list[bytes]) -> bool:
    """Whether these are exactly the claims of one ending: a resignation, or the confirms of all who stay."""
    try:
        claims = [opened(table, raw) for raw in raws]
    except No:
        return False
    (one, *more) = claims
    if not more and ends_alone(table, one):
        return True
    if table.sitting:
        return False
    if differs(table, one):
        return all_differ(table, claims)
    if one.lane == "accord":
        return all_agreed(table, claims)
    words = {one.body for one in claims}
    if {one.kind for one in claims} != {"confirm"} or len(words) != 1 or one.step > table.step:
        return False
    was = next(iter(table.closed[one.step].values())) if one.step < table.step else None  # a late vote: "Leaving"
    stood = (was.prev, was.state) if was else (table.history, table.state)
    said_later: set[int] = set().union(*table.closed[one.step + 1 :], table.accepted) if was else set()
    try:
        for one in claims:
            judge_leaving(table, one)
    except No:
        return False
    (_, missing) = words.pop()
    here = {(one.table, one.epoch, one.step, one.prev, one.state) for one in claims}
    stay = [seat for seat in table.present if not missing >> seat & 1]
    is_all = [one.seat for one in claims] == stay and not said_later & set(stay)
    return is_all and here == {(table.name, table.epoch, one.step, *stood)}


def all_agreed(table: Table, claims: list[Envelope]) -> bool:
    """session.md, "Ending by agreement": everybody at the table, by seat, in the open step."""
    try:
        for one in claims:
            judge_leaving(table, one)
    except No:
        return False
    here = (table.name, table.epoch, table.step, "accord", table.history, table.state)
    stand = {(*one.slot[:4], one.prev, one.state) for one in claims}
    by_all = [one.seat for one in claims] == [*table.present]
    return {one.kind for one in claims} == {"agree"} and stand == {here} and by_all


def ends_alone(table: Table, one: Envelope) -> bool:
    """Whether one envelope ends a table: a resignation, or while people sit down a word on another state."""
    if table.sitting and differs(table, one):
        return True
    if one.step == table.step and not table.sitting and (one.lane, one.kind, one.body) == ("resign", "resign", ()):
        return one.table == table.name
    if table.sitting or one.step < 4 or one.table != table.name:
        return False
    return (one.lane, one.kind, one.body) == ("resign", "resign", ())


def differs(table: Table, one: Envelope) -> bool:
    """session.md, "Another state": of the open step, on this history, and nothing that fills a filled place."""
    if (one.step, one.table, one.epoch, one.prev) != (table.step, table.where, table.epoch, table.history):
        return False
    is_filled = one.lane == ("sit" if table.sitting else "play") and one.seat in table.accepted
    return not is_filled and one.state != table.state


def all_differ(table: Table, claims: list[Envelope]) -> bool:
    """Whether those who agree are no quorum with the last of these envelopes, and were one before it."""
    seats = [one.seat for one in claims]
    if len({*seats}) < len(seats) or not all(differs(table, one) for one in claims) or table.out & {*seats}:
        return False
    stay = [seat for seat in table.present if seat not in table.out]
    for number, seat in enumerate(seats, start=1):
        stay.remove(seat)
        if may_go_on(table, stay) != (number < len(seats)):
            return False
    return True


def report(table: Table, entries: int, found: Found | None, number: int) -> tuple[Json, str]:
    names = [] if table.sitting else [person[1] for person in table.people]
    over = not table.sitting and table.kind in ("seal", "sealed")
    outcome = "cheating" if found and found.guilty else "tampered" if found else "honest" if over else "unfinished"
    left = [(seat, step) for step, gone, _ in table.removals for seat in range(len(table.keys)) if gone >> seat & 1]
    if outcome == "honest" and any(seat not in table.out for seat, _ in left):
        outcome = "without"
    told: Json = {"outcome": outcome, "entries": entries, "steps": len(table.closed), "names": names}
    if left and outcome != "tampered":
        told["departures"] = [[seat, step, "resigned" if seat in table.out else "voted"] for seat, step in left]
    missing = list(table.waiting_for) if names else []
    if over:
        scores, winners = result(table.game)
        told |= {"scores": scores, "winners": winners, "unsealed": missing}
    if found is not None:
        told["entry"] = number
        if found.one is not None:
            told |= {"step": found.one.step, "seat": found.one.seat if found.seat is None else found.seat}
        if found.guilty:
            told |= {"identity": found.guilty.hex(), "guilty": [found.guilty.hex()]}
    elif outcome == "unfinished":
        told["waiting_for"] = missing
    return told, found.code if found else "accept"


# --- transcript.md, "Several files" --------------------------------------------------------------------------


def several_files(raws: list[str]) -> Json:
    files = [parts_of(b(raw))[0] for raw in raws]
    meeting = header_of(files[0], "")
    steps = [steps_of(parts) for parts in files]
    common = 0
    while all(common in one for one in steps) and len({tuple(one[common]) for one in steps}) == 1:
        common += 1
    everything = [raw for parts in files for raw in all_envelopes(parts)]
    guilty: dict[bytes, Json] = {}
    for code, pair in [*pairs_of_one_slot(everything), *pairs_of_going_on(everything)]:
        for parts in files:
            sitting = [raw for raw in entries_of(parts) if envelope(raw).step < 4]
            value = (meeting.terms, meeting.call, meeting.people, tuple(sitting), b"", tuple(sorted(pair)), code)
            try:
                found = judge_evidence(write(value))
            except No:
                continue
            assert found.one is not None
            told = {"identity": found.guilty.hex(), "seat": found.seat, "step": found.one.step, "code": code}
            guilty.setdefault(found.guilty, told)
            break
    return {"common": common, "steps": list(map(len, steps)), "guilty": list(guilty.values())}


def entries_of(parts: list[Any]) -> list[bytes]:
    return [raw for said in parts[1:] if said[0] == "step" for raw in envelopes(*said[1:])]


def steps_of(parts: list[Any]) -> dict[int, list[bytes]]:
    steps: dict[int, list[bytes]] = {}
    for raw in entries_of(parts):
        steps.setdefault(envelope(raw).step, []).append(raw)
    return steps


def all_envelopes(parts: list[Any]) -> list[bytes]:
    exhibits = [raw for said in parts[1:] if said[0] == "evidence" for raw in read(said[1])[5]]
    return [*entries_of(parts), *(said[1] for said in parts[1:] if said[0] in ("seal", "claim")), *exhibits]


def pairs_of_one_slot(raws: list[bytes]) -> list[tuple[str, tuple[bytes, bytes]]]:
    return [
        ("equivocation", (one, other))
        for number, one in enumerate(raws)
        for other in raws[number + 1 :]
        if one != other and envelope(one).slot == envelope(other).slot
    ]


def pairs_of_going_on(raws: list[bytes]) -> list[tuple[str, tuple[bytes, bytes]]]:
    """Whatever may prove something together; whether it does, the judge says."""
    leaving = [one for one in raws if envelope(one).lane not in ("sit", "play") or envelope(one).kind == "stay"]
    return [
        (code, (one, other))
        for one in leaving
        for other in raws
        if one != other and envelope(one).seat == envelope(other).seat
        for code in ("went-on", "broken-vote")
    ]


# --- session.md, "Evidence" ---------------------------------------------------------------------------------


def judge_evidence(raw: bytes) -> Found:
    """The verdict; raises where nothing is proved."""
    value = read(raw)
    fit_all(shapes()[1][("terms", "call", "people", "entries", "state", "exhibits", "code")], value)
    terms, call, people, entries, state, exhibits, code = value
    meeting = meet(terms, call, people)
    if meeting is None:
        raise No("bad-evidence")
    known_rules(terms)
    table = replayed(meeting, entries)
    if state and (len(exhibits) == 2 or table.sitting):
        raise No("bad-evidence")
    if len(exhibits) == 2:
        if list(exhibits) != sorted(set(exhibits)) or code not in TWO_MESSAGES:
            raise No("bad-evidence")
        return accused(table, TWO_MESSAGES[code](table, exhibits), code)
    if not table.sitting:
        put_state(table, state)
    one = opened_here(table, exhibits[0])
    if (one.table, one.epoch, one.step, one.state) != (table.where, 0, table.step, table.state):
        raise No("bad-evidence")
    try:
        table.judge(one)
    except No as no:
        if str(no) == code:
            return accused(table, one, code)
    raise No("bad-evidence")


def opened_here(table: Table, raw: bytes) -> Envelope:
    """Signed by whoever sits there at this time."""
    one = opened(table, raw)
    if (one.step < 4) != table.sitting:
        raise No("bad-evidence")
    return one


def replayed(meeting: Meeting, entries: tuple[bytes, ...]) -> Table:
    table = Table.begin(meeting)
    if len(entries) % len(meeting.company) or len(entries) > 4 * len(meeting.company):
        raise No("bad-evidence")
    for number, raw in enumerate(entries):
        one = opened(table, raw)
        seat = number % len(meeting.company)
        here = (table.where, 0, table.step, "sit", seat), table.history, table.state
        if (one.slot, one.prev, one.state) != here:
            raise No("bad-evidence")
        table.hear(one)
    return table


def one_slot(table: Table, exhibits: tuple[bytes, ...]) -> Envelope:
    if table.sitting and envelope(exhibits[0]).step >= 4:
        raise No("bad-evidence")
    first, second = (opened(table, raw) for raw in exhibits)
    known = (table.name,) if first.step >= 4 else (table.meeting.id, table.lobby, table.name)
    if first.slot != second.slot or first.table not in known:
        raise No("bad-evidence")
    return first


TWO_MESSAGES = {"equivocation": one_slot, "went-on": alone_and_later, "broken-vote": broken_vote}


def put_state(table: Table, raw: bytes) -> None:
    """Reads a table state; it must be the one spelling of a state of this table."""
    try:
        step, table.epoch, table.seats, game, heads, beacons, table.shown, rolls, things, loose, stage = read(raw)
        table.step, table.game, table.heads, table.beacons = step, game, list(heads), beacons
        table.rolls, table.stage = list(rolls), stage
        table.things = {handle: tuple(rest) for handle, *rest in things}
        table.loose = {pile: list(numbers) for pile, numbers in loose}
        if table.state_bytes == raw and len(heads) == len(rolls) == len(table.keys):
            return
    except (ValueError, TypeError, AttributeError, No):
        pass
    raise No("malformed")


# --- operations of the vectors ------------------------------------------------------------------------------


def evidence(raw: str) -> Json:
    found = judge_evidence(b(raw))
    one = found.one
    assert one is not None
    called = {person[0]: person[1] for person in read(b(raw))[2]}
    seen = {"identity": found.guilty.hex(), "name": called[found.guilty]}
    return {**seen, "seat": found.seat, "step": one.step, "code": found.code}


def game_data(start: str, piles: str) -> Json:
    return {"data": sha("game-data", write((read(b(start)), read(b(piles))))).hex()}


def meeting(call: str, terms: str, people: str) -> Json:
    name = Meeting(read(b(terms)), b(call), read(b(people))).id
    return {"meeting_id": name.hex(), "first_history": sha("history", name).hex()}


def lobby(meeting_id: str, enters: list[str]) -> Json:
    return {"lobby_id": sha("lobby", b(meeting_id), *(sha("envelope", b(raw)) for raw in enters)).hex()}


def table(lobby_id: str, offers: list[str]) -> Json:
    return {"table_id": sha("table", b(lobby_id), *(sha("envelope", b(raw)) for raw in offers)).hex()}


def history(before: str, envelopes: list[str]) -> Json:
    return {"after": sha("history", b(before), *(sha("envelope", b(raw)) for raw in envelopes)).hex()}


def sitting_state(step: int, meeting_id: str, lobby_id: str, table_id: str) -> Json:
    return {"state": sha("state", write((step, b(meeting_id), b(lobby_id), b(table_id)))).hex()}


def seats(table_id: str, values: list[str]) -> Json:
    return {"chairs": drawn_seats(b(table_id), list(map(b, values)))}


def proof_context(slot: str, label: str) -> Json:
    return {"context": sha("context", b(slot), label.encode()).hex()}


def choice(data: list[int], opens: list[int], gives: list[list[int]]) -> Json:
    return {"choice": write((tuple(data), tuple(opens), tuple(map(tuple, gives)))).hex()}


def closing_offers(offers: list[str]) -> Json:
    """A lobby of which only the offers are known: their signatures and proofs are checked elsewhere."""
    said = {one.seat: one for one in (envelope(b(raw)) for raw in offers)}
    after = Table(Meeting((), b"", ()), step=1, lobby=said[0].table)
    close_sitting(after, said)
    return {"table_id": after.name.hex()}


def judgement(header: str, sitting_down: list[str], state: str, envelope: str) -> Json:
    (head,), _, _ = parts_of(b(header))
    at = replayed(Meeting(*head[2:]), tuple(map(b, sitting_down)))
    if not at.sitting:
        put_state(at, b(state))
    one = opened(at, b(envelope))
    assert (one.table, one.step, one.state) == (at.where, at.step, at.state)
    at.judge(one)
    return {"step": one.step, "seat": one.seat, "kind": one.kind}


def removal(header: str, sitting_down: list[str], state: str, attempt: int, missing: int) -> Json:
    at = renewing_at(header, sitting_down, state)
    second_renewing.remove(at, attempt, missing)
    return {"state": at.state_bytes.hex()}


def closing(header: str, sitting_down: list[str], state: str, envelopes: list[str]) -> Json:
    at = renewing_at(header, sitting_down, state)
    for raw in envelopes:
        at.hear(opened(at, b(raw)))
    return {"state": at.state_bytes.hex()}


def renewing_at(header: str, sitting_down: list[str], state: str) -> Table:
    (head,), _, _ = parts_of(b(header))
    at = replayed(Meeting(*head[2:]), tuple(map(b, sitting_down)))
    put_state(at, b(state))
    return at


def message(vocabulary: str, raw: str) -> Json:
    said = read(b(raw))
    kinds = shapes()[0]
    if type(said) is not tuple or not said or type(said[0]) is not str or f"{vocabulary}/{said[0]}" not in kinds:
        raise No("malformed")
    rows = kinds[f"{vocabulary}/{said[0]}"]
    fit_all(rows, said[1:])
    return {"kind": said[0], "fields": {name: typed(value) for (name, _), value in zip(rows, said[1:], strict=True)}}


def table_state(raw: str) -> Json:
    return {"value": typed(read(b(raw))), "state": sha("state", b(raw)).hex()}


def typed(value: Any) -> Any:
    if isinstance(value, bool):
        return value
    if isinstance(value, tuple):
        return [typed(item) for item in value]
    kind = "integer" if isinstance(value, int) else "bytes" if isinstance(value, bytes) else "text"
    return {kind: str(value) if kind == "integer" else value.hex() if kind == "bytes" else value}

"""A table as a second program plays it: sitting down, every stage, the rules of the sampler. From protocol/ alone.

Imports nothing of ours. `Table.hear` takes an envelope of the open step; `No(code)` is raised for an offence. See
tests/second_verifier.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.crypto import second_reading as cards
from tests.second_reading import Json, No, drawn_seats, number_from, opened_dice, sha, u32
from tests.second_sampler import PILE, PILES, asks, card_numbers, faces_of, legal, points_of
from tests.second_words import Envelope, Meeting, envelope, fit_all, shapes, signed_by, write

# Whoever reads many files of one game checks each proof once.
check_key_proof, check_shuffle = cache(cards.key_proof_check), cache(cards.mix_check)
check_share_proof, check_mask = cache(cards.shares_check), cache(cards.remask_check)
check_hand_over, check_copy = cache(cards.hand_over_check), cache(cards.reading_copy_check)

# --- session.md: sitting down -------------------------------------------------------------------------------


@dataclass
class Table:
    """A table at any time: sitting down (steps 0 to 3, by chair) or in play (by seat)."""

    meeting: Meeting
    step: int = 0
    epoch: int = 0
    seats: int = 0  # bits: who is at the table, once it is agreed
    history: bytes = b""
    lobby: bytes = b""
    name: bytes = b""
    people: list[Any] = field(default_factory=list)  # by chair, then by seat
    offers: list[Any] = field(default_factory=list)
    keys: list[bytes] = field(default_factory=list)  # identities, by chair, then by seat
    game: Any = ()
    heads: list[bytes] = field(default_factory=list)
    beacons: int = 0
    shown: int = 0  # the beacon whose values the heads are
    rolls: list[int] = field(default_factory=list)
    things: dict[int, Any] = field(default_factory=dict)
    loose: dict[str, list[int]] = field(default_factory=dict)
    stage: tuple[Any, ...] = ()
    accepted: dict[int, tuple[Envelope, Any]] = field(default_factory=dict)  # with what closing needs
    closed: list[dict[int, Envelope]] = field(default_factory=list)
    removals: list[tuple[int, int, list[int]]] = field(default_factory=list)  # step, who went, who stayed
    out: set[int] = field(default_factory=set)  # seats that are proved to have left

    @classmethod
    def begin(cls, meeting: Meeting) -> Table:
        return cls(meeting, history=sha("history", meeting.id), keys=list(meeting.company), people=list(meeting.people))

    @property
    def sitting(self) -> bool:
        return self.step < 4

    @property
    def where(self) -> bytes:
        return (self.meeting.id, self.lobby, self.lobby, self.name)[self.step] if self.sitting else self.name

    @property
    def state_bytes(self) -> bytes:
        if self.sitting:
            return write((self.step, self.meeting.id, self.lobby, self.name))
        things = tuple((handle, *self.things[handle]) for handle in sorted(self.things))
        loose = tuple((pile, tuple(self.loose[pile])) for pile in sorted(self.loose))
        counted = tuple(self.heads), self.beacons, self.shown, tuple(self.rolls)
        return write((self.step, self.epoch, self.seats, self.game, *counted, things, loose, self.stage))

    @property
    def state(self) -> bytes:
        return sha("state", self.state_bytes)

    def owner(self, seat: int) -> bytes:
        return sha("owner", self.lobby, self.keys[seat])

    def card_key(self, place: int) -> bytes:
        if place >= 0:
            key: bytes = self.offers[place][2]
            return key
        return bytes.fromhex(cards.joint_key([self.offers[seat][2].hex() for seat in self.present])["key"])

    @property
    def present(self) -> list[int]:
        return [seat for seat in range(len(self.keys)) if self.seats >> seat & 1]

    def slot(self, seat: int, when: tuple[int, int] | None = None) -> bytes:
        epoch, step = when or (self.epoch, self.step)
        return write((self.where, epoch, step, "sit" if self.sitting else "play", seat))

    def context(self, seat: int, label: str) -> str:
        return sha("context", self.slot(seat), label.encode()).hex()

    @property
    def kind(self) -> str:
        return ("enter", "offer", "sign", "seat")[self.step] if self.sitting else self.stage[0]

    @property
    def speakers(self) -> list[int]:
        everybody = list(range(len(self.keys)))
        return everybody if self.sitting else speakers(self)

    @property
    def waiting_for(self) -> list[int]:
        return [seat for seat in self.speakers if seat not in self.accepted]

    # --- one envelope of the open step ---

    def judge(self, one: Envelope) -> Any:
        """Raises the code of an offence; gives what closing needs."""
        if one.lane in ("nod", "resign", "wish", "accord") or one.lane.startswith(("gone-1.", "gone-2.")):
            return judge_leaving(self, one)
        if one.seat not in self.speakers:
            raise No("out-of-turn")
        if one.kind != self.kind or one.lane != ("sit" if self.sitting else "play"):
            raise No("wrong-kind")
        fit_all(shapes()[0][f"{'sit' if self.sitting else 'play'}/{one.kind}"], one.body)
        return judge_sitting(self, one) if self.sitting else CHECKS[one.kind](self, one.seat, one.body)

    def hear(self, one: Envelope) -> None:
        """One more of the open step; closes it when it is the last."""
        self.accepted[one.seat] = one, self.judge(one)
        if self.waiting_for:
            return
        said = {seat: self.accepted[seat][0] for seat in sorted(self.accepted)}
        checked = {seat: self.accepted[seat][1] for seat in said}
        if self.sitting:
            close_sitting(self, said)
        else:
            CLOSES[self.kind](self, said, checked)
        self.history = sha("history", self.history, *(one.id for one in said.values()))
        self.closed.append(said)
        self.accepted = {}


def judge_sitting(table: Table, one: Envelope) -> None:
    match one.kind, one.body:
        case "offer", (_, _, key, proof):
            check_key_proof(key.hex(), proof.hex(), table.context(one.seat, "key"))
        case "sign", (name,):
            if name != table.name:
                raise No("other-table")
        case "seat", (value,):
            if sha("chain", table.owner(one.seat), value) != table.offers[one.seat][0]:
                raise No("bad-chain-value")


def close_sitting(table: Table, said: dict[int, Envelope]) -> None:
    ids = [one.id for one in said.values()]
    bodies = [one.body for one in said.values()]
    table.step += 1
    if table.step == 1:
        table.lobby = sha("lobby", table.meeting.id, *ids)
    elif table.step == 2:
        for column in range(3):
            if len({offer[column] for offer in bodies}) != len(bodies):
                raise No("copied-offer")
        if cards.total(*((1, cards.dec(offer[2])) for offer in bodies)) is None:
            raise No("copied-offer")
        table.offers, table.name = bodies, sha("table", table.lobby, *ids)
    elif table.step == 4:
        order = drawn_seats(table.name, [value for (value,) in bodies])
        for rows in (table.people, table.offers, table.keys):
            rows[:] = [rows[chair] for chair in order]
        table.heads = [bodies[chair][0] for chair in order]
        table.beacons, table.shown, table.rolls = 1, 1, [0] * len(order)
        table.game, table.seats = (len(order), 0, (), 0), (1 << len(order)) - 1
        table.loose = {name: sorted(card_numbers(name)) for name, _, _ in PILES}
        open_stage(table)


# --- stages -----------------------------------------------------------------------------------------------


def answer(table: Table, facts: tuple[int, ...] = ()) -> None:
    n, at, known, gone = table.game
    table.game = (n, at + 1, known + facts, gone)
    open_stage(table)


def open_stage(table: Table) -> None:
    """The first stage of the present ask. The sampler asks nobody to look at their own hand."""
    ask = asks(table.game)
    first = {"Turn": "move", "Together": "commit", "Chance": "link", "Roll": "link", "Give": "give", "Over": "seal"}
    table.stage = (first.get(ask[0], "show"), 0, b"", (), (), ())
    if ask[0] == "Mix":
        table.stage = ("mix", 0, first_deck(table, ask), (), (), ())
    elif ask[0] == "MixHands":
        table.stage = ("mix", 0, b"", (), (), ())
    elif ask[0] in ("Deal", "Look") and any(stale(table, seat) for seat in table.present):
        table.stage = ("remask", 0, b"", (), (), ())


def speakers(table: Table) -> list[int]:
    kind, ask, everybody = table.stage[0], asks(table.game), table.present
    if kind in ("link", "seal", "stay", "tag", "unveil"):
        return list(everybody)
    if kind == "mix" and table.stage[5]:
        return [everybody[table.stage[1]]]
    if kind in ("move", "commit", "reveal"):
        return list(ask[1])
    if kind == "mix":
        return sorted(ask[2]) if ask[0] == "MixHands" else [ask[5][table.stage[1]]]
    if kind == "remask":
        return [seat for seat in everybody if stale(table, seat)]
    if kind == "show":
        return [seat for seat in everybody if any(duties(table, seat))]
    if kind == "give":
        return sorted({table.things[handle][1] for handle, _ in ask[1]})
    return []  # sealed


def is_die(thing: Any) -> bool:
    return bool(thing[0] == "")


def first_deck(table: Table, ask: Any) -> bytes:
    _, pile, hidden, shown, _, _ = ask
    key = table.card_key(PILE)
    points = [points_of(pile)[number].hex() for number in incoming(table, pile, shown)]
    return b"".join(table.things[handle][2] for handle in hidden) + bytes.fromhex(
        cards.fresh_cards(key.hex(), points)["cards"]
    )


def incoming(table: Table, pile: str, shown: Any) -> list[int]:
    left, numbers = list(table.loose[pile]), []
    for face in shown:
        number = next(number for number in left if faces_of(pile)[number] == face)
        left.remove(number)
        numbers.append(number)
    return numbers


def stale(table: Table, seat: int) -> list[int]:
    hands = asks(table.game)[1]
    return [handle for viewer, handles in hands if viewer == seat for handle in handles if table.things[handle][3]]


def duties(table: Table, seat: int) -> tuple[list[int], list[tuple[int, int]], list[int]]:
    """Cards to give shares of, copies to make for whom, dice to open; in the order of the ask."""
    ask, things = asks(table.game), table.things
    if ask[0] == "Open":
        mine = [handle for handle in ask[1] if things[handle][1] in (PILE, seat)]
        dice = [handle for handle in mine if is_die(things[handle])]
        return [handle for handle in mine if handle not in dice], [], dice
    wanted = [(handle, viewer) for viewer, handles in ask[1] for handle in handles if viewer != seat]
    shares = [handle for handle, _ in wanted if things[handle][1] == PILE]
    return shares, [(handle, viewer) for handle, viewer in wanted if things[handle][1] == seat], []


# --- checks: each raises a code, and gives what closing needs -----------------------------------------------


def check_dice(table: Table, seat: int, handles: list[int], openings: Any) -> dict[int, int]:
    rolls: dict[int, list[tuple[int, int]]] = {}
    for handle in handles:
        _, _, roll, position, *_ = table.things[handle]
        rolls.setdefault(roll, []).append((position, handle))
    if len(rolls) != len(openings):
        raise No("wrong-count")
    faces: dict[int, int] = {}
    for (roll, some), opening in zip(sorted(rolls.items()), openings, strict=True):
        some.sort()
        sides, beacon = [table.things[handle][4] for _, handle in some], table.things[some[0][1]][5]
        place = table.offers[seat][1].hex(), table.owner(seat).hex(), roll, [position for position, _ in some]
        found = opened_dice(*place, opening.hex(), table.name.hex(), seat, beacon.hex(), sides)
        faces |= {handle: face for (_, handle), face in zip(some, found["dice"], strict=True)}
    return faces


def check_shares(table: Table, seat: int, handles: list[int], shares: bytes, proof: bytes) -> dict[int, bytes]:
    if not handles:
        if shares or proof:
            raise No("wrong-count")
        return {}
    locked = b"".join(table.things[handle][2] for handle in handles).hex()
    key = table.card_key(seat).hex()
    check_share_proof(key, locked, shares.hex(), proof.hex(), table.context(seat, "shares"))
    return dict(zip(handles, cards.pieces(shares, 33), strict=True))


def laid_bare(table: Table, handle: int, shares: list[bytes]) -> tuple[str, int]:
    pile, _, card, _ = table.things[handle]
    alike = next(bool(alike) for name, _, alike in PILES if name == pile)
    found = cards.open_card(card.hex(), [share.hex() for share in shares], pile, list(faces_of(pile)), alike)
    return pile, card_numbers(pile)[found["card"]]


def check_given(table: Table, seat: int, gives: Any, given: Any) -> list[bytes]:
    if len(gives) != len(given):
        raise No("wrong-count")
    for i, ((handle, place), (card, proof)) in enumerate(zip(gives, given, strict=True)):
        thing = table.things.get(handle)
        if thing is None or is_die(thing) or thing[1] != seat or place == seat or place not in (PILE, *table.present):
            raise No("not-yours")
        keys = {"key": table.card_key(seat).hex(), "to": table.card_key(place).hex()}
        context = table.context(seat, f"give/{i}")
        check_hand_over(**keys, held=thing[2].hex(), given=card.hex(), proof=proof.hex(), context=context)
    return [card for card, _ in given]


def check_deed(table: Table, seat: int, deed: Any) -> Json:
    data, opens, gives, dice, shares, proof, given = deed
    touched = [*opens, *(handle for handle, _ in gives)]
    if len(set(touched)) != len(touched):
        raise No("malformed")
    if any(handle not in table.things or table.things[handle][1] != seat for handle in opens):
        raise No("not-yours")
    faces = check_dice(table, seat, [handle for handle in opens if is_die(table.things[handle])], dice)
    shown = check_shares(table, seat, [handle for handle in opens if handle not in faces], shares, proof)
    bare = {handle: laid_bare(table, handle, [share]) for handle, share in shown.items()}
    faces |= {handle: faces_of(pile)[number] for handle, (pile, number) in bare.items()}
    moved = check_given(table, seat, gives, given)
    if not legal(table.game, seat, data, opens, gives):
        raise No("illegal-move")
    return {"data": data, "opens": opens, "faces": faces, "bare": bare, "gives": gives, "given": moved}


def check_move(table: Table, seat: int, body: Any) -> Json:
    return check_deed(table, seat, body[0])


def check_reveal(table: Table, seat: int, body: Any) -> Json:
    salt, deed = body
    digest = table.stage[3][asks(table.game)[1].index(seat)]
    if sha("commit", table.slot(seat, table.stage[4]), salt, write(deed[:3])) != digest:
        raise No("reveal-mismatch")
    return check_deed(table, seat, deed)


def check_link(table: Table, seat: int, body: Any) -> None:
    name, *what = asks(table.game)
    rolling = [one[0] for one in what[0]] if name == "Roll" else []
    if table.beacons >= 4096 or any(table.rolls[roller] >= 512 for roller in rolling):
        raise No("bad-chain-value")
    value = body[0]
    for _ in range(table.beacons + 1 - table.shown):
        value = sha("chain", table.owner(seat), value)
    if value != table.heads[seat]:
        raise No("bad-chain-value")


def check_mix(table: Table, seat: int, body: Any) -> None:
    deck, proof = body
    ask, before, place = asks(table.game), table.stage[2], PILE
    if ask[0] == "MixHands" and not table.stage[5]:
        before, place = b"".join(table.things[handle][2] for handle in ask[2][seat][0]), seat
    if len(deck) != len(before):
        raise No("wrong-count")
    key, context = table.card_key(place), table.context(seat, "mix")
    check_shuffle(key.hex(), before.hex(), deck.hex(), proof.hex(), context)


def check_remask(table: Table, seat: int, body: Any) -> None:
    handles = stale(table, seat)
    if len(handles) != len(body[0]):
        raise No("wrong-count")
    for i, (handle, (card, proof)) in enumerate(zip(handles, body[0], strict=True)):
        old, context = table.things[handle][2], table.context(seat, f"remask/{i}")
        check_mask(table.card_key(PILE).hex(), old.hex(), card.hex(), proof.hex(), context)


def check_show(table: Table, seat: int, body: Any) -> Json:
    shares, proof, copies, dice = body
    cards_due, copies_due, dice_due = duties(table, seat)
    shown = check_shares(table, seat, cards_due, shares, proof)
    if len(copies) != len(copies_due):
        raise No("wrong-count")
    for i, ((handle, viewer), (card, made)) in enumerate(zip(copies_due, copies, strict=True)):
        keys = {"key": table.card_key(seat).hex(), "to": table.card_key(viewer).hex()}
        held, context = table.things[handle][2].hex(), table.context(seat, f"copy/{i}")
        check_copy(**keys, held=held, given=card.hex(), proof=made.hex(), context=context)
    return {"shares": shown, "faces": check_dice(table, seat, dice_due, dice)}


def check_give(table: Table, seat: int, body: Any) -> list[bytes]:
    return check_given(table, seat, gifts(table, seat), body[0])


def gifts(table: Table, seat: int) -> list[tuple[int, int]]:
    return [(handle, to) for handle, to in asks(table.game)[1] if table.things[handle][1] == seat]


CHECKS: dict[str, Any] = {
    "move": check_move,
    "commit": lambda table, seat, body: body[0],
    "reveal": check_reveal,
    "link": check_link,
    "mix": check_mix,
    "remask": check_remask,
    "show": check_show,
    "give": check_give,
    "seal": lambda table, seat, body: None,
}


# --- closing ------------------------------------------------------------------------------------------------


def close_deeds(table: Table, said: Any, checked: dict[int, Json]) -> None:
    facts: list[int] = []
    together = asks(table.game)[0] == "Together"
    for seat in range(len(table.keys)) if together else checked:
        if seat not in checked:
            facts += [0, 0]
            continue
        deed = checked[seat]
        uncover(table, deed["opens"], deed["bare"].values())
        for (handle, place), card in zip(deed["gives"], deed["given"], strict=True):
            table.things[handle] = (table.things[handle][0], place, card, ())
        facts += [*(deed["data"] or deed["opens"]), *deed["faces"].values()]
    table.step += 1
    answer(table, tuple(facts))


def uncover(table: Table, handles: Any, bare: Any) -> None:
    for handle in handles:
        del table.things[handle]
    for pile, number in bare:
        table.loose[pile] = sorted([*table.loose[pile], number])


def close_commit(table: Table, said: Any, checked: dict[int, bytes]) -> None:
    table.step += 1
    seals = tuple(checked[seat] for seat in asks(table.game)[1])
    table.stage = ("reveal", 0, b"", seals, (table.epoch, table.step - 1), ())


def close_link(table: Table, said: dict[int, Envelope], checked: Any) -> None:
    values = [one.body[0] for one in said.values()]
    for seat, value in zip(said, values, strict=True):
        table.heads[seat] = value
    table.beacons += 1
    table.shown = table.beacons
    table.step += 1
    beacon = sha("beacon", table.name, u32(table.epoch), u32(table.beacons), *values)
    ask = asks(table.game)
    if ask[0] == "Chance":
        numbers = [number_from(sha("draw", beacon, u32(i)), bound) for i, bound in enumerate(ask[1])]
        return answer(table, tuple(numbers))
    for seat, handles, sides in ask[1]:
        for position, handle in enumerate(handles):
            table.things[handle] = ("", seat, table.rolls[seat], position, sides[position], beacon)
        table.rolls[seat] += 1
    return answer(table)


def close_mix(table: Table, said: dict[int, Envelope], checked: Any) -> None:
    if table.stage[5]:
        return ANEW["mix"](table, said)  # type: ignore[no-any-return]
    if asks(table.game)[0] == "MixHands":
        return close_hands(table, said)
    _, pile, hidden, shown, into, by = asks(table.game)
    ((deck, _),) = [one.body for one in said.values()]
    table.step += 1
    if table.stage[1] + 1 < len(by):
        table.stage = ("mix", table.stage[1] + 1, deck, (), (), ())
        return None
    for handle in hidden:
        del table.things[handle]
    for number in incoming(table, pile, shown):
        table.loose[pile].remove(number)
    table.things |= {handle: (pile, PILE, card, ()) for handle, card in zip(into, cards.pieces(deck, 66), strict=True)}
    return answer(table)


def close_hands(table: Table, said: dict[int, Envelope]) -> None:
    _, pile, hands = asks(table.game)
    for hidden, _ in hands.values():
        for handle in hidden:
            del table.things[handle]
    for seat, (_, into) in hands.items():
        deck = cards.pieces(said[seat].body[0], 66)
        table.things |= {handle: (pile, seat, card, ()) for handle, card in zip(into, deck, strict=True)}
    table.step += 1
    answer(table)


def close_remask(table: Table, said: dict[int, Envelope], checked: Any) -> None:
    for seat, one in said.items():
        for handle, (card, _) in zip(stale(table, seat), one.body[0], strict=True):
            table.things[handle] = (table.things[handle][0], PILE, card, ())
    table.step += 1
    table.stage = ("show", 0, b"", (), (), ())


def close_show(table: Table, said: Any, checked: dict[int, Json]) -> None:
    ask = asks(table.game)
    table.step += 1

    def shares_of(handle: int) -> dict[int, bytes]:
        return {seat: shown["shares"][handle] for seat, shown in checked.items() if handle in shown["shares"]}

    if ask[0] == "Open":
        bare = {h: laid_bare(table, h, [*shares_of(h).values()]) for h in ask[1] if not is_die(table.things[h])}
        faces = {handle: face for shown in checked.values() for handle, face in shown["faces"].items()}
        faces |= {handle: faces_of(pile)[number] for handle, (pile, number) in bare.items()}
        uncover(table, ask[1], bare.values())
        return answer(table, tuple(faces[handle] for handle in ask[1]))
    for viewer, handles in ask[1]:
        for handle in handles:
            pile, place, card, _ = table.things[handle]
            given = shares_of(handle)
            if ask[0] == "Deal":
                left = cards.unlock(card.hex(), [share.hex() for share in given.values()])["card"]
                table.things[handle] = (pile, viewer, bytes.fromhex(left), ())
            elif place == PILE:
                table.things[handle] = (pile, PILE, card, tuple(sorted(given)))
    return answer(table)


def close_give(table: Table, said: Any, checked: dict[int, list[bytes]]) -> None:
    moved = [(gifts(table, seat), given) for seat, given in checked.items()]
    for pairs, given in moved:
        for (handle, place), card in zip(pairs, given, strict=True):
            table.things[handle] = (table.things[handle][0], place, card, ())
    table.step += 1
    answer(table)


def close_seal(table: Table, said: Any, checked: Any) -> None:
    table.step += 1
    table.stage = ("sealed", 0, b"", (), (), ())


ANEW: dict[str, Any] = {}  # piles made anew (second_renewing.py)
CLOSES: dict[str, Any] = {
    **{"move": close_deeds, "reveal": close_deeds, "commit": close_commit, "link": close_link, "mix": close_mix},
    **{"remask": close_remask, "show": close_show, "give": close_give, "seal": close_seal},
}


# --- leaving ------------------------------------------------------------------------------------------------


def judge_leaving(table: Table, one: Envelope) -> None:
    if table.sitting:
        raise No("wrong-kind")
    rows = shapes()[0].get(f"beside/{one.kind}")
    if rows is None:
        raise No("malformed")
    fit_all(rows, one.body)
    own = {"nod": "nod", "resign": "resign", "wish": "wish", "agree": "accord", "decline": "accord"}
    named = one.kind in own
    lane = own[one.kind] if named else f"gone-{1 if one.kind == 'gone' else 2}.{one.body[0]}"
    if one.lane != lane:
        raise No("wrong-kind")
    if not table.seats >> one.seat & 1:
        raise No("out-of-turn")
    if named:
        return
    if one.body[1] >> one.seat & 1:
        raise No("out-of-turn")
    if one.kind == "gone" and one.body[2] >= one.body[0]:
        raise No("malformed")
    if one.kind == "withdraw":
        late = opened(table, one.body[2])
        lane = "nod" if late.lane == "nod" and may_nod(table) else "play"
        here = (table.where, table.epoch, table.step, lane, late.seat), one.prev, one.state
        if (late.slot, late.prev, late.state) != here or not one.body[1] >> late.seat & 1:
            raise No("wrong-kind")
        table.judge(late)


def may_nod(table: Table) -> bool:
    """Where somebody may wait for a nod."""
    if len(table.present) < 3:
        return False
    if table.kind == "give":
        return any(place >= 0 for seat in table.speakers for _, place in gifts(table, seat))
    return table.kind in ("show", "reveal", "move", "unveil")


def opened(table: Table, raw: bytes) -> Envelope:
    """An envelope signed by whoever sits there."""
    one = envelope(raw)
    keys = table.meeting.company if one.step < 4 else table.keys
    if one.seat >= len(keys):
        raise No("unknown-sender")
    signed_by(keys[one.seat], one)
    return one

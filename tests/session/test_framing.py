"""All others together, with everything that an honest seat ever signed in their hands, try to convict it; in vain.

They may sign anew whatever they said themselves, while sitting down too, and put states, terms and tables together as
they like. What they cannot do is sign for the honest seat, whose hashes name one table and one state each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from tests.refusal import refused
from tests.session.stories import ending, meet, says, verdicts, wait_out
from tests.tinygames import HARBOUR, RACE, SCREENS
from tests.tinygames.harbour import Do
from tests.verify.files import file_of, verified
from tortuga_p2p.crypto.element import element
from tortuga_p2p.crypto.zone import SecretKey
from tortuga_p2p.errors import Code, Refused
from tortuga_p2p.rules.ask import Move
from tortuga_p2p.session import evidence, joining, randomness, showing
from tortuga_p2p.session.agreement import check_terms
from tortuga_p2p.session.event import Begun, Heard, Impatience, Tick, Utter
from tortuga_p2p.session.evidence import check_evidence
from tortuga_p2p.session.joining import Sit
from tortuga_p2p.session.message import Link, Say
from tortuga_p2p.session.replica import Session
from tortuga_p2p.session.session import step
from tortuga_p2p.session.table import FIRST_STEP
from tortuga_p2p.testing.company import TOY, BriefMe, Company
from tortuga_p2p.testing.forging import changed, content_of, said_in, worded
from tortuga_p2p.verify.verifier import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tortuga_p2p.crypto.group import Group
    from tortuga_p2p.rules.game import Game
    from tortuga_p2p.session.agreement import Meeting
    from tortuga_p2p.session.seat_secrets import SeatSecrets
    from tortuga_p2p.testing.company import Peer

CODES = (Code.OUT_OF_TURN, Code.WRONG_KIND, Code.ILLEGAL_MOVE, Code.REVEAL_MISMATCH, Code.BAD_OPENING, Code.BAD_SHARE)


@dataclass(frozen=True)
class Played:
    """A game to its end, the states on the way by step, and everything that one seat said in it."""

    company: Company
    honest: Peer
    states: Mapping[int, bytes]
    said: tuple[bytes, ...]

    @property
    def meeting(self) -> Meeting:
        return self.company.meeting

    @property
    def closed(self) -> Sequence[Mapping[int, bytes]]:
        return self.honest.session.closed

    def accuse(self, *exhibits: bytes, code: Code, **changes: Any) -> None:
        """Raises `Refused` where this evidence, changed like that, proves nothing."""
        state = self.states.get(content_of(exhibits[0]).step, b"") if len(exhibits) == 1 else b""
        raw = evidence.gather(self.meeting, self.closed, state, exhibits, code)
        raw = evidence.write(replace(evidence.read(raw), **changes))
        verdict = check_evidence(raw, lambda terms: (self.company.game, TOY))
        assert verdict.identity != self.honest.key, f"an honest seat is convicted: {verdict}"


@cache
def played(game: Any) -> Played:
    company = Company.make(game, 3, seated=BriefMe).sit().play()
    honest = company.players[0]
    session, _ = step(Session.make(company.meeting, game, TOY, None), Begun())
    states = {}
    for number, said in enumerate(honest.session.closed):
        if session.table is not None:
            states[number] = session.table.raw
        for raw in said.values():
            session, _ = step(session, Heard(b"", Say(company.meeting.id, raw)))
    return Played(company, honest, states, tuple(entry.raw for entry in honest.log if isinstance(entry, Utter)))


def in_play(game: Played) -> list[bytes]:
    return [raw for raw in game.said if content_of(raw).step >= FIRST_STEP]


@pytest.mark.parametrize("game", [SCREENS, HARBOUR], ids=lambda game: game.name)
def test_nothing_that_an_honest_seat_said_is_an_offence_in_any_state_of_its_game(game: Any) -> None:
    whole = played(game)
    for raw in in_play(whole)[:12]:
        number = content_of(raw).step
        for code in CODES:
            with refused(Code.BAD_EVIDENCE):
                whole.accuse(raw, code=code)
        for other in (number - 1, number + 1):
            if other in whole.states:
                with refused(Code.BAD_EVIDENCE):
                    whole.accuse(raw, code=CODES[0], state=whole.states[other])


def test_nothing_that_an_honest_seat_said_while_sitting_down_is_an_offence() -> None:
    whole = played(SCREENS)
    for number, raw in enumerate(whole.said[:FIRST_STEP]):
        entries = tuple(one for said in whole.closed[:number] for one in said.values())
        for code in (Code.BAD_KEY_PROOF, Code.OTHER_TABLE, Code.BAD_CHAIN_VALUE, Code.WRONG_KIND):
            with refused(Code.BAD_EVIDENCE):
                whole.accuse(raw, code=code, entries=entries, state=b"")


def test_no_two_messages_of_an_honest_seat_contradict_each_other() -> None:
    """Also not those of two tables at which the same people play the same game."""
    first = played(SCREENS)
    again = Company.make(SCREENS, 3, 0, seated=BriefMe)
    again.meeting = replace(again.meeting, call=bytes(32))
    for peer in again.players:
        peer.session = peer.start.make(again.meeting, SCREENS, TOY, peer.start.me)
    again.sit()
    other = [entry.raw for entry in again.players[0].log if isinstance(entry, Utter)]
    slots = [content_of(raw).slot for raw in (*first.said, *other)]
    assert len(set(slots)) == len(slots)
    for one, two in zip(first.said, other, strict=False):
        for entries in (tuple(raw for said in first.closed[:FIRST_STEP] for raw in said.values()), ()):
            with pytest.raises(Refused):
                first.accuse(one, two, code=Code.EQUIVOCATION, entries=entries)


@pytest.mark.parametrize("game", [SCREENS, RACE], ids=lambda game: game.name)
def test_no_two_messages_of_an_honest_seat_prove_that_it_was_alone_and_went_on(game: Any) -> None:
    """Not those of a whole game, nor those of somebody who gave up everybody else in the end."""
    whole = played(game)
    for one, two in combinations(in_play(whole)[-8:], 2):
        with refused(Code.BAD_EVIDENCE):
            whole.accuse(one, two, code=Code.WENT_ON)
    company = Company.make(game, 3, seated=BriefMe).sit()
    honest = next(peer for peer in company.players if peer not in list(company.deciding())[:1])
    if len(honest.session.moves):
        company.intend(honest.name)
    company.post.clear()
    for time_s in (0, 10_000, 20_000):
        honest.take(Tick(1 + 1000 * time_s))
        honest.take(Impatience(0b111))
    assert ending(honest).kind == "abandoned"
    said = tuple(entry.raw for entry in honest.log if isinstance(entry, Utter))
    alone = replace(whole, company=company, honest=honest, said=said)
    assert {content_of(raw).kind for raw in said} > {"gone", "confirm"}
    for one, two in combinations(in_play(alone), 2):
        with refused(Code.BAD_EVIDENCE):
            alone.accuse(one, two, code=Code.WENT_ON)


@pytest.mark.parametrize("number", range(FIRST_STEP))
def test_words_of_sitting_down_that_the_others_sign_anew_lead_to_another_table(number: int) -> None:
    whole = played(SCREENS)
    others = [peer for peer in whole.company.players if peer is not whole.honest]
    chairs = {whole.meeting.company.index(peer.key): peer for peer in others}
    closed = [dict(said) for said in whole.closed[:FIRST_STEP]]
    for chair, peer in chairs.items():
        said = said_in(closed[number][chair])
        other = bytes(31) + bytes([chair])
        anew = {
            "enter": {"nonce": other},
            "offer": {"root": other},
            "sign": {"table": other},
            "seat": {"value": other},
        }[content_of(closed[number][chair]).kind]
        closed[number][chair] = changed(peer.session, closed[number][chair], replace(said, **anew))
    entries = tuple(raw for said in closed for raw in said.values())
    for raw in in_play(whole)[:4]:
        with pytest.raises(Refused):
            whole.accuse(raw, code=Code.OUT_OF_TURN, entries=entries)


def test_other_terms_another_call_or_another_company_are_another_table() -> None:
    whole = played(SCREENS)
    raw, terms = in_play(whole)[0], whole.meeting.terms
    first, *others = whole.meeting.people
    stranger = replace(first, identity=min(Company.make(SCREENS, 3, 7).meeting.company))
    assert stranger.identity not in whole.meeting.company
    for changes in (
        {"terms": replace(terms, patience_s=terms.patience_s + 1)},
        {"terms": replace(terms, version=terms.version + 1)},
        {"terms": replace(terms, group="secp256k1")},
        {"terms": replace(terms, data=bytes(32))},
        {"call": bytes(32)},
        {"people": tuple(sorted((stranger, *others), key=lambda one: one.identity))},
        {"people": (replace(first, name=others[0].name), *others)},
        {"people": (replace(first, bot=True), *others)},
        {"people": (replace(first, operator=others[0].identity), *others)},
    ):
        with pytest.raises(Refused):
            whole.accuse(raw, code=Code.OUT_OF_TURN, **changes)


# --- two histories -----------------------------------------------------------------------------------------------


def forked(company: Company, liar: Peer, first: Move, second: Move) -> tuple[Peer, Peer]:
    """The liar decides in two ways, and tells two honest seats one each; they do not hear each other."""
    honest = [peer for peer in company.players if peer is not liar]
    start = liar.session
    for peer, move in zip(honest, (first, second), strict=True):
        liar.session = start
        for effect in company.intend(liar.name, move):
            if isinstance(effect, Utter):
                company.say(peer.name, effect.raw, liar.name)
    liar.session = start
    company.post = [mail for mail in company.post if mail.sender != liar.name]
    return honest[0], honest[1]


def test_whoever_tells_two_histories_cannot_go_on_with_either() -> None:
    """What one of them shows, here its next chain value, fits into the other's history nowhere."""
    company = Company.make(RACE, 3).sit().play_until(lambda company: len(next(company.deciding()).session.moves) == 2)
    (liar,) = company.deciding()
    hold, push = liar.session.moves
    one, two = forked(company, liar, hold, push)
    stood = {peer.name: peer.session.position.step for peer in (one, two)}
    shown = [mail.talk.envelope for mail in company.post if says("link")(mail)]  # type: ignore[union-attr]
    assert {content_of(raw).seat for raw in shown} == {two.seat}, "after a hold nobody draws"
    for raw in shown:
        company.say(one.name, raw)
    assert {peer.name: peer.session.position.step for peer in (one, two)} == stood
    meet(company)
    for peer in (one, two):
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]


def test_two_histories_may_show_a_liar_one_card_and_cost_him_the_table() -> None:
    """Known (protocol/security.md): each of two honest seats gives its share of one card, for somebody else to see."""
    company = Company.make(HARBOUR, 3).sit()
    (liar,) = company.deciding()
    table = liar.session.table
    assert table is not None
    pile = sorted(handle for handle, thing in table.things.items() if thing.place == -1)  # type: ignore[union-attr]
    first, second = (peer for peer in company.players if peer is not liar)
    card = pile[first.seat]
    one, two = forked(company, liar, Move((Do.DRAW, card)), Move((Do.SERVE,)))
    assert (one, two) == (first, second)
    given = {peer.name: set(showing.duties(peer.session.table, peer.seat).shares) for peer in (one, two)}  # type: ignore[arg-type]
    assert given[one.name] & given[two.name] == {card}, "for them in one history, for another in the other"
    meet(company)
    wait_out(company)
    for peer in (one, two):
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]
        assert ending(peer).kind == "evidence"


# --- edges of sitting down and of randomness --------------------------------------------------------------------------


def test_terms_are_compared_as_bytes() -> None:
    """To Python 1 is true; another language would call the same meeting another one."""
    company = Company.make(HARBOUR, 2, options={"turns": 1})
    terms = company.meeting.terms
    options: Any = terms.options
    bent = replace(terms, options=tuple((name, True if name == "turns" else value) for name, value in options))
    assert bent == terms
    assert replace(company.meeting, terms=bent).id != company.meeting.id
    with refused(Code.OTHER_RULES):
        check_terms(bent, HARBOUR, TOY)


class Opposite(BriefMe):
    """Two seats of one person, whose keys cancel each other."""

    __slots__ = ()

    def secrets(self, group: Group, lobby: bytes) -> SeatSecrets:
        scalar = 7 if self.identity.public == Company.make(RACE, 2).meeting.company[0] else group.order - 7
        return replace(super().secrets(group, lobby), key=SecretKey(scalar, element(group, group.base(scalar))))


@pytest.mark.parametrize("game", [RACE, HARBOUR], ids=lambda game: game.name)
def test_keys_that_cancel_each_other_let_nobody_sit_down_whatever_is_played(game: Game[Any]) -> None:
    company = Company.make(game, 2, seated=Opposite).sit()
    for peer in company.players:
        assert (ending(peer).kind, peer.session.position.step, peer.convictions) == ("unseated", 1, [])


@pytest.mark.parametrize("limit", ["CHAIN_LENGTH", "DICE_ROLLS_MAX"])
def test_a_game_that_needs_more_than_was_fixed_ends_and_blames_nobody(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(randomness, limit, 2)
    company = Company.make(SCREENS, 2, seated=BriefMe).sit().play()
    for peer in company.players:
        assert (ending(peer).kind, peer.convictions) == ("exhausted", [])
    found = verified(company, file_of(company, company.players[0]))
    assert found.outcome is Outcome.UNFINISHED
    assert "more randomness" in found.sentence
    first, second = company.players
    assert first.session.own is not None
    assert first.session.table is not None
    value = first.session.own.chain.value(first.session.table.beacons + 1)
    company.say(second.name, worded(first.session, Link(value)))
    assert verdicts(second) == [(first.name, Code.BAD_CHAIN_VALUE)]


@pytest.mark.parametrize("field", ["anchor", "root", "key"])
def test_nobody_sits_down_where_two_offer_the_same(field: str) -> None:
    """A copied chain or key would let one seat know, or cancel, what another adds."""
    company = Company.make(RACE, 2, seated=BriefMe).begin().carry(lose=says("sign"))
    sit = company.players[0].session.position
    assert isinstance(sit, Sit)
    first, second = sit.offers
    joining._check_offers([first, second], sit.group, sit.keys)
    with refused(Code.COPIED_OFFER):
        joining._check_offers([first, replace(second, **{field: getattr(first, field)})], sit.group, sit.keys)

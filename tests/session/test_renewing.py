"""After a removal: hands stay, piles are made anew by those who stay, and every game goes on to its end.

Whoever writes these tests holds all secrets, so what lies where is known in truth, before and after.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.refusal import refused
from tests.session.bench import POINT, Bench
from tests.tinygames import CREWS, CUPS, HARBOUR, MUTINY, RACE, SCREENS, TINY_GAMES
from tortuga_p2p import games
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.crypto import zone
from tortuga_p2p.crypto.element import element
from tortuga_p2p.errors import Code
from tortuga_p2p.limits import DISTINCT_CARDS_MAX, STATE_BYTES_MAX
from tortuga_p2p.rules.answer import Left
from tortuga_p2p.rules.ask import PILE, Over, Together
from tortuga_p2p.rules.data import answer_line
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.rules.record import LEFT
from tortuga_p2p.rules.telling import story
from tortuga_p2p.rules.words import Reader
from tortuga_p2p.session import stages
from tortuga_p2p.session.giving import check_given
from tortuga_p2p.session.ledger import Die, Hidden, place_of
from tortuga_p2p.session.message import Masked
from tortuga_p2p.session.stages import SEALED
from tortuga_p2p.session.table import read_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tortuga_p2p.rules.ask import Handle, Seat
    from tortuga_p2p.session.table import Table

GAMES = (*TINY_GAMES, *(games.load(name) for name in games.names()))
RENEWING = ("stay", "mix", "tag", "unveil")
STAGES_MAX = 300  # of a game after a removal: tiny games end by then, and the others have dealt, drawn and mixed


def number_of(bench: Bench, thing: Hidden) -> int:
    """Which card of its pile a thing is in truth."""
    table = bench.table
    group, places = table.agreement.group, table.present if thing.place == PILE else (thing.place,)
    shares = [element(group, group.mul_secret(bench.owns[seat].key.scalar, thing.card.a)) for seat in places]
    return table.agreement.packs[thing.pile].card(zone.laid_bare(group, thing.card, shares))


def hands(bench: Bench) -> dict[Handle, tuple[int, int]]:
    """Every card in a hand: where, and which."""
    things = {handle: thing for handle, thing in bench.table.things.items() if isinstance(thing, Hidden)}
    return {handle: (thing.place, number_of(bench, thing)) for handle, thing in things.items() if thing.place != PILE}


@dataclass
class Game:
    """A game of random players on the bench, and where all things lie as the rules have it."""

    bench: Bench
    places: ThingPlaces
    draw: SeededDraw
    kinds: Counter[str] = field(default_factory=Counter)
    gone: set[int] = field(default_factory=set)

    @classmethod
    def make(cls, game: Any, seats: int, seed: int) -> Game:
        return cls(Bench.make(game, seats), ThingPlaces(seats, game.piles), SeededDraw(seed, "renewing"))

    @property
    def table(self) -> Table:
        return self.bench.table

    def close(self) -> None:
        """The open stage, with random moves; then everything lies where the rules say, and the state spells itself."""
        table, bench = self.table, self.bench
        self.kinds[table.kind] += 1
        moves = {}
        if stages.work(table).decides and table.kind != "reveal":
            for seat in bench.speakers:
                legal = table.agreement.game.legal_moves(table.state, seat, bench.known[seat])
                moves[seat] = legal[self.draw.below(len(legal))]
        bench.close(moves)
        self._follow()

    def _follow(self) -> None:
        after = self.table
        game = after.agreement.game
        for told in after.told:
            if isinstance(told.answer, Left):
                self.places.leave(told.answer.seat)
            else:
                ask = game.asks(told.before)
                self.places.check_ask(ask)
                self.places.take(ask, told.answer)
        assert {handle: place_of(thing) for handle, thing in after.things.items()} == self.places.at
        assert read_table(after.agreement, after.raw).raw == after.raw
        assert len(after.raw) <= STATE_BYTES_MAX
        if after.stage.renewal is None and not isinstance(after.ask, Over):
            self._check_known()

    def _check_known(self) -> None:
        """Each seat knows what it was shown, and it is true."""
        for seat in self.table.present:
            shown = self.table.agreement.game.shown(self.table.state, seat)
            assert set(shown) <= set(self.bench.known[seat]), f"seat {seat} was shown more than it knows"
            for handle, thing in self.table.things.items():
                if isinstance(thing, Hidden) and handle in self.bench.known[seat]:
                    faces = self.table.agreement.packs[thing.pile].faces
                    assert self.bench.known[seat][handle] == faces[number_of(self.bench, thing)]

    def remove(self, *seats: Seat) -> None:
        """They leave here; what those who stay hold is not touched."""
        before = {handle: card for handle, card in hands(self.bench).items() if card[0] not in seats}
        self.bench.remove(*seats)
        self.gone |= set(seats)
        self._follow()
        assert hands(self.bench) == before

    def renew(self) -> None:
        """Until what was asked is asked again; then each pile is what the rules of lost piles say."""
        before = hands(self.bench)
        while self.table.stage.renewal is not None:
            self.close()
        assert hands(self.bench) == before
        if not isinstance(self.table.ask, Over):
            self._check_piles()

    def _check_piles(self) -> None:
        table = self.table
        for name, pile in table.agreement.game.piles.items():
            pack = table.agreement.packs[name]
            box = Counter(map(pack.card, pack.points))
            hidden = [thing for thing in table.things.values() if isinstance(thing, Hidden) and thing.pile == name]
            loose = Counter(table.loose[name])
            assert len(hidden) + loose.total() == box.total()  # numbers stay
            lying = Counter(number_of(self.bench, thing) for thing in hidden if thing.place == PILE)
            held = Counter(number_of(self.bench, thing) for thing in hidden if thing.place != PILE)
            if pile.alike:
                assert lying <= box - loose
            else:
                assert lying + held + loose == box

    def play(self) -> None:
        """To the end; of a long game as far as shows that everything can still be done."""
        for _ in range(STAGES_MAX):
            if self.table.kind == SEALED:
                ask = self.table.ask
                assert isinstance(ask, Over)
                assert not set(ask.result.winners) & self.gone
                return
            self.close()
        assert self.table.agreement.game not in TINY_GAMES, "the game has no end"


def some_seats(game: Any) -> range:
    return range(3, min(max(game.seats), 5) + 1)


def tables(least: int) -> list[Any]:
    """Every game, with so many seats and more."""
    counts = [(game, seats) for game in GAMES for seats in some_seats(game) if seats >= least]
    return [pytest.param(game, seats, id=f"{game.name}-{seats}") for game, seats in counts]


@pytest.mark.parametrize(("game", "seats"), tables(3))
def test_somebody_leaves_at_some_step_and_the_others_end_the_game(game: Any, seats: int) -> None:
    for seed in range(4 if game in TINY_GAMES else 2):
        one = Game.make(game, seats, seed)
        for _ in range(one.draw.below(3 if seed == 0 else 60)):
            if one.table.kind not in ("seal", SEALED):
                one.close()
        if one.table.kind in ("seal", SEALED):
            continue
        one.remove(one.draw.below(seats))
        assert one.table.kind == "stay"
        assert one.bench.speakers == one.table.present
        one.renew()
        one.play()


@pytest.mark.parametrize(("game", "seats"), tables(4))
def test_a_second_leaves_while_piles_are_made_anew(game: Any, seats: int) -> None:
    """All begins again from the cards, never from half a deck."""
    for kind in RENEWING:
        one = Game.make(game, seats, len(kind))
        for _ in range(12 + one.draw.below(30)):
            if one.table.kind not in ("seal", SEALED):
                one.close()
        if one.table.kind in ("seal", SEALED):
            continue
        one.remove(0)
        while one.table.stage.renewal is not None and one.table.kind != kind:
            one.close()
        if one.table.kind in ("seal", SEALED):
            continue
        one.remove(2)
        assert one.table.epoch == 2
        one.renew()
        one.play()


@pytest.mark.parametrize("kind", RENEWING)
def test_a_second_leaves_at_each_step_of_a_renewal_by_tags(kind: str) -> None:
    one = staying()
    while one.table.kind != kind:
        one.close()
    assert one.table.stage.renewal is not None
    one.remove(2)
    assert (one.table.kind, one.table.stage.deck, one.table.present) == ("stay", (), (0, 1))
    one.renew()
    one.play()


def test_two_leave_at_once() -> None:
    for game in (HARBOUR, MUTINY, CUPS, SCREENS):
        one = Game.make(game, 5, 7)
        for _ in range(9):
            one.close()
        one.remove(1, 4)
        assert one.table.present == (0, 2, 3)
        one.renew()
        one.play()


# --- which steps a pile takes ----------------------------------------------------------------------------------------


def kinds_of_renewal(one: Game) -> list[str]:
    kinds = []
    while one.table.stage.renewal is not None:
        kinds.append(one.table.kind)
        one.close()
    return kinds


def test_distinct_cards_that_are_held_are_found_by_tags() -> None:
    one = staying()
    mixed = ["mix"] * 3
    assert kinds_of_renewal(one) == ["stay", *mixed, "tag", "unveil", *mixed]  # crates, then flags, which are alike
    one._check_piles()


def test_cards_that_are_alike_are_mixed_and_hands_are_not_asked() -> None:
    one = Game.make(MUTINY, 3, 1)
    while not hands(one.bench) or PILE not in one.places.at.values():
        one.close()
    one.remove(2)
    assert kinds_of_renewal(one) == ["stay", "mix", "mix"]
    one._check_piles()


def test_a_game_without_hidden_cards_only_says_that_it_goes_on() -> None:
    one = Game.make(RACE, 3, 1)
    one.close()
    one.remove(1)
    assert kinds_of_renewal(one) == ["stay"]


def test_where_a_leaver_ends_the_game_nothing_is_made_anew() -> None:
    one = Game.make(HARBOUR, 2, 1)
    for _ in range(4):
        one.close()
    one.remove(1)
    assert isinstance(one.table.ask, Over)
    assert kinds_of_renewal(one) == ["stay"]
    assert one.table.kind == "seal"
    assert one.bench.speakers == (0,)


# --- chance ----------------------------------------------------------------------------------------------------------


def test_values_that_may_have_been_seen_are_never_used() -> None:
    """Two are skipped; the head stays, so a link is checked with as many hashes as lie between."""
    one = Game.make(RACE, 3, 1)
    one.bench.until("link")
    before = one.table
    one.remove(1)
    one.renew()
    one.bench.until("link")
    after = one.table
    assert (after.beacons, after.shown, after.heads) == (before.beacons + 2, before.shown, before.heads)
    for number in (before.beacons + 1, before.beacons + 2):  # what the open step, or one taken back, has shown
        said = replace(one.bench.words(0), value=one.bench.owns[0].chain.value(number))
        with refused(Code.BAD_CHAIN_VALUE):
            one.bench.check(0, said)
    one.close()
    assert one.table.heads[1] == before.heads[1]
    assert one.table.heads[0] == one.bench.owns[0].chain.value(before.beacons + 3)
    assert one.table.shown == one.table.beacons == before.beacons + 3


def test_the_dice_of_a_leaver_are_gone() -> None:
    one = Game.make(SCREENS, 3, 1)
    while not one.table.things:
        one.close()
    one.remove(1)
    dice = [thing for thing in one.table.things.values() if isinstance(thing, Die)]
    assert {die.seat for die in dice} == {0, 2}


# --- what was asked --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [SCREENS, CREWS], ids=lambda game: game.name)
def test_sealed_choices_stand_and_nobody_chooses_again(game: Any) -> None:
    one = Game.make(game, 4, 3)
    while one.table.kind != "reveal":
        one.close()
    seals, asked, at = one.table.stage.seals, one.table.ask, one.table.stage.sealed_at
    assert isinstance(asked, Together)
    one.remove(1)
    one.renew()
    assert one.table.kind == "reveal"
    assert one.table.stage.seals == (*seals[:1], *seals[2:])
    assert one.table.stage.sealed_at == at
    assert one.table.epoch == 1
    one.play()


def test_seals_outlive_a_second_removal() -> None:
    one = Game.make(CREWS, 5, 3)
    while one.table.kind != "reveal":
        one.close()
    seals = one.table.stage.seals
    one.remove(1)
    one.close()
    one.remove(3)
    one.renew()
    assert one.table.stage.seals == (seals[0], seals[2], seals[4])
    one.play()


def test_a_mix_begins_again_with_those_who_stay() -> None:
    one = Game.make(HARBOUR, 4, 3)
    one.bench.until("mix")
    one.close()
    assert one.table.stage.hop == 1
    one.remove(2)
    one.renew()
    assert (one.table.kind, one.table.stage.hop) == ("mix", 0)
    assert one.bench.speakers == (0,)
    one.play()


# --- liars -----------------------------------------------------------------------------------------------------------


def staying() -> Game:
    """Harbour, at the `stay` of three of whom two hold a crate; crates and flags lie in piles."""
    for seed in range(50):
        one = Game.make(HARBOUR, 4, seed)
        for _ in range(60):
            at = {(thing.pile, thing.place) for thing in one.table.things.values() if isinstance(thing, Hidden)}
            if {("crates", 0), ("crates", 1), ("crates", PILE), ("flags", PILE)} <= at:
                one.remove(3)
                return one
            if one.table.kind in ("seal", SEALED):
                break
            one.close()
    raise AssertionError("nobody ever held anything")


def test_a_ballot_that_is_not_the_one_is_refused() -> None:
    there = staying()
    said = there.bench.words(0)
    for wrong in (replace(said, attempt=2), replace(said, missing=4)):
        with refused(Code.WRONG_KIND):
            there.bench.check(0, wrong)


def test_a_card_that_is_not_copied_is_missed() -> None:
    there = staying()
    said = there.bench.words(0)
    for copies in (said.copies[1:], (*said.copies, said.copies[0])):
        with refused(Code.WRONG_COUNT):
            there.bench.check(0, replace(said, copies=copies))


def test_a_copy_of_another_card_is_refused() -> None:
    there = staying()
    said, foreign = there.bench.words(0), there.bench.words(1).copies[0]
    bent = Masked(POINT + said.copies[0].card[33:], said.copies[0].proof)
    for wrong in (foreign, bent):
        with refused(Code.BAD_HAND_OVER):
            there.bench.check(0, replace(said, copies=(wrong, *said.copies[1:])))


def lying(one: Game, kind: str, lie: Callable[[Any], Any], code: Code) -> None:
    while one.table.kind != kind:
        one.close()
    seat = one.bench.speakers[-1]
    said = one.bench.words(seat)
    one.bench.check(seat, said)
    with refused(code):
        one.bench.check(seat, lie(said))


def swapped(raw: bytes) -> bytes:
    return raw[66:132] + raw[:66] + raw[132:]


def test_a_deck_made_anew_of_other_cards_is_refused() -> None:
    there = staying()
    lying(there, "mix", lambda said: replace(said, deck=swapped(said.deck)), Code.BAD_SHUFFLE)


def test_a_tag_in_one_half_and_tags_that_changed_places_are_refused() -> None:
    there = staying()
    lying(there, "tag", lambda said: replace(said, cards=said.cards[:33] + POINT + said.cards[66:]), Code.BAD_TAG)
    lying(there, "tag", lambda said: replace(said, cards=swapped(said.cards)), Code.BAD_TAG)
    lying(there, "tag", lambda said: replace(said, base=POINT), Code.BAD_TAG)
    lying(there, "tag", lambda said: replace(said, cards=said.cards[66:]), Code.WRONG_COUNT)
    lying(there, "tag", lambda said: replace(said, cards=b"\x00" * 33 + said.cards[33:]), Code.BAD_POINT)


def test_a_share_of_a_tag_that_is_none_is_refused() -> None:
    there = staying()
    lying(there, "unveil", lambda said: replace(said, shares=POINT + said.shares[33:]), Code.BAD_SHARE)
    lying(there, "unveil", lambda said: replace(said, shares=said.shares[33:]), Code.WRONG_COUNT)


def test_nothing_is_given_to_whoever_has_left() -> None:
    one = staying()
    one.renew()
    while not any(place == one.bench.speakers[0] for place, _ in hands(one.bench).values()) or one.table.kind != "move":
        one.close()
    (seat,) = one.bench.speakers
    card = next(handle for handle, (place, _) in hands(one.bench).items() if place == seat)
    given = (Masked(POINT * 2, b""),)
    for place in (3, seat):
        with refused(Code.NOT_YOURS):
            check_given(one.table, seat, one.table.slot(seat), [(card, place)], given)
    with refused(Code.WRONG_COUNT):  # to somebody who is there: only the proof is missing
        check_given(one.table, seat, one.table.slot(seat), [(card, PILE)], given)


# --- what is told ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_that_somebody_left_is_told_in_a_sentence_and_exported(game: Any) -> None:
    one = Game.make(game, 3, 2)
    for _ in range(6):
        one.close()
    one.remove(1)
    (told,) = one.table.told
    assert told.answer == Left(1, (0, 2))
    sentences = story(game, told.before, told.answer, Reader(None, {}, ("Ana", "Ben", "Cleo")))
    assert any("Ben" in sentence for sentence in sentences)
    line = answer_line(game, *told)
    assert line["answer"] == {"left": 1, "stay": [0, 2]}
    kinds = [record["kind"] for record in line["records"]]
    assert LEFT in kinds or game in TINY_GAMES  # which have rules alone, and note nothing


# --- bounds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_distinct_pile_is_larger_than_can_be_made_anew(game: Any) -> None:
    assert all(pile.alike or len(pile.faces) <= DISTINCT_CARDS_MAX for pile in game.piles.values())

"""Short stories that come to every phase between the setup and the end, also those that random games hardly reach."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from tests.games.tortuga1667.stage import CANNON, TORCH, WATER, Stage, vote
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import (
    EVENT_HANDLES,
    HAND,
    LOYALTY_FIRST,
    NOWHERE,
    ROGER,
    VOTE_HANDLES,
    Phase,
)
from tortuga_p2p.rules.ask import PILE, Move, Together, deciders
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.testing.damage import pick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tortuga_p2p.games.tortuga1667.rules.state import State
    from tortuga_p2p.rules.local_table import LocalTable

STEPS: Final = 10
EVEN: Final = (0, 2, 1, 1, 2, 1, 1)  # both nations have four
SKULL, BRITISH, FRENCH = vote("water", "british", "skull"), vote("torch", "british", "skull"), TORCH
Script = tuple[tuple[int, ...], ...]  # the first decisions; those after them are anybody's guess


def stars(*cards: int) -> int:
    others = [card for card in c.STARRED if card not in cards]
    return sum(1 << c.STARRED.index(card) for card in (*cards, *others[: 3 - len(cards)]))


def four(card: int, **more: object) -> Stage:
    """Five players with one event on top; seat 4 sits on Tortuga."""
    wanted = {"starred": stars(card)} if card in c.STARRED else {}
    return Stage(5, (0, 1), (2, 3), (4,), row=[card], **{**wanted, **more})  # type: ignore[arg-type]


def used_up(card: int, *discards: int, **more: object) -> Stage:
    """Sudden death, one card in the row and none in the deck; all but these discards were taken out of the game."""
    rest = {"starred": stars(card)} if card in c.STARRED else {}
    stage = Stage(4, (0, 1), (2, 3), sudden=True, chests=EVEN, row=[card], fewer=14, **rest, **more)  # type: ignore[arg-type]
    if not discards and not more:
        return stage
    out = Counter(stage.state.discards) - Counter(discards)
    removed = EVENT_HANDLES[1 : 1 + out.total()]
    stage.table.faces.update(zip(removed, out.elements(), strict=True))
    return stage.changed(discards=tuple(sorted(discards)), removed=removed)


def ended() -> Stage:
    return Stage(5, (0, 1), (2, 3), (4,), chests=(0, 2, 0, 1, 3, 0, 2), row=[c.ARMADA, c.SPOT], last=True)


def lone(**more: object) -> Stage:
    return Stage(4, (0,), (1, 2), (3,), hands={0: []}, **more)  # type: ignore[arg-type]


WON: Final = {0: [CANNON], 1: [TORCH]}
REVEAL: Final = ((Do.REVEAL, 0),)
STORIES: Final[dict[str, tuple[Callable[[], Stage], Script]]] = {
    "a look": (lambda: Stage(4, (0, 1), (2, 3)), ((Do.LOOK, 0, 1),)),
    "a force": (lambda: Stage(4, (0, 1), (2, 3)), ((Do.FORCE, 2, 0, 3),)),
    "a force, too late": (lambda: Stage(4, (0, 1), (2, 3), clock=30), ((Do.FORCE, 2, 0, 3), (Do.LATE,))),
    "a forced Pistol": (lambda: four(c.PISTOL), ((Do.FORCE, 2, 0, 3), (Do.TURN, 0))),
    "a Letter": (lambda: four(c.LETTER), (*REVEAL, (Do.LETTER, 4, ROGER))),
    "a Letter, saved": (lambda: four(c.LETTER), (*REVEAL, (Do.SAVE,))),
    "a Pistol on Tortuga": (lambda: four(c.PISTOL), (*REVEAL, (Do.SHOOT, 4))),
    "a Pistol and the Fountain": (lambda: four(c.PISTOL, kept={4: [c.FOUNTAIN]}), (*REVEAL, (Do.SHOOT, 4))),
    "a Pistol, one card": (lambda: four(c.PISTOL, hands={4: [WATER]}), (*REVEAL, (Do.SHOOT, 4))),
    "a Black Spot on Tortuga": (lambda: Stage(4, (1, 2), (3,), (0,), row=[c.SPOT]), REVEAL),
    "a Black Spot and the Fountain": (lambda: four(c.SPOT, kept={0: [c.FOUNTAIN]}), REVEAL),
    "an order and the Fountain": (lambda: Stage(4, (0, 1), (2, 3), kept={1: [c.FOUNTAIN]}), ((Do.MAROON, 1),)),
    "birds": (lambda: four(c.ALBATROSS, kept={1: [c.ALBATROSS]}), REVEAL),
    "Atlantis": (lambda: four(c.ATLANTIS), (*REVEAL, (Do.GIVE, 1))),
    "Atlantis before one's own turn": (lambda: Stage(4, (0, 1), (2, 3), active=3, kept={0: [c.ATLANTIS]}), REVEAL),
    "El Dorado": (lambda: four(c.DORADO), (*REVEAL, (Do.GIVE, 1))),
    "Fountain": (lambda: four(c.FOUNTAIN), (*REVEAL, (Do.GIVE, 3))),
    "Black Powder": (lambda: Stage(4, (0, 1), (2,), (), (NOWHERE, 3), row=[c.POWDER], starred=stars(c.POWDER)), REVEAL),
    "Cabin Fever": (lambda: four(c.FEVER), (*REVEAL, (Do.SWAP, 2))),
    "Cabin Fever, a pair open": (lambda: four(c.FEVER, loyalties=1, flags=(0, -1, 1, -1, -1)), (*REVEAL, (Do.SWAP, 1))),
    "Cabin Fever, both open": (lambda: four(c.FEVER, loyalties=1, flags=(0, -1, 1, -1, -1)), (*REVEAL, (Do.SWAP, 2))),
    "Cabin Fever, all open": (lambda: four(c.FEVER, loyalties=2, flags=(0, 0, 1, 1, 2)), (*REVEAL, (Do.SWAP, 2))),
    "Crow's Nest": (lambda: four(c.NEST), (*REVEAL, (Do.NEST, 2))),
    "Crow's Nest, one's own hand": (lambda: four(c.NEST), (*REVEAL, (Do.NEST, 0))),
    "Eight Bells": (lambda: four(c.BELLS), REVEAL),
    "Facade": (lambda: four(c.FACADE), REVEAL),
    "Pirate Code": (lambda: four(c.CODE), REVEAL),
    "Scurvy": (lambda: four(c.SCURVY), REVEAL),
    "Stormy Seas": (lambda: four(c.STORMY), REVEAL),
    "a won attack": (lambda: Stage(5, (0, 1), (2, 3), (4,), hands=WON, deck=[CANNON]), ((Do.ATTACK,),)),
    "El Dorado in an attack": (lambda: Stage(5, (0, 1, 2), (3, 4), kept={1: [c.DORADO]}), ((Do.ATTACK,),)),
    "a captain without cards": (lone, ((Do.ATTACK,),)),
    "a captain with the Code": (lambda: four(c.SPOT, kept={1: [c.CODE]}, starred=stars(c.CODE)), ((Do.ATTACK,),)),
    "a mutiny": (
        lambda: Stage(5, (0, 1, 2), (3, 4), active=1, hands={1: [SKULL], 2: [BRITISH]}, deck=[CANNON]),
        ((Do.MUTINY,),),
    ),
    "a mutiny and the Fountain": (
        lambda: Stage(
            *(5, (0, 1, 2), (3, 4)), active=1, kept={0: [c.FOUNTAIN]}, hands={1: [SKULL], 2: [BRITISH]}, deck=[CANNON]
        ),
        ((Do.MUTINY,),),
    ),
    "a mutiny, the Fountain and the Code": (
        lambda: Stage(
            *(5, (0, 1, 2), (3, 4)),
            active=1,
            kept={0: [c.FOUNTAIN], 2: [c.CODE]},
            hands={1: [SKULL]},
            deck=[CANNON],
            starred=stars(c.CODE),
        ),
        ((Do.MUTINY,),),
    ),
    "a brawl": (lambda: Stage(5, (3,), (4,), (0, 1, 2)), ((Do.BRAWL,),)),
    "a brawl in sudden death": (
        lambda: Stage(4, (2,), (3,), (0, 1), sudden=True, chests=EVEN, deck=[BRITISH], hands={0: [SKULL], 1: []}),
        ((Do.BRAWL,),),
    ),
    "the last refill": (lambda: four(c.SPOT, events=0), REVEAL),
    "the Armada": (ended, REVEAL),
    "a tie": (lambda: Stage(4, (0, 1), (2, 3), chests=EVEN, row=[c.ARMADA, c.SPOT], last=True), REVEAL),
    "the row used up": (lambda: used_up(c.SPOT), REVEAL),
    "two discards": (lambda: used_up(c.SPOT, c.PISTOL, kept={0: [c.ALBATROSS], 3: [c.LETTER]}), REVEAL),
    "one discard": (lambda: used_up(c.STORMY, kept={0: [c.ALBATROSS], 2: [c.LETTER], 3: [c.LETTER]}), REVEAL),
}


def places_of(table: LocalTable[State]) -> ThingPlaces:
    """Where everything lies, for a table to go on from."""
    state, places = table.state, ThingPlaces(len(table.known), GAME.piles)
    lying = [*state.vote_deck, *(card for handles, _ in state.under for card in handles)]
    lying += [*(card for card in state.row if card >= 0), *state.event_deck, *state.removed]
    held = [(card, seat) for seat, hand in enumerate(state.hands) for card in hand]
    held += [(card, seat) for seat, card in enumerate(state.loyal) if card != NOWHERE]
    for handle, place in [*((card, PILE) for card in lying), *held]:
        kind = "votes" if handle in VOTE_HANDLES else "events" if handle < LOYALTY_FIRST else "loyalties"
        places.at[handle], places.kind[handle] = place, kind
        places.seen[handle] = frozenset(seat for seat in places.present if state.seen[handle] >> seat & 1)
        places.public[kind] -= Counter([table.faces[handle]])
    return places


def lost_before(state: State) -> Counter[int]:
    """How many vote cards each seat seems to have lost until now."""
    hands = enumerate(zip(state.hands, state.kept, strict=True))
    return Counter({seat: HAND + (c.DORADO in kept) - len(hand) for seat, (hand, kept) in hands})


def steps(name: str) -> Iterator[tuple[LocalTable[State], ThingPlaces, Counter[int]]]:
    """A story step by step: after its first decisions everybody does what they like."""
    make, script = STORIES[name]
    stage, draw, left = make(), SeededDraw(3, name), list(script)
    table, places, lost = stage.table, places_of(stage.table), lost_before(stage.state)
    for _ in range(STEPS):
        yield table, places, lost
        ask, before = table.ask, table.state
        if not isinstance(ask, Together) and deciders(ask) and left:
            choices = {deciders(ask)[0]: Move(left.pop(0))}
        else:
            choices = {seat: pick(table.moves(seat), draw) for seat in deciders(ask)}
        if before.phase == Phase.OVER:
            return
        places.take(ask, table.step(choices))
        if before.phase == Phase.LOSE:
            lost[before.other] += 1

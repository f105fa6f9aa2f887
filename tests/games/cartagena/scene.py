"""A table in the middle of a game of Cartagena, set up in a few words, and played on by what a player would say.

Hands, pile and discards are given as letters (P R L A H C, dark ones small); what is not given comes from the rest of
the box. Between two decisions the table goes on by itself: draws, looks, mixes and tokens are answered.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules import kinds as do
from tortuga_p2p.games.cartagena.rules.components import CARDS, GOAL, SLOOP, START, SYMBOL_NAMES, TOKEN_HANDLES, TOKENS
from tortuga_p2p.games.cartagena.rules.packing import CARD_LETTERS
from tortuga_p2p.games.cartagena.rules.state import Phase, State, cards_faces, crowd_of, lay, layout
from tortuga_p2p.rules.ask import PILE, Move, Over, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tortuga_p2p.rules.ask import Ask, Handle, Seat
    from tortuga_p2p.rules.record import Record

DUNGEON = START
BOARDS = {"tunnel": (1, 2, 3, 4, 5, 6), "escape": (1, 5, -3, 2, 4, 6), "apart": (1, 3, 4, 2, 5, 6)}


def crew(*places: int) -> tuple[int, ...]:
    return tuple(sorted(places))


class Scene:
    """`laid` are board numbers from 1, negative where they lie the other way round."""

    def __init__(
        self,
        crews: Sequence[tuple[int, ...]],
        *,
        laid: Sequence[int] = BOARDS["tunnel"],
        hands: Sequence[str] = (),
        pile: str | None = None,
        discards: str = "",
        turn: Seat = 0,
        left: int = 3,
        sloop: int = 0,
        free: int = 0,
        tokens: dict[int, int] | None = None,
        seed: int = 1,
        **options: Any,
    ) -> None:
        state = GAME.setup(len(crews), {"pirates": len(crews[0]), "tunnel": len(laid), **options})
        setup = lay(state.setup, tuple(2 * abs(code) - 2 + (code < 0) for code in laid))
        box = Counter(cards_faces(setup))
        hands = [*hands, *[""] * (len(crews) - len(hands))]
        faces = [CARD_LETTERS.index(letter) for letter in "".join(hands) + (pile or "")]
        laid_off = tuple(CARD_LETTERS.index(letter) for letter in discards)
        box.subtract([*faces, *laid_off])
        assert min(box.values()) >= 0, "the box does not hold that many of a card"
        rest = sorted(box.elements())
        if pile is None:  # the rest of the box lies there
            faces += rest
        else:  # what is neither in a hand nor named is held by the last player
            hands[-1] += "".join(CARD_LETTERS[face] for face in rest)
            faces = [CARD_LETTERS.index(letter) for letter in "".join(hands) + pile]
        handles = iter(range(CARDS))
        held = [tuple(next(handles) for _ in hand) for hand in hands]
        pirates = tuple(crew(*places) for places in crews)
        chests = layout(setup.path).chests
        state = state._replace(
            setup=setup,
            phase=int(Phase.ACT),
            turn=turn,
            left=left,
            free=free,
            sloop=sloop,
            pirates=pirates,
            hands=tuple(held),
            pile=tuple(handles)[: CARDS - len(laid_off) - sum(map(len, held))],
            discards=laid_off,
            tokens=TOKEN_HANDLES[: len(chests)] if setup.sorceress else (),
            opened=(),
            crowd=crowd_of(pirates),
        )
        assert GAME.unpack(GAME.pack(state)) == state, "the scene is a position of the game"
        self.table: LocalTable[State] = LocalTable(GAME, state, len(crews), SeededDraw(seed, "scene"))
        self.table.faces.update(enumerate(faces))
        if setup.sorceress:
            self._lay_tokens(chests, tokens or {})
        for seat, hand in enumerate(held):
            self.table.known[seat].update((handle, self.table.faces[handle]) for handle in hand)
        self.records: list[Record] = []

    def _lay_tokens(self, chests: tuple[int, ...], tokens: dict[int, int]) -> None:
        """Named tokens on their spaces, the others as they come."""
        spare = [face for face in range(TOKENS) if face not in tokens.values()]
        for place, handle in enumerate(TOKEN_HANDLES):
            space = chests[place] if place < len(chests) else None
            self.table.faces[handle] = tokens[space] if space in tokens else spare.pop(0)

    # --- looking ---

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def ask(self) -> Ask:
        return self.table.ask

    def is_over(self) -> bool:
        return isinstance(self.ask, Over)

    def hand(self, seat: Seat) -> str:
        """A hand as letters, sorted."""
        return "".join(sorted(CARD_LETTERS[self.table.faces[card]] for card in self.state.hands[seat]))

    def sizes(self) -> list[int]:
        return [len(hand) for hand in self.state.hands]

    def count(self, seat: Seat, place: int) -> int:
        return self.state.pirates[seat].count(place)

    def legal(self) -> set[str]:
        """The legal moves of whoever has the turn, without the cards that pay for them."""
        moves = self.table.moves(self.state.turn)
        return {GAME.move_text(move).partition(" with ")[0] for move in moves}

    def top(self, count: int) -> str:
        return "".join(CARD_LETTERS[self.table.faces[card]] for card in self.state.pile[:count])

    # --- deciding ---

    def cards(self, letters: str, seat: Seat | None = None) -> tuple[Handle, ...]:
        """Cards of a hand (or of those being sorted) that show these letters."""
        state = self.state
        seat = state.turn if seat is None else seat
        left = [*(state.sorting if seat == state.turn else ()), *state.hands[seat]]
        found = []
        for letter in letters:
            card = next(card for card in left if CARD_LETTERS[self.table.faces[card]] == letter)
            left.remove(card)
            found.append(card)
        return tuple(found)

    def advance(self, place: int, symbol: str, letters: str = "") -> None:
        number = SYMBOL_NAMES.index(symbol)
        self.move(Move((do.ADVANCE, number, place), self.cards(letters or CARD_LETTERS[number])))

    def hook(self, place: int, symbol: str, first: str, second: str) -> None:
        cards = self.cards(first + second)
        self.move(Move((do.HOOK, SYMBOL_NAMES.index(symbol), place, len(first)), cards))

    def pistol(self, victim: Seat, letters: str = "P") -> None:
        self.move(Move((do.PISTOL, victim), self.cards(letters)))

    def take(self, letter: str) -> None:
        self.move(Move((do.TAKE, self.cards(letter, self.state.doing[1])[0])))

    def rum(self, letters: str = "R") -> None:
        self.move(Move((do.RUM,), self.cards(letters)))

    def share(self, gifts: Sequence[tuple[str, Seat]]) -> None:
        cards = self.cards("".join(letter for letter, _ in gifts))
        self.move(Move((do.SHARE,), (), tuple(zip(cards, (seat for _, seat in gifts), strict=True))))

    def lantern(self, letters: str = "L") -> None:
        self.move(Move((do.LANTERN,), self.cards(letters)))

    def back(self, letters: str) -> None:
        self.move(Move((do.KEEP,), (), tuple((card, PILE) for card in self.cards(letters))))

    def chest(self, place: int, letters: str = "C") -> None:
        self.move(Move((do.CHEST, place), self.cards(letters)))

    def say(self, text: str) -> None:
        """A move that shows no card, as it is written."""
        self.move(GAME.read_move(self.state, self.state.turn, text))

    def discard(self, choices: dict[Seat, str]) -> None:
        moves = {seat: Move((do.DISCARD,), tuple(sorted(self.cards(cards, seat)))) for seat, cards in choices.items()}
        self._step(moves)

    def move(self, move: Move) -> None:
        self._step({self.state.turn: move})

    def _step(self, choices: dict[Seat, Move]) -> None:
        self.table.step(choices, self.records.append)
        self.run_on()

    def run_on(self) -> None:
        """Everything that needs no player."""
        while not self.is_over() and not deciders(self.ask):
            self.table.step(None, self.records.append)


def four(**changes: Any) -> Scene:
    """Fixture K1: the position of the rulebook's first examples; red, green, yellow, blue."""
    crews = [
        (1, 9, 11, 13, 22, GOAL),
        (7, DUNGEON, DUNGEON, 24, 29, 15),
        (9, 14, 19, 35, 36, DUNGEON),
        (19, DUNGEON, DUNGEON, DUNGEON, GOAL, GOAL),
    ]
    return Scene(crews, **{"hands": ("LHHRRA", "RHHRCA", "RHLAPC", "RHLAPC"), **changes})


def escape(**changes: Any) -> Scene:
    """Fixture K2: the Great Escape by Morgan's rule; red, yellow, green, blue."""
    crews = [
        (SLOOP, SLOOP, 7, 19, DUNGEON, DUNGEON),
        (SLOOP, 36, 6, 12, DUNGEON, DUNGEON),
        (DUNGEON, DUNGEON, DUNGEON, 10, 17, 19),
        (7, 10, 16, GOAL, DUNGEON, DUNGEON),
    ]
    options = {"tunnel": 3, "jungle": 3, "tunnel_draw": "morgan", "jungle_draw": "morgan"}
    hands = ("HHRLAP", "RHLAPC", "RRHLAC", "RHLAPC")
    return Scene(crews, **{"laid": BOARDS["escape"], "hands": hands, "free": 1, **options, **changes})

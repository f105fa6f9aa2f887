"""What chance gave a crew, in a race: how far each card that was drawn could take a pirate at that moment, and what the
chest tokens held. Against every card, or token, that could have come instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.answer import Opened
from ...rules.ask import Deal
from ...rules.luck import Luck, odds_of
from .game import GAME
from .progress import walked
from .rules import components as c
from .rules.sight import shown, unseen
from .rules.state import Phase, cards_faces, layout
from .rules.travel import boards, landing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.answer import Answer
    from ...rules.ask import Handle, Seat
    from ...rules.game import Known
    from .rules.state import State


def luck(before: State, answer: Answer, after: State, faces: Known) -> Sequence[Luck]:
    if before.phase == Phase.OPEN and isinstance(answer, Opened):
        gives = [max(0, cards) for cards in before.setup.tokens]  # neither an empty chest nor the snake gives any
        left = [gives[face] for face in range(c.TOKENS) if face not in before.opened]
        return [Luck("tokens", before.turn, gives[answer.faces[0]], odds_of({n: n for n in left}, left))]
    if before.phase not in (Phase.DEAL, Phase.DRAW):
        return ()
    ask = GAME.asks(before)
    hands = ask.hands if isinstance(ask, Deal) else ()
    return [one for seat, cards in hands for one in _drawn(before, seat, cards, faces)]


def _drawn(state: State, seat: Seat, cards: tuple[Handle, ...], faces: Known) -> list[Luck]:
    """One behind the other. Only where the reader was shown what came and all that this seat knew: mostly that is the
    seat itself. A card that it had put on the pile itself was no luck."""
    own = shown(state, seat)
    new = [card for card in cards if card not in own]
    if not new or any(card not in faces for card in (*own, *new)):
        return []
    worth = {face: reach(state, seat, face % c.DARK) for face in set(cards_faces(state.setup))}
    could_be = list(unseen(state, seat, faces)[0].faces)
    found = []
    for card in new:
        found.append(Luck("spaces", seat, worth[faces[card]], odds_of(worth, could_be)))
        if not state.gone:  # C-45: after that a face may come again and again
            could_be.remove(faces[card])
    return found


def reach(state: State, seat: Seat, symbol: int) -> int:
    """How far a card of that symbol could take one of these pirates, in spaces, with the sloop where it lies."""
    way = layout(state.setup.path)
    crew = state.pirates[seat]
    found = [0]
    for place in {*crew} - {c.GOAL}:
        new = landing(way, state.crowd, symbol, place)
        is_stuck = place == c.SLOOP and state.sloop != c.TORTUGA
        if not is_stuck and (new != c.SLOOP or boards(state, crew)):
            found.append(walked(way, new) - walked(way, place))
    return max(found)

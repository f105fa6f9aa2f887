"""Cartagena in words: what is asked, what happened, and what its things are called. Whole sentences, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...rules.record import LEFT
from ...rules.words import Asked, Cases, Reading, Said, ThingWords, Words, both, counted, player, several, words_of
from ...text import N_, _, listed, n_
from .decisions import ALONE, CODE
from .rules.moves import ADVANCE, GO_BACK, GRAPPLE, HELP, LIGHT, PASS, ROUND, SAIL, SAIL_FREE, SHOOT, STOP, UNLOCK
from .rules.spots import ABOARD, COVE, DUNGEON, LEAKING, spot
from .rules.state import GOAL, MARKED, PLAIN, TOKEN_PILE, Phase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...rules.ask import Face, Handle, Seat
    from ...rules.game import View
    from ...rules.words import Reader, Term
    from .rules.state import State

SYMBOLS: Final = (N_("pistol"), N_("rum"), N_("lantern"), N_("parrot"), N_("hook"), N_("chest"))
DARKS: Final = (
    N_("dark pistol"),
    N_("dark rum"),
    N_("dark lantern"),
    N_("dark parrot"),
    N_("dark hook"),
    N_("dark chest"),
)


# --- the glossary ----------------------------------------------------------------------------------------------


def card(face: Any, reader: Reader | None = None) -> str:
    return _((*SYMBOLS, *DARKS)[face])


def place(value: Any, reader: Reader | None = None) -> str:
    """Somewhere on the way."""
    named = {
        DUNGEON: N_("the dungeon"),
        LEAKING: N_("the leaking sloop"),
        ABOARD: N_("the sloop"),
        COVE: N_("the cove"),
    }
    return _(named[value]) if value in named else _("space {number}", number=value)


def _walk(value: Any, reader: Reader) -> str:
    return _("from {old} to {new}", old=place(value[0]), new=place(value[1]))


def _walk_for(value: Any, reader: Reader) -> str:
    old, new, count = value
    told = n_("from {old} to {new} for a card", "from {old} to {new} for {count} cards", count)
    return told.format(old=place(old), new=place(new), count=count)


def _walk_of(value: Any, reader: Reader) -> str:
    seat, old, new, count = value
    told = n_(
        "{name}'s pirate from {old} to {new} for a card", "{name}'s pirate from {old} to {new} for {count} cards", count
    )
    return told.format(name=reader.name(seat), old=place(old), new=place(new), count=count)


_DOING: Final = {
    GO_BACK: N_("go back and draw"),
    HELP: N_("help by Morgan's rule and draw"),
    SAIL_FREE: N_("sail for nothing"),
    SAIL: N_("sail"),
    PASS: N_("pass and draw"),
    STOP: N_("end the turn"),
}
_USES: Final = {
    ADVANCE: N_("a move"),
    SHOOT: N_("its power: look into a hand and take a card"),
    ROUND: N_("its power: draw, keep two, give one to each"),
    LIGHT: N_("its power: draw four, keep one, put three back"),
    GRAPPLE: N_("its power: two pirates at once, with a second card"),
    UNLOCK: N_("its power: open the chest"),
}


def _stands_for(value: Any, reader: Reader) -> str:
    return _("itself") if value == ALONE else card(value)


def _spaces(value: Any, reader: Reader) -> str:
    return listed([str(space) for space in value])


def _played(value: Any, reader: Reader) -> str:
    return listed([card(face) for face in value])


TERMS: Final[Mapping[str, Term]] = {
    "card": card,
    "symbol": card,
    "played": _played,
    "other": player,
    "place": place,
    "old": place,
    "new": place,
    "walk": _walk,
    "walk_for": _walk_for,
    "walk_of": _walk_of,
    "no_card": card,
    "jumped": _spaces,
    "doing": lambda value, reader: _(_DOING[value - CODE]),
    "use": lambda value, reader: _(_USES[value]),
    "stands_for": _stands_for,
    "count": counted(N_("{number} card"), N_("{number} cards")),
    "left": counted(N_("{number} action"), N_("{number} actions")),
    "boards": several(lambda value, reader: str(value // 2 + 1)),
    "to": words_of(N_("Cartagena"), N_("Tortuga")),
    **dict.fromkeys(("to_1", "to_2", "to_3", "to_4"), player),
}


# --- the same where there is little room: (value, how many are alike) --------------------------------------------

_SHORT_DOING: Final = {
    GO_BACK: N_("go back"),
    HELP: N_("Morgan"),
    SAIL_FREE: N_("sail free"),
    SAIL: N_("sail"),
    PASS: N_("draw a card"),
    STOP: N_("end turn"),
}
_SHORT_USES: Final = {
    ADVANCE: N_("move"),
    SHOOT: N_("power: look into a hand, take a card"),
    ROUND: N_("power: draw, keep two, give one to each"),
    LIGHT: N_("power: draw four, keep one, put three back"),
    GRAPPLE: N_("power: two pirates at once, with a second card"),
    UNLOCK: N_("power: open the chest"),
}


def short_place(value: int) -> str:
    named = {DUNGEON: N_("dungeon"), LEAKING: N_("start"), ABOARD: N_("sloop"), COVE: N_("cove")}
    return _(named[value]) if value in named else str(value)


def _short_walk(value: Any, reader: Reader) -> str:
    (old, new, *cards), _alike = value
    told = _("{old} to {new}", old=short_place(old), new=short_place(new))
    return f"{told} +{cards[0]}" if cards else told


def letters(reader: Reader) -> Sequence[str]:
    """A letter for every player, one that is in the name where that can be: the last word begins with it, then the
    first, then the letters in between; one that somebody else has or that not every terminal shows is passed over."""
    taken: list[str] = []
    for name in reader.names:
        words = name.upper().split()
        wanted = [word[0] for word in (*words[-1:], *words)] + list(name.upper())
        free = [
            letter for letter in (*wanted, *"ABCDE") if letter.isascii() and letter.isalpha() and letter not in taken
        ]
        taken.append(free[0])
    return taken


SHORT: Final[Mapping[str, Term]] = {
    "card": lambda value, reader: f"{card(value[0])} {value[1]}",
    "no_card": lambda value, reader: f"{card(value[0])} 0",
    "doing": lambda value, reader: _(_SHORT_DOING[value[0] - CODE]),
    "use": lambda value, reader: _(_SHORT_USES[value[0]]),
    "walk": _short_walk,
    "walk_for": _short_walk,
    "walk_of": lambda value, reader: f"{letters(reader)[value[0][0]]} {_short_walk((value[0][1:], 1), reader)}",
    "place": lambda value, reader: short_place(value[0]),
}


# --- what happened ---------------------------------------------------------------------------------------------


def _how(args: Mapping[str, Any]) -> tuple[bool, bool]:
    return len(args["played"]) > 1, bool(args["jumped"])


SAID: Final[Mapping[str, Said | Cases[Said]]] = {
    "laid": both(N_("The path is laid: boards {boards}.")),
    "tokens_laid": both(N_("A token is laid on every chest.")),
    "dealt": both(N_("Everybody gets {count}.")),
    "advanced": Cases(
        _how,
        {
            (False, False): Said(
                N_("You play {symbol}: your pirate goes from {old} to {new}."),
                N_("{who} plays {symbol}: from {old} to {new}."),
            ),
            (False, True): Said(
                N_("You play {symbol}: your pirate goes from {old} to {new} and jumps {jumped}."),
                N_("{who} plays {symbol}: from {old} to {new}, jumping {jumped}."),
            ),
            (True, False): Said(
                N_("You play two parrots as {symbol}: your pirate goes from {old} to {new}."),
                N_("{who} plays two parrots as {symbol}: from {old} to {new}."),
            ),
            (True, True): Said(
                N_("You play two parrots as {symbol}: your pirate goes from {old} to {new} and jumps {jumped}."),
                N_("{who} plays two parrots as {symbol}: from {old} to {new}, jumping {jumped}."),
            ),
        },
    ),
    "hooked": Cases(
        lambda args: bool(args["jumped"]),
        {
            False: Said(
                N_("You play {played}: two of your pirates go from {old} to {new}."),
                N_("{who} plays {played}: two pirates go from {old} to {new}."),
            ),
            True: Said(
                N_("You play {played}: two of your pirates go from {old} to {new} and jump {jumped}."),
                N_("{who} plays {played}: two pirates go from {old} to {new}, jumping {jumped}."),
            ),
        },
    ),
    "retreated": Said(
        N_("Your pirate goes back from {old} to {new}, which brings {count}."),
        N_("{who}'s pirate goes back from {old} to {new}, which brings {count}."),
    ),
    "helped": Said(
        N_("You move a pirate of {other} from {old} to {new}, which brings {count}."),
        N_("{who} moves a pirate of {other} from {old} to {new}, which brings {count}."),
    ),
    "sailed": Cases(
        lambda args: args["free"],
        {
            0: Said(N_("You sail the sloop to {to}."), N_("{who} sails the sloop to {to}.")),
            1: Said(N_("You sail the sloop to {to}, for nothing."), N_("{who} sails the sloop to {to}, for nothing.")),
        },
    ),
    "passed": Said(N_("Your hand is empty: you pass."), N_("{who} has no cards and passes.")),
    "stopped": Said(N_("You end your turn."), N_("{who} ends the turn.")),
    "captain": Said(
        N_("You are captain: one sail is free, before your first action."),
        N_("{who} is captain and may sail for nothing."),
    ),
    "drew": Said(N_("You draw {cards}."), N_("{who} draws {cards}.")),
    "reshuffled": both(N_("The pile was empty: {count} of the discards are shuffled.")),
    "discarded": Said(N_("You discard {played}."), N_("{who} discards {played}.")),
    "aimed": Said(
        N_("You play {played} and look at {other}'s hand."), N_("{who} plays {played} and looks at {other}'s hand.")
    ),
    "treated": Said(
        N_("You play {played}: a round for everybody."), N_("{who} plays {played}: a round for everybody.")
    ),
    "lit": Said(N_("You play {played} and look at the pile."), N_("{who} plays {played} and looks at the pile.")),
    "unlocked": Said(N_("You play {played} and open a chest."), N_("{who} plays {played} and opens a chest.")),
    "looked": Said("", ""),
    "robbed": Said(N_("You take {card} from {other}."), N_("{who} takes {card} from {other}.")),
    "kept": Said(N_("You keep {cards}."), N_("{who} keeps {cards}.")),
    "gave": Said(N_("You give {card} to {other}."), N_("{who} gives {card} to {other}.")),
    "returned": Said(N_("You put back {cards}, the first on top."), N_("{who} puts back {cards}.")),
    "found": Cases(
        lambda args: bool(args["count"]),
        {
            True: Said(
                N_("The chest on {place} holds {count} for you."), N_("The chest on {place} holds {count} for {who}.")
            ),
            False: both(N_("The chest on {place} is empty.")),
        },
    ),
    "bitten": Said(
        N_("A snake! Your pirate goes from {old} to {new}."), N_("A snake! {who}'s pirate goes from {old} to {new}.")
    ),
    LEFT: Said(
        N_("You leave the table: your pirates stay where they are."),
        N_("{who} leaves the table: the pirates stay where they are."),
    ),
    "won": Said(N_("Your last pirate is out: you win."), N_("{who}'s last pirate is out: {who} wins.")),
}


# --- what is asked ---------------------------------------------------------------------------------------------


def _kind(args: Mapping[str, Any]) -> str:
    """Which sentence a choice needs: by what is done, what with, and what two parrots stand for."""

    def picked(name: str, nothing: int) -> int:
        value = args.get(name, nothing)
        return int((value[0] if value else nothing) if isinstance(value, tuple) else value)

    doing = picked("do", 0)
    if doing >= CODE:
        return {GO_BACK: "back", HELP: "help"}.get(doing - CODE, "plain")
    pair = picked("wild", ALONE) != ALONE
    use = {ADVANCE: "move", SHOOT: "shoot", GRAPPLE: "hook", UNLOCK: "open"}.get(picked("use", ADVANCE), "power")
    if use == "hook" and picked("second_wild", ALONE) != ALONE:
        use = "hook_any"
    return f"{use}_by_parrots" if pair else use


_SHARES: Final = {
    1: N_("give {gift_1} to {to_1}"),
    2: N_("give {gift_1} to {to_1} and {gift_2} to {to_2}"),
    3: N_("give {gift_1} to {to_1}, {gift_2} to {to_2} and {gift_3} to {to_3}"),
    4: N_("give {gift_1} to {to_1}, {gift_2} to {to_2}, {gift_3} to {to_3} and {gift_4} to {to_4}"),
}
_HELP: Final = (
    N_("You have three actions in a turn and take at least one. The same one may be taken again."),
    N_("A card takes a pirate to the next empty space ahead with its symbol; spaces where somebody stands are jumped."),
    N_("Going back to a space with one or two pirates brings as many cards."),
)
ASKED: Final = {
    "act": Asked(
        N_("Your turn: {left} left. What do you do?"),
        Said("", N_("{who} has {left} left.")),
        Cases(
            _kind,
            {
                "move": N_("play {do} and go {pirate}"),
                "move_by_parrots": N_("play {do} and {other} as {wild} and go {pirate}"),
                "back": N_("go back {pirate}"),
                "help": N_("help {pirate}"),
                "plain": N_("{do}"),
                "power": N_("play {do} for its power"),
                "power_by_parrots": N_("play {do} and {other} for the power of {wild}"),
                "shoot": N_("play {do} and take a card of {whom}"),
                "shoot_by_parrots": N_("play {do} and {other} as {wild} and take a card of {whom}"),
                "open": N_("play {do} and open the chest on {pirate}"),
                "open_by_parrots": N_("play {do} and {other} as {wild} and open the chest on {pirate}"),
                "hook": N_("play {do} with {second}: two pirates {pirate}"),
                "hook_any": N_("play {do} with {second} and {second_other} as {second_wild}: two pirates {pirate}"),
                "hook_by_parrots": N_("play {do} and {other} as {wild} with {second}: two pirates {pirate}"),
                "hook_any_by_parrots": N_(
                    "play {do} and {other} as {wild} with {second} and {second_other} as {second_wild}: "
                    "two pirates {pirate}"
                ),
            },
        ),
        steps={
            "do": "",
            "use": "",
            "pirate": "",
            "wild": N_("as"),
            "other": N_("and"),
            "whom": N_("whom"),
            "second": N_("with"),
            "second_wild": N_("as"),
            "second_other": N_("and"),
        },
        missing=N_("Pick what to do, and with which pirate."),
        help=_HELP,
        chapter="turn",
        reference="3.2",
    ),
    "take": Asked(
        N_("{other}'s hand lies before you. Which card do you take?"),
        Said("", N_("{who} takes a card of {other}.")),
        N_("take {card}"),
        steps={"card": N_("card")},
        help=(N_("You see the whole hand; nobody else does. One card must be taken."),),
        chapter="sorceress",
        reference="3.3",
    ),
    "share": Asked(
        N_("A round of rum: who gets which card? Two stay with you."),
        Said("", N_("{who} gives out a round of rum.")),
        Cases(lambda args: args["count"], _SHARES),
        steps={
            "gift_1": N_("to your left"),
            "gift_2": N_("to the next"),
            "gift_3": N_("to the third"),
            "gift_4": N_("to the fourth"),
        },
        help=(N_("Everybody else gets one card, clockwise; you keep the two that are left."),),
        chapter="sorceress",
        reference="3.3",
    ),
    "keep": Asked(
        N_("Which of these cards do you keep? The others go back on the pile, the first on top."),
        Said("", N_("{who} looks at the pile by lantern.")),
        Cases(
            lambda args: args["count"],
            {
                1: N_("keep {card} and put back {back_1}"),
                2: N_("keep {card} and put back {back_1}, below it {back_2}"),
                3: N_("keep {card} and put back {back_1}, below it {back_2}, then {back_3}"),
            },
        ),
        steps={
            "card": N_("keep"),
            "back_1": N_("on top"),
            "back_2": N_("second"),
            "back_3": N_("third"),
        },
        help=(N_("You know what lies on top of the pile until it is drawn."),),
        chapter="sorceress",
        reference="3.3",
    ),
    "discard": Asked(
        N_("A dark card was played: discard {count}."),
        Said("", N_("{who} discards down to seven."), N_("{who} discard down to seven.")),
        N_("discard {cards}"),
        steps={"cards": N_("cards")},
        help=(N_("Everybody but the player of the dark card keeps seven cards. All choose at the same time."),),
        chapter="filibusters",
        reference="3.3",
    ),
}
WHY_NOT: Final = {
    "not_held": N_("You hold no card with that symbol."),
    "no_use": N_("No pirate of yours can use that card now: the sloop is away or has three of yours aboard."),
    "no_company": N_("No pirate of yours can go back: nobody stands behind, one or two on a space."),
    "nobody_to_help": N_("Nobody else's pirate can be moved on now."),
    "nobody_aboard": N_("You sail to Tortuga only with a pirate of yours aboard."),
    "nobody_to_fetch": N_("You sail to Cartagena only for a pirate of yours in tunnel or dungeon."),
    "nothing_done": N_("A turn has at least one action; the captain's free sail is none."),
}


# --- things, and the table read aloud --------------------------------------------------------------------------


def _some(number: int) -> str:
    return n_("a card", "{number} cards", number).format(number=number)


def _one(handle: Handle, reader: Reader) -> str:
    return _("card {number}", number=handle)


def _face(face: Face) -> str:
    return card(face)


CARD_WORDS: Final = ThingWords(_some, _face, _one)
TOKEN_WORDS: Final = ThingWords(
    lambda number: n_("a chest token", "{number} chest tokens", number).format(number=number),
    lambda face: _("chest token {number}", number=face + 1),
    lambda handle, reader: _("the chest token {number}", number=handle),
)


def standing(state: State, seat: Seat) -> str:
    """Where the pirates of a seat stand, from the start to the end."""
    places = [place(spot(state.setup, where)) for where in state.pirates[seat]]
    counts = {name: places.count(name) for name in places}
    return listed(
        [name if count == 1 else _("{place} ({count})", place=name, count=count) for name, count in counts.items()]
    )


def _read_path(view: View[State], reader: Reader) -> Sequence[str]:
    seats = range(view.state.setup.seats)
    return [_("{name}: {places}.", name=reader.name(seat), places=standing(view.state, seat)) for seat in seats]


def _read_symbols(view: View[State], reader: Reader) -> Sequence[str]:
    """The symbols of the path, in order."""
    symbols = [letter for letter in view.state.setup.path if letter != "|"]
    told = [
        _("{number} {symbol}", number=at, symbol=card("PRLAHC".index(letter))) for at, letter in enumerate(symbols, 1)
    ]
    return [_("The path: {symbols}.", symbols=", ".join(told))] if told else []


def _read_hand(view: View[State], reader: Reader) -> Sequence[str]:
    if view.seat is None:
        return [_("You only watch.")]
    faces = sorted(view.known[handle] for handle in view.state.hands[view.seat] if handle in view.known)
    if not faces:
        return [_("Your hand is empty.")]
    counts = {face: faces.count(face) for face in faces}
    told = listed(
        [card(face) if n == 1 else _("{card} ({count})", card=card(face), count=n) for face, n in counts.items()]
    )
    return [_("You hold {cards}.", cards=told)]


def _read_score(view: View[State], reader: Reader) -> Sequence[str]:
    state = view.state
    lines = []
    for seat, crew in enumerate(state.pirates):
        home, cards = crew.count(GOAL), len(state.hands[seat])
        told = n_("{name}: {home} of {all} out, one card.", "{name}: {home} of {all} out, {cards} cards.", cards)
        lines.append(told.format(name=reader.name(seat), home=home, all=len(crew), cards=cards))
    return lines


def _caption(view: View[State], reader: Reader) -> str:
    """What the table does while nobody decides."""
    captions = {
        Phase.BOARDS: N_("The path is laid by chance."),
        Phase.SHUFFLE: N_("All cards are shuffled by everybody."),
        Phase.TOKENS: N_("The chest tokens are shuffled."),
        Phase.DEAL: N_("Cards are dealt."),
        Phase.SNAKE: N_("The chest tokens are shuffled again."),
    }
    text = captions.get(Phase(view.state.phase))
    return _(text) if text else _("{name} draws and mixes cards.", name=reader.name(view.state.turn))


WORDS: Final = Words(
    asked=ASKED,
    said=SAID,
    terms=TERMS,
    short=SHORT,
    why_not=WHY_NOT,
    things={PLAIN: CARD_WORDS, MARKED: CARD_WORDS, TOKEN_PILE: TOKEN_WORDS},
    readings={
        "hand": Reading(N_("your cards"), _read_hand),
        "path": Reading(N_("who stands where"), _read_path),
        "symbols": Reading(N_("the symbols of the path"), _read_symbols),
        "score": Reading(N_("who is how far, and how many cards everybody holds"), _read_score),
    },
    points=False,
    caption=_caption,
)

"""Texts over the table: help for this very decision, why the table can be trusted, the log, the end."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Any, Final

from ...crypto.identity import fingerprint
from ...rules.telling import chapter_of, ended, standing
from ...rules.words import Reader
from ...text import _, listed
from ...verify.verifier import Outcome
from ..ending_words import ending_words, verdict_lines, verified_words
from ..rematch_words import rematch_words
from ..rules_text import chapters, wrapped
from ..widgets.canvas import wrap
from .asides import aside_help
from .presence import away_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...node.node import Node
    from ...rules.game import Game, View
    from ...verify.verifier import Finding
    from ..widgets.canvas import Line
    from .choice import OpenPrompt
    from .running_game import RunningGame

KEY_COLUMN: Final = 23


# --- help ---------------------------------------------------------------------------------------------------


def help_lines(sitting: RunningGame, width: int, *, rich: bool) -> list[Line]:
    """What this decision is, the chapter of the rules behind it, and every key."""
    choice = sitting.choice
    what = _("Here: what is asked, its rules, the signs on the screen, the keys.")
    lines: list[Line] = [*wrap(what, width, "dim"), [], *(decision_help(choice, width) if choice is not None else [])]
    chapter = _chapter(sitting, choice.prompt.reference if choice is not None else "", width)
    lines += [*chapter, []] if chapter else []
    lines += _board_legend(sitting, width, rich=rich)
    return [*lines, [("title", _("Keys"))], *_key_lines(sitting.node, width)]


def _board_legend(sitting: RunningGame, width: int, *, rich: bool) -> list[Line]:
    """What the signs mean: those of the game's board, and those around it."""
    node = sitting.node
    if node is None or node.session.table is None:
        return []
    done, thinking = ("\u2714", "\u2026") if rich else ("ok", "..")
    around = [
        ("1) L)", _("what stands before ) is the key to press; what is picked stands in [ ]; a capital needs Shift")),
        (thinking, _("beside a name: they are still thinking")),
        (done, _("beside a name: they have decided")),
        (done, _("at the top: every message so far was checked; then how many of the others are connected")),
    ]
    signs = (*node.session.table.agreement.game.screen().legend(rich=rich), *around)
    return [[("title", _("The signs on the screen"))], *legend_lines(signs, width), []]


def legend_lines(signs: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """Signs in a column, and beside them what they mean."""
    lines: list[Line] = []
    for sign, meaning in signs:
        first, *rest = wrap(meaning, max(20, width - KEY_COLUMN))
        lines.append([("strong", f"{sign:<{KEY_COLUMN}}"), *first])
        lines += [[("", " " * KEY_COLUMN), *line] for line in rest]
    return lines


def decision_help(choice: OpenPrompt, width: int) -> list[Line]:
    """What is asked, and the paragraphs about this very decision."""
    lines: list[Line] = [[("title", choice.prompt.title)], []]
    for paragraph in choice.prompt.help:
        lines += [*wrap(paragraph, width), []]
    return lines


def _key_lines(node: Node | None, width: int) -> list[Line]:
    keys = [
        (_("arrows"), _("point at something; where only one may be picked that picks it")),
        (_("Space, 1 to 9, click"), _("pick, or put back")),
        ("Enter", _("seal what is picked: nobody sees it before all have sealed, and nobody can change it")),
        ("Backspace, u", _("take back the last pick, until it is sealed")),
        ("h", _("a hint: what a good bot would do, and why; h again picks it")),
        ("l", _("look at the last round again, step by step")),
        ("g", _("the log: everything that happened")),
        ("w", _("why it came out as it did: in plain words, and one key deeper every hash")),
        ("t", _("talk to the table")),
        *([] if node is None else aside_help(node)),
        ("v", _("who is here, and why this can be trusted")),
        ("q", _("leave: let your program play on, save the game, propose to end it, or give it up")),
        ("Ctrl-C", _("leave the program at once; the game is saved")),
        ("Ctrl-Z", _("to the shell, and back again with fg; the others see you as away meanwhile")),
    ]
    return legend_lines(keys, width)


def _chapter(sitting: RunningGame, reference: str, width: int) -> list[Line]:
    node = sitting.node
    if node is None or node.session.table is None or node.session.view is None:
        return []
    return chapter_lines(node.session.table.agreement.game, node.session.view, reference, width)


def chapter_lines(game: Game[Any], view: View[Any], reference: str, width: int) -> list[Line]:
    """The chapter of the rules behind what the viewer decides; nothing where there is none."""
    name = chapter_of(game, view)
    chapter = chapters(game.name).get(name)
    if chapter is None:
        return []
    lines: list[Line] = [[("title", _("The rules: {title}").format(title=chapter.title))], []]
    for block in chapter.blocks:
        lines += [[("", line)] for line in wrapped(block, width)]
    more = _("All of it: tortuga rules {game}", game=game.name)
    if reference:
        more = _("All of it: tortuga rules {game}, paragraph {number}", game=game.name, number=reference)
    return [*lines, [], [("dim", more)]]


# --- trust --------------------------------------------------------------------------------------------------


def trust_lines(node: Node, width: int) -> list[Line]:
    """Who sits here, which keys they have, who runs which bot, and what was checked."""
    table = node.session.table
    assert table is not None
    agreement = table.agreement
    by_key = dict(zip(agreement.identities, agreement.names, strict=True))
    lines: list[Line] = []
    for seat, key in enumerate(agreement.identities):
        person = agreement.people[seat]
        you = key == node.mesh.public
        is_away = key in node.away_since
        # Whoever is reached through others plays as well as anybody.
        linked = _("you") if you else _("away") if is_away else _("linked") if key in node.mesh.linked else _("reached")
        runs = by_key.get(person.operator, fingerprint(person.operator))
        what = _("bot run by {name}").format(name=runs) if person.bot else _("a person")
        lines.append([("player", f"{person.name:<20}"), ("bad" if is_away else "good", f"{linked:<8}"), ("", what)])
        lines.append([("dim", f"{'':20}{fingerprint(key)}")])
    lines += [[], *[line for text in away_lines(node) for line in wrap(text, width, "bad")]]
    step = node.session.position.step - 1
    for paragraph in (
        _(
            "Every message up to step {step} was checked by this program: signatures, seals, dice, shuffles, rules."
        ).format(step=step),
        _(
            "Nobody deals here. Dice and draws are made by all programs together, so that nobody can know or choose "
            "them; choices are sealed before anybody shows theirs. The four words are the short form of a "
            "player's key: they "
            "stay the same from game to game. Compare them by voice if you want to be sure who that is."
        ),
        _("Anybody who cheats is proved guilty by their own signature, and the proof is saved with the game."),
        _("The game so far: {path}").format(path=node.files.transcript),
    ):
        lines += [*wrap(paragraph, width), []]
    return lines


def log_lines(sitting: RunningGame, width: int) -> list[Line]:
    return [line for sentence in sitting.tale.log() for line in wrap(sentence, width)]


# --- the end ------------------------------------------------------------------------------------------------


def ending_lines(sitting: RunningGame, width: int) -> list[Line]:
    """Below who has won: what was proved of whom, whether all is verified, and how to check it again."""
    node = sitting.node
    assert node is not None
    lines: list[Line] = []
    if verdicts := verdict_lines(node):
        lines += [line for text in verdicts for line in wrap(text, width, "alert")]
        lines += wrap(_("The proof is saved with the game; anybody can check it without us."), width)
    lines += [*([[]] if lines else []), *wrap(verified_words(sitting.finding), width, _mood(sitting.finding))]
    if sitting.stays_for and not sitting.is_done:
        stays = _("Your program stays for {names}, who may not know yet how it ended.")
        lines += wrap(stays.format(names=listed(list(sitting.stays_for))), width, "bad" if sitting.then else "dim")
    lines += [line for words in rematch_words(sitting.party) for line in wrap(words, width, "now")]
    command = f"tortuga verify {quote(str(node.files.transcript))}"
    return [*lines, *wrap(_("Anybody can check it: {command}").format(command=command), width, "dim")]


def _mood(finding: Finding | None) -> str:
    good = (Outcome.HONEST, Outcome.AGREED, Outcome.RESIGNED)
    return "good" if finding is not None and finding.outcome in good else ""


def headline(node: Node) -> str:
    """Who has won, or why nobody has: what stands large above the end of a game."""
    return standing_words(node) if node.result is not None else ending_words(node)


def standing_words(node: Node) -> str:
    """Who has won, and everybody's points: the sentence one would tell a friend."""
    result, table = node.result, node.session.table
    assert result is not None
    assert table is not None
    reader = Reader(node.session.own_seat, {}, node.names)
    told = ended(table.agreement.game, result, reader), standing(table.agreement.game, result, reader)
    return "  ".join(filter(None, told))

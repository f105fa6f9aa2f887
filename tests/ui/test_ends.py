"""The end of every game at 80 x 24: a banner with who won, who was on which side, and the story, in whole sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import trio
import trio.lowlevel

from tests.ui.hands import sitting_of
from tests.ui.tables import sit
from tests.ui.terminal import Terminal, drive
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.registry import make
from tortuga_p2p.games import offered
from tortuga_p2p.rules.telling import ended
from tortuga_p2p.rules.words import Reader

if TYPE_CHECKING:
    from pathlib import Path

    from tortuga_p2p.games import AnyGame


async def play_on(terminal: Terminal, game: AnyGame) -> None:
    """As a greedy bot would, to the end."""
    sitting, bot = sitting_of(terminal), make(game, 3, "greedy")
    while not sitting.is_over:
        await terminal.until(lambda: sitting.player.question is not None or sitting.is_over, "a question")
        if (question := sitting.player.question) is not None:
            sitting.player.seal(question.step, bot.choose(question.view, question.moves, SeededDraw(1, "person")))
        await trio.lowlevel.checkpoint()


@pytest.mark.parametrize("game", offered(), ids=lambda game: game.name)
def test_the_end_tells_the_story_of_the_game(game: AnyGame, tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await play_on(terminal, game)
        await terminal.see("Verified: yes", "s story", "r rematch")
        node, story = sitting_of(terminal).node, sitting_of(terminal).story
        assert node is not None
        assert node.result is not None
        assert story is not None
        won = ended(game, node.result, Reader(node.session.own_seat, {}, node.names))
        assert terminal.lines[0].strip().startswith(won)
        if node.result.sides:
            for seat, name in enumerate(node.names):
                assert (", you" if seat == node.session.own_seat else name) in terminal.text.replace(": you", ", you")
        told = [line.strip() for line in terminal.lines]
        assert any(point.sentence.split()[0] in line for point in story.turning for line in told)
        assert any("round" in line for line in told)  # the plot
        terminal.squeeze()
        terminal.resize(30, 8)
        await terminal.see("lines more")  # nothing is cut without a sign, and who won stands above
        assert won.split(" ")[0] in terminal.lines[0]
        terminal.resize(80, 24)
        await terminal.see("Verified: yes")
        terminal.press("s")
        await terminal.see("The story of your game", "How it went")

    drive(lambda app: sit(app, tmp_path, ("greedy", "greedy"), seed=4, game=game), body)

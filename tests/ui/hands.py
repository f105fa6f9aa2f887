"""What a person does at a table: looks at the question, answers it, goes on to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tortuga_p2p.ui.settings import Settings

if TYPE_CHECKING:
    from tests.ui.terminal import Terminal
    from tortuga_p2p.ui.table.choice import OpenPrompt
    from tortuga_p2p.ui.table.running_game import RunningGame

PACED = Settings(name="Ana", animation=True)


def sitting_of(terminal: Terminal) -> RunningGame:
    return terminal.app.sittings[-1]


async def asked(terminal: Terminal, title: str = "") -> OpenPrompt:
    """Waits until a question stands on the screen, and gives the choice."""
    sitting = sitting_of(terminal)

    def shown() -> bool:
        choice = sitting.choice
        return choice is not None and title in choice.prompt.title and choice.prompt.title[:30] in terminal.text

    await terminal.until(shown, f"the question {title!r}")
    assert sitting.choice is not None
    return sitting.choice


async def answered(terminal: Terminal, choice: OpenPrompt) -> None:
    sitting = sitting_of(terminal)
    await terminal.until(lambda: sitting.choice is not choice, "the answer")


async def answer_until(terminal: Terminal, title: str) -> OpenPrompt:
    """Takes the default of every decision until one of that title comes."""
    while title not in (choice := await asked(terminal)).prompt.title:
        terminal.press("enter")
        await answered(terminal, choice)
    return choice

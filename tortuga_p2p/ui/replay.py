"""A replay on the full screen: a thin coat of prompt_toolkit around a `Reel`. No trio: nothing comes from elsewhere."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING, Final

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

from .style import depth, make_style

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyPressEvent
    from prompt_toolkit.output import Output

    from .reel import Reel

# What the terminal sends, and what the reel calls it.
_KEYS: Final = {
    **{
        key: key
        for key in ("right", "left", "up", "down", "pageup", "pagedown", "home", "end", "tab", "+", "-", "w", "s")
    },
    **{digit: digit for digit in "0123456789"},
    **{"?": "?", "r": "r", " ": "space", "enter": "right", "l": "right", "h": "left", "j": "down", "k": "up", "=": "+"},
}
_LEAVE: Final = ("q", "escape", "c-c", "c-d")


def replay(reel: Reel, colour: str = "auto", *, keyboard: Input | None = None, screen: Output | None = None) -> None:
    """Shows the reel until its reader leaves. The terminal is as it was afterwards, whatever happens."""
    asyncio.run(_Replay(reel, colour, keyboard, screen).run())


class _Replay:
    """The application, and the task that turns the leaves."""

    def __init__(self, reel: Reel, colour: str, keyboard: Input | None, screen: Output | None) -> None:
        self._reel = reel
        self._pressed = asyncio.Event()
        window = Window(FormattedTextControl(self._draw), always_hide_cursor=True, wrap_lines=False)
        self._app: Application[None] = Application(
            Layout(window),
            style=make_style(colour),
            color_depth=depth(colour),
            key_bindings=self._keys(),
            full_screen=True,
            input=keyboard,
            output=screen,
        )

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        stoppable = [signal.SIGTERM, signal.SIGHUP] if hasattr(signal, "SIGHUP") else []  # Windows has no such handlers
        for number in stoppable:
            loop.add_signal_handler(number, self._leave)
        playing = asyncio.create_task(self._play())
        try:
            await self._app.run_async()
        finally:
            playing.cancel()
            for number in stoppable:
                loop.remove_signal_handler(number)

    async def _play(self) -> None:
        """Turns leaves while the reel plays; otherwise sleeps until a key is pressed."""
        reel = self._reel
        while True:
            before = reel.at
            try:
                await asyncio.wait_for(self._pressed.wait(), reel.pause_s if reel.playing else None)
                self._pressed.clear()  # whoever goes about by hand gets the whole time for the new leaf
            except TimeoutError:
                if reel.at == before:
                    reel.go(reel.at + 1)
                    self._app.invalidate()

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        def press(event: KeyPressEvent, name: str) -> None:
            self._reel.press(name)
            self._pressed.set()

        for key, name in _KEYS.items():
            keys.add(key)(lambda event, name=name: press(event, name))
        for key in _LEAVE:
            keys.add(key, eager=True)(lambda event: self._leave())
        return keys

    def _leave(self) -> None:
        if self._app.is_running and not self._app.is_done:
            self._app.exit()

    def _draw(self) -> FormattedText:
        size = self._app.output.get_size()
        text: list[tuple[str, str]] = []
        for line in self._reel.draw(size.columns, size.rows):
            text += [(f"class:{style}" if style else "", part) for style, part in line]
            text.append(("", "\n"))
        return FormattedText(text[:-1])

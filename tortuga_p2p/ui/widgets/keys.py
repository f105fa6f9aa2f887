"""The keys of the terminal by the names that screens know them by. Every key goes to the one screen on top."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.key_binding import KeyPressEvent

_NAMES: Final = {
    "up": "up",
    "down": "down",
    "left": "left",
    "right": "right",
    "enter": "enter",
    "tab": "tab",
    "s-tab": "back-tab",
    "backspace": "backspace",
    "delete": "delete",
    "home": "home",
    "end": "end",
    "pageup": "pageup",
    "pagedown": "pagedown",
    "c-u": "clear",
    "f1": "?",
}


def make_keys(press: Callable[[str], None], leave: Callable[[], None]) -> KeyBindings:
    """Bindings that press names; `leave` is for Ctrl-C, which no screen may take for itself."""
    keys = KeyBindings()

    def bind(key: str, name: str) -> None:
        keys.add(key)(lambda event: press(name))

    for key, name in _NAMES.items():
        bind(key, name)
    # Eager: nothing that begins with Escape is bound, so it need not wait for what may follow.
    keys.add("escape", eager=True)(lambda event: press("escape"))
    for key in ("c-c", "<sigint>", "c-q"):
        keys.add(key)(lambda event: leave())
    keys.add("c-z")(lambda event: event.app.suspend_to_background())

    @keys.add(Keys.Any)
    def _letter(event: KeyPressEvent) -> None:
        if event.data == " ":
            press("space")
        elif event.data.isprintable() and event.data:
            press(event.data)

    @keys.add(Keys.BracketedPaste)
    def _paste(event: KeyPressEvent) -> None:
        press(f"paste {event.data}")

    return keys

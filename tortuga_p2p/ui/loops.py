"""The two event loops: prompt_toolkit runs on asyncio, and trio is its guest, in one thread. Only this file knows both.

So trio tasks change what the screen shows, and keys set trio events, by plain calls, without locks. Whatever ends first
ends the other: the screen is restored before anything is raised. See docs/decisions and design 10.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar

import trio

from .hangup import is_closed, let_go_of_terminal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from outcome import Outcome
    from prompt_toolkit.application import Application

T = TypeVar("T")

GRACE_S: Final = 10.0  # for shielded clean-up: longer than anything in the node takes


def run_both(
    app: Application[Any],
    main: Callable[[], Awaitable[T]],
    stop: Callable[[int], None],
    goes_on: Callable[[], bool] = lambda: False,
) -> T | None:
    """Shows `app` while `main()` runs in trio. Gives what `main` gives, or `None` if the screen was closed before.

    `stop` is told of a signal that wants us to end. `goes_on` is asked when the terminal is gone: whether `main` is to
    be brought to its end without it. Raises what `main`, a key or a drawing raises, with the terminal restored.
    """
    return asyncio.run(_host(app, main, stop, goes_on))


async def _host(
    app: Application[Any],
    main: Callable[[], Awaitable[T]],
    stop: Callable[[int], None],
    goes_on: Callable[[], bool],
) -> T | None:
    loop = asyncio.get_running_loop()
    finished: asyncio.Future[Outcome[T]] = loop.create_future()
    scope = trio.CancelScope()
    trouble: list[BaseException] = []

    async def guest() -> Any:
        with scope:
            return await main()

    def close() -> None:
        if app.is_running and not app.is_done:
            app.exit()

    def on_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        trouble.append(context.get("exception") or RuntimeError(context.get("message")))
        close()

    def on_done(result: Outcome[T]) -> None:
        if not finished.done():
            finished.set_result(result)
        close()

    trio.lowlevel.start_guest_run(
        guest,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=on_done,
        host_uses_signal_set_wakeup_fd=True,  # asyncio owns the file that wakes it
    )
    loop.set_exception_handler(on_error)  # what a key or a drawing raises arrives there
    for name in ("SIGTERM", "SIGHUP"):  # else the terminal stays raw, in its other screen
        if hasattr(signal, name):
            with suppress(NotImplementedError):  # Windows has the names, but no such handlers
                loop.add_signal_handler(getattr(signal, name), stop, getattr(signal, name))
    if hasattr(signal, "SIGCONT"):
        loop.add_signal_handler(signal.SIGCONT, _take_back, app)
    try:
        if not finished.done():
            await _show(app, trouble)
        if not finished.done() and all(map(is_closed, trouble)) and goes_on():
            trouble.clear()
            let_go_of_terminal()
            await asyncio.wait([finished])
    finally:
        scope.cancel()
        await _outlast(finished)
    if trouble:
        raise trouble[0]
    return finished.result().unwrap() if finished.done() else None


async def _show(app: Application[Any], trouble: list[BaseException]) -> None:
    """Until the screen is closed, by us or because its terminal is gone."""
    try:
        await app.run_async(set_exception_handler=False)
    except (EOFError, OSError) as lost:
        if not is_closed(lost):
            raise
        trouble.append(lost)


async def _outlast(finished: asyncio.Future[Any]) -> None:
    """Waits for trio to be done, whatever happens meanwhile: a guest run must never be left alone."""
    end = asyncio.get_running_loop().time() + GRACE_S
    while not finished.done() and asyncio.get_running_loop().time() < end:
        try:
            await asyncio.wait_for(asyncio.shield(finished), max(0.01, end - asyncio.get_running_loop().time()))
        except (asyncio.CancelledError, TimeoutError):
            continue


def _take_back(app: Application[Any]) -> None:
    """After a stop: a shell had the terminal meanwhile, and has set it up for lines and written on it."""
    if not app.is_running or not _is_in_front(app.input.fileno()):
        return
    app.input.raw_mode().__enter__()  # what was before is put back by whoever made it raw at first
    app.renderer.clear()
    app.invalidate()


def _is_in_front(terminal: int) -> bool:
    """Whether the terminal is ours to change: whoever is in the background would be stopped for it."""
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:  # nobody controls jobs on it
        return True

"""A program that runs until it is told to stop: its settings, its log, and how it ends."""

import asyncio
import contextlib
import sys
from collections.abc import Callable
from typing import Final

from metrobot import logs, settings
from metrobot.shutdown import Shutdown

EXIT_SETTINGS: Final = 2
"""Exit code where a person has to mend something, and another try would not help."""
HOUR: Final = 3600.0
"""Seconds until a program that waits to be mended tries again."""


def run_program(run: Callable[[settings.Settings], int]) -> int:
    """Run a program with the settings there are, and return its exit code.

    In a container it does not end with `EXIT_SETTINGS`, but says each hour what a person has to
    mend, until that is done: else it would be started again and again, whatever its exit code.
    """
    while (code := _once(run)) == EXIT_SETTINGS and settings.is_contained():
        ending = Shutdown()
        with ending.handling_signals():
            asyncio.run(_pause(ending))
        if ending.is_requested:
            break
    return code


def _once(run: Callable[[settings.Settings], int]) -> int:
    try:
        found = settings.read_settings()
    except settings.SettingsError as error:
        complain(f"A setting cannot be used: {error}")
        return EXIT_SETTINGS
    logs.set_up(found.log_level, *found.secrets, form=found.log_format)
    return run(found)


async def _pause(ending: Shutdown) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(ending.wait(), HOUR)


def complain(line: str) -> None:
    """Print a line to standard error, unless that is closed or full."""
    with contextlib.suppress(OSError):
        print(line, file=sys.stderr)  # noqa: T201 -- there is no log yet

"""`python -m metrobot newchain`: other keys for lines of the day, if those there may be known."""

import argparse
import asyncio

from metrobot import settings
from metrobot.cli.misuse import MisuseError
from metrobot.engine.errors import Refusal
from metrobot.engine.title import Titles
from metrobot.service.daily.line_keys import Keys
from metrobot.service.tables import random_key
from metrobot.store.open import open_store
from metrobot.ui.app.clock import SystemClock


def run_newchain(_: argparse.Namespace, __: Titles) -> int:
    """Begin another chain of keys; return the exit code.

    Raises:
        MisuseError: the clock cannot be used.
        SettingsError: a setting cannot be used.
        UnusableDatabaseError: the database cannot be used.
    """
    try:
        first, anchor = asyncio.run(_renewed(settings.read_settings().database_url))
    except Refusal as error:
        raise MisuseError("the clock of this machine shows no day of a line") from error
    print(f"From line {first} on the keys come from another chain. Its anchor: {anchor}")
    print("The secret of the one before is shown under Fair dealing once its last line is over.")
    return 0


async def _renewed(url: str) -> tuple[int, str]:
    """Begin another chain; return its first line and its anchor."""
    async with await open_store(url) as store:
        chain = await Keys(store, SystemClock(), random_key).renew()
        return chain.since, chain.anchor

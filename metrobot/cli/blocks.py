"""`python -m metrobot block`, `unblock`, `blocked`: whom the bot keeps out, also while it runs."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from metrobot import settings
from metrobot.cli.misuse import MisuseError
from metrobot.engine.title import Titles
from metrobot.service.membership.blocks import PERSON, SERVER
from metrobot.store.open import UnusableDatabaseError, open_beside
from metrobot.store.statements.people import BlockRow
from metrobot.store.store import Store
from metrobot.ui.app.clock import SystemClock

T = TypeVar("T")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `block` and `unblock`."""
    parser.add_argument("kind", choices=(PERSON, SERVER), help="who it is")
    parser.add_argument("id", type=_snowflake, metavar="ID", help="as Discord numbers them")


def _snowflake(text: str) -> int:
    number = int(text)
    if not 0 < number < 2**63:
        raise ValueError(text)
    return number


def run_block(given: argparse.Namespace, _: Titles) -> int:
    """Block somebody or a server; return the exit code."""
    row = BlockRow(given.kind, given.id, SystemClock().now())
    is_new = _with_store(lambda store: store.blocks.add(row))
    told = "blocked; a bot that runs keeps to it within a minute" if is_new else "blocked already"
    print(f"{given.kind} {given.id} is {told}")
    return 0


def run_unblock(given: argparse.Namespace, _: Titles) -> int:
    """Let somebody or a server in again; return the exit code."""
    was = _with_store(lambda store: store.blocks.remove(given.kind, given.id))
    told = "is let in again within a minute" if was else "was not blocked"
    print(f"{given.kind} {given.id} {told}")
    return 0


def run_blocked(_: argparse.Namespace, __: Titles) -> int:
    """List who is blocked, one a line; return the exit code."""
    for row in _with_store(lambda store: store.blocks.all()):
        print(f"{row.kind} {row.id} since {row.at:%Y-%m-%d %H:%M} UTC")
    return 0


def _with_store(work: Callable[[Store], Awaitable[T]]) -> T:
    """Return the result of some work on the database that the settings name.

    Raises:
        MisuseError: a setting or the database cannot be used.
    """

    async def run(url: str) -> T:
        store = await open_beside(url)
        try:
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run(settings.read_settings().database_url))
    except (settings.SettingsError, UnusableDatabaseError) as error:
        raise MisuseError(str(error)) from error

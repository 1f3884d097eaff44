"""`python -m metrobot block`, `unblock`, `blocked`: whom the bot keeps out, also while it runs."""

import argparse
import asyncio

from metrobot import settings
from metrobot.cli.misuse import MisuseError
from metrobot.engine.title import Titles
from metrobot.service.membership.blocks import PERSON, SERVER
from metrobot.store.open import UnusableDatabaseError, open_beside
from metrobot.ui.app.clock import SystemClock


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `block` and `unblock`."""
    parser.add_argument("kind", choices=(PERSON, SERVER), help="who it is")
    parser.add_argument("id", type=_snowflake, metavar="ID", help="as Discord numbers them")


def _snowflake(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is no id of Discord’s")
    return int(text)


def run(given: argparse.Namespace, _: Titles) -> int:
    """Carry out one of the commands; return the exit code.

    Raises:
        MisuseError: a setting or the database cannot be used.
    """
    try:
        told = asyncio.run(_told(given, settings.read_settings().database_url))
    except (settings.SettingsError, UnusableDatabaseError) as error:
        raise MisuseError(str(error)) from error
    print("".join(f"{line}\n" for line in told), end="")
    return 0


async def _told(given: argparse.Namespace, url: str) -> list[str]:
    store = await open_beside(url)
    try:
        if given.command == "blocked":
            found = await store.blocks.all()
            return [f"{kind} {number} since {at:%Y-%m-%d %H:%M} UTC" for kind, number, at in found]
        if given.command == "unblock":
            was = await store.blocks.remove(given.kind, given.id)
            what = "is let in again within a minute" if was else "was not blocked"
        else:
            is_new = await store.blocks.add(given.kind, given.id, SystemClock().now())
            what = "is blocked; a bot that runs keeps to it within a minute"
            what = what if is_new else "is blocked already"
        return [f"{given.kind} {given.id} {what}"]
    finally:
        await store.close()

"""`python -m metrobot block`, `unblock`, `blocked`: whom the bot keeps out, also while it runs."""

import argparse
import asyncio

from metrobot import settings
from metrobot.engine.title import Titles
from metrobot.service.membership.blocks import PERSON, SERVER
from metrobot.store.open import open_beside
from metrobot.ui.app.clock import SystemClock


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `block` and `unblock`."""
    parser.add_argument("kind", choices=(PERSON, SERVER), help="who it is")
    parser.add_argument("id", type=_snowflake, metavar="ID", help="as Discord numbers them")


def _snowflake(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is no id of Discord’s")
    return int(text)


def run(options: argparse.Namespace, _: Titles) -> int:
    """Carry out one of the commands; return the exit code.

    Raises:
        SettingsError: a setting cannot be used.
        UnusableDatabaseError: the database cannot be used.
    """
    lines = asyncio.run(_told(options, settings.read_settings().database_url))
    print("".join(f"{line}\n" for line in lines), end="")
    return 0


async def _told(options: argparse.Namespace, url: str) -> list[str]:
    async with await open_beside(url) as store:
        if options.command == "blocked":
            blocks = await store.blocks.all()
            return [
                f"{kind} {number} since {moment:%Y-%m-%d %H:%M} UTC"
                for kind, number, moment in blocks
            ]
        if options.command == "unblock":
            was = await store.blocks.remove(options.kind, options.id)
            outcome = "is let in again within a minute" if was else "was not blocked"
        else:
            is_new = await store.blocks.add(options.kind, options.id, SystemClock().now())
            outcome = "is blocked; a bot that runs keeps to it within a minute"
            outcome = outcome if is_new else "is blocked already"
        return [f"{options.kind} {options.id} {outcome}"]

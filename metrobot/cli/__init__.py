"""The command line: simulate, replay and verify games, check an installation.

A tool for developers and for whoever doubts a dealing; it speaks plain English
and never talks to Discord. Only `serve` does, and that is all it does.
"""

import argparse
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from sqlalchemy.exc import ArgumentError

from metrobot.arena.command import ArenaError
from metrobot.cli import backup, blocks, doctor, lines, simulate, verify
from metrobot.cli.misuse import FAULT, MISUSE, MisuseError
from metrobot.engine.title import Titles
from metrobot.games.registry import TITLES
from metrobot.program import complain, run_program
from metrobot.service.upkeep.restore import RestoreError
from metrobot.settings import SettingsError
from metrobot.store.db.errors import visible
from metrobot.store.open import UnusableDatabaseError
from metrobot.store.upkeep.backup import BackupError

__all__ = ["FAULT", "MISUSE", "main"]
_MISUSES: Final = (
    *(MisuseError, SettingsError, ArgumentError, UnusableDatabaseError),
    *(BackupError, RestoreError, ArenaError, OSError),
)
"""Errors that end a command in one line: it cannot be carried out as it was given."""


class _Command(NamedTuple):
    """One command: its purpose, the function that runs it, and the one that adds its arguments."""

    purpose: str
    run: Callable[[argparse.Namespace, Titles], int]
    add: Callable[[argparse.ArgumentParser], None] = lambda _: None


def _serve(*_: object) -> int:
    """Take interactions over HTTP until told to stop; return the exit code."""
    from metrobot.ui.process.run import run_http_bot  # noqa: PLC0415 -- other commands need nothing so large

    return run_program(run_http_bot)


def _work(*_: object) -> int:
    from metrobot.workers import command  # noqa: PLC0415 -- likewise

    return run_program(command.run_worker)


_COMMANDS: Final = {
    # As the help lists them: what hosts need, what players need of records, the rest.
    "check": _Command(
        "check settings, token, database and pictures; ends with whether the bot can start",
        doctor.run_check,
    ),
    "backup": _Command(
        "copy the database into a file, also while the bot runs", backup.run_backup, backup.add
    ),
    "restore": _Command(
        "put a copy back where there is no database any more, once it is checked",
        backup.run_backup,
        backup.add,
    ),
    "serve": _Command("be on Discord over HTTP, without the gateway (docs/hosting.md)", _serve),
    "work": _Command("think for the bots that share a database of PostgreSQL", _work),
    "copy": _Command(
        "copy all of a database into an empty one of either kind", backup.run_copy, backup.add_copy
    ),
    "block": _Command(
        "keep a person or a server out, also while the bot runs", blocks.run, blocks.add
    ),
    "unblock": _Command("let them in again", blocks.run, blocks.add),
    "blocked": _Command("list who is kept out", blocks.run),
    "newchain": _Command(
        "begin other keys for the lines of the day, if somebody may know those there are",
        lines.run_newchain,
    ),
    "verify": _Command(
        "check the dealing of records; ends with OK or NOT OK", verify.run_verify, verify.add_verify
    ),
    "replay": _Command("check records by the rules", verify.run_replay, verify.add_replay),
    "simulate": _Command(
        "play random games, write their records", simulate.run_simulation, simulate.add_simulate
    ),
    "arena": _Command(
        "let computer players play against each other", simulate.run_contest, simulate.add_arena
    ),
}


def main(arguments: Sequence[str], titles: Titles = TITLES) -> int:
    """Carry out one command and return the exit code.

    Args:
        arguments: of the command line, without the program.
        titles: the games that can be played.
    """
    try:
        options = _parser().parse_args(arguments)
    # argparse has printed the reason, or the help.
    except SystemExit as end:
        return MISUSE if end.code else 0
    try:
        return _COMMANDS[options.command].run(options, titles)
    except BrokenPipeError:  # nobody reads on
        return FAULT
    except _MISUSES as error:
        complain(f"metrobot {options.command}: {visible(error)}")
        return MISUSE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m metrobot",
        description="Look after this installation, check records of games, play games at random.",
    )
    commands = parser.add_subparsers(dest="command", required=True, help="what to do")
    for name, command in _COMMANDS.items():
        sentence = f"{command.purpose[0].upper()}{command.purpose[1:]}."
        command.add(commands.add_parser(name, help=command.purpose, description=sentence))
    return parser

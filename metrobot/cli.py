"""The command line: simulate, replay and verify games, check an installation.

A tool for developers and for whoever doubts a dealing; it speaks plain English
and never talks to Discord.
"""

import argparse
import asyncio
import importlib
import importlib.util
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from metrobot import settings
from metrobot.engine.errors import RecordError
from metrobot.engine.record import Form, FormError, Record, dump, load
from metrobot.engine.ruleset import OptionValue
from metrobot.engine.title import Title
from metrobot.service.audit import Replayed, replayed, verified
from metrobot.service.faults import FaultError
from metrobot.service.simulation import simulated
from metrobot.store.store import Store

FAULT: Final = 1
"""Exit code: a record, or this installation, is at fault."""
MISUSE: Final = 2
"""Exit code: the command cannot be carried out as it was given."""

Titles = Mapping[str, Title[Any, Any]]


class MisuseError(Exception):
    """The command cannot be carried out as it was given."""


def main(arguments: Sequence[str], titles: Titles | None = None) -> int:
    """Carry out one command and return the exit code.

    Args:
        arguments: of the command line, without the program.
        titles: the games that can be played; None for those of this release.
    """
    try:
        given = _parser().parse_args(arguments)
    except SystemExit as end:  # argparse has printed why, or the help
        return MISUSE if end.code else 0
    try:
        if given.command == "check":
            return _check()
        return _run(given, _titles() if titles is None else titles)
    except (MisuseError, OSError) as error:
        print(f"metrobot {given.command}: {error}", file=sys.stderr)
        return MISUSE


def _titles() -> Titles:
    """Return the games of this release."""
    registry = importlib.import_module("metrobot.games.registry")
    titles: Titles = registry.TITLES
    return titles


def _parser() -> argparse.ArgumentParser:
    """Return the description of the command line."""
    parser = argparse.ArgumentParser(prog="python -m metrobot")
    commands = parser.add_subparsers(dest="command", required=True)
    simulate = commands.add_parser("simulate", help="play random games, write their records")
    simulate.add_argument("title")
    simulate.add_argument("--players", type=int, required=True)
    simulate.add_argument("--games", type=int, required=True)
    simulate.add_argument("--seed", required=True)
    simulate.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    simulate.add_argument("--out", type=Path, required=True)
    replay = commands.add_parser("replay", help="check records by the rules")
    replay.add_argument("file", type=Path)
    replay.add_argument("--png", type=Path, metavar="DIR", help="draw each final board")
    verify = commands.add_parser("verify", help="check the dealing of records")
    verify.add_argument("file", type=Path)
    commands.add_parser("check", help="check settings, database and pictures")
    return parser


def _run(given: argparse.Namespace, titles: Titles) -> int:
    """Carry out a command about records."""
    match given.command:
        case "simulate":
            return _simulate(given, titles)
        case "replay":
            return _each(given.file, lambda record, name: _replay(record, name, titles, given.png))
        case _:
            return _each(given.file, lambda record, _: _verify(record, titles))


# --- simulate ---


def _simulate(given: argparse.Namespace, titles: Titles) -> int:
    """Play random games to their end and write their records."""
    title = titles.get(given.title)
    if title is None:
        raise MisuseError(f"unknown title {given.title!r}; there are: {', '.join(titles)}")
    if given.games < 1:
        raise MisuseError("--games must be 1 or more")
    try:
        rules = title.ruleset(given.players, dict(map(_option, given.option)))
    except RecordError as error:
        raise MisuseError(str(error)) from error
    with given.out.open("w", encoding="utf-8", newline="\n") as file:
        for number in range(1, given.games + 1):
            file.write(dump(simulated(title, rules, given.seed, number)) + "\n")
    print(f"{given.games} games of {title.id} for {given.players} players: {given.out}")
    return 0


def _option(text: str) -> tuple[str, OptionValue]:
    """Return the name and the value of an option as it was typed."""
    name, equals, value = text.partition("=")
    if not equals:
        raise MisuseError(f"--option {text!r} is not KEY=VALUE")
    return name, {"true": True, "false": False}.get(value, value)


# --- replay and verify ---


def _each(path: Path, check: Callable[[Record, str], str]) -> int:
    """Check every record of a file, a line a game, up to the first fault."""
    count = 0
    for number, line in _lines(path):
        count += 1
        try:
            print(f"game {number}: {check(_record(line, number), f'{path.stem}-{number}')}")
        except FaultError as error:
            print(f"game {number}: {error}")
            return FAULT
    if count == 0:
        raise MisuseError(f"{path} holds no record")
    return 0


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are not empty, with the number of the game."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise MisuseError(f"{path} is not UTF-8") from error
    lines = (line for line in text.split("\n") if line.strip())
    yield from enumerate(lines, start=1)


def _record(line: str, number: int) -> Record:
    """Return the record of a line."""
    try:
        return load(line)
    except FormError as error:
        if error.key is Form.NO_JSON:
            raise MisuseError(f"game {number}: {error}") from error
        raise FaultError(error.key, None, str(error)) from error


def _replay(record: Record, name: str, titles: Titles, png: Path | None) -> str:
    """Return what there is to say of a record without a fault; draw its end."""
    end = replayed(titles, record)
    said = f"{record.title}, {record.players} players, {len(record.events)} events"
    if end.hidden is not None:
        return f"{said}; partial: event {end.hidden} is hidden, so the rest is checked in form only"
    if png is not None:
        _draw(end, png / f"{name}.png")
    if not end.is_over:
        return f"{said}, not over"
    scores = " ".join(map(str, end.title.outcome(end.state).scores))
    return f"{said}, scores {scores}"


def _draw(end: Replayed, path: Path) -> None:
    """Draw the board as everybody sees it at the end."""
    names = [f"Player {number + 1}" for number in range(end.rules.players)]
    image = draw_final(end.title.id, end.title.view_for(end.state), names)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(image)


def draw_final(title: str, view: Any, names: Sequence[str]) -> bytes:
    """Return the PNG of a spectator's view.

    Args:
        title: id of the game title.
        view: of the title's own kind.
        names: of the players, in turn order.

    Raises:
        MisuseError: there is nothing to draw with.
    """
    fronts = importlib.import_module("metrobot.ui.fronts")
    drawing = getattr(fronts, "draw_final", None)
    if drawing is None:
        raise MisuseError("there is nothing to draw with")
    image: bytes = drawing(title, view, names)
    return image


def _verify(record: Record, titles: Titles) -> str:
    """Return what there is to say of a dealing without a fault."""
    found = verified(titles, record)
    if found.reason is not None:
        return found.reason
    seating = " ".join(str(place + 1) for place in found.seating)
    return f"{found.draws} draws as the key gives them; seating, if drawn: {seating}"


# --- check ---


def _check() -> int:
    """Check all that can be checked without Discord."""
    try:
        _check_settings()
        asyncio.run(_check_database())
        _check_ui()
    except (settings.SettingsError, SQLAlchemyError, OSError, MisuseError) as error:
        print(f"metrobot check: {error}", file=sys.stderr)
        return FAULT
    print("all is well")
    return 0


def _check_settings() -> None:
    """Read the settings."""
    found = settings.read()
    token = "set" if found.discord_token.get_secret_value() else "not set"
    print(f"settings: read; DISCORD_TOKEN is {token}")


async def _check_database() -> None:
    """Bring an empty database to its newest form."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{folder}/check.db")
        await store.close()
    print("database: a temporary one was migrated")


def _check_ui() -> None:
    """Let the Discord side check itself, where it is there."""
    if importlib.util.find_spec("metrobot.ui.selfcheck") is not None:
        for found in importlib.import_module("metrobot.ui.selfcheck").run():
            print(found)

"""The command line: simulate, replay and verify games, check an installation.

A tool for developers and for whoever doubts a dealing; it speaks plain English
and never talks to Discord. Only `serve` does, and that is all it does.
"""

import argparse
import asyncio
import base64
import contextlib
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy.exc import ArgumentError

from metrobot import keeping, logs, settings
from metrobot.arena import command as arena
from metrobot.engine.errors import RecordError
from metrobot.engine.record import Form, FormError, Record, dump, load
from metrobot.engine.ruleset import OptionValue, Ruleset
from metrobot.engine.title import Title
from metrobot.service.audit import Replayed, Verified, replayed, verified
from metrobot.service.faults import FaultError
from metrobot.service.simulation import simulated
from metrobot.store.copying import CopyError, copy
from metrobot.store.opening import (
    DatabaseInUseError,
    UnusableDatabaseError,
    embedded_file,
    open_store,
    shown_address,
)
from metrobot.store.trouble import DatabaseTroubleError

FAULT: Final = 1
"""Exit code: a record, or this installation, is at fault."""
MISUSE: Final = 2
"""Exit code: the command cannot be carried out as it was given."""

_ID: Final = re.compile(r"\d{17,20}")
_RECORDS: Final = "records of games, one a line, as /game export and simulate write them"

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
        if given.command in _ALONE:
            return _ALONE[given.command]()
        if given.command == "copy":
            return _copy(given.source, given.target)
        if given.command in ("backup", "restore"):
            return keeping.run(given, _titles() if titles is None else titles)
        return _run(given, _titles() if titles is None else titles)
    except (MisuseError, keeping.KeepingError, OSError) as error:
        print(f"metrobot {given.command}: {error}", file=sys.stderr)
        return MISUSE


def _titles() -> Titles:
    """Return the games of this release."""
    registry = importlib.import_module("metrobot.games.registry")
    titles: Titles = registry.TITLES
    return titles


def _parser() -> argparse.ArgumentParser:
    """Return the description of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m metrobot",
        description="Play random games, check records of games, check this installation.",
    )
    commands = parser.add_subparsers(dest="command", required=True, help="what to do")
    simulate = _command(commands, "simulate", "play random games, write their records")
    simulate.add_argument("title", help="id of the game, such as metromania")
    simulate.add_argument("--players", type=int, required=True, help="how many play each game")
    simulate.add_argument("--games", type=int, required=True, help="how many games to play")
    simulate.add_argument("--seed", required=True, help="any text; the same one, the same games")
    simulate.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game, by its id in records; may be given several times",
    )
    simulate.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="where to write, a line a game"
    )
    contest = _command(commands, "arena", "let computer players play against each other")
    contest.add_argument("title", help="id of the game, such as metromania")
    contest.add_argument("--players", type=int, required=True, help="how many play each game")
    contest.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game"
    )
    arena.add_arguments(contest)
    replay = _command(commands, "replay", "check records by the rules")
    replay.add_argument("file", type=Path, help=_RECORDS)
    replay.add_argument(
        "--png", type=Path, metavar="DIR", help="also draw each final board into this folder"
    )
    verify = _command(commands, "verify", "check the dealing of records; ends with OK or NOT OK")
    verify.add_argument("file", type=Path, help=_RECORDS)
    copying = _command(commands, "copy", "copy all of a database into an empty one of either kind")
    copying.add_argument("source", metavar="FROM_URL", help="as DATABASE_URL names it")
    copying.add_argument("target", metavar="TO_URL", help="where there is nothing yet")
    for name, purpose in keeping.COMMANDS.items():
        _command(commands, name, purpose).add_argument("file", type=Path, help="the copy")
    _command(commands, "serve", "be on Discord over HTTP, without the gateway (docs/hosting.md)")
    _command(commands, "work", "think for the bots that share a database of PostgreSQL")
    _command(
        commands,
        "check",
        "check settings, token, database and pictures; ends with whether the bot can start",
    )
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, purpose: str
) -> argparse.ArgumentParser:
    """Add a command whose purpose stands in the list of all and in its own help."""
    sentence = f"{purpose[0].upper()}{purpose[1:]}."
    return commands.add_parser(name, help=purpose, description=sentence)


def _run(given: argparse.Namespace, titles: Titles) -> int:
    """Carry out a command about records."""
    match given.command:
        case "simulate":
            return _simulate(given, titles)
        case "arena":
            return _contest(given, titles)
        case "replay":
            return _replay_all(given.file, titles, given.png)
        case _:
            return _verify_all(given.file, titles)


def _work() -> int:
    """Think for bots until told to stop; return the exit code."""
    code: int = importlib.import_module("metrobot.work").run()
    return code


# --- simulate ---


def _simulate(given: argparse.Namespace, titles: Titles) -> int:
    """Play random games to their end and write their records."""
    title, rules = _game_of(given, titles)
    if given.games < 1:
        raise MisuseError("--games must be 1 or more")
    with given.out.open("w", encoding="utf-8", newline="\n") as file:
        for number in range(1, given.games + 1):
            file.write(dump(simulated(title, rules, given.seed, number)) + "\n")
    print(f"{given.games} games of {title.id} for {given.players} players: {given.out}")
    return 0


def _contest(given: argparse.Namespace, titles: Titles) -> int:
    """Let computer players play, and tell how they did."""
    title, rules = _game_of(given, titles)
    try:
        return arena.run(given, title, rules)
    except arena.ArenaError as error:
        raise MisuseError(str(error)) from error


def _game_of(given: argparse.Namespace, titles: Titles) -> tuple[Title[Any, Any], Ruleset]:
    """Return the title and the rules that a command names."""
    title = titles.get(given.title)
    if title is None:
        raise MisuseError(f"unknown title {given.title!r}; there are: {', '.join(titles)}")
    try:
        return title, title.ruleset(given.players, dict(map(_option, given.option)))
    except RecordError as error:
        raise MisuseError(str(error)) from error


def _option(text: str) -> tuple[str, OptionValue]:
    """Return the name and the value of an option as it was typed."""
    name, equals, value = text.partition("=")
    if not equals:
        raise MisuseError(f"--option {text!r} is not KEY=VALUE")
    return name, {"true": True, "false": False}.get(value, value)


# --- replay and verify ---


def _replay_all(path: Path, titles: Titles, png: Path | None) -> int:
    """Play every record of a file again, up to the first fault."""
    fault = _first_fault(path, lambda record, name: _replay(record, name, titles, png))
    if fault is None:
        return 0
    print(fault)
    return FAULT


def _verify_all(path: Path, titles: Titles) -> int:
    """Check the dealing of every record of a file; the last line is the verdict."""
    found = list[Verified]()

    def verify(record: Record, _name: str) -> str:
        found.append(verified(titles, record))
        return _dealing(found[-1])

    fault = _first_fault(path, verify)
    if fault is not None:
        print(f"NOT OK: {fault}")
        return FAULT
    checked = sum(each.reason is None for each in found)
    unchecked = len(found) - checked
    rest = f"; without a dealing to check: {unchecked}" if unchecked else ""
    print(f"OK: games dealt as their keys give it: {checked}{rest}")
    return 0


def _first_fault(path: Path, check: Callable[[Record, str], str]) -> str | None:
    """Check the records of a file, a line a game, and return the first fault, or None."""
    count = 0
    for number, line in _lines(path):
        count += 1
        try:
            print(f"game {number}: {check(_record(line, number), f'{path.stem}-{number}')}")
        except FaultError as error:
            return f"game {number}: {error}"
    if count == 0:
        raise MisuseError(f"{path} holds no record")
    return None


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


def _dealing(found: Verified) -> str:
    """Return what there is to say of a dealing without a fault."""
    if found.reason is not None:
        return found.reason
    seating = " ".join(str(place + 1) for place in found.seating)
    return f"{found.draws} draws as the key gives them; seating, if drawn: {seating}"


# --- copy ---


def _copy(source: str, target: str) -> int:
    """Copy a database, and say whether all of it has come."""
    shown = f"{shown_address(source)} to {shown_address(target)}"
    try:
        file = embedded_file(source)
        if file is not None and not file.exists():
            raise MisuseError(f"there is no database {file}")  # opening would begin one
        rows = asyncio.run(_copied(source, target))
    except (UnusableDatabaseError, ArgumentError) as error:
        raise MisuseError(str(error)) from error
    except (CopyError, DatabaseTroubleError) as error:
        print(f"NOT OK: {shown}: {error}")
        return FAULT
    print(f"OK: {shown}: {rows:,} rows copied and checked")
    return 0


async def _copied(source: str, target: str) -> int:
    """Copy a database; return how many rows it has.

    Raises:
        UnusableDatabaseError: one of the two cannot be opened.
        CopyError: the target is not empty, or holds something else in the end.
        DatabaseTroubleError: something befell one of the two.
    """
    async with contextlib.AsyncExitStack() as stack:
        opened = []
        for url in (source, target):
            opened.append(await open_store(url))
            stack.push_async_callback(opened[-1].close)
        return await copy(opened[0].content, opened[1].content, _tell)


def _tell(line: str) -> None:
    """Say how far it has come, beside what the command gives back."""
    print(line, file=sys.stderr)


# --- serve ---


def _serve() -> int:
    """Take interactions over HTTP until told to stop."""
    try:
        found = settings.read()
    except settings.SettingsError as error:
        raise MisuseError(f"a setting cannot be used: {error}") from error
    logs.set_up(found.log_level, found.discord_token.get_secret_value(), form=found.log_format)
    logs.leave_out_gateways()
    code: int = importlib.import_module("metrobot.ui.run").serve(found)
    return code


# --- check ---


def _check() -> int:
    """Check all that can be checked without Discord; the last line is the verdict."""
    problems = [*_check_settings(), *_check_ui()]
    if problems:
        print(f"not ready: {'; '.join(problems)}")
        return FAULT
    print("ready to start")
    return 0


def _check_settings() -> Iterator[str]:
    """Read the settings and use them; yield what is wrong with them."""
    try:
        found = settings.read()
    except settings.SettingsError as error:
        yield str(error)
        return
    print("settings: read")
    token = found.discord_token.get_secret_value()
    print(f"token: {_token(token)}")
    if not token:
        yield "DISCORD_TOKEN is missing; see .env.example"
    try:
        asyncio.run(_open_and_close(found.database_url))
    except DatabaseInUseError:
        print(f"database: {shown_address(found.database_url)} is in use: a bot plays on it")
    except UnusableDatabaseError as error:
        yield str(error)
    else:
        print(f"database: {shown_address(found.database_url)} opened")
    if found.backup_dir is not None:
        yield from _check_copies(found.backup_dir.absolute(), found.backups_kept)


def _check_copies(folder: Path, kept: int) -> Iterator[str]:
    """Look whether nightly copies can be made; yield what is wrong."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        print(f"nightly copies: into {folder}, of which {kept} are kept")
    else:
        yield f"BACKUP_DIR: nothing can be written to {there}"


def _token(token: str) -> str:
    """Return which token there is. The id in its first part is public, all else is secret."""
    if not token:
        return "DISCORD_TOKEN is missing"
    first, *rest = token.split(".")
    with contextlib.suppress(ValueError):
        account = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
        if len(rest) == 2 and _ID.fullmatch(account):
            return f"DISCORD_TOKEN is there, of the bot with the id {account}"
    return "DISCORD_TOKEN is there, but does not look like the token of a bot"


async def _open_and_close(url: str) -> None:
    """Open a database, which brings it to its newest form, and close it.

    Raises:
        UnusableDatabaseError: it cannot be opened.
    """
    store = await open_store(url)
    await store.close()


def _check_ui() -> Iterator[str]:
    """Let the Discord side check itself, where it is there; yield what is wrong with it."""
    if importlib.util.find_spec("metrobot.ui.selfcheck") is None:
        return
    try:
        for found in importlib.import_module("metrobot.ui.selfcheck").run():
            print(found)
    except Exception as error:
        said = " ".join(str(error).split())
        yield f"the program is not whole: {type(error).__name__}: {said}"


_ALONE: Final[Mapping[str, Callable[[], int]]] = {"check": _check, "serve": _serve, "work": _work}
"""Commands that are told nothing but the settings."""

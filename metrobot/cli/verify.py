"""`python -m metrobot replay` and `verify`: records of games, checked by rules and by keys."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from metrobot.cli.misuse import FAULT, MisuseError
from metrobot.engine.record import Form, FormError, Record, load
from metrobot.engine.title import Titles
from metrobot.service.daily.line_check import check_line
from metrobot.service.finished import record_check
from metrobot.service.finished.record_faults import RecordFaultError

_RECORDS: Final = "records of games, one a line, as /game export and simulate write them"


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `replay`."""
    _add_file(parser)
    parser.add_argument(
        "--png", type=Path, metavar="DIR", help="also draw each final board into this folder"
    )


def add_verify(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify`."""
    _add_file(parser)
    parser.add_argument("--line", type=int, help="number of the line of the day that it is of")
    parser.add_argument("--link", metavar="HEX", help="of that line, as Fair dealing shows it")
    parser.add_argument("--anchor", metavar="HEX", help="of the chain of all lines, likewise")
    parser.add_argument("--salt", metavar="ID", help="of that line, likewise; may be left out")


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help=_RECORDS)


def run_replay(given: argparse.Namespace, titles: Titles) -> int:
    """Play every record of a file again, up to the first fault."""
    fault = _first_fault(given.file, lambda record, name: _replay(record, name, titles, given.png))
    if fault is None:
        return 0
    print(fault)
    return FAULT


def run_verify(given: argparse.Namespace, titles: Titles) -> int:
    """Check the dealing of every record of a file; the last line is the verdict.

    Raises:
        MisuseError: only some of --line, --link and --anchor are given, or --salt without them.
    """
    found = list[record_check.DealingCheck]()
    of_line = (given.line, given.link, given.anchor)
    if None in of_line and (*of_line, given.salt) != (None, None, None, None):
        raise MisuseError("--line, --link and --anchor belong together, and --salt to them")

    def check(record: Record, _name: str) -> str:
        found.append(record_check.check_dealing(titles, record))
        if given.line is not None:
            check_line(record, *of_line, given.salt)
        return _dealing(found[-1])

    fault = _first_fault(given.file, check)
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
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise MisuseError(f"{path} is not UTF-8") from error
    games = [line for line in text.split("\n") if line.strip()]
    if not games:
        raise MisuseError(f"{path} holds no record")
    for number, line in enumerate(games, start=1):
        try:
            print(f"game {number}: {check(_record(line, number), f'{path.stem}-{number}')}")
        except RecordFaultError as error:
            return f"game {number}: {error}"
    return None


def _record(line: str, number: int) -> Record:
    try:
        return load(line)
    except FormError as error:
        # A file without JSON is the wrong file: no record is at fault.
        if error.key is Form.NO_JSON:
            raise MisuseError(f"game {number}: {error}") from error
        raise RecordFaultError(error.key, None, str(error)) from error


def _replay(record: Record, name: str, titles: Titles, png: Path | None) -> str:
    """Return a line on a record without a fault; draw its end into a folder, if one is given."""
    end = record_check.check_record(titles, record)
    said = f"{record.title}, {record.players} players, {len(record.events)} events"
    if end.hidden is not None:
        return f"{said}; partial: event {end.hidden} is hidden, so the rest is checked in form only"
    if png is not None:
        _draw(end, png / f"{name}.png")
    if not end.is_over:
        return f"{said}, not over"
    scores = " ".join(map(str, end.title.outcome(end.state).scores))
    return f"{said}, scores {scores}"


def _draw(end: record_check.CheckedRecord, path: Path) -> None:
    names = [f"Player {number + 1}" for number in range(end.rules.players)]
    from metrobot.ui.app.fronts import draw_final  # noqa: PLC0415 -- seldom, and it is large

    image = draw_final(end.title.id, end.title.view_for(end.state), names)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(image)


def _dealing(found: record_check.DealingCheck) -> str:
    if found.reason is not None:
        return found.reason
    seating = " ".join(str(place + 1) for place in found.seating)
    return f"{found.draws} draws as the key gives them; seating, if drawn: {seating}"

"""`python -m metrobot replay` and `verify`: records of games, checked by rules and by keys."""

import argparse
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from metrobot.cli.misuse import FAULT, MisuseError
from metrobot.engine.record import Form, FormError, Record, dump, load
from metrobot.engine.title import Titles
from metrobot.service.daily.line_check import check_line
from metrobot.service.finished import record_check
from metrobot.service.finished.record_faults import RecordFaultError
from metrobot.service.finished.replays import played_record, replay_play
from metrobot.service.model.chance import fingerprint_of
from metrobot.store.statements.finished import ReplayRow

DIGITS: Final = 16
"""Digits of a fingerprint, as the messages of a game show them."""
_RECORDS: Final = "records of games, one a line, as /game export and simulate write them"


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `replay`."""
    _add_file(parser)
    parser.add_argument(
        "--png", type=Path, metavar="DIR", help="also draw each final board into this folder"
    )
    parser.add_argument(
        "--page", type=Path, metavar="HTML", help="also write the only game as a page to look at"
    )
    parser.add_argument("--language", default="en", metavar="CODE", help="of the page")


def add_verify(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify`."""
    _add_file(parser)
    parser.add_argument(
        "--origin", type=Path, metavar="FILE", help="record of the game that it has gone on from"
    )
    parser.add_argument("--line", type=int, help="number of the line of the day that it is of")
    parser.add_argument("--link", metavar="HEX", help="of that line, as Fair dealing shows it")
    parser.add_argument("--anchor", metavar="HEX", help="of the chain of all lines, likewise")
    parser.add_argument("--salt", metavar="ID", help="of that line, likewise; may be left out")


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help=_RECORDS)


def run_replay(options: argparse.Namespace, titles: Titles) -> int:
    """Play every record of a file again, up to the first fault.

    Raises:
        MisuseError: a page is wanted of several games, in a language that there is not, or
            where there is a file already.
    """
    games, page_path = _games(options.file), options.page
    if page_path is not None and len(games) > 1:
        raise MisuseError(f"{options.file} holds {len(games)} records; a page is of one")
    if page_path is not None and page_path.exists():
        raise MisuseError(f"{page_path} is there already")
    fault = _first_fault(
        options.file, games, lambda record, name: _replay(record, name, titles, options.png)
    )
    if fault is None and page_path is not None:
        fault = _write_page(options, load(games[0]), titles)
    if fault is None:
        return 0
    print(fault)
    return FAULT


def run_verify(options: argparse.Namespace, titles: Titles) -> int:
    """Check the dealing of every record of a file; the last line is the verdict.

    Raises:
        MisuseError: only some of --line, --link and --anchor are given, or --salt without them,
            or --origin for a game that has gone on from none.
    """
    checks = list[record_check.DealingCheck]()
    of_line = (options.line, options.link, options.anchor)
    if None in of_line and (*of_line, options.salt) != (None, None, None, None):
        raise MisuseError("--line, --link and --anchor belong together, and --salt to them")
    origin = None if options.origin is None else _record(_games(options.origin)[0], 1)

    def check(record: Record, _name: str) -> str:
        if origin is not None and record.branch is None:
            raise MisuseError("--origin is for games that have gone on from another")
        checks.append(record_check.check_dealing(titles, record, origin))
        if options.line is not None:
            check_line(record, *of_line, options.salt)
        return _dealing(checks[-1], record)

    fault = _first_fault(options.file, _games(options.file), check)
    if fault is not None:
        print(f"NOT OK: {fault}")
        return FAULT
    checked = sum(dealing.reason is None for dealing in checks)
    unchecked = len(checks) - checked
    note = f"; without a dealing to check: {unchecked}" if unchecked else ""
    print(f"OK: games dealt as their keys give it: {checked}{note}")
    return 0


def _games(path: Path) -> list[str]:
    """Return the records of a file, a line a game; at least one."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise MisuseError(f"{path} is not UTF-8") from error
    games = [line for line in text.split("\n") if line.strip()]
    if not games:
        raise MisuseError(f"{path} holds no record")
    return games


def _first_fault(
    path: Path, games: Sequence[str], check: Callable[[Record, str], str]
) -> str | None:
    """Check the records of a file and return the first fault, or None."""
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
    text = f"{record.title}, {record.players} players, {len(record.events)} events"
    if end.hidden is not None:
        return f"{text}; partial: event {end.hidden} is hidden, so the rest is checked in form only"
    if png is not None:
        _draw(end, png / f"{name}.png")
    if not end.is_over:
        return f"{text}, not over"
    scores = " ".join(map(str, end.title.outcome(end.state).scores))
    return f"{text}, scores {scores}"


def _draw(end: record_check.CheckedRecord, path: Path) -> None:
    names = [f"Player {number + 1}" for number in range(end.rules.players)]
    from metrobot.ui.app.fronts import draw_final  # noqa: PLC0415 -- seldom, and it is large

    image = draw_final(end.title.id, end.title.view_for(end.state), names)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(image)


def _write_page(options: argparse.Namespace, record: Record, titles: Titles) -> str | None:
    """Write the page of a game that follows the rules; return why there is none, or None.

    Raises:
        MisuseError: there is no such language.
    """
    # Seldom needed, and large.
    from metrobot.ui.app.fronts import FRONTS  # noqa: PLC0415
    from metrobot.ui.replays.game_page import page_here  # noqa: PLC0415
    from metrobot.ui.words.catalogue import nearest, words_for  # noqa: PLC0415

    if nearest(options.language) is None:
        raise MisuseError(f"there is no language {options.language!r}")
    end = record_check.check_record(titles, record)
    if end.hidden is not None:
        return f"no page: event {end.hidden} is hidden"
    if not end.is_over:
        return "no page: the game is not over"
    try:
        record_check.check_dealing(titles, record)
    except RecordFaultError as error:
        return f"no page: {error}"
    # A record knows no day; its file does.
    moment = datetime.fromtimestamp(options.file.stat().st_mtime, UTC)
    words, row = words_for(options.language), ReplayRow(1, 0, 0, 0, dump(record), moment)
    play = replay_play(
        played_record(titles, row), row, lambda number: words.say("replay.player", number=number)
    )
    data = page_here(FRONTS[record.title], play, words)
    with options.page.open("xb") as file:
        file.write(data)
    print(f"page: {options.page}, {len(data)} bytes")
    return None


def _dealing(check: record_check.DealingCheck, record: Record) -> str:
    if check.reason is not None:
        return check.reason
    seating = " ".join(str(place + 1) for place in check.seating)
    text = f"{check.draws} draws as the key gives them; seating, if drawn: {seating}"
    if check.unchecked:
        text = f"without a dealing to check before event {check.unchecked + 1}; {text}"
    # Both stood in small print before it was played: in the lobby, and where the game began.
    key, salt = record.commitment or "", fingerprint_of(record.salt or ())
    return f"{text}; fingerprints begin: key {key[:DIGITS]}, salt {salt[:DIGITS]}"

"""What is logged, and what never is: keys, hands, choices, tokens."""

import json
import logging
import re
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final, TextIO

from metrobot.store.db.errors import BACK, DatabaseTroubleError
from metrobot.vitals import log_context

OURS: Final = ("metrobot", "render")
"""The loggers that may say all that is asked for."""
_FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_INTERACTION: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s'\"?)]+")
"""Where the token of an interaction stands in an address; whoever has it can answer."""
_OFTEN_BROKEN: Final = "discord.shard"
"""It logs a traceback at each try to connect, of which the last line says all."""
_DOOR: Final = "aiohttp.server"
"""It logs a traceback of what anybody sends that is no HTTP; the errors are the library's own."""
_MIGRATIONS: Final = "alembic"
"""It tells of each step; what comes of them is told by us, in one line."""
_DATABASE: Final = "database"
_CONNECTIONS: Final = "connections"
_BEGINNINGS: Final = {
    ("metrobot.workers.job_worker", "The queue broke"): _DATABASE,
    ("metrobot.ui.process.http_server", "Too many connections at once"): _CONNECTIONS,
    ("asyncio", "socket.accept() out of system resource"): _CONNECTIONS,
}
"""Trouble that many lines would tell of, by who logs it and how their words begin."""
_MINUTE: Final = 60.0
_WARNER: Final = "discord.client"
_OF_GATEWAYS: Final = "has an interaction endpoint URL set"


class _Discreet(logging.Formatter):
    """Takes out of a line, and of a traceback, what gives power to whoever reads it.

    After the message stands what it is about, where that is known.
    """

    def __init__(self, secrets: Sequence[str]) -> None:
        super().__init__(_FORM)
        self._secrets = [each for each in secrets if each]

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without tokens, and without tracebacks that tell nothing."""
        return self._discreet(super().format(_shortened(record)))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 -- logging's name
        """Return the first line, with what it is about at its end."""
        facts = (f" {name}={value}" for name, value in log_context.log_context().facts().items())
        return super().formatMessage(record) + "".join(facts)

    def _discreet(self, text: str) -> str:
        """Return a text without tokens."""
        text = _INTERACTION.sub(r"\1***", text)
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


class _Json(_Discreet):
    """One object of JSON a line, tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, each part of it without tokens."""
        record = _shortened(record)
        told: dict[str, str | int] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._discreet(record.getMessage()),
            **log_context.log_context().facts(),
        }
        if record.exc_info:
            told["traceback"] = self._discreet(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


class _Seldom(logging.Filter):
    """Lets a line that tells of the same trouble through once a minute, until that is over.

    Args:
        clock: tells seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is logged."""
        if record.msg == BACK:
            return self._told.pop(_DATABASE, None) is not None
        trouble, now = _trouble(record), self._clock()
        if trouble is None:
            return True
        if now - self._told.get(trouble, -_MINUTE) < _MINUTE:
            return False
        self._told[trouble] = now
        return True


def _trouble(record: logging.LogRecord) -> str | None:
    """Return which trouble a line tells of that many lines would tell of, or None."""
    told = (record.exc_info and record.exc_info[1], *_arguments(record))
    if any(isinstance(each, DatabaseTroubleError) for each in told):
        return _DATABASE
    if record.name == _DOOR and _is_plain(record):
        return _DOOR
    return next((_BEGINNINGS[each] for each in _BEGINNINGS if _begins(record, *each)), None)


def _begins(record: logging.LogRecord, name: str, words: str) -> bool:
    """Return whether a line is of a logger, and begins in some way."""
    return record.name == name and record.getMessage().startswith(words)


def _arguments(record: logging.LogRecord) -> tuple[object, ...]:
    """Return what a line is made of, but for its words."""
    return record.args if isinstance(record.args, tuple) else ()


_FORMS: Final = {"text": _Discreet, "json": _Json}


def _shortened(record: logging.LogRecord) -> logging.LogRecord:
    """Return a record without a traceback that tells nothing."""
    if record.exc_info and record.exc_info[1] is not None and _is_plain(record):
        error = record.exc_info[1]
        record = logging.makeLogRecord({**vars(record), "exc_info": None, "exc_text": None})
        record.msg, record.args = f"{record.getMessage()}: {_line(error)}", ()
    return record


def set_up(level: str, *secrets: str, form: str = "text", stream: TextIO | None = None) -> None:
    """Log to a stream, by default that of errors.

    The libraries are held at INFO: below it they print whole rows of the
    database, whole events and whole requests.

    Args:
        level: how much of our own is logged: DEBUG, INFO, WARNING or ERROR.
        secrets: what is replaced wherever it stands.
        form: of a line: text, or json.
        stream: where to.
    """
    number = logging.getLevelNamesMapping()[level]
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_FORMS[form](secrets))
    handler.addFilter(_Seldom())
    logging.basicConfig(level=max(number, logging.INFO), handlers=[handler])
    logging.getLogger(_MIGRATIONS).setLevel(logging.WARNING)
    if number < logging.INFO:
        for name in OURS:
            logging.getLogger(name).setLevel(number)


def leave_out_gateways() -> None:
    """Leave out what discord.py warns of at the start where nothing comes from the gateway.

    That it does not is what is wanted.
    """
    warner = logging.getLogger(_WARNER)
    warner.addFilter(lambda record: _OF_GATEWAYS not in str(record.msg))


def _is_plain(record: logging.LogRecord) -> bool:
    """Return whether the last line of a traceback says all there is to say."""
    error = record.exc_info and record.exc_info[1]
    is_theirs = record.name == _DOOR and type(error).__module__.startswith("aiohttp.")
    is_known = isinstance(error, DatabaseTroubleError)
    return is_known or is_theirs or record.name == _OFTEN_BROKEN


def _line(error: BaseException) -> str:
    """Return the last line of an error's traceback."""
    said = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {said}" if said else type(error).__name__

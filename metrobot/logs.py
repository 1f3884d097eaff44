"""Logging: set up, freed from secrets, and held back where one trouble fills the log."""

import json
import logging
import re
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from math import inf
from typing import Final, TextIO

from metrobot.store.db.errors import BACK, DatabaseTroubleError
from metrobot.vitals import log_context

OURS: Final = ("metrobot", "render")
"""Loggers that follow LOG_LEVEL below INFO; libraries never do."""
_FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_INTERACTION: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s'\"?)]+")
"""The token of an interaction in an address; whoever has it can answer."""
_OFTEN_BROKEN: Final = "discord.shard"
"""discord.py's logger of connections; the last line of its tracebacks is enough."""
_DOOR: Final = "aiohttp.server"
"""aiohttp's logger of requests that are not HTTP; its tracebacks tell of its own code alone."""
_MIGRATIONS: Final = "alembic"
"""Logger of each step of a migration; the store logs the outcome in one line."""
_DATABASE: Final = "database"
_CONNECTIONS: Final = "connections"
_GATEWAY: Final = "gateway"
_COPIES: Final = "copies"
_BEGINNINGS: Final = {
    ("metrobot.workers.job_worker", "The queue broke"): _DATABASE,
    ("metrobot.vitals.site", "the database does not answer"): _DATABASE,
    ("metrobot.ui.process.http_server", "Too many connections at once"): _CONNECTIONS,
    ("asyncio", "socket.accept() out of system resource"): _CONNECTIONS,
    (_OFTEN_BROKEN, ""): _GATEWAY,
    ("discord.gateway", "Shard ID %s has stopped responding"): _GATEWAY,
    ("metrobot.ui.app.error_answers", "Another copy of the bot"): _COPIES,
    ("metrobot.ui.process.supervisor", "The connection to Discord broke"): _GATEWAY,
}
"""Troubles that fill the log, by the logger and the first words of their lines."""
_ENDS: Final = {BACK: _DATABASE, "Connected to Discord again.": _GATEWAY}
"""Lines that tell of the end of a trouble."""
_STEPS: Final = ("discord.client", "discord.gateway")
"""discord.py's loggers of each step to a connection."""
_MINUTE: Final = 60.0
_PAUSES: Final = {_COPIES: 3600.0}
"""Seconds between two lines about a trouble that nothing here ends; all others have a minute."""
_WARNER: Final = "discord.client"
_OF_GATEWAYS: Final = "has an interaction endpoint URL set"


class _Discreet(logging.Formatter):
    """Formatter that removes secrets from lines and tracebacks.

    The LogContext follows the message, where there is one.
    """

    def __init__(self, secrets: Sequence[str]) -> None:
        super().__init__(_FORM)
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without secrets, and without tracebacks that tell nothing."""
        return self._discreet(super().format(_shortened(record)))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 -- logging's name
        """Return the first line with the facts of the LogContext at its end."""
        facts = (f" {name}={value}" for name, value in log_context.log_context().facts().items())
        return super().formatMessage(record) + "".join(facts)

    def _discreet(self, text: str) -> str:
        text = _INTERACTION.sub(r"\1***", text)
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


class _Json(_Discreet):
    """Formatter that writes one JSON object a line, tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, each part of it without secrets."""
        record = _shortened(record)
        fields: dict[str, str | int] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._discreet(record.getMessage()),
            **log_context.log_context().facts(),
        }
        if record.exc_info:
            fields["traceback"] = self._discreet(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False)


class _Seldom(logging.Filter):
    """Filter that passes one line a minute, or an hour, for each trouble until that is over.

    Args:
        clock: tells seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is logged."""
        # That something is back is news only if the log said that it was gone.
        if (ended := _ENDS.get(str(record.msg))) is not None:
            return self._told.pop(ended, None) is not None
        trouble, now = _trouble(record), self._clock()
        if trouble is None:
            is_step = record.name in _STEPS and record.levelno <= logging.INFO
            return not is_step or _GATEWAY not in self._told
        if now - self._told.get(trouble, -inf) < _PAUSES.get(trouble, _MINUTE):
            return False
        self._told[trouble] = now
        return True


def _trouble(record: logging.LogRecord) -> str | None:
    """Return the name of the trouble that a line tells of, or None if it is not a frequent one."""
    arguments = record.args if isinstance(record.args, tuple) else ()
    parts = (record.exc_info and record.exc_info[1], *arguments)
    if any(isinstance(part, DatabaseTroubleError) for part in parts):
        return _DATABASE
    if record.name == _DOOR and _is_plain(record):
        return _DOOR
    return next((_BEGINNINGS[key] for key in _BEGINNINGS if _begins(record, *key)), None)


def _begins(record: logging.LogRecord, name: str, words: str) -> bool:
    return record.name == name and str(record.msg).startswith(words)


_FORMS: Final = {"text": _Discreet, "json": _Json}


def _shortened(record: logging.LogRecord) -> logging.LogRecord:
    """Return the record, with its traceback cut to one line where that says all."""
    if record.exc_info and record.exc_info[1] is not None and _is_plain(record):
        error = record.exc_info[1]
        # A copy: other handlers get the same record.
        record = logging.makeLogRecord({**vars(record), "exc_info": None, "exc_text": None})
        record.msg, record.args = f"{record.getMessage()}: {_line(error)}", ()
    return record


def set_up(level: str, *secrets: str, form: str = "text", stream: TextIO | None = None) -> None:
    """Send the log to a stream.

    Args:
        level: of our own loggers: DEBUG, INFO, WARNING or ERROR.
        secrets: texts that are replaced wherever they stand.
        form: of a line: text, or json.
        stream: where to; None: stderr.
    """
    number = logging.getLevelNamesMapping()[level]
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_FORMS[form](secrets))
    handler.addFilter(_Seldom())
    # Below INFO libraries print whole rows of the database, whole events and whole requests.
    logging.basicConfig(level=max(number, logging.INFO), handlers=[handler])
    logging.getLogger(_MIGRATIONS).setLevel(logging.WARNING)
    if number < logging.INFO:
        for name in OURS:
            logging.getLogger(name).setLevel(number)


def leave_out_gateways() -> None:
    """Leave out discord.py's warning that no interaction will come over the gateway.

    Over HTTP that is intended.
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
    first_line = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {first_line}" if first_line else type(error).__name__

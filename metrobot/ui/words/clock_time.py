"""Times and dates as people type them."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from metrobot.engine.errors import Refusal
from metrobot.ui.words.refusals import FrameKey

_TIME: Final = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?")
_HOURS: Final = 24
_MINUTES: Final = 60


def minutes_of(text: str) -> int:
    """Parse a time of the day into minutes since midnight: 22:30, 7, 7.15.

    Raises:
        Refusal: it is none.
    """
    found = _TIME.fullmatch(text.strip())
    hours, minutes = (int(found[1]), int(found[2] or 0)) if found else (_HOURS, 0)
    if hours >= _HOURS or minutes >= _MINUTES:
        raise Refusal(FrameKey.BAD_TIME, asked=text)
    return hours * _MINUTES + minutes


def clock_text(minutes: int) -> str:
    """Return a time of the day as it is shown: 07:05."""
    return f"{minutes // _MINUTES:02}:{minutes % _MINUTES:02}"


def moment_of(text: str, now: datetime, zone: str | None) -> datetime | None:
    """Parse a moment, given as a number of days from now, or as a date.

    Args:
        text: `3`, or `2026-12-24`: the beginning of that day.
        now: the present moment.
        zone: time zone of the person who typed it; None: UTC.

    Returns:
        None for no days at all.

    Raises:
        Refusal: it is neither.
    """
    asked = text.strip()
    # Longer digits may be a date without hyphens: 20261224.
    if asked.isdecimal() and len(asked) <= 4:
        return now + timedelta(days=int(asked)) if int(asked) else None
    try:
        day = date.fromisoformat(asked)
    except ValueError:
        raise Refusal(FrameKey.BAD_DATE, asked=text) from None
    return datetime.combine(day, time(), ZoneInfo(zone) if zone else UTC).astimezone(UTC)

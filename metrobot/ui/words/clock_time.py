"""Times and dates as people type them."""

import re
import unicodedata
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from metrobot.engine.errors import Refusal
from metrobot.ui.words.refusals import FrameKey

_TIME: Final = re.compile(
    r"(?P<half>오전|오후)?(?P<hours>\d{1,2})(?:(?:[:.hu시]|uur)?(?P<minutes>\d{2})분?)?"
    r"(?:h|hs|u|uur|시)?(?P<after>[ap]\.?(?:m\.?)?)?"
)
_DATE: Final = re.compile(r"(\d{4})[-/.년\s]+(\d{1,2})[-/.월\s]+(\d{1,2})[.일]?")
_HOURS: Final = 24
_NOON: Final = 12
_MINUTES: Final = 60


def minutes_of(text: str) -> int:
    """Parse a time of the day into minutes since midnight: 22:30, 7.15, 10pm, 22h, 2200, 24:00.

    Raises:
        Refusal: it is none.
    """
    match = _TIME.fullmatch("".join(unicodedata.normalize("NFKC", text).casefold().split()))
    hours, minutes = (int(match["hours"]), int(match["minutes"] or 0)) if match else (_HOURS, 1)
    half = match and (match["half"] or match["after"])
    if half and 1 <= hours <= _NOON:
        hours = hours % _NOON + _NOON * half.startswith(("오후", "p"))
    elif half or minutes >= _MINUTES or (hours, minutes) > (_HOURS, 0):
        raise Refusal(FrameKey.BAD_TIME, asked=text)
    return hours % _HOURS * _MINUTES + minutes


def clock_text(minutes: int) -> str:
    """Return a time of the day as it is shown: 07:05."""
    return f"{minutes // _MINUTES:02}:{minutes % _MINUTES:02}"


def moment_of(text: str, now: datetime, zone: str | None) -> datetime | None:
    """Parse a moment, given as a number of days from now, or as a date.

    Args:
        text: `3`, or `2026-12-24`, or `2026. 12. 24.`: the beginning of that day.
        now: the present moment.
        zone: time zone of the person who typed it; None: UTC.

    Returns:
        None for no days at all; else by the clock of that zone, as UTC has no name for the
        first or last hours that there are.

    Raises:
        Refusal: it is neither.
    """
    number_or_date = text.strip()
    # Longer digits may be a date without hyphens: 20261224.
    if number_or_date.isdecimal() and len(number_or_date) <= 4:
        return now + timedelta(days=int(number_or_date)) if int(number_or_date) else None
    try:
        match = _DATE.fullmatch(number_or_date)
        day = date(*map(int, match.groups())) if match else date.fromisoformat(number_or_date)
    except ValueError:
        raise Refusal(FrameKey.BAD_DATE, asked=text) from None
    return datetime.combine(day, time(), ZoneInfo(zone) if zone else UTC)

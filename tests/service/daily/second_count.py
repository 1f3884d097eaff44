"""Streaks and papers counted once more, by programs that know nothing of ours."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
Days = Sequence[tuple[int, bool]]


def counted(days: Days, open_from: int) -> tuple[int, int, bool]:
    """Return length, spare days, and whether the last was used: stretch by stretch."""
    length, spare, used = 0, 0, False
    done = [is_done for number, is_done in days if is_done or number < open_from]
    for is_done, stretch in groupby(done):
        count = len(list(stretch))
        if is_done:
            length, spare, used = length + count, min(2, spare + count // 7), False
        elif length and count <= spare:
            spare, used = spare - count, True
        else:
            length, spare, used = 0, 0, False
    return length, spare, used


def first_open(now: datetime) -> int:
    """Return the first line that is not over: from the first on, day by day."""
    number = 1
    while FIRST + timedelta(days=number, hours=6) <= now:
        number += 1
    return number


def paper_hour(number: int, hour: int, zone: str) -> datetime:
    """Return the first moment after a line's end when a zone's clock shows an hour."""
    moment = FIRST + timedelta(days=number, hours=6)
    while moment.astimezone(ZoneInfo(zone)).hour != hour:
        moment += HOUR
    return moment

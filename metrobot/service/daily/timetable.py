"""Timetable of the lines: their days, networks and opening hours, as pure functions."""

import hashlib
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from metrobot.games.metrolijn.board import MAP_IDS, WHOLE_IDS
from metrobot.service.model.chance import permutation

FIRST_DAY: Final = date(2026, 1, 1)
"""Day of line 1, in UTC."""
LATEST: Final = 40_000
"""Largest number of a line, on a day in 2135."""
AHEAD: Final = 7
"""Number of future lines whose commitments are public."""
FINISHING: Final = timedelta(hours=6)
"""Time after its day in which a line that was begun may be finished."""
GROWN: Final = timedelta(days=30)
"""Age from which an account is compared with others, and makes a server's streak."""
SUNDAY: Final = 6
WEEK: Final = 7
_DISCORD: Final = datetime(2015, 1, 1, tzinfo=UTC)
"""Moment from which ids of Discord count milliseconds, above their `_TIMELESS` lowest bits."""
_TIMELESS: Final = 22
_NETWORKS: Final = {
    whole: tuple(id_ for id_ in MAP_IDS if id_.startswith(f"{whole}-")) for whole in WHOLE_IDS
}
_ORDERS: Final = 24
"""Number of orders that four maps can have."""


def number_at(moment: datetime) -> int:
    """Return the number of today's line at a moment."""
    return (moment.astimezone(UTC).date() - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """Return the day of a line, in UTC."""
    return FIRST_DAY + timedelta(days=number - 1)


def opens_at(number: int) -> datetime:
    """Return the first moment at which a line can be begun."""
    return datetime.combine(day_of(number), time(), UTC)


def ends_at(number: int) -> datetime:
    """Return the moment from which a line can no longer be begun."""
    return opens_at(number + 1)


def closes_at(number: int) -> datetime:
    """Return the moment from which a line can no longer be finished."""
    return ends_at(number) + FINISHING


def line_of_press(press: int) -> int:
    """Return the number of the line on whose day Discord gave an id to a press."""
    return number_at(_DISCORD + timedelta(milliseconds=press >> _TIMELESS))


def first_press(number: int) -> int:
    """Return the smallest id that Discord can give to a press on the day of a line."""
    return (opens_at(number) - _DISCORD) // timedelta(milliseconds=1) << _TIMELESS


def last_closed(moment: datetime) -> int:
    """Return the number of the newest line that is over."""
    return number_at(moment - FINISHING) - 1


def is_sunday(number: int) -> bool:
    """Return whether a line's day is a Sunday."""
    return day_of(number).weekday() == SUNDAY


def week_of(number: int) -> range:
    """Return the numbers of the lines from Monday to Sunday around one."""
    monday = number - day_of(number).weekday()
    return range(max(1, monday), monday + WEEK)


# The same on every bot, and each map as often as the others; a shuffle of all twenty would put
# one network twice into a week now and then.
def map_of(number: int) -> str:
    """Return the id of the network or map of a line, which follows from its number.

    Sundays have whole maps, one after another. Other days have networks: four days
    have four maps, in an order that SHA-256 of `network|N` gives for the N-th
    four days; and each map shows its five networks one after the other, so that
    none comes again within sixteen days of play.
    """
    weeks = (number + FIRST_DAY.weekday() - 1) // WEEK
    if is_sunday(number):
        return WHOLE_IDS[weeks % len(WHOLE_IDS)]
    nth = number - 1 - weeks  # of the days that are no Sundays
    turn, place = divmod(nth, len(WHOLE_IDS))
    digest = hashlib.sha256(f"network|{turn}".encode()).digest()
    order = permutation(int.from_bytes(digest, "big") % _ORDERS, len(WHOLE_IDS))
    networks = _NETWORKS[WHOLE_IDS[order[place]]]
    return networks[turn % len(networks)]


def paper_at(number: int, hour: int, zone: ZoneInfo) -> datetime:
    """Return the time of the paper about a line: the server's hour, once the line has closed."""
    closing = closes_at(number)
    day = closing.astimezone(zone).date()
    for later in range(3):
        moment = datetime.combine(day + timedelta(days=later), time(hour), zone).astimezone(UTC)
        if moment >= closing:
            return moment
    raise AssertionError("a day has every hour")


def first_young(number: int) -> int:
    """Return the lowest Discord id of an account that is younger than `GROWN` when a line opens."""
    # Accounts have ids like presses: both tell when they were given.
    return first_press(number - GROWN.days)

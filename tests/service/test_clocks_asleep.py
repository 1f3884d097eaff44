"""People of four zones who sleep: nobody is late at slow, and nobody holds the others up."""

from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from metrobot.service.people.preferences import Preferences
from metrobot.service.waits.paces import MOST_GIFTS, PACES, WakingTime

HOUR = timedelta(hours=1)
ZONES = ("Asia/Seoul", "Europe/Berlin", "America/New_York", "America/Los_Angeles")
NIGHT = (23 * 60, 7 * 60)
ROUNDS = 100
SEED = 8


def next_look(now: datetime, zone: str, chance: Random) -> datetime:
    """Return the next look of somebody who looks twice in sixteen waking hours."""
    looks = list[datetime]()
    day = now.astimezone(ZoneInfo(zone)).replace(hour=7, minute=0, second=0, microsecond=0)
    while not any(look > now for look in looks):
        looks = sorted((day + HOUR * chance.uniform(0, 16)).astimezone(UTC) for _ in range(2))
        day += timedelta(days=1)
    return next(look for look in looks if look > now)


def test_nobody_who_looks_twice_a_day_is_late_at_slow() -> None:
    """Each plays at the first look after the call, over months and a change of summer time."""
    chance, now, worst = Random(SEED), datetime(2026, 2, 1, tzinfo=UTC), timedelta()
    for _ in range(ROUNDS):
        for zone in ZONES:
            look = next_look(now, zone, chance)
            waking = WakingTime(Preferences(zone=zone, quiet=NIGHT))
            worst, now = max(worst, waking.used(now, look)), look

    assert worst < PACES["slow"].turn / 2


def test_who_stops_holds_the_table_up_by_one_turn_and_what_was_given() -> None:
    """In waking hours, of which each day has fourteen at least."""
    pace = PACES["slow"]
    total = pace.turn + pace.gift * MOST_GIFTS
    for zone in ZONES:
        for hour in range(0, 24 * 400, 301):
            called = datetime(2026, 1, 1, tzinfo=UTC) + hour * HOUR
            waking = WakingTime(Preferences(zone=zone, quiet=NIGHT))
            end = waking.end(called, total)
            assert waking.used(called, end) == total
            assert end - called <= timedelta(days=total / (14 * HOUR) + 1)

"""The time that counts for a turn, minute by minute: a second implementation, for comparison."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from metrobot.service.people.preferences import DaysOff, Preferences
from metrobot.service.waits.absences import days_off, times_away
from metrobot.service.waits.paces import WakingTime
from metrobot.store.schema.rows import ABSENCE, ClockRow, PersonRow

MINUTE = timedelta(minutes=1)
ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Asia/Seoul",
    "America/Los_Angeles",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "America/Sao_Paulo",
    "Pacific/Apia",
    "UTC",
)
LONGEST_NIGHT = 600
"""Most minutes of a night, and of 24 hours, that are quiet."""
DAY = 24 * 60
WEEK = 7 * DAY
KEPT = 20
"""How many choices of days off are kept."""


def shown_in(minutes: Sequence[datetime], zone: ZoneInfo, quiet: tuple[int, int]) -> Iterator[bool]:
    """Yield of each minute whether a clock shows a quiet time."""
    walls = [each.astimezone(zone) for each in minutes]
    days = defaultdict[date, set[int]](set)
    for wall in walls:
        days[wall.date()].add(wall.hour * 60 + wall.minute)
    hours = dict[date, tuple[int, int]]()
    for day, shown in days.items():
        skipped = set(range(DAY)) - shown if len(shown) >= DAY - 60 else set()
        # What a clock skips comes as much later as it was set forward.
        begin, end = (each + len(skipped) if each in skipped else each for each in quiet)
        hours[day] = begin, end
    for wall in walls:
        begin, end = hours[wall.date()]
        now = wall.hour * 60 + wall.minute
        yield begin <= now < end if quiet[0] < quiet[1] else now >= begin or now < end


def quiet_minutes(
    since: datetime, until: datetime, zone: ZoneInfo, quiet: tuple[int, int]
) -> Iterator[datetime]:
    """Yield the quiet minutes between two moments, at most ten hours of any 24."""
    first = since - timedelta(days=4)
    minutes = [first + at * MINUTE for at in range(int((until - first) / MINUTE) + DAY)]
    is_quiet = list(shown_in(minutes, zone, quiet))
    begun, last, before = None, -DAY, -DAY
    for at, now in enumerate(minutes):
        if is_quiet[at]:
            # An hour that a clock shows twice is quiet in between, too.
            if begun is None or at - last > 60:
                before, begun = (-DAY if begun is None else begun), at
            last = at
        is_night = is_quiet[at] or (at - last <= 60 and any(is_quiet[at : at + 61]))
        # The same hours of each day, though evenings may be closer together.
        is_in_time = begun is not None and at - begun < LONGEST_NIGHT and at - before >= DAY
        if is_night and is_in_time and since <= now < until:
            yield now


def free_days(person: PersonRow, since: datetime) -> Iterator[tuple[ZoneInfo, int]]:
    """Yield the days off that hold in a turn, as the page on paces says it."""
    choices = [*person.days_off]
    if len(choices) == KEPT and choices[0][0] > (since - WEEK * MINUTE).timestamp():
        return
    holding = [choice for choice in choices if choice[0] <= since.timestamp()]
    ends = [choice[0] for choice in holding[1:]] + [since.timestamp()]
    week = [
        (choice[1], day)
        for choice, end in zip(holding, ends, strict=False)
        if end > (since - WEEK * MINUTE).timestamp()
        for day in choice[2:]
    ]
    for zone, day in list(dict.fromkeys(week))[:3]:
        if (zone, day) in [(holding[-1][1], day) for day in holding[-1][2:]]:
            yield ZoneInfo(zone), day


def minutes_off(
    since: datetime, until: datetime, zone: ZoneInfo, weekday: int
) -> Iterator[datetime]:
    """Yield the minutes of a day of the week: of each at most 24 hours, a week apart at least."""
    now, was_on = since - 10 * DAY * MINUTE, True
    begun = before = None
    while now < until:
        if (is_on := now.astimezone(zone).weekday() == weekday) and not was_on:
            before, begun = begun, now
        was_on = is_on
        is_first = before is None or before <= now - WEEK * MINUTE
        if is_on and begun and now - begun < DAY * MINUTE and is_first and now >= since:
            yield now
        now += MINUTE


def counted(person: PersonRow, waking: WakingTime, since: datetime, until: datetime) -> timedelta:
    """Return the time that counts between two moments, in whole minutes."""
    wish, quiet = waking.wish, set[datetime]()
    free = list(free_days(person, since)) if waking.sleeps else []
    has_said = wish.zone is not None and wish.quiet is not None
    if waking.sleeps and wish.zone is not None and wish.quiet is not None:
        zone = next((zone for zone, _ in free), ZoneInfo(wish.zone))
        nights = set(quiet_minutes(since, until, zone, wish.quiet))
        days = {day for _, day in free}
        quiet = {now for now in nights if now.astimezone(zone).weekday() not in days}
    for zone, day in free:
        quiet.update(minutes_off(since, until, zone, day))
    minutes, now = 0, since
    while now < until:
        is_off = any(begin <= now < end for begin, end in waking.offs)
        minutes += not is_off and now not in quiet
        now += MINUTE
    seconds = minutes * 60 if has_said or not waking.sleeps else minutes * 40
    return timedelta(seconds=seconds)


def drawn(chance: Random) -> tuple[PersonRow, WakingTime, datetime, datetime]:
    """Return somebody, their time with days off and without, and two moments, at random."""
    year = datetime(2026, 1, 1, tzinfo=UTC)
    since = year + MINUTE * chance.randrange(365 * DAY)
    # Around a change of summer time, of those that there are.
    if chance.random() < 0.4:
        near = chance.choice(((3, 8), (3, 29), (4, 5), (10, 4), (10, 25), (11, 1)))
        since = datetime(2026, *near, tzinfo=UTC) + MINUTE * chance.randrange(-2 * DAY, DAY)
    until = since + MINUTE * chance.randrange(1, chance.choice((3, 3, 4, 12)) * DAY)
    begin = chance.randrange(0, DAY, 5)
    quiet = (begin, (begin + chance.choice((30, 300, 480, 600, 660, 900, 1200))) % DAY)
    zone = chance.choice(ZONES) if chance.random() < 0.8 else None
    wish = Preferences(zone=zone, quiet=quiet if chance.random() < 0.9 else None)
    absences = tuple(
        (at, at + 60 * chance.randrange(1, 2 * DAY))
        for at in (
            int((since + MINUTE * chance.randrange(-DAY, 3 * DAY)).timestamp())
            for _ in range(chance.choice((0, 0, 1, 2)))
        )
    )
    left = chance.choice((ABSENCE, timedelta(), MINUTE * chance.randrange(DAY)))
    downs = [
        (at, at + MINUTE * chance.randrange(3, 600))
        for at in (
            since + MINUTE * chance.randrange(-60, 3 * DAY)
            for _ in range(chance.choice((0, 0, 1, 3)))
        )
    ]
    clock = ClockRow(away_used=int((ABSENCE - left).total_seconds()))
    choices: list[DaysOff] = [
        (
            int((since + MINUTE * chance.randrange(-10 * DAY, 2 * DAY)).timestamp()),
            chance.choice((zone or "UTC", "Asia/Tokyo")),
            *tuple(chance.sample(range(7), chance.randrange(4))),
        )
        for _ in range(chance.choice((0, 0, 1, 1, 2, 4, KEPT)))
    ]
    wish = replace(wish, days_off=tuple(sorted(choices)))
    ann = PersonRow(1, "Ann", absences=absences, days_off=wish.days_off, clock=clock)
    sleeps = chance.random() < 0.9
    offs = [*times_away(ann, None if sleeps else "tonight", since, until), *downs]
    return ann, WakingTime(wish, offs, sleeps), since, until


def with_days_off(
    person: PersonRow, waking: WakingTime, since: datetime, until: datetime
) -> WakingTime:
    """Return somebody's time with what is off on their days off as well."""
    pace = None if waking.sleeps else "tonight"
    days = days_off(person, pace, since, until + timedelta(days=60), timedelta())
    return replace(waking, offs=[*waking.offs, *days])

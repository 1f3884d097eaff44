"""When a person may be disturbed: quiet hours where clocks change, absence."""

from datetime import UTC, datetime, timedelta

import pytest

from metrobot.service.people.preferences import (
    Preferences,
    RemindBy,
    dump_preferences,
    load_preferences,
    zones,
)
from metrobot.store.statements.people import PreferenceRow

NIGHT = (22 * 60, 7 * 60)


def at(text: str) -> datetime:
    """Return a moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def free(zone: str, quiet: tuple[int, int], moment: str) -> str:
    """Return from when somebody may be disturbed, in UTC."""
    return Preferences(zone=zone, quiet=quiet).free_from(at(moment)).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("moment", "then"),
    [
        ("2026-01-10 20:59", "2026-01-10 20:59"),
        ("2026-01-10 21:00", "2026-01-11 06:00"),
        ("2026-01-11 05:59", "2026-01-11 06:00"),
        ("2026-01-11 06:00", "2026-01-11 06:00"),
        # On 29 March 2026 clocks go from 2 to 3: the night is an hour shorter.
        ("2026-03-28 21:30", "2026-03-29 05:00"),
        # On 25 October 2026 they go from 3 back to 2: it is an hour longer.
        ("2026-10-24 20:30", "2026-10-25 06:00"),
        ("2026-10-25 00:30", "2026-10-25 06:00"),
    ],
)
def test_nights_end_in_the_morning_by_the_clock(moment: str, then: str) -> None:
    """22 to 7 in Amsterdam, an hour ahead of UTC in winter; the first minute belongs to it."""
    assert free("Europe/Amsterdam", NIGHT, moment) == then


def test_an_end_that_the_clock_skips_comes_after_the_gap() -> None:
    """Half past two does not exist that night: it is half past three."""
    assert free("Europe/Amsterdam", (0, 150), "2026-03-29 00:10") == "2026-03-29 01:30"


def test_an_hour_that_the_clock_shows_twice_is_quiet_twice() -> None:
    assert free("Europe/Amsterdam", (0, 150), "2026-10-25 00:45") == "2026-10-25 01:30"
    assert free("Europe/Amsterdam", (0, 150), "2026-10-25 01:10") == "2026-10-25 01:30"


def test_hours_of_one_day_do_not_pass_midnight() -> None:
    """A nap from one to three in Seoul, nine hours ahead."""
    assert free("Asia/Seoul", (13 * 60, 15 * 60), "2026-05-01 05:00") == "2026-05-01 06:00"
    assert free("Asia/Seoul", (13 * 60, 15 * 60), "2026-05-01 07:00") == "2026-05-01 07:00"


def test_a_night_goes_by_the_day_where_one_lives() -> None:
    """Late evening in Auckland is the morning of UTC's day."""
    assert free("Pacific/Auckland", NIGHT, "2026-01-10 10:00") == "2026-01-10 18:00"


def test_an_absence_that_ends_at_night_ends_in_the_morning() -> None:
    wishes = Preferences(zone="UTC", quiet=NIGHT, away_until=at("2026-01-12 23:00"))

    assert wishes.free_from(at("2026-01-10 12:00")) == at("2026-01-13 07:00")


def test_an_absence_that_has_ended_is_none() -> None:
    now = at("2026-01-10 12:00")

    assert Preferences(away_until=now - timedelta(hours=1)).free_from(now) == now


def test_a_zone_that_is_no_more_leaves_no_night() -> None:
    """Names of zones change now and then; nobody is silenced or woken by an error."""
    wishes = load_preferences(PreferenceRow("direct", "Old/Name", 0, 60))

    assert wishes == Preferences(RemindBy.DIRECT, None, (0, 60))
    assert wishes.free_from(at("2026-01-10 00:30")) == at("2026-01-10 00:30")


def test_wishes_are_read_as_they_were_written() -> None:
    wishes = Preferences(RemindBy.NEVER, "Asia/Seoul", NIGHT, at("2026-01-10 12:00"))

    assert load_preferences(dump_preferences(wishes)) == wishes


def test_there_are_zones_everywhere() -> None:
    """The zones do not depend on the system's own list."""
    wanted = {"Europe/Amsterdam", "America/New_York", "Asia/Seoul", "UTC", "America/Mexico_City"}

    assert zones() >= wanted

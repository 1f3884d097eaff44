"""Which time counts for a turn, and when it is up."""

from dataclasses import replace
from datetime import timedelta
from random import Random

from tests.service.naive_clock import counted, drawn, with_days_off

HOUR = timedelta(hours=1)
WEEK = timedelta(days=7)
SEED = 42
FEW = 12


def compare(chance: Random) -> None:
    """Compare both implementations on one timeline, and hold it to its laws."""
    person, awake, since, until = drawn(chance)
    waking = with_days_off(person, awake, since, until)
    used = waking.used(since, until)

    assert used == counted(person, awake, since, until), (person, awake, since, until)
    assert used <= until - since
    need = used + timedelta(minutes=1)
    end = waking.end(since, need)
    assert end > until or used == need
    assert waking.used(since, end) == need or end.year == 9999
    for hours in range(0, int((until - since) / HOUR) - 23, 5):
        day = since + hours * HOUR
        off = sum(
            (
                min(e, day + 24 * HOUR) - max(b, day)
                for b, e in waking.offs
                if b < day + 24 * HOUR and e > day
            ),
            timedelta(),
        )
        assert waking.used(since, day + 24 * HOUR) - waking.used(since, day) + off >= 14 * HOUR
    quiet = with_days_off(person, replace(awake, offs=()), since, until)
    for hours in range(0, int((until - since) / HOUR) - 167, 5):
        week = since + hours * HOUR
        assert quiet.used(since, week + WEEK) - quiet.used(since, week) >= WEEK - 112 * HOUR


def test_two_implementations_count_the_same() -> None:
    """One adds up spans; the other one goes minute by minute."""
    chance = Random(SEED)
    for _ in range(FEW):
        compare(chance)

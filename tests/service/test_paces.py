"""Which time counts for a turn, and when it is up."""

from datetime import timedelta
from random import Random

from tests.service.naive_clock import counted, drawn

HOUR = timedelta(hours=1)
SEED = 42
FEW = 12


def compare(chance: Random) -> None:
    """Compare both implementations on one timeline, and hold it to its laws."""
    waking, since, until = drawn(chance)
    used = waking.used(since, until)

    assert used == counted(waking, since, until), (waking, since, until)
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


def test_two_implementations_count_the_same() -> None:
    """One adds up spans; the other one goes minute by minute."""
    chance = Random(SEED)
    for _ in range(FEW):
        compare(chance)

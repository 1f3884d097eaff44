"""Times and dates as people type them."""

from datetime import UTC, datetime

import pytest

from metrobot.engine.errors import Refusal
from metrobot.ui.words.clock_time import clock_text, minutes_of, moment_of
from metrobot.ui.words.refusals import FrameKey

NOW = datetime(2026, 1, 10, 12, 0, tzinfo=UTC)
TIMES = {
    "22:00": "22:00 22 22h 22H 22.00 22h00 2200 10pm 10PM 10p.m. 10:00pm 22u 22시 ２２：００",
    "07:05": "7:05 07:05 7.05 705 0705 7h05 7u05 7:05am 7시05분",
    "00:00": "24:00 0 0:00 00:00 24 2400 24h 12am 오전12시",
    "12:00": "12:00 12pm 12 오후12시",
    "00:30": "0:30 12:30am 0030",
    "13:30": "13:30 1:30p.m. 1:30PM 오후1시30분 130p",
}


def test_times_are_read_as_people_type_them() -> None:
    """By twelve or twenty-four hours, with or without signs."""
    wrong = {
        typed: clock_text(minutes_of(typed))
        for time, typings in TIMES.items()
        for typed in (*typings.split(), f" {typings.split()[0]} ")
        if clock_text(minutes_of(typed)) != time
    }

    assert wrong == {}
    assert [clock_text(minutes_of(typed)) for typed in ("10 pm", "22 uur", "오후 10시 30분")] == [
        "22:00",
        "22:00",
        "22:30",
    ]


@pytest.mark.parametrize(
    "typed", ["24:01", "25", "2460", "13pm", "0am", "7:5", "", "h", "pm", "late", "-1", "7:00:00"]
)
def test_what_is_no_time_is_refused(typed: str) -> None:
    """A time that is not on the clock, or half of one."""
    with pytest.raises(Refusal) as caught:
        minutes_of(typed)

    assert caught.value.key == FrameKey.BAD_TIME


@pytest.mark.parametrize(
    ("typed", "zone", "then"),
    [
        ("2026-12-24", None, "2026-12-24T00:00:00+00:00"),
        ("20261224", "Asia/Seoul", "2026-12-24T00:00:00+09:00"),
        ("2026/12/24", None, "2026-12-24T00:00:00+00:00"),
        ("2026. 12. 24.", None, "2026-12-24T00:00:00+00:00"),
        ("2026년 2월 3일", None, "2026-02-03T00:00:00+00:00"),
        ("2028-02-29", None, "2028-02-29T00:00:00+00:00"),
        ("3", "Asia/Seoul", "2026-01-13T12:00:00+00:00"),
        ("9999", None, "2053-05-27T12:00:00+00:00"),
        ("0001-01-01", "Asia/Seoul", "0001-01-01T00:00:00+08:27:52"),
        ("9999-12-31", "America/New_York", "9999-12-31T00:00:00-05:00"),
        # Clocks skip this midnight: it is one o'clock.
        ("2026-09-06", "America/Santiago", "2026-09-06T00:00:00-04:00"),
    ],
)
def test_dates_are_days_where_somebody_lives(typed: str, zone: str | None, then: str) -> None:
    """Also the first and the last that there are, and one whose midnight is skipped."""
    moment = moment_of(typed, NOW, zone)

    assert moment is not None
    assert moment.isoformat() == then


@pytest.mark.parametrize(
    "typed", ["2027-02-29", "2026-13-01", "0000-01-01", "24-12-2026", "soon", "-3", "", "²"]
)
def test_what_is_no_date_is_refused(typed: str) -> None:
    """A day that is not in the calendar, or an order that may mean two days."""
    with pytest.raises(Refusal) as caught:
        moment_of(typed, NOW, None)

    assert caught.value.key == FrameKey.BAD_DATE

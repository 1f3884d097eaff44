"""What stands in a record has its bounds."""

from typing import Any

import pytest

from metrobot.engine.record import DEEPEST, LARGEST_NUMBER, LONGEST_TEXT, is_within_limits


def _deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        "",
        "x" * LONGEST_TEXT,
        "한국 \U0001f687",
        LARGEST_NUMBER,
        -LARGEST_NUMBER,
        0.5,
        [],
        {"a": [{"b": None}]},
        _deep(DEEPEST),
    ],
)
def test_what_games_write_fits(value: Any) -> None:
    assert is_within_limits(value)


@pytest.mark.parametrize(
    "value",
    [
        "x" * (LONGEST_TEXT + 1),
        "\ud800",
        "a\udfffb",
        LARGEST_NUMBER + 1,
        10**28,
        -(10**28),
        float("inf"),
        float("nan"),
        [1, 10**28],
        {"a": "\ud800"},
        {"\ud800": 1},
        _deep(DEEPEST + 1),
        {"a": _deep(DEEPEST)},
    ],
)
def test_what_nobody_could_read_does_not_fit(value: Any) -> None:
    assert not is_within_limits(value)

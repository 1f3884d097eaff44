"""Which lines tell what tests run a change."""

from pathlib import Path

import pytest

from tests.mutations.changes import mutations_of
from tests.mutations.trying import lines_of

SOURCE = """\
def f(
    a=3,
):
    if (
        a
        > 4
    ): a -= 5
    return [
        a,
        6,
    ]
"""


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        ("3 -> 4", range(1, 4)),
        ("a > 4 -> a >= 4", range(4, 7)),
        ("5 -> 6", range(7, 8)),
        ("6 -> 7", range(8, 12)),
    ],
)
def test_a_change_is_run_with_its_statement(change: str, lines: range) -> None:
    """A constant on a line of its own is on no line that is run."""
    (found,) = [
        each for each in mutations_of(Path("a.py"), SOURCE.encode()) if each.name.endswith(change)
    ]

    assert lines_of(found, SOURCE.encode()) == lines

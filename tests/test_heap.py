"""Memory of large pictures."""

import ctypes
import sys

import pytest

from metrobot.heap import give_back_large_blocks


class Library:
    """A C library that writes down what is asked of it."""

    def __init__(self) -> None:
        self.asked = list[tuple[int, int]]()

    def mallopt(self, option: int, value: int) -> int:
        """Write it down."""
        self.asked.append((option, value))
        return 1


def test_large_blocks_are_taken_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Linux with glibc a bound of 128 kB is set."""
    library = Library()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)

    give_back_large_blocks()

    assert library.asked == [(-3, 1 << 17)]


@pytest.mark.parametrize(("platform", "library"), [("darwin", Library()), ("linux", object())])
def test_elsewhere_nothing_is_done(
    monkeypatch: pytest.MonkeyPatch, platform: str, library: object
) -> None:
    """Another system, or another C library."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)

    give_back_large_blocks()

    assert getattr(library, "asked", []) == []

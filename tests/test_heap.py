"""Memory of large pictures."""

import ctypes
import sys

import pytest

from metrobot.vitals.memory import give_back_holes, give_back_large_blocks


class Library:
    """A C library that writes down what is asked of it."""

    def __init__(self) -> None:
        self.asked = list[tuple[int, ...]]()

    def mallopt(self, option: int, value: int) -> int:
        """Write it down."""
        self.asked.append((option, value))
        return 1

    def malloc_trim(self, kept: int) -> int:
        """Write it down."""
        self.asked.append((kept,))
        return 1


def test_large_blocks_are_taken_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Linux with glibc a bound of 128 kB is set."""
    library = Library()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)

    give_back_large_blocks()

    assert library.asked == [(-3, 1 << 17)]


def test_holes_are_given_back_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Linux with glibc, without anything that is left at the end."""
    library = Library()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)

    give_back_holes()

    assert library.asked == [(0,)]


@pytest.mark.parametrize(("platform", "library"), [("darwin", Library()), ("linux", object())])
def test_elsewhere_nothing_is_done(
    monkeypatch: pytest.MonkeyPatch, platform: str, library: object
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)

    give_back_large_blocks()
    give_back_holes()

    assert getattr(library, "asked", []) == []

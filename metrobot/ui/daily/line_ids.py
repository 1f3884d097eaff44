"""The ids of buttons about lines of the day: the number of the line, and what is wanted of it."""

from enum import StrEnum
from functools import partial
from typing import Final

from metrobot.service.daily.runs import Run
from metrobot.ui.pages.ids import Button, PressId, PressKind, Style, button
from metrobot.ui.turn.planner_page import PressIds
from metrobot.ui.words.catalogue import Words

_MARK: Final = "!"


class Wanted(StrEnum):
    """What a button about a line is for; names never change once released."""

    HOME = "home"
    PLAY = "play"
    AGAIN = "again"
    TABLE = "table"
    WEEK = "week"
    PAST = "past"
    OPEN = "open"
    """The menu of past lines: which."""
    DEALING = "dealing"
    SETTINGS = "settings"
    ONCE = "once"
    """At once: on or off."""
    SHEET = "sheet"
    """Whether the morning paper may show one's sheet."""
    REMIND = "remind"
    SHARE = "share"
    SHOW = "show"
    RECORD = "record"
    WORDS = "words"
    STOP = "stop"
    """No more papers."""


def line_id(number: int, wanted: Wanted, rest: str = "") -> PressId:
    """Return the id of a button on a private page about a line."""
    return PressId(number, 0, PressKind.LINE, f"{wanted}{_MARK}{rest}")


def line_button(
    number: int,
    wanted: Wanted,
    label: str,
    style: Style = Style.secondary,
    *,
    rest: str = "",
    disabled: bool = False,
) -> Button:
    """Return a button on a private page about a line."""
    return button(line_id(number, wanted, rest), label, style, disabled=disabled)


def wanted_of(press: PressId) -> tuple[str, str]:
    """Return what a button about a line is for, and what else its id says."""
    wanted, _, rest = press.arg.partition(_MARK)
    return wanted, rest


def run_ids(run: Run) -> PressIds:
    """Return what makes the ids of the planner of a run."""
    return partial(_run_id, run)


def _run_id(run: Run, kind: PressKind, arg: str) -> PressId:
    """Return the id of a button of the planner of a run."""
    return PressId(run.row.id, run.play.revision, PressKind.RUN, f"{kind}{_MARK}{arg}")


def public_button(number: int, wanted: Wanted, label: str, style: Style) -> Button:
    """Return a button on a public message: it opens something in private."""
    return button(PressId(number, 0, PressKind.DAILY, f"{wanted}{_MARK}"), label, style)


def play_button(number: int, words: Words) -> Button:
    """Return the button on a public message that opens a line for whoever presses it."""
    return public_button(number, Wanted.PLAY, words.say("line.play"), Style.success)

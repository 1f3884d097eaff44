"""Ids of buttons about lines of the day: the number of the line and a purpose."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from metrobot.service.daily.runs import Run
from metrobot.ui.pages.ids import Button, PressId, PressKind, ReplaySource, Style, button
from metrobot.ui.turn.planner_page import PressIds
from metrobot.ui.words.catalogue import Words

_MARK: Final = "!"


class Wanted(StrEnum):
    """Purpose of a button about a line; names never change once released."""

    HOME = "home"
    PLAY = "play"
    AGAIN = "again"
    TABLE = "table"
    WEEK = "week"
    PAST = "past"
    OPEN = "open"
    """Choice in the menu of past lines."""
    DEALING = "dealing"
    SETTINGS = "settings"
    ONCE = "once"
    """Switch for playing choices at once."""
    SHEET = "sheet"
    """Switch for one's sheet in the morning paper."""
    SHOWN, HIDDEN = "shown", "hidden"
    """Answers to the question whether the morning paper may show one's sheet."""
    REMIND = "remind"
    SHARE = "share"
    SHOW = "show"
    RECORD = "record"
    WORDS = "words"
    STOP = "stop"
    """End of a server's papers."""


def line_id(number: int, wanted: Wanted, rest: str = "") -> PressId:
    """Return the id of a button on a private page about a line."""
    return PressId(number, 0, PressKind.LINE, f"{wanted}{_MARK}{rest}")


def line_button(
    number: int, wanted: Wanted, label: str, style: Style = Style.secondary, *, rest: str = ""
) -> Button:
    """Return a button on a private page about a line."""
    return button(line_id(number, wanted, rest), label, style)


def wanted_of(press: PressId) -> tuple[str, str]:
    """Return the purpose of a button about a line, and the rest of its id."""
    wanted, _, rest = press.arg.partition(_MARK)
    return wanted, rest


def run_ids(run: Run) -> PressIds:
    """Return the function that makes the ids in the planner of a run."""
    number, revision = run.row.id, run.play.revision
    return lambda kind, arg: PressId(number, revision, PressKind.RUN, f"{kind}{_MARK}{arg}")


def public_button(number: int, wanted: Wanted, label: str, style: Style) -> Button:
    """Return a button on a public message: it opens something in private."""
    return button(PressId(number, 0, PressKind.DAILY, f"{wanted}{_MARK}"), label, style)


def watch_buttons(best: Run | None, words: Words) -> Iterator[Button]:
    """Yield the button that shows the best run of a line, if there is one."""
    if best is not None:
        press = PressId(best.row.id, 0, PressKind.REPLAY, ReplaySource.LINE)
        yield button(press, words.say("line.watch"))


def play_button(number: int, words: Words) -> Button:
    """Return the button on a public message that opens a line for whoever presses it."""
    return public_button(number, Wanted.PLAY, words.say("line.play"), Style.success)

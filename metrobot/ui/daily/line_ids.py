"""Buttons about lines of the day, on private pages and on public messages."""

from collections.abc import Iterator
from typing import Final

from metrobot.service.daily.runs import Run
from metrobot.ui.pages.ids import Button, PressId, PressKind, ReplaySource, Style, button
from metrobot.ui.turn.planner_page import PressIds
from metrobot.ui.words.catalogue import Words

MARK: Final = "!"
"""Mark behind what a button in the planner of a run does."""


def line_button(
    number: int, kind: PressKind, label: str, style: Style = Style.secondary, *, arg: str = ""
) -> Button:
    """Return a button about a line."""
    return button(PressId(number, 0, kind, arg), label, style)


def run_ids(run: Run) -> PressIds:
    """Return the function that makes the ids in the planner of a run."""
    number, revision = run.row.id, run.play.revision
    return lambda kind, arg: PressId(number, revision, PressKind.RUN, f"{kind}{MARK}{arg}")


def watch_buttons(best: Run | None, words: Words) -> Iterator[Button]:
    """Yield the button that shows the best run of a line, if there is one."""
    if best is not None:
        press = PressId(best.row.id, 0, PressKind.REPLAY, ReplaySource.LINE)
        yield button(press, words.say("line.watch"))


def play_button(number: int, words: Words) -> Button:
    """Return the button on a public message that opens a line for whoever presses it."""
    return line_button(number, PressKind.DAILY_PLAY, words.say("line.play"), Style.success)

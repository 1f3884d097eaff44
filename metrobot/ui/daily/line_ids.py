"""Buttons about lines of the day, on private pages and on public messages."""

from collections.abc import Iterator

from metrobot.engine.draft import EMPTY
from metrobot.service.daily.runs import Run
from metrobot.service.finished.what_ifs import moments_of
from metrobot.ui.pages.args import InnerArg, ReplayArg, WhatIfArg
from metrobot.ui.pages.ids import Button, PressId, PressKind, ReplaySource, Style, button
from metrobot.ui.turn.board_buttons import page_button
from metrobot.ui.words.catalogue import Words


def line_button(number: int, kind: PressKind, label: str, style: Style = Style.secondary) -> Button:
    """Return a button about a line."""
    return button(PressId(number, 0, kind), label, style)


def watch_buttons(best: Run | None, words: Words) -> Iterator[Button]:
    """Yield the button that shows the best run of a line, if there is one."""
    if best is not None:
        press = PressId(best.row.id, 0, PressKind.REPLAY, str(ReplayArg(ReplaySource.LINE)))
        yield button(press, words.say("line.watch"))


def run_page_button(run: Run, words: Words) -> Button:
    """Return the button that has the page of a run made."""
    return page_button(run.row.id, words, ReplaySource.LINE)


def try_buttons(run: Run, turn: int, words: Words) -> tuple[Button, ...]:
    """Return the button that plays a card of a run otherwise, if there was anything to choose."""
    source = ReplaySource.LINE
    rest = WhatIfArg(source, 0, InnerArg(PressKind.ANEW, f"{EMPTY}:"))
    press = PressId(run.row.id, turn, PressKind.LINE_IF, str(rest))
    tries = moments_of(source, run.play, turn)
    return (button(press, words.say("whatif.button"), Style.success),) if tries else ()


def play_button(number: int, words: Words) -> Button:
    """Return the button on a public message that opens a line for whoever presses it."""
    return line_button(number, PressKind.DAILY_PLAY, words.say("line.play"), Style.success)

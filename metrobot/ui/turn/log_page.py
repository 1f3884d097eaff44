"""/game log: the turns played so far, page by page, the newest first."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from discord import ui

from metrobot.service.model.guards import check_started
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.kit.drawing import Drawing
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.handlers import Answers, on_press, slash
from metrobot.ui.kit.replies import Answerer, player_id
from metrobot.ui.pages.ids import Press, PressId, PressKind, button, parse_number
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.turn.board_buttons import press
from metrobot.ui.turn.public_pages import turn_report
from metrobot.ui.words.catalogue import Words

TURNS_A_PAGE: Final = 6
_ROOM: Final = 600  # characters of a turn, so that a page is never cut
_SHARED: Final = 3
"""So many turns are on a page where one of them tells of all who play."""
_MANY: Final = 4
"""With more people than these they are even longer: two on a page."""


@dataclass(eq=False)
class LogHandlers(Answerer):
    """Tells the turns of a game so far."""

    fronts: Mapping[str, Front]
    drawing: Drawing
    games: GameAccess

    @slash("game log")
    async def log(self, ix: Press) -> None:
        """Tell the newest turns of this channel's game.

        Raises:
            TableError: there is none, or it has not started.
        """
        table = await self.games.table_here(ix)
        await self.replies.reply(ix, await self._page(ix, table, 0))

    @on_press(PressKind.LOG, answers=Answers.EDIT)
    async def turn_page(self, ix: Press, press: PressId) -> None:
        """Show another page in the same private message."""
        table = await self.games.table_of(press.game)
        number = parse_number(press.arg) or 0
        await self.replies.replace(ix, await self._page(ix, table, number))

    async def _page(self, ix: Press, table: Table, number: int) -> Page:
        """Return one page of the log, which plays the game again."""
        check_started(table)
        front, words = self.fronts[table.title.id], self.readers.words(ix)
        make = partial(log_parts, front, table, words, number)
        return page(*await self.drawing.work(make, player_id(ix)))


def log_parts(front: Front, table: Table, words: Words, number: int) -> list[Part]:
    """Return one page of the log: work for a drawing thread.

    Args:
        front: of the game.
        table: which has started.
        words: of the reader.
        number: of the page, 0 for the newest turns; beyond the last: the last.
    """
    turns = finished_turns(table)
    if not turns:
        return [words.say("log.empty")]
    most = turns_a_page(table)
    last = (len(turns) - 1) // most
    number = min(number, last)
    until = len(turns) - number * most
    start = max(0, until - most)
    room = _ROOM * max(TURNS_A_PAGE, most) // most
    table.summaries(turns[start:until])  # at once, not each by itself
    parts: list[Part] = [words.say("log.head", page=number + 1, pages=last + 1)]
    parts += [
        turn_text(front, table, words, turns[place], place + 1, room=room)
        for place in range(until - 1, start - 1, -1)
    ]
    if last:
        parts.append(_row(table, words, number, last))
    return parts


def turns_a_page(table: Table) -> int:
    """Return how many turns are on a page: fewer where one tells of all who play."""
    if not table.title.is_simultaneous or len(table.people) == 1:
        return TURNS_A_PAGE
    return min(TURNS_A_PAGE, _SHARED if len(table.people) <= _MANY else _SHARED - 1)


def turn_text(
    front: Front, table: Table, words: Words, turn: int, number: int, *, room: int = _ROOM
) -> str:
    """Return one turn in words, as many of its lines as there is room for."""
    report = turn_report(front, table, turn, words)
    text = words.say("log.turn", number=number, text=report.headline)
    for line in report.lines:
        if len(text) + len(line) < room:
            text = f"{text}\n{line}"
    return text


def _row(table: Table, words: Words, number: int, last: int) -> ui.ActionRow[Any]:
    """Return the buttons to newer and older turns."""
    newer = press(table, PressKind.LOG, str(max(0, number - 1)))
    older = press(table, PressKind.LOG, str(number + 1))
    return ui.ActionRow(
        button(newer, words.say("log.newer"), disabled=number == 0),
        button(older, words.say("log.older"), disabled=number == last),
    )

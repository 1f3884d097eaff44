"""The turns so far: /game log, page by page, and what has happened since one's last turn."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any, Final

from discord import ui

from metrobot.service.model.guards import check_started
from metrobot.service.model.play import PlayerId, Status
from metrobot.service.model.snapshots import REST, finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import Answers, on_press, slash
from metrobot.ui.kit.replies import player_id
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.args import NumberArg
from metrobot.ui.pages.ids import Press, PressId, PressKind, button
from metrobot.ui.pages.page import Page, Part, fitted_text, page
from metrobot.ui.turn.board_buttons import awaited, next_row, press
from metrobot.ui.turn.public_pages import report_text, told_turn, turn_parts
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.text_length import utf16_length

TURNS_A_PAGE: Final = 5
_ROOM: Final = 3500
"""Characters of the turns on a page."""
_SHARED: Final = 3
"""Turns on a page where each of them tells of all who play."""
_MANY: Final = 4
"""Most people for that many turns; with more a page has one less."""
MOST_TURNS: Final = 6
"""Most turns that are told; `/game log` has the older ones."""


class LogHandlers(Answerer):
    """Tells the turns of a game so far, all of them or those since somebody's own last one."""

    @slash("game log", causes=())
    async def log(self, ix: Press) -> None:
        """Tell the newest turns of this channel's game.

        Raises:
            TableError: there is none, or it has not started.
        """
        await self.replies.reply(ix, await self._page(ix, await self.games.started_here(ix), 0))

    @on_press(PressKind.LOG, answers=Answers.EDIT, causes=())
    async def turn_page(self, ix: Press, press: PressId) -> None:
        """Show another page in the same private message."""
        table = await self.games.table_of(press.game)
        number = NumberArg.read(press).number
        await self.replies.replace(ix, await self._page(ix, table, number))

    @on_press(PressKind.SINCE, answers=Answers.PRIVATE, causes=())
    async def catch_up(self, ix: Press, press: PressId) -> None:
        """Answer the button beside a board, old or new.

        Raises:
            TableError: the game has not started.
        """
        table = await self.games.table_of(press.game)
        check_started(table)
        front, words = self.fronts[table.title.id], self.readers.words(ix)
        player = player_id(ix)
        make = partial(since_parts, front, table, words, player)
        await self.replies.reply(
            ix, page(*await self.drawing.work(make, player), tag=f"{table.revision}-since")
        )

    async def _page(self, ix: Press, table: Table, number: int) -> Page:
        check_started(table)
        front, words = self.fronts[table.title.id], self.readers.words(ix)
        # The game is played again for it, which would hold up the event loop.
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
    # Turns may have been taken back since the button was made.
    number = min(number, last)
    until = len(turns) - number * most
    start = max(0, until - most)
    # All at once: each by itself would play the game again.
    table.summaries(turns[max(0, start - REST) : until])
    reports = (told_turn(front, table, turn, words) for turn in reversed(turns[start:until]))
    text = fitted_text(chain.from_iterable(map(turn_parts, reports)), _ROOM)
    parts: list[Part] = [words.say("log.head", page=number + 1, pages=last + 1), text]
    if last:
        parts.append(_row(table, words, number, last))
    return parts


def turns_a_page(table: Table) -> int:
    """Return the number of turns on a page: fewer where one tells of all who play."""
    if not table.title.is_simultaneous or len(table.people) == 1:
        return TURNS_A_PAGE
    return min(TURNS_A_PAGE, _SHARED if len(table.people) <= _MANY else _SHARED - 1)


def _row(table: Table, words: Words, number: int, last: int) -> ui.ActionRow[Any]:
    newer = press(table, PressKind.LOG, str(max(0, number - 1)))
    older = press(table, PressKind.LOG, str(number + 1))
    return ui.ActionRow(
        button(newer, words.say("log.newer"), disabled=number == 0),
        button(older, words.say("log.older"), disabled=number == last),
    )


def turns_since(table: Table, player: PlayerId) -> list[int]:
    """Return the finished turns after a person's own last one, oldest first.

    Where all choose at once, their own last turn is among them: what the others
    did in it they have not seen. Somebody who has not played is told all turns.
    """
    turns, seats = finished_turns(table), table.seats_of(player)
    own = {logged.turn for logged in table.log if logged.event.actor in seats}
    last = max((turn for turn in turns if turn in own), default=None)
    first = last if last is None or table.title.is_simultaneous else last + 1
    return [turn for turn in turns if first is None or turn >= first]


def since_parts(front: Front, table: Table, words: Words, player: PlayerId) -> list[Part]:
    """Return the turns since a person's own last one: work for a drawing thread."""
    turns = turns_since(table, player)
    parts: list[Part] = [words.say("since.head"), _turns_text(front, table, words, turns)]
    game_view = game_view_of(table, words, player)
    if turns:
        # The turn under way too: its changes are on the board.
        numbers = [number for number in table.turns_played if number >= turns[0]]
        parts.append(front.changes(game_view, table.summaries(numbers, player), words))
    else:
        parts.append(front.board(game_view, words))
    if table.status is Status.RUNNING:
        parts.append(awaited(table, words))
    parts.append(next_row(front, table, player, words))
    return parts


def _turns_text(front: Front, table: Table, words: Words, turns: Sequence[int]) -> str:
    # Of one's own turn, too, a post may have left details out.
    told = (turns or finished_turns(table)[-1:])[-MOST_TURNS:]
    # Likewise all at once.
    table.summaries(finished_turns(table)[-len(told) - REST :])
    reports = [told_turn(front, table, turn, words) for turn in told]
    texts, room = list[str](), _ROOM
    for report in reversed(reports):
        text = "\n".join(filter(None, (report.headline, report.fact, *report.lines)))
        text = text if texts else report_text(report, words)
        room -= utf16_length(text) + 1
        if texts and room < 0:
            break
        texts.insert(0, text)
    if not turns:
        texts.insert(0, words.say("since.nothing"))
    elif older := len(turns) - len(texts):
        texts.insert(0, words.count("since.older", older))
    return "\n".join(texts)

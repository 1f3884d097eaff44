"""A turn in private: choices are tried, taken back, and confirmed."""

import asyncio
from functools import partial

from metrobot.engine.draft import StaleDraftError
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.guards import check_fresh
from metrobot.service.model.table import GameId, Status, Table
from metrobot.service.play.lock_choice import draft_for
from metrobot.service.tables import ConfirmedTurn
from metrobot.ui.kit.access import check_private
from metrobot.ui.kit.board_links import with_board_message
from metrobot.ui.kit.context import Context, player_id
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.pages.ids import Press, PressId, PressKind
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.turn.board_buttons import link_to
from metrobot.ui.turn.hint_buttons import hint_button
from metrobot.ui.turn.locked_choices import locked_page
from metrobot.ui.turn.planner_page import (
    AnyDraft,
    is_remembered,
    planner_look,
    planner_page,
    split_group,
    with_choices,
    without_choices,
)
from metrobot.ui.turn.public_pages import turn_report
from metrobot.ui.turn.undo_pages import ask_row
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.refusals import missing_permissions


class Planner:
    """Answers the planner's buttons and menus."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def open(self, ix: Press, press: PressId) -> None:
        """Open the planner from under a board.

        Raises:
            TableError: not their turn, or the board has moved on.
        """
        await self._context.defer_private(ix)
        drafted = await self._context.tables.begin_draft(GameId(press.game), player_id(ix))
        check_fresh(drafted.table, press.revision)
        await self.show(ix, *drafted)

    async def show(self, ix: Press, table: Table, draft: AnyDraft) -> None:
        """Show a draft to its player in private, to go on from there."""
        await self._context.reply(ix, await self._page(ix, table, draft))

    async def show_instead(self, ix: Press, table: Table, draft: AnyDraft) -> None:
        """Show a draft to its player in the private message that was pressed."""
        await self._context.replace(ix, await self._page(ix, table, draft))

    async def change(self, ix: Press, press: PressId) -> None:
        """Open the planner again with what was locked, in the same private message.

        Raises:
            TableError: the board has moved on: all have locked by now.
        """
        check_private(ix)
        await self._context.defer_edit(ix)
        table = await self._context.table_of(press.game)
        check_fresh(table, press.revision)
        draft = draft_for(table, player_id(ix))
        await self._context.replace(ix, await self._page(ix, table, draft))

    async def turn_page(self, ix: Press, press: PressId, chosen: str) -> None:
        """Show the draft after one press in the planner.

        Args:
            ix: the press.
            press: its id.
            chosen: what was chosen in a menu, else empty.

        Raises:
            TableError: not their turn, or the board has moved on.
        """
        check_private(ix)
        await self._context.defer_edit(ix)
        arg = press.arg.partition(":")[2] if press.kind is PressKind.MENU else press.arg
        code, group = split_group(arg)
        table, draft = await self._context.tables.read_draft(
            GameId(press.game), player_id(ix), press.revision, code
        )
        draft, group = _pressed(press, draft, group, chosen)
        await self._context.replace(ix, await self._page(ix, table, draft, group))

    async def confirm(self, ix: Press, press: PressId) -> None:
        """Play the draft, or lock it; the channel is told by itself.

        Raises:
            TableError: not their turn, the board has moved on, or no whole turn.
        """
        check_private(ix)
        await self._context.defer_edit(ix)
        played = await self._context.tables.play_draft(
            GameId(press.game), player_id(ix), press.revision, press.arg
        )
        await asyncio.sleep(0)  # the board for all goes first
        is_alone = played.table.is_alone
        shown = await self._next(ix, played) if is_alone else self._confirmed(ix, played)
        await self._context.replace(ix, shown, is_due=True)

    async def _next(self, ix: Press, played: ConfirmedTurn) -> Page:
        """Return what comes after a turn of a game alone: what it did, and the next one."""
        table, front = played.table, self._context.front(played.table)
        words, player = self._context.words(ix), player_id(ix)
        news = "\n".join(filter(None, (self._left_out(ix, played), news_of(front, table, words))))
        if missing_permissions(ix):
            news = f"{self._unposted(ix)}\n{news}"
        if table.status is Status.OVER:
            board = front.board(game_view_of(table, words, player), words)
            there = await with_board_message(self._context, ix.client, table)
            ended = words.say("planner.alone_over", link=link_to(there))
            return page(news, board, ended, tag=str(table.revision))
        undo = tuple(ask_row(table, player, words))
        return await self._page(ix, table, draft_for(table, player), news=news, below=undo)

    async def _page(
        self,
        ix: Press,
        table: Table,
        draft: AnyDraft,
        group: str | None = None,
        *,
        news: str = "",
        below: tuple[Part, ...] = (),
    ) -> Page:
        """Return the planner for a draft, which the next press need not try again."""
        front, words = self._context.front(table), self._context.words(ix)
        self._context.tables.keep_draft(table, draft)
        if not is_remembered(table, draft, words, group):
            # Looking ahead takes milliseconds, which others need not wait for.
            look = partial(planner_look, front, table, draft, words, group)
            await self._context.work(look, player_id(ix))
        hint = None
        if self._context.tables.hints.are_offered(table):
            hint = hint_button(table, draft, group, words)
        return planner_page(front, table, draft, words, group, news=news, below=below, hint=hint)

    def _confirmed(self, ix: Press, played: ConfirmedTurn) -> Page:
        """Return what a player is told in private once their turn is played, or locked."""
        table, words, player = played.table, self._context.words(ix), player_id(ix)
        if table.choice_of(player) is not None:
            return locked_page(table, player, words)
        left_out = self._left_out(ix, played)
        if missing_permissions(ix):
            return page(self._unposted(ix), left_out)
        was_shared = table.title.is_simultaneous and len(table.people) > 1
        told = words.say("sealing.opened" if was_shared else "planner.confirmed")
        return page(told, left_out, *ask_row(table, player, words))

    def _left_out(self, ix: Press, played: ConfirmedTurn) -> str:
        """Return what of a confirmed draft was not played, and why; empty if all was."""
        if not played.left_out:
            return ""
        table, words = played.table, self._context.words(ix)
        front = self._context.front(table)
        game_view, draft_view = (
            game_view_of(table, words, player_id(ix)),
            draft_view_of(played.draft),
        )
        return front.left_out(game_view, draft_view, played.left_out, words)

    def _unposted(self, ix: Press) -> str:
        """Return that a turn was played but cannot be told, for lack of what permissions."""
        words = self._context.words(ix)
        names = tuple(words.say(key) for key in missing_permissions(ix))
        return words.say("planner.confirmed_unposted", permissions=names)


def news_of(front: Front, table: Table, words: Words) -> str:
    """Return what came of the newest turn of a game alone, in as few lines as can be."""
    report = turn_report(front, table, table.turns_played[-1], words)
    return "\n".join((" ".join((report.headline, *report.lines[:1])), *report.lines[1:]))


def _pressed(
    press: PressId, draft: AnyDraft, group: str | None, chosen: str
) -> tuple[AnyDraft, str | None]:
    """Return the draft that a press leads to, and the group that is looked at.

    Args:
        press: what was pressed.
        draft: on which it was offered.
        group: that was looked at.
        chosen: what was chosen in a menu, else empty.

    Raises:
        TableError: it is no choice of this draft.
    """
    match press.kind:
        case PressKind.BACK:
            return draft.undo(), group
        case PressKind.ANEW:
            return without_choices(draft), None
        case PressKind.GROUP:
            return draft, chosen
        case PressKind.MENU:
            return _then(draft, chosen), group
        case _:
            return draft, group


def _then(draft: AnyDraft, chosen: str) -> AnyDraft:
    """Return the draft with what was chosen in a menu.

    Raises:
        TableError: it is no choice of this draft.
    """
    steps = chosen.split(".")
    if not all(step.isdecimal() for step in steps):
        raise TableError(TableKey.STALE)
    try:
        return with_choices(draft, map(int, steps))
    except StaleDraftError as error:
        raise TableError(TableKey.STALE) from error

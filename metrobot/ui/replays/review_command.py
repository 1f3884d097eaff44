"""Reviews: `/game review`, and the buttons that lead to them."""

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.players.analysis.review_json import is_current, is_short, load_review
from metrobot.service.model.play import Play
from metrobot.service.people.ledger import Account
from metrobot.store.statements.finished import ReviewSubject
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import Answers, slash
from metrobot.ui.pages.args import ReplayArg
from metrobot.ui.pages.ids import Press, PressId, PressKind, ReplaySource, menu_value
from metrobot.ui.pages.page import Page
from metrobot.ui.replays.replay_command import Number, ReplayHandlers, on_replay
from metrobot.ui.replays.review_page import (
    ReviewReading,
    empty_page,
    making_page,
    review_page,
    turning_page,
)
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.refusals import FrameKey

Send: TypeAlias = Callable[[Press, Page], Awaitable[Any]]
"""Sends a page as an answer, or in place of one."""


@dataclass(eq=False)
class ReviewHandlers(Answerer):
    """Tells people in private what decided a game."""

    replays: ReplayHandlers

    async def _games(self, ix: Press, current: str) -> list[app_commands.Choice[int]]:
        return await self.replays.offered(ix, current)

    @slash("game review", suggest={"game": _games}, causes=(Account.SECONDS,))
    async def review(self, ix: Press, game: Number | None = None) -> None:
        """Show the review of a game.

        Raises:
            Refusal: there is no such game here, or it is not over.
        """
        table, words = await self.replays.table_here(ix, game), self.readers.words(ix)
        await self._show(ix, table, words, ReplaySource.HERE, 0, send=self.replies.reply)

    @on_replay(PressKind.REVIEW, answers=Answers.ITSELF, causes=(Account.SECONDS,))
    async def press(self, ix: Press, press: PressId) -> None:
        """Answer a button: in a new message, or in place of the page that it stands on.

        Raises:
            Refusal: the game or the replay is not there, or it is not over.
        """
        arg = ReplayArg.read(press)
        source, mark = arg.source, arg.turn(menu_value(ix))
        if source is ReplaySource.LINE:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        words = self.readers.words(ix)
        # The id says whether a new message or an edit answers, so that is promised here.
        defer, send = self.replies.defer_private, self.replies.reply
        if mark is not None:
            defer, send = self.replies.defer_edit, self.replies.replace
        await defer(ix)
        table = await self.replays.table_of(ix, press, words, source)
        await self._show(ix, table, words, source, mark or 0, send=send)

    async def _show(
        self, ix: Press, table: Play, words: Words, source: ReplaySource, mark: int, *, send: Send
    ) -> None:
        """Show a page of a review, and again in place once it is made or was gone on with."""
        page, goes_on = await self._page(ix, table, words, source, mark)
        await send(ix, page or making_page(table, words, source))
        if page is not None and not goes_on:
            return

        async def show() -> None:
            # They may have closed the message by then.
            with contextlib.suppress(discord.HTTPException):
                await self._show(ix, table, words, source, mark, send=self.replies.replace)

        # More of a review is shown on the page that they look at now.
        waiter = ix.id if page is None else ix.user.id
        subject = ReviewSubject(table.id, source is ReplaySource.IMPORTED)
        await self.tables.reviews.late.wait(subject, waiter, show)

    async def _page(
        self, ix: Press, table: Play, words: Words, source: ReplaySource, mark: int
    ) -> tuple[Page | None, bool]:
        """Return a page of a review, and whether there will be more of it.

        The first page is 0; None: the review is being made.
        """
        reviews = self.tables.reviews
        subject = ReviewSubject(table.id, source is ReplaySource.IMPORTED)
        body = await reviews.of(
            table, ix.user.id, is_replay=subject.is_replay, is_current=is_current, is_short=is_short
        )
        if body is None:
            return None, False
        if (review := load_review(body)) is None:
            return empty_page(table, words), False
        goes_on = reviews.is_going_on(subject)
        front, ways = self.fronts[table.title.id], self.tables.what_ifs.moments
        look = ReviewReading(front, table, review, words, source, goes_on, ways)
        page = turning_page(look, mark) if mark and review.turnings else review_page(look)
        return page, goes_on

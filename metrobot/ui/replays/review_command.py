"""Reviews: `/game review`, and the buttons that lead to them."""

import contextlib
from dataclasses import dataclass

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.players.analysis.review_json import is_current, load_review
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
        await self._answer(ix, table, words, ReplaySource.HERE)

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
        if mark is None:
            await self.replies.defer_private(ix)
            table = await self.replays.table_of(ix, press, words, source)
            await self._answer(ix, table, words, source)
            return
        await self.replies.defer_edit(ix)
        table = await self.replays.table_of(ix, press, words, source)
        answer = await self._page(ix, table, words, source, mark)
        await self.replies.replace(ix, answer or making_page(table, words, source))

    async def _answer(self, ix: Press, table: Play, words: Words, source: ReplaySource) -> None:
        """Show a review; one that is still being made is announced, and shown once it is there."""
        answer = await self._page(ix, table, words, source, 0)
        if answer is not None:
            await self.replies.reply(ix, answer)
            return
        await self.replies.reply(ix, making_page(table, words, source))

        async def show() -> None:
            if (late_answer := await self._page(ix, table, words, source, 0)) is not None:
                # They may have closed the message by then.
                with contextlib.suppress(discord.HTTPException):
                    await self.replies.replace(ix, late_answer)

        subject = ReviewSubject(table.id, source is ReplaySource.IMPORTED)
        await self.tables.reviews.late.wait(subject, ix.id, show)

    async def _page(
        self, ix: Press, table: Play, words: Words, source: ReplaySource, mark: int
    ) -> Page | None:
        """Return a page of a review: 0 is the first; None: it is being made."""
        body = await self.tables.reviews.of(
            table, ix.user.id, is_replay=source is ReplaySource.IMPORTED, is_current=is_current
        )
        if body is None:
            return None
        if (review := load_review(body)) is None:
            return empty_page(table, words)
        look = ReviewReading(self.fronts[table.title.id], table, review, words, source)
        return turning_page(look, mark) if mark and review.turnings else review_page(look)

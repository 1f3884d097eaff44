"""Reviews: `/game review`, and the buttons that lead to them."""

from metrobot.engine.errors import Refusal
from metrobot.players.analysis.review_json import is_current, load_review
from metrobot.service.model.play import Play
from metrobot.ui.kit.context import Context
from metrobot.ui.pages.ids import Press, PressId, ReplaySource
from metrobot.ui.pages.page import Page
from metrobot.ui.replays.replay_buttons import target_turn
from metrobot.ui.replays.replay_command import ReplayHandlers
from metrobot.ui.replays.review_page import (
    ReviewReading,
    empty_page,
    making_page,
    review_page,
    turning_page,
)
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.refusals import FrameKey


class ReviewHandlers:
    """Tells people in private what decided a game."""

    def __init__(self, context: Context, replays: ReplayHandlers) -> None:
        self._context = context
        self._replays = replays

    async def review(self, ix: Press, game: int | None) -> None:
        """Answer the command.

        Raises:
            Refusal: there is no such game here, or it is not over.
        """
        await self._context.defer_private(ix)
        table, words = await self._replays.table_here(ix, game), self._context.words(ix)
        await self._context.reply(ix, await self._page(table, words, ReplaySource.HERE, 0))

    async def press(self, ix: Press, press: PressId, chosen: str) -> None:
        """Answer a button: in a new message, or in place of the page that it stands on.

        Raises:
            Refusal: the game or the replay is not there, or it is not over.
        """
        source, mark = target_turn(press, chosen)
        if source is None:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        words = self._context.words(ix)
        if mark is None:
            await self._context.defer_private(ix)
            table = await self._replays.table_of(ix, press, words, source)
            await self._context.reply(ix, await self._page(table, words, source, 0))
            return
        await ix.response.defer()
        table = await self._replays.table_of(ix, press, words, source)
        await self._context.replace(ix, await self._page(table, words, source, mark))

    async def _page(self, table: Play, words: Words, source: ReplaySource, mark: int) -> Page:
        """Return a page of a review: 0 is the first; or that it is being made."""
        is_replay = source is ReplaySource.IMPORTED
        body = await self._context.tables.reviews.of(
            table, is_replay=is_replay, is_current=is_current
        )
        if body is None:
            return making_page(table, words, source)
        review = load_review(body)
        if review is None:
            return empty_page(table, words)
        look = ReviewReading(self._context.front(table), table, review, words, source)
        return turning_page(look, mark) if mark and review.turnings else review_page(look)

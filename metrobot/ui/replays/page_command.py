"""Pages of games: the button that has one made, and the one that posts it."""

from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlsplit

import discord
from discord import ui

from metrobot.engine.errors import Refusal
from metrobot.players.analysis.facts import Review
from metrobot.players.analysis.review_json import is_current, load_review
from metrobot.service.finished.replays import ReplayKey
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Play, Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import PAGE, Account
from metrobot.service.people.server_games import Switch
from metrobot.ui.kit.access import check_can_post
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import Answers
from metrobot.ui.kit.pictures.render_queue import Ask
from metrobot.ui.kit.views import game_view_of, stem_of
from metrobot.ui.pages.args import ReplayArg
from metrobot.ui.pages.ids import Press, PressId, PressKind, ReplaySource, button
from metrobot.ui.pages.page import Box, Page, file_page, page
from metrobot.ui.pages.post import NOBODY
from metrobot.ui.pages.values import Aside
from metrobot.ui.replays.game_page import make_page
from metrobot.ui.replays.replay_command import ReplayHandlers, on_replay
from metrobot.ui.turn.board_buttons import page_button
from metrobot.ui.turn.fair_dealing import SHOW_OFF
from metrobot.ui.turn.public_pages import OVER_COLOUR
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.refusals import FrameKey

_SHOW: Final = "show"
"""Word in the id of the button that posts a page."""
_ENDING: Final = ".html"


@dataclass(eq=False)
class PageHandlers(Answerer):
    """Hands out pages of games in private, and posts them."""

    replays: ReplayHandlers

    @on_replay(PressKind.PAGE, answers=Answers.PRIVATE, causes=(Account.POSTS, Account.SECONDS))
    async def press(self, ix: Press, press: PressId) -> None:
        """Have the page of a game made, post the one that was made, or show its end off.

        Raises:
            Refusal: the game or the replay is not there, the page is too large for this
                place, or whoever presses may not post here, or nothing of this game.
        """
        arg, words = ReplayArg.read(press), self.readers.words(ix)
        table = await self.replays.table_of(ix, press, words, arg.source)
        if arg.to == SHOW_OFF:
            await self._show_off(ix, press)
        elif arg.to == _SHOW:
            await self._post(ix, table)
        elif not finished_turns(table):
            await self.say(ix, "replay.no_turn_yet")
        else:
            await self.replies.reply(ix, await self._made(ix, table, words, arg.source))

    async def _made(self, ix: Press, table: Play, words: Words, source: ReplaySource) -> Page:
        maker = self.replays.animations
        maker.check_free(ix.user.id)
        await self.charge(ix, Account.SECONDS, PAGE)
        review = await self._review(table, source)
        data = await make_page(maker, ix.user.id, table, words, source=source, review=review)
        if data is None:
            return page(_said(table, words), words.say("picture.missing"))
        if len(data) > ix.filesize_limit:
            raise Refusal(ReplayKey.PAGE_TOO_LARGE, most=ix.filesize_limit // 1_000_000)
        show = PressId(table.id, 0, PressKind.PAGE, str(ReplayArg(source, _SHOW)))
        row = ui.ActionRow[ui.LayoutView](button(show, words.say("replay.page_show")))
        return file_page(_said(table, words), _name(table), data, row)

    async def _show_off(self, ix: Press, press: PressId) -> None:
        """Post the end of a game, once, for somebody who has played it to the end.

        Raises:
            Refusal: it is not over, or was shown off before, or whoever presses has not played
                or may not post here.
        """
        table, ledger = await self.games.table_of(press.game), self.tables.ledger
        if table.status is not Status.OVER:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        if all(person.id != ix.user.id for person in table.people):
            raise TableError(TableKey.NOT_SEATED)
        await self.tables.server_games.check(ix.guild_id or 0, Switch.PUBLIC_REPLAYS)
        await check_can_post(ix, ix.channel_id or 0)
        words, people = self.readers.words_for(ix, is_public=True), list(table.people)
        for n, each in enumerate(people):
            # As on leaderboards; who presses shows themselves.
            is_open = not each.is_human or each.id == ix.user.id
            if not is_open and not await self.tables.leaderboards.is_listed(each.id):
                people[n] = replace(each, name=words.say("replay.player", number=n + 1))
        table = replace(table, people=tuple(people))
        shown = end_page(self.fronts[table.title.id], table, words)
        mark = ledger.charged(table.id, Account.SHOWN_OFF, game=table.id)
        async with mark, ledger.charged(ix.user.id, Account.POSTS, guild=ix.guild_id):
            message, files = await self.drawing.finished(shown, words, Ask(ix.user.id))
            await self.say(ix, "replay.shown_off")
            await ix.followup.send(view=message.view, files=files, allowed_mentions=NOBODY)

    async def _review(self, table: Play, source: ReplaySource) -> Review | None:
        """Return the review of a game if it is there already."""
        # The number of a run is not that of a game.
        if source is ReplaySource.LINE:
            return None
        is_replay = source is ReplaySource.IMPORTED
        body = await self.tables.reviews.made(table, is_replay=is_replay, is_current=is_current)
        return None if body is None else load_review(body)

    async def _post(self, ix: Press, table: Play) -> None:
        """Post the page that stands in the message that was pressed."""
        await self.tables.server_games.check(ix.guild_id or 0, Switch.PUBLIC_REPLAYS)
        await check_can_post(ix, ix.channel_id or 0)
        # An id may be forged, on a message of another kind.
        if not (addresses := _pages_in(ix.message)):
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        await self.charge(ix, Account.POSTS)
        text = _said(table, self.readers.words_for(ix, is_public=True))
        # discord.py gives components of messages no way to read what they show.
        data = await ix.client.http.get_from_cdn(addresses[0])
        message = file_page(text, _name(table), data)
        # The answer was promised in private, so what all see is another message.
        await self.say(ix, "replay.page_posted")
        await ix.followup.send(view=message.view, files=[*message.files], allowed_mentions=NOBODY)


def end_page(front: Front, table: Table, words: Words) -> Page:
    """Return the page of an ended game: its scores and deed, its board small, its page's button."""
    game_view, outcome = game_view_of(table, words), table.title.outcome(table.state)
    closing = front.closing(game_view, words)
    # A game that is over has an outcome.
    assert outcome is not None
    scores = " : ".join(words.number(outcome.scores[player]) for player in outcome.order)
    facts = {"title": words.title(table.title.id), "scores": scores, "deed": closing.deed}
    board = closing.picture or front.board(game_view, words)
    row = ui.ActionRow[ui.LayoutView](page_button(table.id, words, ReplaySource.HERE))
    return page(Box((Aside(words.say("replay.end", **facts), board),), OVER_COLOUR), row)


def _pages_in(message: discord.Message | None) -> list[str]:
    """Return the addresses of the pages that a message shows."""
    # Discord lists the files of a layout in its components alone, not as attachments.
    parts = message.components if message else ()
    addresses = [part.media.url for part in parts if isinstance(part, discord.FileComponent)]
    return [address for address in addresses if urlsplit(address).path.endswith(_ENDING)]


def _name(table: Play) -> str:
    return f"{stem_of(table)}{_ENDING}"


def _said(table: Play, words: Words) -> str:
    title = words.title(table.title.id)
    return words.count("replay.page", len(finished_turns(table)), title=title)

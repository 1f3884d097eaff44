"""/daily, the pages about lines, and the planner of a run."""

import contextlib
from typing import Final

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.engine.record import dump
from metrobot.service.daily import timetable
from metrobot.service.daily.line import Line, LineKey
from metrobot.service.daily.replayed import TITLE
from metrobot.service.daily.runs import Run
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.ledger import Account
from metrobot.ui.daily import line_words
from metrobot.ui.daily.branch_pages import BranchPages
from metrobot.ui.daily.line_pages import LinePages
from metrobot.ui.daily.run_planner import RunPlanner
from metrobot.ui.kit.access import check_can_post, check_invited
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import on_own_press, on_public_press, slash
from metrobot.ui.kit.replies import person_of
from metrobot.ui.pages.args import InnerArg, NumberArg
from metrobot.ui.pages.ids import (
    LARGEST,
    Press,
    PressId,
    PressKind,
    menu_value,
    parse_number,
    server_of,
)
from metrobot.ui.pages.page import Page, Part, file_page, page, split_text
from metrobot.ui.turn.ballot_messages import PATIENCE
from metrobot.ui.turn.planner_page import page_after

Number = app_commands.Range[int, 1, LARGEST]
_CHOICES: Final = {PressKind.TRY, PressKind.MENU}
_OWN: Final = {
    PressKind.LINE_HOME: LinePages.home,
    PressKind.LINE_OPEN: LinePages.home,
    PressKind.LINE_TABLE: LinePages.table,
    PressKind.LINE_WEEK: LinePages.week,
    PressKind.LINE_PAST: LinePages.past,
    PressKind.LINE_DEALING: LinePages.dealing,
}
"""Pages to which buttons of private pages lead."""
_PUBLIC: Final = {PressKind.DAILY_HOME: LinePages.home, PressKind.DAILY_TABLE: LinePages.table}
"""Pages to which buttons of public messages lead."""


class DailyHandlers(Answerer):
    """Shows lines of the day in private, and lets people play them."""

    @slash("daily", causes=(), anywhere=True, outside=True)
    async def daily(self, ix: Press, line: Number | None = None) -> None:
        """Show today's line, or one that is over.

        Raises:
            Refusal: there is no such line.
        """
        chosen_line = await self._line(line)
        await self.replies.reply(ix, await self._pages(ix).home(chosen_line))
        await self._follow_par(ix, chosen_line.number)

    # --- pages ---

    @on_own_press(*_OWN)
    async def show(self, ix: Press, press: PressId) -> None:
        """Show a private page in place of the one that was pressed.

        Raises:
            Refusal: there is no such line.
        """
        is_menu = press.kind is PressKind.LINE_OPEN
        line = await self._line(parse_number(menu_value(ix)) or 0 if is_menu else press.game)
        pages = self._pages(ix)
        if press.kind is PressKind.LINE_PAST:
            answer = await pages.past(line, *await self._branches(pages))
        else:
            answer = await _OWN[press.kind](pages, line)
        await self.replies.replace(ix, answer)
        if _OWN[press.kind] is LinePages.home:
            await self._follow_par(ix, line.number)
        else:
            self.tables.daily.pars.late.leave(ix.user.id)

    @on_public_press(*_PUBLIC)
    async def show_anew(self, ix: Press, press: PressId) -> None:
        """Show a page under a public message, that of today's line if none is meant.

        Raises:
            Refusal: there is no such line.
        """
        line = await self._line(press.game if press.kind is PressKind.DAILY_TABLE else None)
        await self.replies.reply(ix, await _PUBLIC[press.kind](self._pages(ix), line))

    @on_own_press(PressKind.LINE_SHOWN, PressKind.LINE_HIDDEN)
    async def show_sheet(self, ix: Press, press: PressId) -> None:
        """Note whether the morning paper may show somebody's sheet."""
        line, wants = await self._line(press.game), press.kind is PressKind.LINE_SHOWN
        await self.tables.people.prefer(person_of(ix), show_sheet=wants)
        await self.replies.replace(ix, await self._pages(ix).home(line))

    @on_own_press(PressKind.LINE_SHARE, PressKind.LINE_SHOW, causes=(Account.POSTS,))
    async def share(self, ix: Press, press: PressId) -> None:
        """Post the strip or the sheet of the person who pressed, or say that it comes later.

        Raises:
            Refusal: they have not finished the line, or only their score is kept; or it stands on
                this server already, or they have posted often, or the bot or they may not write
                here.
        """
        line, kind = await self._line(press.game), DeliveryKind.STRIP
        if press.kind is PressKind.LINE_SHOW:
            line, kind = await self.tables.daily.lines.closed_line(line.number), DeliveryKind.SHEET
        channel, guild, person = ix.channel_id or 0, server_of(ix), person_of(ix)
        run, shares = await self.tables.daily.runs.of(line.number, person), self.tables.daily.shares
        if run is None or not run.is_over:
            raise Refusal(LineKey.UNFINISHED, number=str(line.number))
        if not run.is_whole:
            raise Refusal(LineKey.GONE)
        if not guild:
            await self._share_along(ix, run)
            return
        await check_invited(ix, self.members)
        await check_can_post(ix, channel)
        async with self.tables.ledger.charged(person.id, Account.POSTS, guild=guild):
            new = await shares.share(kind, line, person, guild=guild, channel=channel)
        if not await shares.is_posted(new, PATIENCE):
            await self.say(ix, "line.posted_later")

    async def _share_along(self, ix: Press, run: Run) -> None:
        """Post a strip as an answer, where the bot is nobody: Discord may show it in private."""
        streak = await self.tables.daily.standings.streak(person_of(ix).id)
        words = self.readers.words(ix)
        async with self.tables.ledger.charged(ix.user.id, Account.POSTS):
            strip = line_words.strip(run, streak, words)
            message = await ix.followup.send(strip, wait=True)
        if message.flags.ephemeral:
            await self.say(ix, "line.strip.alone")

    @on_own_press(PressKind.LINE_RECORD)
    async def record(self, ix: Press, press: PressId) -> None:
        """Send a run of the person who pressed as a record.

        Raises:
            Refusal: there is none, or only its score is kept, or its line is open.
        """
        run = await self._run(ix, press)
        # A record tells the cards, which others have still to play.
        number = (await self.tables.daily.lines.closed_line(run.line.number)).number
        text = self.readers.words(ix).say("line.record.how", number=str(number))
        file = dump(run.play.record()).encode() + b"\n"
        await self.replies.reply(ix, file_page(text, f"line-{number}.json", file))

    @on_own_press(PressKind.LINE_WORDS)
    async def in_words(self, ix: Press, press: PressId) -> None:
        """Tell a sheet of the person who pressed in words.

        Raises:
            Refusal: there is none, or only its score is kept.
        """
        for part in split_text(self._pages(ix).in_words(await self._run(ix, press))):
            await self.replies.reply(ix, page(part))

    @on_own_press(PressKind.LINE_CARD)
    async def card(self, ix: Press, press: PressId) -> None:
        """Show one card of a run of the person who pressed beside the best run.

        Raises:
            Refusal: there is none, or only its score is kept, or its line is open.
        """
        run = await self.tables.daily.runs.closed(press.game, person_of(ix))
        await self.replies.replace(ix, await self._pages(ix).card(run, press.revision))

    @on_public_press(PressKind.DAILY_PLAY)
    async def play_or_look(self, ix: Press, press: PressId) -> None:
        """Show the planner of a line, or the page of a line that is closed."""
        line = await self._line(press.game)
        answer = self._pages(ix).home(line) if line.is_closed else self._begun(ix, line)
        await self.replies.reply(ix, await answer)

    # --- the planner ---

    @on_own_press(PressKind.LINE_PLAY)
    async def play(self, ix: Press, press: PressId) -> None:
        """Show the planner of a line, or the line's page if their run or the line is over.

        Raises:
            Refusal: it can be begun no more, or not by them.
        """
        await self.replies.replace(ix, await self._begun(ix, await self._line(press.game)))

    @on_own_press(PressKind.LINE_AGAIN, causes=(Account.OPENINGS,))
    async def again(self, ix: Press, press: PressId) -> None:
        """Show the planner of one more game on a line that is over.

        Raises:
            Refusal: it is still open, or they have begun many games lately.
        """
        line, person = await self._line(press.game), person_of(ix)
        run = await self.tables.daily.runs.begin_past(line.number, person, guild=server_of(ix))
        await self.replies.replace(ix, await self._planned(ix, run))

    @on_own_press(PressKind.RUN)
    async def run(self, ix: Press, press: PressId) -> None:
        """Show the page that follows a press in the planner of a run.

        Raises:
            Refusal: it is not theirs, not open, has moved on, or it is no whole turn.
        """
        inner = InnerArg.read(press).inner(press)
        planner = await self._planner(ix, press.game, press.revision)
        planner.is_choice = inner.kind in _CHOICES
        answer = await page_after(planner, inner, menu_value(ix))
        await self.replies.replace(ix, answer, is_due=inner.kind is PressKind.DONE)
        if planner.ended_line:
            await self._follow_par(ix, planner.ended_line)

    # --- within ---

    async def _follow_par(self, ix: Press, number: int) -> None:
        """Have a result that was shown without a par shown with it, once it is known."""
        person, late = person_of(ix), self.tables.daily.pars.late
        late.leave(person.id)
        run = await self.tables.daily.runs.of(number, person)
        if run is None or not run.is_over or run.line.par is not None:
            return

        async def show() -> None:
            # They may have closed the message by then.
            with contextlib.suppress(discord.HTTPException):
                line = await self._line(number)
                await self.replies.replace(ix, await self._pages(ix).home(line))

        await late.wait(number, person.id, show)

    async def _branches(self, pages: LinePages) -> tuple[Part, ...]:
        """Return buttons of the reader's other runs, which are for servers alone."""
        reader = (pages.person, pages.guild, pages.words)
        own = BranchPages(self.tables.deals, self.fronts, *reader)
        return await own.unfinished() if pages.guild else ()

    def _pages(self, ix: Press) -> LinePages:
        """Return the pages for the person who pressed."""
        reader = (person_of(ix), server_of(ix), self.readers.words(ix))
        is_there, gone = self.members.is_bot_there, self.members.gone
        manages = ix.permissions.manage_guild
        return LinePages(self.tables.daily, self.fronts, is_there, *reader, gone, manages)

    async def _line(self, number: int | None = None) -> Line:
        """Return a line, today's if none is named.

        Raises:
            Refusal: there is none of this number, or no line at all by the clock.
            TableError: its game is not played here.
        """
        if TITLE.id not in self.fronts:
            raise TableError(TableKey.NO_SUCH_TITLE, title=TITLE.id, titles=tuple(self.fronts))
        lines = self.tables.daily.lines
        return await (lines.today() if number is None else lines.line(number))

    async def _planner(self, ix: Press, number: int, revision: int) -> RunPlanner:
        wishes = await self.tables.people.preferences(person_of(ix).id)
        return RunPlanner(self._pages(ix), self.drawing, number, revision, wishes)

    async def _begun(self, ix: Press, line: Line) -> Page:
        """Return the planner of a line, or the line's page if their run or the line is over."""
        person, guild = person_of(ix), server_of(ix)
        # A second account is quickly made: nobody is compared with one that is new.
        is_new = person.id >= timetable.first_young(line.number)
        run = await self.tables.daily.runs.begin(
            line.number, person, guild=guild, interaction=ix.id, is_new=is_new
        )
        if run.is_over or run.line.is_closed:
            return await self._pages(ix).home(run.line)
        return await self._planned(ix, run)

    async def _planned(self, ix: Press, run: Run) -> Page:
        planner = await self._planner(ix, run.row.id, run.play.revision)
        return await planner.begun(run)

    async def _run(self, ix: Press, press: PressId) -> Run:
        """Return the run of the person who pressed that a button names.

        Raises:
            Refusal: there is none, or only its score is kept.
        """
        await self._line(press.game)
        number = NumberArg.read(press).number
        run = await self.tables.daily.runs.by_id(number, person_of(ix))
        if not run.is_whole:
            raise Refusal(LineKey.GONE)
        return run

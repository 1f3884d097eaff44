"""/daily, the pages about lines, and the planner of a run."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

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
from metrobot.service.people.preferences import RemindLine
from metrobot.service.tables import Tables
from metrobot.ui.daily.line_ids import Wanted, wanted_of
from metrobot.ui.daily.line_pages import LinePages
from metrobot.ui.daily.run_planner import RunPlanner
from metrobot.ui.kit.access import check_can_post, check_invited
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.guilds import Members
from metrobot.ui.kit.handlers import on_own_press, slash
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.replies import Answerer, person_of
from metrobot.ui.pages.ids import LARGEST, Press, PressId, PressKind, menu_value, parse_number
from metrobot.ui.pages.page import Page, file_page, page, split_text
from metrobot.ui.turn.ballot_messages import PATIENCE
from metrobot.ui.turn.planner_page import OF_PLANNERS, page_after
from metrobot.ui.words.refusals import FrameKey

Number = app_commands.Range[int, 1, LARGEST]
_CHOICES: Final = {PressKind.TRY, PressKind.MENU}


@dataclass(eq=False)
class DailyHandlers(Answerer):
    """Shows lines of the day in private, and lets people play them."""

    tables: Tables
    fronts: Mapping[str, Front]
    drawing: Drawing
    members: Members

    def __post_init__(self) -> None:
        self._pages = LinePages(self.tables.daily, self.fronts, self.members.is_bot_there)

    @slash("daily", causes=(), anywhere=True)
    async def daily(self, ix: Press, line: Number | None = None) -> None:
        """Show today's line, or one that is over.

        Raises:
            Refusal: there is no such line.
        """
        await self.replies.reply(ix, await self.today(ix, line))

    @on_own_press(PressKind.LINE, causes=(Account.POSTS, Account.OPENINGS))
    async def press(self, ix: Press, press: PressId) -> None:
        """Answer a button on a private page about a line.

        Raises:
            Refusal: it is refused, or no button that this release knows.
        """
        wanted, rest = wanted_of(press)
        line = await self._line(press.game)
        words, guild = self.readers.words(ix), ix.guild_id or 0
        match wanted:
            case Wanted.HOME:
                shown = await self._home(ix, line)
            case Wanted.PLAY:
                shown = await self.play(ix, line)
            case Wanted.AGAIN:
                shown = await self._again(ix, line)
            case Wanted.TABLE:
                shown = await self._pages.table(line, person_of(ix), guild, words)
            case Wanted.WEEK:
                shown = await self._pages.week(line, guild, words)
            case Wanted.PAST:
                shown = await self._pages.past(line, person_of(ix), words)
            case Wanted.OPEN:
                shown = await self._home(ix, await self._line(parse_number(menu_value(ix)) or 0))
            case Wanted.DEALING:
                shown = await self._pages.dealing(line, words)
            case _:
                await self._rarely(ix, line, wanted, rest)
                return
        await self.replies.replace(ix, shown)

    async def _rarely(self, ix: Press, line: Line, wanted: str, rest: str) -> None:
        """Answer the other buttons: settings, sharing, the record, the sheet in words.

        Raises:
            Refusal: it is refused, or no button that this release knows.
        """
        match wanted:
            case Wanted.SETTINGS | Wanted.ONCE | Wanted.SHEET | Wanted.REMIND:
                await self.replies.replace(ix, await self._wish(ix, line, wanted))
            case Wanted.SHOWN | Wanted.HIDDEN:
                person = person_of(ix)
                await self.tables.people.show_sheet(person, wants=wanted == Wanted.SHOWN)
                await self.replies.replace(ix, await self._home(ix, line))
            case Wanted.SHARE:
                await self._post(ix, DeliveryKind.STRIP, line)
            case Wanted.SHOW:
                line = await self.tables.daily.lines.closed_line(line.number)
                await self._post(ix, DeliveryKind.SHEET, line)
            case Wanted.RECORD:
                await self.replies.reply(ix, await self._record(await self._run(ix, rest), ix))
            case Wanted.WORDS:
                run = await self._run(ix, rest)
                for text in self._pages.in_words(run, self.readers.words(ix)):
                    for part in split_text(str(text)):
                        await self.replies.reply(ix, page(part))
            case _:
                raise Refusal(FrameKey.UNKNOWN_PRESS)

    @on_own_press(PressKind.RUN)
    async def run(self, ix: Press, press: PressId) -> None:
        """Show the page that follows a press in the planner of a run.

        Raises:
            Refusal: it is not theirs, not open, has moved on, or it is no whole turn.
        """
        kind, rest = wanted_of(press)
        if kind not in OF_PLANNERS:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        pressed = PressKind(kind)
        planner = await self._planner(ix, press.game, press.revision)
        planner.is_choice = pressed in _CHOICES
        shown = await page_after(planner, pressed, rest, menu_value(ix))
        await self.replies.replace(ix, shown, is_due=pressed is PressKind.DONE)

    async def open(self, ix: Press, number: int) -> Page:
        """Return the planner of a line, or the page of a line that is closed.

        Raises:
            Refusal: there is no such line.
        """
        line = await self._line(number)
        return await (self._home(ix, line) if line.is_closed else self.play(ix, line))

    async def today(self, ix: Press, number: int | None = None) -> Page:
        """Return the page of a line, today's if none is named.

        Raises:
            Refusal: there is no such line.
        """
        return await self._home(ix, await self._line(number))

    async def table(self, ix: Press, number: int) -> Page:
        """Return the table of a line on this server.

        Raises:
            Refusal: there is no such line.
        """
        line, words = await self._line(number), self.readers.words(ix)
        return await self._pages.table(line, person_of(ix), ix.guild_id or 0, words)

    async def play(self, ix: Press, line: Line) -> Page:
        """Return the planner of a line, or the line's page if their run or the line is over.

        Raises:
            Refusal: it can be begun no more, or not by them.
        """
        person, guild = person_of(ix), ix.guild_id or 0
        # A second account is quickly made: nobody is compared with one that is new.
        is_new = person.id >= timetable.first_young(line.number)
        run = await self.tables.daily.runs.begin(
            line.number, person, guild=guild, interaction=ix.id, is_new=is_new
        )
        if run.is_over or run.line.is_closed:
            return await self._home(ix, run.line)
        planner = await self._planner(ix, run.row.id, run.play.revision)
        return await planner.begun(run)

    # --- within ---

    async def _line(self, number: int | None) -> Line:
        """Return a line, today's if none is named.

        Raises:
            Refusal: there is none of this number, or no line at all by the clock.
            TableError: its game is not played here.
        """
        if TITLE.id not in self.fronts:
            raise TableError(TableKey.NO_SUCH_TITLE, title=TITLE.id, titles=tuple(self.fronts))
        lines = self.tables.daily.lines
        return await (lines.today() if number is None else lines.line(number))

    async def _home(self, ix: Press, line: Line) -> Page:
        return await self._pages.home(line, person_of(ix), ix.guild_id or 0, self.readers.words(ix))

    async def _planner(self, ix: Press, number: int, revision: int) -> RunPlanner:
        person = person_of(ix)
        wishes = await self.tables.people.preferences(person.id)
        return RunPlanner(
            self.tables.daily,
            self.fronts[TITLE.id],
            self.drawing,
            self._pages,
            words=self.readers.words(ix),
            person=person,
            number=number,
            revision=revision,
            guild=ix.guild_id or 0,
            at_once=wishes.at_once,
            asks=not (wishes.show_sheet or wishes.sheet_asked),
        )

    async def _again(self, ix: Press, line: Line) -> Page:
        """Return the planner of one more game on a line that is over."""
        run = await self.tables.daily.runs.begin_past(
            line.number, person_of(ix), guild=ix.guild_id or 0
        )
        planner = await self._planner(ix, run.row.id, run.play.revision)
        return await planner.begun(run)

    async def _run(self, ix: Press, number: str) -> Run:
        """Return a run of the person who pressed.

        Raises:
            Refusal: there is none, or only its score is kept.
        """
        run = await self.tables.daily.runs.by_id(parse_number(number) or 0, person_of(ix))
        if not run.is_whole:
            raise Refusal(LineKey.GONE)
        return run

    async def _wish(self, ix: Press, line: Line, wanted: str) -> Page:
        """Change a setting about lines and return the page of settings.

        Raises:
            Refusal: nothing that the menu offers was chosen.
        """
        people, person = self.tables.people, person_of(ix)
        wishes = await people.preferences(person.id)
        match wanted:
            case Wanted.ONCE:
                wishes = await people.play_at_once(person, wants=not wishes.at_once)
            case Wanted.SHEET:
                wishes = await people.show_sheet(person, wants=not wishes.show_sheet)
            case Wanted.REMIND:
                if menu_value(ix) not in set(RemindLine):
                    raise Refusal(FrameKey.UNKNOWN_PRESS)
                wishes = await people.remind_of_line(person, RemindLine(menu_value(ix)))
                await self.tables.daily.reminders.remind(person.id, wishes)
        return self._pages.settings(line, wishes, self.readers.words(ix))

    async def _post(self, ix: Press, kind: DeliveryKind, line: Line) -> None:
        """Post the strip or the sheet of the person who pressed, or say that it comes later.

        Raises:
            Refusal: they have not finished the line, or only their score is kept; or it stands on
                this server already, or they have posted often, or the bot or they may not write
                here.
        """
        channel, guild, person = ix.channel_id or 0, ix.guild_id or 0, person_of(ix)
        run = await self.tables.daily.runs.of(line.number, person)
        if run is None or not run.is_over:
            raise Refusal(LineKey.UNFINISHED, number=str(line.number))
        if not run.is_whole:
            raise Refusal(LineKey.GONE)
        await check_invited(ix, self.members)
        await check_can_post(ix, channel)
        shares = self.tables.daily.shares
        async with self.tables.ledger.charged(person.id, Account.POSTS, guild=guild):
            new = await shares.share(kind, line, person, guild=guild, channel=channel)
        if not await shares.is_posted(new, PATIENCE):
            await self.say(ix, "line.posted_later")

    async def _record(self, run: Run, ix: Press) -> Page:
        # A record tells the cards, which others have still to play.
        await self.tables.daily.lines.closed_line(run.line.number)
        name, words = f"line-{run.line.number}.json", self.readers.words(ix)
        text = words.say("line.record.how", number=str(run.line.number))
        return file_page(text, name, dump(run.play.record()).encode() + b"\n")

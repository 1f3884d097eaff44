"""Private pages about a line: a person's standing, tables, the dealing."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import ui
from discord.utils import format_dt

from metrobot.engine.errors import Refusal
from metrobot.service.daily import timetable
from metrobot.service.daily.daily import Daily
from metrobot.service.daily.line import Line, LineKey
from metrobot.service.daily.replayed import TITLE
from metrobot.service.daily.runs import Run
from metrobot.service.daily.streaks import WeekTable
from metrobot.service.model.play import Person
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.ports import FindGone
from metrobot.store.statements.daily.lines import Finisher, LineTable
from metrobot.ui.daily import line_words
from metrobot.ui.daily.line_ids import line_button, run_page_button, try_buttons, watch_buttons
from metrobot.ui.daily.lost_points import card_text, lost_text
from metrobot.ui.daily.result_picture import result_picture
from metrobot.ui.kit.front import Front
from metrobot.ui.pages.args import NumberArg
from metrobot.ui.pages.ids import Button, PressId, PressKind, Style, button, menu, option
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.turn.public_pages import board_in_words
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import MOST_CHOICES
from metrobot.ui.words.player_names import shown_name

AHEAD: Final = "▲"
"""Sign of a result that beats one's own."""
ROWS: Final = 15
"""Most people that a table names."""
_RIVALS: Final = 2
"""Most others whose points of yesterday are told."""


@dataclass(frozen=True, eq=False)
class LinePages:
    """Makes the pages about lines for one reader.

    Attributes:
        daily: the line of the day.
        fronts: how each title shows itself, by its id.
        is_there: returns whether the bot is on a server, so that it can post there.
        person: the reader.
        guild: the server where they are; 0: it is none of the bot's.
        words: of the reader.
        gone: returns which people have left a server.
        manages: whether they may manage the server.
    """

    daily: Daily
    fronts: Mapping[str, Front]
    is_there: Callable[[int], Awaitable[bool]]
    person: Person
    guild: int
    words: Words
    gone: FindGone
    manages: bool

    @property
    def front(self) -> Front:
        """The front of the title that lines are played in."""
        return self.fronts[TITLE.id]

    async def home(self, line: Line) -> Page:
        """Return the page of a line: how far its reader is, and their choices."""
        run = await self.daily.runs.of(line.number, self.person)
        if run is not None and run.is_over:
            return await self.finished(run)
        network = line_words.network_text(line, self.words)
        best = watch_buttons(await self._best(line), self.words)
        return page(
            *await self._yesterday(line),
            "\n".join((self._head("line.head", line), network, self._state(line, run))),
            await self._streaks(),
            ui.ActionRow(*self._ways(line, run)),
            ui.ActionRow(*best, *self._more(line), *await self._paper(line)),
            tag=f"line{line.number}",
        )

    async def _yesterday(self, line: Line) -> tuple[Part, ...]:
        """Return the results of the line before an open one, and a look at it.

        Nothing where nobody here has finished it, or the reader may not see their points yet.
        """
        if line.is_closed:
            return ()
        try:
            yesterday = await self.daily.lines.line(line.number - 1)
        except Refusal:
            return ()
        own = await self.daily.runs.of(yesterday.number, self.person)
        player, words = self.person.id, self.words
        table = await self._table(yesterday, _RIVALS + 1)
        rivals = [row for row in table.shown if row.player != player][:_RIVALS]
        score = None if own is None else own.row.score
        if not table.sees or (score is None and not rivals):
            return ()
        say = partial(words.say, "line.scale.level")
        results = [say(level=shown_name(row.name), points=row.score) for row in rivals]
        if score is not None:
            results.insert(0, words.say("line.scale.you", points=score))
        if yesterday.par is not None:
            results.append(say(level=words.say("line.picture.par"), points=yesterday.par))
        text = words.say("line.yesterday", results=" · ".join(results))
        # Answers apart, so that the page with today's line stays.
        kind = PressKind.DAILY_PLAY if self.guild else PressKind.LINE_HOME
        look = line_button(yesterday.number, kind, words.say("line.see_how"))
        return text, ui.ActionRow[Any](look)

    def _head(self, key: str, line: Line) -> str:
        return self.words.say(key, line=line_words.named(line, self.words))

    def _state(self, line: Line, run: Run | None) -> str:
        words = self.words
        if line.is_closed:
            if line.row.void:
                return words.say("line.void")
            text = words.say("line.over" if run is None else "line.over.left")
            worth = "" if line.par is None else words.say("line.worth", par=line.par)
            return " ".join(filter(None, (text, worth, line_words.best_text(line, words))))
        far = words.say("line.new") if run is None else words.say("line.at_card", card=run.card)
        return f"{far}\n{line_words.open_text(line, words, has_begun=run is not None)}"

    def _ways(self, line: Line, run: Run | None) -> Iterator[Button]:
        """Yield the buttons of a line that somebody has not finished."""
        if line.is_closed:
            yield self._button(line, PressKind.LINE_AGAIN, "line.again", first=True)
        else:
            key = "line.play" if run is None else "line.go_on"
            yield self._button(line, PressKind.LINE_PLAY, key, first=True)
        yield self._button(line, PressKind.LINE_TABLE, "line.table")
        if run is None and self.guild:
            learn = PressId(0, 0, PressKind.LEARN, TITLE.id)
            yield button(learn, self.words.say("learn.button"))
        elif run is not None and run.is_whole:
            yield self._button(line, PressKind.LINE_WORDS, "line.words", run=run)

    def _button(
        self, line: Line, kind: PressKind, key: str, *, first: bool = False, run: Run | None = None
    ) -> Button:
        arg = "" if run is None else str(NumberArg(run.row.id))
        style = Style.success if first else Style.secondary
        return button(PressId(line.number, 0, kind, arg), self.words.say(key), style)

    def _more(self, line: Line) -> Iterator[Button]:
        yield self._button(line, PressKind.LINE_PAST, "line.mine")
        yield self._button(line, PressKind.LINE_DEALING, "dealing.button")
        if not line.is_closed:
            yield self._button(line, PressKind.LINE_SETTINGS, "line.settings")

    async def _paper(self, line: Line) -> tuple[Button, ...]:
        """Return the button that has a paper come, for managers of a server that never had one."""
        if not self.guild or not self.manages or await self.daily.papers.of(self.guild):
            return ()
        return (self._button(line, PressKind.DAILY_PAPER, "line.paper.start"),)

    async def _best(self, line: Line) -> Run | None:
        """Return the best run of somebody else that may be watched, once the line is over."""
        if not line.is_closed or line.row.void or not self.daily.lines.clock.is_steady:
            return None
        best = await self.daily.papers.best(self.guild, line.number)
        return None if best is None or best.row.player == self.person.id else best

    async def _table(self, line: Line, most: int) -> LineTable:
        """Return a line's table on this server; elsewhere that of the reader's servers."""
        standings = self.daily.standings
        if self.guild:
            return await standings.table(self.guild, line, self.person.id, most)
        return await standings.table_around(line, self.person, most, self.gone)

    async def _streaks(self) -> str:
        """Return the reader's streak and the server's; nothing where there are none."""
        standings, words = self.daily.standings, self.words
        own = line_words.streak_text(await standings.streak(self.person.id), words)
        town = await standings.server_streak(self.guild) if self.guild else 0
        ours = words.count("line.server_streak", town) if town >= line_words.LEAST_STREAK else ""
        return " ".join(filter(None, (own, ours)))

    async def finished(self, run: Run, *, asks: bool = False) -> Page:
        """Return the page of a finished run of the reader, with its sheet.

        Args:
            run: the run.
            asks: whether they are asked if the morning paper may show their sheet.
        """
        line, score, words, player = run.line, run.row.score or 0, self.words, self.person.id
        standings, best, loss = self.daily.standings, await self._best(line), ""
        if best is not None and (best.row.score or 0) <= score:
            best = None
        elif best is not None and run.is_whole:
            # In a thread: two games are played again.
            loss = await asyncio.to_thread(lost_text, run, best, words)
        # All of it has to be in sight on a phone: what is said depends on what is new by then.
        comparison = list[str]()
        if run.counts and not line.row.void:
            beaten = await standings.beaten(line.number, score, player)
            month = () if loss else await standings.month(player, line.number)
            own = line_words.own_text(month, run, words)
            comparison += (line_words.beaten_text(beaten, words), own)
        is_new = run.counts and not line.is_closed and not asks
        sentences = (
            self._head("line.head", line),
            self._result(run),
            line_words.scale_text(score, line, words),
            " ".join(filter(None, comparison)),
            self._standing(run, is_new=is_new),
        )
        table = await self._table(line, ROWS)
        finishers = [row for row in table.shown if table.sees and row.player != player]
        # If only as an answer.
        can_post = not self.guild or await self.is_there(self.guild)
        return page(
            "\n".join(filter(None, sentences)),
            loss,
            await self._streaks() if is_new else "",
            *((result_picture(run, finishers, words),) if run.is_whole else ()),
            *(self._question(line) if asks else ()),
            ui.ActionRow(*self._after(run, can_post=can_post)),
            ui.ActionRow(*self._looks(run, best), *(() if asks else self._more(line))),
            *self._last_row(run),
            tag=f"line{line.number}-{run.row.id}-{run.row.turns}",
        )

    def _standing(self, run: Run, *, is_new: bool) -> str:
        """Return the note that a run counts for nothing, or the time at which its line closes."""
        if not run.counts:
            return self.words.say("line.past_counts_nothing")
        if run.line.row.void:
            return self.words.say("line.void")
        closes = format_dt(run.line.closes_at, "R")
        return self.words.say("line.closes", closes=closes) if is_new else ""

    def _looks(self, run: Run, best: Run | None) -> Iterator[Button]:
        """Yield the buttons that show a run, and a better one, in other ways."""
        if run.is_whole:
            yield self._button(run.line, PressKind.LINE_WORDS, "line.words", run=run)
        yield from watch_buttons(best, self.words)
        if self.guild and run.is_whole and run.line.is_closed:
            yield run_page_button(run, self.words)

    def _result(self, run: Run) -> str:
        """Return the parts of a score, as far as they are kept."""
        if not run.is_whole:
            return self.words.count("line.points", run.row.score or 0)
        (sheet,) = TITLE.view_for(run.play.state, frozenset()).sheets
        facts = {"lines": sheet.count.lines, "transfers": sheet.count.transfers}
        empty = self.words.number(-sheet.count.minus)
        return self.words.count("line.result", sheet.count.score, **facts, empty=empty)

    def _question(self, line: Line) -> Iterator[Part]:
        yield self.words.say("line.ask_sheet")
        yield ui.ActionRow(
            self._button(line, PressKind.LINE_SHOWN, "line.ask_sheet.yes"),
            self._button(line, PressKind.LINE_HIDDEN, "line.ask_sheet.no"),
        )

    def _after(self, run: Run, *, can_post: bool) -> Iterator[Button]:
        line = run.line
        can_post &= run.counts and run.is_whole
        if can_post:
            yield self._button(line, PressKind.LINE_SHARE, "line.share", first=True)
        if can_post and self.guild and line.is_closed:
            yield self._button(line, PressKind.LINE_SHOW, "line.show")
        yield self._button(line, PressKind.LINE_TABLE, "line.table")
        if line.is_closed:
            yield self._button(line, PressKind.LINE_AGAIN, "line.again")

    def _last_row(self, run: Run) -> Iterator[Part]:
        if run.line.is_closed and run.is_whole:
            record = self._button(run.line, PressKind.LINE_RECORD, "line.record", run=run)
            yield ui.ActionRow(record, self._card_button(run, 1, "whatif.button"))

    def _card_button(self, run: Run, card: int, key: str) -> Button:
        press = PressId(run.row.id, card, PressKind.LINE_CARD)
        return button(press, self.words.say(key), disabled=not 1 <= card <= run.row.turns)

    async def card(self, run: Run, card: int) -> Page:
        """Return one card of a run on a closed line beside the best run, and a way to try it."""
        words, turns = self.words, finished_turns(run.play)
        card = max(1, min(card, len(turns)))
        best = await self._best(run.line)
        ways = await asyncio.to_thread(try_buttons, run, turns[card - 1], words)
        steps = ((card - 1, "replay.back"), (card + 1, "replay.on"))
        return page(
            await asyncio.to_thread(card_text, run, best, card, words),
            ui.ActionRow(*(self._card_button(run, *step) for step in steps), *ways),
            self._back(run.line),
        )

    async def table(self, line: Line) -> Page:
        """Return a line's table on a server; points only for a reader who has finished it."""
        words = self.words
        table = await self._table(line, ROWS)
        finishers = list(table.shown)
        if not table.sees:
            # The order would tell who has more points.
            finishers.sort(key=lambda row: (row.name.casefold(), row.player))
        run = await self.daily.runs.of(line.number, self.person) if table.sees else None
        own = None if run is None else run.row.score
        leaders = {row.player for row in finishers if own is not None and row.score > own}
        rows = [
            result_row(place, row, line, words) + f" {AHEAD}" * (row.player in leaders)
            if table.sees
            else words.say("line.table.name", name=shown_name(row.name))
            for place, row in enumerate(finishers, 1)
        ]
        lines = [self._head("line.table.head" if self.guild else "line.table.around", line)]
        lines += line_words.listed(rows, table.total - len(rows), words)
        if leaders:
            lines.append(words.say("line.table.ahead", sign=AHEAD))
        if not (table.total and table.sees):
            lines.append(words.say("line.table.hidden" if table.total else "line.table.nobody"))
        week = (self._button(line, PressKind.LINE_WEEK, "line.week"),) if self.guild else ()
        return page("\n".join(lines), self._back(line, *week), tag="table")

    async def week(self, line: Line) -> Page:
        """Return a server's table for the week of a line."""
        table, words = await self.daily.standings.week(self.guild, line.number, ROWS), self.words
        lines = [words.say("line.week.head"), words.say("line.week.how")]
        lines += week_rows(table, ROWS, words) or [words.say("line.table.nobody")]
        beside = self._button(line, PressKind.LINE_TABLE, "line.table")
        return page("\n".join(lines), self._back(line, beside), tag="week")

    def _back(self, line: Line, *beside: Button) -> ui.ActionRow[Any]:
        return ui.ActionRow(self._button(line, PressKind.LINE_HOME, "line.back"), *beside)

    async def past(self, line: Line, *others: Part) -> Page:
        """Return the reader's last thirty days, other runs, and lines that are over, to choose."""
        words, player, standings = self.words, self.person.id, self.daily.standings
        today = (await self.daily.lines.today()).number
        month, streak = await standings.month(player, today), await standings.streak(player)
        own = "\n".join(line_words.month_text(month, today, streak, words))
        past_lines = await self.daily.lines.past(MOST_CHOICES)
        if not past_lines:
            return page(own, *others, words.say("line.past.none"), self._back(line))
        press = PressId(line.number, 0, PressKind.LINE_OPEN)
        picker = menu(press, words.say("line.past"), map(self._option, past_lines))
        return page(own, *others, words.say("line.past.how"), picker, self._back(line), tag="past")

    def _option(self, line: Line) -> discord.SelectOption:
        day = self.words.day(timetable.day_of(line.number))
        return option(line_words.named(line, self.words), str(line.number), day)

    async def dealing(self, line: Line) -> Page:
        """Return the anchor, the commitments and, for a line that is over, its link."""
        seal, say = await self.daily.lines.keys.seal(), self.words.say
        policy = "–" if line.row.policy is None else str(line.row.policy)
        anchor = say("line.dealing.anchor", anchor=seal.anchor)
        lines = [say("line.dealing.how"), say("line.par", policy=policy), anchor]
        if seal.since > 1:
            lines.append(say("line.dealing.since", number=str(seal.since)))
        for first, secret in seal.former:
            lines.append(say("line.dealing.former", number=str(first), secret=secret))
        if line.is_closed and self.daily.lines.clock.is_steady:
            link = await self.daily.lines.link(line)
            facts = {"number": str(line.number), "link": link, "salt": line.row.salt or "–"}
            lines.append(say("line.dealing.open", **facts, commitment=line.row.commitment))
        else:
            waits = say(LineKey.CLOCK_SET) if line.is_closed else ""
            lines += filter(None, (waits, line_words.salt_text(line, self.words)))
        committed = [
            say("line.dealing.commitment", number=str(number), commitment=commitment)
            for number, commitment in seal.commitments.items()
        ]
        return page("\n".join(lines), "\n".join(committed), self._back(line), tag="dealing")

    def in_words(self, run: Run) -> str:
        """Return a sheet in words, which say what the picture shows."""
        return board_in_words(self.front, run.play, run.play.people[0].id, self.words)


def result_row(place: int, row: Finisher, line: Line, words: Words) -> str:
    """Return one person's row in the table of a line."""
    facts = {"place": str(place), "name": shown_name(row.name), "points": row.score}
    if line.par is None:
        return words.say("line.table.row.no_par", **facts)
    difference = line_words.against_par(row.score - line.par, words)
    return words.say("line.table.row", **facts, against=difference)


def week_rows(table: WeekTable, most: int, words: Words) -> list[str]:
    """Return the rows of the table of a week, with at most so many people."""
    rows = list[str]()
    for place, row in enumerate(table.shown[:most], 1):
        facts = {"place": str(place), "name": shown_name(row.name), "played": row.played}
        rows.append(words.say("line.week.row", **facts, against=words.signed(row.against)))
    return [*line_words.listed(rows, table.total - len(rows), words)]

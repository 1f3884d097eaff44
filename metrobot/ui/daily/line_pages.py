"""Private pages about a line: a person's standing, tables, the dealing, settings."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from metrobot.service.daily import timetable
from metrobot.service.daily.daily import Daily
from metrobot.service.daily.line import Line, LineKey
from metrobot.service.daily.replayed import TITLE
from metrobot.service.daily.runs import Run
from metrobot.service.daily.streaks import WeekTable
from metrobot.service.model.play import Person
from metrobot.service.people.preferences import Preferences, RemindLine
from metrobot.store.statements.daily.lines import Finisher
from metrobot.ui.daily import line_words
from metrobot.ui.daily.line_ids import Wanted, line_button, line_id, watch_buttons
from metrobot.ui.daily.lost_points import lost_text
from metrobot.ui.daily.result_picture import result_picture
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.ids import (
    Button,
    PressId,
    PressKind,
    ReplaySource,
    Style,
    button,
    menu,
    option,
)
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.turn.board_buttons import page_button
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import MOST_CHOICES
from metrobot.ui.words.player_names import shown_name

AHEAD: Final = "▲"
"""Sign of a result that beats one's own."""
ROWS: Final = 15
"""Most people that a table names."""


@dataclass(eq=False)
class LinePages:
    """Makes the pages about lines.

    Attributes:
        daily: the line of the day.
        fronts: how each title shows itself, by its id.
        is_there: returns whether the bot is on a server, so that it can post there.
    """

    daily: Daily
    fronts: Mapping[str, Front]
    is_there: Callable[[int], Awaitable[bool]]

    async def home(self, line: Line, person: Person, guild: int, words: Words) -> Page:
        """Return the page of a line for one person: how far they are, and their choices."""
        run = await self.daily.runs.of(line.number, person)
        if run is not None and run.is_over:
            return await self.finished(run, person, guild, words)
        head = words.say("line.head", line=line_words.named(line, words))
        said = (head, line_words.network_text(line, words), self._state(line, run, words))
        best = await self._best(line, person, guild)
        return page(
            "\n".join(said),
            await self._streaks(person, guild, words),
            ui.ActionRow(*self._ways(line, run, words)),
            ui.ActionRow(*watch_buttons(best, words), *self._more(line, words)),
            tag=f"line{line.number}",
        )

    def _state(self, line: Line, run: Run | None, words: Words) -> str:
        if line.is_closed:
            if line.row.void:
                return words.say("line.void")
            over = words.say("line.over" if run is None else "line.over.left")
            worth = "" if line.par is None else words.say("line.worth", par=line.par)
            return " ".join(filter(None, (over, worth, line_words.best_text(line, words))))
        far = words.say("line.new") if run is None else words.say("line.at_card", card=run.card)
        return f"{far}\n{line_words.open_text(line, words, has_begun=run is not None)}"

    def _ways(self, line: Line, run: Run | None, words: Words) -> Iterator[Button]:
        """Yield the buttons of a line that somebody has not finished."""
        number = line.number
        if line.is_closed:
            yield line_button(number, Wanted.AGAIN, words.say("line.again"), Style.success)
        else:
            label = words.say("line.play" if run is None else "line.go_on")
            yield line_button(number, Wanted.PLAY, label, Style.success)
        yield line_button(number, Wanted.TABLE, words.say("line.table"))
        if run is None:
            learn = PressId(0, 0, PressKind.LEARN, TITLE.id)
            yield button(learn, words.say("learn.button"))
        elif run.is_whole:
            yield self._in_words_button(run, words)

    def _in_words_button(self, run: Run, words: Words) -> Button:
        rest = str(run.row.id)
        return line_button(run.line.number, Wanted.WORDS, words.say("line.words"), rest=rest)

    def _more(self, line: Line, words: Words) -> Iterator[Button]:
        yield line_button(line.number, Wanted.PAST, words.say("line.mine"))
        yield line_button(line.number, Wanted.DEALING, words.say("dealing.button"))
        if not line.is_closed:
            yield line_button(line.number, Wanted.SETTINGS, words.say("line.settings"))

    async def _best(self, line: Line, person: Person, guild: int) -> Run | None:
        """Return the best run of somebody else that may be watched, once the line is over."""
        if not line.is_closed or line.row.void or not self.daily.lines.clock.is_steady:
            return None
        best = await self.daily.papers.best(guild, line.number)
        return None if best is None or best.row.player == person.id else best

    async def _streaks(self, person: Person, guild: int, words: Words) -> str:
        """Return somebody's streak and the server's; nothing where there are none."""
        own = line_words.streak_text(await self.daily.standings.streak(person.id), words)
        town = await self.daily.standings.server_streak(guild)
        ours = words.count("line.server_streak", town) if town >= line_words.LEAST_STREAK else ""
        return " ".join(filter(None, (own, ours)))

    async def finished(
        self, run: Run, person: Person, guild: int, words: Words, *, asks: bool = False
    ) -> Page:
        """Return the page of a finished run, with its sheet.

        Args:
            run: the run.
            person: whose it is.
            guild: the server where they are.
            words: of the person.
            asks: whether they are asked if the morning paper may show their sheet.
        """
        line, score = run.line, run.row.score or 0
        compared, is_valid = (line.number, score, person.id), run.counts and not line.row.void
        beaten = await self.daily.standings.beaten(*compared) if is_valid else (0, 0)
        best = await self._best(line, person, guild)
        if best is not None and (best.row.score or 0) <= score:
            best = None
        lost = ""
        if best is not None and run.is_whole:
            # In a thread: two games are played again.
            lost = await asyncio.to_thread(lost_text, run, best, words)
        # All of it has to be in sight on a phone: what is said depends on what is new by then.
        month = await self.daily.standings.month(person.id, line.number)
        own = line_words.own_text(month, line.number, words) if is_valid and not lost else ""
        said = [
            words.say("line.head", line=line_words.named(line, words)),
            self._result(run, words),
            line_words.scale_text(score, line, words),
            " ".join(filter(None, (line_words.beaten_text(beaten, words), own))),
        ]
        if not run.counts:
            said.append(words.say("line.past_counts_nothing"))
        elif line.row.void:
            said.append(words.say("line.void"))
        elif not line.is_closed and not asks:
            closes = line_words.moment(line.closes_at.timestamp(), "R")
            said.append(words.say("line.closes", closes=closes))
        said.append(line_words.salt_text(line, words))
        table = await self.daily.standings.table(guild, line, person.id, ROWS)
        others = [each for each in table.shown if table.sees and each.player != person.id]
        is_new = run.counts and not line.is_closed and not asks
        is_shown = run.is_whole and line.is_closed
        return page(
            "\n".join(filter(None, said)),
            lost,
            await self._streaks(person, guild, words) if is_new else "",
            *((result_picture(run, others, words),) if run.is_whole else ()),
            *(self._question(line, words) if asks else ()),
            ui.ActionRow(*self._after(run, words, can_post=await self.is_there(guild))),
            ui.ActionRow(
                *((self._in_words_button(run, words),) if run.is_whole else ()),
                *watch_buttons(best, words),
                *((page_button(run.row.id, words, ReplaySource.LINE),) if is_shown else ()),
                # Below a question there is no room for them.
                *(() if asks else self._more(line, words)),
            ),
            tag=f"line{line.number}-{run.row.id}-{run.row.turns}",
        )

    def _result(self, run: Run, words: Words) -> str:
        """Return the parts of a score, as far as they are kept."""
        if not run.is_whole:
            return words.count("line.points", run.row.score or 0)
        (sheet,) = TITLE.view_for(run.play.state, frozenset()).sheets
        facts = {"lines": sheet.count.lines, "transfers": sheet.count.transfers}
        return words.count(
            "line.result", sheet.count.score, **facts, empty=words.number(-sheet.count.minus)
        )

    def _question(self, line: Line, words: Words) -> Iterator[Part]:
        yield words.say("line.ask_sheet")
        answers = {Wanted.SHOWN: "line.ask_sheet.yes", Wanted.HIDDEN: "line.ask_sheet.no"}
        yield ui.ActionRow(
            *(line_button(line.number, to, words.say(key)) for to, key in answers.items())
        )

    def _after(self, run: Run, words: Words, *, can_post: bool) -> Iterator[Button]:
        number, say, is_closed = run.line.number, words.say, run.line.is_closed
        can_post &= run.counts and run.is_whole
        if can_post:
            yield line_button(number, Wanted.SHARE, say("line.share"), Style.success)
        if can_post and is_closed:
            yield line_button(number, Wanted.SHOW, say("line.show"))
        yield line_button(number, Wanted.TABLE, say("line.table"))
        if is_closed:
            yield line_button(number, Wanted.AGAIN, say("line.again"))
        if is_closed and run.is_whole:
            yield line_button(number, Wanted.RECORD, say("line.record"), rest=str(run.row.id))

    async def table(self, line: Line, person: Person, guild: int, words: Words) -> Page:
        """Return a line's table on a server; points only for a reader who has finished it."""
        table = await self.daily.standings.table(guild, line, person.id, ROWS)
        shown = list(table.shown)
        if not table.sees:
            # The order would tell who has more points.
            shown.sort(key=lambda each: (each.name.casefold(), each.player))
        run = await self.daily.runs.of(line.number, person) if table.sees else None
        own = None if run is None else run.row.score
        ahead = {each.player for each in shown if own is not None and each.score > own}
        rows = [
            result_row(place, each, line, words) + f" {AHEAD}" * (each.player in ahead)
            if table.sees
            else words.say("line.table.name", name=shown_name(each.name))
            for place, each in enumerate(shown, 1)
        ]
        said = [words.say("line.table.head", line=line_words.named(line, words))]
        said += line_words.listed(rows, table.total - len(rows), words)
        if ahead:
            said.append(words.say("line.table.ahead", sign=AHEAD))
        if not table.total:
            said.append(words.say("line.table.nobody"))
        elif not table.sees:
            said.append(words.say("line.table.hidden"))
        return page("\n".join(said), self._back(line, words, Wanted.WEEK), tag="table")

    async def week(self, line: Line, guild: int, words: Words) -> Page:
        """Return a server's table for the week of a line."""
        table = await self.daily.standings.week(guild, line.number, ROWS)
        said = [words.say("line.week.head"), words.say("line.week.how")]
        said += week_rows(table, ROWS, words) or [words.say("line.table.nobody")]
        return page("\n".join(said), self._back(line, words, Wanted.TABLE), tag="week")

    def _back(self, line: Line, words: Words, beside: Wanted | None = None) -> ui.ActionRow[Any]:
        buttons = [line_button(line.number, Wanted.HOME, words.say("line.back"))]
        if beside is not None:
            label = words.say("line.week" if beside is Wanted.WEEK else "line.table")
            buttons.append(line_button(line.number, beside, label))
        return ui.ActionRow(*buttons)

    async def past(self, line: Line, person: Person, words: Words) -> Page:
        """Return somebody's last thirty days, and the lines that are over, to choose one."""
        today = (await self.daily.lines.today()).number
        month = await self.daily.standings.month(person.id, today)
        streak = await self.daily.standings.streak(person.id)
        own = "\n".join(line_words.month_text(month, today, streak, words))
        found = await self.daily.lines.past(MOST_CHOICES)
        if not found:
            return page(own, words.say("line.past.none"), self._back(line, words))
        options = [
            option(
                line_words.named(each, words),
                str(each.number),
                words.day(timetable.day_of(each.number)),
            )
            for each in found
        ]
        chosen = menu(line_id(line.number, Wanted.OPEN), words.say("line.past"), options)
        text = words.say("line.past.how")
        return page(own, text, chosen, self._back(line, words), tag="past")

    async def dealing(self, line: Line, words: Words) -> Page:
        """Return the anchor, the commitments and, for a line that is over, its link."""
        seal, say = await self.daily.lines.keys.seal(), words.say
        policy = "–" if line.row.policy is None else str(line.row.policy)
        said = [say("line.dealing.how"), say("line.par", policy=policy)]
        said.append(say("line.dealing.anchor", anchor=seal.anchor))
        if seal.since > 1:
            said.append(say("line.dealing.since", number=str(seal.since)))
        for since, secret in seal.former:
            said.append(say("line.dealing.former", number=str(since), secret=secret))
        if line.is_closed and self.daily.lines.clock.is_steady:
            link = await self.daily.lines.link(line)
            facts = {"number": str(line.number), "link": link, "salt": line.row.salt or "–"}
            said.append(say("line.dealing.open", **facts, commitment=line.row.commitment))
        else:
            waits = say(LineKey.CLOCK_SET) if line.is_closed else ""
            said += filter(None, (waits, line_words.salt_text(line, words)))
        committed = [
            say("line.dealing.commitment", number=str(number), commitment=commitment)
            for number, commitment in seal.commitments.items()
        ]
        return page("\n".join(said), "\n".join(committed), self._back(line, words), tag="dealing")

    def settings(self, line: Line, wishes: Preferences, words: Words) -> Page:
        """Return the page on which somebody sets what they wish of lines."""
        once = words.say("line.once.on" if wishes.at_once else "line.once.off")
        sheet = words.say("line.sheet.on" if wishes.show_sheet else "line.sheet.off")
        options = (
            option(words.say(f"line.remind.{each}"), each, is_chosen=each is wishes.remind_line)
            for each in RemindLine
        )
        return page(
            words.say("line.settings.head"),
            words.say("line.settings.how"),
            ui.ActionRow(
                line_button(line.number, Wanted.ONCE, once),
                line_button(line.number, Wanted.SHEET, sheet),
            ),
            menu(line_id(line.number, Wanted.REMIND), words.say("line.remind"), options),
            self._back(line, words),
            tag="settings",
        )

    def in_words(self, run: Run, words: Words) -> list[Part]:
        """Return a sheet in words, which say what the picture shows."""
        game_view = game_view_of(run.play, words, run.play.people[0].id)
        return [self.fronts[TITLE.id].board_text(game_view, words)]


def result_row(place: int, each: Finisher, line: Line, words: Words) -> str:
    """Return one person's row in the table of a line."""
    facts = {"place": str(place), "name": shown_name(each.name), "points": each.score}
    if line.par is None:
        return words.say("line.table.row.no_par", **facts)
    return words.say(
        "line.table.row", **facts, against=line_words.against_par(each.score - line.par, words)
    )


def week_rows(table: WeekTable, most: int, words: Words) -> list[str]:
    """Return the rows of the table of a week, with at most so many people."""
    rows = [
        words.say(
            "line.week.row",
            place=str(place),
            name=shown_name(each.name),
            against=words.signed(each.against),
            played=each.played,
        )
        for place, each in enumerate(table.shown[:most], 1)
    ]
    return [*line_words.listed(rows, table.total - len(rows), words)]

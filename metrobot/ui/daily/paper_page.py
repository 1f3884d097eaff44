"""What is posted of lines: the morning paper, reminders, and what somebody shares."""

from collections.abc import Iterator, Mapping

from discord import ui
from discord.utils import format_dt

from metrobot.engine.errors import Refusal
from metrobot.service.daily.daily import Daily
from metrobot.service.daily.line_reminders import LineReminder
from metrobot.service.daily.papers import NAMED, Paper
from metrobot.service.daily.replayed import TITLE
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.outbox.delivery import Delivery, DeliveryKind, Undeliverable
from metrobot.ui.daily import line_words
from metrobot.ui.daily.line_ids import line_button, play_button, watch_buttons
from metrobot.ui.daily.line_pages import result_row, week_rows
from metrobot.ui.daily.line_words import against_par
from metrobot.ui.daily.result_picture import result_picture
from metrobot.ui.kit.front import Front
from metrobot.ui.pages.ids import Button, PressKind
from metrobot.ui.pages.page import Letter, Part, letter
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name
from metrobot.ui.words.text_length import utf16_length

LONGEST = 1_200
"""Most characters of a paper: nobody has to scroll past it."""
DIGITS = 16
"""Digits shown of a commitment: too many for another key to match."""


async def paper_letter(
    daily: Daily, fronts: Mapping[str, Front], delivery: Delivery, words: Words
) -> Letter:
    """Return the paper of a server about the line that a delivery names.

    Raises:
        Undeliverable: the clock was set since it was due; it waits.
    """
    try:
        paper = await daily.papers.paper(delivery.guild or 0, delivery.turn or 0)
    except Refusal as error:
        raise Undeliverable(str(error.key), permanent=False) from error
    return paper_page(paper, fronts, words)


def paper_page(paper: Paper, fronts: Mapping[str, Front], words: Words) -> Letter:
    """Return a paper; its first hundred characters are for a phone."""
    picture: tuple[Part, ...] = ()
    if paper.best is not None and TITLE.id in fronts:
        finishers = [row for row in paper.results if row.player != paper.best.row.player]
        picture = (result_picture(paper.best, finishers, words),)
    versions = (_said(paper, words, rows) for rows in range(NAMED, 0, -1))
    fitting = (version for version in versions if utf16_length("\n".join(version)) <= LONGEST)
    paragraphs = next(fitting, None) or _said(paper, words, 1)
    return letter(
        *paragraphs,
        *picture,
        ui.ActionRow(*_buttons(paper, words)),
        tag=f"paper{paper.line.number}",
    )


def _said(paper: Paper, words: Words, rows: int) -> tuple[str, ...]:
    """Return the paragraphs of a paper, with at most `rows` people in a table."""
    paragraphs = (
        _lead(paper, words),
        "\n".join(_results(paper, words, rows)),
        "\n".join(_week(paper, words, rows)),
        line_words.best_text(paper.line, words),
        words.say("line.paper.today", line=line_words.named(paper.today, words)),
        line_words.network_text(paper.today, words),
        _sealed(paper, words),
    )
    return tuple(filter(None, paragraphs))


def _lead(paper: Paper, words: Words) -> str:
    line = str(paper.line.number)
    if paper.results:
        best = paper.results[0]
        facts = {"number": line, "name": shown_name(best.name), "points": best.score}
        if paper.line.par is None:
            lead = words.say("line.paper.lead.no_par", **facts)
        else:
            lead = words.say("line.paper.lead", **facts, par=paper.line.par)
    else:
        key = "line.paper.lead.others" if paper.others else "line.paper.lead.nobody"
        lead = words.say(key, number=line)
    if paper.streak < line_words.LEAST_STREAK:
        return lead
    return f"{lead} {words.count('line.server_streak', paper.streak)}"


def _results(paper: Paper, words: Words, most: int) -> Iterator[str]:
    if not paper.results and paper.others:
        yield words.count("line.paper.finished", paper.others)
        return
    # The only one stands above.
    if len(paper.results) + paper.others == 1:
        return
    rows = [
        result_row(place, row, paper.line, words)
        for place, row in enumerate(paper.results[:most], 1)
    ]
    more = len(paper.results) + paper.others - len(rows)
    yield from line_words.listed(rows, more, words)


def _week(paper: Paper, words: Words, most: int) -> Iterator[str]:
    """Yield the table of the week that is over; nothing on other days."""
    if paper.week.shown:
        best = paper.week.shown[0]
        facts = {"name": shown_name(best.name), "against": against_par(best.against, words)}
        yield words.say("line.paper.week", **facts)
        yield from week_rows(paper.week, most, words)


def _sealed(paper: Paper, words: Words) -> str:
    """Return the start of the commitment of today's line, in small print."""
    today = next(iter(paper.seal.commitments.values()))
    return words.say("line.paper.seal", commitment=today[:DIGITS])


def _buttons(paper: Paper, words: Words) -> Iterator[Button]:
    yield play_button(paper.today.number, words)
    yield from watch_buttons(paper.best, words)
    yield line_button(paper.line.number, PressKind.DAILY_TABLE, words.say("line.table"))


def reminder_page(reminder: LineReminder, words: Words) -> Letter:
    """Return the reminder that a line is still open, with the streak at stake."""
    end = format_dt(reminder.line.ends_at, "R")
    text = words.say("line.reminder", line=line_words.named(reminder.line, words), until=end)
    return letter(text, line_words.streak_text(reminder.streak, words))


# A strip is to be copied as text, which a layout does not allow.
async def shared_letter(daily: Daily, delivery: Delivery, name: str, words: Words) -> Letter | None:
    """Return the strip or the sheet that a delivery is about, or None where it is gone.

    Args:
        daily: the line of the day.
        delivery: names the line and the person.
        name: of the person.
        words: of the server.
    """
    player, safe_name = PlayerId(delivery.player or 0), shown_name(name)
    run = await daily.runs.of(delivery.turn or 0, Person(player, name))
    if run is None or not run.is_whole:
        return None
    if delivery.kind is DeliveryKind.STRIP:
        strip = line_words.strip(run, await daily.standings.streak(player), words)
        play = play_button((await daily.lines.today()).number, words)
        sentence = words.say("line.strip.posted", name=safe_name, strip=strip)
        # Whoever has not finished the line sees names there, and no points.
        table = line_button(run.line.number, PressKind.DAILY_TABLE, words.say("line.table"))
        return letter(sentence, ui.ActionRow(play, table))
    # The clock may have been set back since: a sheet tells the cards, which others have to play.
    if not run.line.is_closed:
        return None
    facts = {"name": safe_name, "points": run.row.score or 0}
    sentence = words.say("line.sheet_of", **facts, line=line_words.named(run.line, words))
    return letter(sentence, result_picture(run, (), words))

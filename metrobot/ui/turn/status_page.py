"""`/game status`: the state of a game in five lines, the rest behind buttons."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import ui

from metrobot.service.membership.clocks import TurnTime
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.ids import Button, PressKind, button
from metrobot.ui.pages.page import Page, page
from metrobot.ui.turn import board_buttons
from metrobot.ui.turn.fair_dealing import dealing_button
from metrobot.ui.turn.pace_pages import clock_rows, own_lines, pace_lines
from metrobot.ui.turn.public_pages import rating_line, scores
from metrobot.ui.turn.waiting_for import absences, hints_taken, thinking
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import level_word, player_name_shown

_DAY = 24
"""Hours of a day."""


def status_page(
    front: Front,
    table: Table,
    words: Words,
    player: PlayerId,
    time: TurnTime | None = None,
    *,
    silent: Sequence[Person] = (),
    followers: int = 0,
) -> Page:
    """Return the state of a game that has started, for a person, in five lines.

    Args:
        front: of the game.
        table: the game.
        words: of the reader.
        player: the reader.
        time: what is left to them for this turn; None: no clock of theirs runs.
        silent: people who have kept the others waiting for days.
        followers: number of people who follow the game.
    """
    if table.status is Status.RUNNING:
        brief = front.brief(game_view_of(table, words, player), words)
        away = " ".join(absences(table, words))
        call, hints = _call(table, words, player, brief.task), hints_taken(table, words)
        plans = board_buttons.plans_kept(table, player, words)
        clocks = " ".join((*pace_lines(table, words), *own_lines(time, words)))
        lines = [call, plans, *brief.lines, clocks, away, hints, rating_line(table, words)]
    elif table.status is Status.OVER:
        lines = [front.closing(game_view_of(table, words), words).winner, scores(table, words)]
    else:
        lines = [words.say("status.head", title=words.title(table.title.id))]
    lines.append(words.count("follow.count", followers) if followers else "")
    lines.append(_link(table, words))
    text = "\n".join(filter(None, lines))
    rows = board_buttons.cover_rows(table, silent, words)
    ways = ui.ActionRow[Any](*_ways(front, table, words, player))
    if table.status is Status.RUNNING and table.has(player) and not table.is_alone:
        amiss = board_buttons.press(table, PressKind.AMISS)
        rows = (*rows, ui.ActionRow[Any](button(amiss, words.say("seats.amiss.button"))))
    return page(text, ways, *rows, *clock_rows(table, player, words))


def _link(table: Table, words: Words) -> str:
    """Return the link to a table, or that nobody else sees it so far."""
    if table.is_hidden:
        return words.say("status.private_own")
    return words.say("status.link", link=board_buttons.link_to(table))


def _call(table: Table, words: Words, player: PlayerId, task: str) -> str:
    """Return the line on whose turn it is, addressed to the reader if it is theirs."""
    title = words.title(table.title.id)
    moment = discord.utils.format_dt(table.turn_since, "R")
    if not table.to_call():
        return words.say("status.thinking", title=title, thinking=thinking(table, words))
    if any(person.id == player for person in table.to_call()):
        return words.say("status.yours", title=title, since=moment, task=task)
    players = tuple(player_name_shown(person, words) for person in table.to_call())
    if any(person.id == player for person in table.people_choosing()):
        return words.say("status.locked", title=title, players=players)
    return words.say("status.waiting", title=title, players=players, since=moment)


def _ways(front: Front, table: Table, words: Words, player: PlayerId) -> Iterator[Button]:
    if board_buttons.is_covered(table, player) and table.status is Status.RUNNING:
        yield board_buttons.back_button(table, words)
    elif any(person.id == player for person in table.people_choosing()):
        yield board_buttons.plan_button(front, table, words)
    elif table.status is Status.RUNNING and table.has(player):
        yield from board_buttons.ahead_buttons(table, words)
    yield button(board_buttons.press(table, PressKind.STATUS), words.say("status.details"))
    yield board_buttons.board_button(table, words)
    yield button(board_buttons.press(table, PressKind.LOG, "0"), words.say("status.log"))
    if table.status is Status.RUNNING:
        yield board_buttons.since_button(table, words)


def details_page(
    front: Front, table: Table, words: Words, player: PlayerId, reminders: str
) -> Page:
    """Return the whole state of a game that has started, for a person."""
    head = words.say("status.head", title=words.title(table.title.id))
    lines = [head, *front.status(game_view_of(table, words, player), words)]
    # The computers, and the people for whom one plays.
    computers = tuple(
        words.say(
            "status.computer", name=player_name_shown(person, words), level=level_word(level, words)
        )
        for person in table.people
        if (level := person.played_by) is not None
    )
    if computers:
        lines.append(words.say("status.computers", computers=computers))
    text, link = "\n".join(lines), _link(table, words)
    way_on = board_buttons.next_row(front, table, player, words)
    way_on.add_item(dealing_button(table, words))
    if table.status is Status.RUNNING:
        return page(text, board_buttons.awaited(table, words), reminders, link, way_on)
    return page(text, link, way_on)


def rhythm(hours: int, words: Words) -> str:
    """Return the time until the first reminder, in words."""
    if hours == 0:
        return words.say("reminder.table.off")
    if hours % _DAY:
        return words.count("reminder.table.hours", hours)
    return words.count("reminder.table.days", hours // _DAY)

"""Lines on the people a game waits for: since when, what they may do, absences and locks.

Public lines say who has locked, never what; that is shown to its owner alone.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import discord
from discord import ui

from metrobot.engine.draft import Draft
from metrobot.service.model.play import Play, PlayerId, Status, rest_of
from metrobot.service.model.table import Table
from metrobot.service.play.hints import are_counted
from metrobot.ui.kit.front import AnyGameView, Front
from metrobot.ui.pages.ids import PressId, PressKind, Style, button
from metrobot.ui.pages.page import Page, page
from metrobot.ui.turn.pace_pages import pace_lines
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import player_name_shown, shown_name


def awaited_since(table: Table, words: Words) -> str:
    """Return the time since which people are awaited, and absences, in small print."""
    moment = discord.utils.format_dt(table.turn_since, "R")
    paces = pace_lines(table, words) if table.pace else ()
    text = " ".join((words.say("reminder.since", since=moment), *paces))
    return "\n".join((words.say("reminder.small", text=text), *absences(table, words)))


def thinking(table: Table, words: Words) -> str:
    """Return the line on the computers that are awaited; empty where there are none."""
    people = table.to_call()
    names = tuple(
        player_name_shown(person, words) for person in table.to_act() if person not in people
    )
    return words.count("turn.thinking", len(names), names=names) if names else ""


def absences(table: Table, words: Words) -> Iterator[str]:
    """Yield until when a game rests, and the people at its table who are away."""
    now = discord.utils.utcnow()
    if table.rest_until and (rest := rest_of(table, now)) is not None:
        yield rest_line(rest, words)
    for person in table.people:
        if person.away_until is not None and person.away_until > now:
            end = discord.utils.format_dt(person.away_until, "D")
            yield words.say("away.player", name=shown_name(person.name), until=end)


def rest_line(end: datetime, words: Words) -> str:
    """Return the line on a game that rests."""
    return words.say("rest.until", until=discord.utils.format_dt(end, "D"))


def hints_taken(table: Table, words: Words) -> str:
    """Return the hints taken, by whoever took any, where all may see it; else nothing."""
    people = tuple(
        words.say("hint.of", name=shown_name(person.name), n=person.hints)
        for person in table.people
        if person.hints and person.is_human
    )
    return words.say("hint.taken", people=people) if people and are_counted(table) else ""


def is_shared(table: Play) -> bool:
    """Return whether a choice that is made now waits for those of others."""
    return table.title.is_simultaneous and len(table.seats_choosing) > 1


def locked_names(table: Play, words: Words) -> tuple[str, ...]:
    """Return the names of those who have locked all that they had to choose."""
    awaited = table.to_act()
    return tuple(
        player_name_shown(person, words)
        for person in table.people_choosing()
        if person not in awaited
    )


def pushed(front: Front, table: Table, game_view: AnyGameView, news: str, words: Words) -> str:
    """Return the line that a phone shows of a board: the people called upon, and the news."""
    call = _turn_calls(table, words) if table.status is Status.RUNNING else ""
    # A card that is open for all comes first: of the rest a phone may show but names.
    first = front.asked_first(game_view, words) if call else ""
    call = words.say("turn.push", call=first, news=call) if first else call
    if not call or not news:
        return call or news
    key = "sealing.push" if first or is_shared(table) else "turn.push"
    return words.say(key, call=call, news=news)


def _turn_calls(table: Table, words: Words) -> str:
    """Return the line that mentions those whose turn it is; or which computers think."""
    mentions = tuple(f"<@{person.id}>" for person in table.to_call())
    if not mentions:
        return thinking(table, words)
    title = words.title(table.title.id)
    if not is_shared(table):
        return words.say("turn.call", players=mentions, title=title)
    if locked := locked_names(table, words):
        return words.say("sealing.locked", title=title, locked=locked, choosing=mentions)
    return words.say("sealing.call", title=title, players=mentions)


def lock_note(table: Play, draft: Draft[Any, Any], words: Words) -> str:
    """Return the planner's note on a locked choice; empty if there is none."""
    if (own := table.sealed.get(draft.seat)) is None:
        return ""
    return words.say("sealing.yours" if own == draft.actions else "sealing.still")


def locked_page(table: Play, player: PlayerId, words: Words) -> Page:
    """Return the private answer to a choice that is locked."""
    people = (person for person in table.to_act() if person.id != player)
    sentence = words.say(
        "sealing.waiting", players=tuple(player_name_shown(person, words) for person in people)
    )
    press = PressId(table.id, table.revision, PressKind.CHANGE)
    change = button(press, words.say("sealing.change"), Style.primary)
    return page(words.say("sealing.done"), sentence, ui.ActionRow(change))

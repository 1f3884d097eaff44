"""Whom a game waits for: since when, what they may do, who of them is away."""

from collections.abc import Iterator

import discord

from metrobot.service.model.table import Table
from metrobot.service.play.hints import are_counted
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name
from metrobot.ui.words.seat_names import player_name_shown


def what_to_do(front: Front, table: Table, words: Words) -> str:
    """Return what those who are awaited may do, for directly above the buttons."""
    return "\n".join(front.to_do(game_view_of(table, words), words)) if table.to_call() else ""


def awaited_since(table: Table, words: Words) -> str:
    """Return since when people are awaited, and who is away, in small print."""
    if not table.to_call():
        return ""
    started = discord.utils.format_dt(table.turn_since, "R")
    text = words.say("reminder.since", since=started)
    return "\n".join((words.say("reminder.small", text=text), *absences(table, words)))


def thinking(table: Table, words: Words) -> str:
    """Return that computers are awaited, by name; empty where there are none."""
    called = table.to_call()
    names = tuple(
        player_name_shown(person, words) for person in table.to_act() if person not in called
    )
    return words.count("turn.thinking", len(names), names=names) if names else ""


def absences(table: Table, words: Words) -> Iterator[str]:
    """Yield who at a table is away, and until when."""
    now = discord.utils.utcnow()
    for person in table.people:
        if person.away_until is not None and person.away_until > now:
            until = discord.utils.format_dt(person.away_until, "D")
            yield words.say("away.player", name=shown_name(person.name), until=until)


def hints_taken(table: Table, words: Words) -> str:
    """Return how many hints each person has taken, where that is for all to see; else nothing."""
    if not are_counted(table):
        return ""
    people = tuple(
        words.say("hint.of", name=shown_name(person.name), n=person.hints)
        for person in table.seated
    )
    return words.say("hint.taken", people=people)

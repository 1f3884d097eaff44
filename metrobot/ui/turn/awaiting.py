"""Whom a game waits for: since when, what they may do, who of them is away."""

from collections.abc import Iterator

import discord

from metrobot.service.table import Table
from metrobot.ui.frame.front import Front
from metrobot.ui.frame.scene import scene_of
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.names import shown


def to_do(front: Front, table: Table, words: Words) -> str:
    """Return what those who are awaited may do and since when, for under a public board."""
    if not table.to_act():
        return ""
    since = discord.utils.format_dt(table.turn_since, "R")
    lines = (*front.to_do(scene_of(table, words), words), words.say("reminder.since", since=since))
    said = (words.say("reminder.small", text=line) for line in lines)
    return "\n".join((*said, *absences(table, words)))


def absences(table: Table, words: Words) -> Iterator[str]:
    """Yield who at a table is away, and until when."""
    now = discord.utils.utcnow()
    for person in table.people:
        if person.away_until is not None and person.away_until > now:
            until = discord.utils.format_dt(person.away_until, "D")
            yield words.say("away.player", name=shown(person.name), until=until)

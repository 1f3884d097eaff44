"""The reminder of players who have kept others waiting, or of an idle lobby."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from metrobot.service.model.play import PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.upkeep.idle_lobbies import CLOSED_AFTER
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.page import Letter, letter
from metrobot.ui.turn import waiting_for
from metrobot.ui.turn.board_buttons import cover_rows, go_row, link_to, plan_button, since_button
from metrobot.ui.turn.public_pages import last_headline
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name

MOST_LINES: Final = 3
"""Most lines on what a player may do."""


def reminder_page(
    front: Front, table: Table, players: Sequence[PlayerId], words: Words, *, is_direct: bool
) -> Letter:
    """Return the reminder of one player, or of several who are awaited at once.

    Args:
        front: of the game.
        table: at which they are awaited.
        players: who is reminded.
        words: of the reader, or of the server.
        is_direct: whether it goes to them alone, where no game can be played.
    """
    if table.status is Status.LOBBY:
        return _idle_page(table, players[0], words)
    title = words.title(table.title.id)
    moment = discord.utils.format_dt(table.turn_since, "R")
    if is_direct:
        call = words.say("reminder.direct", title=title, channel=f"<#{table.place.channel}>")
        more = words.say("reminder.direct.since", since=moment)
    else:
        mentions = tuple(f"<@{player}>" for player in players)
        key = "reminder.channel" if len(mentions) == 1 else "reminder.channel.all"
        call = words.say(key, title=title, player=mentions[0], players=mentions)
        more = words.say("reminder.channel.since", since=moment, link=link_to(table))
    game_view = game_view_of(table, words)
    question = (front.asked_first(game_view, words), *front.prompt(game_view, words).splitlines())
    lines = (front.to_do(game_view, words) or question)[:MOST_LINES]
    news = last_headline(front, table, words)
    head = words.say("turn.push", call=call, news=news) if news else call
    waiters = [p for p in table.seated if p.cover is None and p not in table.to_act()]
    names = tuple(shown_name(person.name) for person in waiters)
    waiting_line = (words.say("reminder.waiting", others=names),) if names else ()
    more = "\n".join((more, *waiting_line, *waiting_for.absences(table, words)))
    if is_direct:
        return letter(head, more, *lines, go_row(table, words))
    row = ui.ActionRow[Any](plan_button(front, table, words), since_button(table, words))
    people = [person for person in table.people if person.id in players]
    return letter(head, more, *lines, row, *cover_rows(table, people, words))


def _idle_page(table: Table, host: PlayerId, words: Words) -> Letter:
    """Return the reminder of a lobby that nobody has joined, with the time when it closes."""
    title, closes = words.title(table.title.id), discord.utils.utcnow() + CLOSED_AFTER
    closing_time = discord.utils.format_dt(closes, "R")
    if table.place.private:
        head = words.say("lobby.idle.private", title=title, channel=f"<#{table.place.channel}>")
        return letter(head, words.say("lobby.idle.private.until", closes=closing_time))
    head = words.say("lobby.idle", title=title, player=f"<@{host}>")
    return letter(head, words.say("lobby.idle.until", closes=closing_time, link=link_to(table)))

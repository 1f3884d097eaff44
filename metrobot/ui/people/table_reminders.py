"""/game reminders: after how long a table reminds who is awaited."""

from typing import Any

from discord import app_commands

from metrobot.service.outbox.reminders import HOURS
from metrobot.ui.kit.access import may_manage
from metrobot.ui.kit.board_links import with_board_message
from metrobot.ui.kit.context import Context, player_id
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import page
from metrobot.ui.turn.board_buttons import link_to
from metrobot.ui.words.catalogue import ENGLISH, Words

_DAY = 24


def reminders_command(context: Context) -> app_commands.Command[Any, ..., Any]:
    """Return the subcommand of /game that sets when a table reminds."""

    @app_commands.command(name="reminders", description=ENGLISH.say("command.game.reminders"))
    @app_commands.describe(after=ENGLISH.say("command.game.reminders.after"))
    async def reminders(ix: Press, after: str) -> None:
        await context.defer_private(ix)
        hours = next((hours for hours in HOURS if str(hours) == after), None)
        words = context.words(ix)
        if hours is None:
            choices = tuple(rhythm(each, words) for each in HOURS)
            await context.reply(ix, page(words.say("reminder.table.choices", choices=choices)))
            return
        here = ix.channel_id or 0
        table = await context.tables.reminders.choose(
            here, player_id(ix), hours, may_manage=await may_manage(ix, here)
        )
        table = await with_board_message(context, ix.client, table)
        text = words.say("reminder.table.set", when=rhythm(hours, words), link=link_to(table))
        await context.reply(ix, page(text))

    @reminders.autocomplete("after")
    async def rhythms(ix: Press, current: str) -> list[app_commands.Choice[str]]:
        words, asked = context.words(ix), current.lower()
        named = [(rhythm(hours, words), str(hours)) for hours in HOURS]
        return [
            app_commands.Choice(name=name, value=value)
            for name, value in named
            if asked in name.lower() or asked == value
        ]

    return reminders


def rhythm(hours: int, words: Words) -> str:
    """Return in words after how long the first reminder comes."""
    if hours == 0:
        return words.say("reminder.table.off")
    if hours % _DAY:
        return words.count("reminder.table.hours", hours)
    return words.count("reminder.table.days", hours // _DAY)

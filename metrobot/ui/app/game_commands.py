"""The group /game: what concerns the table."""

import io
from functools import partial
from typing import Any

import discord
from discord import app_commands, ui

from metrobot.engine.errors import Refusal
from metrobot.engine.record import dump
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.ui.kit.context import Context, player_id
from metrobot.ui.lobby.lobby_buttons import Lobby, check_may_cancel, sure_page
from metrobot.ui.lobby.lobby_page import lobby_status
from metrobot.ui.lobby.move_game import GameMover, move_command
from metrobot.ui.lobby.new_game import new_command
from metrobot.ui.pages.ids import LARGEST, Press, PressId, parse_number
from metrobot.ui.pages.page import Page, page
from metrobot.ui.people.table_reminders import reminders_command, rhythm
from metrobot.ui.replays.replay_command import ReplayHandlers
from metrobot.ui.replays.review_command import ReviewHandlers
from metrobot.ui.seats.seat_commands import (
    SeatHandlers,
    end_command,
    replace_command,
    resign_command,
)
from metrobot.ui.turn.board_buttons import link_to
from metrobot.ui.turn.log_page import log_parts
from metrobot.ui.turn.status_page import details_page, status_page
from metrobot.ui.turn.undo import UndoHandlers, undo_command
from metrobot.ui.words.catalogue import ENGLISH, Words
from metrobot.ui.words.player_names import shown_name
from metrobot.ui.words.refusals import FrameKey

Number = app_commands.Range[int, 1, LARGEST]
"""The number of a game, as somebody types it."""


class GameCommands(app_commands.Group):
    """Lobby, state and record of the game in a channel.

    Attributes:
        undoing: answers who wants to take a turn back.
    """

    def __init__(
        self, context: Context, lobby: Lobby, replays: ReplayHandlers, reviews: ReviewHandlers
    ) -> None:
        super().__init__(name="game", description=ENGLISH.say("command.game"), guild_only=True)
        self._context = context
        self._lobby = lobby
        self.add_command(new_command(context, lobby.open))
        self._replays = replays
        self._reviews = reviews
        self.add_command(move_command(GameMover(context)))
        self.add_command(reminders_command(context))
        seats = SeatHandlers(context)
        self.add_command(resign_command(seats))
        self.add_command(replace_command(context, seats))
        self.add_command(end_command(seats))
        self.undoing = UndoHandlers(context)
        self.add_command(undo_command(self.undoing))

    @app_commands.command(name="join", description=ENGLISH.say("command.game.join"))
    async def join(self, ix: Press) -> None:
        """Take a place in the lobby."""
        await self._context.defer_private(ix)
        table = await self._lobby.join(ix)
        await self._tell(ix, table, "lobby.joined")

    @app_commands.command(name="leave", description=ENGLISH.say("command.game.leave"))
    async def leave(self, ix: Press) -> None:
        """Give up a place in the lobby."""
        await self._context.defer_private(ix)
        table = await self._lobby.leave(ix)
        await self._tell(ix, table, "lobby.left")

    @app_commands.command(name="start", description=ENGLISH.say("command.game.start"))
    async def start(self, ix: Press) -> None:
        """Start the game."""
        await self._context.defer_private(ix)
        table = await self._lobby.start(ix)
        if table.is_alone and table.has(player_id(ix)):
            await self._lobby.open_planner(ix, table)
        else:
            await self._tell(ix, table, "lobby.begun")

    @app_commands.command(name="cancel", description=ENGLISH.say("command.game.cancel"))
    async def cancel(self, ix: Press) -> None:
        """Cancel a lobby, or ask whether to cancel a running game."""
        await self._context.defer_private(ix)
        table = await self._context.table_here(ix)
        await check_may_cancel(ix, table)
        if table.status is Status.RUNNING:
            await self._context.reply(ix, sure_page(table, self._context.words(ix)))
            return
        table = await self._lobby.cancel(ix)
        await self._tell(ix, table, "cancel.done")

    @app_commands.command(name="status", description=ENGLISH.say("command.game.status"))
    async def status(self, ix: Press) -> None:
        """Tell where the game stands."""
        await self._context.defer_private(ix)
        table = await self._context.table_here(ix)
        words, player = self._context.words(ix), player_id(ix)
        if table.is_hidden and not table.has(player):
            text = words.say("status.private", host=shown_name(_host(table)))
            await self._context.reply(ix, page(text))
            return
        table = await self._lobby.present(ix, table)
        if table.state is None:
            await self._context.reply(ix, lobby_status(table, words, player))
            return
        await self._context.reply(ix, status_page(self._context.front(table), table, words, player))

    @app_commands.command(name="log", description=ENGLISH.say("command.game.log"))
    async def log(self, ix: Press) -> None:
        """Tell the turns so far."""
        await self._context.defer_private(ix)
        table = _started(await self._context.table_here(ix))
        await self._context.reply(ix, await self._log_page(ix, table, 0))

    async def turn_log(self, ix: Press, press: PressId) -> None:
        """Show another page of the log in the same private message."""
        await self._context.defer_edit(ix)
        table = _started(await self._context.table_of(press.game))
        number = parse_number(press.arg) or 0
        await self._context.replace(ix, await self._log_page(ix, table, number))

    async def _log_page(self, ix: Press, table: Table, number: int) -> Page:
        """Return one page of the log, which plays the game again."""
        front, words = self._context.front(table), self._context.words(ix)
        make = partial(log_parts, front, table, words, number)
        return page(*await self._context.work(make, player_id(ix)))

    @app_commands.command(name="export", description=ENGLISH.say("command.game.export"))
    async def export(self, ix: Press) -> None:
        """Hand out the record as a file."""
        await self._context.defer_private(ix)
        table = _started(await self._context.table_here(ix))
        await self._context.reply(ix, _record_page(table, self._context.words(ix)))

    @app_commands.command(name="replay", description=ENGLISH.say("command.game.replay"))
    @app_commands.describe(
        game=ENGLISH.say("command.game.replay.game"),
        public=ENGLISH.say("command.game.replay.public"),
        animation=ENGLISH.say("command.game.replay.animation"),
    )
    async def replay(
        self, ix: Press, game: Number | None = None, public: bool = False, animation: bool = False
    ) -> None:
        """Show a game turn by turn."""
        await self._replays.replay(ix, game, public=public, animation=animation)

    @replay.autocomplete("game")
    async def finished(self, ix: Press, current: str) -> list[app_commands.Choice[int]]:
        """Suggest the finished games of the channel."""
        return await self._replays.games(ix, current)

    @app_commands.command(name="review", description=ENGLISH.say("command.game.review"))
    @app_commands.describe(game=ENGLISH.say("command.game.review.game"))
    async def review(self, ix: Press, game: Number | None = None) -> None:
        """Tell what decided a game."""
        await self._reviews.review(ix, game)

    @review.autocomplete("game")
    async def reviewable(self, ix: Press, current: str) -> list[app_commands.Choice[int]]:
        """Suggest the finished games of the channel."""
        return await self._replays.games(ix, current)

    @app_commands.command(name="import", description=ENGLISH.say("command.game.import"))
    @app_commands.describe(file=ENGLISH.say("command.game.import.file"))
    async def take(self, ix: Press, file: discord.Attachment) -> None:
        """Show a game from its record."""
        await self._replays.take(ix, file)

    async def details(self, ix: Press, press: PressId) -> None:
        """Show all of where a game stands in the same private message.

        Raises:
            Refusal: this is no private message.
            TableError: the game has not started.
        """
        if ix.message is None or not ix.message.flags.ephemeral:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        await self._context.defer_edit(ix)
        table = _started(await self._context.table_of(press.game))
        words, front = self._context.words(ix), self._context.front(table)
        reminders = await self._reminders(table, words)
        table = await self._lobby.present(ix, table)
        await self._context.replace(ix, details_page(front, table, words, player_id(ix), reminders))

    async def _reminders(self, table: Table, words: Words) -> str:
        """Return when a table reminds."""
        hours = await self._context.tables.reminders.hours(table.id)
        return words.say("reminder.table.status", when=rhythm(hours, words))

    async def _tell(self, ix: Press, table: Table, key: str) -> None:
        """Answer a command in private, with a link to the table."""
        table = await self._lobby.present(ix, table)
        text = self._context.words(ix).say(key, link=link_to(table))
        await self._context.reply(ix, page(text))


def _host(table: Table) -> str:
    """Return the name of who opened a table."""
    return next((person.name for person in table.people if person.id == table.place.host), "")


def _started(table: Table) -> Table:
    """Return a table that has something to tell.

    Raises:
        TableError: the game has not started.
    """
    if table.state is None:
        raise TableError(TableKey.NOT_STARTED)
    return table


def _record_page(table: Table, words: Words) -> Page:
    """Return the record as a file, with what it holds in words."""
    name = f"{table.title.id}-{table.id}.json"
    data = io.BytesIO(dump(table.record()).encode() + b"\n")
    is_whole = table.status is Status.OVER
    text = words.say("export.whole") if is_whole else words.say("export.public")
    shown: ui.Item[Any] = ui.File(f"attachment://{name}")
    return page(text, shown, files=(discord.File(data, name),))

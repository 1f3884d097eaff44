"""/game move: a game goes on in another channel; and games go on that were put aside."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from discord import app_commands, ui

from metrobot.engine.errors import Refusal
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Status
from metrobot.service.model.table import CHANNEL_GONE, Table
from metrobot.service.outbox.game_channels import MOVE, ShutOutError, check_may_move, is_movable
from metrobot.service.people.ledger import Account
from metrobot.ui.kit.access import check_can_post, may_manage
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.channel_option import ChannelOption
from metrobot.ui.kit.guilds import channel_in, guild_of
from metrobot.ui.kit.handlers import Answers, on_press, slash, suggestions
from metrobot.ui.kit.replies import player_id
from metrobot.ui.lobby.first_message import slow_note
from metrobot.ui.pages.ids import Press, PressId, PressKind, parse_number
from metrobot.ui.pages.page import page
from metrobot.ui.turn.ballot_messages import asked_text
from metrobot.ui.turn.board_buttons import board_button
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import CHOICE_LIMIT
from metrobot.ui.words.player_names import names_of, plain_name, shown_name
from metrobot.ui.words.refusals import FrameKey
from metrobot.ui.words.text_length import clipped

log = logging.getLogger(__name__)


class GameMover(Answerer):
    """Moves games to other channels, and lets those go on that were put aside."""

    async def _choices(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        words = self.readers.words(ix)
        tables = await self._movable(ix)
        choices = [(await self._name(ix, table, words), str(table.id)) for table in tables]
        return suggestions(choices, current)

    @slash(
        "game move",
        suggest={"game": _choices},
        causes=(Account.POSTS, Account.PINGS, Account.REQUESTS),
    )
    async def move(
        self, ix: Press, game: str | None = None, channel: ChannelOption | None = None
    ) -> None:
        """Move a game to a channel: this one, unless another is named.

        Raises:
            TableError: there is no such game, it is not theirs to move, or it
                may not move there.
            Refusal: the bot cannot post there, or who asks may not write there.
        """
        old = await self._meant(ix, game, is_elsewhere=channel is not None)
        # Asked of the game's channel, not of the one in which the command is typed.
        manages = await may_manage(ix, old.place.channel)
        check_may_move(old, player_id(ix), may_manage=manages)
        spot = await check_can_post(ix, channel.id if channel else ix.channel_id or 0)
        facts = (old.id, ix.guild_id or 0, spot.id, player_id(ix))
        move = partial(self.tables.channels.move, *facts, may_manage=manages)
        if await self._moved(ix, old, spot, move) is not None:
            words = self.readers.words(ix)
            sentence = words.say("place.moved.done", channel=f"<#{spot.id}>")
            await self.replies.reply(ix, page(sentence, *slow_note(spot, words)))

    async def _moved(
        self, ix: Press, old: Table, spot: Any, move: Callable[[], Awaitable[Table]]
    ) -> Table | None:
        """Move a game, and return it; or ask those who cannot see the channel, and return None."""
        player = player_id(ix)
        # Whoever has left the server is not asked: `who_are_shut_out` knows by this.
        await self.tables.gone(old)
        try:
            # Two posts: the board in the new channel, and the note in the old one.
            async with self.tables.ledger.asking(player, old.id, 2, plays=old.has(player)):
                return await move()
        except ShutOutError as error:
            # From a lobby its host can remove them.
            if old.status is Status.LOBBY:
                raise
            people = error.people
        is_direct, words = bool(old.place.lost or old.aside_at), self.readers.words(ix)
        ballot = await self.tables.ballots.open(
            old, MOVE, player, people, payload={"channel": spot.id}, is_direct=is_direct
        )
        if is_direct:
            self.tables.deliver_soon(old.id)
            sentence = words.say("place.asked.direct")
        else:
            sentence = await asked_text(self.tables, old, ballot, "seats.offered", words)
        names = tuple(shown_name(person.name) for person in old.people if person.id in people)
        answer = page(words.say("place.asked.who", names=names), sentence, *slow_note(spot, words))
        await self.replies.reply(ix, answer)
        return None

    @on_press(PressKind.RESUME, answers=Answers.PRIVATE, causes=(Account.POSTS, Account.PINGS))
    async def resume(self, ix: Press, press: PressId) -> None:
        """Let a game go on: in its channel, or else here.

        Raises:
            TableError: they do not play in it, or it may go on in neither.
            Refusal: the bot cannot post here, or who asks may not write here.
        """
        old, player = await self.games.table_of(press.game), player_id(ix)
        spot = await self._free_channel(ix, old.place.channel)
        go_on = partial(self.tables.channels.go_on, old.id, spot.id, player)
        if (table := await self._moved(ix, old, spot, go_on)) is None:
            return
        words = self.readers.words(ix)
        sentence = words.say("place.moved.done", channel=f"<#{table.place.channel}>")
        answer = page(sentence, *slow_note(spot, words), ui.ActionRow(board_button(table, words)))
        await self.replies.reply(ix, answer)

    async def _free_channel(self, ix: Press, old: int) -> Any:
        """Return a game's old channel if it can go on there, else the present one.

        Raises:
            Refusal: the bot cannot post here, or who asks may not write here.
        """
        try:
            await self.tables.lobbies.check_free(old)
            return await check_can_post(ix, old)
        except Refusal:
            return await check_can_post(ix, ix.channel_id or 0)

    async def _name(self, ix: Press, table: Table, words: Words) -> str:
        server = None if table.place.lost == CHANNEL_GONE else await guild_of(ix)
        channel = None if server is None else await channel_in(server, table.place.channel)
        name = words.say(
            "place.choice",
            title=words.title(table.title.id),
            channel=plain_name(getattr(channel, "name", None) or words.say("place.gone")),
            people=tuple(plain_name(name) for name in names_of(table, words)),
        )
        return clipped(name, CHOICE_LIMIT)

    async def _movable(self, ix: Press) -> tuple[Table, ...]:
        places, guild, player = self.tables.channels, ix.guild_id or 0, player_id(ix)
        if not ix.permissions.manage_channels:
            return await places.movable(guild, player, may_manage=False)
        # Who manages this channel need not manage those of the games.
        tables = await places.movable(guild, player, may_manage=True)
        own = {t.id for t in tables if player == t.place.host or t.has(player)}
        channels = {t.place.channel for t in tables if t.id not in own}
        flags = await self.games.channels_seen(ix, channels)
        visible = [t for t in tables if t.id in own or flags.get(t.place.channel)]
        manages = [await may_manage(ix, t.place.channel) for t in visible]
        rights = zip(visible, manages, strict=True)
        return tuple(t for t, may in rights if is_movable(t, player, may_manage=may))

    async def _meant(self, ix: Press, game: str | None, *, is_elsewhere: bool) -> Table:
        """Return the game to move.

        If none is named, it is this channel's game when a target is named, and
        otherwise the only game that can move here.

        Raises:
            TableError: there is none.
            Refusal: there are several.
        """
        if game is not None:
            if (number := parse_number(game)) is None:
                raise Refusal(FrameKey.WHICH_GAME)
            return await self.games.table_seen(ix, number)
        if is_elsewhere:
            return await self.games.any_table_here(ix)
        tables = [t for t in await self._movable(ix) if t.place.channel != ix.channel_id]
        if not tables:
            raise TableError(TableKey.NONE_HERE)
        if len(tables) > 1:
            raise Refusal(FrameKey.WHICH_GAME)
        return tables[0]

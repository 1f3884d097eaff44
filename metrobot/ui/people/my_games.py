"""The games of one person: where they are, and whose turn it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import discord
from cachetools import TTLCache

from metrobot.service.membership.clocks import TurnTime
from metrobot.service.model.play import GameId, Person, PlayerId, Status, rest_of
from metrobot.service.model.table import Table
from metrobot.service.outbox.game_channels import MOVE
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.guilds import are_there
from metrobot.ui.kit.handlers import slash
from metrobot.ui.kit.replies import player_id
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.turn.ballot_messages import move_parts
from metrobot.ui.turn.board_buttons import cover_rows, link_to, plans_kept, resume_rows
from metrobot.ui.turn.waiting_for import rest_line
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import player_name_shown
from metrobot.ui.words.text_length import utf16_length

MOST_ROWS: Final = 5
"""Most games that have buttons."""
_ROOM: Final = 1850
"""Most UTF-16 units of each list, as Discord counts: the games here, and those elsewhere."""


@dataclass(eq=False)
class MyGames(Answerer):
    """Lists a person's games."""

    absent: TTLCache[int, bool]

    @slash("me games", causes=(), anywhere=True)
    async def show(self, ix: Press) -> None:
        """Show somebody their games."""
        player = player_id(ix)
        tables = await self.tables.people.games_of(player)
        near = await self.links.with_messages(await self._near(ix, tables))
        times = {table.id: await self.tables.clocks.time_of(table, player) for table in near}
        words = self.readers.words(ix)
        ballots = list[Part]()
        for table in (table for table in near if table.place.guild == ix.guild_id):
            ballot = await self.tables.ballots.of(table, MOVE)
            if ballot is not None and player in ballot.voters - ballot.agreed:
                ballots += move_parts(table, ballot, words)
        silent = {table.id: self.tables.seats.silent(table, player) for table in near}
        answer = games_page(near, ix.guild_id, player, words, times, silent=silent, ballots=ballots)
        await self.replies.reply(ix, answer)

    async def _near(self, ix: Press, tables: Sequence[Table]) -> list[Table]:
        """Return the games of servers where the bot is; others are not told of."""
        guilds = {table.place.guild for table in tables} - {ix.guild_id}
        unknown = sorted(guild for guild in guilds if guild not in self.absent)
        presence = dict(zip(unknown, await are_there(ix.client, unknown), strict=True))
        # Discord is not asked again about a server that the bot has left, for a while.
        self.absent.update({guild: True for guild, is_there in presence.items() if not is_there})
        return [
            table
            for table in tables
            if table.place.guild == ix.guild_id or presence.get(table.place.guild)
        ]


def games_page(
    tables: Sequence[Table],
    guild: int | None,
    player: PlayerId,
    words: Words,
    times: Mapping[GameId, TurnTime | None] = MappingProxyType({}),
    *,
    silent: Mapping[GameId, Sequence[Person]] = MappingProxyType({}),
    ballots: Sequence[Part] = (),
) -> Page:
    """Return a person's games, those of this server first.

    Args:
        tables: in which they have a seat, unfinished ones first.
        guild: id of the server in which they ask.
        player: who asks.
        words: of the reader.
        times: what is left to them for their turns, by the game.
        silent: people who have kept the others waiting for days, likewise.
        ballots: questions to them about these games.
    """
    if not tables:
        return page(words.say("me.games.none"))
    here = [table for table in tables if table.place.guild == guild]
    away = [table for table in tables if table.place.guild != guild]
    parts: list[Part] = [words.say("me.games.head")]
    for key, group in (("me.games.here", here), ("me.games.elsewhere", away)):
        if group:
            lines = list(_lines(group, player, words, times))
            parts.append("\n".join((words.say(key), *_in_room(lines, words))))
    parts += [*resume_rows(here, words), *ballots]
    for table in [table for table in here if table.aside_at is None][:MOST_ROWS]:
        # Where somebody has been silent for days, a computer may play.
        parts += cover_rows(table, silent.get(table.id, ())[:1], words, is_named=True)
    return page(*parts)


def _in_room(lines: Sequence[str], words: Words) -> Iterator[str]:
    room = _ROOM
    for number, line in enumerate(lines):
        room -= utf16_length(line) + 1
        if room < 0:
            yield words.count("me.games.more", len(lines) - number)
            return
        yield line


def _lines(
    tables: Sequence[Table], player: PlayerId, words: Words, times: Mapping[GameId, TurnTime | None]
) -> Iterator[str]:
    for table in tables:
        facts = {
            "title": words.title(table.title.id),
            "link": link_to(table),
            "channel": f"<#{table.place.channel}>",
            "since": discord.utils.format_dt(table.aside_at or table.turn_since, "R"),
            "number": str(table.id),
            "names": tuple(player_name_shown(person, words) for person in table.to_act()),
        }
        line, plans = words.say(_key(table, player), **facts), plans_kept(table, player, words)
        line = f"{line} · {plans}" if plans else line
        time = times.get(table.id)
        if time is not None and time.has_begun:
            deadline = discord.utils.format_dt(time.until, "R")
            line = words.say("me.games.until", line=line, until=deadline)
        yield line
        if (rest := rest_of(table, discord.utils.utcnow())) is not None:
            yield rest_line(rest, words)


def _key(table: Table, player: PlayerId) -> str:
    if table.status is Status.LOBBY:
        return "me.games.lobby"
    if table.status is not Status.RUNNING:
        return "me.games.over"
    if table.aside_at is not None:
        return "me.games.aside"
    is_awaited = any(person.id == player for person in table.to_act())
    return "me.games.yours" if is_awaited else "me.games.theirs"

"""Confirm through the bot, over a bare button that commits and posts the same.

Both buttons are pressed in turns on one simulated Discord. The bare one is made
with discord.py and aiosqlite alone: it defers, commits the same rows with the
same pragmas into a database of its own, and posts the same picture.
"""

import io
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

import aiosqlite
import discord
import simcord
from discord import app_commands, ui

from metrobot.demo.bot_in_process import embedded_bot
from metrobot.store.parts import GameStore
from metrobot.store.schema.act_rows import DeliveryRow, Move
from metrobot.store.schema.rows import GameRow
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.kit.handlers import CAUSES
from metrobot.ui.kit.pictures.render_queue import FOR_ALL, Ask
from metrobot.ui.pages.values import Picture
from tests.bench.bare import bare_connection, commit
from tests.bench.measure import Row, ratio_row, side_by_side_async
from tests.bench.people import Control, People, Shown
from tests.bench.storing import running_game
from tests.bench.watching import Stopwatch, watched

WHAT = (
    "Confirm through the bot with a ready picture"
    " / a bare button committing the same rows and posting the same picture"
)
AT_MOST = 2.5
_PICTURE = bytes(200_000)
_BARE = Control("bare", "")
Append: TypeAlias = Callable[[GameStore, Move], Awaitable[tuple[DeliveryRow, ...]]]


async def measure() -> Row:
    with tempfile.TemporaryDirectory() as folder, watched("POST", "/channels/") as watch:
        async with _pair(Path(folder), watch) as pair:
            ours, bare = await side_by_side_async(pair.confirm, pair.press)
    return ratio_row(WHAT, ours, bare, AT_MOST)


@asynccontextmanager
async def _pair(folder: Path, watch: Stopwatch) -> AsyncIterator["_Pair"]:
    """Run the bot and the bare button, each with a game of its own under way."""
    async with (
        running_game(folder / "bare.db") as (_, game),
        bare_connection(folder / "bare.db") as connection,
        embedded_bot(folder) as bot,
    ):
        twin = _Twin(connection, game)
        make_ready(bot, _PICTURE)
        bot.tree.add_command(twin.command())
        with patch.object(GameStore, "append", twin.seen_by(GameStore.append)):
            async with simcord.run(bot, shard_count=1) as env:
                people = People.in_a_new_server(env)
                await people.start_game()
                shown = (await people.of(0).slash(people.channel, "bare")).response
                assert shown
                yield _Pair(people, shown, watch)


class _Twin:
    """Twin game: repeats the bot's last commit in its own game and posts a picture."""

    def __init__(self, connection: aiosqlite.Connection, game: GameRow) -> None:
        self._connection = connection
        self._game = game
        self._move: Move | None = None

    def seen_by(self, append: Append) -> Append:
        """Wrap the store's `append` so that each committed move is kept."""

        async def seen(store: GameStore, move: Move) -> tuple[DeliveryRow, ...]:
            self._move = self._own(move)
            return await append(store, move)

        return seen

    def _own(self, move: Move) -> Move:
        """Return a move rewritten as the next one of the twin's game."""
        after = self._game.revision
        events = tuple(
            replace(event, revision=after + n, seq=after + n)
            for n, event in enumerate(move.events, start=1)
        )
        self._game = replace(self._game, revision=after + len(events))
        return Move(self._game, after, events, move.deliveries, move.at)

    def command(self) -> app_commands.Command[Any, ..., None]:
        """Return a command whose answer is the bare button."""
        twin = self

        class Bare(ui.View):
            @ui.button(label="Post", custom_id=_BARE.id)
            async def post(self, ix: discord.Interaction, _: ui.Button["Bare"]) -> None:
                await twin.answer(ix)

        @app_commands.command(name="bare", description="A bare button", extras={CAUSES: ()})
        async def bare(ix: discord.Interaction) -> None:
            await ix.response.send_message("Press", view=Bare(timeout=None), ephemeral=True)

        return bare

    async def answer(self, ix: discord.Interaction) -> None:
        """Answer the press, commit, then post for all to see: the planner's order."""
        await ix.response.defer()
        assert self._move
        await commit(self._connection, self._move)
        assert isinstance(ix.channel, discord.abc.Messageable)
        await ix.channel.send(file=discord.File(io.BytesIO(_PICTURE), "board.png"))


class _Pair:
    """A planner and the bare button, pressed in turns."""

    def __init__(self, people: People, shown: Shown, watch: Stopwatch) -> None:
        self._people = people
        self._shown = shown
        self._watch = watch

    async def confirm(self) -> float:
        """Plan a turn and confirm it; return the seconds from Confirm to the picture."""
        player, planner, confirm = await self._people.planned_turn()
        return await self._watch.press(self._people, player, planner, confirm)

    async def press(self) -> float:
        """Press the bare button; return the seconds to its picture."""
        return await self._watch.press(self._people, self._people.of(0), self._shown, _BARE)


def make_ready(bot: Metrobot, png: bytes) -> None:
    """Have the bot post a ready picture instead of drawing one."""

    async def draw(picture: Picture, ask: Ask = FOR_ALL) -> discord.File:
        return discord.File(io.BytesIO(png), f"{picture.stem}.png", description=picture.alt)

    bot.parts.drawing.draw = draw  # type: ignore[method-assign]  # what these rows leave out

"""The part of `python -m metrobot check` that tries the Discord side, without Discord."""

import asyncio
import random
import tempfile
from typing import Final

from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.store.store import Store
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.handlers import OUTSIDE
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import ENGLISH

_CHANNEL: Final = 1
_TURNS: Final = 8


def check_front() -> tuple[str, ...]:
    """Build the command tree and draw a board of each game; return a line for each.

    Raises:
        Exception: of whatever kind, if the program is not whole.
    """
    return tuple(asyncio.run(_found()))


async def _found() -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{folder}/check.db")
        bot = make_bot(store, FRONTS)
        try:
            names = sorted(command.name for command in bot.tree.get_commands())
            for command in bot.tree.get_commands():
                command.to_dict(bot.tree)
            commands = bot.tree.get_commands()
            along = ", ".join(command.name for command in commands if command.extras.get(OUTSIDE))
            lines = [f"commands: {', '.join(names)}"]
            lines.append(f"registered for direct messages, groups and people as well: {along}")
            for place, title in enumerate(FRONTS):
                table = await _position(bot.parts.tables, title, _CHANNEL + place)
                file = await bot.parts.drawing.draw(
                    FRONTS[title].board(game_view_of(table, ENGLISH), ENGLISH)
                )
                size = len(file.fp.read()) / 1000
                lines.append(f"picture: a board of {title} after {_TURNS} turns, {size:.0f} kB")
            return lines
        finally:
            bot.parts.drawing.close()
            await store.close()


async def _position(tables: Tables, title: str, channel: int) -> Table:
    people = [Person(PlayerId(number), f"Player {number}") for number in range(1, 3)]
    table = await tables.lobbies.open(
        guild=1, channel=channel, host=people[0], title=title, capacity=None
    )
    await tables.lobbies.at(channel).join(people[1], 1)
    table = await tables.lobbies.at(channel).start(people[0].id, may_manage=False, interaction=2)
    for _ in range(_TURNS):
        if not table.to_act():
            break
        player = table.to_act()[0].id
        _, draft = await tables.turns.begin_draft(table.id, player)
        while not draft.is_turn_over:
            draft = draft.then(random.randrange(len(draft.open_choices)))
        table = await tables.turns.confirm(table.id, player, table.revision, draft.code)
    return table

"""Read and draw games as the bot does: python -m tests.bench.touching FOLDER.

Prints the peak of this process's memory, into which no simulator is loaded.
"""

import asyncio
import json
import resource
import sys
from itertools import count
from pathlib import Path

from metrobot.demo.bot_in_process import embedded_bot
from metrobot.service.model.play import GameId, Status
from metrobot.service.model.table import Table
from metrobot.ui.app.parts import BotParts
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.turn.planner_page import planner_look
from metrobot.ui.words.catalogue import ENGLISH

_TOUCHED = 100


async def touch(folder: Path) -> dict[str, float]:
    """Make the bot, read and draw some games; return the figures."""
    async with embedded_bot(folder) as bot:
        parts, imported = bot.parts, peak()
        numbers, touched = count(1), 0
        while touched < _TOUCHED:
            table = await parts.tables.by_id(GameId(next(numbers)))
            if table.status is Status.RUNNING:
                await _touch(parts, table)
                touched += 1
    if "simcord" in sys.modules:
        raise RuntimeError("simcord was loaded: the figure would not be the bot's")
    return {"peak": peak(), "imported": imported, "touched": touched}


async def _touch(parts: BotParts, table: Table) -> None:
    """Draw a table's board and the planner of whoever is awaited."""
    front = parts.fronts[table.title.id]
    _, draft = await parts.tables.begin_draft(table.id, table.to_act()[0].id)
    page = planner_look(front, table, draft, ENGLISH, None)
    for picture in (front.board(game_view_of(table, ENGLISH), ENGLISH), page.picture):
        await parts.drawing.draw(picture)


def peak() -> float:
    """Return the most memory that this process has had, in megabytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1_000_000


if __name__ == "__main__":
    print(json.dumps(asyncio.run(touch(Path(sys.argv[1])))))

"""Read and draw games as the bot does: python -m tests.bench.touching FOLDER [lines].

With `lines`, people play the line of the day besides. Prints the peak of this process's
memory, into which no simulator is loaded.
"""

import asyncio
import json
import resource
import sys
from itertools import count
from pathlib import Path

from metrobot.service.daily.replayed import TITLE
from metrobot.service.daily.timetable import first_press, number_at
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.play.lock_choice import draft_for
from metrobot.store.open import open_store
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.app.parts import BotParts
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.turn.planner_page import planner_look
from metrobot.ui.words.catalogue import ENGLISH
from tests.bench.measure import some

_TOUCHED = some(100, 3)
_PLAYED = some(100, 1)
"""So many people play the line of the day..."""
_CARDS = 3
"""...so many cards of it each..."""
_ALL = 99
"""...and the first of them all."""


async def touch(folder: Path, *, lines: bool) -> dict[str, float]:
    """Make the bot, read and draw some games; return the figures."""
    store = await open_store(f"sqlite+aiosqlite:///{folder / 'metrobot.db'}")
    parts, numbers, touched = make_bot(store, FRONTS).parts, count(1), 0
    imported = peak()
    while touched < _TOUCHED:
        table = await parts.tables.by_id(GameId(next(numbers)))
        if table.status is Status.RUNNING:
            await _touch(parts, table)
            touched += 1
    if lines:
        await _play_lines(parts)
    if "simcord" in sys.modules:
        raise RuntimeError("simcord was loaded: the figure would not be the bot's")
    await parts.tables.close()
    parts.drawing.close()
    await store.close()
    return {"peak": peak(), "imported": imported, "touched": touched}


async def _play_lines(parts: BotParts) -> None:
    """Let people play the line of the day, each card drawn for them; look at what came of it."""
    daily, front = parts.tables.daily, parts.fronts[TITLE.id]
    number = number_at(parts.clock.now())
    for at in range(_PLAYED):
        person = Person(PlayerId(1_000_000 + at), f"Person {at}")
        press = first_press(number) + at
        run = await daily.runs.begin(number, person, guild=1, interaction=press, is_new=False)
        for _ in range(_CARDS if at else _ALL):
            if run.is_over:
                break
            draft = draft_for(run.play, person.id)
            daily.runs.keep_draft(run, draft)
            look = planner_look(front, run.play, draft, ENGLISH, None)
            await parts.drawing.draw(look.picture)
            while not draft.is_turn_over:
                draft = draft.then(0)
            run = await daily.runs.play_draft(run.row.id, person, run.play.revision, draft.code)
        await parts.drawing.draw(front.board(game_view_of(run.play, ENGLISH), ENGLISH))
    await daily.lines.keys.seal()
    await daily.standings.streak(PlayerId(1_000_000))
    await daily.standings.server_streak(1)


async def _touch(parts: BotParts, table: Table) -> None:
    """Draw a table's board and the planner of whoever is awaited."""
    front = parts.fronts[table.title.id]
    _, draft = await parts.tables.turns.begin_draft(table.id, table.to_act()[0].id)
    page = planner_look(front, table, draft, ENGLISH, None)
    for picture in (front.board(game_view_of(table, ENGLISH), ENGLISH), page.picture):
        await parts.drawing.draw(picture)


def peak() -> float:
    """Return the most memory that this process has had, in megabytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1_000_000


if __name__ == "__main__":
    print(json.dumps(asyncio.run(touch(Path(sys.argv[1]), lines="lines" in sys.argv[2:]))))

"""Taking turns back on a simulated Discord, whatever is played."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

from metrobot.engine.actions import Action
from metrobot.games.metromania.actions import Dig
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.pictures.drawing import Drawing
from tests.ui.discord_game import quick_draw
from tests.ui.stage import Stage, labels, on_discord, texts

TITLES = {title: front.title for title, front in FRONTS.items()}
_EVERYBODY = 4
KEY = bytes([1]) * 32
"""Key by which a pile is used up early enough: somebody still builds after it."""


@asynccontextmanager
async def a_game(path: Path, title: str) -> AsyncIterator[Stage]:
    """Run the bot with one of its games alone, its pictures left empty: words are looked at."""
    with patch.object(Drawing, "draw", quick_draw):
        async with on_discord(path / "games.db", _EVERYBODY, {title: FRONTS[title]}) as stage:
            yield stage


async def begin(stage: Stage, players: int, *, key: bytes = KEY, **options: str) -> None:
    """Start a game in the order of joining, with the same dealing each time."""
    stage.bot.parts.tables.lobbies.entropy = lambda: key
    await stage.lobby(*range(1, players))
    await stage.seated_as_joined()
    lobby = stage.last
    for name, value in options.items():
        await stage.choose(lobby, name, value)
    await stage.ok(*range(1, players))
    await stage.begin()


async def play(stage: Stage, chooser: Random, *, is_plain: bool = False) -> tuple[Action, ...]:
    """Play a random turn for the player to act; if `is_plain`, without a marker where possible."""
    tables, table = stage.bot.parts.tables, await stage.table()
    player = table.to_act()[0].id
    _, draft = await tables.turns.begin_draft(table.id, player)
    while not draft.is_turn_over:
        choices = list(enumerate(draft.open_choices))
        plain = [choice for choice in choices if is_plain and not placed((choice[1],))]
        draft = draft.then(chooser.choice(plain or choices)[0])
    await tables.turns.confirm(table.id, player, table.revision, draft.code)
    await stage.env.settle()
    return draft.actions


async def ask(stage: Stage, table: Table, number: int) -> str:
    """Ask for an undo as somebody; return their answer."""
    person = next(each for each in stage.people if each.id == table.people[number].id)
    return texts((await person.slash(stage.channel, "game undo")).response)


async def take_back(stage: Stage, number: int) -> None:
    """Ask for an undo as somebody, and agree as all others."""
    table = await stage.table()
    await ask(stage, table, number)
    for other in range(len(table.people)):
        if other != number:
            message = [m for m in stage.public if "Agree" in labels(m)][-1]
            await stage.people[other].click(message, label="Agree")


def placed(actions: tuple[Action, ...]) -> bool:
    """Return whether a marker was placed."""
    return any(isinstance(action, Dig) and action.letter is not None for action in actions)


def mover(table: Table) -> int:
    """Return the position of the player whose turn it is."""
    return table.people.index(table.to_act()[0])


async def finish(stage: Stage, chooser: Random) -> Table:
    """Play on to the end."""
    while (table := await stage.table()).to_act():
        await play(stage, chooser)
    return table


def check_table(table: Table) -> None:
    """Replay the record of a finished game, and do all its draws again."""
    record = table.record()

    assert check_record(TITLES, record).hidden is None
    assert check_dealing(TITLES, record).reason is None
    assert [event.seq for event in record.events] == list(range(1, len(record.events) + 1))
    assert "take_back" not in {event.kind for event in record.events}

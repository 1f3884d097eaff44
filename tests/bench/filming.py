"""Animation and page of a title's longest game: how large the files, how long one core works."""

import tempfile
import time
from pathlib import Path
from typing import Final

from metrobot.demo.bot_in_process import embedded_bot
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.replays.animations import AnimationMaker
from metrobot.ui.replays.game_page import page_here
from metrobot.ui.words.catalogue import ENGLISH
from tests.bench.measure import Row, some
from tests.bench.turns import yardstick
from tests.titles import FEWEST, GAMES, MOST

SEEDS: Final = range(1, some(4, 2))
"""Of the games among which the longest is looked for, for each number of players."""
TURNS: Final = 4
"""After which a film ends at its smallest."""
MOST_MEGABYTES: Final = 1.2
MOST_SECONDS: Final = 2.8
MOST_MEGABYTES_OF_A_PAGE: Final = 6.0
MOST_SECONDS_OF_A_PAGE: Final = 6.0
_LIMIT: Final = 10_000_000
"""Bytes that a server takes."""


async def measure(title: str) -> list[Row]:
    table = _longest(title)
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_bot(Path(folder)) as bot:
            start = time.process_time()
            page = await AnimationMaker(bot.parts.fronts, bot.parts.drawing).animate(
                1, table, ENGLISH, _LIMIT
            )
            seconds = time.process_time() - start
    front = bot.parts.fronts[title]
    start = time.process_time()
    whole = len(page_here(front, table, ENGLISH)) / 1_000_000
    spent = time.process_time() - start
    size = len(page.files[0].fp.read()) / 1_000_000
    what = f"animation of {title}, {len(finished_turns(table))} turns"
    plain = (f"a fixed encoding on this machine {yardstick() * 1000:.1f} ms",)
    return [
        Row(f"{what}: file", size, MOST_MEGABYTES, " MB"),
        Row(f"{what}: CPU, cold", seconds, MOST_SECONDS, " s", plain),
        Row(f"{what}, as a page: file", whole, MOST_MEGABYTES_OF_A_PAGE, " MB"),
        Row(f"{what}, as a page: CPU", spent, MOST_SECONDS_OF_A_PAGE, " s", plain),
    ]


def _longest(title: str) -> Table:
    """Return the game with most turns, of those with most players: its end, or an early turn."""
    fewest = FEWEST[title]
    most = some(MOST[title], fewest)
    source = GAMES[title]
    games = (source.play(n, seed) for n in range(fewest, most + 1) for seed in SEEDS)
    game = max(games, key=lambda each: (len(each.turn_starts()), each.rules.players))
    table: Table = source.table_at(game, game.turn_starts()[some(-1, TURNS)])
    return table

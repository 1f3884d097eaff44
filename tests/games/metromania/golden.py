"""Whole games kept for ever: `python -m tests.games.metromania.golden` writes them anew.

At least one for each way to end, each number of players, and the advanced game.
"""

from pathlib import Path

from metrobot.engine.record import dump
from tests.games.metromania.boards import TITLE
from tests.games.metromania.play import Options, played
from tests.games.replaying import record_of

FILE = Path("tests/golden/games/metromania.jsonl")

CHOSEN: tuple[tuple[int, Options, str, int], ...] = (
    (2, (), "finish", 0),
    (2, (), "idle", 11),
    (2, (), "stations", 19),
    (2, (("advanced", True),), "curl", 0),
    (2, (("shared_trips", "score"),), "anything", 0),
    (3, (), "stations", 0),
    (3, (("hands", "strict"), ("station_points", "flat")), "idle", 32),
    (4, (), "anything", 0),
    (4, (), "finish", 2),
    (4, (("hands", "open"),), "stations", 1),
)
"""Players, options, policy and seed."""


if __name__ == "__main__":
    games = [played(*chosen) for chosen in CHOSEN]
    lines = [dump(record_of(TITLE, each.events, each.states[-1])) for each in games]
    FILE.write_text("".join(line + "\n" for line in lines), "utf-8")

"""Whole games kept for ever: `python -m tests.games.metromania.golden` writes them anew.

At least one for each way to end, each number of players, and the advanced game.
"""

from pathlib import Path

from metrobot.engine.record import Record, dump
from metrobot.service.model.records import record_of as made
from tests.games.metromania.boards import TITLE
from tests.games.metromania.play import Game, Options, played

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


def record_of(game: Game) -> Record:
    """Return the record of a whole game that was dealt by no key."""
    return made(
        TITLE,
        game.rules,
        game.events,
        commitment=None,
        salt=None,
        key=None,
        outcome=TITLE.outcome(game.states[-1]),
    )


if __name__ == "__main__":
    lines = [dump(record_of(played(*chosen))) for chosen in CHOSEN]
    FILE.write_text("".join(line + "\n" for line in lines), "utf-8")

"""The command line on the titles of this release."""

from pathlib import Path

import pytest

from metrobot import cli
from metrobot.games.registry import TITLES

GAMES = [(title.id, players) for title in TITLES.values() for players in title.player_counts]


@pytest.mark.parametrize(("title", "players"), GAMES)
def test_simulated_games_replay_and_verify(tmp_path: Path, title: str, players: int) -> None:
    path = str(tmp_path / "games.jsonl")
    simulate = ["simulate", title, "--players", str(players), "--games", "2", "--seed", "7"]

    assert cli.main([*simulate, "--out", path]) == 0
    assert cli.main(["replay", path]) == 0
    assert cli.main(["verify", path]) == 0

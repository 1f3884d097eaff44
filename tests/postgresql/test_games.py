"""A game of each title on PostgreSQL, from /game new to its end, by presses alone."""

from pathlib import Path

import pytest

from metrobot.games.registry import TITLES
from metrobot.ui.kit.pictures.drawing import Drawing
from tests import databases
from tests.ui.discord_game import quick_draw
from tests.ui.whole import check_whole_game

pytestmark = pytest.mark.postgresql


@pytest.mark.parametrize("title", sorted(TITLES))
async def test_a_game_is_played_from_new_to_its_end(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert databases.is_postgresql()
    monkeypatch.setattr(Drawing, "draw", quick_draw)
    await check_whole_game(title, tmp_path / "games.db")

"""What is so where interactions come over HTTP, and no event does."""

from pathlib import Path
from typing import Any

import pytest

from metrobot.games.registry import TITLES
from metrobot.ui.kit.guilds import known_guild
from metrobot.ui.kit.pictures.drawing import Drawing
from tests import entrances
from tests.ui.discord_game import quick_draw
from tests.ui.stage import Stage
from tests.ui.whole import check_whole_game

pytestmark = pytest.mark.http


@pytest.mark.parametrize("title", sorted(TITLES))
async def test_a_game_is_played_from_new_to_its_end(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a restart in its middle; the record stands up, and nothing is left unsaid."""
    assert entrances.is_http()
    monkeypatch.setattr(Drawing, "draw", quick_draw)
    await check_whole_game(title, tmp_path / "games.db")


async def test_nothing_is_kept_of_servers_and_channels(stage: Stage) -> None:
    """However many there are, and whatever pictures they have made."""
    stage.guild.create_emoji("tram")
    stage.guild.create_sticker("metro", tags="tram")
    await stage.start(1)
    await stage.people[2].slash(stage.guild.create_text_channel("lounge"), "me games")

    assert await known_guild(stage.bot, stage.guild.id) is not None
    cached: Any = stage.bot._connection
    assert (len(cached.guilds), len(cached._users)) == (0, 0)
    assert (len(cached.emojis), len(cached.stickers)) == (0, 0)
    assert list(stage.bot.get_all_channels()) == []

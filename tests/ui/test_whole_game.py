"""Whole games of MetrOmania, from /game new to the key of the dealing."""

import io
import re
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from PIL import Image

from metrobot.engine import record as records
from metrobot.engine.record import Record
from metrobot.games.registry import TITLES
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.pictures.render_queue import FOR_ALL, Ask
from metrobot.ui.pages.values import Picture
from tests.ui.discord_game import DiscordGame, alts, ids, on_discord, quick_draw, texts

GAMES = [
    pytest.param(4, {}, id="four"),
    pytest.param(3, {"hands": "strict"}, id="three-strict"),
    pytest.param(2, {}, id="two"),
    pytest.param(2, {"advanced": "true"}, id="two-advanced"),
]


async def exported(game: DiscordGame) -> Record:
    """Return the record that /game export hands out."""
    answer = await game.people[0].slash(game.channel, "game export")
    assert answer.ephemeral
    assert answer.response is not None
    (line,) = game.pictures(answer.response)
    return records.load(line.decode())


@pytest.mark.few(2)
@pytest.mark.parametrize(("players", "options"), GAMES)
async def test_a_game_is_played_from_new_to_its_end(
    players: int, options: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One message a turn, the count with its seven trips, the winner, a record that stands up."""
    monkeypatch.setattr(Drawing, "draw", quick_draw)
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(players, **options)
        turns = await game.finish(Random(players))
        said, table, record = game.public, await game.table(), await exported(game)
        before, count, last = said[: 2 + turns], said[2 + turns : -1], texts(said[-1])
        told = "\n".join(map(texts, count))
        names = [each["filename"] for message in count for each in game.stored(message).attachments]

    assert sum(bool(ids(each, "plan")) for each in said) == turns
    assert "**That was the last turn.**" in texts(before[-1])
    assert not any("### Final count" in texts(each) for each in before)
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    assert re.findall(r"^\*\*(?:[A-F] · )?(\w+day)\*\*: .+$", told, re.MULTILINE) == list(days)
    assert [name.split("-")[4] for name in names if "-trip-" in name] == list("abcdefs")
    scores = table.view_for(None).result.scores
    assert all(f" {points}".replace("-", "\N{MINUS SIGN}") in last for points in scores)
    assert last.splitlines()[1].startswith("## 🏆")
    assert (told.count("🏆"), last.count("🏆")) == (0, 1)
    assert table.key is not None
    assert not any(table.key in texts(each) for each in said)
    assert check_record(TITLES, record).is_over
    assert check_dealing(TITLES, record).draws >= 1


@pytest.mark.long
async def test_every_public_picture_can_be_seen_and_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A PNG at least 1,200 px wide, of at most 200 kB, its name never used before, with words."""
    drawn = Drawing.draw

    async def draw(context: Drawing, picture: Picture, asked: Ask = FOR_ALL) -> discord.File:
        is_private = "-plan-" in picture.stem
        return await (quick_draw if is_private else drawn)(context, picture, asked)

    monkeypatch.setattr(Drawing, "draw", draw)
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(4)
        await game.finish(Random(1))
        said = [message for message in game.public if alts(message)]
        sizes = [_size(data) for each in said for data in game.pictures(each)]
        names = [each["filename"] for m in said for each in game.stored(m).attachments]
        words = [alt for message in said for alt in alts(message)]

    assert {kind for kind, _, _ in sizes} == {"PNG"}
    assert min(width for _, width, _ in sizes) >= 1200
    assert max(size for _, _, size in sizes) <= 200_000
    assert len(words) == len(sizes)
    assert all(10 < len(alt) <= 1024 for alt in words)
    assert len(set(names)) == len(names)


def _size(data: bytes) -> tuple[Any, int, int]:
    """Return format, width in px and length in bytes of a picture."""
    with Image.open(io.BytesIO(data)) as image:
        return image.format, image.width, len(data)

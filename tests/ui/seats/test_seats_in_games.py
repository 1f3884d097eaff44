"""Vacant seats in the real games: boards, logs and counts name them so."""

from pathlib import Path

import pytest

from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from tests.ui.stage import Stage, alts, labels, on_discord, texts


async def begun(stage: Stage) -> Table:
    """Start a game of the first two people, in this order."""
    await stage.lobby(1)
    await stage.seated_as_joined()
    await stage.people[0].click(stage.last, label="Start")
    return await stage.table()


async def played_on(stage: Stage) -> Table:
    """Play one whole turn for everyone awaited, without a press."""
    tables, after = stage.bot.parts.tables, await stage.table()
    for person in after.to_act():
        table = await stage.table()
        _, draft = await tables.turns.begin_draft(table.id, person.id)
        while not draft.is_turn_over:
            draft = draft.then(0)
        after = await tables.turns.confirm(table.id, person.id, table.revision, draft.code)
    await tables.deliver_pending(after.id)
    await stage.env.settle()
    return after


@pytest.mark.parametrize("title", FRONTS)
async def test_a_game_with_a_vacant_seat_is_told(tmp_path: Path, title: str) -> None:
    """Its board, status, log and final count; a restart in the middle changes nothing."""
    async with on_discord(tmp_path / "games.db", 3, {title: FRONTS[title]}) as stage:
        table = await begun(stage)
        await played_on(stage)
        asked = (await stage.people[1].slash(stage.channel, "game resign")).response
        await stage.people[1].click(asked, label="Yes, leave the game")
        await stage.env.settle()
        await stage.restart()
        for _ in range(3):
            after = await played_on(stage)
        front, words = FRONTS[title], stage.bot.parts.readers.public_words(None, table.place.guild)

        log = (await stage.people[0].slash(stage.channel, "game log")).response
        ending = await stage.people[0].slash(stage.channel, "game end", result=True)
        await stage.surely(0, ending.response)
        await stage.env.settle()

        over = await stage.table()
        assert after.people[1].is_vacant
        assert "vacant" in front.board_text(game_view_of(after, words), words)
        assert any("vacant" in alt for m in stage.public for alt in alts(m))
        assert texts(log)
        assert over.status is Status.OVER
        assert labels(stage.last) == [
            "Play again",
            "Replay",
            "Review",
            "Fair dealing",
            "Show it off",
            "What if",
            "The same deal",
        ]


@pytest.mark.parametrize("title", FRONTS)
async def test_past_turns_keep_the_names_of_who_played_them(tmp_path: Path, title: str) -> None:
    """Turns before the change have the former player's name, later ones the successor's."""
    async with on_discord(tmp_path / "games.db", 3, {title: FRONTS[title]}) as stage:
        await begun(stage)
        for _ in range(2):
            await played_on(stage)
        asked = (await stage.people[1].slash(stage.channel, "game resign")).response
        await stage.people[1].click(asked, label="Yes, leave the game")
        await stage.env.settle()
        gone = texts((await stage.people[0].slash(stage.channel, "game log")).response)
        replayed = await stage.people[0].slash(stage.channel, "game replay")

    assert "Bob" in gone
    assert "vacant" not in gone
    assert "vacant" not in texts(replayed.response)

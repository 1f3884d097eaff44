"""The board that opens a game: what it is about, who plays, and a way to learn it."""

import textwrap
from functools import cache
from pathlib import Path

import pytest

from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import COMPLETE, words_for
from metrobot.ui.words.keys import about_key
from tests.titles import GAMES, SETTINGS, arguments
from tests.ui.stage import Stage, on_discord, texts

WIDE = 60
"""Characters in a line of a phone."""
MOST_LINES = 6


@cache
def first_table(number: int) -> Table:
    """Return one of the games before its first turn."""
    title, players, options = SETTINGS[number]
    source = GAMES[title]
    game = source.play(players, 1, **arguments(options))
    table: Table = source.table_at(game, game.turn_starts()[0])
    return table


@pytest.mark.few
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_nobody_reads_a_paragraph_before_the_first_turn(number: int, language: str) -> None:
    """One line about the game, then six lines of 60 characters at most."""
    table, words = first_table(number), words_for(language)
    front = FRONTS[table.title.id]
    opening = front.opening(game_view_of(table, words), words)
    lines = [part for line in opening for part in textwrap.wrap(line.replace("**", ""), WIDE)]

    assert len(lines) <= MOST_LINES, lines
    assert len(words.say(about_key(table.title.id))) <= WIDE


@pytest.mark.parametrize("title", FRONTS)
async def test_the_first_board_leads_to_the_lesson(tmp_path: Path, title: str) -> None:
    """It says what the game is about; How to play shows the lesson's first step in private."""
    async with on_discord(tmp_path / "games.db", fronts={title: FRONTS[title]}) as stage:
        lobby = await stage.lobby(1)
        early = await stage.people[2].click(lobby, label="How to play")
        await stage.people[0].click(stage.last, label="Start")
        board = stage.last
        pressed = await stage.people[2].click(board, label="How to play")
        typed = await stage.people[2].slash(stage.channel, "tutorial", game=title)

    assert words_for("en").say(about_key(title)) in texts(board)
    assert pressed.ephemeral
    assert texts(pressed.response) == texts(early.response) == texts(typed.response)
    assert " · 1 of " in texts(pressed.response)


async def test_later_boards_tell_what_one_has_missed(town: Stage) -> None:
    """The way to the lesson stands under the first board alone."""
    await town.start(1)
    table = await town.table()
    player = table.to_act()[0].id
    _, draft = await town.bot.parts.tables.turns.begin_draft(table.id, player)
    while not draft.is_turn_over:
        draft = draft.then(0)
    await town.bot.parts.tables.turns.confirm(table.id, player, table.revision, draft.code)
    await town.bot.parts.tables.deliver_pending(table.id)
    said = [each.to_dict() for each in town.last.components]

    assert "How to play" not in str(said)
    assert "Since my last turn" in str(said)

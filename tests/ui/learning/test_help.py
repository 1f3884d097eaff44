"""Where people look for something to do: /help, and the refusal where no game is."""

from pathlib import Path

import pytest

from metrobot.service.model.play import Status
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.keys import title_key
from tests.ui.stage import labels, on_discord, texts

NAMES = {title: ENGLISH.say(title_key(title)) for title in FRONTS}


async def test_help_begins_with_how_to_start_and_to_learn(tmp_path: Path) -> None:
    """Before all that one may do later; with a button for each title and for the line."""
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        answer = (await stage.people[0].slash(stage.channel, "help")).response

    said = texts(answer)
    order = ["**To start:**", "**Play at once**", "**To learn:**", "**Your turn:**"]
    places = [said.index(each) for each in order]
    assert places == sorted(places)
    assert labels(answer) == [*NAMES.values(), "Line of the day"]


@pytest.mark.parametrize("command", ["help", "board"])
@pytest.mark.parametrize("title", FRONTS)
async def test_a_game_is_two_presses_away(tmp_path: Path, command: str, title: str) -> None:
    """One opens a lobby with a computer, or alone where that is a game; the other starts it."""
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        answer = (await stage.people[0].slash(stage.channel, command)).response
        await stage.people[0].click(answer, label=NAMES[title])
        lobby = await stage.table()
        await stage.people[0].click(stage.public[0], label="Start")
        table = await stage.table()

    assert (lobby.status, table.status) == (Status.LOBBY, Status.RUNNING)
    assert table.title.id == title
    assert len(table.computers) == (1 not in table.title.player_counts)

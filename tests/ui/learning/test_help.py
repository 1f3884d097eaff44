"""Where people look for something to do: /help, and the refusal where no game is."""

import pytest

from metrobot.service.model.play import Status
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.keys import title_key
from tests.ui.stage import Stage, again, ids, labels, texts

NAMES = {title: ENGLISH.say(title_key(title)) for title in FRONTS}


async def test_help_is_one_screen_with_ways_to_the_rest(town: Stage) -> None:
    answer = (await town.people[0].slash(town.channel, "help")).response

    said = texts(answer)
    order = ["**To start:**", "**Play at once**", "**Your turn:**"]
    places = [said.index(each) for each in order]
    assert places == sorted(places)
    assert len(said) < 1_200
    rules = [f"{name}: rules" for name in NAMES.values()]
    assert labels(answer) == [*NAMES.values(), "Line of the day", *rules]


async def test_the_rest_of_help_takes_the_place_of_the_first_screen(town: Stage) -> None:
    answer = (await town.people[0].slash(town.channel, "help")).response
    assert answer is not None
    (menu,) = [each for each in ids(answer) if "topic:help" in each]
    await town.people[0].select(answer, ["trouble"], custom_id=menu)
    trouble = texts(again(town, answer))
    await town.people[0].select(again(town, answer), ["dealing"], custom_id=menu)
    dealing = texts(again(town, answer))
    second = (await town.people[0].slash(town.channel, "help")).response
    assert second is not None
    await town.people[0].click(second, label=f"{NAMES['metrolijn']}: rules")
    rules = texts(again(town, second))

    assert "If something comes up" in trouble
    assert "secret key" in dealing
    assert rules.startswith("## ")


@pytest.mark.parametrize("command", ["help", "board"])
@pytest.mark.parametrize("title", FRONTS)
async def test_a_game_is_two_presses_away(command: str, title: str, town: Stage) -> None:
    """One opens a lobby with a computer, or alone where that is a game; the other starts it."""
    answer = (await town.people[0].slash(town.channel, command)).response
    await town.people[0].click(answer, label=NAMES[title])
    lobby = await town.table()
    await town.people[0].click(town.public[0], label="Start")
    table = await town.table()

    assert (lobby.status, table.status) == (Status.LOBBY, Status.RUNNING)
    assert table.title.id == title
    assert len(table.computers) == (1 not in table.title.player_counts)

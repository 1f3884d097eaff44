"""/game new with the options of a title, known by no name to the frame."""

from pathlib import Path
from typing import Any

import pytest

from metrobot.ui.fronts import FRONTS
from tests.ui.stage import Stage, on_discord, texts


async def opened(stage: Stage, **filled: Any) -> Any:
    """Return the answer to /game new."""
    return (await stage.people[0].slash(stage.channel, "game new", **filled)).response


async def offered(stage: Stage, option: str, text: str = "", **filled: Any) -> list[str]:
    """Return what autocomplete offers for an option, as people read it."""
    person = stage.people[0]
    found = await person.autocomplete(stage.channel, "game new", option, text, **filled)
    return [choice["name"] for choice in found]


async def test_options_are_chosen_as_the_lobby_opens(tmp_path: Path) -> None:
    """By code or by name, whatever their case; the others keep their defaults."""
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        await opened(stage, game="MetrOmania", hands="open", advanced="yes", seats=2)
        options = (await stage.table()).options

    assert (options["hands"], options["advanced"]) == ("open", True)
    assert options["station_points"] == "per_spot"


async def test_values_are_offered_in_words(tmp_path: Path) -> None:
    """Those of the game that was typed; nothing where it has no such option."""
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        hands = await offered(stage, "hands", game="metromania")
        few = await offered(stage, "hands", "fi", game="metromania")
        none = await offered(stage, "hands", game="underground")
        any_ = await offered(stage, "hands")

    assert hands == any_ == ["Secret", "Open", "Fixed"]
    assert few == ["Fixed"]
    assert none == []


@pytest.mark.parametrize(
    ("filled", "said"),
    [
        ({"game": "metromania", "hands": "*moon*"}, "In this game, “hands” cannot be"),
        ({"game": "underground", "hands": "open"}, "In this game, “hands” cannot be"),
        ({"game": "chess", "hands": "open"}, "There is no game called"),
    ],
)
async def test_a_wrong_option_opens_nothing(
    tmp_path: Path, filled: dict[str, str], said: str
) -> None:
    """The refusal names the option, and there is no table."""
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        answer = await opened(stage, **filled)
        after = await stage.people[0].slash(stage.channel, "game join")

    assert said in texts(answer)
    assert "There is no game in this channel" in texts(after.response)

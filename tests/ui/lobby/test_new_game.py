"""/game new with the options of a title, known by no name to the bot."""

from typing import Any

import pytest

from metrobot.service.membership.lobbies import Lobbies
from metrobot.service.model.errors import TableError, TableKey
from metrobot.ui.words.translator import CommandTranslator
from tests.ui.stage import Stage, labels, texts


async def opened(stage: Stage, **filled: Any) -> Any:
    """Return the answer to /game new."""
    return (await stage.people[0].slash(stage.channel, "game new", **filled)).response


async def listed(stage: Stage) -> dict[str, dict[str, Any]]:
    """Return the options of /game new as Discord is told of them, by their names."""
    tree = stage.bot.tree
    group: Any = tree.get_command("game")
    told = await group.get_translated_payload(tree, CommandTranslator())
    new = next(each for each in told["options"] if each["name"] == "new")
    return {each["name"]: each for each in new["options"]}


async def test_options_are_chosen_as_the_lobby_opens(town: Stage) -> None:
    """Each by its code; the others keep their defaults."""
    await opened(town, game="metromania", hands="open", advanced="true", seats=2)
    options = (await town.table()).options

    assert (options["hands"], options["advanced"]) == ("open", True)
    assert options["station_points"] == "per_spot"


async def test_games_and_values_are_fixed_choices_with_their_names(town: Stage) -> None:
    """Discord lists them at once, in the language of whoever types: nothing to search for."""
    options = await listed(town)

    games = {each["value"]: each["name"] for each in options["game"]["choices"]}
    assert games == {
        "metromania": "MetrOmania",
        "underground": "On the Underground",
        "metrolijn": "Metrolijn",
    }
    assert [each["name"] for each in options["hands"]["choices"]] == ["Secret", "Open", "Fixed"]
    dutch = [each["name_localizations"]["nl"] for each in options["advanced"]["choices"]]
    assert dutch == ["Nee", "Ja"]
    assert not any(each.get("autocomplete") for each in options.values())


async def test_an_option_of_another_game_opens_nothing(town: Stage) -> None:
    """The refusal names the option, and there is no table."""
    answer = await opened(town, game="underground", hands="open")
    after = await town.people[0].slash(town.channel, "game join")

    assert "In this game, “hands” cannot be" in texts(answer)
    assert "There is no game in this channel" in texts(after.response)


async def test_what_fails_once_a_lobby_is_shown_is_said_beside_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In private; the lobby stays in the answer that was promised."""

    async def fail(*_: object) -> None:
        raise TableError(TableKey.STALE)

    monkeypatch.setattr(Lobbies, "shown", fail)
    result = await stage.people[0].slash(stage.channel, "game new", game="toy")

    assert "Join" in labels(result.response)
    assert [each.ephemeral for each in result.followups] == [True]

"""/me games: one person's games, here and elsewhere, for that person alone."""

from metrobot.ui.people.my_games import _in_room
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.stage import Stage, texts


async def listed(stage: Stage, number: int) -> str:
    """Return the answer to /me games."""
    answer = await stage.people[number].slash(stage.channel, "me games")
    assert answer.ephemeral
    return texts(answer.response)


async def test_who_plays_nowhere_is_told_how_to_begin(stage: Stage) -> None:
    assert (await listed(stage, 0)).startswith("You’re not in any game yet.")


async def test_a_game_is_listed_with_whose_turn_it_is(pair: Stage) -> None:
    table = await pair.table()
    link = f"https://discord.com/channels/{table.place.guild}/{table.place.channel}/{table.place.board_message}"

    assert f"({link}) in <#{table.place.channel}>: **your turn**, started <t:" in await listed(
        pair, 0
    )
    assert "waiting for \u2068Ann\u2069, turn started <t:" in await listed(pair, 1)
    assert (await listed(pair, 2)).startswith("You’re not in any game yet.")


async def test_unfinished_games_come_first(over: Stage) -> None:
    await over.lobby(1)
    lines = (await listed(over, 0)).splitlines()

    assert lines[:2] == ["## Your games", "**On this server**"]
    assert lines[2].endswith("not started yet")
    assert ": ended <t:" in lines[3]


async def test_games_elsewhere_are_listed_apart(stage: Stage) -> None:
    """Those of this server first; once the bot has left a server, nothing of it is told."""
    village = stage.env.create_guild("Village", owner=stage.people[0].user)
    trains = village.create_text_channel("trains")
    ann = village.add_member(stage.people[0].user)
    await ann.slash(trains, "game new", game="toy")
    await stage.start(1)
    both = await listed(stage, 0)
    await stage.left(village.id)

    assert both.index("**On this server**") < both.index("**On other servers**")
    assert f"in <#{trains.id}>: not started yet" in both
    assert "On other servers" not in await listed(stage, 0)


async def test_a_restart_changes_nothing(pair: Stage) -> None:
    """The list is made of what is stored."""
    before = await listed(pair, 0)
    await pair.restart()

    assert await listed(pair, 0) == before


def test_games_that_find_no_room_are_counted() -> None:
    *shown, more = _in_room(["x" * 99] * 30, ENGLISH)

    assert len(shown) == 1850 // 100
    assert more == ENGLISH.count("me.games.more", 30 - len(shown))

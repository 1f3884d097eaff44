"""Computers in a lobby: the host adds them and takes them out, and the game starts with them."""

from typing import Any

import discord

from metrobot.service.model.play import Status
from metrobot.ui.words.player_names import SIGN
from tests.ui.limits import walk
from tests.ui.stage import Shown, Stage, ids, labels, raw, texts


def menu_of(lobby: discord.Message) -> str:
    return next(each for each in ids(lobby) if ":computer:" in each)


def offered(lobby: discord.Message) -> dict[str, str]:
    """Return the values that the menu offers, by their labels."""
    menu: Any = next(each for each in walk(raw(lobby)) if each.get("custom_id") == menu_of(lobby))
    return {option["label"]: option["value"] for option in menu["options"]}


async def add(stage: Stage, level: str, person: int = 0) -> Any:
    """Choose a level in the menu."""
    lobby = stage.public[0]
    value = offered(lobby)[f"Computer: {level}"]
    return await stage.people[person].select(lobby, [value], custom_id=menu_of(lobby))


async def test_the_host_adds_a_computer(stage: Stage, new_lobby: Shown) -> None:
    before = menu_of(new_lobby)
    await add(stage, "fair")
    await add(stage, "strong")

    text = texts(stage.public[0])
    assert "(3 of 3)" in text
    assert f"2. \u2068{SIGN} Brunel\u2069 · computer (fair)" in text
    assert f"3. \u2068{SIGN} Beck\u2069 · computer (strong)" in text
    assert menu_of(stage.public[0]) != before
    assert "Start" in labels(stage.public[0])


async def test_the_host_takes_a_computer_out(joined: Stage) -> None:
    """A full table offers nothing else; then there is room again."""
    await add(joined, "easy")
    full = offered(joined.public[0])
    (value,) = full.values()
    lobby = joined.public[0]
    await joined.people[0].select(lobby, [value], custom_id=menu_of(lobby))

    assert list(full) == [f"Take out \u2068{SIGN} Brunel\u2069"]
    assert "Brunel" not in texts(joined.public[0])
    assert len(offered(joined.public[0])) == 3


async def test_a_full_table_says_that_a_computer_may_make_room(joined: Stage) -> None:
    await add(joined, "easy")
    refused = (await joined.people[2].slash(joined.channel, "game join")).response

    assert "or take a computer out to make room" in texts(joined.public[0])
    assert "the host can take a computer out" in texts(refused)


async def test_nobody_else_adds_computers(joined: Stage) -> None:
    answer = await add(joined, "easy", person=1)

    assert answer.followups[0].ephemeral
    assert "Ann" in texts(answer.followups[0])
    assert not (await joined.table()).computers


async def test_a_choice_that_there_is_not_adds_nobody(stage: Stage, new_lobby: Shown) -> None:
    for value in ("add.best", "out.0", "out.-", "out.12", "x"):
        stage.forge(stage.people[0], new_lobby, menu_of(new_lobby), value)
        await stage.env.settle()

    assert len((await stage.table()).people) == 1


async def test_one_person_starts_with_computers(hosted: Stage) -> None:
    await add(hosted, "easy")
    await hosted.seated_as_joined()
    await hosted.people[0].click(hosted.public[0], label="Start")

    table = await hosted.table()
    assert table.status is Status.RUNNING
    assert [person.is_computer for person in table.people] == [False, True]
    assert f"<@{hosted.people[0].id}>" in hosted.last.content
    assert "<@-" not in "".join(texts(each) for each in hosted.public)


async def test_a_rematch_has_the_same_computers(hosted: Stage) -> None:
    await add(hosted, "easy")
    await add(hosted, "strong")
    await hosted.people[0].click(hosted.public[0], label="Start")
    await hosted.finish()
    await hosted.people[0].click(hosted.last, label="Play again")

    again = await hosted.table(2)
    assert {person.level for person in again.people} == {None, "easy", "strong"}
    assert "<@-" not in texts(hosted.last)

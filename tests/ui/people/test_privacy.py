"""What is kept of people, and how they are rid of it."""

from metrobot.store.statements.erase import ANONYMOUS
from tests.ui.stage import Stage, again, labels, texts


async def test_privacy_tells_what_who_and_how_long(stage: Stage) -> None:
    shown = (await stage.people[0].slash(stage.channel, "me privacy")).response

    assert shown.flags.ephemeral
    for told in (
        "What.",
        "Who can read it.",
        "How long.",
        "`/me forget`",
        "eight days more",
        "Backups",
    ):
        assert told in texts(shown)


async def test_forgetting_is_asked_twice(over: Stage) -> None:
    asked = (await over.people[1].slash(over.channel, "me forget")).response
    offered, before = labels(asked), await over.table()
    await over.restart()
    await over.people[1].click(again(over, asked), label="Forget me")

    assert offered == ["Forget me"]
    assert [person.name for person in before.people] == ["Ann", "Bob"]
    assert "Your name is nowhere here" in texts(again(over, asked))
    assert [person.name for person in (await over.table()).people] == ["Ann", ANONYMOUS]


async def test_running_games_are_named_first(pair: Stage) -> None:
    """With a link to each, and what to do; there is no button."""
    asked = (await pair.people[1].slash(pair.channel, "me forget")).response

    assert "https://discord.com/channels/" in texts(asked)
    assert "`/game replace`" in texts(asked)
    assert labels(asked) == []


async def test_a_game_joined_meanwhile_stands_in_the_way(stage: Stage) -> None:
    asked = (await stage.people[1].slash(stage.channel, "me forget")).response
    await stage.start(1)

    pressed = await stage.people[1].click(asked, label="Forget me")

    assert "You still have a seat" in texts(pressed.followups[-1])
    assert [person.name for person in (await stage.table()).people] == ["Ann", "Bob"]


async def test_a_board_still_shows_after_somebody_was_forgotten(over: Stage) -> None:
    asked = (await over.people[1].slash(over.channel, "me forget")).response
    await over.people[1].click(asked, label="Forget me")

    status = (await over.people[0].slash(over.channel, "game status")).response
    log = (await over.people[0].slash(over.channel, "game log")).response

    assert "Bob" not in texts(status)
    assert "Bob" not in texts(log)

"""The line of the day where only its player has brought the bot along."""

import pytest
from simcord import ChannelHandle, InteractionResult
from simcord.results import ResponseMessage

from metrobot.service.people.preferences import RemindLine
from metrobot.store.schema.rows import NOBODY
from metrobot.store.statements.waits.due import DueKind
from tests.ui.daily.line_stage import (
    begun_run,
    kept,
    label_id,
    leap,
    pass_days,
    person,
    said,
    scored,
)
from tests.ui.stage import Shown, Stage, ids, labels
from tests.ui.test_refusals import in_direct_message, told

Place = ChannelHandle | None


@pytest.fixture(params=["direct message", "foreign server"])
def place(request: pytest.FixtureRequest, stage: Stage) -> Place:
    """Return a channel of a server that has not invited the bot; None: a direct message."""
    if request.param == "direct message":
        return None
    far = stage.env.create_guild("Far", owner=stage.env.create_user("Zed"))
    far.add_member(stage.people[0].user, nick="Nick there")
    return far.create_text_channel("far")


async def typed(stage: Stage, place: Place, name: str = "daily", line: int = 0) -> Shown:
    """Type a command outside the bot's servers; return the answer."""
    options = [{"name": "line", "type": 4, "value": line}] if line else []
    data = {"id": "1", "name": name, "type": 1, "options": options}
    answer = in_direct_message(stage, 2, data, place=place)
    await stage.env.settle()
    assert answer.response is not None
    return answer.response


async def pressed(stage: Stage, place: Place, message: Shown, label: str) -> InteractionResult:
    """Press a button there; return what came of it."""
    data = {"custom_id": label_id(message, label), "component_type": 2}
    answer = in_direct_message(stage, 3, data, pressed=message, place=place)
    await stage.env.settle()
    return answer


async def page_after(stage: Stage, place: Place, message: Shown, label: str) -> str:
    """Press a button there; return the text of the message as it is then."""
    await pressed(stage, place, message, label)
    return said(now(stage, message))


def now(stage: Stage, message: Shown) -> Shown:
    """Return a message there as it is now."""
    stored = stage.env.backend.get_message(message.channel_id, message.id)
    return ResponseMessage(stage.env, stored)


async def test_a_line_is_played_and_nothing_of_a_server_is_stored(
    stage: Stage, place: Place
) -> None:
    planner = await page_after(stage, place, await typed(stage, place), "Play")
    run = await stage.store.runs.of(1, stage.people[0].id)
    content = await kept(stage, "members", "players")

    assert "Round 1" in planner
    assert run is not None
    assert content["line_places"] == content["members"] == []
    assert "Nick there" not in [row["name"] for row in content["players"]]


async def test_the_table_is_that_of_ones_own_servers(stage: Stage, place: Place) -> None:
    """Listed people of servers where one has lately played and still is; no server is named."""
    await begun_run(stage, 0)
    await leap(stage)
    for number, score in ((1, 88), (2, 99)):
        await scored(stage, person(stage, number), 2, score)
    await stage.bot.parts.tables.leaderboards.set_listed(person(stage, 2).id, listed=False)
    before = await page_after(stage, place, await typed(stage, place), "Standings")
    await pass_days(stage, 1.3)
    after = await page_after(stage, place, await typed(stage, place, line=2), "Standings")

    assert "on your servers" in before
    assert "Bob" in before
    assert "88" not in before
    assert "Bob\u2069 88" in after
    assert "Cat" not in before + after
    assert stage.guild.name not in before + after


@pytest.mark.parametrize("name", ["board", "help"])
async def test_all_other_commands_say_where_they_work(
    stage: Stage, place: Place, name: str
) -> None:
    assert "scope=bot" in said(await typed(stage, place, name))


async def test_what_needs_a_server_is_not_offered(stage: Stage, place: Place) -> None:
    """Neither lessons nor replays, weeks, sheets in a channel."""
    shown = await typed(stage, place)

    assert {"Play", "My lines", "Standings"} <= set(labels(shown))
    assert "How to play" not in labels(shown)


@pytest.mark.parametrize("code", [None, 50007, 50278])
async def test_reminders_begin_once_a_message_went_through(
    stage: Stage, place: Place, code: int | None
) -> None:
    """Else the choice is refused, and nobody is ever reminded."""
    shown, who = await typed(stage, place), person(stage, 0)
    await page_after(stage, place, shown, "Settings")
    if code:
        stage.env.inject_error("POST", "/channels/*/messages", status=403, code=code)
    (line,) = [each for each in ids(now(stage, shown)) if "line:remind" in each]
    data = {"custom_id": line, "component_type": 3, "values": [RemindLine.DAILY.value]}
    answer = in_direct_message(stage, 3, data, pressed=shown, place=place)
    await stage.env.settle()
    wishes = await stage.bot.parts.tables.people.preferences(who.id)
    due_row = await stage.store.due.state(DueKind.LINE, NOBODY, who.id)

    assert (wishes.remind_line is RemindLine.DAILY) is (code is None)
    assert (due_row is None) is (code is not None)
    assert code is None or "couldn’t write to you" in told(answer)


async def test_a_strip_is_an_answer(place: Place, played: Stage) -> None:
    """The bot cannot post there by itself."""
    answer = await pressed(played, place, await typed(played, place), "Share here")
    (strip,) = answer.followups

    assert strip.content.startswith("Line 1\n")
    assert not strip.ephemeral


def test_daily_alone_goes_along(stage: Stage) -> None:
    """It is registered for people and servers, and for all places; all else for servers."""
    tree = stage.bot.tree
    payloads = {each.name: each.to_dict(tree) for each in tree.get_commands()}
    contexts = {name: set(payload["contexts"]) for name, payload in payloads.items()}

    assert contexts.pop("daily") == {0, 1, 2}
    assert set(payloads["daily"]["integration_types"]) == {0, 1}
    assert all(places == {0} for places in contexts.values())

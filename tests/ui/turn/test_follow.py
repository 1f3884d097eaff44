"""Following a game from under its board, by direct message."""

from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from metrobot.ui.pages.ids import PressKind
from tests.ui.lobby.test_open_seats import VIEW
from tests.ui.stage import Stage, again, labels, texts
from tests.ui.test_refusals import in_direct_message, told

HOUR = 3600


async def told_by_now(stage: Stage) -> None:
    """Come round, and deliver what that has stored."""
    await stage.bot.parts.tables.housekeeping.round()
    await stage.bot.parts.tables.deliver_pending()
    await stage.env.settle()


async def test_who_follows_a_game_gets_its_newest_board_and_its_end(stage: Stage) -> None:
    """Under each message is the way out; the table sees a number and no name."""
    board, cat = await stage.start(1), stage.people[2]
    menu = (await cat.click(board, label="Follow")).followups[0]
    assert labels(menu) == ["Its end", "Its turns"]
    await cat.click(menu, label="Its turns")
    assert labels(again(stage, menu)) == ["Its end", "Its turns", "Stop following"]
    status = (await stage.people[0].slash(stage.channel, "game status")).response
    assert "One person follows this game." in texts(status)
    assert "Cat" not in texts(status)

    await stage.turn(0, "Take 1", "Stop")
    await told_by_now(stage)
    (news,) = stage.direct(cat)
    assert news.content.startswith("News of Counters in <#")
    assert labels(news) == ["To the game", "Stop following"]
    assert len(news.attachments) == 1
    await stage.finish()
    await told_by_now(stage)
    assert stage.direct(cat)[-1].content.startswith("Counters in <#")
    assert "is over" in stage.direct(cat)[-1].content


async def test_a_follower_shut_out_of_the_channel_is_told_nothing(stage: Stage) -> None:
    board, cat = await stage.start(1), stage.people[2]
    menu = (await cat.click(board, label="Follow")).followups[0]
    await cat.click(menu, label="Its end")
    hidden = Overwrite(cat.id, OverwriteType.MEMBER, allow=0, deny=VIEW)
    stage.env.backend.set_overwrite(stage.channel.id, hidden)
    await stage.env.advance_time(HOUR)
    await stage.finish()
    await told_by_now(stage)

    assert stage.direct(cat) == []


async def test_only_the_way_out_works_in_a_letter(pair: Stage) -> None:
    follow, off = f"mb1:1:1:{PressKind.FOLLOW}:turns", f"mb1:1:1:{PressKind.UNFOLLOW}:"
    for custom_id, said in ((follow, "channels of a server"), (off, "do not follow that game")):
        answer = in_direct_message(pair, 3, {"custom_id": custom_id, "component_type": 2}, 2)
        await pair.env.settle()
        assert said in told(answer)
    assert await pair.bot.parts.tables.lookouts.followers((await pair.table()).id) == {}

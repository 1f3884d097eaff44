"""Looking on: /board, /hand, /rules, /help, and what /game tells."""

import re
from typing import Any

import pytest

from tests.service.toy import Take
from tests.ui.limits import walk
from tests.ui.stage import Stage, again, alts, ids, labels, raw, texts


def menu_of(message: Any, kind: str) -> str:
    return next(each for each in ids(message) if f":{kind}:" in each)


@pytest.mark.parametrize("command", ["board", "hand", "game log", "game export"])
async def test_in_a_lobby_there_is_nothing_to_see_yet(joined: Stage, command: str) -> None:
    for person in (joined.people[0], joined.people[2]):
        answer = await person.slash(joined.channel, command)

        assert texts(answer.response).startswith("The game has not started")


async def test_the_board_is_shown_in_private_with_its_parts(pair: Stage) -> None:
    answer = await pair.people[1].slash(pair.channel, "board")
    await pair.people[1].select(
        answer.response, ["left"], custom_id=menu_of(answer.response, "zoom")
    )
    left = alts(again(pair, answer.response))
    await pair.people[1].select(
        again(pair, answer.response), ["whole"], custom_id=menu_of(answer.response, "zoom")
    )

    assert answer.ephemeral
    assert alts(answer.response) == ["12 counters (-)."]
    assert left == ["12 counters (left)."]
    assert alts(again(pair, answer.response)) == ["12 counters (-)."]


async def test_who_is_to_play_can_go_on_from_the_board(pair: Stage) -> None:
    first = await pair.people[0].slash(pair.channel, "board")
    second = await pair.people[1].slash(pair.channel, "board")

    assert labels(first.response) == ["In words", "Plan my turn"]
    assert labels(second.response) == ["In words"]


async def test_a_part_of_the_board_can_be_typed(pair: Stage) -> None:
    offered = await pair.people[1].autocomplete(pair.channel, "board", "zoom", "right")
    part = await pair.people[1].slash(pair.channel, "board", zoom="right")
    none = await pair.people[1].slash(pair.channel, "board", zoom="@everyone <@1> **up**")

    assert offered == [{"name": "Right half", "value": "right"}]
    assert alts(part.response) == ["12 counters (right)."]
    assert "\\*\\*up\\*\\*" in texts(none.response)
    assert not re.search("@everyone|<@1>", texts(none.response))
    assert texts(none.response).endswith("Left half and Right half.")


async def test_no_parts_are_offered_without_a_game(stage: Stage) -> None:
    without = await stage.people[1].autocomplete(stage.channel, "board", "zoom", "")
    await stage.lobby(1)
    lobby = await stage.people[1].autocomplete(stage.channel, "board", "zoom", "")

    assert without == []
    assert lobby == []


async def test_the_board_can_be_read_in_words(pair: Stage) -> None:
    answer = await pair.people[1].slash(pair.channel, "board", text=True)

    assert texts(answer.response) == "12 counters (-)"
    assert alts(answer.response) == []


async def test_a_long_board_comes_in_several_messages(
    pair: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is lost at the limit of a message."""
    lines = [f"Line {number} of a long board" for number in range(300)]
    front = pair.bot.parts.fronts["toy"]
    monkeypatch.setattr(front, "board_text", lambda *_: "\n".join(lines))
    answer = await pair.people[1].slash(pair.channel, "board", text=True)

    said = "\n".join(texts(each) for each in (answer.response, *answer.followups))
    assert said.splitlines() == lines
    assert all(each.ephemeral for each in answer.followups)


async def test_the_hand_is_for_its_owner_alone(pair: Stage) -> None:
    own = await pair.people[1].slash(pair.channel, "hand")
    none = await pair.people[2].slash(pair.channel, "hand")

    number = (await pair.table()).state.numbers[1]
    assert own.ephemeral
    assert texts(own.response) == f"Your number is {number}."
    assert texts(none.response).startswith("You’re not in this game.")


async def test_status_tells_where_it_stands(joined: Stage) -> None:
    lobby = await joined.people[0].slash(joined.channel, "game status")
    await joined.people[0].click(joined.last, label="Start")
    running = await joined.people[2].slash(joined.channel, "game status")
    await joined.finish()
    over = await joined.people[2].slash(joined.channel, "game status")

    table = await joined.table()
    assert "(2 of 3)" in texts(lobby.response)
    assert "12 counters (-)" in texts(running.response)
    assert f"/{table.place.channel}/" in texts(running.response)
    assert "waiting for" in texts(running.response)
    assert labels(running.response)[0] == "Details"
    assert "waiting for" not in texts(over.response)
    assert "has won" in texts(over.response)


async def test_the_log_begins_with_the_newest_turn(pair: Stage) -> None:
    empty = await pair.people[0].slash(pair.channel, "game log")
    await pair.turn(0, "Take 1", "Stop")
    await pair.turn(1, "Take 2", "Stop")
    answer = await pair.people[0].slash(pair.channel, "game log")

    said = texts(answer.response)
    assert texts(empty.response).startswith("Nothing yet")
    assert said.index("**2.** Turn 1: 2 taken") < said.index("**1.** Turn 0: 1 taken")


async def test_a_turn_under_way_is_not_in_the_log(pair: Stage) -> None:
    tables, table = pair.bot.parts.tables, await pair.table()
    await tables.turns.act(table.id, table.to_act()[0].id, table.revision, [Take(1)])
    answer = await pair.people[0].slash(pair.channel, "game log")

    assert texts(answer.response).startswith("Nothing yet")


async def test_a_long_log_has_pages(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("metrobot.ui.turn.log_page.TURNS_A_PAGE", 1)
    await stage.start(1)
    await stage.turn(0, "Take 1", "Stop")
    await stage.turn(1, "Take 2", "Stop")
    answer = await stage.people[2].slash(stage.channel, "game log")
    first = labels(answer.response)
    await stage.people[2].click(answer.response, label="Older")
    second = again(stage, answer.response)

    assert first == ["Older"]
    assert "Turn 0: 1 taken" in texts(second)
    assert labels(second) == ["Newer"]


async def test_the_rules_are_read_topic_by_topic(stage: Stage) -> None:
    answer = await stage.people[0].slash(stage.channel, "rules")
    first = texts(answer.response)
    await stage.people[0].select(
        answer.response, ["ending"], custom_id=menu_of(answer.response, "topic")
    )
    after = again(stage, answer.response)

    assert answer.ephemeral
    assert first == "## Taking\nTake one to three."
    assert texts(after) == "## Ending\nMost wins."
    assert alts(after) == ["A rule drawn."]


async def test_a_topic_can_be_typed(stage: Stage) -> None:
    offered = await stage.people[0].autocomplete(stage.channel, "rules", "topic", "end")
    answer = await stage.people[0].slash(stage.channel, "rules", topic="toy.ending")
    none = await stage.people[0].slash(stage.channel, "rules", topic="toy.flying")

    assert offered == [{"name": "Ending", "value": "toy.ending"}]
    assert texts(answer.response).startswith("## Ending")
    assert "no rules page called" in texts(none.response)


async def test_help_tells_how_to_play_and_who_could_cheat(stage: Stage) -> None:
    answer = await stage.people[0].slash(stage.channel, "help")
    assert answer.response is not None
    said, first = texts(answer.response), ids(answer.response)
    for part in ("look", "dealing"):
        (menu,) = [each for each in ids(answer.response) if "topic:help" in each]
        await stage.people[0].select(answer.response, [part], custom_id=menu)
        said += texts(again(stage, answer.response))

    for word in ("`/game new`", "**Plan my turn**", "`/hand`", "Whoever", "**Counters**"):
        assert word.lower() in said.lower()
    buttons = ["mb1:0:0:against:toy", "mb1:0:0:topic:toy", "mb1:0:0:topic:help"]
    assert first == buttons


async def test_names_cannot_break_a_message(stage: Stage) -> None:
    rogue = stage.guild.add_member(stage.env.create_user("x"))
    stage.guild._guild.members[rogue.id].nick = "**@everyone**\n# Hi"
    await stage.lobby()
    await rogue.click(stage.last, label="Join")

    said = texts(stage.last)
    assert "\n# Hi" not in said
    assert "@everyone" not in said
    assert "\\*\\*" in said


async def test_the_menu_of_parts_shows_where_one_is(pair: Stage) -> None:
    answer = await pair.people[1].slash(pair.channel, "board", zoom="left")

    menu = next(each for each in walk(raw(answer.response)) if each["type"] == 3)
    assert [each["value"] for each in menu["options"] if each.get("default")] == ["left"]

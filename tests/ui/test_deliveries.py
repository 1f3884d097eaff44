"""What is said to the channel and by direct message, also when that fails."""

import asyncio
from typing import Any

import discord
import pytest

from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.statements.outbox import enqueue
from metrobot.ui.app.delivery_pages import PAGES
from metrobot.ui.pages.page import Letter, letter
from metrobot.ui.words.catalogue import Words
from tests.ui.stage import Shown, Stage, alts, labels, texts


def close_dms(stage: Stage, person: Any) -> None:
    """Close somebody's direct messages."""
    path = f"/channels/{person.user.dm_channel.id}/messages"
    stage.env.inject_error("POST", path, status=403, code=50007, times=None)


def posts(stage: Stage, channel: int) -> list[dict[str, Any]]:
    """Return the bot's posts to a channel, as Discord was told."""
    path = f"/channels/{channel}/messages"
    made = (each for each in stage.env.http_requests if each.path == path)
    return [each.json for each in made if each.method == "POST" and isinstance(each.json, dict)]


async def test_each_player_gets_his_own_hand(stage: Stage, board: Shown) -> None:
    numbers = (await stage.table()).state.numbers
    for person, number in zip(stage.people[:2], numbers, strict=True):
        (letter,) = stage.direct(person)
        assert f"Your number is {number}." in texts(letter)
        assert alts(letter) == [f"Your number is {number}."]
        assert str(board.channel.id) in texts(letter)
    assert stage.direct(stage.people[2]) == []


async def test_closed_direct_messages_are_told_once(stage: Stage) -> None:
    """The channel says what to do instead; /hand does it; a restart repeats nothing."""
    close_dms(stage, stage.people[1])
    await stage.start(1)
    hand = await stage.people[1].slash(stage.channel, "hand")
    await stage.turn(0, "Take 1", "Stop")
    await stage.restart()
    await stage.env.advance_time(120)

    told = [texts(each) for each in stage.public if "direct messages are closed" in texts(each)]
    assert len(told) == 1
    assert told[0].startswith(stage.people[1].mention)
    assert texts(hand.response).startswith("Your number is")
    assert len(stage.direct(stage.people[0])) == 1


async def test_who_refuses_is_not_tried_again_in_the_next_game(stage: Stage) -> None:
    close_dms(stage, stage.people[1])
    await stage.start(1)
    await stage.finish()
    await stage.start(1)

    told = [each for each in stage.public if "direct messages are closed" in texts(each)]
    assert len(posts(stage, stage.people[1].user.dm_channel.id)) == 1
    assert len(told) == 2


async def test_the_end_is_counted_and_the_winner_stands_last(pair: Stage) -> None:
    key_before = (await pair.table()).key
    await pair.finish()

    table = await pair.table()
    last = [texts(each) for each in pair.public[-4:]]
    assert key_before is None
    assert "**That was the last turn.**" in last[0]
    assert last[1] == "Counting"
    assert last[2].startswith("Scores: ")
    winners = [table.people[each].name for each in table.title.outcome(table.state).winners]
    assert any(name in last[3].splitlines()[1] for name in winners)
    assert "\n- A fact." in last[3]
    first = ["Play again", "Replay", "Review", "Fair dealing", "Show it off"]
    assert labels(pair.last) == [*first, "What if", "The same deal"]
    assert str(table.key) not in "".join(last)
    assert table.commitment not in "".join(last)
    assert len({each["nonce"] for each in posts(pair, pair.channel.id)[-4:]}) == 4


async def test_the_key_is_behind_a_button_after_the_end(over: Stage) -> None:
    """Hashes are out of the way; a press shows in private how to check the dealing."""
    answer = await over.people[2].click(over.last, label="Fair dealing")

    table = await over.table()
    assert answer.ephemeral
    assert f"`{table.key}`" in texts(answer.response)
    assert f"`{table.commitment}`" in texts(answer.response)
    assert "`python -m metrobot verify FILE`" in texts(answer.response)


async def test_a_hiccup_in_the_count_repeats_no_message(pair: Stage) -> None:
    send = discord.PartialMessageable.send
    failed = list[bool]()

    async def hiccup(self: Any, *args: Any, **options: Any) -> Any:
        if options["nonce"].endswith(".1") and not failed:
            failed.append(True)
            raise OSError("no network")
        return await send(self, *args, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.PartialMessageable, "send", hiccup)
        await pair.finish()
        await pair.env.advance_time(120)

    said = [texts(each) for each in pair.public]
    assert failed == [True]
    assert said.count("Counting") == 1
    assert len([each for each in said if each.startswith("Scores: ")]) == 1


async def test_what_comes_late_comes_in_words_and_in_order(pair: Stage) -> None:
    path = f"/channels/{pair.channel.id}/messages"
    pair.env.inject_error("POST", path, status=503, times=1)
    await pair.turn(0, "Take 1", "Stop")
    tables, table = pair.bot.parts.tables, await pair.table()
    draft = (await tables.turns.begin_draft(table.id, table.to_act()[0].id)).draft.then(0).then(0)
    await tables.turns.confirm(table.id, table.to_act()[0].id, table.revision, draft.code)
    await pair.env.settle()
    before = len(pair.public)
    await pair.env.advance_time(120)

    late = pair.public[before:]
    heads = [texts(each).splitlines()[0] for each in late]
    call = f"{pair.people[0].mention}, it’s your turn in Counters."
    assert heads == ["**1.** Turn 0: 1 taken", f"{call} **2.** Turn 1: 2 taken"]
    assert [len(alts(each)) for each in late] == [0, 1]
    assert "your turn" not in texts(late[0])


async def test_the_servers_language_is_used_in_public(stage: Stage) -> None:
    """The channel reads the language that its server prefers."""
    stage.speak(discord.Locale.german)
    board = await stage.start(1)

    assert f"Du bist dran, {stage.people[0].mention}: Counters." in texts(board)


async def test_nothing_secret_is_logged(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    """Neither key, nor ids of private buttons, nor hands."""
    caplog.set_level("INFO", logger="metrobot")
    await stage.start(1)
    await stage.turn(0, "Take 1", "Stop")
    row = await stage.store.games.by_id(1)

    assert row is not None
    assert row.key not in caplog.text
    assert ":try:" not in caplog.text
    assert "Your number" not in caplog.text


async def test_a_post_without_an_answer_is_cut_off_and_tried_again_as_itself(
    pair: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord may have taken it: the same nonce has it appear once."""
    monkeypatch.setattr("metrobot.ui.app.notifier._LONGEST_POST", 0.0)
    send, nonces = discord.PartialMessageable.send, list[str]()

    async def stalling(self: Any, *args: Any, **options: Any) -> Any:
        nonces.append(options["nonce"])
        if len(nonces) == 1:
            await asyncio.get_running_loop().create_future()
        monkeypatch.setattr("metrobot.ui.app.notifier._LONGEST_POST", 120.0)
        return await send(self, *args, **options)

    monkeypatch.setattr(discord.PartialMessageable, "send", stalling)
    await pair.turn(0, "Take 1", "Stop")
    monkeypatch.setattr("metrobot.ui.app.notifier._LONGEST_POST", 120.0)
    await pair.env.advance_time(30)

    assert len(nonces) == 2
    assert len(set(nonces)) == 1
    assert "Turn 0: 1 taken" in texts(pair.last)


async def test_what_is_of_no_game_reaches_a_person_in_their_language(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def written(_: object, __: None, delivery: Delivery, words: Words) -> Letter:
        return letter(words.say("cancel.sure"), f"to {delivery.player}")

    monkeypatch.setitem(PAGES, DeliveryKind.CANCELLED, written)
    person, now = stage.people[0], discord.utils.utcnow()
    await person.slash(stage.channel, "me language", language="nl")
    told = [NewDelivery(DeliveryKind.CANCELLED, None, person.id, stage.guild.id)]
    await stage.store._database.write(lambda c: enqueue(c, None, 0, told, now))
    await stage.bot.parts.tables.deliver_pending()

    (said,) = stage.direct(person)
    assert texts(said) == f"Ja, spel annuleren\nto {person.id}"
    assert stage.public == []


def test_each_kind_has_its_page() -> None:
    assert list(PAGES) == list(DeliveryKind)

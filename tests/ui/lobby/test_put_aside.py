"""Games that nobody plays make room, and go on at a press: on a simulated Discord."""

from datetime import timedelta
from typing import Any

import discord

from metrobot.service.model.play import GameId, PlayerId
from metrobot.store.statements.channels import NOTICE
from metrobot.store.statements.waits.due import DueKind
from tests.ui.lobby.test_private import started
from tests.ui.rounds_stage import Rounds
from tests.ui.stage import Shown, Stage, labels, texts

SET_ASIDE = "This game was put aside"


async def tell(stage: Stage) -> None:
    """Have a table told that nobody plays there."""
    await stage.env.advance_time(60)
    await _look(stage, discord.utils.utcnow())
    await stage.bot.parts.tables.deliver_pending()


async def put_aside(stage: Stage) -> None:
    await tell(stage)
    await _look(stage, discord.utils.utcnow() + NOTICE)


async def _look(stage: Stage, at: Any) -> None:
    soon, store = discord.utils.utcnow() + timedelta(minutes=1), stage.store
    # A round may have looked at it by now.
    await store.due.set(DueKind.IDLE, 1, soon)
    due = await store.due.find(max(at, soon), 10, DueKind.IDLE)
    games = await store.channels.put_aside(
        due, timedelta(), soon, lambda _, since, __: since, now=at
    )
    assert games == (1,)
    stage.bot.parts.tables.channels.loader.forget()


async def pressed(stage: Stage, number: int, message: Shown, label: str = "Continue") -> Shown:
    """Press a button; return the answer."""
    return (await stage.people[number].click(message, label=label)).response


async def asked(stage: Stage, number: int, command: str, channel: Any = None) -> Shown:
    """Type a command; return the answer."""
    return (await stage.people[number].slash(channel or stage.channel, command)).response


async def test_all_who_play_are_told_and_can_play_at_once(pair: Stage) -> None:
    """In the channel, calling them; the buttons are those of a board."""
    await tell(pair)

    content = pair.last.content
    assert all(f"<@{person.id}>" in content for person in pair.people[:2])
    assert sorted(each.id for each in pair.last.mentions) == [p.id for p in pair.people[:2]]
    assert "I’ll put it aside to free this channel. Nothing is lost" in texts(pair.last)
    assert "Plan my turn" in labels(pair.last)


async def test_what_was_overtaken_by_a_turn_is_not_said_late(pair: Stage) -> None:
    """The message waits for Discord; meanwhile somebody plays."""
    await _look(pair, discord.utils.utcnow())
    await pair.turn(0, "Take 3", "Stop")
    await pair.bot.parts.tables.deliver_pending()

    assert not any("put it aside" in texts(each) for each in pair.public)


async def test_old_buttons_and_commands_offer_to_go_on(stage: Stage, board: Shown) -> None:
    """To its players; others are told what became of it."""
    await put_aside(stage)

    for label in ("Plan my turn", "Board", "My hand"):
        refused = await pressed(stage, 0, board, label)
        assert (SET_ASIDE in texts(refused), labels(refused)) == (True, ["Continue"])
    for command in ("board", "hand", "game status"):
        refused = await asked(stage, 1, command)
        assert (SET_ASIDE in texts(refused), labels(refused)) == (True, ["Continue"])
    refused = await asked(stage, 2, "board")
    assert (SET_ASIDE in texts(refused), labels(refused)) == (True, [])


async def test_it_goes_on_in_its_channel_after_a_restart(stage: Stage, board: Shown) -> None:
    """With its board and whoever is awaited; the button cannot be pressed twice for two boards."""
    before = await stage.table()
    await put_aside(stage)
    refused = await pressed(stage, 1, board, "Plan my turn")
    await stage.restart()
    answers = [await pressed(stage, 1, refused) for _ in range(2)]

    after = await stage.table()
    assert (after.state, after.revision, after.aside_at) == (before.state, before.revision, None)
    assert all(f"The game continues in {stage.channel.mention}" in texts(a) for a in answers)
    assert "continues here" in texts(stage.last)
    assert sum("continues here" in texts(each) for each in stage.public) == 1
    assert "Plan my turn" in labels(stage.last)


async def test_the_channel_hears_that_it_is_put_aside_and_goes_on_at_a_press(pair: Stage) -> None:
    """Of its players alone, and nobody is called; said late, it is not said at all."""
    await put_aside(pair)
    await pair.bot.parts.tables.deliver_pending()
    told = pair.last
    assert ("**Counters was put aside,**" in texts(told), labels(told)) == (True, ["Continue"])
    assert told.mentions == []
    assert "You’re not in this game" in texts(await pressed(pair, 2, told))
    assert "The game continues in" in texts(await pressed(pair, 1, told))
    await put_aside(pair)
    assert await pair.bot.parts.tables.channels.go_on(
        GameId(1), pair.channel.id, PlayerId(pair.people[0].id)
    )
    await pair.bot.parts.tables.deliver_pending()

    assert sum("was put aside" in texts(each) for each in pair.public) == 1


async def test_it_goes_on_where_its_player_is_if_another_game_has_its_channel(pair: Stage) -> None:
    """From the list of their games; in the old channel it is refused, and the other one named."""
    await put_aside(pair)
    await pair.people[2].slash(pair.channel, "game new", game="toy")
    games = await asked(pair, 1, "me games")
    assert "put aside" in texts(games)
    assert labels(games) == ["Continue \u2068Counters\u2069, game 1"]
    refused = await pressed(pair, 1, games, labels(games)[0])
    assert "https://discord.com/channels/" in texts(refused)

    new = pair.guild.create_text_channel("other")
    games = await asked(pair, 1, "me games", new)
    await pair.people[1].click(games, label=labels(games)[0])

    assert (await pair.table()).place.channel == new.id
    assert "continues in" in texts(pair.last)


async def test_where_its_player_may_not_write_it_does_not_go_on(stage: Stage, board: Shown) -> None:
    await put_aside(stage)
    refused = await pressed(stage, 1, board, "Plan my turn")
    stage.mute(1)

    assert "send messages" in texts(await pressed(stage, 1, refused))
    assert (await stage.table()).aside_at is not None


async def test_a_private_game_is_not_even_mentioned_to_others(game: Rounds) -> None:
    """Its player is told alone, and goes on in private."""
    stage = game.stage
    await started(game)
    await put_aside(stage)

    await stage.bot.parts.tables.deliver_pending()
    told = [texts(each) for each in stage.direct(stage.people[0])[-2:]]
    assert "I’ll put it aside to free its channel" in told[0]
    assert "was put aside" in told[1]
    assert "There is no game" in texts(await asked(stage, 1, "board"))
    await pressed(stage, 0, await asked(stage, 0, "board"))
    assert (await game.table()).aside_at is None
    assert stage.public == []


async def test_whoever_wants_to_be_forgotten_can_let_it_go_on_to_leave_it(pair: Stage) -> None:
    await put_aside(pair)
    shown = await asked(pair, 1, "me forget")

    assert "A game that was put aside has to go on first" in texts(shown)
    assert labels(shown) == ["Continue \u2068Counters\u2069, game 1"]

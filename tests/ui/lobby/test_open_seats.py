"""/game seats: what is listed, for whom, and what its buttons do."""

import random
from functools import partial
from typing import Any, Final

import discord
import pytest
import sqlalchemy as sa
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from metrobot.service.model.loader import TableLoader
from metrobot.service.model.play import GameId, Person, PlayerId
from metrobot.service.people.ledger import Account
from metrobot.service.people.quotas import NO_QUOTAS
from metrobot.store.schema.rows import GameRow
from metrobot.store.schema.tables import games
from metrobot.ui.kit.game_access import MOST_REQUESTS
from metrobot.ui.lobby.open_seats import A_PAGE
from tests.ui.limits import walk
from tests.ui.lobby.test_put_aside import put_aside
from tests.ui.stage import Shown, Stage, again, labels, raw, texts

VIEW = discord.Permissions(view_channel=True).value
MOST_COMPONENTS = 40


async def seats(stage: Stage, number: int) -> Shown:
    return (await stage.people[number].slash(stage.channel, "game seats")).response


async def opened(stage: Stage, count: int) -> list[Any]:
    """Open lobbies of Ann, each in a channel of its own; return the channels."""
    title, channels = next(iter(stage.bot.parts.fronts)), list[Any]()
    for number in range(count):
        channels.append(stage.guild.create_text_channel(f"room-{number}"))
        await stage.bot.parts.tables.lobbies.open(
            guild=stage.guild.id,
            channel=channels[-1].id,
            host=Person(PlayerId(stage.people[0].id), "Ann"),
            title=title,
            capacity=None,
        )
    return channels


def close(stage: Stage, channel: Any, *people: Any) -> None:
    """Hide a channel from people, or from everybody."""
    backend = stage.env.backend
    for person in people:
        hidden = Overwrite(person.id, OverwriteType.MEMBER, allow=0, deny=VIEW)
        backend.set_overwrite(channel.id, hidden)
    if not people:
        role = Overwrite(stage.guild.id, OverwriteType.ROLE, allow=0, deny=VIEW)
        backend.set_overwrite(channel.id, role)


async def test_a_lobby_is_listed_and_joined(stage: Stage, new_lobby: Shown) -> None:
    listed = await seats(stage, 1)

    assert "[Counters](https://discord.com/channels/" in texts(listed)
    assert "1 of 3 players: \u2068Ann\u2069" in texts(listed)
    answer = await stage.people[1].click(listed, label="Join")
    assert "You’re in." in texts(answer.followups[0])
    assert "Bob" in texts(stage.public[0])
    assert "Join" not in labels(await seats(stage, 0))
    assert "Join" not in labels(await seats(stage, 1))
    assert labels(new_lobby)


async def test_the_pace_of_a_game_is_listed(hosted: Stage) -> None:
    """Whoever joins knows how much time there is for a turn."""
    lobby = hosted.bot.parts.tables.lobbies.at(hosted.channel.id)
    await lobby.choose(hosted.people[0].id, "pace", "steady")

    assert " · Pace: steady" in texts(await seats(hosted, 1))


async def test_a_button_of_a_list_that_is_old_says_where_it_stands(joined: Stage) -> None:
    """The lobby has started since."""
    listed = await seats(joined, 2)
    await joined.people[0].click(joined.last, label="Start")
    answer = await joined.people[2].click(listed, label="Join")

    assert "already" in texts(answer.followups[0])
    assert (await joined.table()).ruleset is not None


async def test_ten_tables_fit_with_their_buttons(stage: Stage) -> None:
    await opened(stage, A_PAGE + 1)
    first = await seats(stage, 1)
    more = await stage.press(1, first, "More")

    assert labels(more).count("Join") == 1
    back = await stage.press(1, more, "Back")
    assert labels(back).count("Join") == A_PAGE
    assert len([part for part in walk(raw(back)) if part["type"] in (1, 2, 10)]) <= MOST_COMPONENTS
    assert back.flags.ephemeral


def newcomer(stage: Stage) -> int:
    """Add one more person to the server; return their number."""
    stage.people.append(stage.guild.add_member(stage.env.create_user("Zoe")))
    return len(stage.people) - 1


async def test_a_vacant_seat_is_taken_from_the_list(trio: Stage) -> None:
    """With what its game stands at; the table is asked as under the message about it."""
    await trio.bot.parts.tables.seats.resign(GameId(1), PlayerId(trio.people[2].id))
    number = newcomer(trio)
    listed = await seats(trio, number)

    assert "seat 3 is vacant" in texts(listed)
    answer = await trio.people[number].click(listed, label="Take seat 3")
    assert "The players are asked in the channel" in texts(answer.response)
    assert "Take seat 3" not in labels(await seats(trio, 0))


async def test_a_seat_that_is_offered_is_listed_with_the_way_to_the_question(pair: Stage) -> None:
    """Nobody else than the person to whom it is offered sees it there."""
    tables, table = pair.bot.parts.tables, await pair.table()
    ids = [PlayerId(person.id) for person in pair.people]
    await tables.seats.offer(table, ids[1], 1, ids[2])

    assert "you are offered a seat" in texts(await seats(pair, 2))
    assert "No game that you can see" in texts(await seats(pair, newcomer(pair)))


async def test_a_game_put_aside_that_lacks_somebody_goes_on_for_its_players(trio: Stage) -> None:
    await trio.bot.parts.tables.seats.resign(GameId(1), PlayerId(trio.people[2].id))
    await put_aside(trio)

    for number, ways in ((0, ["Continue"]), (newcomer(trio), list[str]())):
        listed = await seats(trio, number)
        assert "put aside" in texts(listed)
        assert [each for each in labels(listed) if each == "Continue"] == ways


async def test_games_that_are_played_are_on_the_other_page(pair: Stage) -> None:
    """With people, turn, who is awaited since when, and a link."""
    listed = await pair.press(2, await seats(pair, 2), "Games being played")

    assert "turn 1, started <t:" in texts(listed)
    assert "waiting for \u2068Ann\u2069. Players: \u2068Ann\u2069 and \u2068Bob\u2069" in texts(
        listed
    )
    assert "Something came up" not in labels(listed)
    assert "No game that you can see has" in texts(await pair.press(2, listed, "Free seats"))
    own = await pair.press(1, await seats(pair, 1), "Games being played")
    assert "Ann" in str(raw(await pair.press(1, own, "Something came up")))


async def test_where_no_seat_is_free_one_press_opens_a_game(stage: Stage) -> None:
    """One that others can join, or with a computer."""
    listed = (await stage.people[0].slash(stage.channel, "board")).response
    listed = await stage.press(0, listed, "Free seats")
    assert "Open one" in texts(listed)
    open_ = next(
        each["custom_id"]
        for each in walk(raw(listed))
        if each.get("custom_id", "").endswith("open")
    )
    await stage.people[0].click(listed, custom_id=open_)

    assert "(1 of 3)" in texts(stage.last)


async def test_a_forged_page_is_empty(hosted: Stage) -> None:
    listed = await seats(hosted, 1)
    hosted.forge(hosted.people[1], listed, "mb1:0:999999999:seats:nonsense")
    await hosted.env.settle()

    assert "No game that you can see" in texts(again(hosted, listed))


async def _hidden(stage: Stage, readers: int, seed: int) -> list[tuple[set[str], set[str]]]:
    """Have people of random rights list the tables; return what each was shown and may see."""
    dice, channels = random.Random(seed), await opened(stage, 8)
    found = list[tuple[set[str], set[str]]]()
    for number in range(readers):
        reader = stage.guild.add_member(stage.env.create_user(f"R{number}"))
        hidden = [channel for channel in channels if dice.random() < 0.6]
        for channel in hidden:
            close(stage, channel, reader)
        answer = (await reader.slash(stage.channel, "game seats")).response
        shown = {str(channel.id) for channel in channels if f"<#{channel.id}>" in texts(answer)}
        found.append((shown, {str(each.id) for each in channels if each not in hidden}))
    return found


@pytest.mark.parametrize("readers", [8, pytest.param(64, marks=pytest.mark.long)])
async def test_nobody_is_shown_a_table_that_they_may_not_see(stage: Stage, readers: int) -> None:
    found = await _hidden(stage, readers, 5)

    assert len(found) == readers
    assert all(shown == allowed for shown, allowed in found)
    assert any(shown for shown, _ in found)


HOST: Final = Person(PlayerId(424242), "Host")


async def threads(stage: Stage, count: int) -> None:
    """Open lobbies, each in a private thread that nobody is in but the bot."""
    backend, title = stage.env.backend, next(iter(stage.bot.parts.fronts))
    for number in range(count):
        made = backend.create_thread(
            stage.channel.id,
            name=f"t{number}",
            owner_id=backend.bot_user.id,
            type=discord.ChannelType.private_thread.value,
        )
        backend.add_thread_member(made.id, backend.bot_user.id)
        await stage.bot.parts.tables.lobbies.open(
            guild=stage.guild.id, channel=made.id, host=HOST, title=title, capacity=None
        )
    await stage.env.settle()


def asked(stage: Stage) -> int:
    """Return the number of requests to Discord about channels and those in them."""
    paths = [each.path for each in stage.env.http_requests if each.method == "GET"]
    return sum("/channels/" in path or "/members/" in path for path in paths)


@pytest.mark.parametrize("count", [40, pytest.param(199, marks=pytest.mark.long)])
async def test_a_list_asks_discord_little_however_many_games_there_are(
    stage: Stage, count: int
) -> None:
    """In private threads: 20 requests a press at most, and what is left out is said."""
    await threads(stage, count)
    counts, shown = list[int](), await seats(stage, 2)
    for _ in range(count // 16):
        before = asked(stage)
        shown = await seats(stage, 1)
        counts.append(asked(stage) - before)

    assert 0 < max(counts) <= MOST_REQUESTS
    assert sum(counts) <= NO_QUOTAS.requests
    assert "Not all games were looked at" in texts(shown)


async def test_what_discord_has_answered_is_kept_for_a_minute(stage: Stage) -> None:
    """For one person and one channel; whoever is let in is shown the game after that."""
    await threads(stage, 3)
    (first, *_) = stage.channel.threads
    before = asked(stage)
    for _ in range(5):
        listed = await seats(stage, 1)
    assert asked(stage) - before == 3
    assert "Not all games were looked at" not in texts(listed)
    await seats(stage, 2)
    assert asked(stage) - before == 6
    stage.env.backend.add_thread_member(first.id, stage.people[1].id)
    await stage.env.advance_time(61)

    assert f"<#{first.id}>" in texts(await seats(stage, 1))


async def test_whoever_has_asked_often_is_shown_what_costs_nothing(stage: Stage) -> None:
    (open_,) = await opened(stage, 1)
    await threads(stage, 1)
    ledger, reader = stage.bot.parts.tables.ledger, stage.people[1].id
    await ledger.part(reader, Account.REQUESTS, NO_QUOTAS.requests)
    before = asked(stage)
    listed = await seats(stage, 1)

    assert asked(stage) == before
    assert f"<#{open_.id}>" in texts(listed)
    assert "Not all games were looked at" in texts(listed)
    assert "Not all games were looked at" not in texts(await seats(stage, 2))


async def test_a_manager_who_moves_games_asks_discord_as_little(stage: Stage) -> None:
    """Each letter that they type would ask about all of them."""
    await threads(stage, 40)
    stage.let_manage(1)
    before = asked(stage)
    await stage.people[1].slash(stage.channel, "game move")

    assert asked(stage) - before <= MOST_REQUESTS


async def test_a_list_of_seats_plays_no_game_again(
    trio: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points come from the row; of an older release's game there are none until its next act."""
    await trio.bot.parts.tables.seats.resign(GameId(1), PlayerId(trio.people[2].id))
    number = newcomer(trio)
    await trio.bot.parts.tables.deliver_pending()
    replayed, history = list[int](), TableLoader.history

    async def noted(loader: TableLoader, row: GameRow) -> Any:
        replayed.append(row.id)
        return await history(loader, row)

    monkeypatch.setattr(TableLoader, "history", noted)
    for points, said in (([4, 0, 7], "Points: \u2068Ann\u2069 4"), (None, "seat 3 is vacant.")):
        values = games.update().where(games.c.id == 1).values(points=points)
        await trio.store._database.write(partial(sa.Connection.execute, statement=values))

        assert said in texts(await seats(trio, number))
    assert replayed == []

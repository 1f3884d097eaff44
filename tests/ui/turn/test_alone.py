"""A game alone: turn after turn in the planner, one board in the channel."""

from dataclasses import replace
from datetime import timedelta

import discord
import pytest
import sqlalchemy as sa

from metrobot.service.model.play import PlayerId, Status
from metrobot.store.schema.tables import games
from metrobot.store.statements.ratings import PlayerStats
from metrobot.ui.turn.public_pages import record_text
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.rounds_stage import Rounds
from tests.ui.stage import again, alts, ids, labels, texts


async def test_start_opens_the_planner(game: Rounds) -> None:
    """A lone starter need not press Choose; it stands below the board, never above it."""
    lobby = await game.stage.lobby()
    (asked,) = (await game.stage.people[0].click(lobby, label="Start")).followups
    said, before = texts(asked), (await game.table()).status
    (planner,) = (await game.stage.people[0].click(asked, label="Yes, play alone")).followups

    assert asked.ephemeral
    assert "Do you want to play Rounds alone?" in said
    assert before is Status.LOBBY
    assert "Pick 1" in labels(planner)
    assert planner.id > game.board.id
    assert texts(again(game.stage, asked)) == "Here we go! The first board is on its way."


async def test_a_board_that_comes_late_has_no_planner_above_it(game: Rounds) -> None:
    lobby = await game.stage.lobby()
    (asked,) = (await game.stage.people[0].click(lobby, label="Start")).followups
    path = f"/channels/{game.stage.channel.id}/messages"
    game.stage.env.inject_error("POST", path, status=500, times=1)
    answer = await game.stage.people[0].click(asked, label="Yes, play alone")
    await game.stage.env.advance_time(60)

    assert answer.followups == []
    assert "Pick 1" in labels(await game.choose(0))


async def test_the_command_asks_as_well(game: Rounds) -> None:
    """Nobody has joined yet, perhaps since nobody has seen the lobby yet."""
    await game.stage.lobby()
    answer = await game.stage.people[0].slash(game.stage.channel, "game start")

    assert "Do you want to play Rounds alone?" in texts(answer.response)
    assert (await game.table()).status is Status.LOBBY


async def test_the_next_turn_stands_in_the_same_message(game: Rounds) -> None:
    """It shows the last turn's result and the board as it is now; also after a restart."""
    await game.start()
    planner = await game.choose(0)
    said = list[str]()
    for number in (1, 2):
        planner = await game.stage.press(0, planner, f"Pick {number}")
        await game.stage.restart()
        planner = await game.stage.press(0, planner, "Confirm")
        said.append(texts(planner))
        assert "Pick 1" in labels(planner)
        assert alts(planner)

    assert said[0].startswith("**1.** Round 0: 1\n")
    assert said[1].startswith("**2.** Round 1: 2\n")


async def test_the_channel_has_one_board(game: Rounds) -> None:
    await game.start()
    before = [message.id for message in game.stage.public]
    await game.stage.press(0, await game.choose(0, 1), "Confirm")
    await game.stage.press(0, await game.choose(0, 2), "Confirm")

    assert [message.id for message in game.stage.public] == before
    assert "Round 1: 2\n" in texts(game.board)
    assert (await game.table()).place.board_message == game.board.id


async def test_an_old_board_is_posted_anew(game: Rounds, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an hour it may have gone far up; nobody is called by it."""
    await game.start()
    first, later = game.board.id, discord.utils.utcnow() + timedelta(minutes=61)
    monkeypatch.setattr(discord.utils, "utcnow", lambda: later)
    await game.stage.press(0, await game.choose(0, 1), "Confirm")

    assert game.board.id != first
    assert "Round 0: 1\n" in texts(game.board)


async def test_a_board_that_is_gone_is_posted_anew(game: Rounds) -> None:
    await game.start()
    planner = await game.choose(0, 1)
    first = game.board
    await first.delete()
    await game.stage.press(0, planner, "Confirm")

    assert game.board.id != first.id
    assert "Round 0: 1\n" in texts(game.board)


async def test_the_end_leads_to_the_channel(game: Rounds) -> None:
    """The last turn shows the board and where the result is; the result is posted."""
    await game.start()
    planner = await game.choose(0)
    for _ in range(3):
        planner = await game.stage.press(0, await game.stage.press(0, planner, "Pick 1"), "Confirm")

    assert "The result is in the channel" in texts(planner)
    assert ids(planner) == []
    assert (await game.table()).status is Status.OVER
    assert "Totals 3" in "".join(texts(each) for each in game.stage.public[-2:])


async def test_with_others_all_is_as_ever(game: Rounds) -> None:
    """A round of two posts its board, and the planner ends."""
    await game.start(1)
    before = len(game.stage.public)
    await game.lock(0, 1)
    planner = await game.lock(1, 2)

    assert len(game.stage.public) == before + 1
    assert ids(again(game.stage, planner)) == []


async def played_to_the_end(game: Rounds, number: int, *picks: int) -> str:
    """Play a game alone; return what the channel is told at its end."""
    stage = game.stage
    await stage.people[number].slash(stage.channel, "game new", game="rounds")
    planner = await stage.begin(number)
    for pick in picks:
        planner = await game.stage.press(
            number, await game.stage.press(number, planner, f"Pick {pick}"), "Confirm"
        )
    return texts(stage.last)


async def test_the_result_tells_ones_best_on_this_server(game: Rounds) -> None:
    """The first game, one that is less, and one that is more; each person has their own."""
    first = await played_to_the_end(game, 0, 1, 1, 1)
    less = await played_to_the_end(game, 0, 1, 0, 0)
    more = await played_to_the_end(game, 0, 2, 2, 2)
    other = await played_to_the_end(game, 1, 1, 1, 0)

    assert "Ann\u2069’s first game alone on this server" in first
    assert "Ann\u2069’s best of 2 games alone on this server: 3." in less
    assert "Ann\u2069’s best of 3 games alone on this server!" in more
    assert "Bob\u2069’s first game alone" in other


async def test_the_best_on_this_server_is_told_with_its_hints(game: Rounds) -> None:
    """Those of the game that is over, where it is the best; else those of the best."""
    await played_to_the_end(game, 0, 1, 1, 1)
    table = await game.table()
    (ann,), (points,) = table.people, table.title.outcome(table.state).scores
    helped = replace(table, people=(replace(ann, hints=1),))
    best, better = (
        PlayerStats("toy", ann.id, solo_games=3, solo_best=most, solo_hints=hints)
        for most, hints in ((points, 1), (points + 1, 2))
    )

    assert record_text(table, best, ENGLISH).endswith("alone on this server!")
    assert record_text(helped, best, ENGLISH).endswith("alone on this server! With 1 hint.")
    assert record_text(helped, better, ENGLISH).endswith(f"server: {points + 1} (2 hints).")


async def test_a_game_alone_that_was_not_played_to_the_end_is_no_best(game: Rounds) -> None:
    """It is not counted: nothing is told of it beside the result."""
    stage = game.stage
    await played_to_the_end(game, 0, 1, 1, 1)
    await game.start()
    await stage.press(0, await game.choose(0, 2), "Confirm")
    ending = await stage.people[0].slash(stage.channel, "game end", result=True)
    await stage.surely(0, ending.response)

    assert (await game.table()).status is Status.OVER
    assert "alone on this server" not in texts(stage.last)


async def test_a_game_alone_keeps_how_its_player_stood_at_its_end(game: Rounds) -> None:
    """Whenever it is asked for; for nobody who is not listed, and not once they are forgotten."""
    tables, ids = game.stage.bot.parts.tables, (1, 2, 3, 4)
    ann, bob = (PlayerId(person.id) for person in game.stage.people[:2])
    for number, picks in ((0, (1, 1, 1)), (1, (2, 2, 2)), (0, (2, 2, 2)), (0, (1, 0, 0))):
        await played_to_the_end(game, number, *picks)
    guild, scores = (await game.table()).place.guild, tables.leaderboards

    async def kept(person: PlayerId) -> list[tuple[int, int | None]]:
        own = [await scores.solo_of(guild, number, person) for number in ids]
        return [(each.solo_games, each.solo_best) for each in own if each is not None]

    assert (await kept(ann), await kept(bob)) == ([(1, 3), (2, 6), (3, 6)], [(1, 6)])
    await scores.set_listed(ann, listed=False)
    assert await kept(ann) == []
    await scores.set_listed(ann, listed=True)
    await tables.privacy.forget(ann)
    solo = sa.select(games.c.id).where(games.c.id.in_(ids), games.c.solo.is_not(None))
    assert await tables.leaderboards._store._database.read(
        lambda c: c.execute(solo).scalars().all()
    ) == [ids[1]]
    assert (await kept(ann), await kept(bob)) == ([], [(1, 6)])


async def test_who_shows_no_results_has_no_best(game: Rounds) -> None:
    """The channel is told the result, and nothing of other games."""
    stage = game.stage
    await played_to_the_end(game, 0, 1, 1, 1)
    await stage.bot.parts.tables.leaderboards.set_listed(PlayerId(stage.people[0].id), listed=False)

    assert "alone on this server" not in await played_to_the_end(game, 0, 1, 1, 1)

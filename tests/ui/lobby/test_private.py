"""A game alone of which the channel hears nothing until it is over."""

import pytest

from metrobot.service.model.play import Status
from tests.ui.rounds_stage import Rounds
from tests.ui.stage import Shown, again, labels, texts

HOUR = 3600
DAY = 24 * HOUR


async def opened(game: Rounds) -> Shown:
    stage = game.stage
    made = await stage.people[0].slash(stage.channel, "game new", game="rounds", private=True)
    assert made.ephemeral
    return made.response


async def started(game: Rounds) -> Shown:
    return await game.stage.press(0, await opened(game), "Start")


async def play(game: Rounds, planner: Shown, turns: int = 3) -> Shown:
    """Play some turns in the planner; return what it shows then."""
    for _ in range(turns):
        planner = await game.stage.press(0, await game.stage.press(0, planner, "Pick 1"), "Confirm")
    return planner


async def test_the_lobby_is_its_players_alone(game: Rounds) -> None:
    """It shows the fingerprint before Start gives the salt, and has no place for others."""
    lobby = await opened(game)
    table = await game.table()
    fair = (await game.stage.people[0].click(lobby, label="Fair dealing")).response

    assert table.commitment in texts(fair)
    assert f"begins with {table.commitment[:16]}." in texts(lobby)
    assert "Only you can see this" in texts(lobby)
    assert labels(lobby)[:2] == ["Start", "Cancel"]
    assert "Join" not in labels(lobby)
    assert game.stage.public == []
    assert table.salt == ()


async def test_its_player_finds_commitment_and_salt_behind_the_details(game: Rounds) -> None:
    """The planner has taken the place of the lobby, which showed the commitment."""
    stage = game.stage
    await started(game)
    status = (await stage.people[0].slash(stage.channel, "game status")).response
    details = await stage.press(0, status, "Details")
    fair = texts((await stage.people[0].click(details, label="Fair dealing")).response)
    table = await game.table()

    assert table.commitment in fair
    assert len(table.salt) == 1
    assert table.salt[0] in fair


async def test_nothing_is_posted_until_the_end(game: Rounds) -> None:
    """All is played in one private message, through restarts; then the result is there."""
    planner = await started(game)
    assert "Pick 1" in labels(planner)
    for _ in range(2):
        await game.stage.restart()
        planner = await play(game, planner, 1)
        assert game.stage.public == []
    planner = await play(game, planner, 1)

    assert "That was the last turn" in texts(planner)
    table = await game.table()
    assert table.status is Status.OVER
    said = "".join(texts(each) for each in game.stage.public)
    assert "Totals 3" in said
    assert "Round 2: 1" not in said
    assert len(table.salt) == 1


async def test_status_leads_back_and_tells_others_little(game: Rounds) -> None:
    """Its player gets the planner's button; others who plays, and where they could."""
    await started(game)
    stage = game.stage
    own = (await stage.people[0].slash(stage.channel, "game status")).response
    other = (await stage.people[1].slash(stage.channel, "game status")).response
    planner = (await stage.people[0].click(own, label="Choose")).response

    assert "Only you can see this game" in texts(own)
    assert "Pick 1" in labels(planner)
    assert "Ann" in texts(other)
    assert "thread:True" in texts(other)
    assert labels(other) == []
    assert stage.public == []


@pytest.mark.parametrize(
    "command",
    [
        *("board", "hand", "game status", "game log", "game export", "game replay"),
        *("game review", "game undo", "game resign"),
    ],
)
async def test_others_see_nothing_of_it(game: Rounds, command: str) -> None:
    """Neither a lobby, nor a game under way, nor one that was cancelled; its player does."""
    stage, mine = game.stage, list[str]()
    lobby = await opened(game)
    asked = [(await stage.people[1].slash(stage.channel, command)).response]
    planner = await stage.press(0, lobby, "Start")
    asked.append((await stage.people[1].slash(stage.channel, command)).response)
    planner = await play(game, planner, 1)
    mine.append(texts((await stage.people[0].slash(stage.channel, command)).response))
    asked.append((await stage.people[1].slash(stage.channel, command)).response)
    sure = (await stage.people[0].slash(stage.channel, "game cancel")).response
    await stage.people[0].click(sure, label=labels(sure)[0])
    over = (await stage.people[1].slash(stage.channel, command)).response

    assert all("is playing alone here, in private" in texts(each) for each in asked)
    assert "playing alone here" not in mine[0]
    assert texts(over).startswith("There is no game in this channel.")


@pytest.mark.parametrize(
    "press", ["board:", "log:", "status:", "dealing:", "plan:", "replay:h", "page:h"]
)
async def test_no_forged_press_opens_it(game: Rounds, press: str) -> None:
    """Though nobody else has such a button."""
    stage = game.stage
    await play(game, await started(game), 1)
    other = (await stage.people[1].slash(stage.channel, "game status")).response
    table = await game.table()
    answer = stage.forge(stage.people[1], other, f"mb1:{table.id}:{table.revision}:{press}")
    await stage.env.settle()

    said = "".join(texts(each) for each in (*answer.followups, answer.response) if each)
    assert "is playing alone here, in private" in said
    assert "Pick" not in said


async def test_its_channel_is_taken(game: Rounds) -> None:
    """Another game there is refused with the way to a thread; nobody can join."""
    await started(game)
    stage = game.stage
    refused = await stage.people[1].slash(stage.channel, "game new", game="rounds")
    joined = await stage.people[1].slash(stage.channel, "game join")

    assert refused.ephemeral
    assert "playing alone in this channel" in texts(refused.response)
    assert "thread:True" in texts(refused.response)
    assert "started" in texts(joined.response)


async def test_a_private_lobby_is_full(game: Rounds) -> None:
    await opened(game)
    answer = await game.stage.people[1].slash(game.stage.channel, "game join")

    assert (await game.table()).people[1:] == ()
    assert answer.ephemeral


async def test_a_private_game_has_no_seats_for_others(game: Rounds) -> None:
    stage = game.stage
    refused = await stage.people[0].slash(
        stage.channel, "game new", game="rounds", private=True, seats=3
    )

    assert "A private game is for you alone" in texts(refused.response)


async def test_it_can_be_cancelled_unheard(game: Rounds) -> None:
    """In the lobby by its button, later by the command."""
    lobby = await opened(game)
    await game.stage.press(0, lobby, "Cancel")
    assert labels(again(game.stage, lobby)) == []
    await started(game)
    stage = game.stage
    asked = (await stage.people[0].slash(stage.channel, "game cancel")).response
    await stage.people[0].click(asked, label=labels(asked)[0])

    assert (await stage.table(2)).status is Status.CANCELLED
    assert stage.public == []


async def test_start_can_be_typed(game: Rounds) -> None:
    await opened(game)
    stage = game.stage
    answer = await stage.people[0].slash(stage.channel, "game start")

    assert "Pick 1" in labels(answer.response)
    assert stage.public == []


async def test_it_may_have_a_thread(game: Rounds) -> None:
    """The thread is taken and stays empty; the lobby's buttons work from where they are."""
    stage = game.stage
    made = await stage.people[0].slash(
        stage.channel, "game new", game="rounds", private=True, thread=True
    )

    assert "Pick 1" in labels(await game.stage.press(0, made.response, "Start"))
    assert (await game.table()).place.channel != stage.channel.id
    assert [labels(each) for each in stage.public] == [[]]  # Discord says that there is a thread


async def test_a_move_is_unheard(game: Rounds) -> None:
    """It takes the other channel, and says nothing in either."""
    await started(game)
    stage = game.stage
    other = stage.guild.create_text_channel("elsewhere")
    await stage.people[0].slash(other, "game move")

    assert (await game.table()).place.channel == other.id
    assert stage.public == []
    assert all(each.flags.ephemeral for each in other.history(viewer=stage.people[0]))


async def test_who_leaves_leaves_unheard(game: Rounds) -> None:
    """The game ends with them, and the channel hears nothing of it."""
    await started(game)
    stage = game.stage
    asked = (await stage.people[0].slash(stage.channel, "game resign")).response
    await stage.people[0].click(asked, label=labels(asked)[0])

    assert (await stage.table()).status is Status.CANCELLED
    assert stage.public == []


async def test_its_lobby_says_so_and_closes_unheard_by_others(game: Rounds) -> None:
    """Its player alone is told after five days, and two later; the channel is free then."""
    await opened(game)
    stage = game.stage
    await stage.env.advance_time(5 * DAY + HOUR)
    (warning,) = stage.direct(stage.people[0])
    await stage.env.advance_time(2 * DAY + HOUR)
    told = stage.direct(stage.people[0])[1:]

    assert texts(warning).startswith("⏰ Your private Rounds in")
    assert "It closes <t:" in texts(warning)
    assert ["never started" in texts(each) for each in told] == [True]
    assert stage.public == []
    await opened(game)

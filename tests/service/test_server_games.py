"""What the managers of a server allow there: whether games are rated."""

import pytest

from metrobot.service.people.server_games import Switch
from metrobot.store.statements.people import ServerRules
from tests.service.stage import ANN, BOB, CHANNEL, GUILD, Stage


async def test_a_server_without_choices_allows_everything(stage: Stage) -> None:
    """As before there were any; a language that it has chosen changes nothing."""
    await stage.tables.languages.choose_for_server(GUILD, "nl")

    assert await stage.tables.server_games.rules(GUILD) == ServerRules()


async def counted(stage: Stage) -> int:
    found = await stage.tables.leaderboards.profile(GUILD, ANN.id)
    return found["toy"].standing.games if found else 0


@pytest.mark.parametrize("at_start", [True, False])
@pytest.mark.parametrize("at_end", [True, False])
async def test_whether_a_game_counts_is_decided_at_its_start(
    stage: Stage, at_start: bool, at_end: bool
) -> None:
    """Nobody who is about to lose has it count for nobody, nor has it count once they won."""
    await stage.tables.server_games.turn(GUILD, Switch.RATINGS, on=at_start)
    table = await stage.start(BOB)
    await stage.tables.server_games.turn(GUILD, Switch.RATINGS, on=at_end)
    assert (await stage.tables.by_id(table.id)).rated is at_start
    await stage.finish(table)
    await stage.tables.server_games.turn(GUILD, Switch.RATINGS, on=True)

    assert await counted(stage) == at_start


async def test_a_manager_who_cancels_has_it_count_whatever_they_turn_off(stage: Stage) -> None:
    """Their leaving puts them last, as the table of what counts has it."""
    await stage.start(BOB)
    await stage.tables.server_games.turn(GUILD, Switch.RATINGS, on=False)
    await stage.tables.cancel(CHANNEL, ANN, may_manage=True)
    (row,) = await stage.store.ratings.uncounted(GUILD, 9)

    assert (row.is_unrated, row.cancelled_by) == (False, 0)


async def test_a_game_of_somebody_blocked_counts_for_nobody_and_says_so(stage: Stage) -> None:
    table = await stage.start(BOB)
    await stage.store.blocks.leave_unrated(table.id)
    stage.tables._loader.forget()
    assert not (await stage.tables.by_id(table.id)).rated
    await stage.finish(table)

    assert await counted(stage) == 0


async def test_two_managers_at_once_change_two_rules(stage: Stage) -> None:
    """Each stores the one that they press, so that neither undoes the other."""
    games = stage.tables.server_games
    await games.turn(GUILD, Switch.IMPORTS, on=False)
    await games.let_open(GUILD, [7, 5])

    assert await games.rules(GUILD) == ServerRules(imports=False, openers=(5, 7))
    await games.let_open(GUILD, [7, GUILD])
    assert await games.rules(GUILD) == ServerRules(imports=False)

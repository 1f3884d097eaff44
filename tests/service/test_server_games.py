"""What the managers of a server allow there: whether games are rated."""

from metrobot.service.people.server_games import Switch
from metrobot.store.statements.people import ServerRules
from tests.service.stage import ANN, BOB, GUILD, Stage


async def test_a_server_without_choices_allows_everything(stage: Stage) -> None:
    """As before there were any; a language that it has chosen changes nothing."""
    await stage.tables.languages.choose_for_server(GUILD, "nl")

    assert await stage.tables.server_games.rules(GUILD) == ServerRules()


async def test_games_that_end_while_ratings_are_off_never_count(stage: Stage) -> None:
    """One that ended before counts, even if nobody had asked for its result by then."""
    await stage.finish(await stage.start(BOB))
    await stage.tables.server_games.turn(GUILD, Switch.RATINGS, on=False)
    before = await stage.tables.leaderboards.profile(GUILD, ANN.id)
    await stage.finish(await stage.start(BOB))
    await stage.tables.server_games.turn(GUILD, Switch.RATINGS, on=True)

    after = await stage.tables.leaderboards.profile(GUILD, ANN.id)
    assert before["toy"].standing.games == 1
    assert after == before
    await stage.finish(await stage.start(BOB))
    assert (await stage.tables.leaderboards.profile(GUILD, ANN.id))["toy"].standing.games == 2


async def test_two_managers_at_once_change_two_rules(stage: Stage) -> None:
    """Each stores the one that they press, so that neither undoes the other."""
    games = stage.tables.server_games
    await games.turn(GUILD, Switch.IMPORTS, on=False)
    await games.let_open(GUILD, [7, 5])

    assert await games.rules(GUILD) == ServerRules(imports=False, openers=(5, 7))
    await games.let_open(GUILD, [7, GUILD])
    assert await games.rules(GUILD) == ServerRules(imports=False)

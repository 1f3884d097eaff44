"""The lobby: who is in, what is chosen, who may start and cancel."""

import asyncio
from typing import Any

import pytest

from metrobot.engine.errors import Fact
from metrobot.service.model import chance
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, Status
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, KEY, Stage
from tests.service.toy import TOY


def refusal(error: pytest.ExceptionInfo[TableError]) -> tuple[str, dict[str, Fact]]:
    """Return key and facts of what was refused."""
    return str(error.value.key), error.value.facts


def names(table: Table) -> list[str]:
    """Return the names of the people at a table."""
    return [person.name for person in table.people]


async def _start(stage: Stage, **given: Any) -> Table:
    player = given.pop("player", ANN.id)
    may_manage = given.pop("may_manage", False)
    return await stage.tables.lobbies.at(CHANNEL).start(
        player, may_manage=may_manage, interaction=900
    )


async def test_a_lobby_opens_with_its_host_in_it(stage: Stage) -> None:
    """All options have their defaults, and the key is committed to."""
    table = await stage.lobby()

    assert (table.status, names(table), table.place.host) == (Status.LOBBY, ["Ann"], ANN.id)
    assert table.options == {"open": False, "double": False, "colour": "red"}
    assert (table.commitment, table.key) == (chance.commitment_of(KEY), None)
    assert (table.revision, table.ruleset, table.state, table.log) == (0, None, None, ())


async def test_a_channel_has_one_unfinished_game(stage: Stage) -> None:
    """A second one is refused, with where the first one is."""
    table = await stage.lobby()
    await stage.store.games.set_board_message(table.id, 77)

    with pytest.raises(TableError) as error:
        await stage.lobby()
    assert refusal(error) == ("table.exists", {"channel": CHANNEL, "message": 77})


async def test_an_unknown_title_is_refused(stage: Stage) -> None:
    """The refusal lists those that there are."""
    with pytest.raises(TableError) as error:
        await stage.tables.lobbies.open(guild=1, channel=2, host=ANN, title="chess", capacity=None)
    assert refusal(error) == ("table.no_such_title", {"title": "chess", "titles": ("toy",)})


async def test_a_wrong_number_of_places_is_refused(stage: Stage) -> None:
    """The refusal lists the numbers that can play."""
    with pytest.raises(TableError) as error:
        await stage.tables.lobbies.open(guild=1, channel=2, host=ANN, title="toy", capacity=5)
    assert refusal(error) == ("table.wrong_count", {"have": 5, "counts": ("2", "3")})


async def test_joining_adds_salt(stage: Stage) -> None:
    """One grain for each who joined, none for the host."""
    table = await stage.lobby(BOB, CAT)

    assert (names(table), table.salt) == (["Ann", "Bob", "Cat"], ("500", "501"))


async def test_nobody_joins_twice(stage: Stage) -> None:
    """Joining again is refused with the reason."""
    await stage.lobby(BOB)

    with pytest.raises(TableError) as error:
        await stage.tables.lobbies.at(CHANNEL).join(BOB, 502)
    assert refusal(error) == ("table.already_in", {})


async def test_a_full_table_takes_nobody(stage: Stage) -> None:
    """It is full when the title allows no more people."""
    await stage.lobby(BOB, CAT)

    with pytest.raises(TableError) as error:
        await stage.tables.lobbies.at(CHANNEL).join(DAN, 502)
    assert refusal(error) == ("table.full", {"capacity": 3})


async def test_a_table_has_the_places_that_were_asked_for(stage: Stage) -> None:
    """The host may want fewer people than the title allows."""
    await stage.tables.lobbies.open(guild=1, channel=CHANNEL, host=ANN, title="toy", capacity=2)
    await stage.tables.lobbies.at(CHANNEL).join(BOB, 500)

    with pytest.raises(TableError) as error:
        await stage.tables.lobbies.at(CHANNEL).join(CAT, 501)
    assert refusal(error) == ("table.full", {"capacity": 2})


async def test_no_lobby_nothing_to_join(stage: Stage) -> None:
    """A channel without a game says so."""
    with pytest.raises(TableError) as error:
        await stage.tables.lobbies.at(CHANNEL).join(BOB, 500)
    assert refusal(error) == ("table.none_here", {})


async def test_a_host_who_leaves_hands_the_table_on(stage: Stage) -> None:
    """The one who joined next is host; the salt stays."""
    await stage.lobby(BOB, CAT)
    table = await stage.tables.lobbies.at(CHANNEL).leave(ANN.id)

    assert (names(table), table.place.host, table.salt) == (["Bob", "Cat"], BOB.id, ("500", "501"))


async def test_a_guest_who_leaves_changes_no_host(stage: Stage) -> None:
    """The host stays host."""
    await stage.lobby(BOB)
    table = await stage.tables.lobbies.at(CHANNEL).leave(BOB.id)

    assert (names(table), table.place.host) == (["Ann"], ANN.id)


async def test_the_last_one_to_leave_cancels(stage: Stage) -> None:
    """The channel is free again."""
    await stage.lobby()
    table = await stage.tables.lobbies.at(CHANNEL).leave(ANN.id)

    assert table.status is Status.CANCELLED
    assert (await stage.lobby()).status is Status.LOBBY


async def test_who_is_not_in_cannot_leave(stage: Stage) -> None:
    """A stranger is told so."""
    await stage.lobby()

    with pytest.raises(TableError) as error:
        await stage.tables.lobbies.at(CHANNEL).leave(BOB.id)
    assert refusal(error) == ("table.not_in_lobby", {})


@pytest.mark.parametrize(("name", "value"), [("open", True), ("colour", "blue")])
async def test_the_host_chooses_options(stage: Stage, name: str, value: bool | str) -> None:
    """The others keep their values."""
    before = (await stage.lobby()).options
    table = await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, name, value)

    assert table.options == {**before, name: value}


async def test_the_host_chooses_the_seating(stage: Stage) -> None:
    """It is an option of the table, not of the title."""
    assert (await stage.lobby()).seating == "random"
    assert (
        await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    ).seating == "joined"


@pytest.mark.parametrize(
    ("name", "value"),
    [("speed", "high"), ("colour", "green"), ("open", "true"), ("seating", "alphabetical")],
)
async def test_unknown_options_are_refused(stage: Stage, name: str, value: str) -> None:
    """Unknown names as well as unknown values."""
    await stage.lobby()

    with pytest.raises(TableError) as error:
        await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, name, value)
    assert refusal(error) == ("table.no_such_option", {"option": name, "value": value})


async def test_guests_choose_nothing(stage: Stage) -> None:
    """The refusal names the host."""
    await stage.lobby(BOB)

    with pytest.raises(TableError) as error:
        await stage.tables.lobbies.at(CHANNEL).choose(BOB.id, "open", True)
    assert refusal(error) == ("table.not_host", {"host": "Ann"})


async def test_a_game_starts_with_its_first_draws_made(stage: Stage) -> None:
    """Chance has dealt, by the key and the salt, and somebody is awaited."""
    await stage.lobby(BOB)
    table = await _start(stage)

    deal = table.title.chance(table.title.initial_state(table.rules))
    drawn = deal[chance.draw_index(KEY, ("500", "900"), 1, len(deal))]
    assert [logged.event.action for logged in table.log] == [drawn]
    assert (table.status, table.revision, table.salt) == (Status.RUNNING, 1, ("500", "900"))
    assert table.to_act() == (table.people[0],)


async def test_the_order_of_play_is_draw_zero(stage: Stage) -> None:
    """The same for everybody who computes it, and not the order of joining here."""
    await stage.lobby(BOB, CAT)
    table = await stage.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=902)

    assert chance.seating(KEY, ("500", "501", "902"), 3) == (2, 0, 1)
    assert names(table) == ["Cat", "Ann", "Bob"]


async def test_the_order_of_play_may_be_that_of_joining(stage: Stage) -> None:
    """If the host chooses so."""
    assert names(await stage.start(BOB, CAT)) == ["Ann", "Bob", "Cat"]


async def test_too_few_people_cannot_start(stage: Stage) -> None:
    """The refusal counts them."""
    await stage.lobby()

    with pytest.raises(TableError) as error:
        await _start(stage)
    assert refusal(error) == ("table.too_few", {"need": 2, "have": 1})


async def test_an_option_for_fewer_makes_no_difference(stage: Stage) -> None:
    """Chosen before more people came, it is as usual when they start."""
    await stage.lobby(BOB, CAT)
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "double", True)
    await stage.agree(BOB, CAT)

    assert (await _start(stage)).options["double"] is False


async def test_guests_cannot_start(stage: Stage) -> None:
    """Unless they manage the channel."""
    await stage.lobby(BOB)

    with pytest.raises(TableError) as error:
        await _start(stage, player=BOB.id)
    assert refusal(error) == ("table.not_host", {"host": "Ann"})
    assert (await _start(stage, player=DAN.id, may_manage=True)).status is Status.RUNNING


async def test_a_game_starts_once(stage: Stage) -> None:
    """The second press is told that it has started; so is whoever joins or leaves then."""
    await stage.start(BOB)

    for late in (
        _start(stage),
        stage.tables.lobbies.at(CHANNEL).join(CAT, 502),
        stage.tables.lobbies.at(CHANNEL).leave(BOB.id),
        stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "open", True),
    ):
        with pytest.raises(TableError) as error:
            await late
        assert refusal(error) == ("table.started", {})


@pytest.mark.parametrize("running", [False, True])
async def test_the_host_cancels(stage: Stage, running: bool) -> None:
    """A lobby, or a running game that nobody else plays; its key stays secret."""
    await (stage.start(BOB) if running else stage.lobby(BOB))
    if running:
        await stage.tables.seats.resign((await stage.tables.in_channel(CHANNEL)).id, BOB.id)
    table = await stage.tables.cancel(CHANNEL, ANN, may_manage=False)

    assert (table.status, table.key) == (Status.CANCELLED, None)
    with pytest.raises(TableError) as error:
        await stage.tables.in_channel(CHANNEL)
    assert refusal(error) == ("table.none_here", {})


async def test_no_host_cancels_a_game_that_others_play(stage: Stage) -> None:
    """It takes a vote; whoever manages the channel may."""
    await stage.start(BOB)

    with pytest.raises(TableError) as error:
        await stage.tables.cancel(CHANNEL, ANN, may_manage=False)
    assert refusal(error) == ("table.needs_vote", {})
    assert (await stage.tables.in_channel(CHANNEL)).status is Status.RUNNING


async def test_a_game_is_cancelled_once(stage: Stage) -> None:
    """Of two at once, the second one is told that it is over."""
    game = (await stage.start(BOB)).id
    results = await asyncio.gather(
        *(stage.tables.cancel(CHANNEL, ANN, may_manage=True, game=game) for _ in range(2)),
        return_exceptions=True,
    )

    lost = [result.key for result in results if isinstance(result, TableError)]
    assert lost == ["table.over"]


@pytest.mark.embedded  # else either may be first
async def test_a_lobby_that_was_just_cancelled_takes_nobody(stage: Stage) -> None:
    """Somebody joining while the last one leaves finds no game."""
    await stage.lobby()
    _, late = await asyncio.gather(
        stage.tables.lobbies.at(CHANNEL).leave(ANN.id),
        stage.tables.lobbies.at(CHANNEL).join(BOB, 500),
        return_exceptions=True,
    )

    assert isinstance(late, TableError)
    assert late.key == "table.none_here"


async def test_each_lobby_has_a_key_of_its_own(stage: Stage) -> None:
    """Unless a test gives it one, nobody can foresee it."""
    tables = Tables(stage.store, stage.clock, {"toy": TOY})
    commitments = set()
    for channel in range(5):
        table = await tables.lobbies.open(
            guild=1, channel=channel, host=ANN, title="toy", capacity=None
        )
        commitments.add(table.commitment)

    assert len(commitments) == 5


async def test_guests_cannot_cancel(stage: Stage) -> None:
    """Unless they manage the channel."""
    await stage.start(BOB)

    with pytest.raises(TableError) as error:
        await stage.tables.cancel(CHANNEL, BOB, may_manage=False)
    assert refusal(error) == ("table.not_host", {"host": "Ann"})
    table = await stage.tables.cancel(CHANNEL, DAN, may_manage=True)
    assert table.status is Status.CANCELLED


async def test_a_lobby_shows_no_board(stage: Stage) -> None:
    """Nor a record, nor seats; nobody is awaited."""
    table = await stage.lobby(BOB)

    assert (table.seats_of(ANN.id), table.to_act()) == (frozenset(), ())
    for ask in (
        lambda: table.view_for(None),
        lambda: table.summary(0),
        lambda: table.played.state_before(0),
        table.record,
    ):
        with pytest.raises(TableError) as error:
            ask()
        assert refusal(error) == ("table.not_started", {})


async def test_names_are_those_last_seen(stage: Stage) -> None:
    """A display name that changed is shown from then on."""
    await stage.lobby(BOB)
    await stage.tables.people.rename(Person(BOB.id, "Robert"))

    assert names(await stage.tables.in_channel(CHANNEL)) == ["Ann", "Robert"]


async def test_each_channel_has_its_own_game(stage: Stage) -> None:
    """A game next door does not matter."""
    await stage.lobby(BOB)
    other = await stage.tables.lobbies.open(
        guild=GUILD, channel=CHANNEL + 1, host=CAT, title="toy", capacity=None
    )

    assert names(other) == ["Cat"]
    assert names(await stage.tables.in_channel(CHANNEL)) == ["Ann", "Bob"]


async def test_a_host_removes_somebody_who_cannot_come_back(stage: Stage) -> None:
    """To this lobby, whoever hosts it by then; any other is open to them."""
    await stage.lobby(BOB, CAT)
    lobby = stage.tables.lobbies.at(CHANNEL)
    for player, other, key in (
        (CAT, BOB, TableKey.NOT_HOST),
        (ANN, ANN, TableKey.NOT_THERE),
        (ANN, DAN, TableKey.NOT_THERE),
    ):
        with pytest.raises(TableError) as error:
            await lobby.remove(player.id, other.id)
        assert error.value.key == key

    table = await lobby.remove(ANN.id, BOB.id)
    await lobby.leave(ANN.id)
    with pytest.raises(TableError) as error:
        await lobby.join(BOB, 9)
    elsewhere = await stage.tables.lobbies.open(
        guild=GUILD, channel=CHANNEL + 1, host=CAT, title="toy", capacity=None
    )
    joined = await stage.tables.lobbies.at(CHANNEL + 1, elsewhere.id).join(BOB, 10)

    assert [person.id for person in table.people] == [ANN.id, CAT.id]
    assert error.value.key == TableKey.REMOVED
    assert joined.has(BOB.id)


async def test_who_removes_and_who_joins_at_one_moment_are_one_after_the_other(
    stage: Stage,
) -> None:
    """Two presses of the host remove once, and nobody gets in between."""
    await stage.lobby(BOB)
    lobby = stage.tables.lobbies.at(CHANNEL)

    told = await asyncio.gather(
        lobby.remove(ANN.id, BOB.id),
        lobby.remove(ANN.id, BOB.id),
        lobby.join(BOB, 8),
        return_exceptions=True,
    )

    keys = [each.key for each in told if isinstance(each, TableError)]
    assert sorted(keys) == [TableKey.NOT_THERE, TableKey.REMOVED]
    assert not (await stage.tables.in_channel(CHANNEL)).has(BOB.id)


async def test_a_game_that_has_ended_forgets_whom_its_host_removed(stage: Stage) -> None:
    """Nothing keeps their id longer than they are kept out."""
    await stage.lobby(BOB, CAT)
    lobby = stage.tables.lobbies.at(CHANNEL)
    await lobby.remove(ANN.id, BOB.id)
    table = await lobby.start(ANN.id, may_manage=False, interaction=3)

    row = await stage.store.games.by_id(table.id)
    over = await stage.store.games.by_id((await stage.finish(table)).id)
    assert row is not None
    assert over is not None
    assert (row.removed, over.removed) == ((BOB.id,), None)

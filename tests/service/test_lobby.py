"""The lobby: who is in, what is chosen, who may start and cancel."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from metrobot.engine.errors import Fact
from metrobot.service.model import chance
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, Status
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from tests.service.acts import lost, opened, refusal, refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, KEY, Stage
from tests.service.toy import TOY


def names(table: Table) -> list[str]:
    return [person.name for person in table.people]


async def _start(stage: Stage, **given: Any) -> Table:
    player = given.pop("player", ANN.id)
    may_manage = given.pop("may_manage", False)
    return await stage.tables.lobbies.at(CHANNEL).start(
        player, may_manage=may_manage, interaction=900
    )


async def join(stage: Stage, person: Person) -> Table:
    return await stage.tables.lobbies.at(CHANNEL).join(person, 502)


async def choose(stage: Stage, name: str, value: str | bool, person: Person = ANN) -> Table:
    return await stage.tables.lobbies.at(CHANNEL).choose(person.id, name, value)


async def test_a_lobby_opens_with_its_host_in_it(stage: Stage) -> None:
    table = await stage.lobby()

    assert (table.status, names(table), table.place.host) == (Status.LOBBY, ["Ann"], ANN.id)
    assert table.options == {"open": False, "double": False, "colour": "red"}
    assert (table.commitment, table.key) == (chance.commitment_of(KEY), None)
    assert (table.revision, table.ruleset, table.state, table.log) == (0, None, None, ())


Act = Callable[[Stage], Awaitable[object]]
REFUSED: Mapping[str, tuple[Sequence[Person], Act, str, dict[str, Fact]]] = {
    "a second lobby": (
        [],
        lambda stage: stage.lobby(),
        "table.exists",
        {"channel": CHANNEL, "message": 77},
    ),
    "somebody who is in": ([BOB], lambda stage: join(stage, BOB), "table.already_in", {}),
    "more people than the title has": (
        [BOB, CAT],
        lambda stage: join(stage, DAN),
        "table.full",
        {"capacity": 3},
    ),
    "a stranger who leaves": (
        [],
        lambda stage: stage.tables.lobbies.at(CHANNEL).leave(BOB.id),
        "table.not_in_lobby",
        {},
    ),
    "a guest who chooses": (
        [BOB],
        lambda stage: choose(stage, "open", True, BOB),
        "table.not_host",
        {"host": "Ann"},
    ),
    "a start alone": ([], _start, "table.too_few", {"need": 2, "have": 1}),
}


@pytest.mark.parametrize(("guests", "act", "key", "facts"), REFUSED.values(), ids=REFUSED)
async def test_what_a_lobby_refuses_it_refuses_with_the_reason(
    stage: Stage, guests: Sequence[Person], act: Act, key: str, facts: dict[str, Fact]
) -> None:
    table = await stage.lobby(*guests)
    await stage.store.games.set_board_message(table.id, 77)

    assert await refusal(act(stage)) == (key, facts)


@pytest.mark.parametrize(
    ("terms", "key", "facts"),
    [
        ({"title": "chess"}, "table.no_such_title", {"title": "chess", "titles": ("toy",)}),
        ({"capacity": 5}, "table.wrong_count", {"have": 5, "counts": ("2", "3")}),
    ],
)
async def test_a_lobby_that_cannot_be_is_not_opened(
    stage: Stage, terms: dict[str, Any], key: str, facts: dict[str, Fact]
) -> None:
    assert await refusal(opened(stage.tables, **terms)) == (key, facts)
    assert await refusal(join(stage, BOB)) == ("table.none_here", {})


async def test_a_table_has_the_places_that_were_asked_for(stage: Stage) -> None:
    await opened(stage.tables, capacity=2)
    await join(stage, BOB)

    assert await refusal(join(stage, CAT)) == ("table.full", {"capacity": 2})


@pytest.mark.parametrize(
    ("name", "value"),
    [("speed", "high"), ("colour", "green"), ("open", "true"), ("seating", "alphabetical")],
)
async def test_unknown_options_are_refused(stage: Stage, name: str, value: str) -> None:
    await stage.lobby()
    answer = await refusal(choose(stage, name, value))

    assert answer == ("table.no_such_option", {"option": name, "value": value})


async def test_joining_adds_salt(stage: Stage) -> None:
    table = await stage.lobby(BOB, CAT)

    assert (names(table), table.salt) == (["Ann", "Bob", "Cat"], ("500", "501"))


async def test_a_host_who_leaves_hands_the_table_on(stage: Stage) -> None:
    await stage.lobby(BOB, CAT)
    table = await stage.tables.lobbies.at(CHANNEL).leave(ANN.id)

    assert (names(table), table.place.host, table.salt) == (["Bob", "Cat"], BOB.id, ("500", "501"))


async def test_a_guest_who_leaves_changes_no_host(stage: Stage) -> None:
    await stage.lobby(BOB)
    table = await stage.tables.lobbies.at(CHANNEL).leave(BOB.id)

    assert (names(table), table.place.host) == (["Ann"], ANN.id)


async def test_the_last_one_to_leave_cancels(stage: Stage) -> None:
    await stage.lobby()
    table = await stage.tables.lobbies.at(CHANNEL).leave(ANN.id)

    assert table.status is Status.CANCELLED
    assert (await stage.lobby()).status is Status.LOBBY


@pytest.mark.parametrize(("name", "value"), [("open", True), ("colour", "blue")])
async def test_the_host_chooses_options(stage: Stage, name: str, value: bool | str) -> None:
    before = (await stage.lobby()).options
    table = await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, name, value)

    assert table.options == {**before, name: value}


async def test_the_host_chooses_the_seating(stage: Stage) -> None:
    """It is an option of the table, not of the title."""
    assert (await stage.lobby()).seating == "random"
    assert (await choose(stage, "seating", "joined")).seating == "joined"


async def test_a_game_starts_with_its_first_draws_made(stage: Stage) -> None:
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
    assert names(await stage.start(BOB, CAT)) == ["Ann", "Bob", "Cat"]


async def test_an_option_for_fewer_makes_no_difference(stage: Stage) -> None:
    await stage.lobby(BOB, CAT)
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "double", True)
    await stage.agree(BOB, CAT)

    assert (await _start(stage)).options["double"] is False


async def test_guests_cannot_start(stage: Stage) -> None:
    await stage.lobby(BOB)

    assert await refusal(_start(stage, player=BOB.id)) == ("table.not_host", {"host": "Ann"})
    assert (await _start(stage, player=DAN.id, may_manage=True)).status is Status.RUNNING


async def test_a_game_starts_once(stage: Stage, table: Table) -> None:
    """The second press is told that it has started; so is whoever joins or leaves then."""
    for late in (
        _start(stage),
        stage.tables.lobbies.at(CHANNEL).join(CAT, 502),
        stage.tables.lobbies.at(CHANNEL).leave(BOB.id),
        stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "open", True),
    ):
        assert await refusal(late) == ("table.started", {})


@pytest.mark.parametrize("running", [False, True])
async def test_the_host_cancels(stage: Stage, running: bool) -> None:
    """A lobby, or a running game that nobody else plays; its key stays secret."""
    await (stage.start(BOB) if running else stage.lobby(BOB))
    if running:
        await stage.tables.seats.resign((await stage.tables.in_channel(CHANNEL)).id, BOB.id)
    table = await stage.tables.cancel(CHANNEL, ANN, may_manage=False)

    assert (table.status, table.key) == (Status.CANCELLED, None)
    assert await refusal(stage.tables.in_channel(CHANNEL)) == ("table.none_here", {})


async def test_no_host_cancels_a_game_that_others_play(stage: Stage, table: Table) -> None:
    """It takes a vote; whoever manages the channel may."""
    answer = await refusal(stage.tables.cancel(CHANNEL, ANN, may_manage=False))
    assert answer == ("table.needs_vote", {})
    assert (await stage.tables.in_channel(CHANNEL)).status is Status.RUNNING


async def test_a_game_is_cancelled_once(stage: Stage) -> None:
    game = (await stage.start(BOB)).id
    cancel = partial(stage.tables.cancel, CHANNEL, ANN, may_manage=True, game=game)

    assert await lost(cancel(), cancel()) == ["table.over"]


@pytest.mark.embedded  # else either may be first
async def test_a_lobby_that_was_just_cancelled_takes_nobody(stage: Stage) -> None:
    await stage.lobby()
    leaving = stage.tables.lobbies.at(CHANNEL).leave(ANN.id)

    assert await lost(leaving, join(stage, BOB)) == ["table.none_here"]


async def test_each_lobby_has_a_key_of_its_own(stage: Stage) -> None:
    """Unless a test gives it one, nobody can foresee it."""
    tables = Tables(stage.store, stage.clock, {"toy": TOY})
    commitments = set()
    for channel in range(5):
        table = await opened(tables, channel)
        commitments.add(table.commitment)

    assert len(commitments) == 5


async def test_guests_cannot_cancel(stage: Stage, table: Table) -> None:
    answer = await refusal(stage.tables.cancel(CHANNEL, BOB, may_manage=False))
    assert answer == ("table.not_host", {"host": "Ann"})
    table = await stage.tables.cancel(CHANNEL, DAN, may_manage=True)
    assert table.status is Status.CANCELLED


async def test_a_lobby_shows_no_board(stage: Stage) -> None:
    table = await stage.lobby(BOB)

    assert (table.seats_of(ANN.id), table.to_act()) == (frozenset(), ())
    for ask in (
        lambda: table.view_for(None),
        lambda: table.view_for(ANN.id),
        lambda: table.summary(0),
        lambda: table.played.state_before(0),
        table.record,
    ):
        with pytest.raises(TableError) as error:
            ask()
        assert (error.value.key, error.value.facts) == ("table.not_started", {})


async def test_names_are_those_last_seen(stage: Stage) -> None:
    """A display name that changed is shown from then on."""
    await stage.lobby(BOB)
    await stage.tables.people.rename(Person(BOB.id, "Robert"))

    assert names(await stage.tables.in_channel(CHANNEL)) == ["Ann", "Robert"]


async def test_each_channel_has_its_own_game(stage: Stage) -> None:
    await stage.lobby(BOB)

    assert names(await opened(stage.tables, CHANNEL + 1, CAT)) == ["Cat"]
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
        assert await refused(lobby.remove(player.id, other.id)) == key

    table = await lobby.remove(ANN.id, BOB.id)
    await lobby.leave(ANN.id)
    answer = await refused(lobby.join(BOB, 9))
    elsewhere = await opened(stage.tables, CHANNEL + 1, CAT)
    joined = await stage.tables.lobbies.at(CHANNEL + 1, elsewhere.id).join(BOB, 10)

    assert [person.id for person in table.people] == [ANN.id, CAT.id]
    assert answer == TableKey.REMOVED
    assert joined.has(BOB.id)


async def test_who_removes_and_who_joins_at_one_moment_are_one_after_the_other(
    stage: Stage,
) -> None:
    await stage.lobby(BOB)
    lobby = stage.tables.lobbies.at(CHANNEL)

    removed = (lobby.remove(ANN.id, BOB.id) for _ in range(2))
    keys = await lost(*removed, lobby.join(BOB, 8))

    assert sorted(keys) == [TableKey.NOT_THERE, TableKey.REMOVED]
    assert not (await stage.tables.in_channel(CHANNEL)).has(BOB.id)


async def test_a_game_that_has_ended_forgets_whom_its_host_removed(stage: Stage) -> None:
    """Nothing keeps their id longer than they are kept out."""
    await stage.lobby(BOB, CAT)
    lobby = stage.tables.lobbies.at(CHANNEL)
    await lobby.remove(ANN.id, BOB.id)
    table = await lobby.start(ANN.id, may_manage=False, interaction=3)

    row = await stage.row(table)
    over = await stage.row(await stage.finish(table))
    assert (row.removed, over.removed) == ((BOB.id,), None)

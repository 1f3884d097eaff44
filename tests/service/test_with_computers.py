"""Tables with computers: lobby, seats, covers, what is told, what may be taken back."""

from metrobot.engine.actors import Seat
from metrobot.service.membership.transfer_rules import SILENCE, TransferReason, with_a_voice
from metrobot.service.membership.undo import UndoKey
from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import Person, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.store.statements.votes.ballots import Ballot
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, Stage
from tests.service.toy import Take

TURNS = {DeliveryKind.TURN.value, DeliveryKind.TURNS.value}


async def lobby_with(stage: Stage, *levels: str, people: tuple[Person, ...] = ()) -> Table:
    """Open a lobby of Ann, others, and computers of these levels."""
    table = await stage.lobby(*people)
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    for level in levels:
        table = await stage.tables.lobbies.at(CHANNEL).add_computer(ANN.id, level)
    return table


async def started_with(stage: Stage, *levels: str, people: tuple[Person, ...] = ()) -> Table:
    """Start a game of Ann, others and computers, in this order."""
    await lobby_with(stage, *levels, people=people)
    await stage.agree(*people)
    return await stage.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)


async def in_open(stage: Stage, *levels: str, people: tuple[Person, ...] = ()) -> Table:
    """Start the same with open numbers and seats, so that no seat has a secret."""
    await lobby_with(stage, *levels, people=people)
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "open_seats", "on")
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "open", True)
    await stage.agree(*people)
    return await stage.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)


def turns_said(said: list[tuple[str, int | None, int | None]]) -> list[tuple[str, int | None]]:
    """Return the kind and first turn of each message about turns."""
    return [(kind, turn) for kind, turn, _ in said if kind in TURNS]


# --- the lobby ---


async def test_one_person_starts_with_computers(stage: Stage) -> None:
    table = await started_with(stage, "easy", "strong")

    assert table.status is Status.RUNNING
    assert [person.level for person in table.people] == [None, "easy", "strong"]
    assert len({person.name for person in table.people}) == 3
    assert table.seated == table.people[:1]
    assert not table.is_alone


async def test_the_host_alone_adds_computers_and_takes_them_out(stage: Stage) -> None:
    table = await lobby_with(stage, "fair", people=(BOB,))
    computer = table.computers[0].id

    for level, player, key in (
        ("fair", BOB.id, TableKey.NOT_HOST),
        ("fair", ANN.id, TableKey.FULL_COMPUTERS),
    ):
        assert await refused(stage.tables.lobbies.at(CHANNEL).add_computer(player, level)) == key
    answer = await refused(stage.tables.lobbies.at(CHANNEL).remove(BOB.id, computer))
    assert answer == TableKey.NOT_HOST

    table = await stage.tables.lobbies.at(CHANNEL).remove(ANN.id, computer)
    assert [person.id for person in table.people] == [ANN.id, BOB.id]
    answer = await refused(stage.tables.lobbies.at(CHANNEL).add_computer(ANN.id, "perfect"))
    assert answer == TableKey.NO_SUCH_OPTION


async def test_a_computer_is_never_host(stage: Stage) -> None:
    await lobby_with(stage, "easy")
    await stage.tables.lobbies.at(CHANNEL).join(BOB, 600)

    table = await stage.tables.lobbies.at(CHANNEL).leave(ANN.id)
    assert table.place.host == BOB.id
    table = await stage.tables.lobbies.at(CHANNEL).leave(BOB.id)
    assert table.status is Status.CANCELLED

    table = await started_with(stage, "easy", people=(BOB,))
    table = await stage.tables.seats.resign(table.id, ANN.id)
    assert table.place.host == BOB.id


async def test_computers_are_sent_no_hands(told: Stage) -> None:
    await started_with(told, "easy", people=(BOB,))

    hands = [player for kind, _, player in await told.said() if kind == DeliveryKind.HAND]
    assert sorted(filter(None, hands)) == [ANN.id, BOB.id]


async def test_the_last_person_to_leave_cancels(stage: Stage) -> None:
    table = await started_with(stage, "easy", "fair")

    table = await stage.tables.seats.resign(table.id, ANN.id)

    assert table.status is Status.CANCELLED


# --- computers in places ---


async def test_a_computer_takes_a_vacant_place_and_gives_it_up_again(stage: Stage) -> None:
    """At once; a person may have it without anybody being asked where its host has said so."""
    table = await in_open(stage, people=(BOB, CAT))
    table = await stage.tables.seats.resign(table.id, CAT.id)

    found = await stage.tables.seats.offer_computer(table, BOB.id, 2, "fair")
    assert isinstance(found, Table)
    assert found.people[2].level == "fair"
    assert found.title.vacant(found.state) == frozenset()

    after = await stage.tables.seats.take(table.id, 2, DAN)
    assert isinstance(after, Table)
    assert after.people[2].id == DAN.id


async def test_where_a_hand_goes_with_it_people_alone_are_asked(stage: Stage) -> None:
    """A computer has no voice of its own."""
    table = await started_with(stage, "fair", people=(BOB,))

    ballot = await stage.tables.seats.take(table.id, 2, DAN)

    assert isinstance(ballot, Ballot)
    assert ballot.voters == {ANN.id, BOB.id, DAN.id}
    ballot = await stage.vote(table, ballot, ANN, BOB)
    assert stage.tables.seats.count(table, ballot).is_decided
    after = await stage.tables.seats.hand_over(table.id, ballot, DAN)
    assert after.people[2].id == DAN.id


async def test_a_person_s_place_is_not_taken(stage: Stage) -> None:
    """Computers can be replaced, people not."""
    table = await in_open(stage, "fair")

    assert await refused(stage.tables.seats.take(table.id, 0, DAN)) == TableKey.SEAT_TAKEN


# --- covers ---


async def covered(stage: Stage, *people: Person) -> Table:
    """Start a game of Ann and others in which Ann has been silent, and is covered."""
    table = await stage.start(*people)
    await stage.tables.housekeeping.round()
    table = await stage.wait(SILENCE.total_seconds())
    found = await stage.tables.seats.offer_computer(table, people[0].id, 0, "easy")
    assert isinstance(found, Ballot)
    ballot = await stage.vote(table, found, *people)
    assert stage.tables.seats.count(table, ballot).is_decided
    newcomer = next(each for each in ballot.voters if computer_of(each) is not None)
    return await stage.tables.seats.hand_over(table.id, ballot, Person(newcomer, ""))


async def test_a_silent_seat_is_covered_and_stays_its_owner_s(told: Stage) -> None:
    """The waiting players decide by majority; the channel is told; nobody awaits the owner."""
    table = await covered(told, BOB, CAT)

    assert [person.id for person in table.people] == [ANN.id, BOB.id, CAT.id]
    assert table.people[0].cover == "easy"
    assert table.to_call() == ()
    assert table.seats_to_compute() == (Seat(0),)
    assert not await told.is_silent(0)
    assert (DeliveryKind.COVERED.value, None, ANN.id) in await told.said()


async def test_the_host_has_a_silent_seat_covered_at_once(stage: Stage) -> None:
    """Its owner may come back whenever they like, so nothing is lost by it."""
    table = await stage.take(await stage.start(BOB), 1, 1)
    table = await stage.wait(SILENCE.total_seconds())

    found = await stage.tables.seats.offer_computer(table, ANN.id, 1, "fair")

    assert isinstance(found, Table)
    assert found.people[1].cover == "fair"
    assert found.people[1].id == BOB.id


async def test_one_s_own_seat_may_be_covered_at_once(stage: Stage, table: Table) -> None:
    """Nobody else is asked, and nobody reads of the hand."""
    found = await stage.tables.seats.offer_computer(table, BOB.id, 1, "strong")

    assert isinstance(found, Table)
    assert found.people[1].cover == "strong"
    answer = await refused(stage.tables.seats.offer_computer(found, ANN.id, 1, "easy"))
    assert answer == TableKey.COVERED


async def test_who_is_not_silent_is_covered_only_by_agreement(stage: Stage, table: Table) -> None:
    found = await stage.tables.seats.offer_computer(table, BOB.id, 0, "easy")

    assert isinstance(found, Ballot)
    count = stage.tables.seats.count(table, found)
    assert count.ground is TransferReason.ASKED
    assert not count.is_decided
    ballot = await stage.vote(table, found, ANN)
    assert stage.tables.seats.count(table, ballot).is_decided


async def test_who_is_back_plays_and_is_reminded_again(told: Stage) -> None:
    """They go on with the time that they had, as the computer has not played."""
    table = await covered(told, BOB, CAT)
    since = table.turn_since
    await told.tables.housekeeping.round()
    table = await told.wait(3600)

    table = await told.tables.covers.come_back(table.id, ANN.id)

    assert table.people[0].cover is None
    assert [person.id for person in table.to_call()] == [ANN.id]
    assert table.turn_since == since
    await told.said()
    told.notifier.said.clear()
    table = await told.wait(24 * 3600)
    await told.tables.housekeeping.round()
    assert [kind for kind, _, _ in await told.said()] == ["remind", "silent"]


async def test_nobody_is_reminded_of_what_a_computer_does(told: Stage) -> None:
    """Neither the owner of a covered seat, nor a computer."""
    await covered(told, BOB, CAT)
    await told.said()
    told.notifier.said.clear()

    await told.wait(72 * 3600)
    await told.tables.housekeeping.round()

    assert await told.said() == []


async def test_what_its_owner_does_ends_a_cover(told: Stage) -> None:
    """To play is to be back, and so is to plan."""
    table = await covered(told, BOB, CAT)
    table = await told.tables.turns.act(table.id, ANN.id, table.revision, [Take(1), Take(1)])
    assert table.people[0].cover is None
    assert (DeliveryKind.BACK.value, None, ANN.id) in await told.said()

    assert isinstance(await told.tables.seats.offer_computer(table, BOB.id, 1, "easy"), Table)
    drafted = await told.tables.turns.begin_draft(table.id, BOB.id)
    assert drafted.table.people[1].cover is None


async def test_a_place_that_changes_hands_is_covered_no_longer(stage: Stage) -> None:
    """The cover was the person's."""
    table = await covered(stage, BOB, CAT)

    table = await stage.tables.seats.resign(table.id, ANN.id)

    assert table.people[0].is_vacant
    assert table.people[0].cover is None


async def test_who_is_covered_goes_with_the_majority(stage: Stage) -> None:
    """So nobody has to wait for them; but who lets a computer play for a while has a say."""
    table = await covered(stage, BOB, CAT)
    assert [person.id for person in with_a_voice(table)] == [BOB.id, CAT.id]

    found = await stage.tables.seats.offer_computer(table, CAT.id, 2, "easy")
    assert isinstance(found, Table)
    assert [person.id for person in with_a_voice(found)] == [BOB.id, CAT.id]


async def test_who_was_left_alone_with_covered_players_asks_them(stage: Stage) -> None:
    """One person never decides about those who are away."""
    table = await covered(stage, BOB, CAT)
    table = await stage.tables.seats.resign(table.id, CAT.id)

    assert [person.id for person in with_a_voice(table)] == [ANN.id, BOB.id]


# --- what is told ---


async def test_turns_in_a_row_are_told_together_once_a_person_is_awaited(told: Stage) -> None:
    """Nothing before that; the first turn of them is named."""
    table = await started_with(told, "easy", "easy")
    await told.said()

    table = await told.take(table, 1, 1)
    table = await told.take(table, 1, 1)
    assert turns_said(await told.said()) == []
    table = await told.take(table, 1, 1)

    assert turns_said(await told.said()) == [("turns", 0)]


async def test_between_people_each_turn_is_told_by_itself(told: Stage) -> None:
    """Also at a table with a computer: what a person waits for is told at once."""
    table = await started_with(told, "easy", people=(BOB,))

    table = await told.take(table, 1, 1)
    assert turns_said(await told.said()) == [("turn", 0)]
    table = await told.take(table, 1, 1)
    assert turns_said(await told.said()) == [("turn", 0)]
    await told.take(table, 1, 1)
    assert turns_said(await told.said()) == [("turn", 0), ("turns", 1)]


async def test_the_end_tells_all_that_was_not_told(told: Stage) -> None:
    table = await started_with(told, "easy", "easy")

    await told.finish(table)

    said = [(kind, turn) for kind, turn, _ in await told.said() if kind != "hand"]
    assert said[0] == ("start", None)
    assert said[-1] == ("over", None)
    assert {kind for kind, _ in said[1:-1]} == {"turns"}


async def test_who_comes_back_hears_what_was_not_told(told: Stage, table: Table) -> None:
    """The board they are to act on is below it."""
    found = await told.tables.seats.offer_computer(table, BOB.id, 1, "easy")
    assert isinstance(found, Table)
    table = await told.take(found, 1, 1)
    assert turns_said(await told.said()) == []

    await told.tables.covers.come_back(table.id, BOB.id)

    assert [kind for kind, _, _ in (await told.said())[-2:]] == ["back", "turn"]


async def test_where_all_are_covered_each_turn_is_told_by_itself(told: Stage, table: Table) -> None:
    """Nobody waits for the computers, and no message grows without end."""
    for position, person in enumerate((ANN, BOB)):
        found = await told.tables.seats.offer_computer(table, person.id, position, "easy")
        assert isinstance(found, Table)
        table = found

    table = await told.take(table, 1, 1)
    await told.take(table, 1, 1)

    assert turns_said(await told.said()) == [("turn", 0), ("turn", 1)]


# --- taking back ---


async def test_a_turn_is_taken_back_with_those_of_computers_after_it(stage: Stage) -> None:
    """Nobody but computers has acted since: they agree."""
    table = await in_open(stage, "easy", "easy")
    table = await stage.take(table, 1, 1)
    table = await stage.take(table, 1, 1)

    asked = await stage.tables.undo.ask(table.id, ANN.id)

    assert asked.ballot is None
    assert asked.table.state.pile == 12
    assert [person.id for person in asked.table.to_act()] == [ANN.id]


async def test_a_draw_after_it_lets_it_stand(stage: Stage) -> None:
    table = await in_open(stage, "easy", "easy")
    table = await stage.take(table, 2, 2)
    table = await stage.take(table, 1, 1)

    assert await refused(stage.tables.undo.ask(table.id, ANN.id)) == UndoKey.CHANCE


async def test_people_alone_are_asked_whether_to_take_back(stage: Stage) -> None:
    """No computers; but also who lets a computer play for a while."""
    table = await in_open(stage, "easy", people=(BOB,))
    table = await stage.take(table, 1, 1)

    asked = await stage.tables.undo.ask(table.id, ANN.id)
    assert asked.ballot is not None
    assert asked.ballot.voters == {BOB.id}
    await stage.tables.ballots.close(asked.ballot)

    assert isinstance(await stage.tables.seats.offer_computer(table, BOB.id, 1, "easy"), Table)
    again = await stage.tables.undo.ask(table.id, ANN.id)
    assert again.ballot is not None
    assert again.ballot.voters == {BOB.id}

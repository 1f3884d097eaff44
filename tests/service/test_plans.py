"""Turns planned ahead: kept in secret, played once if they fit, and gone with their reason."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pytest

from metrobot.engine.title import AnyTitle, Yield
from metrobot.service.membership.endings import END
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.outbox.turn_batches import deliveries_of
from metrobot.service.play.bot_turns import pause_of
from metrobot.service.play.plans import Attempt, ahead, attempts, plan_due, plans_of
from metrobot.store.schema.act_rows import DeliveryRow, Move, NewDelivery
from metrobot.store.statements.waits.due import HELD, DueKind
from tests.databases import url_of
from tests.games.planning import PLANNED
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, HICCUP, Stage, staged
from tests.service.test_bot_turns import Thinking
from tests.service.toy import TOY, Blind, Stop, Take, Toy, ToyTurn, telling
from tests.service.toy_rounds import ROUNDS
from tests.titles import GAMES


class Fussy(Toy):
    """Counters of which each turn brings what is left of the pile."""

    id: ClassVar[str] = "fussy"

    def yield_of(self, draft: ToyTurn) -> Yield:
        """Return the counters left, and no harm."""
        return Yield(draft.after.pile, frozenset())


TITLES: dict[str, AnyTitle] = {"toy": TOY, "rounds": ROUNDS, "fussy": Fussy()}


@pytest.fixture
async def pauses() -> list[float]:
    """Return the list that hears how long it would have been waited."""
    return []


@pytest.fixture
async def stage(tmp_path: Path, pauses: list[float]) -> AsyncIterator[Stage]:
    """Return a service over an empty database, with computers and several titles."""
    url = url_of(tmp_path / "games.db")
    async with staged(url, thinker=Thinking(), pauses=pauses, titles=TITLES) as stage:
        stage.line.poster = stage.notifier
        yield stage


async def plan(stage: Stage, table: Table, person: Person, *counts: int) -> Table:
    """Plan a turn of somebody ahead: to take counters."""
    draft = (await stage.tables.plans.begin(table.id, person.id)).draft
    for count in counts:
        draft = draft.then(count - 1)
    return await stage.tables.plans.keep(table.id, person.id, table.revision, draft.code)


@dataclass
class Posts:
    """Notifier that writes down which turns each message tells of, and fails as often as wished."""

    turns: list[tuple[int, ...]] = field(default_factory=list)
    failures: int = 0

    async def deliver(self, _: Table | None, delivery: Delivery) -> int:
        """Post."""
        if self.failures and delivery.turns:
            self.failures -= 1
            raise HICCUP
        self.turns += [delivery.turns] if delivery.turns else []
        return 1000 + delivery.id


@pytest.fixture
def posts(stage: Stage) -> Posts:
    """Return the posts about turns."""
    stage.line.poster = posts = Posts()
    return posts


async def turns_said(stage: Stage) -> list[tuple[int, ...]]:
    """Return the turns that each message has told of, once all that is due was said."""
    await stage.tables.deliver_pending()
    assert isinstance(stage.line.poster, Posts)
    return stage.line.poster.turns


async def now(stage: Stage) -> Table:
    """Return the table once nothing is due."""
    await stage.tables.bot_turns.settled()
    return await stage.tables.in_channel(CHANNEL)


def taken_by(table: Table) -> list[tuple[int, int, bool]]:
    """Return each turn's seat, its counters, and whether it was planned."""
    log = ((each.event, each.planned) for each in table.log)
    return [
        (int(event.actor), event.action.count, planned)
        for event, planned in log
        if isinstance(event.actor, int) and hasattr(event.action, "count")
    ]


async def test_a_planned_turn_is_played_when_it_comes(
    stage: Stage, posts: Posts, pauses: list[float], trio: Table
) -> None:
    await plan(stage, trio, BOB, 2, 1)
    before = await stage.take(trio, 1, 1)
    after = await now(stage)

    assert taken_by(after) == [(0, 1, False), (0, 1, False), (1, 2, True), (1, 1, True)]
    assert [person.id for person in after.to_act()] == [CAT.id]
    assert pauses == [pause_of(before, after.title.seats(after.state)[1])]
    assert not after.computed
    assert plans_of(after, BOB.id) == ()
    assert await turns_said(stage) == [(0, 1)]


async def test_what_was_planned_is_known_after_a_restart(stage: Stage, trio: Table) -> None:
    await plan(stage, trio, BOB, 2, 1)
    await stage.take(trio, 1, 1)
    played = await now(stage)
    async with staged(stage.url, titles=TITLES) as again:
        found = await again.tables.in_channel(CHANNEL)

    assert taken_by(found) == taken_by(played)
    assert found.record() == played.record()


async def test_the_first_plan_that_fits_is_played(stage: Stage, table: Table) -> None:
    for counts in ((3, 3), (2, 3), (3, 1)):
        table = await plan(stage, table, BOB, *counts)
    table = await stage.take(table, 3, 3)
    after = await now(stage)

    # Chance has left five or more by then, so that all but the first may fit.
    left = table.state.pile
    first = next(each for each in ((3, 3), (2, 3), (3, 1)) if sum(each) < left)
    assert [count for seat, count, planned in taken_by(after) if planned] == list(first)


async def test_two_people_who_plan_ahead_play_by_themselves(stage: Stage, posts: Posts) -> None:
    table = await stage.start(BOB, CAT)
    table = await plan(stage, table, BOB, 1, 1)
    table = await plan(stage, table, CAT, 1, 2)
    await stage.take(table, 1, 1)
    after = await now(stage)

    assert [(seat, count) for seat, count, planned in taken_by(after) if planned] == [
        *((1, 1), (1, 1)),
        *((2, 1), (2, 2)),
    ]
    assert [person.id for person in after.to_act()] == [ANN.id]
    assert await turns_said(stage) == [(0, 1, 2)]


@pytest.mark.parametrize("dies_after", [0, 1, 2])
async def test_killed_between_planned_turns_the_rest_is_posted(
    stage: Stage, posts: Posts, monkeypatch: pytest.MonkeyPatch, dies_after: int, trio: Table
) -> None:
    """By whoever comes next, in one message; what was posted is never posted again."""
    table = await plan(stage, await plan(stage, trio, BOB, 1, 1), CAT, 1, 2)
    with monkeypatch.context() as dying:
        dying.setattr(stage.tables.bot_turns, "_run", _playing(stage, dies_after))
        await stage.take(table, 1, 1)
        await stage.tables.bot_turns.settled()
        assert await turns_said(stage) == ([(0, 1, 2)] if dies_after == 2 else [])
    async with staged(stage.url, titles=TITLES) as other:
        other.line.poster = posts
        for _ in range(2):
            await other.tables.housekeeping.round()
            await other.tables.bot_turns.settled()
        assert await turns_said(other) == [(0, 1, 2)]


async def test_a_planned_turn_and_computers_come_in_one_message(stage: Stage, posts: Posts) -> None:
    """With the turn before them, once a person is awaited who has no plan."""
    await stage.lobby(BOB)
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    await stage.tables.lobbies.at(CHANNEL).add_computer(ANN.id, "easy")
    await stage.agree(BOB)
    table = await stage.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=9)
    await plan(stage, table, BOB, 1, 1)
    await stage.take(table, 1, 1)
    after = await now(stage)

    assert [person.id for person in after.to_act()] == [ANN.id]
    assert await turns_said(stage) == [(0, 1, 2)]


@pytest.mark.parametrize("drops", [True, False])
async def test_who_acts_before_their_plan_hears_of_the_turn_before(
    stage: Stage, posts: Posts, monkeypatch: pytest.MonkeyPatch, drops: bool, trio: Table
) -> None:
    """Also if the process dies then: whoever drops it is called, whoever plays tells both turns."""
    table = await plan(stage, trio, BOB, 1, 1)
    (mark,) = (each.mark for each in _ahead_attempts(table, BOB))
    # Buttons under messages name it so.
    assert mark == "c8083de5"
    monkeypatch.setattr(stage.tables.bot_turns, "play_due", lambda _: None)
    table = await stage.take(table, 1, 1)
    assert await turns_said(stage) == []
    if drops:
        table = await stage.tables.plans.drop(table.id, BOB.id, mark)
        assert await turns_said(stage) == [(0,)]
    await stage.take(table, 2, 1)

    assert await turns_said(stage) == ([(0,), (1,)] if drops else [(0, 1)])


async def test_one_of_two_plans_dropped_tells_nothing(
    stage: Stage, posts: Posts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one is about to be played; nor does what somebody else keeps or drops."""
    table = await stage.start(BOB, CAT)
    for counts in ((1, 1), (1, 2)):
        table = await plan(stage, table, BOB, *counts)
    mark = _ahead_attempts(table, BOB)[0].mark
    with monkeypatch.context() as paused:
        paused.setattr(stage.tables.bot_turns, "play_due", lambda _: None)
        table = await stage.take(table, 1, 1)
        table = await plan(stage, await stage.tables.plans.drop(table.id, BOB.id, mark), CAT, 3, 3)
        assert await turns_said(stage) == []
    await stage.tables.bot_turns.sweep()

    assert [count for _, count, planned in taken_by(await now(stage)) if planned] == [1, 2]
    assert await turns_said(stage) == [(0, 1)]


@pytest.mark.parametrize("is_stored", [True, False])
async def test_what_stands_is_told_though_a_planned_turn_is_taken_back(
    stage: Stage, posts: Posts, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    """The turn before it, that Discord has not taken yet or that waits for one more plan, once."""
    table = await plan(stage, await stage.start(BOB, CAT), BOB, 1, 1)
    if not is_stored:
        table = await plan(stage, table, CAT, 1, 1)
    posts.failures = int(is_stored)
    with monkeypatch.context() as dying:
        dying.setattr(stage.tables.bot_turns, "_run", _playing(stage, 1))
        await stage.take(table, 1, 1)
        table = await now(stage)
        assert await turns_said(stage) == []
        asked = await stage.tables.undo.ask(table.id, BOB.id)
        assert asked.ballot is not None
        for person in (ANN, CAT):
            await stage.tables.undo.agree(table.id, asked.ballot.id, person.id)
    stage.clock.advance(3600)
    await stage.take(await now(stage), 1, 1)

    assert await turns_said(stage) == [(0,), (1,)]


@pytest.mark.parametrize("title", PLANNED)
def test_plans_that_are_not_played_change_no_message(title: str) -> None:
    """Whether there are any: what is told of a turn, and when, is the same."""
    source = GAMES[title]
    game = source.play(3, 1)
    tables = [source.table_at(game, n) for n in (*game.turn_starts(), len(game.log))]
    for before, table in pairwise(tables):
        new = dict.fromkeys(each.turn for each in table.log[len(before.log) :])
        is_over, present = table.status is Status.OVER, table.title.turn_number(table.state)
        turns = [turn for turn in new if is_over or turn < present]
        said = [NewDelivery(DeliveryKind.TURN, turn=turn) for turn in turns]
        said += [NewDelivery(DeliveryKind.OVER)] if is_over else []
        assert deliveries_of(said, table, before.revision, has_plan=False) == tuple(said)


async def test_a_plan_that_no_longer_fits_waits_for_its_owner(stage: Stage, trio: Table) -> None:
    """They are awaited as ever, see how far it goes, and it is over once they have played."""
    await plan(stage, trio, CAT, 3, 3)
    table = await stage.take(await stage.take(trio, 3, 3), 1, 1)
    table = await now(stage)

    assert [person.id for person in table.to_act()] == [CAT.id]
    (tried,) = attempts(table, table.seats_to_act()[0])
    assert tried.refusal is not None
    assert plan_due(table) is None
    assert len(plans_of(table, CAT.id)) == 1
    assert plans_of(await stage.take(table, 1, 1), CAT.id) == ()


async def test_a_plan_that_would_bring_less_is_not_played(stage: Stage) -> None:
    table = await _of(stage, "fussy", BOB)
    table = await plan(stage, table, BOB, 1, 1)
    await stage.take(table, 1, 1)
    table = await now(stage)

    (tried,) = attempts(table, table.seats_to_act()[0])
    assert tried.refusal is not None
    assert tried.refusal.key == TableKey.PLAN_BRINGS
    assert tried.refusal.facts == {"points": 8, "planned": 10}


async def test_a_plan_that_would_do_new_harm_is_not_played(stage: Stage, table: Table) -> None:
    table = await stage.take(await stage.take(table, 3, 3), 1, 1)
    table = await stage.take(table, 1, 1)
    table = await plan(stage, table, ANN, 1, 1)
    await stage.take(table, 1, 1)
    table = await now(stage)

    (tried,) = attempts(table, table.seats_to_act()[0])
    assert tried.refusal is not None
    assert tried.refusal.key == TableKey.PLAN_HARMS


@pytest.mark.parametrize("hits", [True, False])
async def test_a_plan_is_played_by_the_truth(tmp_path: Path, hits: bool) -> None:
    """As Confirm plays it: up to where its turn really ends."""
    async with staged(url_of(tmp_path / "games.db"), titles={"toy": Blind()}) as stage:
        table = await stage.start(BOB, CAT)
        ends = telling(ahead(table, BOB.id).state)
        count = ends if hits else ends % 3 + 1
        table = await plan(stage, table, BOB, count, 1)
        # Whether it hits shows only in what is played: no page of the owner's tells it before.
        assert [each.refusal for each in _ahead_attempts(table, BOB)] == [None]
        free = telling(table.state) % 3 + 1
        actions = [Take(free), Stop()]
        await stage.tables.turns.act(table.id, ANN.id, table.revision, actions)
        after = await now(stage)

    assert [n for _, n, planned in taken_by(after) if planned] == [count, 1][: 1 if hits else 2]


async def test_plans_are_changed_as_often_as_wished(stage: Stage, table: Table) -> None:
    for counts in ((1, 1), (1, 2), (1, 1), (1, 3)):
        table = await plan(stage, table, BOB, *counts)
    assert len(plans_of(table, BOB.id)) == 3
    assert await refused(plan(stage, table, BOB, 2, 1)) == TableKey.PLANS_FULL
    seat = ahead(table, BOB.id)
    marks = [each.mark for each in attempts(seat, seat.seats_to_act()[0])]
    table = await stage.tables.plans.drop(table.id, BOB.id, marks[0])
    table = await stage.tables.plans.drop(table.id, BOB.id, "nothing")
    assert len(plans_of(table, BOB.id)) == 2
    for mark in marks:
        table = await stage.tables.plans.drop(table.id, BOB.id, mark)
    assert plans_of(table, BOB.id) == ()


async def test_a_plan_dropped_in_the_pause_is_not_played(stage: Stage, table: Table) -> None:
    """Until it is played it may be dropped."""
    table = await plan(stage, table, BOB, 1, 1)
    (mark,) = (each.mark for each in _ahead_attempts(table, BOB))
    table = await stage.take(table, 1, 1)
    await stage.tables.plans.drop(table.id, BOB.id, mark)
    after = await now(stage)

    assert [person.id for person in after.to_act()] == [BOB.id]


@pytest.mark.parametrize("is_due", [False, True])
async def test_a_plan_that_another_process_drops_meanwhile_is_not_counted_on(
    stage: Stage, posts: Posts, monkeypatch: pytest.MonkeyPatch, is_due: bool
) -> None:
    """While the turn before it, or its own, is stored: it is not played, and its owner called."""
    table = await plan(stage, await stage.start(BOB, CAT), BOB, 1, 1)
    (mark,) = (each.mark for each in _ahead_attempts(table, BOB))
    append, acts = stage.store.games.append, list[Move]()
    async with staged(stage.url, titles=TITLES) as other:

        async def appended(move: Move) -> tuple[DeliveryRow, ...]:
            acts.append(move)
            if len(acts) == 1 + is_due:
                await other.tables.plans.drop(table.id, BOB.id, mark)
            return await append(move)

        monkeypatch.setattr(stage.store.games, "append", appended)
        await stage.take(table, 1, 1)
        after = await now(stage)
    assert [person.id for person in after.to_act()] == [BOB.id]
    assert await turns_said(stage) == [(0,)]
    await stage.take(after, 2, 1)

    assert await turns_said(stage) == [(0,), (1,)]


async def test_only_who_waits_for_their_turn_plans_ahead(stage: Stage) -> None:
    """Nobody on turn, outside the game or before its start; nor anybody in a game of rounds."""
    lobby = await stage.lobby(BOB)
    await _refused(stage, lobby, BOB, TableKey.NOT_STARTED)
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    table = await stage.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)
    await _refused(stage, table, ANN, TableKey.PLAN_NOW)
    await _refused(stage, table, DAN, TableKey.NOT_SEATED)
    over = await stage.finish(table)
    assert over.status is Status.OVER
    await _refused(stage, over, BOB, TableKey.OVER)
    rounds = await _of(stage, "rounds", BOB, channel=CHANNEL + 1)
    await _refused(stage, rounds, BOB, TableKey.NO_PLANS)


@pytest.mark.parametrize("code", ["0000:", "0000:7", "nonsense", "ffff:0.0", "0000:-1", ":" * 9])
async def test_a_forged_plan_is_refused(stage: Stage, code: str, table: Table) -> None:
    with pytest.raises(TableError):
        await stage.tables.plans.keep(table.id, BOB.id, table.revision, code)
    assert plans_of(await now(stage), BOB.id) == ()


async def test_an_unfinished_plan_is_refused(stage: Stage, table: Table) -> None:
    """A plan is a whole turn."""
    assert await refused(plan(stage, table, BOB, 1)) == TableKey.TURN_UNFINISHED


async def test_a_plan_for_an_older_board_is_refused(stage: Stage, trio: Table) -> None:
    draft = (await stage.tables.plans.begin(trio.id, CAT.id)).draft.then(0).then(0)
    await stage.take(trio, 1, 1)
    answer = await refused(stage.tables.plans.keep(trio.id, CAT.id, trio.revision, draft.code))
    assert answer == TableKey.STALE


async def test_nobody_else_sees_a_plan(stage: Stage, table: Table) -> None:
    planned = await plan(stage, table, BOB, 2, 3)

    for player in (None, ANN.id):
        assert planned.view_for(player) == table.view_for(player)
    assert planned.record() == table.record()
    assert "take" not in repr(planned)
    assert {kind for kind, *_ in await stage.said()} == {"start", "hand"}


async def test_who_is_away_may_leave_plans(stage: Stage, table: Table) -> None:
    """That is what they are for."""
    table = await plan(stage, table, BOB, 1, 1)
    await stage.tables.people.be_away(BOB, stage.clock.now().replace(day=20))
    await stage.take(table, 1, 1)

    assert [seat for seat, _, planned in taken_by(await now(stage)) if planned] == [1, 1]


async def test_a_plan_goes_when_a_turn_is_taken_back(stage: Stage, trio: Table) -> None:
    """The board on which it was made is gone."""
    table = await stage.take(trio, 1, 1)
    table = await plan(stage, table, CAT, 1, 1)
    asked = await stage.tables.undo.ask(table.id, ANN.id)
    assert asked.ballot is not None
    for person in (BOB, CAT):
        await stage.tables.undo.agree(table.id, asked.ballot.id, person.id)
    table = await now(stage)

    assert [person.id for person in table.to_act()] == [ANN.id]
    assert plans_of(table, CAT.id) == ()


async def test_a_planned_turn_is_taken_back_like_any(stage: Stage, table: Table) -> None:
    table = await plan(stage, table, BOB, 1, 1)
    await stage.take(table, 1, 1)
    table = await now(stage)
    asked = await stage.tables.undo.ask(table.id, BOB.id)
    assert asked.ballot is not None
    await stage.tables.undo.agree(table.id, asked.ballot.id, ANN.id)
    table = await now(stage)

    assert [person.id for person in table.to_act()] == [BOB.id]
    assert [planned for *_, planned in taken_by(table)] == [False, False]


async def test_a_plan_goes_with_its_owner(stage: Stage, trio: Table) -> None:
    table = await plan(stage, trio, CAT, 1, 1)
    await stage.tables.seats.resign(table.id, CAT.id)
    table = await stage.sit(await now(stage), 2, DAN)

    assert plans_of(table, DAN.id) == ()


async def test_a_plan_goes_when_a_computer_covers_its_seat(stage: Stage, trio: Table) -> None:
    """The computer plays as it likes; planning again ends the cover."""
    table = await plan(stage, trio, CAT, 1, 1)
    row = await stage.row(table)
    await stage.tables.covers.cover(row, table.played, 2, "easy")
    table = await stage.tables.in_channel(CHANNEL)
    assert table.people[2].cover == "easy"
    assert plans_of(table, CAT.id) == ()
    table = await plan(stage, table, CAT, 1, 1)
    assert table.people[2].cover is None
    assert len(plans_of(table, CAT.id)) == 1


async def test_plans_go_with_the_game(stage: Stage, table: Table) -> None:
    """Nothing secret is left of one that is over or was cancelled."""
    table = await plan(stage, table, BOB, 3, 3)
    await stage.tables.cancel(CHANNEL, ANN, may_manage=True)
    cancelled = await stage.row(table)
    assert [person.plans for person in cancelled.people] == [None, None]
    table = await stage.start(BOB)
    over = await stage.finish(await plan(stage, table, BOB, 3, 3))
    assert over.status is Status.OVER
    ended = await stage.store.games.by_id(over.id)
    assert ended is not None
    assert [person.plans for person in ended.people] == [None, None]


async def test_a_vote_to_end_the_game_drops_no_plan(stage: Stage, trio: Table) -> None:
    table = await plan(stage, trio, CAT, 1, 1)
    people = [person.id for person in (ANN, BOB, CAT)]
    await stage.tables.ballots.open(table, END, ANN.id, people, payload={"result": True})

    assert len(plans_of(await now(stage), CAT.id)) == 1


async def test_a_plan_that_a_dead_process_left_is_played_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    """The round finds it, of two processes that do at once one alone plays it."""
    table = await plan(stage, table, BOB, 1, 1)
    bot_turns, both_looked = stage.tables.bot_turns, asyncio.Event()

    async def pause(_: float) -> None:
        await both_looked.wait()

    bot_turns.helpers = replace(bot_turns.helpers, pause=pause)
    with monkeypatch.context() as dying:
        dying.setattr(bot_turns, "play_due", lambda _: None)
        await stage.take(table, 1, 1)
    async with staged(stage.url, titles=TITLES) as other:
        await bot_turns.sweep()
        stage.clock.advance(HELD.total_seconds())  # as if the first one had died since
        await other.tables.bot_turns.sweep()
        both_looked.set()
        await other.tables.bot_turns.settled()
        await bot_turns.settled()
        after = await now(stage)
        assert await stage.store.due.state(DueKind.COMPUTER, table.id) is None

    assert [planned for *_, planned in taken_by(after)] == [False, False, True, True]


async def test_the_round_rests_while_a_plan_does_not_fit(stage: Stage, table: Table) -> None:
    """Nothing can be done about it but by its owner."""
    table = await plan(stage, table, BOB, 3, 3)
    await stage.take(table, 3, 3)

    assert plan_due(await now(stage)) is None
    await stage.tables.bot_turns.sweep()

    assert await stage.store.due.state(DueKind.COMPUTER, table.id) is None


async def test_of_two_seats_of_a_person_the_next_one_is_planned(stage: Stage) -> None:
    """And a turn of theirs ends what they have planned."""
    table = await stage.start(BOB, double=True)
    assert ahead(table, BOB.id).seats_to_act() == (1,)
    table = await plan(stage, table, BOB, 1, 1)
    await stage.take(table, 1, 1)

    assert [seat for seat, _, planned in taken_by(await now(stage)) if planned] == [1, 1]


def _playing(stage: Stage, count: int) -> Callable[[GameId], Coroutine[Any, Any, None]]:
    """Return a task that plays so many turns, as if the process died then."""

    async def play(game: GameId) -> None:
        bot_turns = stage.tables.bot_turns
        for _ in range(count):
            table = await stage.tables.by_id(game)
            await bot_turns._play(table, bot_turns._due(table))

    return play


def _ahead_attempts(table: Table, person: Person) -> tuple[Attempt, ...]:
    then = ahead(table, person.id)
    return attempts(then, then.seats_to_act()[0])


async def _of(stage: Stage, title: str, *others: Person, channel: int = CHANNEL) -> Table:
    """Start a game of a title."""
    lobbies = stage.tables.lobbies
    await lobbies.open(guild=GUILD, channel=channel, host=ANN, title=title, capacity=None)
    await lobbies.at(channel).choose(ANN.id, "seating", "joined")
    for number, person in enumerate(others):
        await lobbies.at(channel).join(person, 700 + number)
    return await lobbies.at(channel).start(ANN.id, may_manage=False, interaction=901)


async def _refused(stage: Stage, table: Table, person: Person, key: TableKey) -> None:
    assert await refused(stage.tables.plans.begin(GameId(table.id), PlayerId(person.id))) == key

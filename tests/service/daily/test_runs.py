"""Runs: begun once, put down and taken up, refused where they may not go on, cleared away."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from metrobot.engine.actors import CHANCE
from metrobot.engine.errors import Refusal
from metrobot.games.metrolijn.actions import TurnUp
from metrobot.service.daily import timetable
from metrobot.service.daily.chain import Chain
from metrobot.service.daily.line import LineKey
from metrobot.service.daily.replayed import TITLE
from metrobot.service.daily.runs import Run
from metrobot.service.model.chance import commitment_of
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import Play, Status
from metrobot.service.people.quotas import Quotas
from metrobot.service.play.lock_choice import draft_for
from metrobot.service.tables import Tables
from metrobot.service.upkeep.housekeeping import SOON
from metrobot.store.db.errors import ReplacedError
from metrobot.store.schema.daily_tables import line_bars
from metrobot.store.statements.daily.runs import MOST_PAST, RunRow
from metrobot.store.upkeep.backup import back_up
from tests.databases import url_of
from tests.service.acts import refusal, refused
from tests.service.daily.playing import (
    PRESS,
    after_card,
    another,
    begun,
    coded,
    day_of,
    ended,
    lines_on,
    more_tables,
    played,
    press_of,
    scored,
    somebody,
    today,
)
from tests.service.stage import ANN, BOB, CAT, GUILD, KEY, Stage, staged

ELSEWHERE = 99


def cards(play: Play) -> list[str]:
    """Return the cards that have been turned up."""
    drawn = (each.event.action for each in play.log if each.event.actor is CHANCE)
    return [action.card for action in drawn if isinstance(action, TurnUp)]


def until_of(number: int) -> str:
    """Return the end of a line as a relative time in Discord's form."""
    return f"<t:{int(timetable.closes_at(number).timestamp())}:R>"


async def past(stage: Stage, number: int, tables: Tables | None = None) -> Run:
    """Play a past line again as Ann."""
    runs = (tables or stage.tables).daily.runs
    return await runs.begin_past(number, ANN, guild=GUILD)


# --- one run a person and line ---


async def test_a_line_begins_with_its_first_card(stage: Stage) -> None:
    """On the day's network, alone, without special stations; its salt is this press."""
    stage.clock.time = day_of(128)
    run = await begun(stage, ANN, press=4711)

    assert (run.card, run.counts, run.is_over, run.is_whole) == (1, True, False, True)
    assert run.play.options == {"map": "berlin-market", "special": False}
    assert (run.play.people, run.play.status) == ((ANN,), Status.RUNNING)
    assert (run.play.salt, run.play.dealing) == (("128", str(press_of(128, 4711))), 2)
    assert run.play.commitment == Chain(KEY).commitment(128)
    assert len(cards(run.play)) == 1


async def test_who_begins_again_goes_on(stage: Stage) -> None:
    first = await after_card(stage.tables, await begun(stage, ANN), ANN)
    again = await begun(stage, ANN, press=PRESS + 1)
    elsewhere = await begun(stage, ANN, press=PRESS + 2, guild=ELSEWHERE)

    assert again == first
    assert elsewhere == first
    assert (again.row.id, again.card) == (first.row.id, 2)


async def test_all_have_the_same_cards_whatever_they_do(stage: Stage) -> None:
    """As many of them, too; and another line has others."""
    runs = [await played(stage, await begun(stage, somebody(n)), somebody(n), n) for n in range(4)]
    stage.clock.advance(86_400 * 28)
    other = await played(stage, await begun(stage, ANN), ANN)

    assert len({tuple(cards(run.play)) for run in runs}) == 1
    assert len({run.row.score for run in runs}) > 1
    assert cards(other.play) != cards(runs[0].play)


async def test_a_score_is_what_the_rules_give(stage: Stage) -> None:
    run = await played(stage, await begun(stage, ANN), ANN, 3)
    outcome = TITLE.outcome(run.play.state)
    (sheet,) = TITLE.view_for(run.play.state, frozenset()).sheets

    assert run.row.score == outcome.scores[0]
    assert run.row.empty == sheet.count.empty
    assert (run.row.status, run.row.over_at) == ("over", stage.clock.now())
    assert (run.is_over, run.play.status) == (True, Status.OVER)
    assert run.row.turns == len(run.row.deeds or ()) == len(cards(run.play))


async def test_two_processes_that_open_a_day_at_once_have_one_salt(stage: Stage) -> None:
    """Before either shows a card: on each of twenty days the same, and one run a person."""
    async with another(stage) as other:
        who = ((stage.tables, ANN), (other, BOB), (other, ANN), (stage.tables, BOB))
        for number in range(30, 50):
            stage.clock.time = day_of(number)
            begins = (
                tables.daily.runs.begin(
                    number, each, guild=GUILD, interaction=press_of(number, press), is_new=False
                )
                for press, (tables, each) in enumerate(who, 1)
            )
            runs = await asyncio.gather(*begins)
            row = await stage.store.lines.by_number(number)

            assert row is not None
            assert row.salt in {str(press_of(number, press)) for press in (1, 2, 3, 4)}
            assert {run.play.salt for run in runs} == {(str(number), row.salt)}
            assert len({tuple(cards(run.play)) for run in runs}) == 1
            assert [runs[0].row, runs[1].row] == [runs[2].row, runs[3].row]


async def test_a_run_put_down_is_taken_up_after_a_restart(stage: Stage) -> None:
    """At each card: the same game, down to the next card and what may be done with it."""
    run = await begun(stage, ANN)
    while not run.is_over:
        again = await more_tables(stage.store, stage.clock).daily.runs.of(today(stage), ANN)
        assert again is not None
        assert (again.play, again.row) == (run.play, run.row)
        assert cards(again.play) == cards(run.play)
        assert coded(again, 2) == coded(run, 2)
        run = await after_card(more_tables(stage.store, stage.clock), again, ANN, 2)
    again = await more_tables(stage.store, stage.clock).daily.runs.of(today(stage), ANN)

    assert again is not None
    assert (again.play, again.row) == (run.play, run.row)


async def test_the_first_who_begins_a_line_has_it_judged_soon(tmp_path: Path) -> None:
    """The bot comes round at once, as the cards are fixed now; not for each who follows."""
    hurried = list[timedelta]()
    async with staged(url_of(tmp_path / "hurried.db"), hurry=hurried.append) as stage:
        await begun(stage, ANN)
        assert hurried == [SOON]

        await begun(stage, ANN)
        await begun(stage, BOB)
        assert hurried == [SOON]


# --- when ---


async def test_a_line_is_begun_on_its_day_and_finished_by_six(stage: Stage) -> None:
    """From midnight on nobody begins it; who has begun it goes on."""
    number = today(stage)
    stage.clock.time = timetable.ends_at(number) - timedelta(microseconds=1)
    run = await begun(stage, ANN, number)
    stage.clock.time = timetable.ends_at(number)
    assert await refusal(begun(stage, BOB, number)) == (LineKey.ENDED, {"number": str(number)})

    assert await begun(stage, ANN, number) == run
    stage.clock.time = timetable.closes_at(number) - timedelta(microseconds=1)
    run = await after_card(stage.tables, run, ANN)
    stage.clock.time = timetable.closes_at(number)
    answer = await refusal(after_card(stage.tables, run, ANN))
    assert answer == (LineKey.CLOSED, {"number": str(number)})

    assert await stage.store.runs.by_id(run.row.id) == run.row


@pytest.mark.parametrize("later", [6.0, 24 * 40])
async def test_a_line_that_is_over_is_begun_by_nobody(stage: Stage, later: float) -> None:
    """A run begun in time is still shown; asking from another server changes nothing in it."""
    number = today(stage)
    run = await begun(stage, ANN)
    stage.clock.time = timetable.ends_at(number) + timedelta(hours=later)
    again = await begun(stage, ANN, number, guild=ELSEWHERE)
    answer = await refusal(begun(stage, BOB, number))

    assert again.row == run.row
    assert again.line.is_closed
    assert answer == (LineKey.ENDED, {"number": str(number)})
    assert await stage.store.runs.of(number, BOB.id) is None


async def test_no_line_is_begun_ahead(stage: Stage) -> None:
    stage.clock.time = day_of(5)
    for number, key in ((6, LineKey.NOT_YET), (4, LineKey.NO_SUCH)):
        assert await refused(begun(stage, ANN, number)) == key


# --- what is refused, and changes nothing ---


async def test_a_stale_press_is_told_where_the_run_stands(stage: Stage) -> None:
    """The card of an older planner is not played on a newer one."""
    first = await begun(stage, ANN)
    second = await after_card(stage.tables, first, ANN)
    answer = await refusal(after_card(stage.tables, first, ANN))

    assert answer == (LineKey.MOVED_ON, {"card": 2, "number": "1"})
    assert await stage.store.runs.by_id(first.row.id) == second.row


async def test_of_two_presses_at_once_one_is_played(stage: Stage) -> None:
    """Two processes do so to the end; the slower is told the present card, or that it is over."""
    async with another(stage) as other:
        run = await begun(stage, ANN)
        while not run.is_over:
            card = run.card
            presses = (
                after_card(each, run, ANN, n) for n, each in enumerate((stage.tables, other))
            )
            both = await asyncio.gather(*presses, return_exceptions=True)
            (run,) = (each for each in both if isinstance(each, Run))
            (slower,) = (each for each in both if isinstance(each, Refusal))

            assert await stage.store.runs.by_id(run.row.id) == run.row
            assert (run.row.turns, len(run.row.deeds or ())) == (card, card)
            if run.is_over:
                assert (slower.key, slower.facts) == (LineKey.DONE, {"number": "1"})
            else:
                assert (slower.key, slower.facts) == (
                    LineKey.MOVED_ON,
                    {"card": card + 1, "number": "1"},
                )


async def test_a_run_that_is_erased_meanwhile_is_gone(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press made while its player is being forgotten is told so, and nothing stays."""
    run, save = await begun(stage, ANN), stage.store.runs.save

    async def late(row: RunRow) -> None:
        await stage.tables.privacy.forget(ANN.id)
        await save(row)

    monkeypatch.setattr(stage.store.runs, "save", late)
    assert await refusal(after_card(stage.tables, run, ANN)) == (LineKey.GONE, {})
    assert await stage.store.runs.by_id(run.row.id) is None


async def test_nobody_plays_on_in_a_run_of_somebody_else(stage: Stage) -> None:
    """Nor sees it; a number that no run has is refused in the same way."""
    run = await begun(stage, ANN)
    runs = stage.tables.daily.runs
    for number, who in ((run.row.id, BOB), (run.row.id + 99, ANN), (0, ANN), (-5, ANN)):
        for attempt in (
            runs.by_id(number, who),
            runs.read_draft(number, who, run.play.revision, coded(run)),
            runs.play_draft(number, who, run.play.revision, coded(run)),
        ):
            assert await refusal(attempt) == (LineKey.GONE, {})

    assert await stage.store.runs.by_id(run.row.id) == run.row


async def test_a_finished_run_is_played_no_further(stage: Stage) -> None:
    run = await begun(stage, ANN)
    while not run.is_over:
        before, run = run, await after_card(stage.tables, run, ANN)
    for revision in (run.play.revision, before.play.revision):
        answer = await refusal(
            stage.tables.daily.runs.play_draft(run.row.id, ANN, revision, coded(before))
        )
        assert answer == (LineKey.DONE, {"number": "1"})

    assert await stage.store.runs.by_id(run.row.id) == run.row
    assert (await begun(stage, ANN)).row == run.row


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("0000:", TableKey.TURN_UNFINISHED),
        ("0000:0", TableKey.STALE),
        ("0000:999", TableKey.STALE),
        ("ffff:0", TableKey.STALE),
        ("0000:0.0.0.0", TableKey.STALE),
        ("0000:-1", TableKey.STALE),
        ("", TableKey.STALE),
        ("no code", TableKey.STALE),
    ],
)
async def test_forged_choices_are_refused(stage: Stage, code: str, key: str) -> None:
    run = await begun(stage, ANN)
    answer = await refused(
        stage.tables.daily.runs.play_draft(run.row.id, ANN, run.play.revision, code)
    )

    assert answer == key
    assert await stage.store.runs.by_id(run.row.id) == run.row


# --- secrets ---


async def test_the_key_of_an_open_line_is_in_no_game(stage: Stage) -> None:
    """Not of an open run, nor of one that is finished: others are still to play it."""
    run = await begun(stage, ANN)
    runs = [run]
    while not run.is_over:
        run = await after_card(stage.tables, run, ANN)
        runs.append(run)
    stage.clock.time = timetable.closes_at(run.line.number) - timedelta(microseconds=1)
    runs += [await stage.tables.daily.runs.by_id(run.row.id, ANN), await begun(stage, ANN, 1)]
    chain = Chain(KEY)
    secrets = (chain.key(1), chain.link(1), KEY)

    for each in runs:
        assert each.play.key is None
        assert each.play.record().key is None
        for secret in secrets:
            assert secret.hex() not in repr(each)
            assert repr(secret) not in repr(each)


async def test_the_key_is_there_once_the_line_is_over(stage: Stage) -> None:
    """It fits its commitment, and the record has it; the cards are none others."""
    run = await played(stage, await begun(stage, ANN), ANN)
    before = await stage.tables.daily.runs.by_id(run.row.id, ANN)
    stage.clock.time = timetable.closes_at(run.line.number)
    after = await stage.tables.daily.runs.by_id(run.row.id, ANN)

    assert before.play.key is None
    assert after.play.key == after.play.record().key == Chain(KEY).key(1).hex()
    assert commitment_of(bytes.fromhex(after.play.key or "")) == run.play.commitment
    assert replace(after.play, key=None) == before.play


async def test_nobody_sees_a_run_of_others_before_its_line_is_over(stage: Stage) -> None:
    run, runs = await played(stage, await begun(stage, ANN), ANN), stage.tables.daily.runs
    open_ = await after_card(stage.tables, await begun(stage, BOB), BOB)
    assert await refusal(runs.to_show(run.row.id)) == (LineKey.STILL_OPEN, {"until": until_of(1)})

    stage.clock.time = timetable.closes_at(1)
    shown = await runs.to_show(run.row.id)
    assert (shown.play.people, shown.row) == ((ANN,), run.row)
    for number in (open_.row.id, 999):
        assert await refusal(runs.to_show(number)) == (LineKey.GONE, {})


# --- people who are forgotten ---


async def test_who_is_forgotten_cannot_begin_an_open_line_again(stage: Stage) -> None:
    """Nor in another process, or after a restart, or once the secret was changed."""
    number = today(stage)
    run = await after_card(stage.tables, await begun(stage, ANN), ANN)
    await stage.tables.privacy.forget(ANN.id)
    assert await stage.store.runs.by_id(run.row.id) is None
    assert await stage.tables.daily.runs.of(number, ANN) is None

    await lines_on(stage, lambda: bytes(32)).keys.renew()
    for tables in (stage.tables, more_tables(stage.store, stage.clock)):
        answer = await refusal(
            tables.daily.runs.begin(number, ANN, guild=GUILD, interaction=1, is_new=False)
        )
        assert answer == (LineKey.BARRED, {"until": until_of(number)})
    assert await stage.store.runs.of(number, ANN.id) is None
    assert await stage.store.people.by_id(ANN.id) is None


async def test_who_is_forgotten_while_they_go_on_is_barred_as_well(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their run was found, and erased before the server's place was stored."""
    number = today(stage)
    await begun(stage, ANN)
    join = stage.store.lines.join_place

    async def late(*args: int) -> bool:
        await stage.tables.privacy.forget(ANN.id)
        return await join(*args)

    monkeypatch.setattr(stage.store.lines, "join_place", late)
    assert await refusal(
        stage.tables.daily.runs.begin(number, ANN, guild=GUILD, interaction=1, is_new=False)
    ) == (LineKey.BARRED, {"until": until_of(number)})


async def test_who_is_forgotten_leaves_nothing_of_what_they_played(stage: Stage) -> None:
    for who in (ANN, BOB):
        await scored(stage, who, 20)
    stage.clock.advance(2 * 86_400)
    again, number = await past(stage, 1), today(stage)
    await scored(stage, ANN, 20)
    await stage.tables.privacy.forget(ANN.id)

    for line in (1, number):
        assert await stage.store.runs.of(line, ANN.id) is None
    assert await stage.store.runs.by_id(again.row.id) is None
    assert [each.name for each in await stage.tables.daily.standings.finishers(GUILD, 1)] == ["Bob"]
    assert (await stage.tables.daily.standings.streak(ANN.id)).length == 0
    assert (await stage.tables.daily.standings.streak(BOB.id)).length == 1


async def test_the_bar_goes_with_the_line(stage: Stage) -> None:
    """From its closing on they play it as a past one, and the next day's as anybody."""
    number = today(stage)
    await begun(stage, ANN)
    await stage.tables.privacy.forget(ANN.id)
    stage.clock.time = day_of(number + 1, 1)

    tomorrow = await begun(stage, ANN)
    assert tomorrow.card == 1
    assert await refused(past(stage, number)) == LineKey.STILL_OPEN

    stage.clock.time = timetable.closes_at(number)
    await stage.tables.daily.sweep()
    assert (await past(stage, number)).card == 1
    assert await refused(begun(stage, ANN, number)) == LineKey.ENDED
    assert await bars(stage) == 0


async def test_who_has_begun_nothing_is_not_barred(stage: Stage) -> None:
    """They may be forgotten and play afterwards; and nobody else is barred by it."""
    await begun(stage, BOB)
    await stage.tables.privacy.forget(ANN.id)

    assert await bars(stage) == 0
    assert (await begun(stage, ANN)).card == 1
    await stage.tables.privacy.forget(ANN.id)
    assert await bars(stage) == 1
    assert (await begun(stage, CAT)).card == 1


async def test_yesterdays_line_is_barred_too_while_it_is_open(stage: Stage) -> None:
    """A player forgotten between midnight and six has left two lines."""
    await begun(stage, ANN)
    stage.clock.time = day_of(2, 3)
    await begun(stage, ANN)
    await stage.tables.privacy.forget(ANN.id)

    assert await bars(stage) == 2
    assert await refusal(begun(stage, ANN, 2)) == (LineKey.BARRED, {"until": until_of(2)})


async def bars(stage: Stage) -> int:
    """Return the number of people barred from beginning a line."""
    return await stage.store.content.count(line_bars)


# --- past lines ---


async def test_a_past_line_can_be_played_as_often_as_one_likes(stage: Stage) -> None:
    """The same cards, whoever played it then; it counts for nothing, and the key is there."""
    run = await played(stage, await begun(stage, BOB), BOB)
    stage.clock.time = day_of(40)
    again = [await played(stage, await past(stage, 1), ANN, which) for which in range(3)]

    assert [each.counts for each in again] == [False] * 3
    assert len({each.row.id for each in again}) == 3
    assert {tuple(cards(each.play)) for each in again} == {tuple(cards(run.play))}
    assert {each.play.key for each in again} == {Chain(KEY).key(1).hex()}
    assert await stage.tables.daily.runs.of(1, ANN) is None
    assert (await stage.tables.daily.standings.streak(ANN.id)).length == 0
    for each in again:
        assert (await stage.tables.daily.runs.by_id(each.row.id, ANN)).row == each.row


async def test_at_most_ten_past_runs_of_a_person_are_kept(stage: Stage) -> None:
    """The oldest goes, open or not; their line's own run stays, and so do those of others."""
    own = await played(stage, await begun(stage, ANN), ANN)
    stage.clock.time = day_of(40)
    others = await stage.tables.daily.runs.begin_past(1, BOB, guild=GUILD)
    made = [await ended(stage, await past(stage, 1), 9) for _ in range(MOST_PAST + 3)]
    kept = [await stage.store.runs.by_id(each.row.id) is not None for each in made]

    assert kept == [False] * 3 + [True] * MOST_PAST
    assert await stage.store.runs.by_id(own.row.id) == own.row
    assert await stage.store.runs.by_id(others.row.id) == others.row
    assert await refusal(stage.tables.daily.runs.by_id(made[0].row.id, ANN)) == (LineKey.GONE, {})


async def test_a_past_line_is_gone_on_with_until_it_is_finished(stage: Stage) -> None:
    """Pressed again it is the same game, also after a restart, and costs nothing more."""
    await begun(stage, BOB)
    stage.clock.time = day_of(40)
    first = await after_card(stage.tables, await past(stage, 1), ANN)
    tables = Tables(stage.store, stage.clock, {}, entropy=lambda: KEY, quotas=Quotas(openings=1))
    again = await past(stage, 1, tables)

    assert (again.row, again.play) == (first.row, first.play)
    await ended(stage, first, 9)
    assert (await past(stage, 1)).row.id > first.row.id


async def test_past_lines_are_charged_to_who_plays_them(stage: Stage) -> None:
    """Lobbies work the same way: too many have to wait; refused ones are not charged."""
    await begun(stage, BOB)
    stage.clock.time = day_of(40)
    tables = Tables(stage.store, stage.clock, {}, entropy=lambda: KEY, quotas=Quotas(openings=3))
    for _ in range(5):
        with pytest.raises(Refusal):
            await past(stage, 40, tables)
    for _ in range(3):
        await ended(stage, await past(stage, 1, tables), 9)
    assert await refused(past(stage, 1, tables)) == TableKey.OPENED_OFTEN

    await tables.daily.runs.begin_past(1, BOB, guild=GUILD)
    await tables.daily.runs.begin(40, ANN, guild=GUILD, interaction=press_of(40), is_new=False)
    stage.clock.advance(601)
    await past(stage, 1, tables)


@pytest.mark.parametrize(
    ("number", "key"),
    [(40, LineKey.STILL_OPEN), (41, LineKey.NOT_YET), (2, LineKey.NO_SUCH), (0, LineKey.NO_SUCH)],
)
async def test_only_lines_that_are_over_can_be_played_again(
    stage: Stage, number: int, key: str
) -> None:
    """Not today's, which would show its cards; not one that there is not."""
    await begun(stage, BOB)
    stage.clock.time = day_of(40)
    await begun(stage, BOB)
    assert await refused(past(stage, number)) == key


async def test_a_line_that_nobody_began_can_be_played_later(stage: Stage) -> None:
    """Its salt is the first id that its day can have had, which nobody chose."""
    await stage.tables.daily.sweep()
    stage.clock.time = day_of(3)
    first, second = await past(stage, 1), await past(stage, 1)

    assert first.play.salt == second.play.salt == ("1", str(press_of(1, 0)))
    assert cards(first.play) == cards(second.play)


# --- what is kept ---


async def test_after_ninety_days_the_score_of_a_line_is_kept(stage: Stage) -> None:
    """Its deeds go; a line played again is deleted whole; tables and streaks stay."""
    run = await played(stage, await begun(stage, ANN), ANN)
    unfinished = await after_card(stage.tables, await begun(stage, BOB), BOB)
    stage.clock.time = day_of(3)
    again = await past(stage, 1)
    number, runs = run.row.id, stage.tables.daily.runs
    table = await stage.tables.daily.standings.finishers(GUILD, 1)
    stage.clock.time = day_of(1, 0) + timedelta(days=90) - timedelta(seconds=9)
    await stage.tables.daily.sweep()
    assert await stage.store.runs.by_id(number) == run.row

    stage.clock.advance(3700)
    await stage.tables.daily.sweep()
    bare = replace(run.row, deeds=None)
    for tables in (stage.tables, more_tables(stage.store, stage.clock)):
        kept = await tables.daily.runs.by_id(number, ANN)
        assert (kept.row, kept.is_whole, kept.is_over) == (bare, False, True)
        assert await refusal(tables.daily.runs.to_show(number)) == (LineKey.GONE, {})
    assert await stage.store.runs.by_id(again.row.id) is not None  # begun two days later
    assert await stage.tables.daily.standings.finishers(GUILD, 1) == table
    answer = await refusal(after_card(stage.tables, unfinished, BOB))
    assert answer == (LineKey.CLOSED, {"number": "1"})

    stage.clock.advance(3 * 86_400)
    await stage.tables.daily.sweep()
    assert await stage.store.runs.by_id(again.row.id) is None
    assert (await runs.by_id(number, ANN)).row == bare


async def test_old_runs_are_cleared_some_at_a_time(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest first, so that no round takes long; once all are, not in every round."""
    monkeypatch.setattr("metrobot.service.daily.runs.CLEARED_AT_ONCE", 3)
    made = list[Run]()
    for number in range(7):
        made.append(await begun(stage, somebody(number)))
        stage.clock.advance(60)
    stage.clock.advance(90 * 86_400)

    async def whole() -> list[bool]:
        await stage.tables.daily.sweep()
        rows = [await stage.store.runs.by_id(run.row.id) for run in made]
        return [row is not None and row.deeds is not None for row in rows]

    assert [(await whole()).count(True) for _ in range(3)] == [4, 1, 0]
    stage.clock.advance(3600)
    made = [await begun(stage, ANN)]
    assert await whole() == [True]


async def test_a_clock_that_is_set_back_does_not_stop_the_clearing(stage: Stage) -> None:
    """However far ahead it was when old runs were cleared last."""
    stage.clock.time = day_of(1000)
    await stage.tables.daily.sweep()
    stage.clock.time = day_of(1)
    run = await begun(stage, ANN)
    stage.clock.advance(91 * 86_400)
    await stage.tables.daily.sweep()

    kept = await stage.store.runs.by_id(run.row.id)
    assert kept is None or kept.deeds is None


@pytest.mark.embedded
async def test_a_copy_in_the_place_of_the_database_has_runs_of_its_own(
    stage: Stage, tmp_path: Path
) -> None:
    """Nothing that was remembered of the lost hours is taken for what was done since."""
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    run = await begun(stage, ANN)
    back_up(file, copy)
    lost = await after_card(stage.tables, run, ANN, 0)
    draft = draft_for(lost.play, ANN.id)
    for which in range(len(draft.open_choices)):
        stage.tables.daily.runs.keep_draft(lost, draft.then(which))
    copy.replace(file)
    with pytest.raises(ReplacedError):
        await stage.store.people.by_id(ANN.id)

    now = await after_card(stage.tables, await begun(stage, ANN), ANN, 5)
    now = await after_card(stage.tables, now, ANN, 0)
    again = await more_tables(stage.store, stage.clock).daily.runs.of(1, ANN)
    assert again is not None
    assert (now.row.id, again.play) == (lost.row.id, now.play)

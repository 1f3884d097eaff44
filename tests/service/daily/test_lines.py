"""Lines as everybody may know them: which there are, what binds their keys, when keys are shown."""

import asyncio
import hashlib
from functools import partial
from typing import Any

import pytest

from metrobot.service.daily.chain import Chain, key_of, leads_to
from metrobot.service.daily.line import LineKey
from metrobot.service.daily.line_keys import CHAINS
from metrobot.service.daily.lines import Lines
from metrobot.service.daily.runs import Run
from metrobot.service.daily.timetable import AHEAD, LATEST
from metrobot.service.model.chance import commitment_of
from tests.kept import chain_links
from tests.service.acts import refusal
from tests.service.daily.playing import (
    after_card,
    begun,
    day_of,
    lines_on,
    more_tables,
    passed,
    today,
)
from tests.service.stage import ANN, KEY, Stage

NEWER, NEWEST = bytes(range(100, 132)), bytes(range(200, 232))
DAYS = [number for number in range(LATEST - 40, LATEST - 10) if number % 9]
"""A month in which the bot has a bad day now and then; near the secret, to be quick."""


async def renewed(stage: Stage, secret: bytes = NEWER) -> Chain:
    """Begin another chain in a process beside the bot, as `metrobot newchain` does."""
    return await lines_on(stage, lambda: secret).keys.renew()


async def cards(stage: Stage, count: int) -> Run:
    """Begin today's line and play some cards of it; return the run as it stands then."""
    run = await begun(stage, ANN)
    for _ in range(count):
        run = await after_card(stage.tables, run, ANN)
    return run


async def link_of(lines: Lines, number: int) -> str:
    return await lines.link(await lines.line(number))


# --- which there are ---


async def test_each_day_has_a_line_once_anybody_asks(stage: Stage) -> None:
    stage.clock.time = day_of(128)
    line = await stage.tables.daily.lines.today()

    assert (line.number, line.map, line.is_closed) == (128, "berlin-market", False)
    assert line.row.commitment == Chain(KEY).commitment(128)
    assert (line.row.salt, line.par) == (None, None)
    assert KEY.hex() not in repr(line)


async def test_a_round_notes_the_line_of_its_day(stage: Stage) -> None:
    """So that a day on which nobody plays is a day on which anybody could."""
    stage.clock.time = day_of(5)
    await stage.tables.daily.sweep()
    stage.clock.time = day_of(7)
    await stage.tables.daily.sweep()

    assert [
        await stage.store.lines.by_number(number) is not None for number in (4, 5, 6, 7, 8)
    ] == [False, True, False, True, False]


async def test_lines_that_there_are_not_are_refused_with_the_range(stage: Stage) -> None:
    """To come, of a day on which the bot was down, from before its first, and of no day at all."""
    lines = stage.tables.daily.lines
    stage.clock.time = day_of(5)
    await lines.today()
    stage.clock.time = day_of(7)
    await lines.today()

    for number, key, facts in (
        (8, LineKey.NOT_YET, {"number": "8", "last": "7"}),
        (10**9, LineKey.NOT_YET, {"number": str(10**9), "last": "7"}),
        (6, LineKey.NO_SUCH, {"first": "5", "last": "7"}),
        (4, LineKey.NO_SUCH, {"first": "5", "last": "7"}),
        (0, LineKey.NO_SUCH, {"first": "5", "last": "7"}),
        (-1, LineKey.NO_SUCH, {"first": "5", "last": "7"}),
    ):
        assert await refusal(lines.line(number)) == (key, facts)


async def test_past_lines_are_those_that_are_over(stage: Stage) -> None:
    """The newest first, no more than are asked for; yesterday's only from six o'clock on."""
    lines = stage.tables.daily.lines
    for number in (3, 4, 6, 7):
        stage.clock.time = day_of(number)
        await lines.today()
    stage.clock.time = day_of(8, 5.99)

    assert [line.number for line in await lines.past(9)] == [6, 4, 3]
    assert not (await lines.line(7)).is_closed

    stage.clock.advance(60)
    assert [line.number for line in await lines.past(2)] == [7, 6]
    assert (await lines.line(7)).is_closed


async def test_a_line_that_was_shown_stays_over_when_the_clock_is_set_back(stage: Stage) -> None:
    run = await begun(stage, ANN)
    number = today(stage)
    stage.clock.time = day_of(number + 1, 6)
    await stage.tables.daily.sweep()
    await link_of(stage.tables.daily.lines, number)
    stage.clock.time = day_of(number, 12)

    assert (await stage.tables.daily.lines.today()).is_closed
    for tables in (stage.tables, more_tables(stage.store, stage.clock)):
        answer = await refusal(
            tables.daily.runs.read_draft(run.row.id, ANN, run.play.revision, "0000:")
        )
        assert answer == (LineKey.CLOSED, {"number": str(number)})


# --- what binds their keys ---


async def test_todays_and_seven_more_commitments_are_shown(stage: Stage) -> None:
    """With the anchor that binds them; none of the links, and no secret."""
    stage.clock.time = day_of(20)
    seal = await stage.tables.daily.lines.keys.seal()

    assert list(seal.commitments) == list(range(20, 28))
    assert len(seal.commitments) == 1 + AHEAD
    assert [seal.commitments[n] for n in (20, 27)] == [Chain(KEY).commitment(n) for n in (20, 27)]
    assert (seal.anchor, seal.since, list(seal.former)) == (Chain(KEY).anchor, 1, [])


async def test_what_was_committed_to_is_what_is_shown_in_the_end(stage: Stage) -> None:
    """Over a month in which the bot is started anew each day, and has a bad day now and then."""
    shown, secrets = dict[int, set[str]](), (bytes([each] * 32) for each in range(99))
    for number in DAYS:
        stage.clock.time = day_of(number)
        lines = lines_on(stage, lambda: next(secrets))
        seal = await lines.keys.seal()
        for each, commitment in seal.commitments.items():
            shown.setdefault(each, set()).add(commitment)
        shown[number].add((await lines.today()).row.commitment)
    stage.clock.time = day_of(DAYS[-1] + 2)
    lines = stage.tables.daily.lines

    assert {len(each) for each in shown.values()} == {1}
    for number in DAYS:
        link = await link_of(lines, number)
        assert shown[number] == {commitment_of(key_of(number, link))}
        assert leads_to(link, number, seal.anchor)


async def test_two_processes_that_start_at_once_have_one_secret(stage: Stage) -> None:
    both = [lines_on(stage, partial(bytes, each)) for each in (NEWER, NEWEST)]
    seals = await asyncio.gather(*(lines.keys.seal() for lines in both))
    kept = await stage.store.people.memo(CHAINS)

    assert seals[0] == seals[1]
    assert kept in (f"1:{NEWER.hex()}", f"1:{NEWEST.hex()}")


async def test_an_open_line_keeps_its_link(stage: Stage) -> None:
    """To the second; and it says when it can be asked for."""
    line = await stage.tables.daily.lines.today()
    stage.clock.time = day_of(line.number + 1, 6 - 1 / 3600)
    answer = await refusal(stage.tables.daily.lines.link(line))

    until = f"<t:{int(day_of(line.number + 1, 6).timestamp())}:R>"
    assert answer == (LineKey.STILL_OPEN, {"until": until})

    stage.clock.advance(1)
    link = await stage.tables.daily.lines.link(line)
    assert commitment_of(key_of(line.number, link)) == line.row.commitment


async def test_a_seal_goes_through_the_chain_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else is answered meanwhile: 40,000 hashes take some twenty milliseconds."""
    made, sha256 = [0], hashlib.sha256

    def counted(value: bytes) -> Any:
        made[0] += 1
        return sha256(value)

    monkeypatch.setattr(hashlib, "sha256", counted)
    chain_links.cache_clear()  # tests share the chain of a secret
    await stage.tables.daily.lines.keys.seal()

    assert LATEST <= made[0] < LATEST + 5_000


# --- a secret that may be known ---


async def test_a_new_chain_begins_with_tomorrows_line(stage: Stage) -> None:
    """Today's keeps its commitment, and so do its cards: somebody may be playing it."""
    stage.clock.time = day_of(10)
    run = await cards(stage, 3)
    made = await renewed(stage)
    again = await more_tables(stage.store, stage.clock).daily.runs.of(10, ANN)
    seal = await lines_on(stage).keys.seal()

    assert made == Chain(NEWER, 11)
    assert again is not None
    assert again.play == run.play
    assert seal.commitments[10] == Chain(KEY).commitment(10)
    assert [seal.commitments[n] for n in (11, 17)] == [Chain(NEWER).commitment(n) for n in (11, 17)]
    assert (seal.anchor, seal.since) == (Chain(NEWER).anchor, 11)


async def test_the_old_secret_is_shown_once_all_its_lines_are_over(stage: Stage) -> None:
    """Not while today's can be finished, which it would open; then for good."""
    stage.clock.time = day_of(10)
    await stage.tables.daily.lines.today()
    await renewed(stage)
    lines = lines_on(stage)

    assert list((await lines.keys.seal()).former) == []
    stage.clock.time = day_of(11, 5.99)
    assert list((await lines.keys.seal()).former) == []
    stage.clock.time = day_of(11, 6)
    assert list((await lines.keys.seal()).former) == [(1, KEY.hex())]
    assert list((await lines_on(stage).keys.seal()).former) == [(1, KEY.hex())]
    assert Chain(KEY).anchor == Chain(bytes.fromhex((await lines.keys.seal()).former[0][1])).anchor


async def test_an_old_secret_is_not_shown_before_anybody_has_looked_at_its_last_line(
    stage: Stage,
) -> None:
    """Nothing is stored of the line then, but it can still be begun."""
    stage.clock.time = day_of(10)
    await renewed(stage)

    assert list((await lines_on(stage).keys.seal()).former) == []


async def test_each_line_is_proved_by_the_chain_that_it_is_of(stage: Stage) -> None:
    """Before and after the change, and after another one."""
    made = [Chain(KEY)]
    for number in range(1, 12):
        stage.clock.time = day_of(number)
        await stage.tables.daily.lines.today()
        if number in (3, 7):
            made.append(await renewed(stage, NEWER if number == 3 else NEWEST))
    stage.clock.time = day_of(20)

    for number in range(1, 12):
        link = await link_of(stage.tables.daily.lines, number)
        of = made[0] if number <= 3 else made[1] if number <= 7 else made[2]
        assert [leads_to(link, number, each.anchor) for each in made] == [
            each == of for each in made
        ]
    former = [(1, KEY.hex()), (4, NEWER.hex())]
    assert list((await stage.tables.daily.lines.keys.seal()).former) == former


async def test_a_bot_that_runs_on_takes_up_the_new_chain(stage: Stage) -> None:
    """Several processes on one database need not be started anew: the next day has its keys."""
    stage.clock.time = day_of(10)
    lines = stage.tables.daily.lines
    await lines.keys.seal()
    await renewed(stage)

    seal = await lines.keys.seal()
    assert seal.anchor == Chain(NEWER).anchor

    stage.clock.time = day_of(11)
    assert (await lines.today()).row.commitment == Chain(NEWER).commitment(11)


async def test_a_line_whose_day_has_come_keeps_its_key(stage: Stage) -> None:
    """Whatever the clock says when the chain is renewed: its cards are those it was begun with."""
    stage.clock.time = day_of(11)
    run = await cards(stage, 3)
    stage.clock.time = day_of(10)
    await renewed(stage)
    stage.clock.time = day_of(11)
    tables = more_tables(stage.store, stage.clock)
    again = await tables.daily.runs.of(11, ANN)

    assert again is not None
    assert again.play == run.play
    assert list((await tables.daily.lines.keys.seal()).former) == []

    stage.clock.time = day_of(12, 6)
    link = await link_of(tables.daily.lines, 11)
    assert commitment_of(key_of(11, link)) == run.line.row.commitment
    assert list((await tables.daily.lines.keys.seal()).former) == [(1, KEY.hex())]


async def test_a_chain_renewed_twice_on_a_day_has_its_last_secret(stage: Stage) -> None:
    stage.clock.time = day_of(10)
    await stage.tables.daily.lines.today()
    await renewed(stage, NEWER)
    await renewed(stage, NEWEST)
    await passed(stage, 3)
    seal = await lines_on(stage).keys.seal()

    assert (seal.anchor, seal.since) == (Chain(NEWEST).anchor, 11)
    assert list(seal.former) == [(1, KEY.hex())]


# --- by what forgotten people are known ---


async def test_marks_are_of_the_lines_that_can_still_be_played(stage: Stage) -> None:
    """Yesterday's until six, today's; none before anybody has ever looked at a line."""
    lines = stage.tables.daily.lines
    assert await lines.keys.marks(ANN.id) == ()

    for number, hours in ((9, 12.0), (10, 5.9)):
        stage.clock.time = day_of(number, hours)
        await lines.today()
    assert [number for number, _ in await lines.keys.marks(ANN.id)] == [9, 10]

    stage.clock.time = day_of(10, 6)
    assert [number for number, _ in await lines.keys.marks(ANN.id)] == [10]

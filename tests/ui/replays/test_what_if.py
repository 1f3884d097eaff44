"""What if: its button, the planner before a turn, the answer, and who may ask."""

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from metrobot.service.finished.what_ifs import FREE_AFTER, MOST_WAITING
from metrobot.service.people.ledger import COMPARE, Account
from metrobot.service.ports import CompareJob, Comparison, Interval
from metrobot.store.statements.charges import Charge
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.words.catalogue import ENGLISH
from tests.thinking.here import Here, play_on
from tests.ui.daily.line_stage import answered
from tests.ui.replays.stage import TITLES, import_file, longest, way
from tests.ui.replays.test_replay import finished
from tests.ui.stage import Stage, again, alts, labels, on_discord, texts

SURE = Comparison(
    Interval(0.41, 0.36, 0.46),
    Interval(0.52, 0.47, 0.57),
    Interval(0.11, 0.002, 0.2),
    (("trips", 3.2), ("rivals", -1.0)),
    60,
)


@dataclass
class Judge:
    """Compares as it was told to."""

    answer: Comparison = SURE
    jobs: list[CompareJob] = field(default_factory=list)
    fault: Exception | None = None

    async def compare(self, job: CompareJob) -> Comparison:
        """Return the answer."""
        self.jobs.append(job)
        if self.fault is not None:
            raise self.fault
        return self.answer


async def opened(stage: Stage, judge: Judge | None = None, number: int = 0) -> Any:
    """Finish a toy game, and show somebody the planner before its first turn."""
    await finished(stage)
    stage.bot.parts.tables.what_ifs.comparer = judge
    person = stage.people[number]
    shown = (await person.click(stage.last, label="What if")).response
    assert "play another way, then press **What if**" in texts(shown)
    return (await person.click(shown, label="What if")).response


async def tried(stage: Stage, planner: Any, number: int = 0) -> Any:
    """Make a whole turn in a planner of the toy."""
    for choice in ("Take 2", "Take 1"):
        await stage.people[number].click(planner, label=choice)
        planner = again(stage, planner)
    return planner


async def asked(stage: Stage, planner: Any, number: int = 0) -> Any:
    """Press Compare; return the answer."""
    return await stage.people[number].click(planner, label="Compare")


async def seconds(stage: Stage, number: int = 0) -> float:
    """Return the seconds that somebody was charged for."""
    charges = stage.store.charges.within
    now = stage.bot.parts.clock.now()
    start = now.replace(year=now.year - 1)
    person = stage.people[number].id
    return sum(each[1] for each in await charges(person, Account.SECONDS, (start, now), None))


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
async def test_another_turn_stands_beside_the_one_that_was_played(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened in private on the board before the turn; strong fills in what it would do."""
    play_on(monkeypatch, 2)
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        what_ifs = stage.bot.parts.tables.what_ifs
        what_ifs.comparer = what_ifs.finder = Here()
        await import_file(stage, longest(title))
        person, shown = stage.people[1], stage.last
        while "What if" not in labels(shown):
            await person.click(shown, custom_id=way(shown, "on"))
            shown = again(stage, shown)
        first = await person.click(shown, label="What if")
        planner = first.response
        assert first.ephemeral
        assert "What if" in texts(planner)
        await person.click(planner, label="What strong would do")
        planner = again(stage, planner)
        assert "A strong computer would play this" in texts(planner)
        assert "Confirm" not in texts(planner)
        await person.click(planner, label="Compare")
        answer = again(stage, planner)

        assert "No difference that can be told" in texts(answer)
        assert "What was played" in texts(answer)
        assert "This turn instead" in texts(answer)
        assert len(alts(answer)) == 2
        assert labels(answer) == ["Another", "What strong would do", "Play on from here"]
        await person.click(answer, label="Another")
        assert "What if" in texts(again(stage, answer))


@pytest.mark.parametrize(
    ("gain", "verdict"),
    [
        (SURE.gain, "Surely better: chance to win +11% (+1 to +20)."),
        (Interval(-0.11, -0.2, -0.002), "Surely worse: chance to win −11% (−20 to −1)."),
        (Interval(0.11, -0.01, 0.23), "No difference that can be told: chance to win +11%"),
        (Interval(0.0, 0.0, 0.0), "No difference that can be told: chance to win 0%"),
    ],
)
async def test_an_answer_is_sure_only_with_its_whole_interval(
    stage: Stage, gain: Interval, verdict: str
) -> None:
    """Both worths, the difference with its interval, and a reason for what is better."""
    judge = Judge(Comparison(SURE.played, SURE.other, gain, SURE.reasons, 60))
    planner = await tried(stage, await opened(stage, judge))
    await asked(stage, planner)
    told = texts(again(stage, planner)).replace("*", "")

    assert "Played: chance to win 41% (36 to 46)" in told
    assert "This: chance to win 52% (47 to 57)" in told
    assert verdict in told
    whys = [line for line in told.splitlines() if line.startswith("Why:")]
    assert whys == {
        "Surely better": ["Why: about 3 more points from the trips"],
        "Surely worse": [
            "Why: with what was played, the best of the others ends with about 1 point fewer"
        ],
    }.get(verdict.partition(":")[0], [])


async def test_the_same_question_costs_once(stage: Stage) -> None:
    """Five seconds of a processor for the first time, and as often as one likes."""
    judge = Judge()
    planner = await tried(stage, await opened(stage, judge))
    await asked(stage, planner)
    await stage.press(0, again(stage, planner), "Another")
    await asked(stage, await tried(stage, again(stage, planner)))

    assert "Surely better" in texts(again(stage, planner))
    assert len(judge.jobs) == 1
    assert await seconds(stage) == COMPARE


@pytest.mark.parametrize(
    ("fault", "late", "charged"),
    [(None, 0.0, COMPARE), (None, FREE_AFTER + 1, 0), (RuntimeError("broken"), 0.0, 0)],
)
async def test_what_fails_or_comes_too_late_is_not_charged(
    stage: Stage, fault: Exception | None, late: float, charged: float
) -> None:
    judge = Judge(fault=fault)
    planner = await tried(stage, await opened(stage, judge))
    what_ifs, ticks = stage.bot.parts.tables.what_ifs, iter((0.0, late))
    what_ifs.clock = SimpleNamespace(monotonic=lambda: next(ticks))
    await asked(stage, planner)

    assert await seconds(stage) == charged
    assert not what_ifs._asking


async def test_one_question_at_a_time_and_fifty_in_all(stage: Stage) -> None:
    """A second question is refused, and so is one behind fifty, with how long to wait."""
    judge = Judge()
    planner = await tried(stage, await opened(stage, judge))
    asking = stage.bot.parts.tables.what_ifs._asking
    asking.add(stage.people[0].id)
    again_told = answered(await asked(stage, planner))
    asking.clear()
    asking.update(range(1, MOST_WAITING + 1))
    many_told = answered(await asked(stage, planner))

    assert again_told == ENGLISH.say("whatif.under_way")
    assert many_told == ENGLISH.say("whatif.many", minutes=5)
    assert not judge.jobs
    assert await seconds(stage) == 0


@pytest.mark.parametrize("label", ["Compare", "What strong would do"])
async def test_who_has_used_up_their_time_is_told(stage: Stage, label: str) -> None:
    """By either button: nobody is asked."""
    judge = Judge()
    planner = await tried(stage, await opened(stage, judge))
    tables, now = stage.bot.parts.tables, stage.bot.parts.clock.now()
    tables.what_ifs.finder = SimpleNamespace(knows=lambda _: True)
    charge = Charge(stage.people[0].id, Account.SECONDS, now, tables.quotas.seconds)
    await stage.store.charges.note(charge)
    told = await stage.people[0].click(planner, label=label)

    assert "as long as it does for one person" in answered(told)
    assert not judge.jobs


async def test_where_nobody_compares_that_is_said(stage: Stage) -> None:
    planner = await tried(stage, await opened(stage))

    assert answered(await asked(stage, planner)) == ENGLISH.say("whatif.nobody")
    told = await stage.people[0].click(planner, label="What strong would do")
    assert answered(told) == ENGLISH.say("whatif.nobody")


@pytest.mark.parametrize(
    ("custom_id", "key"),
    [
        ("mb1:1:0:what:h-0-7", "whatif.no_choice"),
        ("mb1:1:99:whatif:h-0-anew!0000:", "whatif.no_choice"),
        ("mb1:1:0:whatif:h-9-anew!0000:", "whatif.no_choice"),
        ("mb1:1:0:whatif:h-1-anew!0000:", "whatif.no_choice"),
        ("mb1:1:0:whatif:h-0-done!0000:", ""),
        ("mb1:1:0:whatif:h-0-try!ffff:0", ""),
        ("mb1:1:0:whatif:h-0-try!0000:99", ""),
        ("mb1:1:0:whatif:h-0-plan!0000:", "frame.unknown_press"),
        ("mb1:1:0:whatif:h-x-try!0000:", "frame.unknown_press"),
        ("mb1:1:0:whatif:l-0-try!0000:", "frame.unknown_press"),
        ("mb1:1:0:whatif:i-0-try!0000:", "replay.gone"),
        ("mb1:7:0:whatif:h-0-try!0000:", "table.none_here"),
        ("mb1:1:0:line:if!l-0-try!0000:", "line.gone"),
        ("mb1:1:1:line:card!", "line.gone"),
    ],
)
async def test_a_forged_button_gets_one_sentence(stage: Stage, custom_id: str, key: str) -> None:
    """Whatever it names: nothing is asked, and nothing charged."""
    judge = Judge()
    planner = await opened(stage, judge)
    told = stage.forge(stage.people[0], planner, custom_id)
    await stage.env.settle()

    assert (ENGLISH.say(key) if key else "moved on since you opened this") in answered(told)
    assert not judge.jobs


async def test_a_game_that_runs_or_was_cancelled_has_no_what_if(pair: Stage) -> None:
    await pair.turn(0, "Take 1", "Take 1")
    shown = (await pair.people[0].slash(pair.channel, "game replay")).response
    answers = [pair.forge(pair.people[0], shown, "mb1:1:0:what:h-0-0")]
    await pair.env.settle()
    await pair.people[0].slash(pair.channel, "game cancel")
    await pair.people[1].click(pair.last, label="Agree")
    answers.append(pair.forge(pair.people[0], shown, "mb1:1:0:what:h-0-0"))
    await pair.env.settle()

    assert "What if" not in labels(shown)
    for answer in answers:
        assert answered(answer) == ENGLISH.say("whatif.unfinished")

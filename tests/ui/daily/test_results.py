"""What one has made of a line: points, par, how many were beaten, the best there was."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from metrobot.service.daily.streaks import Streak
from metrobot.service.model.play import Person, PlayerId
from metrobot.store.statements.daily.lines import LineRow
from metrobot.store.statements.daily.runs import DayResult
from metrobot.ui.daily import line_words
from metrobot.ui.words.catalogue import ENGLISH, words_for
from tests.ui.daily.line_stage import (
    answered,
    begun_run,
    done,
    finished,
    home,
    leap,
    newcomer,
    pass_days,
    person,
    said,
    scored,
    valued,
)
from tests.ui.stage import Stage, again, alts, labels, pictures


def stranger(number: int) -> Person:
    """Return a member of another server."""
    return Person(PlayerId(900 + number), f"Stranger {number}")


def beaten(text: str) -> tuple[int, int] | None:
    """Return the number of others who were beaten, and of all others, as a text gives them."""
    if "You beat the one other player" in text:
        return (1, 1)
    found = re.search(r"Better than (\d+) of (\d+)", text)
    return None if found is None else (int(found[1]), int(found[2]))


def without_times(text: str) -> str:
    """Return a text without the moments that Discord shows to each reader."""
    return re.sub(r"<t:\d+:\w>", "", text)


async def test_the_result_shows_points_and_what_they_are_made_of(stage: Stage) -> None:
    shown = await finished(stage)
    run = await stage.store.runs.of(1, stage.person(0).id)

    assert run is not None
    assert run.score is not None
    assert re.search(rf"\D{abs(run.score)} point", said(shown))
    assert "transfers" in said(shown)
    assert len(pictures(shown)) == 1
    assert len(alts(shown)[0]) > 50
    assert {"Share here", "Standings", "My lines"} <= set(labels(shown))
    assert "Show my sheet" not in labels(shown)


async def test_par_is_pending_until_it_is_known(stage: Stage) -> None:
    """Then it stands on one scale with the others; the version is behind Fair dealing."""
    run = await done(stage)
    before = said(await home(stage))
    await valued(stage, 1, par=33, easy=-40, fair=12, best=47)
    after = await home(stage)
    told = said(after)
    dealing = said(await stage.press(0, after, "Fair dealing"))

    assert "known yet" in before
    assert "strong" not in before
    scale = f"easy −40 · **you {words_for('en').number(run.row.score or 0)}** · fair 12 · strong 33"
    assert scale in told
    assert "version 7" in dealing
    assert "version" not in told


async def test_a_result_is_shown_anew_once_its_par_is_known(stage: Stage) -> None:
    """In the same message, unless its reader looks at something else by then."""
    results = [await finished(stage, number) for number in (0, 1)]
    await stage.press(1, results[1], "Standings")
    before = [said(again(stage, result)) for result in results]
    await valued(stage, 1, par=33)
    await stage.bot.parts.tables.daily.pars.late.tell()
    await stage.env.settle()
    after = [said(again(stage, result)) for result in results]

    assert "known yet" in before[0]
    assert "strong 33" in after[0]
    assert after[1] == before[1]


async def test_a_day_without_a_par_is_neither_above_nor_below(played: Stage) -> None:
    """It has a hollow sign, which is explained where it stands."""
    unknown = await played.press(0, await home(played), "My lines")
    before = said(unknown)
    await valued(played, 1, par=-99)
    after = said(await played.press(0, await home(played), "My lines"))

    assert "·□`" in before
    assert "□ no par yet" in before
    assert "·█`" in after
    assert "□" not in after


async def test_a_result_stands_beside_ones_own_of_thirty_days(stage: Stage) -> None:
    """The average and the best against par, and what is better than usual."""
    who = person(stage, 0)
    for number, score in enumerate((4, 8), 1):
        await leap(stage, 0.01)
        await scored(stage, who, number, score)
        await valued(stage, number, par=10)
        alone = said(await home(stage))
        await leap(stage)
    run = await done(stage)
    await valued(stage, 3, par=(run.row.score or 0) + 3)
    better = said(await home(stage))
    await valued(stage, 3, par=(run.row.score or 0) - 1)
    best = said(await home(stage))

    assert "2 below par" in alone
    assert "−6" in alone
    assert "3 below par" in better
    assert (
        "other 2 lines in 30 days: −4 against par on average, −2 at best. 1 point better" in better
    )
    assert "1 above par" in best
    assert "Your best in 30 days!" in best


async def test_the_next_day_begins_with_yesterday(stage: Stage) -> None:
    """Own points, others here, par; and who was beaten. See how leaves today's page as it is."""
    run = await done(stage)
    score = run.row.score or 0
    await scored(stage, person(stage, 2), 1, score + 3)
    await valued(stage, 1, par=score + 8, easy=score - 1, fair=score)
    first = said(await home(stage))
    await pass_days(stage, 1.3)
    shown, none = await home(stage), said(await home(stage, 1, line=1))
    look = await stage.person(0).click(shown, label="See how")
    number = words_for("en").number

    assert "**You beat easy, 8 below par.**" in first
    assert "Yesterday" not in first + none
    start = f"**Yesterday:** **you {number(score)}** · \u2068Cat\u2069 {number(score + 3)} · par"
    assert said(shown).startswith(f"{start} {number(score + 8)}")
    assert {"See how", "Play"} <= set(labels(shown))
    assert "Line 1" in answered(look)


async def test_yesterday_is_told_to_who_did_not_play_it_once_it_is_over(stage: Stage) -> None:
    """Not while its last cards are played, and nobody who is unlisted."""
    for number, score in enumerate((9, 7), 1):
        await scored(stage, person(stage, number), 1, score)
    scores = stage.bot.parts.tables.leaderboards
    await scores.set_listed(person(stage, 1).id, listed=False)
    await pass_days(stage, 1.1)
    early = said(await home(stage))
    await pass_days(stage, 0.3)
    over = said(await home(stage))

    assert "Yesterday" not in early
    assert "**Yesterday:** \u2068Cat\u2069 7" in over
    assert "Bob" not in over


@pytest.mark.parametrize(("by", "told"), [(3, "3 above"), (-4, "4 below"), (0, "on par")])
async def test_a_score_is_held_against_par(stage: Stage, by: int, told: str) -> None:
    run = await done(stage)
    assert run.row.score is not None
    await valued(stage, 1, par=run.row.score - by)

    assert told in said(await home(stage))


async def test_par_is_not_told_to_who_has_not_finished(stage: Stage) -> None:
    """Nor the best that there is: both tell of the cards. Once all is over they are told."""
    await begun_run(stage)
    await valued(stage, 1, par=33, best=47)
    own, other = said(await home(stage)), said(await home(stage, 1))
    await pass_days(stage, 1.3)
    over = said(await home(stage, 1, line=1))

    for text in (own, other):
        assert "33" not in without_times(text)
        assert "47" not in without_times(text)
    assert "33" in over
    assert "47" in over


async def test_the_share_of_players_beaten_counts_all_servers(stage: Stage) -> None:
    """Those with as many points are not beaten; oneself is none of the others."""
    run = await done(stage, newcomer(stage, "Old"))
    points = run.row.score or 0
    alone = beaten(said(await home(stage, 3)))
    for number, each in enumerate((points - 5, points - 1, points, points + 2)):
        await scored(stage, stranger(number), 1, each)
    among = beaten(said(await home(stage, 3)))

    assert alone is None
    assert among == (2, 4)


async def test_who_beats_everybody_and_who_beats_nobody(stage: Stage) -> None:
    run = await done(stage, newcomer(stage, "Old"))
    points = run.row.score or 0
    await scored(stage, stranger(1), 1, points - 1)
    first = beaten(said(await home(stage, 3)))
    await done(stage, newcomer(stage, "Other"), which=0)
    await valued(stage, 1, par=1)
    await scored(stage, stranger(2), 1, points - 1)
    second = beaten(said(await home(stage, 3)))

    assert first == (1, 1)
    assert second == (2, 3)


async def test_a_streak_is_told_with_the_servers(stage: Stage) -> None:
    """Of lines, not of dates; a server's needs two people with accounts that are not new."""
    first, second = newcomer(stage, "Old"), newcomer(stage, "Other")
    await done(stage, 0)
    await done(stage, first)
    alone = said(await home(stage))
    await done(stage, second)
    await pass_days(stage)
    for number in (0, first, second):
        await done(stage, number)
    both = said(await home(stage))

    assert "streak" not in alone
    assert "This server" not in alone
    assert "2 days in a row" in both
    assert "This server: 2 days" in both


async def test_seven_in_a_row_earn_a_day_that_is_used_by_itself(stage: Stage) -> None:
    for _ in range(7):
        await done(stage)
        await leap(stage)
    earned = said(await home(stage))
    await leap(stage, 2)
    used = said(await home(stage))

    assert "7 days in a row" in earned
    assert "1 spare day" in earned
    assert "7 days in a row" in used
    assert "stood in" in used


async def test_ones_own_page_has_thirty_days_in_a_row(stage: Stage) -> None:
    """A sign for each day, the newest last; the streak, and the average against par."""
    who = person(stage, 0)
    for number, score in enumerate((12, 7, 3), 1):
        await leap(stage, 0.01)
        await scored(stage, who, number, score)
        await valued(stage, number, par=10, easy=5)
        await leap(stage)
    shown = said(await stage.press(0, await home(stage), "My lines"))

    assert f"`{'·' * 26}█▅▂·`" in shown
    assert "3 days in a row" in shown
    assert "3 lines against par: −3 on average, +2 at best." in shown


async def test_whether_a_sheet_is_shown_is_asked_once(stage: Stage) -> None:
    """At the end of a line; Yes sets the setting, and whoever said nothing is left in peace."""
    for name, label, shows in (("Old", "Yes", True), ("Other", "No", False), ("Third", "", False)):
        number = newcomer(stage, name)
        shown = await finished(stage, number)
        asked = said(shown)
        after = await stage.press(number, shown, label) if label else await home(stage, number)
        wishes = await stage.bot.parts.tables.people.preferences(person(stage, number).id)

        assert "Show your sheet tomorrow" in asked
        assert "Show your sheet tomorrow" not in said(after)
        assert "Share here" in labels(after)
        assert (wishes.show_sheet, wishes.sheet_asked) == (shows, True)
    await leap(stage)
    assert "Show your sheet tomorrow" not in said(await finished(stage, number))


async def test_of_an_old_run_the_score_is_left(played: Stage) -> None:
    """Without the sheet, and nothing that would need it."""
    await leap(played, 92)
    await played.bot.parts.tables.daily.runs.clear()
    shown = await home(played, line=1)

    assert "point" in said(shown)
    assert pictures(shown) == []
    assert not {"Share here", "Show my sheet", "Record"} & set(labels(shown))


async def test_the_salt_is_shown_from_the_first_press_on(stage: Stage) -> None:
    """In Fair dealing alone, to everybody; the key is still nobody's."""
    assert "Salt" not in said(await stage.press(0, await home(stage), "Fair dealing"))
    run = await done(stage)
    salt = f"Salt of line {run.line.number}: {run.line.number},{run.line.row.salt}"

    shown = await home(stage)
    assert str(run.line.row.salt) not in said(shown)
    assert salt in said(await stage.press(0, shown, "Fair dealing"))
    assert salt in said(await stage.press(1, await home(stage, 1), "Fair dealing"))


@pytest.mark.parametrize(
    ("month", "own", "mean"),
    [
        (
            "+2,3 +3,4 +3,4 +3,1",
            "+3 against par on average, +3 at best. 3 fewer empty stations",
            "+3 on average",
        ),
        ("+1,2 +2,4 +5,0", "on average, +2 at best. Your best in 30 days! 3 fewer", "+3 on"),
        ("+4,2 +2,4 +3,3", "+3 against par on average, +4 at best.", "+3 on average, +4 at best"),
        ("+1,0 +5,1 +4,1", "on average, +5 at best. 1 point better than usual.", "+3 on"),
        ("+2,5 -1,2", "Your other line in 30 days: +2 against par. 3 fewer", "0 on average"),
        ("+0,0", "**on par.**", "One line against par: 0."),
    ],
)
def test_a_month_is_told_to_the_nearest_point(month: str, own: str, mean: str) -> None:
    """Of lines by points against par and empty stations: the last is today's."""
    pairs = [each.split(",") for each in month.split()]
    days = [
        DayResult(number, 30, 20, 30 + int(against), int(empty))
        for number, (against, empty) in enumerate(pairs, start=1)
    ]
    line, row = (
        SimpleNamespace(number=len(days), par=None, row=LineRow(1, "", "")),
        SimpleNamespace(score=30),
    )
    run: Any = SimpleNamespace(line=line, row=row)
    told = line_words.own_text(days, run, ENGLISH)

    assert own in told
    assert ("usual" in told, "best in" in told) == ("fewer" in own or "better" in own, "!" in own)
    assert mean in list(line_words.month_text(days, len(days), Streak(2), ENGLISH))[-1]
    line.number += 1
    assert line_words.own_text(days, run, ENGLISH) == ""

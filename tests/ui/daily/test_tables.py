"""Who has finished a line here, the week, and the lines that are over."""

import re
from typing import Any

from metrobot.service.daily import timetable
from metrobot.service.model.play import Person, PlayerId
from tests.ui.daily.line_stage import (
    advanced,
    answered,
    begun,
    begun_run,
    done,
    forged,
    home,
    ids_of_run,
    is_planner,
    leap,
    pass_days,
    person,
    said,
    scored,
    today,
    used,
    valued,
)
from tests.ui.limits import walk
from tests.ui.stage import Stage, again, labels, raw, texts


async def table(stage: Stage, number: int = 0, line: int | None = None) -> str:
    page = await home(stage, number, **({} if line is None else {"line": line}))
    return texts(await stage.press(number, page, "Standings"))


async def week(stage: Stage, number: int, line: int) -> str:
    """Return the table of a line's week as somebody sees it."""
    shown = await stage.press(number, await home(stage, number, line=line), "Standings")
    return texts(await stage.press(number, shown, "Week"))


def rows(text: str) -> dict[str, list[int]]:
    """Return the numbers that stand beside each name, its place first."""
    found = dict[str, list[int]]()
    for each in text.splitlines():
        match = re.search("\u2068(.+?)\u2069", each)
        if match:
            numbers = re.findall(r"[-−]?\d+", each.replace(match[0], ""))
            found[match[1]] = [int(n.replace("−", "-")) for n in numbers]
    return found


async def hide(stage: Stage, number: int) -> None:
    scores = stage.bot.parts.tables.leaderboards
    await scores.set_listed(person(stage, number).id, listed=False)


async def test_names_stand_without_points_for_who_has_not_finished(stage: Stage) -> None:
    """Points and order are hidden from everyone who has not begun or is still playing."""
    await done(stage, 1)
    await scored(stage, Person(PlayerId(77), "Ada"), 1, 99)
    before = await table(stage)
    await begun_run(stage)
    meanwhile = await table(stage)

    for text in (before, meanwhile):
        assert rows(text) == {"Ada": [], "Bob": []}
        assert list(rows(text)) == ["Ada", "Bob"]
        assert "99" not in text


async def test_points_stand_there_for_who_has_finished(stage: Stage) -> None:
    mine = await done(stage)
    points = mine.row.score or 0
    await scored(stage, Person(PlayerId(77), "Ada"), 1, points + 7)
    before = rows(await table(stage))
    await valued(stage, 1, par=points + 2)
    after = rows(await table(stage))

    assert before == {"Ada": [1, points + 7], "Ann": [2, points]}
    assert after == {"Ada": [1, points + 7, 5], "Ann": [2, points, 2]}


async def test_the_last_hours_hide_points_still(stage: Stage) -> None:
    """After its day a line can be finished: points would tell."""
    await done(stage, 1)
    await advanced(stage, await begun_run(stage, 0), 3)
    await pass_days(stage, 1.2)

    assert rows(await table(stage, 0, line=1)) == {"Bob": []}


async def test_who_is_not_listed_is_only_counted(stage: Stage) -> None:
    """Others see that there is one more; they see themselves."""
    await done(stage, 1)
    await done(stage, 2)
    await hide(stage, 1)
    before, own = await table(stage), await table(stage, 1)
    await pass_days(stage, 1.3)
    after = await table(stage, 0, line=1)

    for text in (before, after):
        assert "Bob" not in text
        assert "Cat" in text
        assert "1 more" in text
    assert "Bob" in own
    assert "more" not in own.replace("any more", "")


async def test_more_than_fifteen_are_counted(stage: Stage) -> None:
    for number in range(20):
        await scored(stage, Person(PlayerId(1000 + number), f"P{number:02}"), 1, number)
    await pass_days(stage, 1.3)
    text = await table(stage, 0, line=1)

    assert len(rows(text)) == 15
    assert "P19" in text
    assert "P04" not in text
    assert "5 more" in text


async def test_a_week_counts_the_best_five_against_par(stage: Stage) -> None:
    """A missing line counts as the easy computer got; open lines count for nobody."""
    await leap(stage, 4)  # a Monday: line 5
    ada, bea = Person(PlayerId(77), "Ada"), Person(PlayerId(78), "Bea")
    for day in range(7):
        number = 5 + day
        assert today(stage) == number
        await scored(stage, ada, number, 30 + day)  # 0 to 6 above par
        if day < 2:
            await scored(stage, bea, number, 33)
        await valued(stage, number, par=30, easy=20)
        await leap(stage)
    early = rows(await week(stage, 0, line=7))
    await pass_days(stage, 0.3)
    whole = rows(await week(stage, 0, line=7))

    assert early["Ada"][:3] == [1, 1 + 2 + 3 + 4 + 5, 6]
    assert whole["Ada"][:3] == [1, 2 + 3 + 4 + 5 + 6, 7]
    assert whole["Bea"][:3] == [2, 3 + 3 - 10 - 10 - 10, 2]


async def test_nobody_in_a_week_is_said(stage: Stage) -> None:
    assert "Nobody" in await week(stage, 0, line=1)


# --- past lines ---


def menu(message: Any) -> dict[str, Any]:
    return next(each for each in walk(raw(message)) if each["type"] == 3)


async def test_past_lines_are_none_at_first(stage: Stage) -> None:
    shown = await stage.press(0, await home(stage), "My lines")

    assert "over yet" in said(shown)
    assert labels(shown) == ["Back"]


async def test_past_lines_are_chosen_from_a_menu(stage: Stage) -> None:
    await pass_days(stage, 3.1)
    shown = await stage.press(0, await home(stage), "My lines")
    before = menu(shown)
    await stage.person(0).select(shown, ["1"], custom_id=before["custom_id"])
    opened = again(stage, shown)

    assert [each["value"] for each in before["options"]] == ["2", "1"]
    assert all(each["description"] for each in before["options"])
    assert "Line 1" in said(opened)
    assert "Play it again" in labels(opened)


async def test_results_that_beat_ones_own_are_marked(stage: Stage) -> None:
    """For who has finished alone; nobody else sees a sign of it, and nothing is posted."""
    mine = await done(stage)
    points = mine.row.score or 0
    for number, score in enumerate((points + 7, points, points - 3)):
        await scored(stage, Person(PlayerId(70 + number), f"Ada{number}"), 1, score)
    marked = [each.split("\u2069")[0] for each in (await table(stage)).split("\n") if "▲" in each]

    assert [each.partition("\u2068")[2] for each in marked] == ["Ada0", ""]
    assert "▲" not in await table(stage, 1)
    assert stage.public == []


async def test_a_menu_holds_the_latest_twenty_five(stage: Stage) -> None:
    await leap(stage, 27.5)
    shown = await stage.press(0, await home(stage), "My lines")
    oldest = await home(stage, line=1)

    assert [int(each["value"]) for each in menu(shown)["options"]] == list(range(27, 2, -1))
    assert "Line 1" in said(oldest)


async def test_a_past_line_is_played_again_for_nothing(stage: Stage) -> None:
    """The same cards; it stands in no table, counts for no streak and no week."""
    await done(stage, 0)
    await pass_days(stage, 1.3)
    cards = await _cards_played_again(stage, 1)
    counted = await stage.store.runs.of(1, stage.person(1).id)
    bobs = await home(stage, 1, line=1)
    shown = await table(stage, 1, line=1)
    anns = await _cards_played_again(stage, 0)
    own = await home(stage, 0)

    assert cards == anns
    assert counted is None
    assert "Bob" not in shown
    assert "in a row" not in said(bobs)
    assert "Play it again" in labels(bobs)
    assert "streak" not in said(own)


async def _cards_played_again(stage: Stage, number: int) -> list[str]:
    """Play line 1 again to its end; return its cards."""
    message = await stage.press(number, await home(stage, number, line=1), "Play it again")
    cards, runs = list[str](), stage.bot.parts.tables.daily.runs
    custom_id = ids_of_run(message)[0]
    assert ", again." in said(message)
    while is_planner(message):
        run = await runs.by_id(int(custom_id.split(":")[1]), person(stage, number))
        cards.append(run.play.state.card.id)
        message = await used(stage, number, message)
    assert "counts for nothing" in said(message)
    assert not {"Share here", "Show my sheet"} & set(labels(message))
    return cards


async def test_the_record_of_a_line_that_is_over_can_be_had(played: Stage) -> None:
    run = await played.store.runs.of(1, played.person(0).id)
    assert run is not None
    early = await forged(played, 0, await home(played), f"mb1:1:0:line:record!{run.id}")
    await pass_days(played, 1.3)
    answer = await played.person(0).click(await home(played, line=1), label="Record")
    (file,) = answer.followups[-1].attachments

    assert "still open" in early
    assert file.filename == "line-1.json"
    assert b'"key"' in (played.env.backend.cdn.get(file.url) or b"")
    assert answer.followups[-1].ephemeral


async def test_ones_own_closed_line_is_tried_card_by_card(played: Stage) -> None:
    """Beside the best run, one press a card, in a planner; not before it closes, nor by others."""
    run = await played.store.runs.of(1, played.person(0).id)
    assert run is not None
    ids = (f"mb1:{run.id}:1:line:card!", f"mb1:{run.id}:0:line:if!l-0-anew!0000:")
    early = [await forged(played, 0, await home(played), each) for each in ids]
    await pass_days(played, 1.3)
    theirs = [await forged(played, 1, await home(played, 1), each) for each in ids]
    page = await played.press(0, await home(played, line=1), "What if")
    cards = [said(page)]
    page = await played.press(0, page, "Next")
    cards.append(said(page))
    planner = await played.press(0, page, "What if")

    assert all("still open" in each for each in early)
    assert all("What if" not in each for each in theirs)
    assert ["Card 1 (" in cards[0], "Card 2 (" in cards[1]] == [True, True]
    assert "What if · turn 2" in said(planner).replace("*", "")
    assert "What strong would do" in labels(planner)


async def test_a_strip_opens_todays_line_for_whoever_presses(played: Stage) -> None:
    """In private; once its line is over it shows what became of it."""
    await played.person(0).click(await home(played), label="Share here")
    opened = await played.person(1).click(played.last, label="Play")
    await pass_days(played, 1.1)
    too_late = await played.person(2).click(played.last, label="Play")
    await pass_days(played, 0.2)
    over = await played.person(2).click(played.last, label="Play")

    assert opened.ephemeral
    assert is_planner(opened.response)
    assert "started any more" in answered(too_late)
    assert "Line 1" in answered(over)
    assert timetable.number_at(played.env.now()) == 2
    assert await begun(played, 2) is not None

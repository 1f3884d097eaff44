"""A line is played in private, card by card, put down and taken up."""

import re
from typing import Any

import pytest

from metrobot.engine.actors import Seat
from metrobot.service.finished.forks import Fork, Source
from metrobot.ui.daily.run_planner import RunPlanner
from tests.ui.daily.line_stage import (
    advanced,
    answered,
    begun,
    begun_run,
    choices,
    chosen,
    done,
    finished,
    forged,
    home,
    ids_of_run,
    label_id,
    pass_days,
    person,
    pressed,
    said,
    used,
)
from tests.ui.stage import Stage, alts, ids, labels, texts


async def test_a_line_is_played_to_its_end(town: Stage) -> None:
    """The planner of games alone; then points, and what can be done next; nothing in public."""
    first = await home(town)
    planner = await begun(town)
    shown = await finished(town)
    public = town.public

    assert "You haven’t started it" in texts(first)
    assert {"Play", "Standings", "My lines", "Fair dealing"} <= set(labels(first))
    assert "Round 1" in texts(planner)
    assert "is chosen" in alts(planner)[0]
    assert re.search(r"points?:\*\*", texts(shown))
    assert "Share here" in labels(shown)
    assert public == []


# --- put down and taken up ---


async def test_the_home_page_says_at_which_card_one_is(stage: Stage) -> None:
    planner = await used(stage, 0, await begun(stage), 3)
    own, other = await home(stage), await home(stage, 1)

    assert "Round 4" in said(planner)
    assert "card 4" in said(own)
    assert "Continue" in labels(own)
    assert "Play" not in labels(own)
    assert "Play" in labels(other)
    assert "card" not in said(other).replace("About", "").partition("cards")[2]


async def test_a_line_is_taken_up_from_another_message(stage: Stage) -> None:
    planner = await used(stage, 0, await begun(stage), 2)
    taken_up = await begun(stage)

    assert taken_up.id != planner.id
    assert alts(taken_up) == alts(planner)
    assert ids(taken_up) == ids(planner)
    assert "Round 3" in said(taken_up)


async def test_later_leads_back_to_the_home_page(stage: Stage) -> None:
    planner = await used(stage, 0, await begun(stage))
    left = await stage.press(0, planner, "Later")
    taken_up = await stage.press(0, left, "Continue")

    assert "Round 2" in said(left)
    assert ids(taken_up) == ids(planner)


async def test_confirm_pressed_many_times_plays_one_card(stage: Stage) -> None:
    """Also at the same moment: the slower presses are told where the run stands."""
    whole = await chosen(stage, 0, await begun(stage))
    confirm = label_id(whole, "Confirm")
    presses = [stage.emit(stage.person(0), whole, confirm) for _ in range(6)]
    await stage.env.settle()
    run = await stage.store.runs.of(1, stage.person(0).id)

    assert run is not None
    assert run.turns == 1
    assert sorted(len(each.followups) for each in presses) == [0, 1, 1, 1, 1, 1]
    assert all("card 2" in answered(each) for each in presses if each.followups)


async def test_a_finished_line_opens_with_its_result(stage: Stage) -> None:
    whole = await chosen(stage, 0, await begun(stage))
    run = await begun_run(stage)
    result = await advanced(stage, run)
    old = await stage.person(0).click(whole, label="Confirm")
    shown = await home(stage)

    assert "finished this line" in answered(old)
    assert f"{abs(result.row.score or 0)} point" in said(shown)
    assert "Continue" not in labels(shown)
    assert "Play" not in labels(shown)


async def test_a_choice_while_another_is_confirmed_is_of_its_own_card(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From another device, between two reads: no card is used in the way of another."""
    other, run = await begun(stage), await begun_run(stage)
    load, runs = RunPlanner.load, stage.bot.parts.tables.daily.runs

    async def slow(planner: RunPlanner, code: str) -> Any:
        found = await load(planner, code)
        await advanced(stage, run, 1)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(RunPlanner, "load", slow)
        shown = await pressed(stage, 0, other, choices(other)[1])
    revisions = {each.split(":")[2] for each in ids_of_run(shown)}
    refused = await stage.person(0).click(shown, label="Confirm")
    runs.forget()  # as after a restart: it is played again from what was done
    after = await begun_run(stage)

    assert revisions == {str(run.play.revision)}
    assert "card 2" in answered(refused)
    assert after.row.turns == 1


@pytest.mark.parametrize("command", ["help", "game start"])
async def test_where_games_are_offered_the_line_of_the_day_is_too(
    stage: Stage, command: str
) -> None:
    """In /help, and where a channel has no game: the button shows today's line in private."""
    offered = (await stage.person(0).slash(stage.channel, command)).response
    assert offered is not None
    answer = await stage.person(0).click(offered, label="Line of the day")

    assert "You haven’t started it" in answered(answer)
    assert "Play" in labels(answer.followups[-1] if answer.followups else answer.response)


async def test_ones_own_closed_line_is_played_on_and_waits_under_my_lines(stage: Stage) -> None:
    """Alone, with the same cards; it goes on where it was, and nobody else is told of it."""
    run = await done(stage)
    await pass_days(stage, 3)
    branches, who = stage.bot.parts.tables.deals.branches, person(stage, 0)
    fork = Fork(Source.LINE, run.line.number, run.play.turns_played[5], Seat(0))
    branch = await branches.begin(fork, who, None)
    pages = [
        await pressed(stage, number, page, label_id(page, "My lines"))
        for number, page in ((0, await home(stage)), (1, await home(stage, 1)))
    ]
    label = f"Metrolijn {run.line.number}, turn 6"
    planner = await pressed(stage, 0, pages[0], label_id(pages[0], label))

    assert label not in labels(pages[1])
    assert any("branchturn" in each for each in ids(planner))
    assert "not yours" in await forged(stage, 1, pages[1], f"mb1:{branch.row.id}:0:branchgo:")

"""Replays of lines: of those that are over, one's own, and what a paper here may show."""

import re
from typing import Any

import pytest

from metrobot.ui.pages.ids import PressKind, ReplaySource
from metrobot.ui.replays import animations
from tests.ui.daily.line_stage import (
    UNKNOWN,
    advanced,
    allow,
    begun_run,
    done,
    forged,
    home,
    ids_of_run,
    kept,
    leap,
    newcomer,
    person,
    said,
    scored,
)
from tests.ui.stage import Stage, again, ids, labels, pictures

GONE = "isn’t here"
WATCHED = (PressKind.REPLAY, PressKind.STEP, PressKind.JUMP)


def watch(run: int, kind: PressKind = PressKind.REPLAY, rest: str = "") -> str:
    return f"mb1:{run}:0:{kind}:{ReplaySource.LINE}{rest}"


async def test_a_better_run_can_be_watched_and_says_where_it_gained(stage: Stage) -> None:
    """Once the line is over, and where its player lets others see it; the cards in words."""
    old = {which: newcomer(stage, f"Old {which}") for which in (1, 2)}
    scores = {number: (await done(stage, number, which)).row.score for which, number in old.items()}
    worse, better = sorted(scores, key=lambda number: scores[number] or 0)
    await allow(stage, better)
    is_open = await home(stage, worse)
    await leap(stage, 1.3)
    own, other = await home(stage, better, line=1), await home(stage, worse, line=1)
    answer = await stage.person(worse).click(other, label="Watch the best run")
    cards = re.findall(
        r"Card (\d+) \([^)]+\): you .*? ([+−]?\d+), they .*? ([+−]?\d+)", said(other)
    )
    gained = [int(b.replace("−", "-")) - int(a.replace("−", "-")) for _, a, b in cards]

    assert "Watch the best run" not in labels(is_open) + labels(own)
    assert "Card" not in said(is_open) + said(own)
    assert answer.response is not None
    assert len(pictures(answer.response)) == 1
    assert len(cards) == 3
    assert cards == sorted(cards, key=lambda card: int(card[0]))
    assert min(gained) > 0


async def answers(stage: Stage, number: int, run: int) -> list[str]:
    """Return the answers to each kind of press that shows a run, on somebody's own page."""
    page = await home(stage, number)
    rests = ("", "-0-on", "-turn")
    return [
        await forged(stage, number, page, watch(run, kind, rest))
        for kind, rest in zip(WATCHED, rests, strict=True)
    ]


async def test_ones_own_line_can_be_watched_once_it_is_over(stage: Stage) -> None:
    """Whether or not others may; not before."""
    run = (await done(stage)).row.id
    early = await answers(stage, 0, run)
    await leap(stage, 1.2)
    late = await answers(stage, 0, run)
    await leap(stage, 0.1)
    page = await home(stage)
    shown = await forged(stage, 0, page, watch(run))

    assert all("still open" in each for each in (*early, *late))
    assert "Turn 1 of" in shown


async def test_a_run_of_an_open_line_is_shown_to_nobody(stage: Stage) -> None:
    run = (await done(stage)).row.id
    await allow(stage, 0)
    before = await kept(stage)

    assert all("still open" in each for each in await answers(stage, 1, run))
    assert await kept(stage) == before


async def test_a_run_that_is_not_finished_is_shown_to_nobody(stage: Stage) -> None:
    """Nor to its own player, before its line is over and after."""
    run = (await advanced(stage, await begun_run(stage), 5)).row.id
    await allow(stage, 0)
    told = [*await answers(stage, 0, run), *await answers(stage, 1, run)]
    await leap(stage, 1.3)
    told += [*await answers(stage, 0, run), *await answers(stage, 1, run)]

    assert all(GONE in each for each in told)


async def test_who_has_not_allowed_it_is_not_watched(stage: Stage) -> None:
    """As if there were no such run; allowed once, no more once it is switched off."""
    run = (await done(stage)).row.id
    await leap(stage, 1.3)
    refused = await answers(stage, 1, run)
    none = await answers(stage, 1, 999)
    await allow(stage, 0)
    page = await home(stage, 1)
    shown = await forged(stage, 1, page, watch(run))
    await stage.bot.parts.tables.people.prefer(person(stage, 0), show_sheet=False)
    after = await answers(stage, 1, run)

    assert refused == none == after
    assert all(GONE in each for each in refused)
    assert "Turn 1 of" in shown


async def test_a_line_played_again_is_nobodys_to_watch(stage: Stage) -> None:
    await leap(stage, 1.3)
    page = await home(stage, line=1)
    planner = await stage.press(0, page, "Play it again")
    run = int(ids_of_run(planner)[0].split(":")[1])
    runs = stage.bot.parts.tables.daily.runs
    await advanced(stage, await runs.by_id(run, person(stage, 0)))
    await allow(stage, 0)

    assert all(GONE in each for each in await answers(stage, 1, run))
    assert "Turn 1 of" in await forged(stage, 0, again(stage, page), watch(run))


async def test_of_a_score_alone_there_is_nothing_to_watch(stage: Stage) -> None:
    await scored(stage, person(stage, 0), 1, 30)
    await allow(stage, 0)
    await leap(stage, 1.3)
    (row,) = (await kept(stage))["runs"]

    assert all(GONE in each for each in await answers(stage, 1, row["id"]))


async def test_there_is_no_film_and_no_review_of_a_line(stage: Stage) -> None:
    """Of none, not even of one's own that is over: refused as unknown, and nothing is charged."""
    run = (await done(stage)).row.id
    await allow(stage, 0)
    told = []
    for _ in range(2):
        page = await home(stage)
        for kind in (PressKind.FILM, PressKind.REVIEW):
            told += [
                await forged(stage, 0, page, watch(run, kind, rest)) for rest in ("", "-0", "-1")
            ]
        await leap(stage, 1.3)
    charged = (await kept(stage, "charges", "jobs"))["charges"]

    assert all(UNKNOWN in each for each in told)
    assert charged == []


class NoStrip:
    """Makes no pictures."""

    data = b"[]"

    def __init__(self, _: object) -> None:
        """Take the arguments of a drawing."""

    def steps(self) -> tuple[()]:
        """Take no step."""
        return ()


async def test_a_line_that_is_over_has_a_page(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One's own has a button for it; nobody gets one of an open line, or of a hidden run."""
    monkeypatch.setattr(animations, "Strip", NoStrip)
    run = (await done(stage)).row.id
    early = await forged(stage, 0, await home(stage), watch(run, PressKind.PAGE))
    await leap(stage, 1.3)
    page = await home(stage, line=1)
    mine = await stage.person(0).click(page, label="As a page")
    theirs = await forged(stage, 1, await home(stage, 1), watch(run, PressKind.PAGE, "-show"))

    assert "As a page" not in early
    assert "as a page" in said(mine.response)
    assert GONE in theirs


async def test_a_replay_of_a_line_names_no_game_of_the_server(stage: Stage) -> None:
    """Its number is that of a run: the game of the same number is another."""
    run = (await done(stage)).row.id
    await leap(stage, 1.3)
    await stage.lobby(1)
    page = await home(stage)
    told = await forged(stage, 0, page, watch(run).replace(":l", ":h"))
    imported = await forged(stage, 0, page, watch(run).replace(":l", ":i"))
    spoilt = await forged(stage, 0, page, watch(run).replace(":l", ":x"))

    assert "Turn 1 of" not in told + imported
    assert UNKNOWN in spoilt


async def test_a_replay_can_be_walked_through(stage: Stage) -> None:
    run = (await done(stage)).row.id
    await leap(stage, 1.3)
    page = await home(stage)
    answer = stage.forge(stage.person(0), page, watch(run))
    await stage.env.settle()
    replay: Any = answer.followups[-1] if answer.followups else answer.response
    last = await stage.press(0, replay, "Last")
    turn = next(each for each in ids(last) if each.endswith("-turn"))
    await stage.person(0).select(last, ["2"], custom_id=turn)
    third = again(stage, last)

    assert all(f":{ReplaySource.LINE}" in each for each in ids(replay))
    assert "Turn 3 of" in said(third)
    assert not {"Animation", "Review"} & set(labels(third))

"""Review: the button and the command, while it is made, its pages, in all titles and languages."""

import asyncio
import json
import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from metrobot.games.registry import TITLES as GAMES
from metrobot.players.analysis.course import course_of
from metrobot.players.analysis.facts import Estimate, Review
from metrobot.players.analysis.review import analyse
from metrobot.players.analysis.review_json import dump_review, is_short, load_review
from metrobot.service.ports import ReviewJob
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.pages.ids import ReplaySource
from metrobot.ui.replays.review_page import (
    MOST_IN_WORDS,
    WHYS,
    ReviewReading,
    _worth,
    review_page,
    turning_page,
)
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, words_for
from tests.service.test_records import _game
from tests.ui.replays.stage import TITLES, import_file, longest
from tests.ui.replays.test_replay import finished
from tests.ui.stage import Stage, again, alts, labels, texts


@dataclass
class Quick:
    """Looks back on games with as few of them played on as can be.

    Attributes:
        may_go_on: returns once it may go on with a review; None: it may at once.
    """

    may_go_on: Callable[[], Awaitable[object]] | None = None

    async def review(self, job: ReviewJob) -> str:
        """Return the review of a game, as it is stored."""
        review = quick(job)
        if job.earlier and review is not None:
            if self.may_go_on is not None:
                await self.may_go_on()
            positions = tuple(replace(each, games=400) for each in review.positions)
            review = replace(review, positions=positions, has_gone_on=True)
        return dump_review(review)


def quick(job: ReviewJob) -> Review | None:
    """Review a game in no time; any of its turns may be told."""
    title = GAMES.get(job.title)
    if title is None:
        return None
    course = course_of(title, title.initial_state(job.rules), job.events)
    return analyse(course, random.Random, lambda: 1.0, playouts=1, tells=lambda _: True)


async def shown(stage: Stage, person: Any, message: Any) -> Any:
    """Press Review, and let it be made; return the first page."""
    answer = await person.click(message, label="Review")
    await stage.bot.parts.tables.reviews.finished()
    return again(stage, answer.response)


@pytest.mark.parametrize("title", TITLES)
async def test_a_finished_game_has_a_review(title: str, town: Stage) -> None:
    """In private: the chances as a picture with words, then three turns with their boards."""
    town.bot.parts.tables.reviews.reviewer = Quick()
    await import_file(town, longest(title))
    person = town.people[1]
    first = await person.click(town.last, label="Review")
    assert first.ephemeral
    await town.bot.parts.tables.reviews.finished()
    page = again(town, first.response)

    turns = [label for label in labels(page) if "turn" in label]
    assert len(turns) == 3
    (alt,) = alts(page)
    named = re.findall(r"\d+", alt.partition("after the turns ")[2].partition("(")[0])
    assert len(named) == MOST_IN_WORDS
    for label in turns:
        await person.click(page, label=label)
        page = again(town, page)
        assert "What was played" in texts(page)
        assert label not in labels(page)
        assert len(alts(page)) == 1 + ("would have been better" in texts(page))
    await person.click(page, label="Overview")
    assert "The turns that" in texts(again(town, page))


async def test_a_review_shows_itself_as_soon_as_it_is_there(town: Stage) -> None:
    """To all who have asked, in the message that said that it is being made."""
    reviews = town.bot.parts.tables.reviews
    await import_file(town, longest("metrolijn"))
    asked = [await each.click(town.last, label="Review") for each in town.people[:2]]
    before = [texts(each.response) for each in asked]
    reviews.reviewer = Quick()
    await reviews.sweep()
    await reviews.finished()
    after = [again(town, each.response) for each in asked]

    assert all("being made" in each for each in before)
    assert all("The turns that" in texts(each) for each in after)


async def test_where_time_ran_out_a_review_says_so_and_goes_on_in_place(town: Stage) -> None:
    """On the page that is looked at, without a word of it where the review is sure."""
    reviews = town.bot.parts.tables.reviews
    await import_file(town, longest("metrolijn"))
    gate, wait = asyncio.Event(), town.env.external_wait
    reviews.reviewer = Quick(lambda: wait(gate.wait(), reason="until pages were looked at"))
    one, other = [await each.click(town.last, label="Review") for each in town.people[:2]]
    page = again(town, other.response)
    await town.people[1].click(page, label=next(each for each in labels(page) if "turn" in each))
    before = [texts(again(town, each.response)) for each in (one, other)]
    gate.set()
    await reviews.finished()
    after = [texts(again(town, each.response)) for each in (one, other)]

    assert "Time ran out" in before[0]
    assert "shows more here" in before[0]
    assert "at least 400 times" in after[0]
    assert "Time ran out" not in after[0]
    assert all("What was played" in each for each in (before[1], after[1]))


async def test_the_last_message_and_the_command_lead_to_the_review(stage: Stage) -> None:
    """Of a game that no computer knows there is a sentence why not."""
    stage.bot.parts.tables.reviews.reviewer = Quick()
    await finished(stage)
    assert "Review" in labels(stage.last)
    page = await shown(stage, stage.people[2], stage.last)
    typed = await stage.people[1].slash(stage.channel, "game review")

    assert "nothing to review" in texts(page)
    assert texts(typed.response) == texts(page)
    assert typed.ephemeral


async def test_a_game_under_way_has_none(pair: Stage) -> None:
    answer = await pair.people[0].slash(pair.channel, "game review")

    assert texts(answer.response) == ENGLISH.say("review.running")


async def test_an_unfinished_record_has_none(stage: Stage) -> None:
    """Its replay has no button; the command of a later release may still ask."""
    data = _game()
    data["events"] = data["events"][:-1]
    data.update(key=None, result=None, commitment=None, salt=None)
    await import_file(stage, json.dumps(data))

    assert all("Review" not in labels(message) for message in stage.public)


async def test_a_review_that_is_there_is_shown_at_once_after_a_restart(stage: Stage) -> None:
    """It is in the database, and the button knows where."""
    stage.bot.parts.tables.reviews.reviewer = Quick()
    await finished(stage)
    await shown(stage, stage.people[2], stage.last)
    await stage.restart()
    answer = await stage.people[2].click(stage.last, label="Review")

    assert "nothing to review" in texts(answer.response)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.long
async def test_every_page_has_its_words_in_every_language(title: str, town: Stage) -> None:
    """With every reason, where something was better and where nothing was."""
    await import_file(town, longest(title))
    table = (await town.bot.parts.tables.replays.replay(1, str)).play
    events = tuple(logged.event for logged in table.log)
    review = quick(ReviewJob(title, table.rules, events, b"", 0.0))
    assert review is not None
    # As older releases have stored it.
    values = json.loads(dump_review(review))
    values["positions"] = [position[:2] for position in values["positions"]]
    del values["again"]
    old = load_review(json.dumps(values))
    assert old is not None
    assert old.games is None
    assert not is_short(json.dumps(values))
    for words in map(words_for, COMPLETE):
        look = ReviewReading(FRONTS[title], table, review, words, ReplaySource.HERE)
        pages = [review_page(look), *(turning_page(look, mark) for mark in (1, 2, 3))]
        pages += [review_page(replace(look, goes_on=True)), review_page(replace(look, review=old))]

        assert all(page.pictures for page in pages)
        for key in WHYS.values():
            assert words.count(key, 1)
            assert words.count(key, 5)


@pytest.mark.parametrize(
    ("gain", "numbers"),
    [(Estimate(7.4, 4.6, 9.4), [7, 5, 9]), (Estimate(0.2, -0.4, 1.4), [1, 1, 1])],
    ids=["some", "hardly any"],
)
@pytest.mark.parametrize("is_alone", [True, False])
def test_what_was_better_says_by_how_much_and_how_sure_that_is(
    gain: Estimate, numbers: list[int], is_alone: bool
) -> None:
    """In points of who plays alone, else in chances of a hundred; at least 1 of each."""
    look: Any = SimpleNamespace(
        words=ENGLISH, review=SimpleNamespace(is_alone=is_alone), name=lambda _: "Ann"
    )
    better: Any = SimpleNamespace(gain=gain if is_alone else _hundredth(gain), whys=())
    turning: Any = SimpleNamespace(player=0)

    (said,) = _worth(look, turning, better)

    assert [int(each) for each in re.findall(r"\d+", said)] == [*numbers, 95]


def _hundredth(gain: Estimate) -> Estimate:
    """Return a gain in points as one in chances."""
    return Estimate(gain.value / 100, gain.low / 100, gain.high / 100)

"""The tutorial: each lesson walked through as a beginner would, and astray."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from metrobot.engine.draft import Draft
from metrobot.engine.log import Event
from metrobot.service.model.play import Play, Status
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.lesson_steps import Lesson, LessonView
from metrobot.ui.learning.lesson_pages import place_of, step_page
from metrobot.ui.pages.values import Choice
from metrobot.ui.turn.planner_page import planner_look
from metrobot.ui.words.catalogue import ENGLISH
from tests.games.replaying import replay_log
from tests.ui.limits import walk
from tests.ui.stage import Stage, again, labels, on_discord, raw, texts

CHOOSE = re.compile(r"👉 Choose \*\*(.+?)\*\*(?: in the menu “(.+)”)?\.")
OPEN = re.compile(r"👉 Open \*\*(.+?)\*\*, then")
CONFIRM = re.compile(r"👉 That’s it\. Now press \*\*(.+)\*\*\.")
SKIP = ("Next", "Skip this step")


def lesson_of(title: str) -> Lesson:
    found = FRONTS[title].lesson()
    assert found is not None
    return found


def options(message: Any, prompt: str | None = None) -> dict[str, tuple[str, str]]:
    """Return the entries of menus, or of one: by their labels the menu's id and their value."""
    menus = (
        each
        for each in walk(raw(message))
        if each["type"] == 3 and prompt in (None, each["placeholder"])
    )
    return {
        option["label"]: (menu["custom_id"], option["value"])
        for menu in menus
        for option in menu["options"]
    }


async def take(stage: Stage, message: Any, label: str, prompt: str | None = None) -> Any:
    """Press the button or choose the entry of this name; return the message as it is then."""
    person = stage.people[0]
    if prompt is None and label in labels(message):
        await person.click(message, label=label)
    else:
        custom_id, value = options(message, prompt)[label]
        await person.select(message, [value], custom_id=custom_id)
    return again(stage, message)


def other_than(label: str, message: Any) -> str:
    """Return the last choice that is shown, of menus or else of buttons, but this one."""
    menus = [each for each in options(message) if each != label]
    found = (each for each in walk(raw(message)) if "!try!" in each.get("custom_id", ""))
    buttons = [str(each["label"]) for each in found]
    return [*(each for each in buttons if each != label), *menus][-1]


async def follow(stage: Stage, message: Any) -> Any:
    """Follow the advice of a step until the next step comes."""
    for _ in range(20):
        told = texts(message)
        found = CONFIRM.search(told) or OPEN.search(told) or CHOOSE.search(told)
        if found is None:
            return await take(stage, message, "Next")
        prompt = found[2] if found.re is CHOOSE else None
        message = await take(stage, message, found[1], prompt)
        if CONFIRM.search(told):
            return message
    raise AssertionError("the advice leads in a circle")


def number_of(message: Any) -> int:
    """Return the number of the step that is shown."""
    found = re.search(r"(\d+) of \d+", texts(message))
    assert found is not None
    return int(found[1])


async def begun(stage: Stage, title: str) -> Any:
    return (await stage.people[0].slash(stage.channel, "tutorial", game=title)).response


@pytest.mark.parametrize("title", FRONTS)
async def test_following_the_advice_leads_through_the_lesson(tmp_path: Path, title: str) -> None:
    steps = lesson_of(title).steps
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        message = await begun(stage, title)
        seen = [number_of(message)]
        for place in range(len(steps) - 1):
            if place == len(steps) // 2:
                await stage.restart()
            message = await follow(stage, message)
            seen.append(number_of(message))
        is_private, said = message.flags.ephemeral, stage.public

    assert seen == list(range(1, len(steps) + 1))
    assert is_private
    assert said == []


@pytest.mark.parametrize("title", FRONTS)
async def test_a_lesson_can_be_skipped_and_gone_back_in(title: str, town: Stage) -> None:
    message = await begun(town, title)
    for _ in lesson_of(title).steps[1:]:
        label = next(each for each in SKIP if each in labels(message))
        message = await take(town, message, label)
    last = number_of(message)
    message = await take(town, message, "Back")
    before = number_of(message)
    message = await take(town, message, "Leave the lesson")
    left = texts(message)

    assert (last, before) == (len(lesson_of(title).steps), last - 1)
    assert "Open it again with `/tutorial`" in left


@pytest.mark.parametrize("title", FRONTS)
async def test_a_lesson_ends_with_a_game_against_a_computer(title: str, town: Stage) -> None:
    """Below its last step, and when it is left: one press opens it in the channel, one starts it.

    The commitment stands there between them, so the salt is the second press alone.
    """
    message = await begun(town, title)
    left = await take(town, message, "Leave the lesson")
    is_offered = "Now against a computer" in labels(left)
    message = await begun(town, title)
    for _ in lesson_of(title).steps[1:]:
        message = await take(town, message, next(each for each in SKIP if each in labels(message)))
    await town.people[0].click(message, label="Now against a computer")
    lobby, committed = await town.table(), texts(town.public[0])
    await town.people[0].click(town.public[0], label="Start")
    table, shown = await town.table(), texts(town.public[0])
    refused = await town.people[0].click(message, label="Now against a computer")

    assert is_offered
    assert table.title.id == title
    assert (lobby.status, lobby.salt) == (Status.LOBBY, ())
    assert f"the fingerprint begins with {table.commitment[:16]}." in committed
    assert table.status is Status.RUNNING
    assert len(table.salt) == 1
    assert {person.level for person in table.people} == {None, "easy"}
    assert "The game has started" in shown
    assert refused.ephemeral


@pytest.mark.parametrize("title", FRONTS)
async def test_another_way_is_shown_and_led_back_from(tmp_path: Path, title: str) -> None:
    lesson = lesson_of(title)
    doing = next(n for n, step in enumerate(lesson.steps) if step.shows is LessonView.PLANNER)
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        message = await begun(stage, title)
        for _ in range(doing):
            message = await take(stage, message, "Next")
        wanted = CHOOSE.search(texts(message)) or OPEN.search(texts(message))
        assert wanted is not None
        astray = message
        for _ in range(2):
            if "For this lesson, press" not in texts(astray):
                astray = await take(stage, astray, other_than(wanted[1], astray))
        told = texts(astray)
        back = astray
        # One press may have been several choices, which are taken back one by one.
        while "press **Undo**" in texts(back):
            back = await take(stage, back, "Undo")
        number = number_of(back)

    assert "For this lesson, press **Undo**" in told
    assert number == doing + 1
    assert "👉 Choose" in texts(back) or "👉 Open" in texts(back)


async def test_without_a_game_the_lessons_are_offered(town: Stage) -> None:
    offered = (await town.people[0].slash(town.channel, "tutorial")).response
    names = labels(offered)
    first = await take(town, offered, "Metrolijn")

    assert names == [ENGLISH.say(f"title.{title}") for title in FRONTS]
    assert number_of(first) == 1


async def test_an_unknown_game_is_refused_with_those_there_are(town: Stage) -> None:
    refused = await begun(town, "chess")

    assert "chess" in texts(refused)
    assert "MetrOmania" in texts(refused)


async def test_a_lesson_leaves_nothing_behind(town: Stage) -> None:
    message = await begun(town, "metromania")
    for _ in range(3):
        message = await follow(town, message)
    status = (await town.people[0].slash(town.channel, "game status")).response

    assert "no game" in texts(status)


@pytest.mark.parametrize("title", FRONTS)
def test_a_lesson_is_legal(title: str) -> None:
    """Its record holds to the rules, and shows everything."""
    lesson = lesson_of(title)
    rules = lesson.title.ruleset(lesson.record.players, lesson.record.options)
    events = [
        Event(event.seq, event.actor, action)
        for event, action in zip(lesson.record.events, lesson.actions, strict=True)
        if action is not None
    ]

    state = replay_log(lesson.title, rules, events)

    assert len(events) == len(lesson.record.events)
    assert not lesson.title.is_over(state)


@pytest.mark.parametrize("title", FRONTS)
def test_what_is_wanted_is_a_whole_turn(title: str) -> None:
    """At each step with a planner the script ends the learner's turn."""
    lesson = lesson_of(title)
    for number, step in enumerate(lesson.steps):
        if step.shows is LessonView.PLANNER:
            table = lesson.play(number, str)
            draft, wanted = lesson.draft(table), lesson.wanted(table)
            while draft.actions != wanted:
                draft = draft.then_action(wanted[len(draft.actions)])

            assert draft.is_turn_over


@pytest.mark.parametrize("title", FRONTS)
def test_nothing_that_a_lesson_advises_does_harm(title: str) -> None:
    """Neither a choice on the way nor the whole turn has the sign of a warning."""
    lesson = lesson_of(title)
    for number, step in enumerate(lesson.steps):
        if step.shows is not LessonView.PLANNER:
            continue
        play = lesson.play(number, str)
        draft, wanted = lesson.draft(play), lesson.wanted(play)
        while not draft.is_turn_over:
            action = wanted[len(draft.actions)]
            said = list(_said_of(title, play, draft, draft.open_choices.index(action)))
            assert said
            assert not any("⚠" in f"{each.label}{each.short}{each.hint}" for each in said)
            draft = draft.then_action(action)
        look = planner_look(FRONTS[title], play, draft, ENGLISH, None)
        assert "⚠" not in look.text + look.instruction


def _said_of(title: str, play: Play, draft: Draft[Any, Any], index: int) -> Iterator[Choice]:
    """Yield the planner's entries for a choice, on all its tabs."""
    look = partial(planner_look, FRONTS[title], play, draft, ENGLISH)
    first = look(None)
    tabs = [look(each.key) for each in first.tabs] or [first]
    for page in (*tabs, *(look(each.key) for tab in tabs for each in tab.groups)):
        menus = (each for menu in page.menus for each in menu.choices)
        yield from (each for each in (*page.buttons, *menus) if each.index == index)


@pytest.mark.parametrize("title", FRONTS)
def test_every_step_has_a_text_and_fits_into_a_message(title: str) -> None:
    """Text within 1,500 characters of its own, alternative texts on all pictures."""
    lesson = lesson_of(title)
    for number, step in enumerate(lesson.steps):
        place = place_of(FRONTS[title], lesson, number, ENGLISH, "W" * 32)
        shown = step_page(place)

        assert 0 < len(ENGLISH.say(step.key)) <= 1500
        assert all(picture.alt for picture in shown.pictures)
        assert shown.view.content_length() <= 4000
        assert sum(1 for _ in shown.view.walk_children()) <= 40

"""What a learner sees: a step's text, what to press, and the planner that games have."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Final

from discord import ui

from metrobot.engine.actions import Action
from metrobot.engine.draft import Draft
from metrobot.service.model.play import Play
from metrobot.service.model.snapshots import finished_turns
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.lesson_steps import Lesson, LessonView
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.args import InnerArg, LessonArg
from metrobot.ui.pages.ids import Button, PressId, PressKind, Style, button
from metrobot.ui.pages.page import Page, Part, page, parts_of
from metrobot.ui.pages.values import Block, Choice, Group, PlannerPage
from metrobot.ui.turn import planner_page
from metrobot.ui.turn.board_buttons import against_button
from metrobot.ui.turn.public_pages import turn_report
from metrobot.ui.words.catalogue import Words

AnyDraft = Draft[Any, Any]
GO: Final = "go"
"""Word in an id that leads to the beginning of a step."""
END: Final = "end"


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """A learner's place in a lesson.

    Attributes:
        front: of the game that is learnt.
        lesson: the game's lesson.
        step: its index among the steps.
        play: the game as it stands at this step.
        words: of the learner.
        name: of the learner.
    """

    front: Front
    lesson: Lesson
    step: int
    play: Play
    words: Words
    name: str

    @property
    def next(self) -> "LessonPlace":
        """The place at the step after this one."""
        return place_of(self.front, self.lesson, self.step + 1, self.words, self.name)


def place_of(front: Front, lesson: Lesson, step: int, words: Words, name: str) -> LessonPlace:
    """Return the place at a step, the last one if there are fewer."""
    # A button of another release may name a step that is gone.
    step = min(step, len(lesson.steps) - 1)

    def namer(number: int) -> str:
        return name if number == lesson.player else words.say("lesson.other", number=number)

    return LessonPlace(front, lesson, step, lesson.play(step, namer), words, name)


def press_id(title: str, step: int, what: str, rest: object = "") -> PressId:
    """Return the id of a button of a lesson."""
    return PressId(0, step, PressKind.LESSON, str(LessonArg(title, InnerArg(what, str(rest)))))


def step_page(place: LessonPlace, draft: AnyDraft | None = None, group: str | None = None) -> Page:
    """Return a step of a lesson.

    Args:
        place: where the learner is.
        draft: what they have tried, where they are to act; None: nothing yet.
        group: of choices that is looked at.
    """
    if place.lesson.steps[place.step].shows is LessonView.PLANNER:
        return _doing(place, draft or place.lesson.draft(place.play), group)
    return page(_text(place), *_shown(place), _onwards(place), tag=f"lesson{place.step}")


def _text(place: LessonPlace) -> str:
    return f"{_head(place)}\n{place.words.say(place.lesson.steps[place.step].key)}"


def _head(place: LessonPlace) -> str:
    words, lesson = place.words, place.lesson
    return words.say(
        "lesson.head",
        title=words.title(lesson.title.id),
        number=place.step + 1,
        count=len(lesson.steps),
    )


def _shown(place: LessonPlace) -> Iterator[Part]:
    """Yield the parts under the text of a step in which nothing is done."""
    step, front, play, words = place.lesson.steps[place.step], place.front, place.play, place.words
    own_view = game_view_of(play, words, place.lesson.player)
    match step.shows:
        case LessonView.BOARD:
            yield front.board(own_view, words)
        case LessonView.HAND:
            yield from parts_of([front.hand(own_view, words)])
        case LessonView.SHEET:
            yield from parts_of([Block("", front.hand(own_view, words).picture)])
        case LessonView.TURN:
            report = turn_report(front, play, finished_turns(play)[-1], words)
            yield "\n".join((report.headline, *report.lines))
            yield front.board(game_view_of(play, words), words)
    if step.topic:
        topic = next(topic for topic in front.topics(words) if topic.key == step.topic)
        if topic.picture is not None:
            yield topic.picture


def _doing(place: LessonPlace, draft: AnyDraft, group: str | None) -> Page:
    """Return a step in which the learner acts: the planner, with the next press in words."""
    look = planner_page.planner_look(place.front, place.play, draft, place.words, group)
    press_ids = partial(press_id, place.lesson.title.id, place.step)
    return planner_page.planner_message(
        look,
        # Its words name buttons, so that none may go.
        planner_page.PlannerControls(
            place.play, draft, group, press_ids, least=planner_page.MOST_ROWS
        ),
        place.words,
        # What the step says is read before the first press, and makes room for what was tried.
        text=_head(place) if draft.choices else _text(place),
        drafted=look.text if draft.choices else "",
        instruction=_advice(place, draft, look) or look.instruction,
        tag=f"lesson{place.step}-{len(draft.choices)}",
        below=(_onwards(place),),
    )


def _advice(place: LessonPlace, draft: AnyDraft, look: PlannerPage) -> str:
    """Return the next press in words, by the names that stand on the buttons."""
    goal, words = place.lesson.wanted(place.play), place.words
    if draft.actions == goal:
        is_shared = place.lesson.title.is_simultaneous and len(place.play.people) > 1
        label = words.say("sealing.lock" if is_shared else "planner.confirm")
        return words.say("lesson.confirm", label=label)
    if draft.actions != goal[: len(draft.actions)]:
        return words.say("lesson.elsewhere", undo=words.say("planner.undo"))
    match _way(place, draft, look, goal):
        case [choice]:
            return words.say("lesson.press", choice=choice)
        case [group, choice]:
            return words.say("lesson.open_first", group=group, choice=choice)
        case [first, second, choice]:
            return words.say("lesson.open_two", first=first, second=second, choice=choice)
    return ""


def _way(
    place: LessonPlace, draft: AnyDraft, look: PlannerPage, goal: tuple[Action, ...]
) -> list[str] | None:
    """Return the groups to open, two at most, and the choice in them, by their names."""
    if (choice := _choice(place, draft, look, goal)) is not None:
        return [choice]
    queue = list[tuple[str, Group]]()
    for outer in (*look.tabs, *look.groups):
        inner = planner_page.planner_look(place.front, place.play, draft, place.words, outer.key)
        if (choice := _choice(place, draft, inner, goal)) is not None:
            return [outer.on_tab, choice]
        queue += [(outer.on_tab, group) for group in inner.groups if outer in look.tabs]
    for label, group in queue:
        inner = planner_page.planner_look(place.front, place.play, draft, place.words, group.key)
        if (choice := _choice(place, draft, inner, goal)) is not None:
            return [label, group.label, choice]
    return None


def _choice(
    place: LessonPlace, draft: AnyDraft, look: PlannerPage, goal: tuple[Action, ...]
) -> str | None:
    """Return the name of the choice that leads furthest along what is wanted, if one is shown."""
    best, entry = len(draft.actions), None
    choices_by_code = {draft.code: draft.open_choices}
    for base, choice, name, menu in _choices(place, draft, look):
        if base.code not in choices_by_code:
            choices_by_code[base.code] = base.open_choices
        # Most choices are another action altogether: those need not be tried.
        if choices_by_code[base.code][choice.index] not in goal[len(base.actions) :][:1]:
            continue
        actions = planner_page.with_choices(base, choice.path).actions
        if actions == goal[: len(actions)] and len(actions) > best:
            best, entry = len(actions), (name, menu)
    if entry is None:
        return None
    label, prompt = entry
    key = "lesson.button" if prompt is None else "lesson.entry"
    return place.words.say(key, label=label, menu=prompt)


def _choices(
    place: LessonPlace, draft: AnyDraft, look: PlannerPage
) -> Iterator[tuple[AnyDraft, Choice, str, str | None]]:
    """Yield each choice, the draft it is tried on, what it is called, and the name of its menu."""
    for choice in chain(*planner_page.buttons_of(look)):
        yield (draft.undo() if choice.instead else draft), choice, choice.on_button, None
    for menu in planner_page.menus_of(look, place.words):
        for choice in menu.choices:
            base = draft.undo() if choice.instead else draft
            yield base, choice, choice.label, menu.prompt


def _onwards(place: LessonPlace) -> ui.ActionRow[Any]:
    words, title, step = place.words, place.lesson.title.id, place.step
    row: list[Button] = []
    if step:
        row.append(button(press_id(title, step - 1, GO), words.say("lesson.back")))
    if step < len(place.lesson.steps) - 1:
        is_doing = place.lesson.steps[step].shows is LessonView.PLANNER
        label = words.say("lesson.skip_step" if is_doing else "lesson.next")
        style = Style.secondary if is_doing else Style.success
        row.append(button(press_id(title, step + 1, GO), label, style))
        row.append(button(press_id(title, step, END), words.say("lesson.end")))
    else:
        row.append(against_button(title, words))
    return ui.ActionRow(*row)

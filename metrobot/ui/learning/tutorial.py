"""/tutorial: a game in five minutes, alone and in private."""

from typing import Any

import discord
from discord import app_commands, ui

from metrobot.engine.draft import StaleDraftError, new_draft, read_draft
from metrobot.engine.errors import Refusal
from metrobot.service.model.errors import TableError, TableKey
from metrobot.ui.kit.context import Context
from metrobot.ui.learning.lesson_pages import (
    END,
    GO,
    AnyDraft,
    LessonPlace,
    against_button,
    parts_of_id,
    place_of,
    press_id,
    step_page,
)
from metrobot.ui.pages.ids import Press, PressId, PressKind, button
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.turn.planner_page import split_group, with_choices
from metrobot.ui.words.catalogue import ENGLISH, Words
from metrobot.ui.words.discord_limits import IN_A_ROW, MOST_CHOICES
from metrobot.ui.words.keys import pitch_key, title_key
from metrobot.ui.words.refusals import FrameKey


class Tutorial:
    """Leads learners from step to step; all that it knows stands in their buttons."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def open(self, ix: Press, game: str | None) -> None:
        """Show the first step of a game's lesson, or which lessons there are.

        Raises:
            TableError: there is no such game.
        """
        await self._context.defer_private(ix)
        words = self._context.words(ix)
        if game is None:
            await self._context.reply(ix, self._choice(words))
        else:
            place = self._place(ix, self._context.title_meant(ix, game), 0)
            await self._context.reply(ix, step_page(place))

    async def learn(self, ix: Press, press: PressId) -> None:
        """Show the first step of a game's lesson to who pressed How to play.

        Raises:
            TableError: there is no such game, or it has no lesson.
        """
        await self._context.defer_private(ix)
        await self._context.reply(ix, step_page(self._place(ix, press.arg, 0)))

    async def press(self, ix: Press, press: PressId, chosen: str) -> None:
        """Answer a button or menu of a lesson.

        Raises:
            Refusal: it is none of ours.
        """
        if ix.message is None or not ix.message.flags.ephemeral:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        await ix.response.defer()
        title, what, rest = parts_of_id(press.arg)
        words = self._context.words(ix)
        place = self._place(ix, title, press.revision)
        if what == END:
            await self._context.replace(ix, _ended(title, words))
        elif what == GO:
            await self._context.replace(ix, step_page(place))
        else:
            await self._context.replace(ix, _tried(place, what, rest, chosen))

    def _place(self, ix: Press, title: str, step: int) -> LessonPlace:
        """Return where a learner is.

        Raises:
            TableError: there is no such game, or it has no lesson.
        """
        front = self._context.fronts.get(title)
        lesson = front.lesson() if front else None
        if front is None or lesson is None:
            titles = tuple(each for each, one in self._context.fronts.items() if one.lesson())
            raise TableError(TableKey.NO_SUCH_TITLE, title=title, titles=titles)
        name = ix.user.display_name
        return place_of(front, lesson, step, self._context.words(ix), name)

    def _choice(self, words: Words) -> Page:
        """Return which lessons there are."""
        titles = [title for title, front in self._context.fronts.items() if front.lesson()]
        told = [
            words.say(
                "lesson.offer", title=words.say(title_key(title)), pitch=words.say(pitch_key(title))
            )
            for title in titles
        ]
        buttons = [
            button(press_id(title, 0, GO), words.say(title_key(title)), discord.ButtonStyle.primary)
            for title in titles
        ]
        parts: list[Part] = [words.say("lesson.which"), "\n".join(told)]
        if buttons:
            parts.append(ui.ActionRow(*buttons[:IN_A_ROW]))
        return page(*parts)


def _tried(place: LessonPlace, what: str, rest: str, chosen: str) -> Page:
    """Return the step after one press in its planner."""
    try:
        draft, group = _draft(place, what, rest, chosen)
    except StaleDraftError:
        return step_page(place)
    if what == PressKind.DONE and draft.actions == place.lesson.wanted(place.table):
        return step_page(place.next)
    return step_page(place, draft, group)


def _draft(place: LessonPlace, what: str, rest: str, chosen: str) -> tuple[AnyDraft, str | None]:
    """Return the draft that a press leads to, and the group that is looked at.

    Raises:
        StaleDraftError: it was made on another release's lesson.
    """
    arg = rest.partition(":")[2] if what == PressKind.MENU else rest
    code, group = split_group(arg)
    lesson = place.lesson
    draft = read_draft(lesson.title, place.table.state, lesson.learner, code)
    match what:
        case PressKind.BACK:
            return draft.undo(), group
        case PressKind.ANEW:
            return new_draft(lesson.title, draft.base, draft.seat), None
        case PressKind.GROUP:
            return draft, chosen
        case PressKind.MENU:
            steps = chosen.split(".")
            if not all(step.isdecimal() for step in steps):
                raise StaleDraftError
            return with_choices(draft, map(int, steps)), group
    return draft, group


def _ended(title: str, words: Words) -> Page:
    """Return what comes after a lesson."""
    return page(words.say("lesson.ended"), ui.ActionRow(against_button(title, words)))


def tutorial_command(context: Context, tutorial: Tutorial) -> app_commands.Command[Any, ..., Any]:
    """Return /tutorial."""

    @app_commands.command(name="tutorial", description=ENGLISH.say("command.tutorial"))
    @app_commands.describe(game=ENGLISH.say("command.tutorial.game"))
    @app_commands.guild_only()
    async def learn(ix: Press, game: str | None = None) -> None:
        await tutorial.open(ix, game)

    @learn.autocomplete("game")
    async def games(ix: Press, current: str) -> list[app_commands.Choice[str]]:
        words = context.words(ix)
        named = [
            (title, words.say(title_key(title)))
            for title, front in context.fronts.items()
            if front.lesson()
        ]
        return [
            app_commands.Choice(name=name, value=title)
            for title, name in named
            if current.lower() in name.lower()
        ][:MOST_CHOICES]

    return learn

"""/tutorial: a game in five minutes, alone and in private."""

from dataclasses import dataclass
from typing import Any

from discord import app_commands, ui

from metrobot.engine.draft import StaleDraftError, read_draft
from metrobot.engine.errors import Refusal
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Play
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import on_own_press, on_public_press, slash, suggestions
from metrobot.ui.learning.lesson_pages import (
    END,
    GO,
    AnyDraft,
    LessonPlace,
    place_of,
    press_id,
    step_page,
)
from metrobot.ui.pages.args import LessonArg
from metrobot.ui.pages.ids import Press, PressId, PressKind, Style, button, menu_value
from metrobot.ui.pages.page import Page, Part, page, rows_of
from metrobot.ui.turn.board_buttons import against_button
from metrobot.ui.turn.planner_page import page_after
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import pitch_key


class Tutorial(Answerer):
    """Leads learners from step to step; all that it knows stands in their buttons."""

    def _titles(self) -> tuple[str, ...]:
        return tuple(title for title, front in self.fronts.items() if front.lesson())

    async def _games(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        words = self.readers.words(ix)
        return suggestions(((words.title(title), title) for title in self._titles()), current)

    @slash("tutorial", suggest={"game": _games}, causes=(), anywhere=True)
    async def open(self, ix: Press, game: str | None = None) -> None:
        """Show the first step of a game's lesson, or the list of lessons.

        Raises:
            TableError: there is no such game.
        """
        words = self.readers.words(ix)
        if game is None:
            await self.replies.reply(ix, self._choice(words))
        else:
            place = self._place(ix, self._title_meant(game, words), 0)
            await self.replies.reply(ix, step_page(place))

    def _title_meant(self, text: str, words: Words) -> str:
        name = text.strip().lower()
        titles_by_name = {words.title(title).lower(): title for title in self.fronts}
        # An unknown name is handed on, to be refused like any other id.
        return titles_by_name.get(name, name)

    @on_public_press(PressKind.LEARN)
    async def learn(self, ix: Press, press: PressId) -> None:
        """Show the first step of a game's lesson to who pressed How to play.

        Raises:
            TableError: there is no such game, or it has no lesson.
        """
        await self.replies.reply(ix, step_page(self._place(ix, press.arg, 0)))

    @on_own_press(PressKind.LESSON)
    async def press(self, ix: Press, press: PressId) -> None:
        """Answer a button or menu of a lesson.

        Raises:
            TableError: there is no such game, or it has no lesson.
        """
        arg, words = LessonArg.read(press), self.readers.words(ix)
        place = self._place(ix, arg.title, press.revision)
        if arg.inner.what == END:
            row = ui.ActionRow[Any](against_button(arg.title, words))
            await self.replies.replace(ix, page(words.say("lesson.ended"), row))
            return
        try:
            inner = arg.inner.inner(press)
            shown = await page_after(LessonPlanner(place), inner, menu_value(ix))
        # GO; another release had other steps and kinds of press: the step begins anew.
        except Refusal:
            shown = step_page(place)
        await self.replies.replace(ix, shown)

    def _place(self, ix: Press, title: str, step: int) -> LessonPlace:
        front = self.fronts.get(title)
        lesson = front.lesson() if front else None
        if front is None or lesson is None:
            raise TableError(TableKey.NO_SUCH_TITLE, title=title, titles=self._titles())
        return place_of(front, lesson, step, self.readers.words(ix), ix.user.display_name)

    def _choice(self, words: Words) -> Page:
        titles = [(title, words.title(title)) for title in self._titles()]
        offers = [
            words.say("lesson.offer", title=name, pitch=words.say(pitch_key(title)))
            for title, name in titles
        ]
        buttons = [button(press_id(title, 0, GO), name, Style.primary) for title, name in titles]
        parts: list[Part] = [words.say("lesson.which"), "\n".join(offers)]
        return page(*parts, *rows_of(buttons))


@dataclass(frozen=True, slots=True)
class LessonPlanner:
    """The PlannerSource of a lesson: the game as it stands at one step."""

    place: LessonPlace

    async def load(self, code: str) -> tuple[Play, AnyDraft]:
        """Return the game, and the draft that a code means in it.

        Raises:
            TableError: it was made in another release's lesson.
        """
        lesson, play = self.place.lesson, self.place.play
        try:
            return play, read_draft(lesson.title, play.state, lesson.learner, code)
        except StaleDraftError as error:
            raise TableError(TableKey.STALE) from error

    async def page(self, _: Play, draft: AnyDraft, group: str | None) -> Page:
        """Return the step with a draft tried."""
        return step_page(self.place, draft, group)

    async def confirm(self, code: str) -> Page:
        """Return the next step once the draft is what the lesson asks for, else the same one.

        Raises:
            TableError: as for `load`.
        """
        play, draft = await self.load(code)
        is_wanted = draft.actions == self.place.lesson.wanted(play)
        return step_page(self.place.next) if is_wanted else step_page(self.place, draft)

"""The planners of runs and branches: the one of games, with the next turn after each whole one."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from metrobot.service.daily.runs import Run
from metrobot.service.finished.branches import Branch
from metrobot.service.model.play import Play
from metrobot.service.people.preferences import Preferences
from metrobot.service.play.lock_choice import draft_for
from metrobot.ui.daily.branch_pages import BranchPages
from metrobot.ui.daily.line_ids import line_button
from metrobot.ui.daily.line_pages import LinePages
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.pages.args import InnerArg, NumberArg
from metrobot.ui.pages.ids import Button, PressId, PressKind, button
from metrobot.ui.pages.page import Page
from metrobot.ui.turn.planner import apart_page, news_of
from metrobot.ui.turn.planner_page import AnyDraft

PagesT = TypeVar("PagesT", LinePages, BranchPages)
RunT = TypeVar("RunT", Run, Branch)


@dataclass(eq=False)
class _SoloPlanner(ABC, Generic[PagesT, RunT]):
    """The PlannerSource of a run or a branch.

    Attributes:
        pages: make the page of a finished run, for its player.
        drawing: works beside the event loop.
        number: of the run.
        revision: of the game when the planner was made.
        wishes: whether a choice is played without Confirm, and the paper may show their sheet.
        is_choice: whether the press was a choice that may be played at once.
    """

    pages: PagesT
    drawing: Drawing
    number: int
    revision: int
    wishes: Preferences
    is_choice: bool = False
    _run: RunT | None = field(default=None, init=False)

    kind: ClassVar[PressKind]
    name: ClassVar[str]
    """Name in the tags of pictures."""
    is_new: ClassVar[bool] = False
    """Whether the first rounds are explained a little."""

    @property
    @abstractmethod
    def runs(self) -> Any:
        """The service that reads, keeps and plays drafts."""

    @abstractmethod
    async def ended(self, run: RunT) -> Page:
        """Return the page that takes the planner's place after the last turn."""

    @abstractmethod
    def head(self, run: RunT) -> str:
        """Return the name of the run, which stands first."""

    def ways(self, _: RunT) -> tuple[Button, ...]:
        """Return the buttons that lead away from the planner."""
        return ()

    async def load(self, code: str) -> tuple[Play, AnyDraft]:
        """Return the game, and the draft that a code means in it.

        Raises:
            Refusal: it is not theirs, not open, or has moved on since.
        """
        question = (self.number, self.pages.person, self.revision, code)
        self._run, draft = await self.runs.read_draft(*question)
        return self._run.play, draft

    async def page(self, play: Play, draft: AnyDraft, group: str | None, news: str = "") -> Page:
        """Return the planner for a draft; a whole one is played instead where wished at once."""
        run = self._run
        # The draft was read for the turn of this run, and for no later one.
        assert run is not None
        assert run.play is play
        if self.wishes.at_once and self.is_choice and draft.is_turn_over:
            return await self.confirm(draft.code)
        # The next press need not try its choices again.
        draft = self.runs.keep_draft(run, draft)
        return await apart_page(
            self.drawing,
            self.pages.person.id,
            (self._front(run), play, draft, self.pages.words, group),
            partial(self._press, run),
            drafted=self.head(run),
            news=news,
            tag=f"{self.name}{run.row.id}-{play.revision}",
            hints=self.ways(run),
            is_new=self.is_new,
            is_in_words=self.wishes.words_first,
        )

    async def confirm(self, code: str) -> Page:
        """Play a whole draft; return the planner of the next turn, or the page of the finished run.

        Raises:
            Refusal: as for `load`, or it is no whole turn.
        """
        run = await self.runs.play_draft(self.number, self.pages.person, self.revision, code)
        news = "" if run.is_over else news_of(self._front(run), run.play, self.pages.words)
        return await self.begun(run, news)

    async def begun(self, run: RunT, news: str = "") -> Page:
        """Return the planner of the turn that is to be played, or the page of a finished run."""
        if run.is_over:
            return await self.ended(run)
        self._run = run
        return await self.page(run.play, draft_for(run.play, self.pages.person.id), None, news)

    def _front(self, run: RunT) -> Front:
        return self.pages.fronts[run.play.title.id]

    def _press(self, run: RunT, kind: PressKind, arg: object) -> PressId:
        return PressId(run.row.id, run.play.revision, self.kind, str(InnerArg(kind, str(arg))))


@dataclass(eq=False)
class RunPlanner(_SoloPlanner[LinePages, Run]):
    """The PlannerSource of a run.

    Attributes:
        ended_line: number of the line whose run has ended with this press, or 0.
    """

    kind = PressKind.RUN
    name = "run"
    is_new = True
    ended_line: int = 0

    @property
    def runs(self) -> Any:
        """The runs of all lines."""
        return self.pages.daily.runs

    async def ended(self, run: Run) -> Page:
        """Return the page of the finished run."""
        self.ended_line = run.line.number
        # Sheets of new accounts are not shown, nor is a line that counts for nothing.
        asks = bool(self.pages.guild) and run.counts and run.row.compared
        asks &= not (self.wishes.show_sheet or self.wishes.sheet_asked)
        if asks:
            await self.pages.daily.reminders.people.prefer(self.pages.person, sheet_asked=True)
        return await self.pages.finished(run, asks=asks)

    def head(self, run: Run) -> str:
        """Return the number of the line, and whether the run counts."""
        key = "line.run" if run.counts else "line.run.past"
        return self.pages.words.say(key, number=str(run.line.number))

    def ways(self, run: Run) -> tuple[Button, ...]:
        """Return the buttons to the line's page and to the sheet in words."""
        number, words = run.line.number, self.pages.words
        leave = line_button(number, PressKind.LINE_HOME, words.say("line.leave"))
        in_words = PressId(number, 0, PressKind.LINE_WORDS, str(NumberArg(run.row.id)))
        return leave, button(in_words, words.say("line.words"))


class BranchPlanner(_SoloPlanner[BranchPages, Branch]):
    """The PlannerSource of a branch, in which each turn is confirmed."""

    kind = PressKind.BRANCH_TURN
    name = "branch"

    @property
    def runs(self) -> Any:
        """All branches."""
        return self.pages.deals.branches

    async def ended(self, run: Branch) -> Page:
        """Return the page of the finished branch."""
        return self.pages.ended(run)

    def head(self, run: Branch) -> str:
        """Return the origin of the branch."""
        return self.pages.head(run)

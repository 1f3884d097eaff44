"""The planner of a run: the one that games have, with the next turn after each whole one."""

from dataclasses import dataclass, field
from functools import partial

from metrobot.service.daily.runs import Run
from metrobot.service.model.play import Play
from metrobot.service.people.preferences import Preferences
from metrobot.service.play.lock_choice import draft_for
from metrobot.ui.daily.line_ids import line_button
from metrobot.ui.daily.line_pages import LinePages
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.pages.args import InnerArg, NumberArg
from metrobot.ui.pages.ids import Button, PressId, PressKind, button
from metrobot.ui.pages.page import Page
from metrobot.ui.turn.planner import apart_page, news_of
from metrobot.ui.turn.planner_page import AnyDraft


@dataclass(eq=False)
class RunPlanner:
    """The PlannerSource of a run.

    Attributes:
        pages: make the page of a finished run, for its player.
        drawing: works beside the event loop.
        number: of the run.
        revision: of the game when the planner was made.
        wishes: whether a choice is played without Confirm, and the paper may show their sheet.
        is_choice: whether the press was a choice.
        ended_line: number of the line whose run has ended with this press, or 0.
    """

    pages: LinePages
    drawing: Drawing
    number: int
    revision: int
    wishes: Preferences
    is_choice: bool = False
    ended_line: int = 0
    _run: Run | None = field(default=None, init=False)

    async def load(self, code: str) -> tuple[Play, AnyDraft]:
        """Return the game, and the draft that a code means in it.

        Raises:
            Refusal: it is not theirs, not open, or has moved on since.
        """
        question = (self.number, self.pages.person, self.revision, code)
        self._run, draft = await self.pages.daily.runs.read_draft(*question)
        return self._run.play, draft

    async def page(self, play: Play, draft: AnyDraft, group: str | None) -> Page:
        """Return the planner for a draft; a whole one is played instead where wished at once."""
        run = self._run
        # The draft was read for the turn of this run, and for no later one.
        assert run is not None
        assert run.play is play
        if self.wishes.at_once and self.is_choice and draft.is_turn_over:
            return await self.confirm(draft.code)
        return await self.shown(run, draft, group)

    async def confirm(self, code: str) -> Page:
        """Play a whole draft; return the planner of the next turn, or the page of the finished run.

        Raises:
            Refusal: as for `load`, or it is no whole turn.
        """
        pages, daily = self.pages, self.pages.daily
        run = await daily.runs.play_draft(self.number, pages.person, self.revision, code)
        if run.is_over:
            return await self.ended(run)
        return await self.begun(run, news=news_of(self._front(run), run.play, pages.words))

    async def ended(self, run: Run) -> Page:
        """Return the page that takes the planner's place after the last turn."""
        self.ended_line = run.line.number
        # Sheets of new accounts are not shown, nor is a line that counts for nothing.
        asks = bool(self.pages.guild) and run.counts and run.row.compared
        asks &= not (self.wishes.show_sheet or self.wishes.sheet_asked)
        if asks:
            await self.pages.daily.reminders.people.note_asked(self.pages.person)
        return await self.pages.finished(run, asks=asks)

    async def begun(self, run: Run, news: str = "") -> Page:
        """Return the planner of the turn that is to be played."""
        draft = draft_for(run.play, self.pages.person.id)
        return await self.shown(run, draft, None, news=news)

    async def shown(self, run: Run, draft: AnyDraft, group: str | None, news: str = "") -> Page:
        """Return the planner for a draft.

        Args:
            run: as it stands.
            draft: what was chosen for the turn so far.
            group: of choices that is looked at.
            news: outcome of the last turn.
        """
        # The next press need not try its choices again.
        draft = self.pages.daily.runs.keep_draft(run, draft)
        return await apart_page(
            self.drawing,
            self.pages.person.id,
            (self._front(run), run.play, draft, self.pages.words, group),
            partial(_press, run),
            drafted=self.head(run),
            news=news,
            tag=f"run{run.row.id}-{run.play.revision}",
            hints=self.ways(run),
            is_new=True,
            is_in_words=self.wishes.words_first,
        )

    def head(self, run: Run) -> str:
        """Return the name of the run, which stands first."""
        key = "line.run" if run.counts else "line.run.past"
        return self.pages.words.say(key, number=str(run.line.number))

    def ways(self, run: Run) -> tuple[Button, ...]:
        """Return the buttons that lead away from the planner."""
        number, words = run.line.number, self.pages.words
        leave = line_button(number, PressKind.LINE_HOME, words.say("line.leave"))
        in_words = PressId(number, 0, PressKind.LINE_WORDS, str(NumberArg(run.row.id)))
        return leave, button(in_words, words.say("line.words"))

    def _front(self, run: Run) -> Front:
        return self.pages.fronts[run.play.title.id]


def _press(run: Run, kind: PressKind, arg: object) -> PressId:
    inner = InnerArg(kind, str(arg))
    return PressId(run.row.id, run.play.revision, PressKind.RUN, str(inner))

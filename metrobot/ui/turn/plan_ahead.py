"""Turns planned ahead: the planner on the board as it will be, and the plans that are kept."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from discord import ui

from metrobot.service.model.errors import TableError
from metrobot.service.model.play import GameId, Play, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.play.plans import MOST, Attempt, ahead, attempts, is_whole, planned, plans_of
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import Answers, on_press
from metrobot.ui.kit.replies import player_id
from metrobot.ui.pages.args import AheadArg
from metrobot.ui.pages.ids import Press, PressId, PressKind, Style, button, menu_value
from metrobot.ui.pages.page import Page, page
from metrobot.ui.turn.planner import Planner, TablePlanner, said_misfit
from metrobot.ui.turn.planner_page import (
    AnyDraft,
    PlannerControls,
    look_ahead,
    page_after,
    planner_look,
    planner_message,
)
from metrobot.ui.words.catalogue import Words

_DROP: Final = "drop"
_MORE: Final = "more"
_LINES: Final = 3
"""Most lines of each plan in the list: what it brings, and what is built."""


@dataclass(eq=False)
class AheadPlanner(TablePlanner):
    """The PlannerSource of a turn that is planned ahead."""

    async def load(self, code: str) -> tuple[Play, AnyDraft]:
        """Return the game as it will be, and the draft that a code means in it.

        Raises:
            TableError: it is their turn, or the board has moved on.
        """
        plans, me = self.tables.plans, player_id(self.ix)
        return await plans.read_draft(self.game, me, self.revision, code)

    async def page(self, play: Play, draft: AnyDraft, group: str | None, **_: Any) -> Page:
        """Return the planner for a draft; a whole one has no further choices."""
        words, front = self.readers.words(self.ix), self.fronts[play.title.id]
        draft = self.tables.turns.keep_draft(play, draft)
        choices = (front, play, draft, words, group)
        look = await look_ahead(self.drawing, player_id(self.ix), choices)
        if is_whole(draft):
            has_rest = not draft.is_turn_over or planned(draft) < len(draft.actions)
            sentences = (words.say("ahead.rest") if has_rest else "", words.say("ahead.secret"))
            instruction = "\n".join(filter(None, sentences))
            look = replace(look, instruction=instruction, buttons=(), menus=(), groups=(), tabs=())
        ids, last = partial(_id, play.id, play.revision), words.say("ahead.keep")
        return planner_message(
            look,
            PlannerControls(play, draft, group, ids, last),
            words,
            text=words.say("ahead.intro"),
            drafted=look.text,
            instruction=look.instruction,
            tag=f"ahead{play.revision}-{len(draft.choices)}",
        )

    async def confirm(self, code: str) -> Page:
        """Keep a whole draft as a plan; return the page of all plans.

        Raises:
            TableError: as for `load`, it is no whole turn, or one too many.
        """
        plans, me = self.tables.plans, player_id(self.ix)
        return await self.kept(await plans.keep(self.game, me, self.revision, code))

    async def begun(self) -> Page:
        """Return the planner with nothing chosen.

        Raises:
            TableError: it is their turn, or nothing can be planned.
        """
        then, draft = await self.tables.plans.begin(self.game, player_id(self.ix))
        return await self.page(then, draft, None)

    async def kept(self, table: Table) -> Page:
        """Return the page of a person's plans."""
        front, words, me = (
            self.fronts[table.title.id],
            self.readers.words(self.ix),
            player_id(self.ix),
        )
        # Each plan is tried anew, which others need not wait for.
        return await self.drawing.work(partial(plans_page, front, table, me, words), me)


@dataclass(eq=False)
class AheadHandlers(Answerer):
    """Answers **Plan ahead**, and the buttons of what it opens.

    Attributes:
        planner: opens the planner of whoever is on turn.
        source_of: makes the source from a press, the number of a game, and a revision.
    """

    planner: Planner
    source_of: Any

    @on_press(PressKind.AHEAD, answers=Answers.PRIVATE, causes=())
    async def open(self, ix: Press, press: PressId) -> None:
        """Show somebody their plans, or the planner for one; who is on turn gets theirs.

        Raises:
            TableError: they do not play, or nothing can be planned.
        """
        table = await self.games.table_of(press.game)
        me = player_id(ix)
        if any(person.id == me for person in table.people_choosing()):
            await self.planner.open(ix, press)
            return
        source = self.source_of(ix=ix, game=table.id, revision=table.revision)
        answer = await (source.kept(table) if plans_of(table, me) else source.begun())
        await self.replies.reply(ix, answer)

    @on_press(PressKind.PLANNED, answers=Answers.EDIT, only_private=True, causes=())
    async def press(self, ix: Press, press: PressId) -> None:
        """Show the page that follows a press in the planner of a turn ahead, or under the plans.

        Raises:
            Refusal: the board has moved on, it is no whole turn, or no button of this release.
        """
        arg = AheadArg.read(press)
        game = GameId(press.game)
        source = self.source_of(ix=ix, game=game, revision=press.revision)
        if arg.what == _DROP:
            plans = self.tables.plans
            answer = await source.kept(await plans.drop(game, player_id(ix), arg.rest))
        elif arg.what == _MORE:
            answer = await source.begun()
        else:
            answer = await page_after(source, arg.inner(press), menu_value(ix))
        await self.replies.replace(ix, answer, is_due=arg.what == PressKind.DONE)


def plans_page(front: Front, table: Table, player: PlayerId, words: Words) -> Page:
    """Return somebody's plans, in order, with the buttons that drop them: for them alone."""
    try:
        then = ahead(table, player)
    except TableError:
        return page(words.say("ahead.none"))
    trials = attempts(then, then.seats_to_act()[0])
    lines = [_told(front, then, attempt, number, words) for number, attempt in enumerate(trials, 1)]
    ids = partial(_id, table.id, table.revision)
    row = ui.ActionRow[Any]()
    for number, attempt in enumerate(trials, 1):
        drop = words.say("ahead.drop", number=str(number))
        row.add_item(button(ids(_DROP, attempt.mark), drop))
    if len(trials) < MOST:
        row.add_item(button(ids(_MORE), words.say("ahead.more"), Style.primary))
    return page(words.say("ahead.kept" if trials else "ahead.none"), "\n".join(lines), row)


def _told(front: Front, then: Table, attempt: Attempt, number: int, words: Words) -> str:
    """Return one plan in words, and why it would not fit as the board stands."""
    look = planner_look(front, then, attempt.draft, words, None)
    text = "\n".join(look.text.splitlines()[:_LINES])
    text = words.say("ahead.plan", number=str(number), text=text)
    if attempt.refusal is None:
        return text
    return "\n".join((text, said_misfit("ahead.misfit", attempt.refusal, words)))


def _id(game: GameId, revision: int, what: str, rest: object = "") -> PressId:
    return PressId(game, revision, PressKind.PLANNED, str(AheadArg(what, str(rest))))

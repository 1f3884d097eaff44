"""A turn in private: choices are tried, taken back, and confirmed."""

import asyncio
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import Final

from metrobot.engine.errors import Refusal
from metrobot.service.model.guards import check_fresh
from metrobot.service.model.play import GameId, Play, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.play.lock_choice import draft_for
from metrobot.service.play.plans import attempts
from metrobot.service.play.turns import ConfirmedTurn
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import Answers, on_press
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.replies import player_id
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.pages.args import OF_PLANNERS
from metrobot.ui.pages.ids import Button, Press, PressId, PressKind, menu_value
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.turn.board_buttons import link_to, words_button
from metrobot.ui.turn.board_buttons import press as press_of
from metrobot.ui.turn.hint_buttons import hint_buttons
from metrobot.ui.turn.planner_page import (
    AnyDraft,
    PlannerControls,
    PressIds,
    look_ahead,
    page_after,
    planner_message,
    planner_page,
    seen_draft,
    words_first,
)
from metrobot.ui.turn.public_pages import turn_report
from metrobot.ui.turn.undo import ask_row
from metrobot.ui.turn.waiting_for import locked_page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.refusals import missing_permissions

NEWCOMER: Final = 3
"""Rounds of somebody's first game of a title in which the planner explains a little."""


@dataclass(eq=False)
class TablePlanner(Answerer):
    """The PlannerSource of one person in a game at a table.

    Attributes:
        ix: the press or the command.
        game: number of the game.
        revision: of the table when the planner was made.
    """

    _: KW_ONLY
    ix: Press
    game: GameId
    revision: int

    async def load(self, code: str) -> tuple[Play, AnyDraft]:
        """Return the game, and the draft that a code means in it.

        Raises:
            TableError: not their turn, or the board has moved on.
        """
        return await self.tables.turns.read_draft(
            self.game, player_id(self.ix), self.revision, code
        )

    async def page(
        self,
        play: Play,
        draft: AnyDraft,
        group: str | None,
        *,
        news: str = "",
        advice: str = "",
        below: tuple[Part, ...] = (),
    ) -> Page:
        """Return the planner for a draft, which the next press need not try again.

        Args:
            play: the game, as it was read for the draft.
            draft: what was chosen so far.
            group: the group of choices that is looked at.
            news: what has happened just now, said first as far as there is room.
            advice: what is amiss with that, said in any case.
            below: what stands under the planner's own buttons.
        """
        words = self.readers.words(self.ix)
        front = self.fronts[play.title.id]
        draft = self.tables.turns.keep_draft(play, draft)
        await look_ahead(self.drawing, player_id(self.ix), (front, play, draft, words, group))
        hints: tuple[Button, ...] = ()
        if self.tables.hints.are_offered(play):
            press_ids = partial(press_of, play)
            minutes = await self.tables.hints.minutes_left(play, player_id(self.ix))
            hints = hint_buttons(press_ids, draft, group, words, minutes)
        # Discord takes five buttons in a row, of which the planner has three.
        hints = (*hints, words_button(play, words))[:2]
        wishes = await self.tables.people.preferences(player_id(self.ix))
        # Whoever looks around has read it.
        new = "" if group else await self._told_newcomer(play, draft)
        advice = "\n".join(filter(None, (advice, new)))
        return planner_page(
            *(front, play, draft, words, group),
            news=news,
            advice=advice,
            below=below,
            hints=hints,
            is_in_words=wishes.words_first,
        )

    async def opened(self, table: Table, draft: AnyDraft) -> Page:
        """Return the planner as it opens: with as much of a planned turn as can still be played."""
        tried = attempts(table, draft.seat)
        if not tried or tried[0].refusal is None:
            return await self.page(table, tried[0].draft if tried else draft, None)
        words = self.readers.words(self.ix)
        advice = said_misfit("ahead.unfit", tried[0].refusal, words)
        return await self.page(table, tried[0].draft, None, advice=advice)

    async def _told_newcomer(self, play: Play, draft: AnyDraft) -> str:
        """Return the newcomer's line for the first turns of a first game of the title."""
        each = 1 if play.title.is_simultaneous else len(play.player_of)
        rounds, me = play.title.turn_number(play.state) // each, player_id(self.ix)
        if rounds >= NEWCOMER or not await self.tables.ledger.is_first_game(me, play.id):
            return ""
        front = self.fronts[play.title.id]
        return front.newcomer(seen_draft(front, draft), rounds, self.readers.words(self.ix))

    async def confirm(self, code: str) -> Page:
        """Play a whole draft, or lock it; the channel is told by itself.

        Raises:
            TableError: not their turn, the board has moved on, or no whole turn.
        """
        player = player_id(self.ix)
        played = await self.tables.turns.play_draft(self.game, player, self.revision, code)
        # The board for all goes first.
        await asyncio.sleep(0)
        if played.table.is_alone:
            return await self._next(played, player)
        return self._confirmed(played, player)

    async def _next(self, played: ConfirmedTurn, player: PlayerId) -> Page:
        """Return the page after a turn of a game alone: its news and the next turn's planner."""
        table, front = played.table, self.fronts[played.table.title.id]
        words = self.readers.words(self.ix)
        news, advice = news_of(front, table, words), self._left_out(played)
        if missing_permissions(self.ix):
            advice = "\n".join(filter(None, (self._unposted(), advice)))
        if table.status is Status.OVER:
            board = front.board(game_view_of(table, words, player), words)
            there = await self.links.with_message(table)
            ended = words.say(
                "planner.alone_over", link=words.say("status.link", link=link_to(there))
            )
            return page(advice, news, board, ended, tag=str(table.revision))
        undo = tuple(ask_row(table, player, words))
        draft = draft_for(table, player)
        return await self.page(table, draft, None, news=news, advice=advice, below=undo)

    def _confirmed(self, played: ConfirmedTurn, player: PlayerId) -> Page:
        table, words = played.table, self.readers.words(self.ix)
        was_shared = table.title.is_simultaneous and len(table.people) > 1
        if was_shared and table.choice_of(player) is not None:
            return locked_page(table, player, words)
        left_out = self._left_out(played)
        # Nobody else can hear of the turn now, so its player should know.
        if missing_permissions(self.ix):
            return page(self._unposted(), left_out)
        told = words.say("sealing.opened" if was_shared else "planner.confirmed")
        return page(told, left_out, *ask_row(table, player, words))

    def _left_out(self, played: ConfirmedTurn) -> str:
        """Return the part of a confirmed draft that was not played, and why; empty if all was."""
        if not played.left_out:
            return ""
        table, words = played.table, self.readers.words(self.ix)
        front = self.fronts[table.title.id]
        game_view = game_view_of(table, words, player_id(self.ix))
        return front.left_out(game_view, draft_view_of(played.draft), played.left_out, words)

    def _unposted(self) -> str:
        """Return the note that a turn cannot be posted, with the permissions that are missing."""
        words = self.readers.words(self.ix)
        names = tuple(words.say(key) for key in missing_permissions(self.ix))
        return words.say("planner.confirmed_unposted", permissions=names)


@dataclass(eq=False)
class Planner(Answerer):
    """Answers the planner's buttons and menus.

    Attributes:
        source_of: makes a PlannerSource from a press, the number of a game, and a revision.
    """

    source_of: Callable[..., TablePlanner]

    @on_press(PressKind.PLAN, answers=Answers.PRIVATE, causes=())
    async def open(self, ix: Press, press: PressId) -> None:
        """Open the planner of the newest board, from under that or an older one.

        Raises:
            TableError: not their turn.
        """
        table, draft = await self.tables.turns.begin_draft(GameId(press.game), player_id(ix))
        source = self.source_of(ix=ix, game=table.id, revision=table.revision)
        await self.replies.reply(ix, await source.opened(table, draft))

    async def show(self, ix: Press, table: Table, draft: AnyDraft) -> None:
        """Show a draft to its player in private, to go on from there."""
        await self.replies.reply(ix, await self._page(ix, table, draft))

    async def show_instead(self, ix: Press, table: Table, draft: AnyDraft) -> None:
        """Show a draft to its player in the private message that was pressed."""
        await self.replies.replace(ix, await self._page(ix, table, draft))

    @on_press(PressKind.CHANGE, answers=Answers.EDIT, only_private=True, causes=())
    async def change(self, ix: Press, press: PressId) -> None:
        """Open the planner again with what was locked, in the same private message.

        Raises:
            TableError: the board has moved on: all have locked by now.
        """
        self.replies.note_planner(ix, is_confirm=False)
        table = await self.games.table_of(press.game)
        check_fresh(table, press.revision)
        await self.show_instead(ix, table, draft_for(table, player_id(ix)))

    @on_press(*OF_PLANNERS, answers=Answers.EDIT, only_private=True, causes=())
    async def press(self, ix: Press, press: PressId) -> None:
        """Show the planner after a press in it, or the answer to Confirm.

        Raises:
            TableError: not their turn, the board has moved on, or no whole turn.
        """
        self.replies.note_choice(ix, is_confirm=press.kind is PressKind.DONE)
        source = self.source_of(ix=ix, game=GameId(press.game), revision=press.revision)
        shown = await page_after(source, press, menu_value(ix))
        # After Confirm the turn is played: its answer must not be refused for pictures that wait.
        await self.replies.replace(ix, shown, is_due=press.kind is PressKind.DONE)

    async def _page(self, ix: Press, table: Table, draft: AnyDraft) -> Page:
        source = self.source_of(ix=ix, game=table.id, revision=table.revision)
        return await source.page(table, draft, None)


async def apart_page(
    drawing: Drawing,
    player: PlayerId,
    look: tuple[Front, Play, AnyDraft, Words, str | None],
    press_ids: PressIds,
    *,
    drafted: str = "",
    news: str = "",
    tag: str,
    last: str = "",
    hints: tuple[Button, ...] = (),
    is_new: bool = False,
    is_in_words: bool = False,
) -> Page:
    """Return the planner for a draft of a game that belongs to no channel, of any title.

    Args:
        drawing: works beside the event loop.
        player: who plans.
        look: front, game, draft, words of the player, and the group of choices that is looked at.
        press_ids: makes the ids of its buttons and menus.
        drafted: stands before what the draft does.
        news: outcome of the last turn.
        tag: tells its pictures from those of other messages.
        last: label of the button in place of Confirm.
        hints: the last buttons.
        is_new: whether the first rounds are explained a little.
        is_in_words: whether the player wants words first.
    """
    front, play, draft, words, group = look
    shown = await look_ahead(drawing, player, look)
    shown = words_first(shown, words) if is_in_words else shown
    each = 1 if play.title.is_simultaneous else len(play.player_of)
    rounds = play.title.turn_number(play.state) // each
    return planner_message(
        shown,
        PlannerControls(play, draft, group, press_ids, last),
        words,
        text=front.newcomer(seen_draft(front, draft), rounds, words) if is_new else "",
        drafted=" ".join(filter(None, (drafted, shown.text))),
        news=news,
        # Of a whole turn it is what Confirm does.
        instruction="" if last and draft.is_turn_over else shown.instruction,
        tag=f"{tag}-{len(draft.choices)}",
        hints=hints,
    )


def news_of(front: Front, table: Play, words: Words) -> str:
    """Return the newest turn of a game alone: its line, then its details."""
    report = turn_report(front, table, table.turns_played[-1], words)
    return "\n".join((report.headline, *report.lines))


def said_misfit(key: str, refusal: Refusal, words: Words) -> str:
    """Return the sentence that a plan does not fit, and why."""
    return words.say(key, why=words.say(refusal.key, **refusal.facts))

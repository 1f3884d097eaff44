"""A hint in private: what a strong player would do for the rest of one's turn, and why.

It stands in the planner's place. The ids of its buttons hold the draft and the hints
that were shown already.
"""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

from discord import ui

from metrobot.engine.errors import Fact
from metrobot.engine.sentence import Sentence
from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Account
from metrobot.service.play.hints import LONGEST, Hinted, are_counted
from metrobot.service.ports import QUICK, ChoicePath
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import Answers, on_press
from metrobot.ui.kit.pictures.lazy_pictures import hint_picture
from metrobot.ui.kit.replies import Replies, player_id
from metrobot.ui.pages.args import HintArg, HintPath, PlannerArg
from metrobot.ui.pages.ids import Button, Press, PressId, PressKind, Style, button
from metrobot.ui.pages.page import Page, page
from metrobot.ui.turn.board_buttons import press as press_of
from metrobot.ui.turn.planner_page import AnyDraft, PressIds, group_of, planner_look
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import ID_LIMIT
from metrobot.ui.words.text_length import fitting_lines

T = TypeVar("T")
SOON: Final = 0.7
"""Seconds after which the page says that the hint is still being found."""
HINT_LINES: Final = 12
"""Most lines that leave a phone room for a hint's picture."""
POINTS = "points"
"""Name of the fact that is written with its sign."""


def hint_buttons(
    press_ids: PressIds, draft: AnyDraft, group: str | None, words: Words, minutes: int = 0
) -> tuple[Button, ...]:
    """Return the button that asks for a hint, also with a whole turn to compare it with.

    Args:
        press_ids: makes its id.
        draft: what was chosen so far.
        group: of choices that is looked at.
        words: of the reader.
        minutes: until there are hints for them again; the turn of a weaker computer stands in.
    """
    press = hint_press(press_ids, draft, group, ())
    is_forced = draft.is_turn_over and not draft.choices
    if not minutes:
        return (button(press, words.say("hint.button"), disabled=is_forced),)
    quick = press_ids(PressKind.QUICK, PlannerArg(draft.code, group))
    said = words.say("hint.fair", level=_level(words))
    again = button(press, words.say("hint.again", minutes=minutes), disabled=True)
    return again, button(quick, said, disabled=is_forced)


def _level(words: Words) -> str:
    return words.say(f"computer.level.{QUICK}")


def hint_press(
    press_ids: PressIds, draft: AnyDraft, group: str | None, shown_already: tuple[ChoicePath, ...]
) -> PressId:
    """Return the id that asks for a hint unlike those that were shown."""
    paths, planner = tuple(map(HintPath, shown_already)), PlannerArg(draft.code, group)
    # Discord limits the length of an id: the oldest hints are left out first.
    for first in range(len(paths) + 1):
        found = press_ids(PressKind.HINT, HintArg(planner, paths[first:]))
        if len(str(found)) <= ID_LIMIT:
            return found
    return press_ids(PressKind.HINT, draft.code)


async def awaited(
    replies: Replies, ix: Press, asking: Awaitable[T], pages: Mapping[float, Page]
) -> T:
    """Return an answer, having shown a page after so many seconds of waiting, then another."""
    task = asyncio.ensure_future(asking)
    try:
        for seconds, waiting in pages.items():
            await asyncio.wait({task}, timeout=seconds)
            if not task.done():
                await replies.replace(ix, waiting)
        return await task
    finally:
        # Nobody is to be charged for what is not shown.
        task.cancel()
        await asyncio.wait({task})
        # As it is by now: who went back meanwhile may have confirmed.
        replies.note_planner(ix, is_confirm=False)


class HintHandlers(Answerer):
    """Answers the buttons that ask for hints."""

    @on_press(
        PressKind.HINT,
        PressKind.QUICK,
        answers=Answers.EDIT,
        only_private=True,
        causes=(Account.SECONDS, Account.FREE_HINTS),
    )
    async def press(self, ix: Press, press: PressId) -> None:
        """Show a hint in the planner's place.

        Raises:
            TableError: not their turn, the board has moved on, hints are not
                allowed or used up, or the last one is still being found.
        """
        arg, words = HintArg.read(press), self.readers.words(ix)
        planner, shown_already = arg.planner, tuple(path.steps for path in arg.shown)
        asked = (GameId(press.game), player_id(ix), press.revision, planner.code, shown_already)
        is_quick = press.kind is PressKind.QUICK
        asking = self.tables.hints.ask(*asked, is_quick=is_quick)
        to_draft = replace(press, kind=PressKind.TRY, arg=str(planner))
        back = button(to_draft, words.say("hint.back"))
        waiting = page(words.say("hint.thinking", seconds=LONGEST), ui.ActionRow(back))
        hinted = await awaited(self.replies, ix, asking, {SOON: waiting})
        # Who went back meanwhile keeps what they chose there; the hint is remembered.
        if self.replies.is_overtaken(ix):
            return
        front = self.fronts[hinted.table.title.id]
        if hinted.advised is not None:
            # So the press on Play this need not try the whole draft again.
            self.tables.turns.keep_draft(hinted.table, hinted.advised)
        reader = (words, player_id(ix), group_of(planner))
        draw = partial(hint_page, front, hinted, *reader, shown_already=shown_already)
        await self.replies.replace(ix, await self.drawing.work(draw, player_id(ix)))


def hint_page(
    front: Front,
    hinted: Hinted,
    words: Words,
    player: PlayerId,
    group: str | None,
    *,
    shown_already: tuple[ChoicePath, ...] = (),
) -> Page:
    """Return a hint: the planner as it would be, and why.

    Args:
        front: of the game.
        hinted: the hint.
        words: of the player.
        player: who has asked.
        group: of choices that they looked at.
        shown_already: the hints before it.
    """
    table, draft, advised = hinted.table, hinted.draft, hinted.advised
    if advised is None:
        look = planner_look(front, table, draft, words, group)
        back = ui.ActionRow[Any](_back(table, draft, group, words))
        return page(words.say("hint.no_other"), look.picture, back, tag=_tag(table, shown_already))
    look = planner_look(front, table, advised, words, None)
    reason = reason_text(hinted.reason, words, front.things)
    path = advised.choices[len(hinted.start.choices) :]
    another = hint_press(partial(press_of, table), draft, group, (*shown_already, path))
    is_same = advised.choices == draft.choices
    row, key = ui.ActionRow[Any](), "hint.same" if is_same else "hint.head"
    head, tag = words.say(key, reason=reason), _tag(table, (*shown_already, path))
    if hinted.is_quick:
        head = words.say("hint.fair_head", level=_level(words))
    if not is_same:
        play = press_of(table, PressKind.TRY, advised.code)
        row.add_item(button(play, words.say("hint.play"), Style.success))
    if not hinted.is_quick:
        row.add_item(button(another, words.say("hint.another")))
    row.add_item(_back(table, draft, group, words))
    if are_counted(table):
        taken = next(person.hints for person in table.people if person.id == player)
        head = f"{head}\n{words.count('hint.counted', taken)}"
    first, _, rest = look.text.partition("\n")
    rest = fitting_lines(rest.splitlines(), HINT_LINES, f"{head}\n{first}")
    text = "\n".join(filter(None, (first, rest)))
    shown = look.picture if is_same else hint_picture(look.picture, words)
    return page(head, text, shown, row, tag=tag)


def _back(table: Table, draft: AnyDraft, group: str | None, words: Words) -> Button:
    press = press_of(table, PressKind.TRY, PlannerArg(draft.code, group))
    return button(press, words.say("hint.back"))


def _tag(table: Table, shown_already: tuple[ChoicePath, ...]) -> str:
    """Return the part of a hint's file names that differs from other hints."""
    return f"{table.revision}-hint{len(shown_already)}"


def reason_text(reason: Sequence[Sentence], words: Words, things: Mapping[str, str]) -> str:
    """Return the reason for a hint, in one or two sentences.

    Args:
        reason: as the players found it.
        words: of the reader.
        things: keys of the names of the title's things, by their ids.
    """
    told = list[str]()
    for said in reason:
        facts = {name: _readable(name, fact, words, things) for name, fact in said.facts.items()}
        if said.count is None:
            told.append(words.say(said.key, **facts))
        else:
            told.append(words.count(said.key, said.count, **facts))
    return " ".join(told)


def _readable(name: str, fact: Fact, words: Words, things: Mapping[str, str]) -> object:
    if name == POINTS and isinstance(fact, int):
        return words.signed(fact)
    return words.say(things[fact]) if isinstance(fact, str) and fact in things else fact

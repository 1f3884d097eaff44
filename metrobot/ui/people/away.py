"""Absences: /me away, and that whoever acts is there again."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import discord
from discord import ui

from metrobot.engine.errors import Refusal
from metrobot.service.people.people import LONGEST_ABSENCE
from metrobot.service.tables import Tables
from metrobot.ui.kit.handlers import on_own_press, slash
from metrobot.ui.kit.replies import Answerer, person_of
from metrobot.ui.kit.time_choices import day_choices, moment_typed
from metrobot.ui.pages.ids import Press, PressId, PressKind, button, parse_number
from metrobot.ui.pages.page import page
from metrobot.ui.words.refusals import FrameKey

_PRESSES: Final = (
    *(PressKind.JOIN, PressKind.LEAVE, PressKind.START, PressKind.OPTION, PressKind.COMPUTER),
    *(PressKind.CANCEL, PressKind.DONE, PressKind.PLANNED, PressKind.RESUME, PressKind.RESIGN),
    *(PressKind.RETURN, PressKind.TAKE_BACK, PressKind.SEAT, PressKind.COVER, PressKind.BALLOT),
    *(PressKind.GIVE, PressKind.LET, PressKind.UNDO, PressKind.AGAINST, PressKind.AGAIN),
    *(PressKind.CALL, PressKind.RUN),
)
_COMMANDS: Final = ("join", "leave", "start", "new", "cancel", "move", "replace", "end", "undo")
ACTS: Final = frozenset((*map(str, _PRESSES), *(f"game {each}" for each in _COMMANDS)))
"""Kinds of presses, and commands, with which somebody does something in a game or a line."""
_LAST: Final = int(datetime.max.replace(tzinfo=UTC).timestamp())


@dataclass(eq=False)
class AwayCommand(Answerer):
    """Notes an absence, or its end."""

    tables: Tables

    @slash(
        "me away", suggest={"until": day_choices(0, 1, 2, 3, 7, 14, 30)}, causes=(), anywhere=True
    )
    async def away(self, ix: Press, until: str) -> None:
        """Note the end of somebody's absence, or that they are back."""
        people, person, words = self.tables.people, person_of(ix), self.readers.words(ix)
        zone = (await people.preferences(person.id)).zone
        back = moment_typed(until, LONGEST_ABSENCE.days, zone, words)
        await people.be_away(person, back)
        if back is None:
            await self.say(ix, "away.back")
        else:
            await self.say(ix, "away.set", until=discord.utils.format_dt(back, "F"))

    async def after(self, ix: Press, done: str) -> None:
        """End the absence of somebody who has just acted, and say so, with a way to stay away."""
        is_act = done in ACTS or "pause" in vars(ix.namespace)
        if not is_act or (until := await self.tables.people.acted(person_of(ix))) is None:
            return
        press = PressId(0, 0, PressKind.AWAY, str(int(until.timestamp())))
        words = self.readers.words(ix)
        still = ui.ActionRow(button(press, words.say("away.still")))
        await self.replies.reply(ix, page(words.say("away.over"), still))

    @on_own_press(PressKind.AWAY)
    async def still(self, ix: Press, press: PressId) -> None:
        """Note again the absence that somebody's act has ended.

        Raises:
            Refusal: a forged button, or that time has passed.
        """
        if (seconds := parse_number(press.arg)) is None:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        until = datetime.fromtimestamp(min(seconds, _LAST), UTC)
        await self.tables.people.be_away(person_of(ix), until)
        told = self.readers.words(ix).say("away.set", until=discord.utils.format_dt(until, "F"))
        await self.replies.replace(ix, page(told))

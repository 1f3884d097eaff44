"""Answers to presses and commands: promised at once, sent once all is drawn."""

from typing import Final

import discord
from cachetools import TTLCache

from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.ui.kit.handlers import Answers
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.pictures.render_queue import Ask, SupersededError
from metrobot.ui.kit.readers import Readers
from metrobot.ui.pages.ids import Press, is_outside
from metrobot.ui.pages.page import Page, Post
from metrobot.ui.words.player_names import storable

PLANNER: Final = "planner"
"""Key of an interaction's extras that says that a refusal may take the planner's place."""
_JUST_NOW: Final = 10.0
"""Seconds for which the answer to Confirm stays."""
_A_WHILE: Final = 60.0
"""Seconds for which the newest choice in a planner is remembered: longer than a hint takes."""


class Replies:
    """Answers people.

    Args:
        drawing: draws the pictures of answers.
        readers: find the words.
    """

    def __init__(self, drawing: Drawing, readers: Readers) -> None:
        self._drawing, self._readers = drawing, readers
        self._confirmed: TTLCache[int, bool] = TTLCache(1_000, _JUST_NOW)
        self._chosen: TTLCache[int, int] = TTLCache(1_000, _A_WHILE)

    def note_planner(self, ix: Press, *, is_confirm: bool) -> None:
        """Note a press in a planner: if that is out of date, the refusal takes its place."""
        place = ix.message.id if ix.message else 0
        # Confirm pressed twice: the second refusal must not hide the first answer.
        ix.extras[PLANNER] = place not in self._confirmed
        if is_confirm:
            self._confirmed[place] = True

    def note_choice(self, ix: Press, *, is_confirm: bool = False) -> None:
        """Note a press that chooses in a planner: a hint that comes later does not replace it."""
        self.note_planner(ix, is_confirm=is_confirm)
        self._chosen[ix.message.id if ix.message else 0] = ix.id

    def is_overtaken(self, ix: Press) -> bool:
        """Return whether somebody has chosen in a planner since a press in it."""
        return self._chosen.get(ix.message.id if ix.message else 0, 0) > ix.id

    async def defer(self, ix: Press, answers: Answers) -> None:
        """Promise an answer of the kind that a handler declares."""
        match answers:
            case Answers.PRIVATE:
                await self.defer_private(ix)
            case Answers.EDIT:
                await self.defer_edit(ix)

    async def defer_private(self, ix: Press) -> None:
        """Promise an answer in private, unless one is promised; Discord waits three seconds."""
        # Discord takes a first answer once; a second one would be an error.
        if not ix.response.is_done():
            await ix.response.defer(ephemeral=True, thinking=True)

    async def defer_edit(self, ix: Press) -> None:
        """Promise that the message that was pressed will change, unless that is promised."""
        if not ix.response.is_done():
            await ix.response.defer()

    async def reply(self, ix: Press, answer: Page) -> None:
        """Answer in private: where an answer was promised, else in a message of its own.

        Raises:
            Refusal: too many pictures for this person wait already.
        """
        await self.defer_private(ix)
        ask = self._drawing.queue.ask(ix.user.id)
        message, files = await self._drawn(ix, answer, ask)
        if is_promised(ix):
            await ix.edit_original_response(view=message.view, attachments=files)
            # Later answers get messages of their own instead of overwriting this one.
            ix.extras["answered"] = True
        else:
            await ix.followup.send(view=message.view, files=files, ephemeral=True)

    async def answer(self, ix: Press, answer: Page) -> None:
        """Answer as was promised: in the message whose button was pressed, or in private."""
        is_edit = ix.response.type is discord.InteractionResponseType.deferred_message_update
        await (self.replace if is_edit else self.reply)(ix, answer)

    async def replace(self, ix: Press, answer: Page, *, is_due: bool = False) -> None:
        """Put something else into the message whose button was pressed.

        Args:
            ix: the press.
            answer: the new content.
            is_due: whether it is drawn however many of theirs wait, since it
                tells of something that they have just done.

        Raises:
            Refusal: too many pictures for this person wait already.
        """
        place = ix.message.id if ix.message else None
        ask = self._drawing.queue.ask(ix.user.id, place, is_limited=not is_due)
        try:
            message, files = await self._drawn(ix, answer, ask)
        # The person has pressed again before it was drawn, and sees only what they want last.
        except SupersededError:
            return
        finally:
            self._drawing.queue.done(ask)
        await ix.edit_original_response(view=message.view, attachments=files)

    async def _drawn(self, ix: Press, answer: Page, ask: Ask) -> tuple[Post, list[discord.File]]:
        """Return an answer as it can be sent, with its files, its pictures drawn if it has any."""
        if not answer.pictures:
            return answer, [*answer.files]
        return await self._drawing.finished(answer, self._readers.words(ix), ask)


def person_of(ix: Press) -> Person:
    """Return the person who pressed or typed, with a name that can be stored."""
    user = ix.user
    # Where only they have brought the bot, their nickname is the server's, and none of its matter.
    name = (user.global_name or user.name) if is_outside(ix) else user.display_name
    return Person(player_id(ix), storable(name))


def player_id(ix: Press) -> PlayerId:
    """Return the id of the person who pressed or typed."""
    return PlayerId(ix.user.id)


def channel_of(client: discord.Client, table: Table) -> discord.PartialMessageable:
    """Return the channel of a table, which discord.py need not know."""
    return client.get_partial_messageable(table.place.channel, guild_id=table.place.guild)


def is_promised(ix: Press) -> bool:
    """Return whether a promised answer is still to be given."""
    promised = ix.response.type is discord.InteractionResponseType.deferred_channel_message
    return promised and not ix.extras.get("answered")

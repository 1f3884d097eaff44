"""What all commands and buttons work with: tables, fronts, words, pictures, answers."""

import io
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

import discord

from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.play import GameId, Person, Play, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.ports import Animator
from metrobot.service.tables import Tables
from metrobot.ui.kit.access import check_may_see, may_see
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.guilds import fetch_guild
from metrobot.ui.kit.lately import RecentFlags
from metrobot.ui.kit.render_pool import RenderPool
from metrobot.ui.kit.render_queue import FOR_ALL, Ask, RenderQueue, SupersededError
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import Page, Post, page, parts_of
from metrobot.ui.pages.values import Block, Picture
from metrobot.ui.words.catalogue import FALLBACK, Words
from metrobot.ui.words.keys import title_key
from metrobot.ui.words.languages import Languages
from metrobot.vitals import log_context

T = TypeVar("T")

_GAME: Final = "game"
"""Where an interaction notes which game it is about."""
_ASKED_AGAIN: Final = 3600.0
"""Seconds for which a refusal of Discord is taken to stand."""
_KNOWN_PEOPLE: Final = 10_000
"""Of how many people the name and language last seen are kept in memory."""


class Context:
    """The tools of the frame, shared by everything that answers people.

    Args:
        tables: the service.
        fronts: how each title shows itself, by the title's id.
        processes: how many of them draw; 0: threads of this one.

    Attributes:
        tables: the service.
        fronts: how each title shows itself, by the title's id.
        languages: which language is whose.
        lobbies: held by whoever brings the message of a lobby up to date.
        unreadable: channels of which Discord has just told the bot nothing.
        absent: servers in which the bot was not just now.
        filmer: makes moving pictures elsewhere; None: they are made here.
    """

    def __init__(self, tables: Tables, fronts: Mapping[str, Front], processes: int = 0) -> None:
        self.tables = tables
        self.fronts = fronts
        self.languages = Languages(tables.languages)
        self.lobbies = KeyedLocks()
        self._pool = RenderPool(processes, lambda: self.waiting)
        self.animator: Animator | None = None
        self._queue = RenderQueue(self._pool.work, hands=self._pool.hands, draw=self._pool.draw)
        self.unreadable = RecentFlags(_ASKED_AGAIN)
        self.absent = RecentFlags(_ASKED_AGAIN)
        self._known: OrderedDict[int, tuple[str, str]] = OrderedDict()

    def close(self) -> None:
        """Let those who draw end, and nobody wait for them."""
        self._queue.close()
        self._pool.close()

    def on_drawn(self, hear: Callable[[float], None]) -> None:
        """Have something called after each picture, with the seconds that it took."""
        self._queue.drawn = hear

    @property
    def waiting(self) -> int:
        """How many pictures, and what else is done in the drawing threads, wait."""
        return self._queue.waiting

    # --- words and pictures ---

    def words(self, ix: Press) -> Words:
        """Return the reader's language, for what they alone see."""
        return self.languages.private(ix.user.id, ix.locale.value, ix.guild_id)

    def public_words(self, locale: discord.Locale | None, guild: int | None) -> Words:
        """Return a server's language, for what everybody sees.

        Args:
            locale: that Discord names for the server, if it was told.
            guild: id of the server.
        """
        return self.languages.public(guild, locale and locale.value)

    async def know_language(self, client: discord.Client, guild: int) -> None:
        """Find out which language a server prefers, where nothing has told it yet.

        Raises:
            ClientError: Discord cannot be reached.
            DiscordServerError: it cannot answer now.
        """
        if not self.languages.knows(guild):
            found = await fetch_guild(client, guild)
            self.languages.learn(guild, FALLBACK if found is None else found.preferred_locale.value)

    async def words_of(self, player: PlayerId, guild: int | None) -> Words:
        """Return the language of a person who has not just asked for something.

        Args:
            player: who is written to.
            guild: id of the server that it is about.
        """
        known = self._known.get(player)
        return self.languages.private(player, known and known[1], guild)

    def front(self, table: Play) -> Front:
        """Return how the game of a table shows itself."""
        return self.fronts[table.title.id]

    def title_meant(self, ix: Press, asked: str) -> str:
        """Return the id of the title that is meant, by its id or by its name.

        A name that is unknown here is handed on: the service refuses it.
        """
        words, meant = self.words(ix), asked.strip().lower()
        named = {words.say(title_key(title)).lower(): title for title in self.fronts}
        return named.get(meant, meant)

    async def work(self, job: Callable[[], T], person: int | None = None) -> T:
        """Return what a job makes in a thread, when its turn has come; no picture goes before.

        Jobs remember what they find with the tables, so there is one at a time.

        Args:
            job: to be done there.
            person: who waits for it; None: everybody does.
        """
        return await self._queue.work(job, person)

    async def draw(self, picture: Picture, asked: Ask = FOR_ALL) -> discord.File:
        """Draw a picture off the event loop, once for all who ask for the same.

        Args:
            picture: the picture.
            asked: for whom.

        Raises:
            Refusal: too many pictures for this person wait already.
            SupersededError: its message is to show something newer by now.
        """
        png = await self._queue.picture(picture.key, picture.draw, asked)
        return discord.File(io.BytesIO(png), f"{picture.stem}.png", description=picture.alt)

    async def files(self, shown: Post, asked: Ask = FOR_ALL) -> list[discord.File]:
        """Draw all pictures of a message.

        Args:
            shown: the message.
            asked: for whom; unless it is said, for everybody: those are drawn first.

        Raises:
            Refusal: as for `draw`.
            SupersededError: as for `draw`.
        """
        return [*[await self.draw(picture, asked) for picture in shown.pictures], *shown.files]

    # --- tables and people ---

    async def table_here(self, ix: Press) -> Table:
        """Return the game of the channel: the unfinished one, else the newest.

        Raises:
            TableError: there is none.
        """
        table = await self.tables.in_channel(ix.channel_id or 0)
        place, people = table.place, _people_of(table)
        await check_may_see(ix, guild=place.guild, channel=place.channel, people=people)
        log_context.note_game(table.id, table.revision)
        return table

    async def admit(self, ix: Press, game: int) -> None:
        """Let nobody near a game that is not there for them: all presses come by here.

        Raises:
            TableError: it is none of this server, or of a channel that they may not see.
        """
        place = await self.tables.channels.of(game)
        await check_may_see(ix, guild=place.guild, channel=place.channel, people=place.people)
        ix.extras[_GAME] = game

    async def table_seen(self, ix: Press, game: int) -> Table:
        """Return a game by a number that somebody has typed.

        Raises:
            TableError: there is none that they may see.
        """
        await self.admit(ix, game)
        log_context.note_game(game)
        return await self.table_of(game)

    async def table_meant(self, ix: Press) -> Table:
        """Return the game that an interaction was about, else that of the channel.

        Raises:
            TableError: there is none.
        """
        game = ix.extras.get(_GAME)
        return await (self.table_here(ix) if game is None else self.table_of(game))

    async def may_see(self, ix: Press, table: Table) -> bool:
        """Return whether a table is there for whoever pressed or typed."""
        people = _people_of(table)
        return await may_see(
            ix, guild=table.place.guild, channel=table.place.channel, people=people
        )

    async def table_of(self, game: int) -> Table:
        """Return a game by its number.

        Raises:
            TableError: there is none.
        """
        return await self.tables.by_id(GameId(game))

    async def remember_user(self, ix: Press) -> None:
        """Remember the name and language that somebody has now."""
        seen = (ix.user.display_name, ix.locale.value)
        before = self._known.get(ix.user.id)
        self._known[ix.user.id] = seen
        self._known.move_to_end(ix.user.id)
        if len(self._known) > _KNOWN_PEOPLE:
            self._known.popitem(last=False)
        if before is None or before[0] != seen[0]:
            await self.tables.people.rename(person_of(ix))

    def forget(self, person: int) -> None:
        """Forget how somebody was called and spoke."""
        self._known.pop(person, None)

    # --- answers ---

    async def defer_private(self, ix: Press) -> None:
        """Promise an answer in private, unless one is promised; Discord waits three seconds."""
        if not ix.response.is_done():
            await ix.response.defer(ephemeral=True, thinking=True)

    async def defer_edit(self, ix: Press) -> None:
        """Promise that the message that was pressed will change, unless that is promised."""
        if not ix.response.is_done():
            await ix.response.defer()

    async def reply(self, ix: Press, shown: Page) -> None:
        """Answer in private: where an answer was promised, else in a message of its own.

        Raises:
            Refusal: too many pictures for this person wait already.
        """
        await self.defer_private(ix)
        files = await self.files(shown, self._queue.ask(ix.user.id))
        if is_promised(ix):
            await ix.edit_original_response(view=shown.view, attachments=files)
            ix.extras["answered"] = True
        else:
            await ix.followup.send(view=shown.view, files=files, ephemeral=True)

    async def replace(self, ix: Press, shown: Page, *, is_due: bool = False) -> None:
        """Put something else into the message whose button was pressed.

        Whoever presses again before it is drawn sees only what they want last.

        Args:
            ix: the press.
            shown: what is to be there.
            is_due: whether it is drawn however many of theirs wait, since it
                tells of something that they have just done.

        Raises:
            Refusal: too many pictures for this person wait already.
        """
        place = ix.message.id if ix.message else None
        asked = self._queue.ask(ix.user.id, place, is_limited=not is_due)
        try:
            files = await self.files(shown, asked)
        except SupersededError:
            return
        finally:
            self._queue.done(asked)
        await ix.edit_original_response(view=shown.view, attachments=files)

    async def show_private(self, ix: Press, blocks: Sequence[Block]) -> None:
        """Answer in private with texts and pictures."""
        await self.reply(ix, page(*parts_of(blocks)))


def _people_of(table: Table) -> set[int]:
    """Return the ids of those who may always see a table: its host and who sits there."""
    return {table.place.host, *(person.id for person in table.seated)}


def person_of(ix: Press) -> Person:
    """Return who pressed or typed."""
    return Person(player_id(ix), ix.user.display_name)


def player_id(ix: Press) -> PlayerId:
    """Return the id of the person who pressed or typed."""
    return PlayerId(ix.user.id)


def channel_of(client: discord.Client, table: Table) -> discord.PartialMessageable:
    """Return the channel of a table, whether or not it is known by now."""
    return client.get_partial_messageable(table.place.channel, guild_id=table.place.guild)


def is_promised(ix: Press) -> bool:
    """Return whether a promised answer is still to be given."""
    promised = ix.response.type is discord.InteractionResponseType.deferred_channel_message
    return promised and "answered" not in ix.extras

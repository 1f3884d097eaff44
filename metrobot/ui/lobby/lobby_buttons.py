"""The lobby: opened, joined, changed, started and cancelled, by buttons or commands."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import discord

from metrobot.engine.errors import Refusal
from metrobot.service.membership.lobbies import Spot
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.play import GameId, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Account
from metrobot.service.people.verdicts import falls
from metrobot.service.play.lock_choice import draft_for
from metrobot.ui.kit.access import check_can_post, is_private, may_manage
from metrobot.ui.kit.guilds import UNANSWERED, code_of
from metrobot.ui.kit.handlers import Answers, on_press
from metrobot.ui.kit.replies import channel_of, person_of, player_id
from metrobot.ui.lobby.first_message import opened, show_opened, slow_note
from metrobot.ui.lobby.lobby_page import (
    ALONE,
    alone_page,
    cancel_parts,
    level_meant,
    lobby_page,
    options_page,
    other_meant,
)
from metrobot.ui.lobby.new_game import options_meant, value_meant
from metrobot.ui.lobby.server_games import check_may_open
from metrobot.ui.lobby.threads import check_can_open, open_thread
from metrobot.ui.pages.args import OptionArg, SureArg, SureOf
from metrobot.ui.pages.ids import Press, PressId, PressKind, menu_value
from metrobot.ui.pages.page import Page, page
from metrobot.ui.pages.post import edit
from metrobot.ui.turn.ballot_messages import SureAnswerer
from metrobot.ui.turn.board_buttons import link_to, press
from metrobot.ui.turn.planner import Planner
from metrobot.ui.words.player_names import plain_name
from metrobot.ui.words.refusals import FrameKey

log = logging.getLogger(__name__)

_PATIENCE: Final = 2.0
"""Seconds for which an answer waits for the lobby that it leads to."""


@dataclass(eq=False)
class Lobby(SureAnswerer):
    """Opens lobbies and keeps their messages up to date."""

    planner: Planner
    call: Callable[[Table], Awaitable[None]]
    # Two who join at once must not leave the older list standing.
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)

    async def open(
        self,
        ix: Press,
        title: str,
        seats: int | None,
        codes: Mapping[str, str],
        *,
        thread: bool = False,
        private: bool = False,
        pace: str | None = None,
    ) -> None:
        """Open a lobby and post its message; a private one is shown to its player alone.

        Args:
            ix: the command.
            title: id of the game.
            seats: number of places, or None.
            codes: options by name, each with a value's code.
            thread: whether it gets a thread of its own.
            private: whether the channel hears nothing until the game is over.
            pace: how much time there is for a turn; None: no clock.

        Raises:
            Refusal: no such title or option, too many seats, a game is under
                way here, or no thread can be opened.
        """
        await check_may_open(self.tables, ix, private=private)
        opener = partial(
            self.tables.lobbies.open,
            guild=ix.guild_id or 0,
            host=person_of(ix),
            title=title,
            capacity=seats,
            options=options_meant(self.fronts, title, codes),
            private=private,
            pace=pace,
        )
        if thread:
            await self._open_thread(ix, title, opener, private=private)
            return
        # Before anything is stored: a lobby that cannot be shown would take the channel.
        await check_can_post(ix, ix.channel_id or 0)
        if private:
            # A lobby that nobody sees must not take the channel.
            await self.replies.defer_private(ix)
            table = await opener(channel=ix.channel_id or 0)
            await self._answer(ix, lobby_page(table, self.readers.words(ix)), ix.channel)
            return
        table = await opened(self.tables, ix, opener)
        await show_opened(self.tables, ix, table, self.readers)
        await self.call(table)

    async def _open_thread(
        self, ix: Press, title: str, opener: Callable[..., Awaitable[Table]], *, private: bool
    ) -> None:
        parent = check_can_open(ix)
        await self.replies.defer_private(ix)
        words, threads = self.readers.words_for(ix, is_public=True), list[discord.Thread]()

        # Called once all else is known to be right: a refusal leaves no empty thread.
        async def make() -> Spot:
            host, label = plain_name(ix.user.display_name), words.title(title)
            name = words.say("thread.name", title=label, host=host)
            threads.append(await open_thread(parent, name))
            return Spot(threads[0].id)

        table = await opener(channel=make)
        if private:
            await self._answer(ix, lobby_page(table, self.readers.words(ix)), threads[0])
            return
        await self.tables.post_within(table.id, _PATIENCE)
        sentence = self.readers.words(ix).say("thread.opened", thread=threads[0].mention)
        await self._answer(ix, page(sentence), threads[0])
        await self.call(table)

    async def _answer(self, ix: Press, answer: Page, channel: Any) -> None:
        """Answer in private, with a note if the channel of the new lobby is in slow mode."""
        for part in (answer, *map(page, slow_note(channel, self.readers.words(ix)))):
            await self.replies.reply(ix, part)

    async def join(self, ix: Press, game: GameId | None = None) -> Table:
        """Take a place in a lobby, that of the channel unless one is named, and show it."""
        table = await self.tables.lobbies.at(ix.channel_id or 0, game).join(person_of(ix), ix.id)
        return await self.refresh(ix, table)

    async def leave(self, ix: Press, game: GameId | None = None) -> Table:
        """Give a place up, in the channel's lobby unless one is named, and show it."""
        table = await self.tables.lobbies.at(ix.channel_id or 0, game).leave(player_id(ix))
        return await self.refresh(ix, table)

    async def choose(self, ix: Press, name: str, code: str) -> Table:
        """Choose an option for everybody, and show it."""
        return await self._chosen(ix, await self.games.table_here(ix), name, code)

    async def _chosen(self, ix: Press, table: Table, name: str, code: str) -> Table:
        value = value_meant(table.title, name, code, code)
        table = await self.tables.lobbies.at(table.place.channel, table.id).choose(
            player_id(ix), name, value
        )
        return await self.refresh(ix, table)

    async def _options(self, ix: Press, table: Table) -> Page:
        may_call = await self.tables.lookouts.may_call_again(table)
        return options_page(table, self.readers.words(ix), may_call=may_call)

    async def _computer(self, ix: Press, table: Table, choice: str) -> Table:
        """Add a computer to a lobby, or take it or somebody out, and show it.

        Raises:
            Refusal: the menu is of another release, not the host, or no place.
        """
        tables, host = self.tables, player_id(ix)
        if (level := level_meant(choice)) is not None:
            table = await tables.lobbies.at(table.place.channel, table.id).add_computer(host, level)
        elif (player := other_meant(choice)) is not None:
            table = await tables.lobbies.at(table.place.channel, table.id).remove(host, player)
        else:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        table = await self.refresh(ix, table)
        if is_private(ix) and not table.place.private:
            await self.replies.replace(ix, await self._options(ix, table))
        return table

    async def start(self, ix: Press, lobby: Table | None = None) -> Table:
        """Start the game of this channel or a lobby that is named; its first board follows."""
        channel = lobby.place.channel if lobby else ix.channel_id or 0
        await check_can_post(ix, channel, is_asked_for=False)
        manages, game = await may_manage(ix, channel), lobby.id if lobby else None
        # The id of the interaction, which the bot cannot choose, becomes salt.
        table = await self.tables.lobbies.at(channel, game).start(
            player_id(ix), may_manage=manages, interaction=ix.id
        )
        return await self.refresh(ix, table)

    async def open_planner(self, ix: Press, table: Table) -> None:
        """Show a person who plays alone their first turn, in private."""
        if not table.is_alone or not table.has(player_id(ix)):
            return
        draft, lobby_message = draft_for(table, player_id(ix)), table.place.board_message
        # A private lobby is shown to nobody else, so the planner can take its place.
        if table.place.private:
            await self.planner.show_instead(ix, table, draft)
            return
        if is_private(ix):
            await self.replies.replace(ix, page(self.readers.words(ix).say("lobby.begun")))
        # Below the board, which has a button for it too: if that comes late, it stands alone.
        await self.tables.post_within(table.id, _PATIENCE)
        table = await self.games.table_of(table.id)
        if table.place.board_message != lobby_message:
            await self.planner.show(ix, table, draft)

    async def cancel(self, ix: Press, game: Table | None = None) -> Table:
        """Cancel the lobby or game of this channel, or one that is named."""
        channel = game.place.channel if game else ix.channel_id or 0
        manages, number = await may_manage(ix, channel), game.id if game else None
        table = await self.tables.cancel(channel, person_of(ix), may_manage=manages, game=number)
        return await self.refresh(ix, table) if table.ruleset is None else table

    @on_press(
        PressKind.JOIN,
        PressKind.LEAVE,
        PressKind.START,
        PressKind.COMPUTER,
        PressKind.CANCEL,
        answers=Answers.EDIT,
        causes=(Account.JOINS,),
    )
    async def press(self, ix: Press, press: PressId) -> None:
        """Answer a button or menu of the lobby's message, or the one that cancels for certain.

        Raises:
            TableError: this lobby is closed, or the person may not.
        """
        table = await self.games.table_of(press.game)
        # A running game is cancelled by this button too, so the lobby need not be open.
        if press.kind is PressKind.CANCEL and SureArg.read(press).what is SureOf.CANCEL:
            await self._cancel_surely(ix, table, press)
            return
        check_open(table)
        match press.kind:
            case PressKind.JOIN:
                table = await self.join(ix, table.id)
                # Pressed in the list of free seats, which stays as it was.
                if is_private(ix):
                    await self.say(ix, "lobby.joined", link=link_to(table))
            case PressKind.LEAVE:
                await self.leave(ix, table.id)
            case PressKind.START if press.arg != ALONE and is_lonely(table, player_id(ix)):
                await self.replies.reply(ix, alone_page(table, self.readers.words(ix)))
            case PressKind.START:
                await self.open_planner(ix, await self.start(ix, table))
            case PressKind.COMPUTER:
                await self._computer(ix, table, menu_value(ix))
            case _ if table.place.private:
                await self.cancel(ix, table)
            case _:
                await self.check_may_cancel(ix, table)
                await self.replies.reply(ix, await self.cancel_page(ix, table))

    @on_press(PressKind.OPTIONS, PressKind.OPTION, answers=Answers.EDIT, causes=())
    async def options(self, ix: Press, press: PressId) -> None:
        """Show the host the menus, in private, or choose in one of them.

        Raises:
            TableError: this lobby is closed, or who asks is not its host.
        """
        table = await self.games.table_of(press.game)
        check_open(table)
        if press.kind is PressKind.OPTIONS:
            check_host(table, player_id(ix))
            await self.replies.reply(ix, await self._options(ix, table))
            return
        arg = OptionArg.read(press)
        table = await self._chosen(ix, table, arg.name, arg.value or menu_value(ix))
        if is_private(ix) and not table.place.private:
            await self.replies.replace(ix, await self._options(ix, table))

    async def cancel_page(self, ix: Press, table: Table) -> Page:
        """Return the question whether somebody is sure to cancel a game."""
        is_last = falls(table, player_id(ix), await self.tables.gone(table))
        parts = cancel_parts(table, self.readers.words(ix), is_last=is_last)
        question = press(table, PressKind.CANCEL)
        return self.sure_page(ix, question, SureArg(SureOf.CANCEL), parts, "cancel.sure")

    async def _cancel_surely(self, ix: Press, table: Table, press: PressId) -> None:
        """Cancel a lobby or a running game, after whoever cancels it was asked."""
        await self.check_may_cancel(ix, table)
        if await self.needs_vote(ix, table):
            raise TableError(TableKey.NEEDS_VOTE)
        self.note_sure(ix, table, press)
        if not self.has_said(ix):
            await self.replies.replace(ix, await self.cancel_page(ix, table))
            return
        await self.cancel(ix, table)
        await self.replies.replace(ix, page(self.readers.words(ix).say("cancel.done")))

    async def check_may_cancel(self, ix: Press, table: Table) -> None:
        """Refuse whoever may not cancel a game, before they are asked whether they are sure.

        Raises:
            Refusal: it is over, or not theirs to cancel; or all who play in it have left the
                server, and the person may not write there.
        """
        if table.status not in (Status.LOBBY, Status.RUNNING):
            raise TableError(TableKey.OVER)
        if await may_manage(ix, table.place.channel):
            return
        leavers = await self.tables.gone(table)
        if all(person.id in leavers for person in table.seated):
            await check_can_post(ix, table.place.channel)
        else:
            check_host(table, player_id(ix))

    async def needs_vote(self, ix: Press, table: Table) -> bool:
        """Return whether a running game can be cancelled only if others who play agree."""
        if table.status is not Status.RUNNING or await may_manage(ix, table.place.channel):
            return False
        leavers = await self.tables.gone(table)
        return any(person.id not in {*leavers, ix.user.id} for person in table.seated)

    async def refresh(self, ix: Press, table: Table) -> Table:
        """Bring the lobby's message up to date; post a new one if it was deleted."""
        async with self._locks.of(table.id):
            if table.status is Status.LOBBY:
                # Somebody may have joined, left or started while this waited for the lock.
                table = await self.games.table_of(table.id)
                if table.status is not Status.LOBBY:
                    # Whoever started or cancelled it shows that.
                    return table
            if not table.place.private:
                words = self.readers.public_words(ix.guild_locale, table.place.guild)
                await self._show(ix, table, lobby_page(table, words))
            elif is_private(ix) and table.status is not Status.RUNNING:
                await self.replies.replace(ix, lobby_page(table, self.readers.words(ix)))
        return table

    async def present(self, ix: Press, table: Table) -> Table:
        """Return a table with a message to link to; one that is gone is posted again."""
        if table.status is not Status.LOBBY or table.place.private:
            return await self.links.with_message(table)
        await self.refresh(ix, table)
        return await self.games.table_of(table.id)

    async def _show(self, ix: Press, table: Table, shown_page: Page) -> None:
        message = table.place.board_message or (ix.message and ix.message.id)
        if not message:
            await self._show_again(table)
            return
        try:
            await edit(channel_of(ix.client, table).get_partial_message(message), shown_page)
        # Somebody has deleted the message; nobody could join without one.
        except discord.NotFound:
            await self._show_again(table)
        except UNANSWERED as error:
            # What could not be shown is stored all the same: no reason to refuse.
            log.warning("the lobby of game %s was not updated: %s", table.id, code_of(error))

    async def _show_again(self, table: Table) -> None:
        """Have a lobby posted again, and wait a little for it."""
        await self.tables.channels.show_again(table)
        await self.tables.post_within(table.id, _PATIENCE)


def check_host(table: Table, player: PlayerId) -> None:
    """Refuse whoever is not the host of a table.

    Raises:
        TableError: they are not.
    """
    if table.place.host != player:
        host = next((person.name for person in table.people if person.id == table.place.host), "")
        raise TableError(TableKey.NOT_HOST, host=host)


def check_open(table: Table) -> None:
    """Refuse a lobby that is closed.

    Raises:
        TableError: it was cancelled, or has started.
    """
    if table.status is Status.CANCELLED:
        raise TableError(TableKey.OVER)
    if table.status is not Status.LOBBY:
        raise TableError(TableKey.STARTED)


def is_lonely(table: Table, player: PlayerId) -> bool:
    """Return whether the host of a lobby that has room for others would start it alone."""
    is_open = table.most_people > 1 and not table.place.private
    is_possible = is_open and 1 in table.title.player_counts
    return is_possible and len(table.people) == 1 and table.place.host == player

"""Lobbies that open at one press: against a computer, or once more."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from discord import ui

from metrobot.service.membership.lobby import ALLOWED
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.ledger import Account
from metrobot.service.people.terms import HINTS
from metrobot.store.schema.act_rows import NewDelivery
from metrobot.ui.kit.access import check_can_post
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import Answers, never, on_press
from metrobot.ui.kit.replies import person_of
from metrobot.ui.lobby.first_message import opened, show_opened
from metrobot.ui.lobby.server_games import check_may_open
from metrobot.ui.pages.args import Against, AgainstArg
from metrobot.ui.pages.ids import Press, PressId, PressKind, Style, button
from metrobot.ui.pages.page import Letter, letter
from metrobot.ui.turn.board_buttons import press as press_of
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name

_LEVEL: Final = "easy"
_TWO: Final = 2


@dataclass(eq=False)
class QuickGames(Answerer):
    """Opens lobbies for one person, alone or with one computer, and the same game again."""

    open: Callable[[Press, str, None, Mapping[str, str]], Awaitable[None]]

    @on_press(
        PressKind.AGAINST,
        answers=Answers.ITSELF,
        of_game=never,
        causes=(Account.OPENINGS, Account.JOINS, Account.CALLS, Account.POSTS),
    )
    async def against(self, ix: Press, press: PressId) -> None:
        """Open a lobby in the channel, with a computer unless the button says otherwise.

        Raises:
            Refusal: there is no such game, one is under way here, or the bot or
                who pressed lacks a permission.
        """
        arg = AgainstArg.read(press)
        if arg.against is Against.OPEN:
            await self.open(ix, arg.title, None, {})
            return
        here = ix.channel_id or 0
        await check_can_post(ix, here)
        await check_may_open(self.tables, ix)
        host = person_of(ix)
        is_alone = arg.against is Against.ALONE
        capacity = 1 if is_alone else _TWO
        # It does not start: the id of this press is known before the key is made, so only
        # a later one can be salt.
        opener = partial(
            self.tables.lobbies.open,
            guild=ix.guild_id or 0,
            host=host,
            title=arg.title,
            capacity=capacity,
        )
        table = await opened(self.tables, ix, opener)
        if not is_alone:
            table = await self.tables.lobbies.at(here, table.id).add_computer(host.id, _LEVEL)
        await show_opened(self.tables, ix, table, self.readers)

    @on_press(PressKind.AGAIN, answers=Answers.ITSELF, causes=(Account.OPENINGS, Account.PINGS))
    async def again(self, ix: Press, press: PressId) -> None:
        """Open a lobby with the same options and computers; its host is whoever pressed.

        The others who played are named in a message.

        Raises:
            Refusal: the bot, or who pressed, lacks a permission here.
            TableError: the game is not over, or another one is under way here.
        """
        await check_can_post(ix, ix.channel_id or 0)
        await check_may_open(self.tables, ix)
        old = await self.games.table_of(press.game)
        if old.status is not Status.OVER:
            raise TableError(TableKey.STARTED)
        people = [person.id for person in old.seated if person.id != ix.user.id]
        # Only the first lobby after a game mentions them, so pressing twice calls nobody twice.
        leavers = await self.tables.gone(old)
        is_first = await self.tables.is_newest(old)
        guests = [player for player in people if is_first and player not in leavers]
        opener = partial(
            self.tables.lobbies.open,
            guild=ix.guild_id or 0,
            host=person_of(ix),
            title=old.title.id,
            capacity=old.capacity,
            options=old.options,
            seating=old.seating,
            pace=old.pace,
        )
        # No more people are mentioned than one person may have mentioned within a while.
        async with self.tables.ledger.pinging(ix.user.id, guests, old.id) as players:
            deliveries = [NewDelivery(DeliveryKind.AGAIN, old.id, player) for player in players]
            if people and not deliveries:
                deliveries.append(NewDelivery(DeliveryKind.AGAIN, old.id))
            table = await opened(self.tables, ix, partial(opener, deliveries=deliveries))
        table = await self._as_before(table, old)
        await show_opened(self.tables, ix, table, self.readers)
        self.tables.deliver_soon(table.id)

    async def _as_before(self, table: Table, old: Table) -> Table:
        """Add the same computers to a lobby, and allow hints where they were allowed."""
        lobby, host = self.tables.lobbies.at(table.place.channel, table.id), table.place.host
        for person in old.computers:
            table = await lobby.add_computer(host, person.level or "")
        return await lobby.choose(host, HINTS, ALLOWED) if old.hints else table


def call_page(table: Table, old: Table, players: Collection[PlayerId], words: Words) -> Letter:
    """Return the call to those who played before, in words that reach a phone.

    Args:
        table: the lobby.
        old: the game that they played.
        players: who is mentioned; the others are named.
        words: of the server.
    """
    host = next(person for person in table.people if person.id == table.place.host)
    guests = (person for person in old.seated if person.id != host.id)
    names = (f"<@{p.id}>" if p.id in players else shown_name(p.name) for p in guests)
    text = words.say(
        "again.call",
        name=shown_name(host.name),
        title=words.title(table.title.id),
        join=words.say("lobby.join"),
        players=" ".join(names),
    )
    join = button(press_of(table, PressKind.JOIN), words.say("lobby.join"), Style.success)
    return letter(text, ui.ActionRow(join))

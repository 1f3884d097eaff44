"""/me lookout, calls to lobbies of those who want to be called, and people asked by name."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from discord import app_commands, ui

from metrobot.engine.errors import Refusal
from metrobot.service.membership.lookouts import MOST_NAMED, place_offered
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import ASKS, Account
from metrobot.service.people.preferences import RemindBy
from metrobot.ui.kit.access import check_can_post, who_see
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import Answers, never, on_press, slash, suggestions
from metrobot.ui.kit.replies import person_of, player_id
from metrobot.ui.lobby.lobby_buttons import check_host, check_open
from metrobot.ui.pages.ids import Press, PressId, PressKind, Style, button, menu_value, people_menu
from metrobot.ui.pages.page import Letter, Page, letter, page
from metrobot.ui.turn.board_buttons import go_row
from metrobot.ui.turn.board_buttons import press as press_of
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name
from metrobot.ui.words.refusals import FrameKey

CALL_ME: Final = "on"
"""Argument of the button with which somebody wants to be called; without it, no more."""


class LookoutHandlers(Answerer):
    """Handlers of /me lookout and of calls for players."""

    async def _titles(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        words = self.readers.words(ix)
        return suggestions(((words.title(title), title) for title in self.fronts), current)

    @slash("me lookout", suggest={"game": _titles}, causes=())
    async def look_out(self, ix: Press, on: bool | None = None, game: str | None = None) -> None:
        """Set whether somebody wants to be called on this server, and show it.

        Raises:
            TableError: there is no such game.
        """
        titles = await self._change(ix, game, on=on)
        await self.replies.reply(ix, await self._page(ix, titles))

    @on_press(PressKind.LOOKOUT, answers=Answers.PRIVATE, of_game=never, causes=())
    async def switch(self, ix: Press, press: PressId) -> None:
        """Call whoever pressed from now on, or no more, on this server."""
        titles = await self._change(ix, None, on=press.arg == CALL_ME)
        await self.replies.reply(ix, await self._page(ix, titles))

    async def _change(self, ix: Press, game: str | None, *, on: bool | None) -> Sequence[str]:
        return await self.tables.lookouts.change(ix.guild_id or 0, person_of(ix), game, on=on)

    async def _page(self, ix: Press, titles: Sequence[str]) -> Page:
        words = self.readers.words(ix)
        if not titles:
            return page(words.say("lookout.off"))
        wishes = await self.tables.people.preferences(player_id(ix))
        never_ = "lookout.never" if wishes.remind_by is RemindBy.NEVER else "lookout.when"
        games = tuple(map(words.title, titles))
        return page(words.say("lookout.on", titles=games), words.say(never_), _stop_row(words))

    async def call(self, table: Table) -> None:
        """Call people to a lobby that was opened a moment ago, if they may be called."""
        # The lobby is open, whether or not anybody is called.
        with suppress(TableError):
            await self.tables.lookouts.call(table, partial(self._who_see, table))

    @on_press(PressKind.CALL, answers=Answers.PRIVATE, causes=(Account.CALLS, Account.POSTS))
    async def call_again(self, ix: Press, press: PressId) -> None:
        """Call people once more to a lobby that lacks some, for its host.

        Raises:
            Refusal: it is not theirs, not due, or they may not write there.
        """
        table = await self.games.table_of(press.game)
        check_host(table, player_id(ix))
        await check_can_post(ix, table.place.channel)
        seers = partial(self._who_see, table)
        count = await self.tables.lookouts.call_again(table, seers)
        words = self.readers.words(ix)
        sentence = words.count("lookout.called", count) if count else words.say("lookout.nobody")
        await self.replies.reply(ix, page(sentence))

    async def call_to_seats(self) -> None:
        """Call people to the seats that others offer while they play on."""
        await self.tables.lookouts.call_to_seats(self._who_see)

    @on_press(
        PressKind.ASK, answers=Answers.EDIT, causes=(Account.ASKS, Account.PINGS, Account.POSTS)
    )
    async def ask(self, ix: Press, press: PressId) -> None:
        """Show the menu of whom to ask to a lobby, or ask whoever was chosen there.

        Raises:
            Refusal: a bot, a forged menu, or as for `Lookouts.ask`.
        """
        table, value = await self.games.table_of(press.game), menu_value(ix)
        check_open(table)
        self.tables.lookouts.check_may_ask(table, player_id(ix))
        words = self.readers.words(ix)
        if not value:
            how = words.say("asks.how", lobby=MOST_NAMED, day=ASKS)
            await self.replies.reply(ix, _ask_page(table, how, "", words))
            return
        await check_can_post(ix, table.place.channel)
        data: dict[str, Any] = dict(ix.data or {})
        if (chosen := data.get("resolved", {}).get("users", {}).get(value)) is None:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        if chosen.get("bot"):
            raise TableError(TableKey.NO_BOTS)
        facts = (table, player_id(ix), PlayerId(int(value)), partial(self._who_see, table))
        key = "asks.asked" if await self.tables.lookouts.ask(*facts) else "asks.not_now"
        text = words.say(key, player=f"<@{value}>")
        await self.replies.replace(ix, _ask_page(table, text, value, words))

    @on_press(PressKind.DECLINE, answers=Answers.PRIVATE, of_game=never, causes=())
    async def decline(self, ix: Press, press: PressId) -> None:
        """Keep whoever asked somebody to a lobby from asking them again for a while.

        Raises:
            TableError: nobody has asked who pressed.
        """
        await self.tables.lookouts.decline(press.game, player_id(ix))
        await self.say(ix, "asks.declined")

    async def _who_see(self, table: Table, people: Sequence[PlayerId]) -> Sequence[PlayerId]:
        """Return those of some people who are not blocked and see a table's channel."""
        candidates = [player for player in people if player not in self.tables.blocks.people]
        return await who_see(self.members, table.place.guild, table.place.channel, candidates)


def lookout_letter(table: Table, players: Collection[PlayerId], words: Words) -> Letter:
    """Return the call to a lobby or a seat for those who wanted it, with the ways in and out."""
    place = place_offered(table)
    if place is None:
        caller = next(person for person in table.people if person.id == table.place.host)
        way = button(press_of(table, PressKind.JOIN), words.say("lobby.join"), Style.success)
    else:
        caller, label = table.people[place], words.say("seats.take", number=place + 1)
        way = button(press_of(table, PressKind.SEAT, str(place)), label, Style.success)
    text = words.say(
        "lookout.call" if place is None else "lookout.seat",
        name=shown_name(caller.name),
        title=words.title(table.title.id),
        join=way.label,
        players=" ".join(f"<@{player}>" for player in players),
    )
    return letter(text, ui.ActionRow(way, *_stop_row(words).children))


def _stop_row(words: Words) -> ui.ActionRow[ui.LayoutView]:
    stop = button(PressId(0, 0, PressKind.LOOKOUT), words.say("lookout.stop"))
    return ui.ActionRow(stop)


def _ask_page(table: Table, text: str, last: str, words: Words) -> Page:
    """Return the menu of whom to ask; its id has the last one, so that clients show it anew."""
    return page(text, people_menu(press_of(table, PressKind.ASK, last), words.say("asks.prompt")))


def invite_letter(
    table: Table, asker: Person, player: PlayerId, words: Words, *, is_direct: bool
) -> Letter:
    """Return the question of somebody in a lobby whether a person joins, with the ways to answer.

    Args:
        table: the lobby.
        asker: who asks.
        player: who is asked.
        words: of the reader, or of the server.
        is_direct: whether it goes to them alone, where nobody can join.
    """
    facts = {"name": shown_name(asker.name), "title": words.title(table.title.id)}
    no = button(press_of(table, PressKind.DECLINE), words.say("asks.no"))
    if is_direct:
        row, text = go_row(table, words), words.say("asks.direct", **facts)
        row.add_item(no)
        return letter(text, f"<#{table.place.channel}>", row)
    join = button(press_of(table, PressKind.JOIN), words.say("lobby.join"), Style.success)
    return letter(words.say("asks.here", player=f"<@{player}>", **facts), ui.ActionRow(join, no))

"""Commands and buttons about places: resign, hand over, take, end the game by vote."""

import logging
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.service.membership.endings import END
from metrobot.service.membership.rests import LONGEST
from metrobot.service.membership.transfer_rules import who_may_end
from metrobot.service.model import guards
from metrobot.service.model.computers import LEVELS
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Account
from metrobot.service.people.verdicts import falls
from metrobot.ui.kit.handlers import Answers, on_press, slash, suggestions
from metrobot.ui.kit.replies import person_of, player_id
from metrobot.ui.kit.time_choices import moment_typed
from metrobot.ui.pages.args import NumberArg, SureArg, SureOf
from metrobot.ui.pages.ids import Press, PressId, PressKind, menu_value, parse_number
from metrobot.ui.pages.page import page
from metrobot.ui.seats import seat_pages
from metrobot.ui.seats.seat_ballots import SeatBallots
from metrobot.ui.turn.ballot_messages import SureAnswerer
from metrobot.ui.turn.board_buttons import is_covered
from metrobot.ui.turn.board_buttons import press as press_of
from metrobot.ui.words.player_names import names_of, shown_name
from metrobot.ui.words.refusals import FrameKey

log = logging.getLogger(__name__)

_ASKS: Final = (Account.POSTS, Account.PINGS)
COVER_LEVEL: Final = LEVELS[1]
"""Level of the computer that somebody lets play by a button."""


@dataclass(eq=False)
class SeatHandlers(SureAnswerer):
    """Answers commands and buttons about places at a running game."""

    ballots: SeatBallots

    # --- leaving ---

    @slash("game resign", causes=())
    async def ask_to_resign(self, ix: Press) -> None:
        """Ask whether somebody really wants to leave.

        Raises:
            TableError: no running game, or who asks does not play.
        """
        await self._resign(ix, await self.games.table_here(ix))

    async def _resign(self, ix: Press, table: Table) -> None:
        """Let somebody leave who is sure, of which the channel is told, or ask them."""
        guards.check_running(table)
        guards.check_seated(table, player_id(ix))
        if self.has_said(ix):
            table = await self.tables.seats.resign(table.id, player_id(ix))
            answer = await self.ballots.done_page(ix, table, "seats.resign.done")
        else:
            parts = seat_pages.resign_parts(table, player_id(ix), self.readers.words(ix))
            asks, arg = press_of(table, PressKind.RESIGN), SureArg(SureOf.RESIGN)
            answer = self.sure_page(ix, asks, arg, parts, "seats.resign.sure")
        await self.replies.answer(ix, answer)

    # --- saying that one is sure ---

    @on_press(
        PressKind.RESIGN, PressKind.SURE, answers=Answers.EDIT, only_private=True, causes=_ASKS
    )
    async def be_sure(self, ix: Press, press: PressId) -> None:
        """Let somebody do what nobody else is asked about, or ask them again.

        Raises:
            Refusal: somebody else was asked, the id is forged, or as for what they do.
        """
        table = await self.games.table_of(press.game)
        arg = self.note_sure(ix, table, press)
        match arg.what:
            case SureOf.RESIGN | None if press.kind is PressKind.RESIGN:
                await self._resign(ix, table)
            case SureOf.END | SureOf.GIVE_UP:
                await self.ask_table_to_end(ix, table, result=arg.what is SureOf.END)
            case SureOf.BACK:
                await self._take_back(ix, table, _place_in(table, arg.place))
            case SureOf.COVER:
                await self._compute(ix, table, _place_in(table, arg.place), arg.level or "")
            case _:
                raise Refusal(FrameKey.UNKNOWN_PRESS)

    # --- taking and handing over ---

    @on_press(PressKind.SEAT, PressKind.TAKE_BACK, answers=Answers.PRIVATE, causes=_ASKS)
    async def take(self, ix: Press, press: PressId) -> None:
        """Let anybody take a place without a person, or have a newcomer's back; or ask the table.

        Raises:
            TableError: it is not free, or not for them; who asks plays already, or somebody
                else is asking for a place.
        """
        table, position = await self._pressed(press)
        if press.kind is PressKind.SEAT:
            result = await self.tables.seats.take(table.id, position, person_of(ix))
            await self.ballots.tell(ix, table, result, "seats.claimed", "seats.taken")
        else:
            await self._take_back(ix, table, position)

    async def _pressed(self, press: PressId) -> tuple[Table, int]:
        table = await self.games.table_of(press.game)
        return table, _place_in(table, NumberArg.read(press).number)

    async def _take_back(self, ix: Press, table: Table, position: int) -> None:
        facts = (table.id, position, person_of(ix))
        back = await self.tables.seats.take_back(*facts, is_sure=self.has_said(ix))
        await self.ballots.tell(ix, table, back, "seats.offered", "seats.new.back")

    async def _places(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await self.games.table_here(ix)
        # Suggestions have no place for a refusal; the command itself will tell it.
        except Refusal:
            return []
        names = names_of(table, self.readers.words(ix)) if table.state is not None else ()
        say = self.readers.words(ix).say
        labels = (
            (say("seats.place", number=number, name=name), str(number))
            for number, name in enumerate(names, start=1)
        )
        return suggestions(labels, current)

    @slash("game replace", suggest={"seat": _places}, causes=_ASKS)
    @app_commands.choices(
        computer=[app_commands.Choice(name=level, value=level) for level in LEVELS]
    )
    async def replace(
        self,
        ix: Press,
        seat: str | None = None,
        by: discord.User | None = None,
        computer: str | None = None,
    ) -> None:
        """Offer a place to somebody, let a computer play there, or offer one's own to all.

        Where nothing is named, whoever offers their own seat takes that back.

        Raises:
            Refusal: somebody else's is offered to all, two are named, or as for each of them.
        """
        table, player = await self.games.table_here(ix), player_id(ix)
        guards.check_running(table)
        if seat is None:
            guards.check_seated(table, player)
        own = table.position_of(player) if table.has(player) else -1
        position = own if seat is None else _position(table, seat)
        if by is not None and computer is None:
            await self._offer(ix, table, position, by.id, is_bot=by.bot)
        elif computer is not None and by is None:
            await self._compute(ix, table, position, computer)
        elif by is None and position == own and not table.place.private:
            await self._offer_to_all(ix, table, position)
        else:
            raise Refusal(FrameKey.REPLACE_BY)

    async def _offer(
        self, ix: Press, table: Table, position: int, newcomer: int, *, is_bot: bool
    ) -> None:
        """Offer a place to somebody, in the channel."""
        if is_bot:
            raise TableError(TableKey.NO_BOTS)
        offer = self.tables.seats.offer(table, player_id(ix), position, PlayerId(newcomer))
        ballot = await self.ballots.ask_anew(ix, table, offer)
        await self.ballots.tell(ix, table, ballot, "seats.offered")

    async def _offer_to_all(self, ix: Press, table: Table, position: int) -> None:
        """Offer one's own place to whoever comes, or no more, and answer with the price."""
        player, words = player_id(ix), self.readers.words(ix)
        offered = not table.people[position].offered
        await self.tables.lookouts.offer_seat(table.id, player, offered=offered)
        parts = [words.say("seats.handed" if offered else "seats.handed.kept")]
        if offered and falls(table, player):
            parts.append(words.say("seats.resign.last"))
        await self.replies.answer(ix, page(*parts))

    # --- when something comes up ---

    @on_press(PressKind.AMISS, answers=Answers.PRIVATE, causes=())
    async def show_ways(self, ix: Press, press: PressId) -> None:
        """Show somebody at a table what they can do when something comes up."""
        table = await self.games.table_of(press.game)
        guards.check_running(table)
        guards.check_seated(table, player_id(ix))
        answer = seat_pages.amiss_page(table, player_id(ix), self.readers.words(ix))
        await self.replies.reply(ix, answer)

    @on_press(
        PressKind.PAUSE, PressKind.OFFER, answers=Answers.PRIVATE, only_private=True, causes=_ASKS
    )
    async def ask_for_help(self, ix: Press, press: PressId) -> None:
        """Ask the table for a pause of some days, or offer a seat to somebody.

        Raises:
            Refusal: a forged menu, or as for /game end and /game replace.
        """
        table, value = await self.games.table_of(press.game), menu_value(ix)
        guards.check_running(table)
        guards.check_seated(table, player_id(ix))
        if press.kind is PressKind.PAUSE:
            await self.ask_table_to_rest(ix, table, value)
            return
        data: dict[str, Any] = dict(ix.data or {})
        newcomer = data.get("resolved", {}).get("users", {}).get(value)
        if newcomer is None:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        own = table.position_of(player_id(ix))
        position = _place_in(table, NumberArg.read(press).number) if press.arg else own
        await self._offer(ix, table, position, int(value), is_bot=bool(newcomer.get("bot")))

    @on_press(PressKind.COVER, answers=Answers.PRIVATE, causes=_ASKS)
    async def cover(self, ix: Press, press: PressId) -> None:
        """Let a computer play for somebody who is awaited, or ask those who have the say.

        Raises:
            Refusal: nobody waits for them any more, or as for /game replace.
        """
        table, position = await self._pressed(press)
        guards.check_running(table)
        if table.people[position] not in table.to_call():
            raise TableError(TableKey.NOT_AWAITED)
        await self._compute(ix, table, position, COVER_LEVEL)

    async def _compute(self, ix: Press, table: Table, position: int, level: str) -> None:
        """Let a computer play in a place, or ask about it, and answer in private."""
        facts = (table, player_id(ix), position, level)
        offer = self.tables.seats.offer_computer(*facts, is_sure=self.has_said(ix))
        result = await self.ballots.ask_anew(ix, table, offer)
        await self.ballots.tell(ix, table, result, "seats.offered", "seats.computer.done")

    @on_press(PressKind.RETURN, answers=Answers.PRIVATE, causes=())
    async def come_back(self, ix: Press, press: PressId) -> None:
        """Let somebody for whom a computer plays play themselves again.

        Raises:
            TableError: no running game, or who asks does not play.
        """
        table = await self.games.table_of(press.game)
        player = player_id(ix)
        key = "seats.back.done" if is_covered(table, player) else "seats.back.known"
        new_table = await self.tables.covers.come_back(table.id, player)
        await self.replies.reply(ix, await self.ballots.done_page(ix, new_table, key))

    # --- ending ---

    @slash("game end", causes=_ASKS)
    async def ask_to_end(self, ix: Press, result: bool) -> None:
        """Ask all others whether to end the game.

        Raises:
            TableError: no running game, who asks does not play, or a vote is under way.
        """
        await self.ask_table_to_end(ix, await self.games.table_here(ix), result=result)

    async def ask_table_to_end(self, ix: Press, table: Table, *, result: bool) -> None:
        """Ask all others whether to end a game, with a result or without.

        Where there is nobody to ask, whoever asks has to be sure.

        Raises:
            TableError: as for `ask_to_end`.
        """
        guards.check_running(table)
        guards.check_seated(table, player_id(ix))
        voters = [person.id for person in who_may_end(table, await self.tables.gone(table))]
        facts, payload = (table, END, player_id(ix), voters), {"result": result}
        ask = partial(self.tables.ballots.open, *facts, payload=payload, waits=True)
        ballot = await ask(is_trial=True)
        if self.has_said(ix) or not ballot.is_carried:
            # Whoever is sure is so of this board.
            ballot = await ask(bound=ballot.is_carried)
        await self.ballots.tell(ix, table, ballot, "seats.end.asked")

    async def ask_table_to_rest(self, ix: Press, table: Table, typed: str) -> None:
        """Ask all others whether a game is to rest until a date.

        Raises:
            Refusal: it is no such date, or as for `Rests.ask`.
        """
        player = player_id(ix)
        zone = (await self.tables.people.preferences(player)).zone
        end = moment_typed(typed, LONGEST.days, zone, self.readers.words(ix))
        ballot = await self.tables.rests.ask(table, player, end)
        await self.ballots.tell(ix, table, ballot, "seats.end.asked")

    # --- the host ---

    async def succeed(self, ix: Press) -> str | None:
        """Make the next player host if the present one has left the server.

        Returns:
            The sentence that says so, or that nobody is left; None: all stays as it is.
        """
        table, words = await self.games.table_meant(ix), self.readers.words(ix)
        try:
            new_table = await self.tables.hosts.succeed(table.id)
        # The host may be there, or nobody else is.
        except TableError:
            leavers = await self.tables.gone(table)
            is_left = any(person.id not in leavers for person in table.seated)
            return None if is_left else words.say("seats.all_gone")
        self.tables.deliver_soon(table.id)
        host = next(person.name for person in new_table.people if person.id == new_table.place.host)
        return words.say("seats.now_host", host=shown_name(host))


def _place_in(table: Table, position: int | None) -> int:
    """Return a place's index, as it stands in the id of a button."""
    # An id may be forged.
    if position is None or position >= len(table.people):
        raise Refusal(FrameKey.UNKNOWN_PRESS)
    return position


def _position(table: Table, place: str) -> int:
    """Return a place's index, from its number as suggested, from 1, or from a name."""
    if (number := parse_number(place)) is not None:
        return number - 1
    name = place.strip().lower()
    places = [index for index, person in enumerate(table.people) if person.name.lower() == name]
    if len(places) != 1:
        raise TableError(TableKey.NO_SUCH_PLACE, places=len(table.people))
    return places[0]

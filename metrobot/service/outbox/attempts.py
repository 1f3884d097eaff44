"""Attempts at single deliveries, and what becomes of those that fail."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TypeAlias

from metrobot.service.model.loader import TablesPart
from metrobot.service.model.play import PlayerId, Status, rest_of
from metrobot.service.model.table import BLOCKED, Table
from metrobot.service.outbox import retry, turn_batches
from metrobot.service.outbox.delivery import (
    DM_CLOSED_REASON,
    Delivery,
    DeliveryKind,
    Notifier,
    Undeliverable,
)
from metrobot.service.outbox.kinds import Calls, Handling, Lane, handling_of
from metrobot.store.schema.act_rows import DeliveryRow, NewDelivery
from metrobot.store.schema.rows import row_of
from metrobot.vitals import log_context
from metrobot.vitals.listener import Vitals

log = logging.getLogger(__name__)

MOST_TRIES = 8
"""Attempts before a message of no game to a lost channel is given up."""
DAY_OF_TRIES = 36
"""Attempts in a little more than a day, before a reminder or what may be final is given up."""
MOST_FAULTS = 12
"""Attempts of one process at a delivery that fails by a fault of ours: nearly three hours."""

_Made: TypeAlias = Callable[[], None]
_Turns: TypeAlias = tuple[int, ...]


@dataclass(eq=False)
class Attempts(TablesPart):
    """Tries single deliveries; settles, postpones, replaces or gives up each of them.

    Attributes:
        notifier: posts deliveries.
        retries: knows how long each delivery waits.
        hurry: is called with the time until a retry.
        lose_channel: marks the channel of a game as lost, for a reason.
        vitals: is told of each delivery that is given up.
    """

    notifier: Notifier
    retries: retry.RetrySchedule
    hurry: Callable[[timedelta], None]
    lose_channel: Callable[[int, str], Awaitable[None]]
    vitals: Vitals
    _faults: dict[int, int] = field(default_factory=dict, init=False)

    async def attempt(
        self,
        row: DeliveryRow,
        table: Table | None,
        when_made: _Made,
        held_rows: Sequence[DeliveryRow] = (),
    ) -> bool:
        """Try one delivery on its game as it is now; return whether it is settled.

        Args:
            row: the delivery.
            table: its game, if it is known to be the newest.
            when_made: is called once only Discord is waited for.
            held_rows: deliveries that wait for the next message of the game.
        """
        kind = handling_of(row)
        if row.game is None:
            return await self._post(None, when_made, kind, row)
        if not kind.is_reminder:
            table = table or await self.loader.by_id(row.game)
            rows = await self._together(table, kind, row)
            news = [held_row for held_row in held_rows if _is_told_by(kind, held_row)]
            return await self._post(table, when_made, kind, *rows, *news)
        # Under the lock of acts, so that nobody is reminded of a turn that they have just taken.
        async with self.locks.of(row.game):
            table = await self.loader.by_id(row.game)
            if _is_awaited(table, row) and rest_of(table, self.clock.wall()) is None:
                rows = await self._together(table, kind, row)
                return await self._post(table, when_made, kind, *rows)
        await self.store.outbox.drop(row, "not awaited any more")
        return True

    async def _together(
        self, table: Table, kind: Handling, row: DeliveryRow
    ) -> Sequence[DeliveryRow]:
        """Return a delivery, and the others of its kind that can share a post in the channel."""
        if not kind.shares_post:
            return (row,)
        pending = await self.store.outbox.pending(*row.stream)
        rows = [other for other in pending if other.kind == row.kind and other.id != row.id]
        ready_rows = [other for other in rows if not self.retries.wait(other)]
        return [
            row,
            *(other for other in ready_rows if not kind.is_reminder or _is_awaited(table, other)),
        ]

    async def _post(
        self, table: Table | None, when_made: _Made, kind: Handling, *rows: DeliveryRow
    ) -> bool:
        """Post deliveries in one message if the first is wanted; return whether it is settled."""
        (row, *others), turns = rows, _Turns()
        if table is not None:
            log_context.note_game(table.id, row.revision)
            turns = turn_batches.turns_of(table, row) if kind.tells_turns else ()
            if not await self._is_worth_saying(table, row, kind, turns):
                now = self.clock.now()
                await self.store.outbox.settle_delivered(row, None, board=False, now=now)
                return True
        try:
            message = await self.notifier.deliver(table, _delivery(table, when_made, turns, *rows))
        except Undeliverable as error:
            return await self._fail(table, kind, row, error)
        except Exception as error:
            # A fault of ours must not silence the game for ever: it is tried again, up to a limit.
            log.exception("delivery %s of %s failed", row.id, row.stream)
            count = self._faults[row.id] = self._faults.get(row.id, 0) + 1
            fault = Undeliverable(repr(error), permanent=count >= MOST_FAULTS)
            return await self._fail(table, kind, row, fault)
        self._faults.pop(row.id, None)
        # The note of who has locked becomes a new board message where the board's was deleted.
        is_board = message is not None and (kind.shows_board or kind.lane is Lane.BOARD_EDITS)
        # What was overtaken has told nothing else.
        others = [other for other in others if message is not None or not other.is_held]
        settle, now = self.store.outbox.settle_delivered, self.clock.now()
        await settle(row, message, board=is_board, others=others, now=now)
        if table is None:
            return True
        # The channel takes messages again, so what waited for it is due at once.
        if table.place.lost is not None and kind.lane is Lane.CHANNEL:
            await self.store.channels.regain(table.id, self.clock.now())
            self.loader.forget(table.id)
        if is_board and message is not None:
            self.loader.board_posted(table.id, message)
        return True

    async def _is_worth_saying(
        self, table: Table, row: DeliveryRow, kind: Handling, turns: _Turns
    ) -> bool:
        """Return whether a delivery is still wanted: not private, taken back or outdated."""
        if table.place.private and not kind.in_private:
            return False
        if table.status is not Status.RUNNING and row.is_held:
            return False
        if kind.tells_turns:
            return bool(turns)
        return kind.lane is not Lane.BOARD_EDITS or await self._is_shown(table, row)

    async def _is_shown(self, table: Table, row: DeliveryRow) -> bool:
        """Return whether the newest board message shows the revision that a note belongs to."""
        board = table.place.board_message
        if table.status is not Status.RUNNING or table.revision != row.revision or board is None:
            return False
        return await self.store.outbox.shown_at(table.id, board) == table.revision

    async def _fail(
        self, table: Table | None, kind: Handling, row: DeliveryRow, error: Undeliverable
    ) -> bool:
        """Postpone, replace or give up a failed delivery; return whether it is settled."""
        lost_by = table if error.is_lost else None
        is_limited = kind.is_reminder or error.is_doubtful
        most = MOST_TRIES if error.is_lost and table is None else DAY_OF_TRIES
        is_last_try = (is_limited or most == MOST_TRIES) and row.attempts + 1 >= most
        if kind.instead is not None and error.reason == DM_CLOSED_REASON:
            instead = NewDelivery(kind.instead, row.turn, row.player)
            await self.store.outbox.drop_closed(row, error.reason, instead, self.clock.now())
            # Every table shows that they take no direct messages.
            self.loader.forget()
        elif lost_by is not None and kind.lane is Lane.CHANNEL:
            # Stays pending: the channel may come back, or the game move elsewhere.
            await self._postpone(row, error, retry.LOST_PAUSE)
            await self.lose_channel(lost_by.id, error.reason)
            return False
        elif lost_by is not None and kind.lane is not Lane.PERSON:
            # Outdated by the time the channel takes messages again.
            await self.store.outbox.drop(row, error.reason)
            await self.lose_channel(lost_by.id, error.reason)
        elif error.permanent and error.reason == BLOCKED:
            await self.store.outbox.drop(row, error.reason)
        elif error.permanent or lost_by is not None or is_last_try:
            await self._give_up(table, row, error.reason)
        else:
            await self._postpone(row, error, retry.LONGEST_PAUSE)
            return False
        return True

    async def _postpone(self, row: DeliveryRow, error: Undeliverable, longest: timedelta) -> None:
        pause = retry.pause_after(row.attempts, longest)
        next_at = self.clock.now() + pause
        await self.store.outbox.postpone(row, next_at, error.reason)
        self.retries.begin(row, next_at, pause)
        self.hurry(pause)

    async def _give_up(self, table: Table | None, row: DeliveryRow, reason: str) -> None:
        """Give a delivery up, and tell the host, once a game."""
        log.warning("%s: message %s (%s) is given up: %s", row.stream, row.id, row.kind, reason)
        self._faults.pop(row.id, None)
        self.vitals.given_up(row.kind)
        notice, kind = None, handling_of(row)
        if table is not None and kind.is_missed and not kind.is_reminder:
            is_closed = any(
                person.id == table.place.host and person.dm_closed for person in table.people
            )
            notice_kind = DeliveryKind.REFUSED_HERE if is_closed else DeliveryKind.REFUSED
            turn = None if row.kind == DeliveryKind.ASK else row.turn
            notice = NewDelivery(notice_kind, turn, table.place.host)
        await self.store.outbox.give_up(row, reason, notice, self.clock.now())


def _is_told_by(kind: Handling, row: DeliveryRow) -> bool:
    """Return whether a message of a kind says what waits for it: news, but no question."""
    is_question = handling_of(row).calls is Calls.ASKED
    return kind.lane is Lane.CHANNEL and not kind.after_turns and not is_question


def _is_awaited(table: Table, row: DeliveryRow) -> bool:
    """Return whether a player is still to act in the turn that a reminder is about.

    In a lobby: whether its host is still alone.
    """
    if table.status is Status.LOBBY:
        return sum(not person.is_computer for person in table.people) == 1
    people = table.to_call()  # empty unless the game is running
    is_same = bool(people) and table.title.turn_number(table.state) == row.turn
    return is_same and any(person.id == row.player for person in people)


def _nonce(table: Table | None, row: DeliveryRow) -> str:
    """Return the nonce of a delivery, the same at each try, by which Discord drops repeats."""
    if table is None:
        return f"{row.channel or row.player or 0:x}.{row.id:x}"
    # Ids start over in a fresh database, and Discord may still remember the old ones.
    return f"{table.commitment[:12]}.{row.id}"


def _delivery(table: Table | None, when_made: _Made, turns: _Turns, *rows: DeliveryRow) -> Delivery:
    """Return stored deliveries of one message as one, for the notifier; the first one leads.

    Args:
        table: their game, or None.
        when_made: is called once only Discord is waited for.
        turns: that they tell of.
        rows: the deliveries.
    """
    row, place = rows[0], None if table is None else table.place
    news = [part for part in rows[1:] if part.is_held]
    own = [part.player for part in rows if part not in news]
    players = dict.fromkeys(player for player in own if player is not None)
    return row_of(
        Delivery,
        row,
        game=None if table is None else table.id,
        kind=DeliveryKind(row.kind),
        nonce=_nonce(table, row),
        players=tuple(map(PlayerId, players)),
        made=when_made,
        turns=turns,
        guild=(place or row).guild,
        channel=(place or row).channel,
        news=tuple(_delivery(table, when_made, (), part) for part in news),
    )

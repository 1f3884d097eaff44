"""The store: every transaction there is, as a method."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Self

from sqlalchemy import Connection

from metrobot.store import (
    ballots,
    deliveries,
    forgetting,
    games,
    languages,
    people,
    places,
    replays,
    sealed,
    seating,
    standings,
    undoing,
)
from metrobot.store.ballots import BallotRow
from metrobot.store.database import Database
from metrobot.store.preferences import PreferenceStore
from metrobot.store.reminders import ReminderStore
from metrobot.store.replays import PastGame, ReplayRow
from metrobot.store.rows import DeliveryRow, EventRow, GameRow, Move, NewDelivery, SealedRow
from metrobot.store.seating import Reseating
from metrobot.store.standings import FinishedRow
from metrobot.store.undoing import TakeBack


class Store:
    """What is kept of all games; each method is one transaction.

    Attributes:
        preferences: how people want to be reminded.
        reminders: who has been reminded of what.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.preferences = PreferenceStore(database)
        self.reminders = ReminderStore(database)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the store and bring its tables to their newest form.

        Args:
            url: as SQLAlchemy reads it, such as `sqlite+aiosqlite:///metrobot.db`.

        Raises:
            OSError: the file of the database cannot be written.
            SQLAlchemyError: the database cannot be reached or used.
        """
        return cls(await Database.open(url))

    async def close(self) -> None:
        """Close the database once the last transaction is done."""
        await self._database.close()

    async def create(self, game: GameRow) -> int:
        """Store a new game and return its id.

        Raises:
            ChannelTakenError: the channel has an unfinished game.
        """
        return await self._database.write(partial(games.create, game=game))

    async def by_id(self, game: int) -> GameRow | None:
        """Return a game, or None."""
        return await self._database.read(partial(games.by_id, game=game))

    async def unfinished(self, channel: int) -> GameRow | None:
        """Return the unfinished game of a channel, or None."""
        return await self._database.read(partial(games.unfinished, channel=channel))

    async def newest(self, channel: int) -> GameRow | None:
        """Return the unfinished game of a channel, else the newest finished one, or None."""
        return await self._database.read(partial(games.newest, channel=channel))

    async def of_player(self, player: int, most: int) -> tuple[GameRow, ...]:
        """Return the games in which somebody has a seat, unfinished ones first."""
        return await self._database.read(partial(games.of_player, player=player, most=most))

    async def events(self, game: int, after: int, last: int) -> tuple[EventRow, ...]:
        """Return the events behind a revision that were in force at another, in their order.

        Bounded on both sides, so that they fit a game that was read a moment ago.

        Raises:
            TakenBackError: something up to `after` had been taken back by then.
        """
        work = partial(games.events_of, game=game, after=after, last=last)
        return await self._database.read(work)

    async def save_lobby(self, game: GameRow) -> None:
        """Store what has changed in a lobby, its people included.

        Raises:
            StaleError: it is no lobby any more.
        """
        await self._database.write(partial(games.save_lobby, game=game))

    async def begin(self, move: Move) -> tuple[DeliveryRow, ...]:
        """Turn a lobby into a running game; return all that is now to be said of it.

        Raises:
            StaleError: it is no lobby any more.
        """
        return await self._database.write(partial(games.begin, move=move))

    async def append(self, move: Move) -> tuple[DeliveryRow, ...]:
        """Store one act: its events, the game behind them, what is to be said.

        Returns:
            All that is now to be said of the game.

        Raises:
            StaleError: another writer was faster.
            ResealedError: the act opens sealed choices, and they are others by now.
        """
        return await self._database.write(partial(games.append, move=move))

    async def take_back(self, move: Move, undo: TakeBack) -> tuple[DeliveryRow, ...]:
        """Make the last events of a game void; return all that is now to be said of it.

        Raises:
            StaleError: another writer was faster, or the ballot is closed.
        """
        return await self._database.write(partial(undoing.take_back, move=move, undo=undo))

    async def seal(self, move: Move, choice: SealedRow) -> tuple[DeliveryRow, ...]:
        """Store one seat's choice, which waits for those of others.

        Returns:
            All that is now to be said of the game.

        Raises:
            StaleError: the game has moved on.
            ResealedError: other choices are sealed by now than were seen.
        """
        return await self._database.write(partial(sealed.seal, move=move, choice=choice))

    async def cancel(self, game: GameRow) -> None:
        """Give up a game that was last seen like this.

        Raises:
            StaleError: it has moved on.
        """
        await self._database.write(partial(games.cancel, game=game))

    async def set_board_message(self, game: int, message: int) -> None:
        """Remember the newest lobby or board message of a game."""
        await self._database.write(partial(games.set_board_message, game=game, message=message))

    async def rename(self, player: int, name: str) -> bool:
        """Store a new display name of somebody who has been at a table.

        Returns:
            Whether it is another one than before.
        """
        known = await self._database.read(partial(people.person, player=player))
        if known is None or known.name == name:
            return False
        await self._database.write(partial(people.remember, player=player, name=name))
        return True

    async def languages(self) -> languages.Chosen:
        """Return the languages that people and servers have chosen, by their ids."""
        return await self._database.read(languages.chosen)

    async def set_player_language(self, player: int, name: str, language: str | None) -> None:
        """Store the language of a person, by his present name if he was unknown."""
        work = partial(languages.choose_for_player, player=player, name=name, language=language)
        await self._database.write(work)

    async def set_server_language(self, guild: int, language: str | None) -> None:
        """Store the language of a Discord server."""
        work = partial(languages.choose_for_server, guild=guild, language=language)
        await self._database.write(work)

    async def pending(self, game: int) -> tuple[DeliveryRow, ...]:
        """Return what is still to be said of a game, in its order."""
        return await self._database.read(partial(deliveries.pending, game=game))

    async def shown_at(self, game: int, message: int) -> int | None:
        """Return the revision of a game that a message told of, or None if it is none of ours."""
        return await self._database.read(partial(deliveries.shown_at, game=game, message=message))

    async def games_due(self, now: datetime) -> tuple[int, ...]:
        """Return the games of which something is to be said by now."""
        return await self._database.read(partial(deliveries.games_due, now=now))

    async def is_anything_pending(self) -> bool:
        """Return whether anything is still to be said of any game."""
        return await self._database.read(deliveries.is_anything_pending)

    async def mark_done(self, delivery: DeliveryRow, message: int | None, *, board: bool) -> None:
        """Store that something was said.

        Args:
            delivery: what.
            message: id of the message, or None if there is none.
            board: whether that message is now the newest board.
        """

        def work(connection: Connection) -> None:
            deliveries.mark_done(connection, delivery.id, message)
            if board and message is not None:
                games.set_board_message(connection, delivery.game, message)

        await self._database.write(work)

    async def postpone(self, delivery: DeliveryRow, next_at: datetime, reason: str) -> None:
        """Store that something could not be said yet."""
        await self._database.write(
            partial(deliveries.postpone, delivery=delivery.id, next_at=next_at, reason=reason)
        )

    async def drop(self, delivery: DeliveryRow, reason: str) -> None:
        """Store that something will never be said."""
        await self._database.write(partial(deliveries.drop, delivery=delivery.id, reason=reason))

    async def drop_closed(
        self, delivery: DeliveryRow, reason: str, instead: NewDelivery, at: datetime
    ) -> None:
        """Store that a person takes no direct messages, and what is said instead."""

        def work(connection: Connection) -> None:
            deliveries.drop(connection, delivery.id, reason)
            if delivery.player is not None:
                people.close_dm(connection, delivery.player)
            deliveries.enqueue(connection, delivery.game, delivery.revision, [instead], at)

        await self._database.write(work)

    async def keep_replay(self, row: ReplayRow) -> int:
        """Store a game that was played elsewhere and return its id."""
        return await self._database.write(partial(replays.keep, row=row))

    async def replay(self, number: int) -> ReplayRow | None:
        """Return a game that was played elsewhere, or None."""
        return await self._database.read(partial(replays.by_id, number=number))

    async def finished_games(self, channel: int, most: int) -> tuple[PastGame, ...]:
        """Return the latest finished games of a channel, the newest first."""
        return await self._database.read(partial(replays.finished, channel=channel, most=most))

    async def memo(self, name: str) -> str | None:
        """Return a note that the bot made for itself, or None."""
        return await self._database.read(partial(people.memo, name=name))

    async def set_memo(self, name: str, value: str) -> None:
        """Make a note, in place of an older one of this name."""
        await self._database.write(partial(people.set_memo, name=name, value=value))

    async def newest_end(self, guild: int) -> tuple[int, int]:
        """Return how many games of a server have come to a result, and the highest id of them."""
        return await self._database.read(partial(standings.newest_end, guild=guild))

    async def finished(self, guild: int) -> tuple[FinishedRow, ...]:
        """Return all games of a server that came to a result, in the order of their ends."""
        return await self._database.read(partial(standings.finished, guild=guild))

    async def shown_names(self, people: Collection[int]) -> dict[int, str]:
        """Return the names of those of some people who show themselves on boards."""
        return await self._database.read(partial(standings.shown_names, people=people))

    async def is_listed(self, player: int) -> bool:
        """Return whether a person shows himself on boards."""
        return await self._database.read(partial(standings.is_listed, player=player))

    async def set_listed(self, player: int, *, listed: bool) -> bool:
        """Store whether a person shows himself; return whether he is known at all."""
        work = partial(standings.set_listed, player=player, listed=listed)
        return await self._database.write(work)

    async def unfinished_of(self, player: int) -> tuple[int, ...]:
        """Return the unfinished games in which a person sits or is the host."""
        return await self._database.read(partial(forgetting.unfinished_of, player=player))

    async def forget(self, player: int) -> tuple[int, ...]:
        """Remove a person; return the unfinished games that stand in the way, if any."""
        return await self._database.write(partial(forgetting.forget, player=player))

    async def movable_in(self, guild: int) -> tuple[int, ...]:
        """Return the games of a server that can go to another channel, the newest first."""
        return await self._database.read(partial(places.movable_in, guild=guild))

    async def movable_with(self, guild: int, player: int) -> tuple[int, ...]:
        """Return those of them in which a person sits or is the host."""
        work = partial(places.movable_with, guild=guild, player=player)
        return await self._database.read(work)

    async def unfinished_at(self, channels: Sequence[int]) -> tuple[int, ...]:
        """Return the unfinished games of some channels."""
        return await self._database.read(partial(places.unfinished_at, channels=channels))

    async def lose(self, game: int, reason: str, told: Sequence[NewDelivery], at: datetime) -> bool:
        """Note that nothing can be posted for a game; return whether that is new."""
        work = partial(places.lose, game=game, reason=reason, told=told, at=at)
        return await self._database.write(work)

    async def lost_in(self, guild: int) -> tuple[int, ...]:
        """Return the games of a server for which nothing can be posted."""
        return await self._database.read(partial(places.lost_in, guild=guild))

    async def hurry(self, game: int, at: datetime) -> None:
        """Have all that is pending of a game tried at once."""
        await self._database.write(partial(places.hurry, game=game, at=at))

    async def find(self, game: int, at: datetime) -> None:
        """Note that something can be posted for a game again: what waited is due at once."""
        await self._database.write(partial(places.find, game=game, at=at))

    async def move(
        self, game: GameRow, channel: int, told: Sequence[NewDelivery], at: datetime
    ) -> None:
        """Bring a game, as it was last seen, to another channel.

        Raises:
            ChannelTakenError: an unfinished game is there already.
            StaleError: the game has moved on.
        """
        work = partial(places.move, game=game, channel=channel, told=told, at=at)
        await self._database.write(work)

    async def open_ballot(self, row: BallotRow) -> int | None:
        """Store a new ballot; return its id, or None if there is one of its kind."""
        return await self._database.write(partial(ballots.open_, row=row))

    async def ballot_of(self, game: int, kind: str) -> BallotRow | None:
        """Return the ballot of a kind in a game, or None."""
        return await self._database.read(partial(ballots.find, game=game, kind=kind))

    async def ballot(self, number: int) -> BallotRow | None:
        """Return a ballot, or None."""
        return await self._database.read(partial(ballots.by_id, number=number))

    async def vote(self, number: int, player: int, *, agrees: bool) -> BallotRow | None:
        """Store whether somebody agrees; return the ballot, or None if it is closed."""
        work = partial(ballots.vote, number=number, player=player, agrees=agrees)
        return await self._database.write(work)

    async def ballot_posted(self, number: int, message: int) -> None:
        """Remember the message that shows a ballot."""
        await self._database.write(partial(ballots.posted, number=number, message=message))

    async def close_ballot(self, number: int) -> bool:
        """Remove a ballot; return whether it was still there."""
        return await self._database.write(partial(ballots.close, number=number))

    async def reseat(self, move: Move, change: Reseating) -> tuple[DeliveryRow, ...]:
        """Store that another person, or nobody, sits somewhere, with what comes of it.

        Returns:
            All that is now to be said of the game.

        Raises:
            StaleError: the game has moved on.
            ResealedError: other choices are sealed by now than were seen.
        """
        return await self._database.write(partial(seating.reseat, move=move, change=change))

    async def set_host(self, game: int, before: int, host: int) -> None:
        """Store that somebody else is the host.

        Raises:
            StaleError: somebody else was it by now.
        """
        await self._database.write(partial(seating.set_host, game=game, before=before, host=host))

    async def departed(self, game: int) -> tuple[tuple[int, int], ...]:
        """Return who has left which place of a game before its end, in that order."""
        return await self._database.read(partial(seating.departed, game=game))

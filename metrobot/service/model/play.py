"""Play: one game with its people at one moment, wherever it is played."""

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property, partial
from typing import Any, TypeAlias, TypeVar

from cachetools import LRUCache

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.record import Branch, Record
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle
from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History, LoggedEvent
from metrobot.service.model.records import record_of
from metrobot.store.schema import rows

T = TypeVar("T")

PlayerId: TypeAlias = rows.PlayerId
GameId: TypeAlias = rows.GameId

CLOCK_LEVEL = "fair"
"""Level of the computer that plays a turn whose time is up."""
PERSON = "person"
"""Name in `by` of a record for a seat that no computer plays."""

MADE = 32
"""Most values that are kept with one table: views, summaries, game views."""


class Status(StrEnum):
    """Stage of a game."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Person(rows.PersonRow):
    """Somebody at a table, computers by their names of today."""

    id: PlayerId

    @property
    def is_vacant(self) -> bool:
        """Whether this is nobody, on a vacant seat."""
        return self.id == rows.NOBODY

    @property
    def is_human(self) -> bool:
        """Whether this is a person, neither nobody nor a computer."""
        return not self.is_vacant and not self.is_computer

    @property
    def is_computer(self) -> bool:
        """Whether this is a computer, which is never called, reminded or written to."""
        return computer_of(self.id) is not None

    @property
    def level(self) -> str | None:
        """Level of the computer; None for people."""
        computer = computer_of(self.id)
        return None if computer is None else computer.level

    @property
    def played_by(self) -> str | None:
        """Level at which a computer plays or covers this seat; None if a person plays."""
        return self.level or self.cover or (CLOCK_LEVEL if self.clock.clocked else None)


@dataclass(frozen=True, slots=True)
class Departed(rows.DepartedRow):
    """Former player of a place, who has left it."""

    person: Person


def rest_of(game: rows.GameFacts, now: datetime) -> datetime | None:
    """Return the end of a game's rest, in which no clock runs; None if it does not rest."""
    end = game.rest_until
    return end if end is not None and end > now else None


@dataclass(frozen=True, kw_only=True)
class Play(rows.GameFacts):
    """A game so far, wherever it is played; it never changes, so views are made once.

    A game in a channel is a `Table`. Lessons, runs and imported records have no
    channel: they are just this.

    Attributes:
        title: the rules.
        status: stage of the game.
        people: in the lobby in the order of joining; from the start on in the
            order of play, player 0 first.
        ruleset: players and options that are fixed; None in the lobby.
        history: its events and the state after them; None in the lobby, or if it was not read.
        key: 64 hexadecimal digits when the game is over, else None.
        sealed: choices that seats have locked and that wait for others: secret.
            `locked` says to everybody who has locked, `choice_of` to one player what.
        expected: the people who are awaited, if the history was not read; else None.
        departed: people who have left their seats, in the order of leaving.
        branch: where it has gone on from another game; None: it has not.
    """

    id: GameId
    title: AnyTitle
    status: Status
    people: tuple[Person, ...]
    ruleset: Ruleset | None
    history: History | None = field(repr=False)
    key: str | None = field(repr=False)
    sealed: Mapping[Seat, tuple[Action, ...]] = field(default_factory=dict, repr=False)
    expected: tuple[Person, ...] | None = None
    departed: tuple[Departed, ...] = ()
    branch: Branch | None = None
    _cached: LRUCache[Hashable, tuple[Any]] = field(
        default_factory=lambda: LRUCache(MADE), init=False, repr=False, compare=False
    )

    @cached_property
    def rules(self) -> Ruleset:
        """The ruleset of a game that has started.

        Raises:
            TableError: it has not.
        """
        if self.ruleset is None:
            raise TableError(TableKey.NOT_STARTED)
        return self.ruleset

    @cached_property
    def player_of(self) -> tuple[int, ...]:
        """For each seat of a game that has started its player's place in the order of play.

        Raises:
            TableError: it has not.
        """
        return self.title.holders(self.rules)

    @cached_property
    def played(self) -> History:
        """The history of a game that has started.

        Raises:
            TableError: it has not.
        """
        if self.history is None:
            raise TableError(TableKey.NOT_STARTED)
        return self.history

    @cached_property
    def state(self) -> Any:
        """The whole state, hidden things included; None in the lobby."""
        return None if self.history is None else self.history.state

    @cached_property
    def log(self) -> tuple[LoggedEvent, ...]:
        """The events in force."""
        return () if self.history is None else self.history.log

    @cached_property
    def is_alone(self) -> bool:
        """Whether one person has started a game alone: the channel hears little of it."""
        return self.ruleset is not None and len(self.people) == 1

    @property
    def seated(self) -> tuple[Person, ...]:
        """The people at the table: no vacant seats, no computers."""
        return tuple(person for person in self.people if person.is_human)

    @property
    def computers(self) -> tuple[Person, ...]:
        """The computers with seats of their own."""
        return tuple(person for person in self.people if person.is_computer)

    def position_of(self, player: PlayerId) -> int:
        """Return a player's place in the order of play.

        Raises:
            TableError: they do not play in this game.
        """
        for position, person in enumerate(self.people):
            if person.id == player:
                return position
        is_over = self.status is Status.OVER
        raise TableError(TableKey.OVER if is_over else TableKey.NOT_SEATED)

    def has(self, player: PlayerId) -> bool:
        """Return whether this player is at the table."""
        return any(person.id == player for person in self.people)

    def seats_of(self, player: PlayerId | None) -> frozenset[Seat]:
        """Return the seats that a player holds and may know; empty in the lobby and for others."""
        if self.ruleset is None or self.is_unseen(player):
            return frozenset()
        return self.seats_at(
            *(place for place, person in enumerate(self.people) if person.id == player)
        )

    def seats_at(self, *places: int) -> frozenset[Seat]:
        """Return the seats of places of a game that has started."""
        return frozenset(Seat(seat) for seat, place in enumerate(self.player_of) if place in places)

    def is_unseen(self, player: PlayerId | None) -> bool:
        """Return whether somebody new has not been shown the hand that they hold."""
        is_new = any(
            person.id == player and person.clock.former is not None for person in self.people
        )
        return is_new and self.title.deals_hands(self.rules)

    def person_at(self, seat: Seat) -> Person:
        """Return the holder of a seat of a game that has started."""
        return self.people[self.player_of[seat]]

    def people_at(self, revision: int) -> tuple[Person, ...]:
        """Return the people in the order of play when an event was added, as far as known."""
        people = list(self.people)
        for departure in reversed(self.departed):
            if departure.revision > revision:
                people[departure.position] = departure.person
        return tuple(people)

    @property
    def locked(self) -> frozenset[Seat]:
        """The seats that have locked a choice for this round: public."""
        return frozenset(self.sealed)

    def choice_of(self, player: PlayerId) -> tuple[Action, ...] | None:
        """Return the choice that a player has locked, for them alone; None without one."""
        choices = [self.sealed[seat] for seat in sorted(self.seats_of(player) & self.locked)]
        return tuple(action for actions in choices for action in actions) if choices else None

    def seats_to_act(self) -> tuple[Seat, ...]:
        """Return the seats that are awaited now and have not locked their choice."""
        return tuple(seat for seat in self.seats_choosing if seat not in self.sealed)

    @cached_property
    def seats_choosing(self) -> tuple[Seat, ...]:
        """The seats that may choose now, or change what they have locked."""
        if self.status is not Status.RUNNING or self.state is None:
            return ()
        vacant = self.title.vacant(self.state)
        awaited = self.title.awaiting(self.state)
        return tuple(seat for seat in awaited if isinstance(seat, int) and seat not in vacant)

    def places_to_act(self) -> tuple[int, ...]:
        """Return the places in the order of play whose players are awaited now."""
        return tuple(sorted({self.player_of[seat] for seat in self.seats_to_act()}))

    def to_act(self) -> tuple[Person, ...]:
        """Return the people who are awaited now, each of them once."""
        if self.expected is not None:
            return self.expected
        return tuple(dict.fromkeys(self.person_at(seat) for seat in self.seats_to_act()))

    def to_call(self) -> tuple[Person, ...]:
        """Return the awaited people who play themselves: those to be called and reminded."""
        return tuple(person for person in self.to_act() if person.played_by is None)

    def seats_to_compute(self) -> tuple[Seat, ...]:
        """Return the awaited seats that a computer plays or covers; none while it is put aside."""
        if self.aside_at is not None:
            return ()
        awaited = self.seats_to_act()
        return tuple(seat for seat in awaited if self.person_at(seat).played_by is not None)

    def people_choosing(self) -> tuple[Person, ...]:
        """Return the people who may choose now, or change what they have locked."""
        return tuple(dict.fromkeys(self.person_at(seat) for seat in self.seats_choosing))

    def view_for(self, player: PlayerId | None) -> Any:
        """Return the view of a player; of a spectator for None or a stranger.

        Raises:
            TableError: the game has not started.
        """
        seats = self.seats_of(player)
        return self.once(("view", seats), partial(self.title.view_for, self.played.state, seats))

    @cached_property
    def turns_played(self) -> tuple[int, ...]:
        """The numbers of the turns in which a seat has acted, rising."""
        turns = (logged.turn for logged in self.log if isinstance(logged.event.actor, int))
        return tuple(dict.fromkeys(turns))

    def summary(self, turn: int, player: PlayerId | None = None) -> Any:
        """Return the summary of a turn, for one reader.

        Args:
            turn: its number; it may be under way.
            player: the reader; None or a stranger: a spectator.

        Raises:
            TableError: the game has not started.
        """
        seats = self.seats_of(player)
        return self.once(
            ("told", turn, seats),
            lambda: self.title.summary(*self.played.deeds_of(turn)[1:], seats),
        )

    def summaries(self, turns: Collection[int], player: PlayerId | None = None) -> list[Any]:
        """Return the summaries of some turns for one reader; replays the game once at most.

        Args:
            turns: their numbers, rising.
            player: the reader; None or a stranger: a spectator.

        Raises:
            TableError: the game has not started.
        """
        seats = self.seats_of(player)
        results = dict[int, Any]()
        for turn, start, deeds in self.played.deeds_from(min(turns, default=0)):
            if turn in turns:
                make = partial(self.title.summary, start, deeds, seats)
                results[turn] = self.once(("told", turn, seats), make)
        return [results[turn] if turn in results else self.summary(turn, player) for turn in turns]

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return a value that follows from this table alone, made at the first call.

        Args:
            key: name of the value.
            make: makes it, a pure function of this table.
        """
        entry = self._cached.get(key)
        if entry is None:
            # In a tuple, as the value itself may be None.
            entry = self._cached[key] = (make(),)
        value: T = entry[0]
        return value

    def take(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return a value that can be used once, such as a message: made by `once`, or now.

        Args:
            key: name of the value.
            make: makes it, a function of this table and of the time.
        """
        value = self.once(key, make)
        self._cached.pop(key, None)
        return value

    def record(self) -> Record:
        """Return the whole record when the game is over, else what is public.

        Raises:
            TableError: the game has not started.
        """
        whole = self.status is Status.OVER
        outcome = self.title.outcome(self.state) if whole else None
        by = self._by() if whole and self.computed else None
        return record_of(
            self.title,
            self.rules,
            [logged.event for logged in self.log],
            # An imported game may be without a dealing.
            commitment=self.commitment or None,
            salt=self.salt if self.commitment else None,
            key=self.key,
            dealing=self.dealing,
            outcome=outcome,
            by=by,
            branch=self.branch,
        )

    def _by(self) -> tuple[str | None, ...]:
        """Return the `by` of the record: for each seat its player, None where it is vacant."""
        people = [self.people[place] for place in self.player_of]
        return tuple(None if person.is_vacant else person.played_by or PERSON for person in people)

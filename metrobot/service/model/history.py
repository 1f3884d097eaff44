"""History of a game: its events in force and the state after them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import accumulate, groupby
from typing import Any, NamedTuple

from metrobot.engine import log
from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, TABLE, Actor, Doer, Seat
from metrobot.engine.draft import Draft
from metrobot.engine.errors import RecordError, RuleError
from metrobot.engine.log import CorruptLogError, Event
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle, Deed
from metrobot.service.model.chance import Dealing
from metrobot.store.schema.rows import EventRow

_OF_ALL = ("actor", "kind")
"""Fields that all stored deeds have."""
KEPT_STARTS = 12
"""Latest turns whose first state is kept; older ones are replayed."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of a table.

    Attributes:
        revision: of the table just after it.
        event: actor and action.
        turn: number of the turn that it belongs to: `turn_number` before it.
        at: time, in UTC.
        planned: whether it was planned ahead.
    """

    revision: int
    event: Event = field(repr=False)
    turn: int
    at: datetime
    planned: bool = False


@dataclass(frozen=True, slots=True)
class TurnStart:
    """States of one turn, kept to spare a replay.

    Attributes:
        turn: the number of the turn.
        state: the whole state before its first event.
        after: the whole states after its events, by the revision of each.
    """

    turn: int
    state: Any = field(repr=False)
    after: Mapping[int, Any] = field(default_factory=dict, repr=False)

    def then(self, revision: int, state: Any) -> "TurnStart":
        """Return the same with the state after one more event."""
        return replace(self, after={**self.after, revision: state})

    def until(self, revision: int) -> "TurnStart":
        """Return the same without the states after a revision."""
        states = {number: state for number, state in self.after.items() if number <= revision}
        return replace(self, after=states)


class TurnDeeds(NamedTuple):
    """One turn: the state before it, and its deeds.

    Attributes:
        turn: its number.
        before: the whole state before it.
        deeds: its events, each with the whole state after it.
    """

    turn: int
    before: Any
    deeds: list[Deed[Any]]


@dataclass(frozen=True, slots=True)
class History:
    """A game's events in force and the state after them.

    Attributes:
        title: the rules.
        revision: number of the newest event ever written, 0 before the first.
        state: the whole state, hidden things included.
        log: the events in force.
        starts: the states with which the latest turns began.
    """

    title: AnyTitle
    revision: int
    state: Any = field(repr=False)
    log: tuple[LoggedEvent, ...] = field(default=(), repr=False)
    starts: tuple[TurnStart, ...] = ()

    def then(self, actor: Doer, action: Action, moment: datetime) -> "History":
        """Return the history with one more event.

        Raises:
            RuleError: the rules forbid it.
        """
        return self.then_to(
            log.applied(self.title, self.state, actor, action), actor, action, moment
        )

    def then_to(self, state: Any, actor: Doer, action: Action, moment: datetime) -> "History":
        """Return the history with one more event, whose state is known."""
        turn = self.title.turn_number(self.state)
        revision = self.revision + 1
        event = Event(len(self.log) + 1, actor, action)
        log = (*self.log, LoggedEvent(revision, event, turn, moment))
        starts = self._starts_with(turn, revision, state)
        return History(self.title, revision, state, log, starts)

    def after_draft(self, draft: Draft[Any, Any], moment: datetime) -> "History | None":
        """Return the history with a draft played, up to the end of its turn; None if it goes on.

        Raises:
            RuleError: the rules forbid an action of it.
        """
        history = self
        if draft.title.foresees:
            for action, state in zip(draft.actions, draft.states, strict=True):
                history = history.then_to(state, draft.seat, action, moment)
            return history if draft.is_turn_over else None
        # A title that does not foresee everything may end the turn before the draft ends.
        for action in draft.actions:
            history = history.then(draft.seat, action, moment)
            if draft.ends_in(history.state):
                return history
        return None

    def as_planned(self, count: int) -> "History":
        """Return the history with the events after the first ones marked as planned ahead."""
        events = (replace(logged, planned=True) for logged in self.log[count:])
        return replace(self, log=(*self.log[:count], *events))

    def rows_after(self, count: int) -> tuple[EventRow, ...]:
        """Return the events after the first ones of the log as they are stored."""
        return tuple(_row_of(self.title, logged) for logged in self.log[count:])

    def without(self, count: int, state: Any) -> "History":
        """Return the history with its last events taken back.

        Args:
            count: number of events that stay in force.
            state: the whole state after them.
        """
        turn, revision = -1, 0
        if count:
            turn, revision = self.log[count - 1].turn, self.log[count - 1].revision
        return replace(
            self,
            # Taking back is an event of its own, so that every older button is stale.
            revision=self.revision + 1,
            state=state,
            log=self.log[:count],
            starts=tuple(start.until(revision) for start in self.starts if start.turn <= turn),
        )

    def state_before(self, turn: int) -> Any:
        """Return the whole state before the first event of a turn."""
        if not self.log or self.log[-1].turn < turn:
            return self.state
        states = [start.state for start in self.starts if start.turn >= turn]
        if states and self.starts[0].turn <= turn:
            return states[0]
        state = self.title.initial_state(self.state.rules)
        for logged in self.log:
            if logged.turn >= turn:
                break
            state = log.applied(self.title, state, logged.event.actor, logged.event.action)
        return state

    def state_after(self, logged: LoggedEvent, state: Any) -> Any:
        """Return the whole state after an event of the log, from memory or replayed."""
        for start in reversed(self.starts):
            if logged.revision in start.after:
                return start.after[logged.revision]
        return log.applied(self.title, state, logged.event.actor, logged.event.action)

    def states_from(self, state: Any, events: Iterable[LoggedEvent]) -> list[Any]:
        """Return a state, and those after each of some events that follow it in the log."""
        return list(
            accumulate(events, lambda state, logged: self.state_after(logged, state), initial=state)
        )

    def deeds_from(self, first: int) -> Iterator[TurnDeeds]:
        """Yield the turns from one on that have events, oldest first."""
        state = self.state_before(first)
        log_part = [logged for logged in self.log if logged.turn >= first]
        for turn, events in groupby(log_part, lambda logged: logged.turn):
            deeds, start = list[Deed[Any]](), state
            for logged in events:
                state = self.state_after(logged, state)
                deeds.append(Deed(logged.event.actor, logged.event.action, state))
            yield TurnDeeds(turn, start, deeds)

    def deeds_of(self, turn: int) -> TurnDeeds:
        """Return one turn; it may have just begun, without events."""
        turn_deeds = next(self.deeds_from(turn), None)
        if turn_deeds is not None and turn_deeds.turn == turn:
            return turn_deeds
        return TurnDeeds(turn, self.state_before(turn), [])

    def settled(self, dealing: Dealing, moment: datetime) -> "History":
        """Return the history up to the next choice of anybody.

        Chance has made all its draws by then, and forced actions are done.
        """
        history = self
        while (debt := history._due(dealing)) is not None:
            history = history.then(*debt, moment)
        return history

    def dealt(self, dealing: Dealing, moment: datetime) -> "History":
        """Return the history with all draws that are due, and nothing else."""
        history = self
        while history.title.awaiting(history.state) == (CHANCE,):
            history = history.then(CHANCE, history._drawn(dealing), moment)
        return history

    def followed(
        self, deeds: Iterable[Mapping[str, Any]], dealing: Dealing, moment: datetime
    ) -> "History":
        """Return the history with stored deeds, each with the draws before it.

        Args:
            deeds: events as records have them; without an actor they are of the first seat.
            dealing: decides the draws.
            moment: time of all events.
        """
        history = self
        for fields in deeds:
            rest = {name: value for name, value in fields.items() if name not in _OF_ALL}
            seat = Seat(fields.get("actor", 0))
            action = log.decode_event(self.title, seat, str(fields["kind"]), rest)
            history = history.dealt(dealing, moment).then(seat, action, moment)
        return history.settled(dealing, moment)

    def _drawn(self, dealing: Dealing) -> Action:
        return dealing.drawn(self.title, self.state, [logged.event.actor for logged in self.log])

    def _due(self, dealing: Dealing) -> tuple[Actor, Action] | None:
        """Return the actor and action that come next without a choice, or None."""
        if self.title.awaiting(self.state) != (CHANCE,):
            return self.title.forced(self.state)
        return CHANCE, self._drawn(dealing)

    def extended(self, rows: Iterable[EventRow]) -> "History":
        """Return the history with stored events added.

        Raises:
            CorruptLogError: a gap, or an event that the rules of today refuse.
        """
        history = self
        for row in rows:
            if row.seq != len(history.log) + 1:
                raise CorruptLogError(f"expected seq {len(history.log) + 1}, got {row.seq}")
            history = replace(history._with(row), revision=row.revision)
            if row.planned:
                history = history.as_planned(len(history.log) - 1)
        return history

    def _with(self, row: EventRow) -> "History":
        actor = _actor(row.actor)
        # Revisions have gaps where something was taken back.
        at_revision = replace(self, revision=row.revision - 1)
        try:
            action = log.decode_event(self.title, actor, row.kind, row.payload)
            return at_revision.then(actor, action, row.at)
        except (RecordError, RuleError) as error:
            raise CorruptLogError(f"event {row.seq}: {error}") from error

    def _starts_with(self, turn: int, revision: int, state: Any) -> tuple[TurnStart, ...]:
        """Return the starts of the latest turns, with the state after one more event."""
        if self.starts and self.starts[-1].turn == turn:
            return (*self.starts[:-1], self.starts[-1].then(revision, state))
        start = TurnStart(turn, self.state).then(revision, state)
        return (*self.starts, start)[-KEPT_STARTS:]


def new_history(title: AnyTitle, rules: Ruleset) -> History:
    """Return the history of a game without events."""
    return History(title, 0, title.initial_state(rules))


def _actor(text: str) -> Doer:
    doers: dict[str, Doer] = {CHANCE.value: CHANCE, TABLE.value: TABLE}
    return doers[text] if text in doers else Seat(int(text))


def _row_of(title: AnyTitle, logged: LoggedEvent) -> EventRow:
    event = logged.event
    actor = str(event.actor) if isinstance(event.actor, int) else event.actor.value
    payload = log.encode_event(title, event.actor, event.action)
    revision, kind = logged.revision, event.action.kind
    return EventRow(revision, event.seq, actor, kind, payload, logged.at, planned=logged.planned)

"""Checking a record: each event by the rules, each draw by the key."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from metrobot.engine import log
from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, TABLE, Doer
from metrobot.engine.errors import PartialRecordError, RecordError, RuleError
from metrobot.engine.record import Branch, Form, Record, RecordedEvent, event_json
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.table_events import Occupy, most_arrivals
from metrobot.engine.title import AnyTitle, Titles
from metrobot.service.finished.record_faults import RecordFault, RecordFaultError
from metrobot.service.model import chance
from metrobot.service.model.chance import Dealing

HEXADECIMAL: Final = re.compile("[0-9a-f]{64}")
_SALT: Final = re.compile(r"[!-+\--{}~]+")
"""ASCII without blanks, and without the signs that separate salts and the number."""


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """A record without a fault.

    Attributes:
        title: the rules.
        rules: what was fixed before play.
        state: after the last event, or before the first hidden one.
        hidden: `seq` of the first event that hides something, or None.
    """

    title: AnyTitle
    rules: Ruleset
    state: Any
    hidden: int | None

    @property
    def is_over(self) -> bool:
        """Whether the record is known to hold a whole game."""
        return self.hidden is None and self.title.is_over(self.state)


@dataclass(frozen=True, slots=True)
class DealingCheck:
    """Result of a check of the dealing.

    Attributes:
        draws: number of draws that were repeated and came out the same.
        reason: why nothing could be checked, or None.
        seating: the order of play that draw 0 gives, whether or not it was used.
        unchecked: number of first events that came from another game, which is not there.
    """

    draws: int
    reason: str | None
    seating: tuple[int, ...] = ()
    unchecked: int = 0


def check_record(titles: Titles, record: Record) -> CheckedRecord:
    """Check a record by the rules, from the first event to the result.

    Raises:
        RecordFaultError: the first thing that is wrong.
    """
    title, rules = _ruleset(titles, record)
    _check_dealing(record)
    if record.branch is not None:
        _check_branch(record.branch, len(record.events), title.seat_count(rules))
    state = title.initial_state(rules)
    hidden = None
    for event in record.events:
        action = decoded(title, event)
        # After a hidden draw the state is unknown: only the form and the seat can be checked.
        if hidden is not None:
            if isinstance(event.actor, int) and event.actor >= title.seat_count(rules):
                raise RecordFault.SEAT.error(f"no seat {event.actor}", event.seq)
        elif action is None:
            _check_hidden(title, rules, state, event)
            hidden = event.seq
        else:
            state = _applied(title, state, event, action)
    result = CheckedRecord(title, rules, state, hidden)
    _check_end(result, record)
    return result


# Apart from the rules: a record without its key can be checked by them all the same.
def check_dealing(titles: Titles, record: Record, origin: Record | None = None) -> DealingCheck:
    """Do every draw of a record again from its key and salt.

    Args:
        titles: the games that there are.
        record: the record.
        origin: of the game from which it has gone on, if it has; None: it is not there.

    Raises:
        RecordFaultError: the first event that differs, or that the rules refuse, or a
            result that is not what the events come to.
    """
    title, rules = _ruleset(titles, record)
    _check_dealing(record)
    if record.commitment is None or record.salt is None:
        return DealingCheck(0, "no dealing to check")
    if record.key is None:
        if record.result is not None:
            raise RecordFault.KEY_MISSING.error("the game is over but its key is missing")
        return DealingCheck(0, "the key is not published yet")
    key = bytes.fromhex(record.key)
    if chance.commitment_of(key) != record.commitment:
        raise RecordFault.KEY.error("the key does not fit its commitment")
    dealing, first = Dealing(key, record.salt, record.dealing), 1
    if record.branch is not None:
        is_same = record.branch.commitment == record.commitment
        if origin is None and is_same:
            return DealingCheck(0, "no dealing to check without the game that it came from")
        drawn = () if origin is None else _origin_draws(titles, record, record.branch, origin)
        dealing, first = replace(dealing, order=drawn if is_same else ()), record.branch.seq
    state, actors = title.initial_state(rules), list[Doer]()
    for event in record.events:
        if (action := decoded(title, event)) is None:
            raise RecordFault.HIDDEN_TO_THE_END.error("hidden although the game is over", event.seq)
        if event.actor is CHANCE and event.seq >= first:
            _check_draw(title, state, event, action, dealing=dealing, actors=actors)
        state = _applied(title, state, event, action)
        actors.append(event.actor)
    _check_end(CheckedRecord(title, rules, state, None), record)
    # Draw 0 comes before the first event, so it is in none of them.
    seating = chance.seating(dealing.key, record.salt, record.players)
    unchecked = 0 if origin else first - 1
    return DealingCheck(actors[unchecked:].count(CHANCE), None, seating, unchecked)


def _origin_draws(
    titles: Titles, record: Record, branch: Branch, origin: Record
) -> tuple[Action, ...]:
    """Return the draws of the game from which a record has gone on, both checked up to there.

    Raises:
        RecordFaultError: the game has a fault, or the record has not gone on from it.
    """
    check_dealing(titles, origin)

    def of(one: Record) -> tuple[object, ...]:
        game = (one.title, one.rules_version, dict(one.options), one.players)
        return *game, *(event_json(event) for event in one.events[: branch.seq - 1])

    if origin.commitment != branch.commitment or of(record) != of(origin):
        reason = "it has not gone on from that game"
        raise RecordFaultError(Form.VALUE, None, reason, name="branch")
    title, _ = _ruleset(titles, origin)
    draws = (event for event in origin.events if event.actor is CHANCE)
    return tuple(action for event in draws if (action := decoded(title, event)) is not None)


def decoded(title: AnyTitle, event: RecordedEvent) -> Action | None:
    """Return the action of a recorded event, its form checked; None if it is hidden.

    Raises:
        RecordFaultError: it is not of the form that the format demands.
    """
    try:
        action = log.decode_event(title, event.actor, event.kind, event.fields)
    except PartialRecordError as error:
        if event.actor is not CHANCE:
            raise RecordFault.HIDDEN_BY_PLAYER.error(str(error), event.seq) from error
        return None
    except RecordError as error:
        raise RecordFault.EVENT_FORM.error(str(error), event.seq, kind=event.kind) from error
    # Written again it must be the same text, else one game could have several records.
    written = log.encode_event(title, event.actor, action)
    if action.kind != event.kind or canonical(written) != canonical(event.fields):
        reason = "not in the form of the format"
        raise RecordFault.EVENT_FORM.error(reason, event.seq, kind=event.kind)
    return action


def _check_hidden(title: AnyTitle, rules: Ruleset, state: Any, event: RecordedEvent) -> None:
    """Refuse a hidden event that is no draw, or hides something public."""
    choices = title.chance(state)
    if not choices or choices[0].kind != event.kind:
        raise RecordFault.NO_DRAW.error("nothing of this kind is to be drawn here", event.seq)
    # What a draw hides does not depend on which one it is, so the first one stands for all.
    if _nulls(title.encode_public(rules, choices[0])) != _nulls(event.fields):
        raise RecordFault.HIDDEN_THOUGH_PUBLIC.error("hidden although it is public", event.seq)


def _nulls(fields: Mapping[str, Any]) -> set[str]:
    return {name for name, value in fields.items() if value is None}


def canonical(value: object) -> str:
    """Return canonical JSON: equal content gives equal text, and True differs from 1."""
    return json.dumps(value, sort_keys=True)


def _ruleset(titles: Titles, record: Record) -> tuple[AnyTitle, Ruleset]:
    title = titles.get(record.title)
    if title is None:
        raise RecordFault.TITLE.error(
            f"unknown title {record.title!r}", title=record.title, titles=tuple(titles)
        )
    if record.rules_version != title.rules_version:
        raise RecordFault.VERSION.error(
            f"rules_version {record.rules_version} is not known",
            title=title.id,
            version=record.rules_version,
        )
    option_names = [option.name for option in title.options if option.players]
    # Releases add options after the others: what the record of an older one lacks are the last.
    for name in option_names[: sum(option_name in record.options for option_name in option_names)]:
        if name not in record.options:
            raise RecordFault.OPTION.error(f"option {name!r} is missing", option=name)
    try:
        return title, title.ruleset(record.players, record.options)
    except RecordError as error:
        raise RecordFault.RULESET.error(str(error), title=title.id) from error


def _check_dealing(record: Record) -> None:
    """Refuse a dealing of which a part is missing, or that has another spelling."""
    if (record.commitment is None) != (record.salt is None):
        raise RecordFault.DEALING.error("commitment and salt belong together")
    if record.key is not None and record.commitment is None:
        raise RecordFault.DEALING.error("a key without a commitment")
    # One spelling each: else two records of one game could differ, and one list of salts be read
    # as another.
    former = None if record.branch is None else record.branch.commitment
    texts = (("commitment", record.commitment), ("key", record.key), ("branch", former))
    for name, text in texts:
        if text is not None and not HEXADECIMAL.fullmatch(text):
            reason = f"{name!r} must be 64 hexadecimal digits, letters in lower case"
            raise RecordFaultError(Form.VALUE, None, reason, name=name)
    if not all(_SALT.fullmatch(text) for text in record.salt or ()):
        reason = "'salt': ASCII without blanks, commas and bars, none of them empty"
        raise RecordFaultError(Form.VALUE, None, reason, name="salt")


def _check_branch(branch: Branch, events: int, seats: int) -> None:
    """Refuse a branch that goes on after the last event, or in a seat that there is not."""
    if branch.seq > events or branch.seat >= seats:
        reason = f"'branch': {branch.seq} of {events} events, seat {branch.seat} of {seats}"
        raise RecordFaultError(Form.VALUE, None, reason, name="branch")


def _applied(title: AnyTitle, state: Any, event: RecordedEvent, action: Action) -> Any:
    """Return the state after an event of which nobody is in another's place, by the rules."""
    # All who are awaited may act in any order at a table; a record has them in one order.
    awaited = title.awaiting(state)
    if event.actor in awaited[1:]:
        raise RecordFault.ORDER.error(f"out of order: first comes seat {awaited[0]}", event.seq)
    if event.actor in title.vacant(state) and title.forced(state) != (event.actor, action):
        raise RecordFault.VACANT.error("a vacant seat does not choose", event.seq)
    try:
        return log.applied(title, state, event.actor, action)
    except RuleError as error:
        raise RecordFault.RULE.error(str(error), event.seq) from error


def _check_end(end: CheckedRecord, record: Record) -> None:
    """Refuse a result or key that does not fit the last event, and too many arrivals."""
    _check_arrivals(end, record)
    if not end.is_over:
        if record.result is not None:
            raise RecordFault.RESULT_EARLY.error("a result although the game is not over")
        if record.key is not None:
            raise RecordFault.KEY_EARLY.error("a key although the game is not over")
        return
    if record.result is None:
        raise RecordFault.RESULT_MISSING.error("the game is over but has no result")
    if record.commitment is not None and record.key is None:
        raise RecordFault.KEY_MISSING.error("the game is over but its key is missing")
    expected = end.title.outcome(end.state).as_record()
    if canonical(expected) != canonical(record.result):
        raise RecordFault.RESULT.error(_difference(expected, record.result))


def _check_arrivals(end: CheckedRecord, record: Record) -> None:
    """Refuse a record in which people sit down more often than in any game."""
    most = most_arrivals(end.title, end.state)
    # The state stops at the hidden event, so arrivals after it cannot be held against its turns.
    events = record.events if end.hidden is None else record.events[: end.hidden - 1]
    arrivals = [event for event in events if event.actor is TABLE and event.kind == Occupy.kind]
    if len(arrivals) > most:
        reason = f"people sit down {len(arrivals)} times: at most {most} in as many turns"
        raise RecordFault.ARRIVALS.error(reason, arrivals[most].seq, most=most)


def _difference(expected: Mapping[str, Any], result: Mapping[str, Any]) -> str:
    """Return the first difference between a result and the one that the rules give."""
    for name in (*expected, *result):
        if name not in result:
            return f"result: {name!r} is missing"
        if name not in expected:
            return f"result: unknown key {name!r}"
        if canonical(expected[name]) != canonical(result[name]):
            return f"result: {name!r} is {canonical(result[name])}, not {canonical(expected[name])}"
    return "result differs"


def _check_draw(
    title: AnyTitle,
    state: Any,
    event: RecordedEvent,
    action: Action,
    *,
    dealing: Dealing,
    actors: Sequence[Doer],
) -> None:
    """Refuse an event that chance would not have drawn."""
    if not title.chance(state):
        raise RecordFault.NO_DRAW.error("nothing is to be drawn here", event.seq)
    expected = dealing.drawn(title, state, actors)
    if expected != action:
        drawn = canonical(title.encode(expected))
        raise RecordFault.DRAW.error(f"the draw gives {drawn}", event.seq)

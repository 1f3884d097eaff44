"""From a game to its record."""

from collections.abc import Iterable

from metrobot.engine.actors import TABLE
from metrobot.engine.log import Event, encode_event
from metrobot.engine.outcome import Outcome
from metrobot.engine.record import Branch, Record, RecordedEvent
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle
from metrobot.service.model.chance import BY_DRAW, BY_EVENT


def record_of(
    title: AnyTitle,
    rules: Ruleset,
    events: Iterable[Event],
    *,
    commitment: str | None,
    salt: tuple[str, ...] | None,
    key: str | None,
    dealing: int = BY_DRAW,
    outcome: Outcome | None,
    by: tuple[str | None, ...] | None = None,
    branch: Branch | None = None,
) -> Record:
    """Return the record of a game: whole with an outcome, else what is public.

    Args:
        title: the rules.
        rules: players and options.
        events: all of them, from the first.
        commitment: SHA-256 of the key in hexadecimal, or None without a dealing.
        salt: ids of interactions, or None without a dealing.
        key: only if the game is over.
        dealing: how draws are numbered; makes no difference without a dealing.
        outcome: only if the game is over.
        by: player of each seat; None if all were people.
        branch: where it has gone on from another game, or None.
    """
    whole = outcome is not None
    return Record(
        title=title.id,
        rules_version=title.rules_version,
        commitment=commitment,
        salt=salt,
        key=key if whole else None,
        options=dict(rules.options),
        players=rules.players,
        events=tuple(recorded(title, rules, event, whole=whole) for event in events),
        result=None if outcome is None else outcome.as_record(),
        dealing=BY_EVENT if commitment is None else dealing,
        by=by,
        branch=branch,
    )


def recorded(title: AnyTitle, rules: Ruleset, event: Event, *, whole: bool) -> RecordedEvent:
    """Return one event as the record holds it: whole, or what is public of it."""
    action = event.action
    if whole or event.actor is TABLE:
        fields = encode_event(title, event.actor, action)
    else:
        fields = title.encode_public(rules, action)
    return RecordedEvent(event.seq, event.actor, action.kind, fields)

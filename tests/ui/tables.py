"""A table as the service would give it, made of a game played in memory."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle
from metrobot.service.model.history import History, LoggedEvent
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Place, Table


def table_of(
    title: AnyTitle,
    rules: Ruleset,
    log: Sequence[LoggedEvent],
    state: Any,
    *,
    names: Sequence[str],
    now: datetime,
) -> Table:
    """Return the table after these events; player n has the id 100 + n."""
    people = (Person(PlayerId(100 + n), name) for n, name in enumerate(names[: rules.players]))
    is_over = title.is_over(state)
    return Table(
        id=GameId(7),
        place=Place(guild=1, channel=2, host=PlayerId(100)),
        title=title,
        status=Status.OVER if is_over else Status.RUNNING,
        capacity=None,
        people=tuple(people),
        options=dict(rules.options),
        seating="random",
        revision=len(log),
        ruleset=rules,
        history=History(title, len(log), state, tuple(log)),
        commitment="c" * 64,
        salt=("1", "2"),
        key="k" * 64 if is_over else None,
        created_at=now,
        turn_since=now,
    )

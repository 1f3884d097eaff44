"""Games played at random in memory, and tables as the service would give them."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any, TypeVar

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.engine.log import Event
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle
from metrobot.service.model.history import History, LoggedEvent
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Place, Table
from metrobot.ui.pages.values import Picture

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Played:
    """One game with every state it went through."""

    rules: Ruleset
    log: tuple[LoggedEvent, ...]
    states: tuple[Any, ...]


Game = TypeVar("Game", bound=Played)


def played(
    kind: type[Game],
    title: AnyTitle,
    rules: Ruleset,
    seed: int,
    choose: Callable[[Any, Seat, Random], Any],
) -> Game:
    """Play a game to its end, with draws at random.

    Args:
        kind: what is returned.
        title: what is played.
        rules: of the game.
        seed: of all that is random.
        choose: returns a legal action of a seat in a state.
    """
    chooser, state = Random(seed), title.initial_state(rules)
    states, log = list[Any](), list[LoggedEvent]()
    while not title.is_over(state):
        actor = title.awaiting(state)[0]
        if isinstance(actor, int):
            action = choose(state, actor, chooser)
        else:
            action = chooser.choice(title.chance(state))
        states.append(state)
        seq, turn = len(log) + 1, title.turn_number(state)
        log.append(LoggedEvent(seq, Event(seq, actor, action), turn, NOW))
        state = title.apply(state, actor, action)
    return kind(rules, tuple(log), (*states, state))


def draft_of(title: AnyTitle, state: Any) -> Draft[Any, Any]:
    """Return an empty draft for the seat to act."""
    actor = title.awaiting(state)[0]
    assert isinstance(actor, int)  # a turn has begun
    return new_draft(title, state, Seat(actor))


def size(picture: Picture, most: int = 400_000) -> tuple[int, int]:
    """Return the size of a drawn picture, which must be small enough to post, with a text."""
    data = picture.draw()
    assert len(data) <= most
    assert 0 < len(picture.alt) <= 1000
    return Image.open(io.BytesIO(data)).size


def table_of(
    title: AnyTitle,
    rules: Ruleset,
    log: Sequence[LoggedEvent],
    state: Any,
    *,
    names: Sequence[str],
    now: datetime = NOW,
) -> Table:
    """Return the table after these events; player n has the id 100 + 7 * n."""
    # A set of these ids is in another order than they are: whatever is not sorted shows.
    people = (Person(PlayerId(100 + 7 * n), name) for n, name in enumerate(names[: rules.players]))
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

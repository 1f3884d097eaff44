"""Games that belong to no channel: of a lesson, a run, or a record."""

from collections.abc import Sequence
from datetime import datetime

from metrobot.engine.record import Branch
from metrobot.engine.ruleset import Ruleset
from metrobot.service.model.chance import BY_DRAW
from metrobot.service.model.history import History
from metrobot.service.model.play import GameId, Person, Play, Status


def play_of(
    history: History,
    rules: Ruleset,
    people: Sequence[Person],
    turn_since: datetime,
    *,
    number: int = 0,
    key: str | None = None,
    commitment: str = "",
    salt: tuple[str, ...] = (),
    dealing: int = BY_DRAW,
    branch: Branch | None = None,
) -> Play:
    """Return a game that belongs to no channel.

    Args:
        history: its events.
        rules: players and options.
        people: the players, in the order of play.
        turn_since: time since which the present people are awaited, in UTC.
        number: id among its kind; 0 if it has none.
        key: of the dealing, 64 hexadecimal digits, once it is known.
        commitment: SHA-256 of that key, in hexadecimal.
        salt: ids of interactions that the draws follow from too.
        dealing: how draws are numbered (`chance.NUMBERINGS`).
        branch: where it has gone on from another game, or None.
    """
    is_over = history.title.is_over(history.state)
    return Play(
        id=GameId(number),
        title=history.title,
        status=Status.OVER if is_over else Status.RUNNING,
        people=tuple(people),
        options=dict(rules.options),
        revision=history.revision,
        ruleset=rules,
        history=history,
        commitment=commitment,
        salt=salt,
        key=key,
        turn_since=turn_since,
        dealing=dealing,
        branch=branch,
    )

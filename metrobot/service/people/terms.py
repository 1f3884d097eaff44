"""Terms of a lobby: whatever its people agree to by sitting down, and what has changed of it since.

Of each term somebody agrees to the values under which they sat down, and to those under
which they have pressed OK (`PersonRow.agreed`). They are asked for their OK to any other:
a change that is taken back, or made once more, asks nobody who knows it.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from metrobot.engine.ruleset import COLOURS
from metrobot.service.model.computers import computer_of
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.store.schema.rows import NOBODY, Asked, GameRow

Terms: TypeAlias = Mapping[str, Any]
"""What matters after the start, by its name: options of the title, and the names below."""
Values: TypeAlias = Mapping[str, Sequence[Any]]
"""All values of each term that somebody has agreed to."""

PACE: Final = "pace"
"""Name of the choice of a pace; no option of a title."""
HINTS: Final = "hints"
"""Name of the choice whether people may ask for hints; no option of a title."""
OPEN_SEATS: Final = "open_seats"
"""Name of the choice whether anybody may take the seats of computers; no option of a title."""
RATED: Final = "rated"
"""Name of the term whether ratings change by the game: not with computers, nor if they are off."""
CHANNEL: Final = "channel"
ANSWERING: Final = timedelta(hours=24)
"""Own time of somebody who is asked for their OK, after which they lose their place."""


def terms_of(game: GameRow | Table) -> Terms:
    """Return the present terms of a lobby."""
    has_computers = any(computer_of(person.id) for person in game.people)
    return {
        PACE: game.pace,
        HINTS: game.hints,
        OPEN_SEATS: game.open_seats,
        RATED: game.rated and not has_computers,
        CHANNEL: game.place.channel if isinstance(game, Table) else game.channel,
        **{name: value for name, value in game.options.items() if name != COLOURS},
    }


def mark_of(game: GameRow | Table) -> str:
    """Return a mark of the present terms, for the id of a button that agrees to them alone."""
    terms = json.dumps(dict(terms_of(game)), sort_keys=True)
    return hashlib.sha256(terms.encode()).hexdigest()[:8]


def changed(agreed: Values, present: Terms) -> frozenset[str]:
    """Return the names of the terms to whose present values somebody has not agreed."""
    # A release may add terms to which nobody can have agreed.
    items = agreed.items()
    return frozenset(name for name, own in items if name in present and present[name] not in own)


def with_values(agreed: Values, terms: Terms) -> Values:
    """Return the values that somebody has agreed to, with those of some terms."""
    more = {name: [*agreed.get(name, ()), value] for name, value in terms.items()}
    return {**agreed, **{name: list(dict.fromkeys(own)) for name, own in more.items()}}


def asking(
    old_row: GameRow, new_row: GameRow, now: datetime, player: int = NOBODY
) -> tuple[GameRow, Asked]:
    """Return a lobby after a change with what its people have agreed to, and who is asked.

    Args:
        old_row: the lobby before it.
        new_row: the lobby after it.
        now: the time.
        player: who has made the change, and so agrees to it; or nobody who sits there.
    """
    old, new = with_values({}, terms_of(old_row)), terms_of(new_row)
    names = changed(old, new)
    if not names or new_row.private or new_row.status != Status.LOBBY:
        return new_row, Asked(now)
    people, anew, still = list(new_row.people), list[int](), list[int]()
    for place, person in enumerate(new_row.people):
        if computer_of(person.id) is not None:
            continue
        own = {name: new[name] for name in names} if person.id == player else {}
        agreed = with_values({**old, **(person.agreed or {})}, own)
        if is_asked := bool(changed(agreed, new)):
            (still if person.asked else anew).append(person.id)
        people[place] = replace(person, agreed=agreed, asked=is_asked, asked_at=None)
    return replace(new_row, people=tuple(people)), Asked(now, tuple(anew), tuple(still))

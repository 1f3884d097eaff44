"""Verdicts: how games that have ended count for the people who began them.

Nobody can change the rating of anybody else alone. So whoever leaves comes last,
whatever was played without them; and those who stayed are compared with each
other, never with those who went.
"""

from collections.abc import Container
from dataclasses import dataclass
from typing import Final

from metrobot.engine.ruleset import Ruleset, with_defaults
from metrobot.engine.title import AnyTitle
from metrobot.service.model.computers import computer_of
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.store.statements.finished import FinishedRow

TURNS_BEFORE_VOTE: Final = 5
"""Turns of each place after which a game that is ended by vote counts."""
TURNS_BEFORE_CANCEL: Final = 3
"""Turns of each place after which those who left a cancelled game come last."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of a game for the standings.

    Attributes:
        began: ids of those who began it, in the order of play.
        stayed: the places of those who played to the end themselves.
        leavers: the places of those who come last: they left, were replaced, or a computer
            played for them at the end, or a turn whose time was up.
        levels: of the computers that played from the first turn to the last.
        has_computers: whether computers had places of their own from the start.
    """

    began: tuple[PlayerId, ...]
    stayed: tuple[int, ...]
    leavers: tuple[int, ...]
    levels: frozenset[str]
    has_computers: bool


def verdict_on(title: AnyTitle, row: FinishedRow) -> Verdict | None:
    """Return the verdict on a game that has ended; None if it does not count."""
    began = tuple(map(PlayerId, row.began))
    computers = {place: bot for place, id_ in enumerate(began) if (bot := computer_of(id_))}
    is_among_people = len(began) > 1 and not computers
    if row.is_unrated or not _counts(title, row, is_among_people=is_among_people):
        return None
    people = [place for place in range(len(began)) if place not in computers]
    leavers = tuple(place for place in people if _is_gone(row, place))
    stayed = () if row.result is None else tuple(place for place in people if place not in leavers)
    here = (bot.level for place, bot in computers.items() if row.people[place] == began[place])
    return Verdict(began, stayed, leavers, frozenset(here), bool(computers))


def is_among_people(table: Table) -> bool:
    """Return whether a running game can count for several people, who began it by themselves."""
    began = table.people_at(0)
    return table.rated and len(began) > 1 and not any(person.is_computer for person in began)


def falls(table: Table, player: int, leavers: Container[int] = ()) -> bool:
    """Return whether somebody comes last in a running game if others play on for them.

    Nobody falls who has come later, or plays with nobody but `leavers`.
    """
    if not is_among_people(table):
        return False
    is_alone = all(person.id == player or person.id in leavers for person in table.seated)
    stayed = {
        b.id
        for a, b in zip(table.people_at(0), table.people, strict=True)
        if b.is_human and a.id == b.id
    }
    return player in stayed and not is_alone


def _counts(title: AnyTitle, row: FinishedRow, *, is_among_people: bool) -> bool:
    """Return whether a game came far enough to count."""
    if row.result is not None and not row.is_voted:
        return len(row.began) > 1 or not row.computed
    need = TURNS_BEFORE_CANCEL if row.result is None else TURNS_BEFORE_VOTE
    return is_among_people and _turns_each(title, row) >= need


def _turns_each(title: AnyTitle, row: FinishedRow) -> int:
    if row.turn is None or title.is_simultaneous:
        return row.turn or 0
    options = with_defaults(title.options, row.options)
    rules = Ruleset(row.title, len(row.people), tuple(options.items()))
    return row.turn // title.seat_count(rules)


def _is_gone(row: FinishedRow, place: int) -> bool:
    """Return whether whoever began at a place did not play there to the end."""
    # A cancelled game has no end to which a computer could have played.
    is_covered = row.result is not None and place in row.covered
    has_left = row.people[place] != row.began[place] or place == row.cancelled_by
    return has_left or is_covered or place in row.clocked

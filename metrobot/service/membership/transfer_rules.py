"""Who has the say when a place at a running game changes hands.

Nobody hands a place over alone that is not their own. What a seat holds in
secret is seen by whoever takes it: so the person is named to all before, and
somebody else than a host with a friend agrees. A computer has no friends: it
covers a seat for its owner, who stays its owner; and one that has a seat of its
own holds it like a vacant one, for whoever wants to have it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from metrobot.service.membership.ballots import Ballot
from metrobot.service.model.computers import computer_of
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table

SILENCE: Final = timedelta(hours=72)
"""So long a seat must have kept the others waiting before it may be handed over without it."""
PATIENCE: Final = timedelta(hours=24)
"""So long the people at a table may object to a newcomer on a vacant seat with a secret hand."""
LEAST: Final = 2
"""So many others at least have to agree that somebody who plays is replaced."""


class TransferReason(StrEnum):
    """Why a place may be handed over; it stands in the payload of the ballot."""

    FREE = "free"
    """It is a computer's, and holds no secret: the newcomer alone is asked."""
    OWN = "own"
    """Its player gives it: the newcomer alone is asked."""
    SILENT = "silent"
    """It has been silent for long, and the host offers it: its player may still say no."""
    WAITING = "waiting"
    """It has been silent for long: the majority of the others decides."""
    ASKED = "asked"
    """Its player agrees, or the majority of the others, at least two of them."""
    VACANT = "vacant"
    """It is vacant, or a computer's with a secret hand.

    The majority decides, or nobody objects within a day.
    """


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far people agree that a place changes hands.

    Attributes:
        ground: why it may.
        have: how many of those who decide by majority agree.
        need: how many of them have to; 0 where there is no majority to ask.
        is_decided: whether it is to be done.
        is_lost: whether it can no longer come to that.
    """

    ground: TransferReason
    have: int
    need: int
    is_decided: bool
    is_lost: bool


def reason_of(table: Table, asker: PlayerId, position: int, now: datetime) -> TransferReason:
    """Return on what ground somebody may offer a place."""
    holder = table.people[position]
    if holder.is_vacant or holder.is_computer:
        return TransferReason.VACANT if is_asked(table, position) else TransferReason.FREE
    if holder.id == asker:
        return TransferReason.OWN
    if not is_silent(table, position, now):
        return TransferReason.ASKED
    return TransferReason.SILENT if table.place.host == asker else TransferReason.WAITING


def is_secret(table: Table) -> bool:
    """Return whether a place of this game holds what only its player may know."""
    return table.title.deals_hands(table.rules)


def is_asked(table: Table, position: int) -> bool:
    """Return whether those who play are asked before somebody gets a place that no person has.

    They play with whoever comes; and a computer's place is kept for whoever wants it.
    """
    return is_secret(table) or table.people[position].is_vacant


def is_silent(table: Table, position: int, now: datetime) -> bool:
    """Return whether a place has kept the others waiting for too long; absence is no silence.

    Nobody waits for a seat that a computer plays or covers.
    """
    person = table.people[position]
    since = max(table.turn_since, person.away_until or table.turn_since)
    return person in table.to_call() and now - since >= SILENCE


def position_in(ballot: Ballot) -> int:
    """Return the place that a ballot is about."""
    return int(ballot.payload["position"])


def newcomer_of(table: Table, ballot: Ballot) -> PlayerId:
    """Return who is to have a place by a ballot: the one voter who does not play."""
    return next(player for player in ballot.voters if not table.has(player))


def voters_of(
    table: Table, ground: TransferReason, position: int, newcomer: PlayerId
) -> tuple[PlayerId, ...]:
    """Return who is asked, the newcomer always."""
    holder = table.people[position].id
    everybody = tuple(person.id for person in table.seated)
    asked: Mapping[TransferReason, tuple[PlayerId, ...]] = {
        TransferReason.SILENT: (holder,),
        TransferReason.WAITING: everybody,
        TransferReason.ASKED: everybody,
        TransferReason.VACANT: everybody,
    }
    return (*asked.get(ground, ()), newcomer)


def with_a_voice(table: Table) -> tuple[Person, ...]:
    """Return the people whose agreement counts.

    Whoever is covered by a computer goes with the majority, as computers do;
    but nobody decides alone about somebody who is away.
    """
    playing = tuple(person for person in table.seated if person.cover is None)
    return playing if len(playing) >= LEAST else table.seated


def deciders(table: Table, ballot: Ballot) -> tuple[Person, ...]:
    """Return the people whose majority decides; nobody where there is none to ask."""
    ground, holder = _ground(ballot.payload), table.people[position_in(ballot)]
    if ground not in (TransferReason.WAITING, TransferReason.ASKED, TransferReason.VACANT):
        return ()
    return tuple(person for person in with_a_voice(table) if person.id != holder.id)


def agreement(table: Table, ballot: Ballot, now: datetime) -> Agreement:
    """Return how far people agree."""
    ground, holder = _ground(ballot.payload), table.people[position_in(ballot)].id
    voters = {person.id for person in deciders(table, ballot)}
    have, against = len(ballot.agreed & voters), len(ballot.objected & voters)
    need = _needed(ground, len(voters))
    by_majority = have >= need and bool(voters)
    is_given = {
        TransferReason.ASKED: by_majority or holder in ballot.agreed,
        TransferReason.WAITING: by_majority or holder in ballot.agreed,
        TransferReason.VACANT: by_majority or _is_unopposed(ballot, now),
        TransferReason.SILENT: holder not in ballot.objected,
    }.get(ground, True)
    is_hopeless = bool(voters) and len(voters) - against < need
    is_refused = {
        TransferReason.ASKED: is_hopeless and holder in ballot.objected,
        TransferReason.WAITING: is_hopeless or holder in ballot.objected,
        TransferReason.VACANT: is_hopeless,
        TransferReason.SILENT: holder in ballot.objected,
    }.get(ground, False)
    newcomer = newcomer_of(table, ballot)
    is_lost = is_refused or bool(ballot.objected & {newcomer, ballot.opener})
    is_willing = newcomer in ballot.agreed or computer_of(newcomer) is not None
    is_decided = is_given and not is_lost and is_willing
    return Agreement(ground, have, need, is_decided, is_lost)


def _needed(ground: TransferReason, voters: int) -> int:
    """Return how many of those who decide have to agree."""
    if not voters:
        return 0
    majority = voters // 2 + 1
    return max(majority, LEAST) if ground is TransferReason.ASKED else majority


def _is_unopposed(ballot: Ballot, now: datetime) -> bool:
    """Return whether nobody has objected for as long as people may."""
    is_due = ballot.unopposed_at is not None and ballot.unopposed_at <= now
    return is_due and not ballot.objected


def _ground(payload: Mapping[str, Any]) -> TransferReason:
    """Return the ground of a ballot; ballots of older releases have none: all have to agree."""
    return TransferReason(payload.get("ground", TransferReason.ASKED))

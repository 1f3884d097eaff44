"""Who has the say when a place at a running game changes hands.

Nobody hands a place over alone that is not their own. What a seat holds in
secret is seen by whoever takes it: so the person is named to all before, and
somebody else than a host with a friend agrees. A computer has no friends: it
covers a seat for its owner, who stays its owner; and one that has a seat of its
own holds it like a vacant one, for whoever wants to have it.

How long somebody has `waited` is what `ActingTime` has counted of this turn.
"""

from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from metrobot.service.model.computers import computer_of
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.store.statements.votes.ballots import Ballot

SILENCE: Final = timedelta(hours=72)
"""Time after which a place that keeps the others waiting can be handed over by the host."""
ANSWERING: Final = timedelta(hours=24)
"""Time that a player has to answer a call, before a majority may decide about their place."""
PATIENCE: Final = timedelta(hours=24)
"""Time to object to a newcomer on a vacant seat with a secret hand."""
LEAST: Final = 2
"""Fewest others who have to agree that somebody who plays is replaced."""


class TransferReason(StrEnum):
    """Grounds for handing a place over, as the payload of the ballot names them."""

    FREE = "free"
    """It is a computer's, and its host lets anybody take it: the newcomer alone is asked."""
    OWN = "own"
    """Its player gives it: the newcomer alone is asked."""
    SILENT = "silent"
    """It has been silent for long, and the host offers it: its player may still say no."""
    WAITING = "waiting"
    """It has been silent for long: the majority of the others decides."""
    LATE = "late"
    """Its player was called a day ago: they agree, or the majority of the others, at least two."""
    GONE = "gone"
    """Its player has left the server: until they are back, the majority of the others decides."""
    ASKED = "asked"
    """Its player agrees, and nobody else decides."""
    VACANT = "vacant"
    """It is vacant or a computer's: the majority decides, or nobody objects within a day."""
    HANDED = "handed"
    """Its player offers it to whoever comes: as `VACANT`, but between two of their turns."""
    BACK = "back"
    """Whoever took it from a computer is still new: the majority gives it back."""


SILENCES: Final = (TransferReason.SILENT, TransferReason.WAITING, TransferReason.LATE)
"""Grounds on which others decide about somebody who keeps them waiting."""
CLAIMS: Final = (TransferReason.VACANT, TransferReason.HANDED)
"""Grounds on which somebody new asks for a place, to which the others can object for a while."""
_BY_MAJORITY: Final = (
    TransferReason.WAITING,
    TransferReason.LATE,
    TransferReason.GONE,
    TransferReason.VACANT,
    TransferReason.HANDED,
    TransferReason.BACK,
)
"""Grounds on which a majority decides."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """State of the vote on a place.

    Attributes:
        ground: why the place may be handed over.
        have: number of deciders who agree.
        need: number of deciders who have to; 0 if no majority is asked.
        is_decided: whether the place is to change hands.
        is_lost: whether it can no longer come to that.
    """

    ground: TransferReason
    have: int
    need: int
    is_decided: bool
    is_lost: bool


def reason_of(
    table: Table, asker: PlayerId, position: int, wait: timedelta, leavers: Container[int] = ()
) -> TransferReason:
    """Return the ground on which somebody may offer a place."""
    holder = table.people[position]
    if not holder.is_human:
        return TransferReason.VACANT
    if holder.id == asker:
        return TransferReason.OWN
    if holder.id in leavers:
        return TransferReason.GONE
    if wait >= SILENCE:
        return TransferReason.SILENT if table.place.host == asker else TransferReason.WAITING
    return TransferReason.LATE if is_late(table, position, wait) else TransferReason.ASKED


def is_secret(table: Table) -> bool:
    """Return whether places of this game hold something that only their players may know."""
    return table.title.deals_hands(table.rules)


def is_asked(table: Table, position: int, newcomer: PlayerId) -> bool:
    """Return whether the players are asked before somebody takes a place without a person."""
    if table.people[position].is_human:
        return len(table.seated) > 1
    # They will play with whoever comes. Whom they have sent away does not simply come again.
    was_there = any(former.person.id == newcomer for former in table.departed)
    return was_there or table.people[position].is_vacant or not table.open_seats


def is_late(table: Table, position: int, wait: timedelta) -> bool:
    """Return whether a majority may decide about a place: its player had a day to answer."""
    return table.people[position].outvoted or wait >= ANSWERING


def begins_anew(table: Table, ballot: Ballot) -> bool:
    """Return whether a newcomer has a whole turn's time: their place was not given to them."""
    grounds = (TransferReason.VACANT, TransferReason.FREE)
    return ground_of(ballot) in grounds or is_outvoted(table, ballot)


def position_in(ballot: Ballot) -> int:
    """Return the place that a ballot is about."""
    return int(ballot.payload["position"])


def newcomer_of(table: Table, ballot: Ballot) -> PlayerId:
    """Return the newcomer of a ballot: the only voter who does not play."""
    return next(player for player in ballot.voters if not table.has(player))


def voters_of(
    table: Table, ground: TransferReason, position: int, newcomer: PlayerId
) -> tuple[PlayerId, ...]:
    """Return everybody who is asked, the newcomer included."""
    holder = table.people[position].id
    if ground in (TransferReason.FREE, TransferReason.OWN):
        return (newcomer,)
    if ground in (TransferReason.SILENT, TransferReason.ASKED):
        return (holder, newcomer)
    asked = (p.id for p in table.seated if p.id != holder or ground is not TransferReason.HANDED)
    return (*asked, newcomer)


def with_a_voice(table: Table, leavers: Container[int] = ()) -> tuple[Person, ...]:
    """Return the people whose agreement counts: none of the `leavers` of the server.

    Whoever the others had covered by a computer goes with the majority, as computers
    do; but nobody decides alone about somebody who is away.
    """
    there = tuple(person for person in table.seated if person.id not in leavers)
    playing = tuple(person for person in there if not person.outvoted)
    return playing if len(playing) >= LEAST else there


def who_may_end(table: Table, leavers: Container[int] = ()) -> tuple[Person, ...]:
    """Return the people who have to agree to an end: newcomers hold up nobody who plays alone."""
    voices = with_a_voice(table, leavers)
    began = tuple(person for person in voices if has_begun(table, person.id))
    return began if len(began) == 1 else voices


def has_begun(table: Table, player: PlayerId) -> bool:
    """Return whether a player has begun the game in their present place."""
    return table.people_at(0)[table.position_of(player)].id == player


def is_outvoted(table: Table, ballot: Ballot) -> bool:
    """Return whether the others have decided about a place without its player's agreement."""
    holder = table.people[position_in(ballot)].id
    grounds = (*SILENCES, TransferReason.GONE)
    return ground_of(ballot) in grounds and holder not in ballot.agreed


def deciders(table: Table, ballot: Ballot) -> tuple[Person, ...]:
    """Return the people whose majority decides; empty if no majority is asked."""
    ground, holder = ground_of(ballot), table.people[position_in(ballot)]
    if ground not in _BY_MAJORITY:
        return ()
    # Whoever has left the server is no voter of a ballot.
    leavers = {person.id for person in table.seated} - ballot.voters
    return tuple(person for person in with_a_voice(table, leavers) if person.id != holder.id)


def agreement(table: Table, ballot: Ballot, now: datetime, wait: timedelta) -> Agreement:
    """Return the state of the vote on a place."""
    ground, holder = ground_of(ballot), table.people[position_in(ballot)].id
    voters = {person.id for person in deciders(table, ballot)}
    have, objections = len(ballot.agreed & voters), len(ballot.objected & voters)
    need = _needed(ground, len(voters))
    by_majority = have >= need and bool(voters)
    # A choice that is locked while others still choose answers the call, and no event tells of it.
    is_still_late = is_late(table, position_in(ballot), wait)
    stands = holder not in ballot.voters if ground is TransferReason.GONE else is_still_late
    is_new = table.people[position_in(ballot)].clock.former is not None
    agrees, declines = holder in ballot.agreed, holder in ballot.objected
    passes = by_majority or _is_unopposed(ballot, now)
    is_given = {
        TransferReason.FREE: True,
        TransferReason.OWN: True,
        TransferReason.VACANT: passes,
        TransferReason.HANDED: passes and _is_between_turns(table, ballot, now),
        TransferReason.SILENT: is_still_late and not declines,
        TransferReason.BACK: (by_majority or agrees) and is_new,
    }.get(ground, agrees or (by_majority and stands))
    is_hopeless = bool(voters) and len(voters) - objections < need
    is_refused = {
        TransferReason.LATE: is_hopeless and declines,
        TransferReason.BACK: is_hopeless or not is_new,
        TransferReason.HANDED: is_hopeless or not table.people[position_in(ballot)].offered,
    }.get(ground, is_hopeless or declines)
    newcomer = newcomer_of(table, ballot)
    is_withdrawn = ballot.opener_left or bool(ballot.objected & {newcomer, ballot.opener})
    is_lost = is_refused or is_withdrawn
    is_willing = newcomer in ballot.agreed or computer_of(newcomer) is not None
    is_decided = is_given and not is_lost and is_willing
    return Agreement(ground, have, need, is_decided, is_lost)


def _needed(ground: TransferReason, voters: int) -> int:
    if not voters:
        return 0
    majority = voters // 2 + 1
    return max(majority, LEAST) if ground is TransferReason.LATE else majority


def _is_unopposed(ballot: Ballot, now: datetime) -> bool:
    """Return whether the time to object is over and nobody has."""
    is_due = ballot.unopposed_at is not None and ballot.unopposed_at <= now
    return is_due and not ballot.objected


def _is_between_turns(table: Table, ballot: Ballot, now: datetime) -> bool:
    """Return whether nothing is locked at a place, or the last day of its ballot has begun."""
    locked_places = {table.player_of[seat] for seat in table.sealed}
    return position_in(ballot) not in locked_places or ballot.until - ANSWERING <= now


def ground_of(ballot: Ballot) -> TransferReason:
    """Return the ground of a ballot."""
    # Ballots of older releases have none: there the others have to agree.
    return TransferReason(ballot.payload.get("ground", TransferReason.ASKED))

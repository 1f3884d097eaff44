"""Forks: where branches go on from games that are over, and how their events follow."""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from metrobot.engine import log
from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.errors import Refusal
from metrobot.engine.record import Branch as BranchOf
from metrobot.engine.record import dump
from metrobot.service.model import history as histories
from metrobot.service.model.chance import BY_DRAW, Dealing, commitment_of
from metrobot.service.model.computers import LEVELS, free_computer
from metrobot.service.model.history import History
from metrobot.service.model.plain_play import play_of
from metrobot.service.model.play import Person, Play, PlayerId
from metrobot.service.ports import QUICK
from metrobot.store.schema.rows import NOBODY
from metrobot.store.statements.daily.runs import Deed, RunRow

GHOSTS: Final = "ghosts"
"""In place of a level: the others play as they did in the game."""
OVER: Final = "over"


class BranchKey(StrEnum):
    """Keys of refusals about branches and deals."""

    GONE = "branch.gone"
    """A branch that is not there, or not theirs, or whose game cannot be read any more."""
    NOT_OVER = "branch.not_over"
    """The game still runs, or was given up; nothing can be played on from there."""
    NO_COMPUTERS = "branch.no_computers"
    """Nobody thinks for computers here."""
    DEAL_CLOSED = "deal.closed"
    """The table of a deal is closed."""
    DEAL_OPEN = "deal.open"
    """This seat of the game is handed on already."""
    DEAL_NOT_HERE = "deal.imported"
    """Only games that were played here are handed on."""


class Source(StrEnum):
    """Kinds of games that are over, as ids of buttons have them.

    A record is shown up to the first event that it hides.
    """

    GAME = "h"
    RECORD = "i"
    LINE = "l"


@dataclass(frozen=True, slots=True)
class Fork:
    """Point from which a branch goes on.

    Attributes:
        source: kind of the game.
        number: of the game, the imported record, or the line.
        turn: number of the turn that is played anew.
        seat: the seat of the person.
    """

    source: Source
    number: int
    turn: int
    seat: Seat


def fork_of(row: RunRow) -> Fork:
    """Return the point from which a branch goes on."""
    source, number = Source.LINE, row.of
    if row.game is not None:
        source, number = Source.GAME, row.game
    elif row.record is not None:
        source, number = Source.RECORD, row.record
    return Fork(source, number, row.turn or 0, Seat(row.seat or 0))


def levels_of(origin: Play) -> tuple[str | None, ...]:
    """Return the ways in which the others of a game can be played; None alone: nobody else."""
    if origin.rules.players == 1:
        return (None,)
    return (GHOSTS, *LEVELS) if origin.title.is_simultaneous else LEVELS


def start_of(origin: Play, turn: int) -> int:
    """Return the number of events before the first choice of a turn."""
    for count, logged in enumerate(origin.log):
        if logged.turn == turn and isinstance(logged.event.actor, int):
            return count
    raise Refusal(BranchKey.GONE)


def draws_after(origin: Play, turn: int) -> bool:
    """Return whether chance decides anything after a turn has begun, so that it can be new."""
    return any(each.event.actor is CHANCE for each in origin.log[start_of(origin, turn) :])


def prefix_of(origin: Play, turn: int) -> History:
    """Return the history of a game before the first choice of a turn."""
    history = histories.new_history(origin.title, origin.rules)
    for each in origin.log[: start_of(origin, turn)]:
        history = history.then(each.event.actor, each.event.action, each.at)
    return history


def dealing_of(row: RunRow, origin: Play) -> Dealing:
    """Return the dealing of a branch, which decides its draws."""
    if row.key is not None:
        return Dealing(bytes.fromhex(row.key), origin.salt, BY_DRAW)
    order = tuple(each.event.action for each in origin.log if each.event.actor is CHANCE)
    # A record may have no key; what no draw of it decides has to be the same each time.
    key = bytes.fromhex(origin.key or hashlib.sha256(dump(origin.record()).encode()).hexdigest())
    return Dealing(key, origin.salt, BY_DRAW, order)


def play_in(row: RunRow, origin: Play, history: History, name: str) -> Play:
    """Return the game of a branch, its person by this name."""
    people = list[Person]()
    vacant = {origin.player_of[seat] for seat in origin.title.vacant(history.state)}
    for number, then in enumerate(origin.people):
        computer = free_computer(row.level or QUICK, [each.id for each in people])
        if number == origin.player_of[row.seat or 0]:
            people.append(Person(PlayerId(row.player), name))
        elif number in vacant:
            people.append(Person(PlayerId(NOBODY), ""))
        elif computer is None:
            # A ghost. Under no id of a person: the one who plays may have sat there.
            people.append(Person(PlayerId(number + 1), then.name))
        else:
            people.append(Person(PlayerId(computer.id), computer.name))
    key = row.key or origin.key
    commitment = origin.commitment if row.key is None else commitment_of(bytes.fromhex(row.key))
    seq, seat = start_of(origin, row.turn or 0) + 1, row.seat or 0
    play = play_of(
        history,
        origin.rules,
        people,
        row.begun_at,
        number=row.id,
        key=key if origin.title.is_over(history.state) else None,
        commitment=commitment,
        salt=origin.salt,
        dealing=BY_DRAW,
        branch=BranchOf(origin.commitment or None, seq, seat),
    )
    return replace(play, computed=row.level is not None)


def with_deeds(row: RunRow, origin: Play, old: History, new: History, now: datetime) -> RunRow:
    """Return a branch with what was done after a history; the last deed sets its score."""
    title = new.title
    deed: Deed = tuple(
        {
            "actor": int(each.event.actor),
            "kind": each.event.action.kind,
            **log.encode_event(title, each.event.actor, each.event.action),
        }
        for each in new.log[len(old.log) :]
        if isinstance(each.event.actor, int)
    )
    longer = replace(row, deeds=(*(row.deeds or ()), deed), begun_at=now)
    if not title.is_over(new.state):
        return longer
    score = title.outcome(new.state).scores[origin.player_of[row.seat or 0]]
    return replace(longer, status=OVER, score=score, over_at=now)

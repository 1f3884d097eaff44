"""Whole games of random legal actions, the same ones for the same seed."""

import hashlib
import random
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.log import Event, applied
from metrobot.engine.outcome import Outcome
from metrobot.engine.record import Record
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle
from metrobot.service.model.chance import BY_DRAW, Dealing, commitment_of
from metrobot.service.model.records import record_of


def simulated(title: AnyTitle, rules: Ruleset, seed: str, number: int) -> Record:
    """Play one game to its end and return its record.

    The key is SHA-256 of the text `metrobot:SEED:NUMBER:key`, the salt one text,
    `SEED:NUMBER`, the seed quoted as in a URL. The players choose by Python's
    Mersenne twister, seeded with the text `metrobot:SEED:NUMBER:choices`.

    Args:
        title: the rules.
        rules: what is fixed before play.
        seed: any text.
        number: of the game within the file, from 1.
    """
    dealing = seeded_dealing(seed, number)
    choices = random.Random(f"metrobot:{seed}:{number}:choices")
    state, events = title.initial_state(rules), list[Event]()
    while not title.is_over(state):
        event = _next(title, state, events, dealing, choices)
        state = applied(title, state, event.actor, event.action)
        events.append(event)
    return dealt_record(title, rules, events, dealing, title.outcome(state))


def dealt_record(
    title: AnyTitle,
    rules: Ruleset,
    events: Sequence[Event],
    dealing: Dealing,
    outcome: Outcome,
    *,
    by: tuple[str, ...] | None = None,
) -> Record:
    """Return the record of a game that is over, with the key of its dealing.

    Args:
        title: the rules.
        rules: what was fixed before play.
        events: all of them, from the first.
        dealing: what all draws followed from.
        outcome: how it ended.
        by: label of who sat at each seat; None where all were people.
    """
    return record_of(
        title,
        rules,
        events,
        commitment=commitment_of(dealing.key),
        salt=dealing.salt,
        key=dealing.key.hex(),
        dealing=dealing.numbering,
        outcome=outcome,
        by=by,
    )


def seeded_dealing(seed: str, number: int) -> Dealing:
    """Return the dealing of a game; its key and salt follow from the seed, see `simulated`."""
    key = hashlib.sha256(f"metrobot:{seed}:{number}:key".encode()).digest()
    return Dealing(key, (f"{quote(seed, safe='')}:{number}",), BY_DRAW)


def _next(
    title: AnyTitle, state: Any, events: Sequence[Event], dealing: Dealing, choices: random.Random
) -> Event:
    """Return the next event: a draw, or a random action of the first seat awaited."""
    actor, seq = title.awaiting(state)[0], len(events) + 1
    if actor is CHANCE:
        draws = title.chance(state)
        index = dealing.index([event.actor for event in events], len(draws))
        return Event(seq, CHANCE, draws[index])
    seat = Seat(actor)
    return Event(seq, seat, choices.choice(title.legal_actions(state, seat)))

"""Whole games of random legal actions, the same ones for the same seed."""

import hashlib
import random
from typing import Any

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.log import Event, applied
from metrobot.engine.record import Record
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import Title
from metrobot.service import chance
from metrobot.service.records import record_of


def simulated(title: Title[Any, Any], rules: Ruleset, seed: str, number: int) -> Record:
    """Play one game to its end and return its record.

    The key is SHA-256 of the text `metrobot:SEED:NUMBER:key`, the salt one text,
    `SEED:NUMBER`. The players choose by Python's Mersenne twister, seeded with
    the text `metrobot:SEED:NUMBER:choices`.

    Args:
        title: the rules.
        rules: what is fixed before play.
        seed: any text.
        number: of the game within the file, from 1.
    """
    key = hashlib.sha256(f"metrobot:{seed}:{number}:key".encode()).digest()
    salt = (f"{seed}:{number}",)
    choices = random.Random(f"metrobot:{seed}:{number}:choices")
    state, events = title.initial_state(rules), list[Event]()
    while not title.is_over(state):
        event = _next(title, state, len(events) + 1, key=key, salt=salt, choices=choices)
        state = applied(title, state, event.actor, event.action)
        events.append(event)
    return record_of(
        title,
        rules,
        events,
        commitment=chance.commitment_of(key),
        salt=salt,
        key=key.hex(),
        outcome=title.outcome(state),
    )


def _next(
    title: Title[Any, Any],
    state: Any,
    seq: int,
    *,
    key: bytes,
    salt: tuple[str, ...],
    choices: random.Random,
) -> Event:
    """Return what happens next: a draw, or what the first seat awaited does."""
    actor = title.awaiting(state)[0]
    if actor is CHANCE:
        draws = title.chance(state)
        return Event(seq, CHANCE, draws[chance.draw(key, salt, seq, len(draws))])
    seat = Seat(actor)
    return Event(seq, seat, choices.choice(title.legal_actions(state, seat)))

"""Whole games of random legal actions, the same ones for the same seed."""

import hashlib
import random
from collections.abc import Sequence
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
        actor = title.awaiting(state)[0]
        if actor is CHANCE:
            draws = title.chance(state)
            action = draws[dealing.index([event.actor for event in events], len(draws))]
        else:
            action = choices.choice(title.legal_actions(state, Seat(actor)))
        state = applied(title, state, actor, action)
        events.append(Event(len(events) + 1, actor, action))
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

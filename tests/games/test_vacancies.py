"""Laws of vacant seats, on random games of every title."""

import random
from typing import Any

import pytest

from metrobot.engine import log
from metrobot.engine.actors import CHANCE, TABLE, Seat
from metrobot.engine.log import Event
from metrobot.engine.table_events import End, Occupy, Vacate, table_objection
from metrobot.games.registry import TITLES
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.finished.record_faults import RecordFaultError
from metrobot.service.model import chance
from metrobot.service.model.records import record_of
from tests.games.replaying import replay_log
from tests.titles import AGAINST_OTHERS, MOST

KEY = bytes(range(32))
SALT = ("7",)
GAMES = [
    (title, players, seed)
    for title in TITLES
    for players in {AGAINST_OTHERS[title], 3, MOST[title]}
    for seed in range(4)
]


def played(
    name: str, players: int, seed: int, *, numbering: int = chance.BY_DRAW, **options: Any
) -> tuple[Any, list[Event], list[Any]]:
    """Return a whole random game in which people come and go."""
    title, dice = TITLES[name], random.Random(f"{name} {players} {seed}")
    state, events = title.initial_state(title.ruleset(players, options)), list[Event]()
    states = [state]
    while not title.is_over(state):
        before = [event.actor for event in events]
        actor, action = _next(title, state, before, dice, numbering)
        state = log.applied(title, state, actor, action)
        events.append(Event(len(events) + 1, actor, action))
        states.append(state)
    return title, events, states


def _next(
    title: Any, state: Any, before: list[Any], dice: random.Random, numbering: int
) -> tuple[Any, Any]:
    """Return the next actor and action: a draw, a change at the table, or a legal action."""
    actor = title.awaiting(state)[0]
    if actor is CHANCE:
        draws = title.chance(state)
        return CHANCE, draws[chance.Dealing(KEY, SALT, numbering).index(before, len(draws))]
    change = _change(title, state, dice)
    if change is not None and table_objection(title, state, change) is None:
        return TABLE, change
    return title.forced(state) or (actor, dice.choice(title.legal_actions(state, actor)))


def _change(title: Any, state: Any, dice: random.Random) -> Any:
    """Return a change at the table, now and then; rarely the end."""
    seat = dice.choice(title.seats(state))
    lot = dice.random()
    if lot < 0.003:
        return End()
    return Occupy(seat) if lot < 0.02 else Vacate(seat) if lot < 0.08 else None


def recorded(
    title: Any, events: list[Event], state: Any, *, numbering: int = chance.BY_DRAW
) -> Any:
    return record_of(
        title,
        state.rules,
        events,
        commitment=chance.commitment_of(KEY),
        salt=SALT,
        key=KEY.hex(),
        dealing=numbering,
        outcome=title.outcome(state),
    )


@pytest.mark.parametrize(("name", "players", "seed"), GAMES)
def test_records_with_vacancies_hold(name: str, players: int, seed: int) -> None:
    title, events, states = played(name, players, seed)
    record = recorded(title, events, states[-1])

    assert check_record(TITLES, record).state == states[-1]
    assert check_dealing(TITLES, record).reason is None
    assert replay_log(title, states[0].rules, events) == states[-1]


@pytest.mark.parametrize(("name", "players", "seed"), GAMES)
def test_a_vacant_seat_never_chooses(name: str, players: int, seed: int) -> None:
    """Whatever it does, it has to do; and the table never stands still."""
    title, events, states = played(name, players, seed)

    for event, before in zip(events, states, strict=False):
        if event.actor in title.vacant(before):
            assert title.forced(before) == (event.actor, event.action)
        awaited = [a for a in title.awaiting(before) if a is not CHANCE]
        assert not awaited or title.forced(before) or awaited[0] not in title.vacant(before)


@pytest.mark.parametrize("name", ["underground", "metrolijn"])
def test_another_act_of_a_vacant_seat_is_a_fault(name: str) -> None:
    title, events, states = next(
        game for game in (played(name, 2, seed) for seed in range(30)) if _choices(*game)
    )
    place, other = _choices(title, events, states)[0]
    forged = [*events[:place], Event(place + 1, events[place].actor, other)]
    record = recorded(title, events, states[-1])
    cut = record_of(
        title, states[0].rules, forged, commitment=None, salt=None, key=None, outcome=None
    )

    with pytest.raises(RecordFaultError, match=f"event {place + 1}: a vacant seat"):
        check_record(TITLES, cut)
    assert check_record(TITLES, record).is_over


def _choices(title: Any, events: list[Event], states: list[Any]) -> list[tuple[int, Any]]:
    """Return the places of a vacant seat's events, each with another legal action."""
    found = []
    for place, (event, before) in enumerate(zip(events, states, strict=False)):
        if isinstance(event.actor, int) and event.actor in title.vacant(before):
            legal = title.legal_actions(before, Seat(event.actor))
            found += [(place, action) for action in legal if action != event.action][:1]
    return found


def test_a_turn_on_the_underground_has_four_events_of_building() -> None:
    """It has as many if the seat falls vacant in mid-turn, or is taken again."""
    _, events, states = played("underground", 3, 1)

    done: dict[int, int] = {}
    for event, before in zip(events, states, strict=False):
        if event.action.kind in ("build", "token"):
            done[before.turn] = done.get(before.turn, 0) + 1
    assert set(done.values()) - {4} == set() or events[-1].action == End()

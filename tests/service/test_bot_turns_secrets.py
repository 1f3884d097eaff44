"""What a seat cannot see changes nothing that its computer does, nor when."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.draft import new_draft
from metrobot.engine.title import AnyTitle
from metrobot.games.metromania import imagine
from metrobot.games.metromania.result import EndedBy
from metrobot.games.registry import TITLES
from metrobot.service.model.computers import LEVELS, free_computer
from metrobot.service.model.history import History
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Place, Table
from metrobot.service.play.bot_turns import choice_job, pause_of
from metrobot.thinking.choice import choose_action
from tests.games.metromania.boards import ENDS, board, dig, walled
from tests.games.metromania.boards import TITLE as METROMANIA

NOW = datetime(2026, 1, 1, tzinfo=UTC)
KEY = bytes(32)
QUICK = LEVELS[:2]
"""Levels at which each decision is compared; of all levels the jobs are."""


def people(count: int, level: str) -> tuple[Person, ...]:
    """Return a person and computers of a level."""
    found = [Person(PlayerId(1), "Ann")]
    while len(found) < count:
        computer = free_computer(level, [person.id for person in found])
        assert computer is not None
        found.append(Person(PlayerId(computer.id), computer.name))
    return tuple(found)


def table_at(title: AnyTitle, rules: Any, state: Any, level: str, revision: int) -> Table:
    """Return a table of a person and computers at some moment."""
    return Table(
        id=GameId(1),
        place=Place(guild=1, channel=1, host=PlayerId(1)),
        title=title,
        status=Status.RUNNING,
        capacity=None,
        people=people(rules.players, level),
        options=dict(rules.options),
        seating="joined",
        revision=revision,
        ruleset=rules,
        history=History(title, revision, state),
        commitment="c" * 64,
        salt=(),
        key=None,
        created_at=NOW,
        turn_since=NOW,
    )


def moments(title: AnyTitle, seed: int) -> Iterator[tuple[Any, Any]]:
    """Yield ruleset and state of three moments of a random game at which somebody chooses."""
    dice = random.Random(f"{title.id} {seed}")
    rules = title.ruleset(dice.choice([n for n in title.player_counts if n > 1]), {})
    state, found = title.initial_state(rules), list[Any]()
    while not title.is_over(state):
        actor = title.awaiting(state)[0]
        if actor is CHANCE:
            draws = title.chance(state)
            state = title.apply(state, actor, draws[dice.randrange(len(draws))])
            continue
        found.append(state)
        state = title.apply(state, actor, dice.choice(title.legal_actions(state, actor)))
    for state in dice.sample(found, min(3, len(found))):
        yield rules, state


def with_sealed(table: Table, dice: random.Random) -> Table:
    """Return a table at which all others have sealed something, whatever it is."""
    seats = [Seat(n) for n in range(table.title.seat_count(table.rules))]
    sealed: dict[Seat, tuple[Action, ...]] = {
        seat: (dice.choice(table.title.legal_actions(table.state, seat)),)
        for seat in table.title.awaiting(table.state)
        if isinstance(seat, int) and seat in seats
    }
    return Table(**{**_fields(table), "sealed": sealed})


def _fields(table: Table) -> dict[str, Any]:
    """Return the public fields of a table, by name."""
    return {name: getattr(table, name) for name in Table.__dataclass_fields__ if name[0] != "_"}


def check(title: AnyTitle, games: int) -> int:
    """Compare computers in games that differ in secrets alone; return how often any did differ."""
    swapped = 0
    for game in range(games):
        dice = random.Random(game)
        for number, (rules, state) in enumerate(moments(title, game)):
            level = LEVELS[number]
            table = table_at(title, rules, state, level, 10 + number)
            for seat in table.seats_to_compute()[:1]:
                view = title.view_for(state, table.seats_of(table.person_at(seat).id))
                other = title.imagined(view, dice)
                twin = table_at(title, rules, other, level, 10 + number)
                if title.is_simultaneous:
                    twin = with_sealed(twin, dice)
                swapped += other != state or bool(twin.sealed)
                mine, theirs = (
                    choice_job(each, new_draft(title, each.state, seat), KEY)
                    for each in (table, twin)
                )
                assert mine == theirs
                assert pause_of(table, seat) == pause_of(twin, seat)
                if level in QUICK and title.id != "underground":
                    assert choose_action(mine) == choose_action(theirs)
    return swapped


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
def test_hidden_things_change_nothing(title: AnyTitle) -> None:
    """The same job, so the same choice, reason and number of steps; and the same pause."""
    swapped = check(title, 12)

    assert swapped or title.id == "underground"  # where nothing but what comes is hidden


def blocking(hand: str, other: str) -> Table:
    """Return a table at which a computer may fill the cell where company 1's line could go on."""
    on = walled("D4 D5 E4,D5 D6 E5", {"C5 D4 D5": "R"})
    hands = {0: "B-L C-R E-W F-L", 1: hand, 2: other}
    placed = {"1 A-R": "F9 F10 G9"}
    state = board(*ENDS, players=3, on=on, hands=hands, placed=placed)
    table = table_at(METROMANIA, state.rules, state, "easy", 10)
    ann, *computers = table.people
    return replace(table, people=(*computers, ann))


@pytest.mark.parametrize("level", QUICK)
def test_a_computer_goes_on_as_if_its_first_tunnel_had_not_been_dug(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MM §11.3: whether the line is blocked now, so that building ends, another hand decides."""
    tables = (
        blocking("B-W C-L D-R", "D-W A-W E-L F-R"),
        blocking("B-W C-L D-W", "D-R A-W E-L F-R"),
    )
    # A view knows its city by a layout alone, and no layout makes this one.
    monkeypatch.setattr(imagine, "city_of", lambda _: tables[0].state.city)
    jobs, ends = [], []
    for table in tables:
        tunnel = dig(table.state, "solid", ">D5")
        draft = new_draft(METROMANIA, table.state, Seat(0)).then_action(tunnel)
        jobs.append(replace(choice_job(table, draft, KEY), level=level))
        ends.append(METROMANIA.apply(table.state, Seat(0), tunnel).ended_by)

    assert ends == [None, EndedBy.LINES]
    assert len(jobs[0].legal) > 1
    assert jobs[0] == jobs[1]
    assert choose_action(jobs[0]) == choose_action(jobs[1])


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
def test_hidden_things_change_nothing_in_many_games(title: AnyTitle) -> None:
    assert check(title, 300) or title.id == "underground"

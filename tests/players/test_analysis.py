"""What decided a game, as a review finds it."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from metrobot.engine.actors import CHANCE, TABLE, Seat
from metrobot.engine.log import Event, applied
from metrobot.engine.table_events import End, Vacate
from metrobot.games.metrolijn.actions import Mark
from metrobot.games.metromania.actions import DealMarkers
from metrobot.games.registry import TITLES
from metrobot.players.analysis import duels
from metrobot.players.analysis.course import Course, course_of
from metrobot.players.analysis.duels import Mover, better_than, contradicts
from metrobot.players.analysis.facts import Estimate, RecordedChoice, Review, Turning
from metrobot.players.analysis.review import CANDIDATES, LENSES, analyse, go_on, has_moved
from metrobot.players.analysis.review_json import dump_review, is_current, is_short, load_review
from metrobot.players.analysis.traces import Limit, Means, RunningMean, Trace, _together
from metrobot.players.contract import UNBOUND
from metrobot.players.metrolijn.levels import Effort, tried_out
from tests.titles import LARGEST, SMALLEST

GAMES = (*SMALLEST, *LARGEST)
FEW = 2


def steps(name: str, players: int, seed: str = "a", stop: int = 10_000) -> list[Event]:
    """Return the events of a random game, ended by its players after so many choices."""
    title, dice = TITLES[name], random.Random(f"{name} {players} {seed}")
    state, found = title.initial_state(title.ruleset(players, {})), list[Event]()
    while not title.is_over(state) and len(found) < stop:
        forced, actor = title.forced(state), title.awaiting(state)[0]
        if actor is CHANCE:
            draws = title.chance(state)
            step = Event(0, actor, draws[dice.randrange(len(draws))])
        elif forced is not None:
            step = Event(0, *forced)
        else:
            step = Event(0, actor, dice.choice(title.legal_actions(state, actor)))
        found.append(step)
        state = applied(title, state, step.actor, step.action)
    if title.is_over(state):
        return found
    if title.awaiting(state) == (CHANCE,):
        found.append(Event(0, CHANCE, title.chance(state)[0]))
    return [*found, Event(0, TABLE, End())]


def course(name: str, players: int, events: Sequence[Event]) -> Course:
    """Return a game as its turns."""
    title = TITLES[name]
    return course_of(title, title.initial_state(title.ruleset(players, {})), events)


def review_of(
    found: Course, playouts: int = FEW, used: float = 1.0, *, tells_all: bool = False
) -> Review:
    """Return the review of a game, with those turns that surely moved something, or with all."""
    tells = (lambda _: True) if tells_all else has_moved
    made = analyse(found, random.Random, lambda: used, playouts, tells)
    assert made is not None
    return made


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_review_goes_from_the_first_turn_to_the_result(name: str, players: int) -> None:
    played = course(name, players, steps(name, players))
    found = review_of(played)
    outcome = TITLES[name].outcome(played.end)

    turns = [turn.number for turn in played.turns]
    assert [each.turn for each in found.positions][: len(turns)] == [None, *turns[:-1]]
    ends = [each.value for each in found.positions[-1].worths]
    if players == 1:
        assert found.is_alone
        assert ends == list(outcome.scores)
    else:
        assert not found.is_alone
        assert {n for n, end in enumerate(ends) if end} == set(outcome.winners)
        assert all(
            sum(e.value for e in each.worths) == pytest.approx(1) for each in found.positions
        )
    assert all(e.low <= e.value <= e.high for each in found.positions for e in each.worths)
    assert len(found.turnings) == 3 if players == 1 else len(found.turnings) <= 3
    weights = [each.weight for each in found.turnings]
    assert weights == sorted(weights, reverse=True)


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_review_is_the_same_again_and_can_be_kept(name: str, players: int) -> None:
    played = course(name, players, steps(name, players, stop=24))
    text = dump_review(review_of(played))

    assert text == dump_review(review_of(played))
    assert dump_review(load_review(text)) == text
    assert is_current(text)


def test_of_a_game_without_a_turn_there_is_none() -> None:
    """The players ended it before anybody had done anything."""
    assert analyse(course("metromania", 2, steps("metromania", 2, stop=1)), random.Random) is None
    assert load_review(dump_review(None)) is None


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.long
def test_the_end_that_players_agreed_on_is_no_turn(name: str) -> None:
    """The last turn is played on as it stood; what the vote made of it comes after it."""
    played = course(name, 3, steps(name, 3, stop=30))
    found = review_of(played)

    assert found.is_cut
    assert found.positions[-1].turn is None
    assert found.positions[-2].turn == played.turns[-1].number


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.long
def test_vacant_seats_are_played_on_but_never_judged(name: str) -> None:
    """A turn that nobody chose is nobody's turn."""
    title, events = TITLES[name], steps(name, 3, stop=12)[:-1]
    state = title.initial_state(title.ruleset(3, {}))
    for step in events:
        state = applied(title, state, step.actor, step.action)
    if title.awaiting(state) == (CHANCE,):
        events.append(Event(0, CHANCE, title.chance(state)[0]))
        state = applied(title, state, CHANCE, events[-1].action)
    events.append(Event(0, TABLE, Vacate(Seat(0))))
    state = applied(title, state, TABLE, events[-1].action)
    dice = random.Random(name)
    while not title.is_over(state):
        actor = title.awaiting(state)[0]
        if actor is CHANCE:
            draws = title.chance(state)
            step = Event(0, actor, draws[dice.randrange(len(draws))])
        elif (forced := title.forced(state)) is not None:
            step = Event(0, *forced)
        else:
            step = Event(0, actor, dice.choice(title.legal_actions(state, actor)))
        events.append(step)
        state = applied(title, state, step.actor, step.action)
    played = course(name, 3, events)
    left = next(turn.number for turn in played.turns if 0 in title.vacant(turn.before))

    assert all(each.seat != 0 or each.turn <= left for each in review_of(played).turnings)


@pytest.mark.long
def test_the_turns_that_gave_most_away_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone, all is ridden as well as can be, but nothing is marked in three rounds.

    The second judge has tests of its own, and plays a few games alone here.
    """
    monkeypatch.setattr(duels, "MOST_PAIRS", FEW)
    events, rounds = careless()
    found = review_of(course("metrolijn", 1, events), playouts=80, used=0.0)

    assert {each.turn for each in found.turnings} == rounds
    for turning in found.turnings:
        assert turning.shift < 0
        assert turning.better is not None
        assert turning.better.gain.low > 0
        (deed,) = turning.better.deeds
        assert deed.fields.get("stations") or deed.fields.get("station")


def large_card() -> tuple[Any, Mover]:
    """Return a state in which somebody alone may mark up to six stations, and who moves."""
    title, dice = TITLES["metrolijn"], random.Random(5)
    state = title.initial_state(title.ruleset(1, {}))
    while title.turn_number(state) < 8 or title.awaiting(state) == (CHANCE,):
        (actor,) = title.awaiting(state)
        ways = title.chance(state) if actor is CHANCE else title.legal_actions(state, actor)
        state = title.apply(state, actor, ways[dice.randrange(len(ways))])
    return state, Mover(Seat(0), 0, title.view_for(state, {Seat(0)}), 8)


@pytest.mark.parametrize("is_first", [True, False])
def test_of_two_better_ways_the_best_is_told(is_first: bool) -> None:
    """Six stations marked beat one, and one beats none, in whatever order they are tried."""
    title, (state, mover) = TITLES["metrolijn"], large_card()
    marks = [each for each in title.legal_actions(state, Seat(0)) if isinstance(each, Mark)]
    none, one, six = (
        (next(each for each in marks if len(each.stations) == count),) for count in (0, 1, 6)
    )
    others = (six, one) if is_first else (one, six)
    means = Means(title, LENSES["metrolijn"], random.Random, lambda: 0.0)

    better = better_than(mover, none, others, means, Limit(60, 1.0))

    assert better is not None
    (deed,) = better.deeds
    assert deed == RecordedChoice(six[0].kind, title.encode(six[0]))


def careless() -> tuple[list[Event], set[int]]:
    """Return a game alone, and the three rounds in which a large card marks nothing."""
    title, dice, rounds = TITLES["metrolijn"], random.Random(5), set[int]()
    state, found = title.initial_state(title.ruleset(1, {})), list[Event]()
    while not title.is_over(state):
        (actor,) = title.awaiting(state)
        if actor is CHANCE:
            draws = title.chance(state)
            step = Event(0, actor, draws[dice.randrange(len(draws))])
        else:
            legal, number = title.legal_actions(state, actor), title.turn_number(state)
            nothing = [each for each in legal if isinstance(each, Mark) and not each.stations]
            view = title.view_for(state, {actor})
            is_large = state.card.id in {"5", "6", "E3"} and number > 3 and len(rounds) < 3
            best = tried_out(view, legal, UNBOUND, dice, Effort(200, 16)).index
            rounds |= {number} if is_large and nothing else set()
            step = Event(0, actor, nothing[0] if number in rounds else legal[best])
        found.append(step)
        state = applied(title, state, step.actor, step.action)
    return found, rounds


def twins(seed: str, seat: Seat) -> tuple[list[Event], list[Event]] | None:
    """Return a game of four, and one with other hidden hands that looks the same to a seat.

    None where it would not have looked the same to everybody at each moment.
    """
    title, events = TITLES["metromania"], steps("metromania", 4, seed)
    rules = title.ruleset(4, {})
    states = [title.initial_state(rules)]
    for step in events:
        states.append(applied(title, states[-1], step.actor, step.action))
    last = next(state for state in reversed(states) if not title.is_over(state))
    twin = title.imagined(title.view_for(last, {seat}), random.Random(seed))
    if twin.hands == last.hands:
        return None
    placed = [tuple(p.marker for p in last.placed if p.company == n) for n in range(4)]
    hands = tuple(
        tuple(sorted((*hand, *gone))) for hand, gone in zip(twin.hands, placed, strict=True)
    )
    other = [
        Event(0, step.actor, replace(step.action, hands=hands))
        if isinstance(step.action, DealMarkers)
        else step
        for step in events
    ]
    return (events, other) if looks_same(states, other, seat) else None


def looks_same(states: Sequence[Any], events: Sequence[Event], seat: Seat) -> bool:
    """Return whether a game looks the same as another until it is over."""
    title = TITLES["metromania"]
    twin = states[0]
    for step, state in zip(events, states[1:], strict=True):
        assert step.actor is not TABLE
        if title.objection(twin, step.actor, step.action) is not None:
            return False
        twin = applied(title, twin, step.actor, step.action)
        if title.is_over(state) or title.is_over(twin):
            return title.is_over(state) == title.is_over(twin)
        if title.view_for(state, {seat}) != title.view_for(twin, {seat}):
            return False
        if title.view_for(state) != title.view_for(twin):
            return False
    return True


@pytest.mark.long
def test_what_a_mover_could_not_know_changes_nothing() -> None:
    """Other hidden hands in the same game: the same chances, the same advice to who moved.

    Of one game a position no turn surely moved anything: here all of them count.
    """
    compared, pairs = 0, 0
    for number in range(4):
        seat = Seat(number % 4)
        pair = twins(str(number), seat)
        if pair is None:
            continue
        one, other = (
            review_of(course("metromania", 4, each), playouts=1, tells_all=True) for each in pair
        )
        assert one.positions[:-1] == other.positions[:-1]
        assert [each.turn for each in one.turnings] == [each.turn for each in other.turnings]
        own = [
            pair for pair in zip(one.turnings, other.turnings, strict=True) if pair[0].seat == seat
        ]
        assert all(mine == twin for mine, twin in own)
        compared, pairs = compared + len(own), pairs + 1
    assert compared
    assert pairs > 1


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_without_time_every_position_is_played_on_a_little(name: str, players: int) -> None:
    """However short the time is, and not the least bit more."""
    played = course(name, players, steps(name, players))
    calls = list[str]()

    def dice(seed: str) -> random.Random:
        calls.append(seed)
        return random.Random(seed)

    analyse(played, dice, lambda: 1.0, playouts=4)
    traced = [call for call in calls if call.startswith(("start:", "after:", "before:"))]
    assert len(traced) <= 4 * (len(played.turns) + 1 + 2 * CANDIDATES)
    assert len(traced) >= 4 * len(played.turns)


@pytest.mark.long
def test_a_review_that_is_gone_on_with_has_surer_positions_and_the_same_turns() -> None:
    """Those of a game that was short of time."""
    played = course("metrolijn", 3, steps("metrolijn", 3, stop=60))
    short = review_of(played, 10, tells_all=True)
    more = go_on(short, played, random.Random)

    assert is_short(dump_review(short))
    assert not is_short(dump_review(more))
    assert more.turnings == short.turnings
    assert (short.games, more.has_gone_on) == (10, True)
    assert more.games is not None
    assert more.games >= 60


def traced(wins: Sequence[Sequence[float]], games: int) -> list[Trace]:
    """Return positions that were played on so often, each player with a share of the wins."""
    traces = [Trace("", None, len(each)) for each in wins]
    for trace, each in zip(traces, wins, strict=True):
        trace.tallies = [RunningMean(games, games * win, games * win) for win in each]
    return traces


NOISE = (0.4, 0.6, 0.3, 0.4, 0.1, 0.6, 0.3, 0.4, 0.2, 0.5)
"""What ten games each have said about one of three equal players."""


def test_positions_before_tell_what_few_games_do_not() -> None:
    """Noise is halved, equal seats begin with a fair share, and a real leap stays one."""
    wins = [(a, (1 - a) / 2, (1 - a) / 2) for a in NOISE]
    few, many = ([each[0] for each in _together(traced(wins, n))] for n in (10, 400))

    assert max(e.value for e in few) - min(e.value for e in few) < 0.3
    assert all(abs(e.value - a) < 0.05 for e, a in zip(many[1:], NOISE[1:], strict=True))
    assert all(e.low <= e.value <= e.high for e in (*few, *many))
    assert all(f.margin > m.margin for f, m in zip(few, many, strict=True))
    assert all(e.margin < 0.25 for e in few)
    assert _together(traced([(1.0, 0.0)] * 30, 400))[-1][0].low > 0.98
    for share in (1.0, 0.7, 0.1):
        start = _together(traced([(share, 1 - share, 0.0), *wins[1:]], 10))[0]
        assert sum(e.value for e in start) == pytest.approx(1)
        assert all(e.low <= 1 / 3 <= e.high for e in start)


def estimates(*ends: tuple[float, float, float]) -> tuple[Estimate, ...]:
    """Return chances: each a value and its interval."""
    return tuple(Estimate(*each) for each in ends)


@pytest.mark.parametrize(
    ("before", "after", "is_told"),
    [
        ([(0.8, 0.7, 0.9), (0.2, 0.1, 0.3)], [(0.4, 0.3, 0.5), (0.6, 0.5, 0.7)], True),
        ([(0.6, 0.5, 0.7), (0.4, 0.3, 0.5)], [(0.5, 0.4, 0.6), (0.5, 0.4, 0.6)], False),
        ([(0.99, 0.98, 1.0), (0.01, 0.0, 0.02)], [(1.0, 1.0, 1.0), (0.0, 0.0, 0.0)], False),
    ],
    ids=["wholly apart", "overlapping", "decided already"],
)
def test_a_turn_is_told_only_if_it_surely_moved_a_chance(
    before: list[tuple[float, float, float]], after: list[tuple[float, float, float]], is_told: bool
) -> None:
    """The intervals do not touch, and nothing was decided already."""
    assert has_moved(Turning(3, 0, 0, estimates(*before), estimates(*after), None, 0)) is is_told


def test_what_there_was_no_time_to_play_on_is_not_contradicted() -> None:
    """Though six marked stations are worth more than none where both games break off."""
    title, (state, mover) = TITLES["metrolijn"], large_card()
    marks = [each for each in title.legal_actions(state, Seat(0)) if isinstance(each, Mark)]
    none, six = ((next(each for each in marks if len(each.stations) == count),) for count in (0, 6))
    means = Means(title, LENSES["metrolijn"], random.Random, lambda: 1.0)

    assert not contradicts(mover, none, six, means, 1.0)


@pytest.mark.long
def test_a_claim_that_strong_contradicts_is_not_made() -> None:
    """That to mark six stations is worse than to mark none."""
    title, (state, mover) = TITLES["metrolijn"], large_card()
    marks = [each for each in title.legal_actions(state, Seat(0)) if isinstance(each, Mark)]
    none, six = ((next(each for each in marks if len(each.stations) == count),) for count in (0, 6))
    thrown = list[str]()

    def dice(name: str) -> random.Random:
        thrown.append(name)
        return random.Random(name)

    means = Means(title, LENSES["metrolijn"], dice, lambda: len(thrown) / 10)

    assert contradicts(mover, none, six, means, 1.0)
    assert not contradicts(mover, six, none, means, 2.0)
    assert not contradicts(mover, none, six, means, 0.0), "without time it contradicts nothing"

"""What is told of a turn is what the rules did: on whole games, piece by piece."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.title import Deed
from metrobot.games.metromania import view as views
from metrobot.games.metromania.actions import Decline, PlaceStation, Stop
from metrobot.games.metromania.building import line_blocks
from metrobot.games.metromania.city import SPOTS
from metrobot.games.metromania.count.final_count import OWN_TRIP
from metrobot.games.metromania.geometry import TOUCHING, Point
from metrobot.games.metromania.result import MINUTES_PER_CHANGE, TripResult, WonBy
from metrobot.games.metromania.state import State, points_in
from metrobot.games.metromania.summary import Effect, Turn
from metrobot.games.metromania.view import View
from tests.games.metromania.boards import TITLE, after, board, city, dig, point, site, walled
from tests.games.metromania.play import POLICIES, Game, Played, games, turns

"""Games of each ruleset by each way of choosing."""


def told(turn: Played) -> Turn:
    return TITLE.summary(turn.before, turn.deeds)


def worth(view: View, at: Point) -> int:
    """Return the points of a station on a point, counted on the printed board (§7.5)."""
    spots = sum(view.grounds[cell] in SPOTS for cell in TOUCHING[at])
    return min(spots, 1) if view.rules["station_points"] == "flat" else spots


def is_done(view: View, effect: Effect, before: State, later: State, seat: Seat) -> bool:
    """Return whether a state has changed by just what an effect says."""
    new = set(points_in(later.stations & ~before.stations))
    gained = [b - a for a, b in zip(before.station_points, later.station_points, strict=True)]
    placed = [each.marker for each in later.placed if each not in before.placed]
    return (
        new == {station.at for station in effect.built}
        and all(station.points == worth(view, station.at) for station in effect.built)
        and gained == [effect.points * (n == seat) for n in range(len(gained))]
        and placed == ([] if effect.placed is None else [effect.placed])
    )


def hold_turn(turn: Played) -> None:
    """Check a turn's summary against the states, action by action."""
    found, before = told(turn), turn.before
    done = iter(found.effects)
    for deed in turn.deeds:
        if deed.actor is not CHANCE:
            effect = next(done)
            assert found.seat is not None
            assert (deed.actor, deed.action) == (found.seat, effect.action)
            assert is_done(found.after, effect, before, deed.after, found.seat)
        before = deed.after
    assert next(done, None) is None
    assert found.before == TITLE.view_for(turn.before)
    assert found.after == TITLE.view_for(before)
    hold_sums(found)


def hold_sums(found: Turn) -> None:
    """Check the sums of a turn's summary against the two views around it."""
    pairs = list(zip(found.before.lines, found.after.lines, strict=True))
    grown = Counter({(n.company, n.name): len(n.cells) - len(o.cells) for o, n in pairs})
    assert +grown == Counter((found.seat, dig.line) for dig in found.digs)
    for old, new in pairs:
        if len(new.cells) > len(old.cells):
            assert new.points[-len(found.way(new.name)) :] == found.way(new.name)
    assert {name for name, _ in found.ended} == {
        new.name for old, new in pairs if new.is_finished and not old.is_finished
    }
    assert sum(c.station_points for c in found.after.companies) - found.points == sum(
        c.station_points for c in found.before.companies
    )
    was_placed = {placed.marker for placed in found.before.placed}
    placed = [new for new in found.after.placed if new.marker not in was_placed]
    assert placed == ([] if found.placed is None else [found.placed])


def hold_prospects(state: State) -> None:
    """Check prospects: each is the effect that its action has."""
    seat = state.active
    legal, prospects = TITLE.legal_actions(state, seat), TITLE.prospects(state, seat)
    assert [effect.action for effect in prospects] == list(legal)
    for effect in prospects:
        deed = Deed(seat, effect.action, TITLE.apply(state, seat, effect.action))
        turn = TITLE.summary(state, [deed], {seat}, preview=True)
        assert turn.effects == (replace(effect, risks=()),)
        assert turn.risks == effect.risks
        assert is_done(turn.after, effect, state, deed.after, seat)


def hold_count(game: Game) -> None:
    """Check that the final count agrees with itself: each trip's route, and every sum."""
    last = told(turns(game)[-1]).after
    result = TITLE.outcome(game.states[-1])
    assert last.result == result
    scores = [0] * game.rules.players
    for company in last.companies:
        assert company.kept_points == result.companies[company.seat].line_points
        trips = sum(trip.points[company.seat] for trip in result.trips)
        assert result.trip_points(company.seat) == trips
        scores[company.player] += company.kept_points + trips
    assert tuple(scores) == result.scores
    for trip in result.trips:
        hold_trip(trip)
        hold_own_markers(trip, last)
    assert (result.won_by is WonBy.NOTHING) == (len(result.winners) > 1)


def hold_trip(trip: TripResult) -> None:
    """Check a trip's minutes against its rides and changes."""
    if trip.minutes is not None:
        rides = trip.rides
        changes = MINUTES_PER_CHANGE * (len(rides) - 1) if rides else 0
        assert trip.minutes == sum(ride.minutes for ride in rides) + changes
        assert all(a.stations[-1] == b.stations[0] for a, b in pairwise(rides))


def hold_own_markers(trip: TripResult, last: View) -> None:
    """Check each company's own markers of a trip against the board and its points (§13.3)."""
    for seat, (points, own) in enumerate(zip(trip.points, trip.own, strict=True)):
        laid = [each.marker for each in last.placed if each.company == seat]
        ends = {marker for marker in laid if marker.letter == trip.trip}
        assert len(own) == len(set(own))
        assert set(own) == (ends if points > 0 else set())
        assert (points == OWN_TRIP) == bool(own)


def hold(game: Game) -> None:
    """Check a whole game."""
    for turn in turns(game):
        hold_turn(turn)
    for state in game.states[2:-1:13]:
        hold_prospects(state)
    hold_count(game)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("count", [1, pytest.param(6, marks=pytest.mark.long)])
def test_what_is_told_is_what_the_rules_did(policy: str, count: int) -> None:
    for game in games((policy,), count):
        hold(game)


def test_nobody_did_anything() -> None:
    game = games(("anything",), 1)[0]
    state = game.states[5]
    empty = TITLE.summary(state, ())
    dealt = TITLE.summary(game.states[0], [Deed(CHANCE, game.events[0].action, game.states[1])])

    assert (empty.seat, empty.effects, empty.before) == (None, (), empty.after)
    assert (dealt.seat, dealt.effects, dealt.passed_over) == (None, (), ())


def test_a_turn_tells_who_was_passed_over() -> None:
    """A company with nothing legal has its turn pass by, and the next one is named (§4.4)."""
    found = [told(turn) for game in games(("curl", "idle"), 2) for turn in turns(game)]

    assert any(turn.passed_over for turn in found)
    for turn in found:
        if turn.seat is not None and turn.after.to_act is not None:
            count = len(turn.after.companies)
            assert (turn.seat + 1 + len(turn.passed_over)) % count == turn.after.to_act


def test_a_turn_tells_which_lines_it_blocked() -> None:
    """Views before and after differ in just these, finished lines aside (§11.3)."""
    found = [told(turn) for game in games(("curl",), 2) for turn in turns(game)]

    assert any(turn.newly_blocked for turn in found)
    for turn in found:
        before = {(line.company, line.name): line.is_blocked for line in turn.before.lines}
        for line in turn.after.lines:
            was = before[line.company, line.name]
            assert (line in turn.newly_blocked) == (line.is_blocked is True and not was)
            is_free = not line.is_finished and line.is_blocked is False
            assert (line in turn.freed) == (is_free and was is True)


def test_a_turn_tells_which_line_it_freed() -> None:
    """A station at its end lets it turn sharply, into the only free cell (§6.2, §11.3)."""
    state = board(
        "0 solid: D4 >D5", "1 solid: C6 D5 >E5", stations="E5", on=walled("D4 D5 E4"), seat=1
    )
    action = site("solid", "D5")
    turn = TITLE.summary(state, [Deed(Seat(1), action, after(state, action))])

    assert [(line.company, line.name) for line in turn.freed] == [(0, "solid")]


def test_a_dig_may_be_cut_short() -> None:
    """No more tunnels are legal then; stopping, or the end of building, is told apart (§4.2)."""
    found = [told(turn) for game in games(("curl", "idle", "finish"), 2) for turn in turns(game)]
    short = [turn for turn in found if turn.is_cut_short]

    assert short
    assert all(0 < len(turn.digs) < 3 and turn.brings_end is None for turn in short)
    assert any(turn.has_stopped for turn in found)
    assert any(0 < len(turn.digs) < 3 and turn.brings_end is not None for turn in found)


@pytest.mark.parametrize(("rule", "points"), [("per_spot", [2, 1]), ("flat", [1, 1])])
def test_what_a_tunnel_brings_is_told_before_it_is_chosen(rule: str, points: list[int]) -> None:
    """A split and a meeting at once, each with its points (§7.5, §7.6)."""
    state = board(
        "0 solid: F5 F6 F7",
        "2 solid: G4 G5 G6",
        "1 solid: F5 >F6",
        seat=1,
        stations="F5",
        on=city({"E6 E7 F6": "R", "F6 F7 G6": "W"}),
        station_points=rule,
    )
    tunnel = dig(state, "solid", "G6")
    (effect,) = [effect for effect in TITLE.prospects(state, Seat(1)) if effect.action == tunnel]

    assert [station.at for station in effect.built] == [point("F6"), point("G6")]
    assert [station.points for station in effect.built] == points


def test_what_ends_the_choosing_brings_nothing() -> None:
    found = [told(turn) for game in games(("idle", "anything"), 2) for turn in turns(game)]
    ends = [e for turn in found for e in turn.effects if isinstance(e.action, Stop | Decline)]

    assert ends
    assert all((effect.points, effect.placed) == (0, None) for effect in ends)
    assert any(turn.has_declined for turn in found)
    assert any(isinstance(e.action, PlaceStation) for turn in found for e in turn.effects)


def test_a_view_is_made_once_and_equals_one_made_anew() -> None:
    """The view after a turn is the view before the next; equal states have equal views."""
    (game, *_) = games(("anything",), 1)
    for turn in turns(game):
        for state in (turn.before, turn.deeds[-1].after):
            view = TITLE.view_for(state)
            assert TITLE.view_for(replace(state)) is view
            views._confirmed.cache_clear()
            assert TITLE.view_for(state) == view


def test_what_lines_lack_is_worked_out_once_and_equals_what_is_worked_out_anew() -> None:
    (game, *_) = games(("anything",), 1)
    for turn in turns(game):
        state = turn.deeds[-1].after
        found = line_blocks.lacking(state)
        assert line_blocks.lacking(replace(state)) is found
        line_blocks.lacking.cache_clear()
        assert line_blocks.lacking(state) == found

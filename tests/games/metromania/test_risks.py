"""The look ahead: as exact as trying everything, and never a harm that is not certain."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LINE_NAMES, TUNNELS_PER_LINE, Dig
from metrobot.games.metromania.building import tunnels, turn
from metrobot.games.metromania.building.line_blocks import is_blocked
from metrobot.games.metromania.city import MARKER_NAMED
from metrobot.games.metromania.geometry import CITY_POINTS, POINT_NAMES
from metrobot.games.metromania.outlook.distances import is_lost
from metrobot.games.metromania.outlook.gate_search import BUDGET, Scout
from metrobot.games.metromania.outlook.risks import Harm, Idle, Risk, is_never_served, line_outlooks
from metrobot.games.metromania.state import Deeds, Phase, State
from tests.games.metromania.boards import TITLE, after, board, city, dig, site, start, walled
from tests.games.metromania.play import RULESETS, played

TRIES = 2000
"""So many tunnels are tried at most where everything is tried."""

LONG = "E2 E3 E4 E5 F5 F4 F3 G3 G4 G5 G6 F6 F7 E7 E6 D6 D5"
"""A line of sixteen tunnels that ends in the middle of the city."""


def alone(state: State, ix: int) -> State:
    """Return the position as a fresh turn of the company whose line this is."""
    seat = ix // 2
    return replace(state, turn=seat + 10 * state.company_count, deeds=Deeds())


def can_finish(state: State, ix: int, tries: list[int]) -> bool:
    """Return whether a line can be finished, every tunnel tried by the rules themselves."""
    tries.append(ix)
    if len(tries) > TRIES:
        raise TimeoutError
    state = alone(state, ix)
    for choice in tunnels.dig_choices(state, Seat(ix // 2)):
        if choice.line is not LINE_NAMES[ix % 2]:
            continue
        if choice.end >= CITY_POINTS or can_finish(turn.dug(state, choice), ix, tries):
            return True
    return False


@cache
def positions() -> tuple[tuple[State, int], ...]:
    """Return lines of random games, many of them in a corner."""
    return tuple(_positions())


def _positions() -> Iterator[tuple[State, int]]:
    for players, options in RULESETS:
        for policy in ("anything", "curl", "finish"):
            for state in played(players, options, policy, 1).states[2::10]:
                for ix, line in enumerate(state.lines):
                    if state.phase is Phase.BUILDING and line.points and not line.is_finished:
                        yield state, ix


@pytest.mark.long
def test_no_way_out_is_what_trying_everything_finds() -> None:
    """Of each line on which everything can be tried."""
    found = {True: 0, False: 0}
    for state, ix in positions():
        try:
            truth = can_finish(state, ix, [])
        except TimeoutError:
            continue
        assert Scout(state).can_finish(state, ix) is truth
        line, needs = state.lines[ix], Scout(state).needs(ix, state.lines[ix])
        # The planner says of what is farther than its tunnels: no way to a gate.
        assert not truth or needs in range(TUNNELS_PER_LINE - len(line.cells) + 1)
        found[truth] += 1
    assert found[True] > 150
    assert found[False] > 50


def test_a_second_line_is_near_just_where_one_tunnel_ends_it() -> None:
    """As everybody is told; every tunnel tried on the board as it stands (MM §11.1)."""
    count = {True: 0, False: 0}
    for state, ix in positions():
        digs = tunnels.dig_choices(alone(state, ix), Seat(ix // 2))
        is_near = any(dig.line is LINE_NAMES[ix % 2] and dig.end >= CITY_POINTS for dig in digs)
        company = TITLE.view_for(state).companies[ix // 2]
        assert company.lines[ix % 2].can_finish is is_near
        assert company.may_end_building is (is_near and state.lines[ix ^ 1].is_finished)
        count[is_near] += 1
    assert min(count.values()) > 10


def test_what_is_lost_is_lost_even_on_a_kinder_board() -> None:
    """With stations everywhere and every free gate allowed, nothing helps a lost line."""
    lost = 0
    for state, ix in positions():
        if not is_lost(state, ix):
            continue
        lost += 1
        stations = (1 << CITY_POINTS) - 1 if state.stock else state.stations
        for side in range(6):
            lines = list(state.lines)
            lines[ix] = replace(lines[ix], start_side=side)
            kinder = replace(state, stations=stations, lines=tuple(lines))
            try:
                assert not can_finish(kinder, ix, [])
            except TimeoutError:
                continue
    assert lost > 25


def test_distances_are_never_too_long() -> None:
    """The least number of tunnels a line needs never exceeds a way that was dug in the game."""
    game, count = played(4, (), "finish", 1), 0
    for state in game.states[2:]:
        for ix, line in enumerate(state.lines):
            last = game.states[-1].lines[ix]
            if not line.points or line.is_finished or not last.is_finished:
                continue
            needs = Scout(state).needs(ix, line)
            if Scout(state).can_finish(state, ix):
                assert needs is not None
                assert needs <= TUNNELS_PER_LINE - len(line.cells)
                count += 1
    assert count > 50


def test_a_look_ahead_is_bounded() -> None:
    """If trying everything would cost more than a press may, nothing is claimed."""
    state, ix = next((state, ix) for state, ix in positions() if Scout(state).can_finish(state, ix))

    assert Scout(state, budget=1).can_finish(state, ix) is None
    assert Scout(state, budget=BUDGET).can_finish(state, ix) is True


def risks_of(state: State, action: object) -> tuple[Risk, ...]:
    """Return the harm that one open choice does."""
    (found,) = (each for each in TITLE.prospects(state, state.active) if each.action == action)
    return found.risks


def test_dead_ends_are_told_wherever_they_are_dug() -> None:
    """A line that could be finished, and could not go on after a tunnel; no other one is."""
    met = 0
    for state, ix in positions()[::3]:
        if ix // 2 != state.active or not Scout(state).can_finish(state, ix):
            continue
        if state.ended_by is not None:
            continue  # a last turn has other worries
        for effect in TITLE.prospects(state, state.active):
            if isinstance(effect.action, Dig) and effect.action.line is LINE_NAMES[ix % 2]:
                is_dead = is_blocked(turn.dug(state, effect.action), ix)
                harms = {risk.harm for risk in effect.risks if risk.line is LINE_NAMES[ix % 2]}
                assert (Harm.DEAD_END in harms) == is_dead
                met += is_dead
    assert met > 5


def test_nothing_to_spare_is_told_once_a_line_comes_to_it() -> None:
    """A tunnel away from the gates leaves as many as are needed; nearer ones leave more."""
    way = LONG.split()[:11]
    for points in (way, [*way, "G7"]):
        state = board("0 solid: " + " ".join(points))
        line = state.lines[0]
        spare = TUNNELS_PER_LINE - len(line.cells) - (Scout(state).needs(0, line) or 0)
        told = {
            POINT_NAMES[effect.action.end]
            for effect in TITLE.prospects(state, Seat(0))
            if isinstance(effect.action, Dig)
            for risk in effect.risks
            if risk.harm is Harm.NOTHING_TO_SPARE
        }

        assert (spare, told) == ((1, {"G7"}) if points == way else (0, set()))


def test_half_of_the_points_go_with_a_line() -> None:
    """The other line can be finished: what is kept falls from all to half."""
    way = "I4 I5 J4,I5 J4 J5,J4 J5 K4,J5 K4 K5,J4 K3 K4,J3 J4 K3,J5 J6 K5"
    state = board(
        "0 solid: H4 I4",
        "0 striped: H6 I5 >J5",
        on=walled(way),
        points=(10, 0, 0, 0),
        sides={"0 solid": 4, "0 striped": 4},
    )
    found = {
        dig: risk
        for effect in TITLE.prospects(state, state.active)
        for dig in (effect.action,)
        for risk in effect.risks
    }

    assert any(risk.keeps == (10, 5) for risk in found.values())


def test_a_line_too_far_from_every_gate_is_lost() -> None:
    """With two tunnels left in the middle of the city nothing leads to a gate."""
    state = board("0 solid: " + LONG)
    risks = [risk for effect in TITLE.prospects(state, Seat(0)) for risk in effect.risks]

    assert risks == []  # it is lost already: no choice makes it worse
    assert is_lost(state, 0)
    assert line_outlooks(state, Seat(0))[0].needs is not None


def test_the_last_station_leaves_a_marker_without_one() -> None:
    """Nothing serves it any more, and its trip costs six points."""
    state = board("0 solid: F4 F5 F6 F7", stations="F7", stock=1, placed={"0 A-R": "B6 B7 C6"})
    ends, risk = risks_of(state, site("solid", "F5"))

    assert ends.harm is Harm.ENDS_BUILDING
    assert (risk.harm, risk.marker, risk.penalty) == (Harm.NO_STATION, MARKER_NAMED["A-R"], 6)


def test_a_marker_beside_a_station_needs_no_other() -> None:
    """One at a corner of its cell is enough, also once the last one stands elsewhere."""
    state = board("0 solid: F4 F5 F6 F7", stations="F7", stock=1, placed={"0 A-R": "F6 F7 G6"})

    assert [risk.harm for risk in risks_of(state, site("solid", "F5"))] == [Harm.ENDS_BUILDING]


def test_building_that_ends_too_early_is_told() -> None:
    """The last station ends it: lines that could be finished are not, and markers stay in hand."""
    state = board(
        "0 solid: F4 F5 F6 F7",
        on=city({"B6 B7 C6": "R"}),
        stations="F7",
        stock=1,
        points=(10, 0, 0, 0),
        hands={0: "A-R"},
    )
    ends, held = risks_of(state, site("solid", "F5"))

    assert (ends.harm, ends.keeps, ends.finishable) == (Harm.ENDS_BUILDING, (10, 0), 0)
    assert (held.harm, held.marker) == (Harm.NO_SPOT, MARKER_NAMED["A-R"])


def test_in_a_last_turn_only_its_tunnels_count() -> None:
    """A gate that is three tunnels away is lost by going elsewhere, and by nothing else."""
    met = 0
    for players, options in RULESETS:
        for seed in range(2):
            for state in played(players, options, "finish", seed).states[2:]:
                met += hold_last_turn(state)
    assert met > 0


def hold_last_turn(state: State) -> int:
    """Check the risks of a last turn's tunnels by trying everything; return their number."""
    if state.phase is not Phase.BUILDING or state.ended_by is None:
        return 0
    before = [ix for ix in (2 * state.active, 2 * state.active + 1) if finishes_now(state, ix)]
    met = 0
    for effect in TITLE.prospects(state, state.active):
        if isinstance(effect.action, Dig):
            later = turn.dug(replace(state, deeds=free(state, dug_in(state))), effect.action)
            lost = {LINE_NAMES[ix % 2] for ix in before if not finishes_now(later, ix)}
            assert {risk.line for risk in effect.risks if risk.line is not None} == lost
            met += len(lost)
    return met


def finishes_now(state: State, ix: int) -> bool:
    """Return whether a line is finished, or can be with the tunnels left to this turn."""
    line = state.lines[ix]
    if line.is_finished or not line.points:
        return line.is_finished
    dug = dug_in(state)
    return dug < 3 and any(
        choice.line is LINE_NAMES[ix % 2]
        and (
            choice.end >= CITY_POINTS
            or finishes_now(turn.dug(replace(state, deeds=free(state, dug)), choice), ix)
        )
        for choice in tunnels.dig_choices(replace(state, deeds=free(state, dug)), state.active)
    )


def dug_in(state: State) -> int:
    """Return the tunnels of the turn that is going on."""
    return state.deeds.dug if state.deeds.turn == state.turn else 0


def free(state: State, dug: int) -> Deeds:
    """Return the turn's deeds as if no marker had been placed in it."""
    return Deeds(turn=state.turn, dug=dug, lacking=state.deeds.lacking)


def test_the_last_spot_leaves_a_marker_without_a_place() -> None:
    """The other marker of the type takes that spot."""
    state = board(
        "0 solid: D3 D4", on=walled("D5 D6 E5,D5 E4 E5", {"D4 D5 E4": "R"}), hands={0: "A-R D-R"}
    )
    risks = risks_of(state, dig(state, "solid", "D5", "A"))

    assert [r.marker for r in risks if r.harm is Harm.NO_SPOT] == [MARKER_NAMED["D-R"]]


def test_the_gravest_comes_first() -> None:
    """Final risks stand before those that a station could mend."""
    for state, _ in positions()[::40]:
        for effect in TITLE.prospects(state, state.active):
            finals = [risk.is_final for risk in effect.risks]
            assert finals == sorted(finals, reverse=True)


def test_lines_that_can_do_nothing_say_why() -> None:
    """Blocked, at an end, finished, waiting for its turn or for a second marker."""
    blocked = board("0 solid: D3 D4", on=walled())
    later = board(round_number=0)
    later = after(later, start("solid", "NE2", "G10"))
    placed = board(
        "0 solid: D3 D4",
        "0 striped: F4 F5",
        on=walled("F5 F6 G5,D5 D6 E5", {"D4 D5 E4": "R"}),
        hands={0: "A-R"},
        deeds=Deeds(turn=4, dug=1, has_placed=True),
    )

    assert line_outlooks(blocked, Seat(0))[0].idle is Idle.BLOCKED
    assert line_outlooks(later, Seat(0))[1].idle is Idle.LATER
    assert [each.idle for each in line_outlooks(placed, Seat(0))] == [Idle.MARKER_PLACED, None]


@pytest.mark.parametrize(
    ("free", "is_never"), [("", True), ("B5 B6 C5", False), ("F5 F6 G5", True)]
)
def test_a_marker_that_nobody_can_dig_to_is_never_served(free: str, is_never: bool) -> None:
    """Lines elsewhere do not help it, however many stations are left; a free cell beside does."""
    state = board("0 solid: F4 F5 F6", on=walled(free), placed={"0 A-R": "B6 B7 C6"})

    assert state.stock
    assert is_never_served(state, state.placed[0]) is is_never

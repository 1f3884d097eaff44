"""Weights of the traits of a choice, roughly in points.

Source: MM §5 to §13.
"""

from dataclasses import dataclass, replace
from typing import Final

from metrobot.engine.ruleset import Ruleset
from metrobot.games.metromania.options import company_count

_WEIGHTS: Final = {
    "point": (0.79, 2.0),
    "station": (0.06, -0.37),
    "first_station": (-0.28, -0.79),
    "served": (0.08, -0.54),
    "served_others": (-2.08, -0.94),
    "place": (2.61, 2.41),
    "place_late": (-0.94, -0.48),
    "place_served": (0.85, 0.78),
    "place_beside": (1.03, -0.57),
    "nearer": (0.31, 0.21),
    "nearer_late": (0.49, 0.68),
    "no_way": (-3.27, -2.1),
    "tight": (0.4, -0.23),
    "finish": (1.71, -0.75),
    "finish_point": (0.19, 1.71),
    "end_lead": (0.63, 0.62),
    "to_spot": (-0.87, -0.64),
    "to_spot_late": (0.47, -0.28),
    "to_marker": (-0.35, -0.17),
    "to_marker_late": (-0.1, -0.55),
    "to_lines": (0.1, -0.56),
    "start": (0.82, 1.81),
    "start_needs": (0.31, -0.09),
    "start_lines": (-0.09, -0.07),
    "alongside": (-0.15, 0.4),
    "middle": (-2.5, -2.63),
    "middle_point": (0.72, 1.04),
    "middle_served": (3.22, 3.67),
    "block": (0.13, -0.94),
    "stop": (-0.96, -1.35),
}
"""Each weight between two companies, and among three or four."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Worth of each trait of a choice; traits not given are worth nothing.

    Attributes:
        point: each point scored by a tunnel's station.
        station: each station made by a tunnel.
        first_station: the first station of a line.
        served: each own marker that gets its first station from a tunnel.
        served_others: each other company's marker that gets its first station.
        place: placing a marker.
        place_late: the same, times the lateness of the game (0 to 1).
        place_served: placing it beside a station.
        place_beside: placing it beside another company's line, without a station.
        nearer: each tunnel by which a line comes nearer to a black gate.
        nearer_late: the same, times the lateness.
        no_way: losing a line's way to a gate.
        tight: having at most one tunnel more than the way needs.
        finish: finishing a line.
        finish_point: each station point that is kept by finishing it.
        end_lead: every four points of lead when building is ended.
        to_spot: each step farther from free spots for the hand.
        to_spot_late: the same, times the lateness.
        to_marker: each step farther from own markers without a station.
        to_marker_late: the same, times the lateness.
        to_lines: each step farther from others' lines, for a line without a station.
        start: starting a line.
        start_needs: each tunnel that it needs at least from there to a gate.
        start_lines: each step from there to others' lines.
        alongside: digging along another line.
        middle: placing an intermediate station.
        middle_point: each point that it scores.
        middle_served: each own marker that gets its first station from it.
        block: filling a cell where another company's line could go on.
        stop: ending the dig early.
    """

    point: float = 0.0
    station: float = 0.0
    first_station: float = 0.0
    served: float = 0.0
    served_others: float = 0.0
    place: float = 0.0
    place_late: float = 0.0
    place_served: float = 0.0
    place_beside: float = 0.0
    nearer: float = 0.0
    nearer_late: float = 0.0
    no_way: float = 0.0
    tight: float = 0.0
    finish: float = 0.0
    finish_point: float = 0.0
    end_lead: float = 0.0
    to_spot: float = 0.0
    to_spot_late: float = 0.0
    to_marker: float = 0.0
    to_marker_late: float = 0.0
    to_lines: float = 0.0
    start: float = 0.0
    start_needs: float = 0.0
    start_lines: float = 0.0
    alongside: float = 0.0
    middle: float = 0.0
    middle_point: float = 0.0
    middle_served: float = 0.0
    block: float = 0.0
    stop: float = 0.0


DUEL, TABLE = (
    Weights(**{trait: weights[n] for trait, weights in _WEIGHTS.items()}) for n in (0, 1)
)

FRIENDLY: Final = replace(
    TABLE,
    point=-2,
    station=1,
    served=2,
    served_others=3,
    middle_served=5,
    place=4,
    place_served=3,
    to_spot=-1.5,
    to_marker=-1,
    nearer=TABLE.nearer + 0.3,
    tight=-1,
    finish=-2,
    finish_point=0,
    end_lead=-1,
    alongside=1,
    block=-2,
)
"""Weights of a player who builds so that trains run, whoever gains by it, and hurries nobody."""


def weights_for(rules: Ruleset) -> Weights:
    """Return the weights for the number of companies (MM §3.1, §3.4)."""
    return DUEL if company_count(rules) == 2 else TABLE

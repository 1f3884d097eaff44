"""Keys of MetrOmania's refusals, whose sentences stand in the catalogue, with their facts."""

from collections.abc import Mapping
from enum import StrEnum

from metrobot.engine.errors import Fact, RuleError


class Reason(StrEnum):
    """Reasons against an action: each has a key, and the facts of its sentence.

    Lines, points, cells, gates and letters are facts by their names. None depends
    on more than the board and the hand of the company that asks.

    Attributes:
        facts: for each fact its name among the values of the refused action.
    """

    facts: Mapping[str, str]

    def __new__(cls, key: str, *facts: str) -> "Reason":
        """Return the reason of a key; a fact that has another name than its value says which."""
        reason = str.__new__(cls, key)
        reason._value_ = key
        parts = (fact.partition("=") for fact in facts)
        reason.facts = {name: value or name for name, _, value in parts}
        return reason

    def error(self, values: Mapping[str, Fact]) -> RuleError:
        """Return the refusal, with just the values that this reason tells."""
        return RuleError(self, **{name: values[value] for name, value in self.facts.items()})

    BONUS_FIRST = "rule.bonus.first", "line=bonus"
    BONUS_NONE = "rule.bonus.none"

    LINE_FINISHED = "rule.dig.line_finished", "line"
    TUNNELS_USED_UP = "rule.dig.tunnels_used_up", "line"
    NOT_AT_END = "rule.dig.not_at_end", "line", "point=line_end"
    NOT_NEIGHBOURS = "rule.dig.not_neighbours", "point=from", "to"
    CELL_NOT_BESIDE = "rule.dig.cell_not_beside", "point=from", "to", "cell"
    GATE_CELL = "rule.dig.gate_cell", "cell"
    SHARP_ANGLE = "rule.dig.sharp_angle", "point=from"  # where it would turn
    OWN_POINT = "rule.dig.own_point", "point=to"  # the one it already has
    CELL_TAKEN = "rule.dig.cell_taken", "cell"
    PARK_OR_LAKE = "rule.dig.park_or_lake", "cell"
    NO_STATIONS_LEFT = "rule.dig.no_stations_left", "count"  # stations left
    MARKER_NEEDED = "rule.dig.marker_needed", "spot"
    NO_SPOT = "rule.dig.no_spot", "cell"
    ONE_MARKER_A_TURN = "rule.dig.one_marker_a_turn"
    NO_MARKER = "rule.dig.no_marker", "spot"
    NOT_YOUR_MARKER = "rule.dig.not_your_marker", "spot", "letter"
    MARKERS_TOO_CLOSE = "rule.dig.markers_too_close", "letter"

    START_NOT_AT_GATE = "rule.start.not_at_gate", "line"
    START_BLACK_GATE = "rule.start.black_gate", "gate=from"
    START_GATE_TAKEN = "rule.start.gate_taken", "gate=from"
    START_SECOND_LINE = "rule.start.second_line_first_turn"
    START_SIDE = "rule.start.side", "gate=from"

    END_WHITE_GATE = "rule.end.white_gate", "gate=to"
    END_NOT_AT_GATE = "rule.end.not_at_gate", "gate=to", "point=from"
    END_GATE_TAKEN = "rule.end.gate_taken", "gate=to"
    END_SIDE = "rule.end.side", "gate=to"

    STATION_DIG_BEGUN = "rule.station.dig_begun"
    STATION_OTHER_LINE = "rule.station.other_line", "line=bonus"
    STATION_LINE_FINISHED = "rule.station.line_finished", "line"
    STATION_NONE_LEFT = "rule.station.none_left"
    STATION_NOT_ON_LINE = "rule.station.not_on_line", "line", "point"
    STATION_EXISTS = "rule.station.exists", "point"
    STATION_NOT_BETWEEN = "rule.station.not_between", "line", "point"

    STOP_MUST_DIG = "rule.stop.must_dig"
    STOP_STATION_POSSIBLE = "rule.stop.station_possible"

"""Keys of MetrOmania's refusals; their sentences stand in the catalogue."""

from enum import StrEnum


class Reason(StrEnum):
    """Reasons against an action; the facts of each stand after it.

    Lines, points, cells, gates and letters are facts by their names. None depends
    on more than the board and the hand of the company that asks.
    """

    BONUS_FIRST = "rule.bonus.first"  # line: the one just ended
    BONUS_NONE = "rule.bonus.none"

    LINE_FINISHED = "rule.dig.line_finished"  # line
    TUNNELS_USED_UP = "rule.dig.tunnels_used_up"  # line
    NOT_AT_END = "rule.dig.not_at_end"  # line, point: its end
    NOT_NEIGHBOURS = "rule.dig.not_neighbours"  # point, to
    CELL_NOT_BESIDE = "rule.dig.cell_not_beside"  # point, to, cell
    GATE_CELL = "rule.dig.gate_cell"  # cell
    SHARP_ANGLE = "rule.dig.sharp_angle"  # point: where it would turn
    OWN_POINT = "rule.dig.own_point"  # point: the one it already has
    CELL_TAKEN = "rule.dig.cell_taken"  # cell
    PARK_OR_LAKE = "rule.dig.park_or_lake"  # cell
    NO_STATIONS_LEFT = "rule.dig.no_stations_left"  # count: stations left
    MARKER_NEEDED = "rule.dig.marker_needed"  # spot
    NO_SPOT = "rule.dig.no_spot"  # cell
    ONE_MARKER_A_TURN = "rule.dig.one_marker_a_turn"
    NO_MARKER = "rule.dig.no_marker"  # spot
    NOT_YOUR_MARKER = "rule.dig.not_your_marker"  # spot, letter
    MARKERS_TOO_CLOSE = "rule.dig.markers_too_close"  # letter

    START_NOT_AT_GATE = "rule.start.not_at_gate"  # line
    START_BLACK_GATE = "rule.start.black_gate"  # gate
    START_GATE_TAKEN = "rule.start.gate_taken"  # gate
    START_SECOND_LINE = "rule.start.second_line_first_turn"
    START_SIDE = "rule.start.side"  # gate

    END_WHITE_GATE = "rule.end.white_gate"  # gate
    END_NOT_AT_GATE = "rule.end.not_at_gate"  # gate, point: the line's end
    END_GATE_TAKEN = "rule.end.gate_taken"  # gate
    END_SIDE = "rule.end.side"  # gate

    STATION_DIG_BEGUN = "rule.station.dig_begun"
    STATION_OTHER_LINE = "rule.station.other_line"  # line: the one just ended
    STATION_LINE_FINISHED = "rule.station.line_finished"  # line
    STATION_NONE_LEFT = "rule.station.none_left"
    STATION_NOT_ON_LINE = "rule.station.not_on_line"  # line, point
    STATION_EXISTS = "rule.station.exists"  # point
    STATION_NOT_BETWEEN = "rule.station.not_between"  # line, point

    STOP_MUST_DIG = "rule.stop.must_dig"
    STOP_STATION_POSSIBLE = "rule.stop.station_possible"

"""Keys of Metrolijn's refusals; their sentences stand in the catalogue."""

from enum import StrEnum


class Reason(StrEnum):
    """Reasons against an action."""

    NO_SUCH_LINE = "rule.ride.no_such_line"
    NO_SUCH_STATION = "rule.ride.no_such_station"
    NO_WINDOW = "rule.ride.no_window"
    DIRECTION = "rule.ride.direction"
    OTHER_CARD = "rule.ride.other_card"
    ALL_MARKED = "rule.ride.all_marked"
    NOT_THE_FIRST = "rule.ride.not_the_first"
    NOT_THE_TRANSFER = "rule.ride.not_the_transfer"
    STATION_MARKED = "rule.free.station_marked"

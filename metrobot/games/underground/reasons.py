"""Keys of On the Underground's refusals; their sentences stand in the catalogue."""

from enum import StrEnum


class Reason(StrEnum):
    """Reasons against an action."""

    NOT_YOUR_COLOUR = "rule.build.not_your_colour"
    NO_PIECES = "rule.build.no_pieces"
    COLOUR_IS_THERE = "rule.build.colour_is_there"
    LINK_FULL = "rule.build.link_full"
    NOT_CONNECTED = "rule.build.not_connected"
    TOO_FEW_TOKENS = "rule.build.too_few_tokens"
    TURN_IS_BUILT = "rule.build.turn_is_built"
    BUILD_FIRST = "rule.travel.build_first"
    NO_SUCH_TRIP = "rule.travel.no_such_trip"

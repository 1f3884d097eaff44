"""Facts of each refusal, by their names in its sentence.

They tell only the board, the action itself and the asker's own hand.
"""

from collections.abc import Mapping
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Fact, RuleError
from metrobot.games.metromania.actions import Dig, PlaceStation
from metrobot.games.metromania.geometry import CELL_NAMES, POINT_NAMES
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.state import State, line_index

_NO_FACTS: Final[Mapping[str, str]] = {}

_FACTS: Final[Mapping[Reason, Mapping[str, str]]] = {
    Reason.LINE_FINISHED: {"line": "line"},
    Reason.TUNNELS_USED_UP: {"line": "line"},
    Reason.NOT_AT_END: {"line": "line", "point": "line_end"},
    Reason.NOT_NEIGHBOURS: {"point": "from", "to": "to"},
    Reason.CELL_NOT_BESIDE: {"point": "from", "to": "to", "cell": "cell"},
    Reason.GATE_CELL: {"cell": "cell"},
    Reason.SHARP_ANGLE: {"point": "from"},
    Reason.OWN_POINT: {"point": "to"},
    Reason.CELL_TAKEN: {"cell": "cell"},
    Reason.PARK_OR_LAKE: {"cell": "cell"},
    Reason.NO_STATIONS_LEFT: {"count": "count"},
    Reason.MARKER_NEEDED: {"spot": "spot"},
    Reason.NO_SPOT: {"cell": "cell"},
    Reason.NO_MARKER: {"spot": "spot"},
    Reason.NOT_YOUR_MARKER: {"spot": "spot", "letter": "letter"},
    Reason.MARKERS_TOO_CLOSE: {"letter": "letter"},
    Reason.START_NOT_AT_GATE: {"line": "line"},
    Reason.START_BLACK_GATE: {"gate": "from"},
    Reason.START_GATE_TAKEN: {"gate": "from"},
    Reason.START_SIDE: {"gate": "from"},
    Reason.END_WHITE_GATE: {"gate": "to"},
    Reason.END_NOT_AT_GATE: {"gate": "to", "point": "from"},
    Reason.END_GATE_TAKEN: {"gate": "to"},
    Reason.END_SIDE: {"gate": "to"},
    Reason.STATION_OTHER_LINE: {"line": "bonus"},
    Reason.STATION_LINE_FINISHED: {"line": "line"},
    Reason.STATION_NOT_ON_LINE: {"line": "line", "point": "point"},
    Reason.STATION_EXISTS: {"point": "point"},
    Reason.STATION_NOT_BETWEEN: {"line": "line", "point": "point"},
}
"""For each reason, the names of its facts and the key of each one's value."""


def dig_error(reason: Reason, state: State, seat: Seat, dig: Dig) -> RuleError:
    """Return the refusal of a tunnel with its facts."""
    line = state.lines[line_index(seat, dig.line)]
    values: dict[str, Fact] = {
        "line": str(dig.line),
        "line_end": POINT_NAMES[line.points[-1]] if line.points else "",
        "from": POINT_NAMES[dig.start],
        "to": POINT_NAMES[dig.end],
        "cell": " ".join(CELL_NAMES[dig.cell]),
        "count": state.stock,
        "spot": str(state.built_city.spots[dig.cell]),
        "letter": str(dig.letter),
    }
    return _error(reason, values)


def station_error(reason: Reason, state: State, action: PlaceStation) -> RuleError:
    """Return the refusal of an intermediate station with its facts."""
    values: dict[str, Fact] = {
        "line": str(action.line),
        "bonus": str(state.now.bonus),
        "point": POINT_NAMES[action.point],
    }
    return _error(reason, values)


def _error(reason: Reason, values: Mapping[str, Fact]) -> RuleError:
    """Return a refusal with just the values that its reason tells."""
    names = _FACTS.get(reason, _NO_FACTS)
    return RuleError(reason, **{name: values[source] for name, source in names.items()})

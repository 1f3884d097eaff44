"""MM §8: intermediate stations."""

from metrobot.games.metromania.reasons import Reason
from tests.games.metromania.boards import (
    after,
    board,
    choices,
    city,
    key,
    refusal,
    site,
    stations_of,
)
from tests.rulebook.cases import Cases, section

# The solid line comes in by the north; its first station stands at H5.
LINE = board("0 solid: N4 K3 J3 I4 H5 G6", "1 solid: F4 F5 F6", stations="H5 F6", players=2)
RICH = board(
    "0 solid: N4 K3 J3 I4 H5",
    stations="H5",
    players=2,
    on=city({"I4 J3 J4": "R", "I4 I5 J4": "W"}, park="H5 I4 I5"),
)

CASES: Cases = {
    "8.1 between the start marker and a station": (
        lambda: [action.point for action in choices(LINE) if action.kind == "station"],
        [site("solid", name).point for name in ("K3", "J3", "I4")],
    ),
    "8.1 between two stations": (
        lambda: key(board("0 solid: F4 F5 F6 F7", stations="F4 F6"), site("solid", "F5")),
        None,
    ),
    "8.1 it stands there afterwards": (
        lambda: stations_of(after(LINE, site("solid", "J3"))),
        "F6 H5 J3",
    ),
    "8.1 not after the last station": (
        lambda: refusal(LINE, site("solid", "G6")),
        (Reason.STATION_NOT_BETWEEN, {"line": "solid", "point": "G6"}),
    ),
    "8.1 not without a station on the line": (
        lambda: key(board("0 solid: N4 K3 J3 I4"), site("solid", "J3")),
        Reason.STATION_NOT_BETWEEN,
    ),
    "8.1 not where a station stands": (
        lambda: refusal(LINE, site("solid", "H5")),
        (Reason.STATION_EXISTS, {"point": "H5"}),
    ),
    "8.1 not off the line": (
        lambda: refusal(LINE, site("solid", "F6")),
        (Reason.STATION_NOT_ON_LINE, {"line": "solid", "point": "F6"}),
    ),
    "8.1 not on an unstarted line": (
        lambda: refusal(LINE, site("striped", "J3")),
        (Reason.STATION_NOT_ON_LINE, {"line": "striped", "point": "J3"}),
    ),
    "8.1 not on the start marker": (
        lambda: refusal(LINE, site("solid", "N4")),
        (Reason.STATION_NOT_ON_LINE, {"line": "solid", "point": "N4"}),
    ),
    "8.1 not on another company's line": (
        lambda: key(LINE, site("solid", "F5")),
        Reason.STATION_NOT_ON_LINE,
    ),
    "8.1 not on a finished line": (
        lambda: refusal(
            board("0 solid: S2 A7 B6 C6 D6 E6 F6 G6 H6 I6 J6 K5 N1", stations="F6"),
            site("solid", "D6"),
        ),
        (Reason.STATION_LINE_FINISHED, {"line": "solid"}),
    ),
    "8.1 not without a station in the stock": (
        lambda: refusal(
            board("0 solid: F4 F5 F6 F7", stations="F4 F6", stock=0), site("solid", "F5")
        ),
        (Reason.STATION_NONE_LEFT, {}),
    ),
    "8.1 points as for other stations": (
        lambda: after(RICH, site("solid", "I4")).station_points,
        (2, 0),
    ),
    "8.1 it comes from the stock": (lambda: after(RICH, site("solid", "I4")).stock, 28),
    "8.1 it scores by the flat option, too": (
        lambda: (
            after(
                board(
                    "0 solid: N4 K3 J3 I4 H5",
                    stations="H5",
                    players=2,
                    on=RICH.built_city,
                    station_points="flat",
                ),
                site("solid", "I4"),
            ).station_points
        ),
        (1, 0),
    ),
    "8.2 a station serves every line that passes: it counts on the other line": (
        lambda: key(
            board("0 solid: N4 K3 J3 I4", "1 solid: I6 I5 I4 I3", players=2, stations="I4"),
            site("solid", "J3"),
        ),
        None,
    ),
}
test_section_8 = section(CASES)

"""MM §7: stations made by digging."""

from typing import Any

from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.state import State
from tests.games.metromania.boards import (
    after,
    board,
    city,
    dig,
    dug,
    key,
    refusal,
    start,
    stations_of,
)
from tests.rulebook.cases import Cases, section

A = "0 solid: F4 F5 F6 F7 F8 F9"
SPOTS = {"F6 F7 G6": "R", "E6 E7 F6": "W", "F6 G5 G6": "L"}
RICH = city(SPOTS, park="F5 F6 G5", lake="E7 F6 F7")


def meeting_board(**more: Any) -> State:
    """Return a board where B can meet A at F6, which touches three spots, park and lake."""
    return board("0 solid: F4 F5 F6", "1 solid: D6 E6", seat=1, on=RICH, **more)


def after_meeting(state: State) -> State:
    """Return the board after B has come to F6."""
    return dug(state, "solid", "F6")


def scored(state: State) -> int:
    """Return the station points of company 1."""
    return state.station_points[1]


# B comes along A's edge F6-F7, A turns off at F7 to G7; C ends at E8, where B may go.
BOTH = board(
    "0 solid: F5 F6 F7 G7", "1 solid: E6 F6 >F7", "2 solid: C8 D8 E8", seat=1, stations="F6"
)
BOTH_ON_SPOTS = board(
    "0 solid: F5 F6 F7 G7",
    "1 solid: E6 F6 >F7",
    "2 solid: C8 D8 E8",
    seat=1,
    stations="F6",
    on=city({"F7 F8 G7": "R", "E8 E9 F8": "W"}),
)


def with_stock(stock: int) -> State:
    """Return the board on which a tunnel to E8 needs two stations."""
    return board(
        "0 solid: F5 F6 F7 G7",
        "1 solid: E6 F6 >F7",
        "2 solid: C8 D8 E8",
        seat=1,
        stations="F6",
        stock=stock,
    )


CASES: Cases = {
    "7.1 split: leaving an edge that another line follows on makes a station": (
        lambda: stations_of(
            dug(board(A, "1 solid: F6 >F7 >F8", seat=1, stations="F6"), "solid", "G8")
        ),
        "F6 F8",
    ),
    "7.1 split: also when the other line merely ends there": (
        lambda: stations_of(
            dug(board("0 solid: F4 F5 F6", "1 solid: F5 >F6", seat=1, stations="F5"), "solid", "G6")
        ),
        "F5 F6",
    ),
    "7.1 no split where the other line goes the same way on": (
        lambda: stations_of(
            dug(board(A, "1 solid: F6 >F7", seat=1, stations="F6"), "solid", ">F8")
        ),
        "F6",
    ),
    "7.1 no split where a station stands": (
        lambda: stations_of(
            dug(board(A, "1 solid: F6 >F7", seat=1, stations="F6 F7"), "solid", "G7")
        ),
        "F6 F7",
    ),
    "7.1 one line of two parts from it: still a station": (
        lambda: stations_of(
            dug(
                board(
                    "0 solid: F5 F6 F7",
                    "2 solid: G4 G5 G6",
                    "1 solid: F5 >F6",
                    seat=1,
                    stations="F5",
                ),
                "solid",
                "G6",
            )
        ),
        "F5 F6 G6",
    ),
    "7.2 meet: arriving at a point that another line passes makes a station": (
        lambda: stations_of(dug(board(A, "1 solid: D6 E6", seat=1), "solid", "F6")),
        "F6",
    ),
    "7.2 meet: also where the other line ends": (
        lambda: stations_of(
            dug(board("0 solid: F4 F5 F6", "1 solid: D6 E6", seat=1), "solid", "F6")
        ),
        "F6",
    ),
    "7.2 meet: also with the first tunnel, on the rim": (
        lambda: stations_of(after(board("0 solid: I4 J4 K4", seat=1), start("solid", "N2", "K4"))),
        "K4",
    ),
    "7.2 no meeting alongside": (
        lambda: stations_of(
            dug(board(A, "1 solid: E6 F6", seat=1, stations="F6"), "solid", ">F7", ">F8")
        ),
        "F6",
    ),
    "7.2 no meeting where a station stands": (
        lambda: (
            stations_of(dug(board(A, "1 solid: D6 E6", seat=1, stations="F6"), "solid", "F6")),
            dug(board(A, "1 solid: D6 E6", seat=1, stations="F6"), "solid", "F6").stock,
        ),
        ("F6", 29),
    ),
    "7.2 no station at a gate's outer corner": (
        lambda: stations_of(
            dug(board("0 solid: I6 J6 K5", players=2, sides={"0 solid": 4}), "solid", "N1")
        ),
        "",
    ),
    "7.3 crossing to the other side of the line alongside makes none": (
        lambda: stations_of(
            dug(
                board("0 solid: F4 F5 F6 F7 >F8 >F9", "1 solid: E6 F6 >F7", seat=1, stations="F6"),
                "solid",
                "F8",
            )
        ),
        "F6",
    ),
    "7.4 the player's own other line counts": (
        lambda: stations_of(dug(board(A, "0 striped: D6 E6"), "striped", "F6")),
        "F6",
    ),
    "7.4 the line itself does not": (
        lambda: stations_of(dug(board("0 solid: F4 F5"), "solid", "F6", "F7")),
        "",
    ),
    "7.5 one point for each spot that a station touches, none for park and lake": (
        lambda: scored(after_meeting(meeting_board())),
        3,
    ),
    "7.5 flat: one point if it touches any": (
        lambda: scored(after_meeting(meeting_board(station_points="flat"))),
        1,
    ),
    "7.5 flat: none if it touches none": (
        lambda: scored(
            dug(board(A, "1 solid: D6 E6", seat=1, station_points="flat"), "solid", "F6")
        ),
        0,
    ),
    "7.5 who digs scores, not whose line is met": (
        lambda: after_meeting(meeting_board()).station_points,
        (0, 3, 0, 0),
    ),
    "7.5 joining a station scores nothing": (
        lambda: scored(after_meeting(meeting_board(stations="F6"))),
        0,
    ),
    "7.6 one tunnel can make two stations": (
        lambda: stations_of(dug(BOTH, "solid", "E8")),
        "E8 F6 F7",
    ),
    "7.6 both score": (lambda: scored(dug(BOTH_ON_SPOTS, "solid", "E8")), 2),
    "7.6 then the dig goes on": (lambda: dug(BOTH, "solid", "E8").active, 1),
    "7.7 without a station left a tunnel that needs one is forbidden": (
        lambda: refusal(
            board(A, "1 solid: D6 E6", seat=1, stock=0),
            dig(board(A, "1 solid: D6 E6", seat=1), "solid", "F6"),
        ),
        (Reason.NO_STATIONS_LEFT, {"count": 0}),
    ),
    "7.7 also when it needs two and one is left": (
        lambda: refusal(with_stock(1), dig(BOTH, "solid", "E8")),
        (Reason.NO_STATIONS_LEFT, {"count": 1}),
    ),
    "7.7 with two left it is legal": (lambda: key(with_stock(2), dig(BOTH, "solid", "E8")), None),
    "7.7 one that needs one while one is left is legal": (
        lambda: key(with_stock(1), dig(BOTH, "solid", "F8")),
        None,
    ),
}
test_section_7 = section(CASES)

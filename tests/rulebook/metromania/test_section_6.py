"""MM §6: digging."""

from metrobot.games.metromania.actions import Dig, LineName
from metrobot.games.metromania.reasons import Reason
from tests.games.metromania.boards import board, cell, choices, city, dig, dug, key, point, refusal
from tests.rulebook.cases import Cases, section

ROW = board("0 solid: F4 F5 F6")
ALONG = board("0 solid: F4 F5 F6", "1 solid: H6 G6 F6", stations="F6")
CURL = board("0 solid: F5 F6 G6", stations="F5 G6")
RIM = "A6 A7 A8 A9 A10 A11 B11 C11 D11 E11 F11 G10 H9 I8 J7 K6 K5 K4"
GREEN = board("0 solid: F4 F5 F6", on=city(park="F6 F7 G6", lake="E7 F6 F7"))


def tunnel(start: str, to: str, corners: str) -> Dig:
    """Return a tunnel of the solid line, however wrong."""
    return Dig(LineName.SOLID, point(start), point(to), cell(corners), None)


def ends(*lines: str, stations: str = "") -> list[str]:
    """Return the points to which company 0's solid line may go on, by direction."""
    state = board(*lines, stations=stations)
    ways = {action.end for action in choices(state) if isinstance(action, Dig)}
    return [name for name in ("F7", "G6", "G5", "F5", "E6", "E7") if point(name) in ways]


CASES: Cases = {
    "6.1 one tunnel a cell": (
        lambda: refusal(board("0 solid: F4 F5 F6", "1 solid: E8 F7 F6"), dig(ROW, "solid", ">F7")),
        (Reason.CELL_TAKEN, {"cell": "E7 F6 F7"}),
    ),
    "6.1 the other cell of the same edge is free": (
        lambda: key(board("0 solid: F4 F5 F6", "1 solid: E8 F7 F6"), dig(ROW, "solid", "F7")),
        None,
    ),
    "6.1 only at the line's end": (
        lambda: refusal(ROW, tunnel("F5", "G5", "F5 F6 G5")),
        (Reason.NOT_AT_END, {"line": "solid", "point": "F6"}),
    ),
    "6.1 no branch at its beginning": (
        lambda: key(ROW, tunnel("F4", "F3", "F3 F4 G3")),
        Reason.NOT_AT_END,
    ),
    "6.1 a started line does not start again": (
        lambda: key(ROW, tunnel("N2", "K4", "K4 K5 N2")),
        Reason.NOT_AT_END,
    ),
    "6.1 from point to neighbouring point": (
        lambda: refusal(ROW, tunnel("F6", "F8", "F6 F7 G6")),
        (Reason.NOT_NEIGHBOURS, {"point": "F6", "to": "F8"}),
    ),
    "6.1 along a side of its cell": (
        lambda: refusal(ROW, tunnel("F6", "F7", "F5 F6 G5")),
        (Reason.CELL_NOT_BESIDE, {"point": "F6", "to": "F7", "cell": "F5 F6 G5"}),
    ),
    "6.1 a finished line does not grow": (
        lambda: refusal(
            board("0 solid: I6 J6 K5 N1", sides={"0 solid": 4}), tunnel("K5", "K4", "J5 K4 K5")
        ),
        (Reason.LINE_FINISHED, {"line": "solid"}),
    ),
    "6.2 straight on or turning by 60 degrees": (
        lambda: ends("0 solid: F4 F5 F6"),
        ["F7", "G6", "E7"],
    ),
    "6.2 a sharp turn is refused without a station": (
        lambda: refusal(ROW, dig(ROW, "solid", "G5")),
        (Reason.SHARP_ANGLE, {"point": "F6"}),
    ),
    "6.2 from a point that already has a station any turn, except straight back": (
        lambda: ends("0 solid: F4 F5 F6", stations="F6"),
        ["F7", "G6", "G5", "E6", "E7"],
    ),
    "6.2 straight back is refused at a station, too": (
        lambda: refusal(ALONG, dig(ALONG, "solid", ">F5")),
        (Reason.OWN_POINT, {"point": "F5"}),
    ),
    "6.2 a station born of this very tunnel does not count": (
        lambda: refusal(
            board("0 solid: F4 F5 F6", "1 solid: E5 F5 >F6 F7"), dig(ROW, "solid", ">E6")
        ),
        (Reason.SHARP_ANGLE, {"point": "F6"}),
    ),
    "6.2 a station born of the tunnel before counts": (
        lambda: key(
            dug(board("0 solid: F4 F5", "1 solid: H6 G6 F6"), "solid", "F6"),
            dig(ROW, "solid", ">G5"),
        ),
        None,
    ),
    "6.3 never back to a point of its own": (
        lambda: refusal(CURL, tunnel("G6", "F6", "F6 G5 G6")),
        (Reason.OWN_POINT, {"point": "F6"}),
    ),
    "6.3 nor round a corner": (
        lambda: key(board("0 solid: F6 F7 G6", stations="F7 G6"), tunnel("G6", "F6", "F6 G5 G6")),
        Reason.OWN_POINT,
    ),
    "6.3 a point of the own other line is free to it": (
        lambda: key(board("0 solid: F4 F5 F6", "0 striped: H6 G6 F7"), dig(ROW, "solid", "F7")),
        None,
    ),
    "6.4 no gate cell but to start or end": (
        lambda: refusal(board("0 solid: K6 K5"), tunnel("K5", "K4", "K4 K5 N2")),
        (Reason.GATE_CELL, {"cell": "K4 K5 N2"}),
    ),
    "6.4 no tunnel on the park": (
        lambda: refusal(GREEN, dig(GREEN, "solid", "F7")),
        (Reason.PARK_OR_LAKE, {"cell": "F6 F7 G6"}),
    ),
    "6.4 no tunnel on the lake": (
        lambda: refusal(GREEN, dig(GREEN, "solid", ">F7")),
        (Reason.PARK_OR_LAKE, {"cell": "E7 F6 F7"}),
    ),
    "6.4 along their sides it may go": (lambda: key(GREEN, dig(GREEN, "solid", "G6")), None),
    "6.5 the eighteenth tunnel is legal": (
        lambda: key(board(f"0 solid: {RIM}"), dig(board(f"0 solid: {RIM}"), "solid", "K3")),
        None,
    ),
    "6.5 the nineteenth is not": (
        lambda: refusal(board(f"0 solid: {RIM} K3"), tunnel("K3", "K2", "J3 K2 K3")),
        (Reason.TUNNELS_USED_UP, {"line": "solid"}),
    ),
    "6.5 a line of eighteen that stands at a black gate may not end": (
        lambda: [
            str(action.line)
            for action in choices(board(f"0 solid: {RIM} J4", "0 striped: F5 F6"))
            if action.line == "solid"
        ],
        [],
    ),
    "6 legal tunnels stand in a fixed order: direction, then left cell before right": (
        lambda: [(action.end, action.cell) for action in choices(ROW) if action.line == "solid"],
        [
            (point(to), cell(corners))
            for to, corners in (
                ("F7", "F6 F7 G6"),
                ("F7", "E7 F6 F7"),
                ("G6", "F6 G5 G6"),
                ("G6", "F6 F7 G6"),
                ("E7", "E7 F6 F7"),
                ("E7", "E6 E7 F6"),
            )
        ],
    ),
}
test_section_6 = section(CASES)

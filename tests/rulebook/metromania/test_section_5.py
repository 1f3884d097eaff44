"""MM §5: starting a line."""

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import Dig, LineName
from metrobot.games.metromania.geometry import GATES, POINT_NAMES
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.state import State
from metrobot.games.metromania.view import LineView
from tests.games.metromania.boards import (
    TITLE,
    after,
    board,
    cell,
    choices,
    key,
    point,
    refusal,
    start,
)
from tests.rulebook.cases import Cases, section

EMPTY = board()
FIRST = board(round_number=0)
NORTH = board("0 solid: N2 K4 J4")


def open_gates(state: State) -> str:
    """Return the gates where the company to act may start its striped line."""
    rims = {gate.name: POINT_NAMES[gate.rim[0]] for gate in GATES}
    return " ".join(
        name for name, rim in rims.items() if key(state, start("striped", name, rim)) is None
    )


def solid(state: State) -> LineView:
    return TITLE.view_for(state).companies[0].lines[0]


def first_tunnel(gate: str, to: str, corners: str, letter: str | None = None) -> Dig:
    """Return a tunnel from a gate, however wrong."""
    return Dig(LineName.SOLID, point(gate), point(to), cell(corners), letter)


CASES: Cases = {
    "5.1 a line starts at a white gate, towards either point on the rim": (
        lambda: [key(EMPTY, start("solid", "N2", to)) for to in ("K5", "K4")],
        [None, None],
    ),
    "5.1 the tunnel fills the gate's cell": (
        lambda: solid(after(EMPTY, start("solid", "N2", "K4"))).cells,
        (cell("K4 K5 N2"),),
    ),
    "5.1 the line runs from the gate's outer corner": (
        lambda: solid(after(EMPTY, start("solid", "N2", "K4"))).points,
        (point("N2"), point("K4")),
    ),
    "5.1 not at a black gate": (
        lambda: refusal(EMPTY, start("solid", "N1", "K5")),
        (Reason.START_BLACK_GATE, {"gate": "N1"}),
    ),
    "5.1 not at a gate that is taken": (
        lambda: refusal(board("1 solid: N2 K4"), start("solid", "N2", "K5")),
        (Reason.START_GATE_TAKEN, {"gate": "N2"}),
    ),
    "5.1 not from a point of the city": (
        lambda: refusal(EMPTY, first_tunnel("F6", "F7", "F6 F7 G6")),
        (Reason.START_NOT_AT_GATE, {"line": "solid"}),
    ),
    "5.1 not to a point that is not the gate's": (
        lambda: refusal(EMPTY, first_tunnel("N2", "K3", "K4 K5 N2")),
        (Reason.NOT_NEIGHBOURS, {"point": "N2", "to": "K3"}),
    ),
    "5.1 not on another cell": (
        lambda: refusal(EMPTY, first_tunnel("N2", "K4", "J5 K4 K5")),
        (Reason.CELL_NOT_BESIDE, {"point": "N2", "to": "K4", "cell": "J5 K4 K5"}),
    ),
    "5.1 no marker on a gate's cell": (
        lambda: refusal(EMPTY, first_tunnel("N2", "K4", "K4 K5 N2", "A")),
        (Reason.NO_SPOT, {"cell": "K4 K5 N2"}),
    ),
    "5.2 in the first turn either line may start": (
        lambda: [key(FIRST, start(name, "N2", "K4")) for name in ("solid", "striped")],
        [None, None],
    ),
    "5.2 in the first turn only one line starts": (
        lambda: refusal(after(FIRST, start("striped", "N2", "K4")), start("solid", "S2", "A8")),
        (Reason.START_SECOND_LINE, {}),
    ),
    "5.2 in the first turn no start is listed once a line has started": (
        lambda: {
            str(action.line) for action in choices(after(FIRST, start("striped", "N2", "K4")))
        },
        {"striped"},
    ),
    "5.2 from the second turn on the other may start": (
        lambda: key(NORTH, start("striped", "S2", "A8")),
        None,
    ),
    "5.2 both lines may start in the second turn": (
        lambda: key(after(EMPTY, start("striped", "N2", "K4")), start("solid", "S2", "A8")),
        None,
    ),
    "5.2 each company has a first turn of its own": (
        lambda: key(
            after(board(round_number=0, seat=2), start("solid", "N2", "K4")),
            start("striped", "S2", "A8"),
        ),
        Reason.START_SECOND_LINE,
    ),
    "5.3 the second line starts neither on the side of the first nor next to it": (
        lambda: open_gates(NORTH),
        "SW2 SW4 S2 S4 SE2 SE4",
    ),
    "5.3 why a side is refused": (
        lambda: refusal(NORTH, start("striped", "NE4", "K6")),
        (Reason.START_SIDE, {"gate": "NE4"}),
    ),
    "5.3 one free gate on the other sides is enough to bar the near ones": (
        lambda: open_gates(board("0 solid: N2 K4 J4", taken="SW2 SW4 S2 S4 SE2")),
        "SE4",
    ),
    "5.3 unless no such gate is free: then any": (
        lambda: open_gates(board("0 solid: N2 K4 J4", taken="SW2 SW4 S2 S4 SE2 SE4")),
        "NE2 NE4 N4 NW2 NW4",
    ),
    "5.3 the other companies' sides do not matter": (
        lambda: TITLE.objection(
            board("0 solid: N2 K4 J4", seat=1), Seat(1), start("solid", "N4", "K2")
        ),
        None,
    ),
}
test_section_5 = section(CASES)

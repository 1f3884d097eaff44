"""MM §4: a turn."""

from metrobot.games.metromania.actions import Decline, Stop
from metrobot.games.metromania.reasons import Reason
from tests.games.metromania.boards import (
    after,
    board,
    choices,
    dig,
    dug,
    key,
    refusal,
    site,
    start,
    walled,
)
from tests.rulebook.cases import Cases, section

TWO = board("0 solid: F4 F5", "0 striped: H5 H6", players=2)
BETWEEN = board("0 solid: F4 F5 F6 F7", players=2, stations="F7")

# Company 0 stands at D4 and H7 and can dig nowhere but on the cells named.
ENDS = ("0 solid: D3 D4", "0 striped: H6 H7")
DEAD_END = board(*ENDS, players=2, on=walled("D4 D5 E4"))
THEN_SPOT = board(*ENDS, players=2, on=walled("D4 D5 E4", {"D5 D6 E5": "R"}), hands={0: "A-R"})
SPOT = board(*ENDS, players=2, on=walled("", {"D4 D5 E4": "R"}), hands={0: "A-R"})
TWO_SPOTS = board(
    *ENDS, players=2, on=walled("", {"D4 D5 E4": "R", "D5 D6 E5": "L"}), hands={0: "A-R C-L"}
)
SPOT_OR_START = board(
    "0 solid: D3 D4", players=2, on=walled("", {"D4 D5 E4": "R"}), hands={0: "A-R"}
)
SPOT_OR_END = board(
    "0 solid: D3 D4",
    "0 striped: I6 J6 K5",
    players=2,
    on=walled("", {"D4 D5 E4": "R"}),
    hands={0: "A-R"},
    sides={"0 striped": 4},
)
SPOT_OR_STATION = board(
    "0 solid: SW2 E2 E3 D4",
    "0 striped: H6 H7",
    players=2,
    on=walled("", {"D4 D5 E4": "R"}),
    hands={0: "A-R"},
    stations="D4",
)
NOTHING = dug(
    board(
        "0 solid: F4 F5",
        "1 solid: D3 D4",
        "1 striped: H6 H7",
        players=2,
        on=walled("F5 F6 G5,F6 F7 G6,F7 F8 G7,F8 F9 G8"),
    ),
    "solid",
    "F6",
    "F7",
    "F8",
)

CASES: Cases = {
    "4.1 an intermediate station is a whole turn": (
        lambda: after(BETWEEN, site("solid", "F5")).active,
        1,
    ),
    "4.1 no intermediate station once digging has begun": (
        lambda: refusal(dug(BETWEEN, "solid", "F8"), site("solid", "F5")),
        (Reason.STATION_DIG_BEGUN, {}),
    ),
    "4.1 nothing to decline without a line just ended": (
        lambda: refusal(TWO, Decline()),
        (Reason.BONUS_NONE, {}),
    ),
    "4.2 after two tunnels the turn goes on": (lambda: dug(TWO, "solid", "F6", "F7").active, 0),
    "4.2 after three tunnels the next company digs": (
        lambda: dug(TWO, "solid", "F6", "F7", "F8").active,
        1,
    ),
    "4.2 tunnels are split between the lines as one likes": (
        lambda: dug(dug(dug(TWO, "solid", "F6"), "striped", "H7"), "solid", "F7").active,
        1,
    ),
    "4.2 no stop while a tunnel off the spots is left": (
        lambda: refusal(dug(TWO, "solid", "F6"), Stop()),
        (Reason.STOP_MUST_DIG, {}),
    ),
    "4.2 a stop is legal when only spots are left": (
        lambda: key(dug(THEN_SPOT, "solid", "D5"), Stop()),
        None,
    ),
    "4.2 a stop hands the turn on": (
        lambda: after(dug(THEN_SPOT, "solid", "D5"), Stop()).active,
        1,
    ),
    "4.2 only a spot left: dig there or stop": (
        lambda: choices(dug(THEN_SPOT, "solid", "D5")),
        (
            dig(dug(THEN_SPOT, "solid", "D5"), "solid", "D6", "A"),
            dig(dug(THEN_SPOT, "solid", "D5"), "solid", ">E5", "A"),
            Stop(),
        ),
    ),
    "4.2 a tunnel that starts a line is compulsory": (
        lambda: key(SPOT_OR_START, Stop()),
        Reason.STOP_MUST_DIG,
    ),
    "4.2 a tunnel that ends a line is compulsory": (
        lambda: key(SPOT_OR_END, Stop()),
        Reason.STOP_MUST_DIG,
    ),
    "4.2 nobody has to look ahead: a dead end ends the turn": (
        lambda: dug(DEAD_END, "solid", "D5").active,
        1,
    ),
    "4.2 with a marker placed a second spot is no tunnel: the turn ends": (
        lambda: after(TWO_SPOTS, dig(TWO_SPOTS, "solid", "D5", "A")).active,
        1,
    ),
    "4.2 a station on offer does not prolong a dig": (
        lambda: (
            dug(board(*ENDS, players=2, on=walled("D4 D5 E4"), stations="D4"), "solid", "D5").active
        ),
        1,
    ),
    "4.3 the first tunnel of a line is one of the three": (
        lambda: (
            dug(
                after(board("0 solid: F4 F5", players=2), start("striped", "S2", "A8")),
                "solid",
                "F6",
                "F7",
            ).active
        ),
        1,
    ),
    "4.4 with spots alone a company may pass": (lambda: key(SPOT, Stop()), None),
    "4.4 a pass counts as a turn without a tunnel": (lambda: after(SPOT, Stop()).idle_turns, 1),
    "4.4 a dig stopped early does not": (
        lambda: after(dug(THEN_SPOT, "solid", "D5"), Stop()).idle_turns,
        0,
    ),
    "4.4 no pass with a compulsory tunnel": (lambda: key(TWO, Stop()), Reason.STOP_MUST_DIG),
    "4.4 no pass with an intermediate station to place": (
        lambda: refusal(SPOT_OR_STATION, Stop()),
        (Reason.STOP_STATION_POSSIBLE, {}),
    ),
    "4.4 a spot or a station: no stop is listed": (
        lambda: choices(SPOT_OR_STATION),
        (
            dig(SPOT_OR_STATION, "solid", "D5", "A"),
            dig(SPOT_OR_STATION, "solid", ">E4", "A"),
            site("solid", "E2"),
            site("solid", "E3"),
        ),
    ),
    "4.4 who can do nothing is passed over": (lambda: NOTHING.turn, 4),
    "4.4 who is passed over leaves the turn to the next": (
        lambda: (NOTHING.active, NOTHING.idle_turns, NOTHING.ended_by),
        (0, 1, None),
    ),
}
test_section_4 = section(CASES)

"""MM §11: end of building."""

from typing import Any

from metrobot.engine.actors import Seat
from metrobot.engine.errors import CommonReason
from metrobot.games.metromania.actions import Decline, Stop
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.state import Deeds, State
from tests.games.metromania.boards import (
    TITLE,
    after,
    board,
    choices,
    dig,
    dug,
    is_blocked,
    rules,
    site,
    walled,
)
from tests.rulebook.cases import Cases, section

UP = "0 solid: S2 A7 B6 C6 D6 E6 F6 G6 H6 I6 J6 K5"
DONE = "0 striped: I2 J2 K2 N5"
TWO_LINES = after(board(UP, DONE, players=3, sides={"0 striped": 4}), dig(board(UP), "solid", "N1"))

# Company 0 fills the only cell where company 1's solid line could go on.
LAST_CELL = board(
    "0 solid: F4 E4",
    "0 striped: H6 H7",
    "1 solid: D3 D4",
    "1 striped: G7 G8 G9",
    players=2,
    on=walled("D4 D5 E4,D5 D6 E5,D6 D7 E6"),
    stations="G9",
)
BLOCKING = after(LAST_CELL, dig(LAST_CELL, "solid", ">D5"))

# Company 1 could go on from F6 only by a sharp turn.
FREED = board(
    UP.replace("E6 F6", "E6 >F6"),
    "1 solid: F4 F5 F6",
    "1 striped: G9 G10",
    players=2,
    on=walled("E6 F5 F6"),
)
FREED_ENDED = after(FREED, dig(FREED, "solid", "N1"))

LAST_STATION = board(
    "0 solid: F4 F5 F6 F7", "1 solid: H4 H5 H6", players=3, stations="F7 H6", stock=1
)
STATIONS_OUT = after(LAST_STATION, site("solid", "F5"))

ONLY_SPOTS = board(
    "0 solid: D3 D4",
    "0 striped: H6 H7",
    "1 solid: F8 F9",
    "1 striped: B8 B9",
    players=2,
    on=walled("", {"D4 D5 E4": "R", "F10 F9 G9": "W"}),
    hands={0: "A-R", 1: "A-W"},
)
ONE_SPOT = board(
    "0 solid: D3 D4",
    "0 striped: H6 H7",
    "1 solid: F8 F9",
    "1 striped: B8 B9",
    players=2,
    on=walled("", {"D4 D5 E4": "R"}),
    hands={0: "A-R"},
)
RIM = "A6 A7 A8 A9 A10 A11 B11 C11 D11 E11 F11 G10 H9 I8 J7 K6 K5 K4"
GATES = "NE2 NE4 N2 N4 NW2 NW4 SW2 SW4 S2 S4 SE2 SE4"


def at_d4(hand: str = "", placed: dict[str, str] | None = None, **more: Any) -> bool | None:
    """Return whether company 0's line at D4, beside a spot R alone, is blocked."""
    state = board(
        "0 solid: D3 D4",
        on=walled("", {"D4 D5 E4": "R"}),
        hands={0: hand},
        placed=placed or {},
        **more,
    )
    return is_blocked(state, "0 solid")


def ended(state: State) -> tuple[EndedBy | None, tuple[Seat, ...]]:
    """Return the cause of building's end, and the seats that still have a last turn."""
    view = TITLE.view_for(state)
    return view.ended_by, view.last_turns


def done(state: State) -> int:
    """Return the number of lines finished or blocked."""
    return TITLE.view_for(state).lines_done


def blocked_by_stock(stock: int) -> bool | None:
    """Return whether a line is blocked whose only way needs a station."""
    state = board("0 solid: D3 D4", "1 solid: F3 E4 D5", on=walled("D4 D5 E4"), stock=stock)
    return is_blocked(state, "0 solid")


CASES: Cases = {
    "11.1 a company finishes its second line": (lambda: TWO_LINES.ended_by, EndedBy.TWO_LINES),
    "11.1 one line finished ends nothing": (
        lambda: after(board(UP, players=3), dig(board(UP), "solid", "N1")).ended_by,
        None,
    ),
    "11.1 the last station is placed": (lambda: STATIONS_OUT.ended_by, EndedBy.STATIONS),
    "11.1 the last station is made by digging": (
        lambda: (
            dug(
                board("0 solid: D6 E6", "1 solid: F4 F5 F6", stock=1, players=3), "solid", "F6"
            ).ended_by
        ),
        EndedBy.STATIONS,
    ),
    "11.1 enough lines are finished or blocked": (lambda: BLOCKING.ended_by, EndedBy.LINES),
    "11.1 one line fewer does not end it": (
        lambda: (
            after(
                board(
                    "0 solid: F4 E4",
                    "1 solid: D3 D4",
                    "1 striped: G7 G8 G9",
                    players=2,
                    on=LAST_CELL.built_city,
                    stations="G9",
                ),
                dig(LAST_CELL, "solid", ">D5"),
            ).ended_by
        ),
        None,
    ),
    "11.1 the number of lines needed": (
        lambda: [
            TITLE.view_for(TITLE.initial_state(rules(players, **options))).lines_needed
            for players, options in ((2, {}), (3, {}), (4, {}), (2, {"advanced": True}))
        ],
        [3, 4, 5, 5],
    ),
    "11.1 of several ends the first of two lines, stations, lines": (
        lambda: (
            after(
                board(
                    UP,
                    DONE,
                    "1 solid: I5 J5 K5",
                    players=2,
                    stock=1,
                    sides={"0 striped": 4},
                    stations="J6",
                ),
                dig(board(UP), "solid", "N1"),
            ).ended_by
        ),
        EndedBy.TWO_LINES,
    ),
    "11.1 stations before lines": (
        lambda: (
            after(
                board(
                    "0 solid: F3 E4",
                    "0 striped: H6 H7",
                    "1 solid: D3 D4 >D5",
                    "1 striped: G8 G9",
                    players=2,
                    on=walled("D5 E4 E5"),
                    stock=1,
                ),
                dig(board("0 solid: F3 E4"), "solid", "D5"),
            ).ended_by
        ),
        EndedBy.STATIONS,
    ),
    "11.2 checked after every tunnel: the active player stops at once": (
        lambda: (BLOCKING.active, BLOCKING.turn - LAST_CELL.turn),
        (1, 1),
    ),
    "11.2 checked after an intermediate station": (lambda: STATIONS_OUT.active, 1),
    "11.2 every other player has one last turn": (
        lambda: ended(STATIONS_OUT),
        (EndedBy.STATIONS, (1, 2)),
    ),
    "11.2 the station of the line just ended is still offered": (
        lambda: choices(TWO_LINES)[-1],
        Decline(),
    ),
    "11.2 then the others have their last turns": (
        lambda: ended(after(TWO_LINES, Decline())),
        (EndedBy.TWO_LINES, (1, 2)),
    ),
    "11.2 while it is offered, they are still to come": (
        lambda: ended(TWO_LINES),
        (EndedBy.TWO_LINES, (1, 2)),
    ),
    "11.2 the last of them ends the game": (
        lambda: TITLE.is_over(after(BLOCKING, site("striped", "G8"))),
        True,
    ),
    "11.2 after that nothing is legal": (
        lambda: str(TITLE.objection(after(BLOCKING, site("striped", "G8")), Seat(0), Stop())),
        str(CommonReason.GAME_OVER),
    ),
    "11.2 in a last turn nothing triggers": (
        lambda: ended(
            after(
                after(
                    board(
                        UP,
                        DONE,
                        "1 solid: F8 F9 F10",
                        "2 solid: D8 D9",
                        players=3,
                        stock=1,
                        stations="F10",
                        sides={"0 striped": 4},
                    ),
                    dig(board(UP), "solid", "N1"),
                    Decline(),
                ),
                site("solid", "F9"),
            )
        ),
        (EndedBy.TWO_LINES, (2,)),
    ),
    "11.2 who can do nothing in their last turn is passed over": (
        lambda: TITLE.is_over(
            after(
                board(
                    "0 solid: F4 E4",
                    "0 striped: H6 H7",
                    "1 solid: D3 D4",
                    "1 striped: G8 G9",
                    players=2,
                    on=LAST_CELL.built_city,
                ),
                dig(LAST_CELL, "solid", ">D5"),
            )
        ),
        True,
    ),
    "11.2 once reached it stays reached, whatever the station of 10.3 changes": (
        lambda: (
            FREED_ENDED.ended_by,
            done(FREED_ENDED),
            done(after(FREED_ENDED, site("solid", "F6"))),
            after(FREED_ENDED, site("solid", "F6")).ended_by,
        ),
        (EndedBy.LINES, 3, 2, EndedBy.LINES),
    ),
    "11.2 the station of 10.3 itself can end it": (
        lambda: (
            after(
                board(UP, players=3, stock=1), dig(board(UP), "solid", "N1"), site("solid", "F6")
            ).ended_by
        ),
        EndedBy.STATIONS,
    ),
    "11.3 a line with no free cell is blocked": (
        lambda: is_blocked(board("0 solid: D3 D4", on=walled()), "0 solid"),
        True,
    ),
    "11.3 one free cell is enough": (
        lambda: is_blocked(board("0 solid: D3 D4", on=walled("D4 D5 C5")), "0 solid"),
        False,
    ),
    "11.3 a cell that only a sharp turn reaches is none": (
        lambda: is_blocked(board("0 solid: D4 D5", on=walled("D4 D5 E4")), "0 solid"),
        True,
    ),
    "11.3 a station made there frees it": (
        lambda: is_blocked(
            board("0 solid: D4 D5", on=walled("D5 E4 E5"), stations="D5"), "0 solid"
        ),
        False,
    ),
    "11.3 no tunnels left": (lambda: is_blocked(board(f"0 solid: {RIM} K3"), "0 solid"), True),
    "11.3 a finished line is not blocked": (
        lambda: is_blocked(board(UP + " N1"), "0 solid"),
        False,
    ),
    "11.3 a spot is free if the owner holds a marker of its type": (lambda: at_d4("A-R"), False),
    "11.3 a spot is not free without one": (lambda: at_d4("A-W B-L"), True),
    "11.3 nor if the marker may not lie there": (lambda: at_d4("A-R", {"1 A-W": "D5 E4 E5"}), True),
    "11.3 even after the owner placed a marker this turn": (
        lambda: at_d4("A-R", deeds=Deeds(dug=1, has_placed=True)),
        False,
    ),
    "11.3 a tunnel that lacks a station is forbidden": (
        lambda: [blocked_by_stock(1), blocked_by_stock(0)],
        [False, True],
    ),
    "11.3 a legal ending tunnel is an extension": (
        lambda: is_blocked(board(UP, on=walled()), "0 solid"),
        False,
    ),
    "11.3 an ending tunnel through a taken gate is none": (
        lambda: is_blocked(board(UP, on=walled(), taken="N1"), "0 solid"),
        True,
    ),
    "11.3 an unstarted line is not blocked while a start is legal": (
        lambda: is_blocked(board(taken=GATES.replace("NE2 ", "")), "0 solid"),
        False,
    ),
    "11.3 an unstarted line without a gate is": (
        lambda: is_blocked(board(taken=GATES), "0 solid"),
        True,
    ),
    "11.3 the order of turns aside: the second line in the first turn": (
        lambda: is_blocked(board("0 solid: N2 K4", round_number=0), "0 striped"),
        False,
    ),
    "11.3 a gate on a side that is barred is no start": (
        lambda: is_blocked(
            board("0 solid: N2 K4", taken="NE2 NE4 N4 NW2 NW4 SW2 SW4 S2 S4 SE2"), "0 striped"
        ),
        False,
    ),
    "11.4 as many turns without a tunnel or a station as players end it": (
        lambda: after(ONLY_SPOTS, Stop(), Stop()).ended_by,
        EndedBy.PASSES,
    ),
    "11.4 at once and without last turns": (
        lambda: TITLE.is_over(after(ONLY_SPOTS, Stop(), Stop())),
        True,
    ),
    "11.4 one turn fewer does not": (lambda: TITLE.is_over(after(ONLY_SPOTS, Stop())), False),
    "11.4 a tunnel between them begins the count anew": (
        lambda: TITLE.is_over(
            after(ONLY_SPOTS, Stop(), dig(after(ONLY_SPOTS, Stop()), "solid", "F10", "A"))
        ),
        False,
    ),
    "11.4 those passed over count": (lambda: after(ONE_SPOT, Stop()).ended_by, EndedBy.PASSES),
}
test_section_11 = section(CASES)

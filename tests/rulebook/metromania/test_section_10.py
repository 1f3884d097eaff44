"""MM §10: ending a line."""

from typing import Any

from metrobot.games.metromania.actions import Decline, Dig, LineName, Stop
from metrobot.games.metromania.geometry import GATE_OF
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.state import State
from tests.games.metromania.boards import (
    after,
    board,
    choices,
    city,
    dig,
    dug,
    key,
    point,
    refusal,
    site,
    stations_of,
)
from tests.rulebook.cases import Cases, section

UP = "0 solid: S2 A7 B6 C6 D6 E6 F6 G6 H6 I6 J6 K5"
READY = board(UP, players=2)
ENDED = after(READY, dig(READY, "solid", "N1"))
OTHER = "0 striped: F8 F9"
RICH = board(UP, players=2, on=city({"D6 D7 E6": "R"}))


def last_tunnel(to: str) -> Dig:
    """Return a tunnel from K5 through a gate."""
    gate = GATE_OF[point(to)]
    return Dig(LineName.SOLID, point("K5"), gate.outer, gate.cell, None)


def from_north(taken: str = "", to: str = "N1") -> str | None:
    """Return the objection to ending at N1 a line that started at this side."""
    return key(board("0 solid: I6 J6 K5", sides={"0 solid": 1}, taken=taken), last_tunnel(to))


def at_side(side: int) -> str | None:
    """Return the objection to ending at N1 a line that started on this side."""
    return key(board("0 solid: I6 J6 K5", sides={"0 solid": side}), last_tunnel("N1"))


FAR_ENDS = "SW1 SW5 S1 S5 SE1 SE5"


def bonus(*names: str, **options: Any) -> State:
    """Return the board on which company 0 has just ended its solid line."""
    state = board(UP, *names, players=2, **options)
    return after(state, dig(state, "solid", "N1"))


CASES: Cases = {
    "10.1 from its end point to the gate's outer corner": (
        lambda: ENDED.lines[0].points[-2:],
        (point("K5"), point("N1")),
    ),
    "10.1 then the line is finished": (lambda: ENDED.lines[0].is_finished, True),
    "10.1 not through a white gate": (
        lambda: refusal(READY, last_tunnel("N2")),
        (Reason.END_WHITE_GATE, {"gate": "N2"}),
    ),
    "10.1 not through a gate that lies elsewhere": (
        lambda: refusal(READY, last_tunnel("N5")),
        (Reason.END_NOT_AT_GATE, {"gate": "N5", "point": "K5"}),
    ),
    "10.1 not through a gate that is taken": (
        lambda: refusal(board(UP, taken="N1"), last_tunnel("N1")),
        (Reason.END_GATE_TAKEN, {"gate": "N1"}),
    ),
    "10.1 the angle rule holds": (
        lambda: refusal(board("0 solid: K3 K4 K5", sides={"0 solid": 4}), last_tunnel("N1")),
        None,
    ),
    "10.1 a sharp turn into the gate is refused": (
        lambda: key(board("0 solid: J6 K6 K5", sides={"0 solid": 4}), last_tunnel("N1")),
        Reason.SHARP_ANGLE,
    ),
    "10.1 from a station it is legal": (
        lambda: key(
            board("0 solid: J6 K6 K5", sides={"0 solid": 4}, stations="K5"), last_tunnel("N1")
        ),
        None,
    ),
    "10.1 no marker on a gate's cell": (
        lambda: key(
            READY, Dig(LineName.SOLID, point("K5"), point("N1"), GATE_OF[point("N1")].cell, "A")
        ),
        Reason.NO_SPOT,
    ),
    "10.1 only on the gate's own cell": (
        lambda: key(
            READY, Dig(LineName.SOLID, point("K5"), point("N1"), GATE_OF[point("N2")].cell, None)
        ),
        Reason.CELL_NOT_BESIDE,
    ),
    "10.2 not on the side where it started nor next to it": (
        lambda: [at_side(side) for side in range(6)],
        [Reason.END_SIDE] * 3 + [None] * 3,
    ),
    "10.2 which gate is refused is told": (
        lambda: refusal(board("0 solid: I6 J6 K5", sides={"0 solid": 2}), last_tunnel("N1")),
        (Reason.END_SIDE, {"gate": "N1"}),
    ),
    "10.2 one free black gate on the other sides bars the near ones": (
        lambda: from_north("SW1 SW5 S1 S5 SE1"),
        Reason.END_SIDE,
    ),
    "10.2 unless no such gate is free: then any": (lambda: from_north(FAR_ENDS), None),
    "10.3 a station is offered on any point of the line, or nothing": (
        lambda: choices(ENDED),
        (*(site("solid", name) for name in UP.split()[3:]), Decline()),
    ),
    "10.3 both ends count as stations": (
        lambda: stations_of(after(ENDED, site("solid", "K5"))),
        "K5",
    ),
    "10.3 not where one stands": (
        lambda: refusal(bonus(stations="F6"), site("solid", "F6")),
        (Reason.STATION_EXISTS, {"point": "F6"}),
    ),
    "10.3 on that line only": (
        lambda: refusal(bonus("0 striped: F8 F9 F10", stations="F10"), site("striped", "F9")),
        (Reason.STATION_OTHER_LINE, {"line": "solid"}),
    ),
    "10.3 at once: no tunnel before it is decided": (
        lambda: refusal(bonus(OTHER), dig(board(OTHER), "striped", "F10")),
        (Reason.BONUS_FIRST, {"line": "solid"}),
    ),
    "10.3 at once: no stop before it is decided": (
        lambda: refusal(ENDED, Stop()),
        (Reason.BONUS_FIRST, {"line": "solid"}),
    ),
    "10.3 it scores": (
        lambda: after(RICH, dig(RICH, "solid", "N1"), site("solid", "D6")).station_points,
        (1, 0),
    ),
    "10.3 then the dig goes on": (lambda: after(bonus(OTHER), site("solid", "F6")).active, 0),
    "10.3 declined, the dig goes on, too": (
        lambda: key(after(bonus(OTHER), Decline()), dig(board(OTHER), "striped", "F10")),
        None,
    ),
    "10.3 after the third tunnel it is offered, too": (
        lambda: choices(
            dug(dug(board(UP, OTHER, players=2), "striped", "F10", "F11"), "solid", "N1")
        )[-1],
        Decline(),
    ),
    "10.3 and then the turn is over": (
        lambda: (
            after(
                dug(dug(board(UP, OTHER, players=2), "striped", "F10", "F11"), "solid", "N1"),
                Decline(),
            ).active
        ),
        1,
    ),
    "10.3 only while the stock has a station": (
        lambda: (bonus(OTHER, stock=0).now.bonus, bonus(OTHER, stock=0).active),
        (None, 1),
    ),
    "10.3 nothing is offered where every point has one": (
        lambda: bonus(OTHER, stations="A7 B6 C6 D6 E6 F6 G6 H6 I6 J6 K5").now.bonus,
        None,
    ),
    "10.3 afterwards never again": (
        lambda: key(board(UP + " N1", OTHER, players=2), site("solid", "F6")),
        Reason.STATION_LINE_FINISHED,
    ),
    "10.3 other lines meeting it still make stations on it": (
        lambda: stations_of(
            dug(board(UP + " N1", "1 solid: F4 F5", players=2, seat=1), "solid", "F6")
        ),
        "F6",
    ),
}
test_section_10 = section(CASES)

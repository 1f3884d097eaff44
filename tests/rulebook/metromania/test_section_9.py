"""MM §9: destinations."""

from metrobot.games.metromania.reasons import Reason
from tests.games.metromania.boards import TITLE, after, board, choices, city, dig, dug, key, refusal
from tests.rulebook.cases import Cases, section

SPOTS = {"F6 F7 G6": "R", "E7 F6 F7": "W", "F8 F9 G8": "R"}
ON_R = board(
    "0 solid: F4 F5 F6",
    "0 striped: H4 H5",
    players=2,
    on=city(SPOTS),
    hands={0: "A-R C-R B-W", 1: "A-W"},
)
PLACED = after(ON_R, dig(ON_R, "solid", "F7", "C"))


def near(where: str, letter: str = "A") -> str | None:
    """Return the objection to A-R on F6 F7 G6 with the other A on this cell."""
    state = board(
        "0 solid: F4 F5 F6",
        players=2,
        on=city({"F6 F7 G6": "R"}),
        hands={0: "A-R C-R"},
        placed={"1 A-W": where},
    )
    return key(state, dig(state, "solid", "F7", letter))


CASES: Cases = {
    "9.1 digging on a spot places a marker of its type": (
        lambda: [(p.marker.name, p.company) for p in TITLE.view_for(PLACED).placed],
        [("C-R", 0)],
    ),
    "9.1 the marker leaves the hand": (
        lambda: [marker.name for marker in PLACED.hands[0]],
        ["A-R", "B-W"],
    ),
    "9.1 with several of the type the player chooses": (
        lambda: [
            action.letter
            for action in choices(ON_R)
            if action == dig(ON_R, "solid", "F7", action.letter)
        ],
        ["A", "C"],
    ),
    "9.1 no tunnel on a spot without a marker": (
        lambda: refusal(ON_R, dig(ON_R, "solid", "F7")),
        (Reason.MARKER_NEEDED, {"spot": "R"}),
    ),
    "9.1 who has none of the type does not dig there": (
        lambda: refusal(
            board("0 solid: F4 F5 F6", players=2, on=city(SPOTS), hands={0: "B-W"}),
            dig(ON_R, "solid", "F7"),
        ),
        (Reason.NO_MARKER, {"spot": "R"}),
    ),
    "9.1 nor with a marker that another holds": (
        lambda: refusal(ON_R, dig(ON_R, "solid", "F7", "D")),
        (Reason.NOT_YOUR_MARKER, {"spot": "R", "letter": "D"}),
    ),
    "9.1 nor with a marker of another type": (
        lambda: key(ON_R, dig(ON_R, "solid", ">F7", "A")),
        Reason.NOT_YOUR_MARKER,
    ),
    "9.1 no marker off the spots": (
        lambda: refusal(ON_R, dig(ON_R, "solid", "G6", "A")),
        (Reason.NO_SPOT, {"cell": "F6 G5 G6"}),
    ),
    "9.2 one marker a turn": (
        lambda: refusal(
            dug(PLACED, "solid", "F8"), dig(dug(PLACED, "solid", "F8"), "solid", "F9", "A")
        ),
        (Reason.ONE_MARKER_A_TURN, {}),
    ),
    "9.2 also when it would go along the other line": (
        lambda: refusal(
            after(
                board(
                    "0 solid: F4 F5 F6",
                    "0 striped: H4 H5 H6",
                    players=2,
                    on=city({"F6 F7 G6": "R", "H6 H7 I6": "W"}),
                    hands={0: "A-R B-W"},
                ),
                dig(ON_R, "solid", "F7", "A"),
            ),
            dig(board("0 striped: H4 H5 H6"), "striped", "H7", "B"),
        ),
        (Reason.ONE_MARKER_A_TURN, {}),
    ),
    "9.3 two of a letter not on cells that share an edge": (
        lambda: near("F7 G6 G7"),
        Reason.MARKERS_TOO_CLOSE,
    ),
    "9.3 nor on cells that share a point": (lambda: near("F7 F8 E8"), Reason.MARKERS_TOO_CLOSE),
    "9.3 one cell between them is enough": (lambda: near("E9 F8 F9"), None),
    "9.3 another letter may lie next to it": (lambda: near("F7 F8 E8", "C"), None),
    "9.3 which letter is too close is told": (
        lambda: refusal(
            board(
                "0 solid: F4 F5 F6",
                players=2,
                on=city(SPOTS),
                hands={0: "A-R"},
                placed={"1 A-W": "E7 E8 F7"},
            ),
            dig(ON_R, "solid", "F7", "A"),
        ),
        (Reason.MARKERS_TOO_CLOSE, {"letter": "A"}),
    ),
}
test_section_9 = section(CASES)

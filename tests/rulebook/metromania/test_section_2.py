"""MM §2: pieces."""

from metrobot.games.metromania.city import LEFT, MARKERS, RIGHT
from tests.games.metromania.boards import TITLE, board, fresh
from tests.rulebook.cases import Cases, section

CASES: Cases = {
    "2.1 each company has a solid and a striped line of 18 tunnels": (
        lambda: [
            [(str(line.name), line.tunnels_left) for line in company.lines]
            for company in TITLE.view_for(fresh(2)).companies
        ],
        [[("solid", 18), ("striped", 18)]] * 2,
    ),
    "2.1 tunnels laid are gone": (
        lambda: TITLE.view_for(board("0 solid: F4 F5 F6")).companies[0].lines[0].tunnels_left,
        16,
    ),
    "2.2 there are 30 stations": (lambda: TITLE.view_for(fresh(2)).stock, 30),
    "2.3 the left column": (
        lambda: " ".join(marker.name for marker in LEFT),
        "A-R B-W C-L D-R E-W F-L",
    ),
    "2.3 the right column": (
        lambda: " ".join(marker.name for marker in RIGHT),
        "A-W B-L C-R D-W E-L F-R",
    ),
    "2.3 twelve markers": (lambda: len(MARKERS), 12),
}
test_section_2 = section(CASES)

"""OU §4: building."""

from metrobot.engine.actions import Action
from metrobot.games.underground.board import COLOUR_NAMED, Link
from metrobot.games.underground.state import Phase, State
from metrobot.games.underground.turn.pieces import cost_of
from tests.games.underground.positions import (
    FIRST,
    TITLE,
    TOKEN,
    after,
    path,
    piece,
    position,
    refusal,
    trip,
)
from tests.rulebook.cases import Cases, section

OPEN = ("oxford_circus", "acton", "greenwich", "borough")
WEST = path("acton", "white_city", "shepherds_bush", "notting_hill_gate")
LOOP = path("white_city", "acton", "alperton", "white_city")
SIX = LOOP | path("white_city", "shepherds_bush")
BENT = path("hampstead", "mornington_crescent", "euston", "oxford_circus") | path(
    "oxford_circus", "tottenham_court_road", "holborn"
)
BRANCH = piece("red", "shepherds_bush", "paddington")
PIECES: tuple[Action, ...] = (
    piece("red", "paddington", "notting_hill_gate"),
    piece("red", "paddington", "marylebone"),
    piece("pink", "bank", "aldgate"),
    piece("pink", "bank", "holborn"),
)


def turn(used: int = 0) -> State:
    """Return a turn of which some actions are used, for tokens."""
    return after(position(tracks={"red": WEST}, open_cards=OPEN), *[TOKEN] * used)


def phases(*actions: Action) -> list[Phase]:
    return [after(turn(), *actions[:count]).phase for count in (3, 4)]


def laid(a: str, b: str, have: int = 0, **tracks: frozenset[Link]) -> int | str:
    """Return the tokens that a red piece cost, or why it was refused."""
    state = position(tracks=tracks, tokens=(have, 7))
    key = refusal(state, piece("red", a, b))
    return key or have - after(state, piece("red", a, b)).tokens[FIRST]


def shut_in() -> State:
    """Return a position in which all lines of the first player end at full links."""
    tracks = {
        "red": path("amersham", "rickmansworth"),
        "blue": path("rickmansworth", "northwood"),
        "pink": path("lewisham", "greenwich"),
        "grey": path("greenwich", "canary_wharf"),
    }
    return position(5, tracks=tracks, tokens=(9,) * 5)


def spent() -> State:
    """Return a position in which the first player has no piece left."""
    links = [Link(number) for number in range(20)]
    tracks = {"red": frozenset(links), "pink": frozenset(links[:15])}
    return position(5, tracks=tracks, tokens=(9,) * 5)


CASES: Cases = {
    "4.1 a turn is four pieces": (lambda: phases(*PIECES), [Phase.BUILD, Phase.TRAVEL]),
    "4.1 or four tokens": (lambda: phases(*[TOKEN] * 4), [Phase.BUILD, Phase.TRAVEL]),
    "4.1 or a mix in any order": (
        lambda: phases(PIECES[0], TOKEN, PIECES[2], TOKEN),
        [Phase.BUILD, Phase.TRAVEL],
    ),
    "4.1 a piece is of one's own": (
        lambda: refusal(turn(), piece("blue", "acton", "alperton")),
        "rule.build.not_your_colour",
    ),
    "4.1 not of a colour that nobody plays": (
        lambda: refusal(turn(), piece("purple", "acton", "alperton")),
        "rule.build.not_your_colour",
    ),
    "4.1 no fifth piece": (lambda: refusal(turn(4), PIECES[0]), "rule.build.turn_is_built"),
    "4.1 no fifth token": (lambda: refusal(turn(4), TOKEN), "rule.build.turn_is_built"),
    "4.1 no passenger before the fourth": (
        lambda: refusal(turn(3), trip("oxford_circus")),
        "rule.travel.build_first",
    ),
    "4.1 a token instead of a piece is one token": (lambda: turn(1).tokens, (1, 0)),
    "4.1 ending early turns the rest into tokens": (
        lambda: after(turn(), PIECES[0], *[TOKEN] * 3).tokens,
        (3, 0),
    ),
    "4.2 on an empty space": (lambda: laid("acton", "alperton"), 0),
    "4.2 beside another colour": (
        lambda: laid("acton", "alperton", blue=path("acton", "alperton")),
        0,
    ),
    "4.2 not without a space": (
        lambda: laid("acton", "white_city", blue=path("acton", "white_city")),
        "rule.build.link_full",
    ),
    "4.2 not where the colour is, though there is space": (
        lambda: laid("acton", "alperton", 9, red=LOOP),
        "rule.build.colour_is_there",
    ),
    "4.3 the first piece of a colour goes anywhere": (
        lambda: laid("greenwich", "canary_wharf", pink=WEST, blue=LOOP),
        0,
    ),
    "4.3 never a second line of a colour": (
        lambda: laid("greenwich", "canary_wharf", 9, red=WEST),
        "rule.build.not_connected",
    ),
    "4.3 not even a link away": (
        lambda: laid("paddington", "marylebone", 9, red=WEST),
        "rule.build.not_connected",
    ),
    "4.4 free from one end": (lambda: laid("notting_hill_gate", "marble_arch", red=WEST), 0),
    "4.4 free from the other": (lambda: laid("acton", "alperton", red=WEST), 0),
    "4.4 an end of another colour is none": (
        lambda: laid("acton", "ealing_common", red=LOOP, pink=path("acton", "ealing_broadway")),
        "rule.build.too_few_tokens",
    ),
    "4.4 free to close a loop between two ends": (
        lambda: laid("acton", "alperton", red=path("acton", "white_city", "alperton")),
        0,
    ),
    "4.4 free to close a loop from an end into the middle": (
        lambda: laid(
            "alperton", "white_city", red=path("shepherds_bush", "white_city", "acton", "alperton")
        ),
        0,
    ),
    "4.5 two tokens from the middle": (
        lambda: laid("shepherds_bush", "paddington", 2, red=WEST),
        2,
    ),
    "4.5 one is too few": (
        lambda: laid("shepherds_bush", "paddington", 1, red=WEST),
        "rule.build.too_few_tokens",
    ),
    "4.5 two tokens pay for one": (
        lambda: [
            TITLE.view_for(position(tokens=(have, 0, 0))).players[0].can_branch
            for have in (0, 1, 2, 3)
        ],
        [False, False, True, True],
    ),
    "4.5 two between two middles": (lambda: laid("euston", "tottenham_court_road", 5, red=BENT), 2),
    "4.5 two from a closed loop": (lambda: laid("acton", "ealing_common", 2, red=LOOP), 2),
    "4.5 where a line ran back into itself is no end": (
        lambda: laid("white_city", "shepherds_bush", 2, red=LOOP),
        2,
    ),
    "4.5 nor is it with a tail": (lambda: laid("acton", "ealing_common", 2, red=SIX), 2),
    "4.5 the tail is": (lambda: laid("shepherds_bush", "paddington", red=SIX), 0),
    "4.5 two from where a branch began": (
        lambda: laid(
            "shepherds_bush", "goldhawk_road", 2, red=WEST | path("shepherds_bush", "paddington")
        ),
        2,
    ),
    "4.5 the tip of a branch is an end": (
        lambda: laid("paddington", "marylebone", red=WEST | path("shepherds_bush", "paddington")),
        0,
    ),
    "4.5 a branch is one of the four actions": (
        lambda: phases(TOKEN, TOKEN, BRANCH, TOKEN),
        [Phase.BUILD, Phase.TRAVEL],
    ),
    "4.5 the price is known without the tokens": (
        lambda: [
            cost_of(position(tracks={"red": WEST}), build)
            for build in (
                piece("red", "acton", "alperton"),
                BRANCH,
                piece("red", "bank", "holborn"),
            )
        ],
        [0, 2, None],
    ),
    "4.6 tokens are spent in the turn that earns them": (
        lambda: after(turn(), piece("red", "acton", "ealing_broadway"), TOKEN, BRANCH).tokens,
        (0, 0),
    ),
    "4.6 but not before they are earned": (
        lambda: laid(
            "watford", "northwood", 1, red=path("harrow_on_the_hill", "northwood", "rickmansworth")
        ),
        "rule.build.too_few_tokens",
    ),
    "4.6 there is no limit on them": (
        lambda: after(position(tokens=(99, 0)), TOKEN).tokens,
        (100, 0),
    ),
    "4.7 shut in on all sides": (lambda: TITLE.legal_actions(shut_in(), FIRST), (TOKEN,)),
    "4.7 without pieces": (lambda: TITLE.legal_actions(spent(), FIRST), (TOKEN,)),
    "4.7 no piece is left": (
        lambda: (
            refusal(spent(), piece("red", "aldgate", "mile_end")),
            [spent().pieces_left(COLOUR_NAMED[name]) for name in ("red", "pink", "black")],
        ),
        ("rule.build.no_pieces", [0, 0, 20]),
    ),
}
test_section_4 = section(CASES)

"""Tunnels and stations typed by people, and what is suggested to them."""

from collections.abc import Iterator
from itertools import chain, islice
from random import Random

import pytest

from metrobot.engine.errors import Refusal
from metrobot.games.metromania.actions import Dig, LineName, PlaceStation
from metrobot.games.metromania.geometry import CELL_NAMED, POINT_NAMED, POINT_NAMES
from metrobot.ui.kit.typed_turns import TypedTurn
from metrobot.ui.metromania.names import is_left
from metrobot.ui.metromania.typed import TypedKey, corner_name, in_words, typed_target
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.metromania.games import draft_at, play, table_at
from tests.ui.typed_stage import actions, legal_in, offered, refusal, refused, turn_of

NINTH = 8
"""Index of a turn of a game of four in which both lines have begun."""


def turns(
    players: int, seed: int, first: int = 0, step: int = 1, locale: str = "en"
) -> Iterator[TypedTurn]:
    """Yield some turns of a game, nothing chosen yet."""
    game = play(players, seed)
    for events in islice(game.turn_starts()[:-1], first, None, step):
        yield turn_of(table_at(game, events), draft_at(game, events), locale)


def ninth() -> TypedTurn:
    """Return the turn in which both lines have begun."""
    return next(turns(4, 1, first=NINTH))


def legal_digs(turn: TypedTurn) -> list[Dig]:
    """Return the open tunnels of both lines."""
    return [action for action in turn.draft.open_choices if isinstance(action, Dig)]


def line_for(dig: Dig, side: str) -> str:
    """Return the line that names a tunnel whole."""
    place = f" place:{dig.letter}" if dig.letter else ""
    return f"/dig line:{dig.line} to:{typed_target(dig).lower()} beside:{side}{place}"


@pytest.mark.parametrize(
    ("locale", "left", "right"),
    [
        ("en", "", ""),
        ("en", "left", "Right"),
        ("en", "L", " r "),
        ("nl", "links", "Rechts"),
        ("es-ES", "izquierda", "Derecha"),
        ("ko", "왼쪽", "오른쪽"),
        ("ko", "left", "right"),
    ],
)
def test_every_legal_tunnel_can_be_typed(locale: str, left: str, right: str) -> None:
    """By target, letter and third corner, or a side looking ahead, also in one's language."""
    for turn in chain(*(turns(players, 3, 0, 8, locale) for players in (2, 3, 4))):
        for dig in legal_digs(turn):
            side = left if is_left(dig.start, dig.end, dig.cell) else right
            assert actions(turn, line_for(dig, side or corner_name(dig))) == (dig,)


def test_left_is_left_of_the_way() -> None:
    """Going east from F4 to F5, the cell with G4 lies to the left, that with E5 to the right."""
    f4, f5 = POINT_NAMED["F4"], POINT_NAMED["F5"]

    assert is_left(f4, f5, CELL_NAMED["F4", "F5", "G4"])
    assert not is_left(f4, f5, CELL_NAMED["E5", "F4", "F5"])
    assert not is_left(f5, f4, CELL_NAMED["F4", "F5", "G4"])


def test_a_side_or_marker_that_is_open_or_wrong_is_asked_for() -> None:
    """With the two third corners, and without a list of markers where none can be placed."""
    turn = ninth()
    plain = [dig for dig in legal_digs(turn) if dig.letter is None and dig.start < 91]
    corners = {
        dig: sorted(corner_name(o) for o in plain if (o.line, o.end) == (dig.line, dig.end))
        for dig in plain
    }
    dig = next(dig for dig, both in corners.items() if len(both) == 2)
    line = f"/dig line:{dig.line} to:{typed_target(dig)}"
    marker = f"{line} beside:{corners[dig][0]} place:A"

    assert refusal(turn, line).key == TypedKey.WHICH_SIDE
    assert refusal(turn, f"{line} beside:A6").key == TypedKey.NO_SIDE
    assert legal_in(turn, line) == legal_in(turn, f"{line} beside:A6") == corners[dig]
    assert refusal(turn, marker).key == TypedKey.NO_MARKERS
    assert "–" not in refused(turn, marker)


def test_an_illegal_tunnel_is_refused_by_the_rules() -> None:
    """The sentence is that of the rule, and what would be legal stands after it."""
    turn = ninth()
    company = turn.draft.title.view_for(turn.draft.state).companies[turn.draft.seat]
    line = f"/dig line:solid to:{POINT_NAMES[company.lines[0].points[-2]]}"
    legal = {typed_target(dig) for dig in legal_digs(turn) if dig.line is LineName.SOLID}

    assert refusal(turn, line).key == TypedKey.REFUSED
    assert "§6.2" in refused(turn, line) or "§6.3" in refused(turn, line)
    assert legal_in(turn, line) == sorted(legal)


@pytest.mark.parametrize(
    ("to", "key"),
    [
        ("nowhere", TypedKey.NO_POINT),
        (" ", TypedKey.NO_POINT),
        ("K11", TypedKey.NO_POINT),
        ("A6 B6 C6", TypedKey.NO_POINT),
        ("A6 A7", TypedKey.REFUSED),
        ("K1", TypedKey.REFUSED),
        ("N2", TypedKey.REFUSED),
    ],
)
def test_nonsense_is_refused(to: str, key: TypedKey) -> None:
    assert refusal(ninth(), f"/dig line:solid to:{to} beside:x place:y").key == key


@pytest.mark.parametrize(("players", "seed"), [(4, 1), (2, 2)])
def test_what_is_suggested_can_be_played(players: int, seed: int) -> None:
    """Every target, side and letter offered leads to a legal tunnel."""
    for turn in turns(players, seed, first=1, step=6):
        for dug in (f"/dig line:{name} to:" for name in LineName):
            for to in offered(turn, dug):
                for corner in offered(turn, f"{dug}{to} beside:"):
                    whole = f"{dug}{to} beside:{corner}"
                    letters = offered(turn, f"{whole} place:")
                    for line in [f"{whole} place:{letter}" for letter in letters] or [whole]:
                        assert actions(turn, line)


def test_suggestions_go_on_from_what_is_typed() -> None:
    """Those that hold what was typed, behind the tunnels before; then for their line."""
    (turn,) = islice(turns(4, 1), 1)
    first = "/dig line:solid to:N2-K5"

    assert "N2-K5" not in offered(turn, f"{first} to2:")
    assert set(offered(turn, f"{first} to2:J6 beside2:")) <= {"J5", "K6"}
    assert list(offered(turn, "/dig line:so to:n2-k5")) == ["N2-K5"]
    for nonsense in ("/dig line:solid to:XX to2:", "/dig line:solid to:XX beside:"):
        with pytest.raises(Refusal):
            offered(turn, nonsense)


def test_the_line_goes_on_until_another_is_named() -> None:
    """Further tunnels are dug on the line before; a row without a target is the end."""
    (turn,) = islice(turns(4, 1), 1)
    line = "/dig line:striped to:S2-A7 to2:B7 beside2:left"
    dug = [action for action in actions(turn, line) if isinstance(action, Dig)]
    first = actions(turn, "/dig line:striped to:S2-A7")

    assert [dig.line for dig in dug] == [LineName.STRIPED, LineName.STRIPED]
    assert "§5.2" in refused(turn, f"{line} line3:solid to3:N2-K5")
    for gap in ("to3:B7", "to2: to3:B7", "line2:solid beside2:left to3:B7"):
        assert actions(turn, f"/dig line:striped to:S2-A7 {gap}") == first


def test_stations_can_be_typed() -> None:
    """Each legal intermediate station is offered, and can be typed in small letters."""
    tried = 0
    for turn in turns(3, 4):
        stations = [act for act in turn.draft.open_choices if isinstance(act, PlaceStation)]
        for station in stations:
            name, line = POINT_NAMES[station.point], f"/station line:{station.line} point:"
            assert name in offered(turn, line)
            assert actions(turn, line + name.lower()) == (station,)
            tried += 1

    assert tried


def test_an_impossible_station_names_those_that_are_possible() -> None:
    """The refusal is that of the rule; where none is possible, no other point is advised."""
    line, turn = "/station line:solid point:", next(turns(3, 1))
    nowhere, able = (
        refused(turn, f"{line}F6"),
        [other for other in turns(3, 4) if offered(other, line)],
    )

    assert refusal(turn, f"{line}F6").key == TypedKey.NOWHERE
    assert "Your solid line can have no intermediate station now" in nowhere
    assert "Choose" not in nowhere
    assert refusal(able[0], f"{line}A6").key == TypedKey.STATION_REFUSED
    assert legal_in(able[0], f"{line}A6") == sorted(offered(able[0], line))
    assert "§8.1" in refused(able[0], f"{line}A6")


def test_a_pass_is_refused_while_one_can_dig() -> None:
    """A player who can dig a tunnel on no spot may not pass (MM §4.4)."""
    assert "§4.2" in refused(next(turns(4, 1)), "/pass")


def test_facts_are_told_in_words() -> None:
    """Spots and lines come from the rules by their codes, and are said in words."""
    refusal = Refusal("rule.dig.not_your_marker", spot="R", letter="D")

    assert in_words(refusal, ENGLISH).facts == {"spot": "residential", "letter": "D"}


def test_behind_an_ended_line_its_station_comes_first() -> None:
    """A tunnel typed while the extra station is open is refused with that alone (MM §10.3)."""
    met = 0
    for turn in turns(3, 4):
        for dig in legal_digs(turn):
            after = turn.draft.then_action(dig)
            if not after.is_turn_over and after.state.now.bonus is not None:
                behind = turn_of(turn.table, after)
                assert refusal(behind, "/dig line:solid to:F6").key == "rule.bonus.first"
                met += 1

    assert met


def test_a_tunnel_behind_the_end_of_a_turn_is_refused() -> None:
    """Also where nobody else can play, so that it would be legal in one's next turn."""
    met = 0
    for turn in turns(2, 1):
        draft, chooser = turn.draft, Random(met)
        while not draft.is_turn_over:
            draft = draft.then(chooser.randrange(len(draft.open_choices)))
        for dig in draft.title.legal_actions(draft.state, draft.seat):
            if isinstance(dig, Dig):
                behind = turn_of(turn.table, draft)
                assert "It is not your turn" in refused(behind, line_for(dig, corner_name(dig)))
                met += 1

    assert met

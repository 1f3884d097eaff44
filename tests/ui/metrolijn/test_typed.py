"""Rides as people type them: understood, or refused with what would be legal."""

import pytest

from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import Map
from metrobot.games.metrolijn.view import SheetView
from metrobot.ui.kit.typed_turns import TypedTurn
from tests.ui.metrolijn.games import Played, draft_at, opened, play, starts_with, table_at
from tests.ui.typed_stage import actions, offered, refused, turn_of


def turn_in(game: Played, events: int) -> TypedTurn:
    """Return the first player's turn after a number of events, nothing chosen yet."""
    return turn_of(table_at(game, events), draft_at(game, events))


def at_card(card: str, map_: str = "berlin", nth: int = 0) -> TypedTurn:
    """Return a turn with some card open."""
    game = play(2, 2, map_)
    return turn_in(game, starts_with(game, card)[nth])


def map_of(turn: TypedTurn) -> Map:
    map_: Map = turn.draft.state.map
    return map_


def sheet_of(turn: TypedTurn) -> SheetView:
    sheet: SheetView = turn.draft.title.view_for(turn.draft.base).sheets[turn.draft.seat]
    return sheet


def names_of(turn: TypedTurn, *, marked: bool) -> list[str]:
    """Return the names of the stations that are marked, or not, on the sheet."""
    sites, own = enumerate(map_of(turn).stations), sheet_of(turn).marked
    return [site.name for number, site in sites if (number in own) is marked]


def lines_in(turn: TypedTurn) -> list[str]:
    """Return the letters of the lines that can be chosen."""
    marks = [act.line for act in turn.draft.open_choices if isinstance(act, Mark)]
    return list(dict.fromkeys(marks))


def mark(turn: TypedTurn, line: str) -> Mark:
    (action,) = actions(turn, line)
    assert isinstance(action, Mark)
    return action


@pytest.mark.parametrize("line", ["C", "c", "U3", "u3", "C U3", " cu3 "])
def test_a_line_is_known_by_letter_or_name(line: str) -> None:
    """Without regard to case and signs; it takes as many crosses as it can."""
    turn = at_card("4")
    rides = [act for act in turn.draft.open_choices if isinstance(act, Mark) and act.line == "C"]
    ride = mark(turn, f"/ride line:{line}")

    assert ride.line == "C"
    assert len(ride.stations) == max(len(act.stations) for act in rides)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_stations_can_be_typed(count: int) -> None:
    turn = at_card("4")
    full = mark(turn, "/ride line:C").stations

    assert mark(turn, f"/ride line:C stations:{count}").stations == full[:count]


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("", 1),
        ("clockwise", 1),
        ("counter", -1),
        ("Anticlockwise", -1),
        ("jungfernheide", 1),
        ("Messe Nord", -1),
    ],
)
def test_a_ring_is_ridden_as_typed(text: str, direction: int) -> None:
    """By its name or by the station that it leads to; clockwise if left out (ML §5)."""
    assert mark(turn_in(opened("4"), 1), f"/ride line:G direction:{text}").direction == direction


def test_a_transfer_can_be_typed_and_given_up() -> None:
    turn = at_card("T")
    (written,) = actions(turn, "/ride line:C")

    assert isinstance(written, Transfer)
    assert written.value is not None
    assert actions(turn, "/ride line:C stations:0") == (Transfer("C", None, None, None),)


def test_a_free_ride_can_be_typed() -> None:
    """By the name of the station; empty ones are suggested, with this card alone."""
    turn, line = at_card("F"), "/free station:"
    choices, empty = offered(turn, line), names_of(turn, marked=False)
    ids = {site.name: site.id for site in map_of(turn).stations}

    assert actions(turn, line + empty[0].upper()) == (FreeRide(ids[empty[0]]),)
    assert choices
    assert choices.keys() <= set(empty)
    assert all("platz" in label.casefold() for label in offered(turn, f"{line}platz").values())
    assert offered(at_card("4"), line) == {}


@pytest.mark.parametrize(
    ("card", "line", "sentence"),
    [
        ("4", "/ride line:Z", "no line “"),
        ("4", "/ride line:U", "You can choose "),
        ("4", "/ride line:C stations:6", "It would mark "),
        ("4", "/ride line:G direction:north", "clockwise towards Jungfernheide"),
        ("4", "/ride line:C direction:clockwise", "Only a ring has a direction"),
        ("4", "/free station:Westend", "`/ride`"),
        ("E2", "/free station:Westend", "“express 2”"),
        ("F", "/ride line:C", "“free ride”"),
        ("F", "/ride line:C", "`/free`"),
        ("F", "/free station:atlantis", "no station"),
        ("F", "/free station:Rathaus", "Several"),
        ("F", "/free station:", "no station"),
    ],
)
def test_each_mistake_has_its_sentence(card: str, line: str, sentence: str) -> None:
    """With what would do; cards are called by their names (ML §4.4)."""
    assert sentence in refused(at_card(card), line)


def test_a_line_without_a_window_is_refused_with_those_that_have_one() -> None:
    turn = at_card("4", nth=-1)
    windows = zip(map_of(turn).lines, sheet_of(turn).windows, strict=True)
    full = [site.letter for site, filled in windows if len(filled) == site.windows]
    sentence = refused(turn, f"/ride line:{full[0]}")

    assert "§3.3" in sentence
    assert all(f"{letter} " in sentence.partition("Possible now")[2] for letter in lines_in(turn))


def test_a_marked_station_is_refused_with_empty_ones() -> None:
    """A free ride crosses what is empty (ML §4.4)."""
    turn = at_card("F", nth=-1)
    sentence = refused(turn, f"/free station:{names_of(turn, marked=True)[0]}")

    assert "is already marked" in sentence
    assert "Possible now" in sentence


@pytest.mark.parametrize("map_", ["amsterdam", "berlin", "paris", "madrid"])
def test_every_station_can_be_typed(map_: str) -> None:
    """By its whole name, also where others begin so."""
    turn = turn_in(opened("F", map_), 1)
    for site in map_of(turn).stations:
        assert actions(turn, f"/free station:{site.name}") == (FreeRide(site.id),)


def test_lines_are_suggested_with_what_they_would_do() -> None:
    """Each line that can be chosen once, its letter is filled in."""
    turn = at_card("4")
    choices = offered(turn, "/ride line:")

    assert list(choices) == lines_in(turn)
    assert all("cross" in label or "marks nothing" in label for label in choices.values())
    assert list(offered(turn, "/ride line:u3")) == ["C"]


def test_counts_and_ways_are_suggested_for_the_line_that_was_typed() -> None:
    """All crosses first, none last, whatever is typed; two ways on a ring, else nothing."""
    turn = turn_in(opened("4"), 1)
    counts = list(offered(turn, "/ride line:C stations:9"))

    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 0
    assert list(offered(turn, "/ride line:G direction:")) == ["clockwise", "counter"]
    assert offered(turn, "/ride line:C direction:") == {}

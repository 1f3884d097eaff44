"""Rides as people type them: understood, or refused with what would be legal."""

import pytest

from metrobot.engine.errors import Refusal, RuleError
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import CARD_NAMED, Station
from metrobot.games.metrolijn.reasons import Reason
from metrobot.games.metrolijn.view import SheetView
from metrobot.ui.kit.typed_turns import TypedTurn
from metrobot.ui.metrolijn import commands
from metrobot.ui.metrolijn.typed import (
    Typed,
    TypedRound,
    refusal_facts,
    station_meant,
    typed_round,
    with_free_ride,
    with_ride,
)
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.metrolijn.games import Played, draft_at, opened, play, starts_with, table_at


def at_card(card: str, map_: str = "berlin", nth: int = 0) -> TypedRound:
    """Return a typed round with some card open."""
    game = play(2, 2, map_)
    return pad_in(game, starts_with(game, card)[nth])


def at_start(card: str) -> TypedRound:
    """Return a typed round with a card open and empty sheets of Berlin."""
    return pad_in(opened(card), 1)


def pad_in(game: Played, events: int) -> TypedRound:
    """Return the first player's typed round after a number of events."""
    return typed_round(TypedTurn(table_at(game, events), draft_at(game, events), ENGLISH, None))


def sheet_of(pad: TypedRound) -> SheetView:
    """Return the sheet of the person typing."""
    sheet: SheetView = pad.draft.title.view_for(pad.draft.base).sheets[pad.draft.seat]
    return sheet


def refused(pad: TypedRound, typed: Typed | str) -> str:
    """Return the sentence with which something typed is refused."""
    with pytest.raises(Refusal) as caught:
        with_free_ride(pad, typed) if isinstance(typed, str) else with_ride(pad, typed)
    said = ENGLISH.say(caught.value.key, **caught.value.facts)
    assert "{" not in said
    return said


@pytest.mark.parametrize("line", ["C", "c", "U3", "u3", "C U3", " cu3 "])
def test_a_line_is_known_by_letter_or_name(line: str) -> None:
    """Without regard to case and signs; it takes as many crosses as it can."""
    pad = at_card("4")

    (action,) = with_ride(pad, Typed(line)).actions

    assert isinstance(action, Mark)
    assert action.line == "C"
    assert len(action.stations) == max(
        len(a.stations) for a in pad.draft.open_choices if isinstance(a, Mark) and a.line == "C"
    )


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_stations_can_be_typed(count: int) -> None:
    """Always the first ones, none too (ML §4.5)."""
    pad = at_card("4")
    (full,) = with_ride(pad, Typed("C")).actions
    (action,) = with_ride(pad, Typed("C", count)).actions

    assert isinstance(action, Mark)
    assert isinstance(full, Mark)
    assert action.stations == full.stations[:count]


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        (None, 1),
        ("clockwise", 1),
        ("counter", -1),
        ("Counter-clockwise", -1),
        ("jungfernheide", 1),
        ("Messe Nord", -1),
    ],
)
def test_a_ring_is_ridden_as_typed(text: str | None, direction: int) -> None:
    """By its name or by the station that it leads to; clockwise if left out (ML §5)."""
    pad = at_start("4")

    (action,) = with_ride(pad, Typed("G", None, text)).actions

    assert isinstance(action, Mark)
    assert action.direction == direction


def test_a_transfer_can_be_typed_and_given_up() -> None:
    """A number or none (ML §4.3, §4.5)."""
    pad = at_card("T")
    (written,) = with_ride(pad, Typed("C")).actions
    (given_up,) = with_ride(pad, Typed("C", 0)).actions

    assert isinstance(written, Transfer)
    assert written.value is not None
    assert given_up == Transfer("C", None, None, None)


def test_a_free_ride_can_be_typed() -> None:
    """By the name of the station, or its beginning."""
    pad = at_card("F")
    empty = [n for n in range(68) if n not in sheet_of(pad).marked]
    site = pad.names.map.stations[empty[0]]

    (action,) = with_free_ride(pad, site.name.upper()).actions

    assert action == FreeRide(site.id)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (Typed("Z"), "no line “"),
        (Typed("U"), "You can choose "),
        (Typed("C", 6), "It would mark "),
        (Typed("G", None, "north"), "clockwise towards Jungfernheide"),
        (Typed("C", None, "clockwise"), "Only a ring has a direction"),
        ("Westend", "`/ride`"),
    ],
)
def test_what_is_not_understood_is_said(typed: Typed | str, said: str) -> None:
    """Each mistake has its sentence, with what would do."""
    pad = at_card("4")

    assert said in refused(pad, typed)


def test_a_line_without_a_window_is_refused_with_those_that_have_one() -> None:
    """By the rule (ML §3.3)."""
    pad = at_card("4", nth=-1)
    sheet = sheet_of(pad)
    full = [s for n, s in enumerate(pad.names.map.lines) if len(sheet.windows[n]) == s.windows]
    legal = {c.line for c in pad.draft.open_choices if isinstance(c, Mark)}

    said = refused(pad, Typed(full[0].letter))

    assert "§3.3" in said
    assert all(f"{letter} " in said.partition("Possible now")[2] for letter in legal)


def test_a_ride_with_the_free_ride_open_is_refused() -> None:
    """And `/free` is named (ML §4.4)."""
    pad = at_card("F")

    said = refused(pad, Typed("C"))

    assert "“free ride”" in said
    assert "`/free`" in said


@pytest.mark.parametrize(
    ("text", "said"), [("atlantis", "no station"), ("Rathaus", "Several"), ("", "no station")]
)
def test_an_unknown_station_is_refused(text: str, said: str) -> None:
    """Or several that begin so."""
    pad = at_card("F")

    assert said in refused(pad, text)


def test_a_marked_station_is_refused_with_empty_ones() -> None:
    """A free ride crosses what is empty (ML §4.4)."""
    pad = at_card("F", nth=-1)
    marked = min(sheet_of(pad).marked)

    said = refused(pad, pad.names.station(marked))

    assert "is already marked" in said
    assert "Possible now" in said


@pytest.mark.parametrize("map_", ["amsterdam", "berlin", "paris", "madrid"])
def test_every_station_can_be_typed(map_: str) -> None:
    """By its whole name, also where others begin so."""
    pad = at_card("4", map_)
    for n, site in enumerate(pad.names.map.stations):
        assert station_meant(pad.names.map, site.name) == Station(n)


def test_cards_in_refusals_are_called_by_their_names() -> None:
    """Not by the letters of the record."""
    pad = at_card("4")

    assert refusal_facts(pad.names, RuleError(Reason.OTHER_CARD, card="E2")) == {
        "card": "express 2"
    }
    assert refusal_facts(pad.names, RuleError(Reason.NO_WINDOW, line="A")) == {"line": "A"}
    assert "E2" in CARD_NAMED


def test_lines_are_suggested_with_what_they_would_do() -> None:
    """Each line that can be chosen once, its letter is filled in."""
    pad = at_card("4")
    found = commands.line_choices(pad, "")
    legal = dict.fromkeys(c.line for c in pad.draft.open_choices if isinstance(c, Mark))

    assert [value for _, value in found] == list(legal)
    assert all("cross" in label or "marks nothing" in label for label, _ in found)
    assert [value for _, value in commands.line_choices(pad, "u3")] == ["C"]


def test_counts_and_ways_are_suggested_for_the_line_that_was_typed() -> None:
    """All crosses first, none last; two ways on a ring, else nothing."""
    pad = at_start("4")
    counts = [value for _, value in commands.count_choices(pad, Typed("C"))]

    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 0
    assert [value for _, value in commands.way_choices(pad, Typed("G"), "")] == [
        "clockwise",
        "counter",
    ]
    assert commands.way_choices(pad, Typed("C"), "") == []


def test_stations_are_suggested_for_a_free_ride_alone() -> None:
    """Empty ones that hold what was typed, 25 at most; none with another card."""
    pad = at_card("F")
    found = commands.station_suggestions(pad, "")
    empty = {pad.names.station(Station(n)) for n in range(68) if n not in sheet_of(pad).marked}

    assert 0 < len(found) <= 25
    assert {value for _, value in found} <= empty
    assert all(
        "platz" in label.casefold() for label, _ in commands.station_suggestions(pad, "platz")
    )
    assert commands.station_suggestions(at_card("4"), "") == []

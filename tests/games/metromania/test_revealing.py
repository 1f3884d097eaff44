"""What can be taken back has shown nothing: whatever others hold, it would look the same."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from metrobot.engine.log import Event
from metrobot.games.metromania.actions import Dig
from metrobot.games.metromania.building.line_blocks import saviours
from metrobot.games.metromania.building.tunnels import ways_on
from metrobot.games.metromania.state import State
from tests.games.metromania.boards import TITLE, after, board, city, dig, site, walled
from tests.games.metromania.play import played
from tests.games.metromania.test_risks import LONG
from tests.games.metromania.test_secrecy import filling, is_public_the_same, secret_games, swapped


@cache
def steps() -> list[tuple[State, Event, State]]:
    """Return steps of games in which hands are hidden."""
    return [
        (before, event, later)
        for game in secret_games()
        for before, event, later in zip(
            game.states[2::3], game.events[2::3], game.states[3::3], strict=False
        )
        if not TITLE.is_over(later)
    ]


def test_games_have_much_that_can_be_taken_back_and_much_that_cannot() -> None:
    """The laws below speak of something."""
    kept = [TITLE.reveals(before, later) for before, _, later in steps()]

    assert len(kept) > 200
    assert 20 < sum(kept) < len(kept) / 2


def test_what_reveals_nothing_looks_the_same_with_other_hands() -> None:
    """Any two hands may be exchanged, the own one too, as long as all looked the same before."""
    count = 0
    for before, event, later in steps():
        if TITLE.reveals(before, later):
            continue
        for other in (1, 2):
            for twin in swapped(before, 0, other)[:3]:
                if is_public_the_same(before, twin):
                    look = TITLE.view_for(TITLE.apply(twin, before.active, event.action))
                    assert look == TITLE.view_for(later)
                    count += 1
    assert count > 300


def test_a_marker_from_a_secret_hand_is_shown() -> None:
    """It lay on the board for all to see."""
    found = [
        (before, later)
        for before, event, later in steps()
        if isinstance(event.action, Dig) and event.action.letter is not None
    ]

    assert found
    assert all(TITLE.reveals(before, later) for before, later in found)


def hold_told(befores: Sequence[State], act: Any) -> None:
    """Hold that two boards which looked alike differ after an act, and that it reveals that."""
    one, other = afters = [after(state, act) for state in befores]

    assert TITLE.view_for(befores[0]) == TITLE.view_for(befores[1])
    assert TITLE.view_for(one) != TITLE.view_for(other)
    assert all(map(TITLE.reveals, befores, afters))


def test_whether_a_line_is_blocked_now_tells_of_its_owners_hand() -> None:
    """Its only way on led over a blank cell, now over a spot: that it is blocked tells (§11.3)."""
    befores = [filling(held) for held in ("A-R", "A-W")]

    hold_told(befores, dig(befores[0], "solid", ">D5"))


def test_a_way_onto_other_spots_tells_of_a_line_that_was_blocked() -> None:
    """A station lets it turn onto a work spot: that it stays blocked tells of the hand (§11.3)."""
    befores = [
        board(
            "0 solid: C6 D5 >E5",
            "1 solid: D4 >D5",
            players=3,
            on=walled("", {"D4 D5 E4": "W", "D5 D6 E5": "R"}),
            stations="E5",
            hands={1: held},
        )
        for held in ("B-L", "A-W")
    ]

    hold_told(befores, site("solid", "D5"))


def test_a_way_that_is_barred_tells_of_a_line_that_was_free() -> None:
    """The last station is gone, so the work spot is out of reach: still free tells of the hand."""
    befores = [
        board(
            "0 solid: F4 F5 F6 F7",
            "1 solid: D3 D4",
            "2 solid: B5 C5",
            players=3,
            on=walled("", {"C4 C5 D4": "W", "D4 E3 E4": "R"}),
            stations="F7",
            stock=1,
            hands={1: held},
        )
        for held in ("A-R", "A-W")
    ]

    hold_told(befores, site("solid", "F5"))


def test_with_open_hands_nothing_is_revealed() -> None:
    """Everybody sees them anyway (§3.5)."""
    game = played(4, (("hands", "open"),), "anything", 0)

    pairs = zip(game.states[2:], game.states[3:], strict=False)
    assert not any(TITLE.reveals(before, later) for before, later in pairs)


def test_a_station_reveals_nothing() -> None:
    state = board("0 solid: F4 F5 F6 F7", players=3, stations="F7", hands={1: "A-R"})

    assert not TITLE.reveals(state, after(state, site("solid", "F5")))


def test_what_was_known_before_is_not_shown_anew() -> None:
    start = filling("A-W")
    state = after(start, dig(start, "solid", ">D5"))

    assert not TITLE.reveals(state, replace(state, turn=state.turn + 1))


def test_no_marker_saves_a_line_whose_tunnels_are_used_up() -> None:
    """Though there are spots right beside its end, which a marker would open to it."""
    spots = city(dict.fromkeys(("B6 B7 C6", "A7 B6 B7", "A6 A7 B6"), "R"))
    used_up = board("0 solid: " + LONG + " C5 B6", on=spots)

    assert any(used_up.built_city.spots[cell] for _, cell in ways_on(used_up, used_up.lines[0]))
    assert saviours(used_up, 0) == frozenset()

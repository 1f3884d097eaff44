"""What one person alone is told of their destinations."""

from metrobot.ui.metromania.board_text import hand_alt, hand_text
from metrobot.ui.metromania.names import names_for
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.metromania.games import game_view_at, play


def test_a_hand_tells_all_its_markers_and_what_became_of_them() -> None:
    """At each turn every marker dealt is held, served, or still without a station."""
    game, signs = play(4, 1), set[str]()
    dealt = game.states[2].hands[0]
    for events in game.turn_starts():
        game_view = game_view_at(game, events, 100)
        view = game_view.view

        text = hand_text(names_for(game_view, ENGLISH), view)

        mine = {p.marker: p.is_served for p in view.placed if p.company == 0}
        for marker in dealt:
            row = next(r for r in text.splitlines() if f"**{marker.letter} " in r)
            said = {None: "in hand", True: "has a station", False: "no station yet"}
            assert said[mine.get(marker)] in row
            signs.add(row[0])

    assert len(signs) == 3


def test_the_trip_of_each_marker_is_named() -> None:
    """Day and ends of the trip stand beside the letter."""
    game_view = game_view_at(play(2, 1), 1, 100)

    text = hand_text(names_for(game_view, ENGLISH), game_view.view)

    assert "**A residential** (Monday, residential to work): in hand" in text
    assert text.count("in hand") == 6


def test_both_companies_of_a_person_are_shown_apart() -> None:
    """In the advanced game each company has its own three markers (MM §3.4)."""
    game_view = game_view_at(play(2, 1, advanced=True), 1, 107)

    text = hand_text(names_for(game_view, ENGLISH), game_view.view)

    assert text.index("first company (A–C)") < text.index("**A work**")
    assert text.index("second company (D–F)") < text.index("**D work**")
    assert text.count("in hand") == 6


def test_the_alt_text_names_what_is_held() -> None:
    """The picture's text names each marker in hand, and an empty hand."""
    game_view = game_view_at(play(2, 1), 1, 100)
    names = names_for(game_view, ENGLISH)

    assert "A residential" in hand_alt(names, game_view.view)
    assert "no destination" in hand_alt(names, game_view.public)

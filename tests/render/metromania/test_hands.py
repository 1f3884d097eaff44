"""The pictures of hands."""

from collections import Counter
from dataclasses import replace

import pytest

from metrobot.engine.actors import Seat
from render import theme
from render.metromania.glyphs import marker_stamp
from render.metromania.hands import draw_hand
from tests.render.metromania.games import count, difference, views
from tests.render.metromania.words import ENGLISH, PEOPLE
from tests.render.shown import shown


def test_hand_shows_only_what_the_view_shows() -> None:
    own, public = views(4, 3, (1,))[3], views(4, 3)[3]
    assert own.companies[1].hand
    seen, hidden = (draw_hand(view, PEOPLE, ENGLISH, [Seat(1)]) for view in (own, public))

    assert seen.size != hidden.size or difference(seen, hidden)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_row_of_a_hand_has_as_many_cards(players: int) -> None:
    """A row with fewer would look as if a card was missing; more than three would be small."""
    view = views(players, 3, (1,))[3]
    hand = shown(lambda: draw_hand(view, PEOPLE[:players], ENGLISH, [Seat(1)]))
    rows = Counter(sign.at[1] for sign in hand.stamped(marker_stamp))

    assert len(set(rows.values())) == 1
    assert max(rows.values()) <= 3


def test_hand_of_two_companies_has_both() -> None:
    view = views(2, 5, (0, 2), advanced=True)[-3]
    one, both = (
        draw_hand(view, PEOPLE, ENGLISH, seats) for seats in ([Seat(0)], [Seat(0), Seat(2)])
    )

    assert both.height > one.height
    assert count(both, theme.COMPANIES[2]) > 1000


def test_hand_tells_what_has_become_of_markers() -> None:
    view = next(v for v in reversed(views(4, 3, (1,))) if any(p.company == 1 for p in v.placed))
    pictures = [
        draw_hand(
            replace(view, placed=tuple(replace(p, is_served=flag) for p in view.placed)),
            PEOPLE,
            ENGLISH,
            [Seat(1)],
        )
        for flag in (True, False)
    ]

    assert count(pictures[0], theme.GOOD) > 200
    assert count(pictures[1], theme.WARNING) > 100

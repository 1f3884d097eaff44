"""The picture of chances over the turns: told apart without colours, within its frame."""

import pytest

from render import chance_chart
from render.chance_chart import COLOURS, ChanceChart, Interval, Moment, PlayerCurve
from render.png import png_of
from render.signs import Role, noting


def picture(players: int, *, is_share: bool = True, count: int = 12) -> ChanceChart:
    scale = 1.0 if is_share else 47.0
    strands = tuple(
        PlayerCurve(
            name="W" * 32,
            letter=str(player + 1),
            colour=COLOURS[player],
            points=tuple(
                Interval(scale * x, scale * max(0.0, x - 0.1), scale * min(1.0, x + 0.1))
                for x in [(player + turn) % 5 / 5 for turn in range(count - 1)] + [0.0]
            ),
            end="−12 points",
        )
        for player in range(players)
    )
    marks = tuple(Moment(n, "W" * 32, "+36%") for n in (1, 2, count - 1))
    return ChanceChart("Chance to win", "Review", "Turns", strands, marks, is_share)


@pytest.mark.parametrize("players", range(1, 9))
def test_every_player_has_their_own_letter_and_room(players: int) -> None:
    """However many end in one point: no letter lies over another."""
    with noting() as notes:
        chance_chart.draw_chances(picture(players, is_share=players > 1))
    texts = [sign for put in notes.picture for sign in put.signs if sign.role is Role.TEXT]
    letters = [
        sign.box for sign in texts if sign.box[0] > chance_chart.WIDTH - chance_chart.NAMES_ROOM
    ]

    assert len(set(COLOURS)) == 8
    for place, one in enumerate(letters):
        assert one[3] <= chance_chart.HEIGHT
        for other in letters[:place]:
            apart = one[0] >= other[2] or other[0] >= one[2]
            assert apart or one[1] >= other[3] or other[1] >= one[3]


def test_it_is_small_and_always_the_same() -> None:
    drawn = png_of(chance_chart.draw_chances(picture(8)))

    assert drawn == png_of(chance_chart.draw_chances(picture(8)))
    assert len(drawn) < 200_000


@pytest.mark.parametrize("count", [2, 3, 40, 300])
def test_short_and_long_games_have_their_scale(count: int) -> None:
    """The last turn is always named below the chart."""
    with noting() as notes:
        chance_chart.draw_chances(picture(2, count=count))
    texts = [sign.text for put in notes.picture for sign in put.signs]

    assert str(count - 1) in texts
    assert "0" in texts

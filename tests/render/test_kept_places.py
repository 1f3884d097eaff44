"""What is kept saves work and never decides: a picture is the same whatever was drawn before it."""

import pytest

from metrobot.games.registry import TITLES
from metrobot.service.model.table import Table
from render.stamps import STAMPS
from tests.bench.beside import pictures_of
from tests.titles import AGAINST_OTHERS, GAMES


def moments(title: str) -> list[Table]:
    """Return neighbouring turns of two random games in turns, as on a server with both."""
    source, tables = GAMES[title], list[Table]()
    games = [source.play(AGAINST_OTHERS[title], seed) for seed in (3, 4)]
    for turn in (4, 5, 9):
        tables += [source.table_at(game, game.turn_starts()[turn]) for game in games]
    return tables


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_a_picture_is_the_same_whatever_was_drawn_before_it(title: str) -> None:
    """Each drawn with nothing kept, then all in a row, the last ones first."""
    pictures = [draw for table in moments(title) for _, draw in pictures_of(table)]
    alone = list[bytes]()
    for draw in pictures:
        STAMPS.clear()
        alone.append(draw())

    assert [draw() for draw in reversed(pictures)] == alone[::-1]
    assert [draw() for draw in pictures] == alone

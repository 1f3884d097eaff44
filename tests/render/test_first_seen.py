"""Pictures that people see without a tap: letters can be read where a client has shrunk them.

Clients fit a picture to 400 px of width and 350 px of height, so that a tall one gets narrow.
"""

import io

import pytest
from PIL import Image

from metrobot.service.model.snapshots import finished_turns
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import ENGLISH
from render.signs import Role, noting
from render.text.lettering import CAP, LEAST_CAP, SEEN, SEEN_HEIGHT
from tests.titles import GAMES, MOST


def smallest(picture: Picture) -> float:
    """Return the cap height in px of the smallest letters as they are first seen."""
    with noting() as notes:
        file = picture.draw()
    with Image.open(io.BytesIO(file)) as image:
        scale = min(SEEN / image.width, SEEN_HEIGHT / image.height)
    signs = (sign for put in notes.picture for sign in put.signs if sign.role is Role.TEXT)
    return min(sign.size for sign in signs) * CAP * scale


@pytest.mark.few
@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize("title", GAMES)
def test_letters_of_finals_and_since_can_be_read_at_once(title: str, players: int) -> None:
    front, source = FRONTS[title], GAMES[title]
    game = source.play(min(players, MOST[title]), 3)
    starts = game.turn_starts()
    table, over = (source.table_at(game, starts[n]) for n in (len(starts) // 2, -1))
    told = [table.summary(turn, table.people[0].id) for turn in finished_turns(table)[-6:]]
    own = game_view_of(table, ENGLISH, table.people[0].id)
    found = [front.board(game_view_of(over, ENGLISH), ENGLISH)]
    # Metrolijn's boards of many have a law of their own.
    found += [] if title == "metrolijn" else [front.changes(own, told, ENGLISH)]

    assert all(smallest(picture) >= LEAST_CAP for picture in found)

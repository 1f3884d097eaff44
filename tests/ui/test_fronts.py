"""The front of each title as the bot uses it: pages of the rules, parts that there are not."""

from itertools import combinations, pairwise

import pytest

from metrobot.engine.errors import Refusal
from metrobot.service.model.play import PlayerId
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import ENGLISH
from tests.render.vision import ENOUGH, nearest
from tests.titles import GAMES, SIZES, modules
from tests.ui.tables import size

DRAWN = modules("render", "topics")
UNKNOWN = (
    *(("metromania", zoom) for zoom in ("x", "1a", "9b")),
    ("underground", "moon"),
    *(("metrolijn", zoom) for zoom in ("moon", "sheet9", "sheet", "sheet-1", "phone", "left2")),
)
"""Parts of boards that nobody is offered, the end of another's line among them."""


@pytest.mark.parametrize("title", FRONTS)
def test_pages_of_the_rules_are_ready(title: str) -> None:
    """Each has a name, 1,500 characters and sections; each picture that there is stands on one."""
    front = FRONTS[title]
    topics = front.topics(ENGLISH)
    pictures = {topic.key: topic.picture for topic in topics if topic.picture is not None}

    assert len({topic.key for topic in topics}) == len(topics) <= 25
    assert pictures.keys() == set(front.pictured) == set(DRAWN[title].TOPICS)
    assert all(size(picture) for picture in pictures.values())
    for topic in topics:
        assert 1 <= len(topic.name) <= 100
        assert len(topic.text) <= 1500
        # Elsewhere the bot's own heading is enough.
        assert topic.text.startswith("#") is (title == "metromania")
        assert "§" in topic.text or topic.key == "fairness"


@pytest.mark.parametrize(("title", "players"), SIZES)
def test_neighbours_in_the_chart_of_a_review_are_apart_for_every_eye(
    title: str, players: int
) -> None:
    """Whoever plays beside whom; any two, where people choose their colours."""
    game = GAMES[title].play(players, 1)
    view = game_view_of(GAMES[title].table_at(game, game.turn_starts()[0]), ENGLISH)
    colours = [colour for _, colour in FRONTS[title].player_signs(view, ENGLISH)]

    pairs = combinations(colours, 2) if FRONTS[title].colours else pairwise(colours)

    assert len(colours) == players
    assert all(nearest(*pair) >= ENOUGH for pair in pairs)


@pytest.mark.parametrize(("title", "zoom"), UNKNOWN)
@pytest.mark.parametrize("viewer", [None, PlayerId(100)])
def test_an_unknown_part_of_the_board_is_refused(
    title: str, zoom: str, viewer: PlayerId | None
) -> None:
    game = GAMES[title].play(4, 1)
    table = GAMES[title].table_at(game, game.turn_starts()[9])

    with pytest.raises(Refusal) as caught:
        FRONTS[title].board(game_view_of(table, ENGLISH, viewer), ENGLISH, zoom=zoom)

    assert ENGLISH.has(caught.value.key)

"""The catalogue of each game: complete, and nothing in it that nobody says."""

from collections.abc import Iterable

import pytest

from metrobot.engine.title import AnyTitle
from metrobot.games.metrolijn.reasons import Reason as Ride
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.title import MetroMania
from metrobot.games.underground.reasons import Reason as Build
from metrobot.games.underground.title import Underground
from metrobot.ui.app.fronts import FRONTS
from tests.ui.gamekeys import keys_known, keys_said

GAMES: tuple[tuple[AnyTitle, Iterable[str], str], ...] = (
    (MetroMania(), Reason, "mm"),
    (Underground(), Build, "ou"),
    (Metrolijn(), Ride, "ml"),
)
NAMES = [title.id for title, _, _ in GAMES]


def test_every_game_is_looked_at() -> None:
    assert set(NAMES) == set(FRONTS)


@pytest.mark.parametrize(("title", "refusals", "prefix"), GAMES, ids=NAMES)
def test_every_key_in_the_code_has_a_sentence(
    title: AnyTitle, refusals: Iterable[str], prefix: str
) -> None:
    assert keys_said(title, refusals, prefix) - keys_known(title.id) == set()


@pytest.mark.parametrize(("title", "refusals", "prefix"), GAMES, ids=NAMES)
def test_every_sentence_is_said_somewhere(
    title: AnyTitle, refusals: Iterable[str], prefix: str
) -> None:
    """The catalogue holds nothing that no code asks for."""
    assert keys_known(title.id) - keys_said(title, refusals, prefix) == set()

"""Maps with special stations and the most people: every message keeps the limits."""

import pytest

from metrobot.ui.app.fronts import FRONTS
from tests.ui.extremes import LANGUAGES, course, faults, shown_pages, words_in


@pytest.mark.few(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("map_", ["berlin", "madrid", "paris"])
def test_no_message_of_a_map_with_special_stations_breaks_a_limit(
    map_: str, language: str, cut: list[str]
) -> None:
    """Eight people on the maps that have not been played above."""
    tables = course("metrolijn", 8, map_=map_, special=True)
    some = (tables[len(tables) // 2], tables[-1])

    front, words = FRONTS["metrolijn"], words_in(language)
    found = [faults(shown) for table in some for shown in shown_pages(front, table, words)]

    assert [each for each in found if each] == []
    assert cut == []

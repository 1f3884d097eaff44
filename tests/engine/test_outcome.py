"""Who comes where, and what decided."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pytest

from metrobot.engine.outcome import Outcome, new_leader, places_of, won_by
from metrobot.engine.sentence import Sentence


class By(StrEnum):
    """Criteria that decide a contest of points and lines."""

    POINTS = "points"
    LINES = "lines"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Contest(Outcome):
    """The end of a contest."""

    def as_record(self) -> dict[str, Any]:
        """Return the places."""
        return {"places": list(self.places)}


@pytest.mark.parametrize(
    ("merits", "places", "decided"),
    [
        ([(5, 0), (7, 0), (6, 9)], (3, 1, 2), By.POINTS),
        ([(7, 1), (7, 2), (6, 9)], (2, 1, 3), By.LINES),
        ([(7, 2), (7, 2), (6, 9)], (1, 1, 3), By.SHARED),
        ([(7, 3), (6, 1), (6, 1)], (1, 2, 2), By.POINTS),
    ],
)
def test_equals_share_a_place_and_the_first_difference_decides(
    merits: list[tuple[int, ...]], places: tuple[int, ...], decided: By
) -> None:
    assert places_of(merits) == places
    assert won_by(merits, tuple(By)) is decided


def test_winners_order_and_shares_follow_from_the_places() -> None:
    ended = Contest((6, 7, 7, 2), (3, 1, 1, 4), By.SHARED)

    assert ended.winners == (1, 2)
    assert ended.order == (1, 2, 0, 3)
    assert ended.shares == (0.0, 0.5, 0.5, 0.0)


@pytest.mark.parametrize(
    ("points", "values"),
    [
        ([(3, 3), (2, 5), (4, 4)], {"player": 1, "total": 5, "second": 4}),
        ([(3, 3), (2, 4), (4, 4)], None),
        ([(3, 6), (2, 2)], None),
    ],
    ids=["from behind to the front", "level with another", "ahead before and after"],
)
def test_a_new_leader_is_named_who_overtakes_all_others(
    points: list[tuple[int, int]], values: dict[str, int] | None
) -> None:
    """Who catches up without overtaking, or was ahead before, is none."""
    sentences = list(new_leader("lead", points))

    assert sentences == ([] if values is None else [Sentence("lead", values)])

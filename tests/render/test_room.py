"""Room on a picture: what may be hidden, and what lies outside."""

import pytest

from render.placing.leaders import Leader
from render.placing.room import FULL, Room


@pytest.mark.parametrize(
    ("leader", "weight"),
    [
        (((8, 8), (16, 8)), 0.0),
        (((8, 8), (40, 8)), 5.0),
        (((8, 40), (101, 40)), 0.0),
        (((8, 40), (140, 40)), FULL),
        (((8, 40), (-1, 40)), FULL),
        (((8, 8), (8, 90)), FULL),
    ],
)
def test_a_leader_hides_what_it_crosses_and_must_not_leave_the_picture(
    leader: Leader, weight: float
) -> None:
    """A picture that four does not divide goes to its last px."""
    room = Room((0, 0, 101, 62))
    room.put((30, 0, 50, 20), 5.0)

    assert room.most_along(leader) == weight

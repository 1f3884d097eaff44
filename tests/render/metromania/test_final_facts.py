"""What MetrOmania's last pictures and hands say, and a test for each fact that fails if wrong.

Finals: places, points and what they are made of, what each trip brought to whom, who has won.
Hands: each marker of a person, and what has become of it.
"""

from dataclasses import replace

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metromania.city import LETTERS, TRIP_SPOTS, Ground
from metrobot.games.metromania.geometry import CORNERS, cell_name, steps_apart
from render import theme
from render.canvas import disc_stamp, ring_stamp
from render.metromania.board import COLUMN, HEAD
from render.metromania.glyphs import cross_stamp, marker_stamp, tick_stamp, warning_stamp
from render.metromania.hands import draw_hand
from render.metromania.panels.trip_table import FinalCount
from render.text.lettering import with_minus
from tests.render.metromania.games import views
from tests.render.metromania.test_city_panel_facts import (
    MINUS,
    PEOPLE,
    TABLE,
    board,
    column,
    near,
    row_of,
    within,
)
from tests.render.metromania.words import ENGLISH
from tests.render.shown import Stamped, Written, shown

PLACES = (2, 1, 3, 3)
ENDING = FinalCount(("one", "two", "three", "four"), "Most points", ("22 May",))


def test_the_last_picture_goes_by_places() -> None:
    """Best first: place, name, points, what they are made of; gold for the first alone."""
    view = views(4, 3)[-1]
    assert view.result is not None
    result = replace(view.result, places=PLACES)
    picture = board(replace(view, result=result), ending=ENDING)
    names = {player: row_of(picture, player) for player in range(4)}
    order = sorted(names, key=lambda player: names[player].box[1])
    golden = [e for e in picture.stamped(disc_stamp) if e.of["colour"] == theme.WARNING]

    assert [PLACES[player] for player in order] == sorted(PLACES)
    # Another one stands before the winner in the banner.
    assert len(golden) == 2
    for player, name in names.items():
        place = [t for t in picture.texts if t.is_beside(name) and t.box[2] < name.box[0]]
        (parts,) = picture.written(ENDING.parts[player])

        assert str(PLACES[player]) in [t.text for t in place]
        total = with_minus(view.result.scores[player])
        # It stands beside the words below a name, unless these are too long.
        assert total in (*picture.right_of(parts), *picture.right_of(name))
        assert 0 < parts.box[1] - name.box[3] < 60
        assert near(golden[1].at, place[-1].middle) is (PLACES[player] == 1)


@pytest.mark.parametrize("game", [(4, 3), (3, 5), (2, 3)], ids=str)
def test_the_final_table_says_what_each_trip_brought_to_whom(game: tuple[int, int]) -> None:
    """A row for each company, a column for each trip; a cross where none could be made."""
    view = views(*game)[-1]
    assert view.result is not None
    picture = board(view)
    owners = [e for e in picture.stamped(ring_stamp) if within(e.at, TABLE)]
    gains = {
        (t.middle[0] // 8, n): t.text
        for t in picture.texts
        for n, owner in enumerate(owners)
        if within(t.middle, TABLE)
        and abs(t.middle[1] - owner.at[1]) < 6
        and t.box[0] > owner.box[2]
    }
    trips = view.result.trips
    crosses = [e for e in picture.stamped(cross_stamp) if within(e.at, TABLE)]
    wanted = [
        f"+{points}" if points > 0 else f"{MINUS}{-points}"
        for seat in range(len(view.companies))
        for trip in trips
        for points in [trip.points[seat]]
        if points
    ]
    rows = sorted((n, x, text) for (x, n), text in gains.items())

    assert [e.of["rim"] for e in owners] == list(theme.COMPANIES[: len(view.companies)])
    assert [text for _, _, text in rows] == wanted
    assert len(crosses) == sum(trip.minutes is None for trip in trips)
    for cross in crosses:
        ends = [t for t, trip in zip(LETTERS, trips, strict=False) if trip.minutes is None]
        assert (
            any(abs(column(picture, each) - cross.at[0]) < 4 for each in ends)
            or trips[-1].minutes is None
        )


def test_the_winner_stands_in_the_banner_with_their_colours() -> None:
    view = views(4, 3)[-1]
    assert view.result is not None
    for winners in ((1,), (0, 3)):
        places = tuple(1 if player in winners else 2 for player in range(4))
        result = replace(view.result, places=places)
        picture = board(replace(view, result=result), ending=ENDING)
        names = " · ".join(PEOPLE[player] for player in winners)
        bars = [
            seat
            for seat in range(4)
            if any(b[0] < COLUMN - 60 and b[1] < HEAD for b in picture.boxes(theme.COMPANIES[seat]))
        ]

        (name,) = [t for t in picture.written(names) if t.box[3] < HEAD]
        (score,) = picture.right_of(name)[:1]
        assert picture.written("Most points")
        assert score == with_minus(result.scores[winners[0]])
        assert picture.written(score)[0].size > 2 * picture.written(ENDING.parts[0])[0].size
        assert bars == list(winners)


def test_a_hand_says_of_each_marker_what_has_become_of_it() -> None:
    """In the order of the letters: sign, day, from where to where, held or placed and where."""
    view = next(v for v in reversed(views(4, 3, (1,))) if any(p.company == 1 for p in v.placed))
    placed = [p for p in view.placed if p.company == 1]
    view = replace(
        view, placed=tuple(replace(p, is_served=n % 2 == 0) for n, p in enumerate(placed))
    )
    hand = view.companies[1].hand or ()
    picture = shown(lambda: draw_hand(view, PEOPLE, ENGLISH, [Seat(1)]))
    markers = picture.stamped(marker_stamp)
    told = sorted([*hand, *(p.marker for p in placed)])
    words = {Ground.HOME: "Home", Ground.WORK: "Work", Ground.LEISURE: "Leisure"}

    assert [e.of["spot"] for e in markers] == [marker.spot for marker in told]
    assert {e.of["colour"] for e in markers} == {theme.COMPANIES[1]}
    for marker, sign in zip(told, markers, strict=True):
        card = [t.text for t in picture.texts if is_on_card(t, sign)]
        (other,) = {*TRIP_SPOTS[marker.letter]} - {marker.spot} or {marker.spot}
        lies = next((p for p in view.placed if p.marker == marker), None)
        state = (
            ENGLISH.held if lies is None else ENGLISH.placed if lies.is_served else ENGLISH.unserved
        )

        assert f"{ENGLISH.days[LETTERS.index(marker.letter)]} {marker.letter}" in card
        assert card.index(words[marker.spot]) < card.index(words[other]) or marker.spot is other
        assert state in card
        ways = (
            [steps_apart(a, b) for a in CORNERS[lies.cell] for b in view.stations] if lies else []
        )
        nearest = min(ways, default=0)
        far = [ENGLISH.nearest.format(n=nearest)] if nearest else []
        assert [text for text in card if text.startswith("nearest")] == far
        assert (cell_name(lies.cell) in card) if lies else True
    assert len(picture.stamped(tick_stamp)) == sum(p.is_served for p in view.placed)
    assert len(picture.stamped(warning_stamp)) == sum(not p.is_served for p in view.placed)


def is_on_card(text: Written, sign: Stamped) -> bool:
    """Return whether a text stands on the card of a marker's sign."""
    return -60 < text.box[0] - sign.at[0] < 300 and -70 < text.box[1] - sign.at[1] < 210

"""What stands beside MetrOmania's city, and a test for each fact that fails if drawn wrongly.

Boards: who is to play and who played; of each player the points, of each line the
tunnels left or its end, the hand; how near the end is; the trips' markers. Finals and hands:
`test_final_facts.py`. Trips: `test_trip_facts.py`.
"""

import math
from dataclasses import replace
from typing import Any

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import TUNNELS_PER_LINE
from metrobot.games.metromania.city import LETTERS, TRIP_SPOTS, Marker
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.view import LineView, View
from render import theme
from render.boxes import Box
from render.metromania.area import quarter
from render.metromania.board import COLUMN, CORNER, HEAD, MARGIN, SIZE, TRIPS, draw_board
from render.metromania.changes import Changes, LastPlayer
from render.metromania.glyphs import (
    arrow_stamp,
    badge_stamp,
    card_stamp,
    cross_stamp,
    marker_stamp,
    open_stamp,
    shape_stamp,
    tick_stamp,
    warning_stamp,
)
from render.metromania.zoom import zoomed
from render.text.run import ROBOT
from tests.render.metromania.games import views
from tests.render.metromania.words import ENGLISH
from tests.render.shown import Shown, Stamped, Written, shown

PEOPLE = ("Ada", "Bo", "Cy", "Dee")
TABLE = (CORNER, SIZE[1] - MARGIN - TRIPS, *SIZE)
MINUS = "\N{MINUS SIGN}"


def board(view: View, **how: Any) -> Shown:
    people = PEOPLE[: max(company.player for company in view.companies) + 1]
    return shown(lambda: draw_board(view, people, ENGLISH, **how))


def near(at: tuple[int, int], other: tuple[int, int], most: float = 8) -> bool:
    return math.dist(at, other) < most


def within(at: tuple[int, int], box: Box) -> bool:
    return box[0] <= at[0] < box[2] and box[1] <= at[1] < box[3]


def row_of(picture: Shown, player: int) -> Written:
    """Return a player's name in their row: the last of its places that has points beside it."""
    return picture.written(PEOPLE[player])[-1]


def points_of(picture: Shown, name: Written) -> Written:
    """Return a player's points: beside the name, or below it where a card is tall."""
    least = min(t.size for t in picture.texts) * 1.4
    large = [t for t in picture.texts if t.text.lstrip("-−").isdecimal() and t.size > least]
    low = [t for t in large if -40 < t.middle[1] - name.middle[1] < 130]
    return min((t for t in low if t.box[0] > name.box[0]), key=lambda t: t.box[0])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_their_points_and_colours(players: int) -> None:
    """In turn order; the bar at the left of the name is theirs, an arrow before who is to act."""
    view = replace(views(players, 5)[9], to_act=Seat(1), ended_by=None)
    picture = board(view)
    arrows = [each for each in picture.stamped(arrow_stamp) if each.at[0] < 2000]
    for company in view.companies:
        name = row_of(picture, company.player)
        bars = [
            box
            for box in picture.boxes(theme.COMPANIES[company.seat])
            if 0 < name.box[0] - box[0] < 90 and box[1] < name.middle[1] < box[3]
        ]
        points = points_of(picture, name)
        level = {round(name.middle[1]), round(points.middle[1])}
        has_arrow = any(
            -60 < each.at[0] - name.box[0] < 60 and min(abs(y - each.at[1]) for y in level) < 12
            for each in arrows
        )

        assert points.text == str(company.station_points)
        assert bars
        assert has_arrow is (company.seat == 1)
    tops = [row_of(picture, player).box[1] for player in range(players)]
    assert tops == sorted(tops)
    assert {each.of["colour"] for each in arrows} == {theme.COMPANIES[1]}


def test_a_person_with_two_companies_has_the_sum_and_both_lines() -> None:
    view = replace(views(2, 3, advanced=True)[-6], to_act=None)
    picture = board(view)
    for player in range(2):
        own = [company for company in view.companies if company.player == player]
        name = row_of(picture, player)
        bars = [
            next(b for b in picture.boxes(theme.COMPANIES[c.seat]) if b[0] == COLUMN) for c in own
        ]

        total = str(sum(company.station_points for company in own))
        assert points_of(picture, name).text == total
        assert bars[0][1] < bars[1][1]


def lines_below(picture: Shown, player: int) -> list[Stamped]:
    """Return the badges of a player's lines in their row, from the left."""
    name = row_of(picture, player)
    found = [
        e
        for e in picture.stamped(badge_stamp)
        if e.at[0] > COLUMN and 10 < e.at[1] - name.middle[1] < 200
    ]
    lowest = min((e.at[1] for e in found), default=0)
    return sorted((e for e in found if e.at[1] == lowest), key=lambda each: each.at[0])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_line_says_how_many_tunnels_are_left(players: int) -> None:
    """As a number, and as a bar of that length; with the badge of the line, then the hand."""
    view = views(players, 5)[9]
    first = view.companies[0]
    solid, striped = (
        replace(line, tunnels_left=left, is_finished=False, is_blocked=False)
        for line, left in zip(first.lines, (TUNNELS_PER_LINE, 9), strict=True)
    )
    company = replace(first, lines=(solid, striped), hand_size=5)
    picture = board(replace(view, companies=(company, *view.companies[1:])))
    badges = lines_below(picture, 0)
    beside = [
        t for t in picture.texts if abs(t.middle[1] - badges[0].at[1]) < 9 and t.box[0] > COLUMN
    ]
    y = badges[0].at[1]
    bars = [box for box in picture.boxes(theme.UNUSED) if box[0] > COLUMN and box[1] <= y <= box[3]]
    full = [
        box
        for box in picture.boxes(theme.COMPANIES[0])
        if box[0] > COLUMN + 20 and box[1] <= y <= box[3]
    ]
    letter = ENGLISH.letters[0]

    assert [each.of["is_striped"] for each in badges] == [False, True]
    assert [t.text for t in sorted(beside, key=lambda t: t.box[0])] == [
        letter,
        "18",
        letter,
        "9",
        "5",
    ]
    tracks, fills = (sorted({(b[0], b[2]) for b in own}) for own in (bars, full))
    whole = [end - start for start, end in _joined(tracks)]
    left = [end - start for start, end in _joined(fills)]
    assert whole[0] == whole[1] == left[0]
    assert abs(left[1] - whole[1] / 2) <= 2
    assert picture.stamped(card_stamp)[0].of["colour"] == theme.INK


def test_all_bars_of_tunnels_left_have_one_scale() -> None:
    view = views(3, 5)[0]
    bars = [box for box in board(view).boxes(theme.UNUSED) if box[3] - box[1] == 3]

    assert len(bars) >= 2 * 3
    assert len({right - left for left, _, right, _ in bars}) == 1


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans, those that overlap as one."""
    found = list[tuple[int, int]]()
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def test_a_line_that_has_ended_says_how() -> None:
    """A tick for a finished one, a cross for a blocked one, without a number."""
    view = views(4, 3)[9]
    first = view.companies[0]
    for fields, make in (({"is_finished": True}, tick_stamp), ({"is_blocked": True}, cross_stamp)):
        plain = {"is_finished": False, "is_blocked": False}
        line = replace(first.lines[1], **(plain | fields))  # type: ignore[arg-type]  # both flags
        company = replace(first, lines=(replace(first.lines[0], **plain), line))  # type: ignore[arg-type]  # as above
        picture = board(replace(view, companies=(company, *view.companies[1:]), lines_done=0))
        badge = lines_below(picture, 0)[1]
        signs = [e for e in picture.stamped(make) if near(e.at, badge.at, 60)]

        assert len(signs) == 1
        assert signs[0].at[0] > badge.at[0]


@pytest.mark.parametrize("stock", [30, 5, 4, 0])
def test_the_stock_turns_red_when_it_is_low(stock: int) -> None:
    """Four stations or fewer (MM §11.1)."""
    picture = board(replace(views(4, 3)[5], stock=stock))
    inks = [text.ink for text in picture.written(str(stock)) if text.size > 1.5 * 21]

    assert (theme.BAD in inks) is (stock <= 4)
    assert theme.BAD in inks or theme.INK in inks


@pytest.mark.parametrize(
    ("finished", "done", "needed"), [(2, 3, 5), (0, 0, 5), (4, 7, 5), (1, 1, 3)]
)
def test_the_meter_counts_finished_and_blocked_lines(finished: int, done: int, needed: int) -> None:
    """Ticks first, then crosses, then what is still open: as many as end the game."""
    view = views(4, 3)[5]
    flags = [n < finished for n in range(8)]
    companies = tuple(
        replace(company, lines=(ended(solid, flags[2 * n]), ended(striped, flags[2 * n + 1])))
        for n, company in enumerate(view.companies)
        for solid, striped in [company.lines]
    )
    picture = board(replace(view, companies=companies, lines_done=done, lines_needed=needed))
    ticks = picture.stamped(tick_stamp)
    crosses = picture.stamped(cross_stamp)
    closed = min(done, needed)

    assert len(picture.stamped(open_stamp)) == needed - closed
    assert len(crosses) == closed - min(finished, needed)
    assert len(ticks) >= min(finished, needed)
    (words,) = picture.written(f"Lines done {closed}/{needed}")
    # The card ends where the panel does.
    assert words.box[2] + words.size // 3 <= SIZE[0] - MARGIN
    row = [
        (e.at[0], n)
        for n, make in enumerate((tick_stamp, cross_stamp, open_stamp))
        for e in picture.stamped(make)
        if e.at[1] > 600
    ]
    assert [n for _, n in sorted(row)] == sorted(n for _, n in row)


def ended(line: LineView, is_finished: bool) -> LineView:
    """Return a line that is finished, or still open."""
    return replace(line, is_finished=is_finished, is_blocked=False)


def _built_by(view: View) -> str:
    own = zip("NOTP", view.companies, strict=True)
    points = ", ".join(f"{letter} {company.station_points}" for letter, company in own)
    return f"Points of stations: {points}"


def test_the_banner_tells_whose_turn_it_is_and_who_played() -> None:
    """Each in their colour; the one that is watched again comes first."""
    view = replace(views(4, 3)[9], to_act=Seat(2), turn=6, ended_by=None)
    people = (*PEOPLE[:2], f"Cy {ROBOT}", "Dee")
    cases = (
        (view, PEOPLE, "Turn 7 · to act"),
        (view, people, "Turn 7 · is thinking"),
        (replace(view, ended_by=EndedBy.STATIONS), PEOPLE, "Last turns · to act"),
        (replace(view, to_act=None), PEOPLE, "Building is over"),
        (replace(view, to_act=None), PEOPLE, _built_by(view)),
    )
    for shown_view, names, words in cases:
        picture = shown(lambda: draw_board(shown_view, names, ENGLISH))  # noqa: B023 -- called at once
        assert picture.written(words)
    for is_watched in (False, True):
        new = Changes(played=LastPlayer(Seat(1), 3, is_watched))
        picture = board(view, changes=new)
        (played,) = picture.written("Bo played: +3")
        own = [t for t in picture.texts if t.text.startswith("Cy") and t.box[1] < MARGIN + HEAD]
        grounds = {
            seat: min(b[1] for b in picture.boxes(theme.COMPANIES[seat]) if b[0] < COLUMN - 60)
            for seat in (1, 2)
        }

        assert (played.box[1] < own[0].box[1]) is is_watched
        assert (grounds[1] < grounds[2]) is is_watched
        assert played.ink == theme.CARD


def test_the_table_has_each_trips_markers() -> None:
    """Placed ones full in their owner's colour, known ones outlined in it, others grey."""
    view = views(4, 3)[-8]
    held = Marker("A", TRIP_SPOTS["A"][0])
    first = view.placed[0]
    company = replace(view.companies[2], hand=(held,))
    free = tuple(p for p in view.placed if p.marker != held)
    view = replace(view, companies=(*view.companies[:2], company, view.companies[3]), placed=free)
    picture = board(view)
    full = [e for e in picture.stamped(marker_stamp) if within(e.at, TABLE)]
    outlined = [e for e in picture.stamped(shape_stamp) if within(e.at, TABLE)]
    warned = [e for e in picture.stamped(warning_stamp) if within(e.at, TABLE)]
    letters = {t.text: t for t in picture.texts if within(t.middle, TABLE) and t.text in LETTERS}

    assert first in view.placed or first.marker == held
    assert len(full) == len(free)
    assert len(full) + len(outlined) == 2 * len(LETTERS)
    assert len(warned) == sum(not placed.is_served for placed in free)
    for placed in free:
        own = [e for e in full if e.of["spot"] is placed.marker.spot]
        at = min(own, key=lambda e: abs(e.at[0] - column(picture, placed.marker.letter)))
        assert abs(at.at[0] - column(picture, placed.marker.letter)) < 12
        assert at.of["colour"] == theme.COMPANIES[placed.company]
    known = [e for e in outlined if e.of["rim"] == theme.COMPANIES[2]]
    assert [(e.of["spot"], abs(e.at[0] - column(picture, "A")) < 12) for e in known] == [
        (held.spot, True)
    ]
    assert {e.of["rim"] for e in outlined if e not in known} == {theme.FAINT_INK}
    assert set(letters) <= set(LETTERS)


def column(picture: Shown, letter: str) -> int:
    """Return the middle of a trip's column: where its letter stands first."""
    found = [t for t in picture.texts if t.text == letter and within(t.middle, TABLE)]
    return min(found, key=lambda each: each.box[1]).middle[0]


def test_the_strip_of_a_part_says_whose_turn_it_is() -> None:
    """In turn order, each company's letter before the name."""
    for view in (views(3, 5)[7], views(2, 3, advanced=True)[7]):
        own = replace(view, to_act=Seat(1))
        people = PEOPLE[: 1 + max(company.player for company in view.companies)]
        picture = shown(lambda: zoomed(own, people, ENGLISH, quarter("NW")))  # noqa: B023 -- called at once
        first = picture.written(people[0])[-1]
        row = sorted((t for t in picture.texts if t.is_beside(first)), key=lambda t: t.box[0])
        ordered = sorted(view.companies, key=lambda company: company.player)
        wanted = [
            word
            for player, name in enumerate(people)
            for word in (*(ENGLISH.letters[c.seat] for c in ordered if c.player == player), name)
        ]
        acting = view.companies[1].player
        inks = [picture.written(name)[-1].ink for name in people]

        assert [t.text for t in row] == wanted
        assert inks[acting] == theme.CARD
        assert all(ink == theme.INK for n, ink in enumerate(inks) if n != acting)

"""What pictures of all say, and a test for each fact that fails where it is drawn wrongly.

Boards of up to four: each station parted among them, what is new in a contour and in full colour;
a table with what each line lacks. Of more: clocks of how many have a station, and a card for each
with the line nearest its end and what was done. Since: what is new alone, by rounds. Finals: the
winner, bars of what each score is made of, and the sheet that won.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter

import pytest
from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import MAP_IDS, Line, Station
from metrobot.games.metrolijn.line_state import line_states
from metrobot.games.metrolijn.result import Pay, minus_of
from metrobot.games.metrolijn.summary import Change, LineFinish, sheet_changes
from metrobot.games.metrolijn.view import View
from render import theme
from render.boxes import Box, grown, meet
from render.canvas import disc_stamp
from render.metrolijn import inks, sheets
from render.metrolijn.examples import EXAMPLES, FINISHED
from render.metrolijn.glyphs import (
    _plate,
    box_stamp,
    clock_stamp,
    cross_stamp,
    dot_stamp,
    filled_stamp,
    lettered_stamp,
    points_stamp,
    shares_stamp,
    strike_stamp,
    value_stamp,
    wagon_stamp,
    would_stamp,
    written_stamp,
)
from render.metrolijn.layout import Layout
from render.metrolijn.panels.person import (
    BADGE,
    FEW,
    HALVES,
    HEADING,
    LAST,
    QUARTERS,
    STATE,
    STEP,
    WIDE,
    people_of,
)
from render.metrolijn.sheets import draw_count, draw_sheets, draw_since
from render.metrolijn.topics import draw_topic
from render.tally import tally_height
from render.text.lettering import with_minus
from tests.render.metrolijn.games import ENGLISH, views
from tests.render.metromania.games import count as px_of
from tests.render.shown import Shown, Stamped, Written, shown

PEOPLE = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
MINUS = "\N{MINUS SIGN}"


def board(view: View, new: Sequence[Change] = ()) -> Shown:
    """Return the board that all share."""
    return shown(lambda: draw_sheets(view, PEOPLE[: len(view.sheets)], ENGLISH, new=new))


def since(view: View, new: Sequence[Change]) -> Shown:
    """Draw the picture of new marks; return its contents."""
    return shown(lambda: draw_since(view, PEOPLE[: len(view.sheets)], ENGLISH, new=new))


def final(view: View) -> Shown:
    """Return the count."""
    return shown(lambda: draw_count(view, PEOPLE[: len(view.sheets)], ENGLISH))


def within(at: tuple[int, int], box: Box) -> bool:
    return box[0] <= at[0] < box[2] and box[1] <= at[1] < box[3]


def layout_of(view: View, *, is_table: bool) -> Layout:
    """Return the layout of the map that all share."""
    return sheets._layout(people_of(view, PEOPLE[: len(view.sheets)], ENGLISH), is_table=is_table)


def spots_of(view: View, *, is_table: bool) -> dict[Station, tuple[int, int]]:
    """Return the spots of the shared map's stations on the picture."""
    layout = layout_of(view, is_table=is_table)
    left, top = (WIDE - layout.size[0]) // 2, sheets.TOP
    return {
        Station(n): (layout.at(site.at)[0] + left, layout.at(site.at)[1] + top)
        for n, site in enumerate(view.map.stations)
    }


def contours(picture: Shown, spots: dict[Station, tuple[int, int]]) -> set[Station]:
    """Return the stations around which there is a contour of ink."""
    rims = {each.at for each in picture.stamped(_plate) if each.ink == theme.INK}
    return {station for station, at in spots.items() if at in rims}


def shared_inks(picture: Shown) -> set[theme.Colour]:
    """Return the colours of people's parts of stations."""
    stamped = picture.stamped(shares_stamp)
    return {share.colour for each in stamped for share in each.of["shares"]}


def later_round(map_id: str, players: int) -> tuple[View, View]:
    """Return a view from the middle of a game, and one two rounds on."""
    game = views(map_id, players, 4)
    return game[len(game) // 2], game[len(game) // 2 + 2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_station_has_everybodys_part_in_their_colour(players: int) -> None:
    """In the same place of each box; what was marked before is paler, numbers are hollow."""
    before, view = later_round("paris", players)
    new = sheet_changes(before, view)
    picture, spots = board(view, new), spots_of(view, is_table=True)
    parts, back = (HALVES if players == 2 else QUARTERS), {at: n for n, at in spots.items()}
    found = {
        (back[each.at], parts.index(share.sides)): (share.colour, share.is_hollow)
        for each in picture.stamped(shares_stamp)
        if each.at in back
        for share in each.of["shares"]
    }
    told = {
        (station, own.seat): (
            inks.PEOPLE[own.seat] if station in change.marked else inks.OLD[own.seat],
            station in dict(own.numbers),
        )
        for own, change in zip(view.sheets, new, strict=True)
        for station in own.marked
    }

    assert found == told
    assert contours(picture, spots) == frozenset().union(*(change.marked for change in new))


@pytest.mark.parametrize("players", [2, 4])
def test_nothing_is_pale_where_nothing_is_new(players: int) -> None:
    view = views("berlin", players, 4)[9]
    picture = board(view)

    assert shared_inks(picture) <= {*inks.PEOPLE, theme.INK}
    assert contours(picture, spots_of(view, is_table=True)) == set()


def clocks(picture: Shown, spots: dict[Station, tuple[int, int]]) -> dict[Station, int]:
    """Return the count of people at each station by its clock; the last one drawn counts."""
    found = {each.at: each.of["count"] for each in picture.stamped(clock_stamp)}
    return {station: found[at] for station, at in spots.items() if at in found}


@pytest.mark.parametrize("players", [5, 8])
def test_of_many_a_station_says_how_many_have_it(players: int) -> None:
    """Filled like a clock, in no more than six tenths of the pitch; what is new has a ring."""
    before, view = later_round("madrid", players)
    new = sheet_changes(before, view)
    picture, spots = board(view, new), spots_of(view, is_table=False)
    stamps = [each for each in picture.stamped(clock_stamp) if each.at in set(spots.values())]

    assert clocks(picture, spots) == {
        station: sum(station in own.marked for own in view.sheets) for station in spots
    }
    assert {each.of["people"] for each in stamps} == {players}
    assert max(2 * each.of["half"] for each in stamps) <= 0.6 * layout_of(view, is_table=False).cell
    assert contours(picture, spots) == frozenset().union(*(change.marked for change in new))


def test_a_clock_is_full_only_once_all_have_its_station() -> None:
    """With a tick; else it is open by the share of those who lack it."""
    drawn = [clock_stamp(20, people, 8).fill for people in (2, 4, 6, 8)]
    inked = [px_of(fill, inks.CLOCK) for fill in drawn if isinstance(fill, Image.Image)]

    assert inked[1] / inked[0] == pytest.approx(2, rel=0.1)
    assert inked[2] / inked[0] == pytest.approx(3, rel=0.1)
    assert inked[3] == 0


@pytest.mark.parametrize("players", [2, 4, 5, 8])
def test_since_shows_what_was_marked_since_and_nothing_older(players: int) -> None:
    """No part, no number of a station that had it before; and a card for each person."""
    before, view = later_round("amsterdam", players)
    new = sheet_changes(before, view)
    picture, spots = since(view, new), spots_of(view, is_table=False)
    marked = [each.marked for each in new]
    if players <= FEW:
        seen = {each.at for each in picture.stamped(shares_stamp)} & set(spots.values())
        assert seen == {spots[station] for stations in marked for station in stations}
    else:
        assert clocks(picture, spots) == {
            station: sum(station in stations for stations in marked) for station in spots
        }
    for own in view.sheets:
        (name,) = picture.written(PEOPLE[own.seat])
        assert picture.right_of(name)[-1] == str(own.count.earned) or own.seat % 2 == 0


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_map_has_every_station_and_line(players: int) -> None:
    """Stations in their places; a letter on its colour beside each line's first station."""
    view = views("paris", players, 4)[0]
    picture, is_table = board(view), players <= FEW
    spots = spots_of(view, is_table=is_table)
    layout = layout_of(view, is_table=is_table)
    plates = [e for e in picture.stamped(lettered_stamp) if e.of["half"] != BADGE]

    assert picture.spots(box_stamp if is_table else clock_stamp) >= set(spots.values())
    assert {e.of["letter"]: e.of["code"] for e in plates} == {
        line.letter: line.colour for line in view.map.lines
    }
    for each in plates:
        (line,) = [line for line in view.map.lines if line.letter == each.of["letter"]]
        first = spots[line.stations[0]]
        assert math.dist(each.at, first) < 2.2 * layout.cell
        assert math.dist(each.at, first) > layout.half


def letters_in(picture: Shown, box: Box) -> list[Stamped]:
    """Return the letters of lines in a part of a picture, from the left."""
    found = [each for each in picture.stamped(lettered_stamp) if within(each.at, box)]
    return sorted(found, key=lambda each: each.at[0])


def texts_in(picture: Shown, box: Box) -> list[Written]:
    """Return the texts in a part of a picture, from the left."""
    found = [each for each in picture.texts if within(each.middle, box)]
    return sorted(found, key=lambda each: each.box[0])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_says_what_each_line_lacks(players: int) -> None:
    """Below its letter: how many stations are empty, the letter itself once it is finished."""
    view = views("paris", players, 4)[-4]
    every = view.sheets[1].crossed | set(view.map.lines[4].stations)
    finished = replace(view.sheets[1], crossed=every, numbers=())
    view = replace(view, sheets=(view.sheets[0], finished, *view.sheets[2:]))
    picture = board(view)
    for own in view.sheets:
        (name,) = picture.written(PEOPLE[own.seat])
        y = name.middle[1]
        row = (sheets.GAP, y - 24, WIDE, y + 24)
        texts = {each.middle[0]: each.text for each in texts_in(picture, row)}
        letters = {each.at[0]: each.of["letter"] for each in letters_in(picture, row)}
        for state in line_states(view, own.seat):
            x = sheets.GAP + LAST - (len(view.map.lines) - 1 - state.line) * STEP
            told = [text for at, text in texts.items() if abs(at - x) < STEP / 2]
            done = [letter for at, letter in letters.items() if abs(at - x) < STEP / 2]

            said = state.site.letter if state.is_finished else str(len(state.empty))

            assert told == [said]
            assert done == ([state.site.letter] if state.is_finished else [])
        assert picture.right_of(name)[-2:] == [f"{MINUS}{own.count.minus}", str(own.count.earned)]


def test_a_line_just_finished_has_a_contour_in_the_table() -> None:
    view = views("berlin", 3, 2)[8]
    every = frozenset(view.map.lines[3].stations)
    own = replace(view.sheets[1], crossed=every, numbers=())
    done = replace(view, sheets=(view.sheets[0], own, view.sheets[2]))
    new = Change(endings=(LineFinish(Line(3), Pay(2, is_first=True)),))
    picture = board(done, (Change(), new, Change()))
    (name,) = picture.written(PEOPLE[1])
    rims = [e.at for e in picture.stamped(_plate) if e.ink == theme.INK and e.at[1] > sheets.TOP]

    assert [at[0] for at in rims if abs(at[1] - name.middle[1]) < 24] == [
        sheets.GAP + LAST - 6 * STEP
    ]


def card(view: View, seat: int) -> Box:
    """Return the box of a player's card among many."""
    layout = layout_of(view, is_table=False)
    top = sheets.TOP + layout.size[1] + sheets.FOOT + sheets.GAP
    return sheets._cards(top, len(view.sheets))[seat]


def strip_of(box: Box) -> Box:
    """Return the part of a card that tells what is new."""
    return box[0], box[1] + HEADING + STATE, box[2], box[3]


def test_the_newest_line_is_told_station_by_station() -> None:
    """From the wagon on: crosses, numbers and empty ones; the new ones in a contour."""
    view = views("paris", 5, 1)[0]
    line, site = Line(2), view.map.lines[2]
    first, second, third, *rest = site.stations
    windows = tuple(("3",) if n == line else () for n in range(len(view.map.lines)))
    own = replace(
        view.sheets[1], crossed=frozenset([first, third]), numbers=((second, 4),), windows=windows
    )
    done = replace(view, sheets=(view.sheets[0], own, *view.sheets[2:]))
    change = Change(frozenset([third]), ((line, 1),))
    picture = board(done, (Change(), change, *[Change()] * 3))
    box = strip_of(card(view, 1))
    (badge,) = letters_in(picture, box)
    dots = sorted(
        (each.at[0], each.of["is_marked"])
        for each in picture.stamped(dot_stamp)
        if within(each.at, box)
    )
    rims = {e.at[0] for e in picture.stamped(_plate) if e.ink == theme.INK and within(e.at, box)}

    assert (badge.of["letter"], badge.of["code"]) == (site.letter, site.colour)
    assert [is_marked for _, is_marked in dots] == [True, True, True, *[False] * len(rest)]
    assert [each.text for each in texts_in(picture, box)] == [site.letter, "4"]
    assert rims == {dots[2][0]}


def test_since_tells_whose_lines_in_which_round() -> None:
    """On each card the number of a round stands before the lines of that round."""
    game = views("paris", 6, 1)
    rounds = [(view.round, sheet_changes(view, then)) for view, then in pairwise(game[4:8])]
    new = sheet_changes(game[4], game[7])
    picture = shown(lambda: draw_since(game[7], PEOPLE[:6], ENGLISH, new=new, rounds=rounds))
    first, last = rounds[0][0], rounds[-1][0]

    assert picture.written(f"{ENGLISH.round} {first}\N{EN DASH}{last}")
    for own in game[7].sheets:
        box = strip_of(card(game[7], own.seat))
        told = [each.text for each in texts_in(picture, box) if not each.text.startswith("\xd7")]
        wanted = [
            text
            for number, news in rounds
            if news[own.seat].windows
            for text in (
                str(number),
                *(game[7].map.lines[line].letter for line, _ in news[own.seat].windows),
            )
        ]
        assert [text for text in told if text in wanted] == wanted


def test_several_new_lines_are_told_with_how_many_marks() -> None:
    """And free rides by the line whose end is nearest."""
    view = views("paris", 6, 1)[0]
    lines = view.map.lines
    stations = [lines[1].stations[0], lines[4].stations[1]]
    own = replace(view.sheets[0], crossed=frozenset(stations))
    done = replace(view, sheets=(own, *view.sheets[1:]))
    two = Change(frozenset(stations), ((Line(1), 1), (Line(4), 1)))
    ride = Change(frozenset(stations[:1]))
    box = strip_of(card(view, 0))
    told, free = board(done, (two, *[Change()] * 5)), board(done, (ride, *[Change()] * 5))
    nearest = min(
        view.map.lines_at(stations[0]),
        key=lambda line: len(set(lines[line].stations) - own.crossed),
    )

    assert [e.of["letter"] for e in letters_in(told, box)] == [lines[1].letter, lines[4].letter]
    assert texts_in(told, box)[-1].text == "\N{MULTIPLICATION SIGN}2"
    assert [e.of["letter"] for e in letters_in(free, box)] == [lines[nearest].letter]


def test_a_card_has_finished_lines_and_those_about_to_be() -> None:
    """The nearest in words, then those that lack two at most; finished ones at the right."""
    view = views("berlin", 5, 2)[8]
    lines = view.map.lines
    crossed = frozenset(lines[0].stations) | frozenset(lines[3].stations[2:])
    own = replace(view.sheets[1], crossed=crossed, numbers=())
    done = replace(view, sheets=(view.sheets[0], own, *view.sheets[2:]))
    new = Change(endings=(LineFinish(Line(0), Pay(2, is_first=True)),))
    box = card(view, 1)
    row = (box[0], box[1] + HEADING, box[2], box[1] + HEADING + STATE)
    picture = board(done, (Change(), new, *[Change()] * 3))
    states = line_states(done, own.seat)
    finished = [state.site.letter for state in states if state.is_finished]
    first, *near = sorted(
        (each for each in states if each.empty),
        key=lambda e: (len(e.empty) > 2 and not e.windows_left, len(e.empty)),
    )
    near = [each for each in near if len(each.empty) <= 2]
    rims = [e.at for e in picture.stamped(_plate) if e.ink == theme.INK and within(e.at, row)]
    told = [e.text for e in texts_in(picture, row) if e.text not in "ABCDEFGHIJ"]

    assert lines[0].letter in finished
    assert [e.of["letter"] for e in letters_in(picture, row)] == [
        *(each.site.letter for each in (first, *near)),
        *finished,
    ]
    assert told == [
        f"{len(first.empty)} left, {first.windows_left} windows",
        *(str(len(each.empty)) for each in near),
    ]
    assert rims == [e.at for e in letters_in(picture, row) if e.of["letter"] == lines[0].letter]


@pytest.mark.parametrize("players", range(2, 9))
def test_a_final_has_the_winner_the_count_and_the_best_sheet(players: int) -> None:
    """A banner in the winner's colour, everybody by their places, the first one's sheet."""
    view = views("paris", players, 2)[-1]
    picture = final(view)
    assert view.result is not None
    first = view.result.order[0]
    banner = picture.boxes(inks.PEOPLE[first] if players <= FEW else theme.INK)
    names = {own.seat: picture.written(PEOPLE[own.seat]) for own in view.sheets}
    rows = {seat: found[-1] for seat, found in names.items()}
    ranked = sorted(view.sheets, key=lambda own: rows[own.seat].box[1])
    marks = picture.stamped(cross_stamp)

    assert any(box[1] <= sheets.GAP and box[2] > WIDE // 2 for box in banner)
    assert [view.places[own.seat] for own in ranked] == sorted(view.places)
    for own in view.sheets:
        assert picture.right_of(rows[own.seat])[-1] == with_minus(own.count.score)
    assert [len(found) for seat, found in names.items() if seat != first] == [1] * (players - 1)
    assert len(names[Seat(first)]) == 2
    assert len(marks) == len(view.sheets[first].crossed)
    assert [e.of["colour"] for e in picture.stamped(disc_stamp)].count(theme.WARNING) == 2
    for own in view.sheets:
        place = (t for t in picture.texts if abs(t.middle[1] - rows[own.seat].middle[1]) < 6)
        assert min(place, key=lambda t: t.box[0]).text == str(view.places[own.seat])
    sizes = {
        t.text: t.size for t in picture.texts if abs(t.middle[1] - rows[Seat(first)].middle[1]) < 6
    }
    assert sizes[with_minus(view.sheets[first].count.score)] > 1.4 * rows[Seat(first)].size


@pytest.mark.few(4)
@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_the_medal_of_the_best_sheet_lies_on_none_of_it(map_id: str, players: int) -> None:
    """The upper right corner of every map is free."""
    view = views(map_id, players, 2)[-1]
    picture = shown(lambda: draw_count(view, ("M" * 40,) * players, ENGLISH))
    medals = (e.box for e in picture.stamped(disc_stamp) if e.of["colour"] == theme.WARNING)
    name = max(medals, key=itemgetter(1))
    sites = [each.box for make in (box_stamp, wagon_stamp) for each in picture.stamped(make)]

    assert len(sites) > len(view.map.stations)
    assert not [box for box in sites if meet(box, grown(name, 4))]


@pytest.mark.parametrize("so_far", ["", "7 games alone"])
def test_the_end_alone_has_its_rank_and_what_its_points_are_of(so_far: str) -> None:
    """No bars, since there is nobody to compare with; its name stands in the banner alone."""
    view = views("paris", 1, 2)[-1]
    alone = ("Mastermind", so_far)
    picture = shown(lambda: draw_count(view, PEOPLE[:1], ENGLISH, alone=alone))
    count, texts = view.sheets[0].count, [each.text for each in picture.texts]
    parts = (
        f"Lines {count.lines}  ·  Transfers +{count.transfers}  ·  Empty {with_minus(-count.minus)}"
    )
    card = [text for text in texts if text in {*alone, parts}]

    assert card == [text for text in ("Mastermind", parts, so_far) if text]
    assert [PEOPLE[0] in text for text in texts].count(True) == 1


def test_a_final_shows_nothing_of_the_last_turn() -> None:
    picture = final(views("paris", 4, 2)[-1])

    assert picture.stamped(_plate) == []
    assert not shared_inks(picture) & set(inks.OLD)


@pytest.mark.parametrize("players", [2, 3, 7])
def test_bars_go_to_the_right_for_what_was_won_and_to_the_left_for_what_was_lost(
    players: int,
) -> None:
    """From one line of nothing: points for lines, then for transfers; all to one scale."""
    last = views("paris", players, 2)[-1]
    counts = [
        replace(sheet.count, lines=6 + 2 * n, transfers=4 + n, minus=5 + 3 * n)
        for n, sheet in enumerate(last.sheets)
    ]
    each = zip(last.sheets, counts, strict=True)
    view = replace(last, sheets=tuple(replace(sheet, count=count) for sheet, count in each))
    picture = final(view)
    top = sheets.TALLY[1]
    unit = sheets.COUNT if players <= sheets.ROOMY else sheets.COUNT_OF_MANY
    place = (*sheets.TALLY, WIDE - sheets.GAP, top + tally_height(unit, players))
    inner = (place[0] + 1, place[1] + 1, place[2], place[3])
    bars = {
        ink: [b for b in picture.boxes(ink) if within(b[:2], inner)]
        for ink in (theme.INK, inks.FILLED, theme.SOFT_INK)
    }
    (zero,) = [(b[0] + b[2]) / 2 for b in bars[theme.INK] if b[2] - b[0] <= 4]
    scales = set[int]()
    for n, count in enumerate(counts):
        y = next(t for t in picture.written(PEOPLE[n]) if within(t.middle, place)).middle[1]
        solid, filled, lost = (
            max((b for b in own if b[1] < y < b[3]), key=lambda b: (b[3] - b[1] < 60, b[2] - b[0]))
            for own in bars.values()
        )
        spans = [(solid, count.lines), (lost, count.minus)]
        scales |= {round((b[2] - b[0]) / points * 2) for b, points in spans}

        assert abs(lost[2] - zero) <= 1 > abs(solid[0] - zero)
        assert lost[0] < zero < solid[2] <= filled[0] < filled[2]
    assert max(scales) - min(scales) <= 1


def test_numbers_in_bars_are_light_on_ink_and_dark_elsewhere() -> None:
    """Points for lines, for transfers and for what is empty, each in its own bar."""
    last = views("paris", 3, 2)[-1]
    sheet = last.sheets[1]
    own = replace(sheet, count=replace(sheet.count, lines=61, transfers=47, minus=53))
    picture = final(replace(last, sheets=(last.sheets[0], own, last.sheets[2])))
    inked = {
        text: [each.ink for each in picture.written(text)] for text in ("61", "47", f"{MINUS}53")
    }

    assert inked == {"61": [theme.CARD], "47": [theme.INK], f"{MINUS}53": [theme.INK]}


def test_what_signs_mean_stands_beside_them() -> None:
    """During a game; at the end each word has a piece of its bar alone."""
    game = views("paris", 4, 2)
    picture = board(game[-2], new=sheet_changes(game[-3], game[-2]))
    signs = ((box_stamp, "last round"), (box_stamp, "Transfers"), (filled_stamp, "Empty"))
    for make, word in signs:
        (text,) = picture.written(word)
        at = text.box[0], text.middle[1]
        assert len([e for e in picture.stamped(make) if math.dist(e.at, at) < 60]) == 1
    end = final(game[-1])
    for ink, word in ((theme.INK, "Lines"), (inks.FILLED, "Transfers"), (inks.BOX, "Empty")):
        (text,) = end.written(word)
        bars = [
            b
            for b in end.boxes(ink)
            if 0 < text.box[0] - b[2] < 20 and b[1] < text.middle[1] < b[3]
        ]
        assert bars
        assert not [
            e
            for e in end.stamped(written_stamp)
            if math.dist(e.at, (text.box[0], text.middle[1])) < 60
        ]


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_a_page_of_the_rules_shows_its_example(name: str) -> None:
    """As many stations that would be marked, and what the line's windows hold."""
    example, picture = EXAMPLES[name], shown(lambda: draw_topic(name, ENGLISH))
    would = (*example.would.split(), *example.number.split())
    values = [each.of["value"] for each in picture.stamped(value_stamp)]

    assert len(picture.stamped(would_stamp)) == len(would)
    assert values[: len(example.windows)] == list(example.windows)


def test_the_page_on_points_has_gone_and_earned_ones() -> None:
    """Taken by another before: the first points are struck; finished first: the later ones are."""
    picture = shown(lambda: draw_topic("scoring", ENGLISH))
    shapes = {each.at: each.of["is_first"] for each in picture.stamped(points_stamp)}
    struck = [shapes[each.at] for each in picture.stamped(strike_stamp)]

    assert struck == [is_taken for _, is_done, is_taken in FINISHED if is_done or is_taken]
    assert picture.written(str(18 + 22 - minus_of(9, 2)))


def test_the_cards_left_are_said_to_be_all_again_while_the_6_is_open() -> None:
    """Instead of an empty card; while any are left, they stand there."""
    view = views("paris", 3, 4)[5]

    assert view.left
    assert board(view).written(ENGLISH.again) == []
    assert len(board(replace(view, left=())).written(ENGLISH.again)) == 1

"""All sheets side by side, the count at the end, and the pictures of the rules."""

from dataclasses import replace
from itertools import product

import pytest

from metrobot.games.metrolijn.board import MAP_IDS, Line, Station
from metrobot.games.metrolijn.result import Pay, WonBy
from metrobot.games.metrolijn.summary import sheet_changes
from render import theme
from render.metrolijn import TOPICS, draw_count, draw_sheet, draw_sheets, draw_topic, inks
from render.metrolijn import ground as ground_layer
from render.metrolijn.sheets import GAP, HEAD, _boxes, _by_place, _tiles, columns_for, small_layout
from render.metrolijn.tile import STRIP, TITLE, WIDE, tile_height
from render.signs import noting
from render.text import with_minus
from tests.legible.measure import shown_texts
from tests.render.metrolijn.games import ENGLISH, PEOPLE, opened, views
from tests.render.metromania.games import count, difference


@pytest.mark.parametrize(("players", "map_id"), list(product(range(1, 9), ["berlin", "madrid"])))
def test_every_number_of_players_fits(players: int, map_id: str) -> None:
    """One to eight sheets, whatever the names hold, at most 400 kB."""
    shown = views(map_id, players, 7, special=True)
    half = len(shown) // 2
    file = draw_sheets(
        shown[half],
        PEOPLE[:players],
        ENGLISH,
        new=sheet_changes(shown[half - 1], shown[half]),
        ridden=shown[half - 1].card,
    )
    end = draw_count(shown[-1], PEOPLE[:players], ENGLISH)

    assert opened(file).width == opened(end).width == WIDE
    assert len(file) <= 400_000
    assert len(end) <= 400_000


@pytest.mark.parametrize("map_id", MAP_IDS)
def test_what_changed_still_tells_at_600_px(map_id: str) -> None:
    """Reduced to 600 px, the new marks of every player are seen, and of nobody else."""
    shown = views(map_id, 6, 3)
    ix = next(
        n
        for n in range(8, len(shown))
        if all(
            (a.marked < b.marked) for a, b in zip(shown[n - 1].sheets, shown[n].sheets, strict=True)
        )
    )
    quiet = opened(draw_sheets(shown[ix], PEOPLE[:6], ENGLISH))
    told = opened(
        draw_sheets(shown[ix], PEOPLE[:6], ENGLISH, new=sheet_changes(shown[ix - 1], shown[ix]))
    )
    small = told.resize((600, round(told.height * 600 / WIDE)))
    wide, tall = 600 / 3, (small.height - (HEAD + 2 * GAP) * 600 / WIDE) / 2
    top = (HEAD + 2 * GAP) * 600 / WIDE
    boxes = [
        (
            round(column * wide),
            round(top + row * tall),
            round((column + 1) * wide),
            round(top + (row + 1) * tall - 2 * GAP * 600 / WIDE),
        )
        for row, column in product(range(2), range(3))
    ]
    tiles = [small.crop(box) for box in boxes]
    still = quiet.resize(small.size)
    assert difference(small, still) is not None
    assert all(
        count(tile, inks.NEW, 30) >= 8 + count(still.crop(box), inks.NEW, 30)
        for tile, box in zip(tiles, boxes, strict=True)
    )


def test_finished_line_stands_beside_its_map_in_a_glow() -> None:
    """A line finished in the last round is beside its owner's map, and new; later it is not new."""
    view = views("amsterdam", 2, 1)[4]
    sheet = replace(view.sheets[0], paid=(Pay(3, is_first=True), *view.sheets[0].paid[1:]))
    done = replace(view, sheets=(sheet, view.sheets[1]))
    before, new, later = (
        opened(draw_sheets(v, PEOPLE[:2], ENGLISH, new=told))
        for v, told in ((view, ()), (done, sheet_changes(view, done)), (done, ()))
    )
    found = difference(before, new)

    assert found is not None
    assert WIDE // 2 - 100 < found[0] < found[2] < WIDE // 2
    assert count(new, inks.NEW, 8) > 300
    assert count(later, inks.NEW, 8) == count(before, inks.NEW, 8)
    assert difference(before, later) is not None


def test_newest_line_is_a_strip_with_its_crosses() -> None:
    """A round's line stands below its owner's name, station by station; the new ones glow."""
    view = views("paris", 4, 1)[0]
    stations = view.map.lines[2].stations[:3]
    windows = tuple(("3",) if n == 2 else () for n in range(len(view.map.lines)))
    sheet = replace(view.sheets[0], crossed=frozenset(stations), windows=windows)
    done = replace(view, sheets=(sheet, *view.sheets[1:]))
    top = HEAD + 2 * GAP + TITLE
    strips = [
        opened(
            draw_sheets(v, PEOPLE[:4], ENGLISH, new=sheet_changes(view, done) if v is done else ())
        ).crop((GAP, top, WIDE // 2 - GAP, top + STRIP))
        for v in (view, done)
    ]
    with noting() as notes:
        draw_sheets(done, PEOPLE[:4], ENGLISH, new=sheet_changes(view, done))

    assert count(strips[0], inks.NEW, 8) == 0
    assert count(strips[1], inks.NEW, 8) > 300
    assert view.map.lines[2].letter in shown_texts(notes.picture)


def test_mark_of_one_player_changes_their_sheet_alone() -> None:
    """The second of four differs in the upper right tile only."""
    view = views("paris", 4, 1)[0]
    sheet = replace(view.sheets[1], crossed=frozenset([Station(3)]))
    other = replace(view, sheets=(view.sheets[0], sheet, *view.sheets[2:]))
    one, two = (opened(draw_sheets(v, PEOPLE[:4], ENGLISH)) for v in (view, other))
    found = difference(one, two)

    assert found is not None
    assert found[0] > WIDE // 2
    assert found[3] < HEAD + 3 * GAP + tile_height(small_layout("paris", 2))


def test_card_that_was_ridden_stands_beside_the_next() -> None:
    """Where it is given, the head shows its card too."""
    shown = views("berlin", 2, 5)
    one, other = (
        opened(draw_sheets(shown[3], PEOPLE[:2], ENGLISH, ridden=card))
        for card in (None, shown[2].card)
    )

    assert difference(one.crop((0, 0, WIDE, HEAD)), other.crop((0, 0, WIDE, HEAD))) is not None


def test_names_that_cannot_be_drawn_get_a_number() -> None:
    """Two names of which nothing can be drawn give the same picture."""
    view = views("madrid", 2, 1)[3]

    assert draw_sheets(view, ("🚇" * 40, "A"), ENGLISH) == draw_sheets(view, ("", "A"), ENGLISH)
    assert draw_sheets(view, ("Eve", "A"), ENGLISH) != draw_sheets(view, ("", "A"), ENGLISH)


def test_count_goes_by_places() -> None:
    """The winner's tile is first, with a medal; the others have their places."""
    last = views("berlin", 3, 3)[-1]
    assert last.result is not None
    with noting() as notes:
        picture = opened(draw_count(last, ("Ada", "Bo", "Cy"), ENGLISH, date="22 November 2026"))
    texts = shown_texts(notes.picture)
    first, top = ("Ada", "Bo", "Cy")[last.result.order[0]], HEAD + 2 * GAP

    assert texts.index(first) == min(texts.index(name) for name in ("Ada", "Bo", "Cy"))
    assert any("22 November 2026" in text for text in texts)
    assert {"2", "3"} <= set(texts)
    assert count(picture.crop((0, top, WIDE // 2, top + TITLE)), inks.STAR, 8) > 100
    assert count(picture.crop((WIDE // 2, top, WIDE, picture.height)), inks.STAR, 8) < 20


@pytest.mark.parametrize("players", range(2, 9))
def test_signs_are_told_for_every_number_of_players(players: int) -> None:
    """Beside the last sheet where there is room, else at the foot."""
    shown = views("paris", players, 2)
    for draw, view in ((draw_sheets, shown[4]), (draw_count, shown[-1])):
        with noting() as notes:
            draw(view, PEOPLE[:players], ENGLISH)

        assert {ENGLISH.transfers, ENGLISH.empty} <= set(shown_texts(notes.picture))
        assert notes.size[1] <= notes.size[0]


@pytest.mark.parametrize("players", [3, 7])
def test_a_wide_free_place_has_all_players_in_order(players: int) -> None:
    """Their places while they play; at the end what each score is made of, as bars."""
    shown = views("paris", players, 2)
    people = tuple(f"P{n}" for n in range(players))
    for draw, view in ((draw_sheets, shown[4]), (draw_count, shown[-1])):
        with noting() as notes:
            draw(view, people, ENGLISH)
        seen = [text for text in shown_texts(notes.picture) if text in people]
        ranked = sorted(view.sheets, key=lambda sheet: sheet.count.merits, reverse=True)

        assert [sum(name == text for text in seen) for name in people] == [2] * players
        assert seen[players:] == [people[sheet.seat] for sheet in ranked]


def test_a_list_of_places_says_what_the_sheets_say() -> None:
    """At the end the same scores; before, what counts for a place has no room beside it."""
    last, people = views("paris", 7, 2)[-1], tuple(f"P{n}" for n in range(7))
    with noting() as notes:
        draw_sheets(last, people, ENGLISH)
    texts = shown_texts(notes.picture)
    scores = [with_minus(sheet.count.score) for sheet in last.sheets]

    assert all(texts.count(score) >= 2 * scores.count(score) for score in scores)


@pytest.mark.parametrize("players", [3, 7])
def test_bars_tell_what_each_score_is_made_of(players: int) -> None:
    """Twenty points for lines are much ink in the free place at the end."""
    last, ink = views("paris", players, 2)[-1], list[int]()
    place = _boxes(players, small_layout("paris", columns_for(players)))[-1]
    for lines in (0, 20):
        counts = (replace(sheet.count, lines=lines, minus=5) for sheet in last.sheets)
        sheets = zip(last.sheets, counts, strict=True)
        view = replace(last, sheets=tuple(replace(each, count=n) for each, n in sheets))
        picture = opened(draw_count(view, PEOPLE[:players], ENGLISH))
        ink.append(count(picture.crop(place), theme.INK, 4))

    assert ink[1] - ink[0] > 1500 * players


@pytest.mark.parametrize("players", range(2, 9))
def test_the_last_row_is_whole(players: int) -> None:
    """What is left beside the last tile is one place up to the picture's edge."""
    boxes = _boxes(players, small_layout(MAP_IDS[0], columns_for(players)))

    assert boxes[-1][2] == WIDE - GAP
    assert len(boxes) - players in {0, 1}


def test_head_says_that_empty_stations_decided() -> None:
    """Between equal scores, instead of what the score is made of (ML §7.2)."""
    last = views("berlin", 2, 3)[-1]
    assert last.result is not None
    counts = [replace(sheet.count, lines=10, transfers=0, minus=5) for sheet in last.sheets]
    scores = tuple(count.score for count in counts)
    heads = []
    for places, won_by in (((1, 2), WonBy.EMPTY), ((1, 1), WonBy.NOTHING)):
        result = replace(last.result, scores=scores, places=places, won_by=won_by)
        sheets = zip(last.sheets, counts, strict=True)
        with noting() as notes:
            draw_count(
                replace(
                    last,
                    result=result,
                    sheets=tuple(replace(sheet, count=count) for sheet, count in sheets),
                ),
                PEOPLE[:2],
                ENGLISH,
            )
        heads.append(any(ENGLISH.fewest in text for text in shown_texts(notes.picture)))

    assert heads == [True, False]


def test_equal_players_share_a_place() -> None:
    """Who have as many points and as many empty stations have the same place."""
    last = views("berlin", 3, 3)[-1]
    same = last.sheets[0].count
    view = replace(last, sheets=tuple(replace(sheet, count=same) for sheet in last.sheets))

    assert {tile.place for tile in _by_place(_tiles(view, PEOPLE[:3], ENGLISH, ()))} == {1}


def test_nobody_wins_alone() -> None:
    """A game alone ends with a rank, which is not for the picture, and no medal."""
    last = views("amsterdam", 1, 3)[-1]
    head = opened(draw_count(last, PEOPLE[:1], ENGLISH)).crop((0, 0, WIDE, HEAD + 2 * GAP + TITLE))

    assert last.result is not None
    assert count(head, inks.STAR, 8) == 0


def test_count_tells_each_part_of_the_score() -> None:
    """Lines, transfer numbers and empty stations are on the tile of each player."""
    last = views("berlin", 2, 3)[-1]
    with noting() as notes:
        draw_count(last, PEOPLE[:2], ENGLISH)
    texts = shown_texts(notes.picture)
    counts = [sheet.count for sheet in last.sheets]

    assert all(str(own.lines) in texts for own in counts)
    assert all(f"+{own.transfers}" in texts for own in counts)
    assert all(f"\N{MINUS SIGN}{own.minus}" in texts for own in counts)
    assert all(with_minus(own.score) in texts for own in counts)


def test_what_was_won_is_larger_than_what_may_be_lost() -> None:
    """During a game the large number counts what nothing takes away."""
    view = views("paris", 5, 1)[6]
    with noting() as notes:
        draw_sheets(view, PEOPLE[:5], ENGLISH)
    sizes = {sign.text: sign.size for put in notes.picture for sign in put.signs}

    for own in (sheet.count for sheet in view.sheets):
        assert sizes[str(own.earned)] > 1.5 * sizes[f"\N{MINUS SIGN}{own.minus}"]


def test_observer_makes_no_difference() -> None:
    """Whoever looks, the public picture is the same to the last byte."""
    view = views("paris", 3, 1)[6]
    other = replace(view, seats=frozenset(s.seat for s in view.sheets[:1]), to_act=())

    assert draw_sheets(view, PEOPLE[:3], ENGLISH) == draw_sheets(other, PEOPLE[:3], ENGLISH)


def test_sheets_stand_in_few_columns() -> None:
    """Four sheets stand two by two, five and more three in a row."""
    assert [columns_for(n) for n in range(1, 9)] == [1, 2, 2, 2, 3, 3, 3, 3]


@pytest.mark.parametrize("name", TOPICS)
def test_topics_have_pictures(name: str) -> None:
    """Every picture of the rules is drawn, in a small file, with what would be marked."""
    file = draw_topic(name, ENGLISH)
    marked = count(opened(file), inks.WOULD)

    assert len(file) < 150_000
    assert (marked > 200) is (name not in {"goal", "scoring"})


def test_pages_of_the_rules_are_those_agreed() -> None:
    """The pages that have pictures are known by name; others are refused."""
    assert set(TOPICS) == {"goal", "number", "express", "transfer", "ring", "scoring"}
    with pytest.raises(KeyError):
        draw_topic("moon", ENGLISH)


def test_few_grounds_are_kept() -> None:
    """Whatever is drawn, the kept grounds stay within their limit."""
    ground_layer.kept.forget()
    for map_id in MAP_IDS:
        view = views(map_id, 1, 1)[0]
        for lit in (None, Line(0)):
            draw_sheet(view, view.sheets[0].seat, ENGLISH, lit=lit)
    kept = ground_layer.kept._kept.currsize

    assert 0 < kept <= ground_layer.MOST_BYTES

"""The board of several players, on a map that they share, and the picture of the end."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final

from PIL import Image

from metrobot.games.metrolijn.board import Card, Station
from metrobot.games.metrolijn.summary import Change
from metrobot.games.metrolijn.view import View
from render import theme
from render.banner import BannerPlayer, draw_banner, draw_medal
from render.boxes import Box
from render.canvas import Canvas
from render.metrolijn import glyphs, inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.glyphs import Share
from render.metrolijn.layout import Layout, fitted, laid_out
from render.metrolijn.map.ground import (
    Emphasis,
    draw_ground,
    draw_marked,
    draw_station,
    ends_at,
    kept,
)
from render.metrolijn.panels.person import (
    FEW,
    PAD,
    TALL,
    UNIT,
    WIDE,
    Person,
    draw_strips,
    draw_swatch,
    draw_table,
    draw_table_ground,
    parted,
    people_of,
    table_height,
)
from render.metrolijn.panels.rows import draw_alone, draw_left, write_round
from render.metrolijn.whole import TALLEST, inset, phone_layout
from render.png import png_of
from render.stamps import Stamp
from render.tally import PointKind, Standing, draw_tally, tally_height
from render.text.lettering import SEEN, SEEN_HEIGHT, with_minus

BOX: Final = 0.35
"""Distance from a station's middle to the edge of its box, in cells."""
CLOCK: Final = 0.29
"""Radius of a station that many people share, in cells."""
TRACK: Final = 0.21
"""Width of a track, in cells."""
THIN: Final = 0.19
"""Width of a track between stations that many people share, in cells."""
GAP: Final = 10
HEAD: Final = 112
ROUND: Final = (GAP, GAP, round(WIDE * 0.49) - GAP // 2, GAP + HEAD)
LEFT: Final = (ROUND[2] + GAP, GAP, WIDE - GAP, GAP + HEAD)
TOP: Final = HEAD + 2 * GAP
"""Upper edge of the map, in px."""
FOOT: Final = 48
"""Px below the map for the legend."""
MAP: Final = 900
"""Greatest height of the map, in px."""
COUNT: Final = 26
COUNT_OF_MANY: Final = 21
"""Size of the letters of the count, which takes room from the map."""
ROOMY: Final = 4
"""Most people whose count leaves the map room enough."""
MEDAL: Final = 22
"""Radius of the sign in the upper right corner of the map, where none has a station or wagon."""
BANNER: Final = 92
ALONE: Final = 150
"""Height of the card of somebody who played alone."""
TALLY: Final = GAP, BANNER + 2 * GAP
"""Px of the upper left corner of the bars."""


def shared_layout(map_id: str, room: int, people: int) -> Layout:
    """Return the layout of the map: as wide as the picture, at most `room` px tall."""
    cell = fitted(map_id, (WIDE, room), is_shared=True)
    box, track = (BOX, TRACK) if people <= FEW else (CLOCK, THIN)
    return laid_out(map_id, cell, box=box, label=0, track=track, is_shared=True)


def draw_shared(
    canvas: Canvas, layout: Layout, people: Sequence[Person], *, is_since: bool = False
) -> None:
    """Draw all players' marks on the shared map, whose ground is drawn already.

    Up to four players have a part of each station in their colour. With more, each
    station is filled like a clock by how many of them have it.

    Args:
        canvas: canvas of the map.
        layout: layout of the map.
        people: all players.
        is_since: whether only new marks are drawn.
    """
    new = frozenset[Station]().union(*(person.new.marked for person in people))
    is_round, sites = not people[0].is_coloured, layout.map.stations
    # All rims come before all papers, so that neighbours share one contour.
    for stamp in () if is_since else glyphs.contour_stamps(layout.half, is_round=is_round):
        for station in sorted(new):
            canvas.stamp(stamp, *layout.at(sites[station].at))
    is_special = bool(people[0].view.rules["special"])
    if is_round:
        counts = _counts(people, is_since=is_since)
        _draw_clocks(canvas, layout, len(people), counts, is_special=is_special)
        return
    for station in () if is_since else sorted(new):
        draw_station(canvas, layout, station, is_special=is_special)
    shares = defaultdict[Station, list[Share]](list)
    for person in people:
        for station, share in _shares(person, is_all_new=is_since or not new, is_since=is_since):
            shares[station].append(share)
    for station in sorted(shares):
        stamp = glyphs.shares_stamp(_parted(layout, station), tuple(shares[station]))
        canvas.stamp(stamp, *layout.at(layout.map.stations[station].at))


def _shares(person: Person, *, is_all_new: bool, is_since: bool) -> Iterator[tuple[Station, Share]]:
    """Yield a player's stations with their part of them; old marks are paler."""
    numbers, old = dict(person.sheet.numbers), inks.OLD[person.sheet.seat]
    for station in person.new.marked if is_since else person.sheet.marked:
        is_new = is_all_new or station in person.new.marked
        yield station, Share(person.part, person.colour if is_new else old, station in numbers)


def _parted(layout: Layout, station: Station) -> int:
    return parted(layout.half, is_end=bool(ends_at(layout.map_id, station, is_dim=False)))


def _draw_clocks(
    canvas: Canvas, layout: Layout, people: int, counts: Mapping[Station, int], *, is_special: bool
) -> None:
    """Draw stations filled by how many players marked each, with a tick if all did."""
    for station in sorted(counts):
        site = layout.map.stations[station]
        is_starred = is_special and site.is_special
        stamp = glyphs.clock_stamp(layout.half, counts[station], people, is_special=is_starred)
        canvas.stamp(stamp, *layout.at(site.at))


def _counts(people: Sequence[Person], *, is_since: bool) -> Counter[Station]:
    """Return the number of people who have marked each station, in all or anew."""
    marks = (person.new.marked if is_since else person.sheet.marked for person in people)
    return Counter(chain.from_iterable(marks))


def draw_sheets(
    view: View,
    names: Sequence[str],
    words: SheetWords,
    *,
    new: Sequence[Change] = (),
    ridden: Card | None = None,
) -> bytes:
    """Draw the shared map, the round's card and each player's standing, as PNG.

    Args:
        view: the view that is drawn.
        names: names of the players, in the order of their seats.
        words: words in the reader's language.
        new: new marks of each sheet, which stand out; empty: none do.
        ridden: the card of the previous round, if it is shown.
    """
    return _drawn(people_of(view, names, words, new), ridden, is_since=False)


def draw_since(
    view: View,
    names: Sequence[str],
    words: SheetWords,
    *,
    new: Sequence[Change],
    rounds: Sequence[tuple[int, Sequence[Change]]] = (),
    won: str = "",
) -> bytes:
    """Draw only the marks made since somebody's last look, as PNG.

    Args:
        view: the view that is drawn.
        names: names of the players, in the order of their seats.
        words: words in the reader's language.
        new: new marks of each sheet.
        rounds: numbers of the rounds since then with the new marks of each sheet, if told apart.
        won: the line above the winners, once the game is over.
    """
    people = [
        replace(person, rounds=tuple((n, news[person.sheet.seat]) for n, news in rounds))
        for person in people_of(view, names, words, new)
    ]
    return _drawn(people, None, is_since=True, won=won)


def _drawn(people: list[Person], ridden: Card | None, *, is_since: bool, won: str = "") -> bytes:
    """Draw the board, with a table of few players or a card for each."""
    view, words = people[0].view, people[0].words
    is_table = len(people) <= FEW and not is_since
    layout = _layout(people, is_table=is_table)
    is_special = bool(view.rules["special"])
    # Neither names nor marks are on the ground, so all games of such a kind share it.
    key = ("sheets", layout, len(people), is_special, is_table)
    ground = partial(_ground, layout, len(people), is_special=is_special, is_table=is_table)
    canvas = Canvas(kept.fresh(key, ground))
    draw_shared(inset(canvas, layout, TOP), layout, people, is_since=is_since)
    _draw_legend(canvas, TOP + layout.size[1] + FOOT // 2, people, is_since=is_since)
    top = TOP + layout.size[1] + FOOT + GAP
    if is_table:
        draw_table(canvas, _table(top, len(people)), people)
    else:
        draw_strips(canvas, _cards(top, len(people)), people)
    if view.result is None:
        write_round(canvas, ROUND, view, words, ridden)
        draw_left(canvas, LEFT, view, words)
    else:
        canvas.box((0, 0, WIDE, TOP), theme.PAGE)
        draw_banner(canvas, (*ROUND[:2], *LEFT[2:]), COUNT, _winner(_by_place(people), won))
    return png_of(inks.PALETTE.reduced(canvas.image))


def _layout(people: Sequence[Person], *, is_table: bool) -> Layout:
    count = len(people)
    height = table_height(count) if is_table else -(-count // 2) * (TALL + GAP) - GAP
    room = TALLEST - TOP - FOOT - 2 * GAP - height
    return shared_layout(str(people[0].view.rules["map"]), min(MAP, room), count)


def _table(top: int, people: int) -> Box:
    return GAP, top, WIDE - GAP, top + table_height(people)


def _cards(top: int, people: int) -> list[Box]:
    wide, boxes = (WIDE - GAP) / 2, list[Box]()
    for n in range(people):
        row, column = divmod(n, 2)
        left, y = GAP + round(column * wide), top + row * (TALL + GAP)
        # The last card of an odd number takes its whole row.
        right = WIDE - GAP if n == people - 1 else left + round(wide - GAP)
        boxes.append((left, y, right, y + TALL))
    return boxes


def _ground(layout: Layout, people: int, *, is_special: bool, is_table: bool) -> Image.Image:
    bottom = TOP + layout.size[1] + FOOT
    top = bottom + GAP
    boxes = [_table(top, people)] if is_table else _cards(top, people)
    canvas = Canvas(Image.new("RGB", (WIDE, boxes[-1][3] + GAP), theme.PAGE))
    canvas.card(ROUND, theme.INK)
    canvas.card(LEFT)
    canvas.box((0, TOP, WIDE, bottom), inks.MAP)
    map_, is_bare = inset(canvas, layout, TOP), people > FEW
    draw_ground(map_, layout, is_special=is_special, is_bare=is_bare)
    if is_bare:
        unmarked = dict.fromkeys(map(Station, range(len(layout.map.stations))), 0)
        _draw_clocks(map_, layout, people, unmarked, is_special=is_special)
    if is_table:
        draw_table_ground(canvas, boxes[0], people)
    else:
        for box in boxes:
            canvas.card(box)
    return canvas.image


def _draw_legend(canvas: Canvas, y: int, people: Sequence[Person], *, is_since: bool) -> None:
    signs = [*_signs(people, is_since=is_since)]
    wide = (WIDE - 2 * GAP) // max(1, len(signs))
    for n, (stamps, word) in enumerate(signs):
        x = GAP + PAD + 24 + n * wide
        canvas.layers(stamps, x, y)
        canvas.text((x + 34, y), word, UNIT + 4, anchor="lm", room=wide - 60)


def _signs(people: Sequence[Person], *, is_since: bool) -> Iterator[tuple[tuple[Stamp, ...], str]]:
    """Yield the signs that the picture has, with their words."""
    words, view, rounds = people[0].words, people[0].view, people[0].rounds
    is_round, count = not people[0].is_coloured, len(people)
    box = glyphs.box_stamp(14, (), theme.INK, inks.BOX, is_special=False)
    new, hollow = (
        glyphs.shares_stamp(12, (Share((-1, 0), theme.INK, is_hollow=is_hollow),))
        for is_hollow in (False, True)
    )
    clock = glyphs.clock_stamp(14, 2, count)
    if rounds:
        first, last = (str(rounds[n][0]) for n in (0, -1))
        dot = glyphs.contour_stamps(12, is_round=True), glyphs.dot_stamp(12, is_marked=True)
        yield (*dot[0], dot[1]), f"{words.round} {'–'.join(dict.fromkeys((first, last)))}"
    elif not is_since and any(person.new.marked for person in people):
        signs = (clock,) if is_round else (box, new)
        yield (*glyphs.contour_stamps(14, is_round=is_round), *signs), words.changed
    met = {*_counts(people, is_since=is_since).values()}
    # Where rounds are told, stations show who has come to have them in these alone.
    some, all_ = words.people, words.everybody
    if is_since:
        some, all_ = words.changed, f"{count}/{count} {words.changed}"
    if is_round and met - {count}:
        yield (clock,), f"2/{count} {some}"
    if is_round and count in met:
        yield (glyphs.clock_stamp(14, count, count),), all_
    shares = (_shares(person, is_all_new=True, is_since=is_since) for person in people)
    if not is_round and any(share.is_hollow for _, share in chain.from_iterable(shares)):
        yield (box, hollow), words.transfers
    # After the end, cards have the score alone.
    if view.result is None:
        yield (glyphs.filled_stamp(9, inks.BOX, theme.SOFT_INK),), words.empty


def draw_count(
    view: View,
    names: Sequence[str],
    words: SheetWords,
    *,
    won: str = "",
    alone: tuple[str, ...] = (),
) -> bytes:
    """Return the winner, the parts of each score and the best sheet, as PNG.

    Args:
        view: view of a game that is over, or of one counted now.
        names: names of the players, in the order of their seats.
        words: words in the reader's language.
        won: the line above the winners.
        alone: of a game alone the rank, and how it compares with others of its player, if told.
    """
    people = _by_place(people_of(view, names, words))
    unit = COUNT if len(people) <= ROOMY else COUNT_OF_MANY
    tall = ALONE if view.is_alone else tally_height(unit, len(people))
    tally = (*TALLY, WIDE - GAP, TALLY[1] + tall)
    layout = phone_layout(str(view.rules["map"]), WIDE * SEEN_HEIGHT // SEEN - tally[3] - 2 * GAP)
    is_special, top = bool(view.rules["special"]), tally[3] + GAP
    ground = partial(_count_ground, layout, top, is_special=is_special)
    canvas = Canvas(kept.fresh(("count", layout, top, is_special), ground))
    draw_banner(canvas, (GAP, GAP, WIDE - GAP, GAP + BANNER), COUNT, _winner(people, won))
    if view.is_alone:
        draw_alone(canvas, tally, view, words, alone)
    else:
        # The sheet is the first one's, as the medal in the banner says by the same sign.
        draw_medal(canvas, (WIDE - GAP - PAD - MEDAL, top + GAP + MEDAL), MEDAL)
        draw_tally(canvas, tally, unit, _kinds(words), [_standing(person) for person in people])
    sheet = inset(canvas, layout, top)
    draw_marked(sheet, view, people[0].sheet, layout, Emphasis())
    return png_of(inks.PALETTE.reduced(canvas.image))


def _by_place(people: list[Person]) -> list[Person]:
    """Return people with their places, the best first; equal ones share a place."""
    pairs = zip(people, people[0].view.places, strict=True)
    return sorted((replace(p, place=place) for p, place in pairs), key=lambda p: p.place)


def _count_ground(layout: Layout, top: int, *, is_special: bool) -> Image.Image:
    size = (WIDE, top + layout.size[1] + GAP)
    canvas = Canvas(Image.new("RGB", size, theme.PAGE))
    canvas.box((0, top, WIDE, size[1] - GAP), inks.MAP)
    draw_ground(inset(canvas, layout, top), layout, is_special=is_special)
    return canvas.image


def _kinds(words: SheetWords) -> tuple[PointKind, ...]:
    return (
        PointKind(words.lines, theme.INK),
        PointKind(words.transfers, inks.FILLED, ink=theme.INK),
        PointKind(words.empty, inks.BOX, theme.SOFT_INK, theme.INK),
    )


def _standing(person: Person) -> Standing:
    count = person.sheet.count

    def sign(canvas: Canvas, start: tuple[int, int]) -> int:
        if not person.is_coloured:
            return 0
        draw_swatch(canvas, (start[0] + 16, start[1]), 16, person)
        return 34

    points = (count.lines, count.transfers, -count.minus)
    return Standing(person.place, person.name, points, sign)


def _winner(people: Sequence[Person], won: str) -> BannerPlayer:
    """Return the winners, or the only player; the first one's sheet stands below."""
    best, winners = people[0], [person for person in people if person.place == 1]
    is_one = best.is_coloured and len(winners) == 1
    return BannerPlayer(
        " · ".join(person.name for person in winners),
        won,
        best.colour if is_one else theme.INK,
        score=with_minus(best.sheet.count.score),
        has_won=not best.view.is_alone,
    )

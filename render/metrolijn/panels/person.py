"""Players on a picture of all players: in a table, or with a card for each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import Final

from metrobot.games.metrolijn.board import Line
from metrobot.games.metrolijn.line_state import LineState, line_states
from metrobot.games.metrolijn.outlook import Outlook, can_finish, none_left, outlooks
from metrobot.games.metrolijn.summary import Change
from metrobot.games.metrolijn.view import SheetView, View
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.metrolijn import glyphs, inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.glyphs import Share
from render.text.lettering import Weight, drawable_names, least_size, width, with_minus

WIDE: Final = 1200
"""Width of every picture, in px."""
UNIT: Final = least_size(WIDE)
"""Size of the smallest letters."""
PAD: Final = 16
BADGE: Final = 17
"""Distance from the middle of a line's letter to its badge's edge."""
NAME: Final = 30
"""Size of the letters of a name."""
FEW: Final = 4
"""Most players that have colours of their own, and a place in each station."""
HALVES: Final = ((-1, 0), (1, 0))
QUARTERS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))


Rounds = Sequence[tuple[int, Change]]
HEAD: Final = 56
ROW: Final = 62
LAST: Final = 903
"""Px until the column of the last line."""
STEP: Final = 53
"""Px from one column to the next."""
POINTS: Final = 84
NEAR: Final = 2
"""Most stations that a line may lack to stand out as nearly finished, if it can be finished."""
HEADING: Final = 46
STATE: Final = 42
STRIP: Final = 42
TALL: Final = HEADING + STATE + STRIP
"""Height of a card, in px."""
APART: Final = 42
"""Px from one letter to the next."""
TOLD: Final = 2
"""Most lines that can be finished on a card."""
DISC: Final = 12
"""Greatest radius of a station in the strip, in px."""


@dataclass(frozen=True)
class Person:
    """A player with their sheet.

    Attributes:
        view: the view that is drawn.
        sheet: the player's sheet.
        name: the player's name, drawable.
        new: the new marks on the sheet.
        words: words in the reader's language.
        place: the player's place at the end; 0 before.
        rounds: numbers of the rounds that are shown apart, with the new marks of each.
    """

    view: View
    sheet: SheetView
    name: str
    new: Change
    words: SheetWords
    place: int = 0
    rounds: Rounds = ()

    @property
    def is_coloured(self) -> bool:
        """Whether the player has a colour of their own."""
        return 1 < len(self.view.sheets) <= FEW

    @property
    def colour(self) -> theme.Colour:
        """The player's colour, or ink."""
        return inks.PEOPLE[self.sheet.seat] if self.is_coloured else theme.INK

    @property
    def part(self) -> tuple[int, int]:
        """The player's part of a station, -1, 0 or 1 across and down."""
        return (QUARTERS if len(self.view.sheets) > len(HALVES) else HALVES)[self.sheet.seat]

    @cached_property
    def lines(self) -> tuple[LineState, ...]:
        """The state of each line on the player's sheet."""
        return line_states(self.view, self.sheet.seat)


def people_of(
    view: View, names: Sequence[str], words: SheetWords, new: Sequence[Change] = ()
) -> list[Person]:
    """Return each player with their sheet, in the order of their seats."""
    changes = new or [Change()] * len(view.sheets)
    rows = zip(view.sheets, drawable_names(names, words.player), changes, strict=True)
    return [Person(view, sheet, name, change, words) for sheet, name, change in rows]


def draw_swatch(canvas: Canvas, centre: tuple[int, int], half: int, person: Person) -> None:
    """Draw a station with only a player's part, as a sign of who is who."""
    canvas.stamp(glyphs.box_stamp(half, (), theme.INK, inks.BOX, is_special=False), *centre)
    share = Share(person.part, person.colour, is_hollow=False)
    canvas.stamp(glyphs.shares_stamp(parted(half), (share,)), *centre)


def parted(half: int, *, is_end: bool = False) -> int:
    """Return the px from a station's middle to the edge of people's parts."""
    return round(half * (0.68 if is_end else 0.84))


def draw_badge(
    canvas: Canvas, centre: tuple[int, int], person: Person, line: Line, *, is_new: bool = False
) -> None:
    """Draw a line's letter on its colour, in a contour if it is new."""
    site = person.view.map.lines[line]
    canvas.layers(glyphs.contour_stamps(BADGE) if is_new else (), *centre)
    canvas.stamp(glyphs.lettered_stamp(BADGE, site.colour, site.letter), *centre)


def draw_heading(canvas: Canvas, box: Box, person: Person) -> None:
    """Draw a player's name, the points won and, before the end, the points lost."""
    (left, top, right, bottom), count = box, person.sheet.count
    middle, is_over = (top + bottom) // 2, person.view.result is not None
    score = with_minus(count.score if is_over else count.earned)
    canvas.text((right, middle), score, 42, weight=Weight.BOLD, anchor="rm")
    right -= max(62, width(score, 42, Weight.BOLD) + 14)
    if not is_over:
        right = draw_minus(canvas, (right, middle), person)
    if person.is_coloured:
        draw_swatch(canvas, (left + 20, middle), 20, person)
        left += 56
    canvas.text(
        (left, middle), person.name, NAME, weight=Weight.BOLD, anchor="lm", room=right - left
    )


def draw_minus(canvas: Canvas, end: tuple[int, int], person: Person) -> int:
    """Draw the points lost for empty stations, and return the px where they begin."""
    (right, middle), minus = end, f"\N{MINUS SIGN}{person.sheet.count.minus}"
    canvas.text((right, middle + 2), minus, UNIT, ink=theme.SOFT_INK, anchor="rm")
    right -= max(38, width(minus, UNIT, Weight.SEMIBOLD)) + 16
    canvas.stamp(glyphs.filled_stamp(8, inks.BOX, theme.SOFT_INK), right, middle + 2)
    return right - 20


def table_height(people: int) -> int:
    """Return the height of the table, in px."""
    return HEAD + people * ROW + PAD // 2


def draw_table_ground(canvas: Canvas, box: Box, people: int) -> None:
    """Draw the table's card and the rules between its rows."""
    canvas.card(box)
    for n in range(people):
        y = box[1] + HEAD + n * ROW
        canvas.box((box[0] + PAD, y, box[2] - PAD, y + 2), theme.RULE)


def draw_table(canvas: Canvas, box: Box, people: Sequence[Person]) -> None:
    """Write the table on its ground: a row for each player, a column for each line."""
    for state in people[0].lines:
        x = box[0] + _column(people[0], state.line)
        draw_badge(canvas, (x, box[1] + HEAD // 2), people[0], state.line)
    for n, person in enumerate(people):
        top = box[1] + HEAD + n * ROW
        _draw_table_row(canvas, (box[0], top, box[2], top + ROW), person)


def _draw_table_row(canvas: Canvas, box: Box, person: Person) -> None:
    left, middle, right = box[0] + PAD, (box[1] + box[3]) // 2 + 1, box[2] - PAD
    draw_swatch(canvas, (left + 21, middle), 21, person)
    left += 60
    room = box[0] + _column(person, Line(0)) - STEP // 2 - left
    canvas.text((left, middle), person.name, NAME, weight=Weight.BOLD, anchor="lm", room=room)
    new = {ending.line for ending in person.new.endings}
    for state in person.lines:
        centre = box[0] + _column(person, state.line), middle
        if state.is_finished:
            draw_badge(canvas, centre, person, state.line, is_new=state.line in new)
        elif len(state.empty) <= NEAR and can_finish(person.view, person.sheet.seat, state):
            canvas.letter(centre, str(len(state.empty)), 34)
        else:
            canvas.text(centre, str(len(state.empty)), 26, ink=theme.SOFT_INK, anchor="mm")
    score = with_minus(person.sheet.count.earned)
    canvas.text((right, middle), score, 42, weight=Weight.BOLD, anchor="rm")
    draw_minus(canvas, (right - POINTS, middle), person)


def _column(person: Person, line: Line) -> int:
    """Return the px until a line's column; fewer lines leave more room for names."""
    return LAST - (len(person.lines) - 1 - line) * STEP


def draw_strips(canvas: Canvas, boxes: Sequence[Box], people: Sequence[Person]) -> None:
    """Draw each player's card, on grounds that are drawn already."""
    for (left, top, right, _), person in zip(boxes, people, strict=True):
        inner, outer = left + PAD, right - PAD
        draw_heading(canvas, (inner, top, outer, top + HEADING), person)
        _draw_lines(canvas, (inner, top + HEADING + STATE // 2), outer, person)
        _draw_strip(canvas, (inner, top + TALL - STRIP // 2 - 2), outer, person)


def _draw_lines(canvas: Canvas, start: tuple[int, int], right: int, person: Person) -> None:
    """Draw the lines that can be finished with what they lack, and finished ones at the right.

    After the end the parts of the score stand in place of the former.
    """
    (x, y), new = start, {ending.line for ending in person.new.endings}
    lines = [state.line for state in person.lines if state.is_finished]
    for line in reversed(lines):
        right -= APART
        draw_badge(canvas, (right + APART - BADGE, y), person, line, is_new=line in new)
    if lines:
        right -= 30
        canvas.stamp(glyphs.clock_stamp(DISC, 1, 1), right + 12, y)
        # A tick too near reads as part of the number before it.
        right -= 16
    if person.view.result is not None:
        count = person.sheet.count
        text = f"{count.lines} + {count.transfers} \N{MINUS SIGN} {count.minus}"
        canvas.text((x, y), text, UNIT + 3, anchor="lm")
        return
    outlooks_left = outlooks(person.view, person.sheet.seat, person.lines)
    best = next(outlooks_left, None)
    if best is None:
        ink, room = theme.SOFT_INK, right - x
        text = person.words.no_line if none_left(person.view, person.sheet.seat) else ""
        canvas.text((x, y), text, UNIT + 3, ink=ink, anchor="lm", room=room)
        return
    for outlook in chain((best,), islice(outlooks_left, TOLD - 1)):
        text, room = _means(person, outlook), right - x - 2 * BADGE - 8
        wide = width(text, UNIT + 3, Weight.BOLD)
        if wide > room and outlook is not best:
            return
        draw_badge(canvas, (x + BADGE, y), person, outlook.state.line)
        if wide > room:
            text = person.words.to_go[len(outlook.state.empty)]
        x += 2 * BADGE + 8
        canvas.text((x, y), text, UNIT + 3, weight=Weight.BOLD, anchor="lm", room=room)
        x += wide + 20


def _means(person: Person, outlook: Outlook) -> str:
    """Return the number of stations that a line lacks, and the means to finish it."""
    words, state = person.words, outlook.state
    text, lines = words.to_go[len(state.empty)], person.view.map.lines
    means = [lines[line].letter for line in outlook.lines]
    means += [words.free] if outlook.takes_free else []
    if not means:
        return f"{text}, {words.windows[state.windows_left]}"
    return words.by.format(left=text, means=", ".join(means))


def _draw_strip(canvas: Canvas, start: tuple[int, int], right: int, person: Person) -> None:
    """Draw the new marks: one line with its stations, or several lines and a count."""
    (x, middle), new = start, person.new
    rounds = [
        (number, [*_lines_of(person, change)]) for number, change in person.rounds or [(0, new)]
    ]
    if len(rounds[0][1]) == 1 and not person.rounds:
        draw_badge(canvas, (x + BADGE, middle), person, rounds[0][1][0])
        _draw_stations(canvas, (x + 2 * BADGE + 14, middle), person, rounds[0][1][0], right)
        return
    marks = f"\N{MULTIPLICATION SIGN}{len(new.marked)}"
    room = right - x - (60 + width(marks, 28, Weight.BOLD) if new.marked else 0)
    for number, lines in _newest(rounds, room):
        if number:
            canvas.text((x, middle), str(number), UNIT, ink=theme.SOFT_INK, anchor="lm")
            x += _numbered(number)
        for line in lines[: max(1, room // APART)]:
            draw_badge(canvas, (x + BADGE, middle), person, line)
            x += APART
    if new.marked:
        mark = glyphs.dot_stamp(DISC, is_marked=True)
        canvas.layers((*glyphs.contour_stamps(DISC, is_round=True), mark), x + 24, middle)
        canvas.text((x + 48, middle), marks, 28, weight=Weight.BOLD, anchor="lm")


def _newest(
    rounds: Sequence[tuple[int, list[Line]]], room: int
) -> Sequence[tuple[int, list[Line]]]:
    """Return the last of some rounds with lines, as many as have room, but one at least."""
    newest = [entry for entry in rounds if entry[1]]
    while len(newest) > 1 and sum(_numbered(n) + APART * len(lines) for n, lines in newest) > room:
        del newest[0]
    return newest


def _numbered(number: int) -> int:
    """Return the px that the number of a round takes."""
    return width(str(number), UNIT, Weight.SEMIBOLD) + 6


def _lines_of(person: Person, change: Change) -> Iterator[Line]:
    """Yield the lines that were ridden, then those nearest their ends that free rides marked."""
    map_ = person.view.map
    lines = [line for line, _ in change.windows]
    yield from lines
    stations = {station for line in lines for station in map_.lines[line].stations}
    for station in sorted(change.marked - stations):
        # The line found for an earlier station may serve this one too.
        if station not in stations:
            stops = {line: set(map_.lines[line].stations) for line in map_.lines_at(station)}
            nearest = min(stops, key=lambda line: len(stops[line] - person.sheet.marked))
            stations.update(stops[nearest])
            yield nearest


def _draw_stations(
    canvas: Canvas, start: tuple[int, int], person: Person, line: Line, right: int
) -> None:
    """Draw a line's stations in a row with their marks, new ones in a contour."""
    (left, y), site = start, person.view.map.lines[line]
    step = min(3 * DISC, (right - left) // len(site.stations))
    half, numbers = min(DISC, step // 2 - 4), dict(person.sheet.numbers)
    spots = {station: left + step // 2 + n * step for n, station in enumerate(site.stations)}
    canvas.box((left - 12, y - 4, max(spots.values()), y + 4), inks.LINES[site.colour])
    # All rims come before all papers, so that neighbours share one contour.
    for stamp in glyphs.contour_stamps(half, is_round=True):
        for station in person.new.marked & set(spots):
            canvas.stamp(stamp, spots[station], y)
    for station, x in spots.items():
        canvas.stamp(glyphs.dot_stamp(half, is_marked=station in person.sheet.marked), x, y)
        if station in numbers and half == DISC:
            canvas.letter((x, y), str(numbers[station]), UNIT, inks.BOX)

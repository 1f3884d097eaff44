"""One sheet as bit sets, what a choice on it looks like, and a game played on from it.

What a choice looks like: its marks, its transfer number, and how much nearer the
lines come to their points.

Source: ML §4, §6, §7, §9.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from metrobot.engine.dice import Dice
from metrobot.games.metrolijn.board import CARD_NAMED, DECK, Line
from metrobot.games.metrolijn.view import View
from metrobot.players.metrolijn.bit_map import Bits, Chart, chart_of
from metrobot.players.metrolijn.looks import A_MARK, A_NUMBER, Scale, scale_of

DECK_IDS = tuple(card.id for card in DECK)
RESHUFFLING = frozenset(card.id for card in DECK if card.reshuffles)
FREE, TRANSFER = "F", "T"


@dataclass(slots=True)
class BitSheet:
    """What is on a sheet, while it is played on.

    Attributes:
        marked: the stations with a mark.
        free: the empty windows of each line.
        numbers: the sum of the transfer numbers.
    """

    marked: Bits
    free: list[int]
    numbers: int = 0

    def copy(self) -> "BitSheet":
        """Return one that can be played on by itself."""
        return BitSheet(self.marked, self.free.copy(), self.numbers)


@dataclass(frozen=True, slots=True)
class PayTable:
    """What does not change while a sheet is played on.

    Attributes:
        chart: the map.
        points: what each line pays, or has paid.
        scale: what each line is worth on the way.
        a_mark: what a mark is worth.
        is_alone: empty stations count in full (ML §8).
        specials: the stations that earn an extra action (ML §9).
    """

    chart: Chart
    points: tuple[int, ...]
    scale: Scale
    a_mark: float
    is_alone: bool
    specials: Bits

    def score(self, sheet: BitSheet) -> float:
        """Return what a sheet is worth at the end, half an empty station counted as half."""
        missing = ~sheet.marked
        lines = zip(self.chart.tracks, self.points, strict=True)
        earned = sum(points for track, points in lines if not track.stops & missing)
        empty = (self.chart.all & missing).bit_count()
        return earned + 2 * sheet.numbers - empty * self.a_mark


Move = tuple[int, Bits, int]
"""The line whose window is filled, -1 for none; what is marked; the number written."""


def pay_table_of(view: View, seat: int) -> PayTable:
    """Return the table of a seat: a line that others have finished pays its lower points."""
    paid = view.sheets[seat].paid
    points = tuple(
        (paid[line] or view.offers[line]).points for line in map(Line, range(len(view.offers)))
    )
    chart = chart_of(str(view.rules["map"]))
    a_mark = 1.0 if view.is_alone else 0.5
    return PayTable(
        chart=chart,
        points=points,
        scale=scale_of(str(view.rules["map"]), points),
        a_mark=a_mark,
        is_alone=view.is_alone,
        specials=chart.specials if view.rules["special"] else 0,
    )


def sheet_of(view: View, seat: int) -> BitSheet:
    """Return a seat's sheet."""
    sheet = view.sheets[seat]
    return BitSheet(
        marked=sum(1 << station for station in sheet.marked),
        free=[
            line.windows - len(filled)
            for line, filled in zip(view.map.lines, sheet.windows, strict=True)
        ],
        numbers=sum(value for _, value in sheet.numbers),
    )


def paying(table: PayTable, map_: str, points: Mapping[int, int]) -> PayTable:
    """Return a table on which some lines pay other points.

    Args:
        table: as it was.
        map_: id of the map.
        points: by line.
    """
    paid = tuple(points.get(line, each) for line, each in enumerate(table.points))
    if paid == table.points:
        return table
    return replace(table, points=paid, scale=scale_of(map_, paid))


def gain(table: PayTable, sheet: BitSheet, move: Move) -> float:
    """Return what a choice looks worth."""
    line, new, number = move
    chart, before, after = table.chart, sheet.marked, sheet.marked | new
    worth = A_MARK * table.a_mark * new.bit_count() + A_NUMBER * number
    if line >= 0:
        rows, free = table.scale[line], sheet.free[line]
        worth += rows[free - 1][chart.lack(line, after)] - rows[free][chart.lack(line, before)]
        near = chart.tracks[line].crossed[1:]
    elif new:  # a cross without a window (ML §4.4)
        near = chart.at[new.bit_length() - 1]
    else:
        return 0.0
    for other in near:
        if new & chart.tracks[other].stops:
            row = table.scale[other][sheet.free[other]]
            worth += row[chart.lack(other, after)] - row[chart.lack(other, before)]
    return worth


def moves(table: PayTable, sheet: BitSheet, card: str) -> Iterable[Move]:
    """Yield what a card allows, always with all the marks that there could be."""
    if card == FREE:
        left = table.chart.all & ~sheet.marked
        if not left:
            yield (-1, 0, 0)
        while left:
            bit = left & -left
            left ^= bit
            yield (-1, bit, 0)
        return
    for line, free in enumerate(sheet.free):
        if free:
            for new, number in table.chart.rides(line, sheet.marked, card):
                yield (line, new, number)


def best_move(table: PayTable, sheet: BitSheet, card: str) -> Move:
    """Return the choice that looks best; of equal ones the first."""
    best, most = (-1, 0, 0), float("-inf")
    for move in moves(table, sheet, card):
        worth = gain(table, sheet, move)
        if worth > most:
            best, most = move, worth
    return best


def play(table: PayTable, sheet: BitSheet, move: Move) -> int:
    """Put a choice onto a sheet and return how many extra actions it earns (ML §9.1)."""
    line, new, number = move
    sheet.marked |= new
    sheet.numbers += number
    if line < 0:
        return 0
    sheet.free[line] -= 1
    return (new & table.specials).bit_count()


def play_card(table: PayTable, sheet: BitSheet, card: str, owed: int = 1) -> None:
    """Do what looks best with a card, extra actions too."""
    while owed > 0 and any(sheet.free):
        owed += play(table, sheet, best_move(table, sheet, card)) - 1


def play_on(table: PayTable, sheet: BitSheet, cards: Sequence[str]) -> float:
    """Play a sheet to its end by what looks best, and return what it is worth then.

    Args:
        table: what does not change.
        sheet: is changed.
        cards: to come, in their order; more than are needed.
    """
    for card in cards:
        if not any(sheet.free):
            break
        play_card(table, sheet, card)
    return table.score(sheet)


def cards_to_come(left: Sequence[str], card: str | None, dice: Dice, count: int) -> list[str]:
    """Return cards in a random order, shuffled anew after the 6 as in the game (ML §3.4).

    Args:
        left: not turned up since the last shuffle.
        card: what all ride now, None if it is still to be turned up.
        dice: shuffles.
        count: at least so many.
    """
    found = list[str]()
    pile = list(DECK_IDS if card is not None and CARD_NAMED[card].reshuffles else left)
    while len(found) < count:
        dice.shuffle(pile)
        end = next((n for n, each in enumerate(pile) if each in RESHUFFLING), len(pile) - 1)
        found += pile[: end + 1]
        pile = list(DECK_IDS)
    return found

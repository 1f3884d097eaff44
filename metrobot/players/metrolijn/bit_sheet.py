"""One sheet as bit sets, the look of choices on it, and games played on from it.

A choice looks better the more it marks, the larger its transfer number, and the nearer
it brings lines to their points.

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

SPARE = 6
"""Cards beyond the number of empty windows: free rides fill none."""
Move = tuple[int, Bits, int]
"""The line whose window is filled (-1: none), the stations marked, the number written."""


@dataclass(slots=True)
class BitSheet:
    """A sheet while it is played on.

    Attributes:
        marked: the stations with a mark.
        free: the empty windows of each line.
        numbers: the sum of the transfer numbers.
    """

    marked: Bits
    free: list[int]
    numbers: int = 0

    def copy(self) -> "BitSheet":
        """Return a copy that can be played on by itself."""
        return BitSheet(self.marked, self.free.copy(), self.numbers)


@dataclass(frozen=True, slots=True)
class PayTable:
    """The values that stay the same while a sheet is played on.

    Attributes:
        chart: the map.
        points: the points that each line pays, or has paid.
        scale: the worth of each line on the way.
        a_mark: the worth of a mark: alone empty stations count in full (ML §8).
        specials: the stations that earn an extra action (ML §9).
    """

    chart: Chart
    points: tuple[int, ...]
    scale: Scale
    a_mark: float
    specials: Bits

    def score(self, sheet: BitSheet) -> float:
        """Return the final score of a sheet, with each empty station at `a_mark`."""
        missing = ~sheet.marked
        lines = zip(self.chart.tracks, self.points, strict=True)
        points_earned = sum(points for track, points in lines if not track.stops & missing)
        empty = (self.chart.all & missing).bit_count()
        return points_earned + 2 * sheet.numbers - empty * self.a_mark


def pay_table_of(view: View, seat: int) -> PayTable:
    """Return the pay table of a seat; lines that others have finished pay their lower points."""
    pays = view.sheets[seat].paid
    points = tuple(
        (pays[line] or view.offers[line]).points for line in map(Line, range(len(view.offers)))
    )
    chart = chart_of(str(view.rules["map"]))
    return PayTable(
        chart=chart,
        points=points,
        scale=scale_of(str(view.rules["map"]), points),
        a_mark=1.0 if view.is_alone else 0.5,
        specials=chart.specials if view.rules["special"] else 0,
    )


def sheet_of(view: View, seat: int) -> BitSheet:
    """Return a seat's sheet as bit sets."""
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
    """Return a pay table on which some lines pay other points.

    Args:
        table: the pay table before.
        map_: id of the map.
        points: the new points, by line.
    """
    points_paid = tuple(points.get(line, value) for line, value in enumerate(table.points))
    if points_paid == table.points:
        return table
    return replace(table, points=points_paid, scale=scale_of(map_, points_paid))


def gain(table: PayTable, sheet: BitSheet, move: Move) -> float:
    """Return the estimated worth of a move."""
    line, new, number = move
    chart, before, after = table.chart, sheet.marked, sheet.marked | new
    worth = A_MARK * table.a_mark * new.bit_count() + A_NUMBER * number
    if line >= 0:
        rows, free = table.scale[line], sheet.free[line]
        worth += rows[free - 1][chart.lack(line, after)] - rows[free][chart.lack(line, before)]
        near = chart.tracks[line].crossed[1:]
    # A free ride marks a cross without a window (ML §4.4).
    elif new:
        near = chart.lines_at[new.bit_length() - 1]
    else:
        return 0.0
    for neighbour in near:
        if new & chart.tracks[neighbour].stops:
            row = table.scale[neighbour][sheet.free[neighbour]]
            worth += row[chart.lack(neighbour, after)] - row[chart.lack(neighbour, before)]
    return worth


def moves(table: PayTable, sheet: BitSheet, card: str) -> Iterable[Move]:
    """Yield the moves that a card allows, each with all the marks that it can make."""
    if card == FREE:
        unmarked = table.chart.all & ~sheet.marked
        if not unmarked:
            yield (-1, 0, 0)
        while unmarked:
            bit = unmarked & -unmarked
            unmarked ^= bit
            yield (-1, bit, 0)
        return
    for line, free in enumerate(sheet.free):
        if free:
            for new, number in table.chart.rides(line, sheet.marked, card):
                yield (line, new, number)


def best_move(table: PayTable, sheet: BitSheet, card: str) -> Move:
    """Return the move that looks best; the first of equal ones."""
    best, most = (-1, 0, 0), float("-inf")
    for move in moves(table, sheet, card):
        worth = gain(table, sheet, move)
        if worth > most:
            best, most = move, worth
    return best


def play(table: PayTable, sheet: BitSheet, move: Move) -> int:
    """Put a move onto a sheet and return the number of extra actions it earns (ML §9.1)."""
    line, new, number = move
    sheet.marked |= new
    sheet.numbers += number
    if line < 0:
        return 0
    sheet.free[line] -= 1
    return (new & table.specials).bit_count()


def play_card(table: PayTable, sheet: BitSheet, card: str, owed: int = 1) -> None:
    """Play the best-looking moves with a card, extra actions included."""
    while owed > 0 and any(sheet.free):
        owed += play(table, sheet, best_move(table, sheet, card)) - 1


def play_on(table: PayTable, sheet: BitSheet, cards: Sequence[str]) -> float:
    """Play a sheet to its end by the best-looking moves, and return its score.

    Args:
        table: its pay table.
        sheet: the sheet, which is changed.
        cards: the cards to come, in order; more than are needed.
    """
    for card in cards:
        if not any(sheet.free):
            break
        play_card(table, sheet, card)
    return table.score(sheet)


def cards_to_come(cards_left: Sequence[str], card: str | None, dice: Dice, count: int) -> list[str]:
    """Return cards in a random order, shuffled anew after the 6 as in the game (ML §3.4).

    Args:
        cards_left: cards not turned up since the last shuffle.
        card: the card of this round, None if it is still to be turned up.
        dice: shuffles.
        count: least number of cards.
    """
    cards = list[str]()
    # After a card that reshuffles the whole deck is in the pile.
    pile = list(DECK_IDS if card is not None and CARD_NAMED[card].reshuffles else cards_left)
    while len(cards) < count:
        dice.shuffle(pile)
        end = next((n for n, card_id in enumerate(pile) if card_id in RESHUFFLING), len(pile) - 1)
        cards += pile[: end + 1]
        pile = list(DECK_IDS)
    return cards

"""The panel below the map: banner, players, and the table of places at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, pairwise
from typing import Final, NamedTuple

from metrobot.games.underground.board import COLOURS, SYMBOLS, Colour, StationKind
from metrobot.games.underground.result import Result
from metrobot.games.underground.state import SOURCES, Phase, Source
from metrobot.games.underground.turn.flow import FEW_CARDS
from metrobot.games.underground.turn.pieces import PAIR_POINTS, RAIL_POINTS, TERMINUS_POINTS
from metrobot.games.underground.view import SeatView, View
from render import theme
from render.banner import BannerPlayer, banner_height, draw_banner
from render.boxes import Box
from render.canvas import Canvas
from render.stamps import Stamp
from render.tally import PointKind, Standing, draw_tally, tally_height
from render.text.lettering import Weight, fitted, width
from render.text.run import ROBOT
from render.underground import glyphs, inks
from render.underground.captions import Captions
from render.underground.changes import NOTHING, Changes, NewStretch
from render.underground.map.discs import draw_tag, tag_size

GAP: Final = 12
PAD: Final = 18
ROW: Final = 1.55
"""Distance between rows of a card, in sizes."""
BADGE: Final = 1.36
"""Side of a colour's badge, in sizes of its letter."""
BESIDE: Final = 4
"""Most players whose names stand beside points and badges; of more, names have a row."""
SCORE: Final = 1.7
"""Size of the points, in sizes of the smallest letters."""
BARS: Final = {
    Source.PASSENGER: theme.INK,
    Source.TERMINUS: inks.TERMINUS,
    Source.RAIL: inks.RAIL,
    Source.PAIRS: inks.CONNECTION,
    Source.ENCLOSED: inks.SPACE_EDGE,
    Source.START: theme.PAGE,
}
"""Colours of points by their source, in the order of the bars; as their stations have."""
_STATIONS: Final = {
    Source.TERMINUS: (StationKind.TERMINUS, TERMINUS_POINTS),
    Source.RAIL: (StationKind.NATIONAL_RAIL, RAIL_POINTS),
    Source.PAIRS: (StationKind.CONNECTION, PAIR_POINTS),
}
"""The stations of such sources, with the points for one of them, or for a pair."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The values of the panel, and the canvas for it.

    Attributes:
        canvas: to draw on.
        view: the view that is drawn.
        names: drawable names of the players.
        captions: the words.
        left: px of its left edge.
        top: px of its top edge.
        right: px of its right edge.
        unit: size of the smallest letters.
        changes: changes of the last turns.
        won: the line above the winners.
    """

    canvas: Canvas
    view: View
    names: tuple[str, ...]
    captions: Captions
    left: int
    top: int
    right: int
    unit: int
    changes: Changes = NOTHING
    won: str = ""


def panel_height(view: View, changes: Changes, unit: int) -> int:
    """Return the height of a panel, in px."""
    height = (
        _card_height(unit, len(view.players))
        if view.result is None
        else tally_height(unit, len(view.players))
    )
    return _banner_height(view, changes, unit) + GAP + height


def _banner_height(view: View, changes: Changes, unit: int) -> int:
    """Return the height of the banner, in px; its lines stand a little apart."""
    has_news = bool(changes.played) and view.result is None
    return banner_height(unit, has_news=has_news) + unit // 4


def _card_height(unit: int, count: int) -> int:
    """Return the height of a player's card, in px."""
    return round(unit * ROW * (2 if count <= BESIDE else 3)) + PAD


def draw_panel(panel: Panel) -> None:
    """Draw the whole panel."""
    view, unit = panel.view, panel.unit
    bottom = panel.top + _banner_height(view, panel.changes, unit)
    box = (panel.left, panel.top, panel.right, bottom)
    if view.result is not None:
        draw_banner(panel.canvas, box, unit, _winner(panel, view.result))
        top = bottom + GAP
        part = (panel.left, top, panel.right, panel_height(view, panel.changes, unit) + panel.top)
        _points(panel, view.result, part)
        return
    news, first = _news(panel), _to_play(panel)
    if news is not None and panel.changes.is_replay:
        first, news = news, first
    draw_banner(panel.canvas, box, unit, first, news)
    tall = _card_height(unit, len(view.players))
    _players(panel, bottom + GAP, bottom + GAP + tall)


def _bars(panel: Panel, seat: int) -> tuple[theme.Colour, ...]:
    return tuple(inks.LINES[colour] for colour in panel.view.players[seat].colours)


def _to_play(panel: Panel) -> BannerPlayer:
    view, captions = panel.view, panel.captions
    if view.to_act is None:
        return BannerPlayer(captions.over)
    name = panel.names[view.to_act]
    doing = captions.thinking if ROBOT in name else captions.to_act
    if view.phase is Phase.TRAVEL:
        doing = captions.travels
    small = f"{captions.turn} {view.turn + 1} · {doing}"
    if view.passenger is None and view.visited:
        small += f" · {captions.last_turns}"
    return BannerPlayer(name, small, bars=_bars(panel, view.to_act))


def _news(panel: Panel) -> BannerPlayer | None:
    """Return the last player, with the points of their turn."""
    for step in reversed(panel.changes.played):
        # `played` has only turns with a seat.
        assert step.seat is not None
        text = panel.captions.played.format(
            # Only the name is cut, so that the points stay.
            name=fitted(panel.names[step.seat], panel.unit, Weight.BOLD, panel.unit * 22),
            points=f"+{step.points}",
        )
        return BannerPlayer(text, ground=theme.SOFT_INK, bars=_bars(panel, step.seat))
    return None


def _winner(panel: Panel, result: Result) -> BannerPlayer:
    names = " · ".join(panel.names[player] for player in result.winners)
    score = str(result.scores[result.winners[0]])
    if len(result.winners) > 1:
        bars = tuple(_bars(panel, player)[0] for player in result.winners)
        return BannerPlayer(names, panel.won, bars=bars, score=score, has_won=True)
    # The darkest colour comes first.
    own = panel.view.players[result.winners[0]].colours
    first, *others = sorted(own, key=lambda colour: sum(inks.LINES[colour]))
    ink, ground = inks.LINE_INKS[first], inks.LINES[first]
    bars = tuple(inks.LINES[colour] for colour in others)
    return BannerPlayer(names, panel.won, ground, ink, bars, score, has_won=True)


def _points(panel: Panel, result: Result, box: Box) -> None:
    """Draw each player's points by their sources, as far as somebody has any of them."""
    columns = dict(zip(SOURCES, zip(*result.by_kind, strict=True), strict=True))
    words = dict(zip(SOURCES, panel.captions.sources, strict=True))
    sources = [source for source in BARS if any(columns[source])]
    kinds = [_kind(source, words[source], panel.unit) for source in sources]
    people = [
        Standing(
            result.places[player],
            panel.names[player],
            tuple(columns[source][player] for source in sources),
            partial(_badges, panel.view.players[player].colours, round(panel.unit * BADGE)),
        )
        for player in result.order
    ]
    draw_tally(panel.canvas, box, panel.unit, kinds, people)


def _kind(source: Source, word: str, unit: int) -> PointKind:
    """Return a source's bars; those of stations have their signs, with what one brings."""
    radius, ground = unit * 0.45, BARS[source]
    ink = theme.CARD if sum(ground) < sum(theme.PAGE) else theme.INK
    kind, points = _STATIONS.get(source, (None, 0))
    if kind is None:
        return PointKind(word, ground, ink=ink)
    signs: tuple[Stamp, ...] = (glyphs.station_stamp(kind, radius),)
    if kind is StationKind.CONNECTION:
        signs += (glyphs.symbol_stamp(SYMBOLS[0], glyphs.reach(kind, radius)),)
    return PointKind(f"{word} +{points}", ground, ink=ink, signs=signs)


def _badges(colours: Sequence[Colour], side: int, canvas: Canvas, start: tuple[int, int]) -> int:
    """Draw the badges of some colours from a spot on; return their width in px."""
    for n, colour in enumerate(colours):
        draw_badge(canvas, (start[0] + side // 2 + n * (side + 4), start[1]), colour, side)
    return len(colours) * (side + 4)


class _Row(NamedTuple):
    """Room for one line of text: px of its ends, and of its middle from the top."""

    left: int
    right: int
    y: int


def draw_pile(panel: Panel, box: Box) -> None:
    """Draw the number of cards left, on a warning's colour if there are few."""
    view, canvas, unit = panel.view, panel.canvas, panel.unit
    if view.passenger is None and view.visited:
        rows = broken(panel.captions.gone, unit, box[2] - box[0])
        for n, words in enumerate(rows):
            end = box[2], box[3] - 20 - round((len(rows) - 1 - n) * unit * 1.2)
            canvas.text(end, words, unit, ink=theme.SOFT_INK, anchor="rs", room=box[2] - box[0])
        return
    if view.pile <= FEW_CARDS:
        canvas.card(box, inks.FEW)
    large, middle = round(unit * 2.2), (box[1] + box[3]) // 2 - round(unit * 0.5)
    number = str(view.pile)
    x = (box[0] + box[2]) // 2
    canvas.stamp(glyphs.pile_stamp(large, theme.INK), x - round(unit * 1.4), middle)
    canvas.text((x, middle), number, large, weight=Weight.BOLD, anchor="lm")
    foot = x, box[3] - 12
    canvas.text(foot, panel.captions.pile, unit, anchor="ms", room=box[2] - box[0] - 10)


def broken(text: str, size: int, room: int) -> tuple[str, ...]:
    """Return a text as one line, or as two if it is too long for one."""
    if width(text, size, Weight.SEMIBOLD) <= room or " " not in text:
        return (text,)
    words = text.split()
    splits = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(splits, key=lambda split: max(width(part, size, Weight.SEMIBOLD) for part in split))


def _players(panel: Panel, top: int, bottom: int) -> None:
    players = panel.view.players
    column = (panel.right - panel.left + GAP) / len(players)
    sides = [panel.left + round(n * column) for n in range(len(players) + 1)]
    for player, (left, right) in zip(players, pairwise(sides), strict=True):
        _player(panel, player, (left, top, right - GAP, bottom))


def _player(panel: Panel, player: SeatView, box: Box) -> None:
    """Draw one player: name, points, and colours with pieces left and tokens, or their turns."""
    canvas, view, unit = panel.canvas, panel.view, panel.unit
    if view.to_act == player.seat:
        canvas.card((box[0] - 5, box[1] - 5, box[2] + 5, box[3] + 5), theme.INK, 18)
    canvas.card(box)
    left, right = box[0] + PAD, box[2] - PAD
    large = round(unit * SCORE)
    points, y = str(player.score), box[1] + round(unit * ROW)
    has_own_row, room = len(view.players) > BESIDE, right - left
    if not has_own_row:
        room -= width(points, large, Weight.BOLD) + 10
    canvas.text((left, y), panel.names[player.seat], unit, weight=Weight.BOLD, room=room)
    y += round(unit * ROW) if has_own_row else 0
    canvas.text((right, y), points, large, weight=Weight.BOLD, anchor="rs")
    upper, y = y - round(unit * 0.6), box[3] - round(unit * 0.95)
    lines = [line for line in view.lines if line.seat == player.seat]
    if panel.changes.is_numbered:
        # Narrow cards have room for two turns if nothing stands beside them.
        start = left, upper if has_own_row else y
        wide = _badges([line.colour for line in lines], round(unit * BADGE), canvas, start)
        _turns(panel, player, _Row(left if has_own_row else left + wide, right, y))
        return
    tokens = _tokens(panel, player, right, y)
    column = min(round(unit * 3.3), (tokens - left) // len(lines))
    side = round(unit * BADGE)
    for x, line in zip(count(left, column), lines, strict=False):
        ink = theme.INK if line.pieces_left else theme.FAINT_INK
        draw_badge(canvas, (x + side // 2, y), line.colour, side)
        canvas.text((x + side + 5, y), str(line.pieces_left), unit, ink=ink, anchor="lm")


def _turns(panel: Panel, player: SeatView, row: _Row) -> None:
    """Draw the number and points of each of a player's last turns."""
    (x, right, y), unit = row, panel.unit
    own = [step for step in panel.changes.played if step.seat == player.seat]
    # From the right edge leftwards, where the newest turn stands.
    for step in reversed(_fitting(own, unit, right - x)):
        words = f"+{step.points}"
        wide = width(words, unit, Weight.BOLD)
        panel.canvas.text((right, y), words, unit, weight=Weight.BOLD, anchor="rm")
        tag = tag_size(step.number, unit)[0]
        draw_tag(panel.canvas, (right - wide - 6 - tag // 2, y), step, unit)
        right -= wide + tag + 20


def _fitting(turns: list[NewStretch], unit: int, room: int) -> list[NewStretch]:
    lengths = [
        tag_size(step.number, unit)[0] + width(f"+{step.points}", unit, Weight.BOLD) + 20
        for step in turns
    ]
    while lengths and sum(lengths) > room:
        # The oldest turns give way first.
        lengths = lengths[1:]
    return turns[len(turns) - len(lengths) :]


def _tokens(panel: Panel, player: SeatView, right: int, y: int) -> int:
    """Draw the number of tokens, in a contour if it changed; return the px of its left end."""
    tokens = player.tokens
    ink = theme.INK if tokens else theme.FAINT_INK
    words, radius = str(tokens), round(panel.unit * 0.6)
    panel.canvas.text((right, y), words, panel.unit, ink=ink, anchor="rm")
    # Wide enough for the contour, so that a card looks the same without one.
    half = round(radius * 1.1) + theme.NEW_GAP + theme.NEW_RIM
    left = right - width(words, panel.unit, Weight.SEMIBOLD) - half - 4
    if any(step.seat == player.seat and step.has_new_tokens for step in panel.changes.steps):
        panel.canvas.layers(glyphs.contour_stamps(radius * 1.1), left, y)
    panel.canvas.stamp(glyphs.token_stamp(radius, theme.CARD, ink), left, y)
    return left - half - 4


def draw_badge(
    canvas: Canvas, centre: tuple[int, int], colour: Colour, side: int, size: int = 0
) -> None:
    """Draw a colour's badge with its letter, in a size or as large as usual."""
    canvas.stamp(glyphs.badge_stamp(side, inks.LINES[colour]), *centre)
    letter = size or round(side / BADGE)
    canvas.letter(centre, COLOURS[colour].code, letter, inks.LINE_INKS[colour])


def strip_height(unit: int, count: int) -> int:
    """Return the height of the row of players, in px."""
    return round(unit * (2 if count <= BESIDE else 3.4))


def draw_strip(panel: Panel) -> None:
    """Draw all players in one row, with their colours and the turn."""
    view, canvas, unit = panel.view, panel.canvas, panel.unit
    column = (panel.right - panel.left + GAP) / len(view.players)
    height, side = strip_height(unit, len(view.players)), round(unit * BADGE)
    for n, player in enumerate(view.players):
        left = panel.left + round(n * column)
        box = (left, panel.top, panel.left + round((n + 1) * column) - GAP, panel.top + height)
        is_to_act = view.to_act == player.seat
        canvas.card(box, theme.INK if is_to_act else theme.CARD)
        has_own_row, x = len(view.players) > BESIDE, left + 12
        middle = panel.top + round(height * (0.71 if has_own_row else 0.5))
        for colour in player.colours:
            draw_badge(canvas, (x + side // 2, middle), colour, side)
            x += side + 4
        ink = theme.CARD if is_to_act else theme.INK
        start = (left + 14, panel.top + round(height * 0.27)) if has_own_row else (x + 2, middle)
        room = box[2] - start[0] - 8
        canvas.text(start, panel.names[player.seat], unit, ink=ink, anchor="lm", room=room)

"""The parts of the panel: banner, players, the end of building, the trips."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from metrobot.games.metromania.actions import STATIONS, TUNNELS_PER_LINE, LineName
from metrobot.games.metromania.result import Result
from metrobot.games.metromania.view import CompanyView, LineView, View
from render import theme
from render.banner import BannerPlayer, draw_banner
from render.boxes import Box
from render.canvas import Canvas
from render.metromania import glyphs
from render.metromania.captions import Captions
from render.metromania.changes import Changes, LastPlayer
from render.metromania.grid import LETTERED
from render.metromania.lines.network import draw_badge
from render.text.lettering import Weight, fitted, size_for, width, with_minus, wrapped
from render.text.run import ROBOT

PAD: Final = 0.6
"""Margin within a card, in sizes of the smallest letters."""
BAR: Final = 14
"""Width of a company's colour bar, in px."""
MOST_NAME: Final = 1.5
"""Greatest size of a player's name, in sizes of the smallest letters."""
TALL_CARD: Final = 5.0
"""Least height of a card's head in which name and points stand below each other, likewise."""
LINE_ROW: Final = 1.9
"""Height of a row with a company's lines, in sizes of the smallest letters."""
MOST_LINE: Final = 5.4
"""Greatest width of a line in it: the bars of wide and narrow cards have one scale."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The values of the panel, and the canvas for it.

    Attributes:
        canvas: to draw on.
        view: the view that is drawn.
        names: drawable names of the players.
        captions: the words.
        changes: the changes, with the last player.
        unit: size of the smallest letters, in px.
        won: the line above the winners.
    """

    canvas: Canvas
    view: View
    names: tuple[str, ...]
    captions: Captions
    changes: Changes
    unit: int
    won: str = ""

    @property
    def pad(self) -> int:
        """Px of the margin within a card."""
        return round(self.unit * PAD)

    def share(self, part: float) -> int:
        """Return a number of sizes of the smallest letters, in px."""
        return round(self.unit * part)


def by_player(view: View) -> dict[int, list[CompanyView]]:
    """Return the players in turn order, each with their companies."""
    # In the advanced game players alternate, so one player's companies are not neighbours.
    whose = attrgetter("player")
    return {n: list(own) for n, own in groupby(sorted(view.companies, key=whose), whose)}


def draw_head(panel: Panel, box: Box) -> None:
    """Draw the banner: the player on turn or the winners, and the last player."""
    played, first = panel.changes.played, _first(panel)
    if played is None:
        draw_banner(panel.canvas, box, panel.unit, first)
        return
    room = box[2] - box[0] - 3 * panel.pad
    if played.is_watched and panel.view.result is None:
        first, news = _player(panel, played, room, round(panel.unit * 1.6)), _next(panel, room)
    else:
        news = _player(panel, played, room, panel.unit)
    draw_banner(panel.canvas, box, panel.unit, first, news)


def _first(panel: Panel) -> BannerPlayer:
    """Return the large one of the banner: the player on turn, the winners, or the end."""
    view, captions = panel.view, panel.captions
    if view.result is not None:
        return _winners(panel, view.result)
    if view.to_act is None:
        # Trips are still to be counted: without these words the points would look like scores.
        parts = (f"{captions.letters[c.seat]} {c.station_points}" for c in view.companies)
        built = captions.built.replace("{parts}", ", ".join(parts))
        return BannerPlayer(captions.over, built, theme.GATE_END)
    name = panel.names[view.companies[view.to_act].player]
    doing = captions.thinking if ROBOT in name else captions.to_act
    small = f"{captions.turn} {view.turn + 1} · {doing}"
    if view.ended_by is not None:
        small = f"{captions.last_turns} · {doing}"
    return _banner_of(panel, view.to_act, name, small)


def _next(panel: Panel, room: int) -> BannerPlayer:
    """Return the player on turn, as the small one of the banner."""
    view, captions = panel.view, panel.captions
    if view.to_act is None:
        return BannerPlayer(captions.over, ground=theme.GATE_END)
    name = panel.names[view.companies[view.to_act].player]
    words = f" · {captions.thinking if ROBOT in name else captions.to_act}"
    left = room - width(words, panel.unit, Weight.BOLD)
    name = fitted(name, panel.unit, Weight.BOLD, left)
    return _banner_of(panel, view.to_act, name + words)


def _player(panel: Panel, played: LastPlayer, room: int, size: int) -> BannerPlayer:
    """Return the last player with the points of their turn; a long name is cut."""
    words = panel.captions.played.replace("{points}", f"+{played.points}")
    if panel.changes.numbered and panel.view.to_act is None:
        # While somebody is to play, the banner's upper line says what the numbers on the map are.
        words = f"{panel.captions.turn} {panel.view.turn} · {words}"
    left = room - width(words.replace("{name}", ""), size, Weight.BOLD)
    name = fitted(panel.names[panel.view.companies[played.seat].player], size, Weight.BOLD, left)
    return _banner_of(panel, played.seat, words.replace("{name}", name))


def _banner_of(panel: Panel, seat: int, text: str, small: str = "") -> BannerPlayer:
    return BannerPlayer(text, small, panel.captions.liveries[seat].ink)


def _winners(panel: Panel, result: Result) -> BannerPlayer:
    first, *others = [c.seat for c in panel.view.companies if c.player in result.winners]
    ground = panel.captions.liveries[first].ink
    bars = tuple(panel.captions.liveries[seat].ink for seat in others)
    names = " · ".join(panel.names[player] for player in result.winners)
    points = with_minus(result.scores[result.winners[0]])
    return BannerPlayer(names, panel.won, ground, bars=bars, score=points, has_won=True)


def draw_people(panel: Panel, boxes: Sequence[Box]) -> None:
    """Draw each player into a box: name, points, and their companies with lines and hand."""
    for (player, companies), box in zip(by_player(panel.view).items(), boxes, strict=True):
        _person(panel, player, companies, box)


def _person(panel: Panel, player: int, companies: Sequence[CompanyView], box: Box) -> None:
    canvas, view, (left, top, right, bottom) = panel.canvas, panel.view, box
    own = [company.seat for company in companies]
    acting = view.to_act if view.to_act in own else None
    canvas.card(box, theme.CARD if acting is None else panel.captions.liveries[acting].row_tint)
    draw_bars(panel, own, (left, top, left + BAR, bottom))
    room = panel.share(LINE_ROW) * len(companies)
    head = (left, top, right, bottom - room - panel.share(0.25))
    _name(panel, player, companies, head)
    for n, company in enumerate(companies):
        y = bottom - room - panel.share(0.2) + round(panel.share(LINE_ROW) * (n + 0.5))
        _lines(panel, company, (left + BAR + panel.pad, right - panel.pad), y)


def draw_bars(panel: Panel, seats: Sequence[int], box: Box) -> None:
    """Draw the colours of a player's companies, one below the other."""
    left, top, right, bottom = box
    height = (bottom - top) // len(seats)
    for n, seat in enumerate(seats):
        y = top + n * height
        ink = panel.captions.liveries[seat].ink
        panel.canvas.card((left, y, right, y + height), ink, 7)


def _name(panel: Panel, player: int, companies: Sequence[CompanyView], box: Box) -> None:
    """Write a player's name and points, with an arrow if they are on turn."""
    left, top, right, bottom = box
    middle, canvas = (top + bottom) // 2 + 2, panel.canvas
    high = bottom - top
    large = min(panel.share(2.4), max(panel.share(1.6), round(high * 0.62)))
    points = with_minus(sum(company.station_points for company in companies))
    right -= panel.pad
    # In a tall card, as two people have them, the name stands above the points, in whole words.
    is_tall, low = high > panel.share(TALL_CARD), middle
    if is_tall:
        middle, low = top + round(high * 0.28), bottom - round(high * 0.27)
    canvas.text((right, low), points, large, weight=Weight.BOLD, anchor="rm")
    right -= 0 if is_tall else width(points, large, Weight.BOLD) + panel.pad // 2
    left += BAR + panel.pad // 2
    acting, arrow = (
        next((c.seat for c in companies if c.seat == panel.view.to_act), None),
        panel.unit,
    )
    if acting is not None:
        stamp = glyphs.arrow_stamp(0, arrow, panel.captions.liveries[acting].ink)
        canvas.stamp(stamp, left + arrow // 2, low)
        left += 0 if is_tall else arrow + panel.share(0.2)
    name, room, most = panel.names[player], right - left, panel.share(MOST_NAME + 0.7 * is_tall)
    size = size_for(name, min(most, max(panel.unit, round(high * 0.5))), panel.unit, room)
    whole = (name,) if not is_tall else wrapped(name, size, Weight.BOLD, room)[:2]
    for n, line in enumerate(whole):
        y = middle + round(size * 1.2 * (n - (len(whole) - 1) / 2))
        canvas.text((left, y), line, size, weight=Weight.BOLD, anchor="lm", room=room)


def _lines(panel: Panel, company: CompanyView, sides: tuple[int, int], y: int) -> None:
    left, right = sides
    hand = panel.share(1.7)
    part = (right - left - hand) // 2
    wide = min(part - panel.share(0.5), panel.share(MOST_LINE))
    for ix, line in enumerate(company.lines):
        _line(panel, line, (left + ix * part, left + ix * part + wide), y)
    _hand(panel, company, right - hand // 2, y)


def _line(panel: Panel, line: LineView, sides: tuple[int, int], y: int) -> None:
    left, right = sides
    canvas, radius = panel.canvas, panel.share(LETTERED)
    draw_badge(canvas, (left + radius, y), line, panel.captions, radius)
    left += 2 * radius + panel.share(0.35)
    if line.is_finished:
        canvas.stamp(glyphs.tick_stamp(panel.share(0.62), theme.GOOD), left + panel.share(0.7), y)
    elif line.is_blocked:
        canvas.stamp(glyphs.cross_stamp(panel.share(0.62), theme.BAD), left + panel.share(0.7), y)
    else:
        size, ahead = round(panel.unit * 1.1), panel.share(1.5)
        canvas.text((right, y + 1), str(line.tunnels_left), size, anchor="rm")
        half = panel.share(0.3)
        _bar(panel, line, (left, y - half, right - ahead, y + half))


def _bar(panel: Panel, line: LineView, box: Box) -> None:
    """Draw a bar as long as a line's tunnels left, solid or striped as the line is."""
    left, top, right, bottom = box
    canvas, radius, middle = panel.canvas, (bottom - top) // 2, (top + bottom) // 2
    canvas.box((left, middle - 1, right, middle + 2), theme.UNUSED)
    end = left + round((right - left) * line.tunnels_left / TUNNELS_PER_LINE)
    if end - left < 2 * radius:
        return
    canvas.card((left, top, end, bottom), panel.captions.liveries[line.company].ink, radius)
    for x in range(left + 9, end - 8, 14) if line.name is LineName.STRIPED else ():
        canvas.box((x, top + 4, x + 8, bottom - 4), theme.CARD)


def _hand(panel: Panel, company: CompanyView, x: int, y: int) -> None:
    ink = theme.INK if company.hand_size else theme.FAINT_INK
    panel.canvas.stamp(glyphs.card_stamp(panel.share(1.6), ink), x, y)
    count, size = str(company.hand_size), round(panel.unit * 1.05)
    panel.canvas.letter((x, y + 1), count, size, theme.CARD)


def draw_meter(panel: Panel, box: Box) -> None:
    """Draw the nearness of the end: stations left, lines finished or blocked."""
    left, top, right, bottom = box
    canvas, captions, pad = panel.canvas, panel.captions, panel.share(0.4)
    middle = left + round((right - left) * 0.46)
    canvas.card((left, top, middle - 4, bottom))
    canvas.card((middle + 4, top, right, bottom))
    count = f"{panel.view.lines_closed}/{panel.view.lines_needed}"
    y = top + panel.share(0.95)
    for start, end, words in (
        (left, middle - 4, captions.stations_left),
        (middle + 4, right, f"{captions.lines_done} {count}"),
    ):
        room = end - start - 2 * pad
        canvas.text((start + pad, y), words, panel.unit, ink=theme.SOFT_INK, anchor="lm", room=room)
    low = (top + panel.share(1.6) + bottom) // 2 - 2
    _stock(panel, left + pad, low)
    _closed(panel, (middle + 4 + pad, right - pad), low)


def _stock(panel: Panel, left: int, y: int) -> None:
    canvas, stock, radius = panel.canvas, panel.view.stock, panel.share(0.6)
    canvas.stamp(glyphs.station_stamp(radius, 4), left + radius, y)
    ink = theme.BAD if panel.view.is_stock_low else theme.INK
    left += 2 * radius + panel.share(0.4)
    size = round(panel.unit * 1.6)
    canvas.text((left, y), str(stock), size, ink=ink, weight=Weight.BOLD, anchor="lm")
    left += width(str(stock), size, Weight.BOLD) + panel.share(0.3)
    canvas.text((left, y + 3), f"/{STATIONS}", panel.unit, ink=theme.SOFT_INK, anchor="lm")


def _closed(panel: Panel, sides: tuple[int, int], y: int) -> None:
    """Draw signs for the lines that end the game: finished, blocked or open."""
    view, (left, right) = panel.view, sides
    finished = min(sum(line.is_finished for line in view.lines), view.lines_needed)
    blocked = view.lines_closed - finished
    apart = min((right - left) / view.lines_needed, panel.share(1.5))
    radius = min(panel.share(0.62), round(apart * 0.41))
    for n in range(view.lines_needed):
        stamp = glyphs.open_stamp(radius, theme.FAINT_INK)
        if n < finished:
            stamp = glyphs.tick_stamp(radius, theme.GOOD)
        elif n < finished + blocked:
            stamp = glyphs.cross_stamp(radius, theme.BAD)
        panel.canvas.stamp(stamp, round(left + apart * (n + 0.5)), y)

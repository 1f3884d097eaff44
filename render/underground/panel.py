"""The panel below the map: whose turn, open destinations, the pile, the players."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from metrobot.games.underground.board import ACTIONS_A_TURN, COLOURS, STATIONS, Colour, Station
from metrobot.games.underground.ending import FEW_CARDS
from metrobot.games.underground.state import Phase
from metrobot.games.underground.view import LineView, SeatView, View
from render import theme
from render.canvas import Box, Canvas, disc_stamp
from render.lettering import Weight, fitted, safe_name, width
from render.underground import inks
from render.underground.captions import Captions
from render.underground.glyphs import (
    arrow_stamp,
    badge_stamp,
    pile_stamp,
    station_stamp,
    token_stamp,
)

GAP: Final = 14
PAD: Final = 26
LARGE: Final = 50
"""Of the letters that tell whose turn it is, or who has won."""
UPPER: Final = 128
"""Height of the row of the turn, the destinations and the pile."""
LOWER: Final = 138
"""Height of the row of the players."""
HEIGHT: Final = UPPER + LOWER + 2 * GAP
TURN: Final = 620
PILE: Final = 300


@dataclass(frozen=True, slots=True)
class Panel:
    """Where the panel lies and what it says.

    Attributes:
        canvas: to draw on.
        view: what is shown.
        names: per player, drawable.
        captions: the words.
        left: px of its left edge.
        top: px of its top edge.
        right: px of its right edge.
    """

    canvas: Canvas
    view: View
    names: tuple[str, ...]
    captions: Captions
    left: int
    top: int
    right: int


def drawable_names(people: Sequence[str], captions: Captions) -> tuple[str, ...]:
    """Return the players' names as they can be drawn, numbered where they cannot."""
    return tuple(
        safe_name(name, f"{captions.player} {n}") for n, name in enumerate(people, start=1)
    )


def draw_panel(panel: Panel) -> None:
    """Draw the whole panel."""
    bottom = panel.top + UPPER
    _turn(panel, (panel.left, panel.top, panel.left + TURN, bottom))
    middle = (panel.left + TURN + GAP, panel.top, panel.right - PILE - GAP, bottom)
    _destinations(panel, middle)
    _pile(panel, (panel.right - PILE, panel.top, panel.right, bottom))
    _players(panel, bottom + GAP, bottom + GAP + LOWER)


def _turn(panel: Panel, box: Box) -> None:
    """Draw whose turn it is with the actions used, or who has won."""
    view, captions = panel.view, panel.captions
    panel.canvas.card(box, theme.INK)
    if view.result is not None:
        names = " · ".join(panel.names[player] for player in view.result.winners)
        score = f": {max(view.result.scores)}"
        room = box[2] - box[0] - 2 * PAD - width(score, LARGE, Weight.BOLD)
        names = fitted(names, LARGE, Weight.BOLD, room)
        _banner(panel, box, f"{captions.over} · {captions.winner}", f"{names}{score}")
    elif view.to_act is not None:
        small = f"{captions.turn} {view.turn + 1} · "
        small += captions.travels if view.phase is Phase.TRAVEL else captions.to_act
        if view.passenger is None and view.visited:
            small += f" · {captions.last_turns}"
        _banner(panel, box, small, panel.names[view.to_act])
        _actions(panel, box)


def _banner(panel: Panel, box: Box, small: str, large: str) -> None:
    """Write a small line and a large one, light on dark."""
    room = box[2] - box[0] - 2 * PAD
    left = box[0] + PAD
    panel.canvas.text((left, box[1] + 46), small, 29, ink=theme.RULE, room=room - 150)
    at = left, box[3] - 28
    panel.canvas.text(at, large, LARGE, ink=theme.CARD, weight=Weight.BOLD, room=room)


def _actions(panel: Panel, box: Box) -> None:
    """Draw the actions of the turn: those used as full discs."""
    right = box[2] - PAD - 14
    for n in range(ACTIONS_A_TURN):
        x, y = right - (ACTIONS_A_TURN - 1 - n) * 36, box[1] + 36
        panel.canvas.stamp(disc_stamp(13, theme.CARD), x, y)
        if n >= panel.view.done:
            panel.canvas.stamp(disc_stamp(9.5, theme.INK), x, y)


def _destinations(panel: Panel, box: Box) -> None:
    """Draw the open cards by name, or that the passenger has left."""
    canvas, view, captions = panel.canvas, panel.view, panel.captions
    canvas.card(box)
    gone = view.passenger is None and bool(view.visited)
    if gone or not view.open_cards:
        words = captions.gone if gone else captions.no_destinations
        at = (box[0] + PAD, (box[1] + box[3]) // 2)
        ink = theme.INK if gone else theme.SOFT_INK
        canvas.text(at, words, 34, ink=ink, anchor="lm", room=box[2] - box[0] - 2 * PAD)
        return
    at = (box[0] + PAD, box[1] + 40)
    canvas.text(at, captions.destinations, 26, ink=theme.SOFT_INK, room=500)
    column = (box[2] - box[0] - 2 * PAD) // 4
    for n, card in enumerate(view.open_cards):
        _destination(canvas, card, (box[0] + PAD + n * column, box[3] - 42), column)


def _destination(canvas: Canvas, card: Station, at: tuple[int, int], column: int) -> None:
    """Draw one open card: the sign of its kind and its name, on up to two lines."""
    left, y = at
    canvas.stamp(station_stamp(STATIONS[card].kind, 17), left + 20, y)
    rows = broken(STATIONS[card].name, 28, column - 76)
    for row, words in enumerate(rows):
        at = left + 48, y + round((row - (len(rows) - 1) / 2) * 31)
        canvas.text(at, words, 28, anchor="lm", room=column - 54)


def broken(text: str, size: int, room: int) -> tuple[str, ...]:
    """Return a text as one line, or as two where it is too long for one."""
    if width(text, size, Weight.SEMIBOLD) <= room or " " not in text:
        return (text,)
    words = text.split()
    splits = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(splits, key=lambda split: max(width(part, size, Weight.SEMIBOLD) for part in split))


def _pile(panel: Panel, box: Box) -> None:
    """Draw how many cards are left to draw, in a warning's colour when they are few."""
    pile = panel.view.pile
    is_few = pile <= FEW_CARDS and panel.view.result is None
    panel.canvas.card(box, inks.FEW if is_few else theme.CARD)
    middle = (box[1] + box[3]) // 2
    panel.canvas.stamp(pile_stamp(62, theme.INK), box[0] + 52, middle)
    at = (box[0] + 96, middle - 2)
    panel.canvas.text(at, str(pile), 56, weight=Weight.BOLD, anchor="lm")
    left = box[0] + 108 + width(str(pile), 56, Weight.BOLD)
    words = broken(panel.captions.pile, 24, box[2] - left - 8)
    for row, part in enumerate(words):
        y = middle + round((row - (len(words) - 1) / 2) * 27)
        panel.canvas.text((left, y), part, 24, anchor="lm", room=box[2] - left - 8)


def _players(panel: Panel, top: int, bottom: int) -> None:
    """Draw a card for each player."""
    players = panel.view.players
    column = (panel.right - panel.left + GAP) / len(players)
    for n, player in enumerate(players):
        left = panel.left + round(n * column)
        right = panel.left + round((n + 1) * column) - GAP
        _player(panel, player, (left, top, right, bottom))


def _player(panel: Panel, player: SeatView, box: Box) -> None:
    """Draw one player: name, points, colours with pieces left, tokens."""
    canvas, view = panel.canvas, panel.view
    is_to_act = view.to_act == player.seat
    has_won = view.result is not None and player.seat in view.result.winners
    if is_to_act or has_won:
        canvas.card((box[0] - 5, box[1] - 5, box[2] + 5, box[3] + 5), theme.INK, 18)
    canvas.card(box)
    left, y = box[0] + PAD, box[1] + 50
    if is_to_act:
        canvas.stamp(arrow_stamp(34, theme.INK), left + 14, y - 12)
        left += 42
    points = str(player.score)
    right = box[2] - PAD
    canvas.text((right, y + 8), points, 54, weight=Weight.BOLD, anchor="rs")
    room = right - width(points, 54, Weight.BOLD) - 12 - left
    canvas.text((left, y), panel.names[player.seat], 35, weight=Weight.BOLD, room=room)
    left, y = box[0] + PAD, box[3] - 38
    lines = [line for line in view.lines if line.seat == player.seat]
    for n, line in enumerate(lines):
        _stock(canvas, line, left + 20 + n * 102, y)
    _tokens(panel, player.tokens, right, y)


def _stock(canvas: Canvas, line: LineView, x: int, y: int) -> None:
    """Draw a colour's badge with the number of pieces left."""
    draw_badge(canvas, (x, y), line.colour, 42)
    ink = theme.INK if line.pieces_left else theme.FAINT_INK
    canvas.text((x + 28, y + 1), str(line.pieces_left), 32, ink=ink, anchor="lm")


def _tokens(panel: Panel, tokens: int, right: int, y: int) -> None:
    """Draw the number of branch tokens."""
    ink = theme.INK if tokens else theme.FAINT_INK
    words = str(tokens)
    panel.canvas.text((right, y + 1), words, 34, ink=ink, anchor="rm")
    left = right - width(words, 34, Weight.SEMIBOLD) - 28
    panel.canvas.stamp(token_stamp(19, theme.CARD, ink), left, y)


def draw_badge(canvas: Canvas, at: tuple[int, int], colour: Colour, side: int) -> None:
    """Draw a colour's badge: its letter on it."""
    canvas.stamp(badge_stamp(side, inks.LINES[colour]), *at)
    code, size = COLOURS[colour].code, round(side * 0.68)
    ink = inks.LINE_INKS[colour]
    canvas.text((at[0], at[1] + 1), code, size, ink=ink, weight=Weight.BOLD, anchor="mm")


def draw_strip(panel: Panel, height: int) -> None:
    """Draw in one row who has which colours, and whose turn it is."""
    view, canvas = panel.view, panel.canvas
    column = (panel.right - panel.left + GAP) / len(view.players)
    for n, player in enumerate(view.players):
        left = panel.left + round(n * column)
        box = (left, panel.top, panel.left + round((n + 1) * column) - GAP, panel.top + height)
        is_to_act = view.to_act == player.seat
        canvas.card(box, theme.INK if is_to_act else theme.CARD)
        middle = panel.top + height // 2
        x = left + 14
        for colour in player.colours:
            x += 19
            draw_badge(canvas, (x, middle), colour, 36)
            x += 22
        ink = theme.CARD if is_to_act else theme.INK
        room = box[2] - x - 20
        name = fitted(panel.names[player.seat], 29, Weight.SEMIBOLD, room)
        canvas.text((x + 8, middle + 1), name, 29, ink=ink, anchor="lm")

"""Boards to look at in tests."""

from PIL import ImageChops

from metrobot.games.metromania.view import View
from render import theme
from render.metromania.board import draw_board
from render.metromania.changes import Changes
from tests.render.metromania.games import count, views
from tests.render.metromania.words import ENGLISH, PEOPLE

GAMES = [(2, {}), (3, {"hands": "open"}), (4, {}), (2, {"advanced": True})]


def late(players: int = 4) -> View:
    """Return a view of a random game shortly before its end."""
    return views(players, 3)[-6]


def box_of_difference(one: View, other: View) -> tuple[int, int, int, int] | None:
    """Return the box in which the boards of two views differ."""
    first, second = (draw_board(view, PEOPLE, ENGLISH).convert("RGB") for view in (one, other))
    return ImageChops.difference(first, second).getbbox()


def colour_count(view: View, colour: theme.Colour, new: Changes | None = None) -> int:
    return count(draw_board(view, PEOPLE, ENGLISH, changes=new), colour)

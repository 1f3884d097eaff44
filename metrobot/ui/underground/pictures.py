"""Pictures that are still to be drawn, each with its words and its alt text."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final, get_args

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Refusal
from metrobot.games.underground.state import SOURCES
from metrobot.games.underground.summary import Turn
from metrobot.games.underground.view import View
from metrobot.ui.kit.front import AnyDraftView, AnyGameView
from metrobot.ui.kit.lazy_pictures import lazy_picture
from metrobot.ui.kit.picture_words import captions_of, played_caption
from metrobot.ui.pages.values import Picture, Zoom
from metrobot.ui.underground.alt import board_alt, planner_alt
from metrobot.ui.underground.menus import ShownChoices
from metrobot.ui.underground.names import SOURCE_WORDS, plain_names
from metrobot.ui.words.catalogue import Words
from render.png import png_of
from render.underground.area import Area
from render.underground.board import draw_board
from render.underground.captions import Captions
from render.underground.changes import changes_between
from render.underground.options import PlannerOption
from render.underground.planner import draw_draft
from render.underground.topics import draw_topic
from render.underground.zoom import zoomed as draw_part


@lru_cache(maxsize=32)
def captions(words: Words) -> Captions:
    """Return every word that stands on a picture."""
    return captions_of(
        Captions,
        "ou",
        words,
        played=played_caption(words),
        sources=tuple(words.say(SOURCE_WORDS[source]) for source in SOURCES),
    )


PARTS: Final = (
    ("centre", "ou.zoom.centre"),
    ("north-west", "ou.zoom.north_west"),
    ("north-east", "ou.zoom.north_east"),
    ("south-west", "ou.zoom.south_west"),
    ("south-east", "ou.zoom.south_east"),
)
"""Key and name of each part."""


def zooms(words: Words) -> list[Zoom]:
    """Return the parts that anybody may ask for."""
    return [Zoom(key, words.say(name)) for key, name in PARTS]


def board_picture(game_view: AnyGameView, words: Words, zoom: str | None) -> Picture:
    """Return the board with the last turn's changes, whole or a part of it."""
    if zoom is None:
        turns = () if game_view.last is None else (game_view.last,)
        return board_since(game_view, turns, words, "board")
    area, view, said = _area(zoom), game_view.public, captions(words)
    new = changes_between(() if game_view.last is None else (game_view.last,))
    name, alt = words.say(dict(PARTS)[area]), board_alt(game_view, words)
    return lazy_picture(
        game_view.file(f"zoom-{area}"),
        words.say("ou.alt.zoom", part=name, rest=alt),
        partial(
            draw_part, view, game_view.names, said, area, changes=new, own=own_seats(game_view)
        ),
    )


def board_since(
    game_view: AnyGameView, turns: Sequence[Turn], words: Words, stem: str = "since"
) -> Picture:
    """Return the whole board with all changes of some turns."""
    view, said = game_view.public, captions(words)
    new = changes_between(turns, is_replay=game_view.is_watched)
    ended = "" if game_view.ended is None else words.day(game_view.ended)
    return lazy_picture(
        game_view.file(stem),
        board_alt(game_view, words, turns),
        partial(
            draw_board,
            view,
            game_view.names,
            said,
            changes=new,
            own=own_seats(game_view),
            ended=ended,
        ),
    )


def own_seats(game_view: AnyGameView) -> frozenset[Seat]:
    """Return the seats whose lines are drawn wider: the reader's."""
    return game_view.seats


def _area(zoom: str) -> Area:
    """Return the part of the map with this key.

    Raises:
        Refusal: there is none.
    """
    for area in get_args(Area):
        if area == zoom.lower():
            found: Area = area
            return found
    raise Refusal("ou.zoom.unknown")


def view_picture(view: View, names: Sequence[str], words: Words) -> bytes:
    """Return the PNG of a view alone, nothing of it marked as new."""
    return png_of(draw_board(view, tuple(names), captions(words)))


def planner_picture(
    game_view: AnyGameView, words: Words, draft_view: AnyDraftView, look: ShownChoices
) -> Picture:
    """Return the picture of a draft, with the number of each link that is offered."""
    options = planner_options(look)
    alt = planner_alt(plain_names(game_view, words), draft_view, options)
    drawn = partial(
        draw_draft, draft_view.turn, draft_view.view, game_view.names, captions(words), options
    )
    return lazy_picture(game_view.file("plan"), alt, drawn)


def planner_options(look: ShownChoices) -> tuple[PlannerOption, ...]:
    """Return what is numbered on the picture: of a first piece, which may go anywhere, the best."""
    pieces = look.on_buttons if look.is_anywhere else look.pieces
    return tuple(
        PlannerOption(n, piece.colour, piece.link, piece.cost, harms=piece.strands)
        for n, piece in enumerate(pieces.values(), start=1)
    )


def topic_picture(key: str, alt: str, words: Words) -> Picture:
    """Return the small picture of a page of the rules that has one."""
    del words  # only names stand on them, which are the same in every language
    return lazy_picture(f"underground-rules-{key}", alt, partial(draw_topic, key))

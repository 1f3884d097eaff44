"""Pictures to be drawn on demand, each with its words and its alt text."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache, partial
from typing import Final

from metrobot.engine.errors import Refusal
from metrobot.games.underground.state import SOURCES
from metrobot.games.underground.summary import Turn
from metrobot.games.underground.view import View
from metrobot.ui.kit.front import AnyDraftView, AnyGameView
from metrobot.ui.kit.pictures.lazy_pictures import lazy_picture, prepared
from metrobot.ui.kit.pictures.picture_words import captions_of, played_caption, won_caption
from metrobot.ui.pages.values import Picture, Zoom
from metrobot.ui.underground.alt import board_alt, planner_alt
from metrobot.ui.underground.menus import ShownChoices
from metrobot.ui.underground.names import SOURCE_WORDS, plain_names
from metrobot.ui.words.catalogue import Words
from render.png import png_of
from render.underground.board import draw_board
from render.underground.captions import Captions
from render.underground.changes import PlannerOption, changes_between
from render.underground.topics import draw_topic
from render.underground.zoom import draw_planner, larger_areas
from render.underground.zoom import zoomed as draw_part

PARTS: Final = (
    ("centre", "ou.zoom.centre"),
    ("north-west", "ou.zoom.north_west"),
    ("north-east", "ou.zoom.north_east"),
    ("south-west", "ou.zoom.south_west"),
    ("south-east", "ou.zoom.south_east"),
)
"""Key and name of each part."""


# There are few languages, and every picture needs its words.
@lru_cache(maxsize=32)
def captions(words: Words) -> Captions:
    """Return all words for the pictures."""
    return captions_of(
        Captions,
        "ou",
        words,
        played=played_caption(words),
        on_foot=words.say("ou.picture.on_foot", n="{n}"),
        piece=words.say("ou.picture.piece", n="{n}"),
        trip=words.say("ou.picture.trip", n="{n}"),
        either=words.say("ou.forecast.or").strip(),
        sources=tuple(words.say(SOURCE_WORDS[source]) for source in SOURCES),
    )


def zooms(words: Words) -> list[Zoom]:
    """Return the parts on offer: those that are larger than on the board."""
    return [Zoom(key, words.say(name)) for key, name in PARTS if key in larger_areas()]


@prepared
def board_picture(game_view: AnyGameView, words: Words, *, zoom: str | None = None) -> Picture:
    """Return the board with the last turn's changes, whole or a part of it.

    Raises:
        Refusal: there is no such part.
    """
    if zoom is None:
        # The newest turn is reported beside a board, even where it does not highlight it.
        turns = tuple(filter(None, (game_view.last,)))
        return board_since(game_view, _newest(game_view), words, "board", turns)
    area = next((key for key in larger_areas() if key == zoom.lower()), None)
    if area is None:
        raise Refusal("ou.zoom.unknown")
    view, labels = game_view.public, captions(words)
    changes, own_seats = changes_between(_newest(game_view)), game_view.seats
    name, alt = words.say(dict(PARTS)[area]), board_alt(game_view, words)
    return lazy_picture(
        game_view.file(f"zoom-{area}"),
        words.say("ou.alt.zoom", part=name, rest=alt),
        partial(draw_part, view, game_view.names, labels, area, changes=changes, own=own_seats),
    )


def _newest(game_view: AnyGameView) -> tuple[Turn, ...]:
    """Return the turn that a board highlights: none after the end, unless in a replay."""
    is_final = game_view.public.result is not None and not game_view.is_watched
    return () if game_view.last is None or is_final else (game_view.last,)


@prepared
def board_since(
    game_view: AnyGameView,
    turns: Sequence[Turn],
    words: Words,
    stem: str = "since",
    reported_turns: Sequence[Turn] = (),
) -> Picture:
    """Return the whole board with all changes of some turns.

    Args:
        game_view: of the game.
        turns: those to highlight.
        words: of the reader.
        stem: of the file's name.
        reported_turns: turns reported beside it, whose stations are named.
    """
    view, labels = game_view.public, captions(words)
    return lazy_picture(
        game_view.file(stem),
        board_alt(game_view, words, turns),
        partial(
            draw_board,
            view,
            game_view.names,
            labels,
            changes=changes_between(turns, is_replay=game_view.is_watched),
            own=game_view.seats,
            text_changes=changes_between(reported_turns) if reported_turns else None,
            won=_won(view, words, game_view.ended),
        ),
    )


def view_picture(view: View, names: Sequence[str], words: Words) -> bytes:
    """Return a view as PNG, without highlights."""
    return png_of(draw_board(view, tuple(names), captions(words), won=_won(view, words, None)))


def _won(view: View, words: Words, day: date | None) -> str:
    if view.result is None:
        return ""
    return won_caption(words, view.result.scores, day=day)


@prepared
def planner_picture(
    game_view: AnyGameView, words: Words, draft_view: AnyDraftView, look: ShownChoices
) -> Picture:
    """Return the picture of a draft, with the number of each link that is offered."""
    options = planner_options(look)
    alt = planner_alt(plain_names(game_view, words), draft_view, options)
    new, people = changes_between((draft_view.turn,)), game_view.names
    drawing = partial(draw_planner, draft_view.view, people, captions(words), options, changes=new)
    return lazy_picture(game_view.file("plan"), alt, drawing)


def planner_options(look: ShownChoices) -> tuple[PlannerOption, ...]:
    """Return the numbered links for the picture; the best for a first piece anywhere."""
    pieces = look.on_buttons if look.is_anywhere else look.pieces
    return tuple(
        PlannerOption(n, piece.colour, piece.link, piece.cost, harms=piece.strands)
        for n, piece in enumerate(pieces.values(), start=1)
    )


@prepared
def topic_picture(key: str, alt: str, words: Words) -> Picture:
    """Return the small picture of a page of the rules that has one."""
    return lazy_picture(f"underground-rules-{key}", alt, partial(draw_topic, key, captions(words)))

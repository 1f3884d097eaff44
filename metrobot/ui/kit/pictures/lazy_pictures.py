"""Makers of pictures that are drawn only when they are asked for."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial, wraps
from typing import Any, NoReturn, ParamSpec

from PIL import Image

from metrobot.engine.errors import Refusal
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import Words
from render.png import drawn_hinted, drawn_png

P = ParamSpec("P")


def prepared(make: Callable[P, Picture]) -> Callable[P, Picture]:
    """Let a function that prepares a picture never fail, since words do for a game to go on.

    What it fails with is raised when the picture is drawn, where messages do without it
    (`Drawing.finished`). Refusals are answers, and pass.
    """

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> Picture:
        try:
            return make(*args, **kwargs)
        except Refusal:
            raise
        except Exception as error:
            return Picture(stem=make.__name__, alt="", draw=partial(_fail, error))

    return made


def _fail(error: Exception) -> NoReturn:
    raise error


def lazy_picture(stem: str, alt: str, draw: "partial[Image.Image]") -> Picture:
    """Return a picture that is drawn when it is asked for, once for all who ask.

    Args:
        stem: of its file, without the ending.
        alt: what it shows, in words; a page cuts it where it is too long.
        draw: pure, a function of `render` and its arguments, so that another process
            can draw it; pictures with equal ones are the same.
    """
    return replace(png_picture(stem, alt, draw), draw=partial(drawn_png, draw))


def hint_picture(picture: Picture, words: Words) -> Picture:
    """Return a picture below a band that says that it is a hint, in its alt text too."""
    caption = words.say("hint.picture")
    return Picture(
        stem=f"{picture.stem}-hint",
        alt=words.say("hint.alt", rest=picture.alt),
        draw=partial(drawn_hinted, picture.draw, caption),
        key=None if picture.key is None else ("hint", caption, picture.key),
    )


def png_picture(stem: str, alt: str, draw: "partial[Any]") -> Picture:
    """Return a picture whose bytes are drawn when it is asked for; arguments as above."""
    return Picture(stem=stem, alt=alt, draw=draw, key=picture_key(draw))


def picture_key(draw: "partial[Any]") -> Hashable:
    """Return the key of a picture: the function that draws it, and its arguments."""
    # A partial equals itself alone, so its parts are compared.
    return draw.func, draw.args, tuple(sorted(draw.keywords.items()))

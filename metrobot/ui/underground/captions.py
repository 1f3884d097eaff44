"""The words on the pictures, in the reader's language."""

from functools import lru_cache

from metrobot.games.underground.state import SOURCES
from metrobot.ui.frame.picture_words import captions_of, played_caption
from metrobot.ui.underground.names import SOURCE_WORDS
from metrobot.ui.words.catalogue import Words
from render.underground.captions import Captions


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

"""The words on the pictures, in the reader's language."""

from functools import lru_cache

from metrobot.ui.frame.picture_words import captions_of
from metrobot.ui.words.catalogue import Words
from render.metrolijn import SheetWords


@lru_cache(maxsize=32)
def captions(words: Words) -> SheetWords:
    """Return every word that stands on a picture."""
    return captions_of(SheetWords, "ml", words)

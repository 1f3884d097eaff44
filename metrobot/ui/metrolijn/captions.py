"""The words on the pictures, in the reader's language."""

from functools import lru_cache

from metrobot.games.metrolijn.board import MAP_IDS
from metrobot.ui.frame.captions import captions_of
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import value_key
from render.metrolijn import SheetWords


@lru_cache(maxsize=32)
def captions(words: Words) -> SheetWords:
    """Return every word that stands on a picture."""
    maps = tuple(words.say(value_key("metrolijn", "map", each)) for each in MAP_IDS)
    return captions_of(SheetWords, "ml", words, maps=maps)

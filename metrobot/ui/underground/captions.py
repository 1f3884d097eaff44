"""The words on the pictures, in the reader's language."""

from functools import lru_cache

from metrobot.games.underground.board import Kind
from metrobot.ui.frame.captions import captions_of
from metrobot.ui.underground.cast import KIND_WORDS
from metrobot.ui.words.catalogue import Words
from render.underground.captions import Captions


@lru_cache(maxsize=32)
def captions(words: Words) -> Captions:
    """Return every word that stands on a picture."""
    return captions_of(
        Captions,
        "ou",
        words,
        express=words.say(KIND_WORDS[Kind.EXPRESS]),
        regular=words.say(KIND_WORDS[Kind.REGULAR]),
        terminus=words.say(KIND_WORDS[Kind.TERMINUS]),
        rail=words.say(KIND_WORDS[Kind.NATIONAL_RAIL]),
        connection=words.say(KIND_WORDS[Kind.CONNECTION]),
        start=words.say(KIND_WORDS[Kind.START]),
    )

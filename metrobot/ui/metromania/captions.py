"""The words on the pictures, in the reader's language."""

from functools import lru_cache
from typing import Final

from metrobot.ui.frame.picture_words import captions_of, played_caption
from metrobot.ui.metromania.names import DAYS, LETTERS_ON_MAP
from metrobot.ui.words.catalogue import Words
from render.metromania.captions import Captions

_DAYS: Final = (
    "mm.picture.monday",
    "mm.picture.tuesday",
    "mm.picture.wednesday",
    "mm.picture.thursday",
    "mm.picture.friday",
    "mm.picture.saturday",
    "mm.picture.sunday",
)


@lru_cache(maxsize=32)
def captions(words: Words) -> Captions:
    """Return every word that stands on a picture."""
    say = words.say
    return captions_of(
        Captions,
        "mm",
        words,
        days=tuple(map(say, _DAYS)),
        whole_days=tuple(_title(say(key)) for key in DAYS.values()),
        letters=tuple(map(say, LETTERS_ON_MAP)),
        played=played_caption(words),
        park=say("mm.ground.park"),
        lake=say("mm.ground.lake"),
    )


def _title(word: str) -> str:
    """Return a word as a title: with a capital, where the language has any."""
    return word[:1].upper() + word[1:]

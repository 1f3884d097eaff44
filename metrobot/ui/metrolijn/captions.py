"""The words on the pictures, in the reader's language."""

from functools import lru_cache

from metrobot.games.metrolijn.board import MAP_IDS
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import value_key
from render.metrolijn import SheetWords


@lru_cache(maxsize=32)
def captions(words: Words) -> SheetWords:
    """Return every word that stands on a picture."""
    say = words.say
    return SheetWords(
        player=say("ml.picture.player"),
        round=say("ml.picture.round"),
        card=say("ml.picture.card"),
        ridden=say("ml.picture.ridden"),
        number=say("ml.picture.number"),
        express=say("ml.picture.express"),
        transfer=say("ml.picture.transfer"),
        free=say("ml.picture.free"),
        turned=say("ml.picture.turned"),
        left=say("ml.picture.left"),
        lines=say("ml.picture.lines"),
        transfers=say("ml.picture.transfers"),
        empty=say("ml.picture.empty"),
        total=say("ml.picture.total"),
        over=say("ml.picture.over"),
        winner=say("ml.picture.winner"),
        planned=say("ml.picture.planned"),
        changed=say("ml.picture.changed"),
        maps=tuple(say(value_key("metrolijn", "map", each)) for each in MAP_IDS),
    )

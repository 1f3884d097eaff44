"""The words on the pictures, in the reader's language."""

from functools import lru_cache

from metrobot.ui.words.catalogue import Words
from render.underground.captions import Captions


@lru_cache(maxsize=32)
def captions(words: Words) -> Captions:
    """Return every word that stands on a picture."""
    say = words.say
    return Captions(
        player=say("ou.picture.player"),
        turn=say("ou.picture.turn"),
        to_act=say("ou.picture.to_act"),
        travels=say("ou.picture.travels"),
        last_turns=say("ou.picture.last_turns"),
        over=say("ou.picture.over"),
        winner=say("ou.picture.winner"),
        destinations=say("ou.picture.destinations"),
        no_destinations=say("ou.picture.no_destinations"),
        pile=say("ou.picture.pile"),
        gone=say("ou.picture.gone"),
        express=say("ou.kind.express"),
        regular=say("ou.kind.regular"),
        terminus=say("ou.kind.terminus"),
        rail=say("ou.kind.rail"),
        connection=say("ou.kind.connection"),
        start=say("ou.kind.start"),
        visited=say("ou.picture.visited"),
        passenger=say("ou.picture.passenger"),
        walks=say("ou.picture.walks"),
        lines=say("ou.picture.lines"),
    )

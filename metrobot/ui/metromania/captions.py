"""The words on the pictures, in the reader's language."""

from functools import lru_cache

from metrobot.ui.words.catalogue import Words
from render.metromania.captions import Captions


@lru_cache(maxsize=32)
def captions(words: Words) -> Captions:
    """Return every word that stands on a picture."""
    say = words.say
    return Captions(
        days=(
            say("mm.picture.monday"),
            say("mm.picture.tuesday"),
            say("mm.picture.wednesday"),
            say("mm.picture.thursday"),
            say("mm.picture.friday"),
            say("mm.picture.saturday"),
            say("mm.picture.sunday"),
        ),
        letters=(say("mm.letter.0"), say("mm.letter.1"), say("mm.letter.2"), say("mm.letter.3")),
        player=say("mm.picture.player"),
        turn=say("mm.picture.turn"),
        to_act=say("mm.picture.to_act"),
        last_turns=say("mm.picture.last_turns"),
        over=say("mm.picture.over"),
        winner=say("mm.picture.winner"),
        stations_left=say("mm.picture.stations_left"),
        lines_done=say("mm.picture.lines_done"),
        home=say("mm.picture.home"),
        work=say("mm.picture.work"),
        leisure=say("mm.picture.leisure"),
        park=say("mm.ground.park"),
        lake=say("mm.ground.lake"),
        start_gate=say("mm.picture.start_gate"),
        end_gate=say("mm.picture.end_gate"),
        minutes=say("mm.picture.minutes"),
        change=say("mm.picture.change"),
        impossible=say("mm.picture.impossible"),
        cancelled=say("mm.picture.cancelled"),
        nobody=say("mm.picture.nobody"),
        not_placed=say("mm.picture.not_placed"),
        no_station=say("mm.picture.no_station"),
        no_connection=say("mm.picture.no_connection"),
        held=say("mm.picture.held"),
        placed=say("mm.picture.placed"),
        unserved=say("mm.picture.unserved"),
        empty_hand=say("mm.picture.empty_hand"),
        hand=say("mm.picture.hand"),
        legal=say("mm.picture.legal"),
        illegal=say("mm.picture.illegal"),
        station=say("mm.picture.station"),
        no_new_station=say("mm.picture.no_new_station"),
    )

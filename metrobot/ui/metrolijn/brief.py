"""Where a game under way stands, in few words."""

from collections.abc import Sequence

from metrobot.ui.metrolijn.cast import AnyScene, Cast, cast_of
from metrobot.ui.pages.values import Brief
from metrobot.ui.words.catalogue import Words


def brief(scene: AnyScene, words: Words) -> Brief:
    """Return the open card, what every sheet is worth now, and its empty windows."""
    cast, view = cast_of(scene, words), scene.public
    card = "" if view.card is None else cast.card(view.card)
    scores = _parts(cast, [sheet.count.score for sheet in view.sheets])
    windows = _parts(cast, [sheet.windows_left for sheet in view.sheets])
    return Brief(
        words.say("ml.brief.task", number=view.round, card=card),
        (
            words.say("ml.brief.scores", parts=scores),
            words.say("ml.brief.windows", parts=windows),
        ),
    )


def _parts(cast: Cast, numbers: Sequence[int]) -> str:
    """Return a number of each player."""
    return ", ".join(
        cast.words.say("ml.closing.part", name=name, n=n)
        for name, n in zip(cast.names, numbers, strict=True)
    )

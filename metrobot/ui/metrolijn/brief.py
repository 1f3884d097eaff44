"""Where a game under way stands, in few words."""

from collections.abc import Sequence

from metrobot.ui.metrolijn.names import AnyGameView, Names, names_for
from metrobot.ui.pages.values import Brief
from metrobot.ui.words.catalogue import Words


def brief(game_view: AnyGameView, words: Words) -> Brief:
    """Return the open card, what every sheet is worth now, and its empty windows."""
    names, view = names_for(game_view, words), game_view.public
    card = "" if view.card is None else names.card(view.card)
    scores = _parts(names, [sheet.count.score for sheet in view.sheets])
    windows = _parts(names, [sheet.windows_left for sheet in view.sheets])
    return Brief(
        words.say("ml.brief.task", number=view.round, card=card),
        (
            words.say("ml.brief.scores", parts=scores),
            words.say("ml.brief.windows", parts=windows),
        ),
    )


def _parts(names: Names, numbers: Sequence[int]) -> str:
    """Return a number of each player."""
    return ", ".join(
        names.words.say("ml.closing.part", name=name, n=n)
        for name, n in zip(names.players, numbers, strict=True)
    )

"""Where a game stands, what is asked, and how everybody's sheet is worth."""

from collections.abc import Sequence

from metrobot.games.metrolijn.board import WINDOWS, Station
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.names import AnyGameView, Names, names_for
from metrobot.ui.metrolijn.prompt import prompt
from metrobot.ui.metrolijn.scores import rest, score_line
from metrobot.ui.words.catalogue import Words


def opening(game_view: AnyGameView, words: Words) -> Sequence[str]:
    """Return what everybody is told when the game starts, line by line."""
    names, view = names_for(game_view, words), game_view.public
    facts = {"map": names.place, "windows": WINDOWS}
    is_alone = view.is_alone
    return (
        words.say("ml.opening.alone" if is_alone else "ml.opening.aim", **facts),
        words.say("ml.opening.round_alone" if is_alone else "ml.opening.round"),
        *_special(names, view),
    )


def _special(names: Names, view: View) -> tuple[str, ...]:
    """Return that special stations count, and which they are (ML §9)."""
    if not view.rules["special"]:
        return ()
    stars = [Station(n) for n, site in enumerate(view.map.stations) if site.is_special]
    return (names.words.say("ml.opening.special", stations=names.stations(stars)),)


def status(game_view: AnyGameView, words: Words) -> Sequence[str]:
    """Return where the game stands, line by line."""
    names, view = names_for(game_view, words), game_view.view
    scores = [score_line(names, sheet) for sheet in view.sheets]
    if view.result is not None:
        return (*final(names, view), *scores)
    return (prompt(names, view), words.say("ml.status.scores"), *scores, *rest(names, view))


def final(names: Names, view: View) -> tuple[str, ...]:
    """Return who has won; nothing while the game goes on."""
    if view.result is None:
        return ()
    if view.is_alone:
        score = view.result.scores[0]
        return (names.words.say("ml.status.over_alone", score=score),)
    listed = [names.players[player] for player in view.result.winners]
    return (names.words.count("ml.status.over", len(listed), names=names.words.listed(listed)),)

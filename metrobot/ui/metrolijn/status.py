"""Where a game stands, what is asked, and how everybody's sheet is worth."""

from collections.abc import Sequence

from metrobot.games.metrolijn.board import WINDOWS, Station
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.cast import AnyScene, Cast, cast_of
from metrobot.ui.metrolijn.prompt import prompt
from metrobot.ui.metrolijn.scores import rest, score_line
from metrobot.ui.words.catalogue import Words


def opening(scene: AnyScene, words: Words) -> Sequence[str]:
    """Return what everybody is told when the game starts, line by line."""
    cast, view = cast_of(scene, words), scene.public
    facts = {"map": cast.place, "windows": WINDOWS}
    is_alone = view.is_alone
    return (
        words.say("ml.opening.alone" if is_alone else "ml.opening.aim", **facts),
        words.say("ml.opening.round_alone" if is_alone else "ml.opening.round"),
        *_special(cast, view),
    )


def _special(cast: Cast, view: View) -> tuple[str, ...]:
    """Return that special stations count, and which they are (ML §9)."""
    if not view.rules["special"]:
        return ()
    stars = [Station(n) for n, site in enumerate(view.map.stations) if site.is_special]
    return (cast.words.say("ml.opening.special", stations=cast.stations(stars)),)


def status(scene: AnyScene, words: Words) -> Sequence[str]:
    """Return where the game stands, line by line."""
    cast, view = cast_of(scene, words), scene.view
    scores = [score_line(cast, sheet) for sheet in view.sheets]
    if view.result is not None:
        return (*final(cast, view), *scores)
    return (prompt(cast, view), words.say("ml.status.scores"), *scores, *rest(cast, view))


def final(cast: Cast, view: View) -> tuple[str, ...]:
    """Return who has won; nothing while the game goes on."""
    if view.result is None:
        return ()
    if view.is_alone:
        score = view.result.scores[0]
        return (cast.words.say("ml.status.over_alone", score=score),)
    names = [cast.names[player] for player in view.result.winners]
    return (cast.words.count("ml.status.over", len(names), names=cast.words.listed(names)),)

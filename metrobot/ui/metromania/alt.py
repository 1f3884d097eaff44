"""What a blind player is told of each picture: at most 1,000 characters."""

from collections.abc import Sequence

from metrobot.games.metromania.geometry import POINT_NAMES
from metrobot.games.metromania.result import TripResult
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.view import LineView, View
from metrobot.ui.metromania.finale import trip_result_text
from metrobot.ui.metromania.names import MetroGameView, Names, plain_names
from metrobot.ui.metromania.narration import headline
from metrobot.ui.metromania.status import meter
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import ALT_LIMIT
from metrobot.ui.words.text_length import clipped
from render.metromania.options import Option


def board_alt(game_view: MetroGameView, words: Words, turns: Sequence[Turn] = ()) -> str:
    """Return the alt text of the board: whose turn, what was played, line ends, scores.

    Args:
        game_view: as it is now.
        words: of the reader.
        turns: whose changes are marked, if there are several.
    """
    names, view = plain_names(game_view, words), game_view.view
    parts = [
        words.say("mm.alt.board"),
        whose(names, view),
        *_last(names, turns if len(turns) > 1 else (game_view.last,)),
        words.say("mm.alt.ends", ends="; ".join(_ends(names, view))),
        words.say("mm.alt.scores", scores=words.listed(_scores(names, view))),
        meter(names, view) + ".",
    ]
    return clipped(" ".join(part for part in parts if part), ALT_LIMIT)


def _last(names: Names, turns: Sequence[Turn | None]) -> tuple[str, ...]:
    """Return what was done last, turn by turn."""
    told = [headline(names, turn).replace("**", "") for turn in turns if turn is not None]
    if not told:
        return ()
    key = "mm.alt.last" if len(told) == 1 else "mm.alt.since"
    return (names.words.say(key, what="; ".join(told)),)


def whose(names: Names, view: View) -> str:
    """Return whose turn it is."""
    if view.to_act is None:
        return names.words.say("mm.alt.over")
    return names.words.say("mm.alt.turn", name=names.short(view.to_act))


def _ends(names: Names, view: View) -> list[str]:
    """Return where every company's lines have come to."""
    return [
        names.words.say(
            "mm.alt.company",
            name=names.short(company.seat),
            solid=_end(names, company.lines[0]),
            striped=_end(names, company.lines[1]),
        )
        for company in view.companies
    ]


def _end(names: Names, line: LineView) -> str:
    """Return where one line has come to."""
    if not line.points:
        return names.words.say("mm.line.unstarted")
    name = POINT_NAMES[line.points[-1]]
    if line.is_finished:
        return names.words.say("mm.alt.finished", point=name)
    return names.words.say("mm.alt.blocked", point=name) if line.is_blocked else name


def _scores(names: Names, view: View) -> list[str]:
    """Return the station points of every company, or the final scores."""
    if view.result is not None:
        pairs = list(zip(names.players, view.result.scores, strict=True))
    else:
        pairs = [(names.short(c.seat), c.station_points) for c in view.companies]
    return [names.words.say("mm.status.score", name=name, points=n) for name, n in pairs]


def planner_alt(words: Words, options: Sequence[Option]) -> str:
    """Return the alt text of a planner's picture; its text says all."""
    if not options:
        return words.say("mm.alt.planner_done")
    return words.count("mm.alt.planner", len(options))


def trip_alt(names: Names, trip: TripResult) -> str:
    """Return the alt text of a trip's picture."""
    return trip_result_text(names, trip).replace("**", "").replace("\n", ". ")

"""Alt texts of the pictures, at most 1,000 characters each."""

from collections.abc import Collection, Iterator, Sequence

from metrobot.games.underground.board import COLOURS
from metrobot.games.underground.result import Result
from metrobot.games.underground.summary import Turn
from metrobot.games.underground.view import View
from metrobot.ui.kit.front import AnyDraftView, AnyGameView
from metrobot.ui.kit.pictures.picture_words import weighed
from metrobot.ui.pages.page import BOARD_ALT_LIMIT
from metrobot.ui.underground.finale import winner_text
from metrobot.ui.underground.names import Names, plain_names, station
from metrobot.ui.underground.status import by_source
from metrobot.ui.underground.trip_text import forecast, trip_text
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import ALT_LIMIT
from metrobot.ui.words.text_length import sentences, spoken


def board_alt(game_view: AnyGameView, words: Words, turns: Sequence[Turn] = ()) -> str:
    """Return the alt text of the board: the player on turn, passenger, scores, ends.

    What turns did is said in the text beside it.

    Args:
        game_view: as it is now.
        words: of the reader.
        turns: those with highlighted changes, if there are several.
    """
    names, view = plain_names(game_view, words), game_view.public
    head = words.say("ou.alt.board" if len(turns) < 2 else "ou.alt.board_since")
    if view.result is not None:
        return sentences((head, *_final(names, view.result), *_ends(names, view)), BOARD_ALT_LIMIT)
    # The game goes on.
    assert view.to_act is not None
    scores = [
        words.count("ou.alt.score", each.tokens, name=names.players[each.seat], score=each.score)
        for each in view.players
    ]
    told = (
        (0, head),
        (0, words.say("ou.alt.turn", name=names.players[view.to_act])),
        (1, _passenger(names, view)),
        (0, words.say("ou.alt.scores", scores=words.listed(scores))),
        *((99, ends) for ends in _ends(names, view)),
    )
    return weighed(told, BOARD_ALT_LIMIT, words)


def _final(names: Names, result: Result) -> Iterator[str]:
    yield names.words.count("ou.alt.over", result.turns)
    yield spoken(winner_text(names, result))
    scores = "; ".join(_final_score(names, result, player) for player in result.order)
    yield names.words.say("ou.alt.scores", scores=scores)


def _final_score(names: Names, result: Result, player: int) -> str:
    """Return one player's points by all sources that they have any of, as the bars show them."""
    parts, name = by_source(names, result.by_kind[player]), names.players[player]
    return names.words.say(
        "ou.alt.final_score", name=name, score=result.scores[player], parts=parts
    )


def _trips(names: Names, turn: Turn) -> Iterator[str]:
    for trip in turn.trips:
        yield names.words.say("ou.alt.trip", trip=trip_text(names, trip))


def _passenger(names: Names, view: View) -> str:
    if view.passenger is None:
        return names.words.say("ou.alt.gone")
    cards = names.words.listed([station(card) for card in view.open_cards])
    return names.words.say(
        "ou.alt.passenger", station=station(view.passenger), cards=cards, pile=view.pile
    )


def _ends(names: Names, view: View) -> Iterator[str]:
    found = [
        f"{COLOURS[line.colour].code} {', '.join(map(station, line.ends)) or '–'}"
        for line in view.lines
        if line.track
    ]
    if found:
        yield names.words.say("ou.alt.ends", ends="; ".join(found))


def planner_alt(names: Names, draft_view: AnyDraftView, pieces: Collection[object]) -> str:
    """Return the alt text of a planner's picture, beyond its text and buttons."""
    words = names.words
    if draft_view.is_turn_over:
        lines = (words.say("ou.alt.planner_done"), *_trips(names, draft_view.turn))
        return sentences(lines, ALT_LIMIT, "\n")
    ahead = (line.replace("**", "").removeprefix("- ") for line in forecast(names, draft_view.view))
    return sentences((words.count("ou.alt.planner", len(pieces)), *ahead), ALT_LIMIT, "\n")

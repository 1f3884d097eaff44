"""Alt texts of the pictures, at most 1,000 characters each."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from metrobot.games.underground.board import COLOURS
from metrobot.games.underground.result import Result, differences
from metrobot.games.underground.state import SOURCES
from metrobot.games.underground.summary import Turn
from metrobot.games.underground.view import View
from metrobot.ui.kit.front import AnyDraftView, AnyGameView
from metrobot.ui.kit.pictures.picture_words import weighed
from metrobot.ui.pages.page import BOARD_ALT_LIMIT
from metrobot.ui.underground.finale import winner_text
from metrobot.ui.underground.names import SOURCE_WORDS, Names, plain_names, station
from metrobot.ui.underground.narration import headline
from metrobot.ui.underground.steps import link_of
from metrobot.ui.underground.trip_text import forecast, trip_text
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import ALT_LIMIT
from metrobot.ui.words.text_length import sentences, spoken


def board_alt(game_view: AnyGameView, words: Words, turns: Sequence[Turn] = ()) -> str:
    """Return the alt text of the board: the player on turn, last turns, passenger, scores, ends.

    Args:
        game_view: as it is now.
        words: of the reader.
        turns: those with highlighted changes, if there are several.
    """
    names, view = plain_names(game_view, words), game_view.public
    is_given = len(turns) > 1 or view.result is not None
    done = turns if is_given else tuple(filter(None, (game_view.last,)))
    head = words.say("ou.alt.board" if len(done) < 2 else "ou.alt.board_since")
    if view.result is not None:
        parts = (
            head,
            *_final(names, view.result),
            *_done(names, done, is_alone=len(done) == 1),
            *_ends(names, view),
        )
        return sentences(parts, BOARD_ALT_LIMIT)
    # The game goes on.
    assert view.to_act is not None
    scores = [
        words.count("ou.alt.score", each.tokens, name=names.players[each.seat], score=each.score)
        for each in view.players
    ]
    told = (
        (0, head),
        (0, words.say("ou.alt.turn", name=names.players[view.to_act])),
        *(
            part
            for age, turn in enumerate(reversed(done))
            for part in _news(names, turn, age, done)
        ),
        (1, _passenger(names, view)),
        (0, words.say("ou.alt.scores", scores=words.listed(scores))),
        *((99, ends) for ends in _ends(names, view)),
    )
    return weighed(told, BOARD_ALT_LIMIT, words)


def _news(names: Names, turn: Turn, age: int, turns: Sequence[Turn]) -> Iterator[tuple[int, str]]:
    """Yield a turn's deeds, places of pieces and the passenger's way in words, with ranks.

    Of several turns the newest comes first, and the way is told without who scored on it.
    """
    words, is_alone = names.words, len(turns) == 1
    yield from ((2 * age, said) for said in _done(names, (turn,), is_alone=is_alone))
    laid = [
        f"{COLOURS[colour].code} {', '.join(map(link_of, own))}"
        for colour, own in groupby(turn.pieces, key=attrgetter("colour"))
    ]
    if laid:
        yield 2 + 2 * age, words.say("ou.alt.laid", pieces="; ".join(laid))
    if is_alone:
        yield from ((2, said) for said in _trips(names, turn))
    elif turn.trips:
        stops = (turn.trips[0].start, *(trip.route.to for trip in turn.trips))
        yield 2 + 2 * age, words.say("ou.alt.trip", trip=" → ".join(map(station, stops)))


def _done(names: Names, turns: Sequence[Turn], *, is_alone: bool) -> Iterator[str]:
    key = "ou.alt.last" if is_alone else "ou.alt.since"
    for turn in turns:
        if turn.seat is not None:
            said = spoken(headline(names, turn, turn.seat))
            yield names.words.say(key, n=turn.before.turn + 1, what=said)


def _final(names: Names, result: Result) -> Iterator[str]:
    yield names.words.say("ou.alt.over")
    yield spoken(winner_text(names, result))
    scores = "; ".join(_final_score(names, result, player) for player in result.order)
    yield names.words.say("ou.alt.scores", scores=scores)


def _final_score(names: Names, result: Result, player: int) -> str:
    """Return one player's points, naming the sources that decided the game."""
    words, row = names.words, dict(zip(SOURCES, result.by_kind[player], strict=True))
    told = {SOURCE_WORDS[source]: row[source] for source in differences(result)}
    told["ou.picture.other"] = sum(row.values()) - sum(told.values())
    parts = [
        words.say("ou.alt.part", source=words.say(key), points=points)
        for key, points in told.items()
    ]
    name, score = names.players[player], result.scores[player]
    return words.say("ou.alt.final_score", name=name, score=score, parts=", ".join(parts))


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

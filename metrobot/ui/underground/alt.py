"""Alt texts of the pictures, at most 1,000 characters each."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from metrobot.games.underground.board import COLOURS
from metrobot.games.underground.differences import differences
from metrobot.games.underground.result import Result
from metrobot.games.underground.state import SOURCES
from metrobot.games.underground.summary import Turn
from metrobot.games.underground.view import View
from metrobot.ui.kit.front import AnyDraftView, AnyGameView
from metrobot.ui.pages.page import BOARD_ALT_LIMIT
from metrobot.ui.underground.finale import winner_text
from metrobot.ui.underground.names import SOURCE_WORDS, Names, plain_names, station
from metrobot.ui.underground.narration import headline
from metrobot.ui.underground.trip_text import forecast, trip_text
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import ALT_LIMIT
from metrobot.ui.words.text_length import sentences, spoken, utf16_length


def board_alt(game_view: AnyGameView, words: Words, turns: Sequence[Turn] = ()) -> str:
    """Return the alt text of the board: the player on turn, last turns, passenger, scores, ends.

    Args:
        game_view: as it is now.
        words: of the reader.
        turns: those with highlighted changes, if there are several.
    """
    names, view, last = plain_names(game_view, words), game_view.public, game_view.last
    is_over = view.result is not None
    done = turns if len(turns) > 1 or is_over else () if last is None else (last,)
    head = words.say("ou.alt.board" if len(done) < 2 else "ou.alt.board_since")
    if view.result is not None:
        parts = head, *_final(names, view.result), *_done(names, done), *_ends(names, view)
        return sentences(parts, BOARD_ALT_LIMIT)
    before = [head, _whose(names, view), *_done(names, done)]
    trips = [trip for turn in done for trip in _trips(names, turn)]
    after = [
        _passenger(names, view),
        words.say("ou.alt.scores", scores=words.listed(_scores(names, view))),
        *_ends(names, view),
    ]
    # The passenger's ways are the longest part, and go first if the text is too long.
    whole = " ".join((*before, *trips, *after))
    if utf16_length(whole) <= BOARD_ALT_LIMIT:
        return whole
    return sentences((*before, *after), BOARD_ALT_LIMIT)


def _done(names: Names, turns: Sequence[Turn]) -> Iterator[str]:
    """Yield the highlighted turns, with their numbers in the picture if it has any."""
    key = "ou.alt.last" if len(turns) == 1 else "ou.alt.since"
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
    told = {source: row[source] for source in differences(result)}
    parts = [
        words.say("ou.alt.part", source=words.say(SOURCE_WORDS[source]), points=points)
        for source, points in told.items()
    ]
    rest = words.say("ou.picture.other")
    parts.append(
        words.say("ou.alt.part", source=rest, points=sum(row.values()) - sum(told.values()))
    )
    name, score = names.players[player], result.scores[player]
    return words.say("ou.alt.final_score", name=name, score=score, parts=", ".join(parts))


def _trips(names: Names, turn: Turn) -> Iterator[str]:
    for trip in turn.trips:
        yield names.words.say("ou.alt.trip", trip=trip_text(names, trip))


def _whose(names: Names, view: View) -> str:
    # `board_alt` asks only while the game goes on.
    assert view.to_act is not None
    return names.words.say("ou.alt.turn", name=names.name(view.to_act))


def _passenger(names: Names, view: View) -> str:
    if view.passenger is None:
        return names.words.say("ou.alt.gone")
    cards = names.words.listed([station(card) for card in view.open_cards])
    return names.words.say(
        "ou.alt.passenger", station=station(view.passenger), cards=cards, pile=view.pile
    )


def _scores(names: Names, view: View) -> list[str]:
    return [
        names.words.count(
            "ou.alt.score", player.tokens, name=names.name(player.seat), score=player.score
        )
        for player in view.players
    ]


def _ends(names: Names, view: View) -> Iterator[str]:
    """Yield the ends of every line with track; nothing before the first piece."""
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
        trips = (
            words.say("ou.alt.trip", trip=trip_text(names, trip)) for trip in draft_view.turn.trips
        )
        return _whole_lines((words.say("ou.alt.planner_done"), *trips))
    ahead = (line.replace("**", "").removeprefix("- ") for line in forecast(names, draft_view.view))
    return _whole_lines((words.count("ou.alt.planner", len(pieces)), *ahead))


def _whole_lines(lines: Iterable[str]) -> str:
    """Return whole lines, up to the limit of an alt text."""
    text, *more = lines
    for line in more:
        if utf16_length(text) + 1 + utf16_length(line) > ALT_LIMIT:
            break
        text = f"{text}\n{line}"
    return text

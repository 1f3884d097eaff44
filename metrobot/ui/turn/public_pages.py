"""Public messages of a game: its start, its turns, its end."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Final

from metrobot.engine.sentence import Sentence
from metrobot.service.model.play import Play, PlayerId, Status
from metrobot.service.model.snapshots import fact_of, finished_turns
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery
from metrobot.store.statements.ratings import PlayerStats
from metrobot.ui.kit.front import AnyGameView, Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.page import (
    FACT,
    Box,
    Detail,
    Letter,
    Part,
    Post,
    fitted_text,
    letter,
    page,
    parts_of,
)
from metrobot.ui.pages.values import Picture, TurnReport
from metrobot.ui.turn.board_buttons import go_row, turn_rows
from metrobot.ui.turn.fair_dealing import end_rows, salt_print
from metrobot.ui.turn.waiting_for import awaited_since, hints_taken, pushed
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import CONTENT_LIMIT
from metrobot.ui.words.keys import about_key
from metrobot.ui.words.player_names import names_of, player_name_shown, shown_name
from metrobot.ui.words.text_length import utf16_length

TURN_COLOUR: Final = 0x718096
OVER_COLOUR: Final = 0xB7791F
_OLDER: Final = 100
"""Characters for how many turns there was no room for."""
_METER: Final = 50
"""Rank of what the picture shows as well: it goes before all other details."""


def start_page(front: Front, table: Table, words: Words) -> Letter:
    """Return the message that the game has begun, with the first board."""
    game_view = game_view_of(table, words)
    return letter(
        pushed(front, table, game_view, words.say("start.head"), words),
        Detail("\n".join((words.say(about_key(table.title.id)), *front.opening(game_view, words)))),
        rating_line(table, words),
        salt_print(table, words),
        front.board(game_view, words),
        *asking(front, table, game_view, words),
        tag=str(table.revision),
        most=front.lines_above(len(table.people)),
    )


def turn_page(front: Front, table: Table, delivery: Delivery, words: Words) -> Post:
    """Return the message of a turn, and of those of computers right after it."""
    turns = delivery.turns or (delivery.turn or 0,)
    # Only the newest turn shows the board: one that could not be posted in time comes as words, in
    # its order.
    if delivery.revision == table.revision:
        make = partial(_turns_and_board, front, table, turns, words)
        # Usually made ahead by `prepare_turn`, while the move was being stored.
        return table.take(_newest(turns, words), make)
    reports = _reports(front, table, turns, words)
    told = [part for report in reports for part in turn_parts(report)]
    return page(Box((fitted_text((*told, *_outlook(reports[-1], words))),), TURN_COLOUR))


def prepare_turn(front: Front, table: Table, turn: int, words: Words) -> None:
    """Make the page of the newest turn ahead, for the first use by `turn_page`."""
    table.once(_newest((turn,), words), partial(_turns_and_board, front, table, (turn,), words))


def _newest(turns: tuple[int, ...], words: Words) -> Hashable:
    return "newest", turns, words


def present_page(front: Front, table: Table, words: Words) -> Letter:
    """Return the message with the present board of a running game, as it reads now."""
    present = table.title.turn_number(table.state)
    ended = [logged.turn for logged in table.log if logged.turn < present]
    if not ended:
        return start_page(front, table, words)
    return _turns_and_board(front, table, ended[-1:], words)


def _turns_and_board(front: Front, table: Table, turns: Sequence[int], words: Words) -> Letter:
    game_view = game_view_of(table, words)
    reports = _reports(front, table, turns, words, game_view)
    asked, call = tuple(asking(front, table, game_view, words)), partial(pushed, front, table)
    news = _players(table, turns, words) if len(turns) > 1 else ""
    fixed = (call(game_view, news, words), *reports[-1].warnings[:1], *asked)
    told, older = _newest_told(reports, [each for each in fixed if isinstance(each, str)]), ""
    if count := len(reports) - len(told):
        older = words.count("since.older", count)
    lines = [part for report in told for part in turn_parts(report)]
    return letter(
        call(game_view, news or told[0].headline, words),
        older,
        *lines[not news :],
        *_outlook(reports[-1], words),
        _board(front, table, game_view, turns, words),
        *asked,
        tag=str(table.revision),
        most=front.lines_above(len(table.people)),
    )


def _board(
    front: Front, table: Table, game_view: AnyGameView, turns: Sequence[int], words: Words
) -> Picture | str:
    is_over = table.status is Status.OVER
    # The last message shows it, once; changes of several turns stand here alone.
    if is_over and len(turns) == 1 and front.closing(game_view, words).picture is not None:
        return ""
    if len(turns) == 1 and not is_over:
        return front.board(game_view, words)
    told = [table.summary(turn) for turn in turns]
    if is_over:
        return front.closing_board(game_view, words, told)
    return front.changes(game_view, told, words)


def _players(table: Table, turns: Sequence[int], words: Words) -> str:
    """Return the players of some turns, without those who are called: a phone shows it first."""
    actors = (each.event.actor for each in table.log if each.turn in turns)
    people = dict.fromkeys(table.person_at(each) for each in actors if isinstance(each, int))
    called = table.to_act()
    names = tuple(player_name_shown(person, words) for person in people if person not in called)
    return words.say("turn.played", names=names) if names else ""


def _newest_told(reports: Sequence[TurnReport], fixed: Iterable[str]) -> Sequence[TurnReport]:
    """Return the newest turns whose lines one message has room for: nearly always all.

    Args:
        reports: of all turns that are to be told.
        fixed: the other texts that stay.
    """
    if len(reports) == 1:
        return reports
    room = CONTENT_LIMIT - _OLDER - sum(utf16_length(text) + 1 for text in fixed)
    lengths = accumulate(utf16_length(report.headline) + 1 for report in reversed(reports))
    return reports[-max(1, sum(length <= room for length in lengths)) :]


def turn_parts(report: TurnReport) -> Iterator[str | Detail]:
    """Yield the line of a turn, which stays, and its details, the gravest first."""
    yield report.headline
    yield Detail(report.fact, FACT)
    # One by one, so that each ranks with those of other turns.
    yield from (Detail(line, n) for n, line in enumerate(report.lines, start=1))


def _outlook(report: TurnReport, words: Words) -> Iterator[str | Detail]:
    """Yield the signs of a near end: the gravest warning, which stays, the others, the meter."""
    yield from report.warnings[:1]
    yield Detail("\n".join(report.warnings[1:]))
    yield Detail(words.say("turn.meter", text=report.meter), _METER)


def turn_report(
    front: Front,
    table: Play,
    turn: int,
    words: Words,
    game_view: AnyGameView | None = None,
    *,
    fact: Sentence | None = None,
) -> TurnReport:
    """Return the report of a turn as everybody may know it, with its number and who played.

    Args:
        front: of the game.
        table: after the turn.
        turn: its number.
        words: of the readers.
        game_view: of the table, as everybody may see it, if that is made already.
        fact: that is told with it.
    """
    told = table.summary(turn)
    number = 1 + sum(each < turn for each in finished_turns(table))
    # Somebody else may sit there by now; the turn names whoever played it.
    if table.departed:
        own = (
            each for each in table.log if each.turn == turn and isinstance(each.event.actor, int)
        )
        # A turn in which no seat has acted is told with the names of today.
        first = min((each.revision for each in own), default=table.revision)
        table, game_view = replace(table, people=table.people_at(first)), None
    game_view = game_view or game_view_of(table, words)
    report = front.report(game_view, told, words)
    news = front.names_for(game_view, words).fact(fact) if fact else ""
    headline = words.say("log.turn", number=number, text=report.headline)
    if any(each.planned for each in table.log if each.turn == turn):
        headline = words.say("turn.planned", text=headline)
    return replace(report, headline=headline, fact=news and words.say("turn.fact", text=news))


def told_turn(front: Front, table: Play, turn: int, words: Words) -> TurnReport:
    """Return the report of a turn that is told alone, with its fact."""
    return turn_report(front, table, turn, words, fact=fact_of(table, (turn,)))


def _reports(
    front: Front,
    table: Table,
    turns: Sequence[int],
    words: Words,
    game_view: AnyGameView | None = None,
) -> list[TurnReport]:
    """Return the reports of turns that one message tells, their fact with the last one."""
    make = partial(turn_report, front, table, words=words, game_view=game_view)
    return [*map(make, turns[:-1]), make(turns[-1], fact=fact_of(table, turns))]


def report_text(report: TurnReport, words: Words) -> str:
    """Return a turn in words."""
    meter = words.say("turn.meter", text=report.meter)
    fact = filter(None, (report.fact,))
    return "\n".join((report.headline, *fact, *report.lines, *report.warnings, meter))


def board_in_words(front: Front, table: Play, player: PlayerId, words: Words) -> str:
    """Return the board in words for a person, the fact of the newest turn first."""
    text = front.board_text(game_view_of(table, words, player), words)
    return "\n\n".join(filter(None, (last_fact(front, table, words), text)))


def last_fact(front: Front, table: Play, words: Words) -> str:
    """Return the line of the fact of the newest finished turn; empty without one."""
    turns = finished_turns(table)
    return told_turn(front, table, turns[-1], words).fact if turns else ""


def last_headline(front: Front, table: Table, words: Words) -> str:
    """Return the headline of the newest finished turn; empty before the first."""
    played = finished_turns(table)
    return turn_report(front, table, played[-1], words).headline if played else ""


def hand_page(front: Front, table: Table, player: PlayerId, words: Words) -> Letter:
    """Return the message with a player's hand, which only they may see."""
    block = front.hand(game_view_of(table, words, player), words)
    title, channel = words.title(table.title.id), f"<#{table.place.channel}>"
    # A locked screen shows the first hundred characters: they name nothing of the hand.
    return letter(
        words.say("hand.head", title=title, channel=channel),
        *parts_of([block]),
        words.say("hand.now"),
        go_row(table, words),
        tag=str(table.revision),
    )


def dm_closed_page(table: Table, delivery: Delivery, words: Words) -> Letter:
    """Return the note that a player takes no direct messages, and what to do instead."""
    title = words.title(table.title.id)
    return letter(words.say("hand.closed", player=f"<@{delivery.player}>", title=title))


def over_pages(
    front: Front, table: Table, words: Words, standing: PlayerStats | None = None
) -> Iterator[Post]:
    """Yield the final count, message by message, then the closing page.

    Args:
        front: of the game.
        table: which is over.
        words: of the server.
        standing: of whoever played alone, this game counted; None: they show none.
    """
    for number, blocks in enumerate(front.finale(game_view_of(table, words), words)):
        yield page(Box(parts_of(blocks), OVER_COLOUR), tag=f"{table.revision}-{number}")
    yield closing_page(front, table, words, standing)


def closing_page(
    front: Front, table: Table, words: Words, standing: PlayerStats | None = None
) -> Post:
    """Return the last message: the winner, what decided it, the board, the way on."""
    so_far = alone_text(standing, words) if standing else ""
    best = standing.solo_best if standing else None
    game_view = replace(game_view_of(table, words), so_far=so_far, best=best)
    closing = front.closing(game_view, words)
    record = record_text(table, standing, words)
    facts = (words.say("over.fact", text=fact) for fact in closing.facts)
    head = words.say("over.winner", text=closing.winner)
    told = "\n".join(filter(None, (head, scores(table, words), record, *facts)))
    rows, tag = end_rows(table, words), f"{table.revision}-end"
    shown = (told,) if closing.picture is None else (told, closing.picture)
    if len(table.people) == 1:
        return page(Box(shown, OVER_COLOUR), *rows, tag=tag)
    # All who have played are called, as it may be days since their last turn.
    players = tuple(f"<@{person.id}>" for person in table.seated)
    called = words.say("over.called", players=players, title=words.title(table.title.id))
    return letter(called, *shown, *rows, tag=tag)


def scores(table: Table, words: Words) -> str:
    """Return the scores of a game that is over, the best first; empty for a game alone."""
    result, names = table.title.outcome(table.state), names_of(table, words)
    if result is None or len(names) == 1:
        return ""
    parts = (
        words.say("over.score", name=shown_name(names[n]), points=result.scores[n])
        for n in result.order
    )
    return " · ".join(parts)


def record_text(table: Table, standing: PlayerStats | None, words: Words) -> str:
    """Return a game alone compared with its player's others on the server.

    Args:
        table: which is over.
        standing: of its player, this game counted; None: they show none.
        words: of the server.
    """
    if standing is None or standing.solo_best is None:
        return ""
    name, games = shown_name(table.people[0].name), standing.solo_games
    own = table.people[0].hints
    hints = f" {words.count('standing.record_hints', own)}" if own else ""
    if games == 1:
        return words.say("standing.record_first", name=name) + hints
    outcome = table.title.outcome(table.state)
    if outcome is not None and outcome.scores[0] >= standing.solo_best:
        return words.count("standing.record_now", games, name=name) + hints
    best = best_alone(standing.solo_best, standing.solo_hints, words)
    return words.count("standing.record", games, name=name, best=best)


def rating_line(table: Table, words: Words) -> str:
    """Return whether a game counts on the leaderboard, in small print."""
    key = "standing.counts.alone" if len(table.people) == 1 else "standing.counts"
    has_computers = any(each.is_computer for each in table.people_at(0))
    key = "standing.counts.computers" if has_computers else key
    text = words.say(key if table.rated else "standing.counts.not")
    return words.say("reminder.small", text=text)


def alone_text(own: PlayerStats, words: Words) -> str:
    """Return the number of games alone of a person, with their average and best."""
    average = words.number(own.solo_points / own.solo_games, 1)
    best = best_alone(own.solo_best or 0, own.solo_hints, words)
    return words.count("profile.alone", own.solo_games, average=average, best=best)


def best_alone(points: int, hints: int, words: Words) -> str:
    """Return the points of somebody's best game alone, with the hints they took in it."""
    return words.count("standing.hinted", hints, best=points) if hints else str(points)


def asking(front: Front, table: Table, game_view: AnyGameView, words: Words) -> Iterator[Part]:
    """Yield the request to those who are called upon, and the buttons for it."""
    if table.status is Status.RUNNING:
        called = table.to_call()
        yield awaited_since(table, words) if called else ""
        asked, _, more = front.prompt(game_view, words).partition("\n")
        yield asked
        yield Detail(more, _METER)
        yield "\n".join(front.to_do(game_view, words)) if called else ""
        yield hints_taken(table, words)
        yield from turn_rows(front, table, words)
    elif table.status is Status.OVER:
        yield words.say("turn.last")

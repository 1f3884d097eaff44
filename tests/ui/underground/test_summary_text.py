"""The numbers in every text, held against what the rules scored in random games."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft
from metrobot.games.underground.actions import Build, TakeToken, Travel
from metrobot.games.underground.board import COLOURS, LINKS, Colour
from metrobot.games.underground.lines.track import open_ends
from metrobot.games.underground.state import SOURCES, Source, State, colours_of
from metrobot.games.underground.turn.pieces import cost_of
from metrobot.ui.kit.views import draft_view_of
from metrobot.ui.pages.values import Choice, PlannerPage
from metrobot.ui.underground.front import UndergroundFront
from metrobot.ui.underground.names import SOURCE_WORDS, station
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.player_names import shown_name
from tests.games.underground import reference
from tests.ui.underground.games import NAMES, Played, draft_at, game_view_at, play, table_at

FRONT = UndergroundFront()
FEW = [(2, 3), (4, 3), (5, 2)]
MANY = [(players, seed) for players in (2, 3, 4, 5) for seed in range(20)]
some_games = pytest.mark.parametrize(
    ("players", "seed"),
    [*FEW, *(pytest.param(*each, marks=pytest.mark.long) for each in MANY if each not in FEW)],
    scope="module",  # all tests of one game stand together, so that it is played once
)
REFEREED = 8
"""Turns after which walks are counted by the slow referee."""
ITEM = re.compile(r"([^,(]+–[^,(]+?)(?: \((.*?)\))?(?:, |$)")
"""A link with its notes: Acton–Ealing Broadway (terminus Ealing Broadway +2 and a token)."""
Step = tuple[State, Any, State]
Walk = tuple[State, Travel, int]


@lru_cache(maxsize=2)
def played(players: int, seed: int) -> Played:
    """Return a random game; kept only for a while."""
    return play.__wrapped__(players, seed)


def turns(game: Played) -> Iterator[tuple[int, list[Step]]]:
    """Yield the number of each turn, and its seat's actions with the states around them."""
    for number, (start, end) in enumerate(pairwise(game.turn_starts())):
        steps = zip(
            game.states[start:end], game.log[start:end], game.states[start + 1 :], strict=False
        )
        acted = [(a, each.event, b) for a, each, b in steps if isinstance(each.event.actor, int)]
        yield number, [(a, event.action, b) for a, event, b in acted]


def _without_marks(text: str) -> str:
    """Return a text without the marks that keep the direction of a name to itself."""
    return text.translate(dict.fromkeys(map(ord, "\u2068\u2069")))


def points_in(text: str) -> int:
    """Return the sum of all numbers with a plus in a text."""
    return sum(map(int, re.findall(r"\+(\d+)", text)))


@some_games
def test_a_turns_message_tells_what_was_scored(players: int, seed: int) -> None:
    """The headline the turn's points and the new score, each line its own."""
    game = played(players, seed)
    table, game_view = table_at(game), game_view_at(game)
    for number, steps in turns(game):
        report, seat = FRONT.report(game_view, table.summary(number), ENGLISH), steps[0][0].to_act
        after = steps[-1][2].score(seat)
        own = report.headline.partition(";")[0]
        grown, score = re.findall(r"\d+", own)[-2:]
        lines = [_without_marks(line) for line in report.lines]
        assert shown_name(NAMES[seat]) in report.headline
        assert (int(grown), int(score)) == (after - steps[0][0].score(seat), after)
        _check_pieces(lines, steps)
        _check_tokens([report.headline], steps)
        walked = _check_trips(lines, steps)
        if number % REFEREED == 0:
            _check_walks(walked)


def _check_walks(walked: Sequence[Walk]) -> None:
    """Compare the passenger's walks with a search of all routes."""
    for state, action, links in walked:
        assert state.passenger is not None
        tracks = {Colour(c): track for c, track in enumerate(state.tracks) if track}
        assert reference.passenger_choices(state.passenger, (action.to,), tracks)[0] == links


def _check_pieces(lines: Sequence[str], steps: Sequence[Step]) -> None:
    """Compare the text on each piece with its points and cost."""
    told = [line.partition(": ")[2] for line in lines if line.startswith("🛤️")]
    items = [item for line in told for item in ITEM.findall(line)]
    laid = [(a, action, b) for a, action, b in steps if isinstance(action, Build)]
    assert len(items) == len(laid)
    for (link, notes), (a, action, b) in zip(items, laid, strict=True):
        site, seat = LINKS[action.link], a.to_act
        cost = sum(map(int, re.findall(r"branch for (\d+)", notes)))
        assert set(link.strip().split("–")) == {station(site.a), station(site.b)}
        assert points_in(notes) == b.score(seat) - a.score(seat)
        assert notes.count("and a token") - cost == b.tokens[seat] - a.tokens[seat]


def _check_tokens(lines: Sequence[str], steps: Sequence[Step]) -> None:
    """Compare the tokens that are told with those that were taken."""
    told = [found for line in lines for found in re.findall(r"[Tt]ook (\d+|a) token", line)]
    taken = [action for _, action, _ in steps if isinstance(action, TakeToken)]
    assert sum(1 if number == "a" else int(number) for number in told) == len(taken)


def _check_trips(lines: Sequence[str], steps: Sequence[Step]) -> list[Walk]:
    """Compare each visit told with the payments; return the walks as told."""
    told = [line for line in lines if line.startswith("🚶")]
    visits = [(a, action, b) for a, action, b in steps if isinstance(action, Travel)]
    assert len(told) == len(visits)
    column, walked = SOURCES.index(Source.PASSENGER), list[Walk]()
    for line, (a, action, b) in zip(told, visits, strict=True):
        assert a.passenger is not None
        assert f"{station(a.passenger)} → {station(action.to)}" in line
        paid = [y[column] - x[column] for x, y in zip(a.points, b.points, strict=True)]
        names = Counter(re.findall(r"(\w+) \+1\)", line))
        assert names == Counter({NAMES[n]: each for n, each in enumerate(paid) if each})
        walked.append((a, action, sum(map(int, re.findall(r"(\d+) stations? on foot", line)))))
    return walked


@some_games
def test_a_planner_tells_what_would_be_scored(players: int, seed: int) -> None:
    """Somewhere within each turn: points so far, and what each open choice costs and makes."""
    game, chooser = played(players, seed), Random(seed)
    for number, steps in turns(game):
        draft = _drafted(game, number, steps[: chooser.randrange(len(steps))])
        draft_view, game_view = draft_view_of(draft), game_view_at(game, game.turn_starts()[number])
        page = FRONT.planner(game_view, draft_view, ENGLISH, None)
        _check_purse(page, draft)
        for choice in (choice for menu in page.menus for choice in menu.choices):
            _check_choice(choice, draft)
        for choice in page.buttons:
            _check_button(choice, draft)


@some_games
def test_a_whole_turn_is_told_as_it_will_be(players: int, seed: int) -> None:
    """The planner before Confirm tells the pieces, tokens and visits that then come."""
    game = played(players, seed)
    for number, steps in turns(game):
        draft = _drafted(game, number, steps)
        game_view = game_view_at(game, game.turn_starts()[number])
        page = FRONT.planner(game_view, draft_view_of(draft), ENGLISH, None)
        lines = _without_marks(page.text).splitlines()
        assert draft.is_turn_over
        _check_purse(page, draft)
        _check_colours(lines, steps)
        _check_tokens(lines, steps)
        _check_fares(lines, steps)


def _check_colours(lines: Sequence[str], steps: Sequence[Step]) -> None:
    """Compare the text on each colour with the points and costs of its pieces."""
    told = [line for line in lines if line.startswith("🛤️")]
    laid = [(a, action, b) for a, action, b in steps if isinstance(action, Build)]
    if len(laid) == 1:
        assert told == []
        assert "1 piece: " in lines[0]
        return
    colours = list(dict.fromkeys(action.colour for _, action, _ in laid))
    assert len(told) == len(colours)
    for line, colour in zip(told, colours, strict=True):
        own = [(a, action, b) for a, action, b in laid if action.colour == colour]
        costs = [cost_of(a, action) or 0 for a, action, _ in own]
        points = [b.score(a.to_act) - a.score(a.to_act) for a, _, b in own]
        assert sum(map(int, re.findall(r"(\d+) tokens", line))) == sum(costs)
        assert points_in(line) == sum(points)
        for _, action, _ in own:
            site = LINKS[action.link]
            assert station(site.a) in line
            assert station(site.b) in line


def _check_fares(lines: Sequence[str], steps: Sequence[Step]) -> None:
    """Compare each visit told in short with the payments."""
    told = [line for line in lines if line.startswith("🚶")]
    visits = [(a, action, b) for a, action, b in steps if isinstance(action, Travel)]
    column = SOURCES.index(Source.PASSENGER)
    assert len(visits) - len(told) <= 1  # a phone may have no room for the last one
    for line, (a, action, b) in zip(told, visits, strict=False):
        assert a.passenger is not None
        assert f"{station(a.passenger)} → {station(action.to)}" in line
        for n, (x, y) in enumerate(zip(a.points, b.points, strict=True)):
            paid = sum(map(int, re.findall(rf"{NAMES[n]} \+(\d+)", line)))
            assert paid == y[column] - x[column]


def _drafted(game: Played, number: int, steps: Sequence[Step]) -> Draft[Any, Any]:
    """Return a draft of some actions of a turn; what is forced follows by itself."""
    draft = draft_at(game, game.turn_starts()[number])
    for n, (_, action, _) in enumerate(steps):
        if n == len(draft.actions):
            draft = draft.then_action(action)
    return draft


def _check_purse(page: PlannerPage, draft: Draft[Any, Any]) -> None:
    """Compare the tokens and points in a planner with the draft's."""
    score = draft.state.score(draft.seat)
    purse = ENGLISH.count(
        "ou.plan.done" if draft.is_turn_over else "ou.plan.title",
        score,
        tokens=ENGLISH.count("ou.plan.tokens", draft.state.tokens[draft.seat]),
        points=ENGLISH.signed(score - draft.base.score(draft.seat)),
    )
    assert purse in page.text


def _check_choice(choice: Choice, draft: Draft[Any, Any]) -> None:
    """Compare a menu's text on a choice with its effect."""
    state, seat = draft.state, draft.seat
    action = draft.open_choices[choice.index]
    after = draft.title.apply(state, seat, action)
    if choice.hint.endswith("…"):
        return  # too long to be told as a whole
    if isinstance(action, Travel):
        for n, name in enumerate(NAMES[: len(state.tokens)]):
            told = sum(map(int, re.findall(rf"{name} \+(\d+)", _without_marks(choice.hint))))
            assert told == after.score(n) - state.score(n)
        return
    spent = state.tokens[seat] - after.tokens[seat] + choice.hint.count("and a token")
    assert points_in(choice.hint) == after.score(seat) - state.score(seat)
    assert choice.label.endswith(f"{spent} tokens" if spent else "free")


def _check_button(choice: Choice, draft: Draft[Any, Any]) -> None:
    """Compare a button's text on a choice with its effect."""
    action = draft.open_choices[choice.index]
    if isinstance(action, Travel):
        _check_choice(choice, draft)
    if isinstance(action, Build):
        after = draft.title.apply(draft.state, draft.seat, action)
        assert points_in(choice.label) == after.score(draft.seat) - draft.state.score(draft.seat)


@some_games
def test_the_final_count_tells_the_points_of_the_rules(players: int, seed: int) -> None:
    """Every player's total, and each source that made any of it."""
    game = played(players, seed)
    lines = FRONT.status(game_view_at(game), ENGLISH)
    for seat, row in enumerate(game.states[-1].points):
        line = next(ln for ln in lines[1:] if shown_name(NAMES[seat]) in ln)
        parts = [
            ENGLISH.say("ou.status.source", source=ENGLISH.say(SOURCE_WORDS[source]), points=n)
            for source, n in zip(SOURCES, row, strict=True)
            if n
        ]
        assert str(sum(row)) in re.findall(r"\d+", line)
        assert ", ".join(parts) in line


@some_games
def test_lines_are_told_as_they_stand(players: int, seed: int) -> None:
    """In the middle of a game: pieces left, and the ends from which a piece is free."""
    game = played(players, seed)
    events = game.turn_starts()[len(game.turn_starts()) // 2]
    state = game.states[events]
    for seat in range(players):
        text = "\n".join(FRONT.status(game_view_at(game, events, 100 + 7 * seat), ENGLISH))
        for colour in colours_of(game.rules, Seat(seat)):
            head = f"({COLOURS[colour].code}):"
            line = next(row for row in text.splitlines() if head in row)
            left = COLOURS[colour].pieces - len(state.tracks[colour])
            assert re.search(rf"\b{left or 'no'}\b", line)
            ends = open_ends(state.tracks[colour], state.full_links) if left else ()
            assert all(station(at) in line for at in ends)

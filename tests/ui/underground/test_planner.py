"""The planner: within Discord's limits at every draft, and true to the rules."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest

from metrobot.engine.draft import Draft
from metrobot.games.underground.actions import Build, TakeToken, Travel
from metrobot.games.underground.board import BRANCH_COST, COLOURS, LINKS, Colour, Link
from metrobot.games.underground.state import Phase, State
from metrobot.games.underground.turn.pieces import cost_of
from metrobot.ui.kit.views import draft_view_of
from metrobot.ui.pages.values import Choice, PlannerPage
from metrobot.ui.turn.planner_page import with_choices
from metrobot.ui.underground import menus
from metrobot.ui.underground.front import UndergroundFront
from metrobot.ui.underground.menus import AREAS, area_of
from metrobot.ui.underground.names import station
from metrobot.ui.underground.steps import link_of, open_choices
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, words_for
from metrobot.ui.words.discord_limits import MOST_CHOICES, PHONE_ROW
from metrobot.ui.words.text_length import button_width
from tests.ui.underground.games import Played, draft_at, game_view_at, play

FRONT = UndergroundFront()
SETTINGS = ((2, 1), (3, 2), (4, 3), (5, 1), (5, 4))


@cache
def drafts() -> tuple[tuple[Played, int, Draft[Any, Any]], ...]:
    """Return drafts of all lengths, whole turns among them."""
    return tuple(_drafts())


def _drafts() -> Iterator[tuple[Played, int, Draft[Any, Any]]]:
    chooser = Random(4)
    for players, seed in SETTINGS:
        game = play(players, seed)
        for events in game.turn_starts()[:-1:2]:
            draft = draft_at(game, events)
            while draft.open_choices:
                yield game, events, draft
                draft = draft.then(chooser.randrange(len(draft.open_choices)))
            yield game, events, draft


def look(
    game: Played, events: int, draft: Draft[Any, Any], group: str | None = None
) -> PlannerPage:
    return FRONT.planner(game_view_at(game, events), draft_view_of(draft), ENGLISH, group)


def entries(page: PlannerPage) -> list[Choice]:
    return [choice for menu in page.menus for choice in menu.choices]


def links(page: PlannerPage, draft: Draft[Any, Any]) -> list[Choice]:
    """Return the buttons of a page that build a piece."""
    return [b for b in page.buttons if isinstance(draft.open_choices[b.index], Build)]


def test_every_choice_can_be_made() -> None:
    """Each open choice stands in a menu or on a button of one of the groups, once."""
    for game, events, draft in drafts()[::5]:
        page = look(game, events, draft)
        offered = [b.index for b in page.buttons if not b.then and b not in links(page, draft)]
        for tab in page.tabs or ():
            there = look(game, events, draft, tab.key)
            offered += [choice.index for choice in (*links(there, draft), *entries(there))]
            for area in there.groups:
                within = look(game, events, draft, area.key)
                here = (*links(within, draft), *entries(within))
                offered += [each.index for each in here if each.index not in offered]
        if not page.tabs:
            offered += [choice.index for choice in entries(page)]
        assert sorted(offered) == list(range(len(draft.open_choices)))


def test_links_are_marked_free_or_with_their_price() -> None:
    """The label gives the price of a link, and says if it takes the last tokens."""
    met = set[tuple[int, bool]]()
    for game, events, draft in drafts()[::3]:
        page, seat = look(game, events, draft), draft.seat
        for choice in (*links(page, draft), *entries(page)):
            action = draft.open_choices[choice.index]
            if not isinstance(action, Build):
                continue
            state = draft.title.apply(draft.state, seat, action)
            cost = cost_of(draft.state, action)
            is_last = bool(cost) and not state.tokens[seat]
            assert ("2 tokens" in choice.label) == (cost == BRANCH_COST)
            assert ("your last 2 tokens" in choice.label) == is_last
            met.add((cost or 0, is_last))

    assert met == {(0, False), (BRANCH_COST, False), (BRANCH_COST, True)}


def test_links_that_strand_their_line_say_so() -> None:
    """After such a piece no further one of its colour is free, and there was one before."""
    met = set[bool]()
    for game, events, draft in drafts()[::2]:
        page, seat = look(game, events, draft), draft.seat
        for choice in links(page, draft):
            action = draft.open_choices[choice.index]
            assert isinstance(action, Build)  # links are pieces
            state = draft.title.apply(draft.state, seat, action)
            could, can = (_goes_on_free(each, action.colour) for each in (draft.state, state))
            has_pieces = state.pieces_left(action.colour) > 0
            is_stranded = could and not can and has_pieces
            assert (choice.label.split(" · ")[1] == "⚠ dead end") == is_stranded
            assert ("⚠" in choice.label) == is_stranded
            met.add(is_stranded)

    assert met == {False, True}


def _goes_on_free(state: State, colour: Colour) -> bool:
    """Return whether one more piece of a colour costs nothing, tokens aside."""
    pieces = (Build(colour, Link(link)) for link in range(len(LINKS)))
    return any(cost_of(state, each) == 0 and each.link not in state.full_links for each in pieces)


def test_the_line_goes_on_from_the_tip_with_one_press() -> None:
    """The free pieces that go on from a colour's newest end have the first buttons."""
    met = 0
    for game, events, draft in drafts():
        page = look(game, events, draft)
        laid = draft_view_of(draft).turn.pieces
        if not laid or not any(tab.is_shown for tab in page.tabs):
            continue
        pieces = open_choices(draft_view_of(draft).options).pieces
        near = {
            n
            for n, piece in pieces.items()
            if laid[-1].end in (piece.start, piece.end) and not piece.cost
            if piece.colour == laid[-1].colour
        }
        first = {choice.index for choice in links(page, draft)[: len(near)]}
        assert near == first
        met += bool(near)

    assert met > 100


def test_hints_tell_the_points() -> None:
    """The points in the hint of a link add up to what it scores."""
    met = 0
    for _, _, draft in drafts()[::3]:
        pieces = open_choices(draft_view_of(draft).options).pieces
        for place, piece in islice(pieces.items(), 60):
            after_it = draft.title.apply(draft.state, draft.seat, draft.open_choices[place])
            score = after_it.score(draft.seat) - draft.state.score(draft.seat)
            assert piece.gain.total == score
            met += score > 0

    assert met > 100


def test_one_press_takes_tokens_for_the_rest() -> None:
    """The second token button uses up all four actions (OU §4.1)."""
    met = 0
    for game, events, draft in drafts():
        for button in look(game, events, draft).buttons:
            if not button.then:
                continue
            done = with_choices(draft, button.path)
            taken = [action for action in done.actions if isinstance(action, TakeToken)]
            assert len(taken) >= len(button.path) >= 2
            assert done.is_turn_over or done.state.phase is Phase.TRAVEL
            met += 1

    assert met > 100


def test_the_colour_built_last_is_looked_at() -> None:
    """After a red piece the next red one is offered, unless it can go nowhere."""
    for game, events, draft in drafts():
        built = [action for action in draft.actions if isinstance(action, Build)]
        page = look(game, events, draft)
        shown = [tab.key for tab in page.tabs if tab.is_shown]
        assert len(shown) == (1 if page.tabs else 0)
        if built and page.tabs:
            code = COLOURS[built[-1].colour].code.lower()
            assert code == shown[0] or code not in [tab.key for tab in page.tabs]


def test_whoever_may_choose_the_way_is_asked() -> None:
    """Each way of the passenger is offered with who scores; nothing else then is (OU §6.2)."""
    met, named = 0, 0
    for game, events, draft in drafts():
        if draft.is_turn_over or draft.state.phase is not Phase.TRAVEL:
            continue
        page = look(game, events, draft)
        assert page.tabs == ()
        ways = [*page.buttons, *entries(page)]
        assert len(ways) == len(draft.open_choices) > 1
        ends = list[str]()
        for choice in ways:
            action = draft.open_choices[choice.index]
            assert isinstance(action, Travel)
            told = sum(
                int(part.rsplit("+", 1)[1]) for part in choice.hint.split(", ") if "+" in part
            )
            assert told == len(action.colours)
            ends.append(station(action.to))
        assert "Choose where the passenger goes" in page.instruction
        numbered = [f"{n} {to}" for n, to in enumerate(ends, start=1)]
        is_named = sum(map(button_width, numbered)) < PHONE_ROW
        shorts = [choice.short for choice in ways]
        assert all(to in short for to, short in zip(ends, shorts, strict=True)) is is_named
        assert len(set(shorts)) == len(shorts)
        met += 1
        named += is_named

    assert met > 10
    assert 0 < named < met


def test_a_whole_turn_is_summed_up() -> None:
    told, made, notes = 0, 0, set[str]()
    for game, events, draft in drafts():
        if draft.is_turn_over:
            page = look(game, events, draft)
            notes |= {*re.findall(r"tokens? · \+|tokens?|· \+", page.text)}
            made += sum(isinstance(action, Travel) for action in draft.actions)
            told += page.text.count("🚶")
            assert (page.tabs, page.buttons, page.menus, page.groups) == ((), (), (), ())
            score = draft.state.score(draft.seat)
            assert f" {score}" in page.text
    assert "token · +" in notes or "tokens · +" in notes  # a price and points
    assert made >= told > 0.95 * made  # a phone has no room for all where the end is told too


def test_areas_fit_into_one_menu_each() -> None:
    """Each area has at most 25 links for a line that may go anywhere."""
    found = [area_of(link) for link in range(137)]

    assert set(found) == {key for key, _ in AREAS}
    assert max(found.count(key) for key, _ in AREAS) <= MOST_CHOICES


def test_long_lists_are_parted() -> None:
    for count in range(1, 80):
        parts = menus.parted(list(range(count)))
        assert [item for part in parts for item in part] == list(range(count))
        assert max(map(len, parts)) <= 25
        assert len(parts) == -(-count // 25)
    assert menus.parted([]) == []


def test_the_end_is_foretold_before_confirm() -> None:
    """A whole turn says whether the last card comes, and the end with it (OU §7.2)."""
    told = set[str]()
    for players, seed in (*SETTINGS, (4, 8), (3, 9)):
        game = play(players, seed)
        starts = game.turn_starts()
        for events, later in pairwise(starts[-9:]):
            draft = draft_at(game, events)
            for n, entry in enumerate(game.log[events:later]):
                if n == len(draft.actions) and not draft.is_turn_over:
                    draft = draft.then_action(entry.event.action)
            page, state = look(game, events, draft), game.states[later]
            had_left = game.states[events].passenger is None
            leaves = state.passenger is None and not had_left
            assert ("The last card is drawn" in page.instruction) == leaves
            ends = "the game ends with" in page.instruction
            assert ends == (state.phase is Phase.OVER)
            assert ("this is your last turn" in page.instruction) == (had_left and not ends)
            told |= {row for row in page.instruction.splitlines() if _is_of_the_end(row)}

    assert len(told) == 4


def _is_of_the_end(row: str) -> bool:
    """Return whether a line tells of the end of the game, which is no harm."""
    words = ("The last card is drawn", "the game ends with", "this is your last turn")
    assert not ("⚠" in row and any(each in row for each in words))
    return any(each in row for each in words)


def test_tabs_say_what_their_best_link_scores() -> None:
    """The most that one piece of the colour would score at once, if anything."""
    met = set[int]()
    for game, events, draft in drafts()[::3]:
        pieces = open_choices(draft_view_of(draft).options).pieces.values()
        for tab in look(game, events, draft).tabs:
            own = [piece for piece in pieces if COLOURS[piece.colour].code.lower() == tab.key]
            most = max(piece.gain.total for piece in own)
            assert tab.label.endswith(f" · up to +{most}") == bool(most)
            order = [*menus._anywhere(dict(enumerate(own))).values()]
            best, others = order[: menus.BEST], order[menus.BEST :]
            top = sorted(own, key=lambda piece: (-piece.gain.total, link_of(piece)))
            assert best == top[: menus.BEST]
            areas = [[key for key, _ in AREAS].index(area_of(piece.link)) for piece in others]
            ranks = list(zip(areas, map(link_of, others), strict=True))
            assert (ranks, len(order)) == (sorted(ranks), len(own))
            met.add(most)

    assert len(met) > 3


def test_colours_that_can_do_nothing_are_listed_with_the_reason() -> None:
    """No pieces, no tokens for a branch, or no space: each in one line above the buttons."""
    met = set[str]()
    for game, events, draft in drafts():
        view = draft_view_of(draft).view
        if draft.is_turn_over or view.phase is not Phase.BUILD:
            continue
        page = look(game, events, draft)
        for colour in view.players[draft.seat].colours:
            code = COLOURS[colour].code
            reasons = [row for row in page.instruction.splitlines() if f"({code})" in row]
            if code.lower() in {tab.key for tab in page.tabs}:
                continue
            (reason,) = reasons
            assert reason.startswith("No pieces left") == (view.line(colour).pieces_left == 0)
            met.add(reason.partition(":")[0])

    assert {"No pieces left", "No open end (a branch costs 2)"} <= met


@pytest.mark.parametrize("language", COMPLETE)
def test_what_a_branch_costs_comes_from_the_rules(language: str) -> None:
    """No sentence of the planner has a number of its own."""
    words, colour = words_for(language), {"colour": "Red", "code": "R"}
    told = [
        words.say("ou.plan.stuck", cost=7, colours="Red"),
        words.say("ou.plan.no_ends", cost=7, **colour),
        *(words.count("ou.plan.stranded", n, cost=7, colours="Red") for n in (1, 3)),
    ]

    assert [re.findall(r"\d+", said) for said in told] == [["7"]] * 4

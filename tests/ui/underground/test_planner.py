"""The planner: within Discord's limits at every draft, and true to the rules."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise
from random import Random
from typing import Any

from discord import ui

from metrobot.engine.draft import Draft
from metrobot.games.underground.actions import Build, TakeToken, Travel
from metrobot.games.underground.board import BRANCH_COST, COLOURS
from metrobot.games.underground.state import Phase
from metrobot.ui.frame.scene import plan_of
from metrobot.ui.pages.values import Choice, PlannerPage
from metrobot.ui.turn.plannerpage import after, planner_page
from metrobot.ui.underground import menus
from metrobot.ui.underground.areas import AREAS, area_of
from metrobot.ui.underground.front import UndergroundFront
from metrobot.ui.underground.planner import MOST_WORTH, TEXT_LIMIT
from metrobot.ui.underground.steps import open_choices
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.limits import ID_LIMIT, MOST_CHOICES
from tests.ui.stage import walk
from tests.ui.underground.games import Played, draft_at, play, scene_at, table_at

FRONT = UndergroundFront()
SETTINGS = ((2, 1), (3, 2), (4, 3), (5, 1), (5, 4))
LONG_NAMES = ("*" * 40, "_" * 40, "@everyone " * 4, "`" * 40, "[x](y)" * 8)


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
    """Return what the planner shows for a draft."""
    return FRONT.planner(scene_at(game, events), plan_of(draft), ENGLISH, group)


def entries(page: PlannerPage) -> list[Choice]:
    """Return what the menus of a page offer."""
    return [choice for menu in page.menus for choice in menu.choices]


def test_every_draft_fits_into_a_message() -> None:
    """Texts, tabs, buttons and menus keep to Discord's limits."""
    for game, events, draft in drafts():
        found = look(game, events, draft)
        assert len(found.text) <= TEXT_LIMIT
        assert len(found.sketch.alt) <= 1000
        assert len(found.tabs) <= 5
        assert all(len(tab.label) <= 80 for tab in found.tabs)
        assert all(len(button.label) <= 80 for button in found.buttons)
        assert len(found.menus) <= 3
        assert len(found.groups) <= 25
        for menu in found.menus:
            assert 1 <= len(menu.choices) <= 25
            assert len(menu.prompt) <= 150
        assert all(len(c.label) <= 100 and len(c.hint) <= 100 for c in entries(found))


def test_every_page_can_be_posted() -> None:
    """Its components, ids and texts are what Discord takes, with the longest names too."""
    for game, events, draft in drafts()[::7]:
        table = table_at(game, events, LONG_NAMES)
        view: ui.LayoutView = planner_page(FRONT, table, draft, ENGLISH).view
        parts = list(walk(view.to_components()))  # type: ignore[no-untyped-call]  # discord.py's
        ids = [part["custom_id"] for part in parts if "custom_id" in part]
        assert len(parts) <= 40
        assert len(ids) == len(set(ids))
        assert all(len(each) <= ID_LIMIT for each in ids)
        assert sum(len(part.get("content", "")) for part in parts) <= 4000


def test_every_choice_can_be_made() -> None:
    """Each open choice stands in a menu or on a button of one of the groups, once."""
    for game, events, draft in drafts()[::5]:
        page = look(game, events, draft)
        offered = [button.index for button in page.buttons if not button.then]
        for tab in page.tabs or ():
            there = look(game, events, draft, tab.key)
            pages = [look(game, events, draft, each.key) for each in there.groups] or [there]
            offered += [choice.index for each in pages for choice in entries(each)]
        if not page.tabs:
            offered += [choice.index for choice in entries(page)]
        assert sorted(offered) == list(range(len(draft.open_choices)))


def test_links_are_marked_free_or_with_their_price() -> None:
    """What a menu says of a link is what it costs."""
    met = set[int]()
    for game, events, draft in drafts()[::3]:
        seat = draft.seat
        for choice in entries(look(game, events, draft)):
            if not isinstance(draft.open_choices[choice.index], Build):
                continue
            after_it = draft.title.apply(draft.state, seat, draft.open_choices[choice.index])
            spent = draft.state.tokens[seat] - after_it.tokens[seat]
            cost = spent + choice.hint.count("and a token")
            assert choice.label.endswith("2 tokens" if cost else "free")
            met.add(cost)

    assert met == {0, BRANCH_COST}


def test_hints_tell_the_points() -> None:
    """The points in the hint of a link add up to what it scores."""
    met = 0
    for _, _, draft in drafts()[::3]:
        pieces = open_choices(plan_of(draft).options).pieces
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
            done = after(draft, button.path)
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
    met = 0
    for game, events, draft in drafts():
        if draft.is_turn_over or draft.state.phase is not Phase.TRAVEL:
            continue
        page = look(game, events, draft)
        assert (page.tabs, page.buttons) == ((), ())
        assert len(entries(page)) == len(draft.open_choices) > 1
        for choice in entries(page):
            action = draft.open_choices[choice.index]
            assert isinstance(action, Travel)
            told = sum(
                int(part.rsplit("+", 1)[1]) for part in choice.hint.split(", ") if "+" in part
            )
            assert told == len(action.colours)
        assert "you choose" in page.text
        met += 1

    assert met > 10


def test_a_whole_turn_is_summed_up() -> None:
    """Trips, points and tokens stand there, and how to play it; nothing is left to choose."""
    for game, events, draft in drafts():
        if draft.is_turn_over:
            page = look(game, events, draft)
            trips = sum(isinstance(action, Travel) for action in draft.actions)
            assert page.text.count("🚶") == trips
            assert "Press **Confirm**" in page.text
            assert (page.tabs, page.buttons, page.menus, page.groups) == ((), (), (), ())
            score = draft.state.score(draft.seat)
            assert f" {score}" in page.text


def test_areas_fit_into_one_menu_each() -> None:
    """Where a line may go anywhere, each area has at most 25 links."""
    found = [area_of(link) for link in range(137)]

    assert set(found) == {key for key, _ in AREAS}
    assert max(found.count(key) for key, _ in AREAS) <= MOST_CHOICES


def test_long_lists_are_parted() -> None:
    """Menus take 25 each, and no more menus than needed."""
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
            assert ("The last card is drawn" in page.text) == leaves
            ends = "the game ends with" in page.text
            assert ends == (state.phase is Phase.OVER)
            assert ("this is your last turn" in page.text) == (had_left and not ends)
            told |= {warning for warning in page.text.splitlines() if "⚠️" in warning}

    assert len(told) == 4


def test_what_scores_at_once_is_named_best_first() -> None:
    """The text names the best links of lines that run, most points first, free before dear."""
    met = 0
    for game, events, draft in drafts()[::3]:
        rows = look(game, events, draft).text.splitlines()
        named = next((row for row in rows if row.startswith("Scores at once: ")), "")
        items = named.removeprefix("Scores at once: ").split(" · ") if named else []
        assert len(items) <= MOST_WORTH
        ranks = [(-_points(item), "2 tokens" in item) for item in items]
        assert ranks == sorted(ranks)
        met += len(set(ranks)) > 1

    assert met > 10


def _points(item: str) -> int:
    """Return the points that a text of a link adds up to."""
    numbers = [int(found) for found in re.findall(r"\+(\d+)", item)]
    return sum(numbers) * (2 if "each" in item else 1)

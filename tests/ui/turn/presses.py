"""The presses that a turn costs: the shortest way through the planner's pages to Confirm."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, pairwise
from random import Random
from textwrap import wrap
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.service.model.table import Table
from metrobot.ui.kit.front import Front
from metrobot.ui.pages.values import Choice, PlannerPage
from metrobot.ui.turn.planner_page import buttons_of, menus_of, planner_look, tabs_fit, with_choices
from metrobot.ui.words.catalogue import ENGLISH, Words

AnyDraft = Draft[Any, Any]
PLAN: Final = 1
CONFIRM: Final = 1
BUTTON: Final = 1
MENU: Final = 2
"""A menu is opened and an entry of it pressed."""


@dataclass(frozen=True)
class PlayedTurn:
    """One turn that was played."""

    table: Table
    seat: Seat
    actions: tuple[Action, ...]


def turns_of(source: Any, games: Iterable[Any]) -> list[PlayedTurn]:
    """Return all turns of some games.

    Args:
        source: the module `games` of a title's tests, with `table_at`.
        games: as its `play` returns them.
    """
    return [turn for game in games for turn in _turns(source, game)]


def _turns(source: Any, game: Any) -> Iterator[PlayedTurn]:
    """Yield the turns of a game; where all choose at once, one for each seat."""
    starts = game.turn_starts()
    for first, last in pairwise(starts):
        table = source.table_at(game, first)
        for seat in table.seats_to_act():
            done = [each.event for each in game.log[first:last] if each.event.actor == seat]
            if done:
                yield PlayedTurn(table, seat, tuple(event.action for event in done))


def some_turns(turns: Sequence[PlayedTurn], number: int = 50, seed: int = 10) -> list[PlayedTurn]:
    """Return so many of some turns, the same ones for the same seed."""
    return Random(seed).sample(turns, number)


@dataclass(frozen=True)
class Way:
    """A place in the planner, and the presses that led there.

    Attributes:
        draft: what is chosen.
        group: of choices that is looked at.
        pressed: what was pressed, in words.
    """

    draft: AnyDraft
    group: str | None = None
    pressed: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[tuple[int, ...], str | None]:
        """The key that tells one look at the planner from another."""
        return self.draft.choices, self.group


def shortest(front: Front, turn: PlayedTurn, words: Words = ENGLISH) -> tuple[int, tuple[str, ...]]:
    """Return the fewest presses to a confirmed turn, Plan and Confirm included, and which.

    A button or a tab counts one, a menu, that of groups too, two. The turn is
    to be just as it was played.

    Raises:
        AssertionError: the planner offers no way to it.
    """
    first = Way(new_draft(turn.table.title, turn.table.state, turn.seat))
    order = count()
    ahead, seen = [(PLAN, next(order), first)], set[Any]()
    while ahead:
        cost, _, way = heappop(ahead)
        if way.draft.is_turn_over and way.draft.choices and _leads(way.draft, turn.actions):
            return cost + CONFIRM, way.pressed
        if way.place in seen:
            continue
        seen.add(way.place)
        if not (front.replaces or _leads(way.draft, turn.actions)):
            continue
        page = planner_look(front, turn.table, way.draft, words, way.group)
        for price, onward in _onward(page, way, turn.actions, words):
            heappush(ahead, (cost + price, next(order), onward))
    raise AssertionError(f"no way to {turn.actions}")


def _onward(
    page: PlannerPage, way: Way, actions: tuple[Action, ...], words: Words
) -> Iterator[tuple[int, Way]]:
    """Yield the places one press further on the way to some actions, with its cost.

    A choice off that way may be a step all the same, if the page after it
    offers others in its place.
    """
    tabs = BUTTON if tabs_fit(page.tabs) else MENU
    for price, groups in ((tabs, page.tabs), (MENU, page.groups)):
        for group in groups:
            yield price, Way(way.draft, group.key, (*way.pressed, f"[{group.label}]"))
    offered = [(BUTTON, each) for row in buttons_of(page) for each in row]
    offered += [(MENU, each) for menu in menus_of(page, words) for each in menu.choices]
    for price, choice in offered:
        instead = choice.instead
        draft = _chosen(way.draft, choice, instead=instead)
        if _leads(draft, actions) or (not instead and _leads(way.draft, actions)):
            yield price, Way(draft, way.group, (*way.pressed, choice.label))


def _leads(draft: AnyDraft, actions: tuple[Action, ...]) -> bool:
    """Return whether a draft is the beginning of some actions."""
    return draft.actions == actions[: len(draft.actions)]


def _chosen(draft: AnyDraft, choice: Choice, *, instead: bool) -> AnyDraft:
    """Return the draft after a choice."""
    return with_choices(draft.undo() if instead else draft, choice.path)


def pages_of(
    front: Front, turn: PlayedTurn, words: Words = ENGLISH
) -> Iterator[tuple[AnyDraft, PlannerPage]]:
    """Yield every page that the planner shows on the way of a turn, groups and tabs too."""
    draft = new_draft(turn.table.title, turn.table.state, turn.seat)
    for action in (*turn.actions, None):
        first = planner_look(front, turn.table, draft, words, None)
        yield draft, first
        for group in (*first.tabs, *first.groups):
            yield draft, planner_look(front, turn.table, draft, words, group.key)
        if action is None or draft.is_turn_over:
            return
        if action in draft.open_choices:
            draft = draft.then_action(action)


def twice_labelled(page: PlannerPage) -> list[str]:
    """Return the labels that two choices or tabs share, in full or on their buttons."""
    pressed = [*(tab.on_tab for tab in page.tabs), *(each.on_button for each in page.buttons)]
    alike = [label for label, times in Counter(filter(None, pressed)).items() if times > 1]
    said = [*(tab.label for tab in page.tabs), *(button.label for button in page.buttons)]
    labels = Counter(map(_unnumbered, said))
    return [*alike, *(label for label, times in labels.items() if times > 1)]


def _unnumbered(label: str) -> str:
    """Return a label without its number; a number alone stays."""
    number, mark, said = label.partition(" · ")
    return said if mark and number.isdecimal() else label


def lines_of(text: str, width: int = 60) -> int:
    """Return the number of lines that a text takes on a phone, marks of Markdown aside."""
    bare = text.replace("**", "").replace("`", "")
    return sum(max(1, len(wrap(line, width))) for line in bare.splitlines())


def median(costs: Sequence[int]) -> int:
    return sorted(costs)[len(costs) // 2]


def percentile(costs: Sequence[int], share: int) -> int:
    """Return the most that the cheapest `share` per cent of turns cost."""
    ranked = sorted(costs)
    return ranked[-(-len(ranked) * share // 100) - 1]

"""What nobody may know changes nothing that anybody else is told."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from metrobot.engine.actions import Action
from metrobot.engine.draft import StaleDraftError, new_draft
from metrobot.engine.errors import Refusal
from metrobot.games.metromania import options
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.state import State
from metrobot.service.model.table import Table
from metrobot.ui.kit.typed_turns import TypedTurn
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.metromania import board_text, narration, pictures, planner, status
from metrobot.ui.metromania.alt import board_alt
from metrobot.ui.metromania.front import MetroManiaFront
from metrobot.ui.metromania.names import names_for
from metrobot.ui.metromania.pictures import board_picture
from metrobot.ui.metromania.steps import open_choices
from metrobot.ui.words.catalogue import ENGLISH
from tests.games.metromania.test_drafting import telling_pairs
from tests.ui.metromania.games import (
    NAMES,
    TITLE,
    Played,
    draft_at,
    plan,
    play,
    table_at,
    with_state,
)
from tests.ui.tables import table_of
from tests.ui.typed_stage import drafted, offered, turn_of

FRONT = MetroManiaFront()


def swapped(state: State) -> Iterator[State]:
    """Yield the state with two secret markers of other hands exchanged.

    Only where the public consequences stay the same: who is blocked (MM §11.3).
    """
    public = TITLE.view_for(state)
    active = TITLE.awaiting(state)[0]
    others = [seat for seat in range(len(state.hands)) if seat != active]
    for a, b in combinations(others, 2):
        for mine in state.hands[a]:
            for theirs in state.hands[b]:
                hands = _exchanged(state.hands, (a, mine), (b, theirs))
                other = replace(state, hands=hands)
                if hands != state.hands and TITLE.view_for(other) == public:
                    yield other


def _exchanged(
    hands: tuple[tuple[Marker, ...], ...], one: tuple[int, Marker], two: tuple[int, Marker]
) -> tuple[tuple[Marker, ...], ...]:
    """Return the hands with two markers in each other's place."""
    found = [list(hand) for hand in hands]
    for (seat, given), taken in ((one, two[1]), (two, one[1])):
        found[seat].remove(given)
        found[seat].append(taken)
    return tuple(tuple(sorted(hand)) for hand in found)


def pairs(game: Played) -> Iterator[tuple[Table, Table]]:
    """Yield tables of one game with and without secret markers exchanged."""
    for events in game.turn_starts()[:-1:3]:
        table = table_at(game, events)
        for state in list(swapped(table.state))[:2]:
            yield table, with_state(table, state)


@pytest.mark.parametrize("players", [3, 4])
def test_nothing_public_tells_a_hand(players: int) -> None:
    """Reports, status, board in words and alt text are the same for other hands."""
    count = 0
    for table, other in pairs(play(players, 1)):
        turn = table.log[-1].turn
        for say in (
            lambda t: status.status(game_view_of(t, ENGLISH), ENGLISH),
            lambda t: status.brief(game_view_of(t, ENGLISH), ENGLISH),
            lambda t: board_text.board_text(game_view_of(t, ENGLISH), ENGLISH),
            lambda t: board_alt(game_view_of(t, ENGLISH), ENGLISH),
            lambda t, turn=turn: narration.report(
                game_view_of(t, ENGLISH), t.summary(turn), ENGLISH
            ),
        ):
            assert say(table) == say(other)
        count += 1

    assert count > 5


def test_no_picture_tells_a_hand() -> None:
    """The bytes of the public board are the same for other hands."""
    table, other = next(pairs(play(4, 1)))

    one, two = (board_picture(game_view_of(t, ENGLISH), ENGLISH) for t in (table, other))

    assert (one.stem, one.alt) == (two.stem, two.alt)
    assert one.draw() == two.draw()


def test_no_plan_tells_the_hands_of_others() -> None:
    """A planner shows the same, draft by draft, whatever the others hold."""
    chooser, count = Random(3), 0
    for table, other in pairs(play(4, 2)):
        drafts = [
            new_draft(TITLE, t.state, TITLE.awaiting(t.state)[0])  # type: ignore[arg-type]  # a seat
            for t in (table, other)
        ]
        while drafts[0].open_choices == drafts[1].open_choices and drafts[0].open_choices:
            assert _said(table, drafts[0]) == _said(other, drafts[1])
            choice = chooser.randrange(len(drafts[0].open_choices))
            drafts = [draft.then(choice) for draft in drafts]
            count += 1
        assert drafts[0].open_choices == drafts[1].open_choices == ()
        assert _said(table, drafts[0]) == _said(other, drafts[1])

    assert count > 10


def _tables() -> Iterator[tuple[tuple[Table, Table], int]]:
    """Yield tables of which one choice ends building with one of two deals, by how many lines."""
    for pair, needed in telling_pairs()[::3]:
        one, other = (table_of(TITLE, state.rules, (), state, names=NAMES) for state in pair)
        yield (one, other), needed


def test_no_plan_tells_that_a_hand_would_end_building(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages, buttons, tabs, codes, what is offered to typists and refusals: all the same.

    With one deal the real turn is over sooner, since a line is blocked (§11.3).
    """
    chooser, sooner = Random(9), 0
    for tables, needed in _tables():
        monkeypatch.setattr(options, "lines_needed", lambda _, needed=needed: needed)
        drafts = [new_draft(TITLE, table.state, table.state.active) for table in tables]
        first = drafts[0]
        while True:
            mine, theirs = map(_said, tables, drafts)
            assert mine == theirs
            if not drafts[0].open_choices:
                break
            ending = [n for n, each in enumerate(drafts[0].open_choices) if _tells(drafts, each)]
            choice = (ending or [chooser.randrange(len(drafts[0].open_choices))])[0]
            sooner += bool(ending) and drafts[0] is first
            drafts = [draft.then(choice) for draft in drafts]
    assert sooner > 5


def _tells(drafts: list[Any], action: Action) -> bool:
    """Return whether an action ends building with one of two deals only."""
    ends = [TITLE.apply(draft.state, draft.seat, action).ended_by for draft in drafts]
    return ends[0] != ends[1]


def test_no_picture_of_a_plan_tells_that_a_hand_would_end_building(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The very bytes, in the draft in which the real turn would be over with one deal."""
    count = 0
    for tables, needed in _tables():
        monkeypatch.setattr(options, "lines_needed", lambda _, needed=needed: needed)
        drafts = [new_draft(TITLE, table.state, table.state.active) for table in tables]
        ending = [each for each in drafts[0].open_choices if _tells(drafts, each)]
        if ending and count < 4:
            count += 1
            mine, theirs = (
                FRONT.planner(game_view_of(table, ENGLISH), plan(draft), ENGLISH, None)
                for table, draft in zip(
                    tables, (each.then_action(ending[0]) for each in drafts), strict=True
                )
            )
            assert mine.picture is not None
            assert theirs.picture is not None
            assert mine.picture.alt == theirs.picture.alt
            assert mine.picture.draw() == theirs.picture.draw()
            assert replace(mine, picture=theirs.picture) == theirs
    assert count == 4


def test_a_plan_shows_nothing_that_confirming_would_tell() -> None:
    """Whether others' lines are blocked by a draft stays open (MM §11.3)."""
    game = play(4, 2)
    for events in game.turn_starts()[:-1]:
        draft = draft_at(game, events)
        draft = draft.then(len(draft.open_choices) // 2)
        others = [c for c in plan(draft).view.companies if c.seat != draft.seat]
        assert all(line.is_blocked is None for c in others for line in c.lines)
        assert all(company.hand is None for company in others)


def _said(table: Table, draft: Any) -> tuple[Any, ...]:
    """Return all texts of the planner on a draft."""
    names, found = names_for(game_view_of(table, ENGLISH), ENGLISH), plan(draft)
    look = planner.planner_tab(names, found, open_choices(found.options), None)
    return (
        planner.text(look),
        planner.instruction(look),
        planner.buttons(look),
        planner.menus(look),
        look.tabs,
        draft.code,
        draft.is_turn_over,
        pictures.planner_picture(game_view_of(table, ENGLISH), found, ENGLISH, look.numbered).alt,
        *(_typed(turn_of(table, draft), line) for line in LineName),
    )


def _typed(turn: TypedTurn, line: LineName) -> tuple[Any, ...]:
    """Return the suggestions on a draft, and the answers to what is typed."""
    targets = offered(turn, f"/dig line:{line} to:")
    digs = [f"/dig line:{line} to:{to}" for to in (*islice(targets, 3), "G7", "N1")]
    return (
        targets,
        [offered(turn, f"{dig} beside:") for dig in digs],
        [offered(turn, f"{dig} place:") for dig in digs],
        offered(turn, f"/station line:{line} point:"),
        *(_answer(turn, text) for text in (*digs, f"/station line:{line} point:G7", "/pass")),
    )


def _answer(turn: TypedTurn, line: str) -> str:
    """Return the code of a typed draft, or why there is none."""
    try:
        return drafted(turn, line).code
    except (Refusal, StaleDraftError) as error:
        return repr(error)

"""What nobody may know changes nothing that anybody else is told."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from metrobot.engine.draft import begin
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.state import State
from metrobot.service.table import Table
from metrobot.ui.frame.scene import scene_of
from metrobot.ui.metromania import boardtext, brief, narration, planner, status
from metrobot.ui.metromania.alt import board_alt
from metrobot.ui.metromania.cast import cast_of
from metrobot.ui.metromania.pictures import board
from metrobot.ui.metromania.steps import open_choices
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.metromania.games import TITLE, Played, draft_at, plan, play, table_at, with_state


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
            lambda t: status.status(scene_of(t, ENGLISH), ENGLISH),
            lambda t: brief.brief(scene_of(t, ENGLISH), ENGLISH),
            lambda t: boardtext.board_text(scene_of(t, ENGLISH), ENGLISH),
            lambda t: board_alt(scene_of(t, ENGLISH), ENGLISH),
            lambda t, turn=turn: narration.report(scene_of(t, ENGLISH), t.told(turn), ENGLISH),
        ):
            assert say(table) == say(other)
        count += 1

    assert count > 5


def test_no_picture_tells_a_hand() -> None:
    """The bytes of the public board are the same for other hands."""
    table, other = next(pairs(play(4, 1)))

    one, two = (board(scene_of(t, ENGLISH), ENGLISH, None) for t in (table, other))

    assert (one.stem, one.alt) == (two.stem, two.alt)
    assert one.draw() == two.draw()


def test_no_plan_tells_the_hands_of_others() -> None:
    """A planner shows the same, draft by draft, whatever the others hold.

    A turn that other hands would end early is left out: that the building
    ends is public as soon as it is confirmed, and the plan only says that
    nothing more can be dug.
    """
    chooser, count = Random(3), 0
    for table, other in pairs(play(4, 2)):
        drafts = [
            begin(TITLE, t.state, TITLE.awaiting(t.state)[0])  # type: ignore[arg-type]  # a seat
            for t in (table, other)
        ]
        while drafts[0].open_choices == drafts[1].open_choices and drafts[0].open_choices:
            assert _said(table, drafts[0]) == _said(other, drafts[1])
            choice = chooser.randrange(len(drafts[0].open_choices))
            drafts = [draft.then(choice) for draft in drafts]
            count += 1
        if drafts[0].state.ended_by is not EndedBy.LINES:
            assert _said(table, drafts[0]) == _said(other, drafts[1])

    assert count > 10


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
    """Return all that a planner says of a draft."""
    cast, found = cast_of(scene_of(table, ENGLISH), ENGLISH), plan(draft)
    look = planner.look_of(cast, found, open_choices(found.options), None)
    return (
        planner.text(look),
        planner.instruction(look),
        planner.buttons(look),
        planner.menus(look),
        look.tabs,
        draft.code,
    )

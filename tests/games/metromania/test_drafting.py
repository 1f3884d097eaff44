"""A draft goes by what its owner knows; Confirm plays it up to the turn's real end."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.games.metromania import options
from metrobot.games.metromania.actions import Dig, LineName, PlaceStation, Stop
from metrobot.games.metromania.building import line_blocks, tunnels
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.state import State
from metrobot.games.metromania.view import View
from tests.games.metromania.boards import ENDS, TITLE, after, board, dig, rules, site, tried, walled
from tests.games.metromania.test_properties import conceivable
from tests.games.metromania.test_secrecy import (
    every_pair,
    filling,
    is_public_the_same,
    secret_games,
    swapped,
)

Pair = tuple[State, State]
Made = Draft[State, View]


@cache
def telling_pairs() -> tuple[tuple[Pair, int], ...]:
    """Return pairs of states in which one action blocks a line with one hand and not the other.

    Beside each how many lines are done in the one, and not in the other, after
    it: the number that makes building end there.
    """
    return tuple(_telling())


def _telling() -> Iterator[tuple[Pair, int]]:
    for game in secret_games():
        for state in game.states[12:-1]:
            if state.deeds.turn != state.turn:
                yield from islice(_narrowed(state), 1)


def _narrowed(state: State) -> Iterator[tuple[Pair, int]]:
    """Yield pairs made of a state by filling cells at the end of somebody's line.

    A blank one and a spot are left, and the blank one can be dug on: then the
    spot alone, and so a marker of its owner, can keep the line going.
    """
    for action in TITLE.legal_actions(state, state.active):
        if not isinstance(action, Dig) or action.letter is not None:
            continue
        for ix, line in enumerate(state.lines):
            if ix // 2 == state.active or not line.points or line.is_finished:
                continue
            open_cells = {cell for _, cell in tunnels.ways_on(state, line)}
            spots = [cell for cell in open_cells if state.built_city.spots[cell] is not None]
            if action.cell in open_cells and spots:
                full = open_cells - {action.cell, min(spots)}
                used = state.used | sum(1 << cell for cell in full)
                yield from _twins(replace(state, used=used), action)


def _twins(state: State, action: object) -> Iterator[tuple[Pair, int]]:
    """Yield at most one pair of deals in which an action blocks lines differently."""
    for k in range(1, state.company_count):
        one = (state.active + k) % state.company_count
        for other in range(state.company_count):
            if other in (one, state.active):
                continue
            for twin in swapped(state, one, other):
                done = [_done(each, action) for each in (state, twin)]
                if is_public_the_same(state, twin) and done[0] != done[1]:
                    yield (state, twin), max(done)
                    return


def _done(state: State, action: object) -> int:
    """Return the number of lines finished or blocked after an action."""
    later = after(state, action)
    return line_blocks.done_lines(later, line_blocks.blocked_lines(later))


def look(draft: Made) -> tuple[object, ...]:
    """Return everything that a draft shows and offers to its owner."""
    title, state, own = TITLE, draft.state, frozenset((draft.seat,))
    legal = title.legal_actions(state, draft.seat)
    return (
        draft.open_choices,
        draft.is_turn_over,
        draft.code,
        draft.next_mark,
        legal,
        title.prospects(state, draft.seat),
        title.view_for(state, own, preview=True),
        title.summary(draft.base, draft.deeds, own, preview=True),
        [str(title.objection(state, draft.seat, each)) for each in conceivable(state)[::131]],
    )


def walks(one: State, other: State, dice: Random) -> Iterator[tuple[Made, Made]]:
    """Yield two drafts side by side, the same choices in both, to the end of the turn."""
    drafts = [new_draft(TITLE, each, one.active) for each in (one, other)]
    yield drafts[0], drafts[1]
    while drafts[0].open_choices:
        choice = dice.randrange(len(drafts[0].open_choices))
        drafts = [draft.then(choice) for draft in drafts]
        yield drafts[0], drafts[1]


def end(draft: Made) -> State:
    """Return the state after a draft's actions, up to the end of the turn."""
    state = draft.base
    for action in draft.actions:
        if draft.ends_in(state):
            break
        state = TITLE.apply(state, draft.seat, action)
    return state


@pytest.mark.long
def test_no_draft_tells_what_others_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exchange two hands so that a choice blocks a line with one deal only, and ends building.

    Whatever is drafted then, number and list of choices, marks, views, risks
    and refusals are the same for both deals; what comes of playing it is not.
    """
    dice, differ, pairs = Random(11), 0, telling_pairs()
    for (one, other), needed in pairs:
        monkeypatch.setattr(options, "lines_needed", lambda _, needed=needed: needed)
        for action in TITLE.legal_actions(one, one.active)[::3]:
            ends = [after(each, action) for each in (one, other)]
            differ += ends[0].ended_by != ends[1].ended_by
            made = [new_draft(TITLE, each, one.active).then_action(action) for each in (one, other)]
            assert look(made[0]) == look(made[1])
        for mine, theirs in walks(one, other, dice):
            assert look(mine) == look(theirs)
    assert len(pairs) > 20
    assert differ > 10


@pytest.mark.long
def test_no_draft_of_a_random_position_tells_what_others_hold() -> None:
    """Whole turns drafted side by side, in many games."""
    dice = Random(5)
    for state, twin, _ in every_pair()[::17]:
        for mine, theirs in walks(state, twin, dice):
            assert look(mine) == look(theirs)


def test_a_whole_draft_is_a_whole_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that was drafted, or less, ends the real turn: nobody is left with half of one."""
    dice, cut, whole = Random(7), 0, 0
    for (one, other), needed in telling_pairs():
        monkeypatch.setattr(options, "lines_needed", lambda _, needed=needed: needed)
        for state in (one, other):
            for _ in range(4):
                draft = [mine for mine, _ in walks(state, state, dice)][-1]
                real = end(draft)
                assert draft.ends_in(real)
                is_cut = real.deeds.dug < draft.state.deeds.dug
                cut, whole = cut + is_cut, whole + (not is_cut)
    assert min(cut, whole) > 5


def test_what_a_draft_is_certain_of_is_so() -> None:
    """No line that counts as blocked in a draft is free, and an end that it sees is one."""
    dice, count = Random(3), 0
    for state, twin, _ in every_pair()[::3]:
        for draft, _ in walks(state, twin, dice):
            if not draft.actions or draft.ends_in(end(draft)):
                continue
            known = line_blocks.blocked_as_known(draft.state, {draft.seat})
            assert known & ~line_blocks.blocked_lines(end(draft)) == 0
            assert draft.state.ended_by == end(draft).ended_by
            count += known.bit_count()
    assert count > 50


def test_a_draft_goes_on_where_only_a_hidden_hand_would_end_building(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Company 1 cannot go on, which company 0 cannot know (§11.3): three tunnels can be drafted."""
    monkeypatch.setattr(options, "lines_needed", lambda _: 3)
    state = replace(
        filling("A-W"), city=walled("D4 D5 E4,D5 D6 E5,H7 H8 I7,H8 H9 I8", {"C5 D4 D5": "R"})
    )
    action = dig(state, "solid", ">D5")
    draft = new_draft(TITLE, state, Seat(0)).then_action(action)

    assert after(state, action).ended_by is EndedBy.LINES
    assert (draft.state.ended_by, draft.is_turn_over) == (None, False)
    assert {each.line for each in draft.open_choices if isinstance(each, Dig)} == set(LineName)


def test_a_draft_ends_where_no_hand_helps() -> None:
    """Every cell at company 1's end is filled: the draft ends with the first tunnel."""
    state = board(*ENDS, players=3, on=walled("D4 D5 E4,D5 D6 E5,D6 E5 E6,D6 D7 E6"))
    draft = new_draft(TITLE, state, Seat(0)).then_action(dig(state, "solid", ">D5"))

    assert (draft.is_turn_over, draft.state.ended_by) == (True, EndedBy.LINES)


FREED = "0 solid: C6 D5 >E5", "0 striped: H6 H7", "1 solid: D4 >D5"


def freed(held: str) -> State:
    """Return a board on which a station lets company 1's blocked line turn onto a spot."""
    return board(
        *FREED,
        "2 solid: B8 B9",
        "2 striped: J6 J7",
        players=3,
        on=walled("H7 H8 I7,H8 H9 I8", {"D4 D5 E4": "W"}),
        stations="E5",
        hands={1: held},
    )


def test_a_line_that_a_station_may_free_is_certain_no_more() -> None:
    """It was blocked when the turn began; whether it still is hangs on company 1's hand (§6.2)."""
    states = [freed("A-R"), freed("A-W")]
    drafts = [new_draft(TITLE, each, Seat(0)).then_action(site("solid", "D5")) for each in states]

    assert TITLE.view_for(states[0]) == TITLE.view_for(states[1])
    assert look(drafts[0]) == look(drafts[1])
    assert line_blocks.blocked_lines(states[0]) != line_blocks.blocked_lines(end(drafts[1]))


def test_who_is_passed_over_after_a_draft_is_not_worked_out() -> None:
    """Whether others can do anything may hang on their hands: the next company is on turn."""
    for state, *_ in every_pair()[::7]:
        draft = new_draft(TITLE, state, state.active)
        while draft.open_choices:
            draft = draft.then(0)
        assert draft.state.turn == state.turn + 1


def test_open_hands_hide_nothing_from_a_draft() -> None:
    """Then a draft ends just where the turn does."""
    state = replace(filling("A-W"), rules=rules(3, hands="open"))
    action = dig(state, "solid", ">D5")

    assert tried(state, action) == after(state, action)


def test_a_pass_and_a_station_end_a_draft() -> None:
    ended = [
        new_draft(TITLE, state, state.active).then_action(action).is_turn_over
        for state, *_ in every_pair()
        for action in TITLE.legal_actions(state, state.active)
        if isinstance(action, Stop | PlaceStation) and state.now.bonus is None
    ]

    assert ended
    assert all(ended)

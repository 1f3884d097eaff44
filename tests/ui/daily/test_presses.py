"""What a card costs: two presses, a few more for a free ride; at once one less."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from metrobot.engine.draft import new_draft
from metrobot.games.metrolijn.actions import FreeRide
from metrobot.games.metrolijn.board import CardKind
from metrobot.service.daily import timetable
from metrobot.service.daily.replayed import ALONE, TITLE
from metrobot.service.model import history as histories
from metrobot.service.model.chance import BY_DRAW, Dealing
from metrobot.service.model.plain_play import play_of
from metrobot.service.model.play import Person, Play, PlayerId
from metrobot.service.play import acts
from metrobot.ui.pages.ids import PressKind
from tests.ui.daily.line_stage import (
    LINES,
    advanced,
    begun,
    begun_run,
    choices,
    chosen,
    forged,
    is_planner,
    label_id,
    pass_days,
    pressed,
    said,
    switched,
    today,
    used,
)
from tests.ui.limits import walk
from tests.ui.stage import Shown, Stage, again, alts, labels, raw
from tests.ui.turn.presses import BUTTON, MENU, PLAN, PlayedTurn, shortest

FRONT = LINES["metrolijn"]
NOW = datetime(2026, 1, 1, tzinfo=UTC)
ANN = Person(PlayerId(1), "Ann")
COUNTED = range(1, 21)
"""Twenty lines, of which three run on whole maps."""
LATER = (2, 4)
"""Days after the first of which lines are played whole: a network, and a Sunday's whole map."""


def turns_of_line(number: int) -> Iterator[PlayedTurn]:
    """Yield the turns of somebody who plays a line well, and now and then less well."""
    dealing = Dealing(hashlib.sha256(b"%d" % number).digest(), (str(number), "7"), BY_DRAW)
    rules, rng = TITLE.ruleset(1, {"map": timetable.map_of(number)}), Random(number)
    history = histories.new_history(TITLE, rules).settled(dealing, NOW)
    while not TITLE.is_over(history.state):
        draft = new_draft(TITLE, history.state, ALONE)
        while not draft.is_turn_over:
            actions = draft.open_choices
            some = rng.choices(range(len(actions)), k=1 if rng.random() < 0.2 else 4)
            draft = draft.then(max(some, key=lambda at: len(_stations(actions[at]))))
        yield PlayedTurn(_play(history, rules), ALONE, draft.actions)  # type: ignore[arg-type]
        history = acts.history_after_draft(history, draft, NOW).settled(dealing, NOW)


def _play(history: histories.History, rules: Any) -> Play:
    """Return a game of one person as the planner gets it."""
    return play_of(
        history,
        rules,
        (ANN,),
        NOW,
        number=1,
        key=None,
        commitment="c" * 64,
        salt=("1", "7"),
        dealing=BY_DRAW,
    )


def _stations(action: Any) -> tuple[Any, ...]:
    """Return the stations of an action, none for an action without stations."""
    found: tuple[Any, ...] = getattr(action, "stations", ())
    return found


def is_plain(turn: PlayedTurn) -> bool:
    """Return whether a turn is the most that one line offers, not a free ride, nor fewer."""
    action = turn.actions[0]
    if isinstance(action, FreeRide):
        return False
    same = [
        each for each in TITLE.legal_actions(turn.table.state, ALONE) if _way(each) == _way(action)
    ]
    return action == same[0]


def _way(action: object) -> object:
    """Return the line and the direction of an action."""
    return getattr(action, "line", None), getattr(action, "direction", None)


@pytest.mark.long
def test_a_card_costs_two_presses_on_twenty_lines() -> None:
    """A free ride and fewer crosses at most four: what the bot has to answer."""
    plain, others = list[int](), list[int]()
    for number in COUNTED:
        for turn in turns_of_line(number):
            cost, pressed_ = shortest(FRONT, turn)
            in_a_run = cost - PLAN  # the planner of the next card is there already
            menus = in_a_run - BUTTON - len(pressed_)  # opened, which the bot does not notice
            if is_plain(turn):
                plain.append(in_a_run)
            else:
                others.append(in_a_run - menus)
                assert in_a_run <= MENU + MENU + BUTTON, pressed_

    assert set(plain) == {2}
    assert len(plain) > 100
    assert max(others) <= 4
    assert len(others) > 100


@dataclass
class Counting:
    """Counts the presses of one card."""

    stage: Stage
    message: Shown
    presses: int = 0

    async def press(self, custom_id: str, *values: str) -> None:
        """Press a button, or choose in a menu."""
        ann = self.stage.person(0)
        if values:
            await ann.select(self.message, list(values), custom_id=custom_id)
        else:
            await ann.click(self.message, custom_id=custom_id)
        self.message = again(self.stage, self.message)
        self.presses += 1


def the_menu(message: Shown, kind: PressKind) -> dict[str, Any]:
    """Return the menu of a planner that is of some kind."""
    return next(each for each in walk(raw(message)) if f":{kind}!" in each.get("custom_id", ""))


async def card_played(stage: Stage, message: Shown, *, at_once: bool) -> Counting:
    """Use one card as somebody does who knows the rules."""
    counting, before = Counting(stage, message), said(message).rpartition("Round ")[2][:3]
    if found := choices(message):
        await counting.press(found[-1])
    else:
        menu = the_menu(message, PressKind.MENU)
        await counting.press(menu["custom_id"], menu["options"][0]["value"])
    if not at_once:
        await counting.press(label_id(counting.message, "Confirm"))
    after = said(counting.message).rpartition("Round ")[2][:3]
    assert not is_planner(counting.message) or after != before
    return counting


@pytest.mark.parametrize("days", LATER)
@pytest.mark.parametrize("at_once", [False, True])
async def test_a_whole_line_is_played_in_two_presses_a_card(
    stage: Stage, days: int, at_once: bool
) -> None:
    """In one with At once: from the first card to the points, in one message."""
    await pass_days(stage, days - 1)
    if at_once:
        await switched(stage)
    message = await begun(stage)
    costs, first = list[int](), message.id
    while is_planner(message):
        counting = await card_played(stage, message, at_once=at_once)
        message = counting.message
        costs.append(counting.presses)

    assert timetable.is_sunday(today(stage)) == (days == LATER[1])
    assert set(costs) == {1 if at_once else 2}
    assert len(costs) >= 15
    assert message.id == first
    assert re.search(r"points?:\*\*", said(message))


# --- at once ---


async def test_at_once_is_remembered(stage: Stage) -> None:
    """For the next line, on any device, and after a restart; of that person alone."""
    settings = await switched(stage)
    await stage.restart()
    await pass_days(stage)
    own, other = await begun(stage), await begun(stage, 1)
    played = await pressed(stage, 0, own, choices(own)[0])
    waits = await pressed(stage, 1, other, choices(other)[0])

    assert "At once: on" in labels(settings)
    assert "Round 2" in said(played)
    assert "Empty then" in said(waits)
    assert "Confirm" in labels(waits)


async def test_the_switch_keeps_the_card(stage: Stage) -> None:
    """On and off: the card, its choices and its picture stay; nothing is played."""
    planner = await used(stage, 0, await begun(stage), 2)
    seen = [[alts(planner), choices(planner)]]
    for _ in range(2):
        await switched(stage)
        planner = await begun(stage)
        seen.append([alts(planner), choices(planner)])
    run = await stage.store.runs.of(1, stage.person(0).id)

    assert seen[0] == seen[1] == seen[2]
    assert "Round 3" in said(planner)
    assert run is not None
    assert run.turns == 2


async def test_the_switch_counts_in_a_planner_that_is_open_already(stage: Stage) -> None:
    """The next choice there plays; what was chosen before waits for Confirm still."""
    whole = await chosen(stage, 0, await begun(stage))
    await switched(stage)
    before = await stage.store.runs.of(1, stage.person(0).id)
    after = await stage.press(0, whole, "Confirm")
    played = await pressed(stage, 0, after, choices(after)[0])

    assert before is not None
    assert before.turns == 0
    assert "Round 3" in said(played)


async def at_a_free_ride(stage: Stage) -> None:
    """Bring Ann to a free ride of some line, without a press."""
    for _ in range(12):
        run = await begun_run(stage)
        while not run.is_over:
            if run.play.state.card.kind is CardKind.FREE:
                return
            run = await advanced(stage, run, 1)
        await pass_days(stage)
    raise AssertionError("no free ride in twelve lines")


async def test_a_tab_or_a_group_never_plays(stage: Stage) -> None:
    """At once plays a station of a free ride, not the look at another line's stations."""
    await at_a_free_ride(stage)
    ann, number = stage.person(0), today(stage)
    await switched(stage)
    message = await begun(stage)
    before = await stage.store.runs.of(number, ann.id)
    assert before is not None
    groups = the_menu(message, PressKind.GROUP)
    for option in groups["options"]:
        shown = the_menu(message, PressKind.GROUP)["custom_id"]
        await ann.select(message, [option["value"]], custom_id=shown)
        message = again(stage, message)
        assert await stage.store.runs.of(number, ann.id) == before
    stations = the_menu(message, PressKind.MENU)
    await ann.select(message, [stations["options"][0]["value"]], custom_id=stations["custom_id"])
    after = await stage.store.runs.of(number, ann.id)

    assert len(groups["options"]) > 2
    assert after is not None
    assert after.turns == before.turns + 1


async def test_a_tab_that_is_pressed_never_plays(stage: Stage) -> None:
    """Not even one that no planner of lines has: whatever stands in the id."""
    whole = await chosen(stage, 0, await begun(stage))
    confirm = label_id(whole, "Confirm")
    await switched(stage)
    for kind in (PressKind.TAB, PressKind.GROUP, PressKind.BACK, PressKind.ANEW):
        custom_id = confirm.replace(f":{PressKind.DONE}!", f":{kind}!")
        answer = stage.forge(stage.person(0), whole, custom_id)
        await stage.env.settle()
        assert answer.acknowledged
    run = await stage.store.runs.of(1, stage.person(0).id)

    assert run is not None
    assert run.turns == 0


async def test_undo_never_plays_at_once(stage: Stage) -> None:
    """Nor does starting over: they choose nothing."""
    whole = await chosen(stage, 0, await begun(stage))
    undo, anew = label_id(whole, "Undo"), label_id(whole, "Restart")
    await switched(stage)
    await stage.person(0).click(whole, custom_id=undo)
    undone = again(stage, whole)
    refused = await forged(stage, 0, undone, anew)
    run = await stage.store.runs.of(1, stage.person(0).id)

    assert "Round 1" in said(undone)
    assert refused
    assert run is not None
    assert run.turns == 0

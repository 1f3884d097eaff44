"""Time for a turn, as people ask for it and give it on Discord."""

from typing import Any

import pytest

from metrobot.ui.pages.ids import PressKind
from tests.ui.stage import Stage, ids, labels, texts
from tests.ui.test_refusals import in_direct_message, told

NEED = "Need more time?"


@pytest.fixture
async def late(stage: Stage) -> Stage:
    """Return a game of Ann and Bob at tonight's pace, in which half of the first turn is over."""
    await stage.people[0].slash(stage.channel, "game new", game="toy", pace="tonight")
    await stage.people[1].click(stage.last, label="Join")
    await stage.seated_as_joined()
    await stage.people[0].click(stage.last, label="Start")
    # Their clock begins with a round.
    for _ in range(8):
        await stage.env.advance_time(50)
        await stage.env.settle()
    return stage


def letter(stage: Stage) -> Any:
    """Return the letter about half of Ann's time."""
    return next(
        each for each in stage.direct(stage.people[0]) if "Half of your time" in texts(each)
    )


def need_of(stage: Stage) -> str:
    """Return the id of the button in Ann's letter."""
    return next(each for each in ids(letter(stage)) if f":{PressKind.NEED}:" in each)


async def needed(stage: Stage, number: int = 0, custom_id: str = "") -> str:
    """Press a button in a letter, that of Ann's unless another one is forged; return the answer."""
    data = {"custom_id": custom_id or need_of(stage), "component_type": 2}
    pressed = in_direct_message(stage, 3, data, number)
    await stage.env.settle()
    return told(pressed)


async def test_who_needs_more_time_asks_the_others_from_the_letter(late: Stage) -> None:
    """The others are called, and give it by the button under the question; once a turn."""
    ann, bob, cat = late.people[:3]
    assert labels(letter(late)) == ["To the game", NEED]
    assert "you come last in this game" in texts(letter(late))
    assert (await needed(late)).startswith("The others are asked in the channel.")
    question = late.last
    assert "asks for more time" in texts(question)
    assert [each.id for each in question.mentions] == [bob.id]
    assert "once a turn" in await needed(late)

    (label,) = labels(question)
    assert label.startswith("+10 minutes for")
    assert "your own" in texts((await ann.click(question, label=label)).response)
    assert "not in this game" in texts((await cat.click(question, label=label)).response)
    assert "Time given" in texts((await bob.click(question, label=label)).response)
    assert "gives" in texts(late.last)


async def test_asking_for_time_ends_an_absence(late: Stage) -> None:
    """It is an act; the way to stay away works where the answer stands."""
    await late.people[0].slash(late.channel, "me away", until="5")
    data = {"custom_id": need_of(late), "component_type": 2}
    pressed = in_direct_message(late, 3, data)
    await late.env.settle()
    assert (await late.table()).people[0].away_until is None

    (still,) = (each for each in pressed.followups if "Still away" in labels(each))
    data = {"custom_id": ids(still)[0], "component_type": 2}
    in_direct_message(late, 3, data, pressed=still)
    await late.env.settle()

    assert (await late.table()).people[0].away_until is not None


async def test_who_takes_no_letters_asks_from_their_status(late: Stage) -> None:
    """The same button; the others have theirs to give it."""
    status = [(await each.slash(late.channel, "game status")).response for each in late.people[:2]]
    assert [NEED in labels(each) for each in status] == [True, False]
    await late.people[0].click(status[0], label=NEED)

    assert "asks for more time" in texts(late.last)


async def test_nobody_learns_of_a_game_by_forging_the_letter_s_button(late: Stage) -> None:
    """One that is not theirs is as one that is not there; no other button works in letters."""
    before, need = len(late.public), need_of(late)
    other, plan = need.replace("mb1:1:", "mb1:99:"), need.replace(PressKind.NEED, PressKind.PLAN)
    said = [await needed(late, number, each) for number, each in ((2, need), (2, other), (0, plan))]

    assert said[0] == said[1]
    assert "channels of a server" in said[2]
    assert len(late.public) == before

"""What people might try to get more out of a line than others: a row of the design each."""

from typing import Any

from metrobot.service.model.play import Person, PlayerId
from tests.ui.daily.line_stage import (
    advanced,
    answered,
    begun,
    choices,
    chosen,
    done,
    elsewhere,
    forged,
    home,
    ids_of_run,
    kept,
    newcomer,
    pass_days,
    person,
    pressed,
    said,
    scored,
    switched,
    used,
    valued,
)
from tests.ui.daily.test_results import beaten, without_times
from tests.ui.stage import Stage, again, ids, labels


async def forget(stage: Stage, number: int) -> None:
    asked = (await stage.person(number).slash(stage.channel, "me forget")).response
    await stage.person(number).click(asked, label="Forget me")


# --- begin again after a bad start ---


async def test_begin_again_after_a_bad_start(stage: Stage) -> None:
    """One run a person and line: from any message, channel and server it goes on."""
    await used(stage, 0, await begun(stage), 2)
    there = elsewhere(stage, 0)
    page = await home(there)
    taken_up = await there.press(0, page, "Continue")
    forged_anew = await forged(stage, 0, await home(stage), "mb1:1:0:line:again!")
    found = await kept(stage)

    assert "Round 3" in said(taken_up)
    assert "still open" in forged_anew
    assert len(found["runs"]) == 1
    assert found["runs"][0]["turns"] == 2


async def test_begin_again_after_being_forgotten(stage: Stage) -> None:
    """The run is gone, and the line stays begun: until it closes, wherever they press."""
    await used(stage, 0, await begun(stage), 2)
    page = await home(stage)
    await forget(stage, 0)
    there = elsewhere(stage, 0)
    refusals = [
        answered(await stage.person(0).click(page, label="Continue")),
        answered(await stage.person(0).click(await home(stage), label="Play")),
        answered(await there.person(0).click(await home(there), label="Play")),
    ]
    await stage.restart()
    refusals.append(answered(await stage.person(0).click(await home(stage), label="Play")))
    found = await kept(stage)
    await pass_days(stage)
    next_line = await begun(stage)

    for refusal in refusals:
        assert "forgotten" in refusal
        assert "<t:" in refusal
    assert found["runs"] == []
    assert found["line_places"] == []
    assert "Round 1" in said(next_line)


# --- a second account plays first ---


async def test_a_second_account_counts_in_no_percentile(stage: Stage) -> None:
    """One that is younger than thirty days; the table of its server shows it as any other."""
    old = newcomer(stage, "Old", days=31)
    young = newcomer(stage, "Young", days=29)
    run = await done(stage, old)
    points = run.row.score or 0
    await scored(stage, Person(PlayerId(77), "Ada"), 1, points - 1)
    before = beaten(said(await home(stage, old)))
    message = await begun(stage, young)
    custom_id = ids_of_run(message)[0]
    who = person(stage, young)
    runs = stage.bot.parts.tables.daily.runs
    await advanced(stage, await runs.by_id(int(custom_id.split(":")[1]), who))
    after = beaten(said(await home(stage, old)))
    table = said(await stage.press(old, await home(stage, old), "Standings"))

    assert before == (1, 1)
    assert after == before
    assert "Young" in table


# --- telling others the cards ---


async def test_telling_others_the_cards(played: Stage) -> None:
    """Nothing but the strip of an open line can be posted; points show after one's own."""
    await valued(played, 1, par=30)
    page = await home(played)
    for label in ("Share here", "Standings"):
        await played.person(0).click(await home(played), label=label)
    await forged(played, 0, page, "mb1:1:0:line:show!")
    (strip,) = played.public
    others = said(await played.press(1, await home(played, 1), "Standings"))
    run = await played.store.runs.of(1, played.person(0).id)

    assert run is not None
    assert set("🟩🟨⬛") & set(strip.content)
    assert strip.attachments == []
    assert "points" not in others.replace("to see their points", "")
    assert str(abs(run.score or 0)) not in without_times(others).replace("Line 1", "")


# --- a player program ---


async def test_a_player_program_learns_no_card_sooner(stage: Stage) -> None:
    """All presses in one moment are answered as any others, and nobody is accused."""
    start = stage.env.now()
    await switched(stage)
    message, cards = await begun(stage), 0
    for _ in range(10):
        if not choices(message):
            message = await used(stage, 0, message)
            continue
        message = await pressed(stage, 0, message, choices(message)[0])
        cards += 1
        assert f"card {cards + 1}" in said(message) or "Choose" not in labels(message)
    table = said(await stage.press(1, await home(stage, 1), "Standings"))

    assert stage.env.now() == start
    assert "Ann" not in table


# --- forged buttons, old buttons ---


async def test_a_button_without_a_legal_choice_changes_nothing(stage: Stage) -> None:
    """The code in the id is checked against the card."""
    whole = await chosen(stage, 0, await begun(stage))
    confirm = next(each for each in ids(whole) if ":run:done!" in each)
    head, _, code = confirm.rpartition("!")
    before: Any = await kept(stage)
    for spoilt in ("0000:", "ffff:0", "0000:999", f"{code}.0", "x"):
        assert await forged(stage, 0, whole, f"{head}!{spoilt}")

    assert await kept(stage) == before
    assert "Confirm" in labels(again(stage, whole))

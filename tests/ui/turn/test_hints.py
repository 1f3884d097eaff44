"""Hints on a simulated Discord: shown in private, taken over, counted where others play."""

import asyncio
import pickle
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import ui

from metrobot.engine.actors import Seat
from metrobot.engine.draft import new_draft
from metrobot.players.contract import Budget
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import PlayerId
from metrobot.service.people.ledger import Account
from metrobot.service.play.hints import Hinted, HintKey, hint_job
from metrobot.service.ports import Hint, HintJob
from metrobot.thinking import hint as thinking
from metrobot.thinking.hint import hint_for
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.replies import Replies
from metrobot.ui.pages.ids import PressId, PressKind
from metrobot.ui.pages.page import Page
from metrobot.ui.turn.board_buttons import press as press_of
from metrobot.ui.turn.hint_buttons import HintHandlers, hint_page, hint_press, reason_text
from metrobot.ui.words.catalogue import languages, words_for
from tests.thinking.here import Here
from tests.titles import FEWEST, GAMES, LARGEST, SMALLEST
from tests.ui.limits import walk
from tests.ui.stage import Shown, Stage, alts, ids, labels, on_discord, raw, texts

ALONE = next(title for title, players in SMALLEST if players == 1)
"""A title that can be played by oneself."""
BUTTONS = ["Play this", "Another", "Back"]
ASKING = PressId(1, 2, PressKind.HINT, "0000:~a")
IX: Any = SimpleNamespace(user=SimpleNamespace(id=1))
"""A press of somebody, where nothing of Discord is needed."""


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the search for hints to a few tries, the same ones on every machine."""
    monkeypatch.setattr(thinking, "_share", lambda _: Budget(playouts=8))


@asynccontextmanager
async def at_table(path: Path, title: str) -> AsyncIterator[Stage]:
    """Yield a stage on which one title alone is played."""
    fronts = {title: FRONTS[title]}
    async with on_discord(path / "hints.db", people=3, fronts=fronts) as stage:
        stage.bot.parts.tables.hints.finder = Here()
        yield stage


async def restart(stage: Stage) -> None:
    """Stop the bot and start another on the same database."""
    await stage.restart()
    stage.bot.parts.tables.hints.finder = Here()


async def planner_alone(stage: Stage) -> Shown:
    """Start alone; return the planner."""
    await stage.lobby()
    return await stage.begin()


async def test_a_hint_stands_in_the_planners_place(tmp_path: Path) -> None:
    """Marked as one, with a reason; nothing is played, and the channel hears nothing."""
    async with at_table(tmp_path, ALONE) as alone:
        planner = await planner_alone(alone)
        before = [texts(message) for message in alone.public]
        hint = await alone.press(0, planner, "Hint")

        assert texts(hint).startswith("💡 **A hint, not chosen yet.** ")
        assert alts(hint)[0].startswith("A hint, not chosen yet. ")
        assert labels(hint) == BUTTONS
        assert [texts(message) for message in alone.public] == before
        assert (await alone.table()).turns_played == ()


async def test_a_hint_can_be_taken_over_and_is_then_to_be_confirmed(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE) as alone:
        hint = await alone.press(0, await planner_alone(alone), "Hint")
        await restart(alone)
        planner = await alone.press(0, hint, "Play this")

        assert "Confirm" in labels(planner)
        assert "hint" not in texts(planner).lower()
        assert (await alone.table()).turns_played == ()
        await restart(alone)
        await alone.press(0, planner, "Confirm")
        assert len((await alone.table()).turns_played) == 1


async def test_back_leads_to_the_draft_as_it_was(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE) as alone:
        planner = await planner_alone(alone)
        before = texts(planner), ids(planner)
        hint = await alone.press(0, planner, "Hint")
        await restart(alone)
        back = await alone.press(0, hint, "Back")

        assert (texts(back), ids(back)) == before


async def test_where_hints_are_used_up_a_quick_turn_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hint is grey and says when it is back; the first game of the title is over by then."""
    async with at_table(tmp_path, ALONE) as alone:
        planner = await planner_alone(alone)
        assert "Whole lines pay" in texts(planner)
        ledger, game = alone.bot.parts.tables.ledger, await alone.table()
        await ledger.note(alone.people[0].id, Account.SECONDS, 120, game.id)
        hint = await alone.press(0, planner, "Hint")
        planner = await alone.press(0, hint, "Play this")
        assert "Whole lines pay" not in texts(planner)

        monkeypatch.setattr(ledger, "is_first_game", never_first)
        planner = await alone.press(0, planner, "Restart")
        assert "Hint in 60 min" in [each.get("label") for each in walk(raw(planner))]
        quick = await alone.press(0, planner, "Computer (fair)")
        assert texts(quick).startswith("💡 **What a computer (fair) would play.**")
        assert labels(quick) == ["Play this", "Back"]


async def never_first(*_: object) -> bool:
    """Know everybody."""
    return False


def handlers_of(ask: Any, replies: Any) -> HintHandlers:
    """Return the handlers of hints with all but these left out."""
    unused = cast("Any", None)
    return HintHandlers(
        fronts={},
        games=unused,
        links=unused,
        members=unused,
        drawing=replies,
        readers=cast("Any", SimpleNamespace(words=lambda _: words_for("en"))),
        replies=replies,
        tables=cast("Any", SimpleNamespace(hints=SimpleNamespace(ask=ask))),
    )


async def test_a_hint_that_waits_says_that_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a way back, and for how long at most; a refusal leaves that way open."""
    monkeypatch.setattr("metrobot.ui.turn.hint_buttons.SOON", 0)
    told, noted, is_told = list[Page](), list[int](), asyncio.Event()

    async def ask(*_: object, is_quick: bool) -> Hinted:
        await is_told.wait()
        raise TableError(TableKey.HINT_LATE, quick=is_quick)

    def note(*_: object, is_confirm: bool) -> None:
        noted.append(len(told) + is_confirm)

    async def replace_(_: object, shown: Page) -> None:
        told.append(shown)
        is_told.set()

    handlers = handlers_of(ask, SimpleNamespace(replace=replace_, note_planner=note))
    with pytest.raises(TableError, match=TableKey.HINT_LATE):
        await handlers.press(IX, ASKING)

    # By then: whoever went back and confirmed keeps the answer to that.
    assert noted == [1]
    (waiting,) = told
    assert "at most 30" in str(waiting.parts[0])
    (back,) = (each for each in waiting.view.walk_children() if isinstance(each, ui.Button))
    assert back.custom_id == "mb1:1:2:try:0000:~a"


async def test_a_hint_that_comes_after_back_replaces_no_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told, nothing = list[Page](), cast("Any", None)
    replies = Replies(nothing, nothing)

    def pressed(number: int) -> Any:
        message = SimpleNamespace(id=7)
        return SimpleNamespace(id=number, user=SimpleNamespace(id=1), message=message, extras={})

    async def ask(*_: object, is_quick: bool) -> Hinted:
        replies.note_choice(pressed(12))
        return cast("Hinted", SimpleNamespace(is_quick=is_quick))

    async def replace_(_: object, shown: Page) -> None:
        told.append(shown)

    monkeypatch.setattr(replies, "replace", replace_)
    handlers = handlers_of(ask, replies)
    await handlers.press(pressed(11), ASKING)

    assert told == []
    assert not replies.is_overtaken(pressed(12))


async def test_a_hint_that_cannot_be_shown_is_sought_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So it is not charged, and nothing of it goes on without an owner."""
    monkeypatch.setattr("metrobot.ui.turn.hint_buttons.SOON", 0)
    is_given_up = asyncio.Event()

    async def ask(*_: object, is_quick: bool) -> Hinted:
        try:
            await asyncio.Event().wait()
        finally:
            is_given_up.set()
        raise TableError(TableKey.HINT_LATE, quick=is_quick)

    async def replace_(*_: object) -> None:
        raise TimeoutError

    handlers = handlers_of(
        ask, SimpleNamespace(replace=replace_, note_planner=lambda *_, **__: None)
    )
    with pytest.raises(TimeoutError):
        await handlers.press(IX, ASKING)

    assert is_given_up.is_set()


async def test_another_hint_is_another_turn(tmp_path: Path) -> None:
    """Until no other is worth showing; also after restarts."""
    async with at_table(tmp_path, ALONE) as alone:
        shown_ = await alone.press(0, await planner_alone(alone), "Hint")
        found = [ids(shown_)[0]]
        for number in range(3):
            if number == 1:
                await restart(alone)
            shown_ = await alone.press(0, shown_, "Another")
            found.append(ids(shown_)[0])

        assert len(set(found)) == 4
        assert labels(shown_) == BUTTONS


async def test_a_whole_turn_can_be_compared_with_a_hint(tmp_path: Path) -> None:
    """It says if it is the same; another one may be taken over; Back leads to the turn."""
    async with at_table(tmp_path, ALONE) as alone:
        hint = await alone.press(0, await planner_alone(alone), "Hint")
        planner = await alone.press(0, hint, "Play this")
        before = texts(planner), ids(planner)
        same = await alone.press(0, planner, "Hint")
        said, shown_ = texts(same), alts(same)[0]
        other = await alone.press(0, same, "Another")
        told = texts(other)
        back = await alone.press(0, other, "Back")

        assert said.startswith("💡 **You have chosen what I would choose.** ")
        assert not shown_.startswith("A hint, not chosen yet. ")
        assert told.startswith("💡 **A hint, not chosen yet.** ")
        assert (texts(back), ids(back)) == before


async def started(stage: Stage, *, hints: bool) -> Shown:
    """Start a game of Ann and Bob; return the planner of Ann, whose turn it is."""
    lobby = await stage.lobby()
    if hints:
        menus = await stage.press(0, await stage.options(lobby), "Allow hints")
        assert "Forbid hints" in labels(menus)
        assert "hints allowed, all see who takes how many" in texts(stage.last)
    await stage.people[1].click(stage.last, label="Join")
    await stage.seated_as_joined()
    await stage.people[0].click(stage.last, label="Start")
    board = next(message for message in stage.public if "Plan my turn" in labels(message))
    return (await stage.people[0].click(board, label="Plan my turn")).response


async def status(stage: Stage, number: int) -> str:
    result = await stage.people[number].slash(stage.channel, "game status")
    return texts(result.response)


async def test_among_people_there_are_no_hints_unless_allowed(tmp_path: Path) -> None:
    """Not even for who makes up the id of the button."""
    async with at_table(tmp_path, "metromania") as among:
        planner = await started(among, hints=False)

        assert "Hint" not in labels(planner)
        table = await among.table()
        _, draft = await among.bot.parts.tables.turns.begin_draft(
            table.id, PlayerId(among.people[0].id)
        )
        made_up = str(hint_press(partial(press_of, table), draft, None, ()))
        result = among.forge(among.people[0], planner, made_up)
        await among.env.settle()
        assert "There are no hints in this game" in texts(result.followups[-1])
        assert "Hints taken" not in await status(among, 1)


async def test_only_the_host_allows_hints(tmp_path: Path) -> None:
    async with at_table(tmp_path, "metromania") as among:
        lobby = await among.lobby(1)
        menus = await among.options(lobby)
        allow = next(each for each in ids(menus) if "hints" in each)
        result = among.forge(among.people[1], menus, allow)
        await among.env.settle()

        assert "Ann" in texts(result.followups[-1])
        assert not (await among.table()).hints


async def test_where_they_are_allowed_everybody_sees_who_takes_how_many(tmp_path: Path) -> None:
    """Each hint counts once; who takes one is told so."""
    async with at_table(tmp_path, "metromania") as among:
        planner = await started(among, hints=True)
        assert "Hints taken" not in await status(among, 1)
        hint = await among.press(0, planner, "Hint")
        assert "You have taken 1 hint in this game. Everyone can see that." in texts(hint)
        back = await among.press(0, hint, "Back")
        hint = await among.press(0, back, "Hint")
        assert "You have taken 1 hint " in texts(hint)
        await among.press(0, hint, "Another")

        for number in (1, 2):
            assert re.search(r"💡 Hints taken: .?Ann\u2069 2\.", await status(among, number))


async def test_no_trace_of_a_hint_is_public(tmp_path: Path) -> None:
    """Neither text nor picture nor id: what was asked and said stays with who asked."""
    async with at_table(tmp_path, "metromania") as among:
        planner = await started(among, hints=True)
        before = [(texts(message), ids(message), alts(message)) for message in among.public]
        await among.press(0, await among.press(0, planner, "Hint"), "Another")

        assert [(texts(each), ids(each), alts(each)) for each in among.public] == before


async def test_a_hints_button_on_a_public_message_is_not_ours(tmp_path: Path) -> None:
    """Somebody has copied it."""
    async with at_table(tmp_path, "metromania") as among:
        await started(among, hints=True)
        table = await among.table()
        _, draft = await among.bot.parts.tables.turns.begin_draft(
            table.id, PlayerId(among.people[0].id)
        )
        result = among.forge(
            among.people[0], among.last, str(hint_press(partial(press_of, table), draft, None, ()))
        )
        await among.env.settle()

        assert "A hint" not in texts(result.response)


async def test_forgotten_people_leave_no_hints(tmp_path: Path) -> None:
    """Only the number at a seat without a name is left."""
    async with at_table(tmp_path, "metromania") as among:
        planner = await started(among, hints=True)
        await among.press(0, planner, "Hint")
        among.let_manage(0)
        sure = await among.people[0].slash(among.channel, "game cancel")
        await among.people[0].click(sure.response, label="Yes, cancel the game")
        await among.bot.parts.tables.privacy.forget(PlayerId(among.people[0].id))
        table = await among.table()

        assert all(person.id != among.people[0].id for person in table.people)
        assert "Ann" not in {person.name for person in table.people}


# --- without Discord ---


def hinted(name: str, players: int, seed: int, share: int) -> tuple[Hinted, PlayerId]:
    """Return a hint in a random game, and its player."""
    source = GAMES[name]
    game = source.play(players, seed)
    starts = game.turn_starts()
    table = replace(source.table_at(game, starts[(len(starts) - 2) * share // 4]), hints=True)
    seat = table.seats_to_act()[0]
    player = table.person_at(seat).id
    draft = new_draft(table.title, table.state, seat)
    found = hint_for(HintJob(name, table.view_for(player), seat, (), (), b"seed"))
    assert found is not None
    advised = draft
    for choice in found.path:
        advised = advised.then(choice)
    return Hinted(table, draft, advised, found.reason), player


@pytest.mark.few
@pytest.mark.parametrize(("name", "players"), [*SMALLEST, *LARGEST])
@pytest.mark.parametrize("share", range(4))
def test_every_title_says_it_in_every_language(name: str, players: int, share: int) -> None:
    """The reason in a sentence or two that name what stands on the board; all fits."""
    found, player = hinted(name, players, 3, share)
    front, said = FRONTS[name], set[str]()
    for language in sorted(languages()):
        words = words_for(language)
        reason = reason_text(found.reason, words, front.things)
        page = hint_page(front, found, words, player, None)
        shown_ = [item.to_component_dict() for item in page.view.children]
        content = "\n".join(each["content"] for each in walk(shown_) if each["type"] == 10)
        said.add(reason)

        assert "why." not in reason
        assert reason in content
        assert not re.search(r"solid|striped", reason) or language == "en"
    assert len(said) == len(languages())


def test_the_picture_of_a_hint_says_that_it_is_one() -> None:
    """It is the planner's, with a band above it."""
    found, player = hinted(ALONE, 1, 3, 2)
    words = words_for("en")
    (picture,) = hint_page(FRONTS[ALONE], found, words, player, None).pictures

    assert "-hint" in picture.stem
    assert picture.draw().startswith(b"\x89PNG")


def test_ids_hold_as_many_hints_as_there_is_room_for() -> None:
    """The newest; an id that is too long would be no button."""
    found, _ = hinted("metromania", 3, 5, 2)
    assert found.advised is not None
    path = found.advised.choices
    shown_already = tuple((*path[:-1], number) for number in range(30))
    press_id = hint_press(partial(press_of, found.table), found.draft, "striped", shown_already)

    assert isinstance(press_id, PressId)
    assert len(str(press_id)) <= 100
    assert press_id.arg.endswith(".".join(map(str, shown_already[-1])))


@pytest.mark.parametrize("name", GAMES)
def test_a_job_has_nothing_of_what_will_be_drawn_or_is_sealed(name: str) -> None:
    """Another key, another dealing, others' locked choices: the same job."""
    found, player = hinted(name, 3, 6, 2)
    key = HintKey(found.table.id, found.table.revision, found.draft.seat, (), ())
    other = Seat((int(found.draft.seat) + 1) % 3)
    sealed = {
        other: new_draft(found.table.title, found.table.state, found.draft.seat).open_choices[:1]
    }
    twin = replace(found.table, sealed=sealed, salt=("1",), key="00" * 32, commitment="f" * 64)

    assert hint_job(twin, player, key) == hint_job(found.table, player, key)


def test_the_same_job_gives_the_same_hint() -> None:
    """Nothing but the job decides; so it can be worked out in any process."""
    found, player = hinted("metromania", 3, 5, 2)
    job = HintJob("metromania", found.table.view_for(player), found.draft.seat, (), (), b"one")
    once, twice = hint_for(job), hint_for(job)

    assert isinstance(once, Hint)
    assert once == twice


@pytest.mark.long
def test_a_hint_tells_nothing_of_hidden_hands() -> None:
    """Hands that cannot be seen are exchanged: the same page, byte for byte."""
    swapped = 0
    for share in range(4):
        found, player = hinted("metromania", 3, 8, share)
        title, view = found.table.title, found.table.view_for(player)
        twin = title.imagined(view, random.Random(share))
        swapped += twin != found.table.state
        draft = new_draft(title, twin, found.draft.seat)
        other = hint_for(
            HintJob("metromania", title.view_for(twin, view.seats), draft.seat, (), (), b"seed")
        )
        assert other is not None
        advised = draft
        for choice in other.path:
            advised = advised.then(choice)
        table = replace(found.table, history=replace(found.table.played, state=twin))
        pages = [
            hint_page(FRONTS["metromania"], each, words_for("en"), player, None)
            for each in (found, Hinted(table, draft, advised, other.reason))
        ]

        assert (
            len({str([i.to_component_dict() for i in page.view.children]) for page in pages}) == 1
        )
        assert len({page.pictures[0].draw() for page in pages}) == 1
    assert swapped > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_job_and_its_hint_can_be_sent_to_another_process(name: str) -> None:
    found, player = hinted(name, FEWEST[name], 4, 1)
    job = HintJob(name, found.table.view_for(player), found.draft.seat, (), (), b"one")
    sent: HintJob = pickle.loads(pickle.dumps(job))

    assert sent == job
    assert pickle.loads(pickle.dumps(hint_for(sent))) == hint_for(job)


def test_each_step_of_a_turn_takes_its_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than half of what is left, so that the first is never starved."""
    now = [0.0]
    monkeypatch.undo()
    monkeypatch.setattr("metrobot.thinking.hint.monotonic", lambda: now[0])
    ends = list[float]()
    for _ in range(3):
        budget = thinking._share(1.5)
        while not budget.is_over():
            now[0] += 0.01
        ends.append(now[0])

    assert ends == pytest.approx([0.9, 1.26, 1.404], abs=0.02)

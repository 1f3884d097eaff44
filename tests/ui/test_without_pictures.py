"""Nothing can be drawn: every message comes with its words and buttons, and games are played."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn

import discord
import pytest

from metrobot.service.daily import timetable
from metrobot.service.model.play import PlayerId
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.pictures.drawing import Drawing, NotDrawnError, fault_place
from metrobot.ui.kit.pictures.lazy_pictures import prepared
from metrobot.ui.pages.ids import PressId, PressKind
from metrobot.ui.pages.ids import button as button_of
from metrobot.ui.pages.page import Box, letter, page, without_pictures
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import ENGLISH, languages, words_for
from render.canvas import Canvas
from tests.thinking.here import Here
from tests.titles import SMALLEST
from tests.ui.daily.line_stage import finished, home, pass_days
from tests.ui.daily.paper_stage import papers, with_paper
from tests.ui.limits import walk
from tests.ui.replays.test_review import Quick
from tests.ui.stage import Stage, again, alts, ids, labels, on_discord, raw, texts

MISSING = "The picture is missing"
SECRET = "the hand of Ann"
MOST_PRESSES = 60


class NoRoomError(Exception):
    """The failure of drawing here; it says something that nobody else may know."""


@pytest.fixture
def _unpaintable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be painted any more."""

    def refuse(self: Canvas, image: Any) -> NoReturn:
        raise NoRoomError(SECRET)

    monkeypatch.setattr(Canvas, "__init__", refuse)


@asynccontextmanager
async def at_table(path: Path, title: str) -> AsyncIterator[Stage]:
    """Yield a stage on which one title alone is played, with hints and reviews."""
    async with on_discord(path / "games.db", fronts={title: FRONTS[title]}) as stage:
        stage.bot.parts.tables.hints.finder = Here()
        stage.bot.parts.tables.reviews.reviewer = Quick()
        yield stage


def is_without(message: Any, *, count: int = 1) -> bool:
    """Return whether a message has its words and no picture, and says so once for each."""
    said = texts(message)
    return alts(message) == [] and said.count(MISSING) == count and len(said) > len(MISSING) + 60


def of_kind(message: Any, kind: PressKind) -> list[str]:
    """Return the ids of a message's buttons and menus of a kind."""
    return [each for each in ids(message) if each.split(":")[3] == kind]


async def pressed(stage: Stage, number: int, message: Any, kind: PressKind) -> Any:
    """Press the first button of a kind; return what is answered, or the message as it is then."""
    answer = await stage.person(number).click(message, custom_id=of_kind(message, kind)[0])
    found = answer.followups[0] if answer.followups else answer.response
    return again(stage, message) if found is None else found


async def planner_of(stage: Stage) -> tuple[int, Any]:
    """Open the planner of whoever is to act; return their number and the planner."""
    acting = (await stage.table()).to_act()[0].id
    number = next(n for n, each in enumerate(stage.people) if each.id == acting)
    board = [each for each in stage.public if of_kind(each, PressKind.PLAN)][-1]
    return number, await pressed(stage, number, board, PressKind.PLAN)


async def planned(stage: Stage, number: int, planner: Any) -> Any:
    """Choose in a planner until it can be confirmed; return it."""
    for _ in range(MOST_PRESSES):
        if {"Confirm", "Lock"} & set(labels(planner)):
            return planner
        if offered := of_kind(planner, PressKind.TRY):
            await stage.person(number).click(planner, custom_id=offered[0])
        else:
            menus = of_kind(planner, PressKind.MENU)
            menu = next(each for each in walk(raw(planner)) if each.get("custom_id") == menus[0])
            value = menu["options"][0]["value"]
            await stage.person(number).select(planner, [value], custom_id=menus[0])
        planner = again(stage, planner)
    raise AssertionError("a turn without an end")


async def played(stage: Stage) -> int:
    """Play a game to its end by its buttons; return how many planners were without a picture."""
    count = 0
    while (await stage.table()).to_act():
        number, planner = await planner_of(stage)
        planner = await planned(stage, number, planner)
        assert is_without(planner)
        await pressed(stage, number, planner, PressKind.DONE)
        count += 1
    return count


async def started(stage: Stage, players: int) -> None:
    """Start a game of the first so many people, with hints."""
    await stage.lobby()
    host = PlayerId(stage.people[0].id)
    await stage.bot.parts.tables.lobbies.at(stage.channel.id).choose(host, "hints", "on")
    for number in range(1, players):
        await stage.people[number].click(stage.last, label="Join")
    await stage.begin()


@pytest.mark.few(1)
@pytest.mark.parametrize(("title", "players"), [(t, max(2, n)) for t, n in SMALLEST])
@pytest.mark.usefixtures("_unpaintable")
async def test_a_game_is_played_to_its_end(
    title: str, players: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Boards, planners and final count; one line of the log for each, and nothing secret in it."""
    async with at_table(tmp_path, title) as stage:
        await started(stage, players)
        planners, said = await played(stage), stage.public
        table = await stage.table()
    lines = [each for each in caplog.records if each.levelno >= logging.ERROR]

    assert table.key is not None, "the game is over"
    assert all(alts(each) == [] for each in said)
    assert sum(MISSING in texts(each) for each in said) >= planners // players
    assert all(each.exc_info is None and f"{title}-1-" in each.getMessage() for each in lines)
    assert "NoRoomError" in lines[0].getMessage()
    assert not any(SECRET in each.getMessage() for each in lines)


@pytest.mark.parametrize(("title", "players"), [(t, max(2, n)) for t, n in SMALLEST])
@pytest.mark.usefixtures("_unpaintable")
@pytest.mark.long
async def test_whatever_can_be_asked_for_comes_in_words(
    title: str, players: int, tmp_path: Path
) -> None:
    """Board, its parts, Since, hand, hint; replay, film and review of a game that is over."""
    async with at_table(tmp_path, title) as stage:
        await started(stage, players)
        ann, channel = stage.people[0], stage.channel
        board = (await ann.slash(channel, "board")).response
        assert is_without(board)
        if zooms := of_kind(board, PressKind.ZOOM):
            menu = next(each for each in walk(raw(board)) if each.get("custom_id") == zooms[0])
            value = menu["options"][0]["value"]
            await ann.select(board, [value], custom_id=zooms[0])
            assert is_without(again(stage, board))
        mover, planner = await planner_of(stage)
        hint = await pressed(stage, mover, planner, PressKind.HINT)
        assert "A hint, not chosen yet" in texts(hint)
        assert is_without(hint)
        assert "Play this" in labels(hint)

        await stage.finish()
        await stage.env.settle()
        boards = [each for each in stage.public if of_kind(each, PressKind.SINCE)]
        assert MISSING in texts(await pressed(stage, 0, boards[-1], PressKind.SINCE))
        end = [each for each in stage.public if of_kind(each, PressKind.REPLAY)][-1]
        replay = await pressed(stage, 0, end, PressKind.REPLAY)
        assert is_without(replay)
        assert MISSING in texts(await pressed(stage, 0, replay, PressKind.FILM))
        review = await pressed(stage, 0, end, PressKind.REVIEW)
        await stage.bot.parts.tables.reviews.finished()
        assert is_without(again(stage, review))


@pytest.mark.usefixtures("_unpaintable")
async def test_a_line_is_played_to_its_end_and_its_paper_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A young account has no first place in a paper, and so no picture there.
    monkeypatch.setattr(timetable, "GROWN", timedelta(days=-90))
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        await with_paper(stage)
        settings = await stage.press(0, await home(stage), "Settings")
        await stage.press(0, settings, "My sheet in the paper: off")
        result = await finished(stage)
        shared = await stage.person(0).click(result, label="Share here")
        await pass_days(stage, 1.5)
        (paper,) = papers(stage)

        assert is_without(result)
        assert shared is not None
        assert alts(paper) == []
        assert MISSING in texts(paper)


@pytest.mark.usefixtures("_unpaintable")
async def test_lessons_come_in_words(town: Stage) -> None:
    for title in FRONTS:
        lesson = await town.people[0].slash(town.channel, "tutorial", game=title)
        step = await pressed(town, 0, lesson.response, PressKind.LESSON)
        assert alts(step) == []
        assert texts(step)


async def test_the_next_message_tries_again(tmp_path: Path) -> None:
    """A picture that failed is not remembered as one that cannot be had."""
    async with at_table(tmp_path, "metromania") as stage:
        await stage.start(1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Canvas, "__init__", lambda *_: 1 / 0)
            without = (await stage.people[0].slash(stage.channel, "board")).response
            assert is_without(without)
        shown = (await stage.people[0].slash(stage.channel, "board")).response

    assert MISSING not in texts(shown)
    assert len(alts(shown)) == 1


def _failing() -> bytes:
    raise NoRoomError(SECRET)


def picture(stem: str, *, is_drawn: bool = True) -> Picture:
    """Return a picture that can be drawn, or one that cannot."""
    return Picture(stem, f"alt of {stem}", (lambda: b"png") if is_drawn else _failing)


async def test_the_pictures_that_can_be_drawn_are_shown_under_their_names() -> None:
    """A message of three whose second one fails: first and third are there, and nothing more."""
    drawing, button = Drawing(), button_of(PressId(7, 1, PressKind.BOARD), "Go")
    shown = page(
        "Above",
        picture("a"),
        Box(("Within", picture("b", is_drawn=False))),
        picture("c"),
        discord.ui.ActionRow(button),
        tag="7",
    )
    try:
        done, files = await drawing.finished(shown, ENGLISH)
    finally:
        drawing.close()
    found = list(done.view.walk_children())
    media = [
        item.media.url
        for each in found
        if isinstance(each, discord.ui.MediaGallery)
        for item in each.items
    ]

    assert [f"attachment://{file.filename}" for file in files] == media
    assert [file.fp.read() for file in files] == [b"png", b"png"]
    assert [file.description for file in files] == ["alt of a.", "alt of c."]
    assert sum(isinstance(each, discord.ui.Button) for each in found) == 1
    said = [each.content for each in found if isinstance(each, discord.ui.TextDisplay)]
    assert said == ["Above", "Within", ENGLISH.say("picture.missing")]


@pytest.mark.parametrize("locale", sorted(languages()))
def test_a_letter_says_last_that_its_picture_is_missing(locale: str) -> None:
    said = words_for(locale).say("picture.missing")
    shown = letter("Your turn", *(f"line {n}" for n in range(900)), picture("a"), tag="7")
    bare = without_pictures(shown, (0,), said)

    assert bare.pictures == ()
    assert bare.content.startswith("Your turn")  # type: ignore[union-attr]  # a letter stays one
    assert bare.content.endswith(said)  # type: ignore[union-attr]


def test_a_picture_that_cannot_be_prepared_fails_when_it_is_drawn() -> None:
    """The page around it is made all the same."""

    @prepared
    def board() -> Picture:
        raise NoRoomError(SECRET)

    with pytest.raises(NoRoomError):
        board().draw()


def test_an_error_is_named_by_its_places_alone() -> None:
    """Its message may be secret."""
    try:
        _failing()
    except NoRoomError as error:
        place = fault_place(error)

    assert place.startswith("NoRoomError at ")
    assert place.endswith(" _failing")
    assert SECRET not in place
    assert issubclass(NotDrawnError, Exception)

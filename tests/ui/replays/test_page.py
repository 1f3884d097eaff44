"""The page of a game: made in private, posted at a press, one file that asks nothing of anybody."""

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import discord
import pytest

from metrobot.games.registry import TITLES
from metrobot.service.finished.replays import played_record, replay_play
from metrobot.service.finished.reviews import review_job
from metrobot.service.model.play import Play, PlayerId, Status
from metrobot.service.model.snapshots import finished_turns, snapshot_after
from metrobot.service.people.ledger import Account
from metrobot.service.people.server_games import Switch
from metrobot.store.statements.finished import ReplayRow, ReviewSubject
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.pages.ids import PressKind, ReplaySource
from metrobot.ui.replays.animations import AnimationMaker
from metrobot.ui.replays.game_page import _line, make_page, page_file, page_here, sheets
from metrobot.ui.replays.page_command import end_page
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, words_for
from tests.service.test_records import _game
from tests.ui import toy_front
from tests.ui.extremes import said_in
from tests.ui.lobby.test_private import play, started
from tests.ui.replays.stage import files, golden, import_file
from tests.ui.replays.test_animations import Filmer
from tests.ui.replays.test_replay import finished
from tests.ui.replays.test_review import Quick, quick
from tests.ui.rounds_stage import Rounds
from tests.ui.stage import Stage, texts
from tests.ui.toy_front import png

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LETTERS = "<>&\"'*_\\`$"
HOSTILE = (
    "<script>window.hit=1</script>",
    "</script><script>hit=1</script>",
    "<img src=x onerror=hit=1>",
    '"><svg onload=hit=1>',
    "'><b onmouseover=hit=1>",
    "</li></ol><iframe src=//x.yz>",
    "<!-- <script>hit=1",
    "&lt;script&gt;hit=1",
    "]]><script>hit=1</script>",
    "javascript:hit=1//",
    "<a href=javascript:hit=1>x</a>",
    "<style>@import'//x.yz'</style>",
    "<link rel=stylesheet href=//x.yz>",
    "<base href=//x.yz>",
    "<meta http-equiv=refresh content=0>",
    "<form action=//x.yz><input>",
    "<object data=//x.yz>",
    "${hit=1}",
    "$frames $log",
    "{{hit=1}}",
    "\\<script>\\</script>",
    "**<b>**</b>",
    "`<code>`",
    "-# <small>",
    "# <h1>",
    "> <q>",
    "[x](javascript:hit=1)",
    "||<i>||",
    "<@1234> <t:0:R>",
    "@everyone",
    "\u202e<tpircs>\u202c",
    "\u2028<script>\u2029",
    "\ufeff<\u200bscript>",
    "\x00<scr\x00ipt>",
    "<ſcript>hit=1</ſcript>",
    "＜script＞hit=1",
    "<math><mi//xlink:href=//x.yz>",
    "<textarea></title>",
    "<plaintext>",
    "<svg><script>hit&#61;1</script>",
)
"""Names that would do something in a page that took them for more than text."""


def test_there_are_forty_hostile_names() -> None:
    assert len(set(HOSTILE)) == 40


@cache
def table_of(title: str, record: str = "") -> Play:
    """Return the shortest golden game of a title, or another one."""
    row = ReplayRow(1, 2, 3, 7, record or min(golden(title), key=len), NOW)
    return replay_play(played_record(TITLES, row), row, "Player {}".format)


def named(table: Play, names: Iterator[str]) -> Play:
    """Return a game of people with other names."""
    people = tuple(replace(each, name=next(names)) for each in table.people)
    return replace(table, people=people)


def page_of(table: Play, words: Any = ENGLISH) -> str:
    found = list(sheets(FRONTS[table.title.id], table, words))
    return page_file(table, words, found, b"[]").decode()


class Reader(HTMLParser):
    """Reads a page as a browser does."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags, self.names = set[str](), set[str]()
        self.words, self.alts = list[str](), list[str]()
        self._in_log = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}
        self._in_log |= ("id", "log") in attrs
        self.alts += [value or "" for name, value in attrs if name == "data-alt"]

    def handle_endtag(self, tag: str) -> None:
        """Note the end of the log."""
        self._in_log &= tag != "ol"

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if self._in_log:
            self.words.append(data)


def test_names_with_markup_stay_text() -> None:
    """Forty of them, in words and in the texts of pictures; no tag comes with them."""
    table, names = table_of("metrolijn"), iter(HOSTILE)
    count = len(table.people)
    plain = Reader(page_of(table))
    while rest := [name for _, name in zip(range(count), names, strict=False)]:
        page = Reader(page_of(named(table, iter((rest * count)[:count]))))
        assert (page.tags, page.names) == (plain.tags, plain.names)
        assert len(page.alts) == len(plain.alts)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("**A** b", "<b>A</b> b"),
        (r"\*\*A\*\* \<b> \\", "**A** &lt;b&gt; \\"),
        ("## **A", "<b>A</b>"),
        ("-# a & b", "a &amp; b"),
    ],
)
def test_a_line_is_as_on_discord(text: str, made: str) -> None:
    """Bold is bold, and what is escaped stands for itself."""
    assert _line(text) == made


@pytest.mark.parametrize("language", COMPLETE)
def test_a_page_speaks_its_readers_language(language: str) -> None:
    """Names of buttons, of the game, of all turns and of the end."""
    table, words = table_of("metrolijn"), words_for(language)
    page = page_of(table, words)
    text = "".join(Reader(page).words)

    assert f'<html lang="{language}">' in page
    assert all(words.say(f"replay.{way}") in page for way in ("first", "back", "on", "last"))
    assert f"{len(finished_turns(table))}." in text
    assert len(Reader(page).alts) == len(finished_turns(table)) + 1


def test_a_page_may_ask_nothing_of_anywhere() -> None:
    """Its policy names its own script and style by their hashes, and pictures within it."""
    page = page_of(table_of("metrolijn"))
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.S)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.S)
    hashes = [
        base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()
        for each in (script, style)
    ]

    assert policy == (
        f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}';"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )
    assert not re.search(r"https?:|\bon\w+=|style=|\$[a-z]", page.replace(script, ""))


def test_script_and_style_are_small() -> None:
    folder = Path(__file__).parents[3] / "metrobot" / "ui" / "replays" / "page"
    lines = [len(each.read_text().splitlines()) for each in folder.glob("page.[jc]s*")]

    assert len(lines) == 2
    assert sum(lines) <= 400


def test_a_running_games_page_ends_with_its_newest_turn() -> None:
    whole = table_of("metromania")
    turns = finished_turns(whole)[:3]
    table = snapshot_after(whole, turns[-1])
    page = page_of(table)

    assert table.status is Status.RUNNING
    assert ENGLISH.say("replay.page_running") in page
    assert len(Reader(page).alts) == len(turns)


def test_the_trips_are_told_in_words() -> None:
    """Each of the seven days, with who went how far."""
    table = table_of("metromania")
    told = [text for text, _ in sheets(FRONTS["metromania"], table, ENGLISH)]

    assert len(told) == len(finished_turns(table)) + 1 + 7 + 1
    assert all("\n" in text for text in told[-9:])


def test_a_review_stands_at_the_end() -> None:
    """The chances over all turns, then each turn that decided it."""
    title = "metrolijn"
    table = table_of(title)
    review = quick(review_job(table, ReviewSubject(1, is_replay=True)))
    assert review is not None
    plain = list(sheets(FRONTS[title], table, ENGLISH))
    found = list(sheets(FRONTS[title], table, ENGLISH, review))

    assert len(found) == len(plain) + 1 + len(review.turnings)
    assert "review" in found[len(plain)][1].stem


# --- on Discord ---


async def made(stage: Stage, number: int = 2) -> Any:
    """Open a replay and have its page made; return the answer."""
    shown = (await stage.people[number].slash(stage.channel, "game replay")).response
    return await stage.people[number].click(shown, label="As a page")


async def test_a_page_comes_in_private_and_costs_seconds(stage: Stage, turns: int) -> None:
    """As a file, with the names of those who played and a button that posts it."""
    said = len(stage.public)
    answer = await made(stage)
    (page,) = files(stage, answer.response)
    spent = await stage.store.charges.within(
        stage.people[2].id, Account.SECONDS, (datetime.min.replace(tzinfo=UTC), stage.env.now())
    )

    assert answer.ephemeral
    assert f"{turns} turns" in texts(answer.response)
    assert answer.response.attachments[0].filename.endswith(".html")
    assert "Ann" in page.decode()
    assert [amount for _, amount in spent] == [6]
    assert len(stage.public) == said


async def test_show_posts_the_page_that_was_made(stage: Stage) -> None:
    """The same bytes, for all; Discord names files of such messages in components alone."""

    def tell(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE" and "message" in payload:
            payload["message"] = {**payload["message"], "attachments": []}

    await finished(stage)
    stage.env.backend.subscribers.insert(0, tell)
    answer = await made(stage)
    await stage.people[2].click(answer.response, label="Show")

    assert files(stage, stage.last) == files(stage, answer.response)
    assert "The game as a page" in texts(stage.last)


async def test_show_is_refused_where_replays_for_everyone_are_off(over: Stage) -> None:
    answer = await made(over)
    games = over.bot.parts.tables.server_games
    await games.turn(over.guild.id, Switch.PUBLIC_REPLAYS, on=False)
    said = len(over.public)
    await over.people[2].click(answer.response, label="Show")

    assert len(over.public) == said


async def test_a_forged_show_posts_nothing(over: Stage) -> None:
    said, person = len(over.public), over.people[1]
    record = (await person.slash(over.channel, "game export")).response
    for message in (over.last, record):
        over.forge(person, message, f"mb1:1:0:{PressKind.PAGE}:{ReplaySource.HERE}-show")
        await over.env.settle()

    assert len(over.public) == said


async def test_a_page_that_is_too_large_here_is_refused(stage: Stage) -> None:
    def tell(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload["attachment_size_limit"] = 1_000

    await finished(stage)
    stage.env.backend.subscribers.insert(0, tell)
    answer = await made(stage)

    assert "larger than" in texts(answer.response)
    assert files(stage, answer.response) == []


async def test_an_imported_game_has_a_page_with_numbered_players(stage: Stage) -> None:
    """Records hold no names."""
    await import_file(stage, json.dumps(_game()))
    answer = await stage.people[1].click(stage.last, label="As a page")
    (page,) = files(stage, answer.response)

    assert "Player 1" in page.decode()


@pytest.mark.long
async def test_a_worker_makes_the_same_page(town: Stage) -> None:
    """Byte by byte; one that no worker makes is made here."""
    table, drawing = snapshot_after(table_of("metrolijn"), 2), town.bot.parts.drawing
    filmer, absent = Filmer(), Filmer()
    absent.is_there = False
    pages = [
        await make_page(
            AnimationMaker(FRONTS, drawing, animator),
            7,
            table,
            ENGLISH,
            source=ReplaySource.HERE,
            review=None,
        )
        for animator in (None, filmer, absent)
    ]

    assert pages[0] == pages[1] == pages[2] == page_here(FRONTS["metrolijn"], table, ENGLISH)
    assert [job.is_strip for job in filmer.jobs] == [True]


async def test_a_picture_that_cannot_be_drawn_leaves_the_page_its_words(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    monkeypatch.setattr(toy_front, "png", lambda width: png(width) if width > 3 else 1 // 0)
    (page,) = files(stage, (await made(stage)).response)

    assert len(Reader(page.decode()).alts) > turns


@pytest.mark.long
async def test_a_review_that_is_there_comes_with_the_page(town: Stage) -> None:
    town.bot.parts.tables.reviews.reviewer = Quick()
    await import_file(town, min(golden("metrolijn"), key=len))
    pages = list[str]()
    for _ in range(2):
        answer = await town.people[1].click(town.last, label="As a page")
        pages.append(files(town, answer.response)[0].decode())
        await town.people[1].click(town.last, label="Review")
        await town.bot.parts.tables.reviews.finished()

    assert len(Reader(pages[0]).alts) < len(Reader(pages[1]).alts)


async def test_an_end_is_shown_off_once_by_who_played(stage: Stage) -> None:
    """Refused to others, where replays are off or they may not write; charged as a post; once."""
    await finished(stage)
    over, posted, parts = stage.last, len(stage.public), stage.bot.parts.tables
    ann, bob, carla = stage.people[:3]

    async def press(number: int, public: int) -> str:
        answer = await stage.people[number].click(over, label="Show it off")
        assert len(stage.public) == posted + public
        return texts(answer.response)

    assert "not in this game" in await press(2, 0)
    await parts.server_games.turn(stage.guild.id, Switch.PUBLIC_REPLAYS, on=False)
    await press(0, 0)
    await parts.server_games.turn(stage.guild.id, Switch.PUBLIC_REPLAYS, on=True)
    # The rights of who presses are asked at each press.
    stage.mute(1)
    assert "send messages" in await press(1, 0)
    await parts.leaderboards.set_listed(PlayerId(bob.id), listed=False)
    assert "Everyone here can see" in await press(0, 1)
    assert "once a game" in await press(0, 1)
    span = (datetime.min.replace(tzinfo=UTC), stage.env.now())
    spent = [
        await stage.store.charges.within(each.id, Account.POSTS, span) for each in (ann, bob, carla)
    ]
    said = texts(stage.last)
    assert [len(each) for each in spent] == [1, 0, 0]
    assert " : " in said
    assert "Bob" not in said
    page = await carla.click(stage.last, label="As a page")
    assert len(files(stage, page.response)) == 1
    await stage.restart()
    await stage.store.charges.clear(stage.env.now() + timedelta(days=400))
    stage.mute(1, is_muted=False)
    assert "once a game" in await press(1, 1)


async def test_a_private_end_is_shown_off_by_its_player_alone(game: Rounds) -> None:
    """Everybody sees its button, as the channel hears how it ended."""
    await play(game, await started(game))
    people, over = game.stage.people, game.stage.last
    answers = [
        texts((await people[number].click(over, label="Show it off")).response) for number in (1, 0)
    ]

    assert "not in this game" in answers[0]
    assert "Everyone here can see" in answers[1]


@pytest.mark.parametrize("title", list(TITLES))
def test_an_end_has_its_scores_its_board_and_no_name_in_words(title: str) -> None:
    """The best first; what came of the game; names stand in the picture, which is small."""
    table: Any = table_of(title)
    outcome = TITLES[title].outcome(table.state)
    shown = end_page(FRONTS[title], table, ENGLISH)
    ranked = sorted(outcome.scores, reverse=True) if outcome else []

    assert " : ".join(map(ENGLISH.number, ranked)) in said_in(shown)
    assert [type(each) for each in shown.view.walk_children()].count(discord.ui.Thumbnail) == 1
    assert len(shown.pictures) == 1
    assert not any(each.name in said_in(shown) for each in table.people)

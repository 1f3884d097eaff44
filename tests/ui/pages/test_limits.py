"""Messages at their extremes keep to what Discord takes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from metrobot.engine.draft import new_draft
from metrobot.service.model.history import History
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Place, Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.front import AnyDraftView, AnyGameView, Front
from metrobot.ui.lobby.lobby_page import lobby_page
from metrobot.ui.pages.ids import PressId, PressKind, button
from metrobot.ui.pages.page import Box, Page, Post, page, parts_of, split_text
from metrobot.ui.pages.values import (
    Block,
    Choice,
    Closing,
    Group,
    Menu,
    Picture,
    PlannerPage,
    TurnReport,
    Zoom,
)
from metrobot.ui.turn.board_buttons import board_page
from metrobot.ui.turn.planner_page import planner_page
from metrobot.ui.turn.public_pages import over_pages, start_page, turn_page
from metrobot.ui.words.catalogue import Words, words_for
from metrobot.ui.words.text_length import clipped, utf16_length
from tests.service.toy import TOY
from tests.ui.extremes import faults
from tests.ui.extremes import parts_of as components
from tests.ui.toy_front import ToyFront

pytestmark = pytest.mark.usefixtures("toy_words")

LONG = "W" * 5000
PICTURE = Picture("long", LONG, lambda: b"")
BIG = 10**17
PEOPLE = tuple(Person(PlayerId(BIG + n), "*" * 40) for n in range(3))


class Extreme(ToyFront):
    """A front that says as much as it may, and more."""

    def board(self, game_view: AnyGameView, words: Words, *, zoom: str | None = None) -> Picture:
        """Return a picture with a long alt text."""
        return PICTURE

    def zooms(self, game_view: AnyGameView, words: Words) -> Sequence[Zoom]:
        """Return more parts than a menu holds."""
        return tuple(Zoom(f"zoom{number}", LONG) for number in range(40))

    def opening(self, game_view: AnyGameView, words: Words) -> Sequence[str]:
        """Return long lines."""
        return [LONG, LONG]

    def report(self, game_view: AnyGameView, turn: Any, words: Words) -> TurnReport:
        """Return long lines."""
        return TurnReport(LONG, (LONG,), (LONG,), LONG)

    def finale(self, game_view: AnyGameView, words: Words) -> Sequence[Sequence[Block]]:
        """Return the most blocks that a message may have."""
        return [[Block("x" * 400, PICTURE)] * 9] * 3

    def closing(self, game_view: AnyGameView, words: Words) -> Closing:
        """Return long lines."""
        return Closing(LONG, (LONG, LONG, LONG), PICTURE)

    def planner(
        self, game_view: AnyGameView, draft_view: AnyDraftView, words: Words, group: str | None
    ) -> PlannerPage:
        """Return the most that a front may offer without tabs."""
        choices = tuple(Choice(0, LONG, LONG) for _ in range(25))
        buttons = tuple(Choice(number, LONG, short=f"{number}") for number in range(20))
        groups = tuple(Group("g" * 18 + f"{number:02}", LONG) for number in range(25))
        return PlannerPage(LONG, PICTURE, buttons, (Menu(LONG, choices),) * 3, groups)


def table_of(status: Status, *, title: Any = TOY) -> Table:
    """Return a table of three people with long names and ids."""
    rules = TOY.ruleset(3, {})
    state = replace(TOY.initial_state(rules), numbers=(1, 2, 3))
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    return Table(
        id=GameId(10**12),
        place=Place(guild=BIG, channel=BIG, host=PEOPLE[0].id, board_message=BIG),
        title=title,
        status=status,
        capacity=None,
        people=PEOPLE,
        options={option.name: option.default for option in title.options},
        seating="random",
        revision=10**6,
        ruleset=None if status is Status.LOBBY else rules,
        history=None if status is Status.LOBBY else History(title, 10**6, state),
        commitment="c" * 64,
        salt=(str(BIG),) * 4,
        key="k" * 64 if status is Status.OVER else None,
        created_at=moment,
        turn_since=moment,
    )


def pages() -> Iterator[tuple[str, Post]]:
    """Return every kind of message at its extreme."""
    front: Front = Extreme()
    words = words_for("en")
    lobby, running, over = map(table_of, (Status.LOBBY, Status.RUNNING, Status.OVER))
    yield "lobby", lobby_page(lobby, words)
    for title, each in FRONTS.items():
        yield f"lobby of {title}", lobby_page(table_of(Status.LOBBY, title=each.title), words)
    yield "start", start_page(front, running, words)
    delivery = Delivery(1, running.id, DeliveryKind.TURN, 0, running.revision, None, "nonce")
    yield "turn", turn_page(front, running, delivery, words)
    yield "late turn", turn_page(front, running, replace(delivery, revision=1), words)
    viewer = PEOPLE[0].id
    yield "board", board_page(front, running, words, viewer, zoom="zoom1", note=LONG)
    draft = new_draft(TOY, running.state, running.seats_to_act()[0])
    for number in range(3):
        yield f"planner {number}", planner_page(front, running, draft, words, "g" * 20)
        if draft.open_choices:
            draft = draft.then(0)
    for number, shown in enumerate(over_pages(front, over, words)):
        yield f"over {number}", shown
    yield "long text", page(LONG, LONG, Box((LONG, PICTURE)))


def test_no_message_breaks_a_limit_of_discord() -> None:
    """Components, characters, ids, labels, menus, pictures: each message is full, and none over."""
    made = dict(pages())
    lengths = [
        sum(len(part["content"]) for part in components(each) if part["type"] == 10)
        for each in made.values()
    ]

    assert {name: found for name, each in made.items() if (found := faults(each))} == {}
    assert len(components(made["planner 0"])) >= 22  # where text is long, a row goes
    assert max(lengths) > 3900


def test_pictures_are_those_that_the_message_refers_to() -> None:
    layouts = ((name, shown) for name, shown in pages() if isinstance(shown, Page))
    for name, shown in layouts:
        urls = [
            item["media"]["url"] for each in components(shown) for item in each.get("items") or []
        ]
        assert urls == [f"attachment://{picture.stem}.png" for picture in shown.pictures], name


def test_messages_of_two_turns_share_no_file_name() -> None:
    """Discord's clients keep pictures by their names."""
    front, table = ToyFront(), table_of(Status.RUNNING)
    later = replace(table, revision=table.revision + 1)

    first, second = (start_page(front, each, words_for("en")) for each in (table, later))

    assert first.pictures[0].stem != second.pictures[0].stem


def test_an_id_that_would_not_fit_is_a_fault() -> None:
    """It is found when the message is made, not when Discord refuses it."""
    with pytest.raises(ValueError, match="no id"):
        button(PressId(1, 1, PressKind.TRY, "x" * 100), "x")


def test_a_text_is_split_between_lines() -> None:
    assert list(split_text("aa\nbb\ncc", 6)) == ["aa\nbb", "cc"]
    assert list(split_text("aaaa", 3)) == ["aaa", "a"]
    assert list(split_text("")) == []


def test_a_clipped_text_says_so() -> None:
    assert clipped("abcdef", 4) == "abc…"
    assert clipped("abcd", 4) == "abcd"


def test_an_emoji_is_as_long_as_discords_clients_count_it() -> None:
    """Two units, and it is never cut in the middle."""
    assert utf16_length("a🚇") == 3
    assert clipped("🚇🚇🚇", 6) == "🚇🚇🚇"
    assert clipped("🚇🚇🚇", 5) == "🚇🚇…"
    assert clipped("🚇🚇🚇", 4) == "🚇…"
    assert list(split_text("🚇🚇🚇", 5)) == ["🚇🚇", "🚇"]


def test_a_name_that_is_cut_has_its_direction_alone() -> None:
    """Half a name does not turn the direction of the text after it."""
    assert clipped("by \u2068אבגדה\u2069", 8) == "by \u2068אב…\u2069"
    assert clipped("by \u2068אבג\u2069 x", 10) == "by \u2068אבג\u2069 x"
    assert clipped("abcd \u2068אב\u2069", 6) == "abcd …"


def test_empty_blocks_leave_no_gap() -> None:
    """A block may be words or a picture alone."""
    assert parts_of([Block("", PICTURE), Block("x")]) == (PICTURE, "x")

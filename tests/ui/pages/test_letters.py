"""Messages whose words reach a phone: what stands first, and what goes where there is no room."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

from metrobot.service.membership.endings import END
from metrobot.service.membership.seats import REPLACE
from metrobot.service.membership.transfer_rules import SILENCE, agreement
from metrobot.service.membership.undo import UNDO
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.store.statements.votes.ballots import Ballot
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.lobby.lost_pages import lost_page, moved_page
from metrobot.ui.pages import post
from metrobot.ui.pages.ids import PressId, PressKind, button, menu
from metrobot.ui.pages.page import Box, Detail, Letter, Post, letter
from metrobot.ui.pages.values import Picture
from metrobot.ui.people.reminder_page import reminder_page
from metrobot.ui.seats.seat_pages import board_news_page, end_page, offer_page
from metrobot.ui.turn.public_pages import dm_closed_page, hand_page, start_page, turn_page
from metrobot.ui.turn.undo import question_page, taken_back_page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import title_key
from tests.ui.extremes import LANGUAGES, ballot, course, rows_of, words_in
from tests.ui.limits import length, on_phone, request_faults

PLAYED = [
    (title, players)
    for title, front in FRONTS.items()
    for players in (3, max(front.title.player_counts))
]
POST = ("POST", "/channels/5/messages")
CALL = {"allowed_mentions": {"parse": [], "users": [1]}}
LAYOUT: list[dict[str, Any]] = [{"type": 10, "content": "<@1>, it is your turn in Counters."}]


def lines(count: int) -> str:
    """Return numbered lines of a hundred characters, their ends included."""
    return "\n".join(f"{number:02} {'x' * 96}" for number in range(count))


def numbers(text: str) -> list[str]:
    """Return the first two characters of each line."""
    return [line[:2] for line in text.splitlines()]


# --- what a letter is made of ---


def test_a_letter_has_its_words_its_pictures_its_rows() -> None:
    """Frames are taken apart; buttons side by side stay so, and a menu has a row of its own."""
    box = Box(("In a box", Picture("board", "Alt", bytes)))
    pair: ui.ActionRow[Any] = ui.ActionRow(
        button(PressId(1, 1, PressKind.PLAN), "One"), button(PressId(1, 1, PressKind.BOARD), "Two")
    )
    choice = menu(PressId(1, 1, PressKind.ZOOM), "Which", [discord.SelectOption(label="a")])

    shown = letter("Call", box, pair, choice, tag="7")

    assert shown.content == "Call\nIn a box"
    assert [(each.stem, each.alt) for each in shown.pictures] == [("board-7", "Alt.")]
    assert [each["type"] for each in rows_of(shown)] == [1, 1]
    assert [len(each["components"]) for each in rows_of(shown)] == [2, 1]


def test_more_than_five_rows_are_a_fault() -> None:
    """It is found when the message is made, not when Discord refuses it."""
    rows = [ui.ActionRow(ui.Button[Any](label="x", url="https://x.yz")) for _ in range(6)]

    with pytest.raises(ValueError, match="row"):
        letter("Call", *rows)


def test_details_go_first_where_there_is_no_room() -> None:
    """The last of them before the others; an ellipsis stands for what is gone."""
    shown = letter("Call", Detail(lines(25)), "Warning", "To do")

    kept = numbers(shown.content)
    assert length(shown.content) <= 2000
    assert kept == ["Ca", *(f"{n:02}" for n in range(19)), "…", "Wa", "To"]


def test_whole_lines_go_from_the_middle_where_details_are_not_enough() -> None:
    """The call and the text above the buttons stay."""
    shown = letter("Call", Detail(lines(3)), lines(25), "To do")

    kept = numbers(shown.content)
    assert length(shown.content) <= 2000
    assert (kept[0], kept[-1]) == ("Ca", "To")
    assert kept.count("…") == 2
    assert all(len(line) in (1, 4, 5, 99) for line in shown.content.splitlines())


def test_a_first_line_of_any_length_leaves_room_for_the_last() -> None:
    shown = letter("W" * 5000, "To do")

    assert shown.content.endswith("W…\nTo do")
    assert length(shown.content) <= 2000


# --- what reaches a phone ---


def test_what_calls_without_content_is_a_fault() -> None:
    """The check that stands between every test of the bot and Discord finds it."""
    body = {**CALL, "components": LAYOUT, "flags": 1 << 15}
    news = {**body, "allowed_mentions": {"parse": []}}
    words = {**CALL, "content": LAYOUT[0]["content"]}
    bare = {**CALL, "content": "<@1> -# ⏰ 12"}

    assert request_faults(*POST, body, []) == ["words on a phone"]
    assert request_faults(*POST, news, []) == []
    assert request_faults(*POST, news, [], [5]) == ["words on a phone"]
    assert request_faults(*POST, words, []) == []
    assert request_faults(*POST, bare, []) == ["words on a phone"]
    assert "content" in request_faults(*POST, {**words, "content": "<@1>" + "w " * 1000}, [])


def people(*names: str) -> tuple[Person, ...]:
    """Return people with short names and long ids."""
    return tuple(Person(PlayerId(10**17 + n), name) for n, name in enumerate(names))


def boards(title: str, table: Table, words: Words) -> Iterator[Post]:
    """Return every message that shows a board and pings the player whose turn it is."""
    front, turns = FRONTS[title], table.turns_played
    yield start_page(front, table, words)
    yield moved_page(front, table, words)
    yield board_news_page(front, table, words)
    ended = [turn for turn in turns if turn < table.title.turn_number(table.state)]
    if ended:
        told = Delivery(1, table.id, DeliveryKind.TURN, ended[-1], table.revision, None, "n")
        yield turn_page(front, table, told, words)
    if ended and not table.title.is_simultaneous:
        back = Delivery(
            1, table.id, DeliveryKind.TAKEN_BACK, ended[-1], table.revision, table.people[0].id, "n"
        )
        yield taken_back_page(front, table, table, back, words)


@pytest.mark.few
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "players"), PLAYED)
def test_a_phone_shows_what_is_to_be_done_and_what_was(
    title: str, players: int, language: str
) -> None:
    """Within its first hundred characters, whoever plays: the call, the title, the news."""
    words = words_in(language)
    for table in (course(title, players)[0], course(title, players)[2]):
        call = _call(title, table, words)
        for shown in boards(title, table, words):
            assert isinstance(shown, Letter)
            said = on_phone(shown.content)
            assert call in said
            assert len(said.replace(call, "")) > 5


def _call(title: str, table: Table, words: Words) -> str:
    """Return the text that must be readable in any case, up to the first mention."""
    name = words.say(title_key(title))
    shared = table.title.is_simultaneous
    key = "sealing.call" if shared else "turn.call"
    said = words.say(key, title=name, players=("<@1>",))
    return said.partition("<@1>")[0] if shared else on_phone(said)


@pytest.mark.few
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", FRONTS)
def test_what_is_to_be_done_stands_directly_above_the_buttons(title: str, language: str) -> None:
    """It is the end of the message and said once; who is called stands in the first line."""
    words, table, front = words_in(language), course(title, 3)[2], FRONTS[title]
    game_view = game_view_of(table, words)
    asked = "\n".join(front.to_do(game_view, words)) or front.prompt(game_view, words)
    for shown in boards(title, table, words):
        assert isinstance(shown, Letter)
        assert f"<@{table.to_act()[0].id}>" in "".join(shown.content.splitlines()[:2])
        # Of several lines a phone may have room for the first alone.
        first = asked.splitlines()[0]
        assert shown.content.endswith((asked, first))
        assert shown.content.count(first) == 1


@pytest.mark.few
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", FRONTS)
def test_a_phone_shows_what_a_question_or_a_letter_is_about(title: str, language: str) -> None:
    """Its title, who asks, and whom it is for, in the first hundred characters."""
    words, table, front = words_in(language), course(title, 3)[2], FRONTS[title]
    table = replace(table, people=people("Ann", "Bob", "Cat"))
    everybody = [person.id for person in table.people]
    payload = {"turn": table.turns_played[0], "result": True, "position": 0}
    name = words.say(title_key(title))

    def asked(kind: str, *voters: PlayerId) -> Ballot:
        return ballot(table, kind, voters, everybody[:1], payload)

    offered = asked(REPLACE, PlayerId(7), *everybody)
    questions = [
        question_page(front, table, asked(UNDO, *everybody), words),
        end_page(table, asked(END, *everybody), words),
        offer_page(table, offered, agreement(table, offered, offered.until, SILENCE), words),
    ]
    closed = Delivery(1, table.id, DeliveryKind.DM_CLOSED, None, table.revision, everybody[0], "n")
    told = [
        dm_closed_page(table, closed, words),
        reminder_page(front, table, everybody[:1], words, is_direct=False),
    ]
    private = [
        reminder_page(front, table, everybody[:1], words, is_direct=True),
        lost_page(table, "Town", words),
        hand_page(front, table, everybody[0], words),
    ]

    assert all(name in on_phone(each.content) for each in (*questions, *told, *private))
    assert all("Ann" in on_phone(each.content) for each in questions)
    assert all("@a" in on_phone(each.content) for each in (*questions, *told))
    assert not any("<@" in each.content for each in private)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_locked_screen_shows_no_hand(language: str) -> None:
    """A hundred characters come before it, however short the names of title and channel are."""
    words = words_in(language)
    head = words.say("hand.head", title="", channel="")

    assert on_phone(head) == on_phone(head + "SECRET")
    letters = [each for title in FRONTS for each in _hands(title, words)]
    assert letters
    for said, hand in letters:
        assert hand in said
        assert hand.splitlines()[0] not in on_phone(said)


def _hands(title: str, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the letters with hands that are sent in a game, each with the hand in it."""
    front = FRONTS[title]
    for table in course(title, 3)[:-1]:
        dealt = table.title.deals_hands(table.rules) and table.status is Status.RUNNING
        for person in table.people if dealt else ():
            hand = front.hand(game_view_of(table, words, person.id), words)
            yield hand_page(front, table, person.id, words).content, hand.text


def test_what_is_attached_is_known_of_the_newest_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is bounded; a message without files takes none of it."""
    monkeypatch.setattr(post, "_REMEMBERED", 2)
    attached = post.Attached()
    for number, files in ((1, ["a"]), (2, ["b"]), (1, ["c"]), (3, []), (4, ["d"])):
        sent: Any = SimpleNamespace(id=number, attachments=files)
        attached.note(sent)

    assert [attached.of(number) for number in range(1, 5)] == [("c",), (), (), ("d",)]

"""Whole games of odd people: no message breaks a limit, none has to be cut."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from metrobot.engine.draft import begin
from metrobot.engine.errors import Refusal
from metrobot.service.errors import TableError, TableKey
from metrobot.service.moments import finished_turns
from metrobot.service.ports import Delivery, DeliveryKind
from metrobot.service.table import GameId, Person, PlayerId, Status, Table
from metrobot.store.store import Store
from metrobot.ui import pages
from metrobot.ui.boardpages import board_page
from metrobot.ui.bot import make_bot
from metrobot.ui.errors import refusal_text
from metrobot.ui.front import Front
from metrobot.ui.fronts import FRONTS
from metrobot.ui.lobbypage import lobby_page
from metrobot.ui.logpages import TURNS_A_PAGE, log_page
from metrobot.ui.pages import Page, page
from metrobot.ui.plannerpage import planner_page
from metrobot.ui.translator import CommandTranslator
from metrobot.ui.turnpages import hand_page, over_pages, start_page, turn_page
from metrobot.ui.words import COMPLETE, ENGLISH, Words, words_for
from tests.ui.metrolijn import games as metrolijn
from tests.ui.metromania import games as metromania
from tests.ui.underground import games as underground

ODD = (
    "*" * 32,
    "@everyone <@123456789012345678>!",
    "\u202e\u05d0\u05d1\u05d2 \u202dmixed\u202c \u05d3\u05d4\u05d5 " + "\u05d6" * 10,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 6,
    "[_](http://x.yz) ~~||`\\\n# " + "W" * 12,
)
"""Names of 32 characters that would break what is not made safe."""
BIG = 10**18
PLAYED = [
    *(("metromania", players) for players in (2, 4)),
    *(("underground", players) for players in (2, 5)),
    *(("metrolijn", players) for players in (1, 3, 8)),
]
SAID = [
    *((title, players, "en") for title, players in PLAYED),
    *((title, n, each) for title, n in PLAYED[1::2] for each in COMPLETE if each != "en"),
]
"""The same, and some of it in each other language that is complete."""
SOURCES: dict[str, Any] = {
    "metromania": metromania,
    "underground": underground,
    "metrolijn": metrolijn,
}


class _Mentions(dict[str, str]):
    """The longest mentions of commands, whatever there are."""

    def get(self, name: str, default: Any = None) -> Any:
        """Return how a command is mentioned."""
        return f"</{name}:{BIG}>"


def words_in(language: str) -> Words:
    """Return a language as it is said in messages, commands mentioned."""
    return words_for(language).with_commands(_Mentions(all="of them"))


def _odd(table: Table) -> Table:
    """Return a table with odd people and the longest ids."""
    people = tuple(
        Person(PlayerId(BIG + place), ODD[place % len(ODD)]) for place in range(len(table.people))
    )
    return replace(
        table,
        id=GameId(10**9),
        guild=BIG,
        channel=BIG,
        board_message=BIG,
        people=people,
        host=people[0].id,
        salt=(str(BIG),) * 6,
    )


@cache
def course(title: str, players: int) -> tuple[Table, ...]:
    """Return the tables of one game: at the start of each turn, and at the end."""
    source = SOURCES[title]
    game = source.play(players, 1)
    return tuple(_odd(source.table_at(game, events)) for events in game.turn_starts())


def shown_pages(front: Front, table: Table, words: Words) -> Iterator[Page]:
    """Return what can be shown of one position."""
    played = finished_turns(table)
    for person in table.people:
        yield hand_page(front, table, person.id, words)
        yield page("\n".join(front.status(table, words, person.id)))
        yield board_page(front, table, words, person.id, note=words.say("board.moved_on"))
    if played:
        delivery = Delivery(1, table.id, DeliveryKind.TURN, played[-1], table.revision, None, "n")
        yield turn_page(front, table, delivery, words)
        yield log_page(front, table, words, 0)
        yield log_page(front, table, words, len(played) // TURNS_A_PAGE)
    if table.status is Status.OVER:
        yield from over_pages(front, table, words)
    elif table.to_act():
        yield start_page(front, table, words)
        yield from _planners(front, table, words)


def _planners(front: Front, table: Table, words: Words) -> Iterator[Page]:
    """Return the planner with the first choice after the first, to the end of the turn."""
    draft = begin(table.title, table.state, table.seats_to_act()[0])
    for _ in range(12):
        groups = front.planner(table, draft, words, None)
        keys = [each.key for each in (*groups.groups, *groups.tabs)]
        for group in (None, *keys):
            yield planner_page(front, table, draft, words, group)
        if draft.is_turn_over or not draft.open_choices:
            return
        draft = draft.then(len(draft.open_choices) - 1)


def walk(found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Return all components, inner ones too."""
    for each in found:
        yield each
        yield from walk(each.get("components") or [])


def faults(shown: Page) -> list[str]:
    """Return how a message breaks Discord's limits."""
    raw: Any = shown.view.to_components()  # type: ignore[no-untyped-call]  # discord.py's
    parts = list(walk(raw))
    ids = [each["custom_id"] for each in parts if "custom_id" in each]
    menus = [each["options"] for each in parts if each["type"] == 3]
    entries = [option for options in menus for option in options]
    tests = {
        "components": len(parts) <= 40,
        "text": sum(len(each["content"]) for each in parts if each["type"] == 10) <= 4000,
        "ids": all(len(each) <= 100 for each in ids) and len(set(ids)) == len(ids),
        "menus": all(1 <= len(options) <= 25 for options in menus),
        "values": all(
            len({each["value"] for each in options}) == len(options) for options in menus
        ),
        "labels": all(1 <= len(each["label"]) <= 100 for each in entries),
        "hints": all(len(each.get("description") or "") <= 100 for each in entries),
        "buttons": all(1 <= len(each["label"]) <= 80 for each in parts if each["type"] == 2),
        "rows": all(len(each["components"]) <= 5 for each in parts if each["type"] == 1),
        "pictures": len(shown.sketches) <= 10,
        "alts": all(1 <= len(each.alt) <= 1024 for each in shown.sketches),
        "links": not any("</" in text for text in _plain_texts(shown, parts)),
    }
    return [name for name, is_kept in tests.items() if not is_kept]


def _plain_texts(shown: Page, parts: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what Discord shows as it is: in it, a link to a command would be no link."""
    yield from (each.alt for each in shown.sketches)
    yield from (each.get("label") or each.get("placeholder") or "" for each in parts)
    for each in parts:
        yield from (f"{o['label']} {o.get('description')}" for o in each.get("options") or [])


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that did not fit and were cut, as they come up."""
    found = list[str]()

    def clipped(text: str, limit: int) -> str:
        if len(text) > limit:
            found.append(text)
        return text[:limit]

    monkeypatch.setattr(pages, "clipped", clipped)
    return found


@pytest.mark.parametrize(("title", "players", "language"), SAID)
def test_no_message_of_a_game_breaks_a_limit(
    title: str, players: int, language: str, cut: list[str]
) -> None:
    """From the start to the count, with odd names, and without a text being cut."""
    tables = course(title, players)
    some = (tables[0], tables[1], *tables[2 : -1 : max(1, len(tables) // 6)], *tables[-2:])

    front, words = FRONTS[title], words_in(language)
    found = [faults(shown) for table in some for shown in shown_pages(front, table, words)]

    assert [each for each in found if each] == []
    assert len(found) > 50
    assert cut == []


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("title", FRONTS)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_a_lobby_of_odd_people_keeps_its_limits(
    title: str, players: int, language: str, cut: list[str]
) -> None:
    """With all options that the title has."""
    table = replace(course(title, 2)[0], status=Status.LOBBY, state=None, ruleset=None)
    people = tuple(Person(PlayerId(BIG + n), ODD[n]) for n in range(players))
    shown = lobby_page(replace(table, people=people, host=people[0].id), words_in(language))

    assert faults(shown) == []
    assert cut == []


@pytest.mark.parametrize(("title", "players"), PLAYED)
def test_names_are_no_markup_in_any_message(title: str, players: int) -> None:
    """No mention but of those who are called, no link but ours, nothing unescaped."""
    for table in (course(title, players)[1], course(title, players)[-1]):
        for shown in shown_pages(FRONTS[title], table, ENGLISH):
            raw: Any = shown.view.to_components()  # type: ignore[no-untyped-call]  # discord.py's
            said = "\n".join(each["content"] for each in walk(raw) if each["type"] == 10)
            assert "@everyone" not in said
            assert "<@123456789012345678>" not in said
            assert "](http://x" not in said.replace("\\](", "")
            assert "\u202e" not in said
            assert "***" not in said


@pytest.mark.parametrize(("title", "players"), PLAYED)
def test_names_stay_whole_in_alt_texts(title: str, players: int) -> None:
    """Nothing is escaped where Markdown means nothing, and nothing turns the text around."""
    for table in (course(title, players)[1], course(title, players)[-1]):
        alt = FRONTS[title].board(table, ENGLISH).alt
        assert "\\*" not in alt
        assert "\u202e" not in alt


def test_refusals_with_odd_people_are_short() -> None:
    """All names at once fit into one message."""
    refusals: tuple[Refusal, ...] = (
        TableError(TableKey.NOT_YOUR_TURN, names=ODD),
        TableError(TableKey.NOT_HOST, host=ODD[0]),
        TableError(TableKey.NO_SUCH_TITLE, title="W" * 6000, titles=tuple(FRONTS)),
    )

    assert all(len(refusal_text(ENGLISH, each)) < 500 for each in refusals)


async def test_the_command_tree_keeps_discords_limits(tmp_path: Any) -> None:
    """Names, descriptions, options and choices of every command."""
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'tree.db'}")
    bot = make_bot(store, FRONTS)
    translator = CommandTranslator()
    commands = [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]
    bot.desk.close()
    await store.close()

    assert len(commands) <= 100
    assert {"game", "board", "hand", "rules", "help"} <= {each["name"] for each in commands}
    assert [each for each in map(command_fault, commands) if each] == []


def command_fault(command: dict[str, Any]) -> str:
    """Return the name of a command or option that breaks a limit, or nothing."""
    options, choices = command.get("options") or [], command.get("choices") or []
    is_kept = (
        1 <= len(command["name"]) <= 32
        and command["name"] == command["name"].lower()
        and 1 <= len(command["description"]) <= 100
        and len(options) <= 25
        and len(choices) <= 25
        and all(len(str(each["name"])) <= 100 for each in choices)
        and len({each["name"] for each in options}) == len(options)
        and _weight(command) <= 8000
    )
    if not is_kept:
        return str(command["name"])
    return next(filter(None, map(command_fault, options)), "")


def _weight(command: dict[str, Any]) -> int:
    """Return the characters of a command's names, descriptions and choices.

    Of each text the longest translation counts.
    """
    own = _longest(command, "name") + _longest(command, "description")
    choices = sum(
        _longest(each, "name") + len(str(each["value"])) for each in command.get("choices") or []
    )
    return own + choices + sum(map(_weight, command.get("options") or []))


def _longest(part: dict[str, Any], text: str) -> int:
    """Return the length of a text in the language in which it is longest."""
    translated: dict[str, str] = part.get(f"{text}_localizations") or {}
    return max(map(len, [part.get(text) or "", *translated.values()]))

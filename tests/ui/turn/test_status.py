"""/game status: to its reader, in five lines; the rest behind buttons."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from discord.utils import utcnow

from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.turn.status_page import details_page, status_page
from metrobot.ui.words.catalogue import COMPLETE, words_for
from tests.titles import GAMES, LARGEST, SMALLEST
from tests.ui.extremes import faults, odd, parts_of, said_in
from tests.ui.stage import Shown, Stage, again, labels, texts

MOST_LINES = 5
PLAYED = (*LARGEST, *SMALLEST)


@cache
def tables(number: int) -> tuple[Table, ...]:
    """Return one of the games with odd people: at its start, in its middle, at its end."""
    title, players = PLAYED[number]
    source: Any = GAMES[title]
    game = source.play(players, 2)
    starts = game.turn_starts()
    return tuple(odd(source.table_at(game, n)) for n in (starts[0], starts[len(starts) // 2], None))


@pytest.mark.few
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_nobody_reads_more_than_five_lines(number: int, language: str) -> None:
    """Any reader is meant, at any time of a game, in any language; also the limits are kept."""
    for table in tables(number):
        front, words = FRONTS[table.title.id], words_for(language)
        for player in (*(person.id for person in table.people), PlayerId(1)):
            shown = status_page(front, table, words, player)
            assert len(said_in(shown).splitlines()) <= MOST_LINES
            assert faults(shown) == []
            assert faults(details_page(front, table, words, player, "Reminders.")) == []


@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_the_first_line_is_to_its_reader(number: int) -> None:
    """It gives their turn with its task, or the players awaited."""
    english = words_for("en")
    table = tables(number)[1]
    front: Front = FRONTS[table.title.id]
    awaited = table.to_act()[0].id
    first = said_in(status_page(front, table, english, awaited)).splitlines()[0]
    other = said_in(status_page(front, table, english, PlayerId(1))).splitlines()[0]

    assert first.startswith("**Your turn** in ")
    assert first.endswith(front.brief(game_view_of(table, words_for("en")), words_for("en")).task)
    assert "waiting for" in other
    assert "Your turn" not in other


@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_the_buttons_lead_to_the_rest(number: int) -> None:
    """Plan for whoever is awaited; details, board, turns for all; what helps for players."""
    table, words = replace(tables(number)[1], turn_since=utcnow()), words_for("en")
    front = FRONTS[table.title.id]

    def found(player: PlayerId) -> list[str]:
        parts = parts_of(status_page(front, table, words, player))
        return [each["label"] for each in parts if each["type"] == 2]

    rest = ["Details", "Board", "Turns so far", "Since my last turn"]
    assert found(PlayerId(1)) == rest
    helps = () if table.is_alone else ("Something came up",)
    assert found(table.to_act()[0].id) == [words.say(front.plan_key), *rest, *helps]


async def test_details_take_the_place_of_the_short_status(pair: Stage) -> None:
    status = (await pair.people[0].slash(pair.channel, "game status")).response
    short = texts(status)
    await pair.people[0].click(status, label="Details")
    details = again(pair, status)

    assert short.startswith("**Your turn** in Counters, started <t:")
    assert "take some counters." in short.splitlines()[0]
    assert "Reminders" not in short
    assert "Reminders" in texts(details)
    assert "Waiting for \u2068Ann\u2069." in texts(details)
    assert labels(details) == ["Plan my turn", "Fair dealing"]


async def test_the_turns_so_far_are_one_press_away(pair: Stage) -> None:
    await pair.turn(0, "Take 1", "Take 1")
    status = (await pair.people[0].slash(pair.channel, "game status")).response
    await pair.people[0].click(status, label="Turns so far")

    assert "Turn 0: 2 taken" in texts(again(pair, status))


async def test_details_are_for_private_messages_alone(stage: Stage, board: Shown) -> None:
    before = texts(board)
    answer = stage.forge(stage.people[1], board, "mb1:1:1:status:")
    await stage.env.settle()

    assert [told.ephemeral for told in answer.followups] == [True]
    assert texts(stage.last) == before


async def test_a_lobby_says_whether_one_is_in(joined: Stage) -> None:
    """In four lines, with the way to the lobby."""
    own = (await joined.people[1].slash(joined.channel, "game status")).response
    other = (await joined.people[2].slash(joined.channel, "game status")).response

    assert texts(own).startswith("**Counters** has not started. You’re in.")
    assert texts(other).startswith("**Counters** has not started. To play, press **Join** there.")
    assert "(2 of 3): \u2068Ann\u2069 and \u2068Bob\u2069" in texts(own)
    assert len(texts(own).splitlines()) <= MOST_LINES
    assert labels(own) == ["How to play", "Fair dealing", "Options", "Ask somebody"]

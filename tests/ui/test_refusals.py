"""Everything that is refused: in private, with a sentence of its own, and nothing changes."""

import logging
from typing import Any

import pytest
import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.results import ResponseMessage

from metrobot.service.model.play import Status
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.player_names import storable
from tests.ui.stage import Shown, Stage, again, ids, labels, texts
from tests.ui.toy_front import ToyFront

SECRET = "the pile lies behind the door"


def told(answer: Any) -> str:
    """Return the text of the private answer; nobody else was told anything."""
    found = answer.followups[-1] if answer.followups else answer.response
    assert found is not None
    assert found.ephemeral
    return texts(found)


async def typed(stage: Stage, number: int, command: str, **filled: Any) -> str:
    return told(await stage.people[number].slash(stage.channel, command, **filled))


async def forged(stage: Stage, number: int, custom_id: str, *values: str) -> str:
    """Return the private answer to a component that no message has."""
    answer = stage.forge(stage.people[number], stage.last, custom_id, *values)
    await stage.env.settle()
    return told(answer)


async def over(stage: Stage) -> None:
    """Play a game of two people to its end."""
    await stage.start(1)
    while awaited := (await stage.table()).to_act():
        number = [each.id for each in stage.people].index(awaited[0].id)
        planner = await stage.plan(number, stage.newest_board())
        while "Confirm" not in labels(planner):
            takes = [each for each in labels(planner) if each.startswith(("Take", "Stop"))]
            planner = await stage.press(number, planner, max(takes))
        await stage.press(number, planner, "Confirm")


def in_direct_message(
    stage: Stage,
    kind: int,
    data: dict[str, Any],
    number: int = 0,
    pressed: ResponseMessage | None = None,
    *,
    place: simcord.ChannelHandle | None = None,
) -> simcord.InteractionResult:
    """Send an interaction from a direct message, if need be one that no client would offer.

    With a place it comes from there, where only the person has brought the bot.
    """
    backend, person = stage.env.backend, stage.people[number]
    channel = place or backend.get_dm_channel(person.id)
    guild = place.guild.id if place is not None and place.guild is not None else None
    record, payload = interactions.base_payload(
        backend, type=kind, channel_id=channel.id, guild_id=guild, user_id=person.id, data=data
    )
    payload["authorizing_integration_owners"] = {"1": str(person.id)}
    if pressed is not None:
        stored = backend.get_message(channel.id, pressed.id)
        payload["message"] = serializers.message_payload(backend, stored)
        record.source_message_id = pressed.id
    backend.emit("INTERACTION_CREATE", payload)
    return simcord.InteractionResult(stage.env, record)


@pytest.mark.parametrize("name", ["board", "hand", "rules", "help"])
async def test_commands_in_direct_messages_are_sent_to_a_server(stage: Stage, name: str) -> None:
    """A game lives in a channel; the answer says so."""
    answer = in_direct_message(stage, 2, {"id": "1", "name": name, "type": 1})
    await stage.env.settle()

    assert "Games are played in the channels of a server" in told(answer)


@pytest.mark.parametrize(
    "command",
    [
        "game join",
        "game leave",
        "game start",
        "game cancel",
        "game status",
        "game log",
        "game export",
        "board",
        "hand",
    ],
)
async def test_without_a_game_each_command_says_so(stage: Stage, command: str) -> None:
    said = await typed(stage, 0, command)

    assert said.startswith("There is no game in this channel. Open one with `/game new`.\n")
    assert stage.public == []


@pytest.mark.parametrize("command", ["board", "hand", "game log", "game export", "game status"])
async def test_a_lobby_called_off_leaves_nothing_to_see(stage: Stage, command: str) -> None:
    await stage.cancel_lobby(await stage.lobby(1))

    assert (await typed(stage, 0, command)).startswith("There is no game in this channel")


async def test_not_your_turn_names_who_is_awaited(stage: Stage, board: Shown) -> None:
    answer = await stage.people[1].click(board, label="Plan my turn")

    assert told(answer) == "It is not your turn: we are waiting for \u2068Ann\u2069."
    assert labels(answer.response) == ["Plan ahead", "Board"]


@pytest.mark.parametrize("kind", ["try", "done", "back", "anew"])
async def test_a_planners_button_out_of_turn_changes_nothing(stage: Stage, kind: str) -> None:
    """Another's planner cannot be pressed, not even by a forged id in one's own message."""
    board = await stage.start(1)
    planner = await stage.plan(0, board, "Take 1", "Take 2")
    before = await stage.table()
    found = next(each for each in ids(planner) if ":done:" in each)
    answer = stage.forge(stage.people[1], planner, found.replace(":done:", f":{kind}:"))
    await stage.env.settle()

    assert told(answer).startswith("It is not your turn")
    assert await stage.table() == before


async def test_a_planners_id_on_a_public_message_is_refused(stage: Stage, board: Shown) -> None:
    """A planner is private; what comes from a public message is none of ours."""
    planner = await stage.plan(0, board, "Take 1", "Take 2")
    done = next(each for each in ids(planner) if ":done:" in each)
    before = await stage.table()

    assert (await forged(stage, 0, done)).startswith("This button no longer works")
    assert await stage.table() == before


@pytest.mark.parametrize("command", ["game join", "game leave", "game start", "game cancel"])
async def test_a_finished_game_is_closed(stage: Stage, command: str) -> None:
    await over(stage)
    before, public = await stage.table(), len(stage.public)
    said = await typed(stage, 0, command)

    assert "with `/game new`" in said
    assert await stage.table() == before
    assert before.status is Status.OVER
    assert len(stage.public) == public


async def test_a_finished_game_cannot_be_planned(stage: Stage) -> None:
    await over(stage)
    answer = await stage.people[0].click(stage.newest_board(), label="Plan my turn")

    assert told(answer) == "This game is over. Open another with `/game new`."


@pytest.mark.parametrize("permission", ["send_messages", "attach_files"])
async def test_a_game_that_cannot_be_shown_does_not_begin(stage: Stage, permission: str) -> None:
    lobby = await stage.lobby(1)
    stage.take(permission)
    before = await stage.table()
    said = told(await stage.people[0].click(lobby, label="Start"))

    assert ENGLISH.say(f"permission.{permission}") in said
    assert await stage.table() == before


@pytest.mark.parametrize("permission", ["send_messages", "attach_files"])
async def test_a_turn_that_cannot_be_shown_says_what_is_missing(
    stage: Stage, permission: str
) -> None:
    """The turn is kept, and posted once the bot is let."""
    planner = await stage.plan(0, await stage.start(1), "Take 1", "Take 2")
    stage.take(permission)
    await stage.people[0].click(planner, label="Confirm")

    assert ENGLISH.say(f"permission.{permission}") in texts(again(stage, planner))


@pytest.mark.parametrize(
    "custom_id", ["mb1:1:1:dance:", "mb1:0:0:plan:", "mb1:999:1:plan:", "mb1:999:1:join:"]
)
async def test_forged_ids_are_refused(pair: Stage, custom_id: str) -> None:
    before = await pair.table()
    said = await forged(pair, 0, custom_id)

    assert said.startswith(("This button no longer works", "There is no game"))
    assert await pair.table() == before


@pytest.mark.few
@pytest.mark.parametrize(
    "arg",
    ["", "x", ":", ":0", "0", "x:0.0", ":99", ":-1", ":0.0.0.0.0", "~", ":0~x~y", "é:٣", ":²"],
)
@pytest.mark.parametrize("kind", ["try", "done", "back", "menu"])
async def test_forged_drafts_are_stale(stage: Stage, kind: str, arg: str) -> None:
    planner = await stage.plan(0, await stage.start(1))
    table = await stage.table()
    custom_id = f"mb1:{table.id}:{table.revision}:{kind}:{arg}"
    answer = stage.forge(stage.people[0], planner, custom_id, *(["0"] if kind == "menu" else []))
    await stage.env.settle()

    assert "my fault" not in "".join(map(texts, answer.followups))
    assert all(each.ephemeral for each in answer.followups)
    assert (await stage.table()).revision == table.revision


@pytest.mark.parametrize("code", ["99", "-1", "x", "", "0.0.0", "²", "9" * 400])
async def test_forged_values_of_menus_are_stale(stage: Stage, code: str) -> None:
    planner = await stage.plan(0, await stage.start(1))
    menu = next(each for each in ids(planner) if ":menu:" in each)
    answer = stage.emit(stage.people[0], planner, menu, code)
    await stage.env.settle()

    assert "The game has moved on" in told(answer)


@pytest.mark.parametrize("arg", ["99", "-1", "x", "", "²", "9" * 60])
async def test_forged_pages_of_the_log_are_no_fault(pair: Stage, arg: str) -> None:
    """A page that there is not is another page; what is no number is refused."""
    answer = await pair.people[0].slash(pair.channel, "game log")
    forged_id = f"mb1:1:1:log:{arg}"
    pressed = pair.forge(pair.people[0], answer.response, forged_id)
    await pair.env.settle()

    refused = ["This button no longer works" in texts(each) for each in pressed.followups]
    assert refused == [True] * (arg != "99")


async def test_foreign_ids_are_left_alone(pair: Stage) -> None:
    answer = pair.forge(pair.people[0], pair.last, "other-bot:1")
    await pair.env.settle()

    assert not answer.acknowledged


@pytest.mark.parametrize("values", [["true"], ["yes"], ["x" * 100]])
async def test_options_that_there_are_not_are_refused(joined: Stage, values: list[str]) -> None:
    before = await joined.table()
    said = await forged(joined, 0, "mb1:1:0:option:colours", *values)

    assert said == f"In this game, “colours” cannot be “{values[0]}”. Choose from the list."
    assert await joined.table() == before


@pytest.mark.parametrize("topic", ["toy.chess", "chess.taking", "x", "toy."])
async def test_unknown_topics_are_named(stage: Stage, topic: str) -> None:
    said = await typed(stage, 0, "rules", topic=topic)

    assert said.startswith("There is no rules page called")
    assert "See them all with `/rules`" in said


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the toy's status fail as nobody foresaw."""

    def fail(*_: Any) -> None:
        raise ZeroDivisionError(SECRET)

    monkeypatch.setattr(ToyFront, "brief", fail)


async def test_a_fault_gets_an_apology_with_a_number(
    stage: Stage, broken: None, caplog: pytest.LogCaptureFixture
) -> None:
    """The number leads to the log; what went wrong is not told in the channel."""
    stage.foreseen = (ZeroDivisionError,)
    await stage.start(1)
    with caplog.at_level(logging.ERROR):
        said = await typed(stage, 0, "game status")

    number = said.split("`")[1]
    assert said.startswith("Sorry, something went wrong, and it is my fault.")
    assert SECRET not in said
    assert "ZeroDivision" not in said
    assert any(f"error {number} in game status" in record.message for record in caplog.records)


async def test_a_press_that_fails_tells_the_log_nothing_secret(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The id of the button, which holds a plan, is neither said nor logged."""
    planner = await stage.plan(0, await stage.start(1))
    chosen = next(each for each in ids(planner) if ":try:" in each)

    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(ToyFront, "planner", fail)
    with caplog.at_level(logging.ERROR):
        said = told(await stage.people[0].click(planner, custom_id=chosen))

    assert "my fault" in said
    assert chosen not in caplog.text
    assert f"error {said.split('`')[1]} in a button or menu" in caplog.text


def with_values(stage: Stage, kind: int, option: dict[str, Any], path: str = "rules") -> Any:
    """Type a command with an option as no client would send it."""
    root, *groups = path.split()
    command = stage.env.backend.find_command(root, stage.guild.id)
    assert command is not None
    for name in groups:
        option = {"name": name, "type": 1, "options": [option]}
    data = {"id": command["id"], "name": root, "type": 1, "options": [option]}
    place = {"channel_id": stage.channel.id, "guild_id": stage.guild.id}
    record, payload = interactions.base_payload(
        stage.env.backend, type=kind, user_id=stage.people[0].id, data=data, **place
    )
    stage.env.backend.emit("INTERACTION_CREATE", payload)
    return simcord.InteractionResult(stage.env, record)


@pytest.mark.parametrize("value", [7, True, [], {"a": 1}])
async def test_values_of_another_kind_are_refused_with_a_sentence(
    stage: Stage, value: object, caplog: pytest.LogCaptureFixture
) -> None:
    """In an option; while somebody types nothing is suggested. Nothing is logged."""
    caplog.set_level(logging.ERROR)
    odd = {"name": "topic", "type": 3, "value": value}
    answer = with_values(stage, 2, odd)
    with_values(stage, 4, {**odd, "focused": True})
    await stage.env.settle()

    assert told(answer) == ENGLISH.say("error.old_command")
    assert caplog.records == []


@pytest.mark.parametrize("number", [2**63, -(10**30)])
async def test_numbers_that_no_database_takes_are_refused(stage: Stage, number: int) -> None:
    answer = with_values(stage, 2, {"name": "game", "type": 4, "value": number}, path="game replay")
    await stage.env.settle()

    assert told(answer) == ENGLISH.say("error.old_command")


@pytest.mark.parametrize("of", [("me profile", "person", 6), ("game import", "record", 11)])
async def test_an_id_without_what_it_stands_for_is_refused(
    stage: Stage, of: tuple[str, str, int], caplog: pytest.LogCaptureFixture
) -> None:
    """A person or a file of whom Discord tells nothing more."""
    caplog.set_level(logging.ERROR)
    path, name, kind = of
    answer = with_values(stage, 2, {"name": name, "type": kind, "value": "77"}, path=path)
    await stage.env.settle()

    assert told(answer) == ENGLISH.say("error.old_command")
    assert caplog.records == []


async def test_half_a_pair_of_characters_is_a_question_mark(stage: Stage) -> None:
    """No database and no message takes it."""
    answer = with_values(stage, 2, {"name": "topic", "type": 3, "value": "a\ud800b"})
    await stage.env.settle()

    assert "a?b" in told(answer)
    assert storable("\ud83d\ude80 \udc00") == "?? ?"

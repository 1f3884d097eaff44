"""`/game import`: whole records become replays, faulty ones get their sentence."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from metrobot.engine.record import Form
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.finished.record_faults import RecordFault, RecordFaultError
from metrobot.service.finished.replays import MOST_BYTES, ReplayKey
from metrobot.ui.app.error_answers import fault_text, refusal_text
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.words.catalogue import ENGLISH, words_for
from metrobot.ui.words.player_names import shown_name
from tests.service.test_records import (
    DEALING_FAULTS,
    FAULTS,
    PARTIAL_FAULTS,
    ROUNDS_TITLES,
    TITLES,
    Spoil,
    _game,
    _record,
    swapped,
)
from tests.service.test_replays import with_arrivals
from tests.ui.discord_game import quick_draw
from tests.ui.replays import stage as kept
from tests.ui.replays.stage import files, frames, golden, import_file, longest, menu, way
from tests.ui.stage import Stage, alts, on_discord, texts


async def test_a_record_becomes_a_public_replay(stage: Stage) -> None:
    """Its owner is told that it is in order; all can turn its pages."""
    told = await import_file(stage, json.dumps(_game()))
    shown = stage.last
    await stage.people[2].click(shown, custom_id=way(shown, "on"))

    assert texts(told) == ENGLISH.say("replay.imported")
    assert told.ephemeral
    assert "Turn 1 of " in texts(shown)
    assert "Turn 2 of " in texts(stage.last)
    assert len(stage.public) == 1


async def test_a_faulty_record_is_refused_with_event_and_rule(stage: Stage) -> None:
    stage.foreseen = (RecordFaultError,)
    data = _game()
    data["events"][1].update(actor=1)
    told = await import_file(stage, json.dumps(data))

    rule = ENGLISH.say("rule.turn.not_yours")
    assert texts(told) == ENGLISH.say("replay.fault_at", seq=2, reason=rule)
    assert told.ephemeral
    assert stage.public == []
    assert await stage.store.finished.replay(1) is None


async def test_a_large_file_is_not_even_read(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size is known before."""
    monkeypatch.setattr(discord.Attachment, "read", None)
    told = await import_file(stage, b" " * (MOST_BYTES + 1))

    assert texts(told) == ENGLISH.say(ReplayKey.TOO_LARGE, size=257, most=256)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff", ENGLISH.say(ReplayKey.NOT_TEXT)),
        (b"\n", ENGLISH.say(ReplayKey.EMPTY)),
        (b"{", ENGLISH.say("replay.fault", reason=ENGLISH.say(Form.NO_JSON))),
        (
            b'{"key": null, "key": null}',
            ENGLISH.say("replay.fault", reason=ENGLISH.say(Form.TWICE, name=shown_name("key"))),
        ),
        (b"[]", ENGLISH.say("replay.fault", reason=ENGLISH.say(Form.NO_OBJECT))),
        ("\n".join([json.dumps(_game())] * 3).encode(), ENGLISH.say(ReplayKey.SEVERAL, count=3)),
    ],
)
async def test_files_that_are_no_record_are_refused(stage: Stage, data: bytes, said: str) -> None:
    stage.foreseen = (RecordFaultError,)

    assert texts(await import_file(stage, data)) == said


@pytest.mark.parametrize(
    ("name", "value", "key"),
    [
        ("rules_version", 10**28, Form.VALUE),
        ("commitment", "\ud800", Form.VALUE),
        ("format", True, Form.FORMAT),
    ],
)
async def test_what_no_program_could_write_gets_the_sentence_for_a_faulty_record(
    stage: Stage, name: str, value: object, key: Form
) -> None:
    """Not the one for something that nobody foresaw; nothing is kept."""
    stage.foreseen = (RecordFaultError,)
    told = await import_file(stage, json.dumps({**_game(), name: value}))

    reason = ENGLISH.say(key, name=shown_name(name), format="1")
    assert texts(told) == ENGLISH.say("replay.fault", reason=reason)
    assert await stage.store.finished.replay(1) is None


def _fault(
    spoil: Spoil, check: Callable[..., object], *, partial: bool = False
) -> RecordFaultError:
    data = _game()
    if partial:
        data.update(key=None, result=None)
        data["events"][0]["numbers"] = None
    spoil(data)
    record = _record(data)
    with pytest.raises(RecordFaultError) as error:
        check(TITLES, record)
    return error.value


def _all_faults() -> Iterator[RecordFaultError]:
    """Yield the fault of every record that is spoilt in the tests of the audit."""
    yield from (_fault(spoil, check_record) for spoil, _ in FAULTS.values())
    yield from (_fault(spoil, check_record, partial=True) for spoil, _ in PARTIAL_FAULTS.values())
    yield from (_fault(spoil, check_dealing) for spoil, _ in DEALING_FAULTS.values())
    with pytest.raises(RecordFaultError) as error:
        check_record(ROUNDS_TITLES, swapped())
    yield error.value
    with pytest.raises(RecordFaultError) as error:
        check_record(TITLES, with_arrivals(1_000))
    yield error.value


def test_each_fault_has_its_sentence(toy_words: None) -> None:
    """It names the event where it is one; no English of exceptions, no value of the file."""
    found, english = list(_all_faults()), words_for("en")
    for fault in found:
        rule = refusal_text(english, fault.rule) if fault.rule else None
        said = fault_text(english, fault, rule)
        assert said.endswith(".")
        assert "'" not in said  # as around what Python quotes
        assert (fault.seq is not None) == (f"**event {fault.seq}**" in said)

    assert {fault.key for fault in found} == {*RecordFault, Form.VALUE}


def test_what_a_file_calls_things_is_made_safe() -> None:
    """Its names are no mentions, no Markdown and no long text."""
    fault = RecordFaultError(RecordFault.EVENT_FORM, 3, "", kind="@everyone **x**" + "y" * 5000)
    said = fault_text(ENGLISH, fault, None)

    assert "@everyone" not in said
    assert "**x**" not in said
    assert len(said) < 300


# --- the real games ---


@pytest.mark.parametrize("title", kept.TITLES)
async def test_every_golden_game_can_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    monkeypatch.setattr(Drawing, "draw", quick_draw)
    async with on_discord(tmp_path / "games.db", 3, FRONTS) as stage:
        for record in golden(title):
            told = await import_file(stage, record)
            assert texts(told) == ENGLISH.say("replay.imported")
            assert "Player 1" in alts(stage.last)[0]
            await stage.people[1].click(stage.last, custom_id=way(stage.last, "last"))
            assert "The game is over" in texts(stage.last)
            await stage.env.advance_time(900)  # so often in an hour nobody posts replays


@pytest.mark.parametrize("title", kept.TITLES)
@pytest.mark.long
async def test_the_longest_games_fit_into_a_film(title: str, town: Stage) -> None:
    """A frame a turn, then those of the end, within the limit, on any server."""
    town.env.settle_timeout = 120
    await import_file(town, longest(title))
    count = int(texts(town.last).partition(" of ")[2].split()[0])
    film = await town.people[1].click(town.last, label="Animation")
    (data,) = files(town, film.response)

    after = 8 if title == "metromania" else 0  # the seven trips, and the final board
    assert frames(data) == count + after > 20
    assert len(data) < 8_000_000
    assert len(alts(film.response)[0]) <= 1000


async def test_a_long_game_is_cut_into_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A menu holds 25 turns; another leads from part to part."""
    monkeypatch.setattr(Drawing, "draw", quick_draw)
    async with on_discord(tmp_path / "games.db", 3, FRONTS) as stage:
        await import_file(stage, longest("underground"))
        parts, starts = menu(stage.last, "part")
        await stage.people[1].select(stage.last, [starts[-1]], custom_id=parts)
        _, turns = menu(stage.last, "turn")

    assert starts == ["0", "25"]
    assert turns[0] == "25"


async def test_the_record_of_a_running_game_with_hands_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing after the secret deal can be known."""
    monkeypatch.setattr(Drawing, "draw", quick_draw)
    data: dict[str, Any] = json.loads(golden("metromania")[-1])
    data.update(key=None, result=None)
    data["events"][1]["hands"] = None
    data["options"]["hands"] = "secret"
    async with on_discord(tmp_path / "games.db", 3, FRONTS) as stage:
        told = await import_file(stage, json.dumps(data))

    assert texts(told) == ENGLISH.say(ReplayKey.HIDDEN, seq=2)


async def test_a_record_that_ends_early_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A running game without secrets can be shown as far as it went."""
    monkeypatch.setattr(Drawing, "draw", quick_draw)
    data: dict[str, Any] = json.loads(golden("underground")[0])
    data.update(key=None, result=None, events=data["events"][:40])
    async with on_discord(tmp_path / "games.db", 3, FRONTS) as stage:
        await import_file(stage, json.dumps(data))

        assert ENGLISH.say("replay.unfinished") in texts(stage.last)


async def test_a_replay_that_is_gone_says_so(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await import_file(stage, json.dumps(_game()))
    monkeypatch.setattr(stage.bot.parts.tables.replays, "_room", 1)
    old = stage.last
    await import_file(stage, json.dumps(_game()))
    answer = await stage.people[1].click(old, custom_id=way(old, "on"))

    assert texts(answer.followups[0]).startswith("This replay is no longer kept")
    assert "Turn 1 of " in texts(stage.public[0])

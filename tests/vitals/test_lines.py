"""Each line of the log says what it is about, and none says a secret."""

import asyncio
import io
import json
import logging
from collections.abc import Callable, Iterator

import pytest

from metrobot import logs
from metrobot.vitals import log_context

TOKEN = 'a"token\\that must-not-be-logged'
ADDRESS = "https://discord.com/api/v10/interactions/12345/aW50ZXJhY3Rpb24/callback"
Begin = Callable[[str], io.StringIO]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Return a function that begins a log of a form, as the bot itself does."""
    before = logging.getLogger().level

    def begun(form: str) -> io.StringIO:
        monkeypatch.setattr(logging.getLogger(), "handlers", [])
        stream = io.StringIO()
        logs.set_up("INFO", TOKEN, form=form, stream=stream)
        return stream

    yield begun
    logging.getLogger().setLevel(before)


async def _in_a_task(do: Callable[[], None]) -> None:
    """Do something in a task of its own, so that nothing of what it notes is left."""

    async def done() -> None:
        do()

    await asyncio.create_task(done())


def _of_a_game() -> None:
    """Log like an answer to a press on a game's board."""
    log_context.begin_interaction(77)
    log_context.note_game(12, 34)
    logging.getLogger("metrobot.test").info("a turn of %s", "Ada")


def _failed() -> None:
    """Log an error whose traceback has secrets in it, and more lines than one."""

    def fail() -> None:
        raise OSError(f"no way to\n{ADDRESS} with {TOKEN}")

    try:
        fail()
    except OSError:
        logging.getLogger("metrobot.test").exception("failed at %s", TOKEN)


async def test_a_line_of_text_ends_with_what_it_is_about(begin: Begin) -> None:
    log = begin("text")
    await _in_a_task(_of_a_game)

    assert log.getvalue().endswith("a turn of Ada game=12 revision=34 interaction=77\n")


async def test_a_line_of_json_has_all_of_it_apart(begin: Begin) -> None:
    log = begin("json")
    await _in_a_task(_of_a_game)

    told = json.loads(log.getvalue())
    assert told.pop("time").endswith("+00:00")
    assert told == {
        "level": "INFO",
        "logger": "metrobot.test",
        "message": "a turn of Ada",
        "game": 12,
        "revision": 34,
        "interaction": 77,
    }


async def test_what_is_about_no_game_names_none(begin: Begin) -> None:
    """Such as the start, or a press that has to do with no game."""
    log = begin("json")
    await _in_a_task(lambda: logging.getLogger("metrobot").info("begun"))

    assert not {"game", "revision", "interaction"} & json.loads(log.getvalue()).keys()


async def test_another_interaction_is_not_about_the_same_game(begin: Begin) -> None:
    """A task that answers begins with what it knows by itself."""
    log = begin("text")

    def twice() -> None:
        _of_a_game()
        log_context.begin_interaction(78)
        logging.getLogger("metrobot").info("other")

    await _in_a_task(twice)

    assert log.getvalue().splitlines()[1].endswith("other interaction=78")


async def test_a_traceback_is_one_line_of_json_without_secrets(begin: Begin) -> None:
    """JSON's own spelling of a secret is removed too."""
    log = begin("json")
    await _in_a_task(_failed)

    (line,) = log.getvalue().splitlines()
    told = json.loads(line)
    assert told["message"] == "failed at ***"
    assert "Traceback" in told["traceback"]
    assert "12345/***" in told["traceback"]
    assert [each for each in (TOKEN, json.dumps(TOKEN)[1:-1], "aW50Z") if each in line] == []

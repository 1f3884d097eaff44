"""The languages that people and servers choose."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from metrobot.service.people.chosen_languages import ChosenLanguages
from metrobot.store.parts import PersonStore
from metrobot.store.statements.people import Chosen
from metrobot.store.store import Store
from metrobot.vitals.listener import Vitals
from tests.databases import url_of
from tests.service.stage import ANN, BOB, GUILD, staged


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    made = await Store.open(url_of(tmp_path / "games.db"))
    yield made
    await made.close()


async def _read(store: Store) -> ChosenLanguages:
    """Return the stored languages, as another process reads them."""
    found = ChosenLanguages(store)
    await found.load()
    return found


async def test_choices_are_kept(store: Store) -> None:
    chosen = ChosenLanguages(store)
    await chosen.choose(ANN, "ko")
    await chosen.choose_for_server(GUILD, "nl")

    for each in (chosen, await _read(store)):
        assert (each.of_player(ANN.id), each.of_player(BOB.id)) == ("ko", None)
        assert (each.of_server(GUILD), each.of_server(GUILD + 1)) == ("nl", None)


async def test_choices_can_be_changed_and_taken_back(store: Store) -> None:
    chosen = ChosenLanguages(store)
    for language in ("ko", "es", None):
        await chosen.choose(ANN, language)
        await chosen.choose_for_server(GUILD, language)
        for each in (chosen, await _read(store)):
            assert (each.of_player(ANN.id), each.of_server(GUILD)) == (language, language)


async def test_a_choice_keeps_what_is_known_of_a_person(store: Store) -> None:
    await ChosenLanguages(store).choose(ANN, "ko")
    known = await store.people.rename(ANN.id, "Annie")
    await ChosenLanguages(store).choose(ANN, "es")

    assert known
    assert not await store.people.rename(ANN.id, "Annie")


class SlowPeople(PersonStore):
    """A part of a store whose answer waits for as long as a test likes."""

    def __init__(self, store: Store) -> None:
        super().__init__(store._database)
        self.read = asyncio.Event()
        self.go_on = asyncio.Event()

    async def chosen_languages(self) -> Chosen:
        """Read at once, and answer when the test lets it."""
        found = await super().chosen_languages()
        self.read.set()
        await self.go_on.wait()
        return found


async def test_reading_undoes_no_choice_that_was_made_meanwhile(store: Store) -> None:
    """A choice made during the reading is newer than the result."""
    store.people = slow = SlowPeople(store)
    chosen = ChosenLanguages(store)
    reading = asyncio.create_task(chosen.load())
    await slow.read.wait()
    await chosen.choose(ANN, "ko")
    slow.go_on.set()
    await reading

    assert chosen.of_player(ANN.id) == "ko"


async def test_choices_are_read_again_after_reading_has_failed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's language is lost because the store was away once."""
    await ChosenLanguages(store).choose(ANN, "ko")
    chosen = ChosenLanguages(store)
    with monkeypatch.context() as away:
        away.setattr(store.people, "chosen_languages", AsyncMock(side_effect=ConnectionError))
        with pytest.raises(ConnectionError):
            await chosen.load()
    await chosen.load()

    assert chosen.of_player(ANN.id) == "ko"


class Reads(Vitals):
    """Vitals that keep the kind of each transaction."""

    def __init__(self) -> None:
        self.kinds = list[str]()

    def stored(self, kind: str, _: float) -> None:
        """Note a transaction."""
        self.kinds.append(kind)


async def test_what_is_known_is_not_read_again(tmp_path: Path) -> None:
    """Unless another process has stored something: each round asks, and there may be very many."""
    reads = Reads()
    async with staged(url_of(tmp_path / "games.db"), vitals=reads) as stage:
        chosen, before = stage.tables.languages, len(reads.kinds)
        for _ in range(3):
            await chosen.load()
        known = len(reads.kinds) - before
        stage.store.signals.changed("people")
        await chosen.load()
        stage.store.signals.replaced()
        await chosen.load()

    assert (known, len(reads.kinds) - before) == (1, 3)

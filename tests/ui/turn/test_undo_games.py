"""Taking turns back in each of the games, on Discord: what stands in the way, and what is left."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from metrobot.engine.actions import Action
from metrobot.games.metromania.actions import Dig
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import NoNotifier
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.drawing import Drawing
from tests.ui.discord_game import quick_draw
from tests.ui.stage import Stage, alts, ids, labels, on_discord, texts

TITLES = {title: front.title for title, front in FRONTS.items()}
_EVERYBODY = 4
KEY = bytes([1]) * 32
"""With it a pile is used up in good time: somebody is left to build after it."""


@pytest.fixture(autouse=True)
def _drawn_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave pictures empty: their names and words are looked at."""
    monkeypatch.setattr(Drawing, "draw", quick_draw)


def a_game(path: Path, title: str) -> Any:
    """Run the bot with one of its games alone."""
    return on_discord(path / "games.db", _EVERYBODY, {title: FRONTS[title]})


async def begin(stage: Stage, players: int, *, key: bytes = KEY, **options: str) -> None:
    """Start a game in the order of joining, with the same dealing each time."""
    stage.bot.parts.tables._entropy = lambda: key
    await stage.lobby(*range(1, players))
    for name, value in {"seating": "joined", **options}.items():
        menu = next(each for each in ids(stage.last) if each.endswith(f":{name}"))
        await stage.people[0].select(stage.last, [value], custom_id=menu)
    await stage.people[0].click(stage.last, label="Start")


async def play(stage: Stage, chooser: Random, *, is_plain: bool = False) -> tuple[Action, ...]:
    """Let whose turn it is play one of random choices, without a marker where that is plain."""
    tables, table = stage.bot.parts.tables, await stage.table()
    player = table.to_act()[0].id
    _, draft = await tables.begin_draft(table.id, player)
    while not draft.is_turn_over:
        choices = list(enumerate(draft.open_choices))
        plain = [choice for choice in choices if is_plain and not placed((choice[1],))]
        draft = draft.then(chooser.choice(plain or choices)[0])
    await tables.confirm(table.id, player, table.revision, draft.code)
    await stage.env.settle()
    return draft.actions


async def ask(stage: Stage, table: Table, number: int) -> str:
    """Let somebody ask to take back the last turn; return what they are told."""
    person = next(each for each in stage.people if each.id == table.people[number].id)
    return texts((await person.slash(stage.channel, "game undo")).response)


async def take_back(stage: Stage, number: int) -> None:
    """Let somebody ask, and all others agree."""
    table = await stage.table()
    await ask(stage, table, number)
    for other in range(len(table.people)):
        if other != number:
            message = [m for m in stage.public if "Agree" in labels(m)][-1]
            await stage.people[other].click(message, label="Agree")


def placed(actions: tuple[Action, ...]) -> bool:
    """Return whether a marker was placed."""
    return any(isinstance(action, Dig) and action.letter is not None for action in actions)


def mover(table: Table) -> int:
    """Return the place of whose turn it is."""
    return table.people.index(table.to_act()[0])


async def finish(stage: Stage, chooser: Random) -> Table:
    """Play on to the end."""
    while (table := await stage.table()).to_act():
        await play(stage, chooser)
    return table


def check_table(table: Table) -> None:
    """Replay the record of a finished game, and do all its draws again."""
    record = table.record()

    assert check_record(TITLES, record).hidden is None
    assert check_dealing(TITLES, record).reason is None
    assert [event.seq for event in record.events] == list(range(1, len(record.events) + 1))
    assert "take_back" not in {event.kind for event in record.events}


async def test_metromania_takes_turns_back_and_its_record_is_right(tmp_path: Path) -> None:
    """One turn after the other, a restart in between; then the game goes on to its end."""
    chooser = Random(5)
    async with a_game(tmp_path, "metromania") as stage:
        await begin(stage, 3)
        for number in range(3):
            before = await stage.table()
            await play(stage, chooser, is_plain=True)
            await take_back(stage, number)
            after = await stage.table()
            assert (after.state, after.log) == (before.state, before.log)
            told = stage.last
            await stage.restart()
            await play(stage, chooser, is_plain=True)
        table = await finish(stage, chooser)

    assert "took back the last turn" in texts(told)
    assert "> " in texts(told)
    assert len(alts(told)) == 1
    assert labels(told)[0] == "Plan my turn"
    check_table(table)


@pytest.mark.parametrize(("hands", "is_shown"), [("secret", True), ("open", False)])
async def test_a_marker_from_a_secret_hand_stands(
    tmp_path: Path, hands: str, is_shown: bool
) -> None:
    """Everybody has seen it; where hands are open it can be taken back."""
    chooser = Random(1)
    async with a_game(tmp_path, "metromania") as stage:
        await begin(stage, 3, hands=hands)
        while True:
            number = mover(await stage.table())
            if placed(await play(stage, chooser)):
                break
        said = await ask(stage, await stage.table(), number)

    assert ("revealed part of a hidden hand" in said) == is_shown
    assert ("Once all the others agree" in said) != is_shown


async def test_what_is_refused_hangs_on_no_secret(tmp_path: Path) -> None:
    """A turn without a marker is offered to be taken back, and its message shows no hand."""
    async with a_game(tmp_path, "metromania") as stage:
        await begin(stage, 3)
        await play(stage, Random(2))
        table = await stage.table()
        await ask(stage, table, 0)
        public = str([texts(message) for message in stage.public])

    hands = [str(marker) for hand in table.state.hands for marker in hand]
    assert "asks to take back the last turn" in public
    assert [marker for marker in hands if marker in public] == []


async def test_on_the_underground_new_cards_make_a_turn_stand(tmp_path: Path) -> None:
    """As long as there is a pile; the planner's answer has no button then."""
    async with a_game(tmp_path, "underground") as stage:
        await begin(stage, 2)
        await play(stage, Random(1))

        said = await ask(stage, await stage.table(), 0)

    assert "drawn at random" in said


async def test_on_the_underground_turns_without_cards_can_be_taken_back(tmp_path: Path) -> None:
    """When the pile is used up those left build once; the record is right all the same."""
    chooser = Random(11)
    async with a_game(tmp_path, "underground") as stage:
        await begin(stage, 4, key=bytes([5]) * 32)
        outbox = stage.bot.parts.tables._outbox
        notifier, outbox._notifier = outbox._notifier, NoNotifier()
        while has_drawn(await stage.table()):
            before = await stage.table()
            await play(stage, chooser)
        for row in await stage.store.pending(before.id):
            await stage.store.drop_delivery(row, "nobody reads so much")
        outbox._notifier = notifier
        await take_back(stage, mover(before))
        after, told = await stage.table(), texts(stage.last)
        outbox._notifier = NoNotifier()
        table = await finish(stage, chooser)

    assert (after.state, after.log) == (before.state, before.log)
    assert "took back the last turn" in told
    check_table(table)


def has_drawn(table: Table) -> bool:
    """Return whether cards were drawn after the newest turn of a game that goes on."""
    assert table.to_act(), "somebody is left to build"
    return not isinstance(table.log[-1].event.actor, int)


@pytest.mark.parametrize(
    ("players", "said"), [(2, "all choices were revealed together"), (1, "drawn at random")]
)
async def test_a_round_of_metrolijn_stands(tmp_path: Path, players: int, said: str) -> None:
    """All have chosen, and the next card is open."""
    chooser = Random(1)
    async with a_game(tmp_path, "metrolijn") as stage:
        await begin(stage, players)
        for _ in range(players):
            await play(stage, chooser)

        answer = await ask(stage, await stage.table(), 0)

    assert said in answer

"""On the Underground on a simulated Discord: the planner, /build and /token."""

from pathlib import Path
from typing import Any

import pytest

from metrobot.games.underground.state import Phase
from metrobot.ui.app.fronts import FRONTS
from tests.ui.stage import Shown, Stage, again, ids, labels, on_discord, raw, texts, walk

FRONT = {"underground": FRONTS["underground"]}


def options(message: Shown, kind: str) -> list[tuple[str, list[str]]]:
    """Return the menus of a kind: id and values."""
    found = [each for each in walk(raw(message)) if each["type"] == 3]
    return [
        (each["custom_id"], [option["value"] for option in each["options"]])
        for each in found
        if f":{kind}:" in each["custom_id"]
    ]


def tab(message: Shown, colour: str) -> str:
    """Return the tab of a colour: what it begins with is told, its points are not."""
    return next(label for label in labels(message) if label.startswith(colour))


async def offered(stage: Stage, number: int, option: str, text: str = "", **filled: Any) -> Any:
    """Return autocomplete's offers for an option of /build."""
    person = stage.people[number]
    return await person.autocomplete(stage.channel, "build", option, text, **filled)


async def typed(stage: Stage, number: int, command: str, **filled: Any) -> Shown:
    """Return the private answer to a command."""
    result = await stage.people[number].slash(stage.channel, command, **filled)
    assert result.ephemeral
    return result.response


async def test_a_whole_turn_can_be_pressed(tmp_path: Path) -> None:
    """A colour, a link of an area, then tokens for the rest, and Confirm."""
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        board = await stage.start(1)
        planner = (await stage.people[0].click(board, label="Plan my turn")).response
        await stage.people[0].click(planner, label=tab(planner, "P"))
        planner = again(stage, planner)
        area = next(each for each in ids(planner) if ":group:" in each)
        await stage.people[0].select(planner, ["p_w"], custom_id=area)
        planner = again(stage, planner)
        menu, links = options(planner, "menu")[0]
        await stage.people[0].select(planner, [links[0]], custom_id=menu)
        planner = again(stage, planner)
        middle = texts(planner)
        await stage.people[0].click(planner, label="Token ×3")
        planner = again(stage, planner)
        planner = await _any_way(stage, 0, planner)
        await stage.people[0].click(planner, label="Confirm")
        state = (await stage.table()).state
        said = texts(stage.newest_board())

    assert "3 actions left" in middle
    assert "🛤️ Pink (P): " in middle
    assert state.turn == 1
    assert state.tokens[0] >= 3
    assert "laid 1 piece and took 3 tokens" in said
    assert "🚶 Euston → " in said
    assert "it’s your turn" in said


async def test_autocomplete_offers_what_is_legal(tmp_path: Path) -> None:
    """Own colours, then the stations of the line, marked free or 2 tokens."""
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        await stage.start(1)
        colours = await offered(stage, 0, "colour")
        ends = await offered(stage, 0, "to", colour="red", **{"from": "Acton"})
        first = {"colour": "red", "from": "Acton", "to": "White City"}
        starts = await offered(stage, 0, "from2", **first)
        second = await offered(stage, 0, "to2", **first)
        nonsense = await offered(stage, 0, "to2", colour="red", to="X", **{"from": "Y"})
        other = await offered(stage, 1, "colour")

    assert [each["value"] for each in colours] == ["red", "pink", "orange", "brown"]
    assert "Ealing Broadway · free, terminus Ealing Broadway +2 and a token" in [
        each["name"] for each in ends
    ]
    assert [each["name"] for each in starts] == ["Acton · free", "White City · free"]
    assert "Shepherd’s Bush · free" in [each["name"] for each in second]
    assert nonsense == other == []


async def test_typed_pieces_open_the_planner(tmp_path: Path) -> None:
    """Two pieces typed leave two actions, and nothing is played before Confirm."""
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        await stage.start(1)
        filled = {"colour": "red", "from": "Acton", "to": "White City", "to2": "Shepherd's Bush"}
        planner = await typed(stage, 0, "build", **filled)
        table = await stage.table()

    assert "Acton–White City–Shepherd’s Bush" in texts(planner)
    assert "2 actions left" in texts(planner)
    assert table.state.phase is Phase.BUILD
    assert not any(table.state.tracks)


async def test_typed_tokens_open_the_planner(tmp_path: Path) -> None:
    """Four tokens use up the actions; the passenger goes or is asked about."""
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        await stage.start(1)
        two = await typed(stage, 0, "token", count=2)
        four = await typed(stage, 0, "token", count=4)

    assert "2 actions left" in texts(two)
    assert "Took 4 tokens" in texts(four)
    assert "Undo" in labels(four)
    assert "Confirm" in labels(four) or labels(four)[0].split()[0] == "1"


@pytest.mark.parametrize(
    ("filled", "said"),
    [
        ({"colour": "red", "from": "Acton", "to": "Bank"}, "are not neighbours"),
        ({"colour": "blue", "from": "Acton", "to": "White City"}, "You do not build blue"),
        ({"colour": "x", "from": "Acton", "to": "White City"}, "There is no colour"),
    ],
)
async def test_a_wrong_link_is_refused_kindly(
    tmp_path: Path, filled: dict[str, str], said: str
) -> None:
    """The answer says why, in private, and what would do."""
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        await stage.start(1)
        answer = await typed(stage, 0, "build", **filled)

    assert said in texts(answer)


async def test_commands_of_another_game_say_so(tmp_path: Path) -> None:
    """/build in a channel where MetrOmania is played is refused."""
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        await stage.people[0].slash(stage.channel, "game new", game="metromania", seats=2)
        await stage.people[1].click(stage.last, label="Join")
        await stage.people[0].click(stage.last, label="Start")
        answer = await typed(stage, 0, "token", count=1)

    assert "are for On the Underground" in texts(answer)
    assert "MetrOmania" in texts(answer)


@pytest.mark.long
async def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    """From the lobby to the final table: one message a turn, each with its board."""
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        await stage.start(1, 2)
        turns = 0
        while (await stage.table()).to_act():
            await _turn(stage, turns % 3, turns)
            turns += 1
        table, said = await stage.table(), [texts(message) for message in stage.public]

    assert sum("(total " in text for text in said) == turns
    assert any("Only" in text and "left in the pile" in text for text in said)
    assert any("final count" in text for text in said)
    assert table.view_for(None).result.turns == turns
    assert all(len(text) <= 4000 for text in said)


async def _any_way(stage: Stage, number: int, planner: Shown) -> Shown:
    """Choose the first way of the passenger as often as one is to be chosen."""
    while ways := [label for label in labels(planner) if label.split(" ")[0] == "1"]:
        await stage.people[number].click(planner, label=ways[0])
        planner = again(stage, planner)
    return planner


async def _turn(stage: Stage, number: int, turn: int) -> None:
    """Play a turn with as few presses as can be: at times a piece, then tokens."""
    person = stage.people[number]
    planner = (await person.click(stage.newest_board(), label="Plan my turn")).response
    if turn % 5 == 0:
        link = next(label for label in labels(planner) if label.split(" ")[0] == "1")
        await person.click(planner, label=link)
        planner = again(stage, planner)
    rest = next(label for label in labels(planner) if label.startswith("Token ×"))
    await person.click(planner, label=rest)
    planner = again(stage, planner)
    planner = await _any_way(stage, number, planner)
    done = next(each for each in ids(planner) if ":done:" in each)
    await person.click(planner, custom_id=done)

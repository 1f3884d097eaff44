"""The games' own slash commands on a simulated Discord: answers, suggestions, who may type."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from metrobot.ui.app.fronts import FRONTS
from tests.ui.stage import Shown, Stage, labels, on_discord, texts
from tests.ui.typed_stage import suggested, typed

pytestmark = pytest.mark.usefixtures("quick_pictures")

MM, OU, ML = "metromania", "underground", "metrolijn"
FIRST: Final = "/build colour:red from:Acton to:White City"
ANSWERS: Final[Mapping[tuple[str, int], Mapping[str, tuple[str, ...]]]] = {
    (MM, 0): {
        "/dig line:solid to:nowhere": ("no point or gate",),
        "/dig line:solid to:N1-K6": ("black gate",),
        "/dig line:solid to:N2-K5 to2:K5": ("You can dig to",),
        "/dig line:solid to:N2-K5 to2:N4": ("white gate",),
        "/dig line:solid to:N2-K5 to2:A6": ("not next to",),
        "/dig line:solid to:N2-K5 line2:striped to2:S2-A7": ("§5.2",),
        "/dig line:striped to:s2-a7": ("2 tunnels left", "\n1 B7"),
        "/station line:solid point:F6": ("§8.1",),
        "/pass": ("§4.2",),
    },
    (OU, 0): {
        "/build colour:red from:Acton to:Bank": ("are not neighbours",),
        f"{FIRST} to2:Shepherd's Bush": (
            "2 pieces, the last R White City–Shepherd’s Bush",
            "2 actions left",
        ),
        "/token": ("3 actions left",),
        "/token count:2": ("2 actions left",),
        "/token count:4": ("took 4 tokens", "\nUndo"),
    },
    (ML, 0): {
        "/ride line:G stations:0 direction:counter": (
            "G Ring: fills a window, marks nothing (anticlockwise, towards Messe Nord)",
            "\nLock",
        )
    },
    (ML, -1): {"/free station:Westend": ("a cross at Westend",), "/ride line:A": ("`/free`",)},
}
"""For a title, and the index of each card drawn: lines and parts of their answers."""
SUGGESTIONS: Final[Mapping[tuple[str, int], Mapping[str, Mapping[str, str]]]] = {
    (MM, 0): {
        "/dig line:solid to:n2": {"N2-K5": "N2-K5 (south-east)", "N2-K4": "N2-K4 (south-west)"},
        "/dig line:solid to:N2-K5 to2:j6": {"J6": "J6 (south-east)"},
        "/dig line:solid to:XX to2:": {},
        "/dig line:striped to:S2-A7 to2:b7": {"B7": "B7 (north-east)"},
        "/station line:solid point:": {},
    },
    (OU, 0): {
        "/build colour:": {
            "red": "Red (R) · 20 pieces",
            "pink": "Pink (P) · 15 pieces",
            "orange": "Orange (O) · 15 pieces",
            "brown": "Brown (N) · 15 pieces",
        },
        f"{FIRST} from2:": {"Acton": "Acton · free", "White City": "White City · free"},
        f"{FIRST} to2:sh": {"Shepherd’s Bush": "Shepherd’s Bush · free"},
        "/build colour:red from:Acton to:ealing b": {
            "Ealing Broadway": "Ealing Broadway · free, terminus Ealing Broadway +2 and a token"
        },
        "/build colour:red from:Y to:X to2:": {},
    },
    (ML, 0): {
        "/ride line:ring": {
            "G": "G Ring: 3 crosses from Westend, 3 windows, 16 stations left, 4 points"
        },
        "/ride line:G direction:": {
            "clockwise": "clockwise, towards Jungfernheide",
            "counter": "anticlockwise, towards Messe Nord",
        },
        "/free station:": {},
    },
    (ML, -1): {"/free station:westend": {"Westend": "Westend: line G"}},
}
"""The same for lines whose last option is being typed: the values suggested, each as it is read."""


async def begun(stage: Stage, title: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start a game of two, with the card drawn that has this index among those left."""
    if title == ML:
        draw = "metrobot.service.model.chance.draw_index"
        monkeypatch.setattr(draw, lambda *ranges: number % ranges[-1])
    options = {"map": "berlin"} if title == ML else {}
    await stage.people[0].slash(stage.channel, "game new", game=title, **options)
    await stage.people[1].click(stage.last, label="Join")
    await stage.seated_as_joined()
    await stage.begin()


def shown(message: Shown) -> str:
    """Return the texts and the labels of an answer."""
    return "\n".join((texts(message), *labels(message)))


@pytest.mark.parametrize(("title", "number"), ANSWERS)
async def test_lines_are_answered_in_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str, number: int
) -> None:
    """By the planner or a refusal; what is possible is suggested, and nothing is played."""
    async with on_discord(tmp_path / "games.db", fronts={title: FRONTS[title]}) as stage:
        await begun(stage, title, number, monkeypatch)
        before = await stage.table()
        answers = {line: shown(await typed(stage, 0, line)) for line in ANSWERS[title, number]}
        choices = {line: await suggested(stage, 0, line) for line in SUGGESTIONS[title, number]}
        after = await stage.table()

    missing = [
        (line, part, answers[line])
        for line, parts in ANSWERS[title, number].items()
        for part in parts
        if part not in answers[line]
    ]
    assert not missing
    assert choices == SUGGESTIONS[title, number]
    assert (before.revision, before.state) == (after.revision, after.state)
    assert after.locked == frozenset()


@pytest.mark.parametrize(
    ("title", "line", "parts"),
    [
        (MM, "/token count:1", ("are for On the Underground", "\u2068MetrOmania\u2069")),
        (MM, "/ride line:A", ("are for Metrolijn",)),
        (OU, "/dig line:solid to:N2-K5", ("are for MetrOmania",)),
    ],
)
async def test_commands_of_another_game_say_so(
    monkeypatch: pytest.MonkeyPatch, title: str, line: str, parts: tuple[str, ...], town: Stage
) -> None:
    await begun(town, title, 0, monkeypatch)
    answer = texts(await typed(town, 0, line))
    choices = {} if "token" in line else await suggested(town, 0, line)

    assert all(part in answer for part in parts), answer
    assert choices == {}


@pytest.mark.parametrize(
    ("title", "line"), [(MM, "/dig line:solid to:N2-K5"), (OU, FIRST)], ids=[MM, OU]
)
async def test_who_is_not_to_play_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str, line: str
) -> None:
    async with on_discord(tmp_path / "games.db", fronts={title: FRONTS[title]}) as stage:
        await begun(stage, title, 0, monkeypatch)
        answer = texts(await typed(stage, 1, line))
        own, others = [await suggested(stage, number, line) for number in (0, 1)]

    assert "we are waiting for \u2068Ann" in answer
    assert own
    assert others == {}

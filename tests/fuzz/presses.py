"""Interactions as no client would send them: ids, values and options spoilt by a seed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from simcord.interactions import command_leaves

from metrobot.games.registry import TITLES
from metrobot.ui.pages.ids import PressKind
from tests.ui.limits import walk

PRESS: Final = 3
COMMAND: Final = 2
TYPING: Final = 4

ARGS: Final = (
    "",
    "0",
    "1",
    "-1",
    "9" * 19,
    "9" * 60,
    "a1f3:0",
    "a1f3:3.7.2",
    "0000:",
    ":",
    "...",
    "~A",
    "0:a1f3:1",
    "h-first",
    "i-last",
    "h",
    "i1",
    "h1-2-on",
    "yes",
    "no",
    "1:yes",
    "yes:99999999999999999999",
    "sure",
    "seating",
    "hands",
    *TITLES,
    "underground:0:go",
    "metrolijn:end:",
    "chess:try:a1f3:0",
    "language",
    "play!",
    "share!",
    "words!1",
    "stop!",
    "done!0000:",
    "l-0-on",
    "\u202e\U0001f687",
    "\ud83d",
    "²",
    "١",
    "x" * 70,
)
"""What stands in ids after the kind, right and wrong."""
TEXTS: Final = (
    "",
    " ",
    "A1",
    "N2",
    "north",
    "whole",
    "@everyone",
    "`{n}`",
    "{",
    "%s",
    "\u202e",
    "\ud800",
    "a\udc00b",
    "²",
    "9" * 19,
    "9" * 400,
    "-1",
    "1.5",
    "2026-02-30",
    "25:61",
    "Europe/Nowhere",
    "../../etc/passwd",
    *TITLES,
    "x" * 6000,
)
ODD: Final[tuple[Any, ...]] = (7, -1.5, 10**30, True, "x", "", "\ud800", [], {}, [1], {"id": "1"})
"""Values of another kind than an option has."""
NUMBERS: Final = (0, 1, 2, 3, -1, 9, 10**9, 2**31, 2**53 - 1, -(2**53))


@dataclass(frozen=True)
class Strange:
    """One interaction that nobody should send.

    Attributes:
        type: as Discord counts them: a command, a press, typing.
        data: of the interaction.
    """

    type: int
    data: dict[str, Any]


def strange(rng: Random, seen: Sequence[str], commands: Sequence[Mapping[str, Any]]) -> Strange:
    """Return one interaction.

    Args:
        rng: gives the same ones for the same seed.
        seen: ids of buttons and menus that stand under messages.
        commands: as they are registered.
    """
    if rng.random() < 0.7:
        return _press(rng, seen)
    return _command(rng, rng.choice(commands), is_typing=rng.random() < 0.4)


def _press(rng: Random, seen: Sequence[str]) -> Strange:
    """Return a press of a button or menu that may not even be there."""
    parts = rng.choice(seen).split(":", 4) if seen and rng.random() < 0.7 else None
    _, game, revision, kind, arg = parts or ("mb1", "1", "0", rng.choice(list(PressKind)), "")
    if rng.random() < 0.4:
        kind = rng.choice((*PressKind, "nothing"))
    if rng.random() < 0.4:
        arg = rng.choice(ARGS)
    if rng.random() < 0.2:
        game = rng.choice(("0", "1", "2", "3", "4", "99", "9" * 18, "9" * 19))
    if rng.random() < 0.2:
        revision = rng.choice(("0", "1", "5", "9" * 9, "9" * 10))
    values = rng.sample((*TEXTS, *ODD), rng.randint(0, 2))
    is_menu = rng.random() < 0.4
    data = {"custom_id": f"mb1:{game}:{revision}:{kind}:{arg}"[:100], "component_type": 2}
    return Strange(PRESS, {**data, "component_type": 3, "values": values} if is_menu else data)


def _command(rng: Random, command: Mapping[str, Any], *, is_typing: bool) -> Strange:
    """Return a command with options of any kind."""
    path, leaf = rng.choice(command_leaves(dict(command)))
    given = [
        {"name": each["name"], "type": each["type"], "value": value}
        for each in leaf.get("options") or ()
        if rng.random() < 0.6 and (value := _value(rng, each)) is not None
    ]
    if rng.random() < 0.1:
        given.append({"name": "strange", "type": 3, "value": rng.choice(TEXTS)})
    if is_typing:
        open_ = [each for each in leaf.get("options") or () if each.get("autocomplete")]
        given = [each for each in given if each["type"] in (3, 4)]
        if open_:
            focused = rng.choice(open_)
            given = [each for each in given if each["name"] != focused["name"]]
            value = rng.choice((*TEXTS, *ODD))
            typed = {"name": focused["name"], "type": focused["type"], "value": value}
            given.append({**typed, "focused": True})
        else:
            is_typing = False
    for name in reversed(path[1:]):
        given = [{"name": name, "type": 1, "options": given}]
    data = {"id": command["id"], "name": path[0], "type": 1, "options": given}
    return Strange(TYPING if is_typing else COMMAND, data)


def _value(rng: Random, option: Mapping[str, Any]) -> Any:
    """Return a value for an option; None to leave it out."""
    if rng.random() < 0.1:
        return rng.choice(ODD)
    match option["type"]:
        case 3:
            choices = [each["value"] for each in option.get("choices") or ()]
            return rng.choice(choices or TEXTS)  # Discord itself takes no other one
        case 4:
            return rng.choice(NUMBERS)
        case 5:
            return rng.random() < 0.5
        case _:
            return None  # people, channels and files come with what Discord knows of them


def ids_of(components: Any) -> list[str]:
    """Return the ids that stand under a message, as Discord holds it."""
    return [each["custom_id"] for each in walk(list(components)) if "custom_id" in each]

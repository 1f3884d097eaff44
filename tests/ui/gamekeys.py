"""What a game's front says, and what its catalogue holds."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path

from babel.messages.pofile import read_po

import metrobot
from metrobot.engine.title import AnyTitle
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.keys import (
    about_key,
    command_key,
    fate_key,
    hint_key,
    option_key,
    pitch_key,
    title_key,
    value_key,
)

ROOT = Path(metrobot.__file__).parent / "ui"
PLAYERS = ROOT.parent / "players"


def keys_said(title: AnyTitle, refusals: Iterable[str], prefix: str) -> set[str]:
    """Return all keys that stand in the code of a front, or that the bot asks for."""
    found = {*map(str, refusals), *keys_of(title)}
    front = FRONTS[title.id]
    words_on_pictures = import_module(f"metrobot.ui.{title.id}.pictures").captions(ENGLISH)
    captions = {f"{prefix}.picture.{field.name}" for field in fields(words_on_pictures)}
    found |= {f"{prefix}.topic.{page}.{part}" for page in front.pages for part in ("name", "text")}
    found.add(f"{prefix}.first.aim")
    found |= {f"{prefix}.alt.topic_{page}" for page in front.pictured}
    found |= captions & keys_known(title.id)  # some are filled with other sentences
    for path in (ROOT / title.id).glob("*.py"):
        found |= {text for text in texts_in(path) if re.fullmatch(rf"{prefix}\.[a-z0-9_.]+", text)}
    found |= {f"fact.{prefix}.{kind}" for kind in title.fact_kinds}
    for path in (PLAYERS / title.id).glob("*.py"):
        found |= set(re.findall(r'"(why\.[a-z0-9_.]+)"', path.read_text("utf-8")))
    return found


def texts_in(path: Path) -> set[str]:
    """Return the texts that stand in a module, and those that `keyed` makes of prefixes there."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    prefixes = {
        id(call.args[0]) for call in calls if getattr(call.func, "id", "") == "keyed" and call.args
    }
    constants = (node for node in nodes if isinstance(node, ast.Constant))
    found = {
        node.value
        for node in constants
        if isinstance(node.value, str) and id(node) not in prefixes and node.value[-1:] != "."
    }
    name = ".".join(path.relative_to(ROOT.parents[1]).with_suffix("").parts)
    tables = (each for each in vars(import_module(name)).values() if isinstance(each, dict))
    return found | {text for table in tables for text in table.values() if isinstance(text, str)}


def keys_known(title: str) -> set[str]:
    with (ROOT / "locale" / "en" / f"{title}.po").open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id]
    return {key if isinstance(key, str) else key[0] for key in ids}


def keys_of(title: AnyTitle) -> Iterator[str]:
    """Return all keys that a title's catalogue must have for all games."""
    yield title_key(title.id)
    yield pitch_key(title.id)
    yield about_key(title.id)
    yield fate_key(title.id)
    for option in (each for each in title.options if each.players):
        yield option_key(title.id, option.name)
        yield command_key(title.id, option.name)
        for value in option.values:
            yield value_key(title.id, option.name, value)
            yield hint_key(title.id, option.name, value)

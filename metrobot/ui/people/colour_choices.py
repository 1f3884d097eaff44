"""The choices of colours that somebody may wish for in their next games."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from discord import ui

from metrobot.engine.errors import Refusal
from metrobot.service.people.preferences import Preferences
from metrobot.ui.kit.front import Front
from metrobot.ui.pages.ids import PressId, PressKind, menu, option
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.refusals import FrameKey


def colour_choices(front: Front, words: Words) -> dict[str, str]:
    """Return the wishes that a title takes, each as it is stored, with its sentence."""
    if not front.colours:
        return {}
    names, title = tuple(map(words.say, front.colours)), words.title(front.title.id)
    choices = {front.title.id: words.say("settings.colours.any", title=title)}
    for pair in permutations(range(len(names)), 2):
        facts = {"first": names[pair[0]], "second": names[pair[1]], "title": title}
        choices[_code(front.title.id, pair)] = words.say("settings.colours.pair", **facts)
    return choices


def _code(title: str, numbers: Sequence[int]) -> str:
    return "-".join((title, *map(str, numbers)))


def colour_wish(fronts: Mapping[str, Front], text: str, words: Words) -> tuple[str, list[int]]:
    """Return the title and the colours that somebody wishes for, given a choice or its sentence.

    Raises:
        Refusal: it is no choice of ours.
    """
    for front in fronts.values():
        for code, label in colour_choices(front, words).items():
            if text.strip().casefold() in {code, label.casefold()}:
                title, *numbers = code.split("-")
                return title, [*map(int, numbers)]
    raise Refusal(FrameKey.NO_SUCH_COLOUR)


def colour_menus(
    fronts: Mapping[str, Front], wishes: Preferences, words: Words, line: int
) -> Iterator[ui.ActionRow[Any]]:
    """Yield a menu of colours for each title in which people have some."""
    for id_, front in fronts.items():
        present = _code(id_, wishes.wished(id_))
        options = [
            option(label, code, is_chosen=code == present)
            for code, label in colour_choices(front, words).items()
        ]
        if options:
            press = PressId(line, 0, PressKind.SETTING, f"colour-{id_}")
            yield menu(press, words.say("settings.colours.prompt"), options)

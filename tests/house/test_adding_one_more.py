"""The checklist for one more option, switch and so on names what those of today need."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Final

import pytest
from babel.messages.pofile import read_po

from metrobot.games.registry import TITLES
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.server_games import Switch
from metrobot.store.schema.standing_tables import standings
from metrobot.ui.words.catalogue import COMPLETE
from tests.house.test_adding_a_game import PLACE, ROOT, files

PAGE: Final = "docs/adding-one-more.md"
SECTIONS: Final = dict(
    part.split("\n", 1) for part in (ROOT / PAGE).read_text("utf-8").split("\n## ")[1:]
)
TITLE: Final = re.compile(rf"(?<![a-z])(?:{'|'.join(TITLES)})(?![a-z])")
_QUOTED: Final = re.compile(r"`([^`]+)`")
_SYMBOL: Final = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")
_LANGUAGES: Final = re.compile(r'"nl".*"es".*"ko"|Dutch, Spanish and Korean')
_LINK: Final = "(#a-column)"
_READ: Final = ("metrobot/", "render/", "tests/", "docs/", "README.md", "CONTRIBUTING.md")
_NOT_READ: Final = (PAGE, "docs/decisions/", "tests/house/")
_TEXTS: Final = (".py", ".po", ".md")


def places(text: str) -> set[str]:
    """Return the files and folders that are named in a text, a title or language left open."""
    quotes = _QUOTED.findall(text)
    return {each for each in quotes if each.rfind("/") > 0 or (ROOT / each.lstrip("/")).is_file()}


def paths_of(place: str) -> Iterator[str]:
    """Yield the files or folders that a place stands for."""
    for title in TITLES if PLACE in place else ("",):
        for language in COMPLETE if "<language>" in place else ("",):
            yield place.replace(PLACE, title).replace("<language>", language)


@cache
def texts() -> dict[str, str]:
    """Return all that may have to be changed for one more of a kind, by its path."""
    return {
        path: (ROOT / path).read_text("utf-8")
        for path in files()
        if path.startswith(_READ) and not path.startswith(_NOT_READ) and path.endswith(_TEXTS)
    }


@cache
def words() -> dict[str, frozenset[str]]:
    """Return the words of each text."""
    return {path: frozenset(re.findall(r"\w+", text)) for path, text in texts().items()}


def naming(examples: Sequence[Collection[str]], title: str = "") -> set[str]:
    """Return the texts that have a word of each example; without those of other titles."""
    others = TITLES.keys() - {title} if title else ()
    return {
        TITLE.sub(PLACE, path)
        for path, path_words in words().items()
        if not any(other in path for other in others)
        and not any(path_words.isdisjoint(example) for example in examples)
    }


def reasons(title: str) -> list[set[str]]:
    """Return the keys of a title's reasons, by their last parts; recounts are named by them."""
    with (ROOT / "metrobot/ui/locale/en" / f"{title}.po").open("rb") as file:
        ids = [each.id if isinstance(each.id, str) else each.id[0] for each in read_po(file)]
    keys = [re.fullmatch(r"why\.\w+\.(\w+)", each) for each in ids]
    return [{key[1], f"_{key[1]}"} for key in keys if key]


def options() -> set[str]:
    """Return the texts in which each option of each title stands."""
    return set.intersection(
        *(
            naming([{option.name}], title.id)
            for title in TITLES.values()
            for option in title.options
            if option.players
        )
    )


def naming_all_languages() -> list[str]:
    """Return the texts that list all languages."""
    return [path for path, text in texts().items() if _LANGUAGES.search(text)]


def statistics() -> list[set[str]]:
    """Return the statistics of a person, by their names."""
    of_all = {"guild", "title", "player", "mu", "sigma"}
    return [{column.name} for column in standings.c if column.name not in of_all]


NEEDED: Final[dict[str, Callable[[], set[str]]]] = {
    "An option of a game": options,
    "A switch of a server": lambda: naming([{each.value, each.name} for each in Switch]),
    "A statistic": lambda: naming(statistics()),
    "A reason of a hint": lambda: set().union(*(naming(reasons(each), each) for each in TITLES)),
    "A delivery": lambda: naming([{each.value, each.name} for each in DeliveryKind]),
    "A language": lambda: {TITLE.sub(PLACE, path) for path in naming_all_languages()},
}
"""The texts that name all there are of what a section is about."""


@pytest.mark.parametrize("section", NEEDED)
def test_each_place_that_all_of_a_kind_have_is_listed(section: str) -> None:
    """If one were missing, whoever adds another would forget it."""
    text = SECTIONS[section] + (SECTIONS["A column"] if _LINK in SECTIONS[section] else "")
    on_page, needed = places(text), NEEDED[section]()
    folders = tuple(f"{each.rstrip('/')}/" for each in on_page if (ROOT / each).is_dir())

    assert needed
    assert {each for each in needed - on_page if not each.startswith(folders)} == set()


@pytest.mark.parametrize("section", SECTIONS)
def test_each_place_on_the_page_is_there(section: str) -> None:
    paths = [each for place in places(SECTIONS[section]) for each in paths_of(place)]

    assert paths
    assert [each for each in paths if not (ROOT / each).exists()] == []


@pytest.mark.parametrize("section", SECTIONS)
def test_each_name_on_the_page_stands_in_a_file_of_its_line(section: str) -> None:
    lines = SECTIONS[section].splitlines()

    assert [name for line in lines for name in symbols(line) if name not in words_in(line)] == []


def symbols(line: str) -> list[str]:
    """Return the names of the code in a line, those of a class and of what it has apart."""
    quotes = [each for each in _QUOTED.findall(line) if _SYMBOL.fullmatch(each)]
    return [name for each in quotes if not each.endswith(_TEXTS) for name in each.split(".")]


def words_in(line: str) -> frozenset[str]:
    """Return the words of the code and the catalogues that a line names."""
    places_of_line = tuple(each for place in places(line) for each in paths_of(place)) or ("",)
    paths = [
        path
        for path in words()
        if path.startswith(places_of_line) and path.endswith((".py", ".po"))
    ]
    return frozenset[str]().union(*(words()[path] for path in paths))

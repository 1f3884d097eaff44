"""Names made safe to stand in our sentences: of people, of computers, of places at a table.

A computer's name has a sign before it, which no person's name can have.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate, takewhile
from typing import Final

from metrobot.service.model.computers import LEVELS, ComputerName
from metrobot.service.model.play import Person, Play
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed
from metrobot.ui.words.text_length import PHONE_LINE, columns
from render.text.graphemes import graphemes

LONGEST: Final = 32
SIGN: Final = "\N{ROBOT FACE}"
"""Sign before the names of computers, and after those of people for whom one plays."""
_ISOLATE, _RELEASE = "\u2068", "\u2069"
_MARKDOWN: Final = re.compile(r"([\\*_~|`\[\]()<:])")
_JOINER: Final = "\u200d"  # makes one emoji of several
_UNSEEN: Final = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_MARKS: Final = {"Mn", "Me"}
_BLANK: Final = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Letters and signs that nobody sees, whatever their category."""
_MOST_MARKS: Final = 3
"""Marks over and under one letter that are enough for every language."""
_NAMELESS: Final = "?"
_LEVELS: Final = keyed("computer.level", LEVELS)


class SignedName(str):
    """A name with a computer's sign, put there by us."""


def computer_name(name: str) -> SignedName:
    """Return the name of a computer, with its sign before it."""
    return SignedName(f"{SIGN} {_bare(name)}")


def covered_name(name: str) -> SignedName:
    """Return the name of a person for whom a computer plays, with its sign after it."""
    # Two characters less, for the space and the sign.
    return SignedName(f"{_bare(name, LONGEST - 2) or _NAMELESS} {SIGN}")


def without_signs(name: str) -> str:
    """Return a person's name without any sign of a computer that they have put there."""
    return name.replace(SIGN, "") if SIGN in name else name


def storable(text: str) -> str:
    """Return a text without lone surrogates, which no database takes."""
    return text.encode(errors="replace").decode()


def plain_name(name: str) -> str:
    """Return a name for where Markdown means nothing: alt texts, menus, file texts.

    One line, nothing invisible, at most 32 characters, and isolated, so that a
    name written from right to left does not turn the sentence around it.
    """
    return _isolated(_tidy(name))


def shown_name(name: str) -> str:
    """Return a name for a message, plain and read neither as Markdown nor as a mention."""
    return _isolated(escaped(_tidy(name)))


def escaped(text: str) -> str:
    """Return a text, such as a label with a plain name in it, as it reads in a message."""
    # An invisible character after the @ keeps @everyone from being a mention.
    return _MARKDOWN.sub(r"\\\1", text).replace("@", "@\u200b")


def _tidy(name: str) -> str:
    """Return the visible characters of a name on one line, a computer's with its sign."""
    # This sign was put there by us; people lose the ones that they put into their names.
    if isinstance(name, SignedName):
        return name
    return computer_name(name) if isinstance(name, ComputerName) else _bare(name)


def _bare(name: str, longest: int = LONGEST) -> str:
    """Return the visible characters of a name on one line, cut to a length, without signs."""
    # Most names are so, and every character of them is visible.
    if name.isascii() and name.isprintable():
        return _cut(" ".join(name.split()), longest)
    characters = (" " if char.isspace() else char for char in without_signs(name))
    line = " ".join("".join(_visible(characters)).split())
    # Marks, spaces and control characters alone show nothing.
    if all(unicodedata.category(char)[0] in "CMZ" for char in line):
        return ""
    return _cut(line, longest)


def _cut(line: str, longest: int, measure: Callable[[str], int] = len) -> str:
    if measure(line) <= longest:
        return line
    # Between two signs as people see them: half of an emoji would be another one.
    beginnings = takewhile(lambda text: measure(text) < longest, accumulate(graphemes(line)))
    return max(beginnings, key=len, default=line[: longest - 1]) + "…"


def label_with(words: Words, key: str, name: str, n: int | None = None, **facts: object) -> str:
    """Return a button's label with a name in it, cut to what a phone's line has room for.

    With a number it has the form that goes with that.
    """
    say = partial(words.say, key) if n is None else partial(words.count, key, n)
    room = PHONE_LINE - columns(say(name="", **facts))
    return say(name=_isolated(_cut(_tidy(name), room, columns)), **facts)


def _visible(name: Iterable[str]) -> Iterator[str]:
    marks = 0
    for char in name:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in _MARKS else 0
        # Towers of marks would cover the lines above and below.
        if (char != _JOINER and (kind in _UNSEEN or char in _BLANK)) or marks > _MOST_MARKS:
            continue
        yield char


def _isolated(name: str) -> str:
    return f"{_ISOLATE}{name or _NAMELESS}{_RELEASE}"


def player_name(person: Person, words: Words) -> str:
    """Return a person's name for a sentence, not yet made safe.

    Nobody's place is "the vacant seat", since "vacant" alone reads as a name.
    A computer has its sign before the name; a person for whom one plays, after it.
    """
    if person.is_human:
        return covered_name(person.name) if person.cover else without_signs(person.name)
    return words.say("seats.vacant.named") if person.is_vacant else computer_name(person.name)


def player_name_shown(person: Person, words: Words) -> str:
    """Return a person's name for a message."""
    return shown_name(player_name(person, words))


def level_word(level: str, words: Words) -> str:
    """Return the word for a computer's level."""
    return words.say(_LEVELS[level])


def plain_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names for where Markdown means nothing."""
    return tuple(map(plain_name, names))


def shown_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names for a message."""
    return tuple(map(shown_name, names))


def names_of(table: Play, words: Words) -> tuple[str, ...]:
    """Return the names of all places, in turn order: not yet made safe."""
    return tuple(player_name(person, words) for person in table.people)

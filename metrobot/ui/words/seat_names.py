"""What a place at a table is called: by who sits there, or vacant."""

from typing import Final

from metrobot.service.model.play import Person, Play
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import computer_name, covered_name, shown_name, without_signs

_LEVELS: Final = {
    "easy": "computer.level.easy",
    "fair": "computer.level.fair",
    "strong": "computer.level.strong",
}


def player_name(person: Person, words: Words) -> str:
    """Return what somebody is called, not yet made safe; or that nobody sits there.

    A computer has its sign before the name; a person for whom one plays, after it.
    """
    if person.is_vacant:
        return words.say("seats.vacant")
    if person.is_computer:
        return computer_name(person.name)
    return covered_name(person.name) if person.cover else without_signs(person.name)


def player_name_shown(person: Person, words: Words) -> str:
    """Return what somebody is called in a message."""
    return shown_name(player_name(person, words))


def level_word(level: str, words: Words) -> str:
    """Return what a computer's level is called."""
    return words.say(_LEVELS[level])


def names_of(table: Play, words: Words) -> tuple[str, ...]:
    """Return what all places are called, in turn order: not yet made safe."""
    return tuple(player_name(person, words) for person in table.people)


def place_name(table: Play, position: int, words: Words) -> str:
    """Return what one place is called in a message: its number and who sits there."""
    name = shown_name(player_name(table.people[position], words))
    return words.say("seats.place", number=position + 1, name=name)

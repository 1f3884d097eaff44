"""The words on a game's pictures, in the reader's language."""

from dataclasses import fields
from typing import Any, TypeVar

from metrobot.ui.words.catalogue import Words

C = TypeVar("C")


def captions_of(kind: type[C], prefix: str, words: Words, **others: Any) -> C:
    """Return all words on the pictures of a game.

    Args:
        kind: a dataclass with a field for each word; `<prefix>.picture.<field>`
            is the key of its sentence.
        prefix: how the keys of the game begin.
        words: of the reader.
        others: fields that are filled otherwise.
    """
    names = [field.name for field in fields(kind) if field.name not in others]  # type: ignore[arg-type]  # any dataclass
    return kind(**{name: words.say(f"{prefix}.picture.{name}") for name in names}, **others)


def played_caption(words: Words) -> str:
    """Return the caption of the last turn, with {name} and {points} still to be filled in.

    A picture puts in as much of the name as it has room for.
    """
    return words.say("picture.played", name="{name}", points="{points}")

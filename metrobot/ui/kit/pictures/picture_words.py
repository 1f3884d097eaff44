"""The words on a game's pictures, in the reader's language."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from datetime import date
from typing import Any, TypeVar

from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.text_length import clipped, utf16_length

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


def won_caption(
    words: Words, scores: Sequence[int], merit: str = "", day: date | None = None
) -> str:
    """Return the line above the winners: by how much they won, and the day of the end.

    Args:
        words: of the reader.
        scores: of all players.
        merit: what decided between equal scores; empty: nothing.
        day: of the end; None: not told.
    """
    best, *lower = sorted(scores, reverse=True)
    lead = best - lower[0] if lower else 0
    margin = words.count("picture.won_by", lead) if lead else merit or words.say("picture.shared")
    return " · ".join(filter(None, (margin, "" if day is None else words.day(day))))


def weighed(parts: Iterable[tuple[int, str]], limit: int, words: Words) -> str:
    """Join sentences; where they are too long together, the least important ones go.

    Args:
        parts: the sentences, each with a rank; those of rank 0 stay.
        limit: units that all take together.
        words: of the reader, who is told where the rest stands.
    """
    sentences = list(parts)
    text = " ".join(sentence for _, sentence in sentences)
    while utf16_length(text) > limit and (worst := max(rank for rank, _ in sentences)):
        del sentences[max(n for n, (rank, _) in enumerate(sentences) if rank == worst)]
        text = " ".join((*(sentence for _, sentence in sentences), words.say("alt.more")))
    return clipped(text, limit)

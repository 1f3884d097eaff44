"""A sentence for people that is not in words yet: a key with its facts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence that is not in words yet.

    Attributes:
        key: of the sentence in the catalogue.
        facts: values by their names in the sentence. `points` is written with its
            sign; ids of a title's things still need their names.
        count: the number that selects singular or plural; None for a sentence
            with one form.
    """

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    count: int | None = None

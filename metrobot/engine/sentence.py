"""A sentence that is still to be worded: a key with its facts, for people, not a refusal."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from metrobot.engine.errors import Fact


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence.

    Attributes:
        key: of the sentence in the catalogue.
        facts: values that go with it, by their names in the sentence; `points` is
            written with its sign, ids of the title's things are still to be named.
        count: the number that its form goes with; None where it has but one.
    """

    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    count: int | None = None

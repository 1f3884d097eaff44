"""Why a turn is good, in words."""

from collections.abc import Mapping, Sequence

from metrobot.engine.errors import Fact
from metrobot.engine.sentence import Sentence
from metrobot.ui.words.catalogue import Words

POINTS = "points"
"""The fact that is written with its sign."""


def reason_text(reason: Sequence[Sentence], words: Words, things: Mapping[str, str]) -> str:
    """Return one or two sentences.

    Args:
        reason: as the players found it.
        words: of the reader.
        things: keys of what the title's things are called, by their ids.
    """
    return " ".join(_sentence(said, words, things) for said in reason)


def _sentence(said: Sentence, words: Words, things: Mapping[str, str]) -> str:
    """Return one sentence."""
    facts = {name: _readable(name, fact, words, things) for name, fact in said.facts.items()}
    if said.count is None:
        return words.say(said.key, **facts)
    return words.count(said.key, said.count, **facts)


def _readable(name: str, fact: Fact, words: Words, things: Mapping[str, str]) -> object:
    """Return a fact as a reader sees it."""
    if name == POINTS and isinstance(fact, int):
        return words.signed(fact)
    if isinstance(fact, str) and fact in things:
        return words.say(things[fact])
    return fact

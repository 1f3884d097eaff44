"""What is wrong with an imported record, in a sentence that names event and rule."""

from typing import Final

from metrobot.engine.errors import Fact
from metrobot.service.record_faults import RecordFaultError
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import title_key
from metrobot.ui.words.player_names import shown_name

_FROM_OUTSIDE: Final = {"name", "kind", "option"}
"""Facts that are read from the file as they stand there."""


def fault_text(words: Words, error: RecordFaultError, rule: str | None) -> str:
    """Return a fault in words; nothing of the file is shown but made safe.

    Args:
        words: of the reader.
        error: the first fault that was found.
        rule: the sentence of the rule that forbids the event, where one does.
    """
    facts = {name: _readable(words, name, fact) for name, fact in error.facts.items()}
    reason = rule or words.say(error.key, **facts)
    if error.seq is None:
        return words.say("replay.fault", reason=reason)
    return words.say("replay.fault_at", seq=error.seq, reason=reason)


def _readable(words: Words, name: str, fact: Fact) -> object:
    """Return one fact as a reader may see it."""
    if name == "titles" and isinstance(fact, tuple):
        return tuple(words.say(title_key(title)) for title in fact)
    if name == "title":
        key = title_key(str(fact))
        return words.say(key) if words.has(key) else shown_name(str(fact))
    return shown_name(str(fact)) if name in _FROM_OUTSIDE else fact

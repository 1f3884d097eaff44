"""Sentences that are still to be worded."""

from metrobot.engine.sentence import Sentence


def test_a_sentence_has_no_facts_and_one_form_unless_it_says_so() -> None:
    """A key is enough."""
    assert Sentence("a.b.c") == Sentence("a.b.c", {}, None)
    assert Sentence("a.b.c", {"points": 2}, 2) != Sentence("a.b.c", {"points": 2})

"""Sentences that are still to be worded."""

from metrobot.engine.said import Said


def test_a_sentence_has_no_facts_and_one_form_unless_it_says_so() -> None:
    """A key is enough."""
    assert Said("a.b.c") == Said("a.b.c", {}, None)
    assert Said("a.b.c", {"points": 2}, 2) != Said("a.b.c", {"points": 2})

"""No translation is older than its English sentence."""

from tests.house.stamp import stale


def test_every_translation_was_read_since_its_english_sentence_changed() -> None:
    """Each names its language, its key and what to do."""
    assert "\n".join(map(str, stale())) == ""

"""Messages without pictures and buttons: what is left of them."""

from itertools import chain

import pytest

from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.pages.page import Letter, page, plain_text
from tests.ui.extremes import LANGUAGES, course, faults, shown_pages, words_in

NOTE = "Where to find the rest."


@pytest.mark.few
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", FRONTS)
def test_the_words_of_every_message_fit_into_a_plain_one(title: str, language: str) -> None:
    """The call stands first as ever, where the rest is to be found last; nothing is drawn."""
    front, words = FRONTS[title], words_in(language)
    tables = course(title, max(front.title.player_counts))
    note = words.say("place.refused.plain")

    for shown in chain(*(shown_pages(front, each, words) for each in (tables[1], tables[-1]))):
        bare = plain_text(shown, note)
        assert faults(bare) == []
        assert bare.content.endswith(note)
        assert (bare.pictures, bare.files, list(bare.view.children)) == ((), (), [])
        if isinstance(shown, Letter):
            assert bare.content.splitlines()[0] == shown.content.splitlines()[0]


def test_the_texts_of_a_layout_stand_in_their_order() -> None:
    bare = plain_text(page("First.", "Second.\nThird."), NOTE)

    assert bare.content.splitlines() == ["First.", "Second.", "Third.", NOTE]


def test_what_has_no_words_says_where_to_look() -> None:
    """Discord takes no message without words."""
    assert plain_text(page(), NOTE).content == NOTE

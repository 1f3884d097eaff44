"""Lists end where they end on Discord, also on simcord's page."""

import pytest
from simcord.preview._markdown import markdown_tokens

from metrobot.demo.markdown import lists_as_on_discord, lists_ended

KEPT = {
    "no list": "a\nb",
    "only a list": "- a\n- b",
    "an indented line": "- a\n  b\n- c",
    "an inner list": "- a\n  - b\n- c",
    "an empty line": "- a\n\nb",
    "a dash that is no item": "-# a\nb\n-\nc",
    "bold, no item": "**a**\nb",
    "in code": "```\n- a\nb\n```\n",
}
ENDED = {
    "by a line": ("- a\nb", "- a\n\nb"),
    "by small print": ("* a\n* b\n-# c", "* a\n* b\n\n-# c"),
    "after an indented line": ("- a\n  b\nc", "- a\n  b\n\nc"),
    "with numbers": ("1. a\n2. b\nc\nd", "1. a\n2. b\n\nc\nd"),
    "by code": ("- a\n```\nb\n```", "- a\n\n```\nb\n```"),
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_what_is_the_same_in_both_is_kept(text: str) -> None:
    assert lists_ended(text) == text


@pytest.mark.parametrize(("text", "ended"), ENDED.values(), ids=ENDED)
def test_a_list_ends_at_the_first_line_that_is_no_item(text: str, ended: str) -> None:
    assert lists_ended(text) == ended


def test_simcord_reads_lists_so_while_a_playground_runs() -> None:
    def kinds() -> list[str]:
        return [str(token["type"]) for token in markdown_tokens("- a\nb")]

    with lists_as_on_discord():
        inside = kinds()

    assert inside == ["bullet_list", "paragraph"]
    assert kinds() == ["bullet_list"]

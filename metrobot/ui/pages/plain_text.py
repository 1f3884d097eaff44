"""A message without pictures and buttons, for when Discord takes it in no other form."""

from discord import ui

from metrobot.ui.pages.page import Detail, Letter, Post, letter


def plain_text(shown: Post, note: str) -> Letter:
    """Return the words of a message alone.

    Args:
        shown: the message, in either form.
        note: says where to find what is left out; never cut.
    """
    first, _, rest = _words(shown).partition("\n")
    return letter(first or note, Detail(rest), note if first else "")


def _words(shown: Post) -> str:
    """Return all that a message says."""
    if isinstance(shown, Letter):
        return shown.content.strip()
    found = (item for item in shown.view.walk_children() if isinstance(item, ui.TextDisplay))
    return "\n".join(item.content for item in found).strip()

"""Changes that nobody can notice, each with the reason: they are no gaps in the tests."""

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {
    "metrobot/games/metromania/city.py:City: False -> True (8)": "what follows from the layout is "
    "as equal as the layout",
    "metrobot/players/underground/levels.py:choose_easy: roll < SAVING -> roll <= SAVING": (
        "a drawn number is as good as never just that share"
    ),
    "metrobot/service/daily/line_reminders.py:reminder_at: (moment - first) // _STEP -> "
    "-(-(moment - first) // _STEP)": "clocks of all zones differ by quarters of an hour",
    "metrobot/service/finished/branches.py:Branches: False -> True (2)": (
        "nobody names a private field when they make one"
    ),
    "metrobot/service/finished/replays.py:check_size: MOST_BYTES // 1024 -> "
    "-(-MOST_BYTES // 1024)": "the limit is a whole number of KiB",
    "metrobot/service/people/quotas.py:module: 1_000_000_000 -> 1000000001": (
        "nobody does as much as either"
    ),
    "metrobot/service/upkeep/housekeeping.py:Housekeeping: False -> True (2)": (
        "nobody names a private field when they make one"
    ),
    "metrobot/ui/daily/line_pages.py:LinePages.finished: comparison += "
    "(line_words.beaten_text(beaten, words), own) -> comparison = "
    "(line_words.beaten_text(beaten, words), own)": "the list is empty before",
    "metrobot/ui/words/text_length.py:fitting_characters: min -> max": "of a text that is too long "
    "the same part fits, only found later; one that fits is cut at or beyond its end",
    "render/metromania/lines/tracks.py:_model: min -> max": "whichever is drawn, the others are "
    "its mirrored shapes",
}
"""Reasons by the names of the changes."""

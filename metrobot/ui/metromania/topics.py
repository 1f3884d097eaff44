"""The rules as short pages."""

from typing import Final

PAGES: Final = (
    ("goal", "mm.topic.goal.name", "mm.topic.goal.text"),
    ("turn", "mm.topic.turn.name", "mm.topic.turn.text"),
    ("setup", "mm.topic.setup.name", "mm.topic.setup.text"),
    ("start", "mm.topic.start.name", "mm.topic.start.text"),
    ("digging", "mm.topic.digging.name", "mm.topic.digging.text"),
    ("angle", "mm.topic.angle.name", "mm.topic.angle.text"),
    ("split", "mm.topic.split.name", "mm.topic.split.text"),
    ("meeting", "mm.topic.meeting.name", "mm.topic.meeting.text"),
    ("alongside", "mm.topic.alongside.name", "mm.topic.alongside.text"),
    ("intermediate", "mm.topic.intermediate.name", "mm.topic.intermediate.text"),
    ("destinations", "mm.topic.destinations.name", "mm.topic.destinations.text"),
    ("ending", "mm.topic.ending.name", "mm.topic.ending.text"),
    ("end", "mm.topic.end.name", "mm.topic.end.text"),
    ("blocked", "mm.topic.blocked.name", "mm.topic.blocked.text"),
    ("trips", "mm.topic.trips.name", "mm.topic.trips.text"),
    ("scoring", "mm.topic.scoring.name", "mm.topic.scoring.text"),
    ("two", "mm.topic.two.name", "mm.topic.two.text"),
    ("advanced", "mm.topic.advanced.name", "mm.topic.advanced.text"),
    ("options", "mm.topic.options.name", "mm.topic.options.text"),
    ("fairness", "mm.topic.fairness.name", "mm.topic.fairness.text"),
    ("secrets", "mm.topic.secrets.name", "mm.topic.secrets.text"),
)
"""Key, name and text of each page, in the order of reading."""

PICTURED: Final = {
    "digging": "mm.alt.topic_digging",
    "angle": "mm.alt.topic_angle",
    "meeting": "mm.alt.topic_meeting",
    "alongside": "mm.alt.topic_alongside",
    "split": "mm.alt.topic_split",
    "start": "mm.alt.topic_start",
    "ending": "mm.alt.topic_ending",
    "intermediate": "mm.alt.topic_intermediate",
    "destinations": "mm.alt.topic_destinations",
}
"""Pages that have a picture, with the key of its alt text."""
